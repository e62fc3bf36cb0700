"""What a board is worth to those who play on: room ahead of open sides, ways out, and a frame that fits the screen.

All prices are in one currency, found by trial on some thousand rounds and artificial layouts.
"""

from collections.abc import Container
from enum import StrEnum
from itertools import combinations
from typing import Final

from homestretch.fives.ruleset import Spinners
from homestretch.kit.tile import Tile

from .board_room import CLEAR, GAP, LENGTH, THICKNESS, Outside, beyond
from .board_scene import CORRIDOR, MARK, SIGHT, Exit, Opening, Scene
from .scale import Box, Heading


class Shape(StrEnum):
    """The screen that a board is for: 1.6 times as wide as high, or a phone held upright, 0.75 times."""

    WIDE = "wide"
    TALL = "tall"

    @property
    def axis(self) -> Heading:
        """How the first line runs."""
        return Heading.EAST if self is Shape.WIDE else Heading.SOUTH

    def height(self, frame: Box) -> float:
        """How high the smallest screen of this shape is that shows the whole frame."""
        return max(frame.width / (1.6 if self is Shape.WIDE else 0.75), frame.height)

    @property
    def comfort(self) -> float:
        """The height up to which lines may run on."""
        return 50 if self is Shape.WIDE else 74


_GROWTH: Final = 0.3
_GROWTH_BEYOND_COMFORT: Final = 2.5
_SHORTAGE: Final = 1.0
_SIDEWAYS: Final = 5
"""A way out that turns is as good as a straight one with this much less room."""

_DOUBLES: Final = (
    (GAP + THICKNESS + GAP + MARK, LENGTH + 2 * CLEAR, 40),
    (GAP + THICKNESS + GAP + LENGTH + CLEAR, LENGTH + 2 * CLEAR, 30),
)
"""Room for a double at the end of a line, alone and with the tile beyond: depth, width, and what its want costs."""

_SPINNER: Final = (GAP + THICKNESS + CLEAR, LENGTH + 2 * (GAP + LENGTH + CLEAR), 12)
"""The same for a double with a tile at both of its branch sides."""

_RIVALRY: Final = 8
_PARALLEL: Final = 3
_HEMMED: Final = 2
_WANTED: Final = 8
_NARROW: Final = 25
_SHUT: Final = 1000


def growth(before: Box, after: Box, shape: Shape) -> float:
    """The price of a wider frame: small while lines may run on, and more beyond."""
    old, new = shape.height(before), shape.height(after)
    return _GROWTH * (new - old) + _GROWTH_BEYOND_COMFORT * (max(new, shape.comfort) - max(old, shape.comfort))


def crowding(scene: Scene, branching: Spinners, wanted: Container[Tile]) -> float:
    """The price of little room ahead of open sides; those of ``wanted`` tiles count several times."""
    live = scene.live()
    obstacles = scene.obstacles
    doubles = [seat.spot.first for seat in scene.seats if seat.spot.tile.is_double]
    rooms = _DOUBLES if doubles and branching is Spinners.FIRST else (*_DOUBLES, _SPINNER)
    cost = 0.0
    for opening in live:
        room = max([way.room - _SIDEWAYS * (turn > 0) for turn, way in enumerate(opening.exits)])
        price = _SHORTAGE * (SIGHT - room) ** 2 / SIGHT
        if not opening.host.is_double and opening.pips not in doubles:
            price += sum([worth for depth, across, worth in rooms if _lacks(opening, depth, across, obstacles)])
        elif opening.host.is_double:
            lane = _lane(opening, opening.exits[0].heading)
            if any(lane.meets(box) for box in obstacles):
                price += _HEMMED * scene.left[opening.pips]
        cost += price * (_WANTED if opening.host in wanted else 1)
    return cost + _rivalry(scene, live, wanted)


def _lacks(opening: Opening, depth: int, across: int, obstacles: tuple[Box, ...]) -> bool:
    """Whether so much room straight ahead of an opening is not free."""
    straight = opening.exits[0]
    if depth <= straight.room and across <= CORRIDOR:
        return False
    needed = beyond(opening.base, straight.heading, 0, depth, across)
    return any(needed.meets(box) for box in obstacles)


def _rivalry(scene: Scene, live: list[Opening], wanted: Container[Tile]) -> int:
    """The price of sides of doubles where tiles would be in each other's way: they can go nowhere but straight on."""
    sides = [
        (opening, opening.exits[0].heading, opening.body(opening.exits[0]))
        for opening in live
        if opening.host.is_double
    ]
    cost = 0
    for (one, heading, body), (other, its_heading, its_body) in combinations(sides, 2):
        if one.host == other.host:
            continue
        if body.grown(CLEAR, CLEAR).meets(its_body):
            price = _RIVALRY
        elif heading.is_upright == its_heading.is_upright and _lane(one, heading).meets(its_body):
            price = _PARALLEL
        else:
            continue
        worth = _WANTED if one.host in wanted or other.host in wanted else 1
        cost += worth * price * min(scene.left[one.pips], scene.left[other.pips])
    return cost


def _lane(opening: Opening, heading: Heading) -> Box:
    """The room for a line with a spinner on it."""
    return beyond(opening.base, heading, GAP, 2 * LENGTH, _SPINNER[1])


def dead_ends(scene: Scene, wanted: Container[Tile]) -> float:
    """The price of open sides without a way out that is wide enough for doubles, or without any at all."""
    live = scene.live()
    obstacles = scene.obstacles
    shut = [opening for opening in live if not any(_has_room(opening, way, obstacles) for way in opening.exits)]
    narrow = _unreached(scene, obstacles, live, LENGTH)
    if narrow:
        shut += _unreached(scene, obstacles, narrow, THICKNESS)
    return _NARROW * len(narrow) + _SHUT * sum([_WANTED if opening.host in wanted else 1 for opening in shut])


def _has_room(opening: Opening, way: Exit, obstacles: tuple[Box, ...]) -> bool:
    """Whether a tile can lie there; what lies beside its near end was weighed when it was put there."""
    if way.room >= GAP + LENGTH + CLEAR:
        return True
    body = beyond(opening.base, way.heading, CLEAR, LENGTH + 1, THICKNESS + 2 * CLEAR)
    return not any(body.meets(box) for box in obstacles)


def _unreached(scene: Scene, obstacles: tuple[Box, ...], openings: list[Opening], size: int) -> list[Opening]:
    outside = Outside(obstacles, scene.frame, size)
    return [
        opening
        for opening in openings
        if not any(outside.reaches(beyond(opening.base, way.heading, CLEAR, size, size)) for way in opening.exits)
    ]
