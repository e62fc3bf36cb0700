"""The speaker: choosing a language, and speaking every kind of data."""

import pytest

from homestretch.fives.moves import Play
from homestretch.games import HORSE_RACE, Seating
from homestretch.i18n.speaker import Speaker, choose_language
from homestretch.kit.card import Card, Suit
from homestretch.kit.message import say
from homestretch.kit.tile import Tile


@pytest.mark.parametrize(
    ("wishes", "language"),
    [
        (("ru",), "ru"),
        ((None, "ru_RU.UTF-8"), "ru"),
        (("fr:hi:ru",), "hi"),
        (("hi-IN",), "hi"),
        (("C.UTF-8",), "en"),
        (("POSIX", "RU"), "ru"),
        ((None, None), "en"),
        (("rum",), "en"),
    ],
)
def test_the_first_language_that_is_spoken_here_is_taken(wishes: tuple[str | None, ...], language: str) -> None:
    assert choose_language(*wishes) == language


@pytest.mark.parametrize(
    ("value", "key", "text"),
    [
        (Tile(2, 5), "tile", "2-5"),
        ((Tile(2, 5), Tile(0, 0)), "tiles", "2-5, 0-0"),
        ((), "tiles", "none"),
        (Card(10, Suit.DIAMONDS), "card", "10♦"),
        (Suit.CLUBS, "suit", "clubs"),
        (Play(Tile(2, 5), Tile(5, 5)), "move", "2-5@5-5"),
        (1, "seat", "Bo"),
        (1, "turn", "Bo"),
        (2, "seat", "seat 2"),
        (1, "number", "1"),
        (say("count.tiles", n=1), "tiles", "1 tile"),
        ("seven-rocks", "game", "Seven Rocks"),
        (("seven-rocks", "card-race"), "known", "seven-rocks, card-race"),
        (HORSE_RACE.seatings[1:4:2], "seatings", "3 players, each for themselves; 4 players in two pairs"),
        (2.456, "number", "2.46"),
        ("{seat}", "text", "{seat}"),
    ],
)
def test_every_kind_of_data_is_spoken(value: object, key: str, text: str) -> None:
    assert Speaker("en", ["Ann", "Bo"]).value(value, key) == text


def test_numbers_and_shares_follow_the_language() -> None:
    assert (Speaker("en").number(1234.5), Speaker("ru").number(1234.5)) == ("1,234.5", "1\xa0234,5")
    assert (Speaker("en").percent(0.1234), Speaker("ru").percent(0.1234)) == ("12.3%", "12,3\xa0%")
    assert Speaker("hi").number(123456.0) == "1,23,456"


def test_seatings_agree_with_their_number() -> None:
    said = [Speaker("ru").value(Seating(players)) for players in (2, 5, 21)]
    assert [words.split(",")[0] for words in said] == ["2 игрока", "5 игроков", "21 игрок"]


def test_a_text_that_asks_for_data_that_is_not_there_is_a_fault() -> None:
    with pytest.raises(KeyError):
        Speaker("en").say("tile.on-table")
    with pytest.raises(KeyError):
        Speaker("en").say("no.such-code")


@pytest.mark.parametrize("spoiled", ["a\nRecord 2: holds.", "a\x1b[2J", "a\u2028b", "a\u202eb", "a\rb", "a\x00"])
def test_text_from_outside_cannot_break_or_turn_a_line(spoiled: str) -> None:
    spoken = Speaker("en").say("record.tile", where="here", text=spoiled)
    assert len(spoken.splitlines()) == 1
    assert all(letter.isprintable() for letter in spoken)
    assert Speaker("en", [spoiled]).seat(0).isprintable()


def test_joiners_that_scripts_and_emoji_need_stay() -> None:
    assert Speaker("en", ["क्\u200dष"]).seat(0) == "क्\u200dष"
