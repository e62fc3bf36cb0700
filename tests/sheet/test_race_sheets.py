"""A sheet of card races: the bank, stakes, payments, and the end of the meeting."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from homestretch.kit.card import SUITS, Suit
from homestretch.race.events import BankPassed, MeetingWon, Paid
from homestretch.race.state import Phase
from homestretch.sheet.entries import Award
from homestretch.sheet.race import bank_due, payable
from homestretch.sheet.sheet import Sheet

from .sheets import back, first, opening, race_by, race_sheet, refused, undo, won, write

S, H, D, C = SUITS


def begun(players: int = 3, **house: object) -> Sheet:
    """A sheet whose first bank the lot has given to seat 0."""
    return write(race_sheet(players, **house), first(0))


def test_the_worked_race() -> None:
    sheet = race_by(begun(), 1, D, back(1, D), back(2, S))
    assert sheet.state.balances == (99, 102, 99)
    paid = next(event for event in sheet.lines[-1].events if isinstance(event, Paid))
    assert paid.changes == (-1, 2, -1)


def test_the_bank_passes_and_the_meeting_ends_when_everyone_has_held_it() -> None:
    sheet = begun()
    assert bank_due(sheet.state) == 0
    sheet = race_by(sheet, 1, D, back(1, D), back(2, S))
    assert bank_due(sheet.state) == 1
    sheet = race_by(sheet, 2, D, back(0, S), back(2, S))
    sheet = race_by(sheet, 3, D, back(0, S), back(1, S))
    assert sheet.state.phase is Phase.OVER
    assert sheet.winners == (1,)
    assert sheet.state.balances == (97, 103, 100)
    assert refused(sheet, opening(2, 2, 1, 2)) == "sheet.over"


def test_nothing_begins_before_the_first_bank_is_known() -> None:
    assert bank_due(race_sheet().state) is None
    assert refused(race_sheet(), opening(2, 2, 1, 2)) == "sheet.bank-first"
    assert refused(race_sheet(), first(3)) == "sheet.unclear"
    assert refused(race_sheet(), Award(0, 5)) == "sheet.unclear"
    assert write(race_sheet(), first(0), first(2)).state.first == 2


def test_the_largest_stake_that_the_bank_can_pay_is_known_before_the_race_is_opened() -> None:
    sheet, track = begun(4, tokens=10, most_stake=None), (4, 2, 1, 0)
    assert payable(sheet.state, track, (1, 1, 1, 1, 1)) == 3
    assert payable(sheet.state, track, (1, 1, 1, 1, 4)) == 0
    assert payable(sheet.state, track, (1, 1, 1)) is None
    assert payable(sheet.state, (4, 2, 0, 0), (1, 1, 1, 1, 1)) is None
    assert payable(race_sheet().state, track, (1, 1, 1, 1, 1)) is None
    opened = write(sheet, opening(*track, prices=(1, 1, 1, 1, 1), limit=3))
    assert payable(opened.state, track, (1, 1, 1, 1, 1)) is None
    assert refused(sheet, opening(*track, prices=(1, 1, 1, 1, 1), limit=4)) == "bank.cannot-pay"


def test_the_first_bank_stands_once_a_race_was_opened() -> None:
    assert refused(write(begun(), opening(2, 2, 1, 2)), first(1)) == "sheet.bank-known"


@pytest.mark.parametrize(
    ("counts", "why"), [((2, 2, 1, 1), "odds.sum"), ((5, 2, 0, 0), "odds.too-many"), ((2, 2, 3), "odds.counts")]
)
def test_a_track_has_seven_cards_and_no_five_of_a_suit(counts: tuple[int, ...], why: str) -> None:
    assert refused(begun(), opening(*counts)) == why


def test_the_bank_must_be_able_to_pay() -> None:
    rich = begun(most_stake=None)
    assert refused(rich, opening(4, 2, 1, 0, limit=6)) == "bank.cannot-pay"
    assert refused(begun(), opening(2, 2, 1, 2, limit=2)) == "announce.over-most"
    assert refused(begun(), opening(2, 2, 1, 2, prices=(1, 2))) == "announce.prices"
    assert write(rich, opening(4, 2, 1, 0, limit=5)).state.limit == 5


def test_stakes_are_within_the_limit_and_lock_when_all_have_staked() -> None:
    sheet = begun()
    assert refused(sheet, back(1, D)) == "sheet.no-race"
    sheet = write(sheet, opening(2, 2, 1, 2))
    assert refused(sheet, opening(2, 2, 1, 2)) == "sheet.race-running"
    assert refused(sheet, back(0, D)) == "stake.banker"
    assert refused(sheet, back(3, D)) == "sheet.unclear"
    assert refused(sheet, back(1, D, 2)) == "stake.over-limit"
    assert refused(sheet, won(1, D)) == "sheet.stakes-missing"
    sheet = write(sheet, back(1, D), back(1, S), back(2, C))
    assert sheet.state.locked
    assert refused(sheet, back(1, D)) == "stake.locked"


def test_a_horse_wins_only_while_a_race_is_run() -> None:
    assert refused(begun(), won(0, D)) == "sheet.no-race"
    sheet = race_by(begun(), 1, D, back(1, D), back(2, S))
    assert refused(sheet, won(1, D)) == "sheet.no-race"
    running = write(sheet, opening(2, 2, 1, 2), back(0, D), back(2, S))
    assert refused(running, won(1, D)) == "sheet.round-other"


def test_lines_name_the_race_that_they_belong_to() -> None:
    sheet = race_by(begun(), 1, D, back(1, D), back(2, S))
    assert [line.round for line in sheet.lines] == [0, 1, 1, 1, 1]


def test_a_struck_stake_leaves_a_winner_that_does_not_count() -> None:
    sheet = undo(race_by(begun(), 1, D, back(1, D), back(2, S)), 3)
    assert sheet.lines[-1].refusal is not None
    assert sheet.lines[-1].refusal.code == "sheet.stakes-missing"
    assert sheet.state.balances == (100, 100, 100)


def test_a_bank_that_cannot_pay_is_passed_over() -> None:
    sheet = begun(3, tokens=2, most_stake=None)
    sheet = write(sheet, opening(2, 2, 1, 2, prices=(1, 1, 1, 1, 1)), back(1, D), back(2, D), won(1, S))
    assert sheet.state.balances == (4, 1, 1)
    assert sheet.lines[-1].events[-3:] == (BankPassed(1), BankPassed(2), MeetingWon((0,)))
    assert sheet.winners == (0,)


def test_a_bank_is_passed_over_between_two_that_can_pay() -> None:
    sheet = begun(3, tokens=3, most_stake=None)
    even = (1, 1, 1, 1, 1)
    sheet = write(sheet, opening(2, 2, 1, 2, prices=even), back(1, S), back(2, D), won(1, D))
    assert sheet.state.balances == (3, 2, 4)
    sheet = write(sheet, opening(2, 2, 1, 2, prices=even), back(0, S), back(2, S), won(2, S))
    assert sheet.state.balances == (4, 0, 5)
    sheet = begun(4, tokens=3, most_stake=None)
    stakes = (back(1, S), back(2, D), back(3, D))
    sheet = write(sheet, opening(2, 2, 1, 2, prices=even), *stakes, won(1, D))
    assert sheet.state.balances == (2, 2, 4, 4)
    assert bank_due(sheet.state) == 2
    sheet = write(sheet, opening(2, 2, 1, 2, prices=even))
    assert sheet.lines[-1].events[0] == BankPassed(1)
    assert sheet.state.banker == 2


@given(st.lists(st.tuples(st.sampled_from(SUITS), st.sampled_from(SUITS), st.sampled_from(SUITS)), max_size=5))
def test_no_token_is_made_or_lost(races: list[tuple[Suit, Suit, Suit]]) -> None:
    sheet = begun()
    for number, (one, other, winner) in enumerate(races[:3], 1):
        bank = sheet.state.first if number == 1 else bank_due(sheet.state)
        assert bank is not None
        backers = [seat for seat in range(3) if seat != bank]
        sheet = race_by(sheet, number, winner, back(backers[0], one), back(backers[1], other))
        assert sum(sheet.state.balances) == 300
