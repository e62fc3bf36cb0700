"""``homestretch replay`` and ``convert``: every record of a file is judged, and the worst of them decides."""

import io
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from homestretch.cli.main import main
from homestretch.i18n.speaker import LANGUAGES

Plain = dict[str, Any]
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No language from outside."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    yield
    os.environ.pop("LANGUAGE", None)


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


@pytest.fixture(scope="module")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Plain]:
    """One short match of each game."""
    folder = tmp_path_factory.mktemp("simulated")
    found: dict[str, Plain] = {}
    options = {"horse-race": ["--target", "15"], "seven-rocks": ["--target", "60"], "card-race": ["--players", "3"]}
    for game, more in options.items():
        file = folder / game
        assert (
            main(["simulate", game, *more, "--matches", "1", "--seed", "replay", "--records", str(file), "--json"]) == 0
        )
        found[game] = json.loads(file.read_text())
    return found


def copy(plain: Plain) -> Plain:
    found: Plain = json.loads(json.dumps(plain))
    return found


def bare(plain: Plain) -> Plain:
    """The record without its proofs."""
    plain = copy(plain)
    for each in plain["rounds"]:
        del each["deal"]
    return plain


def written(tmp_path: Path, *lines: Plain | str) -> str:
    """A file with these lines."""
    file = tmp_path / "records.jsonl"
    file.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines))
    return str(file)


def test_what_holds_is_said_on_standard_output(run: Run, tmp_path: Path, simulated: dict[str, Plain]) -> None:
    file = written(tmp_path, *simulated.values(), bare(simulated["horse-race"]))
    code, out, err = run("replay", file)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert len(lines) == 4
    assert lines[0].startswith("Record 1: holds.")
    assert "The proof of every deal was checked." in lines[0]
    assert "Its deals carry no proof." in lines[3]
    half = copy(simulated["horse-race"])
    del half["rounds"][0]["deal"]
    assert (
        f"Of {len(half['rounds'])} deals, {len(half['rounds']) - 1} carry a proof"
        in run("replay", written(tmp_path, half))[1]
    )


def test_an_unfinished_match_holds_as_far_as_it_goes(run: Run, tmp_path: Path, simulated: dict[str, Plain]) -> None:
    plain = copy(simulated["horse-race"])
    plain["rounds"].pop()
    file = written(tmp_path, plain | {"winners": []})
    code, out, _ = run("replay", file)
    assert code == 0
    assert "unfinished" in out
    found = json.loads(run("replay", file, "--json")[1])
    assert (found["ok"], found["finished"], found["winners"]) == (True, False, [])


def test_a_departure_is_named_by_round_move_and_clause(run: Run, tmp_path: Path, simulated: dict[str, Plain]) -> None:
    plain = bare(simulated["horse-race"])
    number = len(plain["rounds"])
    plain["rounds"][-1]["awards"][0] += 5
    file = written(tmp_path, plain)
    code, out, err = run("replay", file)
    assert (code, out) == (1, "")
    assert f"round {number}, move 1" in err
    assert "[D12]" in err
    found = json.loads(run("replay", file, "--json")[1])
    assert found.pop("message").endswith(".")
    assert found == {
        "record": 1,
        "ok": False,
        "understood": True,
        "round": number,
        "move": 1,
        "code": "award.wrong",
        "clause": "D12",
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_departures_in_every_language(run: Run, tmp_path: Path, simulated: dict[str, Plain], lang: str) -> None:
    game, race = bare(simulated["seven-rocks"]), bare(simulated["card-race"])
    game["rounds"][0]["scores"][0] += 1
    race["rounds"][1]["banker"] = race["rounds"][0]["banker"]
    code, out, err = run("replay", written(tmp_path, game, race, game | {"winners": [0, 1]}), "--lang", lang)
    assert (code, out) == (1, "")
    assert len(err.splitlines()) == 3
    assert "[S2]" in err
    assert "[C3]" in err
    assert ("Record" in err) == (lang == "en")


BAD: list[tuple[str, Callable[[Plain], object], int]] = [
    ("a tile twice", lambda plain: plain["rounds"][0]["hands"][0].__setitem__(0, plain["rounds"][0]["hands"][1][0]), 1),
    ("a missing key", lambda plain: plain["rounds"][0].pop("awards"), 2),
    ("a wrong award", lambda plain: plain["rounds"][0]["awards"].__setitem__(0, 35), 1),
    ("a wrong type", lambda plain: plain["rounds"][0].update(scores="none"), 2),
    ("a text that is no move", lambda plain: plain["rounds"][0]["moves"][0].__setitem__(1, "joker"), 2),
    ("a move that does not fit", lambda plain: plain["rounds"][0]["moves"][0].__setitem__(1, "0-0@6-6"), 1),
    ("a move out of turn", lambda plain: plain["rounds"][0]["moves"][0].__setitem__(0, 7), 1),
    ("a move after the end", lambda plain: plain["rounds"][-1]["moves"].append([0, "pass"]), 1),
    ("an unfinished round with winners", lambda plain: plain["rounds"][-1]["moves"].pop(), 1),
    ("another format", lambda plain: plain.update(format=2), 2),
    ("an unknown game", lambda plain: plain.update(game="whist"), 2),
    ("a broken promise", lambda plain: plain["rounds"][0]["deal"].update(seed="00" * 32), 1),
]


@pytest.mark.parametrize(("change", "expected"), [bad[1:] for bad in BAD], ids=[bad[0] for bad in BAD])
def test_one_bad_record_does_not_stop_the_next(
    run: Run, tmp_path: Path, simulated: dict[str, Plain], change: Callable[[Plain], object], expected: int
) -> None:
    good = simulated["horse-race"]
    bad = copy(good)
    change(bad)
    code, out, err = run("replay", written(tmp_path, good, bad, good))
    assert code == expected, err
    assert [line[:9] for line in out.splitlines()] == ["Record 1:", "Record 3:"]
    assert [line[:9] for line in err.splitlines()] == ["Record 2:"]
    assert err.strip().endswith(".")
    found = [json.loads(line) for line in run("replay", written(tmp_path, good, bad, good), "--json")[1].splitlines()]
    assert [each["ok"] for each in found] == [True, False, True]
    assert found[1]["understood"] == (expected == 1)


def test_the_worst_record_decides_the_exit_code(run: Run, tmp_path: Path, simulated: dict[str, Plain]) -> None:
    good = simulated["horse-race"]
    departs = good | {"winners": []}
    assert run("replay", written(tmp_path, good, departs))[0] == 1
    assert run("replay", written(tmp_path, departs, "{", good))[0] == 2
    assert run("replay", written(tmp_path, "{", departs))[0] == 2


def test_a_truncated_last_line(run: Run, tmp_path: Path, simulated: dict[str, Plain]) -> None:
    text = json.dumps(simulated["horse-race"])
    file = tmp_path / "cut"
    file.write_text(text + "\n" + text[: len(text) // 2])
    code, out, err = run("replay", str(file))
    assert code == 2
    assert out.startswith("Record 1: holds")
    assert "cut short" in err


def test_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch, simulated: dict[str, Plain]) -> None:
    class Input:
        buffer = io.BytesIO(json.dumps(simulated["card-race"]).encode())

    monkeypatch.setattr(sys, "stdin", Input())
    code, out, _ = run("replay", "-")
    assert code == 0
    assert out.startswith("Record 1: holds.")


MEASURED = """
import re, resource, sys
from pathlib import Path
from homestretch.cli.main import main
code = main(["replay", sys.argv[1]])
status = Path("/proc/self/status")
if status.exists():  # what getrusage tells there is, in a new process, the peak of the one that started it
    peak = int(re.search(r"VmHWM:\\s+(\\d+)", status.read_text())[1])
else:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(code, peak // 1024)
"""


@pytest.mark.parametrize("start", ["{", '{"x": "', "match horse-race ", "match horse-race\n0 ", "x", "[", "#", ""])
def test_a_line_of_100_megabytes_is_refused_fast_and_with_little_memory(tmp_path: Path, start: str) -> None:
    """And the record after it is read."""
    good = tmp_path / "good"
    assert main(["simulate", "horse-race", "--target", "5", "--matches", "1", "--records", str(good), "--json"]) == 0
    file = tmp_path / "long"
    with file.open("wb") as out:
        out.write(start.encode())
        for _ in range(100):
            out.write(b"1 " * (512 * 1024))
        out.write(b"\n" + good.read_bytes())
    began = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", MEASURED, str(file)], capture_output=True, text=True, check=True)
    code, megabytes = map(int, done.stdout.splitlines()[-1].split())
    assert code == 2
    assert "8 MB" in done.stderr
    assert "holds" in done.stdout
    assert megabytes < 200, megabytes
    assert time.perf_counter() - began < 20, "it takes a fraction of a second"


def test_convert_there_and_back(run: Run, tmp_path: Path, simulated: dict[str, Plain]) -> None:
    file = written(tmp_path, *simulated.values())
    code, text, err = run("convert", file)
    assert (code, err) == (0, "")
    assert text.count("match ") == 3
    (tmp_path / "text").write_text(text)
    assert run("replay", str(tmp_path / "text"))[0] == 0
    code, back, err = run("convert", str(tmp_path / "text"), "--to", "json")
    assert (code, err) == (0, "")
    assert [json.loads(line) for line in back.splitlines() if line] == list(simulated.values())


def test_convert_refuses_what_does_not_hold(run: Run, tmp_path: Path, simulated: dict[str, Plain]) -> None:
    good = simulated["horse-race"]
    code, _, err = run("convert", written(tmp_path, good | {"winners": []}))
    assert code == 1
    assert "Record 1" in err
    code, _, err = run("convert", written(tmp_path, "{"))
    assert code == 2
    assert "Record 1" in err
    code, _, err = run("convert", written(tmp_path, good | {"players": 9}))
    assert code == 1
    assert "Record 1" in err


def test_a_meeting_by_house_rules_converts_there_and_back(run: Run, tmp_path: Path) -> None:
    file, text = tmp_path / "meeting", tmp_path / "text"
    options = ["--stake", "any", "--prices", "1,1,2,2,3", "--tokens", "20", "--matches", "2", "--seed", "1"]
    assert run("simulate", "card-race", *options, "--records", str(file), "--json")[0] == 0
    text.write_text(run("convert", str(file))[1])
    assert run("replay", str(text))[:1] == (0,)
    assert run("convert", str(text), "--to", "json")[1].split() == file.read_text().split()


def test_a_record_cannot_forge_a_verdict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    forged = '{"format":1,"game":"a\\nRecord 2: holds."}\n'
    (tmp_path / "forged.jsonl").write_text(forged)
    assert main(["replay", str(tmp_path / "forged.jsonl")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_pipe_that_is_closed_is_no_answer(tmp_path: Path) -> None:
    """Whoever reads only the first line learns nothing of the rest, and is not told that a record is wrong."""
    file = tmp_path / "many.jsonl"
    assert main(["simulate", "horse-race", "--matches", "1", "--seed", "1", "--records", str(file)]) == 0
    file.write_bytes(file.read_bytes() * 2000)
    with subprocess.Popen(
        [sys.executable, "-m", "homestretch", "replay", str(file)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.readline().startswith(b"Record 1: holds.")
        running.stdout.close()
        errors = running.stderr.read()
    assert running.returncode == 141
    assert b"Traceback" not in errors
