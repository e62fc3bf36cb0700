"""What every store promises, whatever it keeps its rows in."""

from pathlib import Path
from typing import Protocol

from msgspec import Struct


class Row(Struct, frozen=True):
    """One decision: the number of its first event and when it was committed, in seconds since the epoch."""

    seq: int
    at: float
    body: bytes


class Entry(Struct, frozen=True):
    """What is known of a table without reading its log.

    ``created`` and ``changed`` are the times of its first and its newest row, in seconds since the epoch; ``body`` is
    the body of the first.
    """

    table: str
    created: float
    changed: float
    body: bytes


class Conflict(Exception):
    """Nothing was appended, because ``seq`` is not a number that can follow: somebody else was first."""

    def __init__(self, table: str, seq: int) -> None:
        super().__init__(table, seq)
        self.table = table
        self.seq = seq


class Archived(Conflict):
    """Nothing was appended, because the table is in the archive and stays as it is."""


class StoreFailed(Exception):
    """The store could not do its work; ``reason`` is the word of whatever lies below it, such as a full disk.

    A row whose append failed so was not acknowledged, yet it may be there: read before you append again.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class StoreClosed(StoreFailed):
    """The store has been closed."""

    def __init__(self) -> None:
        super().__init__("closed")


class StoreBusy(Exception):
    """Another process, or another store in this one, writes to the file at ``path``."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


class StoreUnreadable(Exception):
    """What lies at ``path`` cannot be opened or is no store; the cause, where there is one, says more."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


class StoreTooNew(StoreUnreadable):
    """The file was written by a newer version: its schema is ``found``, and ``known`` is the newest known here."""

    def __init__(self, path: Path, found: int, known: int) -> None:
        super().__init__(path)
        self.found = found
        self.known = known


class Store(Protocol):
    """The logs of many tables.

    Decide, append, acknowledge, publish: what :meth:`append` has returned from survives the end of the process. The
    pair of table and number is the only lock. Two writers that decided upon the same log try the same number, and one
    of them meets a :class:`Conflict`. A store cannot see how many events a row holds, so whoever appends must know
    that the row before has been appended.

    A store is used from one event loop at a time. Every method but :meth:`close` raises :class:`StoreFailed` where
    the store cannot do its work, and :class:`StoreClosed` after it was closed.
    """

    async def append(self, table: str, seq: int, body: bytes) -> None:
        """Keep a decision whose first event has the number ``seq``; 0 opens a table. Returns after it is on disk.

        Appends are tried in the order in which they were begun. One that is cancelled may be carried out all the same.

        Raises:
            Conflict: The table has this number or a higher one already, or there is no such table and ``seq`` is not 0.
            Archived: The table is in the archive.
        """
        ...

    async def read(self, table: str, after: int = -1) -> tuple[Row, ...]:
        """The rows numbered higher than ``after``, in order, of an archived table too; none of an unknown one."""
        ...

    async def tables(self, since: float) -> tuple[Entry, ...]:
        """The tables outside the archive whose newest row is not older than this time, those changed last first."""
        ...

    async def archive(self, before: float) -> int:
        """Move every table whose newest row is older than this time into the archive; returns how many it moved."""
        ...

    async def close(self) -> None:
        """Finish what has been begun and let go of everything; may be repeated."""
        ...


def follows(newest: int | None, seq: int) -> bool:
    """Whether a row may have this number after the newest one of its table; there is none before the opening."""
    return seq == 0 if newest is None else seq > newest
