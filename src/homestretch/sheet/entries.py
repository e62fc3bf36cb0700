"""What is written on a sheet: its header, the entries of a game, and how entries are put right afterwards."""

from typing import Any

from msgspec import Struct

from homestretch.kit.card import Suit
from homestretch.kit.seat import Seat, Side
from homestretch.kit.tile import Tile

Left = tuple[Tile, ...] | int | None
"""What is left in a hand: its tiles, only their pips, or None where nobody has said."""


class Award(Struct, frozen=True, tag=True):
    """A side scored for a placement; ``points`` are the game's own, as they are called at the table."""

    side: Side
    points: int


class RoundEnd(Struct, frozen=True, tag=True):
    """Round number ``round`` ended: ``out`` emptied the hand, None where it was blocked; ``left`` goes seat by seat."""

    round: int
    out: Seat | None
    left: tuple[Left, ...]


class Starts(Struct, frozen=True, tag=True):
    """A lot chose this seat: to start the round, or to hold the first bank."""

    seat: Seat


class Opening(Struct, frozen=True, tag=True):
    """A race begins: the cards of each suit on its track, the bank's net odds for 0 to 4 of them, and its limit."""

    counts: tuple[int, ...]
    prices: tuple[int, ...]
    limit: int


class Backed(Struct, frozen=True, tag=True):
    """A seat put tokens on a horse."""

    seat: Seat
    suit: Suit
    amount: int


class Finished(Struct, frozen=True, tag=True):
    """A horse won race number ``round``."""

    round: int
    suit: Suit


Entry = Award | RoundEnd | Starts | Opening | Backed | Finished


class SheetOpened(Struct, frozen=True, tag=True):
    """A sheet was begun for one game; ``ruleset`` is its ruleset as JSON values, ``keeper`` the guest who keeps it."""

    game: str
    ruleset: dict[str, Any]
    names: tuple[str, ...]
    keeper: str = ""


class Entered(Struct, frozen=True, tag=True):
    """Something was entered at the end of the sheet; entries count from 1.

    ``key`` is made by whoever enters it, so that what is delivered twice is entered once.
    """

    key: str
    entry: Entry


class Undone(Struct, frozen=True, tag=True):
    """An entry was struck."""

    key: str
    number: int


class Redone(Struct, frozen=True, tag=True):
    """A struck entry was put back."""

    key: str
    number: int


class Corrected(Struct, frozen=True, tag=True):
    """An entry was replaced by another in the same place."""

    key: str
    number: int
    entry: Entry


class Joined(Struct, frozen=True, tag=True):
    """Another guest may keep the sheet as well."""

    guest: str


Item = Entered | Undone | Redone | Corrected | Joined
