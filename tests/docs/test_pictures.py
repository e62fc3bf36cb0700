"""The pictures of the guide are those that its commands draw."""

import re
import shlex
from pathlib import Path

import pytest

from homestretch.cli.main import main
from homestretch.games import horse_race
from homestretch.record.placements import read

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "guide/pictures.md").read_text(encoding="utf-8")


def test_the_commands_of_the_page_draw_its_pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "layout.svg").write_text(read(horse_race(), "1-4 1-1@1-4 4-4@1-4").layout._repr_svg_())
    kept: set[str] = set()
    for command in re.findall(r"^\$ homestretch (.*)$", PAGE, re.MULTILINE):
        main(shlex.split(command))
    for shown in re.findall(r"\]\(\.\./pictures/(.*?)\)", PAGE):
        assert (tmp_path / shown).read_text() == (DOCS / "pictures" / shown).read_text(), shown
        kept.add(shown)
    assert kept == {"board.svg", "race.svg", "round.svg", "layout.svg"}
