"""The table of a domino match."""

from collections.abc import Iterator
from functools import cache, lru_cache
from html import escape
from typing import Final

import htpy as h
from markupsafe import Markup
from msgspec.structs import replace

from homestretch.fives.decide import legal_moves, may_stop
from homestretch.fives.events import Drew, MatchWon, Settled
from homestretch.fives.moves import Draw, Pass, Play
from homestretch.fives.ruleset import Ruleset
from homestretch.fives.state import Phase, State
from homestretch.i18n.explain import sum_text
from homestretch.i18n.narrate import tell
from homestretch.i18n.speaker import Speaker
from homestretch.kit.hidden import known
from homestretch.kit.message import Message, say
from homestretch.kit.seat import Seat
from homestretch.kit.tile import Tile
from homestretch.record.redact import view
from homestretch.render.svg import draw_back, draw_peg, draw_tile
from homestretch.table.guide import domino_lessons, domino_lessons_of_the_end
from homestretch.table.words import domino_rule_now, domino_rules, in_words
from homestretch.web.house import forced_move, has_deputy

from .hand import felt, hand, offers
from .kept import HOLE, drawn, folded, html, kept, listed, shell, together, unbroken
from .parts import Scene, beside, clock_of, covers, go_on, news, posting, status, takeback, to_rules, typed
from .scores import scores

MOST_BACKS: Final = 14
"""So many tiles face down are drawn in a row; the number beside them tells the rest."""


EXAMPLE: Final = "2-5@5-5"
"""A move in notation."""


def domino_table(scene: Scene) -> Markup:
    """Everything on the table, for one audience."""
    audience, table = scene.audience, scene.table
    seen: State = view(table.rules, table.state, audience.viewer)
    state = replace(seen, layout=scene.once("layout", lambda: seen.layout))
    seat = audience.viewer
    mine = seat is not None and state.turn == seat and state.phase is Phase.MOVE and not has_deputy(scene.room, seat)
    moves = legal_moves(state, seat) if scene.chooses and seat is not None else ()
    offered = offers(scene, state, [move for move in moves if isinstance(move, Play)])
    return together(
        _round(scene, state),
        status(scene, *_now(scene, state, mine=mine), mine=scene.waits_for_viewer),
        go_on(scene),
        takeback(scene),
        scene.once(("scores", audience.language), lambda: scores(scene, state)),
        _players()(*(_player(scene, state, each) for each in range(state.rules.players))),
        _settled(scene, state),
        _play_form(scene.action("/move"))(
            scene.moment(), felt(scene, state, offered), hand(scene, state, offered, moves)
        ),
        covers(scene),
        typed(scene, EXAMPLE) if moves else None,
        beside(_lessons(scene, state), news(scene)),
        _words(scene, state),
    )


@shell
def _players() -> h.Element:
    return h.ol(".players")[HOLE]


@shell
def _play_form(action: str) -> h.Element:
    """The form of the board and the hand. A dead button comes first, so that Enter in a field presses none of many."""
    return posting(action, name="play")[h.button(type="submit", disabled=True, hidden=True), HOLE]


def _round(scene: Scene, state: State) -> Markup:
    text = scene.say("web.round", round=max(1, state.round), target=state.rules.target)
    clock = clock_of(scene)
    if clock is None:
        return _round_line(text, to_rules(scene))
    return drawn(h.p(".round")[text, " ", to_rules(scene), " ", clock])


@kept
def _round_line(text: str, rules: Markup) -> h.Element:
    return h.p(".round")[text, " ", rules]


# ---- what is going on


def _now(scene: Scene, state: State, *, mine: bool) -> tuple[Message, ...]:
    if state.phase is Phase.OVER:
        return tuple(tell(MatchWon(state.winners), state)) if state.winners else (say("told.broken-off"),)
    return (_waited_for(scene, state, mine=mine),)


def _waited_for(scene: Scene, state: State, *, mine: bool) -> Message:
    table = scene.table
    if state.phase is Phase.ROUND:
        return say("web.round-over" if state.round else "web.begins")
    if state.phase is Phase.DEAL:
        return say("web.dealing")
    turn = state.turn or 0
    if not mine:
        who = table.seats[turn]
        away = who is not None and not who.plays_as and not scene.room.is_around(turn)
        return say("web.turn-away" if away else "web.turn-of", turn=turn)
    forced = forced_move(state, turn)
    if isinstance(forced, Draw):
        return say("web.forced-draw")
    if isinstance(forced, Pass):
        return say("web.forced-pass")
    if isinstance(forced, Play):
        return say("web.forced-play", tile=forced.tile)
    if isinstance(state.drawn, Tile):
        return say("web.drawn", tile=state.drawn)
    if state.goes_on:
        return say("web.may-stop" if may_stop(state) else "web.goes-on")
    return say("web.open" if not state.layout.tiles else "web.your-turn")


def _player(scene: Scene, state: State, seat: Seat) -> Markup:
    """A seat: its name, how many tiles it holds, and whether it is on turn."""
    viewer = scene.audience.viewer
    who = scene.table.seats[seat]
    count = len(state.hands[seat]) if state.hands else 0
    kind = ""
    if seat == viewer:
        kind = scene.say("web.you")
    elif viewer is not None and state.rules.side_of(seat) == state.rules.side_of(viewer):
        kind = scene.say("web.partner")
    elif who is not None and who.deputy:
        kind = scene.say("web.bot-plays")
    return _player_row(
        scene.speak.seat(seat),
        state.rules.side_of(seat),
        kind,
        scene.say("count.tiles", n=count),
        known(state.hands[seat]) if seat in state.shown and seat != viewer else 0 if seat == viewer else count,
        on_turn=state.turn == seat,
    )


def _player_row(name: str, side: int, kind: str, count: str, hand: tuple[Tile, ...] | int, *, on_turn: bool) -> Markup:
    """``hand`` are the tiles that lie open, or how many are drawn face down."""
    start = '<li class="turn" aria-current="true">' if on_turn else "<li>"
    said = f'<span class="kind">{escape(kind)}</span>' if kind else ""
    tiles = _backs(hand) if isinstance(hand, int) else _open(hand)
    return html(
        f'{start}<span class="name">{_peg(side)}{escape(name)}</span>{said}'
        f'<span class="backs"><span class="count">{escape(count)}</span>{tiles}</span></li>'
    )


@cache
def _peg(side: int) -> Markup:
    return Markup(draw_peg(side))


@cache
def _backs(count: int) -> Markup:
    return Markup(draw_back()) * min(count, MOST_BACKS)


def _open(hand: tuple[Tile, ...]) -> Markup:
    return together(*(Markup(draw_tile(tile, label=str(tile))) for tile in hand))


# ---- the end of a round


def _settled(scene: Scene, state: State) -> Markup | None:
    """How the round ended and what it changed; then the way on."""
    settled = scene.room.story.find(Settled)
    if state.phase not in (Phase.ROUND, Phase.OVER) or not state.round:
        return None
    told = tuple(tell(settled, state)) if settled is not None else ()
    if state.winners and not told:
        told = (say("web.won-by-award"),)
    lines = tuple((scene.speak(message), scene.why(message)) for message in told)
    lessons = domino_lessons_of_the_end(state) if scene.audience.guide and state.round == 1 else ()
    taught = tuple(scene.say(f"guide.{lesson}") for lesson in lessons)
    return _end_of_round(scene.say("web.round-ended", round=state.round), lines, taught)


@kept
def _end_of_round(title: str, lines: tuple[tuple[str, Markup], ...], lessons: tuple[str, ...]) -> h.Element:
    return h.section(".settled", aria_labelledby="settled-title")[
        h.h2("#settled-title")[title],
        h.ul[(h.li[unbroken(line), why] for line, why in lines)],
        (h.p(".lesson")[lesson] for lesson in lessons),
    ]


# ---- help


_IN_THE_PAGE: Final = {"open": "web.guide-open", "join": "web.guide-join"}
"""Lessons that tell where to look, which is not where a terminal shows it."""


def _lessons(scene: Scene, state: State) -> Markup | None:
    """What a newcomer is told in the first round."""
    seat = scene.audience.viewer
    if not scene.audience.guide or seat is None or state.round != 1 or state.turn != seat:
        return None
    drew = any(isinstance(event, Drew) and event.seat == seat for event in scene.room.story.events)
    lessons = [_IN_THE_PAGE.get(each, f"guide.{each}") for each in domino_lessons(state, seat, drew=drew)]
    if scene.room.story.heard(seat) == 0:
        lessons = ["guide.welcome-fives", "guide.welcome-score", *lessons]
    return _guide(scene.say("web.guide"), tuple(scene.say(lesson) for lesson in lessons))


@kept
def _guide(title: str, lessons: tuple[str, ...]) -> h.Element:
    return h.aside(".guide", aria_label=title)[(h.p[lesson] for lesson in lessons)]


def _words(scene: Scene, state: State) -> Markup:
    """The table without pictures, and the rules of the moment."""
    language, seat = scene.audience.language, scene.audience.viewer
    lines = scene.once(("words", language), lambda: tuple(layout_in_words(scene, state)))
    now = () if seat is None else tuple(scene.speak(message) for message in domino_rule_now(state, seat))
    return together(
        folded("words", scene.say("web.table-in-words"), listed(lines, read="ends")),
        folded("rules", scene.say("web.rules-here"), listed((*now, *_rules(language, state.rules)))),
    )


def layout_in_words(scene: Scene, state: State) -> Iterator[str]:
    """The layout in sentences, and what it adds up to."""
    if not state.layout.tiles:
        yield scene.say("play.empty-table")
        return
    yield from (scene.speak(message) for message in in_words(state.layout))
    yield scene.say("play.total", sum=sum_text(state.layout))


@lru_cache(256)
def _rules(language: str, rules: Ruleset) -> tuple[str, ...]:
    speak = Speaker(language)
    return tuple(speak(message) for message in domino_rules(rules))
