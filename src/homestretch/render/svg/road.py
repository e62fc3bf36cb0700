"""Where the holes of a peg track lie: there along the top and, where there are many, back along the bottom.

Units: neighbouring holes are ten apart. The start is x = 0; the lane of the first side is y = 0.
"""

from functools import lru_cache
from typing import Final

from msgspec import Struct

GROUP: Final = 5
"""Holes stand in groups."""

PITCH: Final = 10
"""From a hole to the next."""

FIRST: Final = 15
"""From the start to the first hole, from a group to the next, and from the last hole to the finish."""

LANE: Final = 16
"""From lane to lane."""

BELOW: Final = -30
"""Where those stand who have less than nothing."""

_BETWEEN: Final = 26
"""From the lowest lane of the way there to the highest of the way back."""

_STRIDE: Final = (GROUP - 1) * PITCH + FIRST
_MOST_HOLES: Final = 61
_ONE_WAY: Final = 25
"""So many holes stand in one row."""


class Road(Struct, frozen=True):
    """The track for a ``target``: ``holes`` of ``step`` points each, and then the finish.

    The first ``row`` holes lead away from the start, the others back.
    """

    target: int
    step: int
    holes: int
    row: int

    def hole(self, score: int) -> int:
        """The hole of a score: 0 is the start, -1 lies before it, and one more than ``holes`` is the finish.

        >>> [road(250).hole(score) for score in (-15, 0, 5, 245, 250, 300)]
        [-1, 0, 1, 49, 50, 50]
        """
        if score >= self.target:
            return self.holes + 1
        return -1 if score < 0 else min(score // self.step, self.holes)

    def x(self, hole: int) -> int:
        """How far to the right a hole lies."""
        if hole < 1:
            return BELOW if hole < 0 else 0
        if hole > self.holes:
            return self.x(self.holes) + (-FIRST if self.returns else FIRST)
        return self.turn - _offset(hole - self.row) if self.is_back(hole) else FIRST + _offset(hole)

    def y(self, hole: int, side: int, sides: int) -> int:
        """How far down a hole lies on a side's lane; the lanes of the way back mirror those of the way there."""
        return self.height(sides) - side * LANE if self.is_back(hole) else side * LANE

    def is_back(self, hole: int) -> bool:
        """Whether a hole lies on the way back."""
        return hole > self.row and self.returns

    def height(self, sides: int) -> int:
        """From the uppermost lane to the lowest."""
        street = (sides - 1) * LANE
        return 2 * street + _BETWEEN if self.returns else street

    @property
    def turn(self) -> int:
        """The x of the last hole on the way there."""
        return FIRST + _offset(self.row)

    @property
    def returns(self) -> bool:
        """Whether there is a way back."""
        return self.row < self.holes


def _offset(hole: int) -> int:
    groups, single = divmod(hole - 1, GROUP)
    return groups * _STRIDE + single * PITCH


@lru_cache(maxsize=64)
def road(target: int) -> Road:
    """The track with a step of 1, 5, 10, 50, … points, the smallest that asks for no more than 61 holes.

    >>> road(61), road(250).step, road(10_000).holes
    (Road(target=61, step=1, holes=60, row=30), 5, 19)
    """
    step = 1
    while -(-target // step) > _MOST_HOLES:
        step *= 2 if str(step).startswith("5") else 5
    holes = max(1, -(-target // step) - 1)
    rows = holes if holes <= _ONE_WAY else -(-holes // (2 * GROUP)) * GROUP
    return Road(target, step, holes, rows)
