"""``homestretch ladder``, and what it shares with ``simulate``: many processes, the same numbers."""

import json
import os
import shlex
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from homestretch.analysis import farm
from homestretch.cli import ladder as ladder_command
from homestretch.cli import simulate as simulate_command
from homestretch.cli.main import main
from homestretch.cli.main import run as leave
from programs import PROGRAM

Run = Callable[..., tuple[int, str, str]]
HERE = ["ladder", "--bots", "greedy,random", "--seed", "s"]


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No language from outside."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    yield
    os.environ.pop("LANGUAGE", None)  # the command line sets it for its library


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process: its exit code, what it said, and what it complained of."""

    def call(*arguments: str) -> tuple[int, str, str]:
        capfd.readouterr()
        code = main(list(arguments))
        out, err = capfd.readouterr()
        assert "Traceback" not in err
        return code, out, err

    return call


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes are started for the least work."""
    monkeypatch.setattr(farm, "PATIENCE", 0)


def crash(job: int) -> int:
    return 1 // job


def die(job: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return job


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--bots", "nobody,greedy"], "nobody"),
        (["--bots", "greedy,"], "no bot called"),
        (["--bots", "greedy"], "Two bots"),
        (["--bots", "greedy,random,greedy"], "Two bots"),
        (["--matches", "0"], "At least one match"),
        (["--matches", "-5"], "-5"),
        (["--matches", "few"], "few"),
        (["--jobs", "0"], "At least one process"),
        (["--jobs", "-1"], "-1"),
        (["--jobs", "all"], "all"),
        (["--game", "whist"], "whist"),
        (["--players", "3"], "--game"),
        (["--pairs"], "--game"),
        (["--game", "horse-race", "--players", "5"], "is not played so"),
        (["--game", "horse-race", "--players", "3", "--pairs"], "is not played so"),
        (["--game", "card-race", "--players", "2"], "3 people"),
        (["--game", "card-race", "--pairs"], "--pairs"),
        (["--write", "/nowhere/at/all"], "/nowhere/at/all"),
        (["--write", "/"], "is a folder"),
        (["horse-race"], "--help"),
    ],
)
def test_what_is_not_understood_is_told_in_a_sentence(run: Run, arguments: list[str], said: str) -> None:
    code, out, err = run("ladder", *arguments, "--lang", "en")
    assert (code, out) == (2, "")
    assert said in err
    assert err.endswith(".\n")


def test_simulate_refuses_no_processes(run: Run) -> None:
    code, out, err = run("simulate", "horse-race", "--jobs", "0", "--lang", "en")
    assert (code, out, err) == (2, "", "At least one process must do the work, not 0.\n")


def test_every_game_and_seating_is_measured(run: Run) -> None:
    code, out, err = run(*HERE, "--matches", "1", "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert found["seed"] == "s"
    seatings = [(each["game"], each["players"], each["pairs"], each["matches"]) for each in found["pairings"]]
    assert seatings == [
        ("horse-race", 2, False, 2),
        ("horse-race", 3, False, 3),
        ("horse-race", 4, False, 4),
        ("horse-race", 4, True, 2),
        ("seven-rocks", 4, True, 2),
        ("card-race", 4, False, 4),
    ]
    for each in found["pairings"]:
        assert (each["challenger"], each["holder"], each["deals"]) == ("greedy", "random", 1)
        assert each["share_95"][0] <= each["share"] <= each["share_95"][1]
        assert each["fair_share"] in (1 / 2, 1 / 3, 1 / 4)
    assert not any("ms" in key or "think" in key for each in found["pairings"] for key in each)


@pytest.mark.parametrize(
    ("options", "seatings"),
    [
        (["--game", "seven-rocks"], [(4, True)]),
        (["--game", "card-race"], [(4, False)]),
        (["--game", "card-race", "--players", "3"], [(3, False)]),
        (["--game", "horse-race", "--players", "3"], [(3, False)]),
        (["--game", "horse-race", "--pairs"], [(4, True)]),
        (["--game", "seven-rocks", "--players", "4"], [(4, True)]),
        (["--game", "horse-race"], [(2, False), (3, False), (4, False), (4, True)]),
    ],
)
def test_a_game_and_a_seating_can_be_chosen(run: Run, options: list[str], seatings: list[tuple[int, bool]]) -> None:
    code, out, err = run(*HERE, *options, "--matches", "1", "--json")
    assert (code, err) == (0, "")
    assert [(each["players"], each["pairs"]) for each in json.loads(out)["pairings"]] == seatings


@pytest.mark.usefixtures("impatient")
def test_the_number_of_processes_changes_nothing(run: Run) -> None:
    options = [*HERE, "--game", "horse-race", "--players", "3", "--matches", "9", "--json"]
    one, two = (run(*options, "--jobs", jobs) for jobs in ("1", "2"))
    assert one == two
    assert one[0] == 0
    assert run(*options, "--seed", "t", "--jobs", "1")[1] != one[1]


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("game", ["horse-race", "card-race"])
def test_records_are_the_same_bytes_for_any_number_of_processes(run: Run, tmp_path: Path, game: str) -> None:
    printed = set()
    for jobs in ("1", "2"):
        options = ["--matches", "9", "--seed", "7", "--records", str(tmp_path / jobs), "--jobs", jobs]
        code, out, err = run("simulate", game, *options, "--json")
        assert (code, err) == (0, "")
        printed.add(out)
    assert len(printed) == 1
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()
    assert (tmp_path / "1").read_bytes().count(b"\n") == 9


def test_the_tables_of_the_ladder(run: Run) -> None:
    code, out, err = run(*HERE, "--matches", "4", "--lang", "en")
    assert (code, err) == (0, "")
    assert "Horse Race with dominoes: 3 players, each for themselves" in out
    assert "Seven Rocks: 4 players in two pairs" in out
    assert out.count("greedy against random") == 6
    for words in ("fair share", "33.3%", "95 %", "Seed: s"):
        assert words in out
    assert max(map(len, out.splitlines()[:4])) <= 80


def test_the_ladder_in_lines(run: Run) -> None:
    code, out, err = run(*HERE, "--game", "seven-rocks", "--matches", "4", "--plain", "--lang", "en")
    assert (code, err) == (0, "")
    line = out.splitlines()[1]
    assert line.startswith("greedy against random: matches 4, share won 100.0%, fair share 50.0%, interval (95 %) ")
    assert "─" not in out


def test_without_a_seed_the_ladder_names_the_one_it_took(run: Run) -> None:
    options = ["ladder", "--game", "seven-rocks", "--matches", "2", "--bots", "random,random", "--json"]
    one = run(*options)[1]
    assert run(*options, "--seed", json.loads(one)["seed"])[1] == one


def test_the_tables_are_written_as_markdown_with_the_command_that_makes_them(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "strength.md"
    file.write_text("what was there before " * 1000)
    options = ["--game", "horse-race", "--pairs", "--matches", "6", "--seed", "a b"]
    code, out, _ = run("ladder", "--bots", "greedy,random", *options, "--write", str(file), "--lang", "en")
    text = file.read_text(encoding="utf-8")
    assert code == 0
    assert "before" not in text
    assert "greedy against random" in out
    assert "## Horse Race with dominoes: 4 players in two pairs" in text
    head, rule, row = [line for line in text.splitlines() if line.startswith("|")]
    assert head.count("|") == rule.count("|") == row.count("|") == 7
    assert row.startswith("| greedy against random | 6 | 100.0% | 50.0% | ")
    again = text.partition("`")[2].partition("`")[0]
    assert again == "homestretch ladder --game horse-race --pairs --bots greedy,random --matches 6 --seed 'a b'"
    twin = tmp_path / "twin.md"
    assert run(*shlex.split(again)[1:], "--write", str(twin), "--lang", "en", "--jobs", "1")[0] == 0
    assert without_time(twin.read_text(encoding="utf-8")) == without_time(text)


def without_time(text: str) -> list[str]:
    return [line.rpartition(" | ")[0] if line.startswith("|") else line for line in text.splitlines()]


@pytest.mark.usefixtures("impatient")
def test_a_bot_that_crashes_in_another_process_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: Any) -> Any:
        return farm.farm(crash, range(4), 2)

    monkeypatch.setattr(simulate_command, "simulate_named", broken)
    with pytest.raises(SystemExit) as left:
        leave(["simulate", "horse-race", "--lang", "en"])
    assert left.value.code == 2
    said = capsys.readouterr().err
    assert "ZeroDivisionError" in said
    assert "Traceback" not in said


@pytest.mark.usefixtures("impatient")
def test_a_process_that_is_lost_is_told_in_a_sentence(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(*_: Any) -> Any:
        return farm.farm(die, range(4), 2)

    monkeypatch.setattr(simulate_command, "simulate_named", lost)
    code, out, err = run("simulate", "horse-race", "--lang", "en")
    assert (code, out) == (2, "")
    assert "--jobs 1" in err


def test_ctrl_c_stops_the_ladder(tmp_path: Path) -> None:
    file = tmp_path / "strength.md"
    program = subprocess.Popen(
        [*PROGRAM, "ladder", "--matches", "10000", "--jobs", "2", "--write", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    while program.poll() is None and not file.exists():
        time.sleep(0.05)
    time.sleep(0.8)
    os.killpg(program.pid, signal.SIGINT)
    out, err = program.communicate(timeout=20)
    assert (program.returncode, out, err) == (130, b"", b"Stopped.\n")


def test_a_ladder_that_is_stopped_leaves_an_older_file_as_it_was(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(ladder_command, "climb", stopped)
    file = tmp_path / "strength.md"
    file.write_text("kept\n")
    assert run(*HERE, "--write", str(file))[0] == 130
    assert file.read_text() == "kept\n"
