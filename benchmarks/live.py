"""How soon everybody sees a move: ``python benchmarks/live.py --tables 500 --viewers 10 --seconds 30``.

A server runs in a process of its own, without limits and with a folder of its own. This process plays for everyone over
real connections: at each table two people play Horse Race, the others watch, and all listen to a stream. At each table
a move follows the one before after two seconds, whether somebody posts it or the house makes it. What is measured is
the time from before a move is posted until a viewer has received the whole view after it. Nothing here is asserted in a
test.
"""

import argparse
import asyncio
import os
import random
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Coroutine
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, cast
from urllib.parse import urlencode

HOST = "127.0.0.1"
EVERY = 2.0
"""Seconds between two moves at a table."""

WARM = 4.0
"""Seconds of play before anything is measured."""

OPENING = 20
"""So many tables are opened at the same time."""

TICKS = os.sysconf("SC_CLK_TCK")
MOVES = re.compile(rb'name="move" value="([^"]+)"')
AT = re.compile(rb'name="at" value="(\d+)"')


# ---- the server, in its own process


def serve(folder: Path, port: int, pace: float, profile: str) -> None:
    """Serve until interrupted; with a profile of what took how long, where one is wished."""
    from homestretch.web import server  # noqa: PLC0415 - the players need none of it
    from homestretch.web.settings import Settings  # noqa: PLC0415

    settings = Settings(folder, pace=pace, contribution=0.0, reading=0.0, limited=False)
    if not profile:
        server.serve(HOST, port, settings, lambda: None)
        return
    import cProfile  # noqa: PLC0415

    profiler = cProfile.Profile()
    profiler.enable()
    try:
        server.serve(HOST, port, settings, lambda: None)
    finally:
        profiler.disable()
        profiler.dump_stats(profile)


def cpu_of(pid: int) -> float:
    """The seconds of processor time that a process has taken."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory_of(pid: int) -> str:
    """What a process holds in memory, now and at most."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    sizes = dict(line.split(":", 1) for line in lines if line.startswith(("VmRSS", "VmHWM")))
    now, most = (int(sizes[key].split()[0]) // 1024 for key in ("VmRSS", "VmHWM"))
    return f"{now} MB, at most {most} MB"


# ---- those who look and play


class Listener(asyncio.Protocol):
    """A viewer's stream: notes when a view has come in whole, and keeps it for whoever has to move."""

    def __init__(self, table: "Table", player: int | None, cookie: str) -> None:
        self.table = table
        self.player = player
        self.cookie = cookie
        self.number = -1
        self.due = False
        self.parts: list[bytes] = []
        self.tail = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        stream = cast("asyncio.Transport", transport)
        self.table.load.transports.append(stream)
        stream.write(request("GET", f"/t/{self.table.name}/stream", self.cookie))

    def data_received(self, data: bytes) -> None:
        """Look for the number of a view and for its end."""
        load = self.table.load
        load.received += len(data)
        text = self.tail + data
        found = text.rfind(b"\nid: ")
        if found >= 0:
            dash = text.find(b"-", found)
            if dash < 0:
                self.tail = text[found:]
                return
            self.number = int(text[found + 5 : dash])
            self.parts.clear()
        if self.player is not None:
            self.parts.append(data)
        self.tail = text[-32:]
        if text.find(b"\n\n", max(found, 0)) >= 0 and self.number >= 0:
            self.table.seen(self, perf_counter())

    def connection_lost(self, exc: Exception | None) -> None:
        """Count streams that end too early."""
        self.table.load.lost += not self.table.load.stopping


class Table:
    """One table: its players' names for the server, its streams, and the move that everyone waits for."""

    def __init__(self, load: "Load", number: int) -> None:
        self.load = load
        self.number = number
        self.name = ""
        self.cookies: list[str] = []
        self.viewers: list[Listener] = []
        self.players: list[Listener] = []
        self.changed = asyncio.Event()
        self.at = 0
        self.posted = 0.0
        self.counts = False
        self.moved = perf_counter()

    async def open(self) -> None:
        """Open the table, seat two, start, and let everyone listen."""
        reader, writer = await asyncio.open_connection(HOST, self.load.port)
        self.reader, self.writer = reader, writer
        form = {"seating": "2", "others": "friends", "name": f"Anna {self.number}", "target": "9999"}
        headers, _ = await self.post("/new/horse-race", "", form)
        self.name = headers["location"].rpartition("/")[2]
        self.cookies.append(headers["set-cookie"].partition(";")[0])
        headers, _ = await self.post(f"/t/{self.name}/sit", "", {"seat": "1", "name": f"Boris {self.number}"})
        self.cookies.append(headers["set-cookie"].partition(";")[0])
        loop = asyncio.get_running_loop()
        for number in range(self.load.viewers):
            player = number if number < 2 else None
            viewer = Listener(self, player, self.cookies[number] if number < 2 else "")
            await loop.create_connection(lambda viewer=viewer: viewer, HOST, self.load.port)  # type: ignore[misc]
            self.viewers.append(viewer)
        self.players = self.viewers[:2]
        await self.post(f"/t/{self.name}/start", self.cookies[0], {})

    async def post(self, path: str, cookie: str, form: dict[str, str]) -> tuple[dict[str, str], bytes]:
        """Post a form; returns the headers and the body of the answer."""
        self.writer.write(request("POST", path, cookie, urlencode(form)))
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:])}
        body = await self.reader.readexactly(int(headers.get("content-length", "0")))
        if head[0].split()[1] not in ("200", "303"):
            self.load.refused += 1
        return headers, body

    def seen(self, viewer: Listener, now: float) -> None:
        """A viewer has received a view."""
        if viewer.due and viewer.number > self.at:
            viewer.due = False
            if self.counts:
                self.load.times.append(now - self.posted)
        if viewer.player is not None:
            self.moved = now
            self.changed.set()

    async def play(self) -> None:
        """Move every two seconds."""
        await asyncio.sleep(random.random() * EVERY)
        while not self.load.stopping:
            self.changed.clear()
            page, player = b"", 0
            for listener in self.players:
                page, player = b"".join(listener.parts), listener.player or 0
                if MOVES.search(page) or b'/ready"' in page:
                    break
            else:
                await self.changed.wait()
                continue
            await asyncio.sleep(max(0.0, self.moved + EVERY - perf_counter()))
            if b"".join(self.players[player].parts) != page:
                continue
            moves = MOVES.findall(page)
            at = AT.search(page)
            if not moves or at is None:
                await self.post(f"/t/{self.name}/ready", self.cookies[player], {})
            else:
                self.load.missed += sum(viewer.due for viewer in self.viewers) if self.counts else 0
                self.at, self.counts = int(at[1]), self.load.measuring
                for viewer in self.viewers:
                    viewer.due = True
                self.posted = perf_counter()
                form = {"at": at[1].decode(), "move": random.choice(moves).decode()}
                await self.post(f"/t/{self.name}/move", self.cookies[player], form)
                self.load.moves += self.counts
            await self.changed.wait()


def request(method: str, path: str, cookie: str, body: str | None = None) -> bytes:
    """A request as its bytes."""
    lines = [f"{method} {path} HTTP/1.1", f"host: {HOST}", "hx-request: true"]
    if cookie:
        lines.append(f"cookie: {cookie}")
    if body is not None:
        lines += ["content-type: application/x-www-form-urlencoded", f"content-length: {len(body)}"]
    return ("\r\n".join(lines) + "\r\n\r\n" + (body or "")).encode()


class Load:
    """All tables, and what has been measured."""

    def __init__(self, port: int, tables: int, viewers: int) -> None:
        self.port = port
        self.viewers = max(2, viewers)
        self.tables = [Table(self, number) for number in range(tables)]
        self.times: list[float] = []
        self.transports: list[asyncio.Transport] = []
        self.received = self.moves = self.refused = self.missed = self.lost = 0
        self.measuring = self.stopping = False

    async def run(self, pid: int, seconds: float) -> None:
        """Open everything, play, and print what it took."""
        begun = perf_counter()
        gate = asyncio.Semaphore(OPENING)
        await asyncio.gather(*(_through(gate, table.open()) for table in self.tables))
        streams = len(self.tables) * self.viewers
        print(f"{len(self.tables)} tables, {streams} streams, open after {perf_counter() - begun:.1f} s", flush=True)
        playing = [asyncio.ensure_future(table.play()) for table in self.tables]
        await asyncio.sleep(WARM)
        self.measuring, self.received = True, 0
        start, server, client = perf_counter(), cpu_of(pid), time.process_time()
        await asyncio.sleep(seconds)
        self.measuring = False
        took = perf_counter() - start
        server, client = cpu_of(pid) - server, time.process_time() - client
        received = self.received
        await asyncio.sleep(1)
        self.report(took, received, server, client)
        print(f"memory of the server: {memory_of(pid)}")
        self.stopping = True
        failed = [task.exception() for task in playing if task.done() and task.exception()]
        if failed:
            print(f"{len(failed)} tables failed, the first by {failed[0]!r}")
        for task in playing:
            task.cancel()
        for transport in self.transports:
            transport.abort()

    def report(self, took: float, received: int, server: float, client: float) -> None:
        """Print the figures."""
        times = sorted(each * 1000 for each in self.times)
        if not times:
            print("nothing was measured")
            return
        p50, p90, p99 = (times[len(times) * share // 100] for share in (50, 90, 99))
        print(f"{'moves/s':>10}{'views/s':>10}{'MB/s':>8}{'p50 ms':>10}{'p90 ms':>10}{'p99 ms':>10}{'max ms':>10}")
        print(
            f"{self.moves / took:>10.1f}{len(times) / took:>10.1f}{received / took / 1e6:>8.1f}"
            f"{p50:>10.1f}{p90:>10.1f}{p99:>10.1f}{times[-1]:>10.1f}"
        )
        print(
            f"processor: server {server / took:.0%}, players {client / took:.0%} of one core;"
            f" {server / max(1, self.moves) * 1000:.1f} ms of the server for a move and all that follows from it"
        )
        print(f"views missed {self.missed}, posts refused {self.refused}, streams lost {self.lost}")


async def _through(gate: asyncio.Semaphore, work: Coroutine[Any, Any, None]) -> None:
    async with gate:
        await work


def free_port() -> int:
    """A port that nobody uses now."""
    import socket  # noqa: PLC0415

    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
    return port


async def answers(port: int) -> None:
    """Wait until the server does."""
    for _ in range(200):
        try:
            _, writer = await asyncio.open_connection(HOST, port)
        except OSError:
            await asyncio.sleep(0.05)
        else:
            writer.close()
            return
    raise SystemExit("the server did not start")


async def measure(port: int, pid: int, options: argparse.Namespace) -> None:
    await answers(port)
    await Load(port, options.tables, options.viewers).run(pid, options.seconds)


def main() -> None:
    """Start the server, put the load on it, and stop it again."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--viewers", type=int, default=10, help="at each table, the two players among them")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--pace", type=float, default=EVERY, help="seconds before moves that nobody chooses")
    parser.add_argument("--profile", default="", help="a file for what cProfile finds; it slows the server down")
    parser.add_argument("--serve", metavar="FOLDER", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, default=0, help=argparse.SUPPRESS)
    options = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if options.serve:
        serve(Path(options.serve), options.port, options.pace, options.profile)
        return
    port = free_port()
    with TemporaryDirectory() as folder:
        command = [sys.executable, __file__, "--serve", folder, "--port", str(port), "--pace", str(options.pace)]
        server = subprocess.Popen([*command, "--profile", options.profile], stderr=subprocess.DEVNULL)  # noqa: S603
        try:
            import uvloop  # noqa: PLC0415

            uvloop.run(measure(port, server.pid, options))
        finally:
            begun = perf_counter()
            server.send_signal(signal.SIGINT)
            server.wait(30)
            print(f"stopped after {perf_counter() - begun:.1f} s")


if __name__ == "__main__":
    main()
