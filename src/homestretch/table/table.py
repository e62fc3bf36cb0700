"""A table at one moment, and how events change it."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from homestretch.games import find, rules_for, ruleset_from_plain
from homestretch.kit.message import Refusal
from homestretch.kit.rules import Rules
from homestretch.kit.seat import Seat, Viewer
from homestretch.race.events import Announced, Staked
from homestretch.record.log import Step as Move
from homestretch.record.log import TookBack, is_barrier
from homestretch.record.redact import redact, view

from .events import (
    BrokenOff,
    Claimed,
    Continued,
    Deputised,
    Event,
    House,
    Occupant,
    Opened,
    Returned,
    Sat,
    Started,
    Stood,
    Swapped,
    TableEvent,
    TakebackAgreed,
    TakebackAsked,
    TakebackDeclined,
)


class Step(Struct, frozen=True):
    """The state before a seat's move that can still be taken back: ``at`` is the number of the move's first event."""

    at: int
    seat: Seat
    state: Any


class Takeback(Struct, frozen=True):
    """A takeback that waits for consent."""

    seat: Seat
    to: int
    agreed: frozenset[Seat] = frozenset()


class Table(Struct, frozen=True):
    """Seats, the log and the game's state after it.

    ``steps`` reach back to the last deal, draw or lot. ``ground`` is the number of events that whoever moves must have
    seen: everything in the game but the stakes that others make at the same time. ``continued`` names the table at
    which the same people went on.
    """

    game: str
    rules: Rules[Any, Any, Any]
    seats: tuple[Occupant | None, ...]
    state: Any
    log: tuple[Event, ...]
    started: bool = False
    broken_off: bool = False
    steps: tuple[Step, ...] = ()
    takeback: Takeback | None = None
    house: House = House()
    ground: int = 1
    continued: str = ""

    @property
    def over(self) -> bool:
        """Whether the match has been won or given up."""
        return self.broken_off or bool(self.rules.winners(self.state))

    @property
    def persons(self) -> tuple[Seat, ...]:
        """The seats of people who play themselves."""
        return tuple(seat for seat, who in enumerate(self.seats) if who is not None and not who.plays_as)

    def chosen(self, seat: Seat) -> tuple[Step, ...]:
        """The moves of this seat that can still be taken back: choices, for any other move would only be made again.

        The bank may always announce something else. Needs the seat's own hand to be known.
        """
        return tuple(step for step in self.steps if step.seat == seat and self._was_choice(step))

    def _was_choice(self, step: Step) -> bool:
        return isinstance(self.log[step.at], Announced) or len(self.rules.legal_moves(step.state, step.seat)) > 1

    def seats_of(self, guest: str) -> tuple[Seat, ...]:
        """The seats that this guest plays from: one, or several people's who pass one device round."""
        return tuple(seat for seat, who in enumerate(self.seats) if who is not None and guest in who.guests)


def open_table(event: Opened) -> Table:
    """The table that this event sets up.

    Raises:
        ValueError: The game is unknown or its ruleset makes no game.
    """
    game = find(event.game)
    if isinstance(game, Refusal):
        raise ValueError(game.code)
    ruleset = ruleset_from_plain(game, event.ruleset)
    if isinstance(ruleset, Refusal):
        raise ValueError(ruleset.code)
    rules = rules_for(ruleset)
    return Table(game.key, rules, (None,) * rules.players, rules.new(), (event,), house=event.house)


def evolve(table: Table, event: Event) -> Table:
    """The table after this event."""
    changed = _evolve(table, event)
    return replace(changed, log=(*table.log, event))


def _evolve(table: Table, event: Event) -> Table:
    match event:
        case Sat():
            return _seat(table, event.seat, event.occupant)
        case Stood():
            return replace(_seat(table, event.seat, None), takeback=None)
        case Swapped():
            one, other = table.seats[event.one], table.seats[event.other]
            return _seat(_seat(table, event.one, other), event.other, one)
        case Claimed():
            who = _occupant(table, event.seat)
            return _seat(table, event.seat, replace(who, guests=(*who.guests, event.guest)))
        case Deputised():
            away = replace(_occupant(table, event.seat), deputy=event.level)
            return replace(_seat(table, event.seat, away), takeback=None)
        case Returned():
            return _seat(table, event.seat, replace(_occupant(table, event.seat), deputy=""))
        case Started():
            return replace(table, started=True)
        case TakebackAsked():
            return replace(table, takeback=Takeback(event.seat, event.to))
        case TakebackAgreed() if table.takeback is not None:
            return replace(table, takeback=replace(table.takeback, agreed=table.takeback.agreed | {event.seat}))
        case TakebackDeclined():
            return replace(table, takeback=None)
        case TookBack():
            step = next(step for step in table.steps if step.at == event.to)
            kept = tuple(each for each in table.steps if each.at < event.to)
            return replace(table, state=step.state, steps=kept, takeback=None, ground=len(table.log) + 1)
        case BrokenOff():
            return replace(table, broken_off=True, steps=(), takeback=None)
        case Continued():
            return replace(table, continued=event.table)
        case _:
            return _play_on(table, event)


def _seat(table: Table, seat: Seat, occupant: Occupant | None) -> Table:
    if not 0 <= seat < len(table.seats):
        raise LookupError(f"this table has no seat {seat}")
    return replace(table, seats=(*table.seats[:seat], occupant, *table.seats[seat + 1 :]))


def _occupant(table: Table, seat: Seat) -> Occupant:
    who = table.seats[seat]
    if who is None:
        raise LookupError(f"nobody sits in seat {seat}")
    return who


def _play_on(table: Table, event: Event) -> Table:
    """A game event: it can be taken back unless chance has spoken, and it closes a question that was open."""
    steps = table.steps
    if is_barrier(event):
        steps = ()
    elif isinstance(event, Move):
        steps = (*steps, Step(len(table.log), event.seat, table.state))
    ground = table.ground if isinstance(event, Staked) else len(table.log) + 1
    return replace(table, state=table.rules.evolve(table.state, event), steps=steps, takeback=None, ground=ground)


def seen_by(table: Table, viewer: Viewer) -> Table:
    """The table as a viewer sees it: every event and every state through the one gate."""
    return replace(
        table,
        state=view(table.rules, table.state, viewer),
        steps=tuple(replace(step, state=view(table.rules, step.state, viewer)) for step in table.steps),
        log=tuple(event_for(table, event, viewer) for event in table.log),
    )


def event_for(table: Table, event: Event, viewer: Viewer) -> Event:
    """One event as a viewer sees it. What happens at the table itself is open; all else passes the gate."""
    if isinstance(event, TableEvent):
        return event
    redacted: Event = redact(table.rules, event, viewer)
    return redacted
