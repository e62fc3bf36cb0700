"""How much one address may ask for: the size of a form, how often, and how many open pages."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from limits.aio.storage import memory

from homestretch.web import rates
from homestretch.web.assets import asset
from homestretch.web.safety import MOST_BODY

from .people import Person, begun, choosing, is_sentence, notice_of, until
from .serving import Running, serving

FORM = {"content-type": "application/x-www-form-urlencoded"}


@pytest.fixture
def standing_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock by which requests are counted stands still: no window ends while a test looks at what is refused."""
    monkeypatch.setattr(memory, "time", SimpleNamespace(time=lambda: 1_000_000_000.0))


@pytest.mark.parametrize("chunked", [False, True], ids=["announced", "in pieces"])
def test_forms_longer_than_sixteen_kilobytes_are_refused(tmp_path: Path, *, chunked: bool) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, (anna, _) = await begun(stack, running, "horse-race", 2)
            log = room.table.log

            async def send(size: int, path: str) -> httpx.Response:
                body = b"name=" + b"x" * (size - 5)

                async def pieces() -> Any:
                    for at in range(0, len(body), 1000):
                        yield body[at : at + 1000]

                return await anna.client.post(path, content=pieces() if chunked else body, headers=FORM)

            for path in (f"/t/{room.id}/sit", "/new/horse-race", "/options", "/play/horse-race", "/nothing"):
                answer = await send(MOST_BODY + 1, path)
                assert answer.status_code == 413, path
                assert is_sentence(notice_of(answer))
            answer = await send(MOST_BODY, f"/t/{room.id}/sit")
            assert answer.status_code == 409
            assert room.table.log == log

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_a_form_that_is_cut_off_does_nothing(tmp_path: Path) -> None:
    """The connection breaks in the middle of an amount: 50 would become 5."""

    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            people = [await stack.enter_async_context(Person(running, f"Guest {number}")) for number in range(3)]
            room = await people[0].open("card-race", seating="3", any_stake="1")
            for seat in (1, 2):
                await people[seat].sit(room, seat)
            await people[0].must(room, "start")
            banker = await choosing(room)
            bank = {"kind": "bank", "limit": 10} | {f"price{count}": 1 for count in range(5)}
            await people[banker].must(room, "move", at=len(room.table.log), **bank)
            seat = await choosing(room)
            log = room.table.log
            body = f"at={len(log)}&kind=stake&suit=S&amount=10"
            cookie = people[seat].client.cookies["guest"]
            head = (
                f"POST /t/{room.id}/move HTTP/1.1\r\nhost: x\r\ncookie: guest={cookie}\r\n"
                f"content-type: {FORM['content-type']}\r\ncontent-length: {len(body)}\r\n\r\n"
            )
            _, writer = await asyncio.open_connection("127.0.0.1", running.port)
            writer.write((head + body[:-1]).encode())
            await writer.drain()
            await asyncio.sleep(0.1)
            writer.close()
            await writer.wait_closed()
            await asyncio.sleep(0.3)
            assert room.table.log == log

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_too_many_requests_are_refused_with_a_sentence_and_others_are_not(tmp_path: Path, standing_clock: None) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, (anna, _) = await begun(stack, running, "horse-race", 2)
            log = room.table.log
            answers = await asyncio.gather(*(anna.do(room, "stand", seat=0) for _ in range(120)))
            refused = [answer for answer in answers if answer.status_code == 429]
            assert 40 < len(refused) < 50
            assert all(is_sentence(notice_of(answer)) for answer in refused)
            assert room.table.log == log
            assert (await anna.get(f"/t/{room.id}")).status_code == 200, "looking is counted by itself"
            other = {"x-forwarded-for": "203.0.113.7"}
            answer = await anna.post(f"/t/{room.id}/stand", {"seat": 0}, headers=other)
            assert answer.status_code == 409, "another address behind the proxy is not held up"
            assert (await anna.get("/healthz")).status_code == 200
            assert (await anna.get(asset("app.css"))).status_code == 200

    with serving(tmp_path, limited=True) as running:
        asyncio.run(play(running))


def test_one_address_opens_twenty_tables_a_minute(tmp_path: Path, standing_clock: None) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            anna = await stack.enter_async_context(Person(running, "Anna"))
            answers = [await anna.post("/new/horse-race", {"seating": "2"}) for _ in range(24)]
            answers += [await anna.post("/play/card-race") for _ in range(2)]
            assert [answer.status_code for answer in answers] == [303] * 20 + [429] * 6
            assert len(running.site.hub.rooms) == 20
            assert is_sentence(notice_of(answers[-1]))

    with serving(tmp_path, limited=True) as running:
        asyncio.run(play(running))


def test_going_on_from_an_earlier_table_or_sheet_is_a_beginning_too(tmp_path: Path, standing_clock: None) -> None:
    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna:
            begun = await anna.post("/score/new/horse-race", {"seating": "2"})
            sheet = begun.headers["location"]
            answers = [await anna.post(f"{sheet}/again") for _ in range(12)]
            room = await anna.open("horse-race", others="bots")
            await choosing(room)
            for _ in range(8):
                await anna.do(room, "end")
                answers.append(await anna.do(room, "rematch"))
                room = running.site.hub.rooms.get(answers[-1].headers.get("location", "").rpartition("/")[2], room)
            assert [answer.status_code for answer in answers] == [303] * 18 + [429] * 2
            assert len(running.site.hub.sheets.rooms) == 13
            assert len(running.site.hub.rooms) == 7

    with serving(tmp_path, limited=True, reading=0.0) as running:
        asyncio.run(play(running))


def test_an_address_has_so_many_pages_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, standing_clock: None
) -> None:
    monkeypatch.setattr(rates, "MOST_OPEN", 3)

    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            anna = await stack.enter_async_context(Person(running, "Anna"))
            room = await anna.open("horse-race", seating="2")
            async with anna.listening(room), anna.listening(room), anna.listening(room):
                refused = await anna.get(f"/t/{room.id}")
                assert refused.status_code == 429
                assert is_sentence(notice_of(refused))
                other = {"x-forwarded-for": "203.0.113.7"}
                assert (await anna.get(f"/t/{room.id}", headers=other)).status_code == 200
            await until(lambda: not room.listeners, "that they have gone")
            assert (await anna.get(f"/t/{room.id}")).status_code == 200

    with serving(tmp_path, limited=True) as running:
        asyncio.run(play(running))


def test_looking_too_often_is_refused_except_for_files_and_health(tmp_path: Path, standing_clock: None) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            anna = await stack.enter_async_context(Person(running, "Anna", accept_language="ru"))
            answers = await asyncio.gather(*(anna.get("/x") for _ in range(250)))
            refused = [answer for answer in answers if answer.status_code == 429]
            assert len(refused) == 10
            assert all("запросов" in notice_of(answer) for answer in refused)
            for path in ("/", "/t/healthz", "/t/static/", "/t/nothing/static/x"):
                assert (await anna.get(path)).status_code == 429, f"{path} is counted like any other"
            for path in ("/healthz", asset("app.css")):
                assert (await anna.get(path)).status_code == 200

    with serving(tmp_path, limited=True) as running:
        asyncio.run(play(running))
