"""Applying events. No rule is decided here, so the same code folds a full log and a redacted one."""

from msgspec.structs import replace

from homestretch.kit.card import SUITS
from homestretch.kit.chance import Committed, Contributed, Lotted, Revealed, committed, contributed, revealed

from .events import Announced, BankPassed, Event, Laid, Locked, MeetingWon, Paid, Staked, Turned, Won
from .state import RUNNING, Phase, State


def evolve(state: State, event: Event) -> State:
    """The state after this event."""
    match event:
        case Committed():
            return replace(state, phase=Phase.DEAL, shuffle=committed(event, state.rules.players))
        case Contributed() if state.shuffle is not None:
            return replace(state, shuffle=contributed(state.shuffle, event))
        case Lotted():
            return replace(state, first=event.seat)
        case BankPassed():
            return replace(state, passed=(*state.passed, event.seat))
        case Laid():
            return _laid(state, event)
        case Announced():
            return replace(state, phase=Phase.STAKE, prices=event.prices, limit=event.limit)
        case Staked():
            stakes = (*state.stakes[: event.seat], event.stake, *state.stakes[event.seat + 1 :])
            return replace(state, stakes=stakes)
        case Locked():
            return replace(state, phase=Phase.RACE, stakes=event.stakes, locked=True)
        case Turned():
            moved = SUITS.index(event.card.suit)
            return replace(
                state,
                deck=state.deck[:-1],
                turned=(*state.turned, event.card),
                positions=tuple(at + (horse == moved) for horse, at in enumerate(state.positions)),
            )
        case Won():
            return replace(state, winner=event.suit)
        case Paid():
            balances = tuple(tokens + change for tokens, change in zip(state.balances, event.changes, strict=True))
            return replace(state, phase=Phase.ROUND, balances=balances)
        case MeetingWon():
            return replace(state, phase=Phase.OVER, winners=event.seats)
        case Revealed() if state.shuffle is not None:
            broken_off = state.phase is Phase.DEAL or state.phase in RUNNING
            phase = Phase.OVER if broken_off else state.phase
            return replace(state, phase=phase, shuffle=revealed(state.shuffle, event))
    raise TypeError(f"no meeting has such an event: {type(event).__name__}")


def _laid(state: State, event: Laid) -> State:
    return replace(
        state,
        phase=state.phase if event.again else Phase.ANNOUNCE,
        race=state.race if event.again else state.race + 1,
        banker=event.banker,
        track=event.track,
        deck=event.deck,
        turned=(),
        positions=(0,) * len(SUITS),
        prices=(),
        limit=0,
        stakes=(None,) * state.rules.players,
        locked=False,
        winner=None,
    )
