"""Positions of records: the state before each move, decided again for its round alone, or what is wrong with that."""

from typing import Any

import pytest
from msgspec.structs import replace
from records import SEATINGS, Plain, again, deal, hand_written, holds, longest, some

from helpers import fold, t
from homestretch.fives.decide import decide
from homestretch.fives.events import Dealt
from homestretch.fives.ruleset import Leads
from homestretch.fives.state import Phase, State, new
from homestretch.games import HORSE_RACE, horse_race
from homestretch.kit.message import Refusal
from homestretch.record.exchange import from_plain, judge
from homestretch.record.fives_record import FivesRecord
from homestretch.record.position import position
from homestretch.record.race_record import RaceRecord
from homestretch.record.verdict import Departure


def read(plain: Plain) -> FivesRecord:
    record = from_plain(plain)
    assert isinstance(record, FivesRecord), record
    return record


def at(plain: Plain, number: int, move: int) -> State:
    """The position, which must be there."""
    state = position(read(plain), number, move)
    assert isinstance(state, State), state
    return state


def refused(plain: Plain, number: int, move: int) -> tuple[str, dict[str, Any]]:
    """Why there is no such position: code and data."""
    refusal = position(read(plain), number, move)
    assert isinstance(refusal, Refusal), refusal
    return refusal.code, dict(refusal.data)


def departs(plain: Plain, number: int, move: int) -> tuple[int | None, int | None, str, str | None]:
    """Where and why the record departs before this position: round, move, code and clause."""
    found = position(read(plain), number, move)
    assert isinstance(found, Departure), found
    return found.round, found.move, found.refusal.code, found.clause


def moves_of(plain: Plain, number: int = 1) -> list[Any]:
    """The moves of a round, to be changed."""
    moves: list[Any] = plain["rounds"][number - 1]["moves"]
    return moves


TWO = replace(horse_race(), hand=2)
OPEN = hand_written(
    HORSE_RACE,
    TWO,
    deal(
        TWO,
        "5-5 0-4",
        "1-1 2-3",
        moves="0 5-5, 0 +6-6, 0 +5-6, 0 5-6@5-5, 1 +3-6",
        boneyard="3-6 5-6 6-6",
    ),
)
"""A record of a round that is not over: the first opens, draws twice and places; the second has drawn 3-6."""


@pytest.mark.parametrize("key", SEATINGS)
def test_every_position_is_that_of_the_whole_match(key: str) -> None:
    plain = longest(key)
    record = read(plain)
    state = new(record.rules)
    for number, each in enumerate(record.rounds, 1):
        state = fold(state, [Dealt(each.starter, each.start_by, each.hands, each.boneyard)])
        for count, (seat, move) in enumerate(each.moves, 1):
            assert position(record, number, count) == state
            events = decide(state, seat, move)
            assert not isinstance(events, Refusal)
            state = fold(state, events)
    assert state.phase is Phase.OVER


def test_after_the_last_move_of_an_open_round_there_is_a_position() -> None:
    state = at(OPEN, 1, 6)
    assert (state.turn, state.drawn, state.round) == (1, t("3-6"), 1)
    assert state.boneyard[-1] not in (t("3-6"), t("5-6"), t("6-6"))
    assert at(OPEN, 1, 5).drawn is None
    assert at(OPEN, 1, 4).drawn == t("5-6")
    assert at(OPEN, 1, 1).layout.tiles == ()


def test_a_round_without_moves_has_one_position() -> None:
    plain = again(OPEN)
    moves_of(plain).clear()
    assert at(plain, 1, 1).turn == 0
    assert refused(plain, 1, 2) == ("position.move", {"round": 1, "move": 2, "moves": 0})


@pytest.mark.parametrize("key", SEATINGS)
def test_a_round_that_is_over_has_no_position_after_its_last_move(key: str) -> None:
    plain = longest(key)
    for number in range(1, len(plain["rounds"]) + 1):
        moves = len(moves_of(plain, number))
        assert at(plain, number, moves).phase is Phase.MOVE
        for beyond in (moves + 1, moves + 2, 10**30):
            assert refused(plain, number, beyond) == (
                "position.move",
                {"round": number, "move": beyond, "moves": moves},
            )


@pytest.mark.parametrize("move", [0, -1, 7])
def test_a_move_that_is_not_there(move: int) -> None:
    assert refused(OPEN, 1, move) == ("position.move", {"round": 1, "move": move, "moves": 5})


@pytest.mark.parametrize("number", [0, -1, 2, 10**30])
def test_a_round_that_is_not_there(number: int) -> None:
    assert refused(OPEN, number, 1) == ("position.round", {"round": number, "rounds": 1})


def test_a_match_without_rounds_has_no_position() -> None:
    assert refused(OPEN | {"rounds": []}, 1, 1) == ("position.round", {"round": 1, "rounds": 0})


def test_a_card_race_has_no_positions() -> None:
    (plain,) = some("taught-3")
    record = from_plain(plain)
    assert isinstance(record, RaceRecord)
    refusal = position(record, 1, 1)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "position.dominoes"


@pytest.mark.parametrize("key", SEATINGS)
def test_a_wrong_move_spoils_the_positions_after_it_and_no_others(key: str) -> None:
    """At the place and for the reason that judging the record gives."""
    whole = longest(key)
    whole = whole | {"rounds": whole["rounds"][:1], "winners": []}
    for wrong in range(1, len(moves_of(whole)) + 1):
        plain = again(whole)
        seat, text = moves_of(plain)[wrong - 1]
        moves_of(plain)[wrong - 1] = [(seat + 1) % plain["players"], text]
        found = judge(read(plain))
        assert isinstance(found, Departure)
        assert (found.round, found.move) == (1, wrong)
        assert at(plain, 1, wrong) == at(whole, 1, wrong)
        for after in {wrong + 1, len(moves_of(plain)) + 1}:
            assert position(read(plain), 1, after) == found


@pytest.mark.parametrize(
    ("wrong", "code", "clause"),
    [
        ([1, "0-4"], "turn.other", "D2"),
        ([2, "5-5"], "seat.unknown", "D2"),
        ([-1, "5-5"], "seat.unknown", "D2"),
        ([0, "1-1"], "tile.not-in-hand", "D6"),
        ([0, "pass"], "pass.can-place", "H7"),
        ([0, "+"], "draw.can-place", "H7"),
        ([0, "stop"], "stop.duty", "H6"),
    ],
)
def test_what_is_wrong_with_a_move_is_told_with_its_clause(wrong: list[Any], code: str, clause: str) -> None:
    plain = again(OPEN)
    moves_of(plain)[0] = wrong
    assert departs(plain, 1, 2) == (1, 1, code, clause)
    assert at(plain, 1, 1).turn == 0


def test_a_draw_of_another_tile_is_told() -> None:
    plain = again(OPEN)
    moves_of(plain)[1] = [0, "+0-0"]
    assert departs(plain, 1, 3) == (1, 2, "draw.not-next", "H8")


def test_moves_after_the_end_of_a_round_or_a_match_are_too_many() -> None:
    plain = longest("horse-race-2")
    last = len(plain["rounds"])
    for number, code, clause in ((1, "round.over", "H12"), (last, "match.over", "D16")):
        moves = len(moves_of(plain, number))
        moves_of(plain, number).extend([[0, "pass"], [0, "pass"]])
        for move in (moves + 1, moves + 2, moves + 3):
            assert departs(plain, number, move) == (number, moves + 1, code, clause)
        assert at(plain, number, moves).phase is Phase.MOVE


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"starter": 2}, "seat.unknown"),
        ({"starter": -1}, "seat.unknown"),
        ({"hands": [["5-5", "0-4"]]}, "deal.hands"),
        ({"hands": [["5-5"], ["1-1", "2-3"]]}, "deal.hand-size"),
        ({"hands": [["5-5", "0-4"], ["1-1", "5-5"]]}, "deal.twice"),
        ({"hands": [["5-5", "0-4"], ["1-1", "7-7"]]}, "deal.not-in-set"),
        ({"boneyard": []}, "deal.boneyard-size"),
    ],
)
@pytest.mark.parametrize("move", [1, 6])
def test_a_deal_that_is_none_spoils_every_position(change: Plain, code: str, move: int) -> None:
    plain = again(OPEN)
    plain["rounds"][0] |= change
    number, at_move, found, clause = departs(plain, 1, move)
    assert (number, at_move, found) == (1, None, code)
    assert clause is not None


def test_only_the_round_itself_is_decided_again() -> None:
    """What was wrong before is no business of a position, nor what was counted."""
    plain = longest("horse-race-2")
    due = at(plain, 2, 2)
    moves_of(plain)[0][0] = 1 - moves_of(plain)[0][0]
    plain["rounds"][1] |= {"awards": [], "settlement": [7, 7], "scores": [], "start_by": "lot"}
    assert isinstance(judge(read(plain)), Departure)
    assert replace(at(plain, 2, 2), start_by=due.start_by) == due


def test_scores_are_those_that_the_record_tells() -> None:
    plain = longest("horse-race-2")
    plain["rounds"][0]["scores"] = [10**30, -5]
    assert at(plain, 2, 1).scores == (10**30, -5)
    assert at(plain, 1, 1).scores == (0, 0)


@pytest.mark.parametrize("key", SEATINGS)
@pytest.mark.parametrize("change", [-1, 1])
def test_scores_of_too_many_or_too_few_sides_are_where_the_record_departs(key: str, change: int) -> None:
    plain = longest(key)
    scores = plain["rounds"][0]["scores"]
    plain["rounds"][0]["scores"] = scores[:change] if change < 0 else [*scores, 0]
    assert departs(plain, 2, 1)[:3] == (1, None, "scores.wrong")
    assert at(plain, 1, 1).turn is not None


def test_a_record_by_house_rules_has_their_positions() -> None:
    rules = replace(TWO, highest=4, leads=Leads.LOT)
    plain = hand_written(HORSE_RACE, rules, deal(rules, "4-4 0-4", "1-1 2-3", moves="0 4-4"))
    holds(plain)
    assert at(plain, 1, 2).rules == rules
