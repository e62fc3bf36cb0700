"""What a sheet says: an entry in short, what it brought about, and how the game stands."""

from collections.abc import Iterator
from typing import assert_never

from homestretch.fives.events import MatchWon, Settled
from homestretch.fives.ruleset import Ruleset
from homestretch.fives.state import Phase, State
from homestretch.games import AnyRuleset
from homestretch.i18n.narrate import side_name, tell
from homestretch.kit.card import SUITS
from homestretch.kit.message import Message, say
from homestretch.race.deal import next_bank
from homestretch.race.events import Announced, BankPassed, MeetingWon, Paid
from homestretch.race.state import RUNNING
from homestretch.race.state import Phase as RacePhase
from homestretch.race.state import State as RaceState

from .entries import Award, Backed, Corrected, Entered, Entry, Finished, Opening, Redone, RoundEnd, Starts, Undone
from .sheet import Line, Sheet


def in_short(rules: AnyRuleset, entry: Entry) -> Message:
    """An entry by itself, whatever comes of it."""
    match entry:
        case Award():
            side = side_name(rules, entry.side) if isinstance(rules, Ruleset) else say("side", n=entry.side)
            return say("sheet.award", side=side, points=say("count.points", n=entry.points))
        case RoundEnd(out=None):
            return say("sheet.blocked", round=entry.round)
        case RoundEnd():
            return say("sheet.out", round=entry.round, seat=entry.out)
        case Starts():
            return say("told.starts" if isinstance(rules, Ruleset) else "sheet.first-bank", seat=entry.seat)
        case Opening():
            cards = tuple(f"{suit.symbol}\u00a0{count}" for suit, count in zip(SUITS, entry.counts, strict=False))
            return say("sheet.opening", cards=cards)
        case Backed():
            return say("event.race.stake", seat=entry.seat, tokens=say("count.tokens", n=entry.amount), suit=entry.suit)
        case Finished():
            return say("sheet.horse-won", race=entry.round, suit=entry.suit)
    assert_never(entry)


def in_full(line: Line) -> Iterator[Message]:
    """What an entry brought about besides itself: the odds, the settlement, what was paid, the end of the match."""
    for event in line.events:
        match event:
            case Announced():
                yield say("sheet.odds", prices=event.prices, limit=event.limit)
            case Settled():
                yield from _settlement(line, event)
            case MatchWon() | Paid() | MeetingWon() | BankPassed():
                yield from tell(event, line.after)


def _settlement(line: Line, event: Settled) -> Iterator[Message]:
    """The settlement as the tables tell it, with the pips of hands that were not given as tiles."""
    first, *others = tell(event, line.after)
    entry = line.kept.entry
    given = enumerate(entry.left if isinstance(entry, RoundEnd) else ())
    hands = [say("sheet.left-pips", seat=seat, n=left) for seat, left in given if isinstance(left, int)]
    hands += [message for message in others if message.code == "told.left"]
    yield first
    yield from sorted(hands, key=lambda message: int(message.data["seat"]))
    yield from (message for message in others if message.code != "told.left")


def last_deed(sheet: Sheet) -> Message | None:
    """What was entered, undone or put right last; None on a sheet on which nothing has been."""
    for item in reversed(sheet.log):
        match item:
            case Entered():
                return say("sheet.last-entry", entry=in_short(sheet.rules, item.entry))
            case Corrected():
                return say("sheet.last-corrected", number=item.number, entry=in_short(sheet.rules, item.entry))
            case Undone() | Redone():
                code = "sheet.last-undone" if isinstance(item, Undone) else "sheet.last-redone"
                return say(code, entry=in_short(sheet.rules, sheet.entries[item.number - 1].entry))
    return None


def now(sheet: Sheet) -> Iterator[Message]:
    """How the game stands, and what is due."""
    state = sheet.state
    if isinstance(state, RaceState):
        yield from _race_now(state)
    else:
        yield from _match_now(state)


def _match_now(state: State) -> Iterator[Message]:
    if state.phase is Phase.OVER:
        yield from tell(MatchWon(state.winners), state)
        return
    yield say("sheet.round-now", round=state.round, target=state.rules.target)
    yield say("sheet.lot-due") if state.leader is None else say("told.starts", seat=state.leader)


def _race_now(state: RaceState) -> Iterator[Message]:
    if state.phase is RacePhase.OVER:
        yield from tell(MeetingWon(state.winners), state)
        return
    if state.phase in RUNNING:
        yield say("sheet.race-now", race=state.race, races=state.races)
        if state.locked:
            yield say("sheet.winner-due")
        else:
            yield say("sheet.stakes-due", names=tuple(say("side.one", seat=seat) for seat in state.waiting))
        return
    passed, banker = next_bank(state)
    if banker is None:
        yield say("sheet.bank-first")
        return
    yield say("sheet.race-now", race=state.race + 1, races=state.races - len(passed))
    yield say("sheet.opening-due", banker=banker)
