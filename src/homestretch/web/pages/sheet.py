"""A score sheet: how the game stands, what the keeper can enter, and everything that was entered."""

from itertools import groupby

import htpy as h
from markupsafe import Markup

from homestretch.fives.state import State
from homestretch.race.state import State as RaceState
from homestretch.render.svg import draw_pegs
from homestretch.sheet.entries import Undone
from homestretch.sheet.sheet import Line, scores_of
from homestretch.sheet.words import in_full, last_deed, now

from .scores import may_fall, scores_before
from .sheet_pads import pads, totals
from .sheet_parts import SheetView, hidden
from .sheet_race import balances, race_desk


def sheet_main(view: SheetView, begun: str) -> h.Element:
    """The main part of the page; ``begun`` is the day on which the sheet was begun, as people write it."""
    sheet, state = view.sheet, view.sheet.state
    title = view.say("sheet.heading", game=sheet.header.game)
    return h.main(
        "#main",
        class_=["sheet", sheet.header.game, {"over": bool(sheet.winners)}],
        data_view=view.number or None,
        data_title=title,
        data_sheet=view.room.id,
    )[
        h.h1[title],
        h.p(".begun")[view.say("sheet.begun", date=begun), h.span(".people")[", ".join(view.columns)]],
        _status(view),
        _desk(view) if view.keeps else _reading(view),
        not view.keeps and view.may_keep and view.back(),
        _pegs(view, state) if isinstance(state, State) else balances(view, state),
        _entries(view),
        _menu(view),
    ]


def _status(view: SheetView) -> h.Element:
    last = last_deed(view.sheet)
    return h.div("#status", class_=["status", {"won": bool(view.sheet.winners)}])[
        view.told(),
        h.p(role="status")[
            h.span(".now")[" ".join(view.speak(message) for message in now(view.sheet))],
            " ",
            h.span(".last")[view.say("sheet.nothing") if last is None else view.speak(last)],
        ],
    ]


def _desk(view: SheetView) -> h.Node:
    """Everything that the keeper can do now."""
    state, over = view.sheet.state, bool(view.sheet.winners)
    return h.div(".desk")[
        over and isinstance(state, State) and totals(view, state),
        not over and (race_desk(view, state) if isinstance(state, RaceState) else pads(view, state)),
        _undo(view),
        _put_back(view),
        over and _again(view),
    ]


def _reading(view: SheetView) -> h.Node:
    state = view.sheet.state
    return [
        h.p(".hint.screen")[view.say("sheet.reading")],
        isinstance(state, State) and totals(view, state),
    ]


def _undo(view: SheetView) -> h.Node:
    last = view.sheet.last
    if last is None:
        return None
    label = view.say("sheet.undo", entry=view.short(last.entry))
    return view.form("/undo", hidden("number", last.number), h.button("#undo")[label], kind=".undo", label=label)


def _put_back(view: SheetView) -> h.Node:
    """The way back from an undo that was a slip."""
    last = view.sheet.log[-1] if view.sheet.log else None
    if not isinstance(last, Undone):
        return None
    label = view.say("sheet.put-back-last", entry=view.short(view.sheet.entries[last.number - 1].entry))
    return view.form("/redo", hidden("number", last.number), h.button("#put-back")[label], kind=".undo", label=label)


def _again(view: SheetView) -> h.Element:
    """A new sheet with everything as it is on this one."""
    return h.form(".again", method="post", action=view.url("/again"))[h.button("#again.go")[view.say("sheet.again")]]


def _pegs(view: SheetView, state: State) -> h.Element:
    labels = [f"{name}: {score}" for name, score in zip(view.columns, state.scores, strict=True)]
    before = scores_before(state, [event for line in view.sheet.lines for event in line.events])
    return h.section(".scores", aria_label=view.say("sheet.pegs"))[
        Markup(draw_pegs(state.scores, before, state.rules.target, labels, below=may_fall(state.rules)))
    ]


# ---- everything that was entered


def _entries(view: SheetView) -> h.Element:
    lines = view.sheet.lines
    return h.section(".entries")[
        h.h2("#entries-title")[view.say("sheet.entries")],
        _table(view, lines) if lines else h.p[view.say("sheet.nothing")],
    ]


def _table(view: SheetView, lines: tuple[Line, ...]) -> h.Element:
    race = isinstance(view.sheet.state, RaceState)
    width = 2 + len(view.columns)
    return h.div(".scroll", role="region", aria_labelledby="entries-title", tabindex="0")[
        h.table(".lines")[
            h.thead[
                h.tr[
                    h.th(scope="col")[view.say("sheet.number")],
                    h.th(".what", scope="col")[view.say("sheet.entry")],
                    (h.th(".score", scope="col")[name] for name in view.columns),
                ]
            ],
            (
                h.tbody[
                    h.tr(".round")[
                        h.th(scope="rowgroup", colspan=str(width))[
                            view.say("web.race-number" if race else "web.round-number", n=max(1, number))
                        ]
                    ],
                    ([_row(view, line), _details(view, line, width)] for line in group),
                ]
                for number, group in groupby(lines, lambda line: max(1, line.round))
            ),
        ]
    ]


def _row(view: SheetView, line: Line) -> h.Element:
    kept = line.kept
    counts = not kept.struck and line.refusal is None
    what = view.short(kept.entry)
    before = scores_of(line.before)
    return h.tr(class_={"off": not counts})[
        h.th(".number", scope="row")[str(kept.number)],
        h.td(".what")[
            h.span[what] if counts else h.del_[what],
            kept.struck and h.span(".note")[" ", view.say("sheet.struck")],
            line.refusal is not None and h.span(".note.bad")[" ", view.say("sheet.not-counted")],
            (
                h.span(".note")[" ", h.del_[view.say("sheet.was", entry=view.short(earlier))]]
                for earlier in kept.earlier
            ),
            view.keeps and [" ", _deed(view, line, what)],
        ],
        (
            h.td(class_=["score", {"changed": counts and score != was}])[str(score).replace("-", "−")]
            for score, was in zip(line.scores, before, strict=True)
        ),
    ]


def _details(view: SheetView, line: Line, width: int) -> h.Node:
    """What an entry brought about, or why it does not count, in a row of its own."""
    told = [view.speak(message) for message in (line.refusal, *in_full(line)) if message is not None]
    return h.tr(".details")[h.td(colspan=str(width))[h.ul[(h.li[sentence] for sentence in told)]]] if told else None


def _deed(view: SheetView, line: Line, what: str) -> h.Element:
    number = line.kept.number
    if line.kept.struck:
        label = view.say("sheet.put-back-entry", number=number, entry=what)
        return view.form(
            "/redo",
            hidden("number", number),
            h.button(id=f"redo-{number}", aria_label=label)[view.say("sheet.put-back")],
            kind=".deed",
            label=label,
        )
    label = view.say("sheet.correct-entry", number=number, entry=what)
    return h.a(".deed", id=f"edit-{number}", href=view.url(f"/entry/{number}"), aria_label=label)[
        view.say("sheet.correct")
    ]


def _menu(view: SheetView) -> h.Element:
    return h.nav(".menu", aria_label=view.say("web.menu"))[
        view.keeps and h.a("#share", href=view.url("/share"))[view.say("sheet.share")],
        view.keeps and h.a("#as-reader", href=view.url("/view"))[view.say("sheet.as-reader")],
        h.a("#csv", href=view.url(".csv"), download=True)[view.say("sheet.csv")],
        h.button("#print", type="button", hidden=True)[view.say("sheet.print")],
    ]
