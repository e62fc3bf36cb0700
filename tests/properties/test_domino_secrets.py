"""The redaction law, at every event, for every seat and for those who look on."""

from typing import Any

import msgspec
from hypothesis import given, settings

from helpers import table
from homestretch.fives.decide import decide, legal_moves
from homestretch.fives.events import Dealt, Drew, Event, Played, Settled
from homestretch.fives.match import Fives
from homestretch.fives.moves import Play
from homestretch.fives.ruleset import Ruleset
from homestretch.fives.secrets import view
from homestretch.fives.state import Phase, State
from homestretch.games import horse_race
from homestretch.kit.chance import Revealed
from homestretch.kit.hidden import Hidden
from homestretch.kit.seat import SPECTATOR, Viewer
from homestretch.kit.tile import Tile

from .walks import match, rulesets, seeds


def tiles_in(value: Any) -> set[Tile]:
    """Every tile anywhere inside a value, found without knowing what it is."""
    if isinstance(value, Tile):
        return {value}
    if isinstance(value, msgspec.Struct):
        return tiles_in(tuple(getattr(value, field) for field in value.__struct_fields__))
    if isinstance(value, tuple | list | frozenset):
        return {tile for part in value for tile in tiles_in(part)}
    if isinstance(value, dict):
        return tiles_in((*value, *value.values()))
    return set()


@given(rulesets, seeds)
@settings(max_examples=60)
def test_folding_what_a_viewer_saw_is_viewing_what_happened(rules: Ruleset, seed: bytes) -> None:
    game = Fives(rules)
    viewers: list[Viewer] = [*range(rules.players), SPECTATOR]
    seen: dict[Viewer, State] = {viewer: game.view(game.new(), viewer) for viewer in viewers}
    for step in match(rules, seed):
        for viewer in viewers:
            seen[viewer] = game.evolve(seen[viewer], game.redact(step.event, viewer))
            assert seen[viewer] == game.view(step.after, viewer)


@given(rulesets, seeds)
@settings(max_examples=60)
def test_viewing_and_redacting_twice_changes_nothing(rules: Ruleset, seed: bytes) -> None:
    game = Fives(rules)
    for step in match(rules, seed):
        for viewer in (0, rules.players - 1, SPECTATOR):
            view, event = game.view(step.after, viewer), game.redact(step.event, viewer)
            assert game.view(view, viewer) == view
            assert game.redact(event, viewer) == event
            assert game.view(view, SPECTATOR) == game.view(step.after, SPECTATOR)


@given(rulesets, seeds)
@settings(max_examples=30)
def test_no_tile_of_another_is_in_what_a_viewer_gets(rules: Ruleset, seed: bytes) -> None:
    game = Fives(rules)
    for step in match(rules, seed):
        for viewer in (*range(rules.players), SPECTATOR):
            open_tiles = {*step.after.layout.tiles, *shown(step.event)}
            own = set() if viewer is None else set(tiles_in(step.after.hands[viewer : viewer + 1]))
            assert tiles_in(game.redact(step.event, viewer)) <= open_tiles | own
            laid_open = {tile for seat in step.after.shown for tile in tiles_in(step.after.hands[seat])}
            assert tiles_in(game.view(step.after, viewer)) <= open_tiles | own | laid_open


def shown(event: Event) -> set[Tile]:
    """The tiles that an event lays open for all."""
    return tiles_in(event) if isinstance(event, Played | Settled) else set()


@given(rulesets, seeds)
@settings(max_examples=40)
def test_a_viewer_still_knows_how_many_there_are(rules: Ruleset, seed: bytes) -> None:
    game = Fives(rules)
    for step in match(rules, seed):
        view = game.view(step.after, SPECTATOR)
        assert [len(hand) for hand in view.hands] == [len(hand) for hand in step.after.hands]
        assert len(view.boneyard) == len(step.after.boneyard)
        if isinstance(step.event, Dealt | Drew):
            assert all(isinstance(tile, Hidden) for tile in (*view.boneyard, *(t for h in view.hands for t in h)))


@given(rulesets, seeds)
@settings(max_examples=40)
def test_who_is_on_turn_sees_all_their_legal_moves(rules: Ruleset, seed: bytes) -> None:
    game = Fives(rules)
    for step in match(rules, seed):
        if step.settled and step.after.phase is Phase.MOVE:
            (seat,) = game.actors(step.after)
            assert legal_moves(game.view(step.after, seat), seat) == legal_moves(step.after, seat)


@given(rulesets, seeds)
@settings(max_examples=40)
def test_a_seed_is_in_nothing_before_it_is_shown(rules: Ruleset, seed: bytes) -> None:
    game = Fives(rules)
    for step in match(rules, seed):
        shuffle = step.after.shuffle
        if shuffle is None or shuffle.revealed or isinstance(step.event, Revealed):
            continue
        assert isinstance(shuffle.seed, bytes)
        for viewer in (0, SPECTATOR):
            for value in (game.redact(step.event, viewer), game.view(step.after, viewer)):
                assert shuffle.seed not in bytes_in(value)


def bytes_in(value: Any) -> set[bytes]:
    """Every byte string anywhere inside a value."""
    if isinstance(value, bytes):
        return {value}
    if isinstance(value, msgspec.Struct):
        return bytes_in(tuple(getattr(value, field) for field in value.__struct_fields__))
    if isinstance(value, tuple):
        return {found for part in value for found in bytes_in(part)}
    return set()


def test_a_view_does_not_remember_what_the_house_weighed() -> None:
    """The house's layout keeps the placements that were asked about, and so tells who holds what."""
    state = table(horse_race(), "1-6 2-3", "4-5 5-5", boneyard="0-2", layout="1-4", turn=1)
    decide(state, 1, Play(Tile(4, 5), Tile(1, 4)))
    assert "_joins" in vars(state.layout)
    seen = view(state, 0)
    assert seen.layout == state.layout
    assert "_joins" not in vars(seen.layout)
