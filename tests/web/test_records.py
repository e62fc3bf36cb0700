"""Records, replays and proofs: nothing before its time, everything after it; and tables in the archive."""

import asyncio
import html
import json
import re
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from homestretch.kit.chance import Committed, Revealed, commitment
from homestretch.record.exchange import judge, read_records, to_json
from homestretch.record.verdict import Departure, Verdict
from homestretch.web.past import Past
from homestretch.web.rooms import Room

from .people import Person, chooser, is_sentence, moves_of, notice_of, until
from .serving import Running, serving
from .witness import LogLines

PROOF = re.compile(r'data-proof="([^"]*)"')
BANK = {"kind": "bank", "limit": 1} | {f"price{count}": count + 1 for count in range(5)}


async def one_move(person: Person, room: Room) -> None:
    """The only person at a table makes their next move, or goes on to the next round."""
    rules = room.table.rules
    if stands(room):
        await person.must(room, "ready")
        await until(lambda: not rules.awaits_round(room.table.state), "the next round")
    await until(lambda: chooser(room.table) is not None or stands(room), "somebody's choice")
    seat = chooser(room.table)
    if seat is None:
        return  # bots have ended the round
    form: dict[str, Any] = {"at": len(room.table.log), "move": moves_of(room, seat)[0]}
    if room.table.game == "card-race":
        first = moves_of(room, seat)[0]
        form |= BANK if first.startswith("bank") else {}
        form |= {"kind": "stake", "suit": first[0], "amount": first[1:]} if first[0] in "SHDC" else {}
    await person.must(room, "move", **form)
    await until(lambda: settled(room), "the bots")


def settled(room: Room) -> bool:
    """Whether nothing happens any more before a person does something."""
    table = room.table
    if stands(room):
        return True
    actors = table.rules.actors(table.state)
    return any(seat in table.persons for seat in actors) and len(actors) == 1


def stands(room: Room) -> bool:
    """Whether the match or a round of it is over."""
    return room.table.over or (room.table.state.shuffle is not None and room.table.rules.awaits_round(room.table.state))


async def finish(person: Person, room: Room) -> None:
    """Play a match to its end."""
    while not room.table.over:
        await one_move(person, room)


def seeds_in(room: Room, *, revealed: bool) -> list[str]:
    """The seeds that have been shown, or those that have not."""
    shown = {event.seed for event in room.table.log if isinstance(event, Revealed)}
    made = [event.seed for event in room.table.log if isinstance(event, Committed) and event.seed is not None]
    return [seed.hex() for seed in made if (seed in shown) is revealed]


async def pages(person: Person, room: Room) -> dict[str, Any]:
    """Every page beside the table."""
    names = ("", "/log", "/proof", "/replay", "/record.jsonl", "/record.txt", "/share")
    return {name[1:] or "table": await person.get(f"/t/{room.id}{name}") for name in names}


def proofs_of(text: str) -> list[dict[str, Any]]:
    """The proofs that a page holds for the browser."""
    return [json.loads(html.unescape(data)) for data in PROOF.findall(text)]


def verdict(body: bytes) -> Verdict:
    """The judgement of a downloaded record, which must hold."""
    (record,) = read_records(body.splitlines(keepends=True))
    answer = judge(record)  # type: ignore[arg-type]
    assert isinstance(answer, Verdict), answer
    return answer


# ---- before, during and after a match


def test_before_the_match_there_is_nothing_to_show(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna:
            room = await anna.open("horse-race", seating="2")
            seen = await pages(anna, room)
            assert seen["record.jsonl"].status_code == seen["record.txt"].status_code == 404
            assert seen["replay"].status_code == 303
            assert seen["replay"].headers["location"] == f"/t/{room.id}"
            assert seen["proof"].status_code == seen["log"].status_code == seen["share"].status_code == 200
            assert proofs_of(seen["proof"].text) == []
            assert not re.findall(r"[0-9a-f]{64}", seen["proof"].text)

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_during_a_round_its_promise_is_shown_and_nothing_else(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna, Person(running) as watcher:
            room = await anna.open("horse-race", others="bots", target="9999")
            await one_move(anna, room)
            rounds = 0
            while rounds < 2:
                await until(lambda: settled(room), "the bots")
                running_round = not room.table.rules.awaits_round(room.table.state)
                rounds = sum(isinstance(event, Revealed) for event in room.table.log)
                hidden, shown = seeds_in(room, revealed=False), seeds_in(room, revealed=True)
                assert len(hidden) == running_round
                for who in (anna, watcher):
                    seen = await pages(who, room)
                    assert seen["record.jsonl"].status_code == seen["record.txt"].status_code == 404
                    assert seen["replay"].status_code == 303
                    for answer in seen.values():
                        assert not any(seed in answer.text for seed in hidden)
                    assert [proof["seed"] for proof in proofs_of(seen["proof"].text)] == shown
                    if running_round:
                        assert room.table.state.shuffle.commitment.hex() in seen["proof"].text
                while running_round and not room.table.rules.awaits_round(room.table.state):
                    await one_move(anna, room)
                if not running_round and rounds < 2:
                    await one_move(anna, room)

    with serving(tmp_path, reading=0.0) as running:
        asyncio.run(play(running))


@pytest.mark.parametrize(
    ("game", "form"),
    [
        ("horse-race", {"target": "6", "seating": "2"}),
        ("horse-race", {"target": "6", "seating": "4p"}),
        ("seven-rocks", {"target": "20"}),
        ("card-race", {"seating": "3"}),
    ],
    ids=["two", "pairs", "rocks", "race"],
)
def test_after_the_match_its_record_holds_and_everything_can_be_looked_at(
    tmp_path: Path, game: str, form: dict[str, str]
) -> None:
    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna, Person(running, accept_language="hi") as watcher:
            room = await anna.open(game, others="bots", **form)
            await finish(anna, room)
            for who in (anna, watcher):
                seen = await pages(who, room)
                assert all(answer.status_code == 200 for answer in seen.values()), seen
                judged = verdict(seen["record.jsonl"].content)
                assert verdict(seen["record.txt"].content) == judged
                assert judged.winners == room.table.rules.winners(room.table.state)
                assert judged.proofs == judged.rounds > 0
                (record,) = read_records([seen["record.txt"].content])
                assert not isinstance(record, Departure)
                assert seen["record.jsonl"].headers["content-type"].startswith("application/jsonl")
                assert seen["record.txt"].headers["content-type"].startswith("text/plain")
                for kind in ("jsonl", "txt"):
                    disposition = seen[f"record.{kind}"].headers["content-disposition"]
                    assert re.fullmatch(rf'attachment; filename="{game}-[\w-]+\.{kind}"', disposition)
                proofs = proofs_of(seen["proof"].text)
                assert [proof["round"] for proof in proofs] == list(range(1, judged.rounds + 1))
                for proof in proofs:
                    assert commitment(bytes.fromhex(proof["seed"])).hex() == proof["commitment"]
                assert room.id not in seen["record.jsonl"].text
                assert not any(guest in seen["record.jsonl"].text for guest in (anna.guest().id, "Anna"))
            last = Past(room.table, 0).last
            for at in (*range(0, last, max(1, last // 12)), last, last + 1, 10**9):
                page = await watcher.get(f"/t/{room.id}/replay?at={at}")
                assert page.status_code == 200
                assert f"/replay?at={min(at, last)}" in page.text
            for at in ("", "-1", "x", "²", "1e3"):
                page = await watcher.get(f"/t/{room.id}/replay", params={"at": at})
                assert page.status_code == 200
                assert "/replay?at=0" in page.text
            answer = await anna.do(room, "move", move="pass")
            assert answer.status_code == 409

    with serving(tmp_path, reading=0.0) as running:
        asyncio.run(play(running))


def test_a_match_that_was_given_up_has_a_record_that_holds(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna, Person(running) as watcher:
            room = await anna.open("seven-rocks", others="bots")
            for _ in range(2):
                await one_move(anna, room)
            assert (await watcher.do(room, "end")).status_code == 409
            await anna.must(room, "end")
            assert room.table.over
            seen = await pages(watcher, room)
            assert all(answer.status_code == 200 for answer in seen.values())
            judged = verdict(seen["record.jsonl"].content)
            assert judged.winners == ()
            assert judged.proofs == judged.rounds == 1
            assert [proof["seed"] for proof in proofs_of(seen["proof"].text)] == seeds_in(room, revealed=True)
            log = room.table.log
            assert (await anna.do(room, "end")).status_code == 409
            assert room.table.log == log

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_a_match_given_up_before_its_start_or_its_first_deal_can_be_looked_at(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna:
            for game, begin in (("horse-race", False), ("card-race", False), ("horse-race", True)):
                room = await anna.open(game, seating="2" if game == "horse-race" else "3")
                if begin:
                    await anna.must(room, "start")
                await anna.must(room, "end")
                for name, answer in (await pages(anna, room)).items():
                    assert answer.status_code in (200, 404), (game, begin, name)

    with serving(tmp_path, contribution=30.0) as running:
        asyncio.run(play(running))


def test_nothing_that_was_taken_back_is_in_the_record(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna:
            room = await anna.open("seven-rocks", others="bots", target="20")
            await one_move(anna, room)
            if not room.table.over and room.table.chosen(0):
                await anna.must(room, "takeback", at=len(room.table.log))
            await finish(anna, room)
            seen = await pages(anna, room)
            assert verdict(seen["record.jsonl"].content).winners
            assert seen["log"].status_code == 200
            assert (await anna.get(f"/t/{room.id}/replay?at=3")).status_code == 200

    with serving(tmp_path, reading=0.0) as running:
        asyncio.run(play(running))


def test_the_record_of_a_table_is_the_same_after_a_restart(tmp_path: Path) -> None:
    async def before(running: Running) -> tuple[str, bytes]:
        async with Person(running, "Anna") as anna:
            room = await anna.open("horse-race", others="bots", target="6")
            await finish(anna, room)
            return room.id, (await anna.get(f"/t/{room.id}/record.jsonl")).content

    async def later(running: Running, name: str) -> bytes:
        async with Person(running) as watcher:
            return (await watcher.get(f"/t/{name}/record.jsonl")).content

    with serving(tmp_path, reading=0.0) as running:
        name, record = asyncio.run(before(running))
    with serving(tmp_path) as running:
        assert asyncio.run(later(running, name)) == record
    (read,) = read_records([record])
    assert to_json(read) + b"\n" == record  # type: ignore[arg-type]


# ---- the archive


async def opened(running: Running) -> tuple[str, str, dict[str, str]]:
    """A match that is over, one that is being played, and whose they are."""
    async with Person(running, "Anna") as anna:
        over = await anna.open("horse-race", others="bots", target="6")
        await finish(anna, over)
        open_one = await anna.open("seven-rocks", others="bots")
        await one_move(anna, open_one)
        return over.id, open_one.id, dict(anna.client.cookies)


async def look(running: Running, over: str, still: str, cookies: dict[str, str]) -> None:
    """Everything can be looked at, nothing changed."""
    async with AsyncExitStack() as stack:
        anna = await stack.enter_async_context(Person(running))
        anna.client.cookies.update(cookies)
        for path in ("", "/log", "/proof", "/replay", "/record.jsonl", "/share"):
            assert (await anna.get(f"/t/{over}{path}")).status_code == 200
        page = await anna.get(f"/t/{still}")
        assert page.status_code == 200
        room = running.site.hub.rooms[still]
        log = room.table.log
        async with anna.listening(room) as ear:
            await until(lambda: ear.heard, "the view")
        for deed in ("move", "takeback", "away", "end"):
            form = {"at": len(log), "seat": 0, "move": next(iter(moves_of(room, 0)), "pass")}
            answer = await anna.do(room, deed, **form)
            assert answer.status_code == 409, deed
            assert is_sentence(notice_of(answer))
        answer = await anna.do(room, "end")
        assert "archive" in notice_of(answer)
        assert room.table.log == log
        before = len(running.on_loop(running.site.hub.store.read(over)))
        answer = await anna.do(running.site.hub.rooms[over], "rematch")
        assert answer.status_code in (303, 409)
        assert len(running.on_loop(running.site.hub.store.read(over))) == before
        assert (await anna.get("/")).status_code == 200


def test_tables_archived_at_a_start_can_be_looked_at_and_not_changed(tmp_path: Path) -> None:
    with serving(tmp_path, reading=0.0) as running:
        over, still, cookies = asyncio.run(opened(running))
    with LogLines() as log, serving(tmp_path, days=0.0) as running:
        for _ in range(200):
            if any("tables archived" in line for line in log.lines):
                break
            time.sleep(0.02)
        assert any('"tables archived","count":2' in line for line in log.lines), log.lines
        asyncio.run(look(running, over, still, cookies))


def test_tables_archived_while_they_are_open_stand_still_from_then_on(tmp_path: Path) -> None:
    with LogLines() as log, serving(tmp_path, reading=0.0) as running:
        over, still, cookies = asyncio.run(opened(running))
        assert running.on_loop(running.site.hub.store.archive(time.time() + 60)) == 2
        asyncio.run(look(running, over, still, cookies))
    assert sum("house refused" in line for line in log.lines) <= 1


def test_the_house_lets_an_archived_table_rest(tmp_path: Path) -> None:
    """A bot is on turn when its table goes to the archive: the house tries once and then leaves it."""

    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna:
            room = await anna.open("seven-rocks", others="bots")
            running.on_loop(running.site.hub.store.archive(time.time() + 60))
            log = room.table.log
            async with anna.listening(room):
                await asyncio.sleep(0.6)
            assert room.archived
            assert room.table.log == log

    with LogLines() as log, serving(tmp_path, pace=0.3, contribution=0.3) as running:
        asyncio.run(play(running))
    assert sum("house" in line for line in log.lines) <= 1, log.lines[:4]
