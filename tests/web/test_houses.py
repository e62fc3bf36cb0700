"""Opening tables and keeping them: what forms may ask for, who sits where, who is away, and clocks."""

import asyncio
import re
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from homestretch.fives.events import Played
from homestretch.fives.ruleset import GoingOn, Ruleset
from homestretch.games import CARD_RACE, GAMES, HORSE_RACE, SEVEN_ROCKS, Game, Seating, horse_race, published
from homestretch.kit.chance import Committed, Contributed
from homestretch.kit.message import Refusal
from homestretch.race.ruleset import RaceRuleset
from homestretch.table.commands import Sit, Start
from homestretch.table.events import Deputised, House, Occupant, Returned, TakebackAsked
from homestretch.web import rooms
from homestretch.web.guests import (
    LONGEST_NAME,
    MOST_TABLES,
    Guest,
    SeatLink,
    Signer,
    clean_name,
    new_guest,
    server_secret,
)
from homestretch.web.houses import CLOCKS, Wanted, read_seating, read_wanted, seating_text, usual_seating
from homestretch.web.hub import is_public
from homestretch.web.prefs import Prefs, read_prefs
from homestretch.web.rooms import Room
from homestretch.web.visit import accepted

from .people import Person, choosing, is_sentence, moves_of, name_in, notice_of, until
from .serving import Running, serving

# ---- what a form may ask for


def wanted(game: Game, **form: str) -> Wanted:
    answer = read_wanted(game, form)
    assert isinstance(answer, Wanted), answer
    return answer


def test_an_empty_form_asks_for_the_published_rules() -> None:
    for game in GAMES.values():
        asked = wanted(game)
        assert asked.rules == published(game, usual_seating(game))
        assert (asked.others, asked.names, asked.public, asked.clock) == ("friends", (), False, None)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_seating_can_be_asked_for(game: Game) -> None:
    for seating in game.seatings:
        assert wanted(game, seating=seating_text(seating)).rules == published(game, seating)
        assert read_seating(game, seating_text(seating)) == seating


@pytest.mark.parametrize("text", ["", "p", "pp", "x", "-1", "²", "٣", "1e1", "123", "4 p", "4pp", " 2"])
def test_seatings_that_cannot_be_read_are_the_usual_one(text: str) -> None:
    for game in GAMES.values():
        assert read_seating(game, text) == usual_seating(game)


@pytest.mark.parametrize(
    ("game", "form", "code"),
    [
        (HORSE_RACE, {"seating": "0"}, "seating.unknown"),
        (HORSE_RACE, {"seating": "5"}, "seating.unknown"),
        (HORSE_RACE, {"seating": "2p"}, "seating.unknown"),
        (HORSE_RACE, {"seating": "99"}, "seating.unknown"),
        (SEVEN_ROCKS, {"seating": "4"}, "seating.unknown"),
        (CARD_RACE, {"seating": "2"}, "seating.race"),
        (CARD_RACE, {"seating": "27"}, "seating.race"),
        (CARD_RACE, {"seating": "4p"}, "seating.race"),
        (HORSE_RACE, {"target": "0"}, "ruleset.target"),
        (HORSE_RACE, {"target": "10001"}, "ruleset.target"),
        (HORSE_RACE, {"target": "999999999"}, "ruleset.target"),
        (HORSE_RACE, {"target": "9999999999"}, "web.no-number"),
        (HORSE_RACE, {"target": "-5"}, "web.no-number"),
        (HORSE_RACE, {"target": "six"}, "web.no-number"),
        (SEVEN_ROCKS, {"target": "²"}, "web.no-number"),
        (CARD_RACE, {"tokens": "x"}, "web.no-number"),
        (CARD_RACE, {"tokens": "0"}, "ruleset.tokens"),
        (CARD_RACE, {"tokens": "10001"}, "ruleset.tokens"),
        (CARD_RACE, {"seating": "20", "tokens": "10"}, "ruleset.tokens"),
        (CARD_RACE, {"most_stake": "0"}, "ruleset.most-stake"),
        (CARD_RACE, {"most_stake": "1.5"}, "web.no-number"),
        (CARD_RACE, {"prices": "1,2,3"}, "ruleset.prices"),
        (CARD_RACE, {"prices": "1,2,3,4,5,6"}, "ruleset.prices"),
        (CARD_RACE, {"prices": "0,1,2,3,4"}, "ruleset.prices"),
        (CARD_RACE, {"prices": "1,2,3,4,1001"}, "ruleset.prices"),
        (CARD_RACE, {"prices": "one"}, "house.prices"),
        (CARD_RACE, {"prices": "1,2,3,4,-5"}, "house.prices"),
        (HORSE_RACE, {"level": "clever"}, "bot.unknown"),
        (HORSE_RACE, {"others": "here"}, "web.too-few-names"),
        (HORSE_RACE, {"others": "here", "names": "Anna"}, "web.too-few-names"),
        (HORSE_RACE, {"others": "here", "names": " , ,\u200b,"}, "web.too-few-names"),
        (HORSE_RACE, {"others": "here", "names": "Anna, Boris, Chitra"}, "web.too-many-names"),
        (HORSE_RACE, {"others": "here", "names": "Anna,  Anna "}, "people.twice"),
        (HORSE_RACE, {"others": "here", "names": f"{'A' * 30},{'A' * 40}"}, "people.twice"),
    ],
    ids=str,
)
def test_what_no_table_can_be_is_refused(game: Game, form: dict[str, str], code: str) -> None:
    answer = read_wanted(game, form)
    assert isinstance(answer, Refusal)
    assert answer.code == code


def test_house_rules_are_those_of_the_form() -> None:
    rules = wanted(HORSE_RACE, target=" 31 ", going_on="choice").rules
    assert isinstance(rules, Ruleset)
    assert (rules.target, rules.going_on) == (31, GoingOn.CHOICE)
    rules = wanted(SEVEN_ROCKS, going_on="choice").rules
    assert isinstance(rules, Ruleset)
    assert rules.going_on is GoingOn.DUTY, "there is nothing to go on after in this game"
    rules = wanted(CARD_RACE, seating="5", tokens="50", most_stake="7", prices="1, 1 2,3 4").rules
    assert rules == RaceRuleset(5, 50, (1, 1, 2, 3, 4), 7)
    rules = wanted(CARD_RACE, most_stake="7", any_stake="1").rules
    assert isinstance(rules, RaceRuleset)
    assert rules.most_stake is None


def test_clocks_are_those_that_the_form_lists() -> None:
    for clock in CLOCKS:
        assert wanted(HORSE_RACE, clock=str(clock)).clock == clock
    for other in ("", "1", "-20", "20.0", " 20", "٢٠", "9" * 40):
        assert wanted(HORSE_RACE, clock=other).clock is None


def test_names_for_one_device_are_cleaned_and_only_read_where_they_are_asked_for() -> None:
    asked = wanted(HORSE_RACE, others="here", names=" Anna ,\tBoris\n ")
    assert asked.names == ("Anna", "Boris")
    assert wanted(HORSE_RACE, others="bots", names="Anna, Boris, Chitra").names == ()
    assert wanted(HORSE_RACE, public="1").public
    assert not wanted(HORSE_RACE, public="yes").public


# ---- guests, links and wishes


def test_a_guest_is_read_from_what_was_signed_here_alone() -> None:
    signer, other = Signer(b"a" * 32), Signer(b"b" * 32)
    guest = Guest("id", "Анна", ("one", "two"))
    text = signer.guest(guest)
    assert signer.read_guest(text) == guest
    assert other.read_guest(text) is None
    for wrong in (None, "", ".", "x.y", text[:-1], text + "x", signer.seat(SeatLink("t", 0, "g")), "é", "\ud800x"):
        try:
            assert signer.read_guest(wrong) is None, wrong
        except UnicodeEncodeError:  # halves of pairs come from no header and no address
            assert wrong == "\ud800x"
    link = SeatLink("table", 3, "guest")
    assert signer.read_seat(signer.seat(link)) == link
    assert signer.read_seat(text) is None
    assert other.read_seat(signer.seat(link)) is None


def test_a_guest_remembers_the_tables_seen_last() -> None:
    guest = new_guest("Anna")
    assert new_guest().id != guest.id
    for number in range(MOST_TABLES + 5):
        guest = guest.at(f"table {number}")
    assert len(guest.tables) == MOST_TABLES
    assert guest.tables[0] == f"table {MOST_TABLES + 4}"
    again = guest.at("table 9")
    assert again.tables[0] == "table 9"
    assert again.tables.count("table 9") == 1
    assert (again.called("Bo").name, again.called("Bo").tables) == ("Bo", again.tables)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Anna", "Anna"),
        ("  Anna   Maria ", "Anna Maria"),
        ("An\nna", "An na"),
        ("\x1b[31mAnna", "[31mAnna"),
        ("\u202eannA", "annA"),
        ("", ""),
        ("\u200b\x00", ""),
        ("x" * 100, "x" * LONGEST_NAME),
        ("अन्ना", "अन्ना"),
        ("�", ""),
    ],
)
def test_names_are_one_printable_line(text: str, name: str) -> None:
    assert clean_name(text) == name
    assert clean_name(clean_name(text)) == name


def test_the_secret_is_made_once_and_kept_from_others(tmp_path: Path) -> None:
    secret = server_secret(tmp_path)
    assert len(secret) == 32
    assert server_secret(tmp_path) == secret
    assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600
    (tmp_path / "other").mkdir()
    assert server_secret(tmp_path / "other") != secret


@pytest.mark.parametrize(
    "cookie",
    [
        None,
        "",
        "x",
        "theme=loud",
        "language=de&shape=round&hints=2",
        "theme=<script>",
        "язык=ru",
        "%ff%fe",
        "=&=&",
        "&".join("a=1" for _ in range(30)),
        "theme=dark;" * 30,
        "a" * 4000,
    ],
)
def test_wishes_that_make_no_sense_are_the_usual_ones(cookie: str | None) -> None:
    assert read_prefs(cookie) == Prefs()


def test_wishes_come_back_from_their_cookie() -> None:
    for form in (
        {},
        {"language": "hi"},
        {"theme": "dark", "shape": "tall"},
        {"hints": "0", "chances": "0", "keys": "0", "language": "ru", "theme": "light", "shape": "wide"},
    ):
        prefs = Prefs().with_form(form)
        assert read_prefs(prefs.cookie()) == prefs
        assert prefs.with_form({"theme": "x", "shape": "", "hints": "yes"}) == prefs


@pytest.mark.parametrize(
    ("header", "languages"),
    [
        ("", [""]),
        ("ru", ["ru"]),
        ("de, en;q=0.3, hi;q=0.8", ["de", "hi", "en"]),
        ("ru;q=0, en", ["en"]),
        ("ru;q=nan, en", ["en"]),
        ("ru;q=x, en", ["en"]),
        ("ru;q=-1, hi;q=1e9, en", ["hi", "en"]),
        (";q=,,;", ["", "", ";"]),
    ],
)
def test_the_languages_of_a_browser_in_the_order_of_its_wishes(header: str, languages: list[str]) -> None:
    assert accepted(header) == languages
    assert len(accepted(",".join(["en"] * 1000))) == 20


def test_only_tables_that_say_so_are_public() -> None:
    assert not is_public(b"")
    assert not is_public(b"nonsense\n")
    assert not is_public(b'[{"type":"Started"}]\n')


# ---- seats before the start


async def people_of(stack: AsyncExitStack, running: Running, *names: str) -> list[Person]:
    return [await stack.enter_async_context(Person(running, name)) for name in names]


def seats_of(room: Room) -> list[str | None]:
    return [None if who is None else who.name for who in room.table.seats]


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


# ---- people who are away


def deputies(room: Room) -> list[str]:
    return ["" if who is None else who.deputy for who in room.table.seats]


def test_a_bot_plays_for_oneself_until_one_comes_back_or_moves(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            anna, boris = await people_of(stack, running, "Anna", "Boris")
            room = await anna.open("horse-race", seating="2", target="9999")
            await boris.sit(room, 1)
            await anna.must(room, "start")
            await choosing(room)
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
            people = await people_of(stack, running, "Anna", "Boris", "Chitra", "Dora")
            room = await people[0].open("seven-rocks")
            for seat in (1, 2, 3):
                await people[seat].sit(room, seat)
            await people[0].must(room, "start")
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


def test_others_may_let_a_bot_play_for_somebody_who_has_been_away_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "AROUND", 0.2)

    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            people = await people_of(stack, running, "Anna", "Boris")
            watcher = await stack.enter_async_context(Person(running))
            room = await people[0].open("horse-race", seating="2")
            await people[1].sit(room, 1)
            await people[0].must(room, "start")
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


async def open_with(running: Running, house: House, *names: str) -> tuple[Room, list[Guest]]:
    """A running table of guests that no form would open."""
    guests = [new_guest(name) for name in names]
    commands = [Sit(seat, Occupant(guest.name, guests=(guest.id,))) for seat, guest in enumerate(guests)]
    room = running.on_loop(running.site.hub.open(HORSE_RACE, horse_race(len(names)), house, *commands, Start()))
    assert isinstance(room, Room)
    return room, guests


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


# ---- going on


async def longer(room: Room, log: int) -> None:
    """Wait until a log has grown."""
    await until(lambda: len(room.table.log) > log, "what comes next")


def test_the_next_round_begins_when_all_have_read_or_the_time_for_it_is_up(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            anna, boris = await people_of(stack, running, "Anna", "Boris")
            watcher = await stack.enter_async_context(Person(running))
            room = await anna.open("horse-race", seating="2", target="9999")
            await boris.sit(room, 1)
            await anna.must(room, "start")
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


def test_who_presses_go_on_during_a_round_has_not_read_what_comes_after_it(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            anna, boris = await people_of(stack, running, "Anna", "Boris")
            room = await anna.open("horse-race", seating="2", target="9999")
            await boris.sit(room, 1)
            await anna.must(room, "start")
            await choosing(room)
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
            people = await people_of(stack, running, "Anna", "Boris", "Chitra", "Dora")
            room = await people[0].open("seven-rocks")
            for seat in (1, 2, 3):
                await people[seat].sit(room, seat)
            await people[0].must(room, "start")
            for declines in (True, False):
                seat = await choosing(room)
                while len(moves_of(room, seat)) == 1:
                    await people[seat].must(room, "move", at=len(room.table.log), move=moves_of(room, seat)[0])
                    seat = await choosing(room)
                others = [each for each in range(4) if each != seat]
                at, layout = len(room.table.log), room.table.state.layout
                move = moves_of(room, seat)[0]
                await people[seat].must(room, "move", at=at, move=move)
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
            people = await people_of(stack, running, "Anna", "Boris", "Chitra", "Dora")
            room = await people[0].open("seven-rocks")
            for seat in (1, 2, 3):
                await people[seat].sit(room, seat)
            await people[0].must(room, "start")
            first = await choosing(room)
            tile = moves_of(room, first)[0]
            for _ in range(2):
                seat = await choosing(room)
                await people[seat].must(room, "move", at=len(room.table.log), move=moves_of(room, seat)[0])
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
            await people[banker].must(room, "takeback", at=len(room.table.log))
            for seat in {0, 1, 2} - {banker}:
                asked = question_of((await people[seat].get(f"/t/{room.id}")).text)
                assert "asks to take a move back. It was:" in asked
                assert "3:1" in asked
                await people[seat].must(room, "answer", seat=seat, agrees="1")
            assert room.table.state == before

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
