"""A layout in a terminal."""

from collections.abc import Collection

from homestretch.fives.layout import Layout
from homestretch.kit.tile import Tile

from .drawing import Drawing
from .geometry import arrange
from .paint import Labels, Wishes, paint
from .scale import LARGE, SMALL


def draw(
    layout: Layout,
    width: int = 80,
    height: int | None = None,
    *,
    marks: bool = True,
    highlight: Collection[Tile] = (),
    labels: Labels | None = None,
    ascii_only: bool = False,
) -> Drawing:
    wishes = Wishes(marks, frozenset(highlight), labels or {}, ascii_only)
    arrangement = arrange(layout, width, height or 24, scale=LARGE, attempts=1) or arrange(
        layout, width, height, scale=SMALL
    )
    if arrangement:
        return paint(layout, arrangement, wishes)
    return Drawing(())
