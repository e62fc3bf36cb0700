"""The log: what stands after takebacks, what can be taken back, and what a record makes of it."""

from typing import Any

import pytest
from msgspec.structs import replace

from helpers import t
from homestretch.fives.events import (
    Dealt,
    Drew,
    MatchWon,
    Passed,
    Played,
    Scored,
    Settled,
    Stopped,
)
from homestretch.fives.moves import STOP
from homestretch.fives.ruleset import GoingOn
from homestretch.games import CARD_RACE, HORSE_RACE, horse_race, rules_for
from homestretch.kit.card import Card, Suit
from homestretch.kit.chance import Committed, Contributed, Lotted, Revealed, derive
from homestretch.kit.message import Refusal
from homestretch.race.events import Announced, BankPassed, Laid, Locked, MeetingWon, Paid, Staked, Turned, Won
from homestretch.race.ruleset import RaceRuleset
from homestretch.record import fives_record, race_record
from homestretch.record.exchange import judge
from homestretch.record.log import Step, TookBack, in_force, is_barrier
from homestretch.record.redact import redact
from homestretch.record.verdict import Verdict


@pytest.mark.parametrize(
    ("events", "standing"),
    [
        ("", ""),
        ("a b c", "a b c"),
        ("a b <0", ""),
        ("a b <1 c", "a c"),
        ("a b <2 c", "a b c"),
        ("a b c <2 d <1 e", "a e"),
        ("a b <1 c <3 d", "a d"),
        ("a b c <1 d e <2 f", "a f"),
        ("a <0 <0 b", "b"),
    ],
)
def test_takebacks_leave_the_events_before_their_number(events: str, standing: str) -> None:
    """Numbers count every event of the log, takebacks and what they took back too."""
    log = [TookBack(int(word[1:])) if word[0] == "<" else word for word in events.split()]
    assert in_force(log) == tuple(standing.split())


BARRIERS: list[Any] = [
    Committed(b"", None),
    Contributed(0, b"x"),
    Lotted(0, ()),
    Dealt(0, "lot", (), ()),
    Drew(0, t("0-0"), fits=False),
    Revealed(b""),
    Laid(0, ()),
    Locked(()),
    Turned(Card(2, Suit.CLUBS)),
]
OTHERS: list[Any] = [
    Played(0, t("0-0"), None, goes_on=True),
    Scored(0, 0, 5, 1),
    Passed(0),
    Stopped(0),
    Settled(0, (), (), ()),
    MatchWon((0,)),
    BankPassed(0),
    Announced(0, (1, 2, 3, 5, 10), 1),
    Staked(0, None),  # type: ignore[arg-type]
    Won(Suit.CLUBS),
    Paid((), ()),
    MeetingWon((0,)),
]


def test_nothing_is_taken_back_across_a_deal_a_draw_or_a_lot() -> None:
    assert all(is_barrier(event) for event in BARRIERS)
    assert not any(is_barrier(event) for event in OTHERS)
    steps = [event for event in BARRIERS + OTHERS if isinstance(event, Step)]
    assert [type(event).__name__ for event in steps] == ["Played", "Passed", "Stopped", "Announced"]


def test_the_gate_refuses_what_it_does_not_know() -> None:
    class Rumour:
        """An event of a later version."""

    for rules in (rules_for(horse_race(2)), rules_for(RaceRuleset(3))):
        for viewer in (0, None):
            assert redact(rules, TookBack(3), viewer) == TookBack(3)
            with pytest.raises(TypeError):
                redact(rules, Rumour(), viewer)
    with pytest.raises(TypeError):
        redact(rules_for(horse_race(2)), Laid(0, ()), 0)
    with pytest.raises(TypeError):
        redact(rules_for(RaceRuleset(3)), Dealt(0, "lot", (), ()), 0)


def events_of(rules: Any, seed: bytes, most: int, at: int = 0) -> list[Any]:
    """A match in which everyone plays their first legal move, or another, broken off after so many events."""
    state = rules.new()
    events: list[Any] = []
    while len(events) < most:
        if rules.awaits_round(state):
            done = rules.open_round(state, derive(seed, len(events)))
        elif rules.awaits_deal(state):
            done = rules.deal(state)
        else:
            (seat, *_) = rules.actors(state)
            done = rules.decide(state, seat, rules.legal_moves(state, seat)[at])
        assert not isinstance(done, Refusal)
        for event in done:
            state = rules.evolve(state, event)
            events.append(event)
        if rules.winners(state):
            break
    return [*events, *rules.break_off(state)]


@pytest.mark.parametrize("most", [1, 3, 10, 25, 40, 90])
def test_a_broken_off_match_gives_a_record_that_holds(most: int) -> None:
    rules = replace(horse_race(3), target=100)
    record = fives_record.from_events(HORSE_RACE, rules, events_of(rules_for(rules), b"x", most))
    found = judge(record)
    assert isinstance(found, Verdict)
    assert found.winners == ()
    assert found.proofs == found.rounds == len(record.rounds)
    assert (found.moves > 0) == (most > 3)


@pytest.mark.parametrize("most", [1, 3, 4, 10, 30, 60])
def test_a_broken_off_meeting_gives_a_record_that_holds(most: int) -> None:
    rules = RaceRuleset(4, most_stake=None)
    record = race_record.from_events(rules, events_of(rules_for(rules), b"x", most))
    found = judge(record)
    assert isinstance(found, Verdict)
    assert found.winners == ()
    assert found.proofs == found.rounds == len(record.rounds)


def test_nobody_gets_a_record_of_a_round_that_is_being_played() -> None:
    """Not even the house: a record is written when the seed has been shown."""
    rules = replace(horse_race(2), target=100)
    log = events_of(rules_for(rules), b"x", 30)
    assert isinstance(log.pop(), Revealed)
    assert fives_record.from_events(HORSE_RACE, rules, log).rounds == ()
    meeting = events_of(rules_for(RaceRuleset(3)), b"x", 12)
    assert isinstance(meeting.pop(), Revealed)
    assert race_record.from_events(RaceRuleset(3), meeting).rounds == ()


def test_a_log_without_promises_makes_no_rounds() -> None:
    rules = replace(horse_race(2), target=100)
    log = [event for event in events_of(rules_for(rules), b"x", 30) if not isinstance(event, Committed | Revealed)]
    assert fives_record.from_events(HORSE_RACE, rules, log).rounds == ()


def test_a_stopped_turn_is_written() -> None:
    rules = replace(horse_race(2), going_on=GoingOn.CHOICE, target=1000)
    game = rules_for(rules)
    log = events_of(game, b"x", 60, at=-1)
    assert any(isinstance(event, Stopped) for event in log)
    record = fives_record.from_events(HORSE_RACE, rules, log)
    assert STOP in [move for each in record.rounds for _, move in each.moves]
    assert isinstance(judge(record), Verdict)


def test_a_viewers_log_makes_no_record_of_what_it_hides() -> None:
    """Hidden tiles are left out, not made up, so such a record does not hold."""
    rules = replace(horse_race(2), target=100)
    game = rules_for(rules)
    log = events_of(game, b"x", 60)
    assert any(isinstance(event, Drew) for event in log)
    seen = [redact(game, event, None) for event in log]
    record = fives_record.from_events(HORSE_RACE, rules, seen)
    assert record.rounds[0].hands == ((), ())
    assert record.rounds[0].boneyard == ()
    assert not isinstance(judge(record), Verdict)
    meeting = rules_for(RaceRuleset(3))
    hidden = [redact(meeting, event, None) for event in events_of(meeting, b"x", 12)]
    raced = race_record.from_events(RaceRuleset(3), hidden)
    assert raced.game == CARD_RACE
    assert raced.rounds[0].deck == ()
    assert not isinstance(judge(raced), Verdict)
