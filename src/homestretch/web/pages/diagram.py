"""A layout as a figure: the picture, what it adds up to, and the same in words; for every page that shows one."""

from collections.abc import Sequence
from typing import Final

import htpy as h
from markupsafe import Markup

from homestretch.fives.layout import Layout
from homestretch.fives.ruleset import Ruleset
from homestretch.i18n.explain import award_line
from homestretch.i18n.speaker import Speaker
from homestretch.render import Shape, lay
from homestretch.render.svg import Choice, draw_board
from homestretch.table.words import in_words

from .kept import unbroken

LEAST: Final = {Shape.WIDE: (40, 16), Shape.TALL: (36, 20)}
"""A figure is drawn as if it were at least so wide and high, in eighths of a tile."""


def figure(
    speak: Speaker, rules: Ruleset, layout: Layout, shape: Shape, *, choices: Sequence[Choice] = ()
) -> h.Element:
    """The figure of a layout. Needs the sprite of the tiles in the same page."""
    last = layout.tiles[-1] if layout.tiles else None
    return h.figure(".diagram")[
        Markup(draw_board(layout, lay(layout, shape), last=last, choices=choices, least=LEAST[shape])),
        h.figcaption[caption(speak, rules, layout)],
        h.details(".words")[
            h.summary[speak.say("web.table-in-words")],
            h.ul[(h.li[unbroken(line)] for line in words(speak, layout))],
        ],
    ]


def caption(speak: Speaker, rules: Ruleset, layout: Layout) -> str:
    """The sum of the ends and what the last placement earns by it."""
    return speak(award_line(layout, rules)) if layout.tiles else speak.say("play.empty-table")


def words(speak: Speaker, layout: Layout) -> list[str]:
    """The layout in sentences."""
    if not layout.tiles:
        return [speak.say("play.empty-table")]
    return [speak(message) for message in in_words(layout)]
