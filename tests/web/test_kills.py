"""Whatever was acknowledged survives the death of the server at any moment, again and again."""

import asyncio
import html
import random
import re
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from homestretch.fives.events import Played
from homestretch.race.events import Announced, Staked, Turned
from homestretch.sheet.codec import restore
from homestretch.sheet.entries import Entered
from homestretch.store.sqlite import SqliteStore
from homestretch.table.codec import decode, fold
from homestretch.table.events import Event, Sat

from .people import LONG, NO_TLS, name_in

MOVES = re.compile(r'name="move" value="([^"]+)"')
AT = re.compile(r'name="at" value="(\d+)"')
GAMES: Final[tuple[tuple[str, dict[str, str]], ...]] = (
    ("seven-rocks", {}),
    ("horse-race", {"seating": "2", "target": "20"}),
    ("horse-race", {"seating": "4p", "target": "20"}),
    ("card-race", {"seating": "3"}),
)
SEAT: Final = 0
"""Those who play here opened their tables, so they sit in the first seat."""


class Acknowledged:
    """What the server has said yes to: tables that were opened, and moves with the number for which they were made."""

    def __init__(self) -> None:
        self.tables: dict[str, str] = {}
        self.moves: list[tuple[str, int, dict[str, Any]]] = []

    def missing(self, logs: dict[str, tuple[Event, ...]]) -> list[str]:
        """What is not in the logs."""
        lost = [f"table {table}" for table in self.tables if table not in logs]
        for table, at, form in self.moves:
            log = logs.get(table, ())
            if not any(_is_it(event, form) for event in log[at : at + 2]):
                lost.append(f"move {form} after {at} events of {len(log)}")
        return lost


def _is_it(event: Event, form: dict[str, Any]) -> bool:
    match event:
        case Played(seat=0, tile=tile, host=host):
            return str(form.get("move")) == (str(tile) if host is None else f"{tile}@{host}")
        case Announced(seat=0):
            return form.get("kind") == "bank"
        case Staked(seat=0):
            return form.get("kind") == "stake"
        case Turned():
            return form.get("move") == "turn"
        case _:
            return False


class Player:
    """Somebody who plays against bots, table after table, with an address of their own."""

    def __init__(self, number: int, known: Acknowledged, chance: random.Random) -> None:
        self.known = known
        self.chance = chance
        self.game, self.form = GAMES[number % len(GAMES)]
        self.cookies = httpx.Cookies()
        self.headers = {"x-forwarded-for": f"198.51.100.{number}"}
        self.table = ""

    async def play(self, port: int) -> None:
        """Play until the server is gone."""
        address = f"http://127.0.0.1:{port}"
        async with httpx.AsyncClient(
            base_url=address, cookies=self.cookies, headers=self.headers, verify=NO_TLS
        ) as web:
            with suppress(httpx.TransportError):
                while True:
                    await self._go_on(web)
                    self.cookies = web.cookies

    async def _go_on(self, web: httpx.AsyncClient) -> None:
        if not self.table:
            answer = await web.post(f"/new/{self.game}", data={"name": "Anna", "others": "bots"} | self.form)
            if answer.status_code == 303:
                self.table = name_in(answer)
                self.known.tables[self.table] = self.game
            return
        page = (await web.get(f"/t/{self.table}")).text
        at = AT.search(page)
        if 'class="after"' in page:
            self.table = ""
        elif '/ready"' in page:
            await web.post(f"/t/{self.table}/ready")
        elif at is not None and (form := self._choice(page)) is not None:
            form["at"] = at[1]
            answer = await web.post(f"/t/{self.table}/move", data=form)
            if answer.status_code in (200, 303):
                self.known.moves.append((self.table, int(at[1]), form))
        else:
            await asyncio.sleep(0.01)

    def _choice(self, page: str) -> dict[str, Any] | None:
        if 'value="bank"' in page:
            return {"kind": "bank", "limit": "1"} | {f"price{count}": "1" for count in range(5)}
        if 'value="stake"' in page:
            return {"kind": "stake", "suit": self.chance.choice("SHDC"), "amount": "1"}
        moves = MOVES.findall(page)
        return {"move": html.unescape(self.chance.choice(moves))} if moves else None


def start(folder: Path, port: int) -> subprocess.Popen[bytes]:
    """A server in a process of its own, as people start it."""
    options = ["serve", "--port", str(port), "--data", str(folder), "--pace", "0"]
    with (folder.parent / "log").open("ab") as log:
        return subprocess.Popen(
            [sys.executable, "-c", f"from homestretch.cli.main import run; run({options!r})"],
            stdout=subprocess.DEVNULL,
            stderr=log,
        )


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


async def well(port: int, server: subprocess.Popen[bytes]) -> None:
    """Wait until the server answers."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", verify=NO_TLS) as web:
        async with asyncio.timeout(LONG):
            while True:
                assert server.poll() is None, "the server did not start"
                with suppress(httpx.TransportError):
                    if (await web.get("/healthz")).json()["status"] == "ok":
                        return
                await asyncio.sleep(0.05)


async def logs_in(folder: Path) -> dict[str, tuple[Event, ...]]:
    """Every log of the folder; each is whole, without holes, and makes a table."""
    store = SqliteStore(folder / "tables.sqlite")
    logs: dict[str, tuple[Event, ...]] = {}
    for entry in await store.tables(0):
        events: list[Event] = []
        for row in await store.read(entry.table):
            assert row.seq == len(events), f"a hole before event {row.seq}"
            events += decode(row.body)
        table = fold(events)
        assert len(table.log) == len(events)
        logs[entry.table] = tuple(events)
    await store.close()
    return logs


async def killed_and_started_again(tmp_path: Path, kills: int, players: int, seed: str) -> None:
    """Play, kill, look at what is left, and go on with it."""
    folder, port, chance = tmp_path / "data", free_port(), random.Random(seed)
    known = Acknowledged()
    people = [Player(number, known, chance) for number in range(players)]
    before: dict[str, tuple[Event, ...]] = {}
    for _ in range(kills):
        server = start(folder, port)
        try:
            await well(port, server)
            moves = len(known.moves)
            playing = [asyncio.ensure_future(person.play(port)) for person in people]
            await asyncio.sleep(chance.uniform(0.2, 0.8))
            for _ in range(400):
                if len(known.moves) > moves + players:
                    break
                await asyncio.sleep(0.01)
            await asyncio.sleep(chance.uniform(0, 0.1))
            server.send_signal(signal.SIGKILL)
            await asyncio.gather(*playing)
        finally:
            server.kill()
            server.wait(10)
        assert len(known.moves) > moves, "nothing was played"
        logs = await logs_in(folder)
        assert known.missing(logs) == []
        for table, log in before.items():
            assert logs[table][: len(log)] == log, "what was there stays as it was"
        assert all(any(isinstance(event, Sat) and event.seat == SEAT for event in log) for log in logs.values())
        before = logs


def test_four_kills_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    asyncio.run(killed_and_started_again(tmp_path, 4, 6, "four"))


@pytest.mark.soak
def test_forty_kills_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    asyncio.run(killed_and_started_again(tmp_path, 40, 12, "forty"))


async def tap(port: int, sheet: str, cookies: httpx.Cookies, side: int, taken: list[str]) -> None:
    """Enter awards until the server is gone; the one whose answer is missing comes first the next time."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", cookies=cookies, verify=NO_TLS) as web:
        with suppress(httpx.TransportError):
            while True:
                key = f"side-{side}-{len(taken):05}"
                form = {"key": key, "side": str(side), "points": "1"}
                if (await web.post(f"{sheet}/award", data=form)).status_code == 303:
                    taken.append(key)


async def taps_in(folder: Path, sheet: str) -> list[str]:
    """The keys of everything that was entered on a sheet."""
    store = SqliteStore(folder / "tables.sqlite")
    found = restore(row.body for row in await store.read(sheet.rpartition("/")[2]))
    await store.close()
    assert found is not None
    return [item.key for item in found.log if isinstance(item, Entered)]


def test_three_kills_lose_no_tap_and_count_none_twice(tmp_path: Path) -> None:
    async def play() -> None:
        folder, port, chance = tmp_path / "data", free_port(), random.Random("taps")
        taken: tuple[list[str], ...] = ([], [])
        sheet, cookies = "", httpx.Cookies()
        for _ in range(3):
            server = start(folder, port)
            try:
                await well(port, server)
                if not sheet:
                    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", verify=NO_TLS) as web:
                        begun = await web.post("/score/new/horse-race", data={"seating": "2", "target": "9999"})
                        sheet, cookies = begun.headers["location"], web.cookies
                before = sum(map(len, taken))
                tapping = [asyncio.ensure_future(tap(port, sheet, cookies, side, taken[side])) for side in (0, 1)]
                while sum(map(len, taken)) < before + 6:
                    assert server.poll() is None
                    await asyncio.sleep(0.01)
                await asyncio.sleep(chance.uniform(0, 0.1))
                server.send_signal(signal.SIGKILL)
                await asyncio.gather(*tapping)
            finally:
                server.kill()
                server.wait(10)
            entered = await taps_in(folder, sheet)
            assert len(set(entered)) == len(entered)
            for side in (0, 1):
                own = [key for key in entered if key.startswith(f"side-{side}")]
                assert own[: len(taken[side])] == taken[side]
                assert len(own) <= len(taken[side]) + 1, "at most the one whose answer was lost"

    asyncio.run(play())


def test_the_check_finds_what_is_missing() -> None:
    known = Acknowledged()
    known.tables["x"] = "seven-rocks"
    known.moves.append(("x", 3, {"move": "2-5"}))
    assert len(known.missing({})) == 2
    assert len(known.missing({"x": ()})) == 1


def test_a_server_told_to_stop_does_so_in_time_and_says_so(tmp_path: Path) -> None:
    async def play() -> None:
        folder, port = tmp_path / "data", free_port()
        server = start(folder, port)
        try:
            await well(port, server)
            person = Player(0, Acknowledged(), random.Random("stop"))
            playing = asyncio.ensure_future(person.play(port))
            while not person.known.moves:
                await asyncio.sleep(0.02)
            async with (
                httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", verify=NO_TLS) as web,
                web.stream("GET", f"/t/{person.table}/stream") as stream,
            ):
                assert stream.status_code == 200
                server.send_signal(signal.SIGTERM)
                await asyncio.to_thread(server.wait, 5)
            await playing
            assert server.returncode in (0, -signal.SIGTERM)
            assert person.known.missing(await logs_in(folder)) == []
        finally:
            server.kill()
            server.wait(10)
        lines = (tmp_path / "log").read_text().splitlines()
        assert all(line.startswith('{"time":') and line.endswith("}") for line in lines), lines
        assert '"event":"started"' in lines[0]
        assert '"event":"stopped"' in lines[-1]

    asyncio.run(play())
