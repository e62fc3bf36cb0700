"""The rulebook and the engine agree on every position, move by move, compiled and as plain Python."""

import itertools
import random
from collections.abc import Iterator
from typing import Any, Final

import pytest
from msgspec.structs import replace

from homestretch.engine.packed import (
    BLOCKED,
    GOES_ON,
    WON,
    pack_hand,
    pack_layout,
    pack_move,
    settings,
    sit,
    supports,
    unpack_hand,
    unpack_move,
)
from homestretch.fives.deal import deal, open_round
from homestretch.fives.decide import decide, legal_moves
from homestretch.fives.events import Event, MatchWon, Scored, Settled
from homestretch.fives.evolve import evolve
from homestretch.fives.moves import Play
from homestretch.fives.ruleset import (
    DrawnTile,
    GoingOn,
    Keeps,
    Leads,
    Rounding,
    Ruleset,
    Settlement,
    Spinners,
    Ties,
)
from homestretch.fives.secrets import view
from homestretch.fives.state import Phase, State, new
from homestretch.games import horse_race, seven_rocks
from homestretch.kit.hidden import known
from homestretch.kit.message import Refusal

from .cores import CORES

PUBLISHED: Final = {
    "horse-race-2": horse_race(players=2),
    "horse-race-3": horse_race(players=3),
    "horse-race-4": horse_race(players=4),
    "horse-race-4p": horse_race(players=4, pairs=True),
    "seven-rocks": seven_rocks(),
}
HOUSES: Final = {
    "one spinner": replace(horse_race(), spinners=Spinners.FIRST),
    "drawn like hand": replace(horse_race(players=3), drawn_tile=DrawnTile.LIKE_HAND),
    "only doubles keep": replace(horse_race(), keeps=frozenset({Keeps.DOUBLE})),
    "only awards keep": replace(horse_race(), keeps=frozenset({Keeps.AWARD})),
    "hands rounded alone": replace(horse_race(players=3), rounding=Rounding.HAND),
    "ties win nothing": replace(horse_race(players=4, pairs=True), ties=Ties.NOBODY),
    "raw points": replace(horse_race(players=3), unit=1, target=100),
    "always a lot": replace(horse_race(), leads=Leads.LOT),
    "deduction": replace(horse_race(), settlement=Settlement.DEDUCTION, ties=Ties.NOBODY),
    "bonus of rocks": replace(seven_rocks(), settlement=Settlement.BONUS, ties=Ties.EACH, spinners=Spinners.ALL),
    "rocks keep": replace(seven_rocks(), keeps=frozenset(Keeps), rounding=Rounding.SUM),
    "small set": replace(horse_race(), highest=4, hand=4),
    "smallest set": replace(horse_race(), highest=3, hand=2, target=10),
}
ALL: Final = PUBLISHED | HOUSES

both_cores = pytest.mark.parametrize("core", CORES.values(), ids=list(CORES))
every_ruleset = pytest.mark.parametrize("rules", ALL.values(), ids=list(ALL))


def must(answer: Any) -> tuple[Event, ...]:
    assert not isinstance(answer, Refusal)
    return tuple(answer)


def applied(state: State, events: tuple[Event, ...]) -> State:
    for event in events:
        state = evolve(state, event)
    return state


def dealt(state: State, chance: random.Random) -> State:
    """The state after the next deal."""
    state = applied(state, must(open_round(state, chance.randbytes(32))))
    return applied(state, must(deal(state)))


def walk(rules: Ruleset, seed: int, rounds: int) -> Iterator[tuple[State, tuple[Event, ...], Any]]:
    """Every state of some random rounds in which somebody is on turn, the move that is made, and what it brings."""
    chance = random.Random(seed)
    state = new(rules)
    for _ in range(rounds):
        if state.phase is Phase.OVER:
            state = new(rules)
        state = dealt(state, chance)
        while state.phase is Phase.MOVE:
            assert state.turn is not None
            move = chance.choice(legal_moves(state, state.turn))
            events = must(decide(state, state.turn, move))
            yield state, events, move
            state = applied(state, events)


def agree(core: Any, rules: Ruleset, seed: int, rounds: int) -> int:
    """Compare both engines through some rounds; how many positions were compared."""
    before, after = core.Table(**settings(rules)), core.Table(**settings(rules))
    compared = 0
    for state, events, move in walk(rules, seed, rounds):
        compared += 1
        assert state.turn is not None
        sit(before, state)
        layout, hands, _, turn, _, _ = before.position()
        assert [unpack_hand(hand) for hand in hands] == [tuple(sorted(known(hand))) for hand in state.hands]
        assert (layout >> 45 & 255, turn) == (state.layout.total, state.turn)
        legal = legal_moves(state, state.turn)
        assert set(before.moves()) == {pack_move(each) for each in legal}
        assert len(before.moves()) == len(set(before.moves()))
        for number in before.moves():
            assert pack_move(unpack_move(state.layout, number)) == number
        fives, end = before.apply(pack_move(move))
        raw = sum(event.raw for event in events if isinstance(event, Scored))
        assert fives * 5 == raw
        over = applied(state, events)
        settled = next((event for event in events if isinstance(event, Settled)), None)
        if settled is not None:
            assert end == (BLOCKED if settled.out is None else settled.out)
        elif any(isinstance(event, MatchWon) for event in events):
            assert end == WON
        else:
            assert end == GOES_ON
            sit(after, over)
            assert before.position() == after.position()
        assert before.position()[5] == over.scores
    return compared


@both_cores
@every_ruleset
def test_move_by_move(core: Any, rules: Ruleset) -> None:
    assert supports(rules)
    assert agree(core, rules, 1, 40) > 200


@pytest.mark.soak
@both_cores
@every_ruleset
def test_move_by_move_through_ten_thousand_rounds(core: Any, rules: Ruleset) -> None:
    fewest = 5 if rules.highest < 4 else 6  # moves that a round has on average; a set of ten tiles is soon played
    assert agree(core, rules, 2, 10_000) > 10_000 * fewest


@both_cores
@every_ruleset
def test_a_playout_is_what_its_moves_are_one_by_one(core: Any, rules: Ruleset) -> None:
    whole, stepped = core.Table(**settings(rules)), core.Table(**settings(rules))
    for seed in range(30):
        for table in (whole, stepped):
            table.sow(seed)
            table.sit(0, [0] * rules.players, [], seed % rules.players, -1, [0] * rules.sides)
            table.deal()
        assert whole.position() == stepped.position()
        end = GOES_ON
        while end == GOES_ON:
            moves = stepped.moves()
            _, end = stepped.apply(moves[stepped.below(len(moves))] if len(moves) > 1 else moves[0])
        assert whole.play_round() == end
        assert whole.position()[1] == stepped.position()[1]
        assert whole.position()[5] == stepped.position()[5]


@every_ruleset
def test_playouts_of_matches_are_the_same_compiled_and_plain(rules: Ruleset) -> None:
    rules = replace(rules, target=20)
    answers = {core.Table(**settings(rules)).play_matches(7, 4) for core in CORES.values()}
    assert len(answers) == 1


@both_cores
def test_a_dealt_round_is_the_whole_set(core: Any) -> None:
    for rules in ALL.values():
        table = core.Table(**settings(rules))
        table.sow(5)
        table.deal()
        _, hands, boneyard, _, _, _ = table.position()
        assert all(hand.bit_count() == rules.hand for hand in hands)
        assert sum(hands) | sum(1 << tile for tile in boneyard) == pack_hand(rules.tiles)
        assert len(boneyard) == rules.boneyard


@both_cores
def test_numbers_are_even(core: Any) -> None:
    table = core.Table(**settings(horse_race()))
    table.sow(1)
    counts = [0] * 7
    for _ in range(7000):
        counts[table.below(7)] += 1
    assert all(850 < count < 1150 for count in counts)


def test_some_rulesets_are_left_to_the_rulebook() -> None:
    assert not supports(replace(horse_race(), highest=7))
    assert not supports(replace(horse_race(), going_on=GoingOn.CHOICE))
    assert not supports(replace(horse_race(players=4, pairs=True), highest=9, hand=7))


def test_a_hidden_tile_takes_up_no_position() -> None:
    state = dealt(new(horse_race()), random.Random(1))
    with pytest.raises(ValueError, match="hidden"):
        sit(CORES["running"].Table(**settings(horse_race())), view(state, 0))


def test_equal_places_are_one_move() -> None:
    equal = 0
    for state, _, _ in walk(horse_race(players=3), 9, 30):
        assert state.turn is not None
        places = [move for move in legal_moves(state, state.turn) if isinstance(move, Play)]
        for one, other in itertools.combinations(places, 2):
            if pack_move(one) == pack_move(other):
                equal += 1
                after = [pack_layout(state.layout.join(move.tile, move.host)) for move in (one, other)]
                assert after[0] == after[1]
    assert equal
