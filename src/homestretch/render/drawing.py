"""What a caller prints: rows of text, each piece with the name of its style."""

from enum import StrEnum
from itertools import groupby
from typing import Final

from msgspec import Struct

from .geometry import Arrangement


class Style(StrEnum):
    """What a piece of text shows, so that a caller may colour it; shapes tell the same without colour."""

    BLANK = "blank"
    TILE = "tile"
    SPINNER = "spinner"
    LAST = "last"
    LINK = "link"
    COUNT = "count"
    FREE = "free"


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
        self._rows = [[_BLANK] * width for _ in range(height)]

    def put(self, column: int, row: int, segment: Segment) -> None:
        """Write along a row."""
        cells = [Segment(character, segment.style) for character in segment.text]
        self._rows[row][column : column + len(cells)] = cells

    def at(self, column: int, row: int) -> Segment:
        """What a cell shows."""
        return self._rows[row][column]

    def lines(self) -> tuple[tuple[Segment, ...], ...]:
        """All rows, without blanks at their ends."""
        return tuple(_joined(row) for row in self._rows)


_BLANK: Final = Segment(" ", Style.BLANK)


def _joined(cells: list[Segment]) -> tuple[Segment, ...]:
    """Neighbours of one style in one piece."""
    runs = groupby(cells, key=lambda cell: cell.style)
    segments = [Segment("".join(cell.text for cell in run), style) for style, run in runs]
    if segments and segments[-1].style is Style.BLANK:
        segments.pop()
    return tuple(segments)
