"""People who are away: bots that play for them, seats taken back, and clocks."""

import asyncio
import time
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from msgspec.structs import replace

from homestretch.fives.events import Played
from homestretch.kit.chance import Committed, Contributed
from homestretch.race.state import Phase
from homestretch.table.events import Deputised, House, Returned
from homestretch.web import rooms

from .people import (
    Person,
    banked,
    begun,
    choosing,
    deputies,
    is_sentence,
    moves_of,
    notice_of,
    open_with,
    people_of,
    until,
)
from .serving import Running, serving


def test_a_bot_plays_for_oneself_until_one_comes_back_or_moves(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, (anna, boris) = await begun(stack, running, "horse-race", 2, target="9999")
            await boris.must(room, "away", seat=1)
            assert deputies(room) == ["", "greedy"]
            page = (await boris.get(f"/t/{room.id}")).text
            assert f'action="/t/{room.id}/back"' in page
            assert (await boris.do(room, "away", seat=1)).status_code == 409
            assert (await anna.do(room, "back", seat=1)).status_code == 409
            seat = await choosing(room)
            assert seat == 0
            await boris.must(room, "back", seat=1)
            assert deputies(room) == ["", ""]
            assert (await boris.do(room, "back", seat=1)).status_code == 409

    with serving(tmp_path, reading=0.0) as running:
        asyncio.run(play(running))


def test_whoever_moves_although_a_bot_plays_for_them_is_back(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, people = await begun(stack, running, "seven-rocks", 4)
            seat = await choosing(room)
            await people[seat].must(room, "away", seat=seat)
            answer = await people[seat].do(room, "move", at=len(room.table.log), move="6-6@6-6")
            assert answer.status_code == 409
            assert deputies(room)[seat] == "greedy", "a move that is refused brings nobody back"
            await people[seat].must(room, "move", at=len(room.table.log), move=moves_of(room, seat)[0])
            assert deputies(room)[seat] == ""
            assert [type(event) for event in room.table.log if isinstance(event, Deputised | Returned)] == [
                Deputised,
                Returned,
            ]

    with serving(tmp_path, pace=2.0, contribution=0.0) as running:
        asyncio.run(play(running))


def test_nobody_is_told_to_choose_while_a_bot_chooses_for_them(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna:
            for game in ("seven-rocks", "card-race"):
                room = await anna.open(game, others="bots")
                await choosing(room)
                page = (await anna.get(f"/t/{room.id}")).text
                assert 'data-title="● ' in page
                assert 'class="status mine"' in page
                await anna.must(room, "away", seat=0)
                page = (await anna.get(f"/t/{room.id}")).text
                assert 'data-title="● ' not in page
                assert 'class="status mine"' not in page
                assert 'http-equiv="refresh"' in page
                assert 'action="/t/' in page

    with serving(tmp_path, pace=2.0, contribution=0.0) as running:
        asyncio.run(play(running))


def test_others_may_let_a_bot_play_for_somebody_who_has_been_away_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "AROUND", 0.2)

    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            watcher = await stack.enter_async_context(Person(running))
            room, people = await begun(stack, running, "horse-race", 2)
            seat = await choosing(room)
            other = people[1 - seat]
            async with people[seat].listening(room):
                answer = await other.do(room, "away", seat=seat)
                assert answer.status_code == 409, "they are there"
                assert is_sentence(notice_of(answer))
            async with other.listening(room) as ear:
                assert (await other.do(room, "away", seat=seat)).status_code == 409, "they were there just now"
                await until(
                    lambda: ear.heard and 'class="away"' in ear.heard[-1].data, "that their absence is shown", 5
                )
            assert (await watcher.do(room, "away", seat=seat)).status_code == 409
            assert (await other.do(room, "away", seat=7)).status_code == 409
            log = room.table.log
            await other.must(room, "away", seat=seat)
            assert isinstance(room.table.log[len(log)], Deputised)
            await until(lambda: any(isinstance(event, Played) for event in room.table.log), "the bot")

    with serving(tmp_path, grace=0.5) as running:
        asyncio.run(play(running))


def test_a_bot_takes_over_when_the_time_for_a_move_is_up(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        room, _ = await open_with(running, House(clock=1), "Anna", "Boris")
        await choosing(room)
        begun = time.monotonic()
        await until(lambda: any(isinstance(event, Deputised) for event in room.table.log), "the end of the time", 8)
        assert time.monotonic() - begun > 0.7
        seat = next(event.seat for event in room.table.log if isinstance(event, Deputised))
        await until(
            lambda: any(isinstance(event, Played) and event.seat == seat for event in room.table.log), "the bot"
        )

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_no_stake_of_another_puts_off_the_end_of_the_time(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            people = await people_of(stack, running, "Anna", "Boris", "Chitra")
            room, banker = await banked(people, announced=True)
            keen, slow = (seat for seat in range(3) if seat != banker)
            room.table = replace(room.table, house=House(clock=1))
            begun = time.monotonic()
            while room.table.state.phase is Phase.STAKE and time.monotonic() - begun < 4:
                await people[keen].do(room, "move", at=len(room.table.log), kind="stake", suit="S", amount=1)
                await asyncio.sleep(0.2)
            assert time.monotonic() - begun < 2.5
            assert [event.seat for event in room.table.log if isinstance(event, Deputised)][:1] == [slow]

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_a_table_with_a_clock_says_so(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna:
            room = await anna.open("horse-race", others="bots", clock="20")
            assert room.table.house.clock == 20
            await choosing(room)
            assert 'class="clock"' in (await anna.get(f"/t/{room.id}")).text
            assert not any(isinstance(event, Deputised) for event in room.table.log)

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_the_house_waits_for_what_browsers_add_and_deals_once_it_has_come(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            anna, boris = await people_of(stack, running, "Anna", "Boris")
            room = await anna.open("horse-race", seating="2")
            await boris.sit(room, 1)
            for who in (anna, boris):
                await who.get(f"/t/{room.id}")
            await anna.must(room, "start")
            await until(lambda: any(isinstance(event, Committed) for event in room.table.log), "the promise")
            await anna.must(room, "contribute", entropy="00ff" * 16)
            await anna.must(room, "contribute", entropy="aa" * 8)
            assert room.table.rules.awaits_deal(room.table.state), "Boris has not added anything yet"
            begun = time.monotonic()
            await boris.must(room, "contribute", entropy="ab" * 100)
            await until(lambda: not room.table.rules.awaits_deal(room.table.state), "the deal")
            assert time.monotonic() - begun < 8
            added = [event for event in room.table.log if isinstance(event, Contributed)]
            assert [event.entropy for event in added] == [b"\x00\xff" * 16, b"\xab" * 64]

    with serving(tmp_path, contribution=12.0) as running:
        asyncio.run(play(running))


def test_the_house_waits_no_longer_than_it_may(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna:
            room = await anna.open("horse-race", others="bots")
            await until(lambda: any(isinstance(event, Committed) for event in room.table.log), "the promise")
            begun = room.since
            await until(lambda: room.table.rules.actors(room.table.state), "the deal")
            assert room.since - begun >= 0.4, "it waited for what a browser might have added"

    with serving(tmp_path, contribution=0.4) as running:
        asyncio.run(play(running))


@pytest.mark.parametrize("entropy", ["", "x", "0", "f" * 15000, "ё", "  "])
def test_what_is_no_contribution_does_no_harm(tmp_path: Path, entropy: str) -> None:
    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna, Person(running) as watcher:
            room = await anna.open("horse-race", others="bots")
            await until(lambda: any(isinstance(event, Committed) for event in room.table.log), "the promise")
            for who in (watcher, anna):
                answer = await who.do(room, "contribute", entropy=entropy)
                assert answer.status_code in (303, 409)
            added = [event for event in room.table.log if isinstance(event, Contributed)]
            assert all(0 < len(event.entropy) <= 64 for event in added)
            await choosing(room)
            assert (await anna.do(room, "contribute", entropy="ff")).status_code in (303, 409), "it is too late"

    with serving(tmp_path, contribution=0.4) as running:
        asyncio.run(play(running))


@pytest.mark.parametrize("announced", [False, True])
def test_a_card_race_tells_that_whoever_it_waits_for_has_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, announced: bool
) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            people = await people_of(stack, running, "Anna", "Boris", "Chitra")
            room, _ = await banked(people, announced=announced)
            awaited = room.table.rules.actors(room.table.state)
            watcher = await stack.enter_async_context(Person(running))
            for seat in awaited:
                await people[seat].get(f"/t/{room.id}")
            told = [f"{people[seat].name} is on turn, but has left the page." for seat in awaited]
            page = (await watcher.get(f"/t/{room.id}")).text
            assert not any(sentence in page for sentence in told)
            monkeypatch.setattr(rooms, "AROUND", 0.0)
            room.publish()
            page = (await watcher.get(f"/t/{room.id}")).text
            assert all(sentence in page for sentence in told)

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_whoever_has_no_token_is_told_why_no_horse_can_be_backed(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            people = await people_of(stack, running, "Anna", "Boris", "Chitra")
            room, banker = await banked(people, announced=True)
            poor = (banker + 1) % 3
            balances = tuple(0 if seat == poor else 150 for seat in range(3))
            room.table = replace(room.table, state=replace(room.table.state, balances=balances))
            room.publish()
            for seat in range(3):
                page = (await people[seat].get(f"/t/{room.id}")).text
                assert ("Whoever has no token left watches this race" in page) is (seat == poor)

    with serving(tmp_path) as running:
        asyncio.run(play(running))
