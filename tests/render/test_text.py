"""What a layout looks like in a terminal."""

from textwrap import dedent

import golden_drawings as golden
import pytest
from drawn_layouts import all_stages, laid

from homestretch.fives.layout import Layout
from homestretch.fives.ruleset import Spinners
from homestretch.render import LARGE, SMALL, Drawing, Scale, Style, draw

WORKED = "1-4 1-1@1-4 4-4@1-4 3-4@4-4 1-2@1-1 1-5@1-1 5-5@1-5 0-5@5-5 1-3@1-1"
"""The longest of the documents' worked positions."""

STAGES = list(all_stages())[::9]


def shown(drawing: Drawing) -> str:
    return "\n" + dedent(str(drawing)) + "\n"


def texts(drawing: Drawing, style: Style) -> list[str]:
    return [segment.text for line in drawing.lines for segment in line if segment.style is style]


@pytest.mark.parametrize(
    ("moves", "picture"),
    [
        ("1-4", golden.A_FIRST_TILE),
        ("2-2", golden.A_FIRST_DOUBLE),
        ("1-4 1-1@1-4 4-4@1-4", golden.TWO_DOUBLES),
        ("1-4 1-1@1-4 4-4@1-4 3-4@4-4 1-2@1-1", golden.OPEN_BRANCHES),
        (WORKED, golden.WORKED_LARGE),
    ],
)
def test_large_tiles(moves: str, picture: str) -> None:
    assert shown(draw(laid(moves))) == picture


def test_small_tiles() -> None:
    assert shown(draw(laid(WORKED), scale=SMALL)) == golden.WORKED_SMALL


def test_a_double_that_does_not_branch_looks_like_a_tile() -> None:
    assert shown(draw(laid(WORKED, Spinners.FIRST), scale=SMALL)) == golden.WORKED_ONE_SPINNER


def test_plain_characters() -> None:
    assert shown(draw(laid(WORKED), scale=SMALL, ascii_only=True)) == golden.WORKED_ASCII
    assert shown(draw(laid("1-4 1-1@1-4 4-4@1-4 3-4@4-4"), ascii_only=True)) == golden.WORKED_LARGE_ASCII


def test_an_outline_where_there_is_no_room() -> None:
    narrow, wider = draw(laid(WORKED), 3), draw(laid(WORKED), 17, scale=LARGE)
    assert narrow.arrangement is None
    assert shown(narrow) == golden.WORKED_OUTLINE
    assert shown(wider) == golden.WORKED_OUTLINE_WIDE


def test_an_empty_table_has_no_rows() -> None:
    assert draw(Layout(Spinners.ALL)) == Drawing(())
    assert str(draw(Layout(Spinners.ALL))) == ""


def test_large_tiles_become_small_ones_when_the_table_fills() -> None:
    layout = laid("1-4 1-1@1-4 4-4@1-4")
    assert scale_of(draw(layout, 60)) == LARGE
    assert scale_of(draw(layout, 12)) == SMALL
    assert scale_of(draw(layout, 200, 4)) == SMALL
    assert scale_of(draw(layout, 80, 1)) == SMALL
    assert scale_of(draw(layout, 30, scale=LARGE)) == LARGE
    assert scale_of(draw(layout, 60, 40, scale=SMALL)) == SMALL


def scale_of(drawing: Drawing) -> Scale:
    assert drawing.arrangement is not None
    return drawing.arrangement.scale


@pytest.mark.parametrize("scale", [SMALL, LARGE, None])
@pytest.mark.parametrize("ascii_only", [False, True])
def test_every_end_and_place_is_written_once(scale: Scale | None, ascii_only: bool) -> None:
    for layout in STAGES:
        drawing = draw(layout, scale=scale, ascii_only=ascii_only)
        assert sorted(texts(drawing, Style.COUNT)) == sorted(f"({end.count})" for end in layout.ends)
        rings = "".join(texts(drawing, Style.FREE))
        assert rings == ("o" if ascii_only else "○") * (len(layout.places) - len(layout.ends))


def test_outlines_tell_the_same() -> None:
    for layout in STAGES:
        drawing = draw(layout, 2)
        assert drawing.arrangement is None
        assert sorted(texts(drawing, Style.COUNT)) == sorted(f"({end.count})" for end in layout.ends)
        assert len(texts(drawing, Style.FREE)) == len(layout.places) - len(layout.ends)


def test_the_pips_are_where_the_arrangement_says() -> None:
    for layout in STAGES:
        for scale in (SMALL, LARGE):
            drawing = draw(layout, scale=scale)
            picture = drawing.arrangement
            assert picture is not None
            rows = [row.ljust(picture.width) for row in str(drawing).split("\n")]
            for spot in picture.spots:
                for second, pips in enumerate((spot.first, spot.second)):
                    column, row = picture.scale.half(spot.box, upright=spot.upright, second=bool(second))
                    assert rows[row][column] == str(pips)
                column, row = spot.box.centre
                assert (rows[row][column] == "◆") == (spot.tile in layout.spinners)


def test_rows_keep_to_the_width() -> None:
    for layout in STAGES[::3]:
        for width in (16, 40, 80):
            rows = str(draw(layout, width)).split("\n")
            assert max(len(row) for row in rows) <= width
            assert all(row == row.rstrip() for row in rows)


def test_ascii_only_is_ascii() -> None:
    for layout in STAGES[::3]:
        assert str(draw(layout, ascii_only=True)).isascii()
        assert str(draw(layout, 2, ascii_only=True)).isascii()


def test_styles_name_what_a_tile_is() -> None:
    drawing = draw(laid("1-4 1-1@1-4 4-4@1-4"), scale=SMALL)
    assert "╭1╮" in texts(drawing, Style.SPINNER)
    assert "┏4┓" in texts(drawing, Style.LAST)
    assert texts(drawing, Style.TILE) == ["[1│4]"]
    assert texts(drawing, Style.LINK) == ["─", "─"]
