"""The board and the hand: what a player sees of the round and does with it."""

from collections.abc import Sequence
from functools import cache
from html import escape
from itertools import groupby
from typing import Final, NamedTuple

import htpy as h
from markupsafe import Markup

from homestretch.fives.events import Played
from homestretch.fives.layout import Layout, award
from homestretch.fives.moves import Play, Stop
from homestretch.fives.state import State
from homestretch.i18n.explain import award_line, sum_text
from homestretch.i18n.narrate import tell
from homestretch.kit.hidden import known
from homestretch.kit.message import say
from homestretch.kit.tile import Tile
from homestretch.render import Shape, lay
from homestretch.render.svg import Choice, draw_board, draw_tile

from .kept import drawn, html, kept, unbroken
from .links import explain_layout
from .parts import Scene

LEAST: Final = {Shape.WIDE: (64, 36), Shape.TALL: (36, 36)}
"""A board is drawn as if it were at least so wide and high, in eighths of a tile."""


class Offer(NamedTuple):
    """A placement that a player may choose: what it is called, and what it earns as short as can be."""

    play: Play
    label: str
    earns: str


def offers(scene: Scene, state: State, plays: Sequence[Play]) -> tuple[Offer, ...]:
    """Every placement that may be chosen, tile by tile."""
    return tuple(Offer(play, _placement(scene, state, play), _earns(scene, state, play)) for play in plays)


def felt(scene: Scene, state: State, offered: Sequence[Offer]) -> Markup:
    """The board, with the places of every tile that fits in several, and below it what has just been placed."""
    shape = scene.audience.shape
    if not offered:
        return scene.once(("felt", scene.audience.language, shape), lambda: _felt(scene, state, shape, ()))
    crowd = _several([offer.play for offer in offered])
    choices = [
        Choice(offer.play.tile, offer.play.host, offer.label, str(offer.play), offer.earns)
        for offer in offered
        if offer.play.tile in crowd and offer.play.host is not None
    ]
    return _felt(scene, state, shape, choices)


def _felt(scene: Scene, state: State, shape: Shape, choices: Sequence[Choice]) -> Markup:
    layout = state.layout
    last = layout.tiles[-1] if layout.tiles else None
    board = draw_board(layout, lay(layout, shape), last=last, choices=choices, least=LEAST[shape])
    told = _last_told(scene)
    total = escape(_total(scene, state))
    return html(f'<div class="felt">{board}<p class="sum">{told}<span>{total}</span>{_why(scene, layout)}</p></div>')


def _why(scene: Scene, layout: Layout) -> str:
    """The way to the explain board with what lies here; the table stays where it is."""
    if not layout.tiles:
        return ""
    address = scene.audience.prefix + explain_layout(scene.table.game, layout)
    return f'<a id="why" href="{address}" target="_blank">{escape(scene.say("board.open"))}</a>'


def _last_told(scene: Scene) -> str:
    """What has just been placed, with its sum and award: what everybody at a table says aloud; and the rules behind."""
    event = scene.room.story.last_move
    if not isinstance(event, Played):
        return ""
    told = tuple(tell(event, scene.table.state))
    return f"<strong>{unbroken(' '.join(map(scene.speak, told)))}{scene.why(*told)}</strong>"


def _several(plays: Sequence[Play]) -> frozenset[Tile]:
    """The tiles that fit in more than one place."""
    return frozenset(tile for tile, own in groupby(plays, key=lambda play: play.tile) if len(list(own)) > 1)


def _total(scene: Scene, state: State) -> str:
    layout = state.layout
    boneyard = say("count.tiles", n=len(state.boneyard))
    parts = [scene.say("play.total", sum=sum_text(layout)) if layout.tiles else scene.say("play.empty-table")]
    if state.rules.boneyard and state.hands:
        parts.append(scene.say("play.boneyard", tiles=boneyard))
    return " · ".join(parts)


def _earns(scene: Scene, state: State, play: Play) -> str:
    """What a placement earns, as short as can be; nothing where hints are not wished."""
    if not scene.audience.hints:
        return ""
    raw = award(state.layout.join(play.tile, play.host).total)
    return f"+{raw // state.rules.unit}" if raw else "·"


def _placement(scene: Scene, state: State, play: Play) -> str:
    """A placement in words, with its sum and award where hints are wished."""
    hints = scene.audience.hints
    line = award_line(state.layout.join(play.tile, play.host), state.rules)
    if play.host is None:
        message = say("play.option-open" if hints else "web.place-open", tile=play.tile, award=line)
    elif hints:
        message = say("play.option-join", tile=play.tile, host=play.host, award=line)
    else:
        message = say("web.place-join", tile=play.tile, host=play.host)
    return scene.speak(message)


def hand(scene: Scene, state: State, offered: Sequence[Offer], moves: Sequence[object]) -> Markup | None:
    """The hand: a tile that fits in one place is placed at a press, one that fits in several is taken up first."""
    seat = scene.audience.viewer
    if seat is None or not state.hands:
        return None
    tiles = tuple(sorted(known(state.hands[seat])))
    by_tile: dict[Tile, list[Offer]] = {tile: [] for tile in tiles}
    for offer in offered:
        by_tile[offer.play.tile].append(offer)
    crowd = [tile for tile in tiles if len(by_tile[tile]) > 1]
    only = crowd[0] if len(crowd) == 1 and len(offered) == len(by_tile[crowd[0]]) else None
    cells = (_tile(scene, tile, by_tile[tile], turn=bool(offered), chosen=tile == only) for tile in tiles)
    places = (_places(tile, scene.say("web.where", tile=tile), by_tile[tile]) for tile in crowd)
    title, words = escape(scene.say("web.your-hand")), escape(scene.say("play.hand", seat=seat, tiles=tiles))
    return html(
        f'<section id="hand" class="hand" aria-labelledby="hand-title" tabindex="-1"><h2 id="hand-title">{title}</h2>'
        f'<p class="sr" data-read="hand">{words}</p><ul class="tiles">',
        *cells,
        "</ul>",
        *(('<div class="places">', *places, "</div>") if crowd else ()),
        _stop(scene.say("web.stop")) if any(isinstance(move, Stop) for move in moves) else "",
        "</section>",
    )


@kept
def _stop(label: str) -> h.Element:
    return h.button(".stop", name="move", value="stop")[label]


def _tile(scene: Scene, tile: Tile, offered: Sequence[Offer], *, turn: bool, chosen: bool) -> Markup:
    if not offered:
        return _still_tile(tile, scene.say("web.fits-nowhere", tile=tile) if turn else str(tile), off=turn)
    earns = {offer.earns for offer in offered} - {"·", ""}
    badge = max(earns, key=int) if earns else ""
    if len(offered) == 1:
        return _one_place(tile, str(offered[0].play), offered[0].label, badge)
    return _many_places(tile, scene.say("web.take-up", tile=tile, n=len(offered)), badge, chosen)


@kept
def _still_tile(tile: Tile, label: str, *, off: bool) -> h.Element:
    return h.li[
        h.span(class_=["cell", {"off": off}], role="img", aria_label=label)[Markup(draw_tile(tile, upright=True))]
    ]


def _one_place(tile: Tile, move: str, label: str, badge: str) -> Markup:
    said = escape(label)
    return html(
        f'<li><button id="tile-{_short(tile)}" class="cell one" name="move" value="{move}" title="{said}"'
        f' aria-label="{said}">{_upright(tile)}{_badge(badge)}</button></li>'
    )


def _many_places(tile: Tile, label: str, badge: str, chosen: bool) -> Markup:
    name, said = _short(tile), escape(label)
    return html(
        f'<li><input id="pick-{name}" class="pick" type="radio" name="pick" value="{name}"'
        f'{" checked" if chosen else ""} aria-label="{said}"><label id="tile-{name}" class="cell many"'
        f' for="pick-{name}" title="{said}">{_upright(tile)}{_badge(badge)}</label></li>'
    )


@cache
def _upright(tile: Tile) -> Markup:
    return Markup(draw_tile(tile, upright=True))


@cache
def _badge(text: str) -> Markup:
    """The most that a tile can earn."""
    return drawn(h.span(".badge", aria_hidden="true")[text]) if text else Markup()


def _places(tile: Tile, title: str, offered: Sequence[Offer]) -> Markup:
    name = _short(tile)
    return html(
        f'<fieldset class="for t{name}"><legend>{unbroken(title)}</legend>',
        *[
            f'<button id="put-{name}-{_short(offer.play.host)}" name="move" value="{offer.play}">'
            f"{unbroken(offer.label)}</button>"
            for offer in offered
        ],
        "</fieldset>",
    )


def _short(tile: Tile | None) -> str:
    return "" if tile is None else f"{tile.low}{tile.high}"
