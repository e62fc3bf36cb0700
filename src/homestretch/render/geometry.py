"""Where the tiles of a layout lie on a grid of cells: pure, deterministic, and None where the width is too small.

A double lies across its line, which runs straight through it; branches leave by its short ends. A line turns at the
outer half of an ordinary tile only. Tiles that are not joined keep clear of each other, so that nobody reads a joint
where there is none; where nothing else makes room, a joint is stretched and its link drawn longer.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from homestretch.fives.layout import Layout, Port
from homestretch.kit.tile import Tile

from .scale import SMALL, Box, Heading, Scale
from .search import Search
from .tree import Node, grow, promote, seating

_HEIGHTS: Final = (24, 32, 40, 60)
"""Rows asked for in turn: a drawing that a screen can show at once is worth looking for."""

_ATTEMPTS: Final = 4
_BUDGET: Final = 500
"""Positions that one attempt may try: it finds its way soon or hardly ever."""


class Spot(Struct, frozen=True):
    """Where a tile lies; ``first`` are the pips of its left or upper half."""

    tile: Tile
    box: Box
    upright: bool
    first: int

    @property
    def second(self) -> int:
        """The pips of the right or lower half."""
        return self.tile.other(self.first)


class Link(Struct, frozen=True):
    """The joint of ``tile`` with its ``host``: it leaves the host towards ``heading`` through the cells of ``box``.

    ``box`` is None where nothing lies between the two.
    """

    host: Tile
    tile: Tile
    heading: Heading
    box: Box | None


class Mark(Struct, frozen=True):
    """The room for the mark of a free place, on the ``heading`` side of its tile.

    ``anchor`` is the column or row of the half that it belongs to; ``count`` what the end counts, None where the place
    counts nothing.
    """

    tile: Tile
    port: Port
    box: Box
    heading: Heading
    count: int | None


class Arrangement(Struct, frozen=True):
    """Everything on the table, the first column and row being 0: spots in the order of play."""

    scale: Scale
    width: int
    height: int
    spots: tuple[Spot, ...]
    links: tuple[Link, ...]
    marks: tuple[Mark, ...]


def arrange(
    layout: Layout, width: int, height: int | None = None, *, scale: Scale = SMALL, attempts: int = _ATTEMPTS
) -> Arrangement | None:
    """Positions for a whole layout in at most ``width`` columns and ``height`` rows (None: as few as can be found).

    Returns None where the layout is empty or no way to fit it was found in a bounded number of tries.
    """
    if not layout.tiles:
        return None
    for rows in (height,) if height is not None else (*_HEIGHTS, None):
        for search in _searches(layout, scale, width, rows, attempts):
            if search is not None:
                return _arrangement(layout, search)
    return None


def _searches(
    layout: Layout, scale: Scale, width: int, height: int | None, attempts: int
) -> Iterator[Search | None]:
    """Each attempt in turn: what it found or None. What failed most often is seated earlier in the next one."""
    root = grow(layout)
    for attempt in range(attempts):
        order = seating(root)
        for axis in (Heading.EAST, Heading.SOUTH) if not attempt else (Heading.EAST,):
            search = Search(order, scale, width, height, _BUDGET)
            yield search if search.run(axis) else None
        hardest = max(order, key=lambda node: (search.failures[node.index], -node.index))
        promote(hardest)


def _arrangement(layout: Layout, search: Search) -> Arrangement:
    boxes = [seat.box for seat in search.seats]
    left, top = min(box.left for box in boxes), min(box.top for box in boxes)
    spots: dict[Tile, Spot] = {}
    links: list[Link] = []
    marks: list[Mark] = []
    for node, seat in zip(search.order, search.seats, strict=True):
        box = seat.box.moved(-left, -top)
        if node.tile is not None:
            spots[node.tile] = Spot(node.tile, box, seat.heading.is_upright != node.is_double, _first(node, seat.heading))
        if node.host is not None and node.host.tile is not None:
            if node.tile is None:
                marks.append(Mark(node.host.tile, node.host_port, box, seat.heading, node.count))
            else:
                bridge = search.bridge(node, seat)
                beside = bridge.moved(-left, -top) if min(bridge.width, bridge.height) else None
                links.append(Link(node.host.tile, node.tile, seat.heading, beside))
    return Arrangement(
        search.scale,
        max(box.right for box in boxes) - left + 1,
        max(box.bottom for box in boxes) - top + 1,
        tuple(spots[tile] for tile in layout.tiles),
        tuple(links),
        tuple(marks),
    )


def _first(node: Node, heading: Heading) -> int:
    """The pips of the half that is left or above: the joined half where the line runs right or down."""
    tile = node.tile
    assert tile is not None
    entry = tile.high if node.port is Port.HIGH else tile.low
    return entry if heading in (Heading.EAST, Heading.SOUTH) else tile.other(entry)
