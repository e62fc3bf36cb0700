"""Which combinations of rules make no game, each with its own code."""

from typing import Any

import pytest
from msgspec.structs import replace

from helpers import GAMES, SEVEN_ROCKS, named
from homestretch.fives.ruleset import (
    MOST_POINTS,
    Drawing,
    DrawnTile,
    GoingOn,
    Keeps,
    Ruleset,
    Settlement,
    Ties,
    faults,
)
from homestretch.games import horse_race

TWO = horse_race(2)


@pytest.mark.parametrize("rules", GAMES, ids=named)
def test_the_published_games_have_no_fault(rules: Ruleset) -> None:
    assert list(faults(rules)) == []


@pytest.mark.parametrize(
    ("rules", "fields", "code", "data"),
    [
        (TWO, {"highest": 2}, "ruleset.set", {"highest": 2, "least": 3, "most": 9}),
        (TWO, {"highest": 10}, "ruleset.set", {"highest": 10, "least": 3, "most": 9}),
        (TWO, {"players": 1}, "ruleset.players", {"players": 1}),
        (TWO, {"players": 5}, "ruleset.players", {"players": 5}),
        (TWO, {"pairs": True}, "ruleset.pairs", {"players": 2}),
        (TWO, {"hand": 0}, "ruleset.hand", {"hand": 0}),
        (TWO, {"hand": 15}, "ruleset.too-few-tiles", {"tiles": 28, "needed": 30}),
        (TWO, {"highest": 3}, "ruleset.too-few-tiles", {"tiles": 10, "needed": 14}),
        (SEVEN_ROCKS, {"hand": 6}, "ruleset.tiles-left-over", {"boneyard": 4}),
        (TWO, {"target": 0}, "ruleset.target", {"target": 0, "most": MOST_POINTS}),
        (TWO, {"target": 10_001}, "ruleset.target", {"target": 10_001, "most": MOST_POINTS}),
        (TWO, {"unit": 2}, "ruleset.unit", {"unit": 2}),
        (TWO, {"unit": 0}, "ruleset.unit", {"unit": 0}),
        (SEVEN_ROCKS, {"going_on": GoingOn.CHOICE}, "ruleset.choice-without-keeping", {}),
        (SEVEN_ROCKS, {"drawn_tile": DrawnTile.LIKE_HAND}, "ruleset.drawn-without-drawing", {}),
        (SEVEN_ROCKS, {"ties": Ties.EACH}, "ruleset.ties-without-bonus", {}),
    ],
)
def test_each_fault_has_its_code(rules: Ruleset, fields: dict[str, Any], code: str, data: dict[str, Any]) -> None:
    (fault,) = faults(replace(rules, **fields))
    assert (fault.code, fault.data) == (code, data)


@pytest.mark.parametrize(
    "fields",
    [
        {"hand": 1},
        {"hand": 14},
        {"hand": 14, "drawing": Drawing.NONE},
        {"target": 1},
        {"target": MOST_POINTS},
        {"unit": 1},
        {"highest": 9},
        {"going_on": GoingOn.CHOICE},
        {"going_on": GoingOn.CHOICE, "keeps": frozenset({Keeps.DOUBLE})},
        {"drawn_tile": DrawnTile.LIKE_HAND},
        {"ties": Ties.NOBODY},
        {"settlement": Settlement.DEDUCTION, "ties": Ties.NOBODY},
    ],
)
def test_what_is_allowed_at_the_edges(fields: dict[str, Any]) -> None:
    assert list(faults(replace(TWO, **fields))) == []


def test_several_faults_are_all_told() -> None:
    wrong = replace(TWO, pairs=True, hand=0, target=0, unit=3, keeps=frozenset(), going_on=GoingOn.CHOICE)
    assert [fault.code for fault in faults(wrong)] == [
        "ruleset.pairs",
        "ruleset.hand",
        "ruleset.target",
        "ruleset.unit",
        "ruleset.choice-without-keeping",
    ]


def test_without_a_set_or_players_nothing_else_is_asked() -> None:
    assert [fault.code for fault in faults(replace(TWO, highest=0, target=0))] == ["ruleset.set"]
    assert [fault.code for fault in faults(replace(TWO, players=0, target=0))] == ["ruleset.players"]


@pytest.mark.parametrize(("highest", "tiles", "boneyard"), [(6, 28, 14), (9, 55, 41), (4, 15, 1)])
def test_other_sets(highest: int, tiles: int, boneyard: int) -> None:
    rules = replace(TWO, highest=highest)
    assert (len(rules.tiles), rules.boneyard) == (tiles, boneyard)
