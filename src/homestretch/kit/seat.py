"""Who sits where, who scores together, and who looks on.

Seats are numbered from 0 clockwise. A *side* scores: a player alone, or a pair that sits opposite each other.
"""

from typing import Final, TypeAlias

Seat: TypeAlias = int
Side: TypeAlias = int
Viewer: TypeAlias = Seat | None
"""A seat, or :data:`SPECTATOR`."""

SPECTATOR: Final = None
"""The viewer who holds no hand and sees only what lies open."""


def next_seat(seat: Seat, players: int) -> Seat:
    """The next seat clockwise."""
    return (seat + 1) % players


def side_of(seat: Seat, *, pairs: bool) -> Side:
    """The side that this seat scores for: in pairs, seats 0 and 2 against 1 and 3."""
    return seat % 2 if pairs else seat


def seats_of(side: Side, players: int, *, pairs: bool) -> tuple[Seat, ...]:
    """The seats that score for this side.

    >>> seats_of(1, 4, pairs=True)
    (1, 3)
    """
    return tuple(seat for seat in range(players) if side_of(seat, pairs=pairs) == side)
