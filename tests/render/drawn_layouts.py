"""Layouts to draw: written out, from rounds played at random, and from tiles placed wherever they fit."""

from collections.abc import Iterator
from random import Random

from homestretch.fives.layout import BRANCHES, Layout
from homestretch.fives.match import Fives
from homestretch.fives.ruleset import Ruleset, Spinners
from homestretch.games import horse_race, seven_rocks
from homestretch.kit.message import Refusal
from homestretch.kit.tile import Tile, full_set, parse_tile

RULESETS: dict[str, Ruleset] = {
    "horse-race-2": horse_race(2),
    "horse-race-3": horse_race(3),
    "horse-race-4": horse_race(4),
    "seven-rocks": seven_rocks(),
}


def t(text: str) -> Tile:
    found = parse_tile(text)
    assert found is not None
    return found


def laid(moves: str, branching: Spinners = Spinners.ALL) -> Layout:
    """The layout after these placements, such as ``1-4 1-1@1-4``."""
    layout = Layout(branching)
    for move in moves.split():
        own, _, host = move.partition("@")
        layout = layout.join(t(own), t(host) if host else None)
    return layout


def rounds(rules: Ruleset, count: int, seed: int) -> Iterator[Layout]:
    """The last layout of so many rounds in which every move is any legal one."""
    chance = Random(seed)
    game = Fives(rules)
    for _ in range(count):
        state = game.new()
        opened = game.open_round(state, chance.randbytes(32))
        assert not isinstance(opened, Refusal)
        state = game.evolve(state, opened[0])
        events = game.deal(state)
        while not isinstance(events, Refusal):
            for event in events:
                state = game.evolve(state, event)
            seats = game.actors(state)
            if not seats:
                break
            events = game.decide(state, seats[0], chance.choice(game.legal_moves(state, seats[0])))
        yield state.layout


def growing(branching: Spinners, seed: int, *, crossings: int = 0) -> Iterator[Layout]:
    """The layout after each placement until no tile is left that fits; ``crossings`` prefers doubles and branches."""
    chance = Random(seed)
    left = list(full_set(6))
    layout = Layout(branching).join(left.pop(chance.randrange(len(left))))
    yield layout
    while choices := [(tile, host) for tile in left for host in layout.hosts(tile)]:
        branching_now = {place.tile for place in layout.places if place.port in BRANCHES}
        weights = [1 + crossings * (tile.is_double + (host in branching_now)) for tile, host in choices]
        ((tile, host),) = chance.choices(choices, weights)
        left.remove(tile)
        layout = layout.join(tile, host)
        yield layout


def all_stages() -> Iterator[Layout]:
    """Every stage of some rounds of both games, quiet ones and ones full of crossings."""
    for seed in range(5):
        for branching in Spinners:
            yield from growing(branching, seed, crossings=seed % 4)
