"""What the guide shows of the terminal is what the terminal shows, and its other figures are those of the code."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from homestretch.cli.main import COMMANDS
from homestretch.web import hub, rates, safety
from homestretch.web.settings import Settings

DOCS = Path(__file__).parents[2] / "docs"


def consoles(page: Path) -> list[str]:
    """The commands and answers of a page."""
    return re.findall(r"^```console\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


PAGES = [page for page in sorted(DOCS.rglob("*.md")) if consoles(page)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_terminal_shows_what_the_page_shows(page: Path, tmp_path: Path) -> None:
    surroundings = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "LC_ALL": "C.UTF-8",
        "COLUMNS": "100",
        "HOMESTRETCH_DATA": str(tmp_path / "data"),
    }
    for block in consoles(page):
        for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            done = subprocess.run(
                ["sh", "-c", f"{command} 2>&1"],
                cwd=tmp_path,
                env=surroundings,
                capture_output=True,
                text=True,
                check=False,
            )
            assert doctest.OutputChecker().check_output(shown, done.stdout, doctest.ELLIPSIS), (command, done.stdout)


def test_the_limits_of_a_server_are_those_that_the_page_names() -> None:
    page = (DOCS / "guide/hosting.md").read_text(encoding="utf-8")
    for words, limit in (
        ("{} in ten seconds", rates.READS.amount),
        ("{} in ten seconds", rates.WRITES.amount),
        ("{} a minute", rates.BEGINNINGS.amount),
        (f"{rates.PICTURES.amount}, {{}} and {rates.DRILLS.amount} a minute", rates.FILMS.amount),
        ("{}", rates.MOST_OPEN),
        ("{} KiB", safety.MOST_BODY // 1024),
    ):
        assert f"| {words.format(limit)} |" in page
    assert (rates.READS.get_expiry(), rates.WRITES.get_expiry()) == (10, 10)
    by_the_minute = (rates.BEGINNINGS, rates.PICTURES, rates.FILMS, rates.DRILLS)
    assert {limit.get_expiry() for limit in by_the_minute} == {60}
    assert f"has touched for {Settings(Path()).days:g} days" in page
    assert hub.IDLE == 600
    assert "Ten minutes after the last reader" in page


def test_the_programs_that_the_pages_name_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):", (DOCS.parent / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    pages = "\n".join(page.read_text(encoding="utf-8") for page in DOCS.rglob("*.md"))
    assert set(re.findall(r"(?:`|^)make ([a-z]+)", pages, re.MULTILINE)) <= targets
    benchmarks = set(re.findall(r"benchmarks/[a-z]+\.py", pages))
    assert benchmarks == {f"benchmarks/{file.name}" for file in (DOCS.parent / "benchmarks").glob("*.py")}
    commands = set(re.findall(r"(?:`|^\$ )homestretch ([a-z]+)", pages, re.MULTILINE))
    assert commands <= set(COMMANDS)
    assert len(commands) > 8
