"""Diagrams step by step are made by the rules of play."""

import pytest

from homestretch.games import horse_race, seven_rocks
from homestretch.i18n.speaker import Speaker
from homestretch.kit.card import SUITS, Card, Suit, parse_card
from homestretch.learn.rulebook import RaceDiagram, page
from homestretch.learn.walk import race_steps, steps


def cards(text: str) -> tuple[Card, ...]:
    found = tuple(map(parse_card, text.split()))
    assert None not in found
    return tuple(card for card in found if card is not None)


def test_a_layout_grows_by_one_placement_a_step() -> None:
    walked = steps(horse_race(), "5-5 2-5@5-5 3-5@5-5 4-5@5-5")
    assert [str(step.play) for step in walked] == ["5-5", "2-5@5-5", "3-5@5-5", "4-5@5-5"]
    assert [step.layout.total for step in walked] == [10, 12, 5, 9]
    assert [len(step.layout.tiles) for step in walked] == [1, 2, 3, 4]


def test_spinners_are_those_of_the_game() -> None:
    moves = "1-5 5-5@1-5 5-6@5-5 6-6@5-6 3-6@6-6"
    assert [len(steps(rules, moves)[-1].layout.spinners) for rules in (horse_race(), seven_rocks())] == [2, 1]


def test_what_does_not_fit_is_an_error() -> None:
    with pytest.raises(ValueError, match="3-3"):
        steps(horse_race(), "1-4 3-3@1-4")


def test_the_worked_race_is_run_card_by_card() -> None:
    (race,) = [block for block in page("en", "card-race").blocks if isinstance(block, RaceDiagram)]
    walked = race_steps(race.track, race.turned)
    start, *run = walked
    assert (start.card, start.positions, start.told) == (None, (0, 0, 0, 0), ())
    for before, step in zip(walked, run, strict=False):
        assert step.card is not None
        moved = SUITS.index(step.card.suit)
        assert step.positions[moved] == before.positions[moved] + 1
        assert sum(step.positions) == sum(before.positions) + 1
    assert [step.winner for step in walked[:-1]] == [None] * len(race.turned)
    assert walked[-2].positions == (6, 5, 7, 4)
    assert (walked[-1].positions, walked[-1].winner) == ((6, 5, 8, 4), Suit.DIAMONDS)
    assert " ".join(map(Speaker(), walked[-1].told)) == (
        "10♦: diamonds cross the line and win! "
        "A token on diamonds returns 1 + 2 = 3; tokens on other horses are the bank’s."
    )
    assert [Speaker()(message) for message in walked[1].told] == ["8♦: diamonds move up to 1."]


def test_a_race_ends_with_its_winner() -> None:
    track = cards("2S 3S 2H 3H 2C 3C 4C")
    run = cards("2D 3D 4D 5D 6D 7D 8D 9D 10D")
    assert race_steps(track, run[:-1])[-1].winner is Suit.DIAMONDS
    with pytest.raises(ValueError, match=r"round\.none"):
        race_steps(track, run)
