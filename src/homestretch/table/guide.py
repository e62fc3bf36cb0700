"""What a newcomer is told in a first round: lessons by name, whose sentences are ``guide.…`` of the texts."""

from collections.abc import Iterator

from homestretch.fives.decide import legal_moves
from homestretch.fives.layout import award
from homestretch.fives.moves import Play
from homestretch.fives.ruleset import Settlement, Spinners
from homestretch.fives.state import State
from homestretch.kit.seat import Seat


def domino_lessons(state: State, seat: Seat, *, drew: bool) -> tuple[str, ...]:
    """What this seat should have heard before it moves; ``drew`` tells whether tiles were drawn for it."""
    return tuple(_lessons(state, seat, drew=drew))


def domino_lessons_of_the_end(state: State) -> tuple[str, ...]:
    """What everyone should hear once a round is settled."""
    if not state.shown:
        return ()
    return ("settled-bonus" if state.rules.settlement is Settlement.BONUS else "settled-deduction",)


def _lessons(state: State, seat: Seat, *, drew: bool) -> Iterator[str]:
    if state.rules.pairs:
        yield "pairs"
    moves = legal_moves(state, seat)
    if drew:
        yield "drew"
    if state.drawn is not None:
        yield "drawn"
        return
    if not state.layout.tiles:
        yield "open"
    elif state.goes_on:
        yield "goes-on"
    else:
        yield "join"
    plays = [move for move in moves if isinstance(move, Play)]
    if any(award(state.layout.join(move.tile, move.host).total) for move in plays):
        yield "award" if state.rules.unit == 1 else "award-unit"
    if any(move.tile.is_double for move in plays):
        yield "double"
    if any(place.port.is_branch for place in state.layout.places):
        yield "branch" if state.rules.spinners is Spinners.ALL else "branch-first"
