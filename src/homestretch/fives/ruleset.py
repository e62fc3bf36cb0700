"""What differs between the domino games, as data, and which combinations make no game."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from msgspec import Struct

from homestretch.kit.message import Refusal, refuse
from homestretch.kit.seat import Seat, Side, seats_of, side_of
from homestretch.kit.tile import LARGEST_SET, Tile, full_set

MULTIPLE: Final = 5
"""The family's number: totals that are its multiples score, pips are rounded to it."""

MOST_POINTS: Final = 10_000
"""No target above this."""

SMALLEST_SET: Final = 3
"""Smaller sets hardly ever score, and a match must come to an end."""


class Spinners(StrEnum):
    """Which doubles branch."""

    ALL = "all"
    FIRST = "first"


class Drawing(StrEnum):
    """What a player does who can place nothing."""

    UNTIL_FITS = "until-fits"
    NONE = "none"


class Keeps(StrEnum):
    """What keeps the turn when it is placed from the hand."""

    DOUBLE = "double"
    AWARD = "award"


class DrawnTile(StrEnum):
    """What a drawn tile that fits does once it is placed."""

    ENDS_TURN = "ends-turn"
    LIKE_HAND = "like-hand"


class GoingOn(StrEnum):
    """Whether a kept turn must go on."""

    DUTY = "duty"
    CHOICE = "choice"


class Settlement(StrEnum):
    """What the pips left in the hands do when a round ends."""

    BONUS = "bonus"
    DEDUCTION = "deduction"


class Rounding(StrEnum):
    """What is rounded: the sum of the hands that count, or each hand alone."""

    SUM = "sum"
    HAND = "hand"


class Ties(StrEnum):
    """Who wins a blocked round in which several sides have the lowest pips."""

    EACH = "each"
    NOBODY = "nobody"


class Leads(StrEnum):
    """Who starts after a round that somebody went out of; after a block it is always a lot."""

    OUT = "out"
    LOT = "lot"


class Ruleset(Struct, frozen=True):
    """One game's rules as data.

    ``target`` is in the game's own points; ``unit`` says how many raw points make one of them. ``hand`` is the number
    of tiles dealt to each seat; ``highest`` the set's highest double.
    """

    players: int
    pairs: bool
    hand: int
    target: int
    unit: int
    spinners: Spinners
    drawing: Drawing
    keeps: frozenset[Keeps]
    going_on: GoingOn
    drawn_tile: DrawnTile
    settlement: Settlement
    rounding: Rounding
    ties: Ties
    leads: Leads
    highest: int = 6

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile of the set, in canonical order."""
        return full_set(self.highest)

    @property
    def boneyard(self) -> int:
        """How many tiles stay face down after the deal."""
        return len(self.tiles) - self.players * self.hand

    @property
    def sides(self) -> int:
        """How many sides score."""
        return 2 if self.pairs else self.players

    def side_of(self, seat: Seat) -> Side:
        """The side that a seat scores for."""
        return side_of(seat, pairs=self.pairs)

    def seats_of(self, side: Side) -> tuple[Seat, ...]:
        """The seats of a side."""
        return seats_of(side, self.players, pairs=self.pairs)


def faults(rules: Ruleset) -> Iterator[Refusal]:
    """Everything that makes a ruleset impossible or contradictory, each in a refusal of its own.

    >>> from homestretch.games import horse_race
    >>> list(faults(horse_race(players=2)))
    []
    """
    if not SMALLEST_SET <= rules.highest <= LARGEST_SET:
        yield refuse("ruleset.set", highest=rules.highest, least=SMALLEST_SET, most=LARGEST_SET)
        return
    if not 2 <= rules.players <= 4:
        yield refuse("ruleset.players", players=rules.players)
        return
    if rules.pairs and rules.players != 4:
        yield refuse("ruleset.pairs", players=rules.players)
    if rules.hand < 1:
        yield refuse("ruleset.hand", hand=rules.hand)
    elif rules.boneyard < 0:
        yield refuse("ruleset.too-few-tiles", tiles=len(rules.tiles), needed=rules.players * rules.hand)
    elif rules.drawing is Drawing.NONE and rules.boneyard:
        yield refuse("ruleset.tiles-left-over", boneyard=rules.boneyard)
    if not 1 <= rules.target <= MOST_POINTS:
        yield refuse("ruleset.target", target=rules.target, most=MOST_POINTS)
    if rules.unit not in (1, MULTIPLE):
        yield refuse("ruleset.unit", unit=rules.unit)
    if rules.going_on is GoingOn.CHOICE and not rules.keeps:
        yield refuse("ruleset.choice-without-keeping")
    if rules.drawing is Drawing.NONE and rules.drawn_tile is DrawnTile.LIKE_HAND:
        yield refuse("ruleset.drawn-without-drawing")
    if rules.settlement is Settlement.DEDUCTION and rules.ties is Ties.EACH:
        yield refuse("ruleset.ties-without-bonus")
