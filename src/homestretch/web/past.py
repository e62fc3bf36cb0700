"""A table's past: any moment of a match that is over, and the whole log in words."""

from typing import Any

from msgspec import Struct

from homestretch.fives.events import Dealt, Drew, Passed, Played, Stopped
from homestretch.i18n.speaker import Speaker
from homestretch.kit.chance import Committed
from homestretch.kit.seat import Viewer
from homestretch.race.events import Announced, Laid, Locked, Staked, Turned
from homestretch.record.log import standing
from homestretch.table.codec import fold
from homestretch.table.events import Event, TableEvent
from homestretch.table.table import Table, evolve

from .story import PROOF, messages

_MOMENTS = (Dealt, Played, Drew, Passed, Stopped, Laid, Announced, Staked, Locked, Turned)


class Moment(Struct, frozen=True):
    """The state after a move and all that it brought about, and the events that led there from the moment before."""

    number: int
    state: Any
    happened: tuple[tuple[Event, Any], ...]


class Past:
    """One moment of a match among all of them, which are numbered from 0, the empty table."""

    def __init__(self, table: Table, number: int) -> None:
        self.table = table
        moments, self.rounds = _moments(table)
        self.last = len(moments) - 1
        self.moment = moments[max(0, min(number, self.last))]

    @property
    def round(self) -> int:
        """The number of this round, or of the first before it begins; 0 where no round was begun."""
        return max(sum(at <= self.moment.number for at in self.rounds), min(1, len(self.rounds)))

    @property
    def round_back(self) -> int:
        """The beginning of this round, or of the one before where it stands there."""
        return max((at for at in self.rounds if at < self.moment.number), default=0)

    @property
    def round_on(self) -> int:
        """The beginning of the next round, or the end."""
        return min((at for at in self.rounds if at > self.moment.number), default=self.last)

    def told(self, speak: Speaker, viewer: Viewer) -> list[str]:
        """What led to this moment, in words."""
        return _lines(self.table, speak, viewer, self.moment.happened)


def _story(table: Table) -> list[tuple[Event, Any]]:
    """Every event of a log with the state after it."""
    past = fold(table.log[:1])
    story = [(table.log[0], past.state)]
    for event in table.log[1:]:
        past = evolve(past, event)
        story.append((event, past.state))
    return story


def _moments(table: Table) -> tuple[list[Moment], list[int]]:
    """The moments of a match without what was taken back, and those at which a round begins."""
    story = _story(table)
    steps: list[list[tuple[Event, Any]]] = [[]]
    rounds: list[int] = []
    waiting: list[tuple[Event, Any]] = []
    for event, state in (story[number] for number in standing(table.log)):
        if isinstance(event, TableEvent):
            continue
        if isinstance(event, _MOMENTS):
            if isinstance(event, Dealt | Laid):
                rounds.append(len(steps))
            steps.append([*waiting, (event, state)])
            waiting = []
        elif isinstance(event, Committed) or waiting:
            waiting.append((event, state))
        else:
            steps[-1].append((event, state))
    steps[-1].extend(waiting)
    moments: list[Moment] = []
    state = fold(table.log[:1]).state
    for number, step in enumerate(steps):
        state = step[-1][1] if step else state
        moments.append(Moment(number, state, tuple(step)))
    return moments, rounds


def whole_story(table: Table, speak: Speaker, viewer: Viewer) -> list[list[str]]:
    """Everything that has happened, in words, a list for each round."""
    rounds: list[list[tuple[Event, Any]]] = []
    for event, state in _story(table):
        if isinstance(event, Committed):
            rounds.append([])
        if rounds:
            rounds[-1].append((event, state))
    return [_lines(table, speak, viewer, each) for each in rounds]


def _lines(table: Table, speak: Speaker, viewer: Viewer, story: Any) -> list[str]:
    return [
        speak(message)
        for event, after in story
        for message in messages(table, event, after, viewer)
        if message.code not in PROOF
    ]
