"""What a sheet says, in every language."""

import pytest

from homestretch.i18n.speaker import LANGUAGES, Speaker
from homestretch.kit.card import SUITS
from homestretch.sheet.entries import Award, Joined
from homestretch.sheet.sheet import Sheet
from homestretch.sheet.words import in_full, in_short, last_deed, now

from .sheets import (
    add,
    back,
    blocked,
    correct,
    first,
    horse_sheet,
    opening,
    out,
    race_by,
    race_sheet,
    redo,
    rocks_sheet,
    undo,
    won,
    write,
)

S, H, D, C = SUITS


def said(sheet: Sheet, language: str = "en") -> str:
    """How the game stands."""
    speak = Speaker(language, sheet.header.names)
    return " ".join(speak(message) for message in now(sheet))


def told(sheet: Sheet) -> list[str]:
    """What the last entry brought about."""
    speak = Speaker("en", sheet.header.names)
    return [speak(message) for message in in_full(sheet.lines[-1])]


def short(sheet: Sheet) -> str:
    """The last entry."""
    return Speaker("en", sheet.header.names)(in_short(sheet.rules, sheet.entries[-1].entry))


def test_an_award_names_the_side() -> None:
    assert short(write(horse_sheet(4, pairs=True), "1 4")) == "Bo and Di: 4 points"
    assert Speaker("en")(in_short(race_sheet().rules, Award(0, 5))) == "side 0: 5 points"


def test_an_end_tells_the_pips_and_the_sums() -> None:
    sheet = write(horse_sheet(4, pairs=True), out(1, 0, None, 9, None, "2-6"))
    assert short(sheet) == "Round 1: Ann goes out"
    assert told(sheet)[1:] == [
        "Bo has 9 pips left.",
        "Di is left with 2-6: 8.",
        "Ann and Cy win the round.",
        "Ann and Cy score the opponents’ pips: 9 + 8 = 17 → 15: 3 points.",
    ]
    sheet = write(rocks_sheet(), blocked(1, 3, 3, 1, 2))
    assert short(sheet) == "Round 1: blocked"
    assert "Ann has 3 pips left." in told(sheet)


def test_what_is_due_in_a_match_is_said() -> None:
    sheet = horse_sheet()
    assert said(sheet) == "Round 1, to 61 points. Draw lots for who starts."
    sheet = write(sheet, first(1))
    assert short(sheet) == "Bo starts."
    assert said(sheet).endswith("Bo starts.")
    sheet = write(sheet, "0 15", "0 15", "0 15", "0 16")
    assert said(sheet).startswith("Ann wins the match with 61 points.")
    assert told(sheet)[0] == "Ann wins the match with 61 points."


def test_what_is_due_in_a_meeting_is_said() -> None:
    sheet = race_sheet()
    assert said(sheet) == "Say who holds the first bank, by lot."
    sheet = write(sheet, first(0))
    assert short(sheet) == "Ann holds the first bank."
    assert said(sheet) == "Race 1 of 3. Ann holds the bank. Enter the track and the odds."
    sheet = write(sheet, opening(2, 2, 1, 2))
    assert short(sheet) == "On the track: ♠\u00a02, ♥\u00a02, ♦\u00a01, ♣\u00a02"
    assert told(sheet) == ["Odds for 0 to 4 cards: 1, 2, 3, 5, 10. Largest stake: 1."]
    assert said(sheet) == "Race 1 of 3. Stakes are due from: Bo, Cy."
    sheet = write(sheet, back(1, D), back(2, S))
    assert short(sheet) == "Cy has 1 token on spades"
    assert said(sheet) == "Race 1 of 3. All stakes are locked. Which horse wins?"
    sheet = write(sheet, won(1, D))
    assert short(sheet) == "Race 1: diamonds win"
    assert told(sheet)[0].startswith("Bo gets back the stake and 2 more")
    sheet = race_by(race_by(sheet, 2, D, back(0, S), back(2, S)), 3, D, back(0, S), back(1, S))
    assert said(sheet).startswith("The meeting is over: Bo has the highest balance")


def test_a_bank_that_is_passed_over_has_no_race() -> None:
    sheet = write(race_sheet(4, tokens=3, most_stake=None), first(0))
    assert said(sheet).startswith("Race 1 of 4.")
    even = (1, 1, 1, 1, 1)
    sheet = write(sheet, opening(2, 2, 1, 2, prices=even), back(1, S), back(2, D), back(3, D), won(1, D))
    assert said(sheet).startswith("Race 2 of 3. Cy holds the bank.")
    assert said(write(sheet, opening(2, 2, 1, 2, prices=even))).startswith("Race 2 of 3. Stakes are due")


def test_the_last_deed_is_said_whatever_it_was() -> None:
    speak = Speaker("en", ("Ann", "Bo"))

    def last(sheet: Sheet) -> str:
        message = last_deed(sheet)
        assert message is not None
        return speak(message)

    assert last_deed(add(horse_sheet(), Joined("guest"))) is None
    sheet = write(horse_sheet(), "0 3", "1 2")
    assert last(add(sheet, Joined("guest"))) == "Entered last: Bo: 2 points"
    sheet = undo(sheet, 1)
    assert last(sheet) == "Undone: Ann: 3 points"
    sheet = redo(sheet, 1)
    assert last(sheet) == "Put back: Ann: 3 points"
    assert last(correct(sheet, 1, "0 4")) == "Entry 1 is now: Ann: 4 points"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_all_of_it(language: str) -> None:
    sheet = write(horse_sheet(), "0 3", out(1, 0, None, 17), blocked(2, 3, 4))
    speak = Speaker(language, sheet.header.names)
    words = [speak(message) for line in sheet.lines for message in in_full(line)]
    words += [speak(in_short(sheet.rules, line.kept.entry)) for line in sheet.lines]
    assert all(words)
    if language != "en":
        assert not any("round" in each.lower() for each in words)
        assert said(sheet, language) != said(sheet)
