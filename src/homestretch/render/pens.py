"""How one tile or mark is written, the same in a picture and in an outline."""

from collections.abc import Mapping

from msgspec import Struct

from homestretch.fives.layout import Port
from homestretch.kit.tile import Tile

from .drawing import Segment, Style
from .glyphs import Glyphs

Labels = Mapping[tuple[Tile, Port] | Tile, str]
"""One character for a place, or for every place of a tile."""


class Pens(Struct, frozen=True):
    """The characters to use, what is special about this layout, and what the caller wants to see."""

    glyphs: Glyphs
    spinners: frozenset[Tile]
    last: Tile
    marks: bool
    highlight: frozenset[Tile]
    labels: Labels

    def tile(self, tile: Tile, first: int, second: int, *, upright: bool = False) -> list[Segment]:
        """The rows of a tile."""
        shape = self.glyphs.last if tile == self.last else self.glyphs.tile
        middle = self.glyphs.spinner if tile in self.spinners else shape.middles[upright]
        style = self._style(tile)
        return [Segment(row, style) for row in shape.rows(first, second, middle, upright=upright)]

    def _style(self, tile: Tile) -> Style:
        if tile in self.highlight:
            return Style.HIGHLIGHT
        if tile == self.last:
            return Style.LAST
        return Style.SPINNER if tile in self.spinners else Style.TILE

    def mark(self, tile: Tile, port: Port, count: int | None) -> list[Segment]:
        """The mark of a free place: its label, and what it counts; a ring where there is neither."""
        label = self.labels.get((tile, port)) or self.labels.get(tile, "")
        segments = [Segment(label, Style.LABEL)] if label else []
        if self.marks and count is not None:
            segments.append(Segment(f"({count})", Style.COUNT))
        elif self.marks and not label:
            segments.append(Segment(self.glyphs.free, Style.FREE))
        return segments
