"""All tables of one server: opened, found, listed, and put away when nobody looks at them."""

import asyncio
import gc
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Final

import msgspec

from homestretch.games import AnyRuleset, Game, ruleset_to_plain
from homestretch.kit.message import Refusal
from homestretch.store.log import Store, StoreFailed
from homestretch.table.codec import decode, encode
from homestretch.table.commands import Command
from homestretch.table.events import Event, Opened
from homestretch.table.events import House as HouseRules
from homestretch.table.handle import handle
from homestretch.table.table import evolve, open_table

from . import logs
from .house import House
from .rooms import HEARTBEAT, Room
from .settings import Settings
from .sheetrooms import SheetRoom, Sheets

IDLE: Final = 600.0
"""So many seconds without anybody, and a table leaves the memory."""

LISTED: Final = 6 * 3600.0
"""A public table is listed for so many seconds after its last event."""

MOST_LISTED: Final = 30

SWEEP: Final = 60.0
ARCHIVING: Final = 3600.0
DAY: Final = 86400.0


class Hub:
    """The tables of a server; each has a house that keeps it going."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.rooms: dict[str, Room] = {}
        self.sheets = Sheets(store)
        self._loading: dict[str, asyncio.Future[Room | None]] = {}
        self._houses: dict[str, asyncio.Task[None]] = {}
        self._public: dict[str, float] = {}
        self._thinkers = ThreadPoolExecutor(2, "bot")
        self._chores: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Find the public tables of an earlier run and begin to keep house."""
        for entry in await self.store.tables(time.time() - LISTED):
            if is_public(entry.body):
                self._public[entry.table] = entry.changed
        self._chores = [asyncio.create_task(chore) for chore in (self._beat(), self._sweep(), self._archive())]

    def close_streams(self) -> None:
        """Wake every stream so that it ends."""
        for room in self.rooms.values():
            room.closing = True
            room.publish()
        self.sheets.close_streams()

    async def stop(self) -> None:
        """End the streams, finish what is being decided, and close the store."""
        self.close_streams()
        for task in (*self._chores, *self._houses.values()):
            task.cancel()
        await asyncio.gather(*self._chores, *self._houses.values(), return_exceptions=True)
        self._thinkers.shutdown(wait=False, cancel_futures=True)
        self.sheets.close()
        await self.store.close()

    # ---- tables

    async def open(
        self, game: Game, rules: AnyRuleset, house: HouseRules, *commands: Command, name: str = ""
    ) -> Room | Refusal:
        """Set a table up; ``commands`` seat whoever sits down at once. Refused as a whole where one of them is.

        ``name`` is a :func:`new_name` that has been given away already.
        """
        opened = Opened(game.key, ruleset_to_plain(rules), house)
        table = open_table(opened)
        events: list[Event] = [opened]
        for command in commands:
            answer = handle(table, command)
            if isinstance(answer, Refusal):
                return answer
            for event in answer:
                table = evolve(table, event)
                events.append(event)
        name = name or new_name()
        await self.store.append(name, 0, encode(events))
        logs.note("table opened", table=logs.name_of(name), game=game.key, seats=len(table.seats))
        if house.public:
            self._public[name] = time.time()
        return self._seat(Room(name, self.store, tuple(events)))

    async def find(self, name: str) -> Room | None:
        """The table of this name, from memory or from the store; None where there is none."""
        room = self.rooms.get(name)
        if room is not None:
            return room
        if name not in self._loading:
            self._loading[name] = asyncio.ensure_future(self._load(name))
            self._loading[name].add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(self._loading[name])

    async def _load(self, name: str) -> Room | None:
        rows = await self.store.read(name)
        if not rows or not is_table(rows[0].body):
            return None
        events = (event for row in rows for event in decode(row.body))
        return self._seat(await asyncio.to_thread(lambda: Room(name, self.store, tuple(events))))

    def _seat(self, room: Room) -> Room:
        self.rooms[room.id] = room
        self._houses[room.id] = asyncio.create_task(self._keep(room))
        return room

    async def _keep(self, room: Room) -> None:
        """Keep a table going; a fault is noted, and the house goes on after a while."""
        while not room.closing:
            try:
                await House(room, self.settings, self._thinkers).run()
            except Exception as error:
                logs.fault("house failed", error, table=logs.name_of(room.id))
                await asyncio.sleep(5)

    async def public(self) -> list[Room]:
        """The public tables that are not over, the latest first."""
        now = time.time()
        self._public = {name: at for name, at in self._public.items() if now - at < LISTED}
        rooms: list[Room] = []
        for name in sorted(self._public, key=self._public.__getitem__, reverse=True):
            room = await self.find(name)
            if room is None or room.table.over:
                self._public.pop(name, None)
            else:
                rooms.append(room)
            if len(rooms) == MOST_LISTED:
                break
        return rooms

    # ---- housekeeping

    async def _beat(self) -> None:
        """Let every table send its signs of life, one after another, so that they never all come at once."""
        while True:
            rooms: list[Room | SheetRoom] = [*self.rooms.values(), *self.sheets.rooms.values()]
            for room in rooms:
                room.beat()
                await asyncio.sleep(HEARTBEAT / len(rooms))
            if not rooms:
                await asyncio.sleep(1)

    async def _sweep(self) -> None:
        """Let tables that nobody looks at leave the memory; the store has them. Collect what is new and garbage."""
        while True:
            await asyncio.sleep(SWEEP)
            gc.collect(0)
            for room in list(self.rooms.values()):
                if not room.listeners and monotonic() - room.touched > IDLE:
                    self._forget(room)
            self.sheets.sweep(IDLE)

    def _forget(self, room: Room) -> None:
        room.closing = True
        room.wake.set()
        del self.rooms[room.id], self._houses[room.id]

    async def _archive(self) -> None:
        """Put old tables into the archive, now and every hour, and look for garbage that nothing else finds."""
        while True:
            try:
                count = await self.store.archive(time.time() - self.settings.days * DAY)
            except StoreFailed as error:
                logs.fault("archive failed", error)
                count = 0
            if count:
                logs.note("tables archived", count=count)
            await asyncio.sleep(ARCHIVING)
            gc.collect()


def new_name() -> str:
    """A name for a table that nobody can guess."""
    return secrets.token_urlsafe(12)


def is_public(body: bytes) -> bool:
    """Whether a table's first decision opened a public table."""
    first = _first(body)
    return first is not None and first.house.public


def is_table(body: bytes) -> bool:
    """Whether this is the first decision of a table; the store also keeps score sheets."""
    return _first(body) is not None


def _first(body: bytes) -> Opened | None:
    try:
        first = decode(body)[0]
    except msgspec.MsgspecError:
        return None
    return first if isinstance(first, Opened) else None
