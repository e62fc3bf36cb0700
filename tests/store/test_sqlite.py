"""The store in a file: whose it is, what a bad file or a bad disk does, and that nothing acknowledged is ever lost."""

import asyncio
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import zlib
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from homestretch.store.log import (
    Conflict,
    Row,
    StoreBusy,
    StoreClosed,
    StoreFailed,
    StoreTooNew,
    StoreUnreadable,
)
from homestretch.store.sqlite import VERSION, SqliteStore


def run(store: SqliteStore, work: Callable[[SqliteStore], Any]) -> None:
    async def go() -> None:
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(go())


def logs_in(path: Path) -> dict[str, tuple[Row, ...]]:
    found: dict[str, tuple[Row, ...]] = {}

    async def work(store: SqliteStore) -> None:
        for entry in await store.tables(0.0):
            found[entry.table] = await store.read(entry.table)

    run(SqliteStore(path), work)
    return found


async def three(store: SqliteStore) -> None:
    for seq in range(3):
        await store.append("a", seq, b"%d" % seq)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


@pytest.fixture
def connections(monkeypatch: pytest.MonkeyPatch) -> list[sqlite3.Connection]:
    """The connections that are opened during the test, the writing one first."""
    opened: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def noting(*given: Any, **named: Any) -> sqlite3.Connection:
        opened.append(connect(*given, **named))
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", noting)
    return opened


# the file


def modes(folder: Path) -> dict[str, str]:
    return {file.name: oct(file.stat().st_mode & 0o777) for file in sorted(folder.iterdir())}


PRIVATE = dict.fromkeys(("store.db", "store.db-shm", "store.db-wal", "store.db.lock"), "0o600")


def test_only_the_owner_may_read_the_files(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "store"
    before = os.umask(0)
    try:

        async def work(store: SqliteStore) -> None:
            await three(store)
            assert modes(folder) == PRIVATE

        run(SqliteStore(folder / "store.db"), work)
    finally:
        os.umask(before)
    assert oct(folder.stat().st_mode & 0o777) == "0o700"


def test_files_that_were_open_to_all_are_closed_to_others(path: Path) -> None:
    run(SqliteStore(path), three)
    with subprocess.Popen([sys.executable, "-c", CHILD, path], stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        child.stdout.readline()
        child.kill()
    assert modes(path.parent) == PRIVATE
    for file in path.parent.iterdir():
        file.chmod(0o644)

    async def work(_: SqliteStore) -> None:
        found = modes(path.parent)
        assert {name: found[name] for name in found if not name.endswith(".lock")} == {
            name: "0o600" for name in PRIVATE if not name.endswith(".lock")
        }

    run(SqliteStore(path), work)


def test_a_folder_that_was_there_keeps_its_mode(path: Path) -> None:
    path.parent.chmod(0o755)
    run(SqliteStore(path), three)
    assert oct(path.parent.stat().st_mode & 0o777) == "0o755"


@pytest.mark.parametrize("name", ["a store.db", "дом?mode=ro#%20.db", "घर.db"])
def test_a_store_is_there_again_after_it_was_closed(tmp_path: Path, name: str) -> None:
    run(SqliteStore(tmp_path / name), three)
    assert [row.body for row in logs_in(tmp_path / name)["a"]] == [b"0", b"1", b"2"]
    assert {file.name for file in tmp_path.iterdir()} == {name, f"{name}.lock"}


def test_a_link_leads_to_the_same_file_and_the_same_lock(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(path)
    run(SqliteStore(link), three)

    async def work(_: SqliteStore) -> None:
        with pytest.raises(StoreBusy):
            SqliteStore(path)

    run(SqliteStore(link), work)
    assert len(logs_in(path)["a"]) == 3


def test_a_relative_path_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run(SqliteStore(Path("store.db")), three)
    assert len(logs_in(tmp_path / "store.db")["a"]) == 3


def test_a_second_store_is_refused_until_the_first_is_closed(path: Path) -> None:
    async def work(_: SqliteStore) -> None:
        for _attempt in range(2):
            with pytest.raises(StoreBusy) as caught:
                SqliteStore(path)
            assert caught.value.path == path

    run(SqliteStore(path), work)
    run(SqliteStore(path), three)


def test_another_process_is_refused_until_the_first_is_killed(path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", CHILD, path], stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        child.stdout.readline()
        with pytest.raises(StoreBusy):
            SqliteStore(path)
        child.kill()
    assert logs_in(path)


# files that are no stores


def unreadable(path: Path) -> StoreUnreadable:
    with pytest.raises(StoreUnreadable) as caught:
        SqliteStore(path)
    assert caught.value.path == path
    return caught.value


def edited(path: Path, *statements: str) -> None:
    db = sqlite3.connect(path, isolation_level=None)
    for statement in statements:
        db.execute(statement)
    db.close()


@pytest.mark.parametrize(
    "content", [b"xx", b"[]\n" * 2000, b"SQLite format 3\x00", b"SQLite format 3\x00" + b"\xff" * 9000]
)
def test_garbage_is_refused_and_left_as_it_is(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    path.chmod(0o644)
    unreadable(path)
    assert path.read_bytes() == content
    assert oct(path.stat().st_mode & 0o777) == "0o644"


def test_the_file_of_another_program_is_refused_and_left_as_it_is(path: Path) -> None:
    edited(path, "CREATE TABLE event (id INTEGER)")
    content = path.read_bytes()
    unreadable(path)
    assert path.read_bytes() == content


@pytest.mark.parametrize("size", [100, 4096, 5000])
def test_a_file_that_was_cut_off_is_refused(path: Path, size: int) -> None:
    run(SqliteStore(path), three)
    os.truncate(path, size)
    unreadable(path)


def test_a_newer_schema_is_refused_and_left_as_it_is(path: Path) -> None:
    run(SqliteStore(path), three)
    edited(path, f"PRAGMA user_version = {VERSION + 1}")
    content = path.read_bytes()
    with pytest.raises(StoreTooNew) as caught:
        SqliteStore(path)
    assert (caught.value.path, caught.value.found, caught.value.known) == (path, VERSION + 1, VERSION)
    assert path.read_bytes() == content


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    assert isinstance(unreadable(folder).__cause__, IsADirectoryError)


def test_there_can_be_no_store_below_a_file(path: Path) -> None:
    path.write_bytes(b"")
    assert isinstance(unreadable(path / "store.db").__cause__, OSError)


def test_a_store_whose_making_was_cut_off_is_made_again(path: Path) -> None:
    path.write_bytes(b"")
    run(SqliteStore(path), three)
    other = path.with_name("other.db")
    edited(other, "PRAGMA journal_mode = WAL")
    run(SqliteStore(other), three)
    assert len(logs_in(path)["a"]) == len(logs_in(other)["a"]) == 3


def test_a_disk_that_cannot_keep_a_write_ahead_log_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Plain(sqlite3.Connection):
        def execute(self, sql: str, *given: Any) -> sqlite3.Cursor:
            return super().execute(sql.replace("= WAL", "= DELETE"), *given)

    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *given, **named: connect(*given, **named, factory=Plain))
    unreadable(path)


def test_a_refused_file_is_not_locked_for_good(path: Path) -> None:
    path.write_bytes(b"garbage")
    unreadable(path)
    path.unlink()
    run(SqliteStore(path), three)


# the writer


def test_appends_that_wait_are_committed_together(path: Path, connections: list[sqlite3.Connection]) -> None:
    commits: list[str] = []
    first, go_on = threading.Event(), threading.Event()

    def trace(statement: str) -> None:
        if statement == "COMMIT":
            commits.append(statement)
            first.set()
            assert go_on.wait(10)

    async def work(store: SqliteStore) -> None:
        connections[0].set_trace_callback(trace)
        one = asyncio.create_task(store.append("first", 0, b""))
        await asyncio.to_thread(first.wait, 10)
        others = [asyncio.create_task(store.append(f"{number}", 0, b"")) for number in range(300)]
        rivals = [asyncio.create_task(store.append("7", 0, b"rival")) for _ in range(3)]
        reading = await store.read("first")
        assert reading == ()
        assert not one.done()
        go_on.set()
        outcomes = await asyncio.gather(one, *others, *rivals, return_exceptions=True)
        assert outcomes[:301] == [None] * 301
        assert [type(outcome) for outcome in outcomes[301:]] == [Conflict] * 3
        assert len(commits) == 2

    run(SqliteStore(path), work)
    assert len(logs_in(path)) == 301


def test_nothing_is_acknowledged_before_the_commit(path: Path, connections: list[sqlite3.Connection]) -> None:
    seen: list[bool] = []

    async def work(store: SqliteStore) -> None:
        loop = asyncio.get_running_loop()

        def trace(statement: str) -> None:
            if statement == "COMMIT":
                asyncio.run_coroutine_threadsafe(asyncio.sleep(0.02), loop).result(10)
                seen.append(task.done())

        connections[0].set_trace_callback(trace)
        task = asyncio.create_task(store.append("a", 0, b""))
        await task

    run(SqliteStore(path), work)
    assert seen == [False]


def test_a_cancelled_append_disturbs_nobody(path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        tasks = [asyncio.create_task(store.append(f"{number}", 0, b"")) for number in range(100)]
        await asyncio.sleep(0)
        for task in tasks[::2]:
            task.cancel()
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        assert [type(each) for each in outcomes[::2]] == [asyncio.CancelledError] * 50
        assert outcomes[1::2] == [None] * 50
        await store.append("1", 1, b"")

    run(SqliteStore(path), work)


def test_a_loop_that_ended_early_leaves_the_writer_alive(path: Path) -> None:
    store = SqliteStore(path)

    async def hurry() -> None:
        for number in range(100):
            task = asyncio.create_task(store.append(f"{number}", 0, b""))
            await asyncio.sleep(0)
            task.cancel()

    asyncio.run(hurry())
    run(store, three)
    assert len(logs_in(path)["a"]) == 3


def test_a_full_disk_fails_what_waits_and_nothing_else(path: Path, connections: list[sqlite3.Connection]) -> None:
    async def work(store: SqliteStore) -> None:
        await three(store)
        (pages,) = connections[0].execute("PRAGMA page_count").fetchone()
        connections[0].execute(f"PRAGMA max_page_count = {pages}").fetchone()
        large = bytes(100_000)
        outcomes = await asyncio.gather(
            store.append("a", 3, large), store.append("b", 0, large), return_exceptions=True
        )
        assert [type(each) for each in outcomes] == [StoreFailed] * 2
        assert all(isinstance(each, StoreFailed) and each.reason for each in outcomes)
        assert [row.seq for row in await store.read("a")] == [0, 1, 2]
        connections[0].execute("PRAGMA max_page_count = 1000000").fetchone()
        await store.append("a", 3, large)
        assert [row.seq for row in await store.read("a")] == [0, 1, 2, 3]
        assert await store.read("b") == ()

    run(SqliteStore(path), work)


def test_a_commit_that_fails_fails_its_whole_group(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(sqlite3.Connection):
        broken = False

        def execute(self, sql: str, *given: Any) -> sqlite3.Cursor:
            if sql == "COMMIT" and self.broken:
                raise sqlite3.OperationalError("disk I/O error")
            return super().execute(sql, *given)

    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *given, **named: connect(*given, **named, factory=Broken))

    async def work(store: SqliteStore) -> None:
        await three(store)
        monkeypatch.setattr(Broken, "broken", True)
        outcomes = await asyncio.gather(*(store.append("a", seq, b"") for seq in (3, 4, 4)), return_exceptions=True)
        assert [type(each) for each in outcomes] == [StoreFailed] * 3
        monkeypatch.setattr(Broken, "broken", False)
        assert [row.seq for row in await store.read("a")] == [0, 1, 2]
        await store.append("a", 3, b"")

    run(SqliteStore(path), work)
    assert [row.seq for row in logs_in(path)["a"]] == [0, 1, 2, 3]


def test_a_row_that_sqlite_cannot_hold_fails_alone(path: Path, connections: list[sqlite3.Connection]) -> None:
    async def work(store: SqliteStore) -> None:
        connections[0].setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 10_000)
        outcomes = await asyncio.gather(
            store.append("a", 0, b"0"),
            store.append("b", 0, bytes(20_000)),
            store.append("\ud800", 0, b""),
            store.append("a", 2**63, b""),
            store.append("c", 0, b"0"),
            return_exceptions=True,
        )
        assert [type(each) for each in outcomes] == [type(None), StoreFailed, StoreFailed, StoreFailed, type(None)]

    run(SqliteStore(path), work)
    assert set(logs_in(path)) == {"a", "c"}


# reading


def test_reading_waits_for_no_writer(path: Path, connections: list[sqlite3.Connection]) -> None:
    async def work(store: SqliteStore) -> None:
        await three(store)
        at_commit, go_on = threading.Event(), threading.Event()

        def trace(statement: str) -> None:
            if statement == "COMMIT":
                at_commit.set()
                assert go_on.wait(10)

        connections[0].set_trace_callback(trace)
        task = asyncio.create_task(store.append("a", 3, b""))
        await asyncio.to_thread(at_commit.wait, 10)
        assert len(await store.read("a")) == 3
        assert len(await store.tables(0.0)) == 1
        go_on.set()
        await task
        assert len(await store.read("a")) == 4

    run(SqliteStore(path), work)


def test_readers_cannot_write(path: Path, connections: list[sqlite3.Connection]) -> None:
    async def work(_: SqliteStore) -> None:
        for reader in connections[1:]:
            with pytest.raises(sqlite3.OperationalError, match="readonly"):
                reader.execute("DELETE FROM event")

    run(SqliteStore(path), work)
    assert len(connections) > 1


@pytest.mark.parametrize("body", [b"no zlib", zlib.compress(b"no rows"), zlib.compress(b"\x90")[:-2]])
def test_a_damaged_archive_is_a_failure(path: Path, body: bytes) -> None:
    run(SqliteStore(path), three)
    db = sqlite3.connect(path)
    with db:
        db.execute("INSERT INTO archive VALUES ('b', 0, 0, ?)", (body,))
    db.close()

    async def work(store: SqliteStore) -> None:
        with pytest.raises(StoreFailed):
            await store.read("b")
        assert len(await store.read("a")) == 3

    run(SqliteStore(path), work)


def test_reads_that_are_under_way_are_answered_before_the_end(path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        await three(store)
        reads = [asyncio.create_task(store.read("a")) for _ in range(50)]
        await asyncio.sleep(0)
        await store.close()
        assert [len(rows) for rows in await asyncio.gather(*reads)] == [3] * 50
        with pytest.raises(StoreClosed):
            await store.read("a")

    run(SqliteStore(path), work)


def test_the_archive_takes_less_room(path: Path) -> None:
    line = b'[{"type":"Played","seat":1,"tile":"1-4","host":"4-4"},{"type":"Scored","raw":10}]\n'

    async def work(store: SqliteStore) -> None:
        for seq in range(200):
            await store.append("a", seq, line)
        assert await store.archive(float("inf")) == 1

    run(SqliteStore(path), work)
    db = sqlite3.connect(path)
    assert db.execute("SELECT length(body) < ? FROM archive", (200 * len(line) // 5,)).fetchall() == [(1,)]
    assert db.execute("SELECT count(*) FROM event").fetchone() == (0,)
    db.close()


# kills

CHILD = """
import asyncio, random, sys
from pathlib import Path
from homestretch.store.sqlite import SqliteStore

async def play(store, table):
    rows = await store.read(table)
    last = rows[-1].seq if rows else -1
    chance = random.Random(f"{table} {last}")
    while True:
        seq = last + chance.randint(1, 3) if last >= 0 else 0
        await store.append(table, seq, b"%d" % last + b" " * chance.choice([0, 0, 0, 5000]))
        print(table, seq, flush=True)
        last = seq

async def main():
    store = SqliteStore(Path(sys.argv[1]))
    await asyncio.gather(*(play(store, f"table {number}") for number in range(8)))

asyncio.run(main())
"""


def killed(path: Path, seconds: float) -> list[tuple[str, int]]:
    """Let a process append for a while, kill it, and return what it acknowledged."""
    with subprocess.Popen([sys.executable, "-c", CHILD, path], stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        first = child.stdout.readline()
        sleep(seconds)
        child.kill()
        said = first + child.stdout.read()
    assert child.returncode == -signal.SIGKILL
    whole = said[: said.rindex(b"\n")].decode().split("\n")
    return [(table, int(seq)) for table, _, seq in (line.rpartition(" ") for line in whole)]


def survives(path: Path, kills: int) -> None:
    chance = random.Random(kills)
    acknowledged: defaultdict[str, set[int]] = defaultdict(set)
    for _ in range(kills):
        for table, seq in killed(path, chance.uniform(0.0, 0.3)):
            assert seq not in acknowledged[table]
            acknowledged[table].add(seq)
        logs = logs_in(path)
        for table, numbers in acknowledged.items():
            kept = [row.seq for row in logs[table]]
            assert numbers <= set(kept)
            assert [int(row.body) for row in logs[table]] == [-1, *kept[:-1]]
    assert sum(map(len, acknowledged.values())) > 100
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    db.close()


def test_what_was_acknowledged_survives_a_kill(path: Path) -> None:
    survives(path, 6)


@pytest.mark.soak
def test_what_was_acknowledged_survives_many_kills(path: Path) -> None:
    survives(path, 40)
