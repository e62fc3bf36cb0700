"""A sheet of a domino game: awards, the ends of rounds, and who wins."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers import GAMES, HORSE_RACES, SEVEN_ROCKS, ts
from homestretch.fives.events import MatchWon, Scored, Settled
from homestretch.fives.ruleset import Ruleset
from homestretch.fives.settle import settle
from homestretch.fives.state import Phase, State
from homestretch.kit.card import Suit
from homestretch.kit.hidden import known
from homestretch.kit.message import Refusal
from homestretch.sheet.dominoes import begin, enter
from homestretch.sheet.entries import Award, Entry, Finished, RoundEnd, Starts
from homestretch.sheet.limits import most_award, most_total
from properties.walks import Step, match, rulesets, seeds

from .sheets import blocked, first, horse_sheet, out, refused, rocks_sheet, write


def test_awards_are_in_game_points_in_horse_race_and_raw_in_seven_rocks() -> None:
    assert write(horse_sheet(), "0 3", "1 1", "0 2").state.scores == (5, 1)
    assert write(rocks_sheet(), "0 15", "1 5").state.scores == (15, 5)


def test_an_award_is_an_event_of_the_rules() -> None:
    (line,) = write(horse_sheet(4, pairs=True), "1 4").lines
    assert line.events == (Scored(1, 1, 20, 4),)


@pytest.mark.parametrize(("points", "why"), [(0, "sheet.award-none"), (-5, "sheet.award-none")])
def test_an_award_is_positive(points: int, why: str) -> None:
    assert refused(horse_sheet(), Award(0, points)) == why
    assert refused(rocks_sheet(), Award(0, points)) == why


def test_an_award_is_a_multiple_of_five_raw_points() -> None:
    assert refused(rocks_sheet(), "0 12") == "sheet.award-multiple"
    assert write(horse_sheet(), "0 1").state.scores == (1, 0)


def test_an_award_larger_than_any_layout_can_earn_is_refused() -> None:
    assert write(rocks_sheet(), "0 35").state.scores == (35, 0)
    assert refused(rocks_sheet(), "0 40") == "sheet.award-large"
    assert refused(horse_sheet(), "0 17") == "sheet.award-large"


@given(rulesets, seeds)
def test_no_layout_of_a_match_counts_more_than_the_bound(rules: Ruleset, seed: bytes) -> None:
    for step in match(rules, seed):
        assert step.after.layout.total <= most_total(rules)
        if isinstance(step.event, Scored):
            assert step.event.points <= most_award(rules)


def test_a_side_that_does_not_exist_scores_nothing() -> None:
    assert refused(horse_sheet(), "2 1") == refused(horse_sheet(), "-1 1") == "sheet.unclear"
    assert refused(horse_sheet(), Finished(1, Suit.CLUBS)) == "sheet.unclear"


# ---- the end of a round


def test_the_one_who_goes_out_gets_the_others_pips_rounded() -> None:
    sheet = write(horse_sheet(), out(1, 0, None, "5-6 0-6"))
    assert sheet.state.scores == (3, 0)
    assert write(horse_sheet(), out(1, 0, None, 17)).state.scores == (3, 0)


def test_a_partner_need_not_be_entered_and_counts_nothing() -> None:
    pairs = horse_sheet(4, pairs=True)
    assert write(pairs, out(1, 0, None, 9, None, 8)).state.scores == (3, 0)
    assert write(pairs, out(1, 0, None, 9, 7, 8)).state.scores == (3, 0)
    assert refused(pairs, out(1, 0, None, 9, 7, None)) == "sheet.hand-missing"


def test_a_blocked_round_goes_to_the_lowest_pair() -> None:
    assert write(horse_sheet(4, pairs=True), blocked(1, 1, 5, 17, 6)).state.scores == (0, 4)


def test_a_tie_pays_everyone_with_the_lowest_pips() -> None:
    assert write(horse_sheet(4), blocked(1, 4, 4, 4, 14)).state.scores == (4, 4, 4, 0)


def test_a_deduction_rounds_each_hand_and_may_go_below_zero() -> None:
    sheet = write(rocks_sheet(), out(1, 0, None, 3, 3, 3))
    assert sheet.state.scores == (-5, -10)
    assert refused(rocks_sheet(), out(1, 0, None, 3, None, 3)) == "sheet.hand-missing"


def test_a_settlement_from_tiles_is_that_of_the_rules() -> None:
    hands = tuple(map(ts, ("1-2", "5-6 0-3", "4-4", "2-2")))
    for rules in (*HORSE_RACES[2:], SEVEN_ROCKS):
        for leaver in (None, 1):
            left = tuple(() if seat == leaver else hand for seat, hand in enumerate(hands))
            answer = enter(begin(rules), RoundEnd(1, leaver, left))
            assert not isinstance(answer, Refusal)
            assert answer[0] == (settle(rules, left, leaver),)


def test_whoever_went_out_leads_and_a_block_asks_for_a_lot() -> None:
    sheet = write(horse_sheet(), out(1, 1, 12, None))
    assert (sheet.state.round, sheet.state.leader) == (2, 1)
    assert refused(sheet, first(0)) == "sheet.leader-known"
    sheet = write(sheet, blocked(2, 3, 4))
    assert (sheet.state.round, sheet.state.leader) == (3, None)
    assert write(sheet, first(0)).state.leader == 0
    assert write(sheet, first(0), first(1)).state.leader == 1
    assert refused(sheet, first(2)) == "sheet.unclear"


def test_an_end_names_the_round_that_it_ends() -> None:
    sheet = write(horse_sheet(), out(1, 0, None, 17))
    assert refused(sheet, out(1, 0, None, 17)) == "sheet.round-other"
    assert refused(sheet, out(3, 0, None, 17)) == "sheet.round-other"


# ---- what cannot be left


@pytest.mark.parametrize(
    ("end", "why"),
    [
        (out(1, 0, 5, 17), "sheet.out-holds"),
        (out(1, 0, "0-5", 17), "sheet.out-holds"),
        (out(1, 0, None, None), "sheet.hand-missing"),
        (out(1, 0, None, ""), "sheet.hand-missing"),
        (blocked(1, 4, None), "sheet.hand-missing"),
        (out(1, 0, None, "5-6 5-6"), "sheet.tile-twice"),
        (blocked(1, "5-6 1-2", "0-0 5-6"), "sheet.tile-twice"),
        (out(1, 0, None, "7-8"), "tile.not-in-set"),
        (out(1, 0, None, -1), "sheet.pips-impossible"),
        (out(1, 0, None, 162), "sheet.pips-impossible"),
        (blocked(1, 0, 0), "sheet.zero-twice"),
        (blocked(1, "0-0", 0), "sheet.zero-twice"),
        (blocked(1, "0-0 1-2", 0), "sheet.tile-twice"),
        (blocked(1, 1, 1), "sheet.light-clash"),
        (blocked(1, 1, "0-1 5-6"), "sheet.light-clash"),
        (blocked(1, 90, 90), "sheet.too-many-in-all"),
        (out(1, 5, None, 9), "sheet.unclear"),
        (out(1, 0, None), "sheet.unclear"),
    ],
)
def test_what_cannot_be_left_is_said(end: RoundEnd, why: str) -> None:
    assert refused(horse_sheet(), end) == why


def test_a_hand_cannot_hold_more_tiles_than_were_dealt_and_drawn() -> None:
    eight = "0-0 0-1 0-2 0-3 0-4 0-5 0-6 1-1"
    assert refused(rocks_sheet(), blocked(1, eight, 5, 6, 7)) == "sheet.too-many-tiles"
    assert write(horse_sheet(), blocked(1, eight, 5)).state.scores == (0, 5)


def test_light_hands_are_taken_where_tiles_make_them_up() -> None:
    assert write(horse_sheet(4), blocked(1, 0, 1, 2, 2)).state.round == 2
    assert refused(horse_sheet(4), blocked(1, 1, 2, 2, 2)) == "sheet.light-clash"
    assert write(horse_sheet(4), blocked(1, 3, 3, "0-0", 30)).state.round == 2


def test_the_blank_tile_may_be_all_that_is_left() -> None:
    assert write(horse_sheet(), out(1, 0, None, "0-0")).state.scores == (0, 0)
    assert write(horse_sheet(), out(1, 0, None, 0)).state.scores == (0, 0)


# ---- the end of the match


def to_59() -> list[str]:
    return ["0 15", "0 15", "0 15", "0 14", "1 15", "1 15", "1 15", "1 14"]


def test_an_award_that_reaches_the_target_wins_at_once() -> None:
    sheet = write(horse_sheet(), *to_59(), "0 1", "0 2")
    assert sheet.state.scores == (62, 59)
    assert sheet.winners == (0,)
    assert sheet.lines[-1].events[-1] == MatchWon((0,))


def test_pairs_share_a_win_that_one_settlement_brings_to_both() -> None:
    sheet = write(horse_sheet(4, pairs=True), *to_59(), blocked(1, 5, 5, 7, 7))
    assert sheet.state.scores == (61, 61)
    assert sheet.winners == (0, 1)


def test_nothing_is_entered_after_the_win() -> None:
    sheet = write(horse_sheet(), *to_59(), "0 2")
    for entry in ("1 1", out(1, 0, None, 17), first(0)):
        assert refused(sheet, entry) == "sheet.over"


# ---- as the tables have it


def entries_of(steps: list[Step]) -> list[tuple[Entry, State]]:
    """The entries that a keeper would have made beside this match, with the state of the table after each."""
    entries: list[tuple[Entry, State]] = []
    for step in steps:
        match step.event:
            case Scored():
                entries.append((Award(step.event.side, step.event.points), step.after))
            case Settled():
                hands = tuple(known(hand) for hand in step.before.hands)
                entries.append((RoundEnd(step.before.round, step.event.out, hands), step.after))
            case MatchWon():
                entries[-1] = (entries[-1][0], step.after)
    return entries


@given(rulesets, seeds, st.booleans())
def test_a_sheet_has_the_scores_and_winners_of_the_table(rules: Ruleset, seed: bytes, pips_only: bool) -> None:
    state = begin(rules)
    for entry, at_table in entries_of(list(match(rules, seed))):
        if pips_only and isinstance(entry, RoundEnd):
            pips = tuple(sum(tile.pips for tile in hand) for hand in entry.left if isinstance(hand, tuple))
            entry = RoundEnd(entry.round, entry.out, pips)  # noqa: PLW2901
        answer = enter(state, entry)
        assert not isinstance(answer, Refusal), answer
        state = answer[1]
        assert state.scores == at_table.scores
        assert state.winners == at_table.winners
        assert (state.phase is Phase.OVER) == (at_table.phase is Phase.OVER)
        if isinstance(entry, RoundEnd) and state.phase is not Phase.OVER:
            assert state.leader == (at_table.leader if rules.leads == "out" else None)


@given(st.sampled_from(GAMES), st.data())
def test_a_lot_changes_no_score(rules: Ruleset, data: st.DataObject) -> None:
    seat = data.draw(st.integers(0, rules.players - 1))
    answer = enter(begin(rules), Starts(seat))
    assert not isinstance(answer, Refusal)
    assert answer[1].scores == (0,) * rules.sides
    assert answer[1].leader == seat
