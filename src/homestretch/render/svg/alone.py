"""Drawings that stand alone: without a sprite, a style sheet or a name, so that any number of them go into one page.

A page's drawings refer to its sprite and leave their colours to its style sheet. Here each reference is replaced by
what it refers to, and each class by what ``board.css`` makes of it, as plain attributes that every program understands.
"""

import re
from functools import cache
from typing import Final

from homestretch.kit.card import SUITS, Suit
from homestretch.kit.tile import LARGEST_SET
from homestretch.render.palette import Theme, palette

from .cards import card_drawings
from .tiles import tile_drawings

PAINTS: Final = {
    "body": 'fill="{ivory}" stroke="{ivory-edge}"',
    "bevel": 'stroke="{ivory-bevel}"',
    "pips": 'stroke="{pip}"',
    "divider": 'stroke="{divider}"',
    "rim": 'stroke="{spinner}"',
    "inlay": 'fill="{spinner}"',
    "halo": 'stroke="{amber}"',
    "hem": 'stroke="{amber-ink}"',
    "notch": 'fill="{amber-ink}"',
    "links": 'fill="{link}"',
    "marks": 'fill="{amber-ink}" font-weight="700"',
    "end": 'fill="{amber}"',
    "free": 'stroke="{felt-soft}"',
    "opening": 'stroke="{felt-soft}"',
    "paper": 'fill="{paper}" stroke="{paper-edge}"',
    "paper crowned": 'fill="{paper}" stroke="{amber}" stroke-width="4"',
    "rank": 'font-weight="700"',
    "lane l0": 'fill="{turf-0}"',
    "lane l1": 'fill="{turf-1}"',
    "posts": 'stroke="{turf-post}" stroke-dasharray="2 4"',
    "line": 'fill="{check-light}"',
    "checks": 'stroke="{check-dark}"',
    "numbers": 'fill="{felt-ink}" font-weight="700"',
    **{f"gate {suit}": 'fill="{felt-soft}"' for suit in SUITS},
    **{
        f"{kind}{suit}{won}": f'fill="{{card-{"red" if suit in (Suit.HEARTS, Suit.DIAMONDS) else "black"}}}"'
        for suit in SUITS
        for kind, won in (("", ""), ("horse ", ""), ("horse ", " won"))
    },
}
"""The attributes of each class, with the names of their colours; other classes only serve scripts."""

_CLASS: Final = re.compile(r' class="([^"]*)"')
_ID: Final = re.compile(r' id="[^"]*"')
_USE: Final = re.compile(r'<use(?: class="([^"]*)")? href="#([^"]+)"([^>]*)/>')


def stand_alone(drawing: str, theme: Theme) -> str:
    """A drawing with everything that it refers to in its place, its colours written out, and without ids."""
    paints = _paints(theme)
    whole = _USE.sub(_inlined, drawing)
    return _CLASS.sub(lambda found: paints.get(found[1], ""), _ID.sub("", whole))


@cache
def _paints(theme: Theme) -> dict[str, str]:
    colours = palette(theme)
    return {name: f" {paint.format_map(colours)}" for name, paint in PAINTS.items()}


def _inlined(found: re.Match[str]) -> str:
    kind = f' class="{found[1]}"' if found[1] else ""
    drawing = _drawings()[found[2]]
    return f"<g{kind}{found[3]}>{drawing}</g>" if kind or found[3] else drawing


@cache
def _drawings() -> dict[str, str]:
    return tile_drawings(LARGEST_SET) | card_drawings()
