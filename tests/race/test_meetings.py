"""Whole random meetings: tokens are conserved, the menu is honest, and no viewer learns more than they may."""

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from homestretch.kit.card import SUITS
from homestretch.kit.chance import Committed, Contributed, Lotted, Revealed, derive
from homestretch.kit.message import Refusal
from homestretch.kit.seat import SPECTATOR, Seat, Viewer
from homestretch.race.deal import can_bank
from homestretch.race.events import (
    Announced,
    BankPassed,
    Event,
    Laid,
    Locked,
    MeetingWon,
    Paid,
    Staked,
    Turned,
    Won,
)
from homestretch.race.match import CardRace
from homestretch.race.moves import Announce, Stake
from homestretch.race.ruleset import RaceRuleset, faults
from homestretch.race.state import Phase, State

PRICES = st.tuples(*[st.integers(1, 12)] * 5)
RULES = st.integers(3, 10).flatmap(
    lambda players: st.builds(
        RaceRuleset,
        players=st.just(players),
        tokens=st.integers(players - 1, 100),
        prices=PRICES,
        most_stake=st.none() | st.integers(1, 30),
    )
)

HOUSE = -1
"""Sees everything."""

RaceEvent = BankPassed | Laid | Announced | Staked | Locked | Turned | Won | Paid | MeetingWon


class Meeting:
    """A meeting that is followed by the house and by every viewer, each with a log of their own."""

    def __init__(self, ruleset: RaceRuleset, seed: int) -> None:
        assert list(faults(ruleset)) == []
        self.rules = CardRace(ruleset)
        self.state = self.rules.new()
        self.chance = random.Random(seed)
        self.viewers: tuple[Viewer, ...] = (*range(self.rules.players), SPECTATOR)
        self.seen: dict[Viewer, State] = {viewer: self.rules.new() for viewer in self.viewers}
        self.events: list[Event] = []

    def apply(self, events: tuple[Event, ...] | Refusal) -> None:
        assert not isinstance(events, Refusal), events
        for event in events:
            self.state = self.rules.evolve(self.state, event)
            for viewer in self.viewers:
                self.seen[viewer] = self.rules.evolve(self.seen[viewer], self.rules.redact(event, viewer))
                assert self.seen[viewer] == self.rules.view(self.state, viewer), (event, viewer)
            self.check()
        self.events += events

    def check(self) -> None:
        ruleset = self.rules.ruleset
        assert sum(self.state.balances) == ruleset.players * ruleset.tokens
        assert min(self.state.balances) >= 0
        if self.state.phase is Phase.STAKE and self.state.banker is not None:
            price = max(self.state.prices[count] for count in self.state.counts)
            at_risk = len(self.state.backers) * self.state.limit * price
            assert at_risk <= self.state.balances[self.state.banker]

    def play(self) -> None:
        while not self.rules.winners(self.state):
            self.open()
            self.apply(self.rules.deal(self.state))
            while actors := self.rules.actors(self.state):
                self.move(self.chance.choice(actors))

    def open(self) -> None:
        assert self.rules.awaits_round(self.state)
        self.apply(self.rules.open_round(self.state, derive(self.chance.randbytes(32), "race", self.state.race)))
        assert self.rules.awaits_deal(self.state)
        for seat in range(self.rules.players):
            if self.chance.random() < 0.3:
                self.apply(self.rules.contribute(self.state, seat, self.chance.randbytes(8)))

    def move(self, seat: Seat) -> None:
        seen = self.seen[seat]
        menu = self.rules.legal_moves(self.state, seat)
        assert menu
        assert menu == self.rules.legal_moves(seen, seat), "a menu needs nothing that its seat may not know"
        for move in menu:
            assert not isinstance(self.rules.decide(self.state, seat, move), Refusal), move
        wild = self.wild(seat) if self.chance.random() < 0.2 else Refusal("nothing wild")
        decision = self.rules.decide(self.state, seat, self.chance.choice(menu))
        self.apply(decision if isinstance(wild, Refusal) else wild)

    def wild(self, seat: Seat) -> tuple[Event, ...] | Refusal:
        """The answer to a move from outside the menu, or from a seat that nobody waits for."""
        if self.state.phase is Phase.ANNOUNCE:
            prices = tuple(self.chance.randint(1, 12) for _ in range(5))
            return self.rules.decide(self.state, seat, Announce(prices, self.chance.randint(1, 9)))
        anyone = self.chance.randrange(self.rules.players)
        stake = Stake(self.chance.choice(SUITS), self.chance.randint(1, 9))
        decision = self.rules.decide(self.state, anyone, stake)
        assert isinstance(decision, Refusal) == (stake not in self.rules.legal_moves(self.state, anyone))
        return decision


@settings(max_examples=40)
@given(RULES, st.integers(0, 2**32))
def test_random_meetings(ruleset: RaceRuleset, seed: int) -> None:
    meeting = Meeting(ruleset, seed)
    meeting.play()

    state = meeting.state
    assert state.phase is Phase.OVER
    assert set(state.winners) == {seat for seat, own in enumerate(state.balances) if own == max(state.balances)}
    assert sum(isinstance(event, MeetingWon) for event in meeting.events) == 1
    bankers = [event.banker for event in meeting.events if isinstance(event, Laid) and not event.again]
    passed = [event.seat for event in meeting.events if isinstance(event, BankPassed)]
    taken = [*bankers, *passed]
    assert len(taken) == len(set(taken)), "nobody has two turns at the bank"
    assert len(taken) == ruleset.players or sum(tokens > 0 for tokens in state.balances) == 1
    assert state.races == ruleset.players - len(passed) >= len(bankers) == state.race

    for viewer in (HOUSE, 0, SPECTATOR):
        log = meeting.events if viewer == HOUSE else [meeting.rules.redact(event, viewer) for event in meeting.events]
        own = [event for event in log if not isinstance(event, Committed | Contributed | Lotted | Revealed)]
        assert msgspec.json.decode(msgspec.json.encode(own), type=list[RaceEvent]) == own


@pytest.mark.parametrize(
    ("balances", "able"),
    [((2, 9, 9), True), ((1, 9, 9), False), ((1, 0, 9), True), ((0, 1, 9), False), ((9, 0, 0), False)],
)
def test_who_can_bank(balances: tuple[int, ...], able: bool) -> None:
    assert can_bank(balances, 0) is able
