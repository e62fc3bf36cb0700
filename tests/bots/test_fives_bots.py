"""The domino bots: legal, honest, the same for the same seed, and sensible where one can tell."""

import random
from collections.abc import Iterator
from typing import Any, Final

import pytest
from msgspec.structs import replace

from helpers import t, table, ts
from homestretch.bots.fives import EXPERT, STRONG, Thought, casual_move, likelihoods, thoughtful_move
from homestretch.bots.levels import BOTS, MOST_WORLDS, find_bot
from homestretch.bots.standing import chance_to_win, pace
from homestretch.engine.packed import NUMBER, supports, table_of
from homestretch.engine.solve import solve
from homestretch.engine.worlds import Worlds
from homestretch.fives.deal import deal, open_round
from homestretch.fives.decide import decide, legal_moves
from homestretch.fives.events import Dealt, TileSeen
from homestretch.fives.evolve import evolve
from homestretch.fives.moves import Draw, Play
from homestretch.fives.ruleset import DrawnTile, GoingOn, Ruleset
from homestretch.fives.secrets import view
from homestretch.fives.state import Phase, State, new
from homestretch.games import horse_race, seven_rocks
from homestretch.kit.chance import Stream
from homestretch.kit.message import Refusal

RULESETS: Final[dict[str, Ruleset]] = {
    "horse-race-2": horse_race(2),
    "horse-race-3": horse_race(3),
    "horse-race-4": horse_race(4),
    "horse-race-4p": horse_race(4, pairs=True),
    "seven-rocks": seven_rocks(),
    "drawn like hand": replace(horse_race(3), drawn_tile=DrawnTile.LIKE_HAND),
    "small set": replace(horse_race(2), highest=4, hand=4),
    "larger set": replace(horse_race(2), highest=7),
    "a choice": replace(horse_race(2), going_on=GoingOn.CHOICE),
}
EVERY: Final = pytest.mark.parametrize("rules", RULESETS.values(), ids=list(RULESETS))
LEVELS: Final = ("random", "casual", "greedy", "strong:6", "expert:6")


def bot(name: str) -> Any:
    found = find_bot(name)
    assert not isinstance(found, Refusal)
    return found


def stream(seed: int = 0) -> Stream:
    return Stream(seed.to_bytes(32, "big"), b"test")


def rounds(rules: Ruleset, seed: int, number: int) -> Iterator[State]:
    """Every state of some rounds in which somebody is on turn; moves are greedy, so that much happens."""
    chance = random.Random(seed)
    state = new(rules)
    for count in range(number):
        state = State(rules, tuple(chance.randrange(rules.target) for _ in range(rules.sides)), state.layout)
        for step in (lambda state: open_round(state, chance.randbytes(32)), deal):
            events = step(state)
            assert not isinstance(events, Refusal)
            for event in events:
                state = evolve(state, event)
        while state.phase is Phase.MOVE:
            yield state
            assert state.turn is not None
            name = "greedy" if count % 2 else "random"
            events = decide(state, state.turn, bot(name)(state, state.turn, Stream(chance.randbytes(32), b"x")))
            assert not isinstance(events, Refusal)
            for event in events:
                state = evolve(state, event)


@EVERY
def test_every_level_plays_legal_moves(rules: Ruleset) -> None:
    for number, state in enumerate(rounds(rules, 1, 3 if supports(rules) else 1)):
        assert state.turn is not None
        seen = view(state, state.turn)
        for name in LEVELS:
            assert bot(name)(seen, state.turn, stream(number)) in legal_moves(seen, state.turn), name


@EVERY
def test_hidden_tiles_move_nobody(rules: Ruleset) -> None:
    """Other hands and another order of the boneyard under the same view: the move is the same."""
    changed = 0
    for number, state in enumerate(rounds(rules, 2, 3 if supports(rules) else 1)):
        assert state.turn is not None
        world = Worlds(state, state.turn).sample(random.Random(number))
        hands: list[tuple[TileSeen, ...]] = list(world.hands)
        hands[state.turn] = state.hands[state.turn]
        other = replace(state, hands=tuple(hands), boneyard=world.boneyard)
        assert view(other, state.turn) == view(state, state.turn)
        changed += other != state
        for name in LEVELS:
            move = bot(name)(view(state, state.turn), state.turn, stream(number))
            for complete in (state, other):
                assert bot(name)(complete, state.turn, stream(number)) == move, name
    assert changed


@EVERY
def test_the_same_view_and_seed_give_the_same_move(rules: Ruleset) -> None:
    state = next(state for state in rounds(rules, 3, 1) if len(legal_moves(state, state.turn or 0)) > 1)
    assert state.turn is not None
    seen = view(state, state.turn)
    for name in LEVELS:
        assert len({bot(name)(seen, state.turn, stream(7)) for _ in range(3)}) == 1


def test_what_leaves_no_choice_is_not_thought_about() -> None:
    kinds = set()
    for state in rounds(horse_race(3), 4, 6):
        assert state.turn is not None
        moves = legal_moves(state, state.turn)
        if len(moves) == 1:
            kinds.add(type(moves[0]))
            endless = Thought(10**9, 10**9, 10**9, STRONG.weights)
            assert thoughtful_move(view(state, state.turn), state.turn, stream(), endless) == moves[0]
    assert kinds >= {Draw, Play}


@pytest.mark.parametrize("level", [STRONG, EXPERT])
def test_a_move_that_wins_the_match_is_made(level: Thought) -> None:
    """5-5 earns 4 points at once with 1-4 and 5-5 open: at 58 that is the match, whatever else pays later."""
    found = 0
    for state in rounds(replace(horse_race(2), target=61), 5, 40):
        assert state.turn is not None
        side = state.rules.side_of(state.turn)
        near = replace(state, scores=tuple(60 if each == side else 50 for each in range(2)))
        wins = {move for move in legal_moves(near, state.turn) if _wins(near, move)}
        if wins and wins != set(legal_moves(near, state.turn)):
            found += 1
            assert thoughtful_move(view(near, state.turn), state.turn, stream(), replace(level, between_two=10)) in wins
    assert found > 10


def _wins(state: State, move: Any) -> bool:
    events = decide(state, state.turn or 0, move)
    assert not isinstance(events, Refusal)
    after = state
    for event in events:
        after = evolve(after, event)
    return bool(after.winners)


def test_an_expert_plays_a_known_ending_exactly() -> None:
    """Once the boneyard is empty, two players know each other's tiles."""
    endings = 0
    for state in rounds(horse_race(2), 6, 60):
        assert state.turn is not None
        early = replace(state, scores=(0, 0))
        if state.boneyard or len(legal_moves(state, state.turn)) < 2 or sum(map(len, state.hands)) > 10:
            continue
        endings += 1
        solution = solve(early)
        assert not isinstance(solution, Refusal)
        move = thoughtful_move(view(early, state.turn), state.turn, stream(), replace(EXPERT, between_two=3))
        assert move in solution.best
    assert endings > 5


def test_a_learner_sees_some_awards() -> None:
    """Between 1 and 0, only 1-5 earns an award."""
    state = table(horse_race(2), "0-2 1-5 1-6", "2-2 3-3", boneyard="4-4", layout="1-4 0-4@1-4")
    legal = legal_moves(state, 0)
    greedy = bot("greedy")(state, 0, stream())
    chosen = [casual_move(state, 0, stream(seed)) for seed in range(300)]
    assert set(chosen) == set(legal)
    assert 300 / len(legal) < chosen.count(greedy) < 290


def test_a_budget_is_written_behind_the_level() -> None:
    assert callable(find_bot("expert:3"))
    assert callable(find_bot(f"strong:{MOST_WORLDS}"))
    for name in ("expert:0", "expert:-1", "expert:x", "expert:", f"strong:{MOST_WORLDS + 1}", "expert:9999999999"):
        refusal = find_bot(name)
        assert isinstance(refusal, Refusal)
        assert refusal.code == "bot.worlds"
    for name in ("wizard", "greedy:3", "", ":", "EXPERT"):
        refusal = find_bot(name)
        assert isinstance(refusal, Refusal)
        assert refusal.code == "bot.unknown"
    assert list(BOTS) == ["random", "casual", "greedy", "strong", "expert"]


@EVERY
def test_chances_to_win_add_up(rules: Ruleset) -> None:
    chance = random.Random(1)
    for _ in range(50):
        scores = tuple(chance.randrange(-30, rules.target + 15) for _ in range(rules.sides))
        chances = [chance_to_win(rules, scores, side) for side in range(rules.sides)]
        assert sum(chances) == pytest.approx(1)
        best = max(range(rules.sides), key=lambda side: scores[side])
        assert max(chances) == chances[best]


def test_a_lead_counts_more_near_the_target() -> None:
    rules = horse_race(2)
    early, late = (chance_to_win(rules, scores, 0) for scores in ((10, 0), (58, 48)))
    assert 0.5 < early < late < 1
    assert chance_to_win(rules, (60, 61), 0) == 0
    assert chance_to_win(rules, (61, 64), 0) == 0.5
    assert pace(rules) == pace(horse_race(2))


def test_what_others_passed_over_they_probably_do_not_hold() -> None:
    """A greedy seat that could have scored and did not is taken not to have held the tile."""
    rules = seven_rocks()
    hands = (ts("0-0 0-1 0-2 0-3 0-4 0-6 1-1"), ts("1-2 1-3 1-6 2-2 2-3 2-4 2-6"))
    rest = tuple(tile for tile in rules.tiles if tile not in hands[0] + hands[1])
    state = State(rules, (0, 0), new(rules).layout)
    state = evolve(state, Dealt(1, "lot", (*hands, rest[:7], rest[7:]), ()))
    events = decide(state, 1, Play(t("1-2")))
    assert not isinstance(events, Refusal)
    for event in events:
        state = evolve(state, event)
    worlds = Worlds(state, 0)
    chance = random.Random(1)
    sampled = [worlds.sample_masks(chance) for _ in range(300)]
    weights = list(likelihoods(state, table_of(rules), worlds, sampled))
    assert sum(weights) / len(weights) == pytest.approx(1)
    double_five = 1 << NUMBER[t("5-5")]
    pairs = list(zip(sampled, weights, strict=True))
    held = [weight for world, weight in pairs if world.hands[1] & double_five]
    others = [weight for world, weight in pairs if not world.hands[1] & double_five]
    assert sum(held) / len(held) < sum(others) / len(others) / 2
