"""What a table answers to a command: events, or a refusal. Nothing is applied here, so nothing is half-applied."""

from typing import assert_never

from homestretch.kit.message import Refusal, refuse
from homestretch.kit.seat import Seat
from homestretch.record.log import TookBack

from .commands import (
    Act,
    Answer,
    AskTakeback,
    BreakOff,
    Claim,
    Command,
    Continue,
    Contribute,
    Deal,
    Deputise,
    Promise,
    Return,
    Sit,
    Stand,
    Start,
    Swap,
)
from .events import (
    BrokenOff,
    Claimed,
    Continued,
    Deputised,
    Event,
    Occupant,
    Returned,
    Sat,
    Started,
    Stood,
    Swapped,
    TakebackAgreed,
    TakebackAsked,
    TakebackDeclined,
)
from .table import Table

Answered = tuple[Event, ...] | Refusal

MOST_DEVICES = 8
"""From so many devices a seat may be played."""


def handle(table: Table, command: Command) -> Answered:
    """Decide a command: seats before phases, phases before the rules of the game."""
    if isinstance(command, Continue):
        return _continue(table, command)
    if table.over:
        return refuse("table.over")
    match command:
        case Sit() | Stand() | Swap() | Start():
            return _seats(table, command)
        case Claim() | Deputise() | Return():
            return _absence(table, command)
        case AskTakeback() | Answer():
            return _takeback(table, command)
        case BreakOff():
            return (*table.rules.break_off(table.state), BrokenOff())
        case Promise() | Contribute() | Deal() | Act():
            if not table.started:
                return refuse("table.not-started")
            return _game(table, command)
    assert_never(command)


def _seats(table: Table, command: Sit | Stand | Swap | Start) -> Answered:
    match command:
        case Sit(seat=seat, occupant=occupant):
            return _sit(table, seat, occupant) or (Sat(seat, occupant),)
        case Stand(seat=seat):
            if _unknown(table, seat) or table.seats[seat] is None:
                return refuse("table.seat-empty", number=seat)
            return (Stood(seat),)
        case Swap(one=one, other=other):
            if table.started:
                return refuse("table.started")
            if _unknown(table, one) or _unknown(table, other):
                return refuse("table.no-seat", seats=len(table.seats))
            return (Swapped(one, other),)
        case Start():
            if table.started:
                return refuse("table.started")
            free = tuple(seat for seat, who in enumerate(table.seats) if who is None)
            return refuse("table.seats-free", n=len(free)) if free else (Started(),)


def _sit(table: Table, seat: Seat, occupant: Occupant) -> Refusal | None:
    if _unknown(table, seat):
        return refuse("table.no-seat", seats=len(table.seats))
    if table.seats[seat] is not None:
        return refuse("table.seat-taken")
    if any(who is not None and who.name == occupant.name for who in table.seats):
        return refuse("table.name-taken", name=occupant.name)
    if not table.house.shared and any(table.seats_of(guest) for guest in occupant.guests):
        return refuse("table.seated-already")
    return None


def _absence(table: Table, command: Claim | Deputise | Return) -> Answered:
    """Whose device a seat is played from, and whether its person or a bot plays it."""
    seat = command.seat
    who = None if _unknown(table, seat) else table.seats[seat]
    if who is None or who.kind == "bot":
        return refuse("table.no-person", number=seat)
    match command:
        case Claim(guest=guest):
            if guest in who.guests:
                return ()
            if table.seats_of(guest):
                return refuse("table.seated-already")
            if len(who.guests) >= MOST_DEVICES:
                return refuse("table.devices", most=MOST_DEVICES)
            return (Claimed(seat, guest),)
        case Deputise(level=level):
            if not table.started:
                return refuse("table.not-started")
            return refuse("table.away-already", seat=seat) if who.deputy else (Deputised(seat, level),)
        case Return():
            return (Returned(seat),) if who.deputy else refuse("table.not-away", seat=seat)


def _continue(table: Table, command: Continue) -> Answered:
    if not table.over:
        return refuse("table.not-over")
    return refuse("table.continued-already") if table.continued else (Continued(command.table),)


def _unknown(table: Table, seat: Seat) -> bool:
    return not 0 <= seat < len(table.seats)


def _game(table: Table, command: Promise | Contribute | Deal | Act) -> Answered:
    rules, state = table.rules, table.state
    match command:
        case Promise(seed=seed):
            return rules.open_round(state, seed)
        case Contribute(seat=seat) | Act(seat=seat) if _unknown(table, seat):
            return refuse("table.no-seat", seats=len(table.seats))
        case Contribute(seat=seat, entropy=entropy):
            return rules.contribute(state, seat, entropy)
        case Deal():
            return rules.deal(state)
        case Act(seat=seat, move=move, at=at):
            if at is not None and not table.ground <= at <= len(table.log):
                return refuse("table.stale")
            return rules.move_fault(move) or rules.decide(state, seat, move)


def _takeback(table: Table, command: AskTakeback | Answer) -> Answered:
    match command:
        case AskTakeback(seat=seat):
            if table.takeback is not None:
                return refuse("takeback.asked-already")
            own = table.chosen(seat)
            if not own:
                return refuse("takeback.barrier")
            asked = TakebackAsked(seat, own[-1].at)
            return (asked, TookBack(asked.to)) if table.persons in ((), (seat,)) else (asked,)
        case Answer(seat=seat, agrees=agrees):
            question = table.takeback
            if question is None:
                return refuse("takeback.none")
            if seat == question.seat or seat not in table.persons:
                return refuse("takeback.not-asked")
            if not agrees:
                return (TakebackDeclined(seat),)
            waiting = set(table.persons) - {question.seat, seat} - question.agreed
            agreed = TakebackAgreed(seat)
            return (agreed,) if waiting else (agreed, TookBack(question.to))
