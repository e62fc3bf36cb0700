"""Dominoes: a tile, the set that it belongs to, and how both are written.

A tile is printed low-high (``2-5``). Two different tiles share at most one number of pips, which is why a tile
and the tile that it joins name a placement completely.
"""

import re
from functools import cache
from typing import Final, NamedTuple

LARGEST_SET: Final = 9
"""Pips are written with one digit, so a double-nine set is the largest that the notation can name."""

# The possessive blanks are never given back: a long row of them would be tried in all ways that there are to part it.
_TILE: Final = re.compile(r"\[\s*+(\d)\s*+[-|]?+\s*+(\d)\s*+\]|(\d)\s*+[-|]?+\s*+(\d)")


class Tile(NamedTuple):
    """A domino with ``low`` ≤ ``high`` pips on its halves; use :func:`tile` where the order is not known.

    >>> str(Tile(2, 5)), Tile(2, 5).pips, Tile(4, 4).is_double
    ('2-5', 7, True)
    """

    low: int
    high: int

    @property
    def pips(self) -> int:
        """The spots on both halves together."""
        return self.low + self.high

    @property
    def is_double(self) -> bool:
        """Whether both halves are equal."""
        return self.low == self.high

    def has(self, pips: int) -> bool:
        """Whether one of the halves shows this number of pips."""
        return pips in (self.low, self.high)

    def other(self, pips: int) -> int:
        """The pips on the half that is left when the half with ``pips`` is joined.

        >>> Tile(2, 5).other(5), Tile(4, 4).other(4)
        (2, 4)
        """
        return self.high if pips == self.low else self.low

    def __str__(self) -> str:
        return f"{self.low}-{self.high}"


def tile(one: int, other: int) -> Tile:
    """The tile with these two halves, whichever comes first."""
    return Tile(min(one, other), max(one, other))


@cache
def full_set(highest: int) -> tuple[Tile, ...]:
    """Every tile of the double-``highest`` set in its canonical order: 0-0, 0-1, …, 0-6, 1-1, …, 6-6.

    >>> len(full_set(6)), full_set(6)[:3], full_set(6)[-1]
    (28, (Tile(low=0, high=0), Tile(low=0, high=1), Tile(low=0, high=2)), Tile(low=6, high=6))
    """
    return tuple(Tile(low, high) for low in range(highest + 1) for high in range(low, highest + 1))


def parse_tile(text: str) -> Tile | None:
    """Read ``5-2``, ``52``, ``5|2`` or ``[5|2]``; None where the text is no tile.

    >>> parse_tile("[5|2]"), parse_tile("52"), parse_tile("x")
    (Tile(low=2, high=5), Tile(low=2, high=5), None)
    """
    found = _TILE.fullmatch(text.strip()) if text.isascii() else None
    if found is None:
        return None
    one, other = (int(half) for half in found.groups() if half is not None)
    return tile(one, other)
