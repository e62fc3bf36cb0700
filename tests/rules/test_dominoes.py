"""The clauses D1–D16 of ``learn/rules/en/dominoes.md``, in every seating of both games where that matters."""

from collections import Counter

import pytest
from msgspec.structs import replace

from helpers import GAMES, HORSE_RACES, SEVEN_ROCKS, ends, go, lay, legal, named, places, refused, t, table
from homestretch.fives.deal import deal, open_round
from homestretch.fives.events import Dealt, Drew, MatchWon, Passed, Played, Scored
from homestretch.fives.evolve import evolve
from homestretch.fives.layout import LINE, Port, award, rounded
from homestretch.fives.ruleset import Ruleset, Spinners
from homestretch.fives.secrets import redact, view
from homestretch.fives.settle import settle
from homestretch.fives.state import Phase, State, new
from homestretch.games import horse_race
from homestretch.kit.chance import Lotted, derive
from homestretch.kit.hidden import HIDDEN
from homestretch.kit.message import Refusal
from homestretch.kit.seat import SPECTATOR
from homestretch.kit.tile import Tile

every_seating = pytest.mark.parametrize("rules", GAMES, ids=named)
every_horse_race = pytest.mark.parametrize("rules", HORSE_RACES, ids=named)
both_spinners = pytest.mark.parametrize("spinners", Spinners)


def dealt(state: State, number: int = 0) -> tuple[State, Lotted | None, Dealt]:
    """Open and deal the next round from a seed of its own; the state, the lot if there was one, and the deal."""
    promise = open_round(state, derive(b"rounds", number))
    assert not isinstance(promise, Refusal)
    state = evolve(state, promise[0])
    events = deal(state)
    assert not isinstance(events, Refusal)
    for event in events:
        state = evolve(state, event)
    *before, last = events
    assert isinstance(last, Dealt)
    lot = before[0] if before else None
    assert lot is None or isinstance(lot, Lotted)
    return state, lot, last


def dealt_to(rules: Ruleset, seat: int, hand: str, others: str = "2-3 2-4 3-4") -> list[str]:
    """One hand for this seat, and one of the other tiles for each other seat."""
    rest = iter(others.split())
    return [hand if other == seat else next(rest) for other in range(rules.players)]


# D1


@every_seating
def test_D1_the_set_has_28_tiles(rules: Ruleset) -> None:
    names = [str(tile) for tile in rules.tiles]
    assert len(names) == len(set(names)) == 28
    assert names[0] == "0-0"
    assert names[-1] == "6-6"
    assert sum(tile.is_double for tile in rules.tiles) == 7
    assert Counter(half for tile in rules.tiles for half in tile) == dict.fromkeys(range(7), 8)


@every_seating
def test_D1_every_deal_uses_each_tile_once(rules: Ruleset) -> None:
    _, _, deal = dealt(new(rules))
    assert sorted(tile for pile in (*deal.hands, deal.boneyard) for tile in pile if isinstance(tile, Tile)) == sorted(
        rules.tiles
    )


# D2


@every_seating
def test_D2_turns_pass_clockwise(rules: Ruleset) -> None:
    for seat in range(rules.players):
        after = (seat + 1) % rules.players
        placed = go(table(rules, *dealt_to(rules, seat, "1-2 1-6"), turn=seat), f"{seat} 1-2")
        assert placed.raw == [0]
        assert placed.state.turn == after
        stuck = table(rules, *dealt_to(rules, after, "5-6", others="0-1 0-2 0-3"), layout="6-6", turn=seat)
        assert go(stuck, f"{seat} pass").state.turn == after


@every_seating
def test_D2_only_the_seat_on_turn_moves(rules: Ruleset) -> None:
    state = table(rules, *("0-1", "1-2", "0-3", "2-4")[: rules.players], turn=1)
    for seat in set(range(rules.players)) - {1}:
        assert refused(state, f"{seat} 0-1").code == "turn.other"
        assert refused(state, f"{seat} pass").data == {"turn": 1}
        assert legal(state, seat) == set()
    assert legal(state, 1) == {"1-2"}


@every_seating
def test_D2_partners_sit_opposite_and_score_together(rules: Ruleset) -> None:
    expected = [(0, 2), (1, 3)] if rules.pairs else [(seat,) for seat in range(rules.players)]
    assert [rules.seats_of(side) for side in range(rules.sides)] == expected
    for seat in range(rules.players):
        state = table(rules, *(f"1-4 {seat}-6" if s == seat else f"{s}-6" for s in range(rules.players)), turn=seat)
        scores = go(state, f"{seat} 1-4").state.scores
        assert [side for side, score in enumerate(scores) if score] == [rules.side_of(seat)]


# D3


@every_seating
def test_D3_every_round_is_shuffled_anew_from_all_tiles(rules: Ruleset) -> None:
    state, _, first = dealt(new(rules), 1)
    _, _, second = dealt(replace(state, phase=Phase.ROUND), 2)
    _, _, again = dealt(new(rules), 1)
    assert first.hands != second.hands
    assert first.hands == again.hands


@every_seating
def test_D3_hands_and_boneyard_lie_face_down(rules: Ruleset) -> None:
    state, _, deal = dealt(new(rules))
    for viewer in (*range(rules.players), SPECTATOR):
        for seen in (view(state, viewer), redact(deal, viewer)):
            assert isinstance(seen, State | Dealt)
            assert seen.boneyard == (HIDDEN,) * rules.boneyard
            for seat in range(rules.players):
                expected = deal.hands[seat] if seat == viewer else (HIDDEN,) * rules.hand
                assert seen.hands[seat] == expected


@every_seating
def test_D3_a_block_shows_every_hand(rules: Ruleset) -> None:
    course = go(table(rules, *("6-6 0-4", "1-3", "2-2", "3-5")[: rules.players]), "0 6-6")
    assert [seat for seat, _ in course.settled.shown] == list(range(rules.players))
    assert HIDDEN not in [tile for hand in view(course.state, SPECTATOR).hands for tile in hand]


def test_D3_a_partner_s_hand_that_no_bonus_needs_stays_hidden() -> None:
    course = go(table(horse_race(4, pairs=True), "1-2", "4-5", "3-4", "3-5"), "0 1-2")
    assert course.settled.shown == ((1, (t("4-5"),)), (3, (t("3-5"),)))
    assert view(course.state, 1).hands == ((), (t("4-5"),), (HIDDEN,), (t("3-5"),))
    assert view(course.state, 2).hands[2] == (t("3-4"),)


def test_D3_seven_rocks_takes_off_every_hand_so_every_hand_is_shown() -> None:
    course = go(table(SEVEN_ROCKS, "1-2", "4-5", "3-4", "3-5"), "0 1-2")
    assert view(course.state, SPECTATOR).hands == ((), (t("4-5"),), (t("3-4"),), (t("3-5"),))


@every_seating
def test_D3_a_match_won_by_an_award_reveals_no_hand(rules: Ruleset) -> None:
    scores = (rules.target - 1, *(0 for _ in range(1, rules.sides)))
    course = go(table(rules, *("5-5 0-1", "1-2", "2-3", "3-4")[: rules.players], scores=scores), "0 5-5")
    assert course.kinds == ["Played", "Scored", "MatchWon"]
    assert course.state.shown == ()
    for viewer in range(rules.players):
        hands = view(course.state, viewer).hands
        assert all(hand == (HIDDEN,) for seat, hand in enumerate(hands) if seat != viewer)
        assert hands[viewer] == course.state.hands[viewer]


# D4


@every_seating
def test_D4_a_lot_among_all_players_chooses_who_starts_the_first_round(rules: Ruleset) -> None:
    starters = Counter[int]()
    for number in range(400):
        _, lot, deal = dealt(new(rules), number)
        assert lot is not None
        assert deal.start_by == "lot"
        assert deal.starter == lot.seat
        assert [seat for seat, _ in lot.casts[0]] == list(range(rules.players))
        starters[deal.starter] += 1
    assert set(starters) == set(range(rules.players))
    assert all(abs(count - 400 / rules.players) < 50 for count in starters.values())


def test_D4_the_tiles_dealt_play_no_part_in_the_lot() -> None:
    for number in range(20):
        lots = [dealt(new(rules), number)[1] for rules in GAMES if rules.players == 4]
        assert lots[0] is not None
        assert lots[0] == lots[1] == lots[2], "the same seed draws the same lot, whatever is dealt after it"


@every_seating
def test_D4_tied_candidates_draw_again_among_themselves(rules: Ruleset) -> None:
    ties = 0
    for number in range(60):
        _, lot, _ = dealt(new(rules), number)
        assert lot is not None
        for cast, following in zip(lot.casts, lot.casts[1:], strict=False):
            best = max(thrown for _, thrown in cast)
            tied = [seat for seat, thrown in cast if thrown == best]
            assert len(tied) > 1
            assert [seat for seat, _ in following] == tied
            ties += 1
        *_, final = lot.casts
        assert [seat for seat, thrown in final if thrown == max(number for _, number in final)] == [lot.seat]
    assert ties


@every_seating
def test_D4_who_emptied_their_hand_starts_the_next_round(rules: Ruleset) -> None:
    last = rules.players - 1
    hands = [f"{seat}-6" for seat in range(rules.players)]
    course = go(table(rules, *hands, turn=last), f"{last} {last}-6")
    assert course.settled.out == last
    for number in range(5):
        state, lot, deal = dealt(course.state, number)
        assert lot is None
        assert (deal.starter, deal.start_by) == (last, "out")
        assert (state.turn, state.starter, state.start_by) == (last, last, "out")
        assert state.leader is None


@every_seating
def test_D4_after_a_block_a_new_lot_is_drawn(rules: Ruleset) -> None:
    course = go(table(rules, *("6-6 0-4", "1-3", "2-2", "3-5")[: rules.players]), "0 6-6")
    assert course.settled.out is None
    starters = set()
    for number in range(40):
        state, lot, deal = dealt(course.state, number)
        assert lot is not None
        assert deal.start_by == state.start_by == "lot"
        assert state.turn == lot.seat
        starters.add(lot.seat)
    assert starters == set(range(rules.players)), "also those who were far from winning"


# D5


@every_seating
def test_D5_the_starter_may_open_with_any_tile_of_the_hand(rules: Ruleset) -> None:
    for number in range(5):
        state, _, deal = dealt(new(rules), number)
        hand = deal.hands[deal.starter]
        assert legal(state, deal.starter) == {str(tile) for tile in hand}
        for tile in hand:
            course = go(state, f"{deal.starter} {tile}")
            assert course.state.layout.tiles == (tile,)
            assert course.all(Played)[0].host is None


@every_seating
def test_D5_an_opening_tile_joins_nothing(rules: Ruleset) -> None:
    state = table(rules, *("1-4 2-2", "0-1", "0-2", "0-3")[: rules.players])
    assert refused(state, "0 1-4@2-2").code == "place.table-empty"
    assert refused(state, "0 0-1").code == "tile.not-in-hand"


# D6


@every_seating
def test_D6_a_half_joins_a_place_of_the_same_pips(rules: Ruleset) -> None:
    hands = ("2-4 1-6 2-3", "0-1", "0-2", "0-3")[: rules.players]
    state = table(rules, *hands, layout="1-4")
    assert legal(state, 0) == {"2-4@1-4", "1-6@1-4"}
    assert places(go(state, "0 2-4@1-4").state.layout) == {"1-4 low 1", "2-4 low 2"}
    assert places(go(state, "0 1-6@1-4").state.layout) == {"1-4 high 4", "1-6 high 6"}
    nowhere = refused(state, "0 2-3@1-4")
    assert (nowhere.code, nowhere.data) == ("place.nowhere", {"tile": t("2-3"), "pips": (1, 4)})


@every_seating
def test_D6_a_joined_half_is_no_place_any_more(rules: Ruleset) -> None:
    hands = ("3-4 1-2", "0-5", "0-2", "0-3")[: rules.players]
    state = table(rules, *hands, layout="1-4 4-6@1-4")
    assert legal(state, 0) == {"1-2@1-4"}
    assert refused(state, "0 3-4@1-4").code == "place.nowhere"
    assert refused(state, "0 1-2@4-6").code == "place.host-misfit"
    assert refused(state, "0 1-2").code == "place.host-missing"
    assert refused(state, "0 1-2@5-5").code == "place.host-absent"


@every_seating
def test_D6_a_tile_that_fits_several_tiles_may_go_to_any(rules: Ruleset) -> None:
    hands = ("2-5 0-6", "0-1", "0-2", "0-3")[: rules.players]
    state = table(rules, *hands, layout="1-2 1-5@1-2")
    assert legal(state, 0) == {"2-5@1-2", "2-5@1-5"}
    assert ends(go(state, "0 2-5@1-2").state.layout) == ["1-5 5", "2-5 5"]
    assert ends(go(state, "0 2-5@1-5").state.layout) == ["1-2 2", "2-5 2"]


# D7


@both_spinners
def test_D7_a_double_joins_by_a_line_side(spinners: Spinners) -> None:
    layout = lay("1-4 1-1@1-4 4-4@1-4 3-4@4-4 3-3@3-4", spinners)
    doubles = [joint for joint in layout.joints if joint.tile.is_double]
    assert [(str(joint.tile), str(joint.port)) for joint in doubles] == [
        ("1-1", "line-a"),
        ("4-4", "line-a"),
        ("3-3", "line-a"),
    ]
    assert places(layout) >= {"1-1 line-b 1", "3-3 line-b 3"}


def test_D7_a_double_on_a_branch_joins_by_a_line_side_too() -> None:
    layout = lay("5-5 2-5@5-5 3-5@5-5 4-5@5-5 4-4@4-5")
    assert layout.joints[-2].host_port is Port.BRANCH_A
    assert layout.joints[-1].port in LINE
    assert {place for place in places(layout) if place.startswith("4-4")} == {"4-4 line-b 4"}


# D8


@both_spinners
def test_D8_an_ordinary_tile_offers_each_half_not_joined(spinners: Spinners) -> None:
    assert places(lay("1-4", spinners)) == {"1-4 low 1", "1-4 high 4"}
    assert places(lay("1-4 4-6@1-4", spinners)) == {"1-4 low 1", "4-6 high 6"}
    assert places(lay("1-4 4-6@1-4 1-2@1-4", spinners)) == {"4-6 high 6", "1-2 high 2"}


@both_spinners
def test_D8_line_sides_come_before_branches(spinners: Spinners) -> None:
    steps = ["5-5", "2-5@5-5", "3-5@5-5", "4-5@5-5", "1-5@5-5"]
    offered = [
        {place for place in places(lay(" ".join(steps[:number]), spinners)) if place.startswith("5-5")}
        for number in range(1, 6)
    ]
    assert offered == [
        {"5-5 line-a 5", "5-5 line-b 5"},
        {"5-5 line-b 5"},
        {"5-5 branch-a 5", "5-5 branch-b 5"},
        {"5-5 branch-b 5"},
        set(),
    ]


def test_D8_a_double_that_is_no_spinner_never_opens_branches() -> None:
    layout = lay("1-4 1-1@1-4 4-4@1-4 3-4@4-4", Spinners.FIRST)
    assert places(layout) == {"1-1 line-b 1", "3-4 low 3"}
    assert "4-4 branch-a 4" in places(lay("1-4 1-1@1-4 4-4@1-4 3-4@4-4", Spinners.ALL))


@every_seating
def test_D8_equal_places_of_one_tile_are_one_move(rules: Ruleset) -> None:
    hands = ("2-5 0-6", "0-1", "0-2", "0-3")[: rules.players]
    assert legal(table(rules, *hands, layout="5-5"), 0) == {"2-5@5-5"}
    assert legal(table(rules, *hands, layout="5-5 1-5@5-5 3-5@5-5"), 0) == {"2-5@5-5"}


def test_D8_no_fifth_tile_joins_a_double() -> None:
    state = table(horse_race(), "5-6 0-0", "1-1", layout="5-5 2-5@5-5 3-5@5-5 4-5@5-5 1-5@5-5")
    assert refused(state, "0 5-6@5-5").code == "place.nowhere"


# D9


@both_spinners
def test_D9_an_ordinary_tile_counts_each_half_not_joined(spinners: Spinners) -> None:
    assert ends(lay("1-4", spinners)) == ["1-4 1", "1-4 4"]
    assert lay("1-4", spinners).total == 5
    assert ends(lay("1-4 4-6@1-4", spinners)) == ["1-4 1", "4-6 6"]
    assert ends(lay("1-4 4-6@1-4 1-2@1-4", spinners)) == ["1-2 2", "4-6 6"]


# D10


@both_spinners
def test_D10_a_double_counts_both_halves_while_a_line_side_is_free(spinners: Spinners) -> None:
    assert ends(lay("5-5", spinners)) == ["5-5 10"]
    assert ends(lay("5-5 2-5@5-5", spinners)) == ["2-5 2", "5-5 10"]
    assert ends(lay("3-6 6-6@3-6", spinners)) == ["3-6 3", "6-6 12"]


@both_spinners
def test_D10_a_double_counts_nothing_once_both_line_sides_are_joined(spinners: Spinners) -> None:
    assert ends(lay("5-5 2-5@5-5 3-5@5-5", spinners)) == ["2-5 2", "3-5 3"]
    assert ends(lay("1-4 4-4@1-4 3-4@4-4", spinners)) == ["1-4 1", "3-4 3"]


# D11


@both_spinners
def test_D11_unused_branches_count_nothing_and_a_started_one_counts_at_its_outer_end(spinners: Spinners) -> None:
    assert lay("5-5 2-5@5-5 3-5@5-5", spinners).total == 2 + 3
    assert lay("5-5 2-5@5-5 3-5@5-5 4-5@5-5", spinners).total == 2 + 3 + 4
    assert lay("5-5 2-5@5-5 3-5@5-5 4-5@5-5 0-4@4-5", spinners).total == 2 + 3 + 0
    assert lay("5-5 2-5@5-5 3-5@5-5 4-5@5-5 4-4@4-5", spinners).total == 2 + 3 + 8


@both_spinners
def test_D11_an_end_worth_zero_is_an_end(spinners: Spinners) -> None:
    assert ends(lay("0-0", spinners)) == ["0-0 0"]
    assert ends(lay("0-5", spinners)) == ["0-5 0", "0-5 5"]
    assert "0-5 low 0" in places(lay("0-5", spinners))


@both_spinners
def test_D11_a_place_and_an_end_are_different_things(spinners: Spinners) -> None:
    lone = lay("5-5", spinners)
    assert (len(lone.places), len(lone.ends)) == (2, 1)
    branching = lay("5-5 2-5@5-5 3-5@5-5", spinners)
    assert (len(branching.places), len(branching.ends)) == (4, 2)
    assert {str(end.tile) for end in branching.ends} == {"2-5", "3-5"}


# D12


def test_D12_an_award_is_a_positive_multiple_of_five() -> None:
    assert {total: award(total) for total in range(41) if award(total)} == {
        total: total for total in (5, 10, 15, 20, 25, 30, 35, 40)
    }


@every_seating
@pytest.mark.parametrize(
    ("hand", "raw"), [("1-4 1-6", 5), ("5-5 5-6", 10), ("0-5 0-6", 5), ("0-0 0-6", 0), ("6-6 1-6", 0), ("1-2 1-6", 0)]
)
def test_D12_the_opening_tile_may_earn_an_award(rules: Ruleset, hand: str, raw: int) -> None:
    for seat in range(rules.players):
        course = go(table(rules, *dealt_to(rules, seat, hand), turn=seat), f"{seat} {hand[:3]}")
        side, points = rules.side_of(seat), raw // rules.unit
        assert course.raw == [raw]
        assert course.all(Scored) == ([Scored(seat, side, raw, points)] if raw else [])
        assert course.kinds == ["Played", "Scored"][: 2 if raw else 1]
        assert course.state.scores == tuple(points if other == side else 0 for other in range(rules.sides))


@every_seating
def test_D12_the_last_placement_earns_its_award_before_the_settlement(rules: Ruleset) -> None:
    hands = ("1-5", "2-2", "3-3", "3-4")[: rules.players]
    course = go(table(rules, *hands, layout="1-4 4-4@1-4 0-4@4-4"), "0 1-5@1-4")
    assert course.raw == [5]
    assert course.kinds == ["Played", "Scored", "Settled"]
    assert course.only(Scored).side == 0
    before = 5 // rules.unit
    assert course.state.scores[0] == before + course.points.get(0, 0)


@every_seating
def test_D12_other_totals_earn_nothing(rules: Ruleset) -> None:
    hands = ("2-5 2-6", "0-1", "0-2", "0-3")[: rules.players]
    course = go(table(rules, *hands, layout="5-5"), "0 2-5@5-5")
    assert course.state.layout.total == 12
    assert course.raw == [0]
    assert not any(course.state.scores)


# D13


def test_D13_rounding_is_to_the_nearest_multiple_of_five() -> None:
    assert [rounded(pips) for pips in range(16)] == [0, 0, 0, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 15, 15, 15]
    assert {pips - rounded(pips) for pips in range(200)} == {-2, -1, 0, 1, 2}


@pytest.mark.parametrize(("hand", "even"), [("0-5", 5), ("0-6", 5), ("3-4", 5), ("2-6", 10), ("3-6", 10), ("4-6", 10)])
def test_D13_in_both_settlements(hand: str, even: int) -> None:
    tiles = tuple(Tile(int(word[0]), int(word[2])) for word in hand.split())
    (bonus,) = settle(horse_race(), ((), tiles), 0).changes
    assert (bonus.rounded, bonus.points) == (even, even // 5)
    deducted = settle(SEVEN_ROCKS, ((), tiles, (), ()), 0).changes[1]
    assert (deducted.rounded, deducted.points) == (even, -even)


# D14


@every_seating
@pytest.mark.parametrize("tile", ["5-6", "6-6"])
def test_D14_a_block_is_seen_at_once_after_a_placement(rules: Ruleset, tile: str) -> None:
    hands = (f"{tile} 0-4", "1-3", "2-2", "3-4")[: rules.players]
    course = go(table(rules, *hands), f"0 {tile}")
    assert course.kinds == ["Played", "Settled"]
    assert not course.all(Passed)
    assert course.settled.out is None
    assert (course.state.phase, course.state.turn) == (Phase.ROUND, None)


@every_horse_race
def test_D14_also_in_the_middle_of_a_turn_that_goes_on(rules: Ruleset) -> None:
    hands = ("6-6 5-6 0-4", "1-3", "2-2", "3-4")[: rules.players]
    course = go(table(rules, *hands), "0 6-6", "0 5-6@6-6")
    assert [played.goes_on for played in course.all(Played)] == [True, False]
    blocked = go(table(rules, *(("6-6 0-4", *hands[1:]))), "0 6-6")
    assert not blocked.only(Played).goes_on
    assert blocked.settled.out is None


@every_horse_race
def test_D14_a_block_is_seen_at_once_after_a_draw(rules: Ruleset) -> None:
    hands = ("0-4", "1-3", "2-2", "3-4")[: rules.players]
    state = table(rules, *hands, boneyard="0-1 0-2", layout="6-6")
    first = go(state, "0 +")
    assert first.kinds == ["Drew"]
    course = go(state, "0 +", "0 +")
    assert course.kinds == ["Drew", "Drew", "Settled"]
    assert course.settled.out is None
    assert course.settled.shown[0][1] == (t("0-4"), t("0-2"), t("0-1"))


@every_horse_race
def test_D14_while_the_boneyard_holds_a_tile_nobody_is_blocked(rules: Ruleset) -> None:
    hands = ("5-6 0-4", "1-3", "2-2", "3-4")[: rules.players]
    course = go(table(rules, *hands, boneyard="0-1"), "0 5-6")
    assert course.kinds == ["Played"]
    assert legal(course.state, 1) == {"+"}


@every_seating
def test_D14_one_player_who_can_place_keeps_the_round_alive(rules: Ruleset) -> None:
    last = rules.players - 1
    hands = ["5-6 0-4", "1-3", "2-2", "3-4"][: rules.players]
    hands[last] = "3-6 0-0"
    course = go(table(rules, *hands), "0 5-6")
    assert course.kinds == ["Played"]
    for seat in range(1, last):
        assert legal(course.state, seat) == ({"pass"} if seat == 1 else set())


@every_horse_race
def test_D14_the_last_tile_of_the_boneyard_fits_so_nobody_is_blocked(rules: Ruleset) -> None:
    hands = ("0-4", "1-3", "2-2", "3-4")[: rules.players]
    course = go(table(rules, *hands, boneyard="0-6", layout="6-6"), "0 +")
    assert course.kinds == ["Drew"]
    assert course.only(Drew).fits


# D15


@every_seating
def test_D15_going_out_comes_before_a_block(rules: Ruleset) -> None:
    course = go(table(rules, *("6-6", "1-3", "2-2", "3-4")[: rules.players]), "0 6-6")
    assert course.settled.out == 0
    assert course.settled.winners == (() if rules.settlement == "deduction" else (0,))
    assert course.state.leader == 0
    _, lot, deal = dealt(course.state)
    assert lot is None
    assert (deal.starter, deal.start_by) == (0, "out")


# D16


@every_seating
@pytest.mark.parametrize("missing", [1, 2])
def test_D16_an_award_that_reaches_the_target_ends_the_match_at_once(rules: Ruleset, missing: int) -> None:
    for seat in range(rules.players):
        side = rules.side_of(seat)
        scores = tuple(rules.target - (missing if s == side else 20) for s in range(rules.sides))
        hands = [f"5-5 {other}-6" if other == seat else f"{other}-6" for other in range(rules.players)]
        course = go(table(rules, *hands, scores=scores, turn=seat), f"{seat} 5-5")
        assert course.kinds == ["Played", "Scored", "MatchWon"]
        assert course.only(MatchWon).sides == course.state.winners == (side,)
        assert (course.state.phase, course.state.turn, course.state.goes_on) == (Phase.OVER, None, False)
        assert legal(course.state, seat) == set()
        assert refused(course.state, f"{seat} {seat}-6@5-5").code == "match.over"
        assert open_round(course.state, bytes(32)) == Refusal("match.over")


@every_seating
def test_D16_even_the_last_tile_is_not_settled_then(rules: Ruleset) -> None:
    scores = (rules.target - 1, *(rules.target - 1 for _ in range(1, rules.sides)))
    course = go(table(rules, *("5-5", "1-3", "2-2", "3-4")[: rules.players], scores=scores), "0 5-5")
    assert course.kinds == ["Played", "Scored", "MatchWon"]
    assert course.won == (0,)
    assert course.state.scores[1:] == scores[1:]


@every_seating
def test_D16_an_award_that_misses_the_target_does_not(rules: Ruleset) -> None:
    scores = (rules.target - 10 // rules.unit - 1, *(0 for _ in range(1, rules.sides)))
    hands = ("5-5 0-1", "1-5", "2-3", "3-4")[: rules.players]
    course = go(table(rules, *hands, scores=scores), "0 5-5")
    assert course.state.phase is Phase.MOVE
    assert course.won == ()
