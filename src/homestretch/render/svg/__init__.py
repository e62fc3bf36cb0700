"""Pictures as SVG, for pages and files: pure functions from a layout, scores or a race to a string.

Every drawing carries classes and never a colour: a style sheet decides about that. Words come in as arguments. What
is drawn often stands in a sprite that a page holds once.
"""

from .bars import Bar, BarGroup, draw_bars
from .board import Choice, draw_asked, draw_board
from .cards import card_sprite, draw_card, draw_card_back, draw_suit
from .pegs import draw_peg, draw_pegs
from .tiles import draw_back, draw_tile, tile_sprite
from .track import draw_track

__all__ = [
    "Bar",
    "BarGroup",
    "Choice",
    "card_sprite",
    "draw_asked",
    "draw_back",
    "draw_bars",
    "draw_board",
    "draw_card",
    "draw_card_back",
    "draw_peg",
    "draw_pegs",
    "draw_suit",
    "draw_tile",
    "draw_track",
    "tile_sprite",
]
