"""How one tile or mark is written, the same in a picture and in an outline."""

from msgspec import Struct

from homestretch.kit.tile import Tile

from .drawing import Segment, Style
from .glyphs import Glyphs


class Pens(Struct, frozen=True):
    """The characters to use, and what is special about this layout."""

    glyphs: Glyphs
    spinners: frozenset[Tile]
    last: Tile

    def tile(self, tile: Tile, first: int, second: int, *, upright: bool = False) -> list[Segment]:
        """The rows of a tile."""
        shape = self.glyphs.last if tile == self.last else self.glyphs.tile
        middle = self.glyphs.spinner if tile in self.spinners else shape.middles[upright]
        style = self._style(tile)
        return [Segment(row, style) for row in shape.rows(first, second, middle, upright=upright)]

    def _style(self, tile: Tile) -> Style:
        if tile == self.last:
            return Style.LAST
        return Style.SPINNER if tile in self.spinners else Style.TILE

    def mark(self, count: int | None) -> Segment:
        """The mark of a free place: what it counts, or a ring where it counts nothing."""
        if count is None:
            return Segment(self.glyphs.free, Style.FREE)
        return Segment(f"({count})", Style.COUNT)
