"""The score: pegs on their track, and the same in words and numbers."""

from collections.abc import Sequence

import htpy as h
from markupsafe import Markup

from homestretch.fives.events import Scored, Settled
from homestretch.fives.ruleset import Ruleset, Settlement
from homestretch.fives.state import State
from homestretch.render.svg import draw_peg, draw_pegs

from .kept import kept
from .names import side_names
from .parts import Scene


def scores(scene: Scene, state: State) -> Markup:
    """The peg track, and the score in words and numbers."""
    before = scores_before(state, scene.room.story.events)
    names = side_names(scene.speak, state.rules)
    return _scores(scene.say("web.score"), names, state.scores, before, state.rules)


@kept
def _scores(
    title: str, names: tuple[str, ...], scores: tuple[int, ...], before: tuple[int, ...], rules: Ruleset
) -> h.Element:
    labels = [f"{name}: {score}" for name, score in zip(names, scores, strict=True)]
    return h.section(".scores", aria_label=title)[
        Markup(draw_pegs(scores, before, rules.target, labels, below=may_fall(rules))),
        h.ul("#score", data_read="score")[
            (
                h.li(f".s{side}")[
                    Markup(draw_peg(side)),
                    h.span(".name")[name],
                    ": ",
                    h.strong(class_={"below": score < 0})[_signed(score)],
                ]
                for side, (name, score) in enumerate(zip(names, scores, strict=True))
            )
        ],
    ]


def _signed(score: int) -> str:
    return str(score).replace("-", "−")


def scores_before(state: State, events: Sequence[object]) -> tuple[int, ...]:
    """Each side's score before it last changed through one of these events."""
    before = list(state.scores)
    open_sides = set(range(len(before)))
    for event in reversed(events):
        changes = (
            [(event.side, event.points)]
            if isinstance(event, Scored)
            else [(change.side, change.points) for change in event.changes]
            if isinstance(event, Settled)
            else []
        )
        for side, points in changes:
            if side in open_sides:
                open_sides.discard(side)
                before[side] -= points
    return tuple(before)


def may_fall(rules: Ruleset) -> bool:
    """Whether scores may fall below zero."""
    return rules.settlement is Settlement.DEDUCTION
