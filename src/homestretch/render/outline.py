"""The lines of a layout in rows of text, where there is no room for a picture."""

from homestretch.fives.layout import HALVES, LINE, Layout, Port
from homestretch.kit.tile import Tile

from .drawing import Drawing, Segment, Style
from .lines import Line, Step, lines
from .paint import Pens
from .scale import SMALL

_INDENT = 2


def outline(layout: Layout, width: int, pens: Pens) -> Drawing:
    """The main line and below it each branch, headed by the spinner it starts from; it fits every width.

    A row wraps between tiles, never within one. Free branch sides follow their spinner as branches without tiles.
    """
    rows: list[tuple[Segment, ...]] = []
    found = lines(layout)
    for line in found:
        rows.extend(_wrapped(_words(layout, line, pens), width))
    for place in layout.places:
        if place.port.is_branch:
            words = [_heading(place.tile, pens), pens.place_mark(place.tile, place.port, None)]
            rows.extend(_wrapped(words, width))
    return Drawing(tuple(rows))
