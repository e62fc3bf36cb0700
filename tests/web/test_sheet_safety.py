"""Score sheets under attack: forms that come twice, links that are too old, long sheets, and addresses of nonsense."""

import asyncio
import re
import threading
from pathlib import Path
from typing import Any

import pytest
from htpy import Element

from homestretch.sheet.codec import encode
from homestretch.sheet.entries import Award, Entered, Opening, Starts
from homestretch.sheet.sheet import MOST_ITEMS
from homestretch.web import guests, hub, sheets
from homestretch.web.guests import Signer
from homestretch.web.pages.sheet import sheet_main

from .people import Person, is_sentence, notice_of, until
from .serving import Running
from .test_sheets import HX, begin, enter, served

TRACK = {"spades": "2", "hearts": "2", "diamonds": "1", "clubs": "2"}
PRICES = {f"price{count}": str(price) for count, price in enumerate((1, 2, 3, 5, 10))}


# ---- forms that come twice


def test_a_lot_is_drawn_once_however_often_it_is_asked_for(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running) as ann:
            room = await begin(ann, "card-race", seating="10")
            lot = {"seat": "lot", "key": "lot-00001"}
            answers = await asyncio.gather(*(ann.post(f"/score/{room.id}/starts", lot) for _ in range(12)))
            assert {answer.status_code for answer in answers} == {303}
            assert len(room.sheet.entries) == 1
            running.site.hub.sheets.sweep(-1)
            assert (await ann.post(f"/score/{room.id}/starts", lot)).status_code == 303
            again = running.site.hub.sheets.rooms[room.id]
            assert again is not room
            assert again.sheet.entries == room.sheet.entries

    served(tmp_path, play)


def test_a_lot_is_fair_and_tells_nothing_of_the_next() -> None:
    one, other = Signer(b"one"), Signer(b"other")
    drawn = [one.lot(4, "sheet", f"key-{number}") for number in range(400)]
    assert set(drawn) == {0, 1, 2, 3}
    assert max(drawn.count(seat) for seat in range(4)) < 140
    assert drawn == [one.lot(4, "sheet", f"key-{number}") for number in range(400)]
    assert drawn != [other.lot(4, "sheet", f"key-{number}") for number in range(400)]


def test_a_bank_without_a_limit_is_opened_once_however_often_it_comes(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running) as ann:
            room = await begin(ann, "card-race", seating="3", any_stake="1")
            assert await enter(ann, room, "starts", seat=0) == 303
            form = TRACK | PRICES | {"key": "bank-0001"}
            assert (await ann.post(f"/score/{room.id}/opening", form)).status_code == 303
            assert await enter(ann, room, "stakes", suit1="diamonds", amount1="7") == 303
            assert (await ann.post(f"/score/{room.id}/opening", form)).status_code == 303
            assert [type(kept.entry) for kept in room.sheet.entries].count(Opening) == 1

    served(tmp_path, play)


def test_two_keepers_without_scripts_enter_the_same_award_each(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running) as ann, Person(running) as bo:
            room = await begin(ann)
            share = (await ann.get(f"/score/{room.id}/share")).text
            link = re.findall(r"/score/[\w-]+/keep/[\w.-]+", share)[0]
            assert (await bo.post(link)).status_code == 303
            pages = [(await who.get(f"/score/{room.id}")).text for who in (ann, bo, ann)]
            keys = [re.findall(r'name="key" value="([^"]+)"', page)[0] for page in pages]
            assert len(set(keys)) == 3
            for who, key in zip((ann, bo), keys, strict=False):
                assert await enter(who, room, "award", key, side=0, points=2) == 303
            assert room.sheet.lines[-1].scores == (4, 0)

    served(tmp_path, play)


# ---- links


def test_a_link_for_keepers_lasts_a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(running: Running) -> None:
        async with Person(running) as ann, Person(running, accept_language="ru") as bo:
            room = await begin(ann)
            share = (await ann.get(f"/score/{room.id}/share")).text
            link = re.findall(r"/score/[\w-]+/keep/[\w.-]+", share)[0]
            monkeypatch.setattr(guests, "LINK_LASTS", -1)
            for answer in (await bo.get(link), await bo.post(link)):
                assert answer.status_code == 404
                assert is_sentence(notice_of(answer))
                assert "ссылка" in notice_of(answer)
            assert len(room.sheet.keepers) == 1
            monkeypatch.undo()
            assert (await bo.post(link)).status_code == 303
            assert len(room.sheet.keepers) == 2

    served(tmp_path, play)


# ---- in memory


def test_a_page_takes_no_view_of_now_for_older_than_its_own(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running) as ann:
            room = await begin(ann)
            for _ in range(3):
                await enter(ann, room, "award", side=0, points=1)
            pages = [await ann.get(f"/score/{room.id}")]
            running.site.hub.sheets.sweep(-1)
            pages.append(await ann.get(f"/score/{room.id}"))
            views = [re.findall(r'data-view="(\d+)-(\w+)-\d+"', page.text)[0] for page in pages]
            assert [events for events, _ in views] == ["3", "3"]
            assert views[0] != views[1], "its numbers begin anew, under another name"

    served(tmp_path, play)


def test_readers_who_have_gone_are_forgotten_and_then_the_sheet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "SWEEP", 0.05)
    monkeypatch.setattr(hub, "IDLE", 0.2)

    async def play(running: Running) -> None:
        async with Person(running) as ann:
            room = await begin(ann)
            rooms = running.site.hub.sheets.rooms
            for _ in range(3):
                _, writer = await asyncio.open_connection("127.0.0.1", running.port)
                writer.write(f"GET /score/{room.id}/stream HTTP/1.1\r\nhost: x\r\n\r\n".encode())
                await until(lambda: room.listeners, "the reader")
                assert (await ann.get("/healthz")).json()["sheets"] == 1
                writer.close()
                await until(lambda: not room.listeners, "that the reader is forgotten")
            await until(lambda: not rooms, "that the sheet leaves the memory")
            assert (await ann.get(f"/score/{room.id}")).status_code == 200
            assert rooms[room.id].sheet == room.sheet

    served(tmp_path, play)


def test_a_long_sheet_holds_up_nobody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    making, go_on = threading.Event(), threading.Event()

    def slowly(*what: Any) -> Element:
        making.set()
        assert go_on.wait(20)
        return sheet_main(*what)

    monkeypatch.setattr(sheets, "sheet_main", slowly)

    async def play(running: Running) -> None:
        async with Person(running) as ann, Person(running) as reader:
            room = await begin(ann)
            asked = [
                asyncio.ensure_future(request)
                for request in (
                    ann.get(f"/score/{room.id}"),
                    reader.get(f"/score/{room.id}"),
                    ann.post(f"/score/{room.id}/award", {"side": "0", "points": "3"}, headers=HX),
                    ann.post(f"/score/{room.id}/award", {"side": "9", "points": "3"}, headers=HX),
                )
            ]
            await until(making.is_set, "the page")
            assert (await reader.get("/healthz")).status_code == 200
            other = await begin(reader)
            assert await enter(reader, other, "award", side=0, points=3) == 303
            assert not any(each.done() for each in asked)
            go_on.set()
            answers = await asyncio.gather(*asked)
            assert [answer.status_code for answer in answers] == [200, 200, 200, 409]

    served(tmp_path, play)


def test_a_page_is_made_once_for_all_who_read_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []

    def counted(*what: Any) -> Element:
        made.append(what)
        return sheet_main(*what)

    monkeypatch.setattr(sheets, "sheet_main", counted)

    async def play(running: Running) -> None:
        async with Person(running) as ann, Person(running) as reader, Person(running) as third:
            room = await begin(ann)
            pages = await asyncio.gather(*(who.get(f"/score/{room.id}") for who in (reader, third) * 5))
            assert len({page.text for page in pages}) == 1
            assert len(made) == 1
            assert await enter(ann, room, "award", side=0, points=3) == 303
            assert "Ann: 3 points" in (await third.get(f"/score/{room.id}")).text
            assert len(made) == 2

    served(tmp_path, play)


def test_a_full_sheet_is_shown_whole(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running) as ann:
            room = await begin(ann, target="9999")
            items = [Entered(f"key-{number:05}", Award(number % 2, 1)) for number in range(MOST_ITEMS)]
            running.on_loop(running.site.hub.store.append(room.id, 1, encode(items)))
            running.site.hub.sheets.sweep(-1)
            answer = await ann.post(f"/score/{room.id}/award", {"side": "0", "points": "1"})
            assert answer.status_code == 409
            assert is_sentence(notice_of(answer))
            assert answer.text.count('scope="row"') == MOST_ITEMS
            assert len((await ann.get(f"/score/{room.id}.csv")).text.splitlines()) == MOST_ITEMS + 1

    served(tmp_path, play)


# ---- addresses


def test_an_entry_that_is_not_there_is_told(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running) as ann:
            room = await begin(ann)
            await enter(ann, room, "starts", seat=0)
            for number in ("0", "-1", "2", "x", "१", "9" * 9, "9" * 5000, "%00", "1.0", "1%2f2"):
                path = f"/score/{room.id}/entry/{number}"
                for answer in (await ann.get(path), await ann.post(path, {"seat": "1"})):
                    assert answer.status_code == 404, number[:20]
                    assert is_sentence(notice_of(answer)), number[:20]
            assert [kept.entry for kept in room.sheet.entries] == [Starts(0)]

    served(tmp_path, play)
