"""The coloured terminal, in a real pseudo-terminal: whole matches, leaving by Ctrl-C and Ctrl-D, and the menu."""

import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pexpect
import pytest

ROWS, COLUMNS = 45, 100
Start = Callable[..., Any]

PROMPT = re.escape("\x1b[?2004h")
"""What the terminal is told when a line is about to be edited."""

LEFT = "The match is saved."


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    running: list[pexpect.spawn] = []

    def spawn(*arguments: str) -> pexpect.spawn:
        environment = os.environ | {"HOMESTRETCH_DATA": str(tmp_path), "LANG": "C.UTF-8", "TERM": "xterm-256color"}
        environment["PROMPT_TOOLKIT_NO_CPR"] = "1"
        environment.pop("LANGUAGE", None)
        child = pexpect.spawn(
            sys.executable,
            ["-m", "homestretch", "play", *arguments],
            env=environment,
            dimensions=(ROWS, COLUMNS),
            encoding="utf-8",
            timeout=10,
        )
        running.append(child)
        return child

    yield spawn
    for child in running:
        child.close(force=True)


def finish(child: pexpect.spawn, answers: str) -> str:
    """Answer every prompt with the next of these letters, over and over, until the program ends."""
    seen = ""
    for count in range(600):
        found = child.expect([PROMPT, pexpect.EOF])
        seen += str(child.before)
        if found == 1:
            break
        answer = answers[count % len(answers)]
        child.send("\r" if answer == "." else f"{answer}\r")
    child.wait()
    return seen


@pytest.mark.parametrize(
    ("arguments", "answers"),
    [
        (["horse-race", "--target", "8", "--players", "3"], "1."),
        (["seven-rocks", "--target", "30"], "1."),
        (["card-race", "--pace", "0", "--players", "3"], "d.."),
    ],
)
def test_a_whole_match_in_colour(start: Start, arguments: list[str], answers: str, tmp_path: Path) -> None:
    child = start(*arguments)
    seen = finish(child, answers)
    assert child.exitstatus == 0
    assert "first r" in seen
    assert re.search(r"\bwins?\b", seen)
    assert (tmp_path / "records.jsonl").exists()
    assert "Traceback" not in seen


@pytest.mark.parametrize("key", ["\x03", "\x04"])
def test_control_c_and_control_d_leave_and_save(start: Start, key: str, tmp_path: Path) -> None:
    child = start("seven-rocks", "--no-guide")
    child.expect("Choose")
    child.expect(PROMPT)
    child.send(key)
    child.expect(LEFT)
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 0
    assert (tmp_path / "seven-rocks.log").exists()


def test_a_killed_match_goes_on_where_it_was(start: Start, tmp_path: Path) -> None:
    child = start("seven-rocks", "--no-guide")
    child.expect("Choose")
    child.expect(PROMPT)
    child.send("1\r")
    child.expect("Choose")
    child.expect(PROMPT)
    before = (tmp_path / "seven-rocks.log").read_bytes()
    child.kill(9)
    child.wait()
    child = start("seven-rocks")
    child.expect("left unfinished")
    child.expect(PROMPT)
    child.send("yes\r")
    child.expect("Choose")
    assert b"".join(before.split(b"\n")).count(b"Played") == (tmp_path / "seven-rocks.log").read_bytes().count(
        b"Played"
    )


def test_the_menu_names_the_games_and_takes_a_number(start: Start) -> None:
    child = start()
    child.expect("Horse Race with dominoes")
    child.expect("Seven Rocks")
    child.expect("Horse Race with cards")
    child.expect(PROMPT)
    child.send("2\r")
    child.expect("guide")
    child.expect(PROMPT)
    child.send("\r")
    child.expect("Seven Rocks: round 1, to 250 points")


def test_a_page_is_cleared_between_two_people(start: Start) -> None:
    child = start("seven-rocks", "--no-guide", "--people", "Ann,Bo,Cy,Di")
    child.expect("take the keyboard")
    child.expect(PROMPT)
    child.send("\r")
    child.expect(r"Hand of (Ann|Bo|Cy|Di)")
    child.expect(PROMPT)
    child.send("1\r")
    child.expect(re.escape("\x1b[3J"))
    child.expect("take the keyboard")
    assert "Hand of" not in str(child.before)
