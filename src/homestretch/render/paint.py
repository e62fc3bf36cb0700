"""From positions to characters."""

from collections.abc import Mapping

from msgspec import Struct

from homestretch.fives.layout import Layout, Port
from homestretch.kit.tile import Tile

from .drawing import Canvas, Drawing, Style
from .geometry import Arrangement, Link, Mark, Spot
from .glyphs import Glyphs, glyphs_of
from .scale import Heading

Labels = Mapping[tuple[Tile, Port] | Tile, str]
"""One character for a place, or for every place of a tile."""


class Wishes(Struct, frozen=True):
    """What the caller wants to see beside the tiles."""

    marks: bool = True
    highlight: frozenset[Tile] = frozenset()
    labels: Labels = {}
    ascii_only: bool = False

    def label(self, tile: Tile, port: Port) -> str:
        """The label at a place, or nothing."""
        return self.labels.get((tile, port)) or self.labels.get(tile, "")


def paint(layout: Layout, arrangement: Arrangement, wishes: Wishes) -> Drawing:
    """The picture of an arrangement."""
    painter = _Painter(layout, arrangement, wishes)
    for spot in arrangement.spots:
        painter.tile(spot)
    for link in arrangement.links:
        painter.link(link)
    for mark in arrangement.marks:
        painter.mark(mark)
    return painter.canvas.drawing(arrangement)


class _Painter:
    def __init__(self, layout: Layout, arrangement: Arrangement, wishes: Wishes) -> None:
        self.canvas = Canvas(arrangement.width, arrangement.height)
        self._glyphs: Glyphs = glyphs_of(arrangement.scale, ascii_only=wishes.ascii_only)
        self._wishes = wishes
        self._spinners = frozenset(layout.spinners)
        self._last = layout.tiles[-1]

    def tile(self, spot: Spot) -> None:
        shape = self._glyphs.last if spot.tile == self._last else self._glyphs.tile
        middle = self._glyphs.spinner if spot.tile in self._spinners else ""
        style = self._style(spot.tile)
        for row, text in enumerate(shape.rows(spot.first, spot.second, middle, upright=spot.upright), spot.box.top):
            self.canvas.put(spot.box.left, row, text, style)

    def _style(self, tile: Tile) -> Style:
        if tile in self._wishes.highlight:
            return Style.HIGHLIGHT
        if tile == self._last:
            return Style.LAST
        return Style.SPINNER if tile in self._spinners else Style.TILE

    def link(self, link: Link) -> None:
        """Draw the cells between two tiles, and tie the borders that they meet."""
        left, top, right, bottom = link.box
        for row in range(top, bottom + 1):
            text = self._glyphs.link[link.heading & 1] * (right - left + 1)
            self.canvas.put(left, row, text, Style.LINK)
        ends = {Heading.EAST: (left - 1, top), Heading.WEST: (right + 1, top)}
        ends |= {Heading.SOUTH: (left, top - 1), Heading.NORTH: (left, bottom + 1)}
        begins = {Heading.EAST: (right + 1, top), Heading.WEST: (left - 1, top)}
        begins |= {Heading.SOUTH: (left, bottom + 1), Heading.NORTH: (left, top - 1)}
        self._tie(ends[link.heading], link.heading)
        self._tie(begins[link.heading], link.heading.back)

    def _tie(self, cell: tuple[int, int], heading: Heading) -> None:
        border, style = self.canvas.at(*cell)
        self.canvas.put(*cell, self._glyphs.knots.get(heading, {}).get(border, border), style)

    def mark(self, mark: Mark) -> None:
        """Write what a place counts, or a ring; the label that the caller gave comes before the count."""
        label = self._wishes.label(mark.tile, mark.port)
        if not self._wishes.marks and not label:
            return
        count = f"({mark.count})" if mark.count is not None and self._wishes.marks else ""
        ring = "" if count or label else self._glyphs.free
        column = _mark_column(mark, label, count or ring)
        self.canvas.put(column, mark.box.top, label, Style.LABEL)
        self.canvas.put(column + len(label), mark.box.top, count, Style.COUNT)
        self.canvas.put(column + len(label), mark.box.top, ring, Style.FREE)


def _mark_column(mark: Mark, label: str, rest: str) -> int:
    """Close to the tile; above and below it the parentheses stay where they are when a label comes before them."""
    if mark.heading is Heading.EAST:
        return mark.box.left
    if mark.heading is Heading.WEST:
        return mark.box.right + 1 - len(label + rest)
    middle = mark.box.left + mark.box.width // 2
    return middle - len(label) - 1 if len(rest) > 1 else middle
