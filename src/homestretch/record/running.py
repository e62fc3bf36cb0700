"""A card race as text: the seven cards of the track, a stroke, and the cards turned so far (``7S … 10H / 4D QD``)."""

from functools import reduce
from typing import Final

from msgspec.structs import replace

from homestretch.kit.card import ACE, SUITS, Card, parse_card
from homestretch.kit.message import Refusal, refuse
from homestretch.race.decide import decide
from homestretch.race.evolve import evolve
from homestretch.race.moves import TURN
from homestretch.race.ruleset import FEWEST_PLAYERS, TOO_MANY, TRACK, RaceRuleset
from homestretch.race.state import Phase, State, new, suit_counts

from .shape import clip

BANKER: Final = 0
"""The seat that turns the cards of a race by itself."""

UNREADABLE: Final = frozenset({"draw.race-empty", "draw.race-card"})
"""Refusals of what is no card. All others are of cards that can be read, and that no race can have."""


def begin(track: tuple[Card, ...], cards: tuple[Card, ...]) -> State:
    """A race by itself, on which nobody has staked: these cards are about to be turned, in their order."""
    rules = RaceRuleset(FEWEST_PLAYERS)
    return replace(
        new(rules),
        phase=Phase.RACE,
        race=1,
        banker=BANKER,
        track=track,
        deck=cards[::-1],
        prices=rules.prices,
        locked=True,
    )


def read(text: str) -> State | Refusal:
    """Run a race from its cards, or say which card cannot be, counted from 1.

    >>> race = read("7S KH 2D 9D JC 3C 10H / 4D qd")
    >>> race.positions, race.winner
    ((0, 0, 2, 0), None)
    >>> read("7S KH 2D 9D JC 3C 10H / 7S").code
    'draw.race-twice'
    """
    before, _, after = text.replace(",", " ").partition("/")
    laid, run = before.split(), after.replace("/", " ").split()
    if not laid and not run:
        return refuse("draw.race-empty")
    cards: list[Card] = []
    for number, word in enumerate((*laid, *run), 1):
        card = parse_card(word)
        if card is None:
            return refuse("draw.race-card", number=number, text=clip(word))
        if card.rank == ACE:
            return refuse("draw.race-ace", number=number)
        if card in cards:
            return refuse("draw.race-twice", number=number, text=card)
        cards.append(card)
    if len(laid) != TRACK:
        return refuse("draw.race-track", due=TRACK, given=len(laid))
    track = tuple(cards[:TRACK])
    counts = suit_counts(track)
    if max(counts) >= TOO_MANY:
        return refuse("draw.race-suit", count=max(counts), suit=SUITS[counts.index(max(counts))], most=TOO_MANY)
    return _run(track, tuple(cards[TRACK:]))


def _run(track: tuple[Card, ...], cards: tuple[Card, ...]) -> State | Refusal:
    """The race after all these cards, as the rules turn them."""
    state = begin(track, cards)
    for number in range(TRACK + 1, TRACK + 1 + len(cards)):
        decision = decide(state, BANKER, TURN)
        if isinstance(decision, Refusal):
            return refuse("draw.race-over", number=number, suit=state.winner)
        state = reduce(evolve, decision, state)
    return state
