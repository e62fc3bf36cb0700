"""What the keeper of a domino game taps: awards for each side, the lot, and the end of a round."""

from typing import Final

import htpy as h
from markupsafe import Markup

from homestretch.fives.events import Scored
from homestretch.fives.ruleset import MULTIPLE
from homestretch.fives.settle import needed
from homestretch.fives.state import State
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

MISSING: Final = ("sheet.say-how", "sheet.hand-missing")
"""Refusals of what has only been begun."""


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
    return h.section(f".pad.s{side}", aria_labelledby=f"pad-{side}")[
        h.h2(id=f"pad-{side}")[Markup(draw_peg(side)), name],
        h.p(".total", id=f"total-{side}")[_score(state, side)],
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
            h.input(
                id=f"other-{side}",
                name="points",
                type="number",
                inputmode="numeric",
                min=str(step),
                max=str(most_award(rules)),
                step=str(step),
                required=True,
                placeholder=view.say("sheet.other-points"),
                aria_label=f"{view.say('sheet.other-points')}: {view.say('sheet.points-for', side=name)}",
            ),
            h.button(id=f"enter-{side}", aria_label=f"{view.say('sheet.enter')}: {name}")["+"],
            kind=".other",
            label=f"{name}: *",
        ),
        _so_far(view, side),
    ]


def totals(view: SheetView, state: State) -> h.Element:
    """How the sides stand, for whoever enters nothing."""
    return h.ul(".totals", aria_label=view.say("sheet.score"))[
        (
            h.li(f".side.s{side}")[
                h.span(".name")[Markup(draw_peg(side)), name],
                " ",
                h.strong(".total")[_score(state, side)],
                " ",
                not view.sheet.winners and _so_far(view, side),
            ]
            for side, name in enumerate(view.columns)
        )
    ]


def _score(state: State, side: Side) -> str:
    return str(state.scores[side]).replace("-", "−")


def _so_far(view: SheetView, side: Side) -> h.Element:
    """What a side has scored in this round: below the buttons, so that it moves none of them as it grows."""
    awards = _this_round(view, side)
    return h.p(".round-so-far")[
        view.say("sheet.this-round", awards=" + ".join(map(str, awards)))
        if awards
        else view.say("sheet.nothing-this-round")
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
                (
                    _way(view, number, seat, view.say("sheet.went-out", seat=seat), form)
                    for seat in range(state.rules.players)
                ),
                _way(view, number, None, view.say("sheet.is-blocked"), form),
            ],
        ],
        h.fieldset(".left")[
            h.legend[view.say("sheet.left")],
            h.p(".hint")[view.say("sheet.left-how")],
            (_hand(view, state, form, seat) for seat in range(state.rules.players)),
        ],
    ]


def _way(view: SheetView, number: int, out: Seat | None, text: str, form: Form) -> h.Element:
    value = BLOCKED if out is None else str(out)
    return h.label(".check")[
        h.input(
            id=f"out-{value}",
            type="radio",
            name="out",
            value=value,
            required=True,
            checked=form.get("out") == value,
            data_label=view.short(RoundEnd(number, out, ())),
        ),
        text,
    ]


def _hand(view: SheetView, state: State, form: Form, seat: Seat) -> h.Element:
    rules = state.rules
    chosen = [tile for tile in rules.tiles if tile_field(seat, tile) in form]
    name = view.speak.seat(seat)
    unneeded = " ".join(str(out) for out in range(rules.players) if out == seat or seat not in needed(rules, out))
    return h.div(
        id=f"hand-{seat}",
        class_=["hand-left", {"off": not counts_for(rules, form, seat)}],
        data_unneeded=unneeded,
    )[
        h.p(".unneeded.hint")[view.say("sheet.unneeded", seat=seat)],
        number_field(
            f"pips{seat}",
            view.say("sheet.pips-of", seat=seat),
            form.get(f"pips{seat}", ""),
            most=heaviest(rules, most_tiles(rules)),
            blank=" ",
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
        _said(view, line),
        line is not None
        and [
            h.ul[(h.li[view.speak(message)] for message in in_full(line))],
            h.p(".then")[view.say("sheet.then", scores=view.standing(line.scores))],
            h.button("#enter-end.go", name="step", value="enter", data_label=_label(view, line))[
                _entering(view, line.kept.number)
            ],
        ],
    ]


def _said(view: SheetView, line: Line | None) -> h.Node:
    """What is wrong, or what is still to be said, which nobody is blamed for."""
    if view.notice is None:
        return line is None and h.p(".hint")[view.say("sheet.worked-how")]
    return h.div(class_={"missing": view.notice.code in MISSING})[view.told()]


def _entering(view: SheetView, number: int) -> str:
    return view.say("sheet.enter-end" if view.sheet.entry(number) is None else "sheet.correct-it")


def unreached(view: SheetView, number: int) -> h.Element:
    """What a page with scripts shows where the server cannot work out what an end comes to."""
    return h.template("#unreached")[
        h.p[view.say("sheet.unreached")],
        h.button("#enter-end.go", name="step", value="enter")[_entering(view, number)],
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
            unreached(view, len(view.sheet.entries) + 1),
            kind="#ending",
            back=True,
        ),
    ]
