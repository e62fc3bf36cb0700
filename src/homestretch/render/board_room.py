"""Room on the browser's board, in eighths of a tile's length: what lies beside a box, and what can still be reached."""

from collections.abc import Iterable
from typing import Final

from .scale import Box, Heading

LENGTH: Final = 8
THICKNESS: Final = 4
GAP: Final = 1
"""What a joint opens between its two tiles."""

CLEAR: Final = 2
"""What lies at least between tiles that are not joined."""

_MARGIN: Final = 2 * LENGTH
"""Beyond the outermost tiles by this much, everything is free."""


def beyond(box: Box, heading: Heading, gap: int, depth: int, across: int) -> Box:
    """The box that begins ``gap`` units beyond a side of ``box``, is so deep and so wide, and centred on that side."""
    if heading.is_upright:
        left = box.left + (box.width - across) // 2
        top = box.bottom + 1 + gap if heading is Heading.SOUTH else box.top - gap - depth
        return Box(left, top, left + across - 1, top + depth - 1)
    top = box.top + (box.height - across) // 2
    left = box.right + 1 + gap if heading is Heading.EAST else box.left - gap - depth
    return Box(left, top, left + depth - 1, top + across - 1)


def outer_half(box: Box, heading: Heading) -> Box:
    """The half of a tile that lies foremost towards ``heading``."""
    return beyond(box, heading, -THICKNESS, THICKNESS, THICKNESS)


def ahead(corridor: Box, heading: Heading, obstacle: Box) -> int:
    """Units of a corridor towards ``heading`` before an obstacle that lies in it."""
    if heading is Heading.EAST:
        return max(0, obstacle.left - corridor.left)
    if heading is Heading.WEST:
        return max(0, corridor.right - obstacle.right)
    if heading is Heading.SOUTH:
        return max(0, obstacle.top - corridor.top)
    return max(0, corridor.bottom - obstacle.bottom)


def around(one: Box, other: Box) -> Box:
    """The smallest box that holds both."""
    return Box(
        min(one.left, other.left),
        min(one.top, other.top),
        max(one.right, other.right),
        max(one.bottom, other.bottom),
    )


class Outside:
    """Where a square of ``size`` units can come to from outside, keeping clear of all obstacles on its way.

    Its positions are bits of one number, row after row, so that a whole board is flooded by a few shifts.
    """

    def __init__(self, obstacles: Iterable[Box], frame: Box, size: int) -> None:
        self._left, self._top = frame.left - _MARGIN, frame.top - _MARGIN
        self._stride = frame.width + 2 * _MARGIN + 1
        rows = frame.height + 2 * _MARGIN
        taken = 0
        for box in obstacles:
            barred = box.grown(CLEAR, CLEAR)
            block = self._block(barred.width + size - 1, barred.height + size - 1)
            taken |= block << self._bit(barred.left - size + 1, barred.top - size + 1)
        free = self._block(self._stride - 1, rows) & ~taken
        self._reached = _flood(1, free, self._stride, rows)

    def _block(self, columns: int, rows: int) -> int:
        """The bits of so many columns and rows in the upper left corner."""
        return ((1 << self._stride * rows) - 1) // ((1 << self._stride) - 1) * ((1 << columns) - 1)

    def _bit(self, column: int, row: int) -> int:
        return (row - self._top) * self._stride + column - self._left

    def reaches(self, box: Box) -> bool:
        """Whether the square can come to where ``box``, which has its size, lies."""
        return bool(self._reached >> self._bit(box.left, box.top) & 1)


def _flood(reached: int, free: int, stride: int, rows: int) -> int:
    """Every free position that is joined to those reached; each run doubles how far it fills a row or a column."""
    runs: list[tuple[int, list[int]]] = []
    for step, length in ((1, stride), (stride, rows)):
        passable, masks = free, list[int]()
        while 1 << len(masks) < length:
            masks.append(passable)
            passable &= passable << (step << len(masks) - 1)
        runs.append((step, masks))
    before = 0
    while before != reached:
        before = reached
        for step, masks in runs:
            for power, passable in enumerate(masks):
                reached |= passable & reached << (step << power)
            for power, passable in enumerate(masks):
                reached |= (passable >> (step << power) - step) & reached >> (step << power)
    return reached
