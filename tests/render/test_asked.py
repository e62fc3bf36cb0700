"""The table before its last tile: the others lie where they will lie, and nothing tells what counts."""

import re

import pytest
from drawn_layouts import growing, t

from homestretch.fives.layout import Layout
from homestretch.fives.ruleset import Spinners
from homestretch.render.board import Shape, lay
from homestretch.render.svg import draw_asked, draw_board

OPENED = Layout(Spinners.ALL).join(t("1-4"))


def placed(svg: str) -> list[tuple[str, str]]:
    """The tiles and where they lie."""
    return re.findall(r'<g[^>]* transform="([^"]*)"><use href="(#t\d\d)"/>', svg)


@pytest.mark.parametrize("shape", Shape)
@pytest.mark.parametrize("spinners", Spinners)
def test_only_the_last_tile_is_missing(spinners: Spinners, shape: Shape) -> None:
    for layout in growing(spinners, 5):
        board = lay(layout, shape)
        asked, whole = draw_asked(layout, board), draw_board(layout, board)
        assert placed(asked) == placed(whole)[:-1]
        assert asked.count('class="asked"') == 1
        assert re.search(r'viewBox="[^"]*"', asked)[0] == re.search(r'viewBox="[^"]*"', whole)[0]  # type: ignore[index]


def test_nothing_tells_what_counts() -> None:
    drawn = draw_asked(OPENED.join(t("4-4"), t("1-4")), lay(OPENED.join(t("4-4"), t("1-4"))))
    assert "marks" not in drawn
    assert re.findall(r"<text[^>]*>([^<]*)<", drawn) == ["?"]


def test_the_outline_covers_the_place_of_the_tile() -> None:
    layout = OPENED.join(t("4-4"), t("1-4"))
    board = lay(layout)
    found = re.search(
        r'class="asked" x="([^"]*)" y="([^"]*)" width="([^"]*)" height="([^"]*)"', draw_asked(layout, board)
    )
    assert found is not None
    x, y, width, height = map(float, found.groups())
    box = board.spots[-1].box
    assert box.left < x < x + width < box.right + 1
    assert box.top < y < y + height < box.bottom + 1


def test_an_opening_is_asked_for_on_an_empty_table() -> None:
    drawn = draw_asked(OPENED, lay(OPENED))
    assert placed(drawn) == []
    assert 'class="asked"' in drawn
