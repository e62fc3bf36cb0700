"""What has happened in a domino match, in the past tense."""

from typing import Literal

from msgspec import Struct

from homestretch.kit.chance import Committed, Contributed, Lotted, Revealed
from homestretch.kit.hidden import Hidden
from homestretch.kit.seat import Seat, Side
from homestretch.kit.tile import Tile

TileSeen = Tile | Hidden
"""A tile, or one that this viewer may not see."""

StartBy = Literal["lot", "out"]
"""Why a seat starts: a lot chose it, or it went out in the round before."""


class Dealt(Struct, frozen=True, tag=True):
    """A round begins. The boneyard is drawn from its end."""

    starter: Seat
    start_by: StartBy
    hands: tuple[tuple[TileSeen, ...], ...]
    boneyard: tuple[TileSeen, ...]


class Played(Struct, frozen=True, tag=True):
    """A tile was placed; ``goes_on`` says whether the turn is kept."""

    seat: Seat
    tile: Tile
    host: Tile | None
    goes_on: bool


class Scored(Struct, frozen=True, tag=True):
    """A placement earned ``raw`` points, which are ``points`` of the game's own."""

    seat: Seat
    side: Side
    raw: int
    points: int


class Drew(Struct, frozen=True, tag=True):
    """A tile was drawn. Whether it fits is open to all: a tile that does is placed at once."""

    seat: Seat
    tile: TileSeen
    fits: bool


class Passed(Struct, frozen=True, tag=True):
    """A player knocked."""

    seat: Seat


class Stopped(Struct, frozen=True, tag=True):
    """A player chose not to go on."""

    seat: Seat


class Counted(Struct, frozen=True):
    """The pips left in one hand, and what they are rounded to where each hand is rounded alone."""

    seat: Seat
    pips: int
    rounded: int | None = None


class Change(Struct, frozen=True):
    """What a settlement changes for one side: the hands that count, their sum, the rounded sum and the points."""

    side: Side
    hands: tuple[Counted, ...]
    pips: int
    rounded: int
    points: int


class Settled(Struct, frozen=True, tag=True):
    """A round ended: ``out`` emptied the hand, or None where it was blocked.

    ``shown`` holds the hands that the settlement needs, no others. ``winners`` are the sides that won the round, and
    ``changes`` what each side's score gains or loses; sides that it does not concern are left out.
    """

    out: Seat | None
    shown: tuple[tuple[Seat, tuple[Tile, ...]], ...]
    winners: tuple[Side, ...]
    changes: tuple[Change, ...]


class MatchWon(Struct, frozen=True, tag=True):
    """The target is reached; several sides share the win where one settlement brought them there."""

    sides: tuple[Side, ...]


Event = (
    Committed | Contributed | Lotted | Dealt | Played | Scored | Drew | Passed | Stopped | Settled | MatchWon | Revealed
)
