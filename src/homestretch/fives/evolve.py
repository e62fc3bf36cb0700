"""Applying events. No rule is decided here, so the same code folds a full log and a redacted one."""

from msgspec.structs import replace

from homestretch.kit.chance import Committed, Contributed, Lotted, Revealed, committed, contributed, revealed
from homestretch.kit.hidden import take
from homestretch.kit.seat import Seat, Side, next_seat

from .events import Dealt, Drew, Event, MatchWon, Passed, Played, Scored, Settled, Stopped, TileSeen
from .layout import Layout
from .moves import DRAW, PASS, STOP, Play
from .state import Phase, State


def evolve(state: State, event: Event) -> State:
    """The state after this event."""
    match event:
        case Committed():
            return replace(state, phase=Phase.DEAL, shuffle=committed(event, state.rules.players))
        case Contributed() if state.shuffle is not None:
            return replace(state, shuffle=contributed(state.shuffle, event))
        case Lotted():
            return replace(state, leader=event.seat)
        case Dealt():
            return replace(
                state,
                phase=Phase.MOVE,
                round=state.round + 1,
                starter=event.starter,
                start_by=event.start_by,
                hands=event.hands,
                boneyard=event.boneyard,
                layout=Layout(state.rules.spinners),
                moves=(),
                turn=event.starter,
                drawn=None,
                goes_on=False,
                shown=(),
                leader=None,
            )
        case Played():
            return _played(state, event)
        case Scored():
            return _credit(state, {event.side: event.points})
        case Drew():
            return replace(
                state,
                hands=_with_hand(state, event.seat, (*state.hands[event.seat], event.tile)),
                boneyard=state.boneyard[:-1],
                moves=(*state.moves, (event.seat, DRAW)),
                drawn=event.tile if event.fits else None,
                goes_on=False,
            )
        case Passed() | Stopped():
            move = PASS if isinstance(event, Passed) else STOP
            turn = next_seat(event.seat, state.rules.players)
            return replace(state, moves=(*state.moves, (event.seat, move)), turn=turn, goes_on=False)
        case Settled():
            hands = list(state.hands)
            for seat, tiles in event.shown:
                hands[seat] = tiles
            changes = {change.side: change.points for change in event.changes}
            return replace(
                _credit(state, changes),
                phase=Phase.ROUND,
                hands=tuple(hands),
                turn=None,
                drawn=None,
                goes_on=False,
                shown=tuple(seat for seat, _ in event.shown),
                leader=event.out,
            )
        case MatchWon():
            return replace(
                state, phase=Phase.OVER, winners=event.sides, turn=None, drawn=None, goes_on=False, leader=None
            )
        case Revealed() if state.shuffle is not None:
            broken_off = state.phase in (Phase.DEAL, Phase.MOVE)
            phase = Phase.OVER if broken_off else state.phase
            return replace(
                state, phase=phase, shuffle=revealed(state.shuffle, event), turn=None, drawn=None, goes_on=False
            )
    raise TypeError(f"no domino match has such an event: {type(event).__name__}")


def _played(state: State, event: Played) -> State:
    seat = event.seat
    return replace(
        state,
        hands=_with_hand(state, seat, take(state.hands[seat], event.tile)),
        layout=state.layout.join(event.tile, event.host),
        moves=(*state.moves, (seat, Play(event.tile, event.host))),
        turn=seat if event.goes_on else next_seat(seat, state.rules.players),
        drawn=None,
        goes_on=event.goes_on,
    )


def _with_hand(state: State, seat: Seat, hand: tuple[TileSeen, ...]) -> tuple[tuple[TileSeen, ...], ...]:
    return (*state.hands[:seat], hand, *state.hands[seat + 1 :])


def _credit(state: State, points: dict[Side, int]) -> State:
    return replace(state, scores=tuple(score + points.get(side, 0) for side, score in enumerate(state.scores)))
