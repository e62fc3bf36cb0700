"""Domino tiles: every one drawn once in a sprite, then only referred to.

A tile is 8 x 4 units and lies flat around its middle, the lower half to the left.
"""

from functools import cache
from typing import Final

from homestretch.kit.tile import Tile, full_set

from .markup import naming, sprite

LENGTH: Final = 8
"""Units along a tile; it is half as wide."""

SPINNER: Final = "t-spin"
NEWEST: Final = "t-new"
BACK: Final = "t-back"

_STEP: Final = 1.1
"""Units between the columns and the rows of pips."""

_CORNERS: Final = ((-1, -1), (1, 1), (-1, 1), (1, -1))
_MIDDLES: Final = ((0, -1), (0, 1))
_SIDES: Final = ((-1, 0), (1, 0))
_CENTRE: Final = ((0, 0),)
PATTERNS: Final[tuple[tuple[tuple[int, int], ...], ...]] = (
    (),
    _CENTRE,
    _CORNERS[:2],
    (*_CORNERS[:2], *_CENTRE),
    _CORNERS,
    (*_CORNERS, *_CENTRE),
    (*_CORNERS, *_MIDDLES),
    (*_CORNERS, *_MIDDLES, *_CENTRE),
    (*_CORNERS, *_MIDDLES, *_SIDES),
    (*_CORNERS, *_MIDDLES, *_SIDES, *_CENTRE),
)
"""Columns and rows of the pips on a half, from 0 to 9; the rows of a six run along the tile."""

_BODY: Final = (
    '<rect class="body" x="-3.92" y="-1.92" width="7.84" height="3.84" rx=".6" stroke-width=".16"/>'
    '<rect class="bevel" x="-3.68" y="-1.68" width="7.36" height="3.36" rx=".42" fill="none" stroke-width=".12"/>'
)
_SPINNER: Final = (
    '<rect class="rim" x="-3.64" y="-1.64" width="7.28" height="3.28" rx=".4" fill="none"'
    ' stroke-width=".2"/><path class="inlay" d="M0-.95L.7 0 0 .95-.7 0z"/>'
)
_NEWEST: Final = (
    '<rect class="halo" x="-4.1" y="-2.1" width="8.2" height="4.2" rx=".8" fill="none"'
    ' stroke-width=".7"/>'
    '<rect class="hem" x="-3.7" y="-1.7" width="7.4" height="3.4" rx=".45" fill="none" stroke-width=".14"/>'
    '<path class="notch" d="M-4.1-.7V-1.3Q-4.1-2.1-3.3-2.1H-2.7z"/>'
)
_BACK: Final = (
    f'{_BODY}<path class="weave" d="M-2.7 0L-1.35-1.1 0 0 1.35-1.1 2.7 0 1.35 1.1 0 0-1.35 1.1z"'
    ' fill="none" stroke-width=".2" stroke-linejoin="round"/>'
)


@cache
def tile_sprite(highest: int = 6) -> str:
    """The drawings of a double-``highest`` set, for a page to hold once.

    Ids: ``t25`` for the tile 2-5, ``t-back`` for a tile face down; ``t-spin`` tells a spinner and ``t-new`` the tile
    that was placed last, both laid over a tile.
    """
    return sprite(tile_drawings(highest))


@cache
def tile_drawings(highest: int = 6) -> dict[str, str]:
    """What the sprite holds, by id."""
    faces = {reference(tile): _face(tile) for tile in full_set(highest)}
    return faces | {BACK: _BACK, SPINNER: _SPINNER, NEWEST: _NEWEST}


def reference(tile: Tile) -> str:
    """The id of a tile's drawing in the sprite."""
    return f"t{tile.low}{tile.high}"


def draw_tile(tile: Tile, *, upright: bool = False, label: str | None = None) -> str:
    """A tile by itself, for hands; upright, the lower half is on top. Needs the sprite in the same page."""
    return _alone(reference(tile), upright=upright, label=label)


def draw_back(*, upright: bool = False, label: str | None = None) -> str:
    """A tile face down by itself. Needs the sprite in the same page."""
    return _alone(BACK, upright=upright, label=label)


def _alone(drawing: str, *, upright: bool, label: str | None) -> str:
    window, turn = ("-2 -4 4 8", ' transform="rotate(90)"') if upright else ("-4 -2 8 4", "")
    kind = "tile upright" if upright else "tile"
    return (
        f'<svg class="{kind}" viewBox="{window}" focusable="false" {naming(label)}><use href="#{drawing}"{turn}/></svg>'
    )


def _face(tile: Tile) -> str:
    dots = "".join(
        f"M{middle + _STEP * column:.2g} {_STEP * row:.2g}h.01"
        for middle, pips in ((-2, tile.low), (2, tile.high))
        for column, row in PATTERNS[pips]
    )
    pips = f'<path class="pips" d="{dots}" fill="none" stroke-linecap="round" stroke-width=".86"/>' if dots else ""
    return f'{_BODY}<path class="divider" d="M0-1.5V1.5" stroke-width=".16"/>{pips}'
