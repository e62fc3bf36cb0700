"""A layout as text: whatever somebody writes, what stands is laid, and the first that does not is pointed to."""

from random import Random
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers import lay
from homestretch.fives.decide import misfit, missing, placements
from homestretch.fives.layout import Layout
from homestretch.fives.moves import Play, parse_move
from homestretch.fives.ruleset import Ruleset
from homestretch.games import horse_race, seven_rocks
from homestretch.kit.message import Message
from homestretch.record.placements import Reading, of, read, write

RULES = [horse_race(), seven_rocks()]

WORDS = st.one_of(
    st.text(max_size=6),
    st.from_regex(r"[0-7]-?[0-7](@[0-7][-|][0-7])?", fullmatch=True),
    st.sampled_from(["@", " @ ", ",", "+", "pass", "stop", "\0", "½", "１-４", "\u202e", "[1|4]"]),
)
SCRIPTS = st.lists(WORDS, max_size=12).map(" ".join)


def reason(reading: Reading) -> Message:
    """Why the first placement that does not stand is refused."""
    assert reading.refusal is not None
    found = reading.refusal.data.get("reason", reading.refusal)
    assert isinstance(found, Message)
    return found


# ---- what stands


def test_placements_are_laid_in_their_order() -> None:
    reading = read(horse_race(), "1-4 1-1@1-4 4-4@1-4")
    assert reading.layout == lay("1-4 1-1@1-4 4-4@1-4")
    assert reading.text == "1-4 1-1@1-4 4-4@1-4"
    assert (reading.rest, reading.refusal, reading.is_understood) == ((), None, True)


@pytest.mark.parametrize(
    "text",
    ["41 11@14", "4-1,1-1@4-1", " 1-4 ,, 1-1 @ 1-4 ", "[4|1]\t1|1@[1|4]\n", "14, 11 @14", "1-4\u00a01-1@\u20091-4"],
)
def test_every_spelling_of_the_notation_is_read(text: str) -> None:
    assert read(horse_race(), text).text == "1-4 1-1@1-4"


@pytest.mark.parametrize("text", ["", " ", "\n\t", ",", " , ,, "])
def test_nothing_is_an_empty_table(text: str) -> None:
    assert read(horse_race(), text) == Reading(Layout(horse_race().spinners))


def test_the_spinners_are_those_of_the_game() -> None:
    """5-5 branches in both games, 4-4 only where every double does."""
    text = "5-5 4-5@5-5 5-6@5-5 4-4@4-5 0-4@4-4 2-4@4-4"
    assert read(horse_race(), text).refusal is None
    other = read(seven_rocks(), text)
    assert (other.text, other.rest) == ("5-5 4-5@5-5 5-6@5-5 4-4@4-5 0-4@4-4", ("2-4@4-4",))


# ---- what does not


@pytest.mark.parametrize(
    ("text", "stands", "rest", "code"),
    [
        ("1-4 3-3", "1-4", ("3-3",), "place.nowhere"),
        ("1-4 3-3 4-4@1-4", "1-4", ("3-3", "4-4@1-4"), "place.nowhere"),
        ("1-4 4-4", "1-4", ("4-4",), "place.host-missing"),
        ("1-4 4-4@6-6", "1-4", ("4-4@6-6",), "place.host-absent"),
        ("5-5 2-5@5-5 3-5@5-5 1-2@5-5", "5-5 2-5@5-5 3-5@5-5", ("1-2@5-5",), "place.host-misfit"),
        ("1-4@5-5", "", ("1-4@5-5",), "place.table-empty"),
        ("1-4 4-1@1-4", "1-4", ("4-1@1-4",), "tile.on-table"),
        ("1-4 7-8@1-4", "1-4", ("7-8@1-4",), "tile.not-in-set"),
    ],
)
def test_the_first_placement_that_does_not_stand_is_pointed_to(
    text: str, stands: str, rest: tuple[str, ...], code: str
) -> None:
    reading = read(horse_race(), text)
    assert (reading.text, reading.rest, reading.is_understood) == (stands, rest, True)
    assert reading.refusal is not None
    assert reading.refusal.code == "explain.move"
    assert reading.refusal.data["number"] == len(reading.plays) + 1
    assert reason(reading).code == code


@pytest.mark.parametrize("word", ["joker", "+", "+2-5", "pass", "stop", "1-4@", "½", "１-４", "\0", "🁣", "1-1@x"])
def test_a_word_that_is_no_placement_is_quoted(word: str) -> None:
    reading = read(horse_race(), f"1-4 {word} 1-1@1-4")
    assert reading.text == "1-4"
    assert not reading.is_understood
    assert reading.refusal is not None
    assert reading.refusal.code == "explain.unreadable"
    assert (reading.refusal.data["number"], reading.refusal.data["text"]) == (2, reading.rest[0])


@pytest.mark.parametrize("rules", RULES, ids=["horse-race", "seven-rocks"])
@given(text=st.one_of(st.text(), SCRIPTS))
def test_any_text_is_laid_as_far_as_it_stands(rules: Ruleset, text: str) -> None:
    reading = read(rules, text)
    assert bool(reading.rest) == (reading.refusal is not None)
    assert of(reading.layout) == reading.plays
    again = read(rules, reading.text)
    assert (again.plays, again.layout, again.refusal) == (reading.plays, reading.layout, None)
    if reading.refusal is not None and reading.is_understood:
        play = parse_move(reading.rest[0])
        assert isinstance(play, Play)
        assert missing(rules, reading.layout, play.tile) or misfit(reading.layout, play)
        for fitting in reason(reading).data.get("fitting", ()):
            assert read(rules, f"{reading.text} {fitting}").refusal is None, "what is said to fit fits"


@pytest.mark.parametrize("text", ["{}", "1-4{}@", "1-4{}@{}1-4", "{}@{}@"])
def test_a_long_row_of_blanks_is_read_at_once(text: str) -> None:
    blanks, begun = " " * 50_000, process_time()
    read(horse_race(), text.format(blanks, blanks))
    assert process_time() - begun < 1


# ---- from a layout to text


@pytest.mark.parametrize("rules", RULES, ids=["horse-race", "seven-rocks"])
@given(chance=st.randoms(use_true_random=False), tiles=st.integers(0, 28))
def test_a_layout_tells_the_placements_that_made_it(rules: Ruleset, chance: Random, tiles: int) -> None:
    layout, made = Layout(rules.spinners), list[Play]()
    for tile in chance.sample(rules.tiles, tiles):
        if layout.fits(tile):
            play = chance.choice(placements(layout, tile))
            layout = layout.join(play.tile, play.host)
            made.append(play)
    assert of(layout) == tuple(made)
    assert read(rules, write(of(layout))).layout == layout


def test_an_empty_layout_has_no_placements() -> None:
    assert of(Layout(horse_race().spinners)) == ()
    assert write(()) == ""
