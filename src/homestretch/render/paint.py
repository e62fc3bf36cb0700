"""From positions to characters."""

from .drawing import Canvas, Drawing, Segment, Style
from .geometry import Arrangement, Link, Mark
from .pens import Pens
from .scale import Heading


def paint(arrangement: Arrangement, pens: Pens) -> Drawing:
    """The picture of an arrangement."""
    canvas = Canvas(arrangement.width, arrangement.height)
    for spot in arrangement.spots:
        rows = pens.tile(spot.tile, spot.first, spot.second, upright=spot.upright)
        for row, segment in enumerate(rows, spot.box.top):
            canvas.put(spot.box.left, row, segment)
    for link in arrangement.links:
        _link(canvas, link, pens)
    for mark in arrangement.marks:
        _mark(canvas, mark, pens.mark(mark.count))
    return Drawing(canvas.lines(), arrangement)


def _link(canvas: Canvas, link: Link, pens: Pens) -> None:
    """Fill the cells between two tiles, and tie the borders that they meet."""
    left, top, right, bottom = link.box
    text = pens.glyphs.link[link.heading & 1] * (right - left + 1)
    for row in range(top, bottom + 1):
        canvas.put(left, row, Segment(text, Style.LINK))
    for side in (link.heading, link.heading.back):
        border = link.box.beside(side, (left, top), (1, 1), 0)
        _tie(canvas, border.left, border.top, pens.glyphs.knots.get(side, {}))


def _tie(canvas: Canvas, column: int, row: int, knots: dict[str, str]) -> None:
    border = canvas.at(column, row)
    canvas.put(column, row, Segment(knots.get(border.text, border.text), border.style))


def _mark(canvas: Canvas, mark: Mark, segment: Segment) -> None:
    canvas.put(_mark_column(mark, len(segment.text)), mark.box.top, segment)


def _mark_column(mark: Mark, length: int) -> int:
    """Close to the tile; above and below it a ring or the first digit of a count is in the middle."""
    if mark.heading is Heading.EAST:
        return mark.box.left
    if mark.heading is Heading.WEST:
        return mark.box.right + 1 - length
    middle = mark.box.left + mark.box.width // 2
    return middle if mark.count is None else middle - 1
