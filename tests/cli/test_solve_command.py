"""``homestretch solve`` and ``bench``: exact values of recorded positions, and how fast the engine is."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from homestretch.analysis import speed
from homestretch.analysis.simulate import master_seed, simulate
from homestretch.bots.levels import BOTS
from homestretch.cli import solve as solve_command
from homestretch.cli.main import main
from homestretch.engine import CORE, Core
from homestretch.engine import solve as solver
from homestretch.engine.solve import Solution, solve
from homestretch.fives.decide import legal_moves
from homestretch.fives.moves import parse_move
from homestretch.fives.ruleset import GoingOn
from homestretch.fives.state import State
from homestretch.games import CARD_RACE, HORSE_RACE, SEVEN_ROCKS, AnyRuleset, Game, horse_race, seven_rocks
from homestretch.race.ruleset import RaceRuleset
from homestretch.record.exchange import from_plain, to_json, to_text
from homestretch.record.fives_record import FivesRecord
from homestretch.record.position import position

Run = Callable[..., tuple[int, str, str]]
Plain = dict[str, Any]

SEATINGS: dict[str, tuple[Game, AnyRuleset]] = {
    "horse-race-2": (HORSE_RACE, replace(horse_race(2), target=15)),
    "horse-race-3": (HORSE_RACE, replace(horse_race(3), target=15)),
    "horse-race-4": (HORSE_RACE, replace(horse_race(4), target=15)),
    "horse-race-pairs": (HORSE_RACE, replace(horse_race(4, pairs=True), target=15)),
    "seven-rocks": (SEVEN_ROCKS, replace(seven_rocks(), target=60)),
    "card-race": (CARD_RACE, RaceRuleset(3)),
}
TWO_SIDES = ("horse-race-2", "horse-race-pairs", "seven-rocks")


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No language from outside, and not more memory than small positions need."""
    monkeypatch.setattr(solver, "ENTRIES", 1 << 12)
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    yield
    os.environ.pop("LANGUAGE", None)


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process: its exit code, what it said, and what it complained of."""

    def call(*arguments: str) -> tuple[int, str, str]:
        capfd.readouterr()
        code = main([*arguments, "--lang", "en"])
        out, err = capfd.readouterr()
        assert "Traceback" not in err
        return code, out, err

    return call


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole deal takes minutes where the engine is plain Python: give it up soon."""
    monkeypatch.setattr(speed, "MOST_POSITIONS", 2000)


def written(tmp_path: Path, *lines: Plain | str | bytes) -> str:
    """A file with these lines."""
    file = tmp_path / "records.jsonl"
    texts = (json.dumps(line) if isinstance(line, dict) else line for line in lines)
    file.write_bytes(b"".join((text.encode() if isinstance(text, str) else text) + b"\n" for text in texts))
    return str(file)


@cache
def lines(key: str) -> list[bytes]:
    """A few short matches of a seating."""
    game, rules = SEATINGS[key]
    seated = [BOTS[name] for name in ("greedy", "random", "greedy", "random")[: rules.players]]
    return [to_json(record) for record in simulate(game, rules, seated, master_seed("solve"), 5)]


def some(key: str, number: int = 0) -> Plain:
    """One of these matches; a copy."""
    plain: Plain = json.loads(lines(key)[number])
    return plain


def hand_written(hands: list[str], moves: str, boneyard: str = "", **changes: Any) -> Plain:
    """A match that has just begun; ``boneyard`` tells its last tiles, and the moves are ``0 5-5, 1 5-2@5-5``."""
    held = [hand.split() for hand in hands]
    rules = replace(horse_race(), hand=len(held[0]), **changes)
    known = " ".join((*hands, boneyard)).split()
    rest = [str(tile) for tile in rules.tiles if str(tile) not in known]
    spoken = [move.split() for move in moves.split(",") if move]
    return {
        "format": 1,
        "game": "horse-race",
        "players": rules.players,
        "pairs": rules.pairs,
        "target": rules.target,
        "ruleset": {"hand": rules.hand} | changes,
        "rounds": [
            {
                "starter": 0,
                "start_by": "lot",
                "hands": held,
                "boneyard": rest + boneyard.split(),
                "moves": [[int(seat), text] for seat, text in spoken],
                "awards": [],
                "settlement": None,
                "scores": [0] * rules.sides,
            }
        ],
        "winners": [],
    }


def at(plain: Plain, number: int, move: int) -> State:
    """The position of a record that holds."""
    record = from_plain(plain)
    assert isinstance(record, FivesRecord)
    state = position(record, number, move)
    assert isinstance(state, State)
    return state


def solved(run: Run, *arguments: str) -> dict[str, Any]:
    """The solution as JSON."""
    code, out, err = run("solve", *arguments, "--json")
    assert (code, err) == (0, "")
    found: dict[str, Any] = json.loads(out)
    return found


def complains(run: Run, *arguments: str) -> tuple[int, str]:
    """The exit code and the sentence of a command that must fail."""
    code, out, err = run(*arguments)
    assert out == ""
    assert err.endswith(".\n")
    return code, err


def last(plain: Plain, number: int) -> int:
    """How many moves a round has."""
    return len(plain["rounds"][number - 1]["moves"])


DRAWN = hand_written(["5-5 0-4", "1-1 2-3"], "0 5-5, 0 +6-6, 0 +5-6, 0 5-6@5-5, 1 +3-6", boneyard="3-6 5-6 6-6")
"""The first opens, draws twice and places; the second draws once, and there the record ends."""


# solve


@pytest.mark.parametrize("key", TWO_SIDES)
def test_every_position_of_a_record_has_an_answer_in_the_notation(run: Run, tmp_path: Path, key: str) -> None:
    plain = some(key)
    file = written(tmp_path, plain)
    places = [
        (number, move) for number in range(1, len(plain["rounds"]) + 1) for move in range(1, last(plain, number) + 1)
    ]
    for number, move in places:
        found = solved(run, file, "--round", str(number), "--move", str(move), "--most", "500")
        state = at(plain, number, move)
        assert state.turn is not None
        assert list(found["moves"]) == [str(each) for each in legal_moves(state, state.turn)]
        assert all(str(parse_move(each)) == each for each in found["moves"])
        text = plain["rounds"][number - 1]["moves"][move - 1][1]
        assert ("+" if text.startswith("+") else text) in found["moves"]
        assert set(found) == ({"value", "moves", "bounds"} if None in values(found) else {"value", "moves"})
        if "bounds" not in found:
            assert found["value"] == max(found["moves"].values())
    assert len(places) > 15


def values(found: dict[str, Any]) -> list[int | None]:
    return [found["value"], *found["moves"].values()]


@pytest.mark.parametrize("key", TWO_SIDES)
def test_the_values_are_those_of_the_solver(run: Run, tmp_path: Path, key: str) -> None:
    """Where the fewest tiles are left, so that it is soon done."""
    file = written(tmp_path, *lines(key))
    places = [
        (match, number, move)
        for match in range(len(lines(key)))
        for number in range(1, len(some(key, match)["rounds"]) + 1)
        for move in range(1, last(some(key, match), number) + 1)
    ]
    states = {place: at(some(key, place[0]), *place[1:]) for place in places}
    for match, number, move in sorted(places, key=lambda place: left(states[place]))[::5][:8]:
        options = ["--match", str(match + 1), "--round", str(number), "--move", str(move)]
        due = solve(states[match, number, move])
        assert isinstance(due, Solution)
        found = solved(run, file, *options)
        assert found == {"value": due.value, "moves": {str(each): due.moves[each].value for each in due.moves}}
        assert found["value"] == max(found["moves"].values())


def left(state: State) -> int:
    """How many tiles have not been placed."""
    return sum(map(len, state.hands)) + len(state.boneyard)


def test_a_draw_and_a_drawn_tile(run: Run, tmp_path: Path) -> None:
    file = written(tmp_path, DRAWN)
    assert set(solved(run, file, "--move", "1")["moves"]) == {"0-4", "5-5"}
    assert set(solved(run, file, "--move", "2")["moves"]) == {"+"}
    assert set(solved(run, file, "--move", "3")["moves"]) == {"+"}
    assert set(solved(run, file, "--move", "4")["moves"]) == {"5-6@5-5"}


def test_the_position_after_the_last_move_of_an_open_round(run: Run, tmp_path: Path) -> None:
    found = solved(run, written(tmp_path, DRAWN), "--move", "6")
    assert set(found["moves"]) == {"3-6@5-6"}


def test_a_knock(run: Run, tmp_path: Path) -> None:
    file = written(tmp_path, *map(bytes, lines("seven-rocks")))
    knocks = [
        (match, number, move)
        for match in range(5)
        for number, each in enumerate(some("seven-rocks", match)["rounds"], 1)
        for move, (_, text) in enumerate(each["moves"], 1)
        if text == "pass"
    ]
    assert knocks
    for match, number, move in knocks[:3]:
        options = ["--match", str(match + 1), "--round", str(number), "--move", str(move)]
        assert list(solved(run, file, *options, "--most", "1000")["moves"]) == ["pass"]


def test_moves_that_only_the_notation_tells_apart_are_listed_each(run: Run, tmp_path: Path) -> None:
    """Two lines end in a 2, which makes two moves of one."""
    moves = "0 5-5, 0 2-5@5-5, 1 3-5@5-5, 1 2-3@3-5"
    plain = hand_written(["5-5 2-5 2-4 0-1", "3-5 2-3 0-0 1-1"], moves, highest=5)
    found = solved(run, written(tmp_path, plain), "--move", "5")
    assert set(found["moves"]) == {"2-4@2-5", "2-4@2-3"}
    assert set(found["moves"].values()) == {found["value"]}


def test_json_and_the_text_form_give_the_same_answer(run: Run, tmp_path: Path) -> None:
    plain = some("horse-race-2")
    record = from_plain(plain)
    assert isinstance(record, FivesRecord)
    options = ["--round", "1", "--move", str(last(plain, 1))]
    json_form = solved(run, written(tmp_path, plain), *options)
    assert solved(run, written(tmp_path, to_text(record)), *options) == json_form


def test_a_record_from_standard_input(tmp_path: Path) -> None:
    plain = some("horse-race-2")
    done = subprocess.run(
        [sys.executable, "-m", "homestretch", "solve", "-", "--move", str(last(plain, 1)), "--json"],
        input=json.dumps(plain).encode() + b"\n",
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert set(json.loads(done.stdout)) == {"value", "moves"}


def test_the_first_match_round_and_move_are_taken_where_none_is_named(run: Run, tmp_path: Path) -> None:
    first = some("horse-race-2")
    named = ["--match", "1", "--round", "1", "--move", "1", "--most", "3000"]
    found = solved(run, written(tmp_path, first, some("horse-race-2", 1)), "--most", "3000")
    assert found == solved(run, written(tmp_path, first), *named)
    assert set(found["moves"]) == set(first["rounds"][0]["hands"][first["rounds"][0]["starter"]])


@pytest.mark.parametrize("more", [[], ["--plain"]])
def test_the_table_of_moves_begins_with_the_best(run: Run, tmp_path: Path, more: list[str]) -> None:
    plain = some("horse-race-2")
    move, state = next(
        (move, state)
        for move in range(last(plain, 1), 0, -1)
        for state in [at(plain, 1, move)]
        if len(legal_moves(state, state.turn or 0)) > 1
    )
    options = [written(tmp_path, plain), "--move", str(move)]
    found = solved(run, *options)
    code, out, err = run("solve", *options, *more)
    assert (code, err) == (0, "")
    assert out.startswith(f"On turn: seat {state.turn}. Value: {signed(found['value'])}\n")
    assert "searched." in out.splitlines()[-1]
    rows = [(line, text) for line in out.splitlines() for text in found["moves"] if text in line]
    assert len(rows) == len(found["moves"])
    assert [found["moves"][text] for _, text in rows] == sorted(found["moves"].values(), reverse=True)
    for line, text in rows:
        assert signed(found["moves"][text]) in line
        assert ("(best)" in line) == (found["moves"][text] == found["value"])
    assert ("─" in out) == (not more)


def signed(value: int) -> str:
    return f"{value:+d}" if value else "0"


def test_a_search_that_is_cut_short_tells_bounds(run: Run, tmp_path: Path) -> None:
    plain = some("horse-race-pairs")
    file = written(tmp_path, plain)
    found = solved(run, file, "--most", "10")
    assert found["value"] is None
    assert set(found["bounds"]) == {"value", "moves"}
    assert list(found["bounds"]["moves"]) == list(found["moves"])
    for lower, upper in (found["bounds"]["value"], *found["bounds"]["moves"].values()):
        assert lower is None or upper is None or lower <= upper
    code, out, err = run("solve", file, "--most", "10")
    assert (code, err) == (0, "")
    assert "Value: ? to ?" in out
    assert "(best)" not in out
    assert out.endswith(" 10 positions were searched.\n")


def test_progress_is_told_where_somebody_is_looking(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    plain = some("horse-race-2")
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(solve_command, "solve", lambda state, most, go_on: (go_on(5), solve(state, most, go_on))[1])
    assert solved(run, written(tmp_path, plain), "--move", str(last(plain, 1)))["moves"]
    assert "earch" in screen.getvalue()


NOWHERE = [
    (["--match", "2"], 1, "no match 2"),
    (["--match", "0"], 1, "no match 0"),
    (["--match", "-1"], 1, "no match -1"),
    (["--match", "9" * 30], 1, "no match 999"),
    (["--match", "one"], 2, "--match"),
    (["--round", "0"], 1, "no round 0"),
    (["--round", "-1"], 1, "no round -1"),
    (["--round", "99"], 1, "no round 99"),
    (["--round", "9" * 30], 1, "no round 999"),
    (["--round", "x"], 2, "--round"),
    (["--move", "0"], 1, "before move 0 in round 1"),
    (["--move", "-1"], 1, "before move -1 in round 1"),
    (["--move", "999"], 1, "before move 999 in round 1"),
    (["--move", "1.5"], 2, "--move"),
    (["--most", "0"], 2, "At least one position must be searched, not 0."),
    (["--most", "-5"], 2, "not -5"),
    (["--most", "many"], 2, "--most"),
    (["--nope"], 2, "--nope"),
    (["more"], 2, "--help"),
]


@pytest.mark.parametrize(("options", "code", "said"), NOWHERE, ids=[" ".join(options) for options, _, _ in NOWHERE])
def test_a_place_that_is_not_there_is_told_in_a_sentence(
    run: Run, tmp_path: Path, options: list[str], code: int, said: str
) -> None:
    found, sentence = complains(run, "solve", written(tmp_path, some("horse-race-2")), *options)
    assert found == code
    assert said in sentence


def test_a_round_that_has_ended_has_no_position_after_its_last_move(run: Run, tmp_path: Path) -> None:
    plain = some("horse-race-2")
    code, sentence = complains(run, "solve", written(tmp_path, plain), "--move", str(last(plain, 1) + 1))
    assert code == 1
    assert f"which has {last(plain, 1)} moves" in sentence


def test_without_a_file_nothing_is_solved(run: Run, tmp_path: Path) -> None:
    for arguments, said in (
        ([], "RECORD"),
        ([str(tmp_path / "nowhere")], "nowhere"),
        ([""], ""),
        ([str(tmp_path)], "folder"),
    ):
        code, sentence = complains(run, "solve", *arguments)
        assert code == 2
        assert said in sentence


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "has no match 1"),
        ("\n \n# a comment\n", "has no match 1"),
        ("hello\n", "no JSON"),
        ("{}", "format"),
        ('{"format": 1, "game": "whist"}', "whist"),
        ('{"format": 1, "game": "horse', "cut short"),
        ("[1, 2]\n", "object in braces"),
    ],
)
def test_a_file_without_a_record_is_told_in_a_sentence(run: Run, tmp_path: Path, content: str, said: str) -> None:
    file = tmp_path / "file"
    file.write_text(content)
    code, sentence = complains(run, "solve", str(file))
    assert code == 2
    assert said in sentence


def test_a_broken_record_before_the_match_does_not_matter(run: Run, tmp_path: Path) -> None:
    plain = some("horse-race-2")
    file = written(tmp_path, '{"format": 1}', plain)
    assert complains(run, "solve", file)[0] == 2
    assert solved(run, file, "--match", "2", "--move", str(last(plain, 1)))["moves"]


@pytest.mark.parametrize(
    ("key", "said"), [("card-race", "card race"), ("horse-race-3", "two sides"), ("horse-race-4", "has 4")]
)
def test_only_domino_games_of_two_sides_are_solved(run: Run, tmp_path: Path, key: str, said: str) -> None:
    code, sentence = complains(run, "solve", written(tmp_path, some(key)))
    assert code == 1
    assert said in sentence


def test_a_house_rule_that_the_solver_does_not_know(run: Run, tmp_path: Path) -> None:
    plain = hand_written(["0-0 0-1", "0-2 0-3"], "", going_on=GoingOn.CHOICE)
    code, sentence = complains(run, "solve", written(tmp_path, plain))
    assert code == 1
    assert "house rules" in sentence


def test_a_record_that_departs_from_the_rules_before_the_position(run: Run, tmp_path: Path) -> None:
    plain = some("horse-race-2")
    moves = plain["rounds"][0]["moves"]
    assert len(moves) > 4
    moves[2] = [1 - moves[2][0], moves[2][1]]
    file = written(tmp_path, plain)
    for move in ("4", str(len(moves) + 1)):
        code, sentence = complains(run, "solve", file, "--move", move)
        assert code == 1
        assert "before this position" in sentence
        assert "round 1, move 3 [D2]:" in sentence
    assert solved(run, file, "--move", "3", "--most", "10")["moves"]


def test_a_record_whose_rules_make_no_game(run: Run, tmp_path: Path) -> None:
    plain = some("horse-race-2")
    code, sentence = complains(run, "solve", written(tmp_path, plain | {"players": 9}))
    assert code == 1
    assert "departs" in sentence


@pytest.mark.parametrize("scores", [[], [0], [0, 0, 0]])
def test_scores_of_so_many_sides_are_a_departure(run: Run, tmp_path: Path, scores: list[int]) -> None:
    plain = some("horse-race-2")
    plain["rounds"][0]["scores"] = scores
    code, sentence = complains(run, "solve", written(tmp_path, plain), "--round", "2")
    assert code == 1
    assert "ound 1" in sentence


@pytest.mark.parametrize("scores", [[10**30, -(10**30)], [2**31 - 1, 2**31 - 1], [60, 60]])
def test_any_scores_of_the_round_before_give_the_same_values(run: Run, tmp_path: Path, scores: list[int]) -> None:
    plain = some("horse-race-2", 2)
    options = ["--round", "2", "--move", "1", "--most", "3000"]
    due = solved(run, written(tmp_path, plain), *options)
    plain["rounds"][0]["scores"] = scores
    assert solved(run, written(tmp_path, plain), *options) == due


# bench


@pytest.mark.usefixtures("few")
def test_bench_as_json(run: Run) -> None:
    code, out, err = run("bench", "--seconds", "0.01", "--deals", "2", "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert set(found) == {"compiled", "placements_per_second", "solver"}
    assert found["compiled"] is (CORE is Core.COMPILED)
    seatings = ["horse-race/2", "horse-race/3", "horse-race/4", "horse-race/4-pairs", "seven-rocks"]
    assert list(found["placements_per_second"]) == seatings
    assert all(isinstance(speed, int) and speed > 0 for speed in found["placements_per_second"].values())
    assert list(found["solver"]) == ["horse-race/2", "horse-race/4-pairs", "seven-rocks"]
    for each in found["solver"].values():
        assert list(each) == ["deals", "given_up", "median_s", "max_s", "median_positions"]
        assert 1 <= each["deals"] <= 2
        assert 0 <= each["given_up"] <= each["deals"]
        assert 0 < each["median_s"] <= each["max_s"]
        assert 0 < each["median_positions"] <= speed.MOST_POSITIONS
    assert found["solver"]["seven-rocks"]["given_up"] == found["solver"]["seven-rocks"]["deals"]


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("options", [[], ["--plain"]])
def test_bench_as_tables(run: Run, options: list[str]) -> None:
    code, out, err = run("bench", "--seconds", "0.01", "--deals", "1", *options)
    assert (code, err) == (0, "")
    first = out.splitlines()[0]
    assert first.startswith("The engine is compiled." if CORE is Core.COMPILED else "The engine runs as plain Python")
    for name in ("horse-race/2", "horse-race/3", "horse-race/4", "horse-race/4-pairs", "seven-rocks"):
        assert any(name in line for line in out.splitlines())
    assert out.count("seven-rocks") == 2
    assert ("─" in out) == (not options)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--deals", "0"], "at least one deal"),
        (["--deals", "-1"], "at least one deal"),
        (["--seconds", "0"], "more than 0 seconds"),
        (["--seconds", "-1"], "more than 0 seconds"),
        (["--seconds", "nan"], "more than 0 seconds"),
        (["--seconds", "inf"], "more than 0 seconds"),
        (["--seconds", "long"], "--seconds"),
        (["--deals", "1.5"], "--deals"),
        (["more"], "--help"),
    ],
)
def test_what_cannot_be_measured_is_told_in_a_sentence(run: Run, options: list[str], said: str) -> None:
    code, sentence = complains(run, "bench", *options)
    assert code == 2
    assert said in sentence


def test_the_deals_that_are_solved_are_always_the_same() -> None:
    once, again = (list(speed.fresh_deals(horse_race(), 3)) for _ in range(2))
    assert once == again
    assert len({state.hands for state in once}) == 3


def test_no_deal_is_begun_after_the_time() -> None:
    found = speed.solving(replace(horse_race(), highest=4, hand=4), 50, 0)
    assert (found.deals, found.given_up) == (1, 0)
    assert speed.solving(replace(horse_race(), highest=4, hand=4), 5, 600).deals == 5
