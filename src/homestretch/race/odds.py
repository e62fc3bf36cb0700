"""What a race is worth: exact chances at any moment, fair odds, and what the bank's prices earn it.

No sequence of cards has to be tried. The order of a shuffled deck has no memory, so each set of *n* cards is as likely
to be the first *n* turned. A horse wins with card *n* + 1 when the first *n* brought it to 7 and no other to 8; the
sets that do so are counted suit by suit, and the counts multiplied.
"""

from fractions import Fraction
from math import comb

from homestretch.kit.card import RUNNERS, SUITS, Suit
from homestretch.kit.message import Refusal, refuse

from .ruleset import FINISH, TOO_MANY, TRACK

EACH = len(RUNNERS) // len(SUITS)
"""How many cards of one suit are shuffled."""


def track_faults(counts: tuple[int, ...]) -> Refusal | None:
    """Why no race is run on a track with so many spades, hearts, diamonds and clubs; None where one is.

    >>> track_faults((2, 2, 1, 2)) is None, track_faults((5, 1, 1, 0)).code
    (True, 'odds.too-many')
    """
    if len(counts) != len(SUITS) or min(counts) < 0:
        return refuse("odds.counts")
    if sum(counts) != TRACK:
        return refuse("odds.sum", total=sum(counts), track=TRACK)
    for suit, count in zip(SUITS, counts, strict=True):
        if count >= TOO_MANY:
            return refuse("odds.too-many", suit=suit, count=count, most=TOO_MANY - 1)
    return None


def chances(counts: tuple[int, ...], positions: tuple[int, ...] = (0, 0, 0, 0)) -> dict[Suit, Fraction]:
    """How likely each horse is to win, from the track's counts and where the horses stand. They add up to 1.

    Raises:
        ValueError: No race is run on such a track, or no race can bring the horses there.

    >>> {suit.letter: str(chance) for suit, chance in chances((1, 1, 4, 1), (7, 6, 7, 7)).items()}
    {'S': '36/91', 'H': '10/91', 'D': '9/91', 'C': '36/91'}
    """
    if track_faults(counts) is not None:
        raise ValueError(f"no race is run on a track of {counts}")
    if (
        len(positions) != len(SUITS)
        or not 0 <= min(positions) <= max(positions) <= FINISH
        or positions.count(FINISH) > 1
    ):
        raise ValueError(f"no race brings the horses to {positions}")
    if FINISH in positions:
        return {suit: Fraction(int(at == FINISH)) for suit, at in zip(SUITS, positions, strict=True)}
    left = [EACH - count - at for count, at in zip(counts, positions, strict=True)]
    behind = [[comb(cards, step) for step in range(FINISH - at)] for cards, at in zip(left, positions, strict=True)]
    return {suit: _chance(horse, left, behind) for horse, suit in enumerate(SUITS)}


def _chance(horse: int, left: list[int], behind: list[list[int]]) -> Fraction:
    """One horse's chance, where ``behind`` counts for each the sets of its cards that keep it from the finish."""
    others = [1]
    for rival, ways in enumerate(behind):
        if rival != horse:
            others = _product(others, ways)
    steps = len(behind[horse]) - 1
    wins = behind[horse][steps] * (left[horse] - steps)
    cards = sum(left)
    return sum(
        (
            Fraction(wins * ways, comb(cards, steps + turned) * (cards - steps - turned))
            for turned, ways in enumerate(others)
        ),
        Fraction(0),
    )


def _product(one: list[int], other: list[int]) -> list[int]:
    """The ways to take cards from both, by how many are taken together."""
    both = [0] * (len(one) + len(other) - 1)
    for at, ways in enumerate(one):
        for step, more in enumerate(other):
            both[at + step] += ways * more
    return both


def fair_odds(chance: Fraction) -> Fraction:
    """The net odds at which neither side gains, for a chance above 0.

    >>> str(fair_odds(Fraction(1, 4)))
    '3'
    """
    return (1 - chance) / chance


def bank_edge(chance: Fraction, price: int) -> Fraction:
    """What the bank may expect to gain from each token staked at this price; below zero where it favours the backer.

    >>> str(bank_edge(Fraction(1, 4), 2)), str(bank_edge(Fraction(1, 4), 5))
    ('1/4', '-1/2')
    """
    return (1 - chance) - chance * price
