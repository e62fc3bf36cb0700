"""Playing cards: four suits, thirteen ranks, and how a card is written (``10D``, ``KS``)."""

from enum import StrEnum
from typing import Final, NamedTuple


class Suit(StrEnum):
    """A suit; also the horse that runs for it."""

    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"

    @property
    def symbol(self) -> str:
        """The suit's sign.

        >>> "".join(suit.symbol for suit in Suit)
        '♠♥♦♣'
        """
        return _SYMBOLS[self]

    @property
    def letter(self) -> str:
        """The suit's initial, as records write it: S, H, D or C."""
        return self.value[0].upper()


SUITS: Final = tuple(Suit)
ACE: Final = 1
_SYMBOLS: Final = dict(zip(SUITS, "♠♥♦♣", strict=True))
_RANKS: Final = {ACE: "A", 11: "J", 12: "Q", 13: "K"} | {rank: str(rank) for rank in range(2, 11)}
_RANK_OF: Final = {text: rank for rank, text in _RANKS.items()}
_SUIT_OF: Final = {sign: suit for suit in SUITS for sign in (suit.letter, suit.symbol)}


class Card(NamedTuple):
    """A card: ``rank`` from 1 (ace) to 13 (king), and its suit.

    >>> str(Card(10, Suit.DIAMONDS)), Card(1, Suit.SPADES).pretty
    ('10D', 'A♠')
    """

    rank: int
    suit: Suit

    @property
    def pretty(self) -> str:
        """The card as people write it, with the suit's sign."""
        return f"{_RANKS[self.rank]}{self.suit.symbol}"

    def __str__(self) -> str:
        return f"{_RANKS[self.rank]}{self.suit.letter}"


RUNNERS: Final = tuple(Card(rank, suit) for suit in SUITS for rank in range(2, 14))
"""The 48 cards without the aces, in the canonical order from which every deal is shuffled."""


def parse_card(text: str) -> Card | None:
    """Read ``10D``, ``kS`` or ``A♠``; None where the text is no card.

    >>> parse_card("10d"), parse_card("1D")
    (Card(rank=10, suit=<Suit.DIAMONDS: 'diamonds'>), None)
    """
    text = text.strip().upper()
    rank, suit = _RANK_OF.get(text[:-1]), _SUIT_OF.get(text[-1:])
    return None if rank is None or suit is None else Card(rank, suit)
