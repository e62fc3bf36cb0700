"""The one suite for every store: what a store promises, whatever it keeps its rows in."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from homestretch.store.log import Archived, Conflict, Entry, Row, Store, StoreClosed, follows
from homestretch.store.memory import MemoryStore
from homestretch.store.sqlite import SqliteStore

T = TypeVar("T")


class Clock:
    """A clock that stands still until somebody sets it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


Maker = Callable[[Path, Clock], Store]


def in_memory(_: Path, clock: Clock) -> Store:
    return MemoryStore(clock)


def in_sqlite(folder: Path, clock: Clock) -> Store:
    return SqliteStore(folder / "store.db", clock)


stores = pytest.mark.parametrize("make", [in_memory, in_sqlite])


@asynccontextmanager
async def opened(make: Maker, clock: Clock) -> AsyncIterator[Store]:
    with TemporaryDirectory() as folder:
        store = make(Path(folder), clock)
        try:
            yield store
        finally:
            await store.close()


def run(make: Maker, work: Callable[[Store, Clock], Awaitable[T]]) -> T:
    async def go() -> T:
        clock = Clock()
        async with opened(make, clock) as store:
            return await work(store, clock)

    return asyncio.run(go())


async def tried(appending: Awaitable[None]) -> type[Exception] | None:
    try:
        await appending
    except Exception as error:
        return type(error)
    return None


# one table


@stores
def test_rows_come_back_in_order_with_their_times(make: Maker) -> None:
    async def work(store: Store, clock: Clock) -> None:
        await store.append("a", 0, b"opened")
        clock.now = 1001.5
        await store.append("a", 1, b"two events")
        clock.now = 1002.0
        await store.append("a", 3, b"")
        rows = (Row(0, 1000.0, b"opened"), Row(1, 1001.5, b"two events"), Row(3, 1002.0, b""))
        assert await store.read("a") == rows
        assert await store.read("a", after=0) == rows[1:]
        assert await store.read("a", after=2) == rows[2:]
        assert await store.read("a", after=3) == ()

    run(make, work)


@stores
def test_an_unknown_table_has_no_rows(make: Maker) -> None:
    async def work(store: Store, _: Clock) -> None:
        assert await store.read("nobody") == ()
        assert await store.tables(0.0) == ()
        assert await store.archive(2000.0) == 0

    run(make, work)


@stores
@pytest.mark.parametrize("seq", [-1, 0, 1, 4, 5])
def test_a_number_that_is_not_higher_is_a_conflict_and_changes_nothing(make: Maker, seq: int) -> None:
    async def work(store: Store, clock: Clock) -> None:
        await store.append("a", 0, b"0")
        await store.append("a", 5, b"5")
        before, entries = await store.read("a"), await store.tables(0.0)
        clock.now += 1
        with pytest.raises(Conflict) as caught:
            await store.append("a", seq, b"late")
        assert type(caught.value) is Conflict
        assert (caught.value.table, caught.value.seq) == ("a", seq)
        assert await store.read("a") == before
        assert await store.tables(0.0) == entries
        await store.append("a", 6, b"6")

    run(make, work)


@stores
@pytest.mark.parametrize("seq", [-1, 1, 7])
def test_a_table_begins_with_number_0(make: Maker, seq: int) -> None:
    async def work(store: Store, _: Clock) -> None:
        assert await tried(store.append("a", seq, b"x")) is Conflict
        assert await store.tables(0.0) == ()

    run(make, work)


@stores
def test_large_bodies_and_any_bytes(make: Maker) -> None:
    bodies = (bytes(range(256)), b"\x00" * 100, bytes(range(256)) * 8192, b"\n")

    async def work(store: Store, clock: Clock) -> None:
        for seq, body in enumerate(bodies):
            await store.append("a", seq, body)
        assert tuple(row.body for row in await store.read("a")) == bodies
        clock.now += 1
        assert await store.archive(clock.now) == 1
        assert tuple(row.body for row in await store.read("a")) == bodies

    run(make, work)


@stores
def test_a_table_may_have_any_name(make: Maker) -> None:
    names = ("", "a", "A", "a ", "а", "é", "e\u0301", "घोड़ा", "🐎", "a\x00b", "'; DROP TABLE event; --", "x" * 5000)

    async def work(store: Store, clock: Clock) -> None:
        for name in names:
            await store.append(name, 0, name.encode())
        for name in names:
            assert [row.body for row in await store.read(name)] == [name.encode()]
        assert sorted(entry.table for entry in await store.tables(0.0)) == sorted(names)
        clock.now += 1
        assert await store.archive(clock.now) == len(names)
        for name in names:
            assert [row.body for row in await store.read(name)] == [name.encode()]

    run(make, work)


# many tables


@stores
def test_tables_lists_those_changed_since_newest_first(make: Maker) -> None:
    async def work(store: Store, clock: Clock) -> None:
        for name in ("old", "b", "a", "new"):
            await store.append(name, 0, b"opened " + name.encode())
        clock.now = 1001.0
        await store.append("b", 1, b"more")
        await store.append("a", 1, b"more")
        clock.now = 1002.0
        await store.append("new", 1, b"more")
        new = Entry("new", 1000.0, 1002.0, b"opened new")
        a, b = Entry("a", 1000.0, 1001.0, b"opened a"), Entry("b", 1000.0, 1001.0, b"opened b")
        old = Entry("old", 1000.0, 1000.0, b"opened old")
        assert await store.tables(0.0) == (new, a, b, old)
        assert await store.tables(1000.0) == (new, a, b, old)
        assert await store.tables(1000.5) == (new, a, b)
        assert await store.tables(1002.0) == (new,)
        assert await store.tables(1002.5) == ()

    run(make, work)


# the archive


@stores
def test_an_archived_table_can_be_read_and_nothing_else(make: Maker) -> None:
    async def work(store: Store, clock: Clock) -> None:
        for name in ("old", "at rest", "alive"):
            await store.append(name, 0, b"opened")
        clock.now = 1001.0
        await store.append("old", 2, b"played")
        await store.append("alive", 1, b"sat")
        before = await store.read("old")
        clock.now = 1002.0
        await store.append("alive", 2, b"played")
        assert await store.archive(1000.0) == 0
        assert await store.archive(1002.0) == 2
        assert await store.archive(1002.0) == 0
        assert await store.read("old") == before
        assert await store.read("old", after=0) == before[1:]
        assert await store.read("old", after=2) == ()
        assert [entry.table for entry in await store.tables(0.0)] == ["alive"]
        for seq in (0, 2, 3):
            with pytest.raises(Archived) as caught:
                await store.append("old", seq, b"late")
            assert (caught.value.table, caught.value.seq) == ("old", seq)
        assert await store.read("old") == before
        await store.append("alive", 3, b"won")

    run(make, work)


@stores
def test_appends_go_on_while_tables_are_archived(make: Maker) -> None:
    async def work(store: Store, clock: Clock) -> None:
        names = [f"table {number}" for number in range(30)]
        for name in names:
            await store.append(name, 0, b"0")
        clock.now += 1
        moved, *outcomes = await asyncio.gather(
            store.archive(clock.now), *(tried(store.append(name, 1, b"1")) for name in names)
        )
        assert moved == outcomes.count(Archived)
        assert outcomes.count(None) == len(names) - outcomes.count(Archived)
        alive = {entry.table for entry in await store.tables(0.0)}
        for name, outcome in zip(names, outcomes, strict=True):
            assert (name in alive) == (outcome is None)
            assert [row.seq for row in await store.read(name)] == ([0, 1] if outcome is None else [0])

    run(make, work)


# at the same time


@stores
def test_one_of_many_writers_with_the_same_number_wins(make: Maker) -> None:
    async def work(store: Store, _: Clock) -> None:
        await store.append("a", 0, b"opened")
        outcomes = await asyncio.gather(*(tried(store.append("a", 1, b"%d" % number)) for number in range(20)))
        assert sorted(map(str, outcomes)) == sorted([str(None), *[str(Conflict)] * 19])
        rows = await store.read("a")
        assert [row.body for row in rows] == [b"opened", b"%d" % outcomes.index(None)]

    run(make, work)


@stores
def test_a_thousand_tables_at_once(make: Maker) -> None:
    async def work(store: Store, _: Clock) -> None:
        await asyncio.gather(*(store.append(f"{number}", 0, b"%d" % number) for number in range(1000)))
        logs = await asyncio.gather(*(store.read(f"{number}") for number in range(1000)))
        assert [[row.body for row in log] for log in logs] == [[b"%d" % number] for number in range(1000)]
        assert len(await store.tables(0.0)) == 1000

    run(make, work)


@stores
def test_a_row_can_be_read_once_it_is_acknowledged(make: Maker) -> None:
    async def work(store: Store, _: Clock) -> None:
        async def play(name: str) -> None:
            for seq in range(20):
                await store.append(name, seq, b"%d" % seq)
                assert [row.seq for row in await store.read(name)] == list(range(seq + 1))

        await asyncio.gather(*(play(name) for name in "abcdefgh"))

    run(make, work)


# the end


@stores
def test_a_closed_store_refuses_everything_and_may_be_closed_again(make: Maker) -> None:
    async def work(store: Store, _: Clock) -> None:
        await store.append("a", 0, b"opened")
        await store.close()
        await store.close()
        for attempt in (store.append("a", 1, b""), store.read("a"), store.tables(0.0), store.archive(0.0)):
            with pytest.raises(StoreClosed):
                await attempt

    run(make, work)


@stores
def test_what_was_begun_before_the_end_is_finished(make: Maker) -> None:
    async def work(store: Store, _: Clock) -> None:
        begun = [asyncio.create_task(store.append(f"{number}", 0, b"")) for number in range(200)]
        await asyncio.sleep(0)
        await store.close()
        assert all(task.done() and task.exception() is None for task in begun)

    run(make, work)


# laws

Append = tuple[str, int]
appends: st.SearchStrategy[list[Append]] = st.lists(
    st.tuples(st.sampled_from("abc"), st.integers(0, 6)), min_size=1, max_size=8
)
steps = st.lists(st.one_of(appends, st.floats(0.5, 3.0), st.just("archive")), max_size=12)


class Model:
    """What a store should hold, in the plainest way."""

    def __init__(self) -> None:
        self.logs: dict[str, list[Row]] = {}
        self.archived: set[str] = set()

    def append(self, table: str, row: Row) -> type[Exception] | None:
        log = self.logs.setdefault(table, [])
        if table in self.archived:
            return Archived
        if row.seq <= max((each.seq for each in log), default=-1) or (not log and row.seq > 0):
            return Conflict
        log.append(row)
        return None

    @property
    def alive(self) -> dict[str, list[Row]]:
        return {table: log for table, log in self.logs.items() if log and table not in self.archived}

    def archive(self, before: float) -> int:
        idle = [table for table, log in self.alive.items() if log[-1].at < before]
        self.archived |= set(idle)
        return len(idle)


@stores
@given(steps)
@settings(max_examples=40)
def test_a_store_is_a_dictionary_of_logs(make: Maker, script: list[list[Append] | float | str]) -> None:
    async def work(store: Store, clock: Clock) -> None:
        model = Model()
        for turn, step in enumerate(script):
            if isinstance(step, float):
                clock.now += step
            elif isinstance(step, str):
                assert await store.archive(clock.now - 1) == model.archive(clock.now - 1)
            else:
                bodies = [b"%d.%d" % (turn, number) for number in range(len(step))]
                outcomes = await asyncio.gather(
                    *(tried(store.append(*each, body)) for each, body in zip(step, bodies, strict=True))
                )
                for (table, seq), body, outcome in zip(step, bodies, outcomes, strict=True):
                    assert outcome == model.append(table, Row(seq, clock.now, body))
            for table in "abc":
                for after in (-1, 2):
                    expected = tuple(row for row in model.logs.get(table, ()) if row.seq > after)
                    assert await store.read(table, after) == expected
            entries = {table: (log[0].at, log[-1].at, log[0].body) for table, log in model.alive.items()}
            listed = await store.tables(0.0)
            assert {entry.table: (entry.created, entry.changed, entry.body) for entry in listed} == entries
            assert [entry.changed for entry in listed] == sorted((entry.changed for entry in listed), reverse=True)

    run(make, work)


def test_which_numbers_follow() -> None:
    assert [seq for seq in range(-2, 5) if follows(None, seq)] == [0]
    assert [seq for seq in range(-2, 5) if follows(2, seq)] == [3, 4]
