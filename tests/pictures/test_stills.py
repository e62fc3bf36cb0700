"""Pictures of layouts, positions and races: what is written under them, in three languages, and what stays hidden."""

from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from helpers import go, lay, table
from homestretch.fives.layout import Layout
from homestretch.fives.ruleset import Spinners
from homestretch.games import horse_race, seven_rocks
from homestretch.i18n.speaker import Speaker
from homestretch.kit.card import Suit, parse_card
from homestretch.kit.message import Refusal
from homestretch.pictures import notebook
from homestretch.pictures.stills import layout_picture, position_picture, race_picture, running_picture
from homestretch.race.ruleset import RaceRuleset
from homestretch.race.state import State as RaceState
from homestretch.race.state import new
from homestretch.record.running import read
from homestretch.render import Shape

EN, RU, HI = (Speaker(language) for language in ("en", "ru", "hi"))
SVG = "{http://www.w3.org/2000/svg}"
EMPTY = Layout(Spinners.ALL)
TRACK = "7S KH 2D 9D JC 3C 10H"


def written(svg: str) -> list[str]:
    """What stands under a picture."""
    return [text.text or "" for text in parsed(svg)[-1].findall(f"{SVG}g[@font-size]/{SVG}text")]


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314


def told(svg: str) -> tuple[str, str]:
    """Title and description."""
    root = parsed(svg)
    return root.findtext(f"{SVG}title", ""), root.findtext(f"{SVG}desc", "")


def running(text: str) -> RaceState:
    race = read(text)
    assert not isinstance(race, Refusal)
    return race


def meeting(**changes: object) -> RaceState:
    cards = tuple(card for word in TRACK.split() if (card := parse_card(word)) is not None)
    return replace(new(RaceRuleset(3)), race=2, banker=1, track=cards, positions=(3, 1, 0, 8), **changes)


# ---- layouts


def test_a_layout_shows_its_sum() -> None:
    layout = lay("1-4 1-1@1-4 4-4@1-4")
    assert written(layout_picture(EN, layout)) == ["2 + 8 = 10"]
    assert written(layout_picture(EN, layout, captioned=False)) == []


@pytest.mark.parametrize(
    ("speak", "horse", "rocks"),
    [
        (EN, "2 + 8 = 10: 2 points", "2 + 8 = 10: 10 points"),
        (RU, "2 + 8 = 10: 2 очка", "2 + 8 = 10: 10 очков"),
        (HI, "2 + 8 = 10: 2 अंक", "2 + 8 = 10: 10 अंक"),
    ],
    ids=["en", "ru", "hi"],
)
def test_under_rules_it_shows_what_its_last_tile_earns(speak: Speaker, horse: str, rocks: str) -> None:
    layout = lay("1-4 1-1@1-4 4-4@1-4")
    assert written(layout_picture(speak, layout, horse_race())) == [horse]
    assert written(layout_picture(speak, layout, seven_rocks())) == [rocks]


def test_a_layout_is_told_to_those_who_do_not_see_it() -> None:
    title, description = told(layout_picture(EN, lay("1-4 1-1@1-4")))
    assert title == "Dominoes on the table. Total: 4 + 2 = 6"
    assert "1-4 counts 4" in description
    assert "1-1 counts 2" in description
    assert "Free: " in description


def test_an_empty_table_says_so() -> None:
    assert written(layout_picture(EN, EMPTY)) == ["The table is empty."]
    assert told(layout_picture(EN, EMPTY, horse_race())) == ("The table is empty.", "")


def test_the_shape_turns_the_first_line() -> None:
    wide, tall = (parsed(layout_picture(EN, lay("1-4 2-4@1-4 2-5@2-4"), shape=shape)) for shape in Shape)
    assert int(wide.attrib["width"]) > int(wide.attrib["height"])
    assert int(tall.attrib["width"]) < int(tall.attrib["height"])


# ---- positions


def test_a_position_shows_scores_and_whose_turn_it_is() -> None:
    state = go(table(horse_race(), "1-4 1-1 0-6", "0-0 3-6 5-5"), "0 1-4").state
    speak = Speaker("en", ("Ann Lee", "Bob"))
    assert written(position_picture(speak, state)) == [
        "1 + 4 = 5: 1 point",
        "Ann\u00a0Lee:\u00a01\u00a0· Bob:\u00a00",
        "Ann Lee is on turn.",
    ]


def test_a_position_shows_nobodys_hand() -> None:
    state = go(table(horse_race(), "1-4 1-1 0-6", "0-0 3-6 5-5"), "0 1-4").state
    hidden = replace(state, hands=((), ()), boneyard=(), drawn=None)
    assert position_picture(EN, state) == position_picture(EN, hidden)


def test_pairs_share_a_score() -> None:
    state = table(seven_rocks(), "1-4", "0-0", "2-2", "3-3")
    speak = Speaker("en", ("Ann", "Bob", "Cleo", "Dan"))
    scores = " ".join(written(position_picture(speak, state))[1:3])
    assert scores.replace("\u00a0", " ") == "Ann and Cleo: 0 · Bob and Dan: 0"


# ---- races


def test_a_race_shows_the_bank_the_balances_and_its_winner() -> None:
    speak = Speaker("en", ("Ann", "Bob", "Cleo"))
    lines = [line.replace("\u00a0", " ") for line in written(race_picture(speak, meeting(winner=Suit.CLUBS)))]
    assert lines == ["Race 2: Bob holds the bank.", "Ann: 100 · Bob: 100 · Cleo: 100", "The race goes to clubs."]
    assert len(written(race_picture(speak, meeting()))) == 2


def test_a_meeting_before_its_first_race_has_no_bank() -> None:
    assert len(written(race_picture(EN, new(RaceRuleset(3))))) == 1


def test_a_race_shows_nobodys_stake() -> None:
    state = meeting()
    assert race_picture(EN, state) == race_picture(EN, replace(state, stakes=(None, None, None), deck=()))


def test_a_race_is_told_to_those_who_do_not_see_it() -> None:
    title, description = told(race_picture(EN, meeting()))
    assert title == "A card race"
    assert "spades: position 3 of 8; hearts: position 1 of 8" in description
    assert "7♠, K♥, 2♦" in description
    assert "track" not in told(race_picture(EN, new(RaceRuleset(3))))[1]


def test_a_race_by_itself_tells_how_far_it_is() -> None:
    assert written(running_picture(EN, running(f"{TRACK} / 4D"))) == ["1 card has been turned."]
    assert written(running_picture(RU, running(f"{TRACK} / 4D 5D"))) == ["Открыты 2 карты."]
    won = running(f"{TRACK} / 2S 3S 4S 5S 6S 8S 9S 10S")
    assert written(running_picture(EN, won)) == ["The race goes to spades."]
    assert written(running_picture(EN, won, captioned=False)) == []


# ---- notebooks


def test_a_notebook_speaks_the_language_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    position = table(horse_race(), "1-4", "0-0")
    for language, speak in (("ru_RU.UTF-8", RU), ("hi_IN.UTF-8", HI), ("C.UTF-8", EN)):
        monkeypatch.setenv("LANG", language)
        assert notebook.picture(EMPTY) == layout_picture(speak, EMPTY)
        assert notebook.picture(position) == position_picture(speak, position)
        assert notebook.picture(meeting()) == race_picture(speak, meeting())
