"""The texts of the rules: the same clauses in three languages, diagrams and tables that the engine agrees with."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from homestretch.fives.layout import Layout, award, rounded
from homestretch.fives.settle import settle_pips
from homestretch.games import GAMES, HORSE_RACE, SEVEN_ROCKS, Game, horse_race, seven_rocks
from homestretch.i18n.speaker import LANGUAGES
from homestretch.kit.card import SUITS
from homestretch.learn.levels import rules_of
from homestretch.learn.rulebook import (
    OWNERS,
    SHARED,
    TEXTS,
    Block,
    Diagram,
    Line,
    Page,
    Paragraph,
    Points,
    RaceDiagram,
    Table,
    page,
    pages,
    read,
)
from homestretch.race.ruleset import RaceRuleset
from homestretch.record.placements import read as read_layout

KEYS = ("dominoes", "horse-race", "seven-rocks", "card-race")
OTHERS = [language for language in LANGUAGES if language != "en"]
POSITIONS: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "golden" / "positions.json").read_text())
DOMINOES = [HORSE_RACE, SEVEN_ROCKS]


def plain(line: Line) -> str:
    return "".join(span.text for span in line)


def numbers(line: Line) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", plain(line))]


def tables(language: str, key: str) -> dict[str, Table]:
    """The tables of a page by the clause that they stand in, or by the number of their section."""
    found: dict[str, Table] = {}
    for number, section in enumerate(page(language, key).sections):
        parts = [(str(number), section.blocks), *((clause.id, clause.blocks) for clause in section.clauses)]
        for name, blocks in parts:
            for block in blocks:
                if isinstance(block, Table):
                    found[name] = block
    return found


# ---- three languages


def bones(page: Page) -> Iterator[object]:
    """What must be the same in every language: everything but the words."""
    yield from map(bone, page.short)
    for section in page.sections:
        yield "section"
        yield from map(bone, section.blocks)
        for clause in section.clauses:
            yield clause.id
            yield from map(bone, clause.blocks)


def bone(block: Block) -> object:
    match block:
        case Paragraph():
            return "quote" if block.is_quote else "paragraph", led(block.line)
        case Points():
            return "points", [led(item) for item in block.items]
        case Table():
            return "table", [[(numbers(cell), led(cell)) for cell in row] for row in (block.head, *block.rows)]
    return block


def led(line: Line) -> Counter[str]:
    """The clauses and pages that a line leads to, and the notation in it."""
    return Counter(
        [span.clause or span.page or span.text for span in line if span.clause or span.page or span.kind == "code"]
    )


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("language", OTHERS)
def test_the_languages_have_the_same_clauses_diagrams_and_numbers(language: str, key: str) -> None:
    for own, english in zip(bones(page(language, key)), bones(page("en", key)), strict=True):
        assert own == english


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("language", OTHERS)
def test_the_languages_say_it_in_their_own_words(language: str, key: str) -> None:
    own, english = page(language, key), page("en", key)
    assert own.title != english.title
    assert own.heading != english.heading
    for one, other in zip(own.clauses, english.clauses, strict=True):
        assert one.title != other.title
        for mine, theirs in zip(one.blocks, other.blocks, strict=True):
            if isinstance(mine, Paragraph | Points):
                assert mine != theirs, one.id


@pytest.mark.parametrize("language", OTHERS)
def test_marks_stand_in_the_same_places(language: str) -> None:
    """Emphasis is kept: *house rule*, *our reading*, *settled here* and what a list begins with."""
    for key in KEYS:
        for own, english in zip(page(language, key).blocks, page("en", key).blocks, strict=True):
            if isinstance(own, Paragraph | Points) and isinstance(english, Paragraph | Points):
                assert marks(own) == marks(english), (key, plain_of(own))


def marks(block: Paragraph | Points) -> list[Counter[str]]:
    lines = (block.line,) if isinstance(block, Paragraph) else block.items
    return [Counter(span.kind for span in line if span.kind in ("em", "strong")) for line in lines]


def plain_of(block: Paragraph | Points) -> str:
    return plain(block.line) if isinstance(block, Paragraph) else " / ".join(map(plain, block.items))


def test_there_are_no_other_texts() -> None:
    files = {str(path.relative_to(TEXTS)) for path in TEXTS.rglob("*") if path.is_file()}
    assert files == {f"{language}/{key}.md" for language in LANGUAGES for key in KEYS}


# ---- diagrams


def layouts(game: Game) -> Iterator[Layout]:
    """Every layout that the pages of a game show, step by step."""
    for own in pages("en", game):
        for block in own.blocks:
            if isinstance(block, Diagram):
                rules = rules_of(GAMES[block.game] if block.game else game)
                words = block.moves.split()
                for count in range(1, len(words) + 1):
                    reading = read_layout(rules, " ".join(words[:count]))
                    assert reading.refusal is None, block.id
                    assert reading.text.split() == words[:count], "in the canonical notation"
                    yield reading.layout


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: f"{position['game']}-{position['index']}")
def test_every_worked_position_is_shown(position: dict[str, Any]) -> None:
    shown = [layout for layout in layouts(GAMES[position["game"]]) if holds(layout, position)]
    assert shown


def holds(layout: Layout, position: dict[str, Any]) -> bool:
    return (
        [str(tile) for tile in layout.tiles] == position["tiles"]
        and [str(tile) for tile in layout.tiles[-1:]] == [position["played"]]
        and {str(tile) for tile in layout.spinners} == set(position["spinners"])
        and {(str(j.host), str(j.host_port), str(j.tile), str(j.port)) for j in layout.joints}
        == {tuple(joint) for joint in position["connections"]}
        and Counter((str(place.tile), str(place.port), place.pips) for place in layout.places)
        == Counter(tuple(place) for place in position["places"])
        and Counter((str(end.tile), end.count) for end in layout.ends)
        == Counter(tuple(end) for end in position["contributions"])
        and Counter(end.count for end in layout.ends) == Counter(position["terms"])
        and (layout.total, award(layout.total)) == (position["total"], position["award"])
    )


def test_the_figures_to_hold_are_shown() -> None:
    """The sums that the published rules work out stand under the diagrams."""
    sums = {game.key: {layout.tiles: layout.total for layout in layouts(game)} for game in DOMINOES}
    race = {" ".join(map(str, tiles)): total for tiles, total in sums["horse-race"].items()}
    rocks = {" ".join(map(str, tiles)): total for tiles, total in sums["seven-rocks"].items()}
    assert [race["5-5"], race["5-5 2-5"], race["5-5 2-5 3-5"], race["5-5 2-5 3-5 4-5"]] == [10, 12, 5, 9]
    assert [rocks["5-5"], rocks["5-5 0-5"], rocks["5-5 0-5 2-5"], rocks["5-5 0-5 2-5 3-5"]] == [10, 10, 2, 5]
    assert max(rocks.values()) == 36
    assert max(award(total) for total in rocks.values()) == 35


def test_the_worked_race_runs_as_the_text_says() -> None:
    (race,) = [block for block in page("en", "card-race").blocks if isinstance(block, RaceDiagram)]
    cards = [*race.track, *race.turned]
    assert len(set(cards)) == len(cards)
    assert all(card.rank > 1 for card in cards)
    assert [sum(card.suit is suit for card in race.track) for suit in SUITS] == [2, 2, 1, 2]
    before = [sum(card.suit is suit for card in race.turned[:-1]) for suit in SUITS]
    assert before == [6, 5, 7, 4]
    assert str(race.turned[-1]) == "10D"


# ---- tables


def test_no_table_is_left_out_here() -> None:
    known = {"dominoes": ["0", "D13"], "horse-race": ["0", "H14", "H15"], "card-race": ["C6"]}
    assert {key: list(tables("en", key)) for key in known} == known
    assert not tables("en", "seven-rocks").keys() - {"S6"}
    assert len([block for block in page("en", "seven-rocks").short if isinstance(block, Table)]) == 1


def test_the_table_of_rounding() -> None:
    table = tables("en", "dominoes")["D13"]
    (row,) = table.rows
    assert [rounded(int(plain(cell))) for cell in table.head[1:]] == [int(plain(cell)) for cell in row[1:]]
    assert len(row) == 11


def test_the_table_of_the_deal() -> None:
    rows = [[numbers(cell)[0] for cell in row] for row in tables("en", "horse-race")["0"].rows]
    assert rows == [
        [rules.players, rules.hand, rules.boneyard, rules.sides]
        for rules in (horse_race(seats.players, pairs=seats.pairs) for seats in HORSE_RACE.seatings)
    ]


def test_the_table_of_bonuses() -> None:
    table = tables("en", "horse-race")["H14"]
    cases = [
        (horse_race(2), (0, 17), 0),
        (horse_race(4, pairs=True), (0, 9, 7, 8), 0),
        (horse_race(4, pairs=True), (1, 5, 17, 6), None),
        (horse_race(3), (0, 3, 3), 0),
    ]
    for row, (rules, pips, out) in zip(table.rows, cases, strict=True):
        assert set(numbers(row[0])) <= {*pips, 5 + 6}
        _, (change,) = settle_pips(rules, pips, out)
        assert [numbers(cell) for cell in row[1:]] == [[change.pips], [change.rounded], [change.points]]


def test_the_table_of_ties() -> None:
    table = tables("en", "horse-race")["H15"]
    cases = [(horse_race(4), (4, 4, 4, 14)), (horse_race(4, pairs=True), (5, 6, 7, 6))]
    for row, (rules, pips) in zip(table.rows, cases, strict=True):
        winners, changes = settle_pips(rules, pips, None)
        assert len(winners) == len(changes) == rules.sides - (pips[-1] == 14)
        for change in changes:
            assert [numbers(cell)[-1] for cell in row[1:]] == [change.pips, change.rounded, change.points]
            assert numbers(row[0])[-1] in (14, change.pips)


def test_the_table_of_deductions() -> None:
    for row in tables("en", "seven-rocks")["S6"].rows:
        one, other = numbers(row[0])
        _, (change, _) = settle_pips(seven_rocks(), (one, 0, other, 0), None)
        assert numbers(row[1]) == [hand.rounded for hand in change.hands]
        assert numbers(row[2]) == [-change.points]


def test_the_table_of_both_games() -> None:
    (table,) = [block for block in page("en", "seven-rocks").short if isinstance(block, Table)]
    targets = next(row for row in table.rows if plain(row[0]) == "target")
    assert [numbers(cell) for cell in targets[1:]] == [[seven_rocks().target], [horse_race().target]]


def test_the_table_of_prices() -> None:
    table = tables("en", "card-race")["C6"]
    (row,) = table.rows
    prices = {numbers(cards)[0]: plain(price) for cards, price in zip(table.head[1:], row[1:], strict=True)}
    assert prices == {cards: f"{price}:1" for cards, price in enumerate(RaceRuleset(3).prices)}


# ---- reading


def test_the_pages_of_a_game_are_its_own_and_what_its_family_shares() -> None:
    assert [own.key for own in pages("en", HORSE_RACE)] == ["horse-race", "dominoes"]
    assert [own.key for own in pages("en", GAMES["card-race"])] == ["card-race"]
    assert set(OWNERS.values()) == set(GAMES)
    assert set(SHARED) <= {game.family for game in GAMES.values()}


def test_what_is_written_is_read() -> None:
    text = """# A game
## In short
Play *well*, **now**, `1-4`,
see [the other](dominoes.md) and X1 (H4).

> 1 < 2

## Play
- one
- two H1

| a | b |
| - | - |
| 1 | |

```board seven-rocks
1-4
1-1@1-4
```

### X1 A clause

```race
7S KH 2D 9D JC 3C 10H
3H 10D
```
```shapes
```
"""
    own = read(text, "game")
    first, quote = own.short
    assert isinstance(first, Paragraph)
    assert [(span.text, span.kind, span.clause, span.page) for span in first.line] == [
        ("Play ", "", "", ""),
        ("well", "em", "", ""),
        (", ", "", "", ""),
        ("now", "strong", "", ""),
        (", ", "", "", ""),
        ("1-4", "code", "", ""),
        (", see ", "", "", ""),
        ("the other", "", "", "dominoes"),
        (" and X1 (", "", "", ""),
        ("H4", "", "H4", ""),
        (").", "", "", ""),
    ]
    assert isinstance(quote, Paragraph)
    assert (quote.is_quote, plain(quote.line)) == (True, "1 < 2")
    (section,) = own.sections
    points, table, diagram = section.blocks
    assert isinstance(points, Points)
    assert [plain(item) for item in points.items] == ["one", "two H1"]
    assert isinstance(table, Table)
    assert (len(table.head), [list(map(plain, row)) for row in table.rows]) == (2, [["1", ""]])
    assert diagram == Diagram("game-0-1", "1-4 1-1@1-4", "seven-rocks")
    (clause,) = section.clauses
    race, shapes = clause.blocks
    assert (clause.id, clause.title) == ("X1", "A clause")
    assert isinstance(race, RaceDiagram)
    assert [str(card) for card in race.track] == ["7S", "KH", "2D", "9D", "JC", "3C", "10H"]
    assert [str(card) for card in race.turned] == ["3H", "10D"]
    assert [race.id, getattr(shapes, "id", "")] == ["X1-1", "X1-2"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# Title",
        "# Title\n\nText\n\n## Short",
        "## Short\n\n# Title",
        "# T\n## S\n### X1 Too soon",
        "# T\n## S\n## P\n### No number",
        "# T\n## S\n1. one",
        "# T\n## S\n![picture](x.png)",
        "# T\n## S\n```python\n```",
        "# T\n## S\n```race\n2S\n1Z\n```",
        "# T\n## S\n```race\n7S KH 2D 9D JC 3C 10H\n7S\n```",
    ],
)
def test_what_no_page_can_show_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        read(text, "game")
