"""What the keeper of a domino game taps: awards for each side, the lot, and the end of a round."""

from typing import Final

import htpy as h
from markupsafe import Markup

from homestretch.fives.events import Scored
from homestretch.fives.ruleset import MULTIPLE
from homestretch.fives.state import State
from homestretch.kit.message import say
from homestretch.kit.seat import Seat, Side
from homestretch.render.svg import draw_peg, draw_tile
from homestretch.sheet.entries import Award, RoundEnd
from homestretch.sheet.limits import heaviest, most_award, most_tiles
from homestretch.sheet.sheet import Line
from homestretch.sheet.words import in_full
from homestretch.web.sheetforms import BLOCKED, Form, counts_for, tile_field

from .sheet_parts import SheetView, hidden, number_field

BUTTONS: Final = 6
"""So many awards have a button of their own; larger ones are written."""


def pads(view: SheetView, state: State) -> h.Node:
    """The keeper's buttons while a round is played."""
    return [
        h.div(".pads")[(_pad(view, state, side) for side in range(state.rules.sides))],
        lot(view, view.say("sheet.who-starts")) if state.leader is None else None,
        h.p(".ending")[h.a("#end.go", href=view.url("/end"))[view.say("sheet.end-round", round=state.round)],],
    ]


def _pad(view: SheetView, state: State, side: Side) -> h.Element:
    rules, name = state.rules, view.columns[side]
    step = MULTIPLE // rules.unit
    awards = _this_round(view, side)
    return h.section(f".pad.s{side}", aria_labelledby=f"pad-{side}")[
        h.h2(id=f"pad-{side}")[Markup(draw_peg(side)), name],
        h.p(".total", id=f"total-{side}")[str(state.scores[side]).replace("-", "−")],
        h.p(".round-so-far")[
            view.say("sheet.this-round", awards=" + ".join(map(str, awards)))
            if awards
            else view.say("sheet.nothing-this-round")
        ],
        view.form(
            "/award",
            hidden("side", side),
            h.div(".taps", role="group", aria_label=view.say("sheet.points-for", side=name))[
                (_tap(view, side, step * number) for number in range(1, BUTTONS + 1))
            ],
        ),
        view.form(
            "/award",
            hidden("side", side),
            h.label[
                h.span[view.say("sheet.other-points")],
                h.input(
                    id=f"other-{side}",
                    name="points",
                    type="number",
                    inputmode="numeric",
                    min=str(step),
                    max=str(most_award(rules)),
                    step=str(step),
                    required=True,
                    aria_label=f"{view.say('sheet.other-points')}: {view.say('sheet.points-for', side=name)}",
                ),
            ],
            h.button(id=f"enter-{side}", aria_label=f"{view.say('sheet.enter')}: {name}")[view.say("sheet.enter")],
            kind=".other",
            label=f"{name}: *",
        ),
    ]


def _tap(view: SheetView, side: Side, points: int) -> h.Element:
    label = view.short(Award(side, points))
    return h.button(
        ".tap", id=f"tap-{side}-{points}", name="points", value=str(points), aria_label=label, data_label=label
    )[str(points)]


def _this_round(view: SheetView, side: Side) -> list[int]:
    """What a side has scored since the last round was settled."""
    number = view.sheet.state.round
    return [
        event.points
        for line in view.sheet.lines
        if line.round == number
        for event in line.events
        if isinstance(event, Scored) and event.side == side
    ]


def lot(view: SheetView, title: str) -> h.Element:
    """Who starts or holds the first bank: a lot that was drawn at the table, or is drawn here."""
    return view.form(
        "/starts",
        h.fieldset[
            h.legend[title],
            h.div(".choices")[
                (
                    h.button(id=f"starts-{seat}", name="seat", value=str(seat), data_label=f"{title} {name}")[name]
                    for seat, name in enumerate(view.speak.names)
                ),
                h.button("#starts-lot", name="seat", value="lot", data_label=view.say("sheet.draw-lots"))[
                    view.say("sheet.draw-lots")
                ],
            ],
        ],
        kind=".lot",
    )


# ---- the end of a round


def end_fields(view: SheetView, state: State, form: Form, number: int) -> h.Node:
    """How a round ended, and what was left in each hand."""
    return [
        hidden("round", number),
        h.fieldset(".how")[
            h.legend[view.say("sheet.how-ended")],
            h.div(".choices")[
                (_way(str(seat), view.say("sheet.went-out", seat=seat), form) for seat in range(state.rules.players)),
                _way(BLOCKED, view.say("sheet.is-blocked"), form),
            ],
        ],
        h.fieldset(".left")[
            h.legend[view.say("sheet.left")],
            h.p(".hint")[view.say("sheet.left-how")],
            (_hand(view, state, form, seat) for seat in range(state.rules.players)),
        ],
    ]


def _way(value: str, text: str, form: Form) -> h.Element:
    return h.label(".check")[
        h.input(
            id=f"out-{value}", type="radio", name="out", value=value, required=True, checked=form.get("out") == value
        ),
        text,
    ]


def _hand(view: SheetView, state: State, form: Form, seat: Seat) -> h.Element:
    rules = state.rules
    chosen = [tile for tile in rules.tiles if tile_field(seat, tile) in form]
    name = view.speak.seat(seat)
    return h.div(id=f"hand-{seat}", class_=["hand-left", {"off": not counts_for(rules, form, seat)}])[
        number_field(
            f"pips{seat}",
            view.say("sheet.pips-of", seat=seat),
            form.get(f"pips{seat}", ""),
            most=heaviest(rules, most_tiles(rules)),
        ),
        h.details(id=f"tiles-{seat}", open=bool(chosen))[
            h.summary[view.say("sheet.tiles-of", seat=seat)],
            h.ul(".set", aria_label=name)[
                (
                    h.li[
                        h.label(".held")[
                            h.input(
                                type="checkbox",
                                id=f"t{seat}-{tile.low}{tile.high}",
                                name=tile_field(seat, tile),
                                value="1",
                                checked=tile in chosen,
                                data_tile=str(tile),
                                data_pips=str(tile.pips),
                                aria_label=f"{name}: {tile}",
                            ),
                            Markup(draw_tile(tile)),
                        ]
                    ]
                    for tile in rules.tiles
                )
            ],
        ],
    ]


def worked_out(view: SheetView, line: Line | None) -> h.Element:
    """What an end comes to before it is entered: the sums, or what is wrong with it."""
    return h.section("#worked.worked", aria_labelledby="worked-title", aria_live="polite")[
        h.h2("#worked-title")[view.say("sheet.worked-out")],
        view.told(),
        line is not None
        and [
            h.ul[(h.li[view.speak(message)] for message in in_full(line))],
            h.p(".then")[
                view.say(
                    "sheet.then",
                    scores=tuple(
                        say("told.side-score", side=name, points=score)
                        for name, score in zip(view.columns, line.scores, strict=True)
                    ),
                )
            ],
            h.button("#enter-end.go", name="step", value="enter", data_label=_label(view, line))[
                view.say("sheet.enter-end")
            ],
        ],
    ]


def _label(view: SheetView, line: Line) -> str:
    entry = line.kept.entry
    return view.short(entry) if isinstance(entry, RoundEnd) else ""


def end_main(view: SheetView, state: State, form: Form, line: Line | None, number: int) -> h.Element:
    """The page on which a round is ended."""
    return h.main("#main.sheet.ending-page", data_sheet=view.room.id)[
        h.h1[view.say("sheet.end-title", round=number)],
        view.back(),
        view.form(
            "/end",
            end_fields(view, state, form, number),
            h.button("#work-out", name="step", value="preview")[view.say("sheet.work-out")],
            worked_out(view, line),
            kind="#ending",
            back=True,
        ),
    ]
