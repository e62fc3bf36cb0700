"""Shapes of the track: all of them, how likely they are, and what the text of the rules says about the odds."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import pytest

from homestretch.learn.race_shapes import CUSTOMARY, Bet, TrackShape, shapes
from homestretch.race.odds import bank_edge, chances

TRACKS = [counts for counts in product(range(5), repeat=4) if sum(counts) == 7]
"""How many spades, hearts, diamonds and clubs can lie on a track."""


def sorted_down(counts: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(counts, reverse=True))


def bets() -> dict[tuple[int, ...], dict[int, Bet]]:
    return {shape.counts: {bet.count: bet for bet in shape.bets} for shape in shapes()}


def test_every_track_has_one_shape() -> None:
    assert len(shapes()) == len({shape.counts for shape in shapes()}) == 7
    assert {shape.counts for shape in shapes()} == set(map(sorted_down, TRACKS))


def test_shapes_are_as_likely_as_the_tracks_that_have_them() -> None:
    ways: Counter[tuple[int, ...]] = Counter()
    for counts in TRACKS:
        ways[sorted_down(counts)] += (
            comb(12, counts[0]) * comb(12, counts[1]) * comb(12, counts[2]) * comb(12, counts[3])
        )
    assert {shape.counts: shape.likely for shape in shapes()} == {
        counts: Fraction(number, ways.total()) for counts, number in ways.items()
    }
    assert [shape.likely for shape in shapes()] == sorted((shape.likely for shape in shapes()), reverse=True)


@pytest.mark.parametrize("shape", shapes(), ids=lambda shape: "".join(map(str, shape.counts)))
def test_each_bet_is_worth_its_exact_chance(shape: TrackShape) -> None:
    odds = list(chances(shape.counts).values())
    assert [bet.count for bet in shape.bets for _ in range(bet.horses)] == list(shape.counts)
    assert [bet.chance for bet in shape.bets for _ in range(bet.horses)] == odds
    assert sum(odds) == 1
    for bet in shape.bets:
        assert bet.price == CUSTOMARY[bet.count]
        assert bet.edge == bank_edge(bet.chance, bet.price)
        assert bet.chance * bet.fair == 1 - bet.chance
        assert (bet.edge > 0) == (bet.price < bet.fair)


# ---- what the page says


def test_a_horse_with_two_or_more_cards_favours_the_bank() -> None:
    assert all(bet.edge > 0 for own in bets().values() for count, bet in own.items() if count >= 2)


def test_the_fastest_horse_favours_the_player_in_four_shapes() -> None:
    fastest = {counts: own[min(own)] for counts, own in bets().items()}
    clear = {counts for counts, bet in fastest.items() if bet.edge < Fraction(-1, 100)}
    assert clear == {(2, 2, 2, 1), (3, 2, 1, 1), (3, 2, 2, 0), (3, 3, 1, 0)}
    assert fastest[3, 2, 1, 1].horses == 2
    assert {bet for own in bets().values() for bet in own.values() if bet.edge < 0} <= set(fastest.values())


def test_the_best_bet_is_one_card_against_three_with_two() -> None:
    best = min((bet.edge, counts) for counts, own in bets().items() for bet in own.values())
    assert best == (bets()[2, 2, 2, 1][1].edge, (2, 2, 2, 1))


def test_one_bet_is_all_but_fair_and_two_shapes_favour_the_bank_in_every_bet() -> None:
    assert abs(bets()[4, 2, 1, 0][0].edge) < Fraction(1, 1000)
    always = {counts for counts, own in bets().items() if all(bet.edge > 0 for bet in own.values())}
    assert always == {(4, 1, 1, 1), (4, 3, 0, 0)}
