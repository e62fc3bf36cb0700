"""How fast the engine is on this machine: random placements and exact solutions."""

from collections.abc import Iterator
from statistics import median
from time import perf_counter
from typing import Final

from msgspec import Struct

from homestretch.engine.packed import table_of
from homestretch.engine.solve import Searcher
from homestretch.fives.deal import deal, open_round
from homestretch.fives.evolve import evolve
from homestretch.fives.ruleset import Ruleset
from homestretch.fives.state import State, new
from homestretch.games import horse_race, seven_rocks
from homestretch.kit.chance import derive
from homestretch.kit.message import Refusal

SEATINGS: Final = {
    "horse-race/2": horse_race(2),
    "horse-race/3": horse_race(3),
    "horse-race/4": horse_race(4),
    "horse-race/4-pairs": horse_race(4, pairs=True),
    "seven-rocks": seven_rocks(),
}

SOLVED: Final = ("horse-race/2", "horse-race/4-pairs", "seven-rocks")
"""The seatings of two sides."""

MOST_POSITIONS: Final = 10_000_000
"""A deal that takes more is given up."""

_BATCH: Final = 0.05


class Solved(Struct, frozen=True):
    """How long fresh deals took to solve, and how many positions; ``given_up`` of them took too many."""

    deals: int
    given_up: int
    median_s: float
    max_s: float
    median_positions: int


def placements_per_second(rules: Ruleset, seconds: float) -> float:
    """Tiles placed in a second of random matches, on one core."""
    table = table_of(rules)
    matches, placed, took, seed = 1, 0, 0.0, 1
    while took < seconds:
        start = perf_counter()
        placed += table.play_matches(seed, matches)[0]
        lasted = perf_counter() - start
        took += lasted
        seed += matches
        if lasted < _BATCH:
            matches *= 2
    return placed / took


def solving(rules: Ruleset, deals: int, seconds: float) -> Solved:
    """Solve fresh deals, always the same ones: so many, or as many as begin within the time, and at least one."""
    searcher = Searcher(rules)
    times: list[float] = []
    positions: list[int] = []
    given_up = 0
    for state in fresh_deals(rules, deals):
        start = perf_counter()
        bounds, searched = searcher.value(state, MOST_POSITIONS)
        times.append(perf_counter() - start)
        positions.append(searched)
        given_up += bounds.value is None
        if sum(times) > seconds:
            break
    return Solved(len(times), given_up, median(times), max(times), int(median(positions)))


def fresh_deals(rules: Ruleset, deals: int) -> Iterator[State]:
    """The first state of so many rounds, each dealt from a seed of its own."""
    for number in range(deals):
        state = new(rules)
        for step in (lambda state, number=number: open_round(state, derive(b"speed", number)), deal):
            events = step(state)
            if isinstance(events, Refusal):
                raise RuntimeError(events.code)
            for event in events:
                state = evolve(state, event)
        yield state
