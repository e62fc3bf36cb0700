"""People with browsers, as a server sees them: they keep cookies, open pages, post forms and listen to streams."""

import asyncio
import html
import re
import ssl
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any, Final

import httpx

from homestretch.games import HORSE_RACE, horse_race
from homestretch.kit.seat import Seat
from homestretch.race.state import Phase
from homestretch.record.redact import view
from homestretch.table.commands import Sit, Start
from homestretch.table.events import House, Occupant
from homestretch.table.table import Table
from homestretch.web.guests import Guest, new_guest
from homestretch.web.house import forced_move
from homestretch.web.rooms import Room

from .serving import LOOPS, Running

LONG: Final = 20.0
"""Seconds after which what is waited for counts as not coming."""

BANK: Final = {"kind": "bank", "price0": "2", "price1": "2", "price2": "3", "price3": "5", "price4": "10"}
"""What a bank fills in that announces odds, without its largest stake."""

NO_TLS: Final = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Made once, because it takes long and nothing here needs it."""

NOTICE: Final = re.compile(r'<p class="notice" role="alert">(.*?)</p>', re.DOTALL)
SORRY: Final = re.compile(r'<p role="alert">(.*?)</p>', re.DOTALL)
DONE: Final = (200, 204, 303)
"""What answers that accept a form."""


class Heard:
    """An event of a stream: its number, its data, and when it had come in."""

    def __init__(self, number: str, kind: str, data: str) -> None:
        self.number = number
        self.kind = kind
        self.data = data
        self.at = time.perf_counter()

    @property
    def events(self) -> int:
        """How many events of the table the view shows."""
        return int(self.number.partition("-")[0])


class Ear:
    """A stream that is listened to."""

    def __init__(self) -> None:
        self.heard: list[Heard] = []
        self.beats = 0
        self.raw: list[bytes] = []
        self.headers = httpx.Headers()
        self.status = 0
        self.ended = False

    @property
    def views(self) -> list[Heard]:
        """The views that have come."""
        return self.heard

    def take(self, event: bytes) -> None:
        """Read one event as it came."""
        self.raw.append(event)
        number, kind, data = "", "message", []
        for line in event.decode().split("\n"):
            name, _, value = line.partition(": ")
            if name == "id":
                number = value
            elif name == "event":
                kind = value
            elif name == "data":
                data.append(value)
        if kind == "beat":
            self.beats += 1
        else:
            self.heard.append(Heard(number, kind, "\n".join(data)))

    async def first(self) -> Heard:
        """The first view."""
        return await self.reach(0)

    async def reach(self, events: int, seconds: float = LONG) -> Heard:
        """The first view that shows at least so many events."""
        await until(lambda: any(each.events >= events for each in self.heard), f"a view of {events} events", seconds)
        return next(each for each in self.heard if each.events >= events)


class Person:
    """A browser with cookies of its own."""

    def __init__(self, running: Running, name: str = "", **headers: str) -> None:
        self.running = running
        self.name = name
        self.client = httpx.AsyncClient(
            base_url=running.address,
            headers={key.replace("_", "-"): value for key, value in headers.items()},
            timeout=LONG,
            verify=NO_TLS,
            limits=httpx.Limits(max_connections=None, max_keepalive_connections=20),
        )

    async def __aenter__(self) -> "Person":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.client.aclose()

    async def get(self, path: str, **options: Any) -> httpx.Response:
        """A page."""
        return await self.client.get(path, **options)

    async def post(self, path: str, form: dict[str, Any] | None = None, **options: Any) -> httpx.Response:
        """The answer to a form."""
        return await self.client.post(path, data=form or {}, **options)

    async def open(self, game: str, **form: Any) -> Room:
        """Open a table."""
        answer = await self.post(f"/new/{game}", {"name": self.name} | form)
        assert answer.status_code == 303, notice_of(answer)
        return self.running.site.hub.rooms[name_in(answer)]

    async def do(self, room: Room, deed: str, **form: Any) -> httpx.Response:
        """Do something at a table, whatever comes of it."""
        return await self.post(f"/t/{room.id}/{deed}", form)

    async def must(self, room: Room, deed: str, **form: Any) -> httpx.Response:
        """Do something at a table that has to be accepted."""
        answer = await self.do(room, deed, **form)
        assert answer.status_code in DONE, notice_of(answer)
        return answer

    async def sit(self, room: Room, seat: Seat) -> None:
        """Take a seat."""
        await self.must(room, "sit", seat=seat, name=self.name)

    def guest(self) -> Any:
        """Who the server takes this browser for."""
        return self.running.site.signer.read_guest(self.client.cookies.get("guest"))

    @asynccontextmanager
    async def listening(self, room: Room, query: str = "", **headers: str) -> AsyncIterator[Ear]:
        """Listen to a table's stream."""
        ear = Ear()
        begun = asyncio.Event()

        async def listen() -> None:
            wait = httpx.Timeout(LONG, read=None)
            async with self.client.stream(
                "GET", f"/t/{room.id}/stream{query}", headers={"last-event-id": "", **headers}, timeout=wait
            ) as answer:
                ear.status, ear.headers = answer.status_code, answer.headers
                begun.set()
                rest = b""
                async for piece in answer.aiter_raw():
                    *events, rest = (rest + piece).split(b"\n\n")
                    for event in events:
                        ear.take(event)
                ear.ended = True

        task = asyncio.ensure_future(listen())
        try:
            async with asyncio.timeout(LONG):
                await asyncio.wait({task, asyncio.ensure_future(begun.wait())}, return_when=asyncio.FIRST_COMPLETED)
            yield ear
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError, httpx.HTTPError):
                await task


async def people_of(stack: AsyncExitStack, running: Running, *names: str) -> list[Person]:
    """People of these names, each with a browser of their own."""
    return [await stack.enter_async_context(Person(running, name)) for name in names]


def seats_of(room: Room) -> list[str | None]:
    """The names of those who sit at a table."""
    return [None if who is None else who.name for who in room.table.seats]


async def open_with(running: Running, house: House, *names: str) -> tuple[Room, list[Guest]]:
    """A running table of guests that no form would open."""
    guests = [new_guest(name) for name in names]
    commands = [Sit(seat, Occupant(guest.name, guests=(guest.id,))) for seat, guest in enumerate(guests)]
    room = running.on_loop(running.site.hub.open(HORSE_RACE, horse_race(len(names)), house, *commands, Start()))
    assert isinstance(room, Room)
    return room, guests


def deputies(room: Room) -> list[str]:
    """The levels of the bots that play for people."""
    return ["" if who is None else who.deputy for who in room.table.seats]


async def seated(
    stack: AsyncExitStack, running: Running, game: str, players: int, **form: str
) -> tuple[Room, list[Person]]:
    """A table with a person in every seat, before its start."""
    people = [await stack.enter_async_context(Person(running, f"Guest {number}")) for number in range(players)]
    room = await people[0].open(game, seating=f"{players}{'p' if game == 'seven-rocks' else ''}", **form)
    await asyncio.gather(*(people[seat].sit(room, seat) for seat in range(1, players)))
    return room, people


async def begun(
    stack: AsyncExitStack, running: Running, game: str, players: int, **form: str
) -> tuple[Room, list[Person]]:
    """A table with a person in every seat, where somebody has to choose a move."""
    room, people = await seated(stack, running, game, players, **form)
    await people[0].must(room, "start")
    await choosing(room)
    return room, people


async def staking(
    stack: AsyncExitStack, running: Running, players: int, limit: int = 1
) -> tuple[Room, list[Person], int]:
    """A card race whose bank has announced its odds; with the banker's seat."""
    room, people = await begun(stack, running, "card-race", players, any_stake="1")
    banker = room.table.state.banker
    await people[banker].must(room, "move", at=len(room.table.log), limit=limit, **BANK)
    assert room.table.state.phase is Phase.STAKE
    return room, people, banker


async def banked(people: list[Person], *, announced: bool) -> tuple[Room, Seat]:
    """A card race whose bank has to announce its odds, or has just done so; with the banker's seat."""
    room = await people[0].open("card-race", seating=str(len(people)))
    for seat in range(1, len(people)):
        await people[seat].sit(room, seat)
    await people[0].must(room, "start")
    banker = await choosing(room)
    if announced:
        form = {f"price{count}": 2 + count for count in range(5)} | {"kind": "bank", "limit": 1}
        await people[banker].must(room, "move", at=len(room.table.log), **form)
    return room, banker


def name_in(answer: httpx.Response) -> str:
    """The name of the table to which an answer leads."""
    return str(answer.headers["location"]).rpartition("/t/")[2].partition("?")[0]


def notice_of(answer: httpx.Response) -> str:
    """The sentence with which something was refused; empty where nothing was."""
    found = NOTICE.search(answer.text) or SORRY.search(answer.text)
    return html.unescape(found[1]) if found else ""


def is_sentence(text: str) -> bool:
    """Whether a text says something to a person: it has several words and an end."""
    return len(text.split()) > 2 and text[-1] in ".।?!"


async def until(true: Callable[[], Any], what: str, seconds: float = LONG) -> None:
    """Wait until something is true."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, f"waited in vain for {what}"
        await asyncio.sleep(0.003)


def chooser(table: Table) -> Seat | None:
    """A person who has something to choose now; None while the house, a bot or nobody is on turn."""
    if table.over or not table.started:
        return None
    for seat in table.rules.actors(table.state):
        who = table.seats[seat]
        if who is not None and not who.plays_as and forced_move(view(table.rules, table.state, seat), seat) is None:
            return seat
    return None


async def choosing(room: Room) -> Seat:
    """The seat of a person who has something to choose, as soon as there is one.

    A bot may go out before anybody has chosen: the people have read the settlement at once, and the next round comes.
    """

    def chooses() -> bool:
        table = room.table
        if table.started and table.state.shuffle is not None and table.rules.awaits_round(table.state):
            for loop in LOOPS:
                loop.call_soon_threadsafe(room.note_ready, *table.persons)
        return chooser(room.table) is not None

    await until(chooses, "somebody's choice")
    seat = chooser(room.table)
    assert seat is not None
    return seat


def moves_of(room: Room, seat: Seat) -> list[str]:
    """What a seat may do now, in notation."""
    return [str(move) for move in room.table.rules.legal_moves(room.table.state, seat)]
