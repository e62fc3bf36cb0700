"""What a card race's odds are worth: every way in which a track can fall into suits, with its exact chances.

Which suit has how many cards is all that the chances depend on, so a *shape* tells the four counts from the highest
to the lowest. Tracks with too many cards of one suit are laid again and are left out.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import Final

from msgspec import Struct

from homestretch.kit.card import SUITS
from homestretch.race.odds import EACH, bank_edge, chances, fair_odds
from homestretch.race.ruleset import FEWEST_PLAYERS, TOO_MANY, TRACK, RaceRuleset

CUSTOMARY: Final = RaceRuleset(FEWEST_PLAYERS).prices
"""The net odds for a horse with 0, 1, 2, 3 or 4 cards on the track."""


class Bet(Struct, frozen=True):
    """A token on one of the ``horses`` that have ``count`` cards each on the track.

    ``chance`` is that of each such horse, ``fair`` the net odds at which nobody gains, ``price`` the net odds that are
    offered, and ``edge`` what the bank may expect to gain from the token.
    """

    count: int
    horses: int
    chance: Fraction
    fair: Fraction
    price: int
    edge: Fraction


class TrackShape(Struct, frozen=True):
    """How many cards each suit has, from most to fewest; how likely that is; and the bets, the slowest horse first."""

    counts: tuple[int, ...]
    likely: Fraction
    bets: tuple[Bet, ...]


@cache
def shapes() -> tuple[TrackShape, ...]:
    """All shapes of a track on which a race is run, the likeliest first, with the bets at the customary odds.

    >>> [(shape.counts, round(float(shape.likely), 3)) for shape in shapes()][:2]
    [((3, 2, 1, 1), 0.351), ((2, 2, 2, 1), 0.193)]
    """
    ways = {counts: _ways(counts) for counts in _counts()}
    every = sum(ways.values())
    found = [TrackShape(counts, Fraction(ways[counts], every), tuple(_bets(counts))) for counts in ways]
    return tuple(sorted(found, key=lambda shape: -shape.likely))


def _counts() -> Iterator[tuple[int, ...]]:
    for counts in combinations_with_replacement(range(TOO_MANY - 1, -1, -1), len(SUITS)):
        if sum(counts) == TRACK:
            yield counts


def _ways(counts: tuple[int, ...]) -> int:
    """In how many ways a track can have this shape, whichever suit has which count."""
    suits = factorial(len(counts)) // prod(factorial(counts.count(count)) for count in set(counts))
    return suits * prod(comb(EACH, count) for count in counts)


def _bets(counts: tuple[int, ...]) -> Iterator[Bet]:
    odds = dict(zip(counts, chances(counts).values(), strict=True))
    for count, chance in odds.items():
        price = CUSTOMARY[count]
        yield Bet(count, counts.count(count), chance, fair_odds(chance), price, bank_edge(chance, price))
