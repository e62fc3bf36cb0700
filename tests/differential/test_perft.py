"""How many ways there are to play the first moves of a few deals: both engines must count them as the file does.

``perft.md`` says how the file was made. To make it anew, in the folder ``tests``:
``python -m differential.test_perft``.
"""

import json
from collections.abc import Callable
from itertools import count as count_from
from pathlib import Path
from typing import Any, Final

import pytest

from helpers import fold, ts
from homestretch.engine.packed import GOES_ON, pack_move, settings, sit
from homestretch.fives.deal import deal_tiles
from homestretch.fives.decide import decide, legal_moves
from homestretch.fives.events import Dealt
from homestretch.fives.evolve import evolve
from homestretch.fives.moves import Move
from homestretch.fives.ruleset import Ruleset
from homestretch.fives.state import Phase, State, new
from homestretch.games import GAMES, Seating, fives_from_plain, published_fives, ruleset_to_plain
from homestretch.kit.chance import Shuffle, derive
from homestretch.kit.message import Refusal

from .cores import CORES
from .test_engine import HOUSES, PUBLISHED

FILE: Final = Path(__file__).with_name("perft.json")
MOST: Final = 20_000
"""Counts in the file go as deep as there are no more ways than these."""

SOON: Final = 4000
"""The rulebook counts so many in a moment."""

PLAIN_SOON: Final = 8000

Count = Callable[[State, int], int]


# counting


def one_for_each_number(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """The moves, equal places merged."""
    return tuple({pack_move(move): move for move in moves}.values())


def by_rulebook(state: State, depth: int, choose: Callable[[tuple[Move, ...]], tuple[Move, ...]]) -> int:
    """How many ways there are to make so many moves."""
    if state.phase is not Phase.MOVE or state.turn is None:
        return 0
    moves = choose(legal_moves(state, state.turn))
    if depth == 1:
        return len(moves)
    count = 0
    for move in moves:
        events = decide(state, state.turn, move)
        assert not isinstance(events, Refusal)
        count += by_rulebook(fold(state, events), depth - 1, choose)
    return count


def merged(state: State, depth: int) -> int:
    """By the rulebook, equal places merged."""
    return by_rulebook(state, depth, one_for_each_number)


def told_apart(state: State, depth: int) -> int:
    """By the rulebook, every move that the notation tells apart from others."""
    return by_rulebook(state, depth, lambda moves: tuple({str(move): move for move in moves}.values()))


def by_steps(core: Any, depth: int) -> int:
    """By the engine, whose moves are merged by nature."""
    moves = core.moves()
    if depth == 1:
        return len(moves)
    start = core.position()
    count = 0
    for move in moves:
        core.sit(*start)
        if core.apply(move)[1] == GOES_ON:
            count += by_steps(core, depth - 1)
    return count


def by_core(core: Any) -> Count:
    """Counts by this core."""

    def count(state: State, depth: int) -> int:
        table = core.Table(**settings(state.rules))
        sit(table, state)
        return by_steps(table, depth)

    return count


# the file


def rules_of(plain: dict[str, Any]) -> Ruleset:
    """The rules of a deal: the published ones of its game and seats, with the changes of a house."""
    base = published_fives(GAMES[plain["game"]], Seating(plain["players"], plain["pairs"]))
    assert isinstance(base, Ruleset)
    rules = fives_from_plain(ruleset_to_plain(base) | plain.get("ruleset", {}))
    assert isinstance(rules, Ruleset)
    return rules


def state_of(plain: dict[str, Any]) -> State:
    """The state after the deal."""
    hands = tuple(ts(" ".join(hand)) for hand in plain["hands"])
    dealt = Dealt(plain["starter"], "lot", hands, ts(" ".join(plain["boneyard"])))
    return evolve(new(rules_of(plain)), dealt)


def head(rules: Ruleset) -> dict[str, Any]:
    """The rules as in the head of a record, of the game whose published ones they change least."""
    heads = []
    for game in ("horse-race", "seven-rocks"):
        published = published_fives(GAMES[game], Seating(rules.players, rules.pairs))
        if isinstance(published, Ruleset):
            before = ruleset_to_plain(published)
            changes = {key: value for key, value in ruleset_to_plain(rules).items() if before[key] != value}
            plain = {"game": game, "players": rules.players, "pairs": rules.pairs}
            heads.append(plain | ({"ruleset": changes} if changes else {}))
    return min(heads, key=lambda plain: len(plain.get("ruleset", ())))


def counted(name: str, rules: Ruleset, number: int) -> dict[str, Any]:
    """A deal of this name, with the counts on which both engines agree."""
    hands, boneyard = deal_tiles(rules, Shuffle(b"", derive(b"perft", name, number), ()))
    plain = {"name": f"{name} {number}"} | head(rules) | {"starter": number % rules.players}
    plain["hands"] = [[str(tile) for tile in hand] for hand in hands]
    plain["boneyard"] = [str(tile) for tile in boneyard]
    state = state_of(plain)
    engine = by_core(CORES["running"])
    plain["merged"] = []
    for depth in count_from(1):
        ways = engine(state, depth)
        if ways > MOST:
            break
        plain["merged"].append(ways)
        if not ways:
            break
    assert plain["merged"] == [merged(state, depth) for depth in range(1, len(plain["merged"]) + 1)]
    plain["told_apart"] = [told_apart(state, depth) for depth in range(1, len(plain["merged"]) + 1)]
    return plain


def main() -> None:
    """Write the file."""
    deals = [(name, rules, number) for name, rules in PUBLISHED.items() for number in (1, 2)]
    deals += [(name, rules, 1) for name, rules in HOUSES.items()]
    lines = [json.dumps(counted(*each)) for each in deals]
    FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n")


# the tests


DEALS: Final[list[dict[str, Any]]] = json.loads(FILE.read_text()) if FILE.exists() else []

every_deal = pytest.mark.parametrize("plain", DEALS, ids=lambda plain: plain["name"])


def agree(plain: dict[str, Any], key: str, count: Count, least: int = 0, most: int = 10 * MOST) -> None:
    """Compare the counts that are neither too small nor too large."""
    state = state_of(plain)
    due = [(depth, ways) for depth, ways in enumerate(plain[key], 1) if least <= ways <= most]
    assert [(depth, count(state, depth)) for depth, _ in due] == due


def test_every_seating_and_house_rule_has_deals_that_are_whole_sets() -> None:
    assert {rules_of(plain) for plain in DEALS} == set((PUBLISHED | HOUSES).values())
    for plain in DEALS:
        rules = rules_of(plain)
        tiles = [tile for pile in (*plain["hands"], plain["boneyard"]) for tile in pile]
        assert sorted(tiles) == sorted(map(str, rules.tiles))
        assert len(plain["merged"]) == len(plain["told_apart"]) >= 4
        assert plain["merged"][0] == rules.hand
        assert all(one <= other for one, other in zip(plain["merged"], plain["told_apart"], strict=True))


@every_deal
def test_the_engine_counts_as_many_ways(plain: dict[str, Any]) -> None:
    agree(plain, "merged", by_core(CORES["running"]))


@every_deal
def test_the_engine_as_plain_python_counts_as_many_ways(plain: dict[str, Any]) -> None:
    agree(plain, "merged", by_core(CORES["plain"]), most=PLAIN_SOON)


@every_deal
@pytest.mark.parametrize("key", ["merged", "told_apart"])
def test_the_rulebook_counts_as_many_ways(plain: dict[str, Any], key: str) -> None:
    agree(plain, key, {"merged": merged, "told_apart": told_apart}[key], most=SOON - 1)


@pytest.mark.soak
@every_deal
@pytest.mark.parametrize("key", ["merged", "told_apart"])
def test_the_rulebook_counts_as_many_ways_to_the_depth_of_the_file(plain: dict[str, Any], key: str) -> None:
    agree(plain, key, {"merged": merged, "told_apart": told_apart}[key], least=SOON)


def test_the_counts_reach_the_ends_of_rounds() -> None:
    assert any(plain["merged"][-1] == 0 for plain in DEALS)


if __name__ == "__main__":
    main()
