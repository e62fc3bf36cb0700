"""The house: deals the rounds, lets bots move, and plays what leaves no choice, at a pace that people can follow."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Executor
from time import monotonic
from typing import Any, Final

from msgspec import Struct

from homestretch.bots.levels import BOTS
from homestretch.fives.decide import legal_moves
from homestretch.fives.moves import Draw, Pass
from homestretch.fives.state import State as FivesState
from homestretch.kit.chance import LOT, SEED_BYTES, Stream
from homestretch.kit.message import Refusal
from homestretch.kit.seat import Seat, Viewer
from homestretch.race.state import Phase
from homestretch.race.state import State as RaceState
from homestretch.record.redact import view
from homestretch.table.commands import Act, Deal, Deputise, Promise

from . import logs
from .rooms import Room
from .settings import Settings

DEPUTY: Final = "greedy"
"""The level of the bot that plays for people who are away."""

RETRY: Final = 2.0
"""Seconds after which the house tries again what was refused, such as by a store that is full."""

_SETTLED: Final = 5.0
_STAKE: Final = 0.4
_TURN: Final = 1.3
_LINE: Final = 3.0
"""Times the pace: a settlement that only bots wait for, a bot's stake, a card turned, and the start of a race."""


class Chore(Struct, frozen=True):
    """Something that the house does at a time of the monotonic clock, unless the table changes before.

    It may be refused, like anything that is done at a table.
    """

    at: float
    do: Callable[[], Awaitable[Any]]


class House:
    """Keeps one table going for as long as it is in memory."""

    def __init__(self, room: Room, settings: Settings, thinkers: Executor) -> None:
        self.room = room
        self.settings = settings
        self.thinkers = thinkers

    async def run(self) -> None:
        """Do each chore when its time has come."""
        room = self.room
        while not room.closing:
            room.wake.clear()
            chore = min(self.chores(), key=lambda chore: chore.at, default=None)
            wait = None if chore is None else max(0.0, chore.at - monotonic())
            try:
                async with asyncio.timeout(wait):
                    await room.wake.wait()
            except TimeoutError:
                refusal = None if chore is None else await chore.do()
                if isinstance(refusal, Refusal) and refusal.code != "table.stale":
                    logs.note("house refused", table=logs.name_of(room.id), code=refusal.code)
                    await asyncio.sleep(RETRY)

    def chores(self) -> Iterator[Chore]:
        """What the house has to do at the table as it stands."""
        room, table = self.room, self.room.table
        if table.over or not table.started or not room.is_attended or room.archived:
            return
        rules, state = table.rules, table.state
        if rules.awaits_round(state):
            yield from self._next_round()
        elif rules.awaits_deal(state):
            yield Chore(self._deal_at(), lambda: room.do(Deal()))
        else:
            for seat in rules.actors(state):
                yield from self._seat(seat)

    # ---- rounds

    def _next_round(self) -> Iterator[Chore]:
        room, table = self.room, self.room.table
        begun = table.state.shuffle is not None
        people = [seat for seat in table.persons if room.is_around(seat)]
        at = room.since
        if begun and table.persons and not people:
            return
        if begun and not people:
            at += _SETTLED * self.settings.pace
        elif begun and not room.ready.issuperset(people):
            if not room.ready:
                return
            at = room.ready_since + self.settings.reading
        yield Chore(at, lambda: room.do(Promise(secrets.token_bytes(SEED_BYTES))))

    def _deal_at(self) -> float:
        """When to deal: once every browser at the table has added to the shuffle, and no later than it may take."""
        room, shuffle = self.room, self.room.table.state.shuffle
        waiting = any(not shuffle.contributions[seat] and room.is_around(seat) for seat in room.table.persons)
        return room.since + (self.settings.contribution if waiting else 0)

    # ---- moves

    def _seat(self, seat: Seat) -> Iterator[Chore]:
        room, table = self.room, self.room.table
        who = table.seats[seat]
        if who is None:
            return
        if who.plays_as:
            yield Chore(room.since + self._pace(), lambda: self._bot(seat, who.plays_as))
            return
        forced = forced_at(room, seat)
        if forced is not None:
            yield Chore(room.since + self.settings.pace, lambda: self._act(seat, forced))
        elif table.house.clock is not None:
            yield Chore(room.asked + table.house.clock, lambda: room.do(Deputise(seat, DEPUTY)))
        gone = room.gone_at(seat)
        if gone is not None:
            yield Chore(gone, self._show)
        elif not room.is_around(seat) and room.asked + self.settings.grace > monotonic():
            yield Chore(room.asked + self.settings.grace, self._show)

    async def _show(self) -> None:
        """Show that somebody has gone, or has been away too long."""
        self.room.publish()

    def _pace(self) -> float:
        state = self.room.table.state
        times = 1.0
        if isinstance(state, RaceState):
            if state.phase is Phase.STAKE:
                times = _STAKE
            elif state.phase is Phase.RACE:
                times = _TURN if state.turned else _LINE
        return times * self.settings.pace

    async def _bot(self, seat: Seat, level: str) -> Refusal | None:
        """Let a bot think off the event loop, and move if nothing has happened meanwhile."""
        room, table = self.room, self.room.table
        shown = view(table.rules, table.state, seat)
        stream = Stream(secrets.token_bytes(SEED_BYTES), LOT)
        bot = BOTS.get(level, BOTS[DEPUTY])
        try:
            move = await asyncio.get_running_loop().run_in_executor(self.thinkers, bot, shown, seat, stream)
        except Exception as error:
            logs.fault("bot failed", error, table=logs.name_of(room.id), level=level)
            move = stream.choice(table.rules.legal_moves(shown, seat))
        return await self._act(seat, move) if room.table is table else None

    async def _act(self, seat: Seat, move: Any) -> Refusal | None:
        return await self.room.do(Act(seat, move, len(self.room.table.log)))


def must_choose(room: Room, seat: Viewer) -> bool:
    """Whether the game waits for this person's choice: it is theirs to act, and the house does not do it for them."""
    table = room.table
    if seat is None or table.over or not table.started or seat not in table.rules.actors(table.state):
        return False
    return forced_at(room, seat) is None


def has_deputy(room: Room, seat: Viewer) -> bool:
    """Whether a bot plays for this person, who may move all the same and is back by that."""
    who = None if seat is None else room.table.seats[seat]
    return who is not None and bool(who.deputy)


def waits_for(room: Room, seat: Viewer) -> bool:
    """Whether the game waits for this person's choice, and no bot makes it for them."""
    return must_choose(room, seat) and not has_deputy(room, seat)


def forced_at(room: Room, seat: Seat) -> Any:
    """The :func:`forced_move` of a seat at a table as it stands."""
    return room.once(("forced", seat), lambda: forced_move(view(room.table.rules, room.table.state, seat), seat))


def forced_move(state: Any, seat: Seat) -> Any:
    """What leaves this person nothing to choose: a draw, a knock, or a drawn tile that fits in one place only."""
    if not isinstance(state, FivesState):
        return None
    moves = legal_moves(state, seat)
    if len(moves) == 1 and (isinstance(moves[0], Draw | Pass) or state.drawn is not None):
        return moves[0]
    return None
