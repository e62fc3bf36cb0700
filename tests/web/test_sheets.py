"""Score sheets behind their door: who may write, what is delivered twice, restarts, and nonsense."""

import asyncio
import csv
import io
import re
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from homestretch.games import GAMES, Seating, published_fives, published_race
from homestretch.kit.card import SUITS
from homestretch.kit.message import Refusal
from homestretch.kit.tile import Tile
from homestretch.sheet.codec import encode
from homestretch.sheet.entries import Award, Backed, Entered, Finished, Joined, Opening, RoundEnd, Starts
from homestretch.store.log import StoreFailed
from homestretch.web.guests import MOST_TABLES, Guest, SheetLink, Signer
from homestretch.web.sheetcsv import harmless
from homestretch.web.sheetforms import as_form, key_of, read_entry, read_stakes
from homestretch.web.sheetrooms import SheetRoom

from .people import Person, is_sentence, notice_of
from .serving import Running, serving

HX = {"hx-request": "true"}
HORSE = {"seating": "2", "name0": "Ann", "name1": "Bo"}


def served(tmp_path: Path, play: Callable[[Running], Coroutine[Any, Any, None]]) -> None:
    """Do this with a server."""
    with serving(tmp_path / "data") as running:
        asyncio.run(play(running))


async def begin(person: Person, game: str = "horse-race", **form: str) -> SheetRoom:
    """A new sheet of this person's."""
    answer = await person.post(f"/score/new/{game}", form or HORSE)
    assert answer.status_code == 303, notice_of(answer)
    return person.running.site.hub.sheets.rooms[answer.headers["location"].rpartition("/")[2]]


async def enter(person: Person, room: SheetRoom, what: str, key: str = "", **form: Any) -> int:
    """What the server answers to an entry."""
    answer = await person.post(f"/score/{room.id}/{what}", {"key": key, **form})
    return answer.status_code


def scores(room: SheetRoom) -> tuple[int, ...]:
    scores: tuple[int, ...] = room.sheet.lines[-1].scores if room.sheet.lines else ()
    return scores


# ---- beginning and finding again


def test_a_sheet_is_begun_with_names_and_house_rules_and_found_again(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running) as ann:
            assert "Keep score" in (await ann.get("/score")).text
            form = await ann.get("/score/new/horse-race?seating=4p")
            assert form.text.count('id="name-') == 4
            room = await begin(ann, seating="4p", name0="Ann", name2="=Cy", target="31")
            assert room.sheet.header.names == ("Ann", "Player 2", "=Cy", "Player 4")
            assert room.sheet.rules.target == 31  # type: ignore[union-attr]
            assert room.id in (await ann.get("/score")).text
            assert ann.guest().sheets == (room.id,)
            page = await ann.get(f"/score/{room.id}")
            assert "Ann and =Cy" in page.text
            assert 'class="taps"' in page.text

    served(tmp_path, play)


@pytest.mark.parametrize(
    ("game", "form"),
    [
        ("horse-race", {"seating": "2", "name0": "Ann", "name1": "Ann"}),
        ("horse-race", {"seating": "2", "target": "x"}),
        ("horse-race", {"seating": "2", "target": "0"}),
        ("seven-rocks", {"seating": "2"}),
        ("card-race", {"seating": "3", "tokens": "1"}),
        ("card-race", {"seating": "2"}),
    ],
)
def test_what_makes_no_sheet_is_said_and_the_form_stays(tmp_path: Path, game: str, form: dict[str, str]) -> None:
    async def play(running: Running) -> None:
        async with Person(running) as ann:
            answer = await ann.post(f"/score/new/{game}", form)
            assert answer.status_code == 422
            assert is_sentence(notice_of(answer))
            assert form.get("name0", "") in answer.text
            assert not running.site.hub.sheets.rooms

    served(tmp_path, play)


def test_sheets_live_under_a_prefix_too(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running) as ann:
            room = await begin(ann)
            assert await enter(ann, room, "award", side=0, points=3) == 303
            page = (await ann.get(f"/score/{room.id}")).text
            assert (await ann.get("/score/worker.js")).headers["content-type"].startswith("text/javascript")
            assert f'data-worker="/games/score/worker.js" data-pages="/games/score/{room.id} ' in page
            assert re.findall(r'(?:href|action|data-stream)="(/(?!games/)[^"]*)"', page) == []
            share = (await ann.get(f"/score/{room.id}/share")).text
            assert f"{running.address}/score/{room.id}/keep/" in share

    with serving(tmp_path / "data", prefix="/games") as running:
        asyncio.run(play(running))


def test_a_guest_remembers_tables_and_sheets_apart() -> None:
    guest = Guest("g").at("t").keeping("s").called("Ann")
    assert (guest.name, guest.tables, guest.sheets) == ("Ann", ("t",), ("s",))
    for number in range(30):
        guest = guest.keeping(str(number))
    assert len(guest.sheets) == MOST_TABLES
    assert guest.sheets[0] == "29"
    signer = Signer(b"secret")
    assert signer.read_guest(signer.guest(guest)) == guest
    assert signer.read_sheet(signer.sheet(SheetLink("a", "b"))) == SheetLink("a", "b")
    assert signer.read_sheet(signer.guest(guest)) is None


def test_sheets_and_tables_are_never_mistaken_for_each_other(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running, "Ann") as ann:
            sheet = await begin(ann)
            table = await ann.open("horse-race", public="1", others="bots")
            running.site.hub.sheets.rooms.clear()
            for path in (f"/t/{sheet.id}", f"/t/{sheet.id}/stream", f"/score/{table.id}", f"/score/{table.id}.csv"):
                assert (await ann.get(path)).status_code == 404
            assert sheet.id not in (await ann.get("/")).text.replace("/score/", "")

    served(tmp_path, play)
    with serving(tmp_path / "data") as again:
        assert len(again.site.hub._public) == 1


# ---- who may write


def test_a_reader_sees_everything_and_changes_nothing(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running) as ann, Person(running) as eve:
            room = await begin(ann)
            assert await enter(ann, room, "award", side=0, points=3) == 303
            page = await eve.get(f"/score/{room.id}")
            assert page.status_code == 200
            assert "Ann: 3 points" in page.text
            assert "<form" not in page.text.partition("<main")[2].partition("</main")[0]
            for what in ("award", "undo", "starts", "end", "again", "entry/1"):
                assert await enter(eve, room, what, side=0, points=3, number=1, seat=0) == 403
            assert (await eve.get(f"/score/{room.id}/share")).status_code == 403
            assert is_sentence(notice_of(await eve.post(f"/score/{room.id}/award", {"side": "0", "points": "3"})))
            assert scores(room) == (3, 0)
            own = await ann.get(f"/score/{room.id}/view")
            assert 'class="taps"' not in own.text

    served(tmp_path, play)


def test_a_second_device_keeps_the_sheet_by_its_private_link(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running) as ann, Person(running) as bo:
            room, other = await begin(ann), await begin(ann)
            share = (await ann.get(f"/score/{room.id}/share")).text
            found = re.search(rf"/score/{room.id}/keep/[\w.-]+", share)
            assert found is not None
            link = found[0]
            assert (await bo.get(link)).status_code == 200
            assert await enter(bo, room, "award", side=0, points=3) == 403
            assert (await bo.post(link.replace(room.id, other.id))).status_code == 404
            assert (await bo.post(link[:-1])).status_code == 404
            assert (await bo.post(link)).status_code == 303
            assert (await bo.post(link)).status_code == 303
            assert len(room.sheet.keepers) == 2
            assert await enter(bo, room, "award", side=0, points=3) == 303
            assert await enter(ann, room, "award", side=1, points=2) == 303
            assert scores(room) == (3, 2)

    served(tmp_path, play)


# ---- entering


def test_what_is_delivered_twice_counts_once(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running) as ann:
            room = await begin(ann)
            for _ in range(3):
                assert await enter(ann, room, "award", "tap-00001", side=0, points=3) == 303
            assert scores(room) == (3, 0)
            assert await enter(ann, room, "undo", "tap-00002", number=1) == 303
            assert await enter(ann, room, "undo", "tap-00002", number=1) == 303
            assert await enter(ann, room, "undo", "tap-00003", number=1) == 409
            answers = await asyncio.gather(
                *(enter(ann, room, "award", f"tap-1000{number % 5}", side=1, points=1) for number in range(20))
            )
            assert set(answers) == {303}
            assert scores(room) == (0, 5)

    served(tmp_path, play)


def test_a_round_is_worked_out_before_it_is_entered(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running) as ann:
            room = await begin(ann)
            end = {"round": "1", "out": "0", "hand1-56": "1", "hand1-06": "1"}
            page = await ann.get(f"/score/{room.id}/end")
            assert "Enter the end" not in page.text.partition("<template")[0]
            answer = await ann.post(f"/score/{room.id}/end", end | {"step": "preview"})
            assert answer.status_code == 200
            assert "17 → 15: 3 points" in answer.text
            assert not room.sheet.entries
            part = await ann.post(f"/score/{room.id}/end", end | {"step": "preview"}, headers=HX)
            assert part.text.startswith('<section id="worked"')
            bad = await ann.post(f"/score/{room.id}/end", end | {"hand0-66": "1", "step": "enter"})
            assert bad.status_code == 409
            assert is_sentence(notice_of(bad))
            assert re.search(r'id="t1-56"[^>]* checked', bad.text)
            assert await enter(ann, room, "end", "key-00001", **end, step="enter") == 303
            assert scores(room) == (3, 0)
            late = await ann.post(f"/score/{room.id}/end", end | {"step": "enter"}, headers=HX)
            assert late.status_code == 409
            assert is_sentence(notice_of(late))
            assert await enter(ann, room, "end", "key-00001", **end, step="enter") == 303
            assert len(room.sheet.entries) == 1

    served(tmp_path, play)


def test_every_kind_of_entry_is_corrected_by_the_form_that_shows_it(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running) as ann:
            room = await begin(ann)
            await enter(ann, room, "starts", seat=1)
            await enter(ann, room, "award", side=0, points=3)
            await enter(ann, room, "end", round=1, out=0, pips1=17, step="enter")
            assert scores(room) == (6, 0)
            for number in (1, 2, 3):
                assert (await ann.get(f"/score/{room.id}/entry/{number}")).status_code == 200
            assert (await ann.get(f"/score/{room.id}/entry/4")).status_code == 404
            assert await enter(ann, room, "entry/1", seat=0, step="enter") == 303
            assert await enter(ann, room, "entry/2", side=1, points=4, step="enter") == 303
            assert await enter(ann, room, "entry/2", side=1, points=99, step="enter") == 409
            preview = {"round": "7", "out": "blocked", "pips0": "9", "pips1": "3"}
            answer = await ann.post(f"/score/{room.id}/entry/3", preview | {"step": "preview"}, headers=HX)
            assert "9 → 10: 2 points" in answer.text
            assert scores(room) == (3, 4)
            assert await enter(ann, room, "entry/3", **preview, step="enter") == 303
            assert scores(room) == (0, 6)
            failed = await ann.post(f"/score/{room.id}/entry/2", {"side": "x", "step": "enter"}, headers=HX)
            assert failed.status_code == 409
            page = (await ann.get(f"/score/{room.id}")).text
            assert "was: Ann: 3 points" in page
            assert await enter(ann, room, "undo", number=3) == 303
            assert scores(room) == (0, 4)
            assert await enter(ann, room, "redo", number=3) == 303

    served(tmp_path, play)


def test_a_meeting_of_races_is_kept(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running) as ann:
            room = await begin(ann, "card-race", seating="3", name0="Ann", name1="Bo", name2="Cy")
            track: dict[str, Any] = {"spades": 2, "hearts": 2, "diamonds": 1, "clubs": 2, "limit": 1} | {
                f"price{count}": price for count, price in enumerate((1, 2, 3, 5, 10))
            }
            assert await enter(ann, room, "opening", **track) == 409
            assert await enter(ann, room, "starts", seat="lot") == 303
            assert await enter(ann, room, "undo", number=1) == 303
            assert await enter(ann, room, "starts", seat=0) == 303
            assert await enter(ann, room, "opening", **track) == 303
            assert await enter(ann, room, "stakes") == 409
            assert await enter(ann, room, "stakes", suit1="diamonds", suit2="x") == 409
            assert await enter(ann, room, "stakes", "key-00001", suit1="diamonds", suit2="spades") == 303
            assert await enter(ann, room, "stakes", "key-00001", suit1="diamonds", suit2="spades") == 303
            for number in (2, 3, 4):
                assert (await ann.get(f"/score/{room.id}/entry/{number}")).status_code == 200
            assert (await ann.get(f"/score/{room.id}/end")).status_code == 404
            assert await enter(ann, room, "finished", round=1, suit="diamonds") == 303
            assert scores(room) == (99, 102, 99)
            assert (await ann.get(f"/score/{room.id}/entry/6")).status_code == 200
            assert await enter(ann, room, "entry/4", seat=1, suit="clubs", amount=1, step="enter") == 303
            assert scores(room) == (102, 99, 99)
            assert await enter(ann, room, "entry/6", suit="hearts", round=1, step="enter") == 303
            assert "102" in (await ann.get(f"/score/{room.id}")).text

    served(tmp_path, play)


def test_a_bank_is_opened_with_as_little_as_need_be_written(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running) as ann:
            names = {"name0": "Ann", "name1": "Bo", "name2": "Cy"}
            room = await begin(ann, "card-race", seating="3", any_stake="1", tokens="10", **names)
            await enter(ann, room, "starts", seat=0)
            odds: dict[str, Any] = {f"price{count}": 2 for count in range(5)}
            answer = await ann.post(f"/score/{room.id}/opening", {"spades": "4", "clubs": "3", "price0": ""})
            assert "A number is missing." in notice_of(answer)
            assert await enter(ann, room, "opening", spades=4, clubs=2, **odds) == 409
            assert await enter(ann, room, "opening", spades=4, clubs=3, **odds) == 303
            assert room.sheet.entries[-1].entry == Opening((4, 0, 0, 3), (2, 2, 2, 2, 2), 2)
            await enter(ann, room, "stakes", suit1="spades", suit2="clubs")
            await enter(ann, room, "finished", round=1, suit="spades")
            page = (await ann.get(f"/score/{room.id}")).text
            assert len(re.findall(r'id="field-price\d"[^>]* value="2"', page)) == 5

    served(tmp_path, play)


def test_a_house_rule_that_changes_no_score_is_not_asked_for(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running) as ann:
            page = (await ann.get("/score/new/horse-race?seating=2")).text
            assert 'name="target"' in page
            assert "going_on" not in page

    served(tmp_path, play)


def test_own_sheets_are_told_apart_by_their_scores(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running) as ann:
            room = await begin(ann)
            await enter(ann, room, "award", side=1, points=3)
            assert "Ann 0, Bo 3" in (await ann.get("/score")).text

    served(tmp_path, play)


def test_an_entry_that_no_longer_counts_says_so(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running) as ann:
            room = await begin(ann, target="9", **HORSE)
            for side, points in ((0, 3), (1, 4), (0, 2)):
                await enter(ann, room, "award", side=side, points=points)
            assert "does not count" not in (await ann.get(f"/score/{room.id}")).text
            assert await enter(ann, room, "entry/1", side=0, points=9, step="enter") == 303
            page = (await ann.get(f"/score/{room.id}")).text
            assert page.count("does not count") == 2
            assert "Ann wins the match with 9 points." in page
            assert (await ann.get(f"/score/{room.id}.csv")).text.count("does not count") == 2
            assert await enter(ann, room, "entry/1", side=0, points=3, step="enter") == 303
            assert scores(room) == (5, 4)

    served(tmp_path, play)


def test_the_same_people_go_on_with_a_new_sheet(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running) as ann:
            room = await begin(ann, target="3", **HORSE)
            await enter(ann, room, "award", side=0, points=3)
            page = (await ann.get(f"/score/{room.id}")).text
            assert "Ann wins the match with 3 points." in page
            assert await enter(ann, room, "award", side=0, points=3) == 409
            answer = await ann.post(f"/score/{room.id}/again")
            new = running.site.hub.sheets.rooms[answer.headers["location"].rpartition("/")[2]]
            assert new.sheet.header.names == ("Ann", "Bo")
            assert new.sheet.rules == room.sheet.rules

    served(tmp_path, play)


# ---- keeping


def test_a_sheet_survives_a_restart(tmp_path: Path) -> None:
    kept: list[Any] = []

    async def write(running: Running) -> None:
        async with Person(running) as ann:
            room = await begin(ann)
            await enter(ann, room, "award", side=0, points=3)
            await enter(ann, room, "end", round=1, out=0, pips1=17, step="enter")
            kept.extend((room.id, room.sheet, ann.client.cookies.get("guest")))

    async def read(running: Running) -> None:
        async with Person(running) as ann:
            ann.client.cookies.set("guest", kept[2])
            assert (await ann.get(f"/score/{kept[0]}")).status_code == 200
            room = running.site.hub.sheets.rooms[kept[0]]
            assert room.sheet == kept[1]
            assert await enter(ann, room, "award", side=1, points=1) == 303
            running.site.hub.sheets.sweep(-1)
            assert not running.site.hub.sheets.rooms
            found = await asyncio.gather(*(ann.get(f"/score/{kept[0]}") for _ in range(5)))
            assert all("Bo: 1 point" in page.text for page in found)

    served(tmp_path, write)
    served(tmp_path, read)


def test_what_cannot_be_kept_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(running: Running) -> None:
        async with Person(running) as ann:
            room = await begin(ann)

            async def fails(*_: object) -> None:
                raise StoreFailed("full")

            with monkeypatch.context() as patch:
                patch.setattr(running.site.hub.store, "append", fails)
                assert await enter(ann, room, "award", "key-00001", side=0, points=3) == 503
            assert not room.sheet.entries
            assert await enter(ann, room, "award", "key-00001", side=0, points=3) == 303
            assert scores(room) == (3, 0)

    served(tmp_path, play)


def test_entries_of_another_process_are_taken_up(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running) as ann:
            room = await begin(ann)
            line = encode((Entered("elsewhere", Award(1, 5)),))
            running.on_loop(running.site.hub.store.append(room.id, 1, line))
            assert await enter(ann, room, "award", side=0, points=3) == 303
            assert scores(room) == (3, 5)

    served(tmp_path, play)


def test_an_archived_sheet_is_read_and_not_written(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running) as ann:
            room = await begin(ann)
            await enter(ann, room, "award", side=0, points=3)
            running.on_loop(running.site.hub.store.archive(time.time() + 60))
            running.site.hub.sheets.rooms.clear()
            assert "Ann: 3 points" in (await ann.get(f"/score/{room.id}")).text
            answer = await ann.post(f"/score/{room.id}/award", {"side": "0", "points": "1"})
            assert answer.status_code == 409
            assert is_sentence(notice_of(answer))

    served(tmp_path, play)


def test_readers_hear_of_an_entry_at_once_and_the_server_stops(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running) as ann, Person(running) as eve:
            room = await begin(ann)
            async with eve.client.stream("GET", f"/score/{room.id}/stream") as answer:
                pieces = answer.aiter_text()
                assert "Nothing has been entered" in await anext(pieces)
                await enter(ann, room, "award", side=0, points=3)
                assert "Ann: 3 points" in await anext(pieces)
                running.server.should_exit = True
                async for _ in pieces:
                    pass

    served(tmp_path, play)


# ---- the table for spreadsheets


def test_the_table_is_read_by_spreadsheets_and_holds_no_formula(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running) as ann:
            room = await begin(ann, seating="2", name0="=1+1", name1="अनु")
            await enter(ann, room, "award", side=0, points=3)
            await enter(ann, room, "end", round=1, out=1, pips0=17, step="enter")
            await enter(ann, room, "undo", number=1)
            assert await enter(ann, room, "entry/2", round=1, out=1, pips0=12, step="enter") == 303
            answer = await ann.get(f"/score/{room.id}.csv")
            assert answer.content.startswith(b"\xef\xbb\xbf")
            assert "attachment" in answer.headers["content-disposition"]
            rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
            assert rows[0][3:5] == ["'=1+1", "अनु"]
            assert [row[:2] for row in rows[1:]] == [["1", "1"], ["2", "1"]]
            assert rows[2][3:5] == ["0", "2"]
            assert "undone" in rows[1][5]
            assert all(not cell.startswith(("=", "+", "@")) for row in rows for cell in row)

    served(tmp_path, play)


@given(st.text(max_size=8) | st.text("=+-@＝＠;\t\r a", max_size=8))
def test_no_text_is_a_formula_wherever_it_is_parted(text: str) -> None:
    for piece in re.split("[;\t]", harmless(text)):
        assert not piece.strip().startswith(("=", "+", "-", "@", "＝", "＋", "－", "＠"))


# ---- nonsense

FIVES = published_fives(GAMES["horse-race"], Seating(4, pairs=True))
RACE = published_race(Seating(3))
assert not isinstance(FIVES, Refusal)
assert not isinstance(RACE, Refusal)

WORDS = "side points seat round out pips0 pips1 pips3 hand0-66 hand1-66 hand2-00 suit amount limit price0 price4 number"
names = st.sampled_from((*WORDS.split(), *map(str, SUITS)))
values = st.one_of(
    st.text(max_size=8),
    st.integers(-300, 300).map(str),
    st.sampled_from(["blocked", "lot", "spades", "0", "1", "2", "", "٣", "9" * 30, "1.5", "-"]),
)
forms = st.dictionaries(names, values)


@given(st.sampled_from(["award", "end", "starts", "opening", "backed", "finished", "chess"]), forms, st.booleans())
def test_no_form_breaks_a_reader(what: str, form: dict[str, str], race: bool) -> None:
    rules = RACE if race else FIVES
    assert not isinstance(rules, Refusal)
    entry = read_entry(what, rules, form)
    if not isinstance(entry, Refusal):
        again = read_entry(what, rules, as_form(entry))
        assert again == entry
    stakes = read_stakes((0, 1, 2), {f"{name}1": value for name, value in form.items()})
    assert isinstance(stakes, Refusal) or all(isinstance(each, Backed) for each in stakes)


@pytest.mark.parametrize(
    "entry",
    [
        Award(1, 3),
        RoundEnd(2, 1, (5, None, (Tile(1, 2), Tile(6, 6)), 0)),
        RoundEnd(2, None, (5, 6, 7, 8)),
        Starts(2),
    ],
)
def test_an_entry_fills_the_form_that_makes_it(entry: Any) -> None:
    what = {"Award": "award", "RoundEnd": "end", "Starts": "starts"}[type(entry).__name__]
    assert not isinstance(FIVES, Refusal)
    assert read_entry(what, FIVES, as_form(entry)) == entry


def test_entries_of_races_fill_the_forms_that_make_them() -> None:
    assert not isinstance(RACE, Refusal)
    for what, entry in (
        ("opening", Opening((2, 2, 1, 2), (1, 2, 3, 5, 10), 4)),
        ("backed", Backed(1, SUITS[2], 3)),
        ("finished", Finished(2, SUITS[3])),
    ):
        assert read_entry(what, RACE, as_form(entry)) == entry


def test_pips_and_tiles_that_differ_are_refused() -> None:
    assert not isinstance(FIVES, Refusal)
    form = {"round": "1", "out": "0", "hand1-66": "1", "pips1": "3", "pips3": "1"}
    refusal = read_entry("end", FIVES, form)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "sheet.pips-and-tiles"
    assert isinstance(read_entry("end", FIVES, form | {"pips1": "12"}), RoundEnd)


def test_keys_are_made_where_none_or_nonsense_is_given() -> None:
    assert key_of({"key": "tap-00001"}) == "tap-00001"
    for key in ("", "short", "x" * 65, "ключ-ключ", "tab\ttab\ttab"):
        assert 8 <= len(key_of({"key": key})) <= 64
        assert key_of({"key": key}) != key


def test_nonsense_is_answered_with_a_sentence(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running) as ann:
            room = await begin(ann)
            posts: list[tuple[str, dict[str, str]]] = [
                ("award", {}),
                ("award", {"side": "0", "points": "many"}),
                ("award", {"side": "9", "points": "3"}),
                ("award", {"side": "0", "points": "-3"}),
                ("undo", {"number": "x"}),
                ("undo", {"number": "7"}),
                ("redo", {}),
                ("starts", {"seat": "9"}),
                ("opening", {}),
                ("finished", {"round": "1", "suit": "stars"}),
                ("stakes", {}),
                ("end", {"round": "1", "out": "7", "step": "enter"}),
                ("end", {"round": "x", "out": "0", "step": "enter"}),
            ]
            for what, form in posts:
                answer = await ann.post(f"/score/{room.id}/{what}", form)
                assert answer.status_code == 409, what
                assert is_sentence(notice_of(answer)), what
            assert (await ann.post(f"/score/{room.id}/dance")).status_code == 404
            assert (await ann.get("/score/nowhere")).status_code == 404
            assert (await ann.get("/score/new/chess")).status_code == 404
            assert (await ann.get("/score/new/horse-race?seating=99")).status_code == 200
            assert (await ann.get(f"/score/{room.id}/keep/nonsense")).status_code == 404
            assert not room.sheet.entries

    served(tmp_path, play)


def test_too_many_keepers_are_told_so(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running) as ann, Person(running) as bo:
            room = await begin(ann)
            for number in range(19):
                assert running.on_loop(room.do(Joined(f"guest-{number}"))) is None
            token = running.site.signer.sheet(SheetLink(room.id, room.sheet.header.keeper))
            answer = await bo.post(f"/score/{room.id}/keep/{token}")
            assert answer.status_code == 409
            assert is_sentence(notice_of(answer))

    served(tmp_path, play)
