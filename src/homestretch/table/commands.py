"""What people, bots and the house may ask of a table."""

from typing import Any

from msgspec import Struct

from homestretch.kit.seat import Seat

from .events import Occupant


class Sit(Struct, frozen=True):
    """Take a free seat."""

    seat: Seat
    occupant: Occupant


class Stand(Struct, frozen=True):
    """Leave a seat; somebody else, or a bot, may sit down on it."""

    seat: Seat


class Swap(Struct, frozen=True):
    """Change two seats before the start."""

    one: Seat
    other: Seat


class Claim(Struct, frozen=True):
    """Bring a person's seat to another device."""

    seat: Seat
    guest: str


class Deputise(Struct, frozen=True):
    """Let a bot play for a person who is away."""

    seat: Seat
    level: str


class Return(Struct, frozen=True):
    """Take a seat back from the bot that played for its person."""

    seat: Seat


class Start(Struct, frozen=True):
    """Begin the match."""


class Promise(Struct, frozen=True):
    """The house promises the seed of the next round: 32 bytes from a source of true randomness."""

    seed: bytes


class Contribute(Struct, frozen=True):
    """A seat adds its own bytes to the promised round."""

    seat: Seat
    entropy: bytes


class Deal(Struct, frozen=True):
    """The house deals the promised round."""


class Act(Struct, frozen=True):
    """A seat moves.

    ``at`` is the number of events that the mover had seen, where a move that comes too late must not count. What others
    do beside the game, and stakes that are made at the same time, make no move late.
    """

    seat: Seat
    move: Any
    at: int | None = None


class AskTakeback(Struct, frozen=True):
    """A seat asks to take its last move back."""

    seat: Seat


class Answer(Struct, frozen=True):
    """A seat agrees to a takeback or does not."""

    seat: Seat
    agrees: bool


class BreakOff(Struct, frozen=True):
    """Give the match up; the seed of a running round is shown."""


class Continue(Struct, frozen=True):
    """Go on with a new match at another table."""

    table: str


Command = (
    Sit
    | Stand
    | Swap
    | Claim
    | Deputise
    | Return
    | Start
    | Promise
    | Contribute
    | Deal
    | Act
    | AskTakeback
    | Answer
    | BreakOff
    | Continue
)
