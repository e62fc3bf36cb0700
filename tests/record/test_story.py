"""A round of a record as a story: every event of it, and no more of it than everybody at the table saw."""

from typing import Any

import pytest
from records import MEETINGS, SEATINGS, some

from homestretch.fives.events import Dealt, Drew, Played, Scored, Settled
from homestretch.kit.hidden import HIDDEN
from homestretch.kit.message import Refusal
from homestretch.race.events import Laid, Paid, Staked, Turned, Won
from homestretch.record.exchange import Record, from_plain
from homestretch.record.fives_record import FivesRecord
from homestretch.record.fives_replay import FivesJudge
from homestretch.record.race_replay import RaceJudge
from homestretch.record.story import Told, story
from homestretch.record.verdict import Departure, Verdict


def read(plain: dict[str, Any]) -> Record:
    record = from_plain(plain)
    assert not isinstance(record, Refusal | Departure), record
    return record


def told(plain: dict[str, Any], number: int) -> tuple[Told, ...]:
    happened = story(read(plain), number)
    assert isinstance(happened, tuple), happened
    return happened


@pytest.mark.parametrize("key", SEATINGS)
def test_a_round_is_told_from_the_deal_to_the_settlement(key: str) -> None:
    (plain,) = some(key)
    for number, each in enumerate(plain["rounds"], 1):
        happened = told(plain, number)
        events = [each.event for each in happened]
        assert isinstance(events[0], Dealt)
        played = [str(event.tile) for event in events if isinstance(event, Played)]
        assert played == [move.partition("@")[0] for _, move in each["moves"] if move[0].isdigit()]
        assert sum(event.raw for event in events if isinstance(event, Scored)) == sum(each["awards"])
        assert list(happened[-1].state.scores) == each["scores"]
        assert sum(isinstance(event, Settled) for event in events) == (each["settlement"] is not None)
        assert {told.state.round for told in happened} == {number}


@pytest.mark.parametrize("key", SEATINGS)
def test_no_hand_and_no_boneyard_is_shown(key: str) -> None:
    (plain,) = some(key)
    for each in told(plain, 1):
        match each.event:
            case Dealt():
                assert {tile for hand in each.event.hands for tile in hand} == {HIDDEN}
            case Drew():
                assert each.event.tile is HIDDEN
        assert set(each.state.boneyard) <= {HIDDEN}
        for seat, hand in enumerate(each.state.hands):
            assert set(hand) <= {HIDDEN} or seat in each.state.shown
        assert each.state.shuffle is None or each.state.shuffle.seed is None or each.state.shuffle.revealed


@pytest.mark.parametrize("key", ["taught-3", "poor-5"])
def test_a_race_is_told_from_its_track_to_its_payment(key: str) -> None:
    assert key in MEETINGS
    (plain,) = some(key)
    for number, each in enumerate(plain["rounds"], 1):
        happened = told(plain, number)
        events = [each.event for each in happened]
        laid = [event for event in events if isinstance(event, Laid)]
        assert [str(card) for card in laid[-1].track] == each["track"]
        assert set(laid[-1].deck) == {HIDDEN}
        assert all(event.stake is HIDDEN for event in events if isinstance(event, Staked))
        turns = sum(move.startswith("turn") for _, move in each["moves"])
        assert sum(isinstance(event, Turned) for event in events) == turns
        assert sum(isinstance(event, Won | Paid) for event in events) == 2
        assert list(happened[-1].state.balances) == each["balances"]


def test_there_is_no_round_before_the_first_or_after_the_last() -> None:
    (plain,) = some("horse-race-2")
    last = len(plain["rounds"])
    for number in (-1, 0, last + 1):
        refusal = story(read(plain), number)
        assert isinstance(refusal, Refusal)
        assert (refusal.code, refusal.data) == ("position.round", {"round": number, "rounds": last})


def test_a_departure_is_told_unless_it_comes_later() -> None:
    plain = next(plain for plain in some("horse-race-2", 6) if len(plain["rounds"]) > 1)
    plain["rounds"][1]["scores"][0] += 1
    assert isinstance(story(read(plain), 1), tuple)
    departure = story(read(plain), 2)
    assert isinstance(departure, Departure)
    assert (departure.round, departure.refusal.code) == (2, "scores.wrong")


@pytest.mark.parametrize("key", ["horse-race-2", "taught-3"])
def test_a_judge_keeps_no_more_than_the_round_that_is_wanted(key: str) -> None:
    (plain,) = some(key)
    record = read(plain)
    for wanted in (None, 2):
        judge = FivesJudge(record, wanted) if isinstance(record, FivesRecord) else RaceJudge(record, wanted)
        assert isinstance(judge.verdict(), Verdict)
        assert len(judge.story) == (0 if wanted is None else len(told(plain, wanted)))


def test_a_wrong_winner_spoils_no_round() -> None:
    (plain,) = some("horse-race-2")
    plain["winners"] = [1 - plain["winners"][0]]
    assert isinstance(story(read(plain), len(plain["rounds"])), tuple)
