"""Where the next tile goes: the cheapest position of those free. Where none is left, the latest tiles are laid anew.

The search is bounded by how many positions it tries, never by time, so the same layout always lies the same way.
"""

from collections import deque
from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count, islice
from typing import Final, NamedTuple

from homestretch.fives.layout import Joint, Layout
from homestretch.kit.tile import Tile

from .board_cost import Shape, crowding, dead_ends, growth
from .board_room import GAP
from .board_scene import Scene, joined

_TURN: Final = 8
_STRETCH: Final = 12
_STRETCH_UNIT: Final = 1.5

_STRETCHES: Final = (4, 6, 9, 12, 16, 20, 25, 30)
"""Longer joints, for where nothing else keeps room."""

_BACK: Final = (3, 6, 10, 15, 20, 26)
"""How many of the latest tiles are laid anew."""

_ALTERNATIVES: Final = 4
"""Positions tried for the earliest of these tiles; the others take their cheapest."""


def seat_next(scene: Scene, layout: Layout, shape: Shape) -> Scene | None:
    """The board of ``layout``, all of whose tiles but the last lie in ``scene``; None where no way was found."""
    joints = layout.joints
    search = _Search(layout, shape)
    found = search.run(scene, joints[-1:], 0)
    for back in sorted({min(back, len(joints) - 1) for back in _BACK}):
        for choice in range(_ALTERNATIVES):
            if found is None:
                found = search.run(scene.earlier(back), joints[-1 - back :], choice)
    return found


class _Attempt(NamedTuple):
    """A board in the queue; the ticket keeps equal costs in order. Its dead ends are weighed when its turn comes."""

    cost: float
    ticket: int
    scene: Scene
    is_weighed: bool = False


class _Search:
    """Puts tiles of a layout down. It learns: the sides at which a tile found no room are kept free before others."""

    def __init__(self, layout: Layout, shape: Shape) -> None:
        self._layout = layout
        self._shape = shape
        self._wanted: set[Tile] = set()
        self._ticket = count()

    def run(self, scene: Scene, joints: tuple[Joint, ...], choice: int) -> Scene | None:
        """The board with all these tiles put down at their cheapest, the first of them at another ``choice``."""
        for joint in joints:
            after = next(islice(self._choices(scene, joint), choice, None), None)
            if after is None:
                self._wanted.add(joint.host)
                return None
            scene, choice = after, 0
        return scene

    def _choices(self, scene: Scene, joint: Joint) -> Iterator[Scene]:
        """The boards with one tile put down, the cheapest first."""
        queue: list[_Attempt] = []
        longer = deque((GAP, *_STRETCHES))
        before = self._crowding(scene)
        dead: float | None = None
        while queue or longer:
            if longer and (not queue or queue[0].cost > _stretch(longer[0])):
                for attempt in self._attempts(scene, joint, longer.popleft(), before):
                    heappush(queue, attempt)
                continue
            attempt = heappop(queue)
            if attempt.is_weighed:
                yield attempt.scene
                continue
            cost = dead_ends(attempt.scene, self._wanted)
            if cost:
                dead = dead_ends(scene, self._wanted) if dead is None else dead
                cost = max(0, cost - dead)
            heappush(queue, attempt._replace(cost=attempt.cost + cost, is_weighed=True))

    def _attempts(self, scene: Scene, joint: Joint, gap: int, before: float) -> Iterator[_Attempt]:
        spinner = joint.tile in self._layout.spinners
        for opening in scene.openings:
            if opening.host != joint.host or not opening.takes(joint.host_port):
                continue
            for turn, way in enumerate(opening.exits[:1] if joint.tile.is_double else opening.exits):
                after = joined(scene, joint, opening, way.heading, gap, spinner=spinner)
                if after is not None:
                    cost = (
                        growth(scene.frame, after.frame, self._shape) + self._crowding(after) - before + _stretch(gap)
                    )
                    yield _Attempt(cost + _TURN * (turn > 0), next(self._ticket), after)

    def _crowding(self, scene: Scene) -> float:
        return crowding(scene, self._layout.branching, self._wanted)


def _stretch(gap: int) -> float:
    """The price of a longer joint."""
    return _STRETCH + _STRETCH_UNIT * gap if gap > GAP else 0.0
