"""Cards and how they are written."""

import pytest

from homestretch.kit.card import ACE, RUNNERS, SUITS, Card, Suit, parse_card


def test_suits_in_their_order() -> None:
    assert SUITS == (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
    assert [suit.letter for suit in SUITS] == ["S", "H", "D", "C"]
    assert [suit.symbol for suit in SUITS] == ["♠", "♥", "♦", "♣"]


def test_the_48_runners_are_every_card_but_the_aces() -> None:
    assert len(RUNNERS) == len(set(RUNNERS)) == 48
    assert all(card.rank != ACE for card in RUNNERS)
    assert [sum(card.suit is suit for card in RUNNERS) for suit in SUITS] == [12] * 4
    assert RUNNERS[0] == Card(2, Suit.SPADES)
    assert RUNNERS[-1] == Card(13, Suit.CLUBS)


@pytest.mark.parametrize(("rank", "text"), [(1, "A"), (2, "2"), (9, "9"), (10, "10"), (11, "J"), (12, "Q"), (13, "K")])
def test_how_a_card_is_written(rank: int, text: str) -> None:
    assert str(Card(rank, Suit.HEARTS)) == f"{text}H"
    assert Card(rank, Suit.HEARTS).pretty == f"{text}♥"


@pytest.mark.parametrize("card", [Card(rank, suit) for suit in SUITS for rank in range(1, 14)], ids=str)
def test_what_is_printed_is_read(card: Card) -> None:
    assert parse_card(str(card)) == parse_card(card.pretty) == parse_card(f" {str(card).lower()} ") == card


@pytest.mark.parametrize("text", ["", " ", "S", "10", "1D", "11D", "0S", "AX", "XS", "D10", "A S", "10DD"])
def test_what_is_no_card(text: str) -> None:
    assert parse_card(text) is None
