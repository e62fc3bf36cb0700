"""Telling a match: from an event and the state after it to messages, complete or as a viewer sees it."""

from collections.abc import Iterator
from typing import Any

from homestretch.fives.events import (
    Change,
    Dealt,
    Drew,
    MatchWon,
    Passed,
    Played,
    Scored,
    Settled,
    Stopped,
)
from homestretch.fives.ruleset import Rounding, Ruleset, Settlement
from homestretch.fives.state import State as FivesState
from homestretch.kit.card import SUITS
from homestretch.kit.chance import Committed, Contributed, Lotted, Revealed
from homestretch.kit.hidden import Hidden
from homestretch.kit.message import Message, say
from homestretch.kit.seat import Seat, Side
from homestretch.race.events import Announced, BankPassed, Laid, Locked, MeetingWon, Paid, Staked, Turned, Won
from homestretch.race.moves import Stake
from homestretch.race.ruleset import FINISH
from homestretch.race.state import State as RaceState
from homestretch.race.state import suit_counts

from .explain import award_line, why_kept


def tell(event: Any, after: Any) -> Iterator[Message]:
    """What an event means to those at the table; ``after`` is the state that it led to.

    Nothing is told of the halves of one happening: an award is told with the placement that earned it.
    """
    match event:
        case Committed():
            yield say("told.promised", commitment=event.commitment.hex())
        case Contributed():
            yield say("told.contributed", seat=event.seat)
        case Lotted():
            for cast in event.casts:
                yield say("told.lot", casts=tuple(say("told.cast", seat=seat, number=number) for seat, number in cast))
        case Revealed():
            yield say("told.revealed", seed=event.seed.hex())
        case _ if isinstance(after, RaceState):
            yield from _tell_race(event, after)
        case _:
            yield from _tell_fives(event, after)


def side_name(rules: Ruleset, side: Side) -> Message:
    """A side by the names of those who play for it."""
    seats = rules.seats_of(side)
    if len(seats) == 1:
        return say("side.one", seat=seats[0])
    return say("pair", one=say("side.one", seat=seats[0]), other=say("side.one", seat=seats[1]))


def together(names: tuple[Message, ...]) -> Message:
    """Several names as one."""
    if len(names) == 1:
        return names[0]
    return say("list.pairs" if names[0].code == "pair" else "list.last", first=names[:-1], last=names[-1])


def _tell_fives(event: Any, after: FivesState) -> Iterator[Message]:
    match event:
        case Dealt():
            yield from _tell_deal(event, after)
        case Played():
            yield _tell_placement(event, after)
        case Scored():
            pass
        case Drew():
            if isinstance(event.tile, Hidden):
                yield say("told.drew-fits" if event.fits else "told.drew", seat=event.seat)
            else:
                code = "told.drew-seen-fits" if event.fits else "told.drew-seen"
                yield say(code, seat=event.seat, tile=event.tile)
        case Passed():
            yield say("told.passed", seat=event.seat)
        case Stopped():
            yield say("told.stopped", seat=event.seat)
        case Settled():
            yield from _tell_settlement(event, after)
        case MatchWon():
            names = tuple(side_name(after.rules, side) for side in event.sides)
            if len(names) == 1:
                score = say("count.points", n=after.scores[event.sides[0]])
                yield say("told.won", n=_people(after.rules, event.sides[0]), side=names[0], points=score)
            else:
                yield say("told.won-shared", sides=together(names))
            yield say("told.score", scores=tuple(_scores(after)))


def _tell_placement(event: Played, after: FivesState) -> Message:
    """What was placed, what it counts and earns, and why the turn goes on where it does: in one line."""
    if event.host is None:
        what = say("told.opened", seat=event.seat, tile=event.tile)
    else:
        what = say("told.joined", seat=event.seat, tile=event.tile, host=event.host)
    award = award_line(after.layout, after.rules)
    if event.goes_on:
        return say("told.placed-on", what=what, award=award, why=why_kept(after.layout, after.rules))
    return say("told.placed", what=what, award=award)


def _scores(state: FivesState) -> Iterator[Message]:
    for side, score in enumerate(state.scores):
        yield say("told.side-score", side=side_name(state.rules, side), points=score)


def _tell_deal(event: Dealt, after: FivesState) -> Iterator[Message]:
    tiles = say("count.tiles", n=after.rules.hand)
    if after.rules.boneyard:
        yield say("told.dealt", round=after.round, tiles=tiles, boneyard=say("count.tiles", n=after.rules.boneyard))
    else:
        yield say("told.dealt-all", round=after.round, tiles=tiles)
    yield say("told.starts" if event.start_by == "lot" else "told.starts-out", seat=event.starter)


def _tell_settlement(event: Settled, after: FivesState) -> Iterator[Message]:
    rules = after.rules
    if event.out is not None:
        yield say("told.out", seat=event.out)
    else:
        yield say("told.blocked-boneyard" if rules.boneyard else "told.blocked")
    for seat, tiles in event.shown:
        if tiles:
            yield say("told.left", seat=seat, tiles=tuple(sorted(tiles)), pips=sum(tile.pips for tile in tiles))
        elif seat != event.out:
            yield say("told.left-nothing", seat=seat)
    if rules.settlement is Settlement.BONUS:
        names = tuple(side_name(rules, side) for side in event.winners)
        if not names:
            yield say("told.tied-nobody")
        elif len(names) == 1:
            yield say("told.wins-round", n=_people(rules, event.winners[0]), side=names[0])
        else:
            yield say("told.tied-round", sides=together(names))
    for change in event.changes:
        yield _tell_change(rules, change)


def _tell_change(rules: Ruleset, change: Change) -> Message:
    name = side_name(rules, change.side)
    points = say("count.points", n=change.points)
    if rules.settlement is Settlement.BONUS and rules.rounding is Rounding.SUM:
        pips = tuple(hand.pips for hand in change.hands)
        total = str(change.pips) if len(pips) == 1 else f"{' + '.join(map(str, pips))} = {change.pips}"
        return say(
            "told.bonus", n=_people(rules, change.side), side=name, pips=total, rounded=change.rounded, points=points
        )
    hands = tuple(
        say("told.rounded", pips=hand.pips, rounded=hand.pips if hand.rounded is None else hand.rounded)
        for hand in change.hands
    )
    if rules.settlement is Settlement.BONUS:
        return say("told.bonus-hands", n=_people(rules, change.side), side=name, hands=hands, points=points)
    return say("told.deduction", side=name, hands=hands, points=points)


def _people(rules: Ruleset, side: Side) -> int:
    """How many people a side is, which some verbs ask for."""
    return len(rules.seats_of(side))


def _tell_race(event: Any, after: RaceState) -> Iterator[Message]:
    match event:
        case BankPassed():
            yield say("event.race.bank-passed", seat=event.seat)
        case Laid(again=True):
            counts = suit_counts(event.track)
            suit, count = SUITS[counts.index(max(counts))], max(counts)
            yield say("event.race.relaid", track=event.track, suit=suit, count=count)
        case Laid():
            yield say("event.race.laid", race=after.race, banker=event.banker, track=event.track)
        case Announced():
            offers = tuple(say("event.race.offer", price=after.price(suit), suit=suit) for suit in SUITS)
            yield say("event.race.announced", banker=event.seat, offers=offers, limit=event.limit)
        case Staked():
            if isinstance(event.stake, Hidden):
                yield say("event.race.staked", seat=event.seat)
            else:
                stake, tokens = event.stake, say("count.tokens", n=event.stake.amount)
                yield say("event.race.staked-seen", seat=event.seat, suit=stake.suit, tokens=tokens)
        case Locked():
            yield say("event.race.locked", stakes=tuple(_stakes(event.stakes)))
        case Turned():
            suit = event.card.suit
            position = after.positions[SUITS.index(suit)]
            if position < FINISH:
                yield say("event.race.turned", card=event.card, suit=suit, position=position)
        case Won():
            yield say("event.race.won", card=after.turned[-1], suit=event.suit)
        case Paid():
            yield from _tell_payment(event, after)
        case MeetingWon():
            tokens = say("count.tokens", n=after.balances[event.seats[0]])
            names = tuple(say("side.one", seat=seat) for seat in event.seats)
            code = "event.race.meeting-won" if len(names) == 1 else "event.race.meeting-shared"
            yield say(code, winner=together(names), tokens=tokens)
            balances = (
                say("told.side-score", side=say("side.one", seat=seat), points=balance)
                for seat, balance in enumerate(after.balances)
            )
            yield say("told.balances", scores=tuple(balances))


def _stakes(stakes: tuple[Stake | None, ...]) -> Iterator[Message]:
    for seat, stake in enumerate(stakes):
        if stake is not None:
            yield say("event.race.stake", seat=seat, tokens=say("count.tokens", n=stake.amount), suit=stake.suit)


def _tell_payment(event: Paid, after: RaceState) -> Iterator[Message]:
    for each in event.payments:
        tokens = say("count.tokens", n=after.balances[each.seat])
        if each.won:
            returned = each.stake.amount + each.change
            yield say("event.race.paid-won", seat=each.seat, change=each.change, returned=returned, tokens=tokens)
        else:
            lost = say("count.tokens", n=each.stake.amount)
            yield say("event.race.paid-lost", seat=each.seat, tokens=lost, left=after.balances[each.seat])
    banker: Seat = after.banker if after.banker is not None else 0
    change = event.changes[banker]
    tokens = say("count.tokens", n=after.balances[banker])
    if not change:
        yield say("event.race.bank-even", banker=banker, tokens=tokens)
    else:
        code = "event.race.bank-gains" if change > 0 else "event.race.bank-loses"
        yield say(code, banker=banker, change=abs(change), tokens=tokens)
