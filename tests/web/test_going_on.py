"""Between rounds and after the match: going on, taking back, playing again."""

import asyncio
import re
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from homestretch.games import CARD_RACE, HORSE_RACE, SEVEN_ROCKS, Seating
from homestretch.kit.card import SUITS
from homestretch.table.events import House, TakebackAsked
from homestretch.web.houses import usual_seating
from homestretch.web.rooms import Room

from .people import Person, banked, begun, choosing, deputies, moves_of, name_in, open_with, people_of, seats_of, until
from .serving import Running, serving


async def longer(room: Room, log: int) -> None:
    """Wait until a log has grown."""
    await until(lambda: len(room.table.log) > log, "what comes next")


def test_the_next_round_begins_when_all_have_read_or_the_time_for_it_is_up(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            watcher = await stack.enter_async_context(Person(running))
            room, (anna, boris) = await begun(stack, running, "horse-race", 2, target="9999")
            people = (anna, boris)
            await choosing(room)
            async with anna.listening(room), boris.listening(room):
                for _ in range(3):
                    while not room.table.rules.awaits_round(room.table.state):
                        seat = await choosing(room)
                        await people[seat].must(room, "move", at=len(room.table.log), move=moves_of(room, seat)[0])
                        await until(
                            lambda: (
                                room.table.rules.awaits_round(room.table.state)
                                or any(each in room.table.persons for each in room.table.rules.actors(room.table.state))
                            ),
                            "the house",
                        )
                    log = len(room.table.log)
                    await watcher.do(room, "ready")
                    await anna.must(room, "ready")
                    await anna.must(room, "ready")
                    await asyncio.sleep(0.1)
                    assert len(room.table.log) == log, "Boris still reads"
                    await boris.must(room, "ready")
                    await longer(room, log)
                    await until(lambda: room.table.rules.actors(room.table.state), "the deal")

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_where_going_on_is_a_choice_the_page_says_so(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna:
            room = await anna.open("horse-race", others="bots", going_on="choice", target="9999")
            while not room.table.state.goes_on:
                await choosing(room)
                log = len(room.table.log)
                best = max(moves_of(room, 0), key=lambda move: move[0] == move[2:3])
                await anna.must(room, "move", at=log, move=best)
                await choosing(room)
            assert "choose a tile, or stop." in (await anna.get(f"/t/{room.id}")).text

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_who_presses_go_on_during_a_round_has_not_read_what_comes_after_it(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, (anna, boris) = await begun(stack, running, "horse-race", 2, target="9999")
            version = room.version
            for who in (anna, boris):
                await who.do(room, "ready")
            assert room.ready == set()
            async with Person(running) as watcher:
                version = room.version
                await watcher.do(room, "ready")
                assert room.version == version, "a watcher's press shows nobody anything new"

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_a_takeback_by_consent_and_one_that_is_declined(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, people = await begun(stack, running, "seven-rocks", 4)
            for declines in (True, False):
                seat = await choosing(room)
                while len(moves_of(room, seat)) == 1:
                    await people[seat].must(room, "move", at=len(room.table.log), move=moves_of(room, seat)[0])
                    seat = await choosing(room)
                others = [each for each in range(4) if each != seat]
                at, layout = len(room.table.log), room.table.state.layout
                move = moves_of(room, seat)[0]
                await people[seat].must(room, "move", at=at, move=move)
                await choosing(room)
                await people[seat].must(room, "takeback", at=len(room.table.log))
                asked = [event for event in room.table.log if isinstance(event, TakebackAsked)]
                assert asked[-1] == TakebackAsked(seat, at)
                told = rf"It was: {people[seat].name} [^.]*{move.partition('@')[0]}"
                for each in others:
                    page = (await people[each].get(f"/t/{room.id}")).text
                    assert f'action="/t/{room.id}/answer"' in page
                    assert re.search(told, question_of(page))
                assert f'action="/t/{room.id}/answer"' not in (await people[seat].get(f"/t/{room.id}")).text
                form: dict[str, Any] = {"at": len(room.table.log)}
                await people[others[0]].must(room, "answer", seat=others[0], agrees="0" if declines else "1", **form)
                if declines:
                    assert room.table.takeback is None
                    assert room.table.state.layout.tiles
                    continue
                assert (await people[others[0]].do(room, "answer", seat=others[0], agrees="1")).status_code in (
                    303,
                    409,
                )
                for each in others[1:]:
                    await people[each].must(room, "answer", seat=each, agrees="1")
                assert room.table.state.layout == layout
                assert await choosing(room) == seat

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def question_of(page: str) -> str:
    """What those who have to answer a takeback are asked."""
    found = re.search(r'<div class="question".*?<p>(.*?)</p><p>(.*?)</p>', page, re.DOTALL)
    return " ".join(found.groups()) if found else ""


def test_a_takeback_of_an_earlier_move_says_what_goes_with_it(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, people = await begun(stack, running, "seven-rocks", 4)
            first = await choosing(room)
            tile = moves_of(room, first)[0]
            for _ in range(2):
                seat = await choosing(room)
                await people[seat].must(room, "move", at=len(room.table.log), move=moves_of(room, seat)[0])
            await choosing(room)
            later = len(room.table.steps) - 1
            await people[first].must(room, "takeback", at=len(room.table.log))
            other = (first + 1) % 4
            asked = question_of((await people[other].get(f"/t/{room.id}")).text)
            assert asked.startswith(f"{people[first].name} asks to take a move back. It was:")
            assert tile in asked
            assert f"({later} move" in asked

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_a_bank_takes_its_announcement_back_while_stakes_are_awaited(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            people = await people_of(stack, running, "Anna", "Boris", "Chitra")
            room = await people[0].open("card-race", seating="3")
            for seat in (1, 2):
                await people[seat].sit(room, seat)
            await people[0].must(room, "start")
            banker = await choosing(room)
            before = room.table.state
            form = {f"price{count}": 2 + count for count in range(5)} | {"kind": "bank", "limit": 1}
            await people[banker].must(room, "move", at=len(room.table.log), **form)
            told = f"It was: {people[banker].name} offers {room.table.state.price(SUITS[0])}:1 on spades"
            await people[banker].must(room, "takeback", at=len(room.table.log))
            for seat in {0, 1, 2} - {banker}:
                asked = question_of((await people[seat].get(f"/t/{room.id}")).text)
                assert told in asked
                await people[seat].must(room, "answer", seat=seat, agrees="1")
            assert room.table.state == before

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_a_takeback_of_an_announcement_says_that_stakes_go_with_it(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            people = await people_of(stack, running, "Anna", "Boris", "Chitra")
            room, banker = await banked(people, announced=True)
            backer, other = (seat for seat in range(3) if seat != banker)
            for suit in "SH":
                await people[backer].must(room, "move", at=len(room.table.log), kind="stake", suit=suit, amount=1)
            await people[banker].must(room, "takeback", at=len(room.table.log))
            for seat in (backer, other):
                asked = question_of((await people[seat].get(f"/t/{room.id}")).text)
                assert "What followed it goes back as well (1 move)." in asked

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_of_two_who_press_play_again_both_come_to_the_same_table(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            anna, boris = await people_of(stack, running, "Anna", "Boris")
            watcher = await stack.enter_async_context(Person(running))
            room, guests = await open_with(running, House(public=True), "Anna", "Boris")
            for who, guest in zip((anna, boris), guests, strict=True):
                who.client.cookies.set("guest", running.site.signer.guest(guest))
            await choosing(room)
            assert (await anna.do(room, "rematch")).status_code == 409, "the match is not over"
            await anna.must(room, "away", seat=0)
            await boris.must(room, "end")
            assert room.table.over
            assert (await watcher.do(room, "rematch")).status_code == 409
            tables = len(running.on_loop(running.site.hub.store.tables(0)))
            answers = await asyncio.gather(anna.do(room, "rematch"), boris.do(room, "rematch"))
            assert [answer.status_code for answer in answers] == [303, 303]
            assert len({name_in(answer) for answer in answers}) == 1
            assert (await anna.do(room, "rematch")).headers["location"] == answers[0].headers["location"]
            following = running.site.hub.rooms[name_in(answers[0])]
            assert room.table.continued == following.id
            assert seats_of(following) == ["Anna", "Boris"]
            assert deputies(following) == ["", ""]
            assert following.table.started
            page = await anna.post(f"/t/{room.id}/rematch", headers={"hx-request": "true"})
            assert (page.status_code, page.headers["hx-redirect"]) == (204, f"/t/{following.id}")
            later = len(running.on_loop(running.site.hub.store.tables(0)))
            assert later == tables + 1, "nobody is left waiting at a second table"

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_seating_that_is_usual_is_offered_first() -> None:
    assert usual_seating(HORSE_RACE) == Seating(2)
    assert usual_seating(SEVEN_ROCKS) == Seating(4, pairs=True)
    assert usual_seating(CARD_RACE) == Seating(4)
