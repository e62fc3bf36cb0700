"""Who sits where before the start."""

import asyncio
import re
from contextlib import AsyncExitStack
from pathlib import Path

from homestretch.games import GAMES
from homestretch.table.events import Occupant

from .people import Person, choosing, is_sentence, name_in, notice_of, people_of, seats_of
from .serving import Running, serving


def test_people_and_bots_take_leave_and_change_seats(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            anna, boris, chitra = await people_of(stack, running, "Anna", "Boris", "Chitra")
            room = await anna.open("horse-race", seating="4")
            assert seats_of(room) == ["Anna", None, None, None]
            await boris.sit(room, 2)
            await anna.must(room, "bot", seat=1, level="random")
            assert seats_of(room) == ["Anna", "Bot 1", "Boris", None]
            assert room.table.seats[1] == Occupant("Bot 1", "bot", "random")
            await anna.must(room, "bot", seat=3, level="nonsense")
            assert room.table.seats[3] == Occupant("Bot 2", "bot", "greedy")
            answer = await chitra.do(room, "sit", seat=3, name="Chitra")
            assert is_sentence(notice_of(answer))
            await anna.must(room, "stand", seat=3)
            assert (await chitra.do(room, "sit", seat=3, name="Boris")).status_code == 409, "the name is taken"
            await chitra.sit(room, 3)
            await anna.must(room, "swap", seat=0)
            assert seats_of(room) == ["Bot 1", "Anna", "Boris", "Chitra"]
            await boris.must(room, "swap", seat=2)
            assert seats_of(room) == ["Bot 1", "Anna", "Chitra", "Boris"]
            assert (await boris.do(room, "swap", seat=3)).status_code == 409, "there is no seat after the last"
            assert (await anna.do(room, "swap", seat=-1)).status_code == 409
            assert (await anna.do(room, "swap", seat=99)).status_code == 409
            await boris.must(room, "stand", seat=3)
            await boris.must(room, "sit", seat=3)
            assert seats_of(room)[3] == "Boris", "the name is remembered"
            await anna.must(room, "stand", seat=1)
            assert (await anna.do(room, "start")).status_code == 303, "the host may start from outside"
            assert room.table.started
            assert seats_of(room) == ["Bot 1", "Bot 2", "Chitra", "Boris"]
            for deed, who, seat in (("stand", boris, 3), ("swap", boris, 2), ("start", boris, 0), ("bot", anna, 0)):
                answer = await who.do(room, deed, seat=seat)
                assert answer.status_code == 409, deed
                assert is_sentence(notice_of(answer))

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_whoever_sits_may_start_and_bots_of_the_chosen_level_fill_up(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            anna, boris, chitra = await people_of(stack, running, "Anna", "Boris", "Chitra")
            room = await anna.open("card-race", seating="5")
            assert (await chitra.do(room, "start")).status_code == 409
            await boris.sit(room, 3)
            await boris.must(room, "start", level="random")
            kinds = [(who.kind, who.level) for who in room.table.seats if who is not None]
            assert kinds == [("person", ""), ("bot", "random"), ("bot", "random"), ("person", ""), ("bot", "random")]
            assert len(set(seats_of(room))) == 5

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_somebody_without_a_name_is_given_one(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running) as anna, Person(running, accept_language="ru") as boris:
            room = await anna.open("horse-race", seating="2")
            await boris.must(room, "sit", seat=1)
            names = seats_of(room)
            assert re.fullmatch(r"Guest \d{3}", names[0] or "")
            assert re.fullmatch(r"\D+ \d{3}", names[1] or "")
            answer = await anna.post("/play/card-race")
            assert answer.status_code == 303

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_pressing_play_opens_a_table_with_bots_that_has_begun(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running) as anna:
            for game in GAMES:
                answer = await anna.post(f"/play/{game}")
                room = running.site.hub.rooms[name_in(answer)]
                assert room.table.started
                assert [who.kind for who in room.table.seats if who is not None][1:] == ["bot"] * (
                    len(room.table.seats) - 1
                )
                page = await anna.get(f"/t/{room.id}")
                assert page.status_code == 200
            front = (await anna.get("/")).text
            assert front.count('href="/t/') == 3, "own tables are listed"

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_a_form_that_is_refused_comes_back_as_it_was_filled_in(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna:
            for game in GAMES:
                assert (await anna.get(f"/new/{game}")).status_code == 200
                answer = await anna.post(f"/new/{game}", {"target": "many", "tokens": "many", "name": "<Anna>"})
                assert answer.status_code == 422
                assert is_sentence(notice_of(answer))
                assert 'value="many"' in answer.text
                assert 'value="&lt;Anna&gt;"' in answer.text
            assert running.site.hub.rooms == {}

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_public_tables_are_listed_until_they_are_over_and_after_a_restart(tmp_path: Path) -> None:
    async def before(running: Running) -> tuple[str, str, str]:
        async with Person(running, "Anna") as anna, Person(running) as watcher:
            hidden = await anna.open("horse-race", seating="2")
            shown = await anna.open("horse-race", seating="2", public="1")
            over = await anna.open("horse-race", seating="2", public="1", others="bots")
            await anna.must(over, "end")
            front = (await watcher.get("/")).text
            assert (shown.id in front, hidden.id in front, over.id in front) == (True, False, False)
            return shown.id, hidden.id, over.id

    async def later(running: Running, shown: str, hidden: str, over: str) -> None:
        async with Person(running) as watcher:
            fronts = await asyncio.gather(*(watcher.get("/") for _ in range(12)))
            for front in fronts:
                assert front.status_code == 200
                assert [name in front.text for name in (shown, hidden, over)] == [True, False, False]

    with serving(tmp_path) as running:
        names = asyncio.run(before(running))
    with serving(tmp_path) as running:
        asyncio.run(later(running, *names))


def test_whoever_takes_a_shared_device_in_a_race_is_not_promised_a_hand(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running) as anna:
            room = await anna.open("card-race", seating="3", others="here", names="Ann, Bo, Cy")
            banker = await choosing(room)
            page = (await anna.get(f"/t/{room.id}")).text
            found = re.search(rf'id="take-{banker}"[^>]*>(.*?)</a>', page)
            assert found is not None
            assert found[1] == f"{('Ann', 'Bo', 'Cy')[banker]}: take the device, it is your turn"

    with serving(tmp_path) as running:
        asyncio.run(play(running))
