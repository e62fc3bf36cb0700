"""A store that forgets everything at the end of the process, for tests and for trying out."""

from collections.abc import Callable
from time import time

from .log import Archived, Conflict, Entry, Row, StoreClosed, follows


class MemoryStore:
    """A :class:`~homestretch.store.log.Store` in memory; ``clock`` gives seconds since the epoch."""

    def __init__(self, clock: Callable[[], float] = time) -> None:
        self._clock = clock
        self._logs: dict[str, list[Row]] = {}
        self._archive: dict[str, list[Row]] = {}
        self._closed = False

    async def append(self, table: str, seq: int, body: bytes) -> None:
        """Keep a decision whose first event has the number ``seq``."""
        self._check()
        if table in self._archive:
            raise Archived(table, seq)
        log = self._logs.get(table, [])
        if not follows(log[-1].seq if log else None, seq):
            raise Conflict(table, seq)
        log.append(Row(seq, self._clock(), body))
        self._logs[table] = log

    async def read(self, table: str, after: int = -1) -> tuple[Row, ...]:
        """The rows numbered higher than ``after``."""
        self._check()
        log = self._logs.get(table) or self._archive.get(table, [])
        return tuple(row for row in log if row.seq > after)

    async def tables(self, since: float) -> tuple[Entry, ...]:
        """The tables outside the archive that have changed since then, those changed last first."""
        self._check()
        entries = (Entry(table, log[0].at, log[-1].at, log[0].body) for table, log in self._logs.items())
        return tuple(
            sorted((each for each in entries if each.changed >= since), key=lambda each: (-each.changed, each.table))
        )

    async def archive(self, before: float) -> int:
        """Move every table that has not changed since then into the archive."""
        self._check()
        idle = [table for table, log in self._logs.items() if log[-1].at < before]
        for table in idle:
            self._archive[table] = self._logs.pop(table)
        return len(idle)

    async def close(self) -> None:
        """Refuse everything from now on."""
        self._closed = True

    def _check(self) -> None:
        if self._closed:
            raise StoreClosed
