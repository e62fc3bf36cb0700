"""Diagrams that are stepped through, forwards and backwards, by radio buttons: no script and no request are needed.

Each button is followed by its label and by what it shows; the style sheet puts the labels first and shows the one
that is chosen.
"""

from collections.abc import Sequence
from functools import reduce

import htpy as h
from markupsafe import Markup
from msgspec import Struct

from homestretch.games import Game
from homestretch.i18n.explain import award_line, why_kept
from homestretch.i18n.speaker import Speaker
from homestretch.kit.card import SUITS
from homestretch.kit.message import say
from homestretch.learn.levels import rules_of
from homestretch.learn.rulebook import Diagram, RaceDiagram
from homestretch.learn.walk import RaceStep, Step, race_steps, steps
from homestretch.race.ruleset import FINISH
from homestretch.render import lay
from homestretch.render.board_room import around
from homestretch.render.scale import Box
from homestretch.render.svg import draw_board, draw_track
from homestretch.web.visit import Visit

from .diagram import LEAST, words
from .kept import unbroken
from .links import explain_layout


class Shown(Struct, frozen=True):
    """A step: what its button reads, what happens in it, and the figure."""

    mark: str
    told: str
    figure: h.Element


def board_steps(visit: Visit, game: Game, diagram: Diagram) -> h.Element:
    """A layout, placement by placement, by the rules of a game."""
    speak, walked = visit.speak, steps(rules_of(game), diagram.moves)
    frame = reduce(around, [lay(step.layout, visit.shape).frame for step in walked])
    title = speak.say("rules.steps", tiles=tuple(step.play.tile for step in walked))
    shown = [_placement(visit, game, step, frame) for step in walked]
    return _stepper(speak, diagram.id, title, shown)


def _placement(visit: Visit, game: Game, step: Step, frame: Box) -> Shown:
    speak, layout, shape = visit.speak, step.layout, visit.shape
    board = lay(layout, shape)
    picture = Markup(draw_board(layout, board, last=step.play.tile, least=LEAST[shape], frame=frame, ids=False))
    told = _told(speak, game, step)
    figure = h.figure(".diagram")[
        picture,
        h.figcaption[unbroken(told)],
        h.p(".what-if")[h.a(href=visit.url(explain_layout(game.key, layout)))[speak.say("rules.what-if")]],
        h.details(".words")[
            h.summary[speak.say("web.table-in-words")],
            h.ul[(h.li[unbroken(line)] for line in words(speak, layout))],
        ],
    ]
    return Shown(str(step.play.tile), told, figure)


def _told(speak: Speaker, game: Game, step: Step) -> str:
    """What is placed, what it adds up to and earns, and why it keeps the turn where it does."""
    rules = rules_of(game)
    tile, host = step.play.tile, step.play.host
    placed = say("rules.opened", tile=tile) if host is None else say("rules.joined", tile=tile, host=host)
    why = why_kept(step.layout, rules)
    sentences = [speak(placed), f"{speak(award_line(step.layout, rules))}."]
    return " ".join(sentences if why is None else [*sentences, speak(why)])


def race_walk(speak: Speaker, diagram: RaceDiagram) -> h.Element:
    """A race, card by card."""
    shown = [_card(speak, diagram, step) for step in race_steps(diagram.track, diagram.turned)]
    return _stepper(speak, diagram.id, speak.say("rules.race-steps"), shown)


def _card(speak: Speaker, diagram: RaceDiagram, step: RaceStep) -> Shown:
    labels = [
        speak.say("web.horse-at", suit=suit, position=position, finish=FINISH)
        for suit, position in zip(SUITS, step.positions, strict=True)
    ]
    told = " ".join(speak(message) for message in step.told) or speak.say("rules.race-start")
    picture = Markup(draw_track(diagram.track, step.positions, labels, winner=step.winner, ids=False))
    mark = speak.say("rules.start") if step.card is None else speak.value(step.card)
    return Shown(mark, told, h.figure(".diagram")[picture, h.figcaption[told]])


def _stepper(speak: Speaker, name: str, title: str, shown: Sequence[Shown]) -> h.Element:
    """The steps, the last one chosen. A single one needs no choice."""
    if len(shown) == 1:
        return h.div(".steps.one", id=name)[shown[0].figure]
    return h.fieldset(".steps", id=name)[
        h.legend(".sr")[title],
        (_step(speak, name, number, shown) for number in range(1, len(shown) + 1)),
    ]


def _step(speak: Speaker, name: str, number: int, shown: Sequence[Shown]) -> h.Fragment:
    step, last = shown[number - 1], len(shown)
    return h.fragment[
        h.input(
            id=f"{name}.{number}",
            type="radio",
            name=name,
            checked=number == last,
            aria_label=speak.say("rules.step-name", n=number, last=last, what=f"{step.mark}. {step.told}"),
        ),
        h.label(".mark", for_=f"{name}.{number}", aria_hidden="true")[step.mark],
        h.div(".shown")[
            h.p(".ways", aria_hidden="true")[
                _way(f"{name}.{number - 1}", f"‹ {speak.say('rules.back')}", there=number > 1),
                h.span[f"{number} / {last}"],
                _way(f"{name}.{number + 1}", f"{speak.say('rules.on')} ›", there=number < last),
            ],
            step.figure,
        ],
    ]


def _way(to: str, text: str, *, there: bool) -> h.Element:
    """A way to a step beside this one, for whoever points; the keys of the buttons themselves do the same."""
    return h.label(for_=to)[text] if there else h.span(".off")[text]
