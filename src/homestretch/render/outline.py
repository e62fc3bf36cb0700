"""The lines of a layout in rows of text, where there is no room for a picture."""

from collections.abc import Iterable, Iterator
from typing import Final

from homestretch.fives.layout import Layout
from homestretch.kit.tile import Tile

from .drawing import Drawing, Segment, Style
from .lines import Line, lines
from .pens import Pens
from .tree import counted_places

_INDENT: Final = Segment("  ", Style.BLANK)
_SPACE: Final = Segment(" ", Style.BLANK)

Word = list[Segment]
"""What is not broken across rows: a tile with the marks beside it."""


def outline(layout: Layout, width: int, pens: Pens) -> Drawing:
    """The main line and below it each branch after the spinner that it starts from; free branch sides come last."""
    rows: list[tuple[Segment, ...]] = []
    marks = _Marks(layout, pens)
    for line in lines(layout):
        rows.extend(_wrapped(_words(line, marks, pens), width))
    free: dict[Tile, list[Word]] = {}
    for place in layout.places:
        if place.port.is_branch:
            free.setdefault(place.tile, []).append([pens.mark(None)])
    for spinner, rings in free.items():
        rows.extend(_wrapped([_start(spinner, pens), *rings], width))
    return Drawing(tuple(rows))


class _Marks:
    """The marks at the outer ends of lines, in the order of a tile's ports."""

    def __init__(self, layout: Layout, pens: Pens) -> None:
        self._of: dict[Tile, list[Word]] = {}
        for place, count in counted_places(layout):
            if not place.port.is_branch:
                self._of.setdefault(place.tile, []).append([pens.mark(count)])

    def take(self, tile: Tile) -> Word:
        """The next mark of a tile that has not been taken yet; empty where there is none."""
        left = self._of.get(tile)
        return left.pop(0) if left else []


def _words(line: Line, marks: _Marks, pens: Pens) -> Iterator[Word]:
    if line.start is not None:
        yield _start(line.start, pens)
    for index, step in enumerate(line.steps):
        before = marks.take(step.tile) if line.start is None and index == 0 else []
        yield [*before, *pens.tile(step.tile, step.first, step.last), *marks.take(step.tile)]


def _start(spinner: Tile, pens: Pens) -> Word:
    return [*pens.tile(spinner, *spinner), Segment(":", Style.LINK)]


def _wrapped(words: Iterable[Word], width: int) -> Iterator[tuple[Segment, ...]]:
    """Rows of at most ``width`` columns where each word fits, those that go on indented."""
    row: Word = []
    for word in words:
        if row and _length(row) + 1 + _length(word) > width:
            yield tuple(row)
            row = [_INDENT, *word]
        else:
            row = [*row, _SPACE, *word] if row else word
    yield tuple(row)


def _length(word: Word) -> int:
    return sum(len(segment.text) for segment in word)
