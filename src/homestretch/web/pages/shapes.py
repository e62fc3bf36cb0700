"""What the customary odds of a card race are worth on every shape of the track: a table and a chart."""

from collections.abc import Iterator
from typing import Final

import htpy as h
from markupsafe import Markup

from homestretch.i18n.speaker import Speaker
from homestretch.learn.race_shapes import Bet, TrackShape, shapes
from homestretch.render.svg import Bar, BarGroup, draw_bars

NEARLY: Final = 0.0005
"""A gain that would be written as 0.0 per cent favours nearly nobody."""

_HEADS: Final = (
    "rules.track-head",
    "rules.count-head",
    "rules.horses-head",
    "odds.chance",
    "odds.fair",
    "rules.offered-head",
    "odds.edge",
    "rules.favours-head",
)


def shapes_of_the_track(speak: Speaker, name: str) -> h.Element:
    """The table and the chart."""
    every = shapes()
    title = speak.say("rules.shapes")
    return h.div(".shapes", id=name)[
        h.div(".scroll", role="region", aria_label=title, tabindex="0")[
            h.table[
                h.caption[h.span[title]],
                h.thead[h.tr[(h.th(scope="col")[speak.say(head)] for head in _HEADS)]],
                (h.tbody[_rows(speak, shape)] for shape in every),
            ]
        ],
        h.figure[_chart(speak, every), h.figcaption[speak.say("rules.chart-title")]],
    ]


def _rows(speak: Speaker, shape: TrackShape) -> Iterator[h.Element]:
    for bet in shape.bets:
        first = bet is shape.bets[0]
        yield h.tr[
            first
            and h.th(scope="rowgroup", rowspan=str(len(shape.bets)))[
                _name(shape), h.span(".likely")[speak.say("rules.shape-likely", share=_share(speak, shape))]
            ],
            h.th(scope="row")[str(bet.count)],
            h.td[str(bet.horses)],
            h.td[speak.percent(float(bet.chance))],
            h.td[f"{speak.number(float(bet.fair))}:1"],
            h.td[f"{bet.price}:1"],
            h.td[_gain(speak, bet)],
            h.td(class_=["favours", _favours(bet)])[speak.say(f"rules.favours-{_favours(bet)}")],
        ]


def _name(shape: TrackShape) -> str:
    return " ".join(map(str, shape.counts))


def _share(speak: Speaker, shape: TrackShape) -> str:
    return speak.percent(float(shape.likely))


def _gain(speak: Speaker, bet: Bet) -> str:
    """What the bank gains, with its sign."""
    gain = 0.0 if _favours(bet) == "nobody" else float(bet.edge)
    text = speak.percent(abs(gain))
    return f"+{text}" if gain > 0 else f"−{text}" if gain < 0 else text


def _favours(bet: Bet) -> str:
    if abs(bet.edge) < NEARLY:
        return "nobody"
    return "bank" if bet.edge > 0 else "player"


def _chart(speak: Speaker, every: tuple[TrackShape, ...]) -> Markup:
    groups = [
        BarGroup(
            f"{_name(shape)} · {speak.say('rules.shape-likely', share=_share(speak, shape))}",
            tuple(
                Bar(speak.say("rules.chart-bar", n=bet.count), float(bet.edge), _gain(speak, bet)) for bet in shape.bets
            ),
        )
        for shape in every
    ]
    return Markup(
        draw_bars(
            groups,
            speak.say("rules.chart"),
            losses=speak.say("rules.chart-player"),
            gains=speak.say("rules.chart-bank"),
        )
    )
