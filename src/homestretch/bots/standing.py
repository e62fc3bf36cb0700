"""What scores are worth: the chance to win the match from where it stands after a round."""

from functools import cache
from math import erf, exp, sqrt
from statistics import fmean, pstdev
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from homestretch.engine.packed import supports, table_of
from homestretch.fives.ruleset import Ruleset
from homestretch.kit.seat import Side

ROUNDS: Final = 120
"""Rounds between greedy players from which the pace of a ruleset is taken."""

GREEDY: Final = (1000, 100, 0, 1, 0, 0, 0, 0)
"""The largest award, then what keeps the turn, then the heaviest tile, as weights of the engine."""

_LEAST_ROUNDS: Final = 0.6
"""A match that is not over lasts at least so long, counting what is left of a round that an award may end."""

_ALONE: Final = 0.55
"""Where more than two sides play, the weight of a side's score in the scale of the difference between two."""

_FAR: Final = 10**8


class Pace(Struct, frozen=True):
    """What a side gains in a round on average, and by how much the gains of two sides differ (standard deviation)."""

    gain: float
    spread: float


@cache
def pace(rules: Ruleset) -> Pace:
    """The pace of a ruleset, in its own points; always the same."""
    if not supports(rules):
        return Pace(rules.target / 8, rules.target / 8)
    table = table_of(replace(rules, target=_FAR))
    table.think(GREEDY)
    table.sow(1)
    gains: list[tuple[int, ...]] = []
    leader = 0
    for _ in range(ROUNDS):
        table.sit(0, [0] * rules.players, [], leader, -1, [0] * rules.sides)
        table.deal()
        out = table.play_on()
        leader = max(out, 0)
        gains.append(table.position()[5])
    spread = pstdev(gain[0] - gain[1] for gain in gains)
    return Pace(max(fmean(point for gain in gains for point in gain), 1.0), max(spread, 1.0))


def chance_to_win(rules: Ruleset, scores: tuple[int, ...], side: Side) -> float:
    """The chance that a side wins the match which stands so between two rounds; a shared win counts in part.

    Gains of the rounds to come are taken as normally distributed, as many as the leader needs at the usual pace.

    >>> from homestretch.games import horse_race
    >>> chance_to_win(horse_race(), (61, 20), 0), chance_to_win(horse_race(), (30, 30), 1)
    (1.0, 0.5)
    """
    highest = max(scores)
    if highest >= rules.target:
        winners = [each for each, score in enumerate(scores) if score >= rules.target]
        return 1 / len(winners) if side in winners else 0.0
    usual = pace(rules)
    rounds = max((rules.target - highest) / usual.gain, _LEAST_ROUNDS)
    scale = usual.spread * sqrt(rounds)
    if len(scores) == 2:
        return (1 + erf((scores[side] - scores[1 - side]) / scale / sqrt(2))) / 2
    weights = [exp((score - highest) / scale / _ALONE) for score in scores]
    return weights[side] / sum(weights)
