"""What holds in every domino match, at every event: conservation, scores, legal moves, blocks, codecs."""

from collections import Counter
from functools import cache

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers import fold
from homestretch.fives.decide import can_place, decide, legal_moves
from homestretch.fives.events import Dealt, Event, MatchWon, Passed, Played, Scored, Settled
from homestretch.fives.evolve import evolve
from homestretch.fives.layout import award
from homestretch.fives.match import Fives
from homestretch.fives.moves import DRAW, PASS, STOP, Draw, Move, Play
from homestretch.fives.ruleset import MULTIPLE, Ruleset, Settlement, Spinners
from homestretch.fives.state import Phase, State, new
from homestretch.kit.chance import Revealed, Shuffle, commitment
from homestretch.kit.message import Refusal
from homestretch.kit.tile import Tile, full_set

from .walks import SHORT, match, published, rulesets, seeds

TILES = full_set(6)
plays = st.builds(Play, st.sampled_from(TILES), st.none() | st.sampled_from(TILES))
any_tile = st.builds(Tile, st.integers(-1, 10), st.integers(-1, 10))
any_move: st.SearchStrategy[Move] = st.one_of(
    plays,
    st.builds(Play, any_tile, st.none() | any_tile),
    st.just(DRAW),
    st.builds(Draw, any_tile),
    st.just(PASS),
    st.just(STOP),
)


@given(rulesets, seeds)
@settings(max_examples=60)
def test_every_tile_is_in_exactly_one_place(rules: Ruleset, seed: bytes) -> None:
    for step in match(rules, seed):
        state = step.after
        if state.round:
            tiles = [tile for pile in (*state.hands, state.boneyard, state.layout.tiles) for tile in pile]
            assert Counter(tiles) == Counter(rules.tiles)


@given(rulesets, seeds)
@settings(max_examples=60)
def test_scores_are_the_sum_of_awards_and_settlements(rules: Ruleset, seed: bytes) -> None:
    scores = [0] * rules.sides
    for step in match(rules, seed):
        if isinstance(step.event, Scored):
            assert step.event.raw == award(step.before.layout.total) > 0, "counted after the placement"
            assert step.event.points * rules.unit == step.event.raw
            scores[step.event.side] += step.event.points
        if isinstance(step.event, Settled):
            for change in step.event.changes:
                scores[change.side] += change.points
        assert list(step.after.scores) == scores


@given(rulesets, seeds)
@settings(max_examples=40)
def test_every_placement_that_totals_a_multiple_of_five_scores_at_once(rules: Ruleset, seed: bytes) -> None:
    placed: Played | None = None
    for step in match(rules, seed):
        if placed is not None:
            raw = award(step.before.layout.total)
            assert isinstance(step.event, Scored) == bool(raw)
            assert not isinstance(step.event, Scored) or step.event.seat == placed.seat
        placed = step.event if isinstance(step.event, Played) else None


@given(published, seeds)
@settings(max_examples=40)
def test_awards_and_scores_are_multiples_of_five_raw_points(rules: Ruleset, seed: bytes) -> None:
    for step in match(rules, seed):
        assert all(score * rules.unit % MULTIPLE == 0 for score in step.after.scores)
        if rules.spinners is Spinners.FIRST:
            assert step.after.layout.total <= 36
            assert not isinstance(step.event, Scored) or step.event.raw <= 35


@given(rulesets, seeds, st.integers(0, 2**32))
@settings(max_examples=40)
def test_legal_moves_are_what_decide_accepts(rules: Ruleset, seed: bytes, at: int) -> None:
    states = [step.after for step in match(rules, seed) if step.settled and step.after.phase is Phase.MOVE]
    for state in states[at % 7 :: 7]:
        seat = state.turn
        assert seat is not None
        moves = legal_moves(state, seat)
        assert moves, "whoever is on turn can do something"
        assert len(set(moves)) == len(moves)
        accepted = {move for move in every_move(rules) if not isinstance(decide(state, seat, move), Refusal)}
        assert accepted == set(moves)
        for other in set(range(rules.players)) - {seat}:
            assert legal_moves(state, other) == ()
            assert isinstance(decide(state, other, moves[0]), Refusal)


@cache
def every_move(rules: Ruleset) -> tuple[Move, ...]:
    """Every move that the notation can write with this set, but for draws that name their tile."""
    tiles = rules.tiles
    return (DRAW, PASS, STOP, *(Play(tile, host) for tile in tiles for host in (None, *tiles)))


@given(rulesets, seeds, st.lists(st.tuples(st.integers(-2, 12), any_move), min_size=1, max_size=40))
@settings(max_examples=40)
def test_decide_never_raises(rules: Ruleset, seed: bytes, attempts: list[tuple[int, Move]]) -> None:
    for number, step in enumerate(match(rules, seed)):
        seat, move = attempts[number % len(attempts)]
        if not step.settled:
            continue
        for actor in (seat, *Fives(rules).actors(step.after)):
            decision = decide(step.after, actor, move)
            if not isinstance(decision, Refusal):
                written = DRAW if isinstance(move, Draw) else move
                assert written in legal_moves(step.after, actor)
                assert fold(step.after, decision).scores


@given(rulesets, seeds)
@settings(max_examples=60)
def test_a_block_and_going_out_are_seen_at_once(rules: Ruleset, seed: bytes) -> None:
    for step in match(rules, seed):
        state = step.after
        if step.settled and state.phase is Phase.MOVE:
            assert all(state.hands), "nobody who went out is waited for"
            assert state.boneyard or any(can_place(state, seat) for seat in range(rules.players))
        if isinstance(step.event, Settled):
            empty = [seat for seat, hand in enumerate(step.before.hands) if not hand]
            assert empty == ([] if step.event.out is None else [step.event.out])
            if step.event.out is None:
                assert not step.before.boneyard
                assert not any(can_place(step.before, seat) for seat in range(rules.players))


@given(rulesets, seeds)
@settings(max_examples=60)
def test_nobody_passes_who_could_place_or_draw(rules: Ruleset, seed: bytes) -> None:
    for step in match(rules, seed):
        if isinstance(step.event, Passed):
            assert not step.before.boneyard
            assert not can_place(step.before, step.event.seat)


@given(rulesets, seeds)
@settings(max_examples=60)
def test_the_match_is_won_exactly_when_somebody_has_the_target(rules: Ruleset, seed: bytes) -> None:
    for step in match(rules, seed):
        if step.settled:
            reached = tuple(side for side, score in enumerate(step.after.scores) if score >= rules.target)
            assert step.after.winners == reached
            assert (step.after.phase is Phase.OVER) is bool(reached)
        if isinstance(step.event, MatchWon) and rules.settlement is Settlement.DEDUCTION:
            assert len(step.event.sides) == 1


@given(rulesets, seeds)
@settings(max_examples=40)
def test_the_starter_is_who_went_out_or_whom_the_lot_chose(rules: Ruleset, seed: bytes) -> None:
    out: int | None = None
    for step in match(rules, seed):
        if isinstance(step.event, Settled):
            out = step.event.out
        if isinstance(step.event, Dealt):
            by_out = out is not None and rules.leads == "out"
            assert step.event.start_by == ("out" if by_out else "lot")
            assert step.event.starter == (out if by_out else step.before.leader)


@given(rulesets, seeds)
@settings(max_examples=30)
def test_every_round_can_be_checked_once_its_seed_is_shown(rules: Ruleset, seed: bytes) -> None:
    game = Fives(rules)
    shuffle: Shuffle | None = None
    dealt: tuple[Event, ...] = ()
    for step in match(rules, seed):
        if isinstance(step.event, Dealt):
            shuffle, dealt = step.before.shuffle, (step.event,)
        if isinstance(step.event, Revealed):
            assert shuffle is not None
            assert commitment(step.event.seed) == shuffle.commitment
            fresh = msgspec.structs.replace(game.new(), phase=Phase.DEAL, shuffle=shuffle)
            again = game.deal(fresh)
            assert not isinstance(again, Refusal)
            (last,) = dealt
            assert isinstance(last, Dealt)
            assert isinstance(again[-1], Dealt)
            assert (again[-1].hands, again[-1].boneyard) == (last.hands, last.boneyard)


@given(rulesets, seeds)
@settings(max_examples=30)
def test_a_match_is_its_events(rules: Ruleset, seed: bytes) -> None:
    steps = list(match(rules, seed))
    assert fold(new(rules), [step.event for step in steps]) == steps[-1].after
    assert [step.event for step in match(rules, seed)] == [step.event for step in steps]


@given(rulesets, seeds)
@settings(max_examples=30)
def test_events_round_trip_through_json(rules: Ruleset, seed: bytes) -> None:
    decoder = msgspec.json.Decoder(Event)
    for step in match(rules, seed):
        for viewer in (None, *range(rules.players)):
            for event in (step.event, Fives(rules).redact(step.event, viewer)):
                assert decoder.decode(msgspec.json.encode(event)) == event


@pytest.mark.parametrize("rules", SHORT, ids=lambda rules: f"{rules.spinners}-{rules.players}-{rules.pairs}")
def test_random_players_meet_everything(rules: Ruleset) -> None:
    expected = {"Committed", "Contributed", "Lotted", "Dealt", "Played", "Scored", "Passed", "Settled", "Revealed"}
    expected |= {"block", "out", "MatchWon"} | ({"Drew"} if rules.boneyard else set())
    met: set[str] = set()
    for number in range(200):
        for step in match(rules, bytes([number]) * 32):
            met.add(type(step.event).__name__)
            if isinstance(step.event, Settled):
                met.add("block" if step.event.out is None else "out")
        if met >= expected:
            break
    assert met == expected


def test_the_kinds_of_states_are_values() -> None:
    one, other = ([step.after for step in match(SHORT[0], bytes(32))] for _ in range(2))
    assert one == other
    assert [hash(state) for state in one] == [hash(state) for state in other]
    assert isinstance(one[0], State)
    assert evolve(one[0], next(iter(match(SHORT[0], bytes(32)))).event) == one[0]
