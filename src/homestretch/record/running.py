"""A card race as text: the seven cards of the track, a stroke, and the cards turned so far (``7S … 10H / 4D QD``)."""

from msgspec import Struct

from homestretch.kit.card import ACE, SUITS, Card, Suit, parse_card
from homestretch.kit.message import Refusal, refuse
from homestretch.race.ruleset import FINISH, TOO_MANY, TRACK
from homestretch.race.state import suit_counts

from .shape import clip


class Running(Struct, frozen=True):
    """How far a race has gone; ``positions`` follow the order of the suits."""

    track: tuple[Card, ...]
    turned: tuple[Card, ...]
    positions: tuple[int, ...]
    winner: Suit | None


def read(text: str) -> Running | Refusal:
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


def _run(track: tuple[Card, ...], turned: tuple[Card, ...]) -> Running | Refusal:
    positions = [0] * len(SUITS)
    winner: Suit | None = None
    for number, card in enumerate(turned, len(track) + 1):
        if winner is not None:
            return refuse("draw.race-over", number=number, suit=winner)
        horse = SUITS.index(card.suit)
        positions[horse] += 1
        if positions[horse] == FINISH:
            winner = card.suit
    return Running(track, turned, tuple(positions), winner)
