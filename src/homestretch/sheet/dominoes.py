"""The entries of a domino game: what they bring about, by the rules that the tables play by."""

from functools import reduce
from typing import Final

from msgspec.structs import replace

from homestretch.fives.decide import settled_round, won_by_award
from homestretch.fives.events import Event, Scored, Settled
from homestretch.fives.evolve import evolve
from homestretch.fives.ruleset import MULTIPLE, Leads, Ruleset
from homestretch.fives.settle import needed, settle_pips
from homestretch.fives.state import Phase, State, new
from homestretch.kit.message import Refusal, refuse

from .entries import Award, Entry, RoundEnd, Starts
from .limits import hands_fault, most_award, pips_of

Outcome = tuple[tuple[Event, ...], State] | Refusal
"""The events of an entry and the state after them, or why it does not count."""

FIRST: Final = 1


def begin(rules: Ruleset) -> State:
    """The match at its first round. Nobody knows the hands; ``leader`` starts the round, None before its lot."""
    return replace(new(rules), phase=Phase.MOVE, round=FIRST, hands=((),) * rules.players)


def enter(state: State, entry: Entry) -> Outcome:
    """What an entry brings about, or why it does not count."""
    if state.phase is Phase.OVER:
        return refuse("sheet.over")
    match entry:
        case Award():
            return _award(state, entry)
        case RoundEnd():
            return _round_end(state, entry)
        case Starts():
            return _starts(state, entry)
    return refuse("sheet.unclear")


def _award(state: State, entry: Award) -> Outcome:
    rules = state.rules
    raw, most = entry.points * rules.unit, most_award(rules)
    if not 0 <= entry.side < rules.sides:
        return refuse("sheet.unclear")
    if raw <= 0:
        return refuse("sheet.award-none", points=entry.points)
    if raw % MULTIPLE:
        return refuse("sheet.award-multiple", points=entry.points, multiple=MULTIPLE)
    if entry.points > most:
        return refuse("sheet.award-large", points=entry.points, most=most)
    # Which of two partners placed the tile is not noted: the award is the pair's.
    scored = Scored(rules.seats_of(entry.side)[0], entry.side, raw, entry.points)
    events: tuple[Event, ...] = (scored, *won_by_award(evolve(state, scored), scored))
    return events, reduce(evolve, events, state)


def _round_end(state: State, entry: RoundEnd) -> Outcome:
    fault = hands_fault(state.rules, entry)
    if fault is not None:
        return fault
    events = settled_round(state, settlement(state.rules, entry))
    after = reduce(evolve, events, state)
    if after.phase is Phase.OVER:
        return events, after
    leads = entry.out if state.rules.leads is Leads.OUT else None
    start_by = state.start_by if leads is None else "out"
    return events, replace(after, phase=Phase.MOVE, round=state.round + 1, leader=leads, start_by=start_by)


def settlement(rules: Ruleset, entry: RoundEnd) -> Settled:
    """The settlement of a round from what is left; ``shown`` holds the hands that were given as tiles."""
    winners, changes = settle_pips(rules, tuple(map(pips_of, entry.left)), entry.out)
    shown = tuple((seat, hand) for seat in needed(rules, entry.out) if isinstance(hand := entry.left[seat], tuple))
    return Settled(entry.out, shown, winners, changes)


def _starts(state: State, entry: Starts) -> Outcome:
    if not 0 <= entry.seat < state.rules.players:
        return refuse("sheet.unclear")
    if state.leader is not None and state.start_by == "out":
        return refuse("sheet.leader-known", seat=state.leader)
    return (), replace(state, leader=entry.seat, start_by="lot")
