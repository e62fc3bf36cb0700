"""The pages of the rules: all that the texts hold, addresses that lead somewhere, and the ways there from tables."""

import asyncio
import re
from collections.abc import Iterator
from contextlib import AsyncExitStack
from functools import partial
from html import escape, unescape
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from starlette.types import ASGIApp

from homestretch.fives.events import Settled
from homestretch.fives.layout import award
from homestretch.fives.moves import Play, parse_move
from homestretch.games import GAMES, HORSE_RACE, SEVEN_ROCKS, Game
from homestretch.i18n.explain import award_line
from homestretch.i18n.narrate import tell
from homestretch.i18n.speaker import LANGUAGES, Speaker
from homestretch.learn.levels import rules_of
from homestretch.learn.race_shapes import shapes
from homestretch.learn.rulebook import Diagram, RaceDiagram, pages
from homestretch.learn.walk import race_steps, steps
from homestretch.table.words import in_words
from homestretch.web.rooms import Room
from homestretch.web.server import make_site
from homestretch.web.settings import Settings

from .people import NOTICE, begun, choosing, moves_of, notice_of, seated, until
from .serving import Running, serving

MOST_BYTES = 160_000
"""A page of rules is a text with pictures, and goes over slow wires too."""


class Reader:
    """Somebody who reads pages of an application that runs in this thread."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    def get(self, path: str, language: str = "en", **headers: str) -> httpx.Response:
        """The answer to a request."""

        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(app=self._app, raise_app_exceptions=False)
            async with httpx.AsyncClient(transport=transport, base_url="http://table.example") as client:
                return await client.get(path, headers={"accept-language": language, **headers})

        return asyncio.run(ask())

    def page(self, path: str, language: str = "en", **headers: str) -> str:
        """A page that is there."""
        answer = self.get(path, language, **headers)
        assert answer.status_code == 200, path
        return answer.text


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    site = make_site(Settings(tmp_path_factory.mktemp("rules"), limited=False))
    yield Reader(site.app)
    site.close()
    asyncio.run(site.hub.store.close())


class Seen(HTMLParser):
    """What a test looks for in a page: ids, links, headings, and the chosen steps."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.headings: list[int] = []
        self.labels: set[str] = set()
        self.radios: dict[str, list[bool]] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what there is."""
        found = {name: value or "" for name, value in attrs}
        if "id" in found:
            self.ids.append(found["id"])
        if tag == "a":
            self.links.append(found["href"])
        if re.fullmatch(r"h\d", tag):
            self.headings.append(int(tag[1]))
        if tag == "label" and "for" in found:
            self.labels.add(found["for"])
        if found.get("type") == "radio":
            self.radios.setdefault(found["name"], []).append("checked" in found)


# ---- the pages


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_a_page_holds_every_clause_and_every_diagram(game: Game, language: str, reader: Reader) -> None:
    page = reader.page(f"/rules/{game.key}", language)
    seen, speak = Seen(page), Speaker(language)
    assert f'<html lang="{language}"' in page
    assert f"<h1>{escape(speak.say('rules.page-title', game=game.key))}</h1>" in page
    clauses = [clause for own in pages(language, game) for clause in own.clauses]
    anchors = [name for name in seen.ids if re.fullmatch(r"[A-Z]\d+", name)]
    assert anchors == [clause.id for clause in clauses]
    assert all(escape(clause.title) in page for clause in clauses)
    assert len(seen.ids) == len(set(seen.ids)), "each name once"
    blocks = [block for own in pages(language, game) for block in own.blocks]
    text = re.sub(r'<span class="whole">(.*?)</span>', r"\1", page)
    for block in blocks:
        if isinstance(block, Diagram):
            for step in steps(rules_of(game), block.moves):
                assert escape(f"{speak(award_line(step.layout, rules_of(game)))}.") in text
                assert all(escape(speak(line)) in text for line in in_words(step.layout))
        elif isinstance(block, RaceDiagram):
            for race_step in race_steps(block.track, block.turned):
                assert all(escape(speak(message)) in page for message in race_step.told)
    assert len(page.encode()) < MOST_BYTES


@pytest.mark.parametrize("game", GAMES)
def test_each_diagram_shows_its_last_step_first(game: str, reader: Reader) -> None:
    seen = Seen(reader.page(f"/rules/{game}"))
    for name, chosen in seen.radios.items():
        assert chosen == [False] * (len(chosen) - 1) + [True]
        assert {f"{name}.{number}" for number in range(1, len(chosen) + 1)} <= seen.labels
    blocks = [block for own in pages("en", GAMES[game]) for block in own.blocks]
    several = {block.id for block in blocks if isinstance(block, RaceDiagram)}
    several |= {block.id for block in blocks if isinstance(block, Diagram) and " " in block.moves}
    assert set(seen.radios) == several


def test_the_same_layout_is_drawn_by_the_rules_of_the_game(reader: Reader) -> None:
    """Of two doubles in a line both are spinners in Horse Race, and one in Seven Rocks."""
    drawn = {}
    for game, clause in ((HORSE_RACE.key, "H3"), (SEVEN_ROCKS.key, "S3")):
        part = reader.page(f"/rules/{game}").partition(f'id="{clause}"')[2]
        picture = re.findall(r"<svg class=\"board\".*?</svg>", part, re.DOTALL)[4]
        drawn[game] = picture.count('href="#t-spin"'), picture.count('class="free"'), picture.count('class="end"')
    assert drawn == {HORSE_RACE.key: (2, 4, 2), SEVEN_ROCKS.key: (1, 2, 2)}


def test_each_step_can_be_tried_further(reader: Reader) -> None:
    links = [unescape(link) for link in Seen(reader.page("/rules/seven-rocks")).links]
    assert "/explain/seven-rocks?moves=5-5+0-5@5-5+2-5@5-5+3-5@5-5" in links
    assert "/explain/seven-rocks?moves=5-5+0-5@5-5" in links
    assert not [link for link in links if link.startswith("/explain/horse-race?")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_leads_somewhere(language: str, reader: Reader) -> None:
    addresses = ["/rules", *(f"/rules/{game}" for game in GAMES)]
    seen = {address: Seen(reader.page(address, language)) for address in addresses}
    for address, page in seen.items():
        for link in page.links:
            to = urlsplit(link)
            if to.path in ("", *addresses):
                assert not to.fragment or to.fragment in seen[to.path or address].ids, (address, link)
            else:
                assert reader.get(link, language).status_code in (200, 303), (address, link)


@pytest.mark.parametrize("language", LANGUAGES)
def test_headings_go_down_step_by_step(language: str, reader: Reader) -> None:
    for address in ("/rules", *(f"/rules/{game}" for game in GAMES)):
        levels = Seen(reader.page(address, language)).headings
        assert levels[0] == 1
        assert levels.count(1) == 1
        assert all(below <= above + 1 for above, below in pairwise(levels))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_index_names_the_games_apart(language: str, reader: Reader) -> None:
    page, speak = reader.page("/rules", language), Speaker(language)
    for game in GAMES:
        assert escape(speak.say(f"game.{game}")) in page
        assert f'href="/rules/{game}"' in page
    assert escape(speak.say("rules.which")) in page
    assert len({speak.say(f"game.{game}") for game in GAMES}) == 3


def test_the_contents_are_folded_where_the_screen_is_small(reader: Reader) -> None:
    folded = {
        agent: re.search(r'<details id="contents"[^>]*>', reader.page("/rules/horse-race", **{"user-agent": agent}))
        for agent in ("Mozilla/5.0 (X11; Linux)", "Mozilla/5.0 (Android) Mobile")
    }
    assert ["open" in (found[0] if found else "") for found in folded.values()] == [True, False]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_odds_of_every_shape_are_in_the_table_and_in_the_chart(language: str, reader: Reader) -> None:
    page, speak = reader.page("/rules/card-race", language), Speaker(language)
    part = page.partition('class="shapes"')[2]
    table, chart = part.partition("</table>")[0], part.partition('<svg class="bars"')[2].partition("</svg>")[0]
    bets = [bet for shape in shapes() for bet in shape.bets]
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL)][
        1:
    ]
    written = re.findall(r"<text[^>]*>([+−]?[\d.,]+\s?%)</text>", chart)
    assert len(rows) == len(bets) == len(written) == chart.count("<rect") == 20
    for row, bet, gain in zip(rows, bets, written, strict=True):
        count, horses, chance, fair, price, edge, favours = row[-7:]
        assert (count, horses) == (str(bet.count), str(bet.horses))
        assert chance == speak.percent(float(bet.chance))
        assert (fair, price) == (f"{speak.number(float(bet.fair))}:1", f"{bet.price}:1")
        assert edge.lstrip("+−") == speak.percent(abs(round(float(bet.edge), 3)))
        assert edge[0] == ("+" if bet.edge > 0.0005 else "−" if bet.edge < -0.0005 else "0")
        kind = {"+": "bank", "−": "player", "0": "nobody"}[edge[0]]
        assert favours == speak.say(f"rules.favours-{kind}")
        assert gain == edge
    assert chart.count('class="loss"') == sum(bet.edge < 0 for bet in bets) == 5
    assert all(f"{' '.join(map(str, shape.counts))}" in chart for shape in shapes())


def test_a_page_says_what_it_is_and_shows_its_picture(reader: Reader) -> None:
    for game in GAMES:
        page = reader.page(f"/rules/{game}")
        head = page.partition("</head>")[0]
        name = Speaker().say(f"game.{game}")
        assert f"<title>Rules: {name}</title>" in head
        assert re.search(rf'<meta name="description" content="[^"]*{name}[^"]*">', head)
        picture = re.search(r'property="og:image" content="http://table\.example([^"]*)"', head)
        assert picture is not None
        shown = reader.get(unescape(picture[1]))
        assert (shown.status_code, shown.headers["content-type"]) == (200, "image/png")
        assert "style=" not in page


def test_a_game_that_is_not_there_has_no_rules(reader: Reader) -> None:
    answer = reader.get("/rules/poker")
    assert answer.status_code == 404
    assert notice_of(answer)


def test_addresses_stand_behind_the_prefix(tmp_path: Path) -> None:
    site = make_site(Settings(tmp_path, limited=False, prefix="/games"))
    reader = Reader(site.app)
    for address in ("/games/rules", "/games/rules/horse-race"):
        links = Seen(reader.page(address)).links
        assert links
        assert all(link.startswith(("#", "/games/")) for link in links)
    asyncio.run(site.hub.store.close())


# ---- from a table


def ruled(text: str) -> list[str]:
    """The clauses that a piece of a page links to."""
    return re.findall(r'<a class="rule" href="/rules/[a-z-]+#([A-Z]\d+)" target="_blank">', text)


def piece(page: str, start: str, end: str) -> str:
    return page.partition(start)[2].partition(end)[0]


def to_rules(page: str, game: str) -> bool:
    """Whether the page of a table links to the rules of its game."""
    return f'<a id="to-rules" class="rule" href="/rules/{game}" target="_blank">' in page


@pytest.mark.parametrize(("game", "players", "clause"), [("horse-race", 2, "H7"), ("seven-rocks", 4, "S4")])
def test_a_refusal_leads_to_its_clause(game: str, players: int, clause: str, tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, people = await begun(stack, running, game, players)
            seat = await choosing(room)
            answer = await people[seat].do(room, "move", at=len(room.table.log), move="pass")
            assert answer.status_code == 409
            status = piece(answer.text, 'id="status"', "</div>")
            notice = NOTICE.search(status)
            assert notice is not None
            assert "<a" not in notice[1], "a refusal is read out without the link"
            assert ruled(status)[0] == clause
            assert ">why? " in status

    with serving(tmp_path) as running:
        asyncio.run(play(running))


@pytest.mark.parametrize(("game", "players"), [("horse-race", 2), ("seven-rocks", 4)])
def test_what_happens_leads_to_its_clauses(game: str, players: int, tmp_path: Path) -> None:
    """Awards, what keeps the turn, and the settlement of a round that is played to its end."""

    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, people = await seated(stack, running, game, players)
            assert to_rules((await people[0].get(f"/t/{room.id}")).text, game), "in the lobby"
            await people[0].must(room, "start")
            awarded = kept = 0
            while room.story.find(Settled) is None:
                seat = await choosing(room)
                at = len(room.table.log)
                moves = moves_of(room, seat)
                best = max(moves, key=lambda move: earned(room, move))
                page = (await people[seat].must(room, "move", at=at, move=best)).text
                await until(partial(has_moved, room, at), "the move")
                if room.story.find(Settled) is not None:
                    break
                page = (await people[seat].get(f"/t/{room.id}")).text
                lines = re.findall(r"<li[^>]*>(.*?)</li>", piece(page, 'id="news"', "</ol>"), re.DOTALL)
                awards = [line for line in lines if re.search(r"= \d+: \d+ points?", line)]
                assert all(ruled(line)[0] == "D12" for line in awards)
                goes_on = [line for line in lines if "keeps the turn" in line]
                assert all("H4" in ruled(line) for line in goes_on)
                assert not [line for line in lines if "no award." in line and "keeps" not in line and ruled(line)]
                awarded, kept = max(awarded, len(awards)), max(kept, len(goes_on))
            assert awarded
            assert bool(kept) == (game == "horse-race")
            page = (await people[0].get(f"/t/{room.id}")).text
            assert to_rules(page, game)
            expected = dict.fromkeys(
                clause
                for message in tell(room.story.find(Settled), room.table.state)
                for clause in GAMES[game].behind(message)
            )
            assert dict.fromkeys(ruled(piece(page, 'class="settled"', "</section>"))) == expected
            assert expected.keys() & ({"H14"} if game == "horse-race" else {"S6"})

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def has_moved(room: Room, at: int) -> bool:
    """Whether something has happened since."""
    return len(room.table.log) > at


def earned(room: Room, move: str) -> int:
    """What a move earns now."""
    play = parse_move(move)
    return award(room.table.state.layout.join(play.tile, play.host).total) if isinstance(play, Play) else 0


def test_the_card_race_leads_to_its_clauses(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, people = await begun(stack, running, "card-race", 3)
            banker = await choosing(room)
            page = (await people[banker].get(f"/t/{room.id}")).text
            assert to_rules(page, "card-race")
            assert ruled(piece(page, 'id="status"', "</div>")) == ["C6"]
            refused = await people[banker].do(
                room, "move", at=len(room.table.log), kind="stake", suit="spades", amount="1"
            )
            assert refused.status_code == 409
            assert ruled(piece(refused.text, 'id="status"', "</div>"))[0] == "C8"

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_links_from_a_table_stand_behind_the_prefix_and_speak_its_language(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, people = await begun(stack, running, "seven-rocks", 4)
            seat = await choosing(room)
            page = (await people[seat].get(f"/t/{room.id}", headers={"accept-language": "ru"})).text
            links = re.findall(r'<a class="rule" href="([^"]*)" target="_blank">([^<]*)<', page)
            assert links
            assert all(address.startswith("/games/rules/seven-rocks#") for address, _ in links)
            assert links[0][1] == Speaker("ru").say("rules.why", clause=links[0][0].partition("#")[2])

    with serving(tmp_path, prefix="/games") as running:
        asyncio.run(play(running))
