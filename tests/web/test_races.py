"""What happens at the same time, comes twice, comes too late, or comes from somebody else."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from itsdangerous import URLSafeSerializer

from homestretch.fives.events import Played
from homestretch.race.events import Announced, Locked, Staked, Turned
from homestretch.race.moves import Announce
from homestretch.race.state import Phase
from homestretch.table.events import Claimed, Sat, TakebackAsked
from homestretch.web.guests import Guest, SeatLink, Signer
from homestretch.web.rooms import Room

from .people import BANK, Person, begun, choosing, is_sentence, moves_of, notice_of, staking, until
from .serving import Running, serving


async def refused(room: Room, answer: httpx.Response, log: tuple[object, ...]) -> str:
    """The sentence of a refusal, after which nothing may have changed."""
    assert answer.status_code == 409, answer.text[:300]
    assert is_sentence(notice_of(answer)), notice_of(answer)
    assert room.table.log == log
    return notice_of(answer)


# ---- at the same time


def test_of_twenty_moves_for_one_turn_one_counts(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, people = await begun(stack, running, "seven-rocks", 4)
            seat = await choosing(room)
            at = len(room.table.log)
            moves = moves_of(room, seat)
            assert len(moves) > 2
            chosen = [moves[number % len(moves)] for number in range(20)]
            answers = await asyncio.gather(*(people[seat].do(room, "move", at=at, move=move) for move in chosen))
            won = [event for event in room.table.log[at:] if isinstance(event, Played) and event.seat == seat]
            assert len(won) == 1
            for move, answer in zip(chosen, answers, strict=True):
                assert answer.status_code == (303 if move == str(won[0].tile) else 409), (move, won)
                assert answer.status_code == 303 or is_sentence(notice_of(answer))
            rows = running.on_loop(room.store.read(room.id))
            assert [row.seq for row in rows].count(at) == 1

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_of_twenty_announcements_from_twenty_windows_one_counts(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, people = await begun(stack, running, "card-race", 3, any_stake="1")
            seat, at = await choosing(room), len(room.table.log)
            windows = [await stack.enter_async_context(Person(running)) for _ in range(20)]
            for window in windows:
                window.client.cookies.update(people[seat].client.cookies)
            answers = await asyncio.gather(
                *(window.do(room, "move", at=at, limit=number + 1, **BANK) for number, window in enumerate(windows))
            )
            announced = [event for event in room.table.log if isinstance(event, Announced)]
            assert len(announced) == 1
            assert [answer.status_code for answer in answers].count(303) == 1
            won = answers[announced[0].limit - 1]
            assert won.status_code == 303
            for answer in answers:
                assert answer is won or (answer.status_code == 409 and is_sentence(notice_of(answer)))

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_ten_bets_at_the_same_time_all_count(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, people, banker = await staking(stack, running, 11)
            at = len(room.table.log)
            backers = [seat for seat in range(11) if seat != banker]
            answers = await asyncio.gather(
                *(
                    people[seat].do(room, "move", at=at, kind="stake", suit="SHDC"[seat % 4], amount=1)
                    for seat in backers
                )
            )
            assert [answer.status_code for answer in answers] == [303] * 10
            staked = [event for event in room.table.log[at:] if isinstance(event, Staked)]
            assert sorted(event.seat for event in staked) == backers
            assert isinstance(room.table.log[at + 10], Locked)

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_of_two_guests_one_gets_the_seat(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            host = await stack.enter_async_context(Person(running, "Anna"))
            others = [await stack.enter_async_context(Person(running, name)) for name in ("Boris", "Chitra")]
            for _ in range(8):
                room = await host.open("horse-race", seating="2")
                answers = await asyncio.gather(*(each.do(room, "sit", seat=1, name=each.name) for each in others))
                assert sorted(answer.status_code for answer in answers) == [303, 409]
                won = next(each for each, answer in zip(others, answers, strict=True) if answer.status_code == 303)
                assert room.table.seats[1] is not None
                assert room.table.seats[1].name == won.name
                lost = next(answer for answer in answers if answer.status_code == 409)
                assert is_sentence(notice_of(lost))

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_a_guest_sits_in_one_seat_of_a_table(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            host = await stack.enter_async_context(Person(running, "Anna"))
            other = await stack.enter_async_context(Person(running, "Boris"))
            room = await host.open("horse-race", seating="4")
            await other.open("horse-race", seating="2")  # now the browser has a name for the server
            answers = await asyncio.gather(
                *(other.do(room, "sit", seat=seat, name=f"Boris {seat}") for seat in (1, 2, 3))
            )
            assert sorted(answer.status_code for answer in answers) == [303, 409, 409]
            log = room.table.log
            free = [seat for seat, who in enumerate(room.table.seats) if who is None]
            for seat in free:
                await refused(room, await other.do(room, "sit", seat=seat, name="Boris again"), log)
                await refused(room, await host.do(room, "sit", seat=seat, name="Anna again"), log)

    with serving(tmp_path) as running:
        asyncio.run(play(running))


# ---- twice


@pytest.mark.parametrize("together", [False, True], ids=["one after the other", "together"])
@pytest.mark.parametrize("part", [False, True], ids=["page", "part"])
def test_a_tile_placed_twice_by_one_form_is_placed_once(tmp_path: Path, *, together: bool, part: bool) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, people = await begun(stack, running, "seven-rocks", 4)
            for _ in range(6):
                seat = await choosing(room)
                at = len(room.table.log)
                form = {"at": at, "move": moves_of(room, seat)[0]}
                headers = {"hx-request": "true"} if part else {}
                path = f"/t/{room.id}/move"
                if together:
                    answers = await asyncio.gather(*(people[seat].post(path, form, headers=headers) for _ in range(2)))
                else:
                    answers = [await people[seat].post(path, form, headers=headers) for _ in range(2)]
                assert [answer.status_code for answer in answers] == ([200, 200] if part else [303, 303])
                assert [notice_of(answer) for answer in answers] == ["", ""]
                placed = [event for event in room.table.log[at:] if isinstance(event, Played)]
                assert [event.seat for event in placed] == [seat]

    with serving(tmp_path, reading=0.0) as running:
        asyncio.run(play(running))


def test_an_announcement_posted_twice_is_made_once(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, people = await begun(stack, running, "card-race", 3)
            seat, at = await choosing(room), len(room.table.log)
            answers = [await people[seat].do(room, "move", at=at, limit=1, **BANK) for _ in range(2)]
            assert len([event for event in room.table.log if isinstance(event, Announced)]) == 1
            assert [notice_of(answer) for answer in answers] == ["", ""]
            assert [answer.status_code for answer in answers] == [303, 303]

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_a_stake_posted_twice_counts_once_and_no_card_is_turned_twice(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, people, banker = await staking(stack, running, 3)
            for seat in (seat for seat in range(3) if seat != banker):
                form = {"at": len(room.table.log), "kind": "stake", "suit": "S", "amount": 1}
                answers = [await people[seat].do(room, "move", **form) for _ in range(2)]
                assert [notice_of(answer) for answer in answers] == ["", ""]
                assert [answer.status_code for answer in answers] == [303, 303]
            assert room.table.state.phase is Phase.RACE
            at = len(room.table.log)
            answers = [await people[banker].do(room, "move", at=at, move="turn") for _ in range(2)]
            assert len([event for event in room.table.log if isinstance(event, Turned)]) == 1
            assert [notice_of(answer) for answer in answers] == ["", ""]
            assert [answer.status_code for answer in answers] == [303, 303]

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_a_takeback_posted_twice_takes_one_move_back(tmp_path: Path) -> None:
    """One person among bots needs nobody's consent, so a second press would take another move back."""

    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna:
            room = await anna.open("seven-rocks", others="bots")
            while len(own := [step.at for step in room.table.chosen(0)]) < 2:
                seat = await choosing(room)
                await anna.must(room, "move", at=len(room.table.log), move=moves_of(room, seat)[0])
                await choosing(room)
            at = len(room.table.log)
            for _ in range(2):
                await anna.do(room, "takeback", at=at)
            assert [event.to for event in room.table.log if isinstance(event, TakebackAsked)] == [own[-1]]

    with serving(tmp_path) as running:
        asyncio.run(play(running))


# ---- too late, out of turn, not allowed, not theirs


def test_moves_that_cannot_be_are_refused_with_a_sentence_and_change_nothing(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, people = await begun(stack, running, "seven-rocks", 4)
            watcher = await stack.enter_async_context(Person(running, "Dora"))
            first = await choosing(room)
            stale = len(room.table.log)
            await people[first].must(room, "move", at=stale, move=moves_of(room, first)[0])
            seat = await choosing(room)
            other = (seat + 1) % 4
            table = room.table
            at, log = len(table.log), table.log
            legal = moves_of(room, seat)
            own = table.state.hands[seat]
            foreign = next(tile for tile in table.state.hands[other])
            move = legal[0]
            tries: dict[str, tuple[Person, dict[str, Any]]] = {
                "stale": (people[seat], {"at": stale, "move": move}),
                "from the future": (people[seat], {"at": at + 1, "move": move}),
                "from far in the future": (people[seat], {"at": 999999999, "move": move}),
                "out of turn": (people[other], {"at": at, "move": str(table.state.hands[other][0])}),
                "somebody else's move": (people[other], {"at": at, "move": move}),
                "a tile of somebody else": (
                    people[seat],
                    {"at": at, "move": f"{foreign}@{table.state.layout.tiles[0]}"},
                ),
                "a tile that joins nothing": (people[seat], {"at": at, "move": f"{own[0]}@{own[1]}"}),
                "an opening now": (people[seat], {"at": at, "move": str(own[0])}),
                "a draw": (people[seat], {"at": at, "move": "+"}),
                "a known draw": (people[seat], {"at": at, "move": f"+{foreign}"}),
                "a knock": (people[seat], {"at": at, "move": "pass"}),
                "a stop": (people[seat], {"at": at, "move": "stop"}),
                "nothing": (people[seat], {"at": at}),
                "nonsense": (people[seat], {"at": at, "move": "<b>all in</b>"}),
                "a watcher's": (watcher, {"at": at, "move": move}),
                "a watcher's without a number": (watcher, {"move": move}),
            }
            for what, (who, form) in tries.items():
                answer = await who.do(room, "move", **form)
                assert answer.status_code == 409, what
                await refused(room, answer, log)
            for seats in (str(seat), "0", "99", "x"):
                answer = await people[other].post(f"/t/{room.id}/move?seat={seats}", {"at": at, "move": move})
                await refused(room, answer, log)
            assert running.on_loop(room.store.read(room.id))[-1].seq < at
            await people[seat].must(room, "move", at=at, move=move)

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_what_others_may_not_do_at_a_table(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            host = await stack.enter_async_context(Person(running, "Anna"))
            guest = await stack.enter_async_context(Person(running, "Boris"))
            watcher = await stack.enter_async_context(Person(running, "Chitra"))
            room = await host.open("horse-race", seating="4")
            await guest.sit(room, 1)
            await host.must(room, "bot", seat=2)
            log = room.table.log
            for who, deed, seat in (
                (watcher, "stand", 0),
                (watcher, "stand", 2),
                (watcher, "swap", 0),
                (watcher, "bot", 3),
                (watcher, "start", 0),
                (watcher, "end", 0),
                (watcher, "away", 1),
                (watcher, "back", 1),
                (watcher, "takeback", 1),
                (watcher, "rematch", 1),
                (watcher, "answer", 1),
                (guest, "stand", 0),
                (guest, "stand", 2),
                (guest, "swap", 2),
                (guest, "bot", 3),
                (guest, "end", 1),
                (guest, "sit", 2),
                (host, "stand", 1),
                (host, "stand", 3),
                (host, "away", 1),
                (host, "away", 2),
                (host, "sit", 7),
                (host, "bot", 2),
            ):
                answer = await who.do(room, deed, seat=seat, name="Dora", agrees="1")
                assert answer.status_code == 409, (who.name, deed, seat)
                await refused(room, answer, log)

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_only_those_who_are_asked_may_agree_to_a_takeback(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, people = await begun(stack, running, "seven-rocks", 4)
            watcher = await stack.enter_async_context(Person(running, "Dora"))
            log = room.table.log
            for seat in range(4):
                await refused(room, await people[seat].do(room, "answer", seat=seat, agrees="1"), log)
                await refused(room, await people[seat].do(room, "takeback"), log)
            seat = await choosing(room)
            await people[seat].must(room, "move", at=len(room.table.log), move=moves_of(room, seat)[0])
            await people[seat].must(room, "takeback")
            log = room.table.log
            others = [each for each in range(4) if each != seat]
            await refused(room, await people[seat].do(room, "answer", seat=seat, agrees="1"), log)
            await refused(room, await people[seat].do(room, "takeback"), log)
            for each in others:
                await refused(room, await watcher.do(room, "answer", seat=each, agrees="1"), log)
                await refused(room, await people[seat].do(room, "answer", seat=each, agrees="1"), log)
                await refused(room, await people[(each + 1) % 4].do(room, "answer", seat=each, agrees="0"), log)
            await asyncio.gather(*(people[each].must(room, "answer", seat=each, agrees="1") for each in others))
            assert room.table.takeback is None
            assert not room.table.state.layout.tiles

    with serving(tmp_path) as running:
        asyncio.run(play(running))


# ---- somebody who is not who they say


def test_cookies_that_were_not_made_here_make_nobody(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, people = await begun(stack, running, "horse-race", 2)
            seat = await choosing(room)
            own = people[seat].client.cookies["guest"]
            guest = people[seat].guest()
            hand = [str(tile) for tile in room.table.state.hands[seat]]
            payload, _, mark = own.rpartition(".")
            signer = running.site.signer
            forged = {
                "of another server": Signer(b"another secret").guest(guest),
                "of a link's kind": signer.seat(SeatLink(room.id, seat, guest.id)),
                "without a mark": payload,
                "with another mark": f"{payload}.{mark[:-2]}{'AA' if mark[-2:] != 'AA' else 'BB'}",
                "with the mark cut off": f"{payload}.",
                "with another guest under the mark": f"{signer.guest(Guest('x')).partition('.')[0]}.{mark}",
                "of a plain secret": URLSafeSerializer("secret", salt="guest").dumps({"id": guest.id}),
                "empty": "",
                "nonsense": "%00%ff.{}",
                "long": "A" * 4000,
                "just the name": guest.id,
            }
            log = room.table.log
            for what, cookie in forged.items():
                async with Person(running) as stranger:
                    headers = {"cookie": f"guest={cookie}"}
                    page = await stranger.get(f"/t/{room.id}", headers=headers)
                    assert page.status_code == 200, what
                    assert 'id="hand"' not in page.text, what
                    answer = await stranger.post(
                        f"/t/{room.id}/move", {"at": len(log), "move": moves_of(room, seat)[0]}, headers=headers
                    )
                    assert "watching" in await refused(room, answer, log), what
            page = await people[seat].get(f"/t/{room.id}")
            assert all(tile in page.text for tile in hand), "the true cookie still works"

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_private_links_bring_a_seat_and_only_as_they_were_made(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, people = await begun(stack, running, "horse-race", 2)
            other = await people[0].open("horse-race", seating="2")
            signer = running.site.signer
            guest = people[1].guest()
            token = signer.seat(SeatLink(room.id, 1, guest.id))
            share = await people[1].get(f"/t/{room.id}/share")
            assert f"/t/{room.id}/claim/{token}" in share.text
            phone = await stack.enter_async_context(Person(running))
            head, _, mark = token.rpartition(".")
            tampered = (
                f"{head}x.{mark}",
                f"{head}.{mark[:-3]}AAA",
                head,
                "x",
                "%00",
                Signer(b"other").seat(SeatLink(room.id, 1, guest.id)),
                signer.guest(guest),
                signer.seat(SeatLink(other.id, 1, guest.id)),
                signer.seat(SeatLink(room.id, 0, guest.id)),
                signer.seat(SeatLink(room.id, 7, guest.id)),
                signer.seat(SeatLink(room.id, -1, guest.id)),
                signer.seat(SeatLink(room.id, 1, "somebody else")),
            )
            log = room.table.log
            for each in tampered:
                for answer in (
                    await phone.get(f"/t/{room.id}/claim/{each}"),
                    await phone.post(f"/t/{room.id}/claim/{each}"),
                ):
                    assert answer.status_code == 404, each
                    assert is_sentence(notice_of(answer))
            answer = await phone.post(f"/t/{other.id}/claim/{token}")
            assert answer.status_code == 404
            assert room.table.log == log

            path = f"/t/{room.id}/claim/{token}"
            asked = await phone.get(path)
            assert asked.status_code == 200
            assert "Guest 1" in asked.text
            assert room.table.log == log, "looking at a link does nothing"
            await refused(room, await people[0].post(path), log)
            assert (await phone.post(path)).status_code == 303
            assert (await phone.post(path)).status_code == 303, "twice is no error"
            assert len([event for event in room.table.log if isinstance(event, Claimed)]) == 1

            for _ in range(8):
                if room.table.over or room.table.rules.awaits_round(room.table.state):
                    break
                seat = await choosing(room)
                who = phone if seat == 1 else people[0]
                await who.must(room, "move", at=len(room.table.log), move=moves_of(room, seat)[0])

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_a_link_of_somebody_who_has_left_opens_nothing(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            host = await stack.enter_async_context(Person(running, "Anna"))
            boris = await stack.enter_async_context(Person(running, "Boris"))
            chitra = await stack.enter_async_context(Person(running, "Chitra"))
            room = await host.open("horse-race", seating="2")
            await boris.sit(room, 1)
            link = f"/t/{room.id}/claim/{running.site.signer.seat(SeatLink(room.id, 1, boris.guest().id))}"
            await boris.must(room, "stand", seat=1)
            assert (await host.get(link)).status_code == 404
            await chitra.sit(room, 1)
            async with Person(running) as stranger:
                assert (await stranger.post(link)).status_code == 404
            assert [event.seat for event in room.table.log if isinstance(event, Sat)] == [0, 1, 1]

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_seats_are_played_from_eight_devices_and_no_more(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            anna = await stack.enter_async_context(Person(running, "Anna"))
            room = await anna.open("horse-race", others="bots")
            link = f"/t/{room.id}/claim/{running.site.signer.seat(SeatLink(room.id, 0, anna.guest().id))}"
            phones = [await stack.enter_async_context(Person(running)) for _ in range(9)]
            answers = await asyncio.gather(*(phone.post(link) for phone in phones))
            assert sorted(answer.status_code for answer in answers) == [303] * 7 + [409] * 2

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_twenty_tables_at_once_each_go_their_own_way(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            people = [await stack.enter_async_context(Person(running, f"Guest {number}")) for number in range(20)]
            rooms = await asyncio.gather(*(each.open("horse-race", others="bots") for each in people))
            assert len({room.id for room in rooms}) == 20

            async def two_moves(who: Person, room: Room) -> None:
                for _ in range(2):
                    await until(lambda: room.table.started, "the start")
                    seat = await choosing(room)
                    await who.must(room, "move", at=len(room.table.log), move=moves_of(room, seat)[0])

            await asyncio.gather(*(two_moves(who, room) for who, room in zip(people, rooms, strict=True)))

    with serving(tmp_path, reading=0.0) as running:
        asyncio.run(play(running))


def test_announce_reads_as_the_form_says() -> None:
    """The form of this module is one that a bank may post."""
    assert str(Announce((2, 2, 3, 5, 10), 1)) == "bank 2,2,3,5,10 max 1"
