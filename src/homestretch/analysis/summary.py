"""What a series of matches amounts to: shares with 95 % intervals, and averages."""

from collections.abc import Sequence
from math import sqrt
from typing import Any

from msgspec import Struct

from homestretch.fives.moves import Draw, Pass, Play
from homestretch.kit.seat import Side
from homestretch.race.moves import Turn
from homestretch.record.exchange import Record
from homestretch.record.fives_record import FivesRecord, RoundRecord
from homestretch.record.race_record import RaceRecord

Z95 = 1.959963984540054
"""The normal quantile of a two-sided 95 % interval."""


def wilson(successes: float, trials: float) -> tuple[float, float]:
    """The 95 % score interval of a share (Wilson 1927); honest also near 0 and 1 and for few trials.

    Both numbers may be broken ones, where trials are not independent and an effective number of them takes their place.

    >>> tuple(round(bound, 4) for bound in wilson(96, 100))
    (0.9016, 0.9843)
    """
    if not trials:
        return 0.0, 1.0
    share = successes / trials
    scale = 1 + Z95 * Z95 / trials
    middle = (share + Z95 * Z95 / (2 * trials)) / scale
    half = Z95 / scale * sqrt(share * (1 - share) / trials + Z95 * Z95 / (4 * trials * trials))
    return max(0.0, min(middle - half, share)), min(1.0, max(middle + half, share))


class SideSummary(Struct):
    """One side over all matches: wins alone, wins shared with others, and its average award or balance."""

    side: Side
    bots: tuple[str, ...]
    wins: int = 0
    shared: int = 0
    placements: int = 0
    award: int = 0
    balance: int = 0


class Summary:
    """Adds records up. Awards are in raw points; a shared win counts as a win for each who shares it."""

    def __init__(self, bots: Sequence[Sequence[str]]) -> None:
        self.sides = [SideSummary(side, tuple(names)) for side, names in enumerate(bots)]
        self.matches = 0
        self.rounds = 0
        self.placements = 0
        self.draws = 0
        self.passes = 0
        self.blocked = 0
        self.settled = 0
        self.turned = 0

    def add(self, record: Record) -> None:
        """Take one more match into account."""
        self.matches += 1
        self.rounds += len(record.rounds)
        for side in record.winners:
            self.sides[side].wins += 1
            self.sides[side].shared += len(record.winners) > 1
        if isinstance(record, RaceRecord):
            self._add_race(record)
        else:
            for each in record.rounds:
                self._add_round(record, each)

    def join(self, other: "Summary") -> None:
        """Take into account all matches of another summary of the same sides."""
        for mine, theirs in zip(self.sides, other.sides, strict=True):
            mine.wins += theirs.wins
            mine.shared += theirs.shared
            mine.placements += theirs.placements
            mine.award += theirs.award
            mine.balance += theirs.balance
        self.matches += other.matches
        self.rounds += other.rounds
        self.placements += other.placements
        self.draws += other.draws
        self.passes += other.passes
        self.blocked += other.blocked
        self.settled += other.settled
        self.turned += other.turned

    def _add_race(self, record: RaceRecord) -> None:
        self.turned += sum(isinstance(move, Turn) for each in record.rounds for _, move in each.moves)
        for side, balance in zip(self.sides, record.rounds[-1].balances, strict=True):
            side.balance += balance

    def _add_round(self, record: FivesRecord, each: RoundRecord) -> None:
        awards = iter(each.awards)
        left = {seat: len(hand) for seat, hand in enumerate(each.hands)}
        for seat, move in each.moves:
            if isinstance(move, Play):
                side = self.sides[record.rules.side_of(seat)]
                side.placements += 1
                side.award += next(awards)
                self.placements += 1
                left[seat] -= 1
            elif isinstance(move, Draw):
                self.draws += 1
                left[seat] += 1
            elif isinstance(move, Pass):
                self.passes += 1
        if each.settlement is not None:
            self.settled += 1
            self.blocked += all(left.values())

    def to_plain(self) -> dict[str, Any]:
        """The summary as JSON values."""
        plain: dict[str, Any] = {
            "matches": self.matches,
            "sides": [self._side(side) for side in self.sides],
            "rounds_per_match": _mean(self.rounds, self.matches),
        }
        if self.turned:
            return plain | {"cards_per_race": _mean(self.turned, self.rounds)}
        return plain | {
            "placements_per_round": _mean(self.placements, self.rounds),
            "draws_per_round": _mean(self.draws, self.rounds),
            "passes_per_round": _mean(self.passes, self.rounds),
            "average_award": _mean(sum(side.award for side in self.sides), self.placements),
            "blocked_share": _mean(self.blocked, self.settled),
        }

    def _side(self, side: SideSummary) -> dict[str, Any]:
        low, high = wilson(side.wins, self.matches)
        plain: dict[str, Any] = {
            "side": side.side,
            "bots": list(side.bots),
            "wins": side.wins,
            "shared_wins": side.shared,
            "win_share": _mean(side.wins, self.matches),
            "win_share_95": [low, high],
        }
        if self.turned:
            return plain | {"average_balance": _mean(side.balance, self.matches)}
        return plain | {"average_award": _mean(side.award, side.placements)}


def _mean(total: int, count: int) -> float:
    return total / count if count else 0.0
