"""To whom a table is shown: everybody who is shown the same page belongs to one audience."""

from msgspec import Struct

from homestretch.games import GAMES
from homestretch.kit.numbers import read_digits
from homestretch.kit.seat import SPECTATOR, Seat, Viewer
from homestretch.render import Shape
from homestretch.table.table import Table

from .visit import Visit


class Audience(Struct, frozen=True):
    """What makes two viewers' pages differ.

    ``viewer`` is the seat whose hand is shown. ``seats`` are those that the guest plays from: several where people
    pass one device round, and then nobody's hand is shown before its owner asks for it. ``host`` is whoever opened the
    table.
    """

    viewer: Viewer
    seats: tuple[Seat, ...]
    host: bool
    language: str
    shape: Shape
    hints: bool
    chances: bool
    keys: bool
    guide: bool
    prefix: str

    @property
    def shares(self) -> bool:
        """Whether several people look at this screen."""
        return len(self.seats) > 1

    @property
    def covered(self) -> bool:
        """Whether hands are hidden now because the device may be in anybody's hands."""
        return self.shares and self.viewer is SPECTATOR


def audience_of(visit: Visit, table: Table) -> Audience:
    """The audience that a visitor belongs to."""
    seats = table.seats_of(visit.guest.id)
    asked = visit.request.query_params.get("seat", "")
    return Audience(
        viewer=_viewer(table, seats, asked),
        seats=seats,
        host=table.house.host == visit.guest.id,
        language=visit.language,
        shape=visit.shape,
        hints=visit.prefs.hints,
        chances=visit.prefs.chances,
        keys=visit.prefs.keys,
        guide=visit.prefs.guides(GAMES[table.game].family),
        prefix=visit.prefix,
    )


def _viewer(table: Table, seats: tuple[Seat, ...], asked: str) -> Viewer:
    """Whose hand to show. On a shared device it is that of the person who has taken it up and may act."""
    if len(seats) <= 1:
        return seats[0] if seats else SPECTATOR
    seat = read_digits(asked)
    return seat if seat in seats and seat in table.rules.actors(table.state) else SPECTATOR
