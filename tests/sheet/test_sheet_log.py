"""The log of a sheet: corrections, what is late, and how it is kept."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from homestretch.games import ruleset_to_plain
from homestretch.kit.card import Suit
from homestretch.race.ruleset import RaceRuleset
from homestretch.sheet.codec import decode, encode, restore
from homestretch.sheet.entries import Award, Corrected, Entered, Entry, Joined, Redone, SheetOpened, Undone
from homestretch.sheet.sheet import MOST_ITEMS, MOST_KEEPERS, Sheet, evolve, open_sheet
from homestretch.table.codec import encode as encode_table
from homestretch.table.events import Opened

from .sheets import (
    add,
    back,
    blocked,
    correct,
    first,
    horse_sheet,
    key,
    out,
    race_by,
    race_sheet,
    redo,
    refused,
    refused_item,
    rocks_sheet,
    rules_of,
    undo,
    won,
    write,
)


def kept(sheet: Sheet) -> list[bytes]:
    """The sheet as it is kept."""
    return [encode((sheet.header,)), *(encode((item,)) for item in sheet.log)]


# ---- putting right


def test_the_last_entry_is_undone_and_put_back() -> None:
    sheet = write(horse_sheet(), "0 3", "1 2")
    assert sheet.last is not None
    assert sheet.last.number == 2
    sheet = undo(sheet, 2)
    assert sheet.state.scores == (3, 0)
    assert sheet.last == sheet.entries[0]
    assert [line.kept.struck for line in sheet.lines] == [False, True]
    assert redo(sheet, 2).state.scores == (3, 2)


def test_nothing_is_last_on_an_empty_sheet() -> None:
    sheet = horse_sheet()
    assert sheet.last is None
    assert sheet.state == sheet.start
    assert undo(write(sheet, "0 3"), 1).last is None


def test_a_corrected_entry_counts_in_its_place_and_remembers() -> None:
    sheet = correct(write(horse_sheet(), "0 3", out(1, 0, None, 17)), 1, "1 4")
    assert [line.scores for line in sheet.lines] == [(0, 4), (3, 4)]
    assert sheet.entries[0].earlier == (Award(0, 3),)


def test_what_is_not_there_cannot_be_put_right() -> None:
    sheet = write(horse_sheet(), "0 3")
    for number in (0, 2, -1):
        assert refused_item(sheet, Undone(key(), number)) == "sheet.no-entry"
        assert refused_item(sheet, Corrected(key(), number, Award(0, 1))) == "sheet.no-entry"
    assert refused_item(sheet, Redone(key(), 1)) == "sheet.not-struck"
    sheet = undo(sheet, 1)
    assert refused_item(sheet, Undone(key(), 1)) == "sheet.struck-already"
    assert refused_item(sheet, Corrected(key(), 1, Award(0, 1))) == "sheet.struck-already"


def test_a_correction_is_checked_like_an_entry() -> None:
    sheet = write(horse_sheet(), "0 3", out(1, 0, None, 17))
    assert refused_item(sheet, Corrected(key(), 1, Award(0, 99))) == "sheet.award-large"
    assert refused_item(sheet, Corrected(key(), 1, blocked(1, 3, 4))) == "sheet.other-kind"
    assert refused_item(sheet, Corrected(key(), 2, out(1, 0, 5, 17))) == "sheet.out-holds"
    assert refused_item(sheet, Corrected(key(), 2, out(2, 0, None, 17))) == "sheet.other-kind"
    race = race_by(write(race_sheet(), first(0)), 1, Suit.CLUBS, back(1, Suit.CLUBS), back(2, Suit.HEARTS))
    assert refused_item(race, Corrected(key(), 5, won(2, Suit.HEARTS))) == "sheet.other-kind"
    assert correct(race, 5, won(1, Suit.HEARTS)).state.balances == (98, 99, 103)


def won_by_mistake() -> Sheet:
    """Seat 0 has won with the fifth entry."""
    return write(horse_sheet(), "0 15", "0 15", "0 15", "0 15", "0 1")


def test_a_win_that_was_a_mistake_is_taken_back_by_a_correction() -> None:
    sheet = won_by_mistake()
    assert sheet.winners == (0,)
    assert refused(sheet, "1 3") == "sheet.over"
    sheet = correct(sheet, 2, "0 5")
    assert sheet.winners == ()
    assert write(sheet, "1 3").state.scores == (51, 3)


def test_entries_after_a_win_that_a_correction_brings_stay_and_do_not_count() -> None:
    sheet = write(correct(won_by_mistake(), 1, "0 5"), "1 3", out(1, 1, 17, None))
    again = correct(sheet, 1, "0 15")
    assert again.winners == (0,)
    assert again.state.scores == (61, 0)
    assert [line.refusal and line.refusal.code for line in again.lines[5:]] == ["sheet.over", "sheet.over"]
    assert correct(again, 1, "0 5").state == sheet.state


def test_an_entry_that_would_not_count_is_not_put_back() -> None:
    sheet = write(undo(write(horse_sheet(), "1 2"), 1), "0 15", "0 15", "0 15", "0 15")
    sheet = write(sheet, "0 1")
    assert sheet.winners == (0,)
    assert redo(sheet, 1).state.scores == (61, 2)
    late = undo(write(undo(sheet, 6), "1 1"), 7)
    late = redo(late, 6)
    assert refused_item(late, Redone(key(), 7)) == "sheet.over"


def test_a_later_end_stays_when_an_earlier_one_is_struck() -> None:
    sheet = write(horse_sheet(), out(1, 0, None, 17), "1 2", out(2, 1, 12, None))
    sheet = undo(sheet, 1)
    assert sheet.state.scores == (0, 4)
    assert sheet.state.round == 2
    assert all(line.refusal is None for line in sheet.lines)


awards = st.tuples(st.integers(0, 1), st.integers(1, 7)).map(lambda pair: Award(pair[0], 5 * pair[1]))
ends = st.tuples(st.sampled_from((None, 0, 3)), st.integers(1, 30)).map(
    lambda pair: (
        (out(1, pair[0], *(None if seat == pair[0] else pair[1] + seat for seat in range(4))))
        if pair[0] is not None
        else blocked(1, *(pair[1] + seat for seat in range(4)))
    )
)
sheets = st.lists(awards | ends, min_size=1, max_size=12)


def free(entries: list[Entry]) -> Sheet:
    """A sheet with these entries, whether or not they count."""
    sheet = rocks_sheet()
    for each in entries:
        sheet = evolve(sheet, Entered(key(), each))
    return sheet


@given(sheets, st.randoms())
def test_when_all_is_undone_the_sheet_is_empty_again(entries: list[Entry], order: Random) -> None:
    sheet = free(entries)
    numbers = list(range(1, len(entries) + 1))
    order.shuffle(numbers)
    for number in numbers:
        sheet = undo(sheet, number)
    assert sheet.state == sheet.start
    assert len(sheet.lines) == len(entries)


@given(sheets, sheets, st.data())
def test_a_corrected_sheet_is_as_if_it_had_been_entered_so(
    entries: list[Entry], others: list[Entry], data: st.DataObject
) -> None:
    sheet = free(entries)
    for other in others:
        number = data.draw(st.integers(1, len(entries)))
        sheet = evolve(sheet, Corrected(key(), number, other))
    now = free([kept.entry for kept in sheet.entries])
    assert now.state == sheet.state
    assert [line.scores for line in now.lines] == [line.scores for line in sheet.lines]


@given(sheets)
def test_a_struck_entry_changes_nothing(entries: list[Entry]) -> None:
    sheet = evolve(evolve(free(entries), Entered(key(), Award(0, 5))), Undone(key(), len(entries) + 1))
    assert sheet.state == free(entries).state


# ---- who writes, and how often


def test_what_is_delivered_twice_is_known() -> None:
    item = Entered("tap-1", Award(0, 3))
    sheet = add(horse_sheet(), item)
    assert sheet.has(item)
    assert not sheet.has(Entered("tap-2", Award(0, 3)))
    assert not sheet.has(Entered("tap-1", Award(1, 3)))


def test_another_keeper_joins_up_to_a_limit() -> None:
    sheet = horse_sheet()
    assert sheet.keepers == ("keeper",)
    for number in range(MOST_KEEPERS - 1):
        sheet = add(sheet, Joined(f"guest-{number}"))
    assert sheet.keepers[1] == "guest-0"
    assert refused_item(sheet, Joined("one more")) == "sheet.keepers"


def test_a_sheet_is_full_one_day() -> None:
    sheet = horse_sheet()
    full = Sheet(sheet.header, sheet.rules, (Joined("x"),) * MOST_ITEMS)
    assert refused(full, "0 3") == "sheet.full"


# ---- how it is kept


@given(sheets)
def test_a_kept_sheet_is_restored(entries: list[Entry]) -> None:
    sheet = correct(undo(write(rocks_sheet(), "0 5", "1 10", first(2)), 1), 2, "1 15")
    for each in entries:
        sheet = evolve(sheet, Entered(key(), each))
    sheet = add(redo(sheet, 1) if not sheet.winners else sheet, Joined("other"))
    again = restore(kept(sheet))
    assert again == sheet
    assert again is not None
    assert again.lines == sheet.lines


def test_a_table_is_no_sheet_and_a_sheet_no_table() -> None:
    table = encode_table((Opened("horse-race", ruleset_to_plain(rules_of("horse-race"))),))
    assert restore([table]) is None
    assert restore([]) is None
    assert restore([b"nonsense\n"]) is None
    assert restore([encode((Joined("x"),))]) is None


def test_a_broken_log_is_no_sheet_in_silence() -> None:
    header = horse_sheet().header
    with pytest.raises(ValueError, match="once"):
        restore([encode((header, header))])
    with pytest.raises(LookupError):
        restore([encode((header, Undone("k", 4)))])


@pytest.mark.parametrize(
    ("game", "ruleset", "names"),
    [
        ("chess", {}, ("Ann", "Bo")),
        ("horse-race", {}, ("Ann", "Bo")),
        ("card-race", ruleset_to_plain(RaceRuleset(3)), ("Ann", "Bo")),
    ],
)
def test_a_header_that_makes_no_sheet(game: str, ruleset: dict[str, object], names: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        open_sheet(SheetOpened(game, ruleset, names))


def test_tiles_survive_in_a_log() -> None:
    line = encode((Entered("k", out(1, 0, None, "5-6 0-6")),))
    assert decode(line) == (Entered("k", out(1, 0, None, "5-6 0-6")),)
