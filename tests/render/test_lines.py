"""The lines of a layout as data."""

from drawn_layouts import all_stages, laid, t

from homestretch.fives.layout import Layout
from homestretch.fives.ruleset import Spinners
from homestretch.render import Line, lines

WORKED = "1-4 1-1@1-4 4-4@1-4 3-4@4-4 1-2@1-1 1-5@1-1 5-5@1-5 0-5@5-5 1-3@1-1"


def written(line: Line) -> str:
    steps = " ".join(f"{step.first}-{step.last}" for step in line.steps)
    return steps if line.start is None else f"{line.start}: {steps}"


def test_the_main_line_comes_first_and_then_its_branches() -> None:
    assert [written(line) for line in lines(laid(WORKED))] == ["2-1 1-1 1-4 4-4 4-3", "1-1: 1-5 5-5 5-0", "1-1: 1-3"]


def test_branches_of_branches_come_after_the_branches_of_the_main_line() -> None:
    layout = laid("5-5 1-5@5-5 2-5@5-5 3-5@5-5 3-3@3-5 3-4@3-3 3-6@3-3 4-5@5-5")
    assert [written(line) for line in lines(layout)] == ["1-5 5-5 5-2", "5-5: 5-3 3-3 3-4", "5-5: 5-4", "3-3: 3-6"]


def test_an_empty_table_has_no_lines() -> None:
    assert lines(Layout(Spinners.ALL)) == ()


def test_a_first_tile_is_a_line() -> None:
    assert [written(line) for line in lines(laid("1-4"))] == ["1-4"]
    assert lines(laid("2-2"))[0].tiles == (t("2-2"),)


def test_every_tile_is_in_one_line_and_neighbours_match() -> None:
    for layout in list(all_stages())[::5]:
        found = lines(layout)
        assert sorted(tile for line in found for tile in line.tiles) == sorted(layout.tiles)
        assert [line for line in found if line.start is None] == [found[0]]
        assert layout.tiles[0] in found[0].tiles
        for line in found:
            if line.start is not None:
                assert line.start in layout.spinners
                assert line.steps[0].first == line.start.low
            for one, next_one in zip(line.steps, line.steps[1:], strict=False):
                assert one.last == next_one.first
