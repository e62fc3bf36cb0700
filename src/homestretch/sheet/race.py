"""The entries of a meeting of card races: what they bring about, by the rules that the tables play by."""

from functools import reduce
from typing import Final

from msgspec.structs import replace

from homestretch.kit.card import SUITS, Card
from homestretch.kit.hidden import HIDDEN
from homestretch.kit.message import Refusal, refuse, say
from homestretch.kit.seat import Seat
from homestretch.race.deal import next_bank
from homestretch.race.decide import decide, finish, largest_limit
from homestretch.race.events import Event, Laid
from homestretch.race.evolve import evolve
from homestretch.race.moves import Announce, Move, Stake
from homestretch.race.odds import track_faults
from homestretch.race.ruleset import are_prices
from homestretch.race.settle import meeting_won
from homestretch.race.state import RUNNING, Phase, State

from .entries import Backed, Entry, Finished, Opening, Starts

Outcome = tuple[tuple[Event, ...], State] | Refusal
"""The events of an entry and the state after them, or why it does not count."""

LOWEST: Final = 2
"""The lowest rank on a track. Which ranks lie there is not noted, for they change nothing."""


def enter(state: State, entry: Entry) -> Outcome:
    """What an entry brings about, or why it does not count."""
    if state.phase is Phase.OVER:
        return refuse("sheet.over")
    match entry:
        case Starts():
            return _first_bank(state, entry)
        case Opening():
            return _open(state, entry)
        case Backed():
            return _back(state, entry)
        case Finished():
            return _finish(state, entry)
    return refuse("sheet.unclear")


def bank_due(state: State) -> Seat | None:
    """Who holds the bank in the race that is to be opened; None before the lot, and where nobody is left."""
    return next_bank(state)[1]


def _first_bank(state: State, entry: Starts) -> Outcome:
    if not 0 <= entry.seat < state.rules.players:
        return refuse("sheet.unclear")
    if state.race:
        return refuse("sheet.bank-known")
    return (), replace(state, first=entry.seat)


def _open(state: State, entry: Opening) -> Outcome:
    if state.phase in RUNNING:
        return refuse("sheet.race-running")
    passed, banker = next_bank(state)
    if banker is None:
        return refuse("sheet.bank-first")
    fault = track_faults(entry.counts)
    if fault is not None:
        return fault
    opened: tuple[Event, ...] = (*passed, Laid(banker, _track(entry.counts), (HIDDEN,)))
    return _moved(_fold(state, opened), banker, Announce(entry.prices, entry.limit), opened)


def payable(state: State, counts: tuple[int, ...], prices: tuple[int, ...]) -> int | None:
    """The largest stake that the bank may allow on such a track at these odds, 0 where it cannot pay even 1.

    None where no race can be opened like this.
    """
    banker = None if state.phase in RUNNING else bank_due(state)
    if banker is None or track_faults(counts) is not None or not are_prices(prices):
        return None
    return largest_limit(evolve(state, Laid(banker, _track(counts), (HIDDEN,))), prices)


def _track(counts: tuple[int, ...]) -> tuple[Card, ...]:
    return tuple(
        Card(rank, suit) for suit, count in zip(SUITS, counts, strict=True) for rank in range(LOWEST, LOWEST + count)
    )


def _back(state: State, entry: Backed) -> Outcome:
    if not 0 <= entry.seat < state.rules.players:
        return refuse("sheet.unclear")
    if state.phase not in RUNNING:
        return refuse("sheet.no-race")
    return _moved(state, entry.seat, Stake(entry.suit, entry.amount))


def _moved(state: State, seat: Seat, move: Move, before: tuple[Event, ...] = ()) -> Outcome:
    """What a move brings about at this state, after the events that have led to it."""
    decision = decide(state, seat, move)
    return decision if isinstance(decision, Refusal) else ((*before, *decision), _fold(state, decision))


def _finish(state: State, entry: Finished) -> Outcome:
    if state.phase not in RUNNING:
        return refuse("sheet.no-race")
    if not state.locked:
        return refuse("sheet.stakes-missing", waiting=tuple(say("side.one", seat=seat) for seat in state.waiting))
    events = finish(state, entry.suit)
    after = _fold(state, events)
    passed, banker = next_bank(after)
    if after.phase is Phase.OVER or banker is not None:
        return events, after
    ends: tuple[Event, ...] = (*passed, meeting_won(after.balances))
    return (*events, *ends), _fold(after, ends)


def _fold(state: State, events: tuple[Event, ...]) -> State:
    return reduce(evolve, events, state)
