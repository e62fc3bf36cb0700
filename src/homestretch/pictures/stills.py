"""Layouts, positions and races as pictures: what is written under them, and the same for those who do not see them."""

from collections.abc import Iterable, Iterator
from typing import Final

from homestretch.fives.layout import Layout
from homestretch.fives.ruleset import Ruleset
from homestretch.fives.state import State as FivesState
from homestretch.i18n.explain import award_line, sum_text
from homestretch.i18n.narrate import side_name
from homestretch.i18n.speaker import Speaker
from homestretch.kit.card import SUITS
from homestretch.kit.message import Message, say
from homestretch.race.ruleset import FINISH
from homestretch.race.state import State as RaceState
from homestretch.render import Shape
from homestretch.render.palette import Theme
from homestretch.render.picture import board_picture, track_picture
from homestretch.table.words import in_words

NO_BREAK: Final = "\u00a0"
BETWEEN: Final = f"{NO_BREAK}· "
"""Stands between scores; a line may be broken after it."""


def layout_picture(
    speak: Speaker,
    layout: Layout,
    rules: Ruleset | None = None,
    *,
    shape: Shape = Shape.WIDE,
    theme: Theme = "light",
    captioned: bool = True,
) -> str:
    """A layout with its sum; with ``rules`` also what its last tile earns."""
    caption = layout_caption(speak, layout, rules) if captioned else ""
    return _board(speak, layout, caption, shape=shape, theme=theme)


def layout_caption(speak: Speaker, layout: Layout, rules: Ruleset | None = None) -> str:
    """The sum of the ends, and with ``rules`` what it earns."""
    if not layout.tiles:
        return speak.say("play.empty-table")
    return sum_text(layout) if rules is None else speak(award_line(layout, rules))


def position_picture(speak: Speaker, state: FivesState, *, shape: Shape = Shape.WIDE, theme: Theme = "light") -> str:
    """A position as a spectator sees it: the table, the scores and whose turn it is, and nobody's hand."""
    lines = [layout_caption(speak, state.layout, state.rules), scores_line(speak, state), *_whose_turn(speak, state)]
    return _board(speak, state.layout, "\n".join(lines), shape=shape, theme=theme)


def race_picture(speak: Speaker, state: RaceState, *, theme: Theme = "light") -> str:
    """A race as a spectator sees it: the track, the bank and the balances, and nobody's stake."""
    lines = [balances_line(speak, state)]
    if state.banker is not None:
        lines.insert(0, speak.say("draw.race", race=state.race, banker=state.banker))
    if state.winner is not None:
        lines.append(speak.say("play.race-winner", suit=state.winner))
    return _track(speak, state, "\n".join(lines), theme)


def running_picture(speak: Speaker, state: RaceState, *, theme: Theme = "light", captioned: bool = True) -> str:
    """A race by itself (see :mod:`homestretch.record.running`) with how far it has gone, without bank and tokens."""
    if state.winner is None:
        caption = speak.say("draw.turned", n=len(state.turned))
    else:
        caption = speak.say("play.race-winner", suit=state.winner)
    return _track(speak, state, caption if captioned else "", theme)


def scores_line(speak: Speaker, state: FivesState) -> str:
    """Every side's score."""
    return _line(speak, (side_name(state.rules, side) for side in range(state.rules.sides)), state.scores)


def balances_line(speak: Speaker, state: RaceState) -> str:
    """Every seat's tokens."""
    return _line(speak, (say("side.one", seat=seat) for seat in range(state.rules.players)), state.balances)


def _line(speak: Speaker, names: Iterable[Message], points: Iterable[int]) -> str:
    """Names and points, each name on one line with its points."""
    told = (speak.say("told.side-score", side=name, points=score) for name, score in zip(names, points, strict=True))
    return BETWEEN.join(each.replace(" ", NO_BREAK) for each in told)


def _whose_turn(speak: Speaker, state: FivesState) -> Iterator[str]:
    if state.turn is not None:
        yield speak.say("web.turn-of", turn=state.turn)


def _board(speak: Speaker, layout: Layout, caption: str, *, shape: Shape, theme: Theme) -> str:
    empty = speak.say("play.empty-table")
    return board_picture(
        layout,
        title=speak.say("draw.board", sum=sum_text(layout)) if layout.tiles else empty,
        description=" ".join(map(speak, in_words(layout))) if layout.tiles else "",
        caption=caption,
        shape=shape,
        theme=theme,
        last=layout.tiles[-1] if layout.tiles else None,
    )


def _track(speak: Speaker, state: RaceState, caption: str, theme: Theme) -> str:
    told = [
        speak.say("web.horse-at", suit=suit, position=position, finish=FINISH)
        for suit, position in zip(SUITS, state.positions, strict=True)
    ]
    if state.track:
        told.append(speak.say("draw.track-cards", track=state.track))
    return track_picture(
        state.track,
        state.positions,
        title=speak.say("draw.track"),
        description="; ".join(told),
        caption=caption,
        theme=theme,
        winner=state.winner,
    )
