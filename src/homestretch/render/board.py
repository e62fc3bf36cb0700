"""The browser's board: where tiles lie on a plane without edges, and stay when more are placed.

Units are eighths of a tile's length. A double lies across its line, which runs straight through it; branches leave by
its short ends. A line turns at the outer half of an ordinary tile only. Everything follows from the layout alone: each
tile is put down beside those that lay before.
"""

from functools import lru_cache, reduce
from typing import Final

from msgspec import Struct

from homestretch.fives.layout import Layout

from .board_cost import Shape
from .board_room import around
from .board_scene import Scene, opened
from .board_search import seat_next
from .board_spread import spread
from .geometry import Link, Mark, Spot
from .scale import Box
from .tree import counted_places

__all__ = ["Board", "Shape", "lay"]

_REMEMBERED: Final = 2048
"""Layouts whose boards are kept, so that the next placement at any of many tables is laid beside them."""


class Board(Struct, frozen=True):
    """Everything on the table: spots and links in the order of play, a mark for every free place, the frame of it all.

    The first tile's box begins at column and row 0, so that others may lie at negative ones.
    """

    spots: tuple[Spot, ...]
    links: tuple[Link, ...]
    marks: tuple[Mark, ...]
    frame: Box


def lay(layout: Layout, shape: Shape = Shape.WIDE) -> Board:
    """The board of a layout for a screen of this shape; an empty layout has a frame of no size."""
    return board_of(layout.bare, shape)


@lru_cache(maxsize=_REMEMBERED)
def board_of(layout: Layout, shape: Shape) -> Board:
    """The board of a layout that remembers nothing, for it is kept with the board."""
    if not layout.tiles:
        return Board((), (), (), Box(0, 0, -1, -1))
    scene = scene_of(layout, shape)
    marks = _marks(layout, scene)
    links = tuple([seat.link for seat in scene.seats if seat.link is not None])
    frame = reduce(around, [mark.box for mark in marks], scene.frame)
    return Board(tuple([seat.spot for seat in scene.seats]), links, marks, frame)


@lru_cache(maxsize=_REMEMBERED)
def scene_of(layout: Layout, shape: Shape) -> Scene:
    """Where the tiles lie: the last one beside the others, which lie where they lay before it."""
    if not layout.joints:
        return opened(layout.tiles[0], shape.axis, spinner=bool(layout.spinners))
    before = scene_of(Layout(layout.branching, layout.tiles[:-1], layout.joints[:-1]), shape)
    return seat_next(before, layout, shape) or spread(layout, shape.axis)


def _marks(layout: Layout, scene: Scene) -> tuple[Mark, ...]:
    """A mark for every free place; open ends of a double that are alike are given to its ports in their order."""
    sides = list(zip(scene.openings, scene.patches, strict=True))
    marks: list[Mark] = []
    for place, count in counted_places(layout):
        side = next(side for side in sides if side[0].host == place.tile and side[0].takes(place.port))
        sides.remove(side)
        marks.append(Mark(place.tile, place.port, side[1].box, side[1].heading, count))
    return tuple(marks)
