"""Playing cards, the four suits and the horse, drawn as shapes so that no font is needed for them."""

from functools import cache
from typing import Final

from homestretch.kit.card import Card, Suit

from .markup import naming, sprite

_SUITS: Final = {
    Suit.SPADES: (
        "M0-9.5C3.4-5.2 8.6-2.4 8.6 2.2 8.6 5 6.6 6.6 4.5 6.6 2.9 6.6 1.6 5.8.9 4.5 1.1 6.8 1.9 8.5 3.5 9.5H-3.5"
        "C-1.9 8.5-1.1 6.8-.9 4.5-1.6 5.8-2.9 6.6-4.5 6.6-6.6 6.6-8.6 5-8.6 2.2-8.6-2.4-3.4-5.2 0-9.5z"
    ),
    Suit.HEARTS: (
        "M0 9.5C-3.6 5-9 1.6-9-3.4-9-6.7-6.7-8.7-4.4-8.7-2.3-8.7-.7-7.4 0-5.3.7-7.4 2.3-8.7 4.4-8.7"
        " 6.7-8.7 9-6.7 9-3.4 9 1.6 3.6 5 0 9.5z"
    ),
    Suit.DIAMONDS: "M0-9.8Q3-4.2 7.2 0 3 4.2 0 9.8-3 4.2-7.2 0-3-4.2 0-9.8z",
    Suit.CLUBS: (
        "M-4.1-5.2a4.1 4.1 0 1 1 8.2 0a4.1 4.1 0 1 1-8.2 0zM-8.9 1.9a4.1 4.1 0 1 1 8.2 0a4.1 4.1 0 1 1-8.2 0z"
        "M.7 1.9a4.1 4.1 0 1 1 8.2 0a4.1 4.1 0 1 1-8.2 0zM-2-3H2L.9 3Q1.2 7.8 3.6 9.5H-3.6Q-1.2 7.8-.9 3z"
    ),
}
_HORSE: Final = (
    "M-9.6 10C-10.6 5.6-9.8.6-7.6-2.8L-9-2.6C-8-5-6.6-6.6-4.8-7.6L-6-8C-4.6-9-3.2-9.4-1.8-9.3L-.4-11.6 1-8.9"
    "C3.4-7.9 4.8-6.2 5.8-4L9.4 1.8C10.3 3.2 10 4.8 8.8 5.5L7.4 6.2C6.3 6.7 5.4 6 4.4 5.2 3 4.2 1 4.6-.6 3.4"
    "-1.2 5.6 1.8 7.4 2.2 10zM1.2-5.2A1.1 1.1 0 1 1 3.4-5.2 1.1 1.1 0 1 1 1.2-5.2z"
)
"""A head in profile that looks to the right, about 20 units wide and high."""


@cache
def card_sprite() -> str:
    """What cards and horses are made of, for a page to hold once: ids ``c-spades`` … ``c-clubs`` and ``c-horse``."""
    return sprite(card_drawings())


@cache
def card_drawings() -> dict[str, str]:
    """What the sprite holds, by id."""
    suits = {f"c-{suit}": f'<path d="{shape}"/>' for suit, shape in _SUITS.items()}
    return suits | {"c-horse": f'<path fill-rule="evenodd" d="{_HORSE}"/>'}


def draw_card(card: Card, *, label: str | None = None) -> str:
    """A card by itself, 50 x 70 units. Needs the sprite in the same page."""
    return (
        f'<svg class="card {card.suit}" viewBox="0 0 50 70" focusable="false" {naming(label)}>'
        f'<rect class="paper" x="1" y="1" width="48" height="68" rx="6"/>{face(card)}</svg>'
    )


def draw_card_back(*, label: str | None = None) -> str:
    """A card face down by itself."""
    return (
        f'<svg class="card back" viewBox="0 0 50 70" focusable="false" {naming(label)}>'
        '<rect class="paper" x="1" y="1" width="48" height="68" rx="6"/>'
        '<rect class="pattern" x="6" y="6" width="38" height="58" rx="3"/>'
        '<path class="lattice" d="M25 11L39 35 25 59 11 35zM25 23L32 35 25 47 18 35z" fill="none"'
        ' stroke-width="2"/></svg>'
    )


def draw_suit(suit: Suit, label: str | None = None) -> str:
    """A suit's shape by itself, to stand in a line of text. Needs the sprite in the same page."""
    return (
        f'<svg class="suit {suit}" viewBox="-10 -10 20 20" focusable="false" {naming(label)}>'
        f'<use href="#c-{suit}"/></svg>'
    )


def face(card: Card) -> str:
    """What is printed on a card of 50 x 70 units: the rank above, the suit below."""
    rank = card.pretty.removesuffix(card.suit.symbol)
    return (
        f'<text class="rank" x="25" y="29" font-size="28" text-anchor="middle">{rank}</text>'
        f'<use href="#c-{card.suit}" transform="translate(25 49)scale(1.3)"/>'
    )
