"""Worlds: exactly the deals that agree with what a seat has seen, each as likely, whatever is hidden from it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from math import comb, factorial
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from helpers import GAMES, fold, go, named, t, ts
from homestretch.engine.worlds import World, Worlds
from homestretch.fives.decide import decide, legal_moves
from homestretch.fives.events import Dealt, Settled
from homestretch.fives.evolve import evolve
from homestretch.fives.layout import Layout
from homestretch.fives.moves import PASS, Draw, Play
from homestretch.fives.ruleset import DrawnTile, GoingOn, Keeps, Ruleset, faults
from homestretch.fives.secrets import view
from homestretch.fives.state import Phase, State, new
from homestretch.games import horse_race, seven_rocks
from homestretch.kit.hidden import HIDDEN, known
from homestretch.kit.message import Refusal
from homestretch.kit.seat import Seat
from homestretch.kit.tile import Tile

FAR = 10_000
SMALL_RACE = replace(horse_race(3), target=FAR, highest=3, hand=2)
SMALL_ROCKS = replace(seven_rocks(), target=FAR, highest=4, players=3, pairs=False, hand=5)
SMALL: dict[str, Ruleset] = {
    "two": replace(SMALL_RACE, players=2, hand=3),
    "two-long-boneyard": replace(SMALL_RACE, players=2),
    "three": SMALL_RACE,
    "pairs": replace(SMALL_RACE, players=4, pairs=True),
    "like-hand": replace(SMALL_RACE, drawn_tile=DrawnTile.LIKE_HAND),
    "choice": replace(SMALL_RACE, hand=3, going_on=GoingOn.CHOICE, drawn_tile=DrawnTile.LIKE_HAND),
    "choice-pairs": replace(SMALL_RACE, players=4, pairs=True, going_on=GoingOn.CHOICE),
    "no-boneyard": SMALL_ROCKS,
    "choice-no-boneyard": replace(SMALL_ROCKS, going_on=GoingOn.CHOICE, keeps=frozenset(Keeps)),
}
"""Games so small that all deals can be gone through."""

HOUSES = [
    replace(horse_race(3), going_on=GoingOn.CHOICE, drawn_tile=DrawnTile.LIKE_HAND),
    replace(seven_rocks(), going_on=GoingOn.CHOICE, keeps=frozenset(Keeps)),
    replace(horse_race(2), target=FAR, highest=9, going_on=GoingOn.CHOICE),
]

MOST_DEALS = 2000
"""Positions with more deals than these are not gone through."""

rulesets = st.sampled_from(GAMES + HOUSES)
seeds = st.integers(0, 2**32)

Deal = tuple[tuple[frozenset[Tile], ...], tuple[Tile, ...]]
"""What each seat was dealt, and the boneyard before the first draw."""

Path = Sequence[State]
"""A round from its deal on: the complete states in which somebody may move, one more for each move."""


def round_of(rules: Ruleset, seed: int) -> list[State]:
    """A random round; the same rules and seed play the same one."""
    chance = Random(seed)
    order = chance.sample(rules.tiles, len(rules.tiles))
    hands = tuple(tuple(order[seat * rules.hand : (seat + 1) * rules.hand]) for seat in range(rules.players))
    boneyard = tuple(order[rules.players * rules.hand :])
    state = evolve(new(rules), Dealt(chance.randrange(rules.players), "lot", hands, boneyard))
    path = []
    while state.phase is Phase.MOVE:
        path.append(state)
        assert state.turn is not None
        decision = decide(state, state.turn, chance.choice(legal_moves(state, state.turn)))
        assert not isinstance(decision, Refusal)
        state = fold(state, decision)
    return path


def draws_of(path: Path) -> list[tuple[int, Seat, Tile]]:
    """The draws: the number of the move, who drew and what."""
    draws = [(number, seat) for number, (seat, move) in enumerate(path[-1].moves) if isinstance(move, Draw)]
    tiles = reversed(known(path[0].boneyard))
    return [(number, seat, tile) for (number, seat), tile in zip(draws, tiles, strict=False)]


def deal_of(path: Path, viewer: Seat, world: World) -> Deal:
    """What was dealt if the tiles lie so; what the viewer itself was dealt and has drawn is as it was."""
    theirs = iter(world.draws)
    draws = [(seat, tile if seat == viewer else next(theirs)) for _, seat, tile in draws_of(path)]
    assert list(theirs) == []
    hands = [{*hand} for hand in world.hands]
    for seat, move in path[-1].moves:
        if isinstance(move, Play):
            hands[seat].add(move.tile)
    for seat, tile in draws:
        hands[seat].remove(tile)
    return tuple(frozenset(hand) for hand in hands), (*world.boneyard, *(tile for _, tile in reversed(draws)))


def true_deal(path: Path) -> Deal:
    """What was dealt indeed."""
    return tuple(frozenset(known(hand)) for hand in path[0].hands), known(path[0].boneyard)


def replay(path: Path, viewer: Seat, deal: Deal) -> list[State] | None:
    """The same moves after another deal; None where the rulebook refuses one, or the viewer sees anything else."""
    hands = tuple(path[0].hands[seat] if seat == viewer else tuple(hand) for seat, hand in enumerate(deal[0]))
    states = [replace(path[0], hands=hands, boneyard=deal[1])]
    for number, after in enumerate(path[1:]):
        decision = decide(states[-1], *after.moves[number])
        if isinstance(decision, Refusal):
            return None
        states.append(fold(states[-1], decision))
        if view(states[-1], viewer) != view(after, viewer):
            return None
    return states


def deals(path: Path, viewer: Seat, most: int) -> Iterator[Deal]:
    """Every deal in which the viewer gets its own tiles and a draw placed at once draws its tile; none if too many."""
    rules, moves = path[0].rules, path[-1].moves
    own = frozenset(known(path[0].hands[viewer]))
    boneyard: list[Tile | None] = [None] * rules.boneyard
    for place, (number, seat, tile) in enumerate(draws_of(path), 1):
        if seat == viewer or (seat, Play) in [(mover, type(move)) for mover, move in moves[number + 1 : number + 2]]:
            boneyard[-place] = tile
    tiles = [tile for tile in rules.tiles if tile not in own and tile not in boneyard]
    others = rules.players - 1
    if factorial(len(tiles)) // factorial(rules.hand) ** others > most:
        return
    for hands in hands_of(tiles, rules.hand, others):
        for order in permutations([tile for tile in tiles if not any(tile in hand for hand in hands)]):
            left = iter(order)
            yield (*hands[:viewer], own, *hands[viewer:]), tuple([tile or next(left) for tile in boneyard])


def hands_of(tiles: Sequence[Tile], size: int, seats: int) -> Iterator[tuple[frozenset[Tile], ...]]:
    """Every way to deal hands of this size to so many seats."""
    if not seats:
        yield ()
        return
    for hand in combinations(tiles, size):
        for others in hands_of([tile for tile in tiles if tile not in hand], size, seats - 1):
            yield (frozenset(hand), *others)


@pytest.mark.parametrize("name", SMALL)
def test_the_worlds_are_the_deals_that_agree_each_as_likely(name: str) -> None:
    rules = SMALL[name]
    assert not list(faults(rules))
    counted = 0
    for seed in range(8):
        round_ = round_of(rules, seed)
        for length in range(1 + seed % 2, len(round_) + 1, 2):
            path, viewer = round_[:length], (seed + length // 2) % rules.players
            agreeing = {deal for deal in deals(path, viewer, most=1500) if replay(path, viewer, deal)}
            if agreeing:
                counted += 1
                check_worlds(path, viewer, agreeing)
    assert counted > 3, "few positions were small enough"


def check_worlds(path: Path, viewer: Seat, agreeing: set[Deal]) -> None:
    """The worlds are these deals. Where they are few, each comes up about as often as any other."""
    worlds = Worlds(view(path[-1], viewer), viewer)
    assert worlds.count == len(agreeing)
    chance = Random(1)
    each = 20 if len(agreeing) <= 60 else 1
    seen = Counter(deal_of(path, viewer, worlds.sample(chance)) for _ in range(each * len(agreeing)))
    assert seen.keys() <= agreeing
    if each > 1:
        uneven = sum((seen[deal] - each) ** 2 / each for deal in agreeing)
        freedom = len(agreeing) - 1
        assert uneven <= freedom + 5 * (2 * freedom) ** 0.5, "chi-square, five deviations above its mean"


@given(rulesets, seeds)
@settings(max_examples=40)
def test_a_world_goes_along_with_the_moves_and_knows_every_hand_at_each(rules: Ruleset, seed: int) -> None:
    chance = Random(seed)
    round_ = round_of(rules, seed)
    for viewer in range(rules.players):
        path = round_[: chance.randint(1, len(round_))]
        worlds = Worlds(view(path[-1], viewer), viewer)
        for _ in range(3):
            world = worlds.sample(chance)
            states = replay(path, viewer, deal_of(path, viewer, world))
            assert states, "the rulebook goes along, and the viewer sees the same"
            assert world.hands == tuple(tuple(sorted(known(hand))) for hand in states[-1].hands)
            assert world.hands[viewer] == tuple(sorted(known(path[-1].hands[viewer])))
            assert world.boneyard == states[-1].boneyard
            for number, (mover, _) in enumerate(path[-1].moves):
                if mover != viewer:
                    assert worlds.hand_at(world, number) == tuple(sorted(known(states[number].hands[mover])))


@given(rulesets, seeds)
@settings(max_examples=20)
def test_masks_are_the_same_worlds_in_numbers(rules: Ruleset, seed: int) -> None:
    state = (round_ := round_of(rules, seed))[seed % len(round_)]
    viewer = seed % rules.players
    worlds = Worlds(view(state, viewer), viewer)
    tiles = rules.tiles
    for number in range(3):
        world, masks = worlds.sample(Random(number)), worlds.sample_masks(Random(number))
        assert masks.hands == [sum(1 << tiles.index(tile) for tile in hand) for hand in world.hands]
        assert [tiles[tile] for tile in masks.boneyard] == list(world.boneyard)
        assert [tiles[tile] for tile in masks.draws] == list(world.draws)
        for at, (mover, _) in enumerate(state.moves):
            if mover != viewer:
                held = worlds.mask_at(masks, at)
                assert tuple(tile for bit, tile in enumerate(tiles) if held >> bit & 1) == worlds.hand_at(world, at)


@given(rulesets, seeds)
@settings(max_examples=40)
def test_what_was_dealt_indeed_is_one_of_the_worlds(rules: Ruleset, seed: int) -> None:
    round_ = round_of(rules, seed)
    for viewer in range(rules.players):
        for length in range(len(round_), 0, -1):
            path = round_[:length]
            worlds = Worlds(view(path[-1], viewer), viewer)
            if worlds.count > 50:
                break
            chance = Random(seed)
            assert true_deal(path) in {deal_of(path, viewer, worlds.sample(chance)) for _ in range(15 * worlds.count)}


@given(rulesets, seeds)
@settings(max_examples=20)
def test_the_worlds_depend_on_what_the_seat_may_see_alone(rules: Ruleset, seed: int) -> None:
    chance = Random(seed)
    round_ = round_of(rules, seed)
    path, viewer = round_[: chance.randint(1, len(round_))], chance.randrange(rules.players)
    seen = Worlds(view(path[-1], viewer), viewer)
    states = replay(path, viewer, deal_of(path, viewer, seen.sample(chance)))
    assert states
    for state in (path[-1], states[-1]):
        worlds = Worlds(state, viewer)
        assert worlds.count == seen.count
        assert [worlds.sample(Random(n)) for n in range(4)] == [seen.sample(Random(n)) for n in range(4)]


@pytest.mark.parametrize("rules", GAMES, ids=named)
def test_before_the_first_move_nothing_is_known_but_the_own_hand(rules: Ruleset) -> None:
    hidden = len(rules.tiles) - rules.hand
    worlds = Worlds(view(round_of(rules, 1)[0], 0), 0)
    assert worlds.count == factorial(hidden) // factorial(rules.hand) ** (rules.players - 1)


ROCKS = evolve(
    new(seven_rocks()),
    Dealt(
        0,
        "lot",
        (
            ts("0-0 1-1 2-2 3-3 4-4 5-5 6-6"),
            ts("1-2 1-3 1-4 1-6 2-3 2-4 2-6"),
            ts("0-1 0-2 0-3 0-4 3-4 3-6 4-6"),
            ts("0-5 0-6 1-5 2-5 3-5 4-5 5-6"),
        ),
        (),
    ),
)


def test_a_knock_tells_what_a_hand_does_not_hold() -> None:
    knocked = go(ROCKS, "0 5-5", "1 pass").state
    worlds = Worlds(view(knocked, 0), 0)
    assert worlds.count == comb(15, 7) * comb(14, 7), (
        "seat 1 holds none of the six fives, of the other seats nothing is known"
    )
    chance = Random(1)
    assert not any(tile.has(5) for _ in range(100) for tile in worlds.sample(chance).hands[1])


def test_a_drawn_tile_that_did_not_fit_is_in_the_hand_from_then_on() -> None:
    hands = ts("0-0 1-1 0-1 1-4 0-5 1-5 0-6"), ts("2-2 2-3 2-4 3-3 3-4 4-4 5-5")
    boneyard = ts("0-3 0-4 1-2 1-3 1-6 2-6 3-5 3-6 4-5 4-6 5-6 6-6 0-2 2-5")
    deal = evolve(new(horse_race(2)), Dealt(0, "lot", hands, boneyard))
    state = go(deal, "0 0-1", "1 +", "1 +", "1 0-2@0-1", "0 1-4@0-1", "1 2-5@0-2").state
    worlds = Worlds(view(state, 0), 0)
    chance = Random(1)
    ways = set()
    for _ in range(50):
        world = worlds.sample(chance)
        first, second = world.draws
        assert not first.has(0)
        assert not first.has(1)
        assert second == t("0-2")
        assert [first in worlds.hand_at(world, number) for number in (1, 2, 3)] == [False, True, True]
        assert t("0-2") in worlds.hand_at(world, 3)
        assert t("2-5") in worlds.hand_at(world, 5)
        ways.add(t("2-5") in worlds.hand_at(world, 1))
    assert ways == {True, False}, "nobody knows whether 2-5 was dealt or drawn"


def test_the_own_draws_are_not_told_apart() -> None:
    worlds = Worlds(view(go(ROCKS, "0 5-5").state, 0), 0)
    with pytest.raises(ValueError, match="own tiles"):
        worlds.hand_at(worlds.sample(Random(1)), 0)


def test_a_view_that_disagrees_with_itself_has_no_worlds() -> None:
    state = go(ROCKS, "0 5-5").state
    knocks = ((1, PASS), (2, PASS), (3, PASS))
    zeros = go(ROCKS, "0 5-5", "1 pass", "2 pass", "3 0-5@5-5", "0 0-0@0-5", "1 pass").state
    assert Worlds(zeros, 0).count
    for wrong, message in [
        (new(seven_rocks()), "no round"),
        (replace(state, hands=((HIDDEN,) * 6, *state.hands[1:])), "hidden"),
        (replace(state, boneyard=(HIDDEN,)), "numbers of tiles"),
        (replace(state, hands=(*state.hands[:3], ())), "numbers of tiles"),
        (replace(state, layout=Layout(state.layout.branching, ts("1-1"))), "another layout"),
        (replace(state, hands=(ts("0-0 1-1 2-2 3-3 4-4 5-5"), *state.hands[1:])), "twice"),
        (replace(state, hands=(ts("0-0 1-1 2-2 3-3 4-4 7-7"), *state.hands[1:])), "of the set"),
        (replace(state, moves=(*state.moves, *knocks)), "no deal agrees"),
        (replace(zeros, moves=(*zeros.moves, (2, PASS))), "no deal agrees"),
    ]:
        with pytest.raises(ValueError, match=message):
            Worlds(wrong, 0)


def test_a_blocked_round_does_not_go_on() -> None:
    blocked = 0
    for seed in range(30):
        state = round_of(SMALL["no-boneyard"], seed)[-1]
        assert state.turn is not None
        for move in legal_moves(state, state.turn):
            decision = decide(state, state.turn, move)
            assert not isinstance(decision, Refusal)
            if isinstance(decision[-1], Settled) and decision[-1].out is None:
                blocked += 1
                with pytest.raises(ValueError, match="no deal agrees"):
                    Worlds(evolve(state, decision[0]), seed % 3)
    assert blocked
