"""Values that show themselves in a notebook: after their own import alone, and without loading pictures before."""

import subprocess
import sys
from xml.etree import ElementTree as ET

import pytest

from homestretch.fives.layout import Layout
from homestretch.fives.ruleset import Spinners
from homestretch.fives.state import new
from homestretch.games import horse_race
from homestretch.kit.show import picture_of
from homestretch.race.ruleset import RaceRuleset
from homestretch.race.state import new as new_meeting


@pytest.mark.parametrize(
    "value", [Layout(Spinners.ALL), new(horse_race(2)), new_meeting(RaceRuleset(3))], ids=["layout", "position", "race"]
)
def test_a_value_shows_itself_as_a_whole_svg_file(value: Layout) -> None:
    shown = value._repr_svg_()
    assert ET.fromstring(shown).tag == "{http://www.w3.org/2000/svg}svg"  # noqa: S314
    assert shown == picture_of(value)


@pytest.mark.parametrize(
    ("module", "name"),
    [("homestretch.fives.layout", "Layout"), ("homestretch.fives.state", "State"), ("homestretch.race.state", "State")],
)
def test_its_own_import_is_enough_and_loads_no_pictures(module: str, name: str) -> None:
    code = (
        f"import sys; from {module} import {name}; assert hasattr({name}, '_repr_svg_'); "
        "print([each for each in sys.modules if each.startswith(('homestretch.pictures', 'homestretch.render'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
