"""What happens when the store fails, tables are put away, and other things go wrong that are nobody's fault."""

import asyncio
import re
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, cast

import pytest

from homestretch.bots.levels import BOTS
from homestretch.store.log import StoreFailed
from homestretch.table.commands import Act
from homestretch.web import hub, rooms
from homestretch.web.house import House
from homestretch.web.rooms import Room

from .people import Person, choosing, is_sentence, moves_of, notice_of, until
from .serving import Running, serving
from .witness import LogLines


def broken(running: Running, name: str, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Let a method of the store fail from now on; the times at which it was tried."""
    tried: list[float] = []

    async def fails(*_: object) -> Any:
        tried.append(time.monotonic())
        raise StoreFailed("database or disk is full")

    monkeypatch.setattr(running.site.hub.store, name, fails)
    return tried


def test_a_move_that_cannot_be_kept_does_not_count_and_is_made_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna:
            room = await anna.open("seven-rocks", others="bots")
            seat = await choosing(room)
            log, move = room.table.log, moves_of(room, seat)[0]
            with monkeypatch.context() as patch:
                broken(running, "append", patch)
                answer = await anna.do(room, "move", at=len(log), move=move)
                assert answer.status_code in (409, 503)
                assert is_sentence(notice_of(answer))
                assert room.table.log == log
            await anna.must(room, "move", at=len(log), move=move)

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_a_table_that_cannot_be_kept_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna:
            with monkeypatch.context() as patch:
                broken(running, "append", patch)
                answer = await anna.post("/new/horse-race", {"seating": "2"})
                assert answer.status_code >= 400
                assert is_sentence(notice_of(answer))
                assert running.site.hub.rooms == {}
        async with Person(running, "Anna") as anna:
            await anna.open("horse-race", seating="2")

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_the_house_waits_before_it_tries_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that is full must not be asked a thousand times in a second."""

    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna:
            room = await anna.open("seven-rocks", others="bots")
            with monkeypatch.context() as patch:
                tried = broken(running, "append", patch)
                async with anna.listening(room):
                    await asyncio.sleep(1.2)
                assert 0 < len(tried) < 30
            await choosing(room)

    with LogLines() as log, serving(tmp_path, pace=0.3, contribution=0.3) as running:
        asyncio.run(play(running))
    assert sum("store failed" in line for line in log.lines) < 30


def test_a_store_that_cannot_be_read_is_a_fault_with_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(running: Running) -> None:
        async with Person(running, accept_language="ru") as anna, Person(running) as later:
            with monkeypatch.context() as patch:
                broken(running, "read", patch)
                assert (await anna.get("/healthz")).status_code == 503
                answer = await anna.get("/t/unknown")
                assert answer.status_code >= 500
                assert is_sentence(notice_of(answer))
                assert 'lang="ru"' in answer.text
            assert (await later.get("/t/unknown")).status_code == 404
            assert (await later.get("/healthz")).status_code == 200

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_a_connection_goes_on_after_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser that posts on a connection that has been closed behind its back shows an error of its own."""

    async def play(running: Running) -> None:
        async with Person(running) as anna:
            with monkeypatch.context() as patch:
                broken(running, "read", patch)
                answer = await anna.get("/t/unknown")
                assert answer.status_code >= 500
            if answer.headers.get("connection") != "close":
                await asyncio.sleep(0.05)
                transport = anna.client._transport
                pool = transport._pool.connections  # type: ignore[attr-defined]
                assert [each.has_expired() for each in pool] == [False]

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_the_archive_is_tried_again_after_it_has_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "ARCHIVING", 0.05)

    async def play(running: Running) -> None:
        with monkeypatch.context() as patch:
            tried = broken(running, "archive", patch)
            await until(lambda: len(tried) > 2, "another try", 3)

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_somebody_else_who_writes_is_noticed(tmp_path: Path) -> None:
    """Another room went on with the log: the one that comes second reads it and refuses."""

    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna:
            room = await anna.open("seven-rocks", others="bots")
            seat = await choosing(room)
            while len(moves := room.table.rules.legal_moves(room.table.state, seat)) < 2:
                await anna.must(room, "move", at=len(room.table.log), move=str(moves[0]))
                seat = await choosing(room)
            other = Room(room.id, room.store, room.table.log)
            assert running.on_loop(other.do(Act(seat, moves[0]))) is None
            answer = await anna.do(room, "move", at=len(room.table.log), move=str(moves[1]))
            assert answer.status_code == 409
            await until(lambda: room.table.log[: len(other.table.log)] == other.table.log, "the log as it is kept")

    with serving(tmp_path, pace=0.4, contribution=0.0) as running:
        asyncio.run(play(running))


def test_tables_that_nobody_looks_at_leave_the_memory_and_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "SWEEP", 0.05)
    monkeypatch.setattr(hub, "IDLE", 0.3)

    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            anna = await stack.enter_async_context(Person(running, "Anna"))
            room = await anna.open("seven-rocks", others="bots")
            await choosing(room)
            async with anna.listening(room):
                await asyncio.sleep(0.6)
                assert room.id in running.site.hub.rooms, "somebody looks at it"
            await until(lambda: room.id not in running.site.hub.rooms, "that it leaves", 5)
            assert running.site.hub.rooms == {}
            assert running.site.hub._houses == {}
            pages = await asyncio.gather(*(anna.get(f"/t/{room.id}") for _ in range(10)))
            assert all(page.status_code == 200 for page in pages)
            again = running.site.hub.rooms[room.id]
            assert again is not room
            assert again.table == room.table
            views = [re.findall(r'data-view="\d+-(\w+)-\d+"', page.text) for page in pages]
            assert views == [[again.boot]] * 10
            assert again.boot != room.boot, "a page that was open takes no view of now for older than its own"
            assert len(running.site.hub.rooms) == 1
            seat = await choosing(again)
            await anna.must(again, "move", at=len(again.table.log), move=moves_of(again, seat)[0])

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_those_who_only_pass_by_are_not_remembered_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "AROUND", 0.1)

    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna, Person(running) as passing:
            room = await anna.open("horse-race", seating="2")
            for _ in range(40):
                await passing.get(f"/t/{room.id}")
            await asyncio.sleep(0.3)
            await passing.get(f"/t/{room.id}")
            assert len(room._seen) < 20

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_a_table_stands_still_while_nobody_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "UNATTENDED", 0.2)

    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna:
            room = await anna.open("seven-rocks", others="bots")
            await anna.must(room, "away", seat=0)
            await asyncio.sleep(0.6)
            log = len(room.table.log)
            await asyncio.sleep(0.5)
            assert len(room.table.log) == log
            async with anna.listening(room):
                await until(lambda: len(room.table.log) > log, "the bots")

    with serving(tmp_path, pace=0.2, contribution=0.1) as running:
        asyncio.run(play(running))


def test_a_bot_that_fails_is_noted_and_any_move_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("a bot's fault with 6-6 in it")

    monkeypatch.setitem(BOTS, "greedy", cast("Any", fails))

    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna:
            room = await anna.open("seven-rocks", others="bots")
            await choosing(room)

    with LogLines() as log, serving(tmp_path) as running:
        asyncio.run(play(running))
    failed = [line for line in log.lines if "bot failed" in line]
    assert all("6-6" not in line and "RuntimeError" in line for line in failed)


def test_a_house_that_fails_goes_on_after_a_while_and_stops_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chores: Callable[..., Any] = House.chores

    def fails(*_: object) -> Any:
        raise RuntimeError("chores")

    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna:
            monkeypatch.setattr(House, "chores", fails)
            await anna.open("seven-rocks", others="bots")
            await asyncio.sleep(0.1)
            monkeypatch.setattr(House, "chores", chores)

    with LogLines() as log, serving(tmp_path) as running:
        asyncio.run(play(running))
        begun = time.monotonic()
    assert any("house failed" in line for line in log.lines)
    assert time.monotonic() - begun < 3, "a house that waits to try again does not hold the server up"


def test_faults_of_tasks_go_to_the_log_as_lines_too() -> None:
    """What asyncio has to say of a task that failed may quote a value, so it must not be printed as it is."""
    import logging

    from homestretch.web import logs

    names = ("homestretch", "uvicorn", "uvicorn.error", "asyncio")
    before = {name: (logging.getLogger(name).handlers, logging.getLogger(name).propagate) for name in names}
    levels = {name: logging.getLogger(name).level for name in names}
    try:
        logs.start()
        for name in names:
            assert any(isinstance(each.formatter, logs.Lines) for each in logging.getLogger(name).handlers), name
    finally:
        for name in names:
            logger = logging.getLogger(name)
            logger.handlers, logger.propagate = before[name]
            logger.setLevel(levels[name])
