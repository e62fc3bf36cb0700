"""Whatever a file holds, every record is read, refused or found to depart; nothing is ever raised."""

from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from records import MEETINGS, SEATINGS, play, short

from homestretch.games import CARD_RACE, GAMES
from homestretch.kit.message import Refusal
from homestretch.record.exchange import from_plain, judge, read_records, to_json, to_text
from homestretch.record.fives_record import FivesRecord
from homestretch.record.race_record import RaceRecord
from homestretch.record.verdict import Departure, Verdict

RECORDS = [next(play(game, short(rules), 1)) for game, rules in (SEATINGS["horse-race-2"], SEATINGS["seven-rocks"])] + [
    next(play(CARD_RACE, MEETINGS["taught-3"], 1))
]
GOOD = to_json(RECORDS[0]) + b"\n"
FORMS = [to_json(record) + b"\n" for record in RECORDS] + [to_text(record).encode() for record in RECORDS]

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-3, 30)
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
    | st.sampled_from(["2-5", "2-5@5-5", "+0-4", "pass", "stop", "lot", "out", "S1", "turn", "10D", "spades", *GAMES])
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
)


def answers(*lines: bytes) -> int:
    """How many answers a file gives; each is one of the three kinds, and a record can be judged and written."""
    count = 0
    for found in read_records(lines):
        assert isinstance(found, FivesRecord | RaceRecord | Refusal | Departure)
        if isinstance(found, FivesRecord | RaceRecord):
            assert isinstance(judge(found), Verdict | Departure)
            assert isinstance(to_text(found), str)
            assert from_plain(msgspec.json.decode(to_json(found))) == found
        count += 1
    return count


@given(st.lists(st.binary(max_size=60) | st.sampled_from(FORMS), max_size=4))
def test_any_bytes(lines: list[bytes]) -> None:
    answers(*lines)
    found = list(read_records([*lines, b"\n", GOOD]))
    assert isinstance(found[-1], FivesRecord), "the record after them is read"


WORDS = [
    "match",
    "round",
    "race",
    "players",
    "hand",
    "0",
    "1",
    "2-5",
    "=",
    "pass",
    "+",
    "#",
    "{",
    "rule",
    "lot",
    "seed",
]


@given(st.lists(st.sampled_from(WORDS), max_size=40))
def test_any_words(words: list[str]) -> None:
    text = " ".join(words).replace(" round", "\nround").replace(" hand", "\nhand").replace(" 0", "\n0")
    answers(*(f"match horse-race\n{text}").encode().splitlines(keepends=True))
    answers(*(f"match card-race\n{text}").encode().splitlines(keepends=True))


@settings(max_examples=150)
@given(st.sampled_from(FORMS), st.data())
def test_bytes_of_a_record_changed(form: bytes, data: st.DataObject) -> None:
    changed = bytearray(form)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(changed) - 1))
        kind = data.draw(st.sampled_from(["change", "remove", "insert", "cut", "copy"]))
        if kind == "change":
            changed[at] = data.draw(st.integers(0, 255))
        elif kind == "remove":
            del changed[at : at + data.draw(st.integers(1, 40))]
        elif kind == "insert":
            changed[at:at] = data.draw(st.binary(min_size=1, max_size=6))
        elif kind == "cut":
            del changed[at:]
        else:
            changed[at:at] = changed[at : at + data.draw(st.integers(1, 200))]
        if not changed:
            break
    answers(*bytes(changed).splitlines(keepends=True))


@settings(max_examples=200)
@given(st.sampled_from(RECORDS), values, st.data())
def test_a_value_of_a_record_changed(record: FivesRecord | RaceRecord, value: Any, data: st.DataObject) -> None:
    plain = msgspec.json.decode(to_json(record))
    place: Any = plain
    for _ in range(data.draw(st.integers(0, 4))):
        keys = list(place) if isinstance(place, dict) else range(len(place)) if isinstance(place, list) else ()
        inner = [key for key in keys if isinstance(place[key], dict | list) and place[key]]
        if not inner:
            break
        place = place[data.draw(st.sampled_from(inner))]
    keys = list(place) if isinstance(place, dict) else list(range(len(place)))
    key = data.draw(st.sampled_from(keys))
    if data.draw(st.booleans()):
        place[key] = value
    elif isinstance(place, list):
        place.insert(key, value)
    else:
        del place[key]
    assert answers(msgspec.json.encode(plain) + b"\n") == 1


@given(values)
def test_any_value(value: Any) -> None:
    assert isinstance(from_plain(value), Refusal)
    for game in GAMES:
        head = {"format": 1, "game": game, "players": 4, "pairs": True, "target": 61, "tokens": 100, "passed": []}
        for key in ("ruleset", "rounds", "winners", "players", "tokens", "target", "pairs"):
            found = from_plain(head | {"rounds": [], "winners": []} | {key: value})
            assert isinstance(found, FivesRecord | RaceRecord | Refusal | Departure)
            if isinstance(found, FivesRecord | RaceRecord):
                judge(found)
