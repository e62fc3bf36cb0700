"""The text form: the same information as in JSON, for people to read and to write by hand."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from records import MEETINGS, SEATINGS, holds, play, short, some, stripped
from test_exchange import HOUSES, code

from homestretch.games import CARD_RACE, HORSE_RACE, horse_race
from homestretch.kit.message import Refusal
from homestretch.race.ruleset import RaceRuleset
from homestretch.record.exchange import MOST_BYTES, Record, from_plain, judge, read_records, to_json, to_plain, to_text
from homestretch.record.verdict import Departure, Verdict


def read(text: str) -> list[Record | Departure | Refusal]:
    """What is read from a file with this text."""
    return list(read_records(line.encode() + b"\n" for line in text.splitlines()))


def one(text: str) -> Record:
    """The one record in a text."""
    (record,) = read(text)
    assert not isinstance(record, Refusal | Departure), record
    return record


def refused(text: str) -> Refusal:
    """Why the one record in a text cannot be read."""
    (found,) = read(text)
    assert isinstance(found, Refusal), found
    return found


EVERY = [*SEATINGS, *HOUSES, *MEETINGS]


def matches(key: str, number: int = 3) -> list[Record]:
    if key in MEETINGS:
        return list(play(CARD_RACE, MEETINGS[key], number))
    game, rules = HOUSES[key] if key in HOUSES else SEATINGS[key]
    return list(play(game, rules if key in HOUSES else short(rules), number))


@pytest.mark.parametrize("key", EVERY)
def test_every_record_reads_back_the_same(key: str) -> None:
    records = matches(key, 12 if key in ("poor-5", "steep-3") else 3)
    for record in records:
        assert one(to_text(record)) == record
    assert read("".join(map(to_text, records))) == records
    assert read("".join(map(to_text, records)).replace("\n\n", "\n")) == records, "empty lines mean nothing"


@pytest.mark.parametrize("key", [*SEATINGS, "taught-3"])
def test_records_of_the_published_rules_have_no_rule_lines(key: str) -> None:
    (record,) = play(CARD_RACE, RaceRuleset(3), 1) if key == "taught-3" else play(*SEATINGS[key], 1)
    text = to_text(record)
    assert "rule" not in text
    assert one(text) == record


def test_meetings_with_banks_that_were_passed_over_read_back_the_same() -> None:
    records = list(play(CARD_RACE, MEETINGS["poor-5"], 40)) + list(play(CARD_RACE, MEETINGS["steep-3"], 40))
    texts = [to_text(record) for record in records]
    assert any("\npassed" in text and "\nrelaid" in text for text in texts)
    for record, text in zip(records, texts, strict=True):
        assert one(text) == record


def test_an_unfinished_record_reads_back_the_same() -> None:
    for key in ("horse-race-2", "taught-3"):
        (plain,) = some(key, proof=False)
        last = plain["rounds"][-1]
        scores = "balances" if key == "taught-3" else "scores"
        last.update({"moves": [], "settlement": None, scores: plain["rounds"][-2][scores]})
        if key == "taught-3":
            last["winner"] = None
        else:
            last["awards"] = []
        plain["winners"] = []
        holds(plain)
        record = from_plain(plain)
        assert not isinstance(record, Refusal | Departure)
        text = to_text(record)
        assert text.endswith("\nwinners\n")
        assert one(text) == record


BY_HAND = """
# An evening at home, written by hand.
match horse-race        # two players to 8 points
players 2
target 8

round 1
starter 0 by lot
hand 0 0-3 4-5 3-3 0-6 3-4 2-3 6-6
hand 1 4-6 5-5 2-2 0-1 4-4 1-3 0-2
boneyard 1-2 1-4 3-5 2-6 0-5 2-5 0-0 1-5 5-6 0-4 2-4 1-1 3-6 1-6
0 2-3 = 5               # keeps the turn

   0 3-3@2-3
0 3-4@3-3 = 0
1 02@[2|3]
0 6-0@0-2 = 10
0 0-3@3-3 = 10
0 6-6@0-6
0 4-5@3-4
settlement 7 0          # 37 pips -> 35 -> 7 points
scores 12 0
winners 0
"""


def test_a_match_written_by_hand_holds() -> None:
    found = judge(one(BY_HAND))
    assert isinstance(found, Verdict)
    assert (found.rounds, found.moves, found.winners, found.proofs) == (1, 8, (0,), 0)


def test_a_match_written_by_hand_departs_where_it_does() -> None:
    found = judge(one(BY_HAND.replace("0 2-3 = 5 ", "0 2-3 = 10")))
    assert isinstance(found, Departure)
    assert (found.round, found.move, found.refusal.code) == (1, 1, "award.wrong")


def test_both_forms_may_stand_in_one_file() -> None:
    (record,) = play(HORSE_RACE, short(horse_race(2)), 1)
    (meeting,) = play(CARD_RACE, RaceRuleset(3), 1)
    json = to_json(record).decode()
    text = "\n".join([json, to_text(meeting), json, BY_HAND, to_text(record), "# the end", json, ""])
    found = read(text)
    assert found == [record, meeting, record, one(BY_HAND), record, record]


def test_comments_spaces_and_line_ends() -> None:
    record = one(BY_HAND)
    crlf = [line.encode() + b"\r\n" for line in BY_HAND.splitlines()]
    assert list(read_records(crlf)) == [record]
    spaced = "\n".join("\t" + line.replace(" ", "   ") + "  # comment" for line in BY_HAND.splitlines())
    assert read(spaced) == [record]
    assert read("\ufeff" + BY_HAND.strip()) == [record], "a byte order mark is passed over"


def test_a_text_that_was_cut_off() -> None:
    """Wherever it is cut, it is refused or departs; nothing is raised, and nothing holds with a winner."""
    (record,) = play(HORSE_RACE, short(horse_race(2)), 1)
    lines = to_text(record).splitlines()
    for end in range(1, len(lines)):
        (found,) = read("\n".join(lines[:end]))
        assert isinstance(found, Refusal), end
        assert found.code == "record.missing"


HAND = "hand 0 0-3 4-5 3-3 0-6 3-4 2-3 6-6"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("match horse-race ", "match horse race "),
        ("match horse-race ", "match "),
        ("players 2", "players two"),
        ("players 2", "players"),
        ("players 2", "players 2 in trios"),
        ("players 2", "players 2 3"),
        ("players 2", "players 2\nplayers 2"),
        ("players 2", "players ２"),
        ("players 2", "players +2"),
        ("players 2", "players 1_0"),
        ("players 2", "players " + "9" * 5000),
        ("target 8", "target"),
        ("target 8", "target 8.0"),
        ("target 8", "target 8\ntarget 9"),
        ("target 8", "target 8\nrule"),
        ("target 8", "target 8\nrule hand"),
        ("target 8", "target 8\nrule hand 7 8"),
        ("target 8", "target 8\nrule hand 7\nrule hand 7"),
        ("target 8", "target 8\nhand 0 0-0"),
        ("target 8", "target 8\nsomething else"),
        ("round 1", "round 2"),
        ("round 1", "round 0"),
        ("round 1", "round one"),
        ("round 1", "round"),
        ("starter 0 by lot", "starter 0 with lot"),
        ("starter 0 by lot", "starter 0"),
        ("starter 0 by lot", "starter x by lot"),
        ("starter 0 by lot", "starter 0 by lot\nstarter 1 by lot"),
        (HAND, HAND.replace("hand 0", "hand 1")),
        (HAND, HAND.replace("hand 0", "hand")),
        (HAND, HAND.replace("hand 0", "hand x")),
        (HAND, HAND + "\n" + HAND),
        ("boneyard ", "boneyard 0-0\nboneyard "),
        ("0 2-3 = 5 ", "x 2-3 = 5 "),
        ("0 2-3 = 5 ", "0"),
        ("0 2-3 = 5 ", "0 2-3 5"),
        ("0 2-3 = 5 ", "0 2-3 = five"),
        ("0 2-3 = 5 ", "0 2-3 = 5 5"),
        ("0 2-3 = 5 ", "0 2-3 =5"),
        ("settlement 7 0 ", "settlement 7 x"),
        ("settlement 7 0 ", "settlement 7 0\nsettlement 7 0"),
        ("scores 12 0", "scores 12 0\nscores 12 0"),
        ("scores 12 0", "scores 12,0"),
        ("winners 0", "winners none"),
        ("winners 0", "winners 0\nwinners 0"),
        ("scores 12 0", "contribution 1 -"),
        ("scores 12 0", "contribution 0"),
        ("scores 12 0", "seed"),
        ("scores 12 0", "seed 00 11"),
        ("scores 12 0", "seed 00\nseed 00"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(old: str, new: str) -> None:
    assert old in BY_HAND
    text = BY_HAND.replace(old, new, 1)
    found = refused(text)
    assert found.code == "text.line", found
    wrong = new.splitlines()[-1].split()[:3]
    line = text.splitlines()[found.data["line"] - 1]
    assert line.split()[: len(wrong)] == wrong, (found.data["line"], line)
    assert len(found.data["text"]) < 100


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("match horse-race ", "match whist ", "game.unknown"),
        ("players 2\n", "", "record.missing"),
        ("target 8\n", "", "record.missing"),
        ("winners 0", "", "record.missing"),
        ("scores 12 0", "", "record.missing"),
        ("starter 0 by lot", "starter 0 by luck", "record.start-by"),
        (HAND, "hand 0 x", "record.tile"),
        ("0 2-3 = 5 ", "0 joker", "record.move"),
        ("scores 12 0", "contribution 0 xyz\nscores 12 0", "record.type"),
        ("scores 12 0", "commitment 00\nseed xyz\nscores 12 0", "record.type"),
    ],
)
def test_what_is_readable_line_by_line_is_judged_like_json(old: str, new: str, expected: str) -> None:
    assert refused(BY_HAND.replace(old, new, 1)).code == expected


MEETING = """
match card-race
players 3
tokens 100
rule prices 1 2 3 5 10
rule most_stake none
"""


@pytest.mark.parametrize(
    "line",
    [
        "players 3",
        "tokens many",
        "tokens",
        "rule",
        "rule prices 1 x",
        "rule most_stake",
        "rule most_stake 1 2",
        "rule most_stake any",
        "banker 1",
        "race 2",
        "race x",
        "passed x",
        "winners x",
        "race 1\nbanker",
        "race 1\nbanker x",
        "race 1\nbanker 0\nbanker 1",
        "race 1\ntrack\ntrack",
        "race 1\ntrack 2S\ntrack 2S",
        "race 1\nwinner spades clubs",
        "race 1\nwinner spades\nwinner spades",
        "race 1\nsettlement 1 x",
        "race 1\nbalances 1 1 1\nbalances 1 1 1",
        "race 1\npassed x",
        "race 1\nx turn",
        "race 1\nseed",
        "race 1\ncontribution 1 -",
        "match card-race 2",
    ],
)
def test_a_line_of_a_meeting_that_cannot_be_read_is_named(line: str) -> None:
    found = refused(line if line.startswith("match") else MEETING + line)
    assert found.code == "text.line", found
    assert found.data["text"] == line.splitlines()[-1]


def test_the_lines_of_a_meeting() -> None:
    """A race that is written by hand: who is passed over, what was laid again, and stakes in words."""
    plain = stripped(some("any-stake-4")[0])
    record = from_plain(plain)
    assert not isinstance(record, Refusal | Departure)
    text = to_text(record)
    spoken = text.replace(" D", " diamonds ").replace(" S", " ♠").replace("turn ", "TURN  ")
    assert isinstance(judge(one(spoken)), Verdict)
    assert to_plain(one(spoken)) == to_plain(record)


def test_after_a_bad_text_the_next_one_is_read() -> None:
    bad = BY_HAND.replace("players 2", "players two")
    found = read(bad + BY_HAND + bad + to_json(one(BY_HAND)).decode())
    assert [code(each) for each in found] == ["text.line", "record", "text.line", "record"]


def test_line_numbers_count_the_whole_file() -> None:
    text = BY_HAND + BY_HAND.replace("target 8", "target eight")
    found = read(text)[1]
    assert isinstance(found, Refusal)
    assert text.splitlines()[found.data["line"] - 1] == "target eight"


def test_a_text_of_many_lines_that_never_ends_is_refused_once() -> None:
    line = b"0 2-3 " + b"#" * 10_000 + b"\n"
    lines = [b"match horse-race\n", *[line.replace(b"#", b"x ", 1)] * (MOST_BYTES // len(line) + 20)]
    after = [each.encode() + b"\n" for each in BY_HAND.splitlines()]
    assert list(read_records([*lines, *after])) == [Refusal("record.too-long", {"most": 8}), one(BY_HAND)]
    longest = [b"match " + b"x" * MOST_BYTES + b"\n", b"players 2\n", b"target 8\n"]
    assert list(read_records([*longest, *after])) == [Refusal("record.too-long", {"most": 8}), one(BY_HAND)]


@pytest.mark.parametrize("change", [lambda text: text.upper(), lambda text: text.encode().decode("latin-1")])
def test_texts_in_other_letters_raise_nothing(change: Callable[[str], str]) -> None:
    assert all(not isinstance(found, Verdict) for found in read(change(BY_HAND + MEETING)))


def test_a_house_rule_without_values_is_kept() -> None:
    rules = replace(short(horse_race(4, pairs=True)), keeps=frozenset())
    (record,) = play(HORSE_RACE, rules, 1)
    assert "\nrule keeps\n" in to_text(record)
    assert one(to_text(record)) == record
