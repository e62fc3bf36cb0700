"""The 22 worked positions of the documents hold in every field."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from helpers import SEVEN_ROCKS, t
from homestretch.fives.layout import Joint, Layout, award
from homestretch.games import horse_race

POSITIONS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "positions.json").read_text())
SPINNERS = {"horse-race": horse_race().spinners, "seven-rocks": SEVEN_ROCKS.spinners}


def test_there_are_eleven_positions_of_each_game() -> None:
    assert Counter(position["game"] for position in POSITIONS) == {"horse-race": 11, "seven-rocks": 11}


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: f"{position['game']}-{position['index']}")
def test_position(position: dict[str, Any]) -> None:
    host_of = {tile: host for host, _, tile, _ in position["connections"]}
    layout = Layout(SPINNERS[position["game"]])
    for text in position["tiles"]:
        host = host_of.get(text)
        layout = layout.join(t(text), None if host is None else t(host))

    assert [str(tile) for tile in layout.tiles] == position["tiles"]
    assert {str(tile) for tile in layout.spinners} == set(position["spinners"])
    assert {written(joint) for joint in layout.joints} == {tuple(joint) for joint in position["connections"]}
    assert {(str(place.tile), str(place.port), place.pips) for place in layout.places} == {
        tuple(place) for place in position["places"]
    }
    assert len(layout.places) == len(position["places"])
    assert Counter((str(end.tile), end.count) for end in layout.ends) == Counter(
        tuple(end) for end in position["contributions"]
    )
    assert Counter(end.count for end in layout.ends) == Counter(position["terms"])
    assert layout.total == position["total"]
    assert award(layout.total) == position["award"]
    assert position["tiles"][-1] == position["played"]


def written(joint: Joint) -> tuple[str, str, str, str]:
    return str(joint.host), str(joint.host_port), str(joint.tile), str(joint.port)
