"""What has happened in the round that is being played, told in words to each audience of a table."""

from collections.abc import Iterator
from typing import Any

from homestretch.fives.events import Dealt, Drew
from homestretch.games import GAMES
from homestretch.i18n.narrate import tell
from homestretch.i18n.speaker import Speaker
from homestretch.kit.chance import Committed
from homestretch.kit.message import Message, say
from homestretch.kit.seat import SPECTATOR, Seat, Viewer
from homestretch.race.events import Laid, Staked
from homestretch.record.log import Step as Move
from homestretch.record.log import TookBack
from homestretch.record.redact import view
from homestretch.table.events import (
    BrokenOff,
    Deputised,
    Event,
    Returned,
    TableEvent,
    TakebackAsked,
    TakebackDeclined,
)
from homestretch.table.table import Table, event_for

Line = tuple[int, str, tuple[str, ...]]
"""The number of an event in the round, a line that tells of it, and the clauses of the rules behind that."""

DIFFERENT = (Dealt, Drew, Laid, Staked)
"""Events of which a viewer is told more or less than others; all else is told to everyone in the same words."""

PROOF = frozenset({"told.promised", "told.contributed", "told.revealed"})
"""What is told of a shuffle, to those who ask for it."""


def messages(table: Table, event: Event, after: Any, viewer: Viewer) -> Iterator[Message]:
    """What an event means to a viewer, where ``after`` is the game's state that it led to."""
    match event:
        case TookBack():
            yield say("play.took-back")
        case TakebackAsked():
            yield say("web.takeback-asked", seat=event.seat)
        case TakebackDeclined():
            yield say("play.declined", seat=event.seat)
        case Deputised():
            yield say("web.deputised", seat=event.seat)
        case Returned():
            yield say("web.returned", seat=event.seat)
        case BrokenOff():
            yield say("told.broken-off")
        case _ if isinstance(event, TableEvent):
            return
        case _:
            yield from tell(event_for(table, event, viewer), view(table.rules, after, viewer))


class Story:
    """The events of the present round with the states after them, and what has been said of them already.

    Lines are kept for each language and viewer, so that an event is told once to each audience.
    """

    def __init__(self) -> None:
        self._past: list[tuple[Event, Any]] = []
        self._lines: dict[tuple[str, Viewer], list[Line]] = {}
        self._told: dict[tuple[str, Viewer], int] = {}
        self._open: dict[tuple[str, int], tuple[Line, ...]] = {}

    def add(self, event: Event, after: Any) -> None:
        """Go on with an event; a promise begins the story of the next round."""
        if isinstance(event, Committed):
            self._past.clear()
            self._lines.clear()
            self._told.clear()
            self._open.clear()
        self._past.append((event, after))

    def lines(self, table: Table, speak: Speaker, viewer: Viewer) -> list[Line]:
        """Every line of this round."""
        key = speak.language, viewer
        lines = self._lines.setdefault(key, [])
        for number in range(self._told.get(key, 0), len(self._past)):
            if isinstance(self._past[number][0], DIFFERENT):
                lines.extend(self._spoken(table, number, speak, viewer))
                continue
            once = speak.language, number
            if once not in self._open:
                self._open[once] = tuple(self._spoken(table, number, speak, SPECTATOR))
            lines.extend(self._open[once])
        self._told[key] = len(self._past)
        return lines

    def _spoken(self, table: Table, number: int, speak: Speaker, viewer: Viewer) -> Iterator[Line]:
        event, after = self._past[number]
        for message in messages(table, event, after, viewer):
            if message.code not in PROOF:
                yield number, speak(message), GAMES[table.game].behind(message)

    def heard(self, seat: Seat) -> int:
        """The number of the event with which this seat last moved; 0 where it has not."""
        return max(
            (
                number
                for number, (event, _) in enumerate(self._past)
                if isinstance(event, Move | Staked) and event.seat == seat
            ),
            default=0,
        )

    def find(self, kind: type[Any]) -> Any:
        """The last event of a kind in this round; None where there is none."""
        return next((event for event, _ in reversed(self._past) if isinstance(event, kind)), None)

    @property
    def last_move(self) -> Any:
        """The last event that was a move, where it still stands; None where there is none in this round."""
        for event, _ in reversed(self._past):
            if isinstance(event, TookBack):
                return None
            if isinstance(event, Move | Drew | Staked):
                return event
        return None

    @property
    def events(self) -> list[Event]:
        """The events of this round."""
        return [event for event, _ in self._past]

    def before(self, kind: type[Any]) -> Any:
        """The state before the last event of a kind; None where there is none in this round."""
        at = next((at for at in range(len(self._past) - 1, 0, -1) if isinstance(self._past[at][0], kind)), None)
        return None if at is None else self._past[at - 1][1]
