"""The grid that tiles are drawn on: columns to the right, rows down, one character to a cell."""

from enum import IntEnum
from typing import Final, NamedTuple

from msgspec import Struct


class Heading(IntEnum):
    """A direction on the table, clockwise from the right; ``is_upright`` where it runs along a column."""

    EAST = 0
    SOUTH = 1
    WEST = 2
    NORTH = 3

    def __init__(self, quarter: int) -> None:
        self.is_upright: Final = quarter % 2 == 1

    @property
    def right(self) -> "Heading":
        """A quarter turn clockwise."""
        return _AROUND[self + 1 & 3]

    @property
    def back(self) -> "Heading":
        """The opposite direction."""
        return _AROUND[self + 2 & 3]

    @property
    def left(self) -> "Heading":
        """A quarter turn the other way."""
        return _AROUND[self + 3 & 3]


_AROUND: Final = tuple(Heading)


class Box(NamedTuple):
    """A rectangle of cells, its last column and row included."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """Columns."""
        return self.right - self.left + 1

    @property
    def height(self) -> int:
        """Rows."""
        return self.bottom - self.top + 1

    @property
    def centre(self) -> tuple[int, int]:
        """The middle cell; tiles have odd sides, so there is one."""
        return (self.left + self.right) // 2, (self.top + self.bottom) // 2

    def grown(self, columns: int, rows: int) -> "Box":
        """The box with so many columns more on the left and right, and rows above and below."""
        return Box(self.left - columns, self.top - rows, self.right + columns, self.bottom + rows)

    def moved(self, columns: int, rows: int) -> "Box":
        """The box so many columns to the right and rows down."""
        return Box(self.left + columns, self.top + rows, self.right + columns, self.bottom + rows)

    def meets(self, other: "Box") -> bool:
        """Whether they share a cell.

        >>> Box(0, 0, 4, 0).meets(Box(4, 0, 8, 0)), Box(0, 0, 4, 0).meets(Box(5, 0, 9, 0))
        (True, False)
        """
        return (
            self.left <= other.right
            and other.left <= self.right
            and self.top <= other.bottom
            and other.top <= self.bottom
        )

    def beside(self, heading: Heading, anchor: tuple[int, int], size: tuple[int, int], gap: int) -> "Box":
        """The box of ``size`` (columns, rows) beyond this one's edge, ``gap`` cells away, centred on ``anchor``."""
        across, down = size
        column, row = anchor[0] - across // 2, anchor[1] - down // 2
        if heading is Heading.EAST:
            column = self.right + 1 + gap
        elif heading is Heading.WEST:
            column = self.left - gap - across
        elif heading is Heading.SOUTH:
            row = self.bottom + 1 + gap
        else:
            row = self.top - gap - down
        return Box(column, row, column + across - 1, row + down - 1)


class Scale(Struct, frozen=True):
    """How many cells things take: ``flat`` and ``upright`` are a tile's columns and rows lying either way.

    ``gap`` is what a joint opens between its two tiles, ``clear`` what lies at least between tiles that are not
    joined; both as (columns, rows). ``stretch`` lists how much longer a joint may become where there is no other room.
    """

    flat: tuple[int, int]
    upright: tuple[int, int]
    gap: tuple[int, int]
    clear: tuple[int, int]
    stretch: tuple[tuple[int, ...], tuple[int, ...]]

    def size(self, *, upright: bool) -> tuple[int, int]:
        """Columns and rows of a tile."""
        return self.upright if upright else self.flat

    def half(self, box: Box, *, upright: bool, second: bool) -> tuple[int, int]:
        """The cell that shows the pips of a tile's first (left or upper) or second half.

        >>> SMALL.half(Box(0, 0, 4, 0), upright=False, second=True)
        (3, 0)
        """
        column, row = box.centre
        if upright:
            inset = (box.height - 1) // 4
            return column, box.bottom - inset if second else box.top + inset
        inset = (box.width - 1) // 4
        return box.right - inset if second else box.left + inset, row


LARGE: Final = Scale(
    flat=(9, 3), upright=(5, 5), gap=(1, 0), clear=(2, 1), stretch=((0, 4, 8, 12, 18), (0, 2, 4, 6, 9))
)
SMALL: Final = Scale(
    flat=(5, 1), upright=(3, 3), gap=(1, 0), clear=(2, 1), stretch=((0, 3, 6, 9, 14, 20), (0, 1, 2, 4, 6, 9))
)
