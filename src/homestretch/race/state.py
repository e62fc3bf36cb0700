"""A meeting of card races at one moment."""

from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct

from homestretch.kit.card import SUITS, Card, Suit
from homestretch.kit.chance import Shuffle
from homestretch.kit.seat import Seat
from homestretch.kit.show import picture_of

from .events import CardSeen, StakeSeen
from .ruleset import RaceRuleset


class Phase(StrEnum):
    """What the meeting waits for."""

    ROUND = "round"
    DEAL = "deal"
    ANNOUNCE = "announce"
    STAKE = "stake"
    RACE = "race"
    OVER = "over"


RUNNING = (Phase.ANNOUNCE, Phase.STAKE, Phase.RACE)
"""The phases of a race that has been laid and is not settled."""


class State(Struct, frozen=True):
    """Everything that the rules need to go on, complete for the house and partly hidden for a viewer.

    ``race`` counts from 1 and is 0 before the first track. ``first`` is the seat that the lot made the first banker,
    ``passed`` lists those who were passed over. ``positions`` and ``counts`` follow the order of the suits.
    Everything about a race stays until the next track is laid.
    """

    rules: RaceRuleset
    balances: tuple[int, ...]
    phase: Phase = Phase.ROUND
    race: int = 0
    shuffle: Shuffle | None = None
    first: Seat | None = None
    banker: Seat | None = None
    passed: tuple[Seat, ...] = ()
    track: tuple[Card, ...] = ()
    deck: tuple[CardSeen, ...] = ()
    turned: tuple[Card, ...] = ()
    positions: tuple[int, ...] = (0,) * len(SUITS)
    prices: tuple[int, ...] = ()
    limit: int = 0
    stakes: tuple[StakeSeen | None, ...] = ()
    locked: bool = False
    winner: Suit | None = None
    winners: tuple[Seat, ...] = ()

    @property
    def backers(self) -> tuple[Seat, ...]:
        """Everyone but the banker who has a token to stake; the others watch."""
        return tuple(seat for seat, tokens in enumerate(self.balances) if seat != self.banker and tokens)

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The backers who have not staked yet."""
        return tuple(seat for seat in self.backers if self.stakes[seat] is None)

    @property
    def banked(self) -> int:
        """How many seats have had their turn at the bank, those who were passed over included."""
        return self.race + len(self.passed)

    @property
    def races(self) -> int:
        """How many races the meeting has, unless more seats are passed over: each of the others holds the bank once."""
        return self.rules.players - len(self.passed)

    @property
    def counts(self) -> tuple[int, ...]:
        """How many cards of each suit lie on the track."""
        return suit_counts(self.track)

    def price(self, suit: Suit) -> int:
        """The net odds that the bank has announced for this horse."""
        return self.prices[self.counts[SUITS.index(suit)]]

    def _repr_svg_(self) -> str:
        """What a notebook shows: the track, the bank and the balances, and nobody's stake."""
        return picture_of(self)


def new(rules: RaceRuleset) -> State:
    """The meeting before its first race."""
    return State(rules, (rules.tokens,) * rules.players, stakes=(None,) * rules.players)


def suit_counts(cards: Sequence[Card]) -> tuple[int, ...]:
    """How many of the cards belong to each suit.

    >>> suit_counts((Card(2, Suit.SPADES), Card(9, Suit.SPADES), Card(13, Suit.CLUBS)))
    (2, 0, 0, 1)
    """
    return tuple(sum(card.suit is suit for card in cards) for suit in SUITS)
