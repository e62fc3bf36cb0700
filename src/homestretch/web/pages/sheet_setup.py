"""Beginning a score sheet, correcting an entry, and bringing a sheet to other devices."""

import htpy as h
from markupsafe import Markup
from msgspec.structs import replace

from homestretch.fives.ruleset import Ruleset
from homestretch.fives.state import State
from homestretch.games import GAMES, AnyRuleset, Game, Seating
from homestretch.kit.card import SUITS
from homestretch.kit.message import Message
from homestretch.kit.seat import side_of
from homestretch.race.state import State as RaceState
from homestretch.sheet.entries import Award, Backed, Entry, Finished, Opening, RoundEnd, Starts
from homestretch.sheet.sheet import Kept, Line, scores_of
from homestretch.web.guests import LONGEST_NAME
from homestretch.web.houses import seating_text
from homestretch.web.qr import qr_svg
from homestretch.web.sheetforms import Form
from homestretch.web.sheetrooms import SheetRoom
from homestretch.web.visit import Visit

from .setup import MOST_LISTED_SEATS, house_rules, seating_name
from .sheet_pads import end_fields, unreached, worked_out
from .sheet_parts import SheetView, choice, hidden, number_field
from .sheet_race import opening_fields


def sheets_front(visit: Visit, own: list[SheetRoom]) -> h.Element:
    """The page from which sheets are begun and found again."""
    speak = visit.speak
    return h.main("#main.page.sheets")[
        h.h1[speak.say("sheet.title")],
        h.p(".lead")[speak.say("sheet.lead")],
        bool(own)
        and h.section(aria_labelledby="own-sheets")[
            h.h2("#own-sheets")[speak.say("sheet.your-sheets")],
            h.ul(".tables")[(_own(visit, room) for room in own)],
        ],
        h.div(".games")[(_game(visit, game) for game in GAMES.values())],
    ]


def _own(visit: Visit, room: SheetRoom) -> h.Element:
    speak, sheet, view = visit.speak, room.sheet, SheetView(room, visit, keeps=True)
    return h.li[
        h.a(href=visit.url(f"/score/{room.id}"))[speak.say(f"game.{sheet.header.game}")],
        h.span(".who")[view.standing(scores_of(sheet.state))],
        h.span(".state")[speak.say("sheet.won" if sheet.winners else "sheet.running")],
    ]


def _game(visit: Visit, game: Game) -> h.Element:
    speak = visit.speak
    seatings = [each for each in game.seatings if each.players <= MOST_LISTED_SEATS]
    return h.section(f".game.{game.key}", aria_labelledby=f"game-{game.key}")[
        h.h2(id=f"game-{game.key}")[speak.say(f"game.{game.key}")],
        h.p[speak.say("sheet.choose")],
        h.ul(".seatings")[
            (
                h.li[
                    h.a(
                        ".go",
                        id=f"begin-{game.key}-{seating_text(seating)}",
                        href=visit.url(f"/score/new/{game.key}?seating={seating_text(seating)}"),
                        aria_label=f"{speak.say(f'game.{game.key}')}: "
                        f"{seating_name(visit, seating, race=game.family == 'race')}",
                    )[seating_name(visit, seating, race=True) if not seating.pairs else speak.value(seating)]
                ]
                for seating in seatings
            )
        ],
    ]


def new_sheet(visit: Visit, game: Game, rules: AnyRuleset, form: Form, notice: Message | None = None) -> h.Element:
    """The form that begins a sheet."""
    speak = visit.speak
    pairs = isinstance(rules, Ruleset) and rules.pairs
    return h.main("#main.setup.page")[
        h.h1[speak.say("sheet.new", game=game.key)],
        notice is not None and h.p(".notice", role="alert")[speak(notice)],
        h.form(method="post", action=visit.url(f"/score/new/{game.key}"))[
            hidden("seating", seating_text(Seating(rules.players, pairs))),
            h.fieldset(".people")[
                h.legend[speak.say("sheet.names")],
                h.p(".hint")[speak.say("sheet.names-how")],
                (
                    h.label[
                        h.span[
                            speak.say("sheet.name-of-pair", n=seat + 1, pair=side_of(seat, pairs=True) + 1)
                            if pairs
                            else speak.say("sheet.name-of", n=seat + 1)
                        ],
                        h.input(
                            id=f"name-{seat}",
                            name=f"name{seat}",
                            maxlength=str(LONGEST_NAME),
                            autocomplete="off",
                            placeholder=speak.say("sheet.player", n=seat + 1),
                            value=form.get(f"name{seat}", visit.guest.name if seat == 0 else ""),
                        ),
                    ]
                    for seat in range(rules.players)
                ),
            ],
            h.fieldset[
                h.legend[speak.say("web.house-rules")],
                h.p[speak.say("web.house-rules-how")],
                house_rules(visit, _scored(rules), form),
            ],
            h.button("#begin.go")[speak.say("sheet.begin")],
        ],
    ]


def _scored(rules: AnyRuleset) -> AnyRuleset:
    """The rules as far as a sheet needs them: what keeps a turn is not noted on it."""
    return replace(rules, keeps=frozenset()) if isinstance(rules, Ruleset) else rules


# ---- correcting an entry


def correct_main(view: SheetView, kept: Kept, line: Line, form: Form) -> h.Element:
    """The page on which an entry is corrected; ``form`` holds its fields, ``line`` what they come to."""
    path = f"/entry/{kept.number}"
    ends = isinstance(kept.entry, RoundEnd)
    return h.main("#main.sheet.ending-page", data_sheet=view.room.id)[
        h.h1[view.say("sheet.correct-title", number=kept.number)],
        view.back(),
        h.p[view.short(kept.entry)],
        None if ends else view.told(),
        view.form(
            path,
            _fields(view, kept.entry, line, form),
            h.button("#work-out", name="step", value="preview")[view.say("sheet.work-out")] if ends else None,
            worked_out(view, None if view.notice else line)
            if ends
            else h.button("#correct.go", name="step", value="enter")[view.say("sheet.correct-it")],
            unreached(view, kept.number) if ends else None,
            kind="#ending" if ends else "#correcting",
            label=view.say("sheet.correct-title", number=kept.number),
            back=True,
        ),
        view.form(
            "/undo",
            hidden("number", kept.number),
            h.button("#strike.danger")[view.say("sheet.strike")],
            label=view.say("sheet.undo", entry=view.short(kept.entry)),
            back=True,
        ),
    ]


def _fields(view: SheetView, entry: Entry, line: Line, form: Form) -> h.Node:
    names = {str(seat): name for seat, name in enumerate(view.speak.names)}
    match entry:
        case Award():
            sides = {str(side): name for side, name in enumerate(view.columns)}
            return [
                choice("side", view.say("sheet.side"), sides, form.get("side", "")),
                number_field("points", view.say("sheet.points"), form.get("points", "")),
            ]
        case RoundEnd() if isinstance(line.before, State):
            return end_fields(view, line.before, form, entry.round)
        case Starts():
            return choice("seat", view.say("sheet.seat"), names, form.get("seat", ""))
        case Opening() if isinstance(line.before, RaceState):
            return opening_fields(view, line.before, form)
        case Backed():
            return [
                choice("seat", view.say("sheet.seat"), names, form.get("seat", "")),
                choice("suit", view.say("sheet.horse"), _horses(view), form.get("suit", "")),
                number_field("amount", view.say("sheet.amount"), form.get("amount", ""), least=1),
            ]
        case Finished():
            return [
                hidden("round", entry.round),
                choice("suit", view.say("sheet.horse"), _horses(view), form.get("suit", "")),
            ]
    return None


def _horses(view: SheetView) -> dict[str, str]:
    return {str(suit): f"{suit.symbol} {view.speak.value(suit)}" for suit in SUITS}


# ---- other devices


def share_main(view: SheetView, readers: str, keepers: str) -> h.Element:
    """The links: one to read along, one to keep the sheet as well."""
    links = (("readers", readers), ("keepers", keepers))
    return h.main("#main.page.share")[
        h.h1[view.say("sheet.share")],
        view.back(),
        (
            h.section[
                h.h2[view.say(f"sheet.link-{kind}")],
                h.p[view.say(f"sheet.{kind}-how")],
                h.p[
                    h.input(id=f"link-{kind}", readonly=True, value=link, aria_label=view.say(f"sheet.link-{kind}")),
                    h.button(
                        ".copy",
                        type="button",
                        data_copies=f"link-{kind}",
                        hidden=True,
                        data_done=view.say("web.copied"),
                    )[view.say("web.copy")],
                ],
                h.div(".qr")[Markup(qr_svg(link, view.say("web.qr")))],
            ]
            for kind, link in links
        ),
    ]


def join_main(view: SheetView, here: str) -> h.Element:
    """Asks whether this device should keep the sheet too."""
    game = view.say(f"game.{view.sheet.header.game}")
    return h.main("#main.page")[
        h.h1[view.say("sheet.join")],
        view.told(),
        h.p[view.say("sheet.join-how", game=game, names=view.sheet.header.names)],
        h.form(method="post", action=here)[h.button("#join.go")[view.say("sheet.join-it")]],
    ]
