"""The clauses H1–H16 of ``learn/rules/en/horse-race.md``, in every seating where that matters."""

import pytest
from msgspec.structs import replace

from helpers import HORSE_RACES, Course, go, lay, legal, named, places, refused, t, table, ts
from homestretch.fives.decide import legal_moves
from homestretch.fives.events import Drew, Passed, Played
from homestretch.fives.match import Fives
from homestretch.fives.ruleset import Drawing, GoingOn, Keeps, Ruleset, Settlement, Spinners, faults
from homestretch.fives.state import Phase, State
from homestretch.games import horse_race
from homestretch.kit.chance import derive
from homestretch.kit.message import Refusal

every_seating = pytest.mark.parametrize("rules", HORSE_RACES, ids=named)

TWO = horse_race(2)
THREE = horse_race(3)
FOUR = horse_race(4)
PAIRS = horse_race(4, pairs=True)


def seated(rules: Ruleset, hand: str, boneyard: str = "", layout: str = "", others: str = "2-3 2-4 3-4") -> State:
    """Seat 0 with this hand on turn, everybody else with one tile."""
    return table(rules, hand, *others.split()[: rules.players - 1], boneyard=boneyard, layout=layout)


# H1


@pytest.mark.parametrize(
    ("players", "pairs", "hand", "boneyard"), [(2, False, 7, 14), (3, False, 6, 10), (4, False, 5, 8), (4, True, 5, 8)]
)
def test_H1_seatings_and_deal(players: int, pairs: bool, hand: int, boneyard: int) -> None:
    rules = horse_race(players, pairs=pairs)
    assert list(faults(rules)) == []
    assert rules.drawing is Drawing.UNTIL_FITS
    game = Fives(rules)
    state = game.new()
    for seed in range(3):
        committed = game.open_round(replace(state, phase=Phase.ROUND), derive(b"deal", seed))
        assert not isinstance(committed, Refusal)
        state = game.evolve(state, committed[0])
        events = game.deal(state)
        assert not isinstance(events, Refusal)
        for event in events:
            state = game.evolve(state, event)
        assert [len(tiles) for tiles in state.hands] == [hand] * players
        assert len(state.boneyard) == boneyard
    assert rules.sides == (2 if pairs else players)


@pytest.mark.parametrize(("players", "pairs"), [(1, False), (5, False), (2, True), (3, True)])
def test_H1_there_are_no_other_seatings(players: int, pairs: bool) -> None:
    assert list(faults(replace(TWO, players=players, pairs=pairs)))


@every_seating
def test_H1_all_tiles_of_the_boneyard_may_be_drawn(rules: Ruleset) -> None:
    boneyard = "0-1 0-2 0-3 0-5 1-1 1-2 1-3 1-4"
    state = seated(rules, "0-0", boneyard, "6-6", others="5-6 2-4 3-4")
    course = go(state, *["0 +"] * 8)
    assert course.state.boneyard == ()
    assert len(course.state.hands[0]) == 9
    assert legal(course.state, 0) == {"pass"}


# H2


@every_seating
@pytest.mark.parametrize(
    ("state", "raw", "points"), [(("1-4", ""), 5, 1), (("5-5", ""), 10, 2), (("6-6@3-6", "3-6"), 15, 3)]
)
def test_H2_five_raw_points_are_one_game_point(rules: Ruleset, state: tuple[str, str], raw: int, points: int) -> None:
    move, layout = state
    course = go(seated(rules, f"{move[:3]} 1-5 1-6", layout=layout), f"0 {move}")
    assert course.raw == [raw]
    assert course.state.scores == (points, *(0 for _ in range(1, rules.sides)))


@every_seating
def test_H2_the_target_is_61_game_points_or_305_raw(rules: Ruleset) -> None:
    assert rules.target == 61
    assert rules.target * rules.unit == 305
    for before, won in ((58, ()), (59, (0,)), (60, (0,))):
        state = replace(seated(rules, "5-5 5-6"), scores=(before, *(0 for _ in range(1, rules.sides))))
        assert go(state, "0 5-5").won == won


# H3


def test_H3_the_figures_of_an_opening_double() -> None:
    steps = ["5-5", "2-5@5-5", "3-5@5-5", "4-5@5-5"]
    assert [lay(" ".join(steps[:number])).total for number in (1, 2, 3, 4)] == [10, 12, 5, 9]
    assert places(lay("5-5 2-5@5-5 3-5@5-5")) >= {"5-5 branch-a 5", "5-5 branch-b 5"}


@every_seating
def test_H3_every_double_is_a_spinner_wherever_it_lies(rules: Ruleset) -> None:
    assert rules.spinners is Spinners.ALL
    line = "5-5 2-5@5-5 3-5@5-5 4-5@5-5 4-4@4-5 2-4@4-4"
    layout = lay(line)
    assert layout.spinners == ts("5-5 4-4"), "the opening one, and one that was placed on a branch"
    assert {place for place in places(layout) if place.startswith("4-4")} == {"4-4 branch-a 4", "4-4 branch-b 4"}
    course = go(seated(rules, "0-4 1-4", layout=line, others="0-0 0-2 0-3"), "0 0-4@4-4")
    assert legal(replace(course.state, turn=0), 0) == {"1-4@4-4"}


def test_H3_a_double_is_a_spinner_before_its_branches_open() -> None:
    assert lay("1-4 1-1@1-4").spinners == ts("1-1")


# H4


@every_seating
@pytest.mark.parametrize(
    ("hand", "placement", "raw", "keeps"),
    [
        ("0-0 0-6", "0-0", 0, True),  # a double without an award
        ("1-4 1-6", "1-4", 5, True),  # an ordinary tile with an award
        ("5-5 5-6", "5-5", 10, True),  # a double with an award
        ("1-2 1-6", "1-2", 0, False),  # an ordinary tile without an award
        ("1-1 1-6", "1-1@1-4", 0, True),
        ("6-6 5-6", "6-6@3-6", 15, True),
        ("1-6 5-6", "1-6@1-4", 10, True),
        ("1-5 5-6", "1-5@1-4", 0, False),
    ],
)
def test_H4_a_double_or_an_award_from_the_hand_keeps_the_turn(
    rules: Ruleset, hand: str, placement: str, raw: int, keeps: bool
) -> None:
    course = go(seated(rules, hand, layout=placement[4:]), f"0 {placement}")
    assert course.raw == [raw]
    assert course.only(Played).goes_on is keeps
    assert course.state.goes_on is keeps
    assert course.state.turn == (0 if keeps else 1)


@every_seating
def test_H4_a_scoring_double_keeps_the_turn_once(rules: Ruleset) -> None:
    course = go(seated(rules, "5-5 2-5 5-6"), "0 5-5", "0 2-5@5-5")
    assert course.raw == [10, 0]
    assert course.state.turn == 1, "no second turn is saved up"


@every_seating
def test_H4_the_turn_goes_on_as_long_as_tiles_keep_it(rules: Ruleset) -> None:
    course = go(seated(rules, "5-5 0-5 0-0 0-6 5-6"), "0 5-5", "0 0-5@5-5", "0 0-0@0-5", "0 0-6@0-0")
    assert course.raw == [10, 10, 10, 0]
    assert course.state.scores[0] == 6
    assert course.state.turn == 1


# H5


@every_seating
@pytest.mark.parametrize("last", ["0-0", "1-4", "5-5"])
def test_H5_nothing_is_placed_after_the_round_has_ended(rules: Ruleset, last: str) -> None:
    course = go(seated(rules, last), f"0 {last}")
    assert course.settled.out == 0
    assert (course.state.phase, course.state.turn, course.state.goes_on) == (Phase.ROUND, None, False)
    assert all(legal(course.state, seat) == set() for seat in range(rules.players))
    assert refused(course.state, f"0 2-3@{last}").code == "round.none"


@every_seating
def test_H5_nothing_is_placed_after_the_match_has_ended(rules: Ruleset) -> None:
    state = replace(seated(rules, "5-5 0-5 0-0"), scores=(59, *(0 for _ in range(1, rules.sides))))
    course = go(state, "0 5-5")
    assert course.kinds == ["Played", "Scored", "MatchWon"]
    assert refused(course.state, "0 0-5@5-5").code == "match.over"


# H6


@every_seating
def test_H6_in_a_kept_turn_who_can_place_must(rules: Ruleset) -> None:
    state = go(seated(rules, "5-5 2-5 3-5", "0-0 0-1"), "0 5-5").state
    assert legal(state, 0) == {"2-5@5-5", "3-5@5-5"}
    assert refused(state, "0 +").code == "draw.can-place"
    assert refused(state, "0 pass").code == "pass.can-place"
    assert refused(state, "0 stop") == Refusal("stop.duty")


@every_seating
def test_H6_in_a_kept_turn_who_cannot_place_draws(rules: Ruleset) -> None:
    state = go(seated(rules, "5-5 0-0", "1-5 0-1"), "0 5-5").state
    assert state.turn == 0
    assert legal(state, 0) == {"+"}
    assert refused(state, "0 pass").data == {"boneyard": 2}
    course = go(state, "0 +", "0 +", "0 1-5@5-5")
    assert [drew.fits for drew in course.all(Drew)] == [False, True]
    assert course.state.turn == 1


@every_seating
def test_H6_in_a_kept_turn_who_can_do_neither_passes(rules: Ruleset) -> None:
    course = go(seated(rules, "5-5 0-0", others="5-6 2-4 3-4"), "0 5-5", "0 pass")
    assert course.raw == [10]
    assert course.only(Passed).seat == 0
    assert course.state.turn == 1


@every_seating
def test_H6_in_a_kept_turn_drawing_to_the_last_tile_ends_with_a_pass(rules: Ruleset) -> None:
    course = go(seated(rules, "5-5 0-0", "0-1 0-2", others="5-6 2-4 3-4"), "0 5-5", "0 +", "0 +", "0 pass")
    assert course.state.hands[0] == ts("0-0 0-2 0-1")
    assert course.state.turn == 1


@every_seating
def test_H6_a_house_rule_makes_going_on_a_choice(rules: Ruleset) -> None:
    house = replace(rules, going_on=GoingOn.CHOICE)
    state = go(seated(house, "5-5 2-5 0-0", "0-1"), "0 5-5").state
    assert legal(state, 0) == {"2-5@5-5", "stop"}
    course = go(state, "0 stop")
    assert course.kinds == ["Stopped"]
    assert (course.state.turn, course.state.goes_on) == (1, False)
    fresh = seated(house, "5-5 2-5 0-0", "0-1")
    assert refused(fresh, "0 stop").code == "stop.not-kept", "the first placement of a turn stays a duty"


# H7


@every_seating
def test_H7_who_can_place_must_place_and_may_not_draw(rules: Ruleset) -> None:
    state = seated(rules, "1-6 5-6 0-0", "0-1", layout="1-4")
    assert legal(state, 0) == {"1-6@1-4"}
    refusal = refused(state, "0 +")
    assert refusal.code == "draw.can-place"
    assert refusal.data == {"fitting": legal_moves(state, 0)}
    assert refused(state, "0 pass").code == "pass.can-place"


@every_seating
def test_H7_the_starter_can_always_place(rules: Ruleset) -> None:
    assert refused(seated(rules, "1-6", "0-1"), "0 +").code == "draw.can-place"


# H8


@every_seating
def test_H8_tiles_are_drawn_one_at_a_time_until_the_first_that_fits(rules: Ruleset) -> None:
    state = seated(rules, "0-0", "1-1 5-6 0-2 0-1", layout="6-6")
    for drawn in ("0-1", "0-2"):
        assert legal(state, 0) == {"+"}
        course = go(state, "0 +")
        assert course.events == (Drew(0, t(drawn), fits=False),)
        state = course.state
        assert (state.turn, state.drawn) == (0, None)
    course = go(state, "0 +")
    assert course.events == (Drew(0, t("5-6"), fits=True),)
    assert course.state.drawn == t("5-6")
    assert course.state.boneyard == ts("1-1")
    assert course.state.hands[0] == ts("0-0 0-1 0-2 5-6")
    assert refused(course.state, "0 +").code == "drawn.place-first", "not one more than the first that fits"


@every_seating
def test_H8_or_until_the_boneyard_is_empty(rules: Ruleset) -> None:
    state = go(seated(rules, "0-0", "0-2 0-1", layout="6-6", others="5-6 2-4 3-4"), "0 +", "0 +").state
    assert refused(state, "0 +") == Refusal("draw.empty")
    assert legal(state, 0) == {"pass"}


# H9


@every_seating
def test_H9_the_first_that_fits_is_placed_at_once_and_no_other_tile(rules: Ruleset) -> None:
    state = go(seated(rules, "0-0 0-5", "5-6", layout="6-6"), "0 +").state
    assert legal(state, 0) == {"5-6@6-6"}
    other = refused(state, "0 0-5@6-6")
    assert (other.code, other.data) == ("drawn.other-tile", {"tile": t("0-5"), "drawn": t("5-6")})
    assert refused(state, "0 pass").data == {"drawn": t("5-6")}
    assert refused(state, "0 +").data == {"drawn": t("5-6")}


@every_seating
def test_H9_it_goes_to_any_place_that_it_fits(rules: Ruleset) -> None:
    state = go(seated(rules, "0-0 0-5", "1-4", layout="1-6 4-6@1-6"), "0 +").state
    assert legal(state, 0) == {"1-4@1-6", "1-4@4-6"}
    assert go(state, "0 1-4@1-6").state.layout.total == 8
    assert go(state, "0 1-4@4-6").state.layout.total == 2


@every_seating
@pytest.mark.parametrize(
    ("tile", "layout", "raw"),
    [("1-1", "1-4", 0), ("1-6", "1-4", 10), ("6-6", "3-6", 15), ("1-5", "1-4", 0)],
    ids=["double", "award", "scoring double", "neither"],
)
def test_H9_it_ends_the_turn_and_keeps_its_award(rules: Ruleset, tile: str, layout: str, raw: int) -> None:
    course = go(seated(rules, "0-0 0-5", f"0-2 {tile}", layout), "0 +", f"0 {tile}@{layout}")
    assert course.raw == [raw]
    assert not course.only(Played).goes_on
    assert (course.state.turn, course.state.drawn) == (1, None)
    assert course.state.scores[0] == raw // 5


@every_seating
def test_H9_also_in_a_turn_that_was_kept(rules: Ruleset) -> None:
    course = go(seated(rules, "5-5 0-0", "0-5 0-2"), "0 5-5", "0 +", "0 +", "0 0-5@5-5")
    assert course.raw == [10, 10]
    assert course.state.turn == 1


@every_seating
def test_H9_its_award_may_win_the_match(rules: Ruleset) -> None:
    state = replace(seated(rules, "0-0", "1-6", "1-4"), scores=(60, *(60 for _ in range(1, rules.sides))))
    course = go(state, "0 +", "0 1-6@1-4")
    assert course.won == (0,)
    assert course.state.scores[0] == 62


# H10


@every_seating
def test_H10_an_unfitting_tile_that_was_drawn_is_later_like_any_of_the_hand(rules: Ruleset) -> None:
    others = ("2-6 1-1", "1-6 1-2", "3-6 1-3")[: rules.players - 1]
    state = table(rules, "0-4", *others, boneyard="4-6 2-2", layout="6-6")
    course = go(state, "0 +", "0 +", "0 4-6@6-6", "1 2-6@6-6")
    assert course.state.hands[0] == ts("0-4 2-2"), "the unfitting double stayed in the hand"
    back = replace(course.state, turn=0)
    assert legal(back, 0) == {"2-2@2-6", "0-4@4-6"}
    placed = go(back, "0 2-2@2-6")
    assert placed.raw == [0]
    assert placed.only(Played).goes_on, "it is a double from the hand now and keeps the turn"
    assert placed.state.turn == 0


# H11


@every_seating
def test_H11_passing_is_refused_while_a_tile_can_be_placed_or_drawn(rules: Ruleset) -> None:
    assert refused(seated(rules, "1-6 0-0", layout="1-4"), "0 pass").code == "pass.can-place"
    assert refused(seated(rules, "0-0", "0-1", "6-6"), "0 pass").code == "pass.can-draw"


@every_seating
def test_H11_passing_is_a_move_of_its_own_after_the_last_draw(rules: Ruleset) -> None:
    course = go(seated(rules, "0-0", "0-1", "6-6", others="5-6 2-4 3-4"), "0 +")
    assert course.state.turn == 0, "the draw itself does not end the turn"
    passed = go(course.state, "0 pass")
    assert passed.events == (Passed(0),)
    assert passed.state.turn == 1


@every_seating
def test_H11_passes_in_a_row_mean_nothing(rules: Ruleset) -> None:
    last = rules.players - 1
    hands = ["0-0", "0-1", "0-2", "0-3"][: rules.players]
    hands[last] = "5-6 1-3 1-1"
    state = table(rules, *hands, layout="6-6")
    for _ in range(2):
        course = go(state, *[f"{seat} pass" for seat in range(last)])
        assert course.kinds == ["Passed"] * last
        assert legal(course.state, last) == {"5-6@6-6"}
        state = replace(course.state, turn=0)


# H12


@every_seating
def test_H12_the_last_tile_wins_the_round_for_its_side(rules: Ruleset) -> None:
    for seat in range(rules.players):
        hands = ["4-5", "3-5", "3-4", "2-5"][: rules.players]
        hands[seat] = "1-2"
        course = go(table(rules, *hands, boneyard="0-0 6-6", turn=seat), f"{seat} 1-2")
        assert course.settled.out == seat
        assert course.settled.winners == (rules.side_of(seat),)
        assert list(course.points) == [rules.side_of(seat)]
        assert [s for s, _ in course.settled.shown] == [
            s for s in range(rules.players) if rules.side_of(s) != rules.side_of(seat)
        ]


# H13


def blocked(rules: Ruleset, *hands: str, scores: tuple[int, ...] = ()) -> Course:
    """Seat 0 opens with 6-6 on which nobody can go on: these hands are left."""
    first, *others = hands
    return go(table(rules, f"6-6 {first}", *others, scores=scores), "0 6-6")


@pytest.mark.parametrize(
    ("rules", "hands", "winner"),
    [
        (TWO, ("0-4", "1-2"), 1),
        (TWO, ("0-1", "1-2"), 0),
        (THREE, ("5-5", "0-4", "1-2"), 2),
        (FOUR, ("5-5", "0-4", "1-2", "0-0"), 3),
        (FOUR, ("5-5", "0-4", "1-1", "1-2"), 2),
    ],
)
def test_H13_blocked_the_lowest_pips_win(rules: Ruleset, hands: tuple[str, ...], winner: int) -> None:
    course = blocked(rules, *hands)
    assert course.settled.out is None
    assert course.settled.winners == (winner,)
    assert list(course.points) == [winner]


def test_H13_of_a_pair_both_partners_count_together() -> None:
    course = blocked(PAIRS, "0-1", "0-5", "4-5 3-5", "1-5")
    assert course.settled.winners == (1,), "11 beats 18, although the lightest hand of all has 1"


# H14


def test_H14_seventeen_pips_are_three_points() -> None:
    course = go(table(TWO, "1-2", "5-6 0-6"), "0 1-2")
    (change,) = course.settled.changes
    assert (change.pips, change.rounded, change.points) == (17, 15, 3)
    assert course.state.scores == (3, 0)


def test_H14_the_hands_are_added_before_they_are_rounded_once() -> None:
    course = go(table(THREE, "5-6", "0-3", "1-2"), "0 5-6")
    (change,) = course.settled.changes
    assert (change.pips, change.rounded, change.points) == (6, 5, 1), "not 5 + 5"
    assert [counted.rounded for counted in change.hands] == [None, None]


def test_H14_a_partner_s_pips_are_left_out() -> None:
    course = go(table(PAIRS, "1-2", "4-5", "3-4", "3-5"), "0 1-2")
    (change,) = course.settled.changes
    assert [(counted.seat, counted.pips) for counted in change.hands] == [(1, 9), (3, 8)]
    assert (change.pips, change.points) == (17, 3)
    assert course.state.scores == (3, 0)


def test_H14_blocked_pairs_with_18_and_11() -> None:
    course = blocked(PAIRS, "0-1", "0-5", "4-5 3-5", "1-5")
    (change,) = course.settled.changes
    assert (change.side, change.pips, change.rounded, change.points) == (1, 18, 20, 4)
    assert course.state.scores == (0, 4)


@pytest.mark.parametrize("own", ["0-0", "0-3", "1-3"])
def test_H14_the_winner_s_own_pips_are_not_subtracted(own: str) -> None:
    assert blocked(TWO, own, "5-5").points == {0: 2}


@every_seating
def test_H14_nobody_loses_points(rules: Ruleset) -> None:
    scores = (10, 20, 30, 40)[: rules.sides]
    course = blocked(rules, *("0-4", "5-5", "3-5", "4-5")[: rules.players], scores=scores)
    assert all(after >= before for before, after in zip(scores, course.state.scores, strict=True))
    assert [after > before for before, after in zip(scores, course.state.scores, strict=True)] == [
        side in course.settled.winners for side in range(rules.sides)
    ]


@pytest.mark.parametrize(("rules", "raw"), [(TWO, 9), (THREE, 17), (FOUR, 24), (PAIRS, 16)])
def test_H14_only_opponents_count_in_every_seating(rules: Ruleset, raw: int) -> None:
    course = go(table(rules, *("1-2", "4-5", "3-5", "3-4")[: rules.players]), "0 1-2")
    (change,) = course.settled.changes
    assert change.pips == raw


def test_H14_the_boneyard_counts_for_nobody() -> None:
    assert go(table(TWO, "1-2", "4-5", boneyard="6-6 5-5"), "0 1-2").points == {0: 2}


def test_H14_a_bonus_may_round_to_nothing() -> None:
    course = go(table(TWO, "1-2", "0-2"), "0 1-2")
    assert course.settled.winners == (0,)
    assert course.state.scores == (0, 0)


# H15


def test_H15_each_of_three_tied_players_gets_the_bonus_of_all_others() -> None:
    course = blocked(FOUR, "0-4", "1-3", "2-2", "3-5 1-5")
    assert course.settled.winners == (0, 1, 2)
    assert [(change.pips, change.rounded, change.points) for change in course.settled.changes] == [(22, 20, 4)] * 3
    assert course.state.scores == (4, 4, 4, 0)


def test_H15_tied_pairs_get_it_once_for_each_pair() -> None:
    course = blocked(PAIRS, "0-4", "5-5", "3-5", "0-2")
    assert [(change.pips, change.rounded, change.points) for change in course.settled.changes] == [(12, 10, 2)] * 2
    assert course.state.scores == (2, 2)


@pytest.mark.parametrize(
    ("rules", "hands", "points"),
    [
        (TWO, ("0-4", "1-3"), {0: 1, 1: 1}),
        (THREE, ("0-4", "1-3", "5-5"), {0: 3, 1: 3}),  # 14 -> 15
        (THREE, ("5-5", "0-4", "1-3"), {1: 3, 2: 3}),
        (FOUR, ("0-5", "1-4", "2-3", "0-4"), {3: 3}),
    ],
)
def test_H15_in_the_other_seatings(rules: Ruleset, hands: tuple[str, ...], points: dict[int, int]) -> None:
    assert blocked(rules, *hands).points == points


def test_H15_going_out_is_never_tied() -> None:
    course = go(table(FOUR, "1-2", "0-0", "2-5", "3-5"), "0 1-2")
    assert course.settled.winners == (0,), "although seat 1 also has no pips left"


# H16


def test_H16_two_pairs_at_59_share_the_win_at_61() -> None:
    course = blocked(PAIRS, "0-4", "5-5", "3-5", "0-2", scores=(59, 59))
    assert course.kinds == ["Played", "Settled", "MatchWon"]
    assert course.state.scores == (61, 61)
    assert course.won == course.state.winners == (0, 1)
    assert course.state.phase is Phase.OVER


@pytest.mark.parametrize(
    ("scores", "won"),
    [
        ((57, 58, 60, 60), (0, 1, 2)),
        ((60, 20, 59, 60), (0, 2)),
        ((0, 57, 0, 60), (1,)),
        ((56, 56, 57, 60), (2,)),
        ((56, 56, 56, 60), ()),
    ],
)
def test_H16_everybody_at_the_target_shares_whatever_the_scores(scores: tuple[int, ...], won: tuple[int, ...]) -> None:
    course = blocked(FOUR, "0-4", "1-3", "2-2", "3-5 1-5", scores=scores)
    assert course.points == {0: 4, 1: 4, 2: 4}
    assert course.won == won


@every_seating
def test_H16_one_winner_of_the_round_may_reach_the_target_alone(rules: Ruleset) -> None:
    scores = (60, *(60 for _ in range(1, rules.sides)))
    course = go(table(rules, *("1-2", "4-5", "3-4", "3-5")[: rules.players], scores=scores), "0 1-2")
    assert course.kinds == ["Played", "Settled", "MatchWon"]
    assert course.won == (0,)


@every_seating
def test_H16_an_award_beats_the_settlement_of_the_same_placement(rules: Ruleset) -> None:
    course = go(table(rules, *("1-4", "4-5", "3-4", "3-5")[: rules.players], scores=(60,) * rules.sides), "0 1-4")
    assert course.kinds == ["Played", "Scored", "MatchWon"]
    assert course.state.scores == (61, *(60 for _ in range(1, rules.sides)))


@every_seating
def test_H16_nothing_is_added_for_a_margin(rules: Ruleset) -> None:
    scores = (59, *(0 for _ in range(1, rules.sides)))
    state = replace(seated(rules, "5-5 5-6"), scores=scores)
    assert go(state, "0 5-5").state.scores == (61, *scores[1:])


def test_the_published_rules_are_what_this_file_tests() -> None:
    for rules in HORSE_RACES:
        assert rules.keeps == frozenset(Keeps)
        assert rules.settlement is Settlement.BONUS
