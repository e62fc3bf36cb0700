"""A store in one SQLite file: one thread writes and commits in groups, others read beside it.

The file holds every secret of unfinished matches, so nobody but its owner may read it.
"""

import asyncio
import fcntl
import os
import sqlite3
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from time import time
from typing import Any, TypeVar

import msgspec

from .log import (
    Archived,
    Conflict,
    Entry,
    Row,
    StoreBusy,
    StoreClosed,
    StoreFailed,
    StoreTooNew,
    StoreUnreadable,
    follows,
)

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]
Job = tuple[Work[Any], "asyncio.Future[Any]"]

READERS = 2
APPLICATION = 0x686F6D65  # "home", so that another program's file is known as such
VERSION = 1
# `entry` repeats what `event` knows: finding the newest times in `event` would walk through every log. It has no
# index by time, because reading all of so small a table is quicker than keeping one in order at every append.
SCHEMA = f"""
BEGIN IMMEDIATE;
CREATE TABLE event (
    table_id TEXT NOT NULL, seq INTEGER NOT NULL, at REAL NOT NULL, body BLOB NOT NULL, PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;
CREATE TABLE entry (table_id TEXT NOT NULL PRIMARY KEY, created REAL NOT NULL, changed REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE archive (
    table_id TEXT NOT NULL PRIMARY KEY, created REAL NOT NULL, changed REAL NOT NULL, body BLOB NOT NULL
);
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
COMMIT;
"""
_ROWS = msgspec.msgpack.Decoder(tuple[Row, ...])


class SqliteStore:
    """A :class:`~homestretch.store.log.Store` in the file at ``path``, which is made if it is not there.

    ``clock`` gives seconds since the epoch; the writing thread asks it.

    Raises:
        StoreBusy: Another store has the file open.
        StoreUnreadable: The file cannot be opened, is damaged or belongs to something else.
        StoreTooNew: A newer version wrote it.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time) -> None:
        path = path.resolve()
        self._clock = clock
        self._closed = False
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._idle: SimpleQueue[sqlite3.Connection] = SimpleQueue()
        with ExitStack() as stack:
            try:
                _hold(path, stack)
                self._db = stack.enter_context(closing(_connect(path, "rw")))
                _prepare(self._db, path)
                for _ in range(READERS):
                    self._idle.put(stack.enter_context(closing(_connect(path, "ro"))))
            except (sqlite3.Error, OSError) as error:
                raise StoreUnreadable(path) from error
            self._readers = ThreadPoolExecutor(READERS, "store-reader")
            self._writer = Thread(target=self._write, name="store-writer", daemon=True)
            self._writer.start()
            self._open = stack.pop_all()

    async def append(self, table: str, seq: int, body: bytes) -> None:
        """Keep a decision whose first event has the number ``seq``; returns after the commit."""
        await self._submit(lambda db: _append(db, self._clock(), table, seq, body))

    async def read(self, table: str, after: int = -1) -> tuple[Row, ...]:
        """The rows numbered higher than ``after``."""
        return await self._look(lambda db: _read(db, table, after))

    async def tables(self, since: float) -> tuple[Entry, ...]:
        """The tables outside the archive that have changed since then, those changed last first."""
        return await self._look(lambda db: _tables(db, since))

    async def archive(self, before: float) -> int:
        """Move every table that has not changed since then into the archive, one by one, between the appends."""
        moved = 0
        for table in await self._look(lambda db: _unchanged(db, before)):
            moved += await self._submit(partial(_pack, table=table, before=before))
        return moved

    async def close(self) -> None:
        """Commit what waits, end the threads and let go of the file."""
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
        await asyncio.to_thread(self._finish)

    def _finish(self) -> None:
        self._writer.join()
        self._readers.shutdown()
        self._open.close()

    async def _look(self, work: Work[T]) -> T:
        if self._closed:
            raise StoreClosed
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, work)

    def _read(self, work: Work[T]) -> T:
        db = self._idle.get()
        try:
            return work(db)
        except (sqlite3.Error, zlib.error, msgspec.MsgspecError, ValueError, OverflowError) as error:
            raise StoreFailed(str(error)) from error
        finally:
            self._idle.put(db)

    def _submit(self, work: Work[T]) -> "asyncio.Future[T]":
        if self._closed:
            raise StoreClosed
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put((work, future))
        return future

    def _write(self) -> None:
        """The writing thread: carry out all that waits in one transaction, then say how each went."""
        last = False
        while not last:
            waiting = [self._jobs.get()]
            while not self._jobs.empty():
                waiting.append(self._jobs.get())
            last = None in waiting
            jobs = [job for job in waiting if job is not None]
            try:
                outcomes = _commit(self._db, [work for work, _ in jobs]) if jobs else []
            except Exception as error:
                if self._db.in_transaction:
                    with suppress(sqlite3.Error):
                        self._db.execute("ROLLBACK")
                outcomes = [_failure(error) for _ in jobs]
            for (_, future), outcome in zip(jobs, outcomes, strict=True):
                with suppress(RuntimeError):  # the loop of a caller who did not wait is closed
                    future.get_loop().call_soon_threadsafe(_settle, future, outcome)


def _hold(path: Path, stack: ExitStack) -> None:
    """Make the folder and the file if they are missing, and lock the file until the stack is closed."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    stack.callback(os.close, lock)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise StoreBusy(path) from error
    # SQLite gives its other files the mode of this one. Closing a descriptor of a file that SQLite has open would drop
    # SQLite's own locks, so this happens before it opens the file, and never without our lock.
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.as_uri()}?mode={mode}", uri=True, isolation_level=None, check_same_thread=False)


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    """Look whose file it is before changing anything, then set it up."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (found,) = db.execute("PRAGMA user_version").fetchone()
    (things,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    fresh = (application, found, things) == (0, 0, 0)
    if not fresh and application != APPLICATION:
        raise StoreUnreadable(path)
    if found > VERSION:
        raise StoreTooNew(path, found, VERSION)
    if db.execute("PRAGMA journal_mode = WAL").fetchone() != ("wal",):
        raise StoreUnreadable(path)
    db.execute("PRAGMA synchronous = FULL")
    if fresh:
        db.executescript(SCHEMA)
    db.execute("SELECT 1 FROM entry LIMIT 1").fetchone()
    for suffix in ("", "-wal", "-shm"):  # a file that was copied here may be open to all
        Path(f"{path}{suffix}").chmod(0o600)


def _commit(db: sqlite3.Connection, group: list[Work[Any]]) -> list[Any]:
    """Carry out a group of works in one transaction; a work that fails by its own fault fails alone."""
    outcomes: list[Any] = []
    db.execute("BEGIN IMMEDIATE")
    for work in group:
        db.execute("SAVEPOINT work")
        try:
            outcomes.append(work(db))
        except (Conflict, ValueError, OverflowError, sqlite3.DataError) as error:
            db.execute("ROLLBACK TO work")
            outcomes.append(_failure(error))
        db.execute("RELEASE work")
    db.execute("COMMIT")
    return outcomes


def _failure(error: Exception) -> Exception:
    if isinstance(error, Conflict):
        return error
    failed = StoreFailed(str(error))
    failed.__cause__ = error
    return failed


def _settle(future: "asyncio.Future[Any]", outcome: Any) -> None:
    if future.done():
        return
    if isinstance(outcome, Exception):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)


def _append(db: sqlite3.Connection, at: float, table: str, seq: int, body: bytes) -> None:
    (newest,) = db.execute("SELECT max(seq) FROM event WHERE table_id = ?", (table,)).fetchone()
    if newest is None and db.execute("SELECT 1 FROM archive WHERE table_id = ?", (table,)).fetchone():
        raise Archived(table, seq)
    if not follows(newest, seq):
        raise Conflict(table, seq)
    db.execute("INSERT INTO event VALUES (?, ?, ?, ?)", (table, seq, at, body))
    db.execute(
        "INSERT INTO entry VALUES (?, ?, ?) ON CONFLICT (table_id) DO UPDATE SET changed = excluded.changed",
        (table, at, at),
    )


def _read(db: sqlite3.Connection, table: str, after: int) -> tuple[Row, ...]:
    """A log is looked for in the archive last: it may be moved there meanwhile, and never comes back."""
    rows = db.execute("SELECT seq, at, body FROM event WHERE table_id = ? AND seq > ? ORDER BY seq", (table, after))
    found = tuple(Row(*row) for row in rows)
    if found:
        return found
    packed = db.execute("SELECT body FROM archive WHERE table_id = ?", (table,)).fetchone()
    if packed is None:
        return ()
    archived: tuple[Row, ...] = _ROWS.decode(zlib.decompress(packed[0]))
    return tuple(row for row in archived if row.seq > after)


def _tables(db: sqlite3.Connection, since: float) -> tuple[Entry, ...]:
    first = "SELECT body FROM event WHERE event.table_id = entry.table_id AND seq = 0"
    query = f"SELECT *, ({first}) FROM entry WHERE changed >= ? ORDER BY changed DESC, table_id"  # noqa: S608
    return tuple(Entry(*row) for row in db.execute(query, (since,)))


def _unchanged(db: sqlite3.Connection, before: float) -> list[str]:
    return [table for (table,) in db.execute("SELECT table_id FROM entry WHERE changed < ?", (before,))]


def _pack(db: sqlite3.Connection, table: str, before: float) -> bool:
    """Move a table into the archive unless it has changed since it was found."""
    query = "SELECT created, changed FROM entry WHERE table_id = ? AND changed < ?"
    times = db.execute(query, (table, before)).fetchone()
    if times is None:
        return False
    body = zlib.compress(msgspec.msgpack.encode(_read(db, table, -1)))
    db.execute("INSERT INTO archive VALUES (?, ?, ?, ?)", (table, *times, body))
    db.execute("DELETE FROM event WHERE table_id = ?", (table,))
    db.execute("DELETE FROM entry WHERE table_id = ?", (table,))
    return True
