"""A small language for card races, so that a test reads like a page of a rulebook.

``course(100, 100, 100, deck="D S")`` is a race whose track lies and seat 0 holds the bank, ``go(state, "0 turn")``
makes moves that must be accepted, and ``refused(state, "1 turn")`` one that must not be.
"""

from collections.abc import Iterable
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from homestretch.kit.card import RUNNERS, Card, parse_card
from homestretch.kit.chance import derive
from homestretch.kit.message import Message, Refusal
from homestretch.kit.seat import Seat
from homestretch.race.deal import deal, open_round
from homestretch.race.decide import decide, legal_moves
from homestretch.race.events import Event, Laid, MeetingWon, Paid
from homestretch.race.evolve import evolve
from homestretch.race.moves import Move, parse_move
from homestretch.race.ruleset import RaceRuleset
from homestretch.race.state import State, new

E = TypeVar("E")

TRACK = "2S 3S 2H 3H 2D 2C 3C"
"""The worked example: 2 spades, 2 hearts, 1 diamond, 2 clubs."""

CUSTOMARY = "bank 1,2,3,5,10 max 1"


def c(text: str) -> Card:
    """The card that is written so."""
    card = parse_card(text)
    assert card is not None, text
    return card


def cs(text: str) -> tuple[Card, ...]:
    """The cards that are written so, between spaces."""
    return tuple(c(word) for word in text.split())


def m(text: str) -> Move:
    """The move that is written so."""
    move = parse_move(text)
    assert not isinstance(move, Message), text
    return move


def runners(text: str, used: Iterable[Card] = ()) -> tuple[Card, ...]:
    """Race cards in the order in which they are turned: ``10D`` is that card, ``D`` the lowest diamond still free."""
    free = [card for card in RUNNERS if card not in used and str(card) not in text.split()]
    cards: list[Card] = []
    for word in text.split():
        card = parse_card(word) or next(card for card in free if card.suit.letter == word)
        if card in free:
            free.remove(card)
        cards.append(card)
    return tuple(cards)


def course(
    *balances: int,
    banker: Seat = 0,
    track: str = TRACK,
    deck: str = "",
    most_stake: int | None = 1,
    prices: tuple[int, ...] = (1, 2, 3, 5, 10),
) -> State:
    """The first race of a meeting, with its track laid and the bank still silent."""
    rules = RaceRuleset(len(balances), prices=prices, most_stake=most_stake)
    cards = runners(deck, cs(track))
    start = replace(new(rules), balances=balances, first=banker)
    return evolve(start, Laid(banker, cs(track), tuple(reversed(cards))))


class Run(NamedTuple):
    """How a few moves went: the state they led to and all their events."""

    state: State
    events: tuple[Event, ...]

    def all(self, kind: type[E]) -> list[E]:
        """The events of one kind."""
        return [event for event in self.events if isinstance(event, kind)]

    def only(self, kind: type[E]) -> E:
        """The one event of a kind."""
        (event,) = self.all(kind)
        return event

    @property
    def kinds(self) -> list[str]:
        """The names of the events."""
        return [type(event).__name__ for event in self.events]

    @property
    def changes(self) -> tuple[int, ...]:
        """What the settlement changed for each seat."""
        return self.only(Paid).changes

    @property
    def won(self) -> tuple[Seat, ...]:
        """Who won the meeting; nobody where it goes on."""
        won = self.all(MeetingWon)
        assert len(won) <= 1
        return won[0].seats if won else ()


def go(state: State, *texts: str) -> Run:
    """Make these moves, each of which must be accepted."""
    events: list[Event] = []
    for text in texts:
        seat, word = text.split(maxsplit=1)
        decision = decide(state, int(seat), m(word))
        assert not isinstance(decision, Refusal), f"{text}: {decision}"
        state = fold(state, decision)
        events += decision
    return Run(state, tuple(events))


def race(state: State, *stakes: str) -> Run:
    """Announce the customary prices, take these stakes, and turn cards until a horse has won."""
    run = go(state, f"{state.banker} {CUSTOMARY}", *stakes)
    while run.state.winner is None:
        step = go(run.state, f"{state.banker} turn")
        run = Run(step.state, (*run.events, *step.events))
    return run


def refused(state: State, text: str) -> Refusal:
    """Why this move is refused, which it must be."""
    seat, word = text.split(maxsplit=1)
    decision = decide(state, int(seat), m(word))
    assert isinstance(decision, Refusal), f"{text}: {decision}"
    return decision


def legal(state: State, seat: Seat) -> list[str]:
    """The legal moves of a seat, as they are written."""
    return [str(move) for move in legal_moves(state, seat)]


def fold(state: State, events: Iterable[Event]) -> State:
    """The state after all these events."""
    for event in events:
        state = evolve(state, event)
    return state


def opened(state: State, number: int = 0) -> State:
    """The state with the next race promised, from a seed of its own."""
    promise = open_round(state, derive(b"card race", number))
    assert not isinstance(promise, Refusal)
    return fold(state, promise)


def dealt(state: State, number: int = 0) -> Run:
    """Promise and deal the next race."""
    state = opened(state, number)
    events = deal(state)
    assert not isinstance(events, Refusal)
    return Run(fold(state, events), events)
