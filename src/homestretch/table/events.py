"""What happens at a table besides the game itself."""

from typing import Any, Literal

from msgspec import Struct

from homestretch.fives.events import Event as FivesEvent
from homestretch.kit.seat import Seat
from homestretch.race.events import Event as RaceEvent
from homestretch.record.log import TookBack


class Occupant(Struct, frozen=True):
    """Who sits in a seat: a person, or a bot of some level."""

    name: str
    kind: Literal["person", "bot"] = "person"
    level: str = ""


class Opened(Struct, frozen=True, tag=True):
    """A table was set up for one game; ``ruleset`` is its ruleset as JSON values."""

    game: str
    ruleset: dict[str, Any]


class Sat(Struct, frozen=True, tag=True):
    """Somebody took a seat."""

    seat: Seat
    occupant: Occupant


class Stood(Struct, frozen=True, tag=True):
    """Somebody left a seat; it keeps its hand and its turn for whoever sits down next."""

    seat: Seat


class Swapped(Struct, frozen=True, tag=True):
    """Two seats changed places before the start."""

    one: Seat
    other: Seat


class Started(Struct, frozen=True, tag=True):
    """Everyone is seated and the match begins."""


class TakebackAsked(Struct, frozen=True, tag=True):
    """A seat asks to take its last move back, that is, to return to before event number ``to``."""

    seat: Seat
    to: int


class TakebackAgreed(Struct, frozen=True, tag=True):
    """Another seat agrees."""

    seat: Seat


class TakebackDeclined(Struct, frozen=True, tag=True):
    """Another seat does not agree; the question is closed."""

    seat: Seat


class BrokenOff(Struct, frozen=True, tag=True):
    """The match is given up before its end."""


TableEvent = (
    Opened | Sat | Stood | Swapped | Started | TakebackAsked | TakebackAgreed | TakebackDeclined | BrokenOff | TookBack
)
Event = TableEvent | FivesEvent | RaceEvent
