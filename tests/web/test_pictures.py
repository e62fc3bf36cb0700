"""Films of rounds and pictures of moments: nothing before a match is over, all of it afterwards, one at a time."""

import asyncio
import re
import threading
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from homestretch.pictures.painter import Job, Png
from homestretch.web import pictures
from homestretch.web.painter import Painter
from homestretch.web.past import Past
from homestretch.web.rooms import Room

from .people import Person, is_sentence, notice_of
from .serving import Running, serving
from .test_records import finish, one_move

SHORT: dict[str, dict[str, str]] = {
    "horse-race": {"target": "6"},
    "seven-rocks": {"target": "10"},
    "card-race": {"seating": "3"},
}


def paths(number: int | str = 1) -> tuple[str, ...]:
    return f"film/{number}.svg", f"film/{number}.gif", f"picture/{number}.png"


async def played(person: Person, game: str) -> Room:
    """A match against bots that is over."""
    room = await person.open(game, others="bots", **SHORT[game])
    await finish(person, room)
    return room


def run(folder: Path, play: Any, **settings: Any) -> None:
    with serving(folder, reading=0.0, **settings) as running:
        asyncio.run(play(running))


def test_nothing_is_shown_before_a_match_is_over(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna:
            room = await anna.open("horse-race", others="bots", target="9999")
            await one_move(anna, room)
            for path in (*paths(), *paths(0)):
                answer = await anna.get(f"/t/{room.id}/{path}")
                assert answer.status_code == 404
                assert is_sentence(notice_of(answer))
            assert (await anna.get(f"/t/nothing-of-this-name/{path}")).status_code == 404

    run(tmp_path, play)


@pytest.mark.parametrize("game", SHORT)
def test_after_a_match_everybody_can_take_films_and_pictures_along(tmp_path: Path, game: str) -> None:
    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna, Person(running) as watcher:
            room = await played(anna, game)
            for path, kind, begins in zip(
                paths(), ("image/svg+xml", "image/gif", "image/png"), (b"<svg ", b"GIF89a", b"\x89PNG"), strict=True
            ):
                answer = await watcher.get(f"/t/{room.id}/{path}")
                assert answer.status_code == 200
                assert answer.headers["content-type"].startswith(kind)
                assert answer.content.startswith(begins)
                disposition = answer.headers["content-disposition"]
                assert re.fullmatch(rf'attachment; filename="{game}-[\w-]{{6}}-1\.\w{{3}}"', disposition)
                assert room.id not in disposition
                assert (await anna.get(f"/t/{room.id}/{path}")).content == answer.content
            svg = (await watcher.get(f"/t/{room.id}/film/1.svg")).text
            assert "Anna" in svg
            assert "animation:" in svg

    run(tmp_path, play)


def test_films_and_pictures_speak_the_language_of_whoever_asks(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna:
            room = await played(anna, "horse-race")
            for language, words in (("en", "round 1"), ("ru", "сдача 1"), ("hi", "दौर 1")):
                answer = await anna.get(f"/t/{room.id}/film/1.svg", headers={"accept-language": language})
                assert words in answer.text
                assert "accept-language" in answer.headers["vary"]

    run(tmp_path, play)


def test_addresses_that_name_nothing_are_told(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna:
            room = await played(anna, "horse-race")
            last = Past(room.table, 0).last
            rounds = len(Past(room.table, 0).rounds)
            assert (await anna.get(f"/t/{room.id}/picture/{last}.png")).status_code == 200
            wrong = ("film/1.png", "film/1.txt", f"film/{rounds + 1}.svg", f"picture/{last + 1}.png", "film/1")
            for path in (*wrong, "film/0.gif", *paths("x"), *paths("-1"), *paths("²"), *paths("1" * 30), *paths("%00")):
                answer = await anna.get(f"/t/{room.id}/{path}")
                assert answer.status_code == 404, path
                assert is_sentence(notice_of(answer))

    run(tmp_path, play)


def test_the_replay_leads_to_the_film_of_its_round_and_the_picture_of_its_moment(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna:
            for game in ("horse-race", "card-race"):
                room = await played(anna, game)
                past = Past(room.table, 0)
                for at in {0, *past.rounds, *(begins - 1 for begins in past.rounds), past.last}:
                    page = (await anna.get(f"/t/{room.id}/replay?at={at}")).text
                    number = max(1, sum(begins <= at for begins in past.rounds))
                    links = re.findall(r'href="/t/[\w-]+/(film/\d+\.\w+|picture/\d+\.png)" download', page)
                    assert links == [f"film/{number}.gif", f"film/{number}.svg", f"picture/{at}.png"]
                    assert ("Share this race" in page) is (game == "card-race")

    run(tmp_path, play)


def test_the_replay_of_a_meeting_speaks_of_races_and_tells_odds_and_bets(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna:
            room = await played(anna, "card-race")
            past = Past(room.table, 0)
            page = (await anna.get(f"/t/{room.id}/replay?at={past.last}")).text
            assert "Race before" in page
            assert "Page Down a race" in page
            assert "Round before" not in page
            state = room.table.state
            for seat, stake in enumerate(state.stakes):
                who = room.table.seats[seat]
                name = "" if who is None else who.name
                if stake is None:
                    assert f"<li>{name}: {state.balances[seat]} tokens (the bank)</li>" in page
                else:
                    odds, bet = f"{state.price(stake.suit)}:1", f"{name}: {stake.amount}"
                    assert re.search(rf"<li>{stake.suit}: position \d of 8 · {odds}[^<]* · {bet}", page)
            dominoes = await played(anna, "horse-race")
            assert "Round before" in (await anna.get(f"/t/{dominoes.id}/replay?at=0")).text

    run(tmp_path, play)


def test_a_match_given_up_before_a_deal_has_a_picture_and_no_film(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna:
            room = await anna.open("horse-race", seating="2")
            await anna.must(room, "end")
            page = (await anna.get(f"/t/{room.id}/replay")).text
            assert "film/" not in page
            assert (await anna.get(f"/t/{room.id}/film/1.svg")).status_code == 404
            assert (await anna.get(f"/t/{room.id}/picture/0.png")).status_code == 200

    run(tmp_path, play)


def test_a_prefix_is_kept(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna:
            room = await played(anna, "horse-race")
            page = (await anna.get(f"/t/{room.id}/replay?at=3")).text
            assert f'href="/games/t/{room.id}/film/1.gif"' in page
            assert (await anna.get(f"/t/{room.id}/film/1.svg")).status_code == 200

    run(tmp_path, play, prefix="/games")


# ---- never too much work


def test_a_film_is_made_once_and_the_server_goes_on_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    go_on = threading.Event()

    def slowly(painter: Painter, job: Job) -> bytes:
        made.append(threading.current_thread().name)
        assert go_on.wait(20)
        return b"GIF89a"

    monkeypatch.setattr(Painter, "draw", slowly)

    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna, Person(running) as watcher:
            room = await played(anna, "horse-race")
            asked = [asyncio.ensure_future(who.get(f"/t/{room.id}/film/1.gif")) for who in (anna, watcher, anna)]
            assert (await watcher.get(f"/t/{room.id}/log")).status_code == 200
            assert not any(each.done() for each in asked)
            go_on.set()
            answers = await asyncio.gather(*asked)
            assert {answer.content for answer in answers} == {b"GIF89a"}
            assert len(made) == 1
            assert made[0] != "MainThread"

    run(tmp_path, play)


def test_whoever_asks_for_too_many_films_is_asked_to_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()
    monkeypatch.setattr(pictures, "FILM_ORDERS", replace(pictures.FILM_ORDERS, begun=2))
    monkeypatch.setattr(pictures, "film_svg", lambda film: "<svg/>" if go_on.wait(20) else "")

    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna:
            room = await played(anna, "card-race")
            asked = [asyncio.ensure_future(anna.get(f"/t/{room.id}/film/{number}.svg")) for number in (1, 2, 3)]
            await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
            go_on.set()
            answers = await asyncio.gather(*asked)
            assert sorted(answer.status_code for answer in answers) == [200, 200, 429]
            (late,) = [answer for answer in answers if answer.status_code == 429]
            assert is_sentence(notice_of(late))
            again = [await anna.get(f"/t/{room.id}/film/{number}.svg") for number in (1, 2, 3)]
            assert [answer.status_code for answer in again] == [200, 200, 200]

    run(tmp_path, play)


def test_only_so_many_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def drawn(painter: Painter, job: Job) -> bytes:
        assert isinstance(job, Png)
        made.append(job.svg)
        return b"PNG"

    monkeypatch.setattr(pictures, "STILL_ORDERS", replace(pictures.STILL_ORDERS, kept=2))
    monkeypatch.setattr(Painter, "draw", drawn)

    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna:
            room = await played(anna, "horse-race")
            for at, count in ((0, 1), (1, 2), (0, 2), (2, 3), (0, 3), (1, 4), (2, 5)):
                assert (await anna.get(f"/t/{room.id}/picture/{at}.png")).content == b"PNG"
                assert len(made) == count

    run(tmp_path, play)
