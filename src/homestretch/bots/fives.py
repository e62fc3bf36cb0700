"""Bots of the domino games that think: they play every move on in many worlds that agree with what they have seen."""

from array import array
from collections.abc import Iterator, Sequence
from functools import cache
from math import exp
from random import Random
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from homestretch.engine.core import Table
from homestretch.engine.packed import DRAW, NUMBER, pack_hand, pack_layout, pack_move, supports, table_of
from homestretch.engine.solve import Searcher, unsolvable
from homestretch.engine.worlds import Masks, World, Worlds
from homestretch.fives.decide import decide, legal_moves
from homestretch.fives.evolve import evolve
from homestretch.fives.layout import award
from homestretch.fives.moves import Move, Play
from homestretch.fives.ruleset import Drawing, Keeps, Ruleset
from homestretch.fives.state import Phase, State
from homestretch.kit.chance import Stream
from homestretch.kit.hidden import Hidden
from homestretch.kit.message import Refusal
from homestretch.kit.seat import Seat

from .simple import greedy_bot
from .standing import chance_to_win, pace

Weights = tuple[int, int, int, int, int, int, int, int]
"""How a placement is judged inside a rollout; the order is that of :meth:`homestretch.engine.core.Table.think`."""

PLAIN: Final[Weights] = (10, 8, 0, 1, 1, 0, 4, 30)
"""The award, the turn, and how many of one's own tiles fit, with a little chance; going out is worth three awards."""

REPLIES: Final[Weights] = (10, 8, -8, 1, 1, -1, 4, 30)
"""Also what the next player can reply, and how many of their tiles fit."""

SEEN: Final = 0.6
"""How often a learner sees that a placement earns something."""

BY_THE_RULEBOOK: Final = 12
"""Worlds where the engine does not know the rules, and the rulebook plays them on."""

FEW_WORLDS: Final = 12
FEW_TILES: Final = 10
"""So few worlds, with so few tiles in the hands, are solved instead of played on."""

_EVEN: Final = 0.05
"""The part of every world's weight that does not depend on how others have played: nobody plays as they should."""

_AWARD, _DOUBLE, _PIP = 1.2, 0.8, 0.05
"""How much more likely people are to choose a placement for each five, for being a double, for each pip (log odds)."""


_Lie = tuple[tuple[int, ...], tuple[int, ...]]
"""How the tiles lie: the hands as masks, and the boneyard."""


class Thought(Struct, frozen=True):
    """How a bot thinks: worlds, rollouts, and whether it reads the others' moves and solves endings.

    ``worlds`` are those where all tiles are dealt, ``between_two`` those where two play, whose rounds are shorter, and
    ``between_more`` those where three or four draw from a boneyard.
    """

    worlds: int
    between_two: int
    between_more: int
    weights: Weights
    reads: bool = False
    solves: bool = False

    def number(self, rules: Ruleset) -> int:
        """The number of worlds under these rules."""
        if rules.players == 2:
            return self.between_two
        return self.worlds if rules.drawing is Drawing.NONE else self.between_more


def casual_move(view: State, seat: Seat, stream: Stream) -> Move:
    """A learner's move: the largest award among those that it sees, and otherwise any."""
    moves = legal_moves(view, seat)
    worth = [_worth(view, move) if stream.below(100) < 100 * SEEN else 0 for move in moves]
    return stream.choice([move for move, each in zip(moves, worth, strict=True) if each == max(worth)])


def _worth(view: State, move: Move) -> int:
    return award(view.layout.join(move.tile, move.host).total) if isinstance(move, Play) else 0


def thoughtful_move(view: State, seat: Seat, stream: Stream, thought: Thought) -> Move:
    """The move after which the match is won most often; of several, the one that earns most at once."""
    moves = legal_moves(view, seat)
    numbers = list(dict.fromkeys(pack_move(move) for move in moves)) if supports(view.rules) else []
    if len(moves) == 1 or len(numbers) == 1:
        return moves[0]
    chance = Random(stream.below(1 << 32))
    worlds = Worlds(view, seat)
    if not numbers:
        return _by_the_rulebook(view, seat, worlds, chance, min(thought.number(view.rules), BY_THE_RULEBOOK))
    values = _values(view, numbers, worlds, chance, thought)
    value = dict(zip(numbers, values, strict=True))
    return max(moves, key=lambda move: (value[pack_move(move)], _worth(view, move)))


def _values(view: State, numbers: Sequence[int], worlds: Worlds, chance: Random, thought: Thought) -> list[float]:
    """How good each move is: its chance to win the match, on average over the worlds."""
    rules, seat = view.rules, worlds.seat
    table = table_of(rules)
    sampled = [worlds.sample_masks(chance) for _ in range(thought.number(rules))]
    weights = list(likelihoods(view, table, worlds, sampled)) if thought.reads else [1.0] * len(sampled)
    if thought.solves and _may_be_solved(view):
        few = _distinct(sampled, weights)
        if len(few) <= FEW_WORLDS and sum(hand.bit_count() for hand in sampled[0].hands) <= FEW_TILES:
            return _solved(view, numbers, few)
    drawn = -1 if view.drawn is None or isinstance(view.drawn, Hidden) else NUMBER[view.drawn]
    table.sit(pack_layout(view.layout), [0] * rules.players, [0] * len(view.boneyard), seat, drawn, view.scores)
    table.think(thought.weights)
    hands, boneyards = _flat(rules, sampled)
    results = array("i", bytes(16 * len(sampled) * len(numbers)))
    table.rollouts(array("i", numbers), hands, boneyards, results, chance.getrandbits(60))
    return _averages(rules, rules.side_of(seat), results, weights, len(numbers))


def _averages(rules: Ruleset, side: int, results: Sequence[int], weights: Sequence[float], moves: int) -> list[float]:
    worth: dict[tuple[int, ...], float] = {}
    sums = [0.0] * moves
    sides = rules.sides
    for at in range(len(weights) * moves):
        scores = tuple(results[4 * at : 4 * at + sides])
        value = worth.get(scores)
        if value is None:
            value = worth[scores] = chance_to_win(rules, scores, side)
        sums[at % moves] += weights[at // moves] * value
    return sums


def _flat(rules: Ruleset, sampled: Sequence[Masks]) -> tuple["array[int]", "array[int]"]:
    """The worlds as the engine takes them: four hands and 28 places of a boneyard each, in the order of drawing."""
    hands, boneyards = array("I"), bytearray()
    rest = 4 - rules.players
    for world in sampled:
        hands.extend([_mask(rules, hand) for hand in world.hands])
        hands.extend([0] * rest)
        boneyards += bytes([_number(rules, tile) for tile in reversed(world.boneyard)]).ljust(28, b"\0")
    return hands, array("B", bytes(boneyards))


@cache
def _numbers(rules: Ruleset) -> tuple[int, ...] | None:
    """The engine's number of each tile of a smaller set; None where they are the same."""
    return None if len(rules.tiles) == len(NUMBER) else tuple(NUMBER[tile] for tile in rules.tiles)


def _number(rules: Ruleset, tile: int) -> int:
    numbers = _numbers(rules)
    return tile if numbers is None else numbers[tile]


def _mask(rules: Ruleset, mask: int) -> int:
    numbers = _numbers(rules)
    return mask if numbers is None else sum(1 << numbers[tile] for tile in range(len(numbers)) if mask >> tile & 1)


# ---- what others' moves tell


def likelihoods(view: State, table: Table, worlds: Worlds, sampled: Sequence[Masks]) -> Iterator[float]:
    """How likely the others' placements were in each world, on a scale whose mean is 1."""
    rules = view.rules
    choices = list(_choices(view, worlds.seat, table))
    weights: list[float] = []
    for world in sampled:
        weight = 1.0
        for number, chosen, attraction in choices:
            held = _mask(rules, worlds.mask_at(world, number))
            whole = 0.0
            while held:
                low = held & -held
                whole += attraction[low.bit_length() - 1]
                held ^= low
            weight *= chosen / whole
        weights.append(weight)
    mean = sum(weights) / len(weights)
    yield from ((1 - _EVEN) * weight / mean + _EVEN for weight in weights)


def _choices(view: State, seat: Seat, table: Table) -> Iterator[tuple[int, float, list[float]]]:
    """Each placement of others from the hand: its number, its attraction, and that of all placements of each tile."""
    layout = 0
    drew = False
    everything = pack_hand(view.rules.tiles)
    for number, (mover, move) in enumerate(view.moves):
        if not isinstance(move, Play):
            drew = pack_move(move) == DRAW
            continue
        chosen = pack_move(move)
        if mover != seat and not drew:
            attraction = [0.0] * len(NUMBER)
            of_chosen = 1.0
            for each, fives in table.placements(layout, everything):
                attracts = _attraction(view.rules, each // 4, fives)
                attraction[each // 4] += attracts
                if each == chosen:
                    of_chosen = attracts
            yield number, of_chosen, attraction
        layout = table.joined(layout, chosen)
        drew = False


def _attraction(rules: Ruleset, number: int, fives: int) -> float:
    tile = _TILES[number]
    keeps = tile.is_double and Keeps.DOUBLE in rules.keeps
    return exp(_AWARD * fives + _DOUBLE * keeps + _PIP * tile.pips)


_TILES: Final = tuple(NUMBER)


# ---- endings


def _may_be_solved(view: State) -> bool:
    """Whether points are all that counts: two sides, and nobody near the target."""
    near = view.rules.target - 2 * pace(view.rules).gain
    return unsolvable(view.rules) is None and max(view.scores) < near


def _distinct(sampled: Sequence[Masks], weights: Sequence[float]) -> dict[_Lie, float]:
    """The worlds that differ now, however they came about, and their weights together."""
    found: dict[_Lie, float] = {}
    for world, weight in zip(sampled, weights, strict=True):
        lie = tuple(world.hands), tuple(world.boneyard)
        found[lie] = found.get(lie, 0.0) + weight
    return found


def _solved(view: State, numbers: Sequence[int], few: dict[_Lie, float]) -> list[float]:
    """How good each move is: the points that it gains with exact play in each world, on average."""
    tiles = view.rules.tiles
    searcher = Searcher(view.rules, entries=1 << 14)
    sums = [0.0] * len(numbers)
    for (hands, boneyard), weight in few.items():
        open_hands = tuple(tuple(tile for at, tile in enumerate(tiles) if hand >> at & 1) for hand in hands)
        state = replace(view, hands=open_hands, boneyard=tuple(tiles[at] for at in boneyard))
        points = {pack_move(move): bounds.value or 0 for move, bounds in searcher.solve(state).moves.items()}
        for at, number in enumerate(numbers):
            sums[at] += weight * points[number]
    return sums


# ---- rules that the engine does not know


def _by_the_rulebook(view: State, seat: Seat, worlds: Worlds, chance: Random, number: int) -> Move:
    """The move that wins most often when greedy players go on, decided by the rulebook: slow, for any rules."""
    moves = legal_moves(view, seat)
    side = view.rules.side_of(seat)
    sums = [0.0] * len(moves)
    for _ in range(number):
        state = _whole(view, worlds.sample(chance))
        seed = chance.randbytes(32)
        for at, move in enumerate(moves):
            scores = _played_on(state, seat, move, Stream(seed, b"rollout")).scores
            sums[at] += chance_to_win(view.rules, scores, side)
    value = dict(zip(moves, sums, strict=True))
    return max(moves, key=lambda move: (value[move], _worth(view, move)))


def _whole(view: State, world: World) -> State:
    """The state in one world; a drawn tile that must be placed is the seat's own and known already."""
    return replace(view, hands=world.hands, boneyard=world.boneyard, shuffle=None)


def _played_on(state: State, seat: Seat, move: Move, stream: Stream) -> State:
    """The state after the round that goes on with this move."""
    chosen: Move = move
    while True:
        events = decide(state, seat, chosen)
        if isinstance(events, Refusal):
            raise RuntimeError(f"a rollout was refused: {events.code}")
        for event in events:
            state = evolve(state, event)
        if state.phase is not Phase.MOVE or state.turn is None:
            return state
        seat = state.turn
        chosen = greedy_bot(state, seat, stream)


STRONG: Final = Thought(worlds=150, between_two=600, between_more=40, weights=PLAIN)
EXPERT: Final = Thought(worlds=600, between_two=1200, between_more=600, weights=REPLIES, reads=True, solves=True)
