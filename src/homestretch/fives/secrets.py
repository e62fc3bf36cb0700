"""What a viewer of a domino match may see: the family's half of the one gate (``homestretch.record.redact``)."""

from msgspec.structs import replace

from homestretch.kit.chance import Committed, Contributed, Lotted, Revealed, veil
from homestretch.kit.hidden import HIDDEN
from homestretch.kit.seat import Viewer
from homestretch.kit.tile import Tile

from .events import Dealt, Drew, Event, MatchWon, Passed, Played, Scored, Settled, Stopped, TileSeen
from .state import State

_OPEN = (Contributed, Lotted, Played, Scored, Passed, Stopped, Settled, MatchWon, Revealed)


def redact(event: Event, viewer: Viewer) -> Event:
    """The event as the viewer may see it.

    Raises:
        TypeError: Nothing is known about events of this type, so nothing of it is shown.
    """
    match event:
        case Committed():
            return Committed(event.commitment, None)
        case Dealt():
            hands = tuple(hand if seat == viewer else _veiled(hand) for seat, hand in enumerate(event.hands))
            return Dealt(event.starter, event.start_by, hands, _veiled(event.boneyard))
        case Drew() if event.seat != viewer:
            return Drew(event.seat, HIDDEN, event.fits)
        case Drew():
            return event
    if isinstance(event, _OPEN):
        return event
    raise TypeError(f"no viewer may see an unknown event: {type(event).__name__}")


def view(state: State, viewer: Viewer) -> State:
    """The state as the viewer may see it: no other hand before its settlement, no boneyard, no seed.

    Its layout is a new one: the house's own remembers which placements were weighed, and so who holds what.
    """
    return replace(
        state,
        layout=state.layout.bare,
        shuffle=None if state.shuffle is None else veil(state.shuffle),
        hands=tuple(
            hand if seat == viewer or seat in state.shown else _veiled(hand) for seat, hand in enumerate(state.hands)
        ),
        boneyard=_veiled(state.boneyard),
        drawn=HIDDEN if isinstance(state.drawn, Tile) and state.turn != viewer else state.drawn,
    )


def _veiled(tiles: tuple[TileSeen, ...]) -> tuple[TileSeen, ...]:
    return (HIDDEN,) * len(tiles)
