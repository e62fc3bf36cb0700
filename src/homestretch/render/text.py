"""A layout in a terminal, as rows of styled text.

What the shapes mean: ``◆`` in the middle is a spinner, a heavy frame the tile placed last, ``(8)`` an end that counts 8
and is a place too, ``○`` a place that counts nothing.
"""

from typing import Final

from homestretch.fives.layout import Layout

from .drawing import Drawing
from .geometry import Arrangement, arrange
from .glyphs import glyphs_of
from .outline import outline
from .paint import paint
from .pens import Pens
from .scale import LARGE, SMALL, Scale

SCREEN_ROWS: Final = 24
"""The rows of the smallest usual terminal: a picture in large tiles must not be higher."""

_CELLS_OF_LARGE_TILE: Final = 140
"""What a large tile and the room around it take, so that the change to small ones comes about once in a round."""

_LARGE_ATTEMPTS: Final = 3


def draw(
    layout: Layout,
    width: int = 80,
    height: int | None = None,
    *,
    scale: Scale | None = None,
    ascii_only: bool = False,
) -> Drawing:
    """Draw a layout in at most ``width`` columns.

    Args:
        layout: What lies on the table; an empty one gives no rows.
        width: Columns that must not be exceeded.
        height: Rows that are better not exceeded; a picture that needs more is drawn all the same.
        scale: Large or small tiles; None takes large ones while they fit well in ``height``, or else in 24 rows.
        ascii_only: Whether to do without box drawing.

    Returns:
        The picture, or where it does not fit the width an outline of its lines, whose ``arrangement`` is None.
    """
    if not layout.tiles:
        return Drawing(())

    arrangement = _arranged(layout, width, height, scale)
    pens = Pens(
        glyphs_of(SMALL if arrangement is None else arrangement.scale, ascii_only=ascii_only),
        frozenset(layout.spinners),
        layout.tiles[-1],
    )
    return outline(layout, width, pens) if arrangement is None else paint(arrangement, pens)


def _arranged(layout: Layout, width: int, height: int | None, scale: Scale | None) -> Arrangement | None:
    rows = height or SCREEN_ROWS
    if scale is None and len(layout.tiles) * _CELLS_OF_LARGE_TILE <= width * rows:
        found = arrange(layout, width, rows, scale=LARGE, attempts=_LARGE_ATTEMPTS)
        if found is not None:
            return found
    for chosen in dict.fromkeys((scale or SMALL, SMALL)):
        for limit in dict.fromkeys((height, None)):
            found = arrange(layout, width, limit, scale=chosen)
            if found is not None:
                return found
    return None
