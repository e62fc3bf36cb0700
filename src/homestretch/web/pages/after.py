"""Pages beside a table: the whole log, stepping through a match, its proofs, and the links to share."""

from collections.abc import Iterator
from typing import Any

import htpy as h
import msgspec
from markupsafe import Markup

from homestretch.fives.state import State as FivesState
from homestretch.i18n.explain import sum_text
from homestretch.i18n.speaker import Speaker
from homestretch.kit.card import SUITS, Suit
from homestretch.kit.hidden import known
from homestretch.kit.message import say
from homestretch.kit.seat import Seat, Viewer
from homestretch.race.moves import Stake
from homestretch.race.ruleset import FINISH
from homestretch.race.state import State as RaceState
from homestretch.record.redact import view
from homestretch.render import Shape, lay
from homestretch.render.svg import draw_board, draw_pegs, draw_tile, draw_track
from homestretch.table.table import Table
from homestretch.table.words import in_words
from homestretch.web.past import Moment, Past
from homestretch.web.qr import qr_svg
from homestretch.web.visit import Visit

from .hand import LEAST
from .kept import unbroken
from .links import explain_layout
from .names import side_names
from .scores import may_fall, scores_before


def whole_log(visit: Visit, table_id: str, table: Table, rounds: list[list[str]]) -> h.Element:
    """Everything that has happened at a table, round by round."""
    speak = visit.speak
    return h.main("#main.page")[
        h.h1[speak.say("web.whole-log")],
        _back(visit, table_id, table),
        (
            h.section(aria_labelledby=f"round-{number}")[
                h.h2(f"#round-{number}")[_round_name(speak, table, number)],
                h.ol[(h.li[unbroken(line)] for line in lines)],
            ]
            for number, lines in enumerate(rounds, 1)
        )
        if rounds
        else h.p[speak.say("web.nothing-yet")],
    ]


def _round_name(speak: Speaker, table: Table, number: int) -> str:
    return speak.say("web.race-number" if isinstance(table.state, RaceState) else "web.round-number", n=number)


def _back(visit: Visit, table_id: str, table: Table) -> h.Element:
    return h.p[h.a(href=visit.url(f"/t/{table_id}"))[visit.speak.say("web.back-to-table", game=table.game)]]


def share(visit: Visit, table_id: str, table: Table, links: list[tuple[str, str]]) -> h.Element:
    """The link to the table, and to each own seat a private one; each with its code for a phone."""
    speak = visit.speak
    return h.main("#main.page.share")[
        h.h1[speak.say("web.share")],
        _back(visit, table_id, table),
        (
            h.section[
                h.h2[title],
                h.p[
                    h.input(f"#link-{number}", readonly=True, value=link, aria_label=title),
                    h.button(
                        ".copy",
                        type="button",
                        data_copies=f"link-{number}",
                        hidden=True,
                        data_done=speak.say("web.copied"),
                    )[speak.say("web.copy")],
                ],
                h.div(".qr")[Markup(qr_svg(link, speak.say("web.qr")))],
            ]
            for number, (title, link) in enumerate(links)
        ),
        len(links) > 1 and h.p[speak.say("web.seat-link-how")],
    ]


def claim(visit: Visit, name: str, game: str, action: str) -> h.Element:
    """Asks whether to play a seat from this device too."""
    speak = visit.speak
    return h.main("#main.page")[
        h.h1[speak.say("web.claim", name=name, game=game)],
        h.p[speak.say("web.claim-how")],
        h.form(method="post", action=action)[h.button(".go")[speak.say("web.claim-it")]],
    ]


# ---- stepping through a match


def replay(visit: Visit, table_id: str, table: Table, past: Past, viewer: Viewer) -> h.Element:
    """One moment of a match that is over, and the ways to the others."""
    speak = Speaker(visit.language, tuple("" if who is None else who.name for who in table.seats))
    moment = past.moment
    address = visit.url(f"/t/{table_id}/replay")
    part = "race" if isinstance(table.state, RaceState) else "round"

    def link(label: str, at: int, key: str, *, off: bool) -> h.Element:
        if off:
            return h.span(".step.off", aria_disabled="true", role="link")[label]
        return h.a(".step", id=f"step-{key}", href=f"{address}?at={at}", data_key=key)[label]

    return h.main("#main", class_=["page", "replay", table.game])[
        h.h1[speak.say("web.replay-of", game=table.game)],
        _back(visit, table_id, table),
        h.nav(".steps", aria_label=speak.say("web.steps"))[
            link(speak.say("web.first"), 0, "Home", off=moment.number == 0),
            link(speak.say(f"web.{part}-back"), past.round_back, "PageUp", off=past.round_back == moment.number),
            link(speak.say("web.step-back"), moment.number - 1, "ArrowLeft", off=moment.number == 0),
            h.span(".at", aria_live="polite")[speak.say("web.move-of", n=moment.number, last=past.last)],
            link(speak.say("web.step-on"), moment.number + 1, "ArrowRight", off=moment.number == past.last),
            link(speak.say(f"web.{part}-on"), past.round_on, "PageDown", off=past.round_on == moment.number),
            link(speak.say("web.last"), past.last, "End", off=moment.number == past.last),
        ],
        h.div("#told", role="status")[h.ul[(h.li[unbroken(line)] for line in past.told(speak, viewer))]],
        _picture(speak, table, moment, viewer, visit.shape),
        _why(visit, table, moment),
        _share(visit, table_id, past),
        h.p(".hint")[speak.say("web.replay-keys-race" if part == "race" else "web.replay-keys")],
        h.p[
            h.label[
                speak.say("web.link-here"),
                " ",
                h.input(readonly=True, value=visit.absolute(f"/t/{table_id}/replay?at={moment.number}")),
            ]
        ],
    ]


def _why(visit: Visit, table: Table, moment: Moment) -> h.Node:
    """The way to the explain board with what lies at this moment."""
    state = moment.state
    if not isinstance(state, FivesState) or not state.layout.tiles:
        return None
    return h.p[h.a("#why", href=visit.url(explain_layout(table.game, state.layout)))[visit.speak.say("board.open")]]


def _share(visit: Visit, table_id: str, past: Past) -> h.Element:
    """The ways to a film of this round and to a picture of this moment."""
    speak, address = visit.speak, visit.url(f"/t/{table_id}")
    films = [
        h.a(f"#film-{form}.step", href=f"{address}/film/{past.round}.{form}", download=True)[
            speak.say(f"web.film-{form}")
        ]
        for form in ("gif", "svg")
        if past.round
    ]
    moment = h.a("#moment.step", href=f"{address}/picture/{past.moment.number}.png", download=True)[
        speak.say("web.moment-png")
    ]
    what = "web.share-race" if isinstance(past.moment.state, RaceState) else "web.share-round"
    return h.section(aria_labelledby="shared")[h.h2("#shared")[speak.say(what)], h.p(".steps")[(*films, moment)]]


def _picture(speak: Speaker, table: Table, moment: Moment, viewer: Viewer, shape: Shape) -> h.Node:
    state = view(table.rules, moment.state, viewer)
    return _race(speak, state) if isinstance(state, RaceState) else _dominoes(speak, state, moment, viewer, shape)


def _dominoes(speak: Speaker, state: FivesState, moment: Moment, viewer: Viewer, shape: Shape) -> h.Node:
    layout = state.layout
    last = layout.tiles[-1] if layout.tiles else None
    names = side_names(speak, state.rules)
    before = scores_before(state, [event for event, _ in moment.happened])
    labels = [f"{name}: {score}" for name, score in zip(names, state.scores, strict=True)]
    return [
        h.div(".scores")[
            Markup(draw_pegs(state.scores, before, state.rules.target, labels, below=may_fall(state.rules))),
            h.ul[(h.li[label] for label in labels)],
        ],
        h.div(".felt")[
            Markup(draw_board(layout, lay(layout, shape), last=last, least=LEAST[shape])),
            layout.tiles and h.p(".sum")[speak.say("play.total", sum=sum_text(layout))],
        ],
        h.ul(".hands")[
            (
                _open_hand(speak, state, seat)
                for seat in range(state.rules.players)
                if state.hands and (seat == viewer or seat in state.shown)
            )
        ],
        h.details("#words.words")[
            h.summary[speak.say("web.table-in-words")],
            h.ul[(h.li[unbroken(speak(message))] for message in in_words(layout))]
            if layout.tiles
            else h.p[speak.say("play.empty-table")],
        ],
    ]


def _open_hand(speak: Speaker, state: FivesState, seat: Seat) -> h.Element:
    tiles = sorted(known(state.hands[seat]))
    return h.li[
        h.span(".name")[speak.seat(seat)],
        h.span(".tiles")[(Markup(draw_tile(tile, upright=True, label=str(tile))) for tile in tiles)],
    ]


def _race(speak: Speaker, state: RaceState) -> h.Node:
    labels = [
        speak.say("web.horse-at", suit=suit, position=position, finish=FINISH)
        for suit, position in zip(SUITS, state.positions, strict=True)
    ]
    return [
        h.div(".turf")[Markup(draw_track(state.track, state.positions, labels, winner=state.winner))],
        h.ul[
            (h.li[" · ".join((label, *_bets(speak, state, suit)))] for label, suit in zip(labels, SUITS, strict=True))
        ],
        h.ul[(h.li[_balance(speak, state, seat)] for seat in range(state.rules.players))],
    ]


def _bets(speak: Speaker, state: RaceState, suit: Suit) -> Iterator[str]:
    """The odds of a horse and who backs it, as far as both are known."""
    if state.prices:
        yield f"{state.price(suit)}:1"
    for seat, stake in enumerate(state.stakes):
        if isinstance(stake, Stake) and stake.suit is suit:
            yield speak.say("play.race-backer", seat=seat, amount=stake.amount)


def _balance(speak: Speaker, state: RaceState, seat: Seat) -> str:
    code = "play.race-bank" if seat == state.banker else "play.race-balance"
    return speak.say(code, seat=seat, tokens=say("count.tokens", n=state.balances[seat]))


# ---- proofs


def proofs(
    visit: Visit, table_id: str, table: Table, data: tuple[dict[str, Any], ...], promise: str | None
) -> h.Element:
    """What was promised about every deal and shown after it; with scripts the page checks it itself."""
    speak = visit.speak
    return h.main("#main.page.proofs")[
        h.h1[speak.say("web.proof")],
        _back(visit, table_id, table),
        h.p[speak.say("web.proof-how")],
        promise and h.p[speak.say("web.promised-now"), " ", h.code[promise]],
        data
        and [
            h.button("#verify.go", type="button", hidden=True)[speak.say("web.verify")],
            h.ol(".proofs")[(_proof(speak, table, each) for each in data)],
        ],
        not data and h.p[speak.say("web.no-proof-yet")],
        not table.over and h.p[speak.say("web.proof-later")],
    ]


def _proof(speak: Speaker, table: Table, proof: dict[str, Any]) -> h.Element:
    return h.li(".proof", data_proof=msgspec.json.encode(proof).decode())[
        h.h2[_round_name(speak, table, proof["round"])],
        h.dl[
            h.dt[speak.say("web.commitment")],
            h.dd[h.code[proof["commitment"]]],
            h.dt[speak.say("web.seed")],
            h.dd[h.code[proof["seed"]]],
            h.dt[speak.say("web.contributions")],
            h.dd[(h.div[h.code[part or "–"]] for part in proof["contributions"])],
        ],
        h.output(
            aria_live="polite",
            data_ok=speak.say("web.proof-ok"),
            data_bad_commitment=speak.say("proof.commitment"),
            data_bad_lot=speak.say("web.proof-bad-lot"),
            data_bad_deal=speak.say("proof.deal"),
        ),
    ]
