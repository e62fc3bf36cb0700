"""The conformance test of the one gate: what a viewer is sent, folds to what a viewer may see, and to nothing more.

It runs over whole matches of every game and seating, with contributions, takebacks and people who come and go, for
every seat and for a spectator, after every event.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from tables import TABLES, after, dealt, do, next_move, opened, walk

from homestretch.fives.events import Dealt, Drew, Played, Settled
from homestretch.kit.chance import Committed, Revealed, Stream
from homestretch.kit.hidden import HIDDEN
from homestretch.kit.seat import Viewer
from homestretch.race.events import Laid, Locked, Staked, Turned
from homestretch.race.moves import Stake
from homestretch.record.log import TookBack
from homestretch.table.codec import decode, encode
from homestretch.table.events import Event, Sat
from homestretch.table.table import Table, event_for, evolve, seen_by

WALKS = ["a", "b", "c"]


def viewers(table: Table) -> list[Viewer]:
    """Every seat and the spectator; of many seats, three."""
    seats = len(table.seats)
    return [*range(seats if seats <= 4 else 3), None]


def lively(key: str, seeds: list[str], most: int) -> Iterator[tuple[Table, tuple[Event, ...]]]:
    """An empty table and every event of a match at it, after its opening."""
    for seed in seeds:
        table, _ = walk(key, seed, most)
        yield opened(key), table.log[1:]


def law(key: str, seeds: list[str], most: int) -> None:
    for table, events in lively(key, seeds, most):
        full = table
        seen: dict[Viewer, Table] = {viewer: seen_by(full, viewer) for viewer in viewers(full)}
        for event in events:
            sent = {viewer: event_for(full, event, viewer) for viewer in seen}
            full = evolve(full, event)
            for viewer, shown in sent.items():
                seen[viewer] = evolve(seen[viewer], shown)
                view = seen_by(full, viewer)
                assert seen[viewer].state == view.state, (viewer, event)
                assert seen[viewer].steps == view.steps, (viewer, event)
                assert seen[viewer].takeback == view.takeback
                assert seen[viewer].seats == view.seats
        for viewer, folded in seen.items():
            assert folded == seen_by(full, viewer)
            assert after(opened(key), seen_by(full, viewer).log[1:]) == folded, "and so do those who come later"


@pytest.mark.parametrize("key", TABLES)
def test_the_folded_redacted_log_is_the_redacted_table(key: str) -> None:
    law(key, WALKS, 150)


@pytest.mark.soak
@pytest.mark.parametrize("key", TABLES)
def test_the_folded_redacted_log_is_the_redacted_table_in_many_matches(key: str) -> None:
    law(key, [f"soak {number}" for number in range(40)], 600)


def pieces(value: Any) -> list[str]:
    """Every tile or card in a value that was read from JSON, as text: ``[2,5]``, ``[10,"diamonds"]``."""
    if isinstance(value, dict):
        return [piece for item in value.values() for piece in pieces(item)]
    if isinstance(value, list):
        if len(value) == 2 and type(value[0]) is int and isinstance(value[1], int | str):
            return [str(value)]
        return [piece for item in value for piece in pieces(item)]
    return []


def text_of(value: Any) -> str:
    """A tile or card as :func:`pieces` finds it."""
    return pieces(msgspec.json.decode(msgspec.json.encode(value)))[0]


def hidden_in(event: Event, viewer: Viewer) -> list[str]:
    """The tiles or cards that an event holds and that its viewer may not see in it."""
    match event:
        case Dealt():
            others = [tile for seat, hand in enumerate(event.hands) if seat != viewer for tile in hand]
            return [text_of(tile) for tile in (*others, *event.boneyard)]
        case Drew() if event.seat != viewer:
            return [text_of(event.tile)]
        case Laid():
            return [text_of(card) for card in event.deck]
    return []


@pytest.mark.parametrize("key", TABLES)
def test_what_is_sent_holds_no_secret(key: str) -> None:
    """The bytes that would go out are searched: for the seed, for stakes, and for every tile that was not yet seen."""
    for table, events in lively(key, WALKS, 200):
        for viewer in viewers(table):
            seed: bytes | None = None
            for event in events:
                sent = encode([event_for(table, event, viewer)])
                secret = hidden_in(event, viewer)
                if isinstance(event, Committed):
                    seed = event.seed
                    assert seed is not None
                shown = msgspec.json.decode(sent)
                if isinstance(event, Revealed):
                    seed = None
                if seed is not None:
                    base64 = msgspec.json.encode(seed).strip(b'"')
                    assert base64 not in sent
                    assert seed.hex().encode() not in sent
                assert not (set(secret) & set(pieces(shown))), (viewer, event)
                if isinstance(event, Staked) and event.seat != viewer:
                    assert shown[0]["stake"] == "hidden"
                assert decode(sent) == (event_for(table, event, viewer),)


@pytest.mark.parametrize("key", TABLES)
def test_a_tile_is_shown_only_by_what_lays_it_open(key: str) -> None:
    """All other events are the same for everyone; these are only where they hold nothing that is hidden."""
    for table, events in lively(key, WALKS, 200):
        for viewer in viewers(table):
            for event in events:
                shown = event_for(table, event, viewer)
                if shown == event:
                    assert isinstance(event, Dealt | Committed | Laid | Staked | Drew) <= (
                        not hidden_in(event, viewer) and getattr(event, "seat", viewer) == viewer
                    )
                else:
                    assert isinstance(event, Dealt | Committed | Laid | Staked | Drew)


def test_each_secret_opens_when_its_time_has_come() -> None:
    table = dealt("card-race-3")
    banker = table.state.banker
    stream = Stream(b"open", b"x")
    while not table.state.locked:
        for viewer in (0, 1, 2, None):
            view = seen_by(table, viewer)
            assert set(view.state.deck) == {HIDDEN}
            for seat, stake in enumerate(table.state.stakes):
                seen = view.state.stakes[seat]
                assert seen == (stake if seat == viewer or stake is None else HIDDEN)
        table = do(table, next_move(table, stream))
    assert isinstance(table.log[-1], Locked)
    for viewer in (0, 1, 2, None):
        assert seen_by(table, viewer).state.stakes == table.state.stakes
        assert all(isinstance(stake, Stake | None) for stake in seen_by(table, viewer).state.stakes)
    while not any(isinstance(event, Revealed) for event in table.log):
        assert seen_by(table, banker).state.shuffle.seed is None
        table = do(table, next_move(table, stream))
    assert seen_by(table, None).state.shuffle.seed == table.state.shuffle.seed is not None
    assert sum(isinstance(event, Turned) for event in table.log) > 7


def test_a_settlement_opens_the_hands_that_it_needs() -> None:
    """A partner of somebody who went out keeps theirs to the end; after an award that wins the match, all do."""
    kept = opened_hands = 0
    for seed in range(12):
        table, _ = walk("horse-race-pairs", f"settle {seed}", 400)
        at = opened("horse-race-pairs")
        for event in table.log[1:]:
            at = evolve(at, event)
            if isinstance(event, Settled):
                view = seen_by(at, None)
                shown = {seat for seat, _ in event.shown}
                for seat, hand in enumerate(at.state.hands):
                    assert view.state.hands[seat] == (hand if seat in shown else (HIDDEN,) * len(hand))
                    kept += seat not in shown and bool(hand)
                    opened_hands += seat in shown
                assert set(view.state.boneyard) <= {HIDDEN}
    assert kept
    assert opened_hands


def test_a_takeback_hides_nothing_that_was_seen_and_shows_nothing_more() -> None:
    table = next(
        table
        for table in (walk("seven-rocks", f"back {number}", 200)[0] for number in range(20))
        if any(isinstance(event, TookBack) for event in table.log)
    )
    played = [event for event in table.log if isinstance(event, Played)]
    for viewer in (0, 1, 2, 3, None):
        assert [event for event in seen_by(table, viewer).log if isinstance(event, Played)] == played


def test_an_unknown_event_passes_to_nobody() -> None:
    class Rumour:
        """An event of a later version."""

    table = dealt("horse-race-2")
    for viewer in (0, None):
        with pytest.raises(TypeError):
            event_for(table, Rumour(), viewer)  # type: ignore[arg-type]
        assert event_for(table, table.log[1], viewer) == table.log[1]
        assert isinstance(table.log[1], Sat)
