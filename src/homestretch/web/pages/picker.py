"""The tiles of the set, to be put on the explain board: what each would earn, and where it fits."""

from collections.abc import Iterator
from typing import NamedTuple

import htpy as h
from markupsafe import Markup

from homestretch.fives.decide import placements
from homestretch.fives.layout import Layout, award
from homestretch.fives.moves import Play
from homestretch.fives.ruleset import Ruleset
from homestretch.i18n.explain import award_line, points
from homestretch.i18n.speaker import Speaker
from homestretch.kit.tile import Tile
from homestretch.render.svg import Choice, draw_tile

from .kept import unbroken


class Offer(NamedTuple):
    """A placement that may be chosen: what it is called, and the raw points that it earns."""

    play: Play
    label: str
    raw: int


Offers = dict[Tile, tuple[Offer, ...]]
"""The placements of every tile of the set; none of those on the table and of those that fit nowhere."""


def in_rows(highest: int) -> Iterator[Tile]:
    """The set in rows of one length: a short row of tiles with the same low half is filled up by another.

    >>> [str(tile) for tile in in_rows(2)]
    ['0-0', '0-1', '0-2', '1-1', '1-2', '2-2']
    """
    for low in range(highest // 2 + 1):
        yield from (Tile(low, high) for high in range(low, highest + 1))
        if low:
            other = highest + 1 - low
            yield from (Tile(other, high) for high in range(other, highest + 1))


def offers(speak: Speaker, rules: Ruleset, layout: Layout) -> Offers:
    """Everything that may be placed next."""
    return {
        tile: tuple(_offer(speak, rules, layout, play) for play in placements(layout, tile))
        if tile not in layout.tiles
        else ()
        for tile in in_rows(rules.highest)
    }


def _offer(speak: Speaker, rules: Ruleset, layout: Layout, play: Play) -> Offer:
    after = layout.join(play.tile, play.host)
    line = award_line(after, rules)
    if play.host is None:
        label = speak.say("play.option-open", tile=play.tile, award=line)
    else:
        label = speak.say("play.option-join", tile=play.tile, host=play.host, award=line)
    return Offer(play, label, award(after.total))


def choices(rules: Ruleset, offered: Offers) -> list[Choice]:
    """The places on the board of every tile that fits in several."""
    return [
        Choice(tile, offer.play.host, offer.label, str(offer.play), _short_points(rules, offer.raw) or "·")
        for tile, own in offered.items()
        if len(own) > 1
        for offer in own
    ]


def picker(speak: Speaker, rules: Ruleset, layout: Layout, offered: Offers) -> h.Element:
    """The tiles: one that fits in a single place is placed at a press, one that fits in several is taken up first."""
    crowd = [tile for tile, own in offered.items() if len(own) > 1]
    pips = tuple(sorted(layout.open_pips))
    return h.section("#picker.picker", aria_labelledby="picker-title")[
        h.h2("#picker-title")[speak.say("board.pick" if layout.tiles else "board.pick-first")],
        h.ul(".tiles")[(h.li[_tile(speak, rules, layout, tile, own)] for tile, own in offered.items())],
        h.p(".hint")[speak.say("board.legend", pips=pips) if layout.tiles else speak.say("board.legend-first")],
        crowd and h.div(".places")[(_places(speak, tile, offered[tile]) for tile in crowd)],
    ]


def _tile(speak: Speaker, rules: Ruleset, layout: Layout, tile: Tile, own: tuple[Offer, ...]) -> h.Node:
    drawing = Markup(draw_tile(tile, upright=True))
    if tile in layout.tiles:
        label = speak.say("board.on-table", tile=tile)
        return h.span(".cell.off.laid", role="img", aria_label=label, title=label)[drawing]
    if not own:
        label = speak.say("place.nowhere", tile=tile, pips=tuple(sorted(layout.open_pips)))
        return h.span(".cell.off", role="img", aria_label=label, title=label)[drawing]
    best = max(offer.raw for offer in own)
    badge = best > 0 and h.span(".badge", aria_hidden="true")[_short_points(rules, best)]
    name = short(tile)
    if len(own) == 1:
        label = own[0].label
        return h.button(f"#tile-{name}.cell.one", name="move", value=str(own[0].play), title=label, aria_label=label)[
            drawing, badge
        ]
    label = speak.say("board.take-up", tile=tile, n=len(own), points=points(best, rules))
    return [
        h.input(f"#pick-{name}.pick", type="radio", name="pick", value=name, aria_label=label, autocomplete="off"),
        h.label(f"#tile-{name}.cell.many", for_=f"pick-{name}", title=label)[drawing, badge],
    ]


def _places(speak: Speaker, tile: Tile, own: tuple[Offer, ...]) -> h.Element:
    return h.fieldset(f".for.t{short(tile)}")[
        h.legend[unbroken(speak.say("web.where", tile=tile))],
        (
            h.button(f"#put-{short(tile)}-{short(offer.play.host)}", name="move", value=str(offer.play))[
                unbroken(offer.label)
            ]
            for offer in own
        ),
    ]


def _short_points(rules: Ruleset, raw: int) -> str:
    """An award in the game's points, as short as can be."""
    return f"+{raw // rules.unit}" if raw else ""


def short(tile: Tile | None) -> str:
    """A tile in names of elements."""
    return "" if tile is None else f"{tile.low}{tile.high}"
