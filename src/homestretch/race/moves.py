"""What a player may do, and how a move is written (``bank 1,2,3,5,10 max 1``, ``D1``, ``turn``, ``turn 10D``)."""

import re
from typing import Final

from msgspec import Struct

from homestretch.kit.card import SUITS, Card, Suit, parse_card
from homestretch.kit.message import Refusal, refuse


class Announce(Struct, frozen=True):
    """Open the bank: the net odds for 0, 1, 2, 3 and 4 cards on the track, and the largest stake."""

    prices: tuple[int, ...]
    limit: int

    def __str__(self) -> str:
        return f"bank {','.join(map(str, self.prices))} max {self.limit}"


class Stake(Struct, frozen=True):
    """Back one horse with an amount of tokens."""

    suit: Suit
    amount: int

    def __str__(self) -> str:
        return f"{self.suit.letter}{self.amount}"


class Turn(Struct, frozen=True):
    """Turn the next race card; a record names the card, a banker at the table does not."""

    card: Card | None = None

    def __str__(self) -> str:
        return "turn" if self.card is None else f"turn {self.card}"


Move = Announce | Stake | Turn

TURN: Final = Turn()

_BANK: Final = re.compile(r"bank (\d{1,9}(?:[ ,]+\d{1,9})*) max (\d{1,9})", re.ASCII)
_STAKE: Final = re.compile(r"([a-z]+|[♠♥♦♣]) ?(\d{1,9})", re.ASCII)
_SUIT_OF: Final = {
    sign: suit for suit in SUITS for sign in (suit.letter.lower(), suit.symbol, suit.value, suit.value[:-1])
}


def parse_move(text: str) -> Move | Refusal:
    """Read a move in any spelling of the notation.

    >>> str(parse_move("Diamonds 1")), str(parse_move("♦1")), str(parse_move("turn 10d"))
    ('D1', 'D1', 'turn 10D')
    >>> str(parse_move("bank 1 2 3 5 10 max 4"))
    'bank 1,2,3,5,10 max 4'
    >>> parse_move("all on red").code
    'notation.race-move'
    """
    words = " ".join(text.lower().split())
    if words == "turn":
        return TURN
    if words.startswith("turn "):
        card = parse_card(words[5:])
        return refuse("notation.card", text=words[5:]) if card is None else Turn(card)
    bank = _BANK.fullmatch(words)
    if bank is not None:
        return Announce(tuple(int(price) for price in re.split("[ ,]+", bank[1])), int(bank[2]))
    stake = _STAKE.fullmatch(words)
    suit = None if stake is None else _SUIT_OF.get(stake[1])
    if stake is None or suit is None:
        return refuse("notation.race-move", text=text.strip())
    return Stake(suit, int(stake[2]))
