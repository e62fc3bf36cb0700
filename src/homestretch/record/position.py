"""A position of a record: what lay on the table before one of its moves."""

from typing import cast

from msgspec.structs import replace

from homestretch.fives.decide import decide
from homestretch.fives.events import Dealt
from homestretch.fives.evolve import evolve
from homestretch.fives.moves import Move
from homestretch.fives.state import Phase, State, new
from homestretch.kit.message import Refusal, Refused, refuse
from homestretch.kit.seat import Seat

from .exchange import Record
from .fives_record import FivesRecord
from .fives_replay import check_deal, replay_fives
from .verdict import Departure, depart


def position(record: Record, number: int, move: int) -> State | Departure | Refusal:
    """The state before move ``move`` of round ``number``, both counted from 1, or after the last move of an open round.

    Only the round itself is decided again; a departure tells what of it was against the rules.
    """
    if not isinstance(record, FivesRecord):
        return refuse("position.dominoes")
    if not 1 <= number <= len(record.rounds):
        return refuse("position.round", round=number, rounds=len(record.rounds))
    each = record.rounds[number - 1]
    moves = each.moves
    if not 1 <= move <= len(moves) + 1:
        return refuse("position.move", round=number, move=move, moves=len(moves))
    rules = record.rules
    start = new(rules)
    before = record.rounds[number - 2].scores if number > 1 else start.scores
    if len(before) != rules.sides:
        return cast("Departure", replay_fives(record))  # it departs there, if not before
    at: int | None = None
    try:
        check_deal(rules, each)
        dealt = Dealt(each.starter, each.start_by, each.hands, each.boneyard)
        state = evolve(replace(start, scores=before, round=number - 1), dealt)
        for at, (seat, done) in enumerate(moves, 1):
            if at == move and state.phase is Phase.MOVE:
                return state
            state = _moved(state, seat, done)
    except Refused as refused:
        return depart(record.game, refused.refusal, number, at)
    if state.phase is not Phase.MOVE:
        return refuse("position.move", round=number, move=move, moves=len(moves))
    return state


def _moved(state: State, seat: Seat, move: Move) -> State:
    """The state after a move, which the rulebook must allow."""
    if state.phase is Phase.ROUND:
        raise Refused(refuse("round.over"))
    if not 0 <= seat < state.rules.players:
        raise Refused(refuse("seat.unknown", number=seat, last=state.rules.players - 1))
    events = decide(state, seat, move)
    if isinstance(events, Refusal):
        raise Refused(events)
    for event in events:
        state = evolve(state, event)
    return state
