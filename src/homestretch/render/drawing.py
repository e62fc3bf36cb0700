"""What a caller prints: rows of text, each piece with the name of its style."""

from enum import StrEnum
from itertools import groupby

from msgspec import Struct

from .geometry import Arrangement


class Style(StrEnum):
    """What a piece of text shows, so that a caller may colour it; shapes tell the same without colour."""

    BLANK = "blank"
    TILE = "tile"
    SPINNER = "spinner"
    LAST = "last"
    HIGHLIGHT = "highlight"
    LINK = "link"
    COUNT = "count"
    FREE = "free"
    LABEL = "label"


class Segment(Struct, frozen=True):
    """A piece of one row in one style."""

    text: str
    style: Style


class Drawing(Struct, frozen=True):
    """Rows from top to bottom; ``arrangement`` is None where an outline stands in for a picture that does not fit."""

    lines: tuple[tuple[Segment, ...], ...]
    arrangement: Arrangement | None = None

    def __str__(self) -> str:
        return "\n".join("".join(segment.text for segment in line) for line in self.lines)


class Canvas:
    """Cells that hold one character each, with its style; unset ones are blank."""

    def __init__(self, width: int, height: int) -> None:
        self._rows = [[(" ", Style.BLANK)] * width for _ in range(height)]

    def put(self, column: int, row: int, text: str, style: Style) -> None:
        """Write along a row."""
        self._rows[row][column : column + len(text)] = [(character, style) for character in text]

    def at(self, column: int, row: int) -> tuple[str, Style]:
        """What a cell shows."""
        return self._rows[row][column]

    def drawing(self, arrangement: Arrangement) -> Drawing:
        """All rows, without blanks at their ends."""
        return Drawing(tuple(_segments(row) for row in self._rows), arrangement)


def _segments(row: list[tuple[str, Style]]) -> tuple[Segment, ...]:
    segments = [
        Segment("".join(character for character, _ in cells), style)
        for style, cells in groupby(row, key=lambda cell: cell[1])
    ]
    while segments and segments[-1].style is Style.BLANK:
        segments.pop()
    return tuple(segments)
