"""Whole matches by random moves, of every seating and of some house rules: what the properties are tested on."""

from collections.abc import Iterator
from typing import NamedTuple

from hypothesis import strategies as st
from msgspec.structs import replace

from helpers import HORSE_RACES
from homestretch.fives.events import Event
from homestretch.fives.match import Fives
from homestretch.fives.ruleset import DrawnTile, GoingOn, Leads, Rounding, Ruleset, Settlement, Spinners, Ties
from homestretch.fives.state import Phase, State
from homestretch.games import horse_race, seven_rocks
from homestretch.kit.chance import Stream, derive
from homestretch.kit.message import Refusal

SHORT = [replace(rules, target=15) for rules in HORSE_RACES] + [replace(seven_rocks(), target=60)]
"""The published games, but for a target that random players reach soon."""

HOUSES = [
    replace(horse_race(2), target=15, going_on=GoingOn.CHOICE),
    replace(horse_race(3), target=15, drawn_tile=DrawnTile.LIKE_HAND, leads=Leads.LOT),
    replace(horse_race(4), target=12, ties=Ties.NOBODY, rounding=Rounding.HAND, spinners=Spinners.FIRST),
    replace(horse_race(2), target=80, unit=1, highest=9, going_on=GoingOn.CHOICE, drawn_tile=DrawnTile.LIKE_HAND),
    replace(seven_rocks(), target=80, settlement=Settlement.BONUS, rounding=Rounding.SUM, spinners=Spinners.ALL),
]

published = st.sampled_from(SHORT)
rulesets = st.sampled_from(SHORT + HOUSES)
seeds = st.binary(min_size=32, max_size=32)

MOST_ROUNDS = 8
"""A random match is followed for so many rounds at most."""


class Step(NamedTuple):
    """One event of a match: the state that it found, the one that it left, and whether the rules may be asked now."""

    before: State
    event: Event
    after: State
    settled: bool


def match(rules: Ruleset, seed: bytes) -> Iterator[Step]:
    """A random match: the same rules and seed play the same one."""
    game = Fives(rules)
    state = game.new()
    chooser = Stream(seed, b"moves")
    while state.phase is not Phase.OVER and (state.round < MOST_ROUNDS or state.phase is not Phase.ROUND):
        events = _next(game, state, chooser, seed)
        for at, event in enumerate(events, 1):
            after = game.evolve(state, event)
            yield Step(state, event, after, at == len(events))
            state = after


def _next(game: Fives, state: State, chooser: Stream, seed: bytes) -> tuple[Event, ...]:
    """What happens next: a promise, perhaps a seat's own bytes, the deal, or a random move."""
    decision: tuple[Event, ...] | Refusal
    if game.awaits_round(state):
        decision = game.open_round(state, derive(seed, "round", state.round))
    elif game.awaits_deal(state):
        assert state.shuffle is not None
        silent = [seat for seat, part in enumerate(state.shuffle.contributions) if not part]
        if silent and chooser.below(2):
            decision = game.contribute(state, silent[0], derive(seed, "bytes", state.round)[:8])
        else:
            decision = game.deal(state)
    else:
        (seat,) = game.actors(state)
        decision = game.decide(state, seat, chooser.choice(game.legal_moves(state, seat)))
    assert not isinstance(decision, Refusal), decision
    return decision
