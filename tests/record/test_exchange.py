"""Files of records in JSON: what is written is read again, and whatever else there may be is answered in words."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from records import MEETINGS, SEATINGS, Plain, again, departs, holds, play, refused, short, some, stripped

from homestretch.fives.ruleset import DrawnTile, GoingOn, Keeps, Leads, Rounding, Ties
from homestretch.games import CARD_RACE, HORSE_RACE, SEVEN_ROCKS, horse_race, seven_rocks
from homestretch.kit.message import Message, Refusal, say
from homestretch.race.ruleset import RaceRuleset
from homestretch.record.exchange import (
    MOST_BYTES,
    Record,
    from_json,
    from_plain,
    judge,
    read_records,
    to_json,
    to_plain,
)
from homestretch.record.fives_record import FivesRecord
from homestretch.record.race_record import RaceRecord
from homestretch.record.verdict import Departure, Verdict

HOUSES = {
    "choice": (HORSE_RACE, replace(horse_race(2), target=9, going_on=GoingOn.CHOICE)),
    "many-changes": (
        HORSE_RACE,
        replace(
            horse_race(3),
            target=9,
            highest=7,
            hand=7,
            drawn_tile=DrawnTile.LIKE_HAND,
            rounding=Rounding.HAND,
            ties=Ties.NOBODY,
            leads=Leads.LOT,
            keeps=frozenset({Keeps.DOUBLE}),
        ),
    ),
    "nothing-keeps": (HORSE_RACE, replace(horse_race(4, pairs=True), target=9, keeps=frozenset())),
    "short-rocks": (SEVEN_ROCKS, replace(seven_rocks(), target=40)),
}


def some_records() -> Iterator[Record]:
    for game, rules in SEATINGS.values():
        yield from play(game, short(rules), 2)
    for game, rules in HOUSES.values():
        yield from play(game, rules, 2)
    for meeting in MEETINGS.values():
        yield from play(CARD_RACE, meeting, 2)


def read(*lines: bytes) -> list[Record | Departure | Refusal]:
    return list(read_records(lines))


def code(found: Record | Departure | Refusal) -> str:
    """The code of a refusal or departure; ``record`` for a record."""
    return (
        found.refusal.code if isinstance(found, Departure) else found.code if isinstance(found, Refusal) else "record"
    )


def test_records_are_read_as_they_were_written() -> None:
    records = list(some_records())
    lines = [to_json(record) + b"\n" for record in records]
    assert read(*lines) == records
    assert all(b"\n" not in line[:-1] for line in lines)
    for record in records:
        assert isinstance(judge(record), Verdict)
        assert from_plain(json.loads(to_json(record))) == record


def test_a_record_of_the_published_rules_has_no_ruleset() -> None:
    for game, rules in SEATINGS.values():
        (record,) = play(game, rules, 1)
        assert "ruleset" not in to_plain(record)
    assert "ruleset" not in some("taught-3")[0]
    assert some("poor-5")[0]["ruleset"] == {"players": 5, "tokens": 5, "prices": [1, 2, 3, 5, 10], "most_stake": 3}
    assert some("any-stake-4")[0]["ruleset"]["most_stake"] is None


def test_the_keys_of_the_format_are_written_in_their_order() -> None:
    """The names are a contract with every other reader."""
    plain = some("horse-race-2")[0]
    assert list(plain) == ["format", "game", "players", "pairs", "target", "ruleset", "rounds", "winners"]
    assert list(plain["rounds"][0]) == [
        "starter",
        "start_by",
        "hands",
        "boneyard",
        "moves",
        "awards",
        "settlement",
        "scores",
        "deal",
    ]
    race = some("taught-3")[0]
    assert list(race) == ["format", "game", "players", "tokens", "rounds", "passed", "winners"]
    assert list(race["rounds"][0]) == [
        "banker",
        "passed",
        "relaid",
        "track",
        "deck",
        "moves",
        "winner",
        "settlement",
        "balances",
        "deal",
    ]
    assert list(race["rounds"][0]["deal"]) == ["commitment", "seed", "contributions"]


def test_keys_that_nobody_knows_are_passed_over() -> None:
    for key in ("horse-race-2", "taught-3"):
        (plain,) = some(key)
        holds(plain | {"names": ["a", "b"], "": None, "deal": 7})
        for each in plain["rounds"]:
            each["time"] = [1, {}]
            each["deal"]["proved"] = False
        holds(plain)


def test_optional_keys_may_be_null() -> None:
    for key in ("horse-race-2", "taught-3"):
        plain = some(key)[0]
        for each in plain["rounds"]:
            each["deal"] = None
        assert holds(plain).proofs == 0
    (plain,) = some("taught-3")
    holds(plain | {"ruleset": None})


def test_a_short_ruleset_changes_only_what_it_names() -> None:
    (plain,) = some("horse-race-2")
    holds(plain | {"ruleset": {}})
    holds(plain | {"ruleset": {"target": plain["target"]}})
    holds(plain | {"ruleset": {"spinners": "all", "players": 2, "pairs": False}})
    del plain["ruleset"]
    holds(plain)
    (meeting,) = some("poor-5")
    holds(meeting | {"ruleset": {"most_stake": 3}})


def test_other_spellings_are_read() -> None:
    (plain,) = some("horse-race-2")
    first = plain["rounds"][0]
    first["hands"] = [[f"[{tile[2]}|{tile[0]}]" for tile in hand] for hand in first["hands"]]
    first["boneyard"] = [tile[2] + tile[0] for tile in first["boneyard"]]
    first["moves"] = [[seat, text.upper().replace("-", "|")] for seat, text in first["moves"]]
    assert holds(plain).proofs == len(plain["rounds"])


# what is no record


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"}",
        b"[]x",
        b"hello",
        b"{'format': 1}",
        b'{"format": NaN}',
        b'{"format": Infinity}',
        b'{"format": 1e999}',
        b'{"format": 1' + b"0" * 5000 + b"}",
        b'{"a": "\xff"}',
        b'{"a": "\\ud800"}',
        b"\xff\xfe{\x00}\x00",
        b"\x00",
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"a":' + b"[" * 50_000 + b"]" * 50_000 + b"}",
    ],
)
def test_what_is_no_json(line: bytes) -> None:
    assert [code(found) for found in read(line + b"\n")] == ["record.not-json"]


def test_a_last_line_that_breaks_off() -> None:
    """Wherever it does, up to its last brace."""
    line = to_json(next(iter(play(HORSE_RACE, short(horse_race(2)), 1))))
    for end in [*range(1, 60), *range(60, len(line), 97), len(line) - 1]:
        assert code(read(line[:end])[0]) in ("record.cut-off", "record.not-json"), end
    assert code(read(line[: len(line) // 2])[0]) == "record.cut-off"
    assert code(read(line[: len(line) // 2] + b"\n")[0]) == "record.not-json"
    assert code(read(line)[0]) == "record", "only the line end is missing"


@pytest.mark.parametrize("line", [b"[]", b"7", b"null", b'"match"', b"true", b"1.5", b"[{}]"])
def test_json_that_is_no_object(line: bytes) -> None:
    assert [code(found) for found in read(line + b"\n")] == ["record.type"]


def test_a_line_that_is_far_too_long_is_not_read() -> None:
    padding = b" " * MOST_BYTES
    line = to_json(next(iter(play(HORSE_RACE, short(horse_race(2)), 1))))
    good = line + b"\n"
    for bad in (line[:-1] + padding + b"}\n", b"match " + padding + b"\n", b"x" * (MOST_BYTES + 1)):
        assert [code(found) for found in read(good, bad, good)] == ["record", "record.too-long", "record"]
    longest = line[:-1] + b" " * (MOST_BYTES - len(line) - 1) + b"}\n"
    assert [code(found) for found in read(longest)] == ["record"]


def test_lines_that_say_nothing() -> None:
    line = to_json(next(iter(play(HORSE_RACE, short(horse_race(2)), 1)))) + b"\n"
    assert [code(found) for found in read(b"\n", line, b"   \t \r\n", b"# a comment\n", line, b"\n")] == ["record"] * 2
    assert read() == []
    assert read(b"\n", b"  ") == []
    assert [code(found) for found in read(b"  " + line.rstrip() + b"\r\n")] == ["record"]


def test_a_byte_order_mark_is_passed_over() -> None:
    line = to_json(next(iter(play(HORSE_RACE, short(horse_race(2)), 1)))) + b"\n"
    assert [code(found) for found in read(b"\xef\xbb\xbf" + line)] == ["record"]


def test_one_bad_record_does_not_stop_the_next() -> None:
    good = to_json(next(iter(play(HORSE_RACE, short(horse_race(2)), 1)))) + b"\n"
    bad = b'{"format": 1}\n'
    broken = b'{"format": 1\n'
    assert [code(found) for found in read(bad, good, broken, good, b"[" * 9999 + b"\n", good)] == [
        "record.missing",
        "record",
        "record.not-json",
        "record",
        "record.not-json",
        "record",
    ]


def test_of_a_key_that_is_there_twice_the_last_counts() -> None:
    line = to_json(next(iter(play(HORSE_RACE, short(horse_race(2)), 1))))
    assert code(from_json(line[:-1] + b',"winners":[0],"winners":7}')) == "record.type"
    assert code(from_json(b'{"format":2,' + line[1:])) == "record"


# what is a record of something else


@pytest.mark.parametrize("number", [0, 2, -1, 10**20])
def test_another_format(number: int) -> None:
    assert refused(some("horse-race-2")[0] | {"format": number}).code == "record.format"


@pytest.mark.parametrize("number", [True, 1.0, "1", None, [1]])
def test_no_format(number: object) -> None:
    assert refused(some("horse-race-2")[0] | {"format": number}).code == "record.type"


def test_an_unknown_game() -> None:
    found = refused(some("horse-race-2")[0] | {"game": "whist"})
    assert found.code == "game.unknown"
    assert found.data["name"] == "whist"
    assert "horse-race" in found.data["known"]
    assert len(refused(some("horse-race-2")[0] | {"game": "x" * 10**6}).data["name"]) < 100
    assert refused(some("horse-race-2")[0] | {"game": "HORSE-RACE"}).code == "game.unknown"


@pytest.mark.parametrize(
    ("key", "players", "pairs"),
    [
        ("horse-race-2", 1, False),
        ("horse-race-2", 5, False),
        ("horse-race-2", 2, True),
        ("horse-race-2", 3, True),
        ("horse-race-2", -2, False),
        ("horse-race-2", 10**30, False),
        ("seven-rocks", 4, False),
        ("seven-rocks", 2, True),
    ],
)
def test_a_seating_that_the_game_does_not_allow(key: str, players: int, pairs: bool) -> None:
    changed = some(key)[0] | {"players": players, "pairs": pairs}
    clause = "S1" if key == "seven-rocks" else "H1"
    assert departs(changed) == (None, None, "seating.unknown", clause)


@pytest.mark.parametrize("players", [-1, 0, 2, 27, 10**30])
def test_a_card_race_for_too_few_or_too_many(players: int) -> None:
    assert departs(some("taught-3")[0] | {"players": players}) == (None, None, "seating.race", "C1")


@pytest.mark.parametrize(
    ("ruleset", "expected"),
    [
        ({"target": 99}, "ruleset.head"),
        ({"players": 3}, "ruleset.head"),
        ({"pairs": True}, "ruleset.head"),
        ({"colour": "red"}, "ruleset.key"),
        ({"x" * 1000: 1}, "ruleset.key"),
        ({"hand": "7"}, "ruleset.value"),
        ({"hand": 7.5}, "ruleset.value"),
        ({"hand": None}, "ruleset.value"),
        ({"spinners": "some"}, "ruleset.value"),
        ({"keeps": ["nothing"]}, "ruleset.value"),
        ({"keeps": "double"}, "ruleset.value"),
        ({"hand": 10**30}, "ruleset.too-few-tiles"),
        ({"hand": 0}, "ruleset.hand"),
        ({"hand": 15}, "ruleset.too-few-tiles"),
        ({"highest": 10}, "ruleset.set"),
        ({"highest": 0}, "ruleset.set"),
        ({"unit": 3}, "ruleset.unit"),
        ({"drawing": "none"}, "ruleset.tiles-left-over"),
        ({"going_on": "choice", "keeps": []}, "ruleset.choice-without-keeping"),
        ({"settlement": "deduction"}, "ruleset.ties-without-bonus"),
        ({"drawing": "none", "hand": 14, "drawn_tile": "like-hand"}, "ruleset.drawn-without-drawing"),
    ],
)
def test_a_ruleset_that_makes_no_game(ruleset: Plain, expected: str) -> None:
    found = from_plain(some("horse-race-2")[0] | {"ruleset": ruleset})
    assert code(found) == expected
    assert isinstance(found, Departure | Refusal)


@pytest.mark.parametrize("target", [0, -61, 10_001, 10**40])
def test_a_target_that_nobody_could_play_to(target: int) -> None:
    (plain,) = some("horse-race-2")
    del plain["ruleset"]
    assert code(from_plain(plain | {"target": target})) == "ruleset.target"


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"tokens": 1}, "ruleset.tokens"),
        ({"tokens": 10_001}, "ruleset.tokens"),
        ({"ruleset": {"tokens": 99}}, "ruleset.head"),
        ({"ruleset": {"players": 4}}, "ruleset.head"),
        ({"ruleset": {"prices": [1, 2, 3]}}, "ruleset.prices"),
        ({"ruleset": {"prices": [1, 2, 3, 5, 0]}}, "ruleset.prices"),
        ({"ruleset": {"prices": "1,2,3,5,10"}}, "ruleset.value"),
        ({"ruleset": {"most_stake": 0}}, "ruleset.most-stake"),
        ({"ruleset": {"most_stake": "any"}}, "ruleset.value"),
        ({"ruleset": {"pairs": False}}, "ruleset.key"),
        ({"ruleset": []}, "record.type"),
    ],
)
def test_a_meeting_by_rules_that_make_no_game(changes: Plain, expected: str) -> None:
    assert code(from_plain(some("taught-3")[0] | changes)) == expected


# missing keys and wrong types, everywhere


def paths(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Where every value of a record stands; of a long list only the first and the last."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, item in value.items():
            yield from paths(item, (*path, key))
    elif isinstance(value, list):
        for at in sorted({0, len(value) - 1}) if value else ():
            yield from paths(value[at], (*path, at))


def at(plain: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        plain = plain[step]
    return plain


def written(path: tuple[str | int, ...]) -> str | Message:
    """The place as refusals name it."""
    if not path:
        return say("type.root")
    return "".join(f"[{step + 1}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")


SHAPES = ["horse-race-2", "seven-rocks", "taught-3", "poor-5"]
OPTIONAL = {"ruleset", "deal"}


@pytest.mark.parametrize("key", SHAPES)
def test_a_missing_key_is_named_with_its_place(key: str) -> None:
    (plain,) = some(key)
    tried = 0
    for path in paths(plain):
        *outer, last = path
        if "ruleset" in path or isinstance(last, int) or last in OPTIONAL:
            continue
        changed = again(plain)
        del at(changed, tuple(outer))[last]
        found = refused(changed)
        assert (found.code, found.data["where"], found.data["key"]) == ("record.missing", written(tuple(outer)), last)
        tried += 1
    assert tried > 10


NULLABLE = {"ruleset", "deal", "settlement", "winner"}


@pytest.mark.parametrize("key", SHAPES)
@pytest.mark.parametrize("value", [None, True, -1, 7.5, 10**40, "x", "", [], [None], {}, {"a": 1}])
def test_a_value_of_the_wrong_type_is_named_with_its_place(key: str, value: object) -> None:
    (plain,) = some(key)
    tried = 0
    for path in paths(plain):
        old = at(plain, path)
        if type(value) is type(old) or "ruleset" in path or (value is None and path[-1] in NULLABLE):
            continue
        if (old is None or path[-1] == "winner") and isinstance(value, list | str):
            continue  # a settlement may be a list, a winner a text
        changed = again(plain)
        at(changed, path[:-1])[path[-1]] = value
        found = refused(changed)
        assert found.code in ("record.type", "record.missing"), (path, value)
        inside = str(written(path[:-1])) if path[:-1] else ""
        assert str(found.data["where"]).startswith(inside), (path, value)
        if found.code == "record.type":
            assert isinstance(found.data["expected"], Message)
        tried += 1
    assert tried > 10


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        (("rounds", 0, "hands", 0, 0), "5", "record.tile"),
        (("rounds", 0, "hands", 0, 0), "x" * 1000, "record.tile"),
        (("rounds", 0, "boneyard", 0), "2-5@5-5", "record.tile"),
        (("rounds", 0, "boneyard", 0), "२-५", "record.tile"),
        (("rounds", 0, "moves", 0, 1), "joker", "record.move"),
        (("rounds", 0, "moves", 0, 1), "2-5@", "record.move"),
        (("rounds", 0, "moves", 0, 1), "2-5@5", "record.move"),
        (("rounds", 0, "moves", 0, 1), "+x", "record.move"),
        (("rounds", 0, "moves", 0, 1), "", "record.move"),
        (("rounds", 0, "start_by"), "luck", "record.start-by"),
    ],
)
def test_texts_that_cannot_be_read(path: tuple[str | int, ...], value: str, expected: str) -> None:
    (plain,) = some("horse-race-2")
    at(plain, path[:-1])[path[-1]] = value
    found = refused(plain)
    assert found.code == expected
    assert found.data["where"] == written(path if path[-1] != "start_by" else path[:-1])
    assert len(found.data["text"]) < 100


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        (("rounds", 0, "track", 0), "1D", "record.card"),
        (("rounds", 0, "deck", 0), "10", "record.card"),
        (("rounds", 0, "deck", 0), "x" * 1000, "record.card"),
        (("rounds", 0, "moves", 0, 1), "all in", "record.race-move"),
        (("rounds", 0, "moves", 0, 1), "bank 1,2,3 max", "record.race-move"),
        (("rounds", 0, "moves", 0, 1), "bank 1,2,3,5,10 max 9999999999", "record.race-move"),
        (("rounds", 0, "moves", 0, 1), "turn 1D", "record.race-move"),
        (("rounds", 0, "moves", 0, 1), "S-1", "record.race-move"),
        (("rounds", 0, "moves", 0, 1), "X1", "record.race-move"),
        (("rounds", 0, "winner"), "S", "record.suit"),
    ],
)
def test_texts_of_a_meeting_that_cannot_be_read(path: tuple[str | int, ...], value: str, expected: str) -> None:
    (plain,) = some("taught-3")
    at(plain, path[:-1])[path[-1]] = value
    found = refused(plain)
    assert found.code == expected
    assert found.data["where"] == written(path)
    assert len(found.data["text"]) < 100


def test_huge_numbers_of_the_right_type_depart_and_do_no_harm() -> None:
    changes: list[Callable[[Plain, int], object]] = [
        lambda plain, huge: plain["rounds"][0].update(starter=huge),
        lambda plain, huge: plain["rounds"][0]["moves"][0].__setitem__(0, huge),
        lambda plain, huge: plain["rounds"][0]["awards"].__setitem__(0, huge),
        lambda plain, huge: plain["rounds"][0]["scores"].__setitem__(0, huge),
        lambda plain, huge: plain.update(winners=[huge]),
    ]
    for change in changes:
        for huge in (10**18, 10**40, -(10**40)):
            (plain,) = some("horse-race-2", proof=False)
            change(plain, huge)
            departs(plain)
    for key in ("banker", "settlement", "balances", "passed"):
        (plain,) = some("taught-3", proof=False)
        plain["rounds"][0][key] = 10**40 if key == "banker" else [10**40] * 3
        departs(plain)


def test_both_families_are_told_apart() -> None:
    (record,) = play(HORSE_RACE, short(horse_race(2)), 1)
    assert isinstance(record, FivesRecord)
    (meeting,) = play(CARD_RACE, RaceRuleset(3), 1)
    assert isinstance(meeting, RaceRecord)
    assert refused(to_plain(meeting) | {"game": "horse-race"}).code == "record.missing"
    assert departs(to_plain(record) | {"game": "card-race"})[2] == "seating.race"


def test_the_same_record_always_gives_the_same_bytes() -> None:
    for record in some_records():
        copy = from_json(to_json(record))
        assert isinstance(copy, FivesRecord | RaceRecord)
        assert to_json(copy) == to_json(record)
        plain = msgspec.json.decode(to_json(record))
        assert stripped(plain)["rounds"][0].keys() == plain["rounds"][0].keys() - {"deal"}
