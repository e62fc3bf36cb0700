"""What a seat does in a card race: announce the odds, back a horse, turn a card."""

import htpy as h
from markupsafe import Markup

from homestretch.kit.card import SUITS
from homestretch.kit.hidden import Hidden
from homestretch.kit.message import say
from homestretch.kit.seat import Seat
from homestretch.race.decide import suggest
from homestretch.race.moves import Stake
from homestretch.race.odds import chances
from homestretch.race.ruleset import MOST_PRICE, PRICES
from homestretch.race.state import RUNNING, Phase, State
from homestretch.render.svg import draw_suit

from .parts import Scene


def desk(scene: Scene, state: State, seat: Seat) -> h.Node:
    """What this seat may do now."""
    if state.phase is Phase.ANNOUNCE:
        return _bank_form(scene, state)
    if state.phase is Phase.STAKE:
        return _stake_form(scene, state, seat)
    return scene.form(
        "/move",
        scene.moment(),
        h.button("#turn-card.go", name="move", value="turn")[scene.say("web.turn-a-card")],
        kind=".turn-card",
    )


def _bank_form(scene: Scene, state: State) -> h.Element:
    best = suggest(state)
    return scene.form(
        "/move",
        scene.moment(),
        h.input(type="hidden", name="kind", value="bank"),
        h.fieldset[
            h.legend[scene.say("web.odds-for")],
            (
                h.label[
                    h.span[scene.say("web.with-cards", n=count)],
                    h.span(".to-one")[
                        h.input(
                            f"#price-{count}",
                            name=f"price{count}",
                            type="number",
                            inputmode="numeric",
                            min="1",
                            max=str(MOST_PRICE),
                            required=True,
                            value=scene.entered.get(f"price{count}", str(best.prices[count])),
                        ),
                        ":1",
                    ],
                ]
                for count in range(PRICES)
            ),
        ],
        h.label[
            h.span[scene.say("web.largest-stake")],
            h.input(
                "#limit",
                name="limit",
                type="number",
                inputmode="numeric",
                min="1",
                required=True,
                value=scene.entered.get("limit", str(best.limit)),
            ),
        ],
        h.button(".go")[scene.say("web.announce-it")],
        kind=".bank",
    )


def _stake_form(scene: Scene, state: State, seat: Seat, stake: Stake | None = None) -> h.Element:
    """The four horses and how much to put on one; ``stake`` is what lies there already."""
    most = min(state.limit, state.balances[seat])
    begun = {} if stake is None else {"suit": stake.suit.letter, "amount": str(stake.amount)}
    begun |= scene.entered
    odds = chances(state.counts)
    return scene.form(
        "/move",
        scene.moment(),
        h.input(type="hidden", name="kind", value="stake"),
        h.fieldset(".horses")[
            h.legend[
                scene.say(
                    "play.stake-one" if most == 1 else "play.stake", seat=seat, tokens=say("count.tokens", n=most)
                )
            ],
            (
                h.label(".horse-choice")[
                    h.input(
                        f"#back-{suit}",
                        type="radio",
                        name="suit",
                        value=suit.letter,
                        required=True,
                        checked=begun.get("suit") == suit.letter,
                    ),
                    Markup(draw_suit(suit)),
                    h.span(".suit-name")[scene.speak.value(suit)],
                    h.span(".price")[f"{state.price(suit)}:1"],
                    scene.audience.chances and h.span(".chance")[scene.speak.percent(float(odds[suit]))],
                ]
                for suit in SUITS
            ),
        ],
        h.input(type="hidden", name="amount", value="1")
        if most == 1
        else h.label[
            h.span[scene.say("web.amount", most=most)],
            h.input(
                "#amount",
                name="amount",
                type="number",
                inputmode="numeric",
                min="1",
                max=str(most),
                value=begun.get("amount", "1"),
            ),
        ],
        h.button(".go")[scene.say("web.put-stake")],
        kind=".stake",
    )


def own_stake(scene: Scene, state: State, seat: Seat | None) -> h.Node:
    """What this seat has put down, which nobody else sees before all are locked; till then it may be changed."""
    stake = state.stakes[seat] if seat is not None and state.stakes else None
    if seat is None or stake is None or isinstance(stake, Hidden) or state.phase not in RUNNING:
        return None
    tokens = say("count.tokens", n=stake.amount)
    code = "web.own-stake-locked" if state.locked else "web.own-stake"
    return [
        h.p(".own-stake")[Markup(draw_suit(stake.suit)), " ", scene.say(code, suit=stake.suit, tokens=tokens)],
        not state.locked
        and h.details("#change-stake")[
            h.summary[scene.say("web.change-stake")], _stake_form(scene, state, seat, stake)
        ],
    ]
