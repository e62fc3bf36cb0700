"""The pages of ``docs/rules`` and the tests name the same clauses."""

import re
from pathlib import Path

import pytest

RULES = Path(__file__).parents[2] / "docs" / "rules"


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
    pages = {path.name: path.read_text(encoding="utf-8") for path in RULES.glob("*.md")}
    known = {clause for text in pages.values() for clause in re.findall(r"^### ([A-Z]\d+) ", text, re.MULTILINE)}
    for name, text in pages.items():
        cited = set(re.findall(r"\b([DHSC]\d+)\b", text))
        assert cited <= known, name
        for link in re.findall(r"\]\(([^)]+\.md)\)", text):
            assert (RULES / link).exists(), (name, link)
