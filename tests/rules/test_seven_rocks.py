"""The clauses S1–S7 of ``learn/rules/en/seven-rocks.md``."""

import pytest
from msgspec.structs import replace

from helpers import SEVEN_ROCKS, Course, ends, go, lay, legal, places, refused, t, table, ts
from homestretch.fives.events import Passed, Played
from homestretch.fives.layout import award
from homestretch.fives.match import Fives
from homestretch.fives.ruleset import Drawing, Ruleset, Settlement, Spinners, faults
from homestretch.fives.state import Phase
from homestretch.kit.chance import derive
from homestretch.kit.message import Refusal


def seven(*hands: str, layout: str = "", turn: int = 0, scores: tuple[int, int] = (0, 0)) -> Course:
    """A table of Seven Rocks before anybody has moved."""
    return Course(table(SEVEN_ROCKS, *hands, layout=layout, turn=turn, scores=scores), ())


# S1


def test_S1_four_in_two_pairs_with_seven_tiles_each_and_no_boneyard() -> None:
    assert list(faults(SEVEN_ROCKS)) == []
    game = Fives(SEVEN_ROCKS)
    state = game.new()
    for seed in range(3):
        committed = game.open_round(replace(state, phase=Phase.ROUND), derive(b"deal", seed))
        assert not isinstance(committed, Refusal)
        state = game.evolve(state, committed[0])
        events = game.deal(state)
        assert not isinstance(events, Refusal)
        for event in events:
            state = game.evolve(state, event)
        assert [len(hand) for hand in state.hands] == [7, 7, 7, 7]
        assert state.boneyard == ()
    assert (game.players, SEVEN_ROCKS.sides, SEVEN_ROCKS.boneyard) == (4, 2, 0)
    assert [SEVEN_ROCKS.side_of(seat) for seat in range(4)] == [0, 1, 0, 1]


def changed(**fields: object) -> Ruleset:
    return replace(SEVEN_ROCKS, **fields)


@pytest.mark.parametrize("rules", [changed(players=2), changed(players=3), changed(hand=6), changed(hand=8)])
def test_S1_no_other_seating_makes_this_game(rules: Ruleset) -> None:
    assert list(faults(rules))


# S2


def test_S2_awards_are_raw_points() -> None:
    course = go(seven("5-5 5-6", "0-1", "0-2", "0-3").state, "0 5-5")
    assert course.raw == [10]
    assert course.state.scores == (10, 0)


@pytest.mark.parametrize(("before", "won"), [(235, ()), (240, (0,)), (245, (0,))])
def test_S2_the_target_is_at_least_250(before: int, won: tuple[int, ...]) -> None:
    course = go(seven("5-5 5-6", "0-1", "0-2", "0-3", scores=(before, 245)).state, "0 5-5")
    assert SEVEN_ROCKS.target == 250
    assert course.won == won
    assert course.kinds == (["Played", "Scored", "MatchWon"] if won else ["Played", "Scored"])


def test_S2_only_the_pair_that_placed_can_reach_it() -> None:
    course = go(seven("0-1", "5-5", "0-2", "0-3", turn=1, scores=(245, 240)).state, "1 5-5")
    assert course.won == (1,)
    assert course.state.scores == (245, 250)


# S3


def test_S3_the_figures_of_an_opening_double() -> None:
    hands = ("5-5 1-1", "0-5 2-2", "2-5 1-6", "3-5 6-6")
    course = go(seven(*hands).state, "0 5-5", "1 0-5@5-5", "2 2-5@5-5")
    assert course.raw == [10, 10, 0]
    assert ends(course.state.layout) == ["0-5 0", "2-5 2"]
    assert places(course.state.layout) >= {"5-5 branch-a 5", "5-5 branch-b 5"}
    course = go(course.state, "3 3-5@5-5")
    assert ends(course.state.layout) == ["0-5 0", "2-5 2", "3-5 3"]
    assert course.raw == [5]
    assert course.state.scores == (10, 15)


def test_S3_only_the_first_double_placed_is_a_spinner() -> None:
    assert lay("5-5 2-5@5-5 2-2@2-5", Spinners.FIRST).spinners == ts("5-5")
    assert lay("1-4 1-1@1-4 4-4@1-4", Spinners.FIRST).spinners == ts("1-1")
    assert lay("1-4 4-4@1-4 1-1@1-4", Spinners.FIRST).spinners == ts("4-4")
    assert lay("1-4", Spinners.FIRST).spinners == ()


def test_S3_a_later_double_branches_nowhere_but_counts_both_halves_at_an_end() -> None:
    layout = "5-5 2-5@5-5 2-2@2-5"
    assert ends(lay(layout, Spinners.FIRST)) == ["2-2 4", "5-5 10"]
    course = go(seven("2-4 2-6", "0-2 5-6", "1-2", "2-3 1-1", layout=layout).state, "0 2-4@2-2")
    assert ends(course.state.layout) == ["2-4 4", "5-5 10"]
    assert places(course.state.layout) == {"5-5 line-b 5", "2-4 high 4"}
    assert refused(course.state, "1 0-2@2-2").code == "place.nowhere"


def test_S3_branches_of_the_spinner_open_after_both_line_sides() -> None:
    state = seven("4-5 2-3", "0-1", "0-2", "3-4", layout="5-5 2-5@5-5").state
    assert places(state.layout) == {"5-5 line-b 5", "2-5 low 2"}
    assert lay("5-5 2-5@5-5 3-5@5-5 4-5@5-5", Spinners.FIRST).joints[-1].host_port == "branch-a"


# S4


def test_S4_who_can_place_must() -> None:
    state = seven("1-6 0-0", "0-1", "0-2", "0-3", layout="1-4").state
    assert legal(state, 0) == {"1-6@1-4"}
    assert refused(state, "0 pass").code == "pass.can-place"
    assert refused(state, "0 +") == Refusal("draw.none")
    assert refused(state, "0 stop") == Refusal("stop.duty")


def test_S4_otherwise_the_player_knocks() -> None:
    state = seven("0-0", "1-6 5-5", "0-2", "0-3", layout="1-4").state
    assert SEVEN_ROCKS.drawing is Drawing.NONE
    assert legal(state, 0) == {"pass"}
    assert refused(state, "0 0-0@1-4").code == "place.nowhere"
    assert refused(state, "0 +") == Refusal("draw.none")
    course = go(state, "0 pass")
    assert course.events == (Passed(0),)
    assert course.state.turn == 1


def test_S4_three_knocks_in_a_row_mean_nothing() -> None:
    state = seven("0-0", "0-2", "0-3", "1-6 5-5 1-1", layout="1-4").state
    course = go(state, "0 pass", "1 pass", "2 pass", "3 1-1@1-4")
    assert course.kinds == ["Passed", "Passed", "Passed", "Played"]


@pytest.mark.parametrize(("hand", "raw"), [("0-0 0-6", 0), ("1-4 1-6", 5), ("5-5 5-6", 10), ("1-2 1-6", 0)])
def test_S4_every_placement_ends_the_turn(hand: str, raw: int) -> None:
    for seat in range(4):
        hands = ["2-3", "2-4", "3-4", "3-3"]
        hands[seat] = hand
        course = go(seven(*hands, turn=seat).state, f"{seat} {hand[:3]}")
        assert course.raw == [raw]
        assert not course.only(Played).goes_on
        assert course.state.turn == (seat + 1) % 4


# S5


def test_S5_the_round_ends_when_somebody_goes_out() -> None:
    course = go(seven("1-2", "4-5", "3-4", "3-5").state, "0 1-2")
    assert course.settled.out == 0
    assert course.kinds == ["Played", "Settled"]


def test_S5_or_when_none_of_the_four_can_place() -> None:
    course = go(seven("6-6 0-1", "4-5", "3-4", "3-5").state, "0 6-6")
    assert course.settled.out is None
    assert course.kinds == ["Played", "Settled"]


def test_S5_the_same_settlement_either_way_and_no_winner_s_points() -> None:
    assert SEVEN_ROCKS.settlement is Settlement.DEDUCTION
    out = go(seven("6-6", "4-5", "3-4", "3-5").state, "0 6-6")
    block = go(seven("6-6 0-0", "4-5", "3-4", "3-5").state, "0 6-6")
    assert out.settled.winners == block.settled.winners == ()
    assert out.points == block.points == {0: -5, 1: -20}
    assert out.state.scores == block.state.scores == (-5, -20)
    assert [seat for seat, _ in out.settled.shown] == [seat for seat, _ in block.settled.shown] == [0, 1, 2, 3]


def test_S5_a_block_deducts_from_every_player() -> None:
    course = go(seven("6-6 0-3", "4-5", "3-4", "3-5").state, "0 6-6")
    assert course.points == {0: -10, 1: -20}


# S6


def test_S6_three_and_three_are_ten_off() -> None:
    course = go(seven("6-6", "0-3", "2-2", "1-2").state, "0 6-6")
    assert course.points == {0: -5, 1: -10}
    change = course.settled.changes[1]
    assert [(hand.seat, hand.pips, hand.rounded) for hand in change.hands] == [(1, 3, 5), (3, 3, 5)]
    assert (change.pips, change.rounded) == (6, 10), "partners' pips are never added before they are rounded"


def test_S6_two_and_two_are_nothing_off() -> None:
    assert go(seven("6-6", "0-2", "0-0", "1-1").state, "0 6-6").points == {0: 0, 1: 0}


def test_S6_who_went_out_has_nothing_to_round() -> None:
    course = go(seven("0-1", "0-3", "2-5", "6-6", turn=3).state, "3 6-6")
    nothing = course.settled.changes[1].hands[1]
    assert (nothing.seat, nothing.pips, nothing.rounded) == (3, 0, 0)
    assert course.points == {0: -5, 1: -5}


def test_S6_scores_may_go_below_zero() -> None:
    course = go(seven("6-6", "4-5", "3-4", "3-5", scores=(3, 10)).state, "0 6-6")
    assert course.state.scores == (-2, -10)
    assert course.state.phase is Phase.ROUND


def test_S6_a_winning_award_is_not_settled() -> None:
    course = go(seven("5-5", "4-5", "3-4", "3-5", scores=(240, 0)).state, "0 5-5")
    assert course.kinds == ["Played", "Scored", "MatchWon"]
    assert course.state.scores == (250, 0)


# S7

LARGEST = "0-0 0-6@0-0 0-5@0-0 0-4@0-0 0-3@0-0 6-6@0-6 5-5@0-5 4-4@0-4"


def test_S7_the_largest_total_with_one_spinner_is_36() -> None:
    layout = lay(f"{LARGEST} 3-3@0-3", Spinners.FIRST)
    assert layout.total == 12 + 10 + 8 + 6 == 36
    assert award(layout.total) == 0
    four_largest = sorted((2 * pips for pips in range(7)), reverse=True)[:4]
    assert layout.total == sum(four_largest), "a double twice its pips, and one spinner makes four ends at most"


def test_S7_the_largest_award_is_35() -> None:
    course = go(seven("3-5 0-1", "1-1", "1-6", "1-2", layout=LARGEST).state, "0 3-5@0-3")
    assert course.state.layout.total == 12 + 10 + 8 + 5
    assert course.raw == [35]
    assert t("3-5") in course.state.layout.tiles
