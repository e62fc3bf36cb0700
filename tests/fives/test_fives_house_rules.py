"""What a house may change: one test or more for each field of the ruleset that the published games leave alone."""

import pytest
from msgspec.structs import replace

from helpers import SEVEN_ROCKS, Course, fold, go, lay, legal, named, pledge, refused, t, table
from homestretch.fives.deal import deal
from homestretch.fives.events import Change, Counted, Dealt, Played
from homestretch.fives.ruleset import (
    Drawing,
    DrawnTile,
    GoingOn,
    Keeps,
    Leads,
    Rounding,
    Ruleset,
    Settlement,
    Spinners,
    Ties,
    faults,
)
from homestretch.fives.settle import settle
from homestretch.games import horse_race
from homestretch.kit.chance import Lotted
from homestretch.kit.message import Refusal

TWO = horse_race(2)
FOUR = horse_race(4)
PAIRS = horse_race(4, pairs=True)


# Going on as a choice


CHOICE = replace(TWO, going_on=GoingOn.CHOICE)


def test_choice_in_a_kept_turn_with_a_tile_that_fits() -> None:
    state = go(table(CHOICE, "5-5 2-5", "0-0", boneyard="0-1"), "0 5-5").state
    assert legal(state, 0) == {"2-5@5-5", "stop"}
    assert go(state, "0 stop").state.turn == 1
    assert refused(state, "0 +").code == "draw.can-place", "stopping is no drawing"


def test_choice_in_a_kept_turn_when_the_boneyard_is_empty() -> None:
    state = go(table(CHOICE, "5-5 2-5", "5-6"), "0 5-5").state
    assert legal(state, 0) == {"2-5@5-5", "stop"}
    assert go(state, "0 stop").state.turn == 1


def test_choice_in_a_kept_turn_without_one() -> None:
    state = go(table(CHOICE, "5-5 0-2", "0-0", boneyard="0-5 0-1"), "0 5-5").state
    assert legal(state, 0) == {"+", "stop"}
    assert go(state, "0 stop").state.turn == 1
    drawing = go(state, "0 +").state
    assert legal(drawing, 0) == {"+"}, "who has begun to draw draws on"
    assert refused(drawing, "0 stop").code == "stop.not-kept"
    fitting = go(drawing, "0 +").state
    assert legal(fitting, 0) == {"0-5@5-5"}
    assert refused(fitting, "0 stop").code == "stop.not-kept"


def test_choice_in_a_kept_turn_with_nothing_left_to_do() -> None:
    state = go(table(CHOICE, "5-5 0-2", "5-6"), "0 5-5").state
    assert legal(state, 0) == {"pass"}
    assert refused(state, "0 stop").code == "stop.must-pass"
    assert go(state, "0 pass").state.turn == 1


def test_choice_is_none_in_the_next_turn() -> None:
    state = go(table(CHOICE, "5-5 2-5", "3-5 0-0", boneyard="0-1"), "0 5-5", "0 stop").state
    assert legal(state, 1) == {"3-5@5-5"}
    assert refused(state, "1 stop").code == "stop.not-kept"


# What a drawn tile does


LIKE_HAND = replace(TWO, drawn_tile=DrawnTile.LIKE_HAND)


@pytest.mark.parametrize(
    ("drawn", "layout", "keeps"), [("1-1", "1-4", True), ("1-6", "1-4", True), ("1-5", "1-4", False)]
)
def test_a_drawn_tile_like_one_of_the_hand(drawn: str, layout: str, keeps: bool) -> None:
    for rules in (LIKE_HAND, TWO):
        state = go(table(rules, "0-0 0-2", "5-5", boneyard=f"3-3 {drawn}", layout=layout), "0 +").state
        assert legal(state, 0) == {f"{drawn}@{layout}"}, "it is still placed at once, and no other"
        assert refused(state, "0 0-0@1-4").code == "drawn.other-tile"
        course = go(state, f"0 {drawn}@{layout}")
        assert course.only(Played).goes_on is (keeps and rules is LIKE_HAND)
        assert course.state.turn == (0 if keeps and rules is LIKE_HAND else 1)


def test_both_house_rules_together() -> None:
    rules = replace(LIKE_HAND, going_on=GoingOn.CHOICE)
    state = go(table(rules, "0-0 0-2", "5-5", boneyard="3-3 1-1", layout="1-4"), "0 +", "0 1-1@1-4").state
    assert legal(state, 0) == {"+", "stop"}


# What keeps the turn


@pytest.mark.parametrize(
    ("keeps", "kept"),
    [
        (frozenset(), set()),
        (frozenset({Keeps.DOUBLE}), {"0-0", "5-5"}),
        (frozenset({Keeps.AWARD}), {"1-4", "5-5"}),
        (frozenset(Keeps), {"0-0", "1-4", "5-5"}),
    ],
)
def test_what_keeps_the_turn(keeps: frozenset[Keeps], kept: set[str]) -> None:
    rules = replace(TWO, keeps=keeps)
    state = table(rules, "0-0 1-4 5-5 1-2 3-6", "0-3", boneyard="2-2")
    assert {tile for tile in ("0-0", "1-4", "5-5", "1-2") if go(state, f"0 {tile}").state.turn == 0} == kept


# No drawing although there are tiles; drawing although there are none


def test_horse_race_without_drawing() -> None:
    rules = replace(TWO, hand=14, drawing=Drawing.NONE)
    assert list(faults(rules)) == []
    state = table(rules, "0-0", "1-6 5-5", layout="1-4")
    assert legal(state, 0) == {"pass"}
    assert refused(state, "0 +") == Refusal("draw.none")


def test_drawing_with_nothing_to_draw() -> None:
    rules = replace(SEVEN_ROCKS, drawing=Drawing.UNTIL_FITS)
    assert list(faults(rules)) == []
    state = table(rules, "0-0", "1-6 5-5", "0-1", "0-2", layout="1-4 1-1@1-4")
    assert legal(state, 0) == {"pass"}
    assert refused(state, "0 +") == Refusal("draw.empty")


# Spinners


@pytest.mark.parametrize("spinners", Spinners)
def test_which_doubles_branch(spinners: Spinners) -> None:
    rules = replace(TWO, spinners=spinners)
    layout = "5-5 2-5@5-5 2-2@2-5 2-4@2-2"
    state = table(rules, "2-6", "2-3 0-0", boneyard="0-1", layout=layout)
    assert legal(state, 0) == ({"2-6@2-2"} if spinners is Spinners.ALL else {"+"})
    assert state.layout.total == lay(layout, spinners).total == 14


# Settlements


def blocked(rules: Ruleset, *hands: str, scores: tuple[int, ...] = ()) -> Course:
    """Seat 0 opens with 6-6 on which nobody can go on: these hands are left."""
    first, *others = hands
    return go(table(rules, f"6-6 {first}", *others, scores=scores), "0 6-6")


def test_a_bonus_of_hands_that_are_rounded_alone() -> None:
    rules = replace(horse_race(3), rounding=Rounding.HAND)
    course = go(table(rules, "5-6", "0-3", "1-2"), "0 5-6")
    assert course.settled.changes == (Change(0, (Counted(1, 3, 5), Counted(2, 3, 5)), 6, 10, 2),)
    assert course.state.scores == (2, 0, 0)


def test_a_deduction_of_a_pair_s_sum_that_is_rounded_once() -> None:
    rules = replace(SEVEN_ROCKS, rounding=Rounding.SUM)
    course = go(table(rules, "6-6", "0-3", "2-2", "1-2"), "0 6-6")
    assert course.settled.changes == (
        Change(0, (Counted(0, 0), Counted(2, 4)), 4, 5, -5),
        Change(1, (Counted(1, 3), Counted(3, 3)), 6, 5, -5),
    )


def test_nobody_wins_a_tied_block() -> None:
    rules = replace(FOUR, ties=Ties.NOBODY)
    course = blocked(rules, "0-4", "1-3", "2-2", "3-5")
    assert (course.settled.winners, course.settled.changes) == ((), ())
    assert course.state.scores == (0, 0, 0, 0)
    assert blocked(rules, "0-4", "1-2", "2-2", "3-5").settled.winners == (1,), "without a tie somebody does"


@pytest.mark.parametrize("rules", [TWO, horse_race(3), FOUR, PAIRS], ids=named)
def test_a_deduction_in_horse_race_s_seatings(rules: Ruleset) -> None:
    rules = replace(rules, settlement=Settlement.DEDUCTION, ties=Ties.NOBODY, rounding=Rounding.HAND, unit=5)
    course = blocked(rules, *("0-4", "1-3", "2-2", "3-5")[: rules.players])
    each = [-1, -1, -1, -2][: rules.players]
    expected = [each[0] + each[2], each[1] + each[3]] if rules.pairs else each
    assert list(course.state.scores) == expected
    assert course.settled.winners == ()


def test_a_bonus_in_seven_rocks() -> None:
    rules = replace(SEVEN_ROCKS, settlement=Settlement.BONUS, ties=Ties.EACH, rounding=Rounding.SUM)
    course = go(table(rules, "1-2", "4-5", "3-4", "3-5", scores=(240, 249)), "0 1-2")
    assert course.points == {0: 15}
    assert course.won == (0,)


def test_raw_points_in_horse_race() -> None:
    rules = replace(TWO, unit=1, target=250)
    assert go(table(rules, "5-5 5-6", "0-0", boneyard="0-1"), "0 5-5").state.scores == (10, 0)
    assert go(table(rules, "1-2", "5-6 0-6"), "0 1-2").points == {0: 15}


def test_a_settlement_without_a_table() -> None:
    settled = settle(PAIRS, ((t("0-4"),), (t("5-5"),), (t("3-5"),), (t("0-2"),)), None)
    assert (settled.out, settled.winners) == (None, (0, 1))
    assert [change.points for change in settled.changes] == [2, 2]


# Who starts


def test_a_lot_before_every_round() -> None:
    rules = replace(TWO, leads=Leads.LOT)
    course = go(table(rules, "1-2", "5-6"), "0 1-2")
    assert course.settled.out == 0
    starters = set()
    for number in range(12):
        events = deal(fold(course.state, [pledge(bytes([number]) * 32)]))
        assert not isinstance(events, Refusal)
        lot, dealt = events
        assert isinstance(lot, Lotted)
        assert isinstance(dealt, Dealt)
        assert (dealt.starter, dealt.start_by) == (lot.seat, "lot")
        starters.add(dealt.starter)
    assert starters == {0, 1}


# Other sets


def test_a_double_nine_set() -> None:
    rules = replace(TWO, highest=9)
    state = table(rules, "7-8 9-9", "8-9 0-0", boneyard="0-1")
    course = go(state, "0 7-8")
    assert course.raw == [15]
    assert go(course.state, "0 +", "0 pass").state.turn == 1


def test_a_double_three_set_has_no_six() -> None:
    rules = replace(TWO, highest=3, hand=3)
    assert list(faults(rules)) == []
    state = table(rules, "2-3 1-1", "3-3", boneyard="0-1")
    assert refused(state, "0 6-6").data == {"tile": t("6-6"), "highest": 3}
    assert go(state, "0 2-3").raw == [5]
