"""Simulations: everything comes from one text, and what they amount to is counted right."""

import hashlib
from typing import Any

import pytest
from msgspec.structs import replace

from homestretch.analysis import farm
from homestretch.analysis.simulate import (
    Series,
    empty_summary,
    master_seed,
    play_match,
    simulate,
    simulate_named,
)
from homestretch.analysis.summary import Summary, wilson
from homestretch.bots.levels import BOTS
from homestretch.bots.simple import greedy_bot, random_bot
from homestretch.fives.moves import Draw, Pass, Play, Stop
from homestretch.fives.ruleset import GoingOn
from homestretch.games import CARD_RACE, HORSE_RACE, SEVEN_ROCKS, AnyRuleset, Game, horse_race, seven_rocks
from homestretch.kit.chance import Stream, derive
from homestretch.race.ruleset import RaceRuleset
from homestretch.record.exchange import Record, to_json
from homestretch.record.fives_record import FivesRecord
from homestretch.record.race_record import RaceRecord

GAMES: dict[str, tuple[Game, AnyRuleset]] = {
    "horse-race-2": (HORSE_RACE, replace(horse_race(2), target=20)),
    "horse-race-choice": (HORSE_RACE, replace(horse_race(3), target=20, going_on=GoingOn.CHOICE)),
    "horse-race-pairs": (HORSE_RACE, replace(horse_race(4, pairs=True), target=20)),
    "seven-rocks": (SEVEN_ROCKS, replace(seven_rocks(), target=60)),
    "card-race": (CARD_RACE, RaceRuleset(4, most_stake=None)),
}
NAMES = ("greedy", "random")


def records(key: str, matches: int, seed: str = "x") -> list[Record]:
    game, rules = GAMES[key]
    bots = [BOTS[NAMES[seat % 2]] for seat in range(rules.players)]
    return list(simulate(game, rules, bots, master_seed(seed), matches))


def summed(key: str, matches: list[Record]) -> Summary:
    rules = GAMES[key][1]
    pairs = key in ("horse-race-pairs", "seven-rocks")
    summary = Summary([[NAMES[side % 2]] for side in range(2 if pairs else rules.players)])
    for record in matches:
        summary.add(record)
    return summary


def test_the_master_seed_is_a_hash_of_the_text() -> None:
    assert master_seed("7") == hashlib.sha256(b"homestretch master 1\x007").digest()
    assert master_seed("") != master_seed(" ")
    assert len(master_seed("сид 🎲")) == 32


@pytest.mark.parametrize("key", GAMES)
def test_the_same_seed_gives_the_same_matches_and_each_stands_alone(key: str) -> None:
    five = [to_json(record) for record in records(key, 5)]
    assert [to_json(record) for record in records(key, 3)] == five[:3]
    assert len(set(five)) == 5
    assert [to_json(record) for record in records(key, 5, "y")] != five
    game, rules = GAMES[key]
    bots = [BOTS[NAMES[seat % 2]] for seat in range(rules.players)]
    assert to_json(play_match(game, rules, bots, derive(master_seed("x"), "match", 4))) == five[4]


@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("key", ["horse-race-choice", "seven-rocks", "card-race"])
def test_matches_that_are_told_by_names_are_the_same_in_any_number_of_processes(
    key: str, processes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(farm, "PATIENCE", 0)
    game, rules = GAMES[key]
    series = Series(game.key, rules, tuple(NAMES[seat % 2] for seat in range(rules.players)), master_seed("x"))
    played = list(simulate_named(series, 6, processes))
    alone = records(key, 6)
    assert [each.line for each in played] == [to_json(record) for record in alone]
    joined = empty_summary(series)
    for each in played:
        joined.join(each.summary)
    assert vars(joined) | {"sides": None} == vars(summed(key, alone)) | {"sides": None}
    bare = [side | {"bots": None} for side in summed(key, alone).to_plain()["sides"]]
    assert [side | {"bots": None} for side in joined.to_plain()["sides"]] == bare


def test_a_series_knows_who_plays_on_which_side() -> None:
    names = ("greedy", "random", "random", "greedy")
    pairs = empty_summary(Series("seven-rocks", seven_rocks(), names, bytes(32)))
    assert [side.bots for side in pairs.sides] == [("greedy", "random"), ("random", "greedy")]
    alone = empty_summary(Series("horse-race", horse_race(4), names, bytes(32)))
    assert [side.bots for side in alone.sides] == [(name,) for name in names]


def test_a_name_that_was_not_checked_is_an_error_of_the_programmer() -> None:
    series = Series("horse-race", horse_race(2), ("greedy", "nobody"), bytes(32))
    with pytest.raises(ValueError, match="nobody"):
        list(simulate_named(series, 1, 1))


def test_another_bot_in_one_seat_changes_no_deal() -> None:
    """Bots draw their numbers from streams of their own."""
    one = play_match(*GAMES["horse-race-2"], [greedy_bot, random_bot], bytes(32))
    other = play_match(*GAMES["horse-race-2"], [random_bot, random_bot], bytes(32))
    assert isinstance(one, FivesRecord)
    assert isinstance(other, FivesRecord)
    for mine, yours in zip(one.rounds, other.rounds, strict=False):
        assert mine.hands == yours.hands
        assert mine.boneyard == yours.boneyard


def test_a_bot_that_breaks_the_rules_ends_the_simulation() -> None:
    def cheat(view: Any, seat: int, stream: Stream) -> Any:
        return Pass()

    with pytest.raises(RuntimeError, match="can-place"):
        play_match(*GAMES["horse-race-2"], [cheat, cheat], bytes(32))


def test_wilson_intervals() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 10)[0] == 0.0
    assert wilson(10, 10)[1] == pytest.approx(1.0)
    low, high = wilson(50, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    for successes in range(11):
        low, high = wilson(successes, 10)
        assert 0 <= low <= successes / 10 <= high + 1e-9 <= 1 + 1e-9
        mirrored = wilson(10 - successes, 10)
        assert (round(1 - high, 12), round(1 - low, 12)) == tuple(round(bound, 12) for bound in mirrored)


@pytest.mark.parametrize("key", ["horse-race-2", "horse-race-choice", "horse-race-pairs", "seven-rocks"])
def test_a_summary_of_domino_matches_counts_what_is_in_them(key: str) -> None:
    matches = records(key, 40)
    plain = summed(key, matches).to_plain()
    rounds = [each for record in matches if isinstance(record, FivesRecord) for each in record.rounds]
    moves = [move for each in rounds for _, move in each.moves]
    placed = sum(isinstance(move, Play) for move in moves)
    awards = sum(sum(each.awards) for each in rounds)
    assert plain["matches"] == 40
    assert plain["rounds_per_match"] == len(rounds) / 40
    assert plain["placements_per_round"] == placed / len(rounds)
    assert plain["draws_per_round"] == sum(isinstance(move, Draw) for move in moves) / len(rounds)
    assert plain["passes_per_round"] == sum(isinstance(move, Pass) for move in moves) / len(rounds)
    assert plain["average_award"] == awards / placed
    assert sum(side["wins"] for side in plain["sides"]) == sum(len(record.winners) for record in matches)
    settled = [each for each in rounds if each.settlement is not None]
    blocked = 0
    for each in settled:
        seat = each.moves[-1][0]
        held = len(each.hands[seat]) + sum(
            1 if isinstance(move, Draw) else -1 if isinstance(move, Play) else 0
            for mover, move in each.moves
            if mover == seat
        )
        blocked += held > 0
    assert plain["blocked_share"] == blocked / len(settled)
    if key == "horse-race-choice":
        assert any(isinstance(move, Stop) for move in moves)


def test_a_shared_win_counts_for_each_who_shares_it() -> None:
    matches = records("card-race", 60)
    plain = summed("card-race", matches).to_plain()
    shared = [record for record in matches if len(record.winners) > 1]
    assert shared
    assert sum(side["shared_wins"] for side in plain["sides"]) == sum(len(record.winners) for record in shared)
    for side in plain["sides"]:
        wins = sum(side["side"] in record.winners for record in matches)
        assert side["wins"] == wins
        assert side["win_share"] == wins / 60
        assert side["win_share_95"] == list(wilson(wins, 60))


def test_a_summary_of_meetings() -> None:
    matches = records("card-race", 20)
    plain = summed("card-race", matches).to_plain()
    races = [each for record in matches if isinstance(record, RaceRecord) for each in record.rounds]
    turned = sum(str(move).startswith("turn") for each in races for _, move in each.moves)
    assert plain["cards_per_race"] == turned / len(races)
    assert sum(side["average_balance"] for side in plain["sides"]) == pytest.approx(400)
    assert "average_award" not in plain["sides"][0]


def test_a_summary_of_nothing() -> None:
    plain = Summary([["greedy"], ["random"]]).to_plain()
    assert plain["matches"] == 0
    assert plain["sides"][0]["win_share_95"] == [0.0, 1.0]


def test_greedy_beats_random() -> None:
    """Else one of them is broken."""
    for key in ("horse-race-2", "horse-race-pairs", "seven-rocks"):
        sides = summed(key, records(key, 60)).to_plain()["sides"]
        assert sides[0]["win_share_95"][0] > 0.5, key
