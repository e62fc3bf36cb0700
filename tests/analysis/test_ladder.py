"""The ladder: every deal is played from every side, and a share is told no more exactly than the deals allow."""

from fractions import Fraction
from math import sqrt
from typing import Any

import pytest

from homestretch.analysis import farm, ladder
from homestretch.analysis.ladder import (
    RUNGS,
    Deal,
    Pairing,
    climb,
    interval,
    play_deal,
    share_of,
    standing,
)
from homestretch.analysis.simulate import master_seed, match_seed, play_match, simulate
from homestretch.analysis.summary import Z95, wilson
from homestretch.bots.levels import find_bot
from homestretch.bots.simple import greedy_bot, random_bot
from homestretch.games import HORSE_RACE, Seating, horse_race
from homestretch.kit.chance import derive
from homestretch.kit.message import Refusal
from homestretch.record.exchange import Record
from homestretch.record.fives_record import FivesRecord

PAIRINGS = {
    "horse-race-2": Pairing("horse-race", Seating(2), "greedy", "random"),
    "horse-race-3": Pairing("horse-race", Seating(3), "greedy", "random"),
    "horse-race-4": Pairing("horse-race", Seating(4), "greedy", "random"),
    "horse-race-4p": Pairing("horse-race", Seating(4, pairs=True), "greedy", "random"),
    "seven-rocks": Pairing("seven-rocks", Seating(4, pairs=True), "greedy", "random"),
    "card-race": Pairing("card-race", Seating(4), "greedy", "random"),
}
CHALLENGED = {
    "horse-race-2": [{0}, {1}],
    "horse-race-3": [{0}, {1}, {2}],
    "horse-race-4": [{0}, {1}, {2}, {3}],
    "horse-race-4p": [{0, 2}, {1, 3}],
    "seven-rocks": [{0, 2}, {1, 3}],
    "card-race": [{0}, {1}, {2}, {3}],
}
"""The seats of the challenger in the matches of a deal."""

SEED = match_seed(master_seed("x"), 0)


def ignore(matches: int) -> None:
    """Nobody looks on."""


@pytest.fixture
def matches(monkeypatch: pytest.MonkeyPatch) -> list[tuple[set[int], Record]]:
    """The challenger's seats and the record of every match that the ladder plays."""
    played: list[tuple[set[int], Record]] = []

    def watched(game: Any, ruleset: Any, bots: Any, seed: bytes) -> Record:
        record = play_match(game, ruleset, bots, seed)
        played.append(({seat for seat, bot in enumerate(bots) if bot is not random_bot}, record))
        return record

    monkeypatch.setattr(ladder, "play_match", watched)
    return played


@pytest.mark.parametrize("key", PAIRINGS)
def test_every_deal_is_played_from_every_side(key: str, matches: list[tuple[set[int], Record]]) -> None:
    deal = play_deal(PAIRINGS[key], SEED)
    assert [seats for seats, _ in matches] == CHALLENGED[key]
    assert len({record.rounds[0].proof for _, record in matches}) == 1, "the same seed, the same deal"
    assert deal.shares == tuple(
        Fraction(side in record.winners, len(record.winners)) for side, (_, record) in enumerate(matches)
    )
    movers = [(mover, seats) for seats, record in matches for each in record.rounds for mover, _ in each.moves]
    assert deal.moves == sum(mover in seats for mover, seats in movers)
    assert deal.seconds > 0


def test_swapped_matches_have_the_same_hands_in_every_round(matches: list[tuple[set[int], Record]]) -> None:
    play_deal(PAIRINGS["horse-race-4p"], SEED)
    (_, one), (_, other) = matches
    assert isinstance(one, FivesRecord)
    assert isinstance(other, FivesRecord)
    both = list(zip(one.rounds, other.rounds, strict=False))
    assert len(both) > 1
    assert all(mine.hands == yours.hands and mine.boneyard == yours.boneyard for mine, yours in both)
    assert one != other


def test_the_deals_are_those_of_a_simulation_from_the_same_seed(matches: list[tuple[set[int], Record]]) -> None:
    climb([PAIRINGS["horse-race-2"]], master_seed("7"), 6, 1, ignore)
    alone = simulate(HORSE_RACE, horse_race(2), [greedy_bot, random_bot], master_seed("7"), 3)
    assert [record for _, record in matches[::2]] == list(alone)


@pytest.mark.parametrize("key", PAIRINGS)
def test_a_bot_gets_its_fair_share_against_copies_of_itself(key: str) -> None:
    """To the last digit, since the matches of a deal are then the same match."""
    pairing = Pairing(PAIRINGS[key].game, PAIRINGS[key].seating, "greedy", "greedy")
    (found,) = climb([pairing], master_seed("x"), 8, 1, ignore)
    assert found.fair_share == 1 / pairing.sides
    assert found.share == pytest.approx(found.fair_share, abs=1e-15)
    assert found.interval[0] < found.share < found.interval[1]


def test_who_shares_a_win_has_a_part_of_it() -> None:
    assert share_of((2,), 2) == 1
    assert share_of((2,), 1) == 0
    assert share_of((0, 1), 1) == Fraction(1, 2)
    assert share_of((0, 1, 3), 3) == Fraction(1, 3)
    assert share_of((0, 1, 3), 2) == 0


def test_matches_make_whole_deals() -> None:
    assert PAIRINGS["horse-race-2"].deals(100) == 50
    assert PAIRINGS["horse-race-3"].deals(100) == 34
    assert PAIRINGS["card-race"].deals(1) == 1
    deals = [Deal((Fraction(1), Fraction(0), Fraction(0)), 10, 0.5)] * 34
    assert standing(PAIRINGS["horse-race-3"], deals).matches == 102


def test_a_standing_adds_deals_up() -> None:
    half = Fraction(1, 2)
    deals = [Deal((Fraction(1), half), 30, 0.01), Deal((half, Fraction(0)), 50, 0.03)]
    found = standing(PAIRINGS["horse-race-2"], deals)
    assert (found.deals, found.matches, found.share, found.fair_share) == (2, 4, 0.5, 0.5)
    assert found.interval == interval([0.75, 0.25])
    assert found.thinking == pytest.approx(0.5), "40 ms for 80 moves"
    later = [Deal(deal.shares, deal.moves, deal.seconds * 9) for deal in deals]
    assert later == deals
    assert standing(PAIRINGS["horse-race-2"], later) == found, "time is no result"


@pytest.mark.parametrize(
    ("means", "trials"),
    [
        ([1.0, 0.5, 0.5, 1.0], 9),  # mean 3/4, variance 1/12: 4 · 3/16 · 12
        ([0.25, 0.5, 0.0, 0.25], 18),  # mean 1/4, variance 1/24: 4 · 3/16 · 24
        ([1.0, 0.0, 1.0, 1.0], 3),  # nothing in between, so hardly less than the deals
        ([1.0, 1.0, 1.0], 3),  # no two differ
        ([0.0] * 7, 7),
        ([0.5] * 4, 4),
        ([1.0], 1),
    ],
)
def test_an_interval_is_that_of_as_many_trials_as_the_deals_are_worth(means: list[float], trials: float) -> None:
    share = sum(means) / len(means)
    assert interval(means) == pytest.approx(wilson(share * trials, trials))
    assert 0 <= interval(means)[0] <= share <= interval(means)[1] <= 1


def test_in_the_middle_an_interval_is_the_usual_one() -> None:
    means = [0.25, 0.5, 0.75, 0.5] * 200
    low, high = interval(means)
    deviation = sqrt(sum((each - 0.5) ** 2 for each in means) / (len(means) - 1))
    half = Z95 * deviation / sqrt(len(means))
    assert (low, high) == pytest.approx((0.5 - half, 0.5 + half), abs=1e-4)


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    """Numbers from a hash: deals of two matches, of which a third are decided by the deal."""

    def chance(number: int, purpose: str) -> float:
        return int.from_bytes(derive(b"coverage", purpose, number)[:4], "big") / 2**32

    def mean(number: int) -> float:
        if chance(number, "deal") < 1 / 3:
            return 0.5 if chance(number, "even") < 0.6 else 1.0
        return ((chance(number, "one") < 0.7) + (chance(number, "other") < 0.7)) / 2

    truth = (0.6 * 0.5 + 0.4) / 3 + 0.7 * 2 / 3
    held = 0
    for trial in range(300):
        low, high = interval([mean(number) for number in range(trial * 40, trial * 40 + 40)])
        held += low <= truth <= high
    assert 0.92 <= held / 300 <= 0.98


@pytest.mark.parametrize("processes", [1, 2])
def test_the_same_seed_gives_the_same_standings_for_any_number_of_processes(
    processes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(farm, "PATIENCE", 0)
    pairings = [PAIRINGS["card-race"], PAIRINGS["horse-race-3"], PAIRINGS["seven-rocks"]]
    told: list[int] = []
    found = climb(pairings, master_seed("x"), 7, processes, told.append)
    assert [each.pairing for each in found] == pairings
    assert told == [4] * 2 + [3] * 3 + [2] * 4
    alone = [
        standing(pairing, [play_deal(pairing, match_seed(master_seed("x"), number)) for number in range(deals)])
        for pairing, deals in zip(pairings, (2, 3, 4), strict=True)
    ]
    assert list(found) == alone
    assert all(each.thinking > 0 for each in found)
    assert found[1].interval[0] > found[1].fair_share, "greedy beats random"


def test_a_pairing_that_was_not_checked_is_an_error_of_the_programmer() -> None:
    with pytest.raises(ValueError, match="nobody"):
        play_deal(Pairing("horse-race", Seating(2), "greedy", "nobody"), SEED)
    with pytest.raises(ValueError, match="seating"):
        play_deal(Pairing("horse-race", Seating(9), "greedy", "random"), SEED)


def test_both_bots_of_every_rung_are_there() -> None:
    assert [name for rung in RUNGS for name in rung if isinstance(find_bot(name), Refusal)] == []
