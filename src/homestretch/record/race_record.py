"""The record of a meeting of card races as a value, from JSON values and back, and from a log.

``docs/record-format.md`` describes every key.
"""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from homestretch.games import CARD_RACE, Game, Seating, published_race, race_from_plain, ruleset_to_plain
from homestretch.kit.card import Card, Suit, parse_card
from homestretch.kit.chance import Revealed
from homestretch.kit.hidden import known
from homestretch.kit.message import Refusal, Refused, refuse
from homestretch.kit.seat import Seat
from homestretch.race.events import Announced, BankPassed, Event, Laid, Paid, Staked, Turned, Won
from homestretch.race.evolve import evolve
from homestretch.race.moves import Announce, Move, Stake, Turn, parse_move
from homestretch.race.ruleset import RaceRuleset
from homestretch.race.state import State, new

from .fives_record import FORMAT, with_ruleset
from .proof import Proof, proof_of, read_proof
from .shape import Shape, clip

Cards = tuple[Card, ...]


class RaceRound(Struct, frozen=True):
    """One race: who was passed over before it, the banker, the tracks and the deck, every move, and what it changed.

    The deck is turned from its end. ``relaid`` holds the tracks that were laid again, in their order.
    """

    banker: Seat
    passed: tuple[Seat, ...]
    relaid: tuple[Cards, ...]
    track: Cards
    deck: Cards
    moves: tuple[tuple[Seat, Move], ...]
    winner: Suit | None
    settlement: tuple[int, ...] | None
    balances: tuple[int, ...]
    proof: Proof | None = None


class RaceRecord(Struct, frozen=True):
    """One meeting: its rules, its races, who was passed over after the last of them, and its winners."""

    game: Game
    rules: RaceRuleset
    rounds: tuple[RaceRound, ...]
    passed: tuple[Seat, ...]
    winners: tuple[Seat, ...]


def to_plain(record: RaceRecord) -> dict[str, Any]:
    """The record as JSON values, keys in the order of the format."""
    rules = record.rules
    head: dict[str, Any] = {
        "format": FORMAT,
        "game": record.game.key,
        "players": rules.players,
        "tokens": rules.tokens,
    }
    if rules != published_race(Seating(rules.players)):
        head["ruleset"] = ruleset_to_plain(rules)
    return head | {
        "rounds": [_round_to_plain(each) for each in record.rounds],
        "passed": list(record.passed),
        "winners": list(record.winners),
    }


def _round_to_plain(each: RaceRound) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "banker": each.banker,
        "passed": list(each.passed),
        "relaid": [_texts(track) for track in each.relaid],
        "track": _texts(each.track),
        "deck": _texts(each.deck),
        "moves": [[seat, str(move)] for seat, move in each.moves],
        "winner": each.winner,
        "settlement": None if each.settlement is None else list(each.settlement),
        "balances": list(each.balances),
    }
    return plain if each.proof is None else plain | {"deal": each.proof.to_plain()}


def _texts(cards: Cards) -> list[str]:
    return [str(card) for card in cards]


def read_race(game: Game, shape: Shape) -> RaceRecord:
    """Read a card race's record from JSON values.

    Raises:
        Refused: A key is missing, a value is of the wrong type or cannot be read, or the ruleset makes no game.
    """
    rules = _read_ruleset(shape)
    rounds = tuple(_read_round(item) for item in shape.key("rounds").items())
    return RaceRecord(game, rules, rounds, shape.key("passed").wholes(), shape.key("winners").wholes())


def _read_ruleset(shape: Shape) -> RaceRuleset:
    base = published_race(Seating(shape.key("players").whole()))
    if isinstance(base, Refusal):
        raise Refused(base)
    head = {"players": base.players, "tokens": shape.key("tokens").whole()}
    rules = race_from_plain(with_ruleset(shape, ruleset_to_plain(base), head))
    if isinstance(rules, Refusal):
        raise Refused(rules)
    return rules


def _read_round(shape: Shape) -> RaceRound:
    settlement, deal = shape.key("settlement"), shape.maybe("deal")
    return RaceRound(
        banker=shape.key("banker").whole(),
        passed=shape.key("passed").wholes(),
        relaid=tuple(_read_cards(track) for track in shape.key("relaid").items()),
        track=_read_cards(shape.key("track")),
        deck=_read_cards(shape.key("deck")),
        moves=tuple(_read_move(item) for item in shape.key("moves").items()),
        winner=_read_suit(shape.key("winner")),
        settlement=None if settlement.value is None else settlement.wholes(),
        balances=shape.key("balances").wholes(),
        proof=None if deal is None else read_proof(deal),
    )


def _read_cards(shape: Shape) -> Cards:
    return tuple(_read_card(item) for item in shape.items())


def _read_card(shape: Shape) -> Card:
    card = parse_card(shape.text())
    if card is None:
        raise Refused(refuse("record.card", where=shape.where, text=clip(shape.text())))
    return card


def _read_suit(shape: Shape) -> Suit | None:
    if shape.value is None:
        return None
    try:
        return Suit(shape.text())
    except ValueError:
        raise Refused(refuse("record.suit", where=shape.where, text=clip(shape.text()))) from None


def _read_move(shape: Shape) -> tuple[Seat, Move]:
    seat, text = shape.pair()
    move = parse_move(text.text())
    if isinstance(move, Refusal):
        raise Refused(refuse("record.race-move", where=text.where, text=clip(text.text())))
    return seat.whole(), move


class _Open(Struct):
    """A race while its events are being written down."""

    passed: tuple[Seat, ...]
    relaid: tuple[Cards, ...]
    laid: Laid
    moves: list[tuple[Seat, Move]]
    winner: Suit | None = None
    settlement: tuple[int, ...] | None = None


def from_events(rules: RaceRuleset, events: Iterable[Event]) -> RaceRecord:
    """The record of a meeting from its full log.

    A race whose seed has not been shown is left out: nobody gets a record of a race that is still being run.
    """
    state = new(rules)
    rounds: list[RaceRound] = []
    passed: list[Seat] = []
    relaid: list[Cards] = []
    current: _Open | None = None
    for event in events:
        state = evolve(state, event)
        match event:
            case BankPassed():
                passed.append(event.seat)
            case Laid(again=True):
                relaid.append(event.track)
            case Laid():
                current = _Open(tuple(passed), tuple(relaid), event, [])
                passed, relaid = [], []
            case Revealed() if current is not None:
                rounds.append(_closed(current, state))
                current = None
            case _ if current is not None:
                _note(current, event)
    return RaceRecord(CARD_RACE, rules, tuple(rounds), tuple(passed), state.winners)


def _note(current: _Open, event: Event) -> None:
    match event:
        case Announced():
            current.moves.append((event.seat, Announce(event.prices, event.limit)))
        case Staked() if isinstance(event.stake, Stake):
            current.moves.append((event.seat, event.stake))
        case Turned():
            current.moves.append((current.laid.banker, Turn(event.card)))
        case Won():
            current.winner = event.suit
        case Paid():
            current.settlement = event.changes


def _closed(current: _Open, state: State) -> RaceRound:
    laid = current.laid
    return RaceRound(
        laid.banker,
        current.passed,
        current.relaid,
        laid.track,
        known(laid.deck),
        tuple(current.moves),
        current.winner,
        current.settlement,
        state.balances,
        proof_of(state.shuffle),
    )
