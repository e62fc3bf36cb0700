"""The exact chances agree with every other way to find them."""

import random
from fractions import Fraction
from functools import cache
from itertools import product
from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from homestretch.kit.card import SUITS, Suit
from homestretch.race.odds import bank_edge, chances, fair_odds, track_faults

TRACKS = [counts for counts in product(range(5), repeat=4) if sum(counts) == 7]
EXAMPLE = (2, 2, 1, 2)


@cache
def by_trying(left: tuple[int, ...], positions: tuple[int, ...]) -> tuple[Fraction, ...]:
    """The chances by turning every possible next card."""
    if 8 in positions:
        return tuple(Fraction(int(at == 8)) for at in positions)
    found = [Fraction(0)] * 4
    for horse, cards in enumerate(left):
        if cards:
            fewer = tuple(cards - (at == horse) for at, cards in enumerate(left))
            further = tuple(place + (at == horse) for at, place in enumerate(positions))
            for at, chance in enumerate(by_trying(fewer, further)):
                found[at] += Fraction(cards, sum(left)) * chance
    return tuple(found)


@pytest.mark.parametrize("counts", [EXAMPLE, (4, 3, 0, 0), (4, 1, 1, 1)])
def test_chances_are_those_of_every_order_of_the_deck(counts: tuple[int, ...]) -> None:
    left = tuple(12 - count for count in counts)
    assert tuple(chances(counts).values()) == by_trying(left, (0, 0, 0, 0))


@given(st.sampled_from(TRACKS), st.tuples(*[st.integers(5, 7)] * 4))
def test_late_chances_are_those_of_every_order_of_the_rest(counts: tuple[int, ...], positions: tuple[int, ...]) -> None:
    left = tuple(12 - count - at for count, at in zip(counts, positions, strict=True))
    assert tuple(chances(counts, positions).values()) == by_trying(left, positions)


@pytest.mark.parametrize("counts", TRACKS)
def test_chances_of_every_track(counts: tuple[int, ...]) -> None:
    found = chances(counts)
    assert list(found) == list(SUITS)
    assert sum(found.values()) == 1
    assert min(found.values()) > 0
    for (one, few), (other, many) in product(zip(found.values(), counts, strict=True), repeat=2):
        assert (one > other) == (few < many), "the fewer on the track, the better, and equal ones alike"


def test_chances_agree_with_simulated_races() -> None:
    deal, wins, races = random.Random(5), [0] * 4, 20_000
    deck = [horse for horse, count in enumerate(EXAMPLE) for _ in range(12 - count)]
    for _ in range(races):
        positions = [0] * 4
        for horse in deal.sample(deck, len(deck)):
            positions[horse] += 1
            if positions[horse] == 8:
                wins[horse] += 1
                break
    for won, chance in zip(wins, chances(EXAMPLE).values(), strict=True):
        assert isclose(won / races, chance, abs_tol=0.015)


def test_a_race_that_is_won() -> None:
    assert list(chances(EXAMPLE, (6, 5, 8, 4)).values()) == [0, 0, 1, 0]


@pytest.mark.parametrize("positions", [(0, 0, 0), (-1, 0, 0, 0), (0, 0, 9, 0), (7, 0, 9, 0), (8, 8, 0, 0)])
def test_positions_that_no_race_brings(positions: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="no race brings"):
        chances(EXAMPLE, positions)


@pytest.mark.parametrize(
    ("counts", "code"),
    [
        ((), "odds.counts"),
        ((2, 2, 3), "odds.counts"),
        ((-1, 4, 4, 0), "odds.counts"),
        ((2, 2, 2, 2), "odds.sum"),
        ((1, 1, 5, 0), "odds.too-many"),
    ],
)
def test_tracks_that_no_race_is_run_on(counts: tuple[int, ...], code: str) -> None:
    refusal = track_faults(counts)
    assert refusal is not None
    assert refusal.code == code
    with pytest.raises(ValueError, match="no race is run"):
        chances(counts)


def test_a_fault_names_the_suit() -> None:
    refusal = track_faults((1, 1, 5, 0))
    assert refusal is not None
    assert refusal.data == {"suit": Suit.DIAMONDS, "count": 5, "most": 4}


@given(st.fractions(Fraction(1, 100), 1), st.integers(1, 1000))
def test_the_bank_gains_where_it_pays_less_than_fair(chance: Fraction, price: int) -> None:
    assert (bank_edge(chance, price) > 0) == (price < fair_odds(chance))
    assert bank_edge(chance, price) == 1 - chance * (price + 1)
