"""Saved logs: every event is written and read again, and a crash at any moment loses one decision at most."""

import base64
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import TABLES, after, dealt, do, next_move, opened, walk

from homestretch.games import ruleset_to_plain
from homestretch.kit.chance import Committed, Stream
from homestretch.kit.message import Refusal
from homestretch.record.log import TookBack
from homestretch.table.codec import decode, encode, restore
from homestretch.table.events import Event, Occupant, Opened, Sat
from homestretch.table.table import Table


@pytest.mark.parametrize("key", TABLES)
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_a_saved_log_gives_the_same_table_again(key: str, seed: str) -> None:
    table, decisions = walk(key, seed, 400)
    lines = [encode(decision) for decision in decisions]
    for decision, line in zip(decisions, lines, strict=True):
        assert decode(line) == decision
        assert line.count(b"\n") == 1
        assert line.endswith(b"\n")
    assert restore(lines) == table
    assert restore([encode(table.log)]) == table, "all in one line, as it is written anew"


@pytest.mark.parametrize("key", TABLES)
def test_every_kind_of_event_is_the_same_kind_again(key: str) -> None:
    table, _ = walk(key, "kinds", 300)
    for event in table.log:
        (again,) = decode(encode([event]))
        assert type(again) is type(event)
        assert again == event
        plain = msgspec.json.decode(encode([event]))[0]
        assert plain["type"] == type(event).__name__


@pytest.mark.parametrize("key", TABLES)
def test_play_goes_on_from_a_restored_table(key: str) -> None:
    table = dealt(key)
    restored = restore([encode([event]) for event in table.log])
    assert isinstance(restored, Table)
    one, other = Stream(b"go", b"on"), Stream(b"go", b"on")
    for _ in range(20):
        if not table.rules.actors(table.state):
            break
        table, restored = do(table, next_move(table, one)), do(restored, next_move(restored, other))
    assert table == restored


def test_a_last_line_that_a_crash_cut_off_is_left_out() -> None:
    _, decisions = walk("horse-race-2", "crash", 60)
    lines = [encode(decision) for decision in decisions]
    before = restore(lines[:-1])
    for end in range(len(lines[-1])):
        assert restore([*lines[:-1], lines[-1][:end]]) == before
    assert restore(lines) != before


def test_nothing_saved() -> None:
    for lines in ([], [b""], [encode(opened("horse-race-2").log)[:-1]]):
        found = restore(lines)
        assert isinstance(found, Refusal)
        assert found.code == "saved.empty"


def played() -> list[bytes]:
    """The lines of a log: twelve decisions after the seats."""
    _, decisions = walk("seven-rocks", "played", 40)
    return [encode(decision) for decision in decisions]


def unreadable(*lines: bytes) -> bool:
    found = restore(lines)
    return isinstance(found, Refusal) and found.code == "saved.unreadable"


@pytest.mark.parametrize(
    "line",
    [
        b"\n",
        b"garbage\n",
        b"{}\n",
        b"[{}]\n",
        b"[7]\n",
        b'[{"type":"Rumour"}]\n',
        b'[{"type":"Sat","seat":"x"}]\n',
        b'[{"type":"Sat","seat":9,"occupant":{"name":"x"}}]\n',
        b'[{"type":"Sat","seat":-1,"occupant":{"name":"x"}}]\n',
        b'[{"type":"Stood","seat":9}]\n',
        b'[{"type":"Swapped","one":0,"other":9}]\n',
        b'[{"type":"Played","seat":0,"tile":[2],"host":null,"goes_on":false}]\n',
        b'[{"type":"TookBack","to":1}]\n',
        b'[{"type":"TookBack","to":99}]\n',
        b'[{"type":"Revealed","seed":"AAAA"}]\n',
        b'[{"type":"Turned","card":[10,"diamonds"]}]\n',
        b'[{"type":"Played","seat":9,"tile":[2,5],"host":null,"goes_on":false}]\n',
        b'[{"type":"Played","seat":0,"tile":[2,5],"host":[5,5],"goes_on":false}]\n',
        b'[{"type":"Drew","seat":9,"tile":[2,5],"fits":false}]\n',
        b"\xff\xfe\n",
    ],
)
def test_garbage_is_refused(line: bytes) -> None:
    lines = played()[:6]
    assert isinstance(restore(lines), Table)
    assert unreadable(*lines, line)
    assert unreadable(line, *lines)


def test_a_log_begins_with_its_opening_by_rules_that_make_a_game() -> None:
    lines = played()
    assert unreadable(*lines[1:])
    rules: Any = ruleset_to_plain(TABLES["horse-race-2"][1])
    assert not unreadable(encode([Opened("horse-race", rules)]))
    assert unreadable(encode([Opened("whist", rules)]))
    assert unreadable(encode([Opened("horse-race", rules | {"players": 9})]))
    assert unreadable(encode([Opened("card-race", rules)]))


@given(st.lists(st.binary(max_size=40) | st.sampled_from(played()), max_size=6), st.randoms(use_true_random=False))
def test_any_lines_restore_to_a_table_or_are_refused(lines: list[bytes], random: Any) -> None:
    good = played()
    for mixed in (lines, good + lines, [*good[:3], *lines]):
        assert isinstance(restore(mixed), Table | Refusal)
    shuffled = list(good)
    random.shuffle(shuffled)
    assert isinstance(restore(shuffled), Table | Refusal)


def test_the_bytes_of_seeds_and_contributions_are_base64() -> None:
    """As JSON has no bytes."""
    table, _ = walk("horse-race-2", "bytes", 60)
    committed = next(event for event in table.log if isinstance(event, Committed))
    plain = msgspec.json.decode(encode([committed]))[0]
    assert base64.b64decode(plain["seed"]) == committed.seed


def test_events_of_the_table_alone() -> None:
    events: list[Event] = [Sat(1, Occupant("Анна")), Sat(0, Occupant("रोबोट", "bot", "greedy")), TookBack(3)]
    assert decode(encode(events)) == tuple(events)
    table = after(opened("horse-race-2"), events[:2])
    assert table.seats[0] == Occupant("रोबोट", "bot", "greedy")


def test_a_deeply_nested_line_is_refused() -> None:
    answer = restore([b"[" * 200_000 + b"\n"])
    assert isinstance(answer, Refusal)
    assert answer.code == "saved.unreadable"
