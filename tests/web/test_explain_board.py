"""The explain board: every layout has an address, every address has a page, and any text gets a sentence."""

import asyncio
import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, quote, urlsplit

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from homestretch.games import GAMES, HORSE_RACE, SEVEN_ROCKS
from homestretch.i18n.explain import award_line, sum_text, where_places, why_award, why_counts
from homestretch.i18n.speaker import LANGUAGES, Speaker, printable
from homestretch.kit.tile import full_set
from homestretch.record.placements import of, read, write
from homestretch.web.pages.explain import DOMINOES, MOST_CARRIED
from homestretch.web.pages.links import explain_path
from homestretch.web.painter import Painter
from homestretch.web.past import Past
from homestretch.web.rates import PICTURES
from homestretch.web.server import make_site
from homestretch.web.settings import Settings

from .people import Person, is_sentence, notice_of, until
from .serving import serving

POSITIONS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "golden" / "positions.json").read_text(encoding="utf-8")
)
THREE = "1-4 1-1@1-4 4-4@1-4"
BRANCHED = f"{THREE} 1-5@1-1 4-5@4-4 4-6@4-4"
"""The last tile stands beside 4-4, which branches in Horse Race alone."""

WORDS = st.one_of(
    st.text(max_size=8),
    st.from_regex(r"[0-7]-?[0-7](@[0-7]-[0-7])?", fullmatch=True),
    st.sampled_from(["@", "+", "pass", "\0", "\u202e1-4", "<b>", '"', "&amp;", "👨‍👩‍👧", "%00", "½"]),
)


class Reader:
    """Somebody who reads pages of an application that runs in this thread."""

    def __init__(self, app: Any) -> None:
        self._app = app

    def get(self, path: str, params: dict[str, str] | None = None, **headers: str) -> httpx.Response:
        """The answer to a request."""

        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(app=self._app, raise_app_exceptions=False)
            async with httpx.AsyncClient(transport=transport, base_url="http://table.example") as client:
                return await client.get(path, params=params, headers=named(headers))

        return asyncio.run(ask())

    def board(self, text: str, game: str = HORSE_RACE.key, **headers: str) -> str:
        """The page of a board."""
        answer = self.get(f"/explain/{game}", {"moves": text}, **headers)
        assert answer.status_code == 200
        return answer.text


def named(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    site = make_site(Settings(tmp_path_factory.mktemp("board"), limited=False))
    yield Reader(site.app)
    site.close()
    asyncio.run(site.hub.store.close())


def value_of(page: str, field: str) -> str:
    """What stands in a field of a page."""
    tag = re.search(rf"<input[^>]*\b{field}[^>]*>", page)
    assert tag is not None, field
    value = re.search(r'value="([^"]*)"', tag[0])
    return html.unescape(value[1]) if value else ""


def laid(page: str) -> list[str]:
    """The tiles that are drawn on the board."""
    return [f"{pips[0]}-{pips[1]}" for pips in re.findall(r'<g id="b(\d\d)"', page)]


def links(page: str) -> dict[str, str]:
    """The addresses of the links that have names."""
    found = {}
    for tag in re.findall(r"<a [^>]*>", page):
        name, address = re.search(r' id="([^"]*)"', tag), re.search(r' href="([^"]*)"', tag)
        if name and address:
            found[name[1]] = html.unescape(address[1])
    return found


def moves_in(address: str) -> str:
    return dict(parse_qsl(urlsplit(address).query)).get("moves", "")


def meta(page: str, name: str) -> str:
    found = re.search(rf'<meta (?:property|name)="{name}" content="([^"]*)"', page)
    assert found is not None, name
    return html.unescape(found[1])


def text_of(page: str) -> str:
    """What can be read on a page."""
    return html.unescape(re.sub(r"<[^>]*>", "", page))


# ---- any text


@given(text=st.one_of(st.text(), st.lists(WORDS, max_size=9).map(" ".join)), game=st.sampled_from(sorted(DOMINOES)))
def test_any_text_gets_a_page_that_keeps_what_stands_and_a_sentence_about_what_does_not(
    reader: Reader, text: str, game: str
) -> None:
    page = reader.board(text, game)
    reading = read(DOMINOES[game], text)
    assert laid(page) == [str(tile) for tile in reading.layout.tiles]
    if reading.refusal is None:
        assert notice_of_page(page) == ""
        assert value_of(page, 'id="moves"') == reading.text
    else:
        assert is_sentence(notice_of_page(page))
        assert value_of(page, 'id="moves"') == printable(" ".join(text.split()))
        assert "<mark>" in page
    if reading.text:
        assert value_of(page, 'type="hidden" name="moves"') == reading.text
    assert not re.findall(r"<style|\sstyle=|\son[a-z]+=|<script(?! src=)", page)


def notice_of_page(page: str) -> str:
    return notice_of(httpx.Response(200, text=page))


@given(query=st.binary(max_size=60))
def test_any_query_gets_a_page(reader: Reader, query: bytes) -> None:
    asked = quote(query, safe="%&=+;?/").replace("%25", "%")
    for path in ("/explain/horse-race", "/explain/horse-race.png", "/explain/horse-race/code.svg"):
        answer = reader.get(f"{path}?moves={asked}")
        assert answer.status_code == 200 or (path.endswith("race") and answer.status_code == 303)


@pytest.mark.parametrize(
    "text",
    ["x" * 10_000, "🎲" * 4000, "1-4 " * 2500, "1-4 1-1@1-4 " + "z " * 5000, "@" * 10_000],
    ids=["letters", "emoji", "one tile again and again", "a good beginning", "signs"],
)
def test_a_long_text_gets_a_page_that_is_not_much_longer(reader: Reader, text: str) -> None:
    page = reader.board(text)
    assert is_sentence(notice_of_page(page))
    assert len(notice_of_page(page)) < 300
    assert len(page) < 60_000 + 4 * len(quote(text))
    assert all(len(moves_in(link)) <= MOST_CARRIED for link in links(page).values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentence_is_in_the_language_of_the_reader(reader: Reader, language: str) -> None:
    page = reader.board("1-4 3-3", accept_language=language)
    refusal = read(DOMINOES["horse-race"], "1-4 3-3").refusal
    assert refusal is not None
    assert Speaker(language)(refusal) in notice_of_page(page)


# ---- what is shown


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: f"{position['game']} {position['index']}")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_worked_position_is_counted_and_explained(reader: Reader, position: dict[str, Any], language: str) -> None:
    first, *_ = position["tiles"]
    text = " ".join([first, *(f"{tile}@{host}" for host, _, tile, _ in position["connections"])])
    page, rules, speak = (
        reader.board(text, position["game"], accept_language=language),
        DOMINOES[position["game"]],
        Speaker(language),
    )
    layout = read(rules, text).layout
    assert laid(page) == position["tiles"]
    assert f'<strong class="big">{position["total"]}</strong>' in page
    shown = text_of(page)
    for line in (why_award(layout, rules), *why_counts(layout), *where_places(layout)):
        assert speak(line) in shown
    spinners = ", ".join(position["spinners"])
    assert not spinners or spinners in shown
    raw, points = position["award"], position["award"] // rules.unit
    assert (speak.say("count.points", n=points) if raw else speak.say("board.no-award")) in shown


def test_every_tile_is_there_with_what_it_earns_or_the_reason_why_it_is_off(reader: Reader) -> None:
    page = reader.board(THREE)
    cells = re.findall(r'<li><(\w+)[^>]*class="(?:cell|pick)[^>]*>', page)
    assert len(cells) == 28
    assert re.search(r'class="cell off laid" role="img" aria-label="1-4 is on the table"', page)
    assert re.search(r'class="cell off" role="img" aria-label="3-3 fits nowhere: the free places show 1, 4."', page)
    one = re.search(r'<button id="tile-12"[^>]*value="1-2@1-1"[^>]*>.*?</button>', page, re.DOTALL)
    assert one is not None
    assert ">+2<" in one[0]
    assert "(8 + 2 = 10: 2 points)" in one[0]


def test_a_tile_that_fits_in_several_places_has_them_on_the_board_and_in_words(reader: Reader) -> None:
    text = "1-4 1-1@1-4 4-4@1-4 1-5@1-1 4-5@4-4"
    page = reader.board(text)
    plays = ["5-6@1-5", "5-6@4-5"]
    assert '<input id="pick-56"' in page
    assert re.findall(r'<foreignObject[^>]*><button[^>]* value="(5-6[^"]*)"', page) == plays
    words = re.search(r'<fieldset class="for t56">.*?</fieldset>', page, re.DOTALL)
    assert words is not None
    assert re.findall(r'value="([^"]*)"', words[0]) == plays


def test_an_empty_table_offers_every_tile_to_open(reader: Reader) -> None:
    page = reader.board("")
    assert sorted(re.findall(r'name="move" value="(\d-\d)"', page)) == [str(tile) for tile in full_set(6)]
    assert "The table is empty" in text_of(page)
    assert "undo" not in links(page)


# ---- the other game


def test_both_games_stand_beside_each_other_on_every_board(reader: Reader) -> None:
    for game in DOMINOES:
        page = reader.board(THREE, game)
        assert "10 · 2 points" in text_of(page)
        assert "10 · 10 points" in text_of(page)
        assert page.count('aria-current="page"') == 1
        other = next(each for each in DOMINOES if each != game)
        assert links(page)[f"game-{other}"] == links(page)[f"switch-{other}"] == explain_path(other, THREE)


def test_what_changes_by_the_other_rules_is_told(reader: Reader) -> None:
    page = text_of(reader.board(BRANCHED))
    assert "Placement 6: 4-6 fits nowhere: the free places show 1, 5." in page
    assert "Up to there: 5 + 5 = 10: 10 points." in page
    assert "4-4 is no spinner there." in page
    assert "1-1, 4-4 are spinners there too" not in page

    there = text_of(reader.board(BRANCHED.rpartition(" ")[0], SEVEN_ROCKS.key))
    assert "5 + 5 = 10: 2 points. 4-4 is a spinner there too." in there
    assert "The same places are free there." in text_of(reader.board("1-4"))


def test_a_text_that_stands_in_one_game_only_is_taken_along_whole(reader: Reader) -> None:
    page = reader.board(BRANCHED, SEVEN_ROCKS.key)
    assert is_sentence(notice_of_page(page))
    assert moves_in(links(page)["game-horse-race"]) == BRANCHED
    assert laid(page) == ["1-4", "1-1", "4-4", "1-5", "4-5"]


# ---- one board after another


def test_a_press_leads_to_the_address_of_the_next_board(reader: Reader) -> None:
    answer = reader.get("/explain/horse-race", {"moves": "1-4 1-1@1-4", "pick": "44", "move": "4-4@1-4"})
    assert answer.status_code == 303
    assert answer.headers["location"] == "/explain/horse-race?moves=1-4+1-1@1-4+4-4@1-4"
    assert laid(reader.get(answer.headers["location"]).text) == ["1-4", "1-1", "4-4"]


def test_a_press_with_scripts_is_answered_at_once_and_tells_the_address(reader: Reader) -> None:
    answer = reader.get("/explain/horse-race", {"moves": "1-4", "move": "1-1@1-4"}, hx_request="true")
    assert answer.status_code == 200
    assert answer.headers["hx-push-url"] == "/explain/horse-race?moves=1-4+1-1@1-4"
    assert answer.text.startswith("<main ")
    assert laid(answer.text) == ["1-4", "1-1"]


@pytest.mark.parametrize("hx_request", ["true", "false"])
def test_a_press_that_does_not_fit_any_more_is_refused_and_nothing_is_lost(reader: Reader, hx_request: str) -> None:
    answer = reader.get("/explain/horse-race", {"moves": THREE, "move": "3-3@6-6"}, hx_request=hx_request)
    page = answer.text if hx_request == "true" else reader.get(answer.headers["location"]).text
    assert laid(page) == ["1-4", "1-1", "4-4"]
    assert "3-3 fits nowhere" in notice_of_page(page)


def test_undo_takes_the_last_tile_and_clear_all(reader: Reader) -> None:
    found = links(reader.board(THREE))
    assert moves_in(found["undo"]) == "1-4 1-1@1-4"
    assert found["clear"] == "/explain/horse-race"


def test_what_would_fit_instead_is_a_press_away(reader: Reader) -> None:
    found = links(reader.board("1-4 1-1@1-4 44 1-2@1-1 3-3"))
    assert moves_in(found["instead-0"]) == "1-4 1-1@1-4 4-4@1-4 1-2@1-1 3-3"
    assert moves_in(found["leave-out"]) == "1-4 1-1@1-4 1-2@1-1 3-3"
    after = reader.get(found["instead-0"]).text
    assert laid(after) == ["1-4", "1-1", "4-4", "1-2"]
    assert "3-3" in notice_of_page(after)


def test_a_refusal_and_an_award_lead_to_their_rules(reader: Reader) -> None:
    assert 'href="/rules/horse-race#D12"' in reader.board(THREE)
    refused = reader.board("1-4 1-4")
    clause = HORSE_RACE.clauses["tile.on-table"]
    assert f'href="/rules/horse-race#{clause}"' in refused


def test_without_a_game_it_is_the_first_and_the_moves_are_kept(reader: Reader) -> None:
    answer = reader.get("/explain?moves=1-4+1-1@1-4")
    assert (answer.status_code, answer.headers["location"]) == (303, "/explain/horse-race?moves=1-4+1-1@1-4")
    assert reader.get("/explain").headers["location"] == "/explain/horse-race"


def test_the_card_race_has_no_layout_and_says_where_to_go(reader: Reader) -> None:
    page = reader.board(THREE, "card-race")
    assert is_sentence(notice_of_page(page))
    for path in ("/explain/horse-race", "/explain/seven-rocks", "/rules/card-race"):
        assert f'href="{path}"' in page
    for path in ("/explain/card-race.png", "/explain/card-race/code.svg", "/explain/whist", "/explain/whist.png"):
        answer = reader.get(path)
        assert answer.status_code == 404
        assert is_sentence(notice_of(answer))


def test_another_language_comes_back_to_the_same_board(tmp_path: Path) -> None:
    async def play() -> None:
        async with Person(running) as anna:
            page = (await anna.get(explain_path("horse-race", THREE))).text
            answer = await anna.post("/options", {"language": "ru", "back": value_of(page, 'name="back"')})
            assert answer.headers["location"] == "/home" + explain_path("horse-race", THREE)
            page = (await anna.client.get(running.address.removesuffix("/home") + answer.headers["location"])).text
            assert laid(page) == ["1-4", "1-1", "4-4"]
            assert 'lang="ru"' in page
            away = [address for address in links(page).values() if not address.startswith("/home/")]
            assert not away

    with serving(tmp_path, prefix="/home") as running:
        asyncio.run(play())


# ---- to share


def test_the_link_previews_with_the_board_its_sum_and_its_award(reader: Reader) -> None:
    page = reader.board(THREE)
    layout, rules = read(DOMINOES["horse-race"], THREE).layout, DOMINOES["horse-race"]
    assert meta(page, "og:description") == Speaker()(award_line(layout, rules)) == "2 + 8 = 10: 2 points"
    assert sum_text(layout) in meta(page, "description")
    assert GAMES["horse-race"].key in meta(page, "og:image")
    picture = meta(page, "og:image")
    assert picture == "http://table.example/explain/horse-race.png?moves=1-4+1-1@1-4+4-4@1-4"
    assert value_of(page, 'id="link"') == "http://table.example" + explain_path("horse-race", THREE)
    answer = reader.get(picture)
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["cache-control"].startswith("public")
    assert answer.content.startswith(b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(answer.content[16:20], "big") == 1200
    assert answer.content != reader.get(explain_path("horse-race", "1-4 1-1@1-4", ".png")).content


def test_a_preview_of_a_text_that_does_not_stand_shows_what_does(reader: Reader) -> None:
    page = reader.board(f"{THREE} <script>")
    assert moves_in(meta(page, "og:image")) == THREE
    assert meta(page, "og:description") == "2 + 8 = 10: 2 points"
    assert meta(reader.board("<script>"), "og:image").partition("?")[0].endswith("/static/horse-race.png")


def test_the_code_is_a_picture_of_the_link(reader: Reader) -> None:
    page = reader.board(THREE)
    (address,) = re.findall(r'<img class="qr" src="([^"]*)"', page)
    answer = reader.get(html.unescape(address))
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.content.startswith(b"<?xml")
    assert b"<svg" in answer.content
    other = reader.get(explain_path("horse-race", "1-4", "/code.svg"))
    assert other.content != answer.content


def test_one_address_cannot_ask_for_new_pictures_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Painter, "draw", lambda _, job: job.svg.encode())
    site = make_site(Settings(tmp_path))
    asking = Reader(site.app)
    boards = [(str(tile), language) for language in LANGUAGES for tile in full_set(6)][: PICTURES.amount + 1]
    answers = [
        asking.get(explain_path("horse-race", moves, ".png"), accept_language=language) for moves, language in boards
    ]
    assert len({answer.content for answer in answers}) == len(answers)
    assert {answer.status_code for answer in answers[:-1]} == {200}
    assert answers[-1].status_code == 429
    assert is_sentence(notice_of(answers[-1]))
    assert asking.get(explain_path("horse-race", "0-0", ".png"), accept_language="en").content == answers[0].content
    assert asking.get("/explain/horse-race").status_code == 200
    asyncio.run(site.hub.store.close())


# ---- from elsewhere


def test_a_table_and_every_moment_of_a_replay_open_on_the_board(tmp_path: Path) -> None:
    async def play() -> None:
        async with Person(running, "Anna") as anna:
            room = await anna.open("horse-race", others="bots", target="1")
            await anna.must(room, "away", seat=0)
            await until(lambda: room.table.over, "the bots have played")
            page = (await anna.get(f"/t/{room.id}")).text
            layout = room.table.state.layout
            assert links(page)["why"] == explain_path("horse-race", write(of(layout)))
            assert read(room.table.state.rules, moves_in(links(page)["why"])).layout == layout

            for number in range(Past(room.table, 0).last + 1):
                moment = Past(room.table, number).moment
                page = (await anna.get(f"/t/{room.id}/replay?at={number}")).text
                wanted = write(of(moment.state.layout))
                assert moves_in(links(page).get("why", "")) == wanted
                assert ("why" in links(page)) == bool(wanted)

    with serving(tmp_path) as running:
        asyncio.run(play())
