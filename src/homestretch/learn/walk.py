"""Diagrams step by step: a layout placement by placement, a race card by card, each as the rules of play make it."""

from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from homestretch.fives.layout import Layout
from homestretch.fives.moves import Play
from homestretch.fives.ruleset import Ruleset
from homestretch.i18n.narrate import tell
from homestretch.kit.card import Card, Suit
from homestretch.kit.message import Message, Refusal, say
from homestretch.race.decide import decide
from homestretch.race.events import Paid, Turned, Won
from homestretch.race.evolve import evolve
from homestretch.race.moves import TURN, Stake
from homestretch.race.state import State
from homestretch.record.placements import read
from homestretch.record.running import BANKER, begin


class Step(Struct, frozen=True):
    """A placement and the layout that it leads to."""

    play: Play
    layout: Layout


class RaceStep(Struct, frozen=True):
    """Where the horses stand after a card, None before the first.

    ``told`` is what the card does; the last one also tells what it pays to whoever has staked a token on the winner.
    """

    card: Card | None
    positions: tuple[int, ...]
    winner: Suit | None
    told: tuple[Message, ...]


@cache
def steps(rules: Ruleset, moves: str) -> tuple[Step, ...]:
    """The placements of a diagram one after another.

    Raises:
        ValueError: One of them does not fit.

    >>> from homestretch.games import horse_race
    >>> [step.layout.total for step in steps(horse_race(), "1-4 1-1@1-4 4-4@1-4")]
    [5, 6, 10]
    """
    reading = read(rules, moves)
    if reading.refusal is not None:
        raise ValueError(f"{moves}: {reading.refusal.data}")
    walked: list[Step] = []
    layout = Layout(rules.spinners)
    for play in reading.plays:
        layout = layout.join(play.tile, play.host)
        walked.append(Step(play, layout))
    return tuple(walked)


@cache
def race_steps(track: tuple[Card, ...], turned: tuple[Card, ...]) -> tuple[RaceStep, ...]:
    """A race from its start, card by card.

    Raises:
        ValueError: A card is turned after the race.
    """
    race = begin(track, turned)
    state = replace(race, stakes=(None, Stake(turned[-1].suit, 1), *race.stakes[2:]))
    walked = [RaceStep(None, state.positions, None, ())]
    for card in turned:
        state, told = _turn(state)
        walked.append(RaceStep(card, state.positions, state.winner, told))
    return tuple(walked)


def _turn(state: State) -> tuple[State, tuple[Message, ...]]:
    decision = decide(state, BANKER, TURN)
    if isinstance(decision, Refusal):
        raise ValueError(f"{state.deck}: {decision.code}")
    told: list[Message] = []
    for event in decision:
        state = evolve(state, event)
        if isinstance(event, Turned | Won):
            told.extend(tell(event, state))
        elif isinstance(event, Paid):
            told.append(_pays(event))
    return state, tuple(told)


def _pays(paid: Paid) -> Message:
    (payment,) = paid.payments
    amount, change = payment.stake.amount, payment.change
    return say("rules.race-pays", suit=payment.stake.suit, amount=amount, change=change, returned=amount + change)
