"""What a viewer of a card race may see: this game's half of the one gate (``homestretch.record.redact``)."""

from msgspec.structs import replace

from homestretch.kit.chance import Committed, Contributed, Lotted, Revealed, veil
from homestretch.kit.hidden import HIDDEN
from homestretch.kit.seat import Viewer

from .events import Announced, BankPassed, CardSeen, Event, Laid, Locked, MeetingWon, Paid, Staked, Turned, Won
from .state import State

_OPEN = (Contributed, Lotted, BankPassed, Announced, Locked, Turned, Won, Paid, MeetingWon, Revealed)


def redact(event: Event, viewer: Viewer) -> Event:
    """The event as the viewer may see it.

    Raises:
        TypeError: Nothing is known about events of this type, so nothing of it is shown.
    """
    match event:
        case Committed():
            return Committed(event.commitment, None)
        case Laid():
            return Laid(event.banker, event.track, _veiled(event.deck), event.again)
        case Staked():
            return event if event.seat == viewer else Staked(event.seat, HIDDEN)
    if isinstance(event, _OPEN):
        return event
    raise TypeError(f"no viewer may see an unknown event: {type(event).__name__}")


def view(state: State, viewer: Viewer) -> State:
    """The state as the viewer may see it: no stake of others before all are locked, no race deck, no seed."""
    return replace(
        state,
        shuffle=None if state.shuffle is None else veil(state.shuffle),
        deck=_veiled(state.deck),
        stakes=tuple(
            stake if stake is None or seat == viewer or state.locked else HIDDEN
            for seat, stake in enumerate(state.stakes)
        ),
    )


def _veiled(cards: tuple[CardSeen, ...]) -> tuple[CardSeen, ...]:
    return (HIDDEN,) * len(cards)
