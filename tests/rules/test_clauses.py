"""The pages of ``learn/rules`` and the tests name the same clauses."""

import re
from pathlib import Path

import pytest

from homestretch.games import GAMES, HORSE_RACE, SEVEN_ROCKS, Game
from homestretch.i18n.texts import TEXTS
from homestretch.kit.message import refuse, say
from homestretch.learn.rulebook import pages

ROOT = Path(__file__).parents[2]
RULES = ROOT / "src" / "homestretch" / "learn" / "rules" / "en"
INDEX = ROOT / "docs" / "rules" / "README.md"


@pytest.mark.parametrize(
    ("page", "tests", "letter", "last"),
    [
        ("dominoes.md", "test_dominoes.py", "D", 16),
        ("horse-race.md", "test_horse_race.py", "H", 16),
        ("seven-rocks.md", "test_seven_rocks.py", "S", 7),
    ],
)
def test_every_clause_is_on_its_page_and_has_a_test(page: str, tests: str, letter: str, last: int) -> None:
    clauses = [f"{letter}{number}" for number in range(1, last + 1)]
    headings = re.findall(r"^### ([A-Z]\d+) \S", (RULES / page).read_text(encoding="utf-8"), re.MULTILINE)
    assert headings == clauses, "in order, each once"
    tested = re.findall(r"^def test_([A-Z]\d+)_", (Path(__file__).parent / tests).read_text(), re.MULTILINE)
    assert list(dict.fromkeys(tested)) == clauses


def test_the_pages_cite_only_clauses_that_exist() -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in (*RULES.glob("*.md"), INDEX)}
    known = {clause for text in texts.values() for clause in re.findall(r"^### ([A-Z]\d+) ", text, re.MULTILINE)}
    assert len(texts) == 5
    for path, text in texts.items():
        prose = re.sub(r"(?ms)^```.*?^```", "", text)
        assert set(re.findall(r"\b([DHSC]\d+)\b", prose)) <= known, path.name
        for link in re.findall(r"\]\(([^)]+\.md)\)", text):
            assert (path.parent / link).exists(), (path.name, link)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_every_clause_behind_something_is_on_the_pages_of_the_game(game: Game) -> None:
    known = {clause.id for page in pages("en", game) for clause in page.clauses}
    assert {clause for text in (*game.clauses.values(), *game.told.values()) for clause in text.split()} <= known
    assert [code for code in (*game.clauses, *game.told) if code not in TEXTS] == []
    assert not set(game.clauses) & set(game.told)


def test_the_clauses_behind_a_message_are_those_of_its_parts_too() -> None:
    placed = say("told.placed-on", what=say("told.opened"), award=say("told.award"), why=say("told.goes-on-both"))
    assert HORSE_RACE.behind(placed) == ("D12", "H4")
    assert HORSE_RACE.behind(say("told.placed", award=say("told.no-award"))) == ()
    assert HORSE_RACE.behind(refuse("explain.move", number=2, reason=refuse("place.nowhere"))) == ("D6",)
    assert HORSE_RACE.behind(say("told.blocked-boneyard")) == ("D14", "H13")
    assert SEVEN_ROCKS.behind(say("told.blocked")) == ("D14", "S5")
    assert SEVEN_ROCKS.behind(say("a", b=say("told.award"), c=say("told.award"), d=(1, "told.won"))) == ("D12",)
