"""A card race as text: how far it has gone, and which card cannot be."""

from typing import Any

import pytest

from homestretch.kit.card import Suit
from homestretch.kit.message import Refusal
from homestretch.race.state import Phase, State
from homestretch.record.running import UNREADABLE, read

TRACK = "7S KH 2D 9D JC 3C 10H"
SPADES = "2S 3S 4S 5S 6S 8S 9S 10S"


def race(text: str) -> State:
    found = read(text)
    assert isinstance(found, State), found
    return found


@pytest.mark.parametrize("text", [TRACK, f"{TRACK} /", f"{TRACK.lower().replace(' ', ', ')}/", TRACK.replace("S", "♠")])
def test_before_the_first_card_all_stand_at_the_start(text: str) -> None:
    found = race(text)
    assert " ".join(map(str, found.track)) == TRACK
    assert (found.turned, found.positions, found.winner) == ((), (0, 0, 0, 0), None)


def test_each_card_moves_the_horse_of_its_suit() -> None:
    found = race(f"{TRACK} / 4D QD 3H / 5C")
    assert [str(card) for card in found.turned] == ["4D", "QD", "3H", "5C"]
    assert found.positions == (0, 1, 2, 1)


def test_the_horse_that_reaches_the_finish_has_won() -> None:
    found = race(f"{TRACK} / {SPADES}")
    assert (found.positions[0], found.winner) == (8, Suit.SPADES)
    before = race(f"{TRACK} / {SPADES.rpartition(' ')[0]}")
    assert (before.positions[0], before.winner, before.phase) == (7, None, Phase.RACE)


@pytest.mark.parametrize(
    ("text", "code", "data"),
    [
        ("", "draw.race-empty", {}),
        (" / ", "draw.race-empty", {}),
        ("7S KX", "draw.race-card", {"number": 2, "text": "KX"}),
        (f"{TRACK} / 4D foo", "draw.race-card", {"number": 9, "text": "foo"}),
        ("7S AH", "draw.race-ace", {"number": 2}),
        (f"{TRACK} / 7S", "draw.race-twice", {"number": 8}),
        ("7S KH 2D", "draw.race-track", {"due": 7, "given": 3}),
        ("/ 7S", "draw.race-track", {"due": 7, "given": 0}),
        (f"{TRACK} 4D", "draw.race-track", {"due": 7, "given": 8}),
        ("7S KS 2S 9S JS 3C 10H", "draw.race-suit", {"count": 5, "suit": Suit.SPADES, "most": 5}),
        (f"{TRACK} / {SPADES} 4D", "draw.race-over", {"number": 16, "suit": Suit.SPADES}),
    ],
)
def test_the_first_card_that_cannot_be_is_pointed_to(text: str, code: str, data: dict[str, Any]) -> None:
    refusal = read(text)
    assert isinstance(refusal, Refusal), refusal
    assert refusal.code == code
    assert data.items() <= refusal.data.items()


@pytest.mark.parametrize(("text", "is_read"), [("", False), ("foo", False), ("7S", True), (f"{TRACK} / 7S", True)])
def test_what_is_no_card_is_told_from_what_no_race_can_have(text: str, is_read: bool) -> None:
    refusal = read(text)
    assert isinstance(refusal, Refusal)
    assert (refusal.code not in UNREADABLE) is is_read


def test_a_long_word_is_quoted_in_part() -> None:
    refusal = read("x" * 10_000)
    assert isinstance(refusal, Refusal)
    assert len(refusal.data["text"]) < 200
