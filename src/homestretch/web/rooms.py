"""One table in memory: its commands one after another, its listeners, and who is around."""

import asyncio
import secrets
from collections.abc import Callable
from time import monotonic
from typing import Any, Final

from htpy import Renderable
from markupsafe import Markup

from homestretch.i18n.speaker import Speaker
from homestretch.kit.chance import Committed
from homestretch.kit.message import Refusal, refuse
from homestretch.kit.seat import Seat
from homestretch.race.events import Staked
from homestretch.store.log import Archived, Conflict, Store, StoreFailed
from homestretch.table.codec import decode, encode, fold
from homestretch.table.commands import Command
from homestretch.table.events import Event, TableEvent
from homestretch.table.handle import handle
from homestretch.table.table import Table, evolve

from . import logs
from .story import Story

AROUND: Final = 15.0
"""So many seconds after their last request somebody without a stream still counts as present."""

UNATTENDED: Final = 120.0
"""A table that nobody has looked at for so long stands still until somebody does."""

HEARTBEAT: Final = 10.0
"""Seconds between signs of life of a stream; a page that hears nothing for much longer connects again."""

MOST_PIECES: Final = 100


class Room:
    """A table and everyone who looks at it.

    Commands are decided one at a time: decided, kept, acknowledged, then shown. ``since`` is when the game last moved,
    ``asked`` when those who may act were asked to, which no stake of another puts off; ``ready`` lists who has read the
    last settlement. Times are those of a monotonic clock, in seconds. ``version`` counts what has been shown during
    this stay in memory, and ``boot`` names the stay: a page must not take a view of the next one for older than its
    own.
    """

    def __init__(self, table_id: str, store: Store, events: tuple[Event, ...]) -> None:
        self.id = table_id
        self.store = store
        self.story = Story()
        self.table = self._told(events)
        self.since = self.asked = self.touched = monotonic()
        self.ready: set[Seat] = set()
        self.ready_since = 0.0
        self.wake = asyncio.Event()
        self.pages: dict[Any, bytes] = {}
        self.listeners: dict[asyncio.Event, str] = {}
        self.boot = secrets.token_hex(4)
        self.version = 0
        self._published = monotonic()
        self.archived = False
        self.closing = False
        self._seen: dict[str, float] = {}
        self._lock = asyncio.Lock()
        self._speakers: dict[str, Speaker] = {}
        self._pieces: dict[Any, Markup] = {}
        self._shared: dict[Any, Any] = {}

    def _told(self, events: tuple[Event, ...]) -> Table:
        table = fold(events[:1])
        self.story.add(events[0], table.state)
        for event in events[1:]:
            table = evolve(table, event)
            self.story.add(event, table.state)
        return table

    # ---- what happens

    async def do(self, *commands: Command) -> Refusal | None:
        """Decide commands, all or none of them; what was decided is kept before anybody sees it.

        A decision that has begun is finished, also if whoever asked for it has gone.
        """
        return await asyncio.shield(asyncio.ensure_future(self._do(commands)))

    async def _do(self, commands: tuple[Command, ...]) -> Refusal | None:
        async with self._lock:
            if self.archived:
                return refuse("web.archived")
            table = self.table
            events: list[tuple[Event, Table]] = []
            for command in commands:
                answer = handle(table, command)
                if isinstance(answer, Refusal):
                    return answer
                for event in answer:
                    table = evolve(table, event)
                    events.append((event, table))
            refusal = await self._keep(tuple(event for event, _ in events))
            if refusal is None:
                for event, after in events:
                    self._apply(event, after)
                self.publish()
            return refusal

    async def _keep(self, events: tuple[Event, ...]) -> Refusal | None:
        if not events:
            return None
        try:
            await self.store.append(self.id, len(self.table.log), encode(events))
        except Archived:
            self.archived = True
            return refuse("web.archived")
        except Conflict:
            await self._reload()
            return refuse("table.stale")
        except StoreFailed as error:
            logs.fault("store failed", error, table=logs.name_of(self.id))
            return refuse("web.not-kept")
        return None

    async def _reload(self) -> None:
        """Take the log as it is kept, where somebody else has gone on with it."""
        rows = await self.store.read(self.id)
        self.story = Story()
        self.table = self._told(tuple(event for row in rows for event in decode(row.body)))
        self.publish()

    def _apply(self, event: Event, after: Table) -> None:
        self.table = after
        self.story.add(event, after.state)
        if not isinstance(event, TableEvent):
            self.since = monotonic()
            if not isinstance(event, Staked):
                self.asked = self.since
        if isinstance(event, Committed):
            self.ready.clear()

    # ---- who sees it

    def publish(self) -> None:
        """Let everyone who looks at the table see how it stands now."""
        self.version += 1
        self._published = monotonic()
        self.pages.clear()
        self._shared.clear()
        for listener in self.listeners:
            listener.set()
        self.wake.set()

    def beat(self) -> None:
        """Ask every stream for a sign of life, unless the table has just changed."""
        if monotonic() - self._published >= HEARTBEAT:
            for listener in self.listeners:
                listener.set()

    def page(self, audience: Any, render: Callable[[], str]) -> bytes:
        """The page of an audience as it is now, made once for all who belong to it."""
        page = self.pages.get(audience)
        if page is None:
            page = self.pages[audience] = render().encode()
        return page

    def once(self, key: Any, make: Callable[[], Any]) -> Any:
        """What several audiences share as long as the table stands as it does."""
        if key not in self._shared:
            self._shared[key] = make()
        return self._shared[key]

    def keep(self, key: Any, make: Callable[[], Renderable]) -> Markup:
        """A piece of a page that depends on nothing but its key."""
        piece = self._pieces.get(key)
        if piece is None:
            if len(self._pieces) >= MOST_PIECES:
                self._pieces.clear()
            piece = self._pieces[key] = Markup(make())  # noqa: S704 - an element, which escapes what it is given
        return piece

    def speaker(self, language: str) -> Speaker:
        """Speaks a language and knows the names at this table."""
        names = tuple("" if who is None else who.name for who in self.table.seats)
        speak = self._speakers.get(language)
        if speak is None or speak.names != names:
            speak = self._speakers[language] = Speaker(language, names)
        return speak

    # ---- who is around

    def touch(self, guest: str) -> None:
        """Note that a guest has asked for something."""
        if not self.is_attended:
            self.wake.set()
        self.touched = monotonic()
        if self.table.seats_of(guest):
            self._seen[guest] = self.touched

    def listen(self, guest: str) -> asyncio.Event:
        """A bell for a guest's stream; it rings whenever the table changes."""
        bell = asyncio.Event()
        self.listeners[bell] = guest
        self._presence(guest)
        return bell

    def leave(self, bell: asyncio.Event) -> None:
        """Forget a stream that has ended."""
        guest = self.listeners.pop(bell)
        self.touch(guest)
        self._presence(guest)

    def _presence(self, guest: str) -> None:
        if self.table.seats_of(guest) and not self.closing:
            self.publish()

    def is_around(self, seat: Seat) -> bool:
        """Whether somebody looks at the table from a device of this seat, or has just done so."""
        who = self.table.seats[seat]
        if who is None:
            return False
        if any(guest in who.guests for guest in self.listeners.values()):
            return True
        return any(monotonic() - self._seen.get(guest, -AROUND) < AROUND for guest in who.guests)

    def waited(self) -> float:
        """For how many seconds the game has waited for those who may act."""
        return monotonic() - self.asked

    def gone_at(self, seat: Seat) -> float | None:
        """When this seat will count as gone if nobody comes back to it; None where somebody looks, or it is gone."""
        who = self.table.seats[seat]
        if who is None or any(guest in who.guests for guest in self.listeners.values()):
            return None
        seen = max((self._seen.get(guest, -AROUND) for guest in who.guests), default=-AROUND)
        return seen + AROUND if monotonic() - seen < AROUND else None

    @property
    def is_attended(self) -> bool:
        """Whether anybody looks at the table, or has not long ago."""
        return bool(self.listeners) or monotonic() - self.touched < UNATTENDED

    def note_ready(self, *seats: Seat) -> None:
        """Note that these seats have read the settlement."""
        if not self.ready:
            self.ready_since = monotonic()
        self.ready.update(seats)
        self.publish()
