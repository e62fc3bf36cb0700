"""What the documents print is true: the examples replay, the test vector holds, the program agrees with the package."""

import json
import re
import shlex
import subprocess
import sys
from enum import StrEnum
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from homestretch.analysis.simulate import master_seed, play_match
from homestretch.bots.simple import greedy_bot
from homestretch.fives import moves as fives_moves
from homestretch.fives.deal import deal_tiles
from homestretch.fives.ruleset import MOST_POINTS, Keeps, Ruleset
from homestretch.games import HORSE_RACE, horse_race, published_race, ruleset_to_plain, seven_rocks
from homestretch.games import Seating as Seats
from homestretch.kit.chance import Shuffle, cast_lot, commitment, derive, round_key
from homestretch.kit.message import Refusal
from homestretch.kit.tile import LARGEST_SET
from homestretch.race import moves as race_moves
from homestretch.race.deal import lay
from homestretch.race.ruleset import MOST_PLAYERS, MOST_PRICE, MOST_TOKENS, RaceRuleset
from homestretch.record.exchange import MOST_BYTES, Record, from_json, judge, read_records, to_json, to_plain, to_text
from homestretch.record.verdict import Departure, Verdict

ROOT = Path(__file__).parents[2]
FORMAT = (ROOT / "docs/record-format.md").read_text(encoding="utf-8")
FAIR = (ROOT / "docs/fair-deals.md").read_text(encoding="utf-8")
HOUSE = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
SEED = bytes(range(32))


def section(document: str, title: str) -> str:
    """What stands under a heading, up to the next one of its level or above."""
    level = re.search(rf"^(#+) {re.escape(title)}$", document, re.MULTILINE)
    assert level is not None, title
    rest = document[level.end() :]
    after = re.search(rf"^#{{1,{len(level[1])}}} ", re.sub(r"(?ms)^```.*?^```", lambda b: " " * len(b[0]), rest), re.M)
    return rest if after is None else rest[: after.start()]


def blocks(text: str, language: str) -> list[str]:
    """The fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def rows(text: str) -> list[list[str]]:
    """The cells of all tables, heads and rules left out."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    cells = [[cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]
    return [
        row for row, below in zip(cells, [*cells[1:], [""]], strict=True) if not _is_rule(row) and not _is_rule(below)
    ]


def _is_rule(row: list[str]) -> bool:
    return all(re.fullmatch(r"-+", cell) for cell in row)


def code(cell: str) -> str:
    """A cell that holds one piece of code."""
    found = re.fullmatch(r"`(.*)`", cell)
    assert found is not None, cell
    return found[1]


def run(*words: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """Run the program as a shell would."""
    command = [sys.executable, "-m", "homestretch", *words]
    return subprocess.run(command, input=given, capture_output=True, text=True, encoding="utf-8", check=False)


def simulated(text: str, folder: Path) -> list[dict[str, Any]]:
    """The records that the command in a section's text writes."""
    found = re.search(r"`homestretch (simulate [^`]*) --records FILE`", text)
    assert found is not None
    file = folder / "records.jsonl"
    assert run(*shlex.split(found[1]), "--records", str(file)).returncode == 0
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def held(record: Record | Departure | Refusal) -> Verdict:
    """The judgement of a record that must hold."""
    assert not isinstance(record, Refusal | Departure), record
    verdict = judge(record)
    assert isinstance(verdict, Verdict), verdict
    return verdict


def example(title: str) -> dict[str, Any]:
    """The record that an example prints."""
    (block,) = blocks(section(FORMAT, title), "json")
    record: dict[str, Any] = json.loads(block)
    return record


EXAMPLES = ["Example: Horse Race", "Example: Seven Rocks", "Example: the card race"]


# ---- docs/record-format.md


@pytest.mark.parametrize("title", EXAMPLES)
def test_the_examples_hold_and_their_deals_are_proved(title: str) -> None:
    record = example(title)
    verdict = held(from_json(json.dumps(record).encode()))
    assert verdict.proofs == verdict.rounds > 0
    assert list(verdict.winners) == record["winners"]


@pytest.mark.parametrize("title", EXAMPLES)
def test_the_examples_are_what_simulate_writes(title: str, tmp_path: Path) -> None:
    record = example(title)
    (written,) = simulated(section(FORMAT, title), tmp_path)
    if record["game"] == "card-race":
        assert len(written["rounds"]) == 3
        written |= {"rounds": written["rounds"][:1], "winners": []}
    assert written == record
    assert list(written) == list(record), "keys in the order of the format"


def test_the_example_in_text_is_what_simulate_and_convert_write(tmp_path: Path) -> None:
    printed, by_hand = blocks(section(FORMAT, "Example: text"), "text")
    (written,) = simulated(section(FORMAT, "Example: text"), tmp_path)
    (record,) = read_records(line.encode() for line in printed.splitlines(keepends=True))
    assert held(record).proofs == 1
    assert not isinstance(record, Refusal | Departure)
    assert to_plain(record) == written
    assert to_text(record) == printed
    assert run("convert", str(tmp_path / "records.jsonl")).stdout.rstrip("\n") == printed.rstrip("\n")
    (same,) = read_records(line.encode() for line in by_hand.splitlines(keepends=True))
    assert held(same).proofs == 0
    assert not isinstance(same, Refusal | Departure)
    del written["ruleset"], written["rounds"][0]["deal"]
    plain = to_plain(same)
    del plain["ruleset"]
    assert plain == written


@pytest.mark.parametrize(
    ("title", "keys"),
    [
        ("The match", example(EXAMPLES[0])),
        ("A round", example(EXAMPLES[0])["rounds"][0]),
        ("The meeting", example(EXAMPLES[2])),
        ("A race", example(EXAMPLES[2])["rounds"][0]),
        ("The key `deal`", example(EXAMPLES[0])["rounds"][0]["deal"]),
    ],
)
def test_every_key_is_described_in_the_order_of_the_format(title: str, keys: dict[str, Any]) -> None:
    described = rows(section(FORMAT, title))
    names = [code(row[0]) for row in described]
    assert [name for name in names if name != "ruleset"] == [name for name in keys if name != "ruleset"]
    optional = {name for name, row in zip(names, described, strict=True) if row[2] == "no"}
    assert optional == {"ruleset", "deal"} & set(names)


@pytest.mark.parametrize(
    ("path", "optional"),
    [([], {"ruleset"}), (["rounds", 0], {"deal"}), (["rounds", 0, "deal"], set[str]())],
)
@pytest.mark.parametrize("title", EXAMPLES)
def test_required_means_required(title: str, path: list[str | int], optional: set[str]) -> None:
    inner: Any = example(title)
    for step in path:
        inner = inner[step]
    for key in inner:
        record = example(title)
        cut: Any = record
        for step in path:
            cut = cut[step]
        del cut[key]
        read = from_json(json.dumps(record).encode())
        assert isinstance(read, Refusal | Departure) == (key not in optional), key
        cut["a key that nobody knows"] = 1
        cut[key] = inner[key]
        held(from_json(json.dumps(record).encode()))


def test_the_spellings_are_read_as_the_tables_say() -> None:
    for title, parse in (
        ("Moves of the domino games", fives_moves.parse_move),
        ("Moves of the card race", race_moves.parse_move),
    ):
        table = [row for row in rows(section(FORMAT, title)) if row[1].startswith("`") and row[1].endswith("`")]
        assert len(table) >= 7
        for spelling, canonical in table:
            assert str(parse(code(spelling))) == code(canonical), spelling
        written = [code(row[0]) for row in rows(section(FORMAT, title)) if row not in table]
        assert all(str(parse(text)) == text for text in written)
        assert len(written) >= 4


def test_the_rulesets_are_described_field_by_field() -> None:
    domino, published = section(FORMAT, "The domino ruleset").split("The published values:")
    table = {code(row[0]): row[1] for row in rows(domino)}
    assert list(table) == list(Ruleset.__struct_fields__)
    for name, kind in get_type_hints(Ruleset).items():
        values = kind if isinstance(kind, type) and issubclass(kind, StrEnum) else Keeps if name == "keeps" else None
        if values is not None:
            assert re.findall(r'`"([a-z-]+)"`', table[name]) == [value.value for value in values], name
    assert f"to {MOST_POINTS}" in table["target"]
    assert f"to {LARGEST_SET}" in table["highest"]
    for name, race, rocks in rows(published):
        for cell, rules in ((race, horse_race(2)), (rocks, seven_rocks())):
            value = ruleset_to_plain(rules)[code(name)]
            shown = ", ".join(value) if isinstance(value, list) else str(value)
            assert cell.partition(", 6, 5")[0] == shown, name
    assert [horse_race(players).hand for players in (2, 3, 4)] == [7, 6, 5]


def test_the_race_ruleset_is_described_field_by_field() -> None:
    table = {code(row[0]): row for row in rows(section(FORMAT, "The card race's ruleset"))}
    assert list(table) == list(RaceRuleset.__struct_fields__)
    rules = published_race(Seats(3))
    assert isinstance(rules, RaceRuleset)
    assert table["tokens"][2] == str(rules.tokens)
    assert json.loads(code(table["prices"][2])) == list(rules.prices)
    assert table["most_stake"][2] == str(rules.most_stake)
    assert f"to {MOST_PRICE}" in table["prices"][1]
    meeting = {code(row[0]): row for row in rows(section(FORMAT, "The meeting"))}
    assert f"to {MOST_PLAYERS}" in meeting["players"][1]
    assert f"to {MOST_TOKENS}" in meeting["tokens"][3]


def test_the_limit_of_a_line_is_the_one_that_is_printed() -> None:
    assert f"8 MiB ({MOST_BYTES:,} bytes" in FORMAT


@pytest.mark.parametrize(("change", "exit_code"), [(None, 0), (13, 1), ("x", 2)])
def test_the_exit_codes_and_the_keys_of_the_answer(change: int | str | None, exit_code: int) -> None:
    record = example(EXAMPLES[0])
    if change is not None:
        record["rounds"][0]["scores"][0] = change
    done = run("replay", "-", "--json", "--lang", "en", given=json.dumps(record) + "\n")
    assert done.returncode == exit_code
    answer = json.loads(done.stdout)
    table = {
        name: row[1] for row in rows(section(FORMAT, "`homestretch replay`")) for name in re.findall("`(.*?)`", row[0])
    }
    due = {"always", "it holds"} if exit_code == 0 else {"always", "it does not hold"}
    due |= {"understood"} if exit_code == 1 else set()
    assert set(answer) == {name for name, when in table.items() if when in due}


# ---- docs/fair-deals.md


def program() -> str:
    """The program that the document prints."""
    (block,) = blocks(section(FAIR, "Checking by hand"), "python")
    return block


def checked(lines: list[str]) -> list[list[str]]:
    """What the program says about records; it gets nothing but the standard library."""
    command = [sys.executable, "-I", "-S", "-c", program()]
    given = "".join(line + "\n" for line in lines)
    done = subprocess.run(command, input=given, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.stderr == ""
    return [line.split() for line in done.stdout.splitlines()]


def vector() -> dict[str, str]:
    """The test vector."""
    return dict(rows(section(FAIR, "Test vector")))


def chance_for(players: int) -> Shuffle:
    """The chance of the test vector."""
    return Shuffle(commitment(SEED), SEED, (b"",) * players, revealed=True)


def test_the_vector_of_keys() -> None:
    values = vector()
    assert code(values["commitment"]) == commitment(SEED).hex()
    for players in (2, 3, 4):
        assert code(values[f"round key, {players} seats"]) == round_key(SEED, (b"",) * players).hex()
    assert code(values["round key, 2 seats, seat 0 adds `hello`"]) == round_key(SEED, (b"hello", b"")).hex()
    for label, players in ((b"lot", 4), (b"deal", 2)):
        stream = chance_for(players).stream(label)
        numbers = " ".join(str(stream.below(1 << 32)) for _ in range(4))
        assert code(values[f"first numbers for `{label.decode()}`, {players} seats"]) == numbers


def test_the_vector_of_lot_and_deals() -> None:
    values = vector()
    winner, casts = cast_lot(chance_for(4).stream(b"lot"), range(4))
    shown = ", then ".join("`" + " ".join(f"{seat}:{number}" for seat, number in cast) + "`" for cast in casts)
    assert values["throws for the lot among 4"] == shown
    assert code(values["winner of the lot among 4"]) == str(winner)
    hands, boneyard = deal_tiles(horse_race(2), chance_for(2))
    for seat, hand in enumerate(hands):
        assert code(values[f"Horse Race for 2, hand of seat {seat}"]) == " ".join(map(str, hand))
    assert code(values["Horse Race for 2, boneyard"]) == " ".join(map(str, boneyard))
    (laid,) = lay(0, chance_for(3))
    assert code(values["card race for 3, track"]) == " ".join(map(str, laid.track))
    assert code(values["card race for 3, deck"]) == " ".join(map(str, laid.deck))
    assert f"first tile drawn in that Horse Race is {boneyard[-1]}," in FAIR
    assert str(laid.deck[-1]) == "10D"
    assert "the first race card turned is the 10 of diamonds" in FAIR


def test_the_vector_of_simulations() -> None:
    values = vector()
    master = master_seed("7")
    match = derive(master, "match", 0)
    first = derive(match, "round", 0)
    assert code(values["master seed of `--seed 7`"]) == master.hex()
    assert code(values["seed of its match 0"]) == match.hex()
    assert code(values["seed of round 0 of that match"]) == first.hex()
    record = to_plain(play_match(HORSE_RACE, horse_race(2), [greedy_bot] * 2, match))
    assert record["rounds"][0]["deal"]["seed"] == first.hex()


def test_the_program_agrees_with_the_package() -> None:
    lines = [json.dumps(example(title)) for title in EXAMPLES]
    answers = checked(lines)
    assert answers[0] == ["1", "1", "good", "True", "True", "True"]
    assert len(answers) == sum(len(example(title)["rounds"]) for title in EXAMPLES)
    assert all(answer[2] == "good" for answer in answers)


def test_the_program_agrees_on_tracks_that_were_laid_again_and_on_later_lots(tmp_path: Path) -> None:
    lines: list[str] = []
    for words in ("card-race --players 5 --matches 30", "horse-race --target 30 --matches 40"):
        file = tmp_path / "records.jsonl"
        assert run("simulate", *words.split(), "--seed", "3", "--records", str(file)).returncode == 0
        lines += file.read_text(encoding="utf-8").splitlines()
    rounds = [each for line in lines for each in json.loads(line)["rounds"]]
    assert any(each.get("relaid") for each in rounds)
    assert {each.get("start_by") for each in rounds} == {None, "lot", "out"}
    assert all(answer[2] == "good" for answer in checked(lines))


@pytest.mark.parametrize("title", EXAMPLES)
def test_the_program_and_replay_find_the_same_faults(title: str) -> None:
    def contribution(each: dict[str, Any]) -> None:
        each["deal"]["contributions"][0] = "00"

    def seed(each: dict[str, Any]) -> None:
        each["deal"]["seed"] = "00" * 32

    def order(each: dict[str, Any]) -> None:
        tiles = each["hands"][0] if "hands" in each else each["deck"]
        tiles.reverse()

    for spoil in (contribution, seed, order):
        record = example(title)
        spoil(record["rounds"][0])
        (answer, *_) = checked([json.dumps(record)])
        assert answer[2] == "BAD"
        read = from_json(json.dumps(record).encode())
        assert not isinstance(read, Refusal | Departure)
        departure = judge(read)
        assert not isinstance(departure, Verdict)
        assert departure.refusal.code in ("proof.commitment", "proof.deal")


def test_the_commands_under_the_program_print_what_is_said(tmp_path: Path) -> None:
    text = section(FAIR, "Checking by hand")
    (shell,) = blocks(text, "sh")
    (tmp_path / "check.py").write_text(program(), encoding="utf-8")
    simulate, check = shell.splitlines()
    words = [str(tmp_path / word) if word == "match.jsonl" else word for word in shlex.split(simulate)]
    assert run(*words[1:]).returncode == 0
    assert check == "python check.py < match.jsonl"
    (answer,) = checked((tmp_path / "match.jsonl").read_text(encoding="utf-8").splitlines())
    assert f"prints `{' '.join(answer)}`" in text


# ---- docs/architecture.md, CONTRIBUTING.md


def test_the_rooms_are_those_that_exist() -> None:
    package = ROOT / "src/homestretch"
    rooms = {path.parent.name for path in package.glob("*/__init__.py")} | {"clauses.py", "games.py"}
    tree = blocks(section(HOUSE, "The rooms"), "text")[0]
    assert {name.rstrip("/") for name in re.findall(r"^  (\S+)", tree, re.MULTILINE)} == rooms
    planned = {code(row[0]).rstrip("/") for row in rows(section(HOUSE, "What is not there yet"))}
    assert not planned & rooms


def test_the_order_of_imports_is_the_one_that_is_enforced() -> None:
    (order,) = blocks(section(HOUSE, "Who may import whom"), "text")
    printed = [set(re.findall(r"[a-z]+", layer)) for layer in order.split("→")]
    layers = re.search(r"^layers = \[\n(.*?)^\]", (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.M | re.S)
    assert layers is not None
    enforced = [re.findall(r"\(?[a-z]+\)?", line) for line in re.findall(r'"(.*)"', layers[1])]
    there = [{room for room in layer if not room.startswith("(")} for layer in enforced]
    assert [layer for layer in printed if layer] == [layer for layer in there if layer]


def test_the_commands_and_files_that_are_named_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"\bmake ([a-z]+)[ `\n]", " ".join(re.findall("`.*?`", GUIDE)) + " ")) <= targets
    named = [code(row[0]) for row in rows(section(GUIDE, "The loops"))]
    assert {name.removeprefix("make ") for name in named} <= targets
    for text, home in ((HOUSE, ROOT / "docs"), (FORMAT, ROOT / "docs"), (FAIR, ROOT / "docs"), (GUIDE, ROOT)):
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
            assert (home / link).exists(), link
    for path in re.findall(r"`((?:fives|race|record|kit|bots|i18n|cli)/[a-z_/]+\.py)`", HOUSE):
        assert (ROOT / "src/homestretch" / path).exists(), path


def test_records_are_written_without_spaces_and_take_few_bytes() -> None:
    record = from_json(json.dumps(example(EXAMPLES[0])).encode())
    assert not isinstance(record, Refusal | Departure)
    assert b" " not in to_json(record)
