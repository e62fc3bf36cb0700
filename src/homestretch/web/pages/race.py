"""The table of a meeting of card races."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import htpy as h
from markupsafe import Markup

from homestretch.i18n.narrate import tell
from homestretch.kit.card import SUITS, Suit
from homestretch.kit.message import Message, say
from homestretch.kit.seat import Seat
from homestretch.race.decide import suggest
from homestretch.race.events import MeetingWon, Paid
from homestretch.race.moves import TURN, Stake
from homestretch.race.odds import bank_edge, chances
from homestretch.race.ruleset import FINISH
from homestretch.race.state import RUNNING, Phase, State
from homestretch.record.redact import view
from homestretch.render.svg import draw_card, draw_card_back, draw_suit, draw_track
from homestretch.table.words import race_rules

from .betting import desk, own_stake
from .parts import Scene, beside, clock_of, covers, go_on, news, status, takeback, to_rules, typed

EXAMPLES: Final = {Phase.ANNOUNCE: "bank 1,2,3,5,10 max 1", Phase.STAKE: "D1", Phase.RACE: str(TURN)}
"""Moves in notation."""


def race_table(scene: Scene) -> h.Node:
    """Everything on the table, for one audience."""
    audience, table = scene.audience, scene.table
    state: State = view(table.rules, table.state, audience.viewer)
    seat = audience.viewer
    acts = seat is not None and seat in table.rules.actors(table.state)
    awaited = scene.waits_for_viewer
    return [
        h.p(".round")[
            scene.say("web.race-of", race=max(1, state.race), races=state.races),
            " ",
            to_rules(scene),
            " ",
            clock_of(scene),
        ],
        status(scene, *_now(scene, state, acts=awaited), mine=awaited),
        takeback(scene),
        go_on(scene),
        desk(scene, state, seat) if acts and seat is not None else own_stake(scene, state, seat),
        typed(scene, EXAMPLES[state.phase]) if acts else None,
        _lesson(scene, state) if acts else None,
        covers(scene),
        h.div(".turf")[
            Markup(draw_track(state.track, state.positions, _labels(scene, state), winner=state.winner)),
            _deck(scene, state),
        ],
        _settled(scene, state),
        _prices(scene, state),
        _ledger(scene, state),
        beside(news(scene)),
        _words(scene, state, seat),
    ]


# ---- what is going on


def _now(scene: Scene, state: State, *, acts: bool) -> tuple[Message, ...]:
    if state.phase is Phase.OVER:
        return tuple(tell(MeetingWon(state.winners), state)) if state.winners else (say("told.broken-off"),)
    return tuple(_waited_for(scene, state, acts=acts))


_ASKED: Final = {Phase.ANNOUNCE: "web.announce", Phase.STAKE: "web.stake", Phase.RACE: "web.turn-card"}


def _waited_for(scene: Scene, state: State, *, acts: bool) -> Iterator[Message]:
    """What the viewer has to do, or whom the race waits for, and who of them has left the page."""
    if state.phase is Phase.ROUND:
        yield say("web.race-over" if state.race else "web.begins")
    elif state.phase is Phase.DEAL:
        yield say("web.shuffling")
    elif acts:
        yield say(_ASKED[state.phase])
    else:
        yield from _others(scene, state)


def _others(scene: Scene, state: State) -> Iterator[Message]:
    awaited = scene.table.rules.actors(state)
    away = [seat for seat in awaited if seat in scene.table.persons and not scene.room.is_around(seat)]
    if state.phase is Phase.STAKE:
        yield say("web.stakes-awaited", names=tuple(scene.speak.seat(seat) for seat in awaited))
    elif not away:
        yield say("web.announces" if state.phase is Phase.ANNOUNCE else "web.card-turned-by", banker=state.banker)
    for seat in away:
        yield say("web.turn-away", turn=seat)
    viewer = scene.audience.viewer
    if viewer is not None and viewer != state.banker and not state.balances[viewer]:
        yield say("stake.no-tokens")


def _labels(scene: Scene, state: State) -> list[str]:
    return [
        scene.say("web.horse-at", suit=suit, position=position, finish=FINISH)
        for suit, position in zip(SUITS, state.positions, strict=True)
    ]


def _deck(scene: Scene, state: State) -> h.Node:
    """The pile of turned cards, and how many are left."""
    if state.phase not in RUNNING and not state.turned:
        return None
    top = state.turned[-1] if state.turned else None
    return h.div(".deck")[
        h.figure[Markup(draw_card_back()), h.figcaption[scene.say("web.cards-left", n=len(state.deck))]],
        top is not None
        and h.figure(f"#card-{len(state.turned)}.turned")[
            Markup(draw_card(top)),
            h.figcaption[scene.say("web.card-number", n=len(state.turned), card=top)],
        ],
    ]


# ---- odds, chances and balances


def _prices(scene: Scene, state: State) -> h.Node:
    """Odds, exact chances and edges of the four horses; the chances are those of this moment."""
    if not state.track:
        return None
    suggested = state.phase is Phase.ANNOUNCE
    prices = suggest(state).prices if suggested else state.prices
    odds = chances(state.counts, state.positions)
    first = chances(state.counts)
    shown = scene.audience.chances
    backed = any(isinstance(stake, Stake) for stake in state.stakes)
    edges = shown and bool(prices) and state.phase in (Phase.ANNOUNCE, Phase.STAKE)
    banks = scene.audience.viewer is not None and scene.audience.viewer == state.banker
    return h.div(".scroll", role="region", aria_label=scene.say("web.odds-table"), tabindex="0")[
        h.table(".odds")[
            h.caption[scene.say("web.odds-table")],
            h.thead[
                h.tr[
                    h.th(scope="col")[scene.say("odds.suit")],
                    h.th(scope="col")[scene.say("odds.track")],
                    h.th(scope="col")[scene.say("play.suggested" if suggested else "odds.offered")],
                    shown and h.th(scope="col")[scene.say("web.chance-now")],
                    edges and h.th(scope="col")[scene.say("odds.edge" if banks else "play.your-edge")],
                    backed and h.th(scope="col")[scene.say("web.backed-by")],
                ]
            ],
            h.tbody[
                (
                    h.tr(class_={"won": suit is state.winner})[
                        h.th(scope="row")[Markup(draw_suit(suit)), " ", scene.speak.value(suit)],
                        h.td[str(count)],
                        h.td[f"{prices[count]}:1" if prices else "–"],
                        shown and h.td[scene.speak.percent(float(odds[suit]))],
                        edges and h.td[_edge(scene, bank_edge(first[suit], prices[count]), banks=banks)],
                        backed and h.td[", ".join(_backers(scene, state, suit)) or "–"],
                    ]
                    for suit, count in zip(SUITS, state.counts, strict=True)
                )
            ],
        ]
    ]


def _edge(scene: Scene, edge: Fraction, *, banks: bool) -> str:
    """The bank is told its own edge, everyone else that of the backer."""
    return _signed(scene.speak.percent(float(edge if banks else -edge)))


def _backers(scene: Scene, state: State, suit: Suit) -> Iterator[str]:
    for seat, stake in enumerate(state.stakes):
        if isinstance(stake, Stake) and stake.suit is suit:
            yield scene.say("play.race-backer", seat=seat, amount=stake.amount)


def _ledger(scene: Scene, state: State) -> h.Element:
    """Everyone's balance, what the last race changed, who holds the bank and who was passed over."""
    table, viewer = scene.table, scene.audience.viewer
    paid = next((event for event in reversed(table.log) if isinstance(event, Paid)), None)
    over = bool(state.winners)
    seats = range(state.rules.players)
    order = sorted(seats, key=lambda seat: -state.balances[seat]) if over else seats
    return h.div(".scroll", role="region", aria_label=scene.say("web.balances"), tabindex="0")[
        h.table("#score.ledger", data_read="score")[
            h.caption[scene.say("web.final-balances" if over else "web.balances")],
            h.thead[
                h.tr[
                    h.th(scope="col")[scene.say("web.player")],
                    h.th(scope="col")[scene.say("web.tokens")],
                    h.th(scope="col")[scene.say("web.last-change")],
                    h.th(scope="col")[scene.say("web.bank")],
                ]
            ],
            h.tbody[
                (
                    h.tr(class_={"own": seat == viewer, "won": seat in state.winners})[
                        h.th(scope="row")[scene.speak.seat(seat), _kind(scene, seat)],
                        h.td[str(state.balances[seat])],
                        h.td[_change(paid.changes[seat]) if paid is not None else ""],
                        h.td[_bank(scene, state, seat)],
                    ]
                    for seat in order
                    if table.seats[seat] is not None
                )
            ],
        ]
    ]


def _kind(scene: Scene, seat: Seat) -> str:
    who = scene.table.seats[seat]
    if seat == scene.audience.viewer:
        return f" ({scene.say('web.you')})"
    return f" ({scene.say('web.bot-plays')})" if who is not None and who.deputy else ""


def _change(change: int) -> str:
    return f"+{change}" if change > 0 else _signed(str(change))


def _signed(number: str) -> str:
    """A number with a proper minus."""
    return number.replace("-", "−")


def _bank(scene: Scene, state: State, seat: Seat) -> str:
    if seat == state.banker and state.phase is not Phase.OVER:
        return scene.say("web.holds-bank")
    if seat in state.passed:
        return scene.say("web.bank-passed")
    return ""


# ---- the end of a race


def _settled(scene: Scene, state: State) -> h.Node:
    paid = scene.room.story.find(Paid)
    if paid is None or state.phase not in (Phase.ROUND, Phase.OVER):
        return None
    after = state
    return h.section(".settled", aria_labelledby="settled-title")[
        h.h2("#settled-title")[scene.say("web.race-ended", race=state.race)],
        state.winner is not None and h.p[scene.say("play.race-winner", suit=state.winner)],
        h.ul[(h.li[scene.speak(message), scene.why(message)] for message in tell(paid, after))],
        scene.audience.guide
        and state.race == 1
        and (h.p(".lesson")[scene.say(lesson)] for lesson in ("rule.race-pay", "rule.race-meeting")),
    ]


# ---- help


def _lesson(scene: Scene, state: State) -> h.Node:
    """What a newcomer is told before they first announce odds or back a horse."""
    if not scene.audience.guide or state.race != 1 or state.phase is Phase.RACE:
        return None
    chances_told = "web.guide-race-stake" if scene.audience.chances else "rule.race-pay"
    lesson = "web.guide-race-bank" if state.phase is Phase.ANNOUNCE else chances_told
    return h.aside(".guide", aria_label=scene.say("web.guide"))[
        h.p[scene.say("guide.welcome-race")], h.p[scene.say(lesson)]
    ]


def _words(scene: Scene, state: State, seat: Seat | None) -> h.Node:
    return [
        h.details("#words.words")[
            h.summary[scene.say("web.table-in-words")],
            h.ul(data_read="ends")[
                (h.li[label] for label in _labels(scene, state)),
                state.track and h.li[scene.say("web.track-cards", cards=state.track)],
            ],
            h.p(data_read="hand")[_in_hand(scene, state, seat)],
        ],
        h.details("#rules.words")[
            h.summary[scene.say("web.rules-here")],
            h.ul[(h.li[scene.speak(message)] for message in _rules(state, seat))],
        ],
    ]


def _in_hand(scene: Scene, state: State, seat: Seat | None) -> str:
    if seat is None:
        return scene.say("web.watching")
    return scene.say("play.race-balance", seat=seat, tokens=say("count.tokens", n=state.balances[seat]))


def _rules(state: State, seat: Seat | None) -> Iterator[Message]:
    yield from race_rules(state, seat)
