"""A round of a record as a story: what everybody at the table saw, event by event."""

from typing import Any

from msgspec import Struct

from homestretch.kit.message import Refusal, refuse
from homestretch.kit.seat import SPECTATOR

from .exchange import Record
from .fives_record import FivesRecord
from .fives_replay import FivesJudge
from .race_replay import RaceJudge
from .redact import redact, view
from .verdict import Departure


class Told(Struct, frozen=True):
    """An event and the state after it, both as a spectator sees them."""

    event: Any
    state: Any


def story(record: Record, number: int) -> tuple[Told, ...] | Departure | Refusal:
    """What happened in round ``number``, counted from 1; a departure tells what was against the rules by then."""
    if not 1 <= number <= len(record.rounds):
        return refuse("position.round", round=number, rounds=len(record.rounds))
    judge = FivesJudge(record, number) if isinstance(record, FivesRecord) else RaceJudge(record, number)
    verdict = judge.verdict()
    if isinstance(verdict, Departure) and verdict.round is not None and verdict.round <= number:
        return verdict
    rulebook = judge.rulebook
    return tuple(
        Told(redact(rulebook, event, SPECTATOR), view(rulebook, state, SPECTATOR)) for event, state in judge.story
    )
