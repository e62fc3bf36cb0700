"""The table of a domino round: tiles, what their ends count, and where a player may place one."""

from collections.abc import Iterable, Sequence
from html import escape
from itertools import groupby
from typing import Final

from msgspec import Struct

from homestretch.fives.layout import Layout, Port
from homestretch.kit.tile import Tile
from homestretch.render.board import Board
from homestretch.render.geometry import Link, Mark, Spot
from homestretch.render.scale import Box

from .tiles import LENGTH, NEWEST, SPINNER, reference

_MARGIN: Final = 1
"""Units around everything."""

_FINE: Final = 10
"""Buttons are laid out on a grid so much finer: a browser may refuse letters that are two pixels high."""

_BASELINE: Final = 0.7
"""Units from the middle of a badge to the foot of its number."""

_BUTTON: Final = (5, 5)
"""Units across and down: a mark and one more on every side."""

_FIRST_BUTTON: Final = (LENGTH + 2, LENGTH // 2 + 2)
_HALF: Final = 2
"""From the middle of a tile to the middles of its halves."""

_Middles = dict[tuple[Tile, Port], tuple[float, float]]


class Choice(Struct, frozen=True):
    """A placement that a player may choose by its place: ``tile`` joined to ``host``, or opening where that is None.

    ``value`` is what the button sends, ``label`` what it is called, and ``text`` what can be read on it.
    """

    tile: Tile
    host: Tile | None
    label: str
    value: str
    text: str = ""


def draw_board(
    layout: Layout,
    board: Board,
    *,
    last: Tile | None = None,
    choices: Sequence[Choice] = (),
    least: tuple[int, int] = (64, 36),
    frame: Box | None = None,
    ids: bool = True,
) -> str:
    """The whole table. Needs the sprite of the tiles in the same page.

    ``last`` is the tile to point out, ``choices`` what this viewer may place, tile by tile. ``least`` is the width and
    height in units below which the picture does not zoom in, ``frame`` what it shows at least, so that a table can
    grow in it. The group of tile 2-5 has the id ``b25``, except where a page shows several tables and wants no ``ids``.
    """
    buttons = _buttons(layout, board.frame, _middles(board), choices) if choices else ""
    return _seen(frame or board.frame, least, draw_table(layout, board, last=last, ids=ids) + buttons)


def draw_table(layout: Layout, board: Board, *, last: Tile | None = None, ids: bool = True) -> str:
    """What lies on the table, to be put into a picture of any kind: links, tiles and marks."""
    spinners = layout.spinners
    tiles = "".join(
        [_tile(spot, is_spinner=spot.tile in spinners, is_last=spot.tile == last, ids=ids) for spot in board.spots]
    )
    marks = _marks(board.marks, _middles(board)) if board.spots else _opening(board.frame)
    return f"{_links(board.links)}{tiles}{marks}"


def table_layers(layout: Layout, board: Board, *, last: Tile | None = None) -> tuple[tuple[str, ...], ...]:
    """The same piece by piece, in layers from the lowest: what lies still is the same piece in every picture.

    The last tile is pointed out by a piece of its own. An empty table has no pieces.
    """
    spinners, middles = layout.spinners, _middles(board)
    return (
        tuple([_links([link]) for link in board.links]),
        tuple([_tile(spot, is_spinner=spot.tile in spinners, is_last=False, ids=False) for spot in board.spots]),
        tuple([f'<g {_put(spot)}><use href="#{NEWEST}"/></g>' for spot in board.spots if spot.tile == last]),
        tuple([_marks([mark], middles) for mark in board.marks]),
    )


def draw_asked(layout: Layout, board: Board, *, least: tuple[int, int] = (64, 36)) -> str:
    """The table before its last tile: an outline shows where that one goes, and nothing tells what counts.

    The other tiles lie where they lie once it is placed. Needs the sprite of the tiles in the same page.
    """
    *spots, asked = board.spots
    spinners = layout.spinners
    tiles = "".join([_tile(spot, is_spinner=spot.tile in spinners, is_last=False, ids=False) for spot in spots])
    return _seen(board.frame, least, f"{_links(board.links)}{tiles}{_asked(asked.box)}")


def _seen(frame: Box, least: tuple[int, int], drawing: str) -> str:
    """A drawing as a page shows it; what is on the table is told beside it in words."""
    window = window_of(frame, least)
    return (
        f'<svg class="board" viewBox="{window.left} {window.top} {window.width} {window.height}"'
        f' aria-hidden="true" focusable="false">{drawing}</svg>'
    )


def _asked(box: Box) -> str:
    column, row = _middle(box)
    return (
        f'<rect class="asked" x="{box.left + 0.2:g}" y="{box.top + 0.2:g}" width="{box.width - 0.4:g}"'
        f' height="{box.height - 0.4:g}" rx=".6" fill="none" stroke-width=".4" stroke-dasharray="1.1 .7"/>'
        f'<text class="asking" text-anchor="middle" x="{column:g}" y="{row + 1:g}" font-size="3">?</text>'
    )


def window_of(frame: Box, least: tuple[int, int]) -> Box:
    """What a picture shows: the frame and a margin, and no less than so many units across and down."""
    wider = max(_MARGIN, -(-(least[0] - frame.width) // 2))
    higher = max(_MARGIN, -(-(least[1] - frame.height) // 2))
    return frame.grown(wider, higher)


def _links(links: Iterable[Link]) -> str:
    bridges = "".join(
        [
            f"M{box.left} {box.top}h{box.width}v{box.height}h-{box.width}z"
            for link in links
            if (box := link.box).width > 0 and box.height > 0
        ]
    )
    return f'<path class="links" d="{bridges}"/>' if bridges else ""


def _tile(spot: Spot, *, is_spinner: bool, is_last: bool, ids: bool) -> str:
    tile = spot.tile
    name = f' id="b{tile.low}{tile.high}"' if ids else ""
    kind = ' class="last"' if is_last else ""
    signs = "".join([f'<use href="#{sign}"/>' for sign, shown in ((SPINNER, is_spinner), (NEWEST, is_last)) if shown])
    return f'<g{name}{kind} {_put(spot)}><use href="#{reference(tile)}"/>{signs}</g>'


def _put(spot: Spot) -> str:
    """Where a tile lies and how it is turned."""
    box = spot.box
    angle = (90 if spot.upright else 0) + (0 if spot.first == spot.tile.low else 180)
    turn = f"rotate({angle})" if angle else ""
    return f'transform="translate({(box.left + box.right + 1) // 2} {(box.top + box.bottom + 1) // 2}){turn}"'


def _middles(board: Board) -> _Middles:
    """The middle of each mark, in line with its tile: three units of a mark cannot be centred on four of a tile."""
    boxes = {spot.tile: spot.box for spot in board.spots}
    middles: _Middles = {}
    for mark in board.marks:
        column, row = _middle(mark.box)
        across, down = _middle(boxes[mark.tile])
        if mark.heading.is_upright:
            column = across + _HALF * round((column - across) / _HALF)
        else:
            row = down + _HALF * round((row - down) / _HALF)
        middles[mark.tile, mark.port] = column, row
    return middles


def _middle(box: Box) -> tuple[float, float]:
    return (box.left + box.right + 1) / 2, (box.top + box.bottom + 1) / 2


def _marks(marks: Iterable[Mark], middles: _Middles) -> str:
    drawn = "".join([_mark(mark.count, *middles[mark.tile, mark.port]) for mark in marks])
    return f'<g class="marks" text-anchor="middle">{drawn}</g>'


def _mark(count: int | None, column: float, row: float) -> str:
    if count is None:
        return f'<circle class="free" cx="{column:g}" cy="{row:g}" r=".6" fill="none" stroke-width=".3"/>'
    return (
        f'<circle class="end" cx="{column:g}" cy="{row:g}" r="1.4"/>'
        f'<text x="{column:g}" y="{row + _BASELINE:g}" font-size="2">{count}</text>'
    )


def _opening(frame: Box) -> str:
    """The outline of the first tile to come, in the middle of an empty table."""
    column, row = _middle(frame)
    return (
        f'<rect class="opening" x="{column - LENGTH / 2:g}" y="{row - LENGTH / 4:g}" width="{LENGTH}"'
        f' height="{LENGTH // 2}" rx=".6" fill="none" stroke-width=".25" stroke-dasharray=".9 .6"/>'
    )


def _buttons(layout: Layout, frame: Box, middles: _Middles, choices: Iterable[Choice]) -> str:
    """The buttons, in a group for each tile of the hand: a page shows the group of the tile that has been taken up."""
    groups = "".join(
        f'<g class="for {reference(tile)}">{"".join([_button(layout, frame, middles, choice) for choice in own])}</g>'
        for tile, own in groupby(choices, key=lambda choice: choice.tile)
    )
    return f'<g transform="scale({1 / _FINE:g})">{groups}</g>'


def _button(layout: Layout, frame: Box, middles: _Middles, choice: Choice) -> str:
    """The button at the place that the tile would take, as :meth:`Layout.join` chooses it."""
    if choice.host is None:
        kind, (column, row), (width, height) = "spot first", _middle(frame), _FIRST_BUTTON
    else:
        place = next(place for place in layout.places if place.tile == choice.host and choice.tile.has(place.pips))
        kind, (column, row), (width, height) = "spot", middles[place.tile, place.port], _BUTTON
    return (
        f'<foreignObject x="{(column - width / 2) * _FINE:g}" y="{(row - height / 2) * _FINE:g}"'
        f' width="{width * _FINE}" height="{height * _FINE}"><button type="submit" name="move"'
        f' value="{escape(choice.value)}" tabindex="-1" class="{kind}" title="{escape(choice.label)}">'
        f"{escape(choice.text)}</button></foreignObject>"
    )
