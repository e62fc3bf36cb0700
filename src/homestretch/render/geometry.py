"""Where the tiles of a layout lie on a grid of cells: pure, deterministic, and None where the width is too small.

A double lies across its line, which runs straight through it; branches leave by its short ends. A line turns at the
outer half of an ordinary tile only. Tiles that are not joined keep clear of each other, so that nobody reads a joint
where there is none; where nothing else makes room, a joint is stretched and its link drawn longer.
"""

from typing import Final, NamedTuple

from msgspec import Struct

from homestretch.fives.layout import Layout, Port
from homestretch.kit.tile import Tile

from .ground import Ground
from .scale import SMALL, Box, Heading, Scale
from .search import Search
from .tree import grow, promote, seating

_HEIGHTS: Final = (24, 40, None)
"""Rows asked for in turn: a drawing that a screen can show at once is worth looking for."""


class _Attempt(NamedTuple):
    """How the first tile's line runs, the slack at crossings, and how many positions may be tried."""

    axis: Heading
    slack: int
    budget: int


_ATTEMPTS: Final = (
    _Attempt(Heading.EAST, 0, 100),
    _Attempt(Heading.EAST, 0, 100),
    _Attempt(Heading.SOUTH, 0, 100),
    _Attempt(Heading.EAST, 1, 150),
    _Attempt(Heading.SOUTH, 1, 150),
    _Attempt(Heading.EAST, 0, 200),
    _Attempt(Heading.SOUTH, 2, 200),
    _Attempt(Heading.EAST, 2, 200),
    _Attempt(Heading.EAST, 1, 300),
    _Attempt(Heading.SOUTH, 1, 300),
)
"""Many short attempts find more than a long one; the plan was chosen by trial on some thousand layouts."""

_LAST_ATTEMPTS: Final = (
    _Attempt(Heading.EAST, 2, 400),
    _Attempt(Heading.SOUTH, 2, 400),
    _Attempt(Heading.EAST, 3, 400),
    _Attempt(Heading.SOUTH, 3, 400),
    _Attempt(Heading.EAST, 1, 800),
)
"""More patience, once no smaller number of rows is left to hope for."""


class Spot(Struct, frozen=True):
    """Where a tile lies, and the pips of its left or upper half and of its right or lower half."""

    tile: Tile
    box: Box
    upright: bool
    first: int
    second: int


class Link(Struct, frozen=True):
    """The joint of ``tile`` with its ``host``: it leaves the host towards ``heading`` through the cells of ``box``.

    Where nothing lies between the two, ``box`` is empty: it ends before it begins.
    """

    host: Tile
    tile: Tile
    heading: Heading
    box: Box


class Mark(Struct, frozen=True):
    """The room for the mark of a free place, on the ``heading`` side of its tile.

    ``count`` is what the end there counts; None where the place counts nothing.
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
    layout: Layout, width: int, height: int | None = None, *, scale: Scale = SMALL, attempts: int = len(_ATTEMPTS)
) -> Arrangement | None:
    """Positions for a whole layout in at most ``width`` columns and ``height`` rows (None: as few as can be found).

    Returns None where the layout is empty or ``attempts`` searches, each of a bounded number of tries, did not fit it.
    """
    if not layout.tiles:
        return None
    for rows in _HEIGHTS if height is None else (height,):
        plan = _ATTEMPTS[:attempts] if rows is not None else _ATTEMPTS + _LAST_ATTEMPTS
        search = _search(layout, scale, width, rows, plan)
        if search is not None:
            return _arrangement(layout, search)
    return None


def _search(layout: Layout, scale: Scale, width: int, height: int | None, plan: tuple[_Attempt, ...]) -> Search | None:
    """The first attempt that seats everything. What failed most often in one is seated earlier in the next."""
    root = grow(layout)
    for axis, slack, budget in plan:
        order = seating(root)
        search = Search(order, scale, Ground(scale, width, height), slack, budget)
        if search.run(axis):
            return search
        promote(order[search.failures.index(max(search.failures))])
    return None


def _arrangement(layout: Layout, search: Search) -> Arrangement:
    boxes = [seat.box for seat in search.seats]
    left, top = min(box.left for box in boxes), min(box.top for box in boxes)
    spots: dict[Tile, Spot] = {}
    links: list[Link] = []
    marks: list[Mark] = []
    for node, seat in zip(search.order, search.seats, strict=True):
        box = seat.box.moved(-left, -top)
        if node.tile is not None:
            spots[node.tile] = _spot(node.tile, node.port, box, seat.heading)
        host = node.host.tile
        if node.is_root or host is None:
            continue
        if node.tile is None:
            marks.append(Mark(host, node.host_port, box, seat.heading, node.count))
        else:
            links.append(Link(host, node.tile, seat.heading, seat.link.moved(-left, -top)))
    return Arrangement(
        search.scale,
        max(box.right for box in boxes) - left + 1,
        max(box.bottom for box in boxes) - top + 1,
        tuple(spots[tile] for tile in layout.tiles),
        tuple(links),
        tuple(marks),
    )


def _spot(tile: Tile, port: Port | None, box: Box, heading: Heading) -> Spot:
    """A line enters a tile by its joined half: the first one where it runs to the right or down."""
    entry = tile.high if port is Port.HIGH else tile.low
    first = entry if heading in (Heading.EAST, Heading.SOUTH) else tile.other(entry)
    return Spot(tile, box, heading.is_upright != tile.is_double, first, tile.other(first))
