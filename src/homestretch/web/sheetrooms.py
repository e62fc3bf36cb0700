"""Score sheets in memory: what is entered, one thing after another, and everyone who reads along."""

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from time import monotonic
from typing import Any, Final, TypeVar

from homestretch.games import AnyRuleset, Game, ruleset_to_plain
from homestretch.kit.message import Refusal, refuse
from homestretch.sheet.codec import encode, restore
from homestretch.sheet.entries import Item, SheetOpened
from homestretch.sheet.sheet import Sheet, decide, evolve, open_sheet
from homestretch.store.log import Archived, Conflict, Store, StoreFailed

from . import logs
from .rooms import HEARTBEAT

T = TypeVar("T")

WORKERS: Final = 2
"""Threads that work sheets out, however many sheets there are."""

TRIES: Final = 3
"""So often an entry is tried where another process has written on the same sheet meanwhile."""


class SheetRoom:
    """A sheet and everyone who looks at it. What was entered is kept first, then shown.

    ``version`` counts what has been shown during this stay in memory, and ``boot`` names the stay.
    """

    def __init__(self, name: str, store: Store, workers: Executor, sheet: Sheet, created: float) -> None:
        self.id = name
        self.store = store
        self._workers = workers
        self.sheet = sheet
        self.created = created
        self.boot = secrets.token_hex(4)
        self.version = 0
        self.closing = False
        self.touched = self._published = monotonic()
        self.listeners: set[asyncio.Event] = set()
        self._lock = asyncio.Lock()
        self._one_by_one = asyncio.Lock()
        self._pages: dict[Any, asyncio.Future[str]] = {}
        self._worked_out: Sheet | None = None

    async def do(self, *items: Item) -> Refusal | None:
        """Add items, all or none of them, in this order. Those that have been delivered before are there already."""
        return await asyncio.shield(asyncio.ensure_future(self._do(items)))

    async def _do(self, items: tuple[Item, ...]) -> Refusal | None:
        async with self._lock:
            for _ in range(TRIES):
                decided = await self._away(partial(_decided, self.sheet, items))
                if isinstance(decided, Refusal):
                    return decided
                sheet, fresh = decided
                if not fresh:
                    return None
                try:
                    await self.store.append(self.id, 1 + len(self.sheet.log), encode(fresh))
                except Archived:
                    return refuse("sheet.archived")
                except Conflict:
                    await self._reload()
                    continue
                except StoreFailed as error:
                    logs.fault("store failed", error, sheet=logs.name_of(self.id))
                    return refuse("sheet.not-kept")
                self.sheet = sheet
                self.publish()
                return None
            return refuse("sheet.not-kept")

    async def _reload(self) -> None:
        """Take the log as it is kept, where somebody else has gone on with it."""
        sheet = restore(row.body for row in await self.store.read(self.id))
        if sheet is not None:
            self.sheet = sheet
            self.publish()

    async def work_out(self) -> None:
        """Have the lines worked out before anybody asks for them, which takes a while for a long sheet."""
        if self._worked_out is not self.sheet:
            sheet = self.sheet
            await self.made(lambda: sheet.lines)
            self._worked_out = sheet

    # ---- who sees it

    def publish(self) -> None:
        """Let everyone who looks at the sheet see how it stands now."""
        self.version += 1
        self._published = monotonic()
        self._pages.clear()
        for bell in self.listeners:
            bell.set()

    def beat(self) -> None:
        """Ask every stream for a sign of life, unless the sheet has just changed."""
        if monotonic() - self._published >= HEARTBEAT:
            for bell in self.listeners:
                bell.set()

    async def made(self, make: Callable[[], T]) -> T:
        """What takes long to make, one thing at a time, so that a long sheet holds up nobody but its own readers."""
        async with self._one_by_one:
            return await self._away(make)

    async def _away(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._workers, work)

    async def page(self, audience: Any, render: Callable[[], str]) -> str:
        """The page of an audience as it is now, made once for all who belong to it."""
        if audience not in self._pages:
            self._pages[audience] = asyncio.ensure_future(self.made(render))
        return await asyncio.shield(self._pages[audience])

    def listen(self, guest: str) -> asyncio.Event:
        """A bell for a stream; it rings whenever the sheet changes."""
        bell = asyncio.Event()
        self.listeners.add(bell)
        return bell

    def leave(self, bell: asyncio.Event) -> None:
        """Forget a stream that has ended."""
        self.listeners.discard(bell)
        self.touched = monotonic()

    def is_idle(self, seconds: float) -> bool:
        """Whether nobody has looked at the sheet for so long."""
        return not self.listeners and monotonic() - self.touched > seconds


def _decided(sheet: Sheet, items: tuple[Item, ...]) -> tuple[Sheet, list[Item]] | Refusal:
    """The sheet with these items, and those of them that are new; or why one of them may not be added."""
    fresh = [item for item in items if not sheet.has(item)]
    for item in fresh:
        refusal = decide(sheet, item)
        if refusal is not None:
            return refusal
        sheet = evolve(sheet, item)
    return sheet, fresh


class Sheets:
    """The sheets of a server that are in memory."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.rooms: dict[str, SheetRoom] = {}
        self._workers = ThreadPoolExecutor(WORKERS, "sheet")
        self._loading: dict[str, asyncio.Future[SheetRoom | None]] = {}

    async def open(self, game: Game, rules: AnyRuleset, names: tuple[str, ...], keeper: str) -> SheetRoom:
        """Begin a sheet, under a name that nobody can guess."""
        header = SheetOpened(game.key, ruleset_to_plain(rules), names, keeper)
        name = secrets.token_urlsafe(12)
        await self.store.append(name, 0, encode((header,)))
        logs.note("sheet begun", sheet=logs.name_of(name), game=game.key)
        (row,) = await self.store.read(name)
        room = self.rooms[name] = SheetRoom(name, self.store, self._workers, open_sheet(header), row.at)
        return room

    async def find(self, name: str) -> SheetRoom | None:
        """The sheet of this name, from memory or from the store; None where there is none."""
        room = self.rooms.get(name)
        if room is None:
            if name not in self._loading:
                self._loading[name] = asyncio.ensure_future(self._load(name))
                self._loading[name].add_done_callback(lambda _: self._loading.pop(name, None))
            room = await asyncio.shield(self._loading[name])
        if room is not None:
            room.touched = monotonic()
            await room.work_out()
        return room

    async def _load(self, name: str) -> SheetRoom | None:
        rows = await self.store.read(name)
        bodies = [row.body for row in rows]
        sheet = await asyncio.get_running_loop().run_in_executor(self._workers, restore, bodies)
        if sheet is None:
            return None
        room = self.rooms[name] = SheetRoom(name, self.store, self._workers, sheet, rows[0].at)
        return room

    def close_streams(self) -> None:
        """Wake every stream so that it ends."""
        for room in self.rooms.values():
            room.closing = True
            room.publish()

    def close(self) -> None:
        """Let the threads go."""
        self._workers.shutdown(wait=False, cancel_futures=True)

    def sweep(self, idle: float) -> None:
        """Let sheets that nobody looks at leave the memory; the store has them."""
        for room in list(self.rooms.values()):
            if room.is_idle(idle):
                del self.rooms[room.id]
