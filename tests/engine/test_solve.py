"""The exact solver: its values are those of searches too plain to be wrong, whatever it is given to work with."""

import random
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any, Final

import pytest
from msgspec.structs import replace

from differential.cores import CORES
from differential.test_engine import HOUSES, PUBLISHED, dealt, walk
from helpers import fold, table
from homestretch.engine import CORE, Core
from homestretch.engine import core as compiled_or_not
from homestretch.engine import solve as solver
from homestretch.engine.packed import GOES_ON, pack_move, settings, sit, solver_of, table_of
from homestretch.engine.solve import Bounds, Searcher, Solution, solve
from homestretch.fives.decide import decide, legal_moves
from homestretch.fives.events import Event, Scored, Settled
from homestretch.fives.moves import Draw, Move, Pass, Play
from homestretch.fives.ruleset import (
    Drawing,
    DrawnTile,
    GoingOn,
    Keeps,
    Rounding,
    Ruleset,
    Settlement,
    Ties,
)
from homestretch.fives.secrets import view
from homestretch.fives.state import State, new
from homestretch.games import horse_race, seven_rocks
from homestretch.kit.message import Refusal

PAIRS: Final = horse_race(4, pairs=True)
TWO_SIDES: Final = {name: rules for name, rules in (PUBLISHED | HOUSES).items() if rules.sides == 2} | {
    "two, drawn like hand": replace(horse_race(), drawn_tile=DrawnTile.LIKE_HAND),
    "pairs, drawn like hand": replace(PAIRS, drawn_tile=DrawnTile.LIKE_HAND, hand=3),
    "pairs, hands rounded alone": replace(PAIRS, rounding=Rounding.HAND),
    "pairs, raw points": replace(PAIRS, unit=1, target=100),
    "pairs, deduction": replace(PAIRS, settlement=Settlement.DEDUCTION, ties=Ties.NOBODY),
    "nothing keeps": replace(horse_race(), keeps=frozenset()),
    "rocks draw": replace(seven_rocks(), highest=5, hand=4, drawing=Drawing.UNTIL_FITS),
    "rocks keep doubles": replace(seven_rocks(), keeps=frozenset({Keeps.DOUBLE})),
}
SMALL: Final = {
    "two, four": replace(horse_race(), highest=4, hand=4),
    "two, four, five each": replace(horse_race(), highest=4, hand=5),
    "pairs, four": replace(PAIRS, highest=4, hand=3),
    "pairs, four, two each": replace(PAIRS, highest=4, hand=2),
    "pairs, five": replace(PAIRS, highest=5, hand=4),
    "pairs, five, two each": replace(PAIRS, highest=5, hand=2),
    "rocks draw, four": replace(seven_rocks(), highest=4, hand=3, drawing=Drawing.UNTIL_FITS),
    "rocks draw, five": replace(seven_rocks(), highest=5, hand=4, drawing=Drawing.UNTIL_FITS),
}
"""Games whose whole deals a plain search can go through."""

PACE: Final = 1 if CORE is Core.COMPILED else 20
"""Where the engine is slow, so many times fewer positions are looked at."""

NO_TARGET: Final = 1 << 30
NO_BOUND: Final = 10**6
EVERY_POSITION: Final = 400
"""So many positions of each ruleset are compared: more than 5,000."""

every_ruleset = pytest.mark.parametrize("rules", TWO_SIDES.values(), ids=list(TWO_SIDES))


def left(state: State) -> int:
    """How many tiles have not been placed."""
    return sum(len(hand) for hand in state.hands) + len(state.boneyard)


def positions(rules: Ruleset, count: int, most: int, least: int = 1, seed: int = 3) -> Iterator[State]:
    """So many positions of random rounds in which that many tiles are left."""
    states = (state for state, _, _ in walk(rules, seed, 10**9) if least <= left(state) <= most)
    return islice(states, count)


def deals(rules: Ruleset, count: int, seed: int = 4) -> Iterator[State]:
    """The first state of so many rounds."""
    chance = random.Random(seed)
    return (dealt(new(rules), chance) for _ in range(count))


def values(solution: Solution) -> dict[Move, int | None]:
    return {move: bounds.value for move, bounds in solution.moves.items()}


def contains(bounds: Bounds, value: int) -> bool:
    return (bounds.lower is None or bounds.lower <= value) and (bounds.upper is None or value <= bounds.upper)


# searches that are too plain to be wrong: no memory, no order, no bounds


def gained(events: tuple[Event, ...], side: int) -> int:
    """What these events bring a side more than the other."""
    points = [0, 0]
    for event in events:
        if isinstance(event, Scored):
            points[event.side] += event.points
        if isinstance(event, Settled):
            for change in event.changes:
                points[change.side] += change.points
    return points[side] - points[1 - side]


def by_rulebook(state: State, side: int) -> dict[Move, int]:
    """What each legal move brings this side more than the other by the end of the round, by the rulebook."""
    assert state.turn is not None
    found: dict[Move, int] = {}
    for move in legal_moves(state, state.turn):
        events = decide(state, state.turn, move)
        assert not isinstance(events, Refusal)
        after = fold(state, events)
        ended = any(isinstance(event, Settled) for event in events)
        found[move] = gained(events, side) + (0 if ended else best(after, side, by_rulebook(after, side).values()))
    return found


def best(state: State, side: int, brought: Any) -> int:
    """The value for this side where whoever is on turn chooses."""
    assert state.turn is not None
    return int(max(brought) if state.rules.side_of(state.turn) == side else min(brought))


def step(core: Any, move: int, side: int, search: Callable[[], int]) -> int:
    """The difference between the scores at the end of the round, once this move is made."""
    _, end = core.apply(move)
    if end == GOES_ON:
        return search()
    scores = core.position()[5]
    return int(scores[side] - scores[1 - side])


def by_steps(core: Any, side: int) -> int:
    """The difference that both sides play for from here, by the engine's steps."""
    start = core.position()
    found = []
    for move in core.moves():
        core.sit(*start)
        found.append(step(core, move, side, lambda: by_steps(core, side)))
    return max(found) if start[3] % 2 == side else min(found)


def alpha_beta(core: Any, side: int, lower: int = -NO_BOUND, upper: int = NO_BOUND) -> int:
    """:func:`by_steps`, where only values between these bounds matter: others are bounds themselves."""
    start = core.position()
    own = start[3] % 2 == side
    found = -NO_BOUND if own else NO_BOUND
    for move in core.moves():
        core.sit(*start)
        value = step(core, move, side, lambda: alpha_beta(core, side, lower, upper))  # noqa: B023
        if own:
            found = max(found, value)
            lower = max(lower, found)
        else:
            found = min(found, value)
            upper = min(upper, found)
        if lower >= upper:
            break
    return found


def seated(state: State) -> Any:
    """A table at this position, with no points scored and a target that nobody reaches."""
    core = table_of(replace(state.rules, target=NO_TARGET))
    sit(core, replace(state, scores=(0, 0)))
    return core


def side_of(state: State) -> int:
    assert state.turn is not None
    return state.rules.side_of(state.turn)


def compare_with_steps(rules: Ruleset, count: int, most: int) -> int:
    """Compare the value of every move; how many there were."""
    searcher = Searcher(rules, 1 << 14)
    core = table_of(replace(rules, target=NO_TARGET))
    compared = 0
    for state in positions(rules, count, most):
        solution = searcher.solve(state)
        side = side_of(state)
        assert state.turn is not None
        sit(core, replace(state, scores=(0, 0)))
        start = core.position()
        due: dict[int, int] = {}
        for number in core.moves():
            core.sit(*start)
            due[number] = step(core, number, side, lambda: by_steps(core, side))  # noqa: B023
        legal = legal_moves(state, state.turn)
        assert values(solution) == {move: due[pack_move(move)] for move in legal}, state
        assert solution.value == max(due.values())
        assert solution.best == tuple(move for move in legal if due[pack_move(move)] == solution.value)
        compared += len(due)
    return compared


def proved(state: State, value: int) -> bool:
    """Whether a plain search finds no more than this value, and no less."""
    core, side = seated(state), side_of(state)
    at_least = alpha_beta(core, side, value - 1, value) >= value
    return at_least and alpha_beta(seated(state), side, value, value + 1) <= value


# values


@every_ruleset
def test_values_are_those_of_a_plain_search_by_the_rulebook(rules: Ruleset) -> None:
    searcher = Searcher(rules, 1 << 10)
    for state in positions(rules, 12, most=6):
        far = replace(state, rules=replace(rules, target=NO_TARGET))
        due = by_rulebook(far, side_of(state))
        solution = searcher.solve(state)
        assert values(solution) == due
        assert solution.value == max(due.values())


@every_ruleset
def test_values_are_those_of_a_plain_search_by_steps(rules: Ruleset) -> None:
    assert compare_with_steps(rules, EVERY_POSITION // PACE, most=10) >= EVERY_POSITION // PACE


@pytest.mark.soak
@every_ruleset
def test_values_are_those_of_a_plain_search_by_steps_with_more_tiles_left(rules: Ruleset) -> None:
    assert compare_with_steps(rules, 300 // PACE, most=13) > 300 // PACE


@pytest.mark.parametrize("rules", SMALL.values(), ids=list(SMALL))
def test_whole_deals_of_small_sets_have_the_value_that_alpha_beta_finds(rules: Ruleset) -> None:
    searcher = Searcher(rules, 1 << 16)
    for state in deals(rules, 12 if PACE == 1 else 1):
        bounds, searched = searcher.value(state)
        assert bounds.value == alpha_beta(seated(state), side_of(state))
        assert searched > 0


@pytest.fixture
def order() -> Iterator[Callable[[tuple[int, ...]], None]]:
    """Sets the weights by which the search goes, for rules with and without drawing, until the test is over."""

    def choose(weights: tuple[int, ...]) -> None:
        for drawing in (False, True):
            compiled_or_not.set_order(weights, drawing)

    yield choose
    compiled_or_not.set_order(compiled_or_not.NO_DRAWING, False)
    compiled_or_not.set_order(compiled_or_not.DRAWING, True)


@pytest.mark.parametrize(
    "weights",
    [
        (*(0,) * 9, 28, 0, 0, 0),
        (*(0,) * 9, 0, 0, 3, 28),
        (*(0,) * 9, 28, 0, 28, 0),
        (*(0,) * 9, 0, 0, 28, 28),
        (-4, -6, -12, -2, -1, 2, -1, 2, -21, 3, -38, 6, 5),
    ],
    ids=["proof numbers", "proof numbers, all looked up and bounded", "alpha-beta", "alpha-beta, all", "worst first"],
)
@every_ruleset
def test_values_do_not_depend_on_how_they_are_searched_for(
    rules: Ruleset, order: Callable[[tuple[int, ...]], None], weights: tuple[int, ...]
) -> None:
    states = list(positions(rules, 1 + 60 // PACE, 9))
    usual = [Searcher(rules, 1 << 12).solve(state) for state in states]
    order(weights)
    for state, solution in zip(states, usual, strict=True):
        found = Searcher(rules, 1 << 12).solve(state)
        assert (found.bounds, found.moves) == (solution.bounds, solution.moves), state


@pytest.mark.parametrize("count", [60, pytest.param(600, marks=pytest.mark.soak)])
@pytest.mark.parametrize(
    "rules", [horse_race(), PAIRS, replace(horse_race(), highest=5, hand=5)], ids=["two", "pairs", "two, five"]
)
def test_alpha_beta_proves_values_of_whole_deals(rules: Ruleset, count: int) -> None:
    """It needs no memory for that where the solver has found them soon: it only shows that there is no other value."""
    searcher = Searcher(rules, 1 << 16)
    soon = 0
    for state in deals(rules, count // PACE):
        value = searcher.value(state, most=5000)[0].value
        if value is not None:
            soon += 1
            assert proved(state, value)
    assert soon >= count // PACE // 4


@pytest.mark.parametrize("tiles", [20, pytest.param(23, marks=pytest.mark.soak)])
def test_alpha_beta_proves_values_of_seven_rocks(tiles: int) -> None:
    searcher = Searcher(seven_rocks(), 1 << 18)
    for state in positions(seven_rocks(), 6 if PACE == 1 else 1, most=tiles, least=tiles):
        value = searcher.value(state)[0].value
        assert value is not None
        assert proved(state, value)


@every_ruleset
def test_the_value_alone_is_that_of_the_best_move(rules: Ruleset) -> None:
    searcher = Searcher(rules, 1 << 14)
    for state in positions(rules, 40 // PACE, most=11, seed=6):
        solution = searcher.solve(state)
        assert searcher.value(state)[0] == solution.bounds
        assert solution.value == max(value for value in values(solution).values() if value is not None)
        assert {values(solution)[move] for move in solution.best} == {solution.value}
        assert Bounds(solution.value, solution.value) == solution.bounds


def test_a_drawn_tile_a_draw_and_a_knock_have_values_too() -> None:
    kinds: set[type] = set()
    searcher = Searcher(horse_race(), 1 << 14)
    for state in positions(horse_race(), 400, most=7):
        solution = searcher.solve(state)
        kinds |= {type(move) for move in solution.moves}
        if state.drawn is not None:
            assert {move.tile for move in solution.moves if isinstance(move, Play)} == {state.drawn}
    assert kinds == {Play, Draw, Pass}


@pytest.mark.parametrize(
    ("state", "move", "value"),
    [
        # 10 and 3 are no award; going out brings the 8 pips of the other, 10 rounded
        (table(horse_race(), "2-3", "1-1 0-6", layout="5-5 2-5@5-5"), "2-3@2-5", 2),
        # who cannot place knocks, and the other goes out
        (table(horse_race(), "0-4", "2-3", layout="5-5 2-5@5-5"), "pass", -1),
        # or draws 6-6 first, which fits as little, and loses 16 pips, 15 rounded
        (table(horse_race(), "0-4", "2-3", boneyard="6-6", layout="5-5 2-5@5-5"), "+", -3),
        # each hand is rounded alone and taken off: 6 pips of the partner, 2 and 0 of the others
        (table(seven_rocks(), "2-3", "1-1", "0-6", "0-0", layout="5-5 2-5@5-5"), "2-3@2-5", -5),
    ],
)
def test_small_positions_by_hand(state: State, move: str, value: int) -> None:
    found = solve(state)
    assert isinstance(found, Solution)
    assert {str(each): bounds.value for each, bounds in found.moves.items()} == {move: value}
    assert (found.value, found.best) == (value, tuple(found.moves))


@pytest.mark.parametrize("scores", [(60, 0), (-3, 249), (10**30, -(10**30))])
@pytest.mark.parametrize("rules", [horse_race(), seven_rocks()], ids=["horse-race", "seven-rocks"])
def test_a_value_does_not_depend_on_the_scores_before(rules: Ruleset, scores: tuple[int, int]) -> None:
    searcher = Searcher(rules, 1 << 14)
    for state in positions(rules, 20 // min(PACE, 4), most=10, least=8):
        found, due = (searcher.solve(replace(state, scores=before)) for before in (scores, (0, 0)))
        assert without_effort(found) == without_effort(due)


# how much is searched, and with what


CAPS: Final = (1, 2, 3, 5, 10, 30, 100, 300, 1000, 3000, 10_000)[: 11 if PACE == 1 else 8]


@pytest.mark.parametrize("rules", [horse_race(), PAIRS, seven_rocks()], ids=["two", "pairs", "rocks"])
def test_a_search_that_is_cut_short_gives_honest_bounds(rules: Ruleset) -> None:
    searcher = Searcher(rules, 1 << 16)
    unknown = known = 0
    for state in positions(rules, 20 // min(PACE, 4), most=14, least=12):
        truth = searcher.solve(state)
        for cap in CAPS:
            found = searcher.solve(state, most=cap)
            assert found.positions <= cap
            assert list(found.moves) == list(truth.moves)
            for bounds, value in [(found.bounds, truth.value), *zip_values(found, truth)]:
                assert value is not None
                assert contains(bounds, value)
                assert bounds.value in (None, value)
            if found.value is None:
                unknown += 1
                assert found.best == ()
            else:
                known += 1
                assert found.best
                assert set(found.best) <= set(truth.best)
            bounds, searched = searcher.value(state, most=cap)
            assert searched <= cap
            assert truth.value is not None
            assert contains(bounds, truth.value)
    assert unknown
    assert known


def zip_values(found: Solution, truth: Solution) -> list[tuple[Bounds, int | None]]:
    return [(found.moves[move], bounds.value) for move, bounds in truth.moves.items()]


def test_the_first_position_alone_bounds_nothing() -> None:
    state = next(deals(horse_race(), 1))
    found = Searcher(horse_race(), 1 << 10).solve(state, most=1)
    assert (found.positions, found.value, found.bounds) == (1, None, Bounds(None, None))


@pytest.mark.parametrize("asked", [1, 2, 5, 20])
def test_a_search_ends_when_the_answer_is_no(monkeypatch: pytest.MonkeyPatch, asked: int) -> None:
    monkeypatch.setattr(solver, "SLICE", 3)
    searcher = Searcher(PAIRS, 1 << 16)
    ended = 0
    for state in positions(PAIRS, 20 // min(PACE, 4), most=16, least=15):
        truth = searcher.solve(state)
        told: list[int] = []

        def go_on(searched: int, told: list[int] = told) -> bool:
            told.append(searched)
            return len(told) < asked

        found = searcher.solve(state, go_on=go_on)
        assert told == sorted(set(told))
        if len(told) == asked:
            ended += 1
            assert found.positions == told[-1]
        else:
            assert without_effort(found) == without_effort(truth)
        for bounds, value in [(found.bounds, truth.value), *zip_values(found, truth)]:
            assert value is not None
            assert contains(bounds, value)
    assert ended


def without_effort(solution: Solution) -> tuple[Bounds, dict[Move, Bounds]]:
    return solution.bounds, solution.moves


@pytest.mark.parametrize("entries", [2, 16, 1 << 18])
@pytest.mark.parametrize("length", [1, 7, 1000, 10**12])
def test_neither_memory_nor_slices_change_a_solution(
    monkeypatch: pytest.MonkeyPatch, entries: int, length: int
) -> None:
    count = 12 // min(PACE, 4)
    states = [*positions(horse_race(), count, 12, 9), *positions(seven_rocks(), count, 14, 12)]
    truth = [without_effort(Searcher(state.rules, 1 << 16).solve(state)) for state in states]
    monkeypatch.setattr(solver, "SLICE", length)
    assert [without_effort(Searcher(state.rules, entries).solve(state)) for state in states] == truth


def test_a_search_with_hardly_any_memory_comes_to_an_end_slice_after_slice(monkeypatch: pytest.MonkeyPatch) -> None:
    state = next(deals(PAIRS, 1))
    truth = Searcher(PAIRS, 1 << 16).value(state)[0]
    monkeypatch.setattr(solver, "SLICE", 50)
    assert Searcher(PAIRS, 2).value(state)[0] == truth


def test_what_was_solved_before_changes_nothing() -> None:
    """Bounds of a round before are passed over, also when the count of rounds begins again after 511."""
    searcher = Searcher(horse_race(), 1 << 10)
    states = list(positions(horse_race(), 30 // min(PACE, 4), 10, 8))
    truth = [Searcher(horse_race(), 1 << 10).solve(state) for state in states]
    for number in range(1100 // min(PACE, 10)):
        at = number % len(states)
        assert without_effort(searcher.solve(states[at])) == without_effort(truth[at])


@pytest.mark.parametrize("rules", TWO_SIDES.values(), ids=list(TWO_SIDES))
def test_solutions_are_the_same_compiled_and_plain(monkeypatch: pytest.MonkeyPatch, rules: Ruleset) -> None:
    states = list(positions(rules, 12, most=11, least=6))
    running = Searcher(rules, 1 << 8)
    found = [running.solve(state) for state in states]
    monkeypatch.setattr(solver, "solver_of", lambda rules: CORES["plain"].Solver(**settings(rules)))
    plain = Searcher(rules, 1 << 8)
    assert [plain.solve(state) for state in states] == found


def test_two_searches_at_a_time_find_what_they_find_one_after_another() -> None:
    halves = [list(positions(rules, 60 // PACE, 13, 11)) for rules in (seven_rocks(), horse_race())]

    def search(states: list[State]) -> list[Solution]:
        searcher = Searcher(states[0].rules, 1 << 12)
        return [searcher.solve(state) for state in states]

    alone = [search(states) for states in halves]
    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(search, halves)) == alone


def test_a_search_lets_other_threads_run_and_one_of_them_can_stop_it() -> None:
    """Another thread sees how far it is within a call, and not only between two."""
    core = solver_of(replace(seven_rocks(), target=NO_TARGET))
    core.remember(memoryview(bytearray(1 << 20)).cast("Q"))
    sit(core, next(deals(seven_rocks(), 1)))
    core.start(10**15)
    between = [0]
    answers: list[bool] = []

    def search() -> None:
        while not answers or answers[-1]:
            core.forget()
            answers.append(core.at_least(10)[1])
            between.append(core.positions)

    thread = threading.Thread(target=search)
    thread.start()
    seen: set[int] = set()
    while len(seen) < 20:
        seen.add(core.positions)
        time.sleep(0.001)
    core.stop()
    thread.join()
    assert not answers[-1]
    assert seen - {*between}


# what cannot be solved


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        (horse_race(3), "solve.sides"),
        (horse_race(4), "solve.sides"),
        (replace(horse_race(), going_on=GoingOn.CHOICE), "solve.rules"),
        (replace(horse_race(), highest=7), "solve.rules"),
        (replace(PAIRS, hand=2), "solve.rules"),
    ],
)
def test_rulesets_that_cannot_be_solved_are_refused(rules: Ruleset, code: str) -> None:
    found = solve(next(deals(rules, 1)))
    assert isinstance(found, Refusal)
    assert found.code == code
    with pytest.raises(ValueError, match=code):
        Searcher(rules)


def test_where_nobody_is_on_turn_there_is_nothing_to_solve() -> None:
    found = solve(new(horse_race()))
    assert isinstance(found, Refusal)
    assert found.code == "solve.over"
    for method in (Searcher(horse_race(), 16).solve, Searcher(horse_race(), 16).value):
        with pytest.raises(ValueError, match="nobody"):
            method(new(horse_race()))


@pytest.mark.parametrize("most", [0, -1])
def test_at_least_one_position_is_searched(most: int) -> None:
    for state in (next(deals(horse_race(), 1)), next(deals(horse_race(3), 1)), new(horse_race())):
        found = solve(state, most)
        assert isinstance(found, Refusal)
        assert (found.code, found.data["most"]) == ("solve.most", most)
    for method in (Searcher(horse_race(), 16).solve, Searcher(horse_race(), 16).value):
        with pytest.raises(ValueError, match="at least one"):
            method(next(deals(horse_race(), 1)), most)


def test_a_hidden_tile_has_no_value() -> None:
    with pytest.raises(ValueError, match="hidden"):
        solve(view(next(deals(horse_race(), 1)), 0))


@pytest.mark.parametrize("entries", [-2, 0, 1, 3, 1000])
def test_memory_is_a_power_of_two(entries: int) -> None:
    with pytest.raises(ValueError, match="entries"):
        Searcher(horse_race(), entries)
