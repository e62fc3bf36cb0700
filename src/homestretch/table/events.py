"""What happens at a table besides the game itself."""

from typing import Any, Literal

from msgspec import Struct

from homestretch.fives.events import Event as FivesEvent
from homestretch.kit.seat import Seat
from homestretch.race.events import Event as RaceEvent
from homestretch.record.log import TookBack


class Occupant(Struct, frozen=True):
    """Who sits in a seat: a person, or a bot of some level.

    ``guests`` are the devices from which a person plays: the first is where they sat down, others were brought the seat
    by its private link. ``deputy`` is the level of the bot that plays for a person who is away.
    """

    name: str
    kind: Literal["person", "bot"] = "person"
    level: str = ""
    guests: tuple[str, ...] = ()
    deputy: str = ""

    @property
    def plays_as(self) -> str:
        """The level of the bot that chooses this seat's moves now; empty where a person does."""
        return self.level if self.kind == "bot" else self.deputy


class House(Struct, frozen=True):
    """How a table in a house of many is kept.

    ``host`` is the guest who opened it, ``public`` whether it is listed, ``shared`` whether several people pass one
    device round, and ``clock`` the seconds that a person has for a move, None where nobody is hurried.
    """

    host: str = ""
    public: bool = False
    shared: bool = False
    clock: int | None = None


class Opened(Struct, frozen=True, tag=True):
    """A table was set up for one game; ``ruleset`` is its ruleset as JSON values."""

    game: str
    ruleset: dict[str, Any]
    house: House = House()


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


class Claimed(Struct, frozen=True, tag=True):
    """A person's seat was brought to another device, from which they can play as well."""

    seat: Seat
    guest: str


class Deputised(Struct, frozen=True, tag=True):
    """A bot plays for a person who is away."""

    seat: Seat
    level: str


class Returned(Struct, frozen=True, tag=True):
    """A person is back and plays again."""

    seat: Seat


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


class Continued(Struct, frozen=True, tag=True):
    """The same people went on with a new match at another table."""

    table: str


TableEvent = (
    Opened
    | Sat
    | Stood
    | Swapped
    | Claimed
    | Deputised
    | Returned
    | Started
    | TakebackAsked
    | TakebackAgreed
    | TakebackDeclined
    | BrokenOff
    | Continued
    | TookBack
)
Event = TableEvent | FivesEvent | RaceEvent
