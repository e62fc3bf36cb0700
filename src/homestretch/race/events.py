"""What has happened in a meeting of card races, in the past tense."""

from msgspec import Struct

from homestretch.kit.card import Card, Suit
from homestretch.kit.chance import Committed, Contributed, Lotted, Revealed
from homestretch.kit.hidden import Hidden
from homestretch.kit.seat import Seat

from .moves import Stake

CardSeen = Card | Hidden
"""A card, or one that this viewer may not see."""

StakeSeen = Stake | Hidden
"""A stake, or one that this viewer may not see yet."""


class BankPassed(Struct, frozen=True, tag=True):
    """A seat was passed over: its tokens could not pay every backer 1 at 1:1."""

    seat: Seat


class Laid(Struct, frozen=True, tag=True):
    """The 48 were shuffled for this banker's race and the track was laid.

    ``again`` tells that the track holds too many of one suit and is gathered up; it then has no deck. The race deck is
    turned from its end.
    """

    banker: Seat
    track: tuple[Card, ...]
    deck: tuple[CardSeen, ...] = ()
    again: bool = False


class Announced(Struct, frozen=True, tag=True):
    """The bank named its net odds, for 0 to 4 cards on the track, and the largest stake."""

    seat: Seat
    prices: tuple[int, ...]
    limit: int


class Staked(Struct, frozen=True, tag=True):
    """A backer chose a horse and an amount, for the first time or anew."""

    seat: Seat
    stake: StakeSeen


class Locked(Struct, frozen=True, tag=True):
    """Every backer has staked and all is shown: each seat's stake, None for those who have none."""

    stakes: tuple[Stake | None, ...]


class Turned(Struct, frozen=True, tag=True):
    """A race card was turned and the ace of its suit moved by one."""

    card: Card


class Won(Struct, frozen=True, tag=True):
    """A horse crossed the line."""

    suit: Suit


class Payment(Struct, frozen=True):
    """What the race did to one backer: ``change`` is the net win, or the lost stake below zero."""

    seat: Seat
    stake: Stake
    won: bool
    change: int


class Paid(Struct, frozen=True, tag=True):
    """A race was settled: each backer alone, then what changes for each seat, the bank among them. Sums to zero."""

    payments: tuple[Payment, ...]
    changes: tuple[int, ...]


class MeetingWon(Struct, frozen=True, tag=True):
    """The meeting is over and these seats hold the highest balance."""

    seats: tuple[Seat, ...]


Event = (
    Committed
    | Contributed
    | Lotted
    | BankPassed
    | Laid
    | Announced
    | Staked
    | Locked
    | Turned
    | Won
    | Paid
    | MeetingWon
    | Revealed
)
