"""How strong bots are against each other: full matches in which every deal is played from every side."""

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import islice
from time import process_time
from typing import Any, Final

from msgspec import Struct

from homestretch.bots.simple import Bot
from homestretch.games import GAMES, AnyRuleset, Seating, published
from homestretch.kit.chance import Stream
from homestretch.kit.message import Refusal
from homestretch.kit.seat import Seat, Side, side_of

from .farm import farm
from .simulate import bot_named, match_seed, play_match
from .summary import wilson

RUNGS: Final = (
    ("casual", "random"),
    ("greedy", "random"),
    ("greedy", "casual"),
    ("strong", "greedy"),
    ("expert", "greedy"),
    ("expert", "strong"),
)
"""The challengers and holders that make the ladder, from below."""


class Pairing(Struct, frozen=True):
    """Two bots, by name, in one seating of a game, by key. The challenger is measured against the holder."""

    game: str
    seating: Seating
    challenger: str
    holder: str

    @property
    def sides(self) -> int:
        """How many sides there are, from each of which the challenger plays every deal."""
        return 2 if self.seating.pairs else self.seating.players

    @property
    def ruleset(self) -> AnyRuleset:
        """The published rules of this seating.

        Raises:
            ValueError: The game has no such seating.
        """
        rules = published(GAMES[self.game], self.seating)
        if isinstance(rules, Refusal):
            raise ValueError(rules.code)
        return rules

    def deals(self, matches: int) -> int:
        """How many deals make so many matches, or the next larger number that has every deal from every side."""
        return -(-matches // self.sides)


@dataclass(frozen=True)
class Deal:
    """The matches of one seed: the challenger's share in the win from each side, in their order.

    It thought about so many moves, those without a choice too, for so many seconds of its processor.
    """

    shares: tuple[Fraction, ...]
    moves: int
    seconds: float = field(compare=False)

    @property
    def mean(self) -> float:
        """The challenger's share in all matches of the deal."""
        return float(sum(self.shares) / len(self.shares))


@dataclass(frozen=True)
class Standing:
    """What a pairing came to. ``interval`` is that of :func:`interval`; ``thinking`` is in milliseconds a move."""

    pairing: Pairing
    deals: int
    share: float
    interval: tuple[float, float]
    thinking: float = field(compare=False)

    @property
    def matches(self) -> int:
        """How many matches were played."""
        return self.deals * self.pairing.sides

    @property
    def fair_share(self) -> float:
        """The share that a bot wins against copies of itself."""
        return 1 / self.pairing.sides


def climb(
    pairings: Sequence[Pairing], master: bytes, matches: int, processes: int, advance: Callable[[int], object]
) -> tuple[Standing, ...]:
    """Play every pairing for at least so many matches, in up to so many processes.

    All pairings meet the same seeds, which are those of :func:`homestretch.analysis.simulate.simulate`. ``advance`` is
    told, every time, how many matches more have been played.

    Raises:
        ValueError: A pairing names a bot or a seating that is not there.
        Refused: A process was ended from outside.
    """
    jobs = [(pairing, number) for pairing in pairings for number in range(pairing.deals(matches))]
    with closing(farm(partial(_play_job, master), jobs, processes)) as played:
        return tuple(_stand(pairing, played, matches, advance) for pairing in pairings)


def _stand(
    pairing: Pairing, played: Generator[Deal, None, None], matches: int, advance: Callable[[int], object]
) -> Standing:
    """Take the deals of this pairing, which come next."""
    deals = []
    for deal in islice(played, pairing.deals(matches)):
        deals.append(deal)
        advance(pairing.sides)
    return standing(pairing, deals)


def standing(pairing: Pairing, deals: Sequence[Deal]) -> Standing:
    """What these deals, one at least, amount to."""
    means = [deal.mean for deal in deals]
    moves = sum(deal.moves for deal in deals)
    seconds = sum(deal.seconds for deal in deals)
    return Standing(pairing, len(deals), sum(means) / len(means), interval(means), 1000 * seconds / max(1, moves))


def interval(means: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of a share, from the mean of every deal, each between 0 and 1.

    Matches of the same deal hang together, so their number proves nothing; the deals are independent. Hence Wilson's
    interval with an effective number of trials: that in which independent matches would vary as much as the deals do,
    m(1 - m) / (s²/n) for n deals with mean m and variance s². In the middle this is the usual m ± 1.96 s/√n; near 0 and
    1, where that one fails, it stays honest. Franco, Little, Louis and Slud (2019), "Comparative Study of Confidence
    Intervals for Proportions in Complex Sample Surveys", recommend it. Where no two deals differ, nothing is known of
    how they vary, and each counts as one trial, which is the least that it can be worth.

    >>> tuple(round(bound, 4) for bound in interval([1.0, 0.5, 0.5, 1.0]))
    (0.4269, 0.9236)
    """
    count = len(means)
    mean = sum(means) / count
    spread = sum((each - mean) ** 2 for each in means)
    trials = count * (count - 1) * mean * (1 - mean) / spread if spread else count
    return wilson(mean * trials, trials)


def _play_job(master: bytes, job: tuple[Pairing, int]) -> Deal:
    pairing, number = job
    return play_deal(pairing, match_seed(master, number))


def play_deal(pairing: Pairing, seed: bytes) -> Deal:
    """Play the matches of one seed, the challenger from side 0, then from side 1, and so on."""
    ruleset = pairing.ruleset
    clocked = _Clocked(bot_named(pairing.challenger))
    holder = bot_named(pairing.holder)
    shares = []
    for side in range(pairing.sides):
        at = (side_of(seat, pairs=pairing.seating.pairs) for seat in range(pairing.seating.players))
        bots = [clocked if mine == side else holder for mine in at]
        winners = play_match(GAMES[pairing.game], ruleset, bots, seed).winners
        shares.append(share_of(winners, side))
    return Deal(tuple(shares), clocked.moves, clocked.seconds)


def share_of(winners: Sequence[Side], side: Side) -> Fraction:
    """What a side has of a win: all, nothing, or an equal part of one that is shared.

    >>> share_of((1, 3), 1)
    Fraction(1, 2)
    """
    return Fraction(side in winners, len(winners))


class _Clocked:
    """A bot whose moves and seconds of thought are counted: those of the processor, as other work must not count."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.moves = 0
        self.seconds = 0.0

    def __call__(self, view: Any, seat: Seat, stream: Stream) -> Any:
        before = process_time()
        move = self.bot(view, seat, stream)
        self.seconds += process_time() - before
        self.moves += 1
        return move
