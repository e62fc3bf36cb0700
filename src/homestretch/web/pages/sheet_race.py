"""What the keeper of card races enters: the bank, the stakes, and the winner."""

import htpy as h
from markupsafe import Markup

from homestretch.kit.card import SUITS
from homestretch.race.moves import Stake
from homestretch.race.ruleset import MOST_PRICE, PRICES, TOO_MANY
from homestretch.race.state import RUNNING, State
from homestretch.render.svg import draw_suit
from homestretch.sheet.entries import Finished
from homestretch.sheet.race import bank_due
from homestretch.web.sheetforms import Form

from .sheet_pads import lot
from .sheet_parts import SheetView, choice, hidden, number_field


def race_desk(view: SheetView, state: State) -> h.Node:
    """What is due now."""
    if state.phase not in RUNNING:
        if bank_due(state) is None:
            return lot(view, view.say("sheet.who-banks"))
        return view.form(
            "/opening",
            opening_fields(view, state, {}),
            h.button("#open-bank.go")[view.say("sheet.bank-opens")],
            kind=".opening",
            label=view.say("sheet.bank-opens"),
        )
    if not state.locked:
        return _stakes(view, state)
    return view.form(
        "/finished",
        hidden("round", state.race),
        h.fieldset[
            h.legend[view.say("sheet.winner")],
            h.div(".choices")[
                (
                    h.button(
                        id=f"won-{suit}",
                        name="suit",
                        value=suit,
                        data_label=view.short(Finished(state.race, suit)),
                    )[Markup(draw_suit(suit)), " ", view.speak.value(suit)]
                    for suit in SUITS
                )
            ],
        ],
        kind=".winner",
    )


def opening_fields(view: SheetView, state: State, form: Form) -> h.Node:
    """The track by suits, the odds and the largest stake."""
    rules = state.rules
    prices = state.prices or rules.prices
    return [
        h.fieldset(".numbers")[
            h.legend[view.say("sheet.track")],
            (
                number_field(
                    suit,
                    f"{suit.symbol} {view.speak.value(suit)}",
                    form.get(suit, ""),
                    most=TOO_MANY - 1,
                    blank="0",
                )
                for suit in SUITS
            ),
        ],
        h.fieldset(".numbers")[
            h.legend[view.say("web.odds-for")],
            (
                number_field(
                    f"price{count}",
                    view.say("web.with-cards", n=count),
                    form.get(f"price{count}", str(prices[count])),
                    least=1,
                    most=MOST_PRICE,
                )
                for count in range(PRICES)
            ),
        ],
        number_field(
            "limit",
            view.say("web.largest-stake"),
            form.get("limit", "" if rules.most_stake is None else str(rules.most_stake)),
            least=1,
            blank=view.say("sheet.most-payable"),
        ),
    ]


def _stakes(view: SheetView, state: State) -> h.Element:
    options = {"": view.say("sheet.no-horse")} | {
        str(suit): f"{suit.symbol} {view.speak.value(suit)} {state.price(suit)}:1" for suit in SUITS
    }
    return view.form(
        "/stakes",
        h.fieldset[
            h.legend[view.say("sheet.stakes")],
            (
                h.div(".backer")[
                    h.span(".name", aria_hidden="true")[view.speak.seat(seat)],
                    choice(f"suit{seat}", view.say("sheet.stake-of", seat=seat), options, "", bare=True),
                    h.input(
                        id=f"field-amount{seat}",
                        name=f"amount{seat}",
                        type="number",
                        inputmode="numeric",
                        min="1",
                        max=str(min(state.limit, state.balances[seat])),
                        value="1",
                        aria_label=view.say("sheet.amount-of", seat=seat),
                    ),
                ]
                for seat in state.waiting
            ),
        ],
        h.button("#enter-stakes.go")[view.say("sheet.enter-stakes")],
        kind=".stakes",
        label=view.say("sheet.enter-stakes"),
    )


def balances(view: SheetView, state: State) -> h.Element:
    """Everyone's tokens, and what they have on which horse."""
    running = state.phase in RUNNING
    banker = state.banker if running else bank_due(state)
    return h.div(".balances.scroll", role="region", aria_label=view.say("web.balances"), tabindex="0")[
        h.table[
            h.caption[view.say("web.balances")],
            h.thead[
                h.tr[
                    h.th(scope="col")[view.say("web.player")],
                    h.th(".score", scope="col")[view.say("web.tokens")],
                    h.th(scope="col")[view.say("sheet.horse")],
                ]
            ],
            h.tbody[
                (
                    h.tr[
                        h.th(scope="row")[name],
                        h.td(".score")[str(state.balances[seat])],
                        h.td[_has(view, state, seat, running=running, banks=seat == banker)],
                    ]
                    for seat, name in enumerate(view.speak.names)
                )
            ],
        ]
    ]


def _has(view: SheetView, state: State, seat: int, *, running: bool, banks: bool) -> h.Node:
    if banks:
        return view.say("web.holds-bank")
    stake = state.stakes[seat] if running else None
    if seat in state.passed:
        return view.say("web.bank-passed")
    if not isinstance(stake, Stake):
        return None
    return [Markup(draw_suit(stake.suit)), f" {stake.amount} ({state.price(stake.suit)}:1)"]
