"""The mistakes that the trainer knows: named where they give somebody's answer, and only there."""

import pytest

from homestretch.fives.layout import award
from homestretch.games import GAMES, HORSE_RACE, SEVEN_ROCKS, Game
from homestretch.i18n.speaker import LANGUAGES, Speaker
from homestretch.learn.drills import Question, drill
from homestretch.learn.levels import LEVELLED, rules_of
from homestretch.learn.slips import slips, why_wrong
from homestretch.record.placements import read


def asked(game: Game, text: str) -> Question:
    """The question after the last placement of a text."""
    rules = rules_of(game)
    reading = read(rules, text)
    assert reading.refusal is None
    before, after = read(rules, " ".join(map(str, reading.plays[:-1]))).layout, reading.layout
    raw = award(after.total)
    return Question(before, reading.plays[-1], after, raw, raw // rules.unit)


def why(game: Game, text: str, answer: int) -> str:
    """What is said to somebody who gives this answer."""
    message = why_wrong(rules_of(game), asked(game, text), answer)
    return "" if message is None else Speaker("en")(message)


def test_a_double_that_is_used_up() -> None:
    told = why(SEVEN_ROCKS, "5-5 0-5@5-5 2-5@5-5 3-5@5-5", 15)
    assert told.startswith("Did you count 5-5? Both its line sides are joined")
    assert "0 + 2 + 3 + 10 = 15" in told


def test_a_double_at_an_end_counted_once() -> None:
    assert "5 + 0 = 5" in why(SEVEN_ROCKS, "5-5 0-5@5-5", 5)
    assert why(SEVEN_ROCKS, "5-5 0-5@5-5", 5).startswith("Did you count only one half of 5-5?")


def test_a_free_branch_side() -> None:
    told = why(SEVEN_ROCKS, "1-1 1-2@1-1 1-4@1-1 1-3@1-1", 10)
    assert told.startswith("Did you count the free branch side of 1-1?")
    assert "2 + 4 + 3 + 1 = 10" in told


def test_the_layout_before_the_placement() -> None:
    assert why(HORSE_RACE, "5-5 2-5@5-5", 2) == "Did you count before 2-5 was there? Then the sum was 10."


def test_a_half_that_is_joined_now() -> None:
    told = why(SEVEN_ROCKS, "1-4 4-6@1-4 1-3@1-4", 10)
    assert told.startswith("Did you still count the half of 1-4 that is joined now?")
    assert "= 10" in told


def test_an_end_left_out() -> None:
    told = why(HORSE_RACE, "2-2 2-5@2-2", 1)
    assert told == "Did you leave out the end at 2-2? Without it the sum would be 5."


def test_raw_points_for_game_points() -> None:
    assert why(HORSE_RACE, "5-5", 10).startswith("You counted right: 10 raw points.")


def test_a_sum_that_is_no_multiple_of_five() -> None:
    assert why(SEVEN_ROCKS, "3-4", 7).startswith("7 is the right sum")


def test_a_sum_that_was_rounded() -> None:
    assert why(SEVEN_ROCKS, "3-6 1-3@3-6", 5).startswith("Did you round 7 to 5?")


def test_what_is_no_typical_mistake_is_not_named() -> None:
    assert why(SEVEN_ROCKS, "5-5", 35) == ""
    assert why(SEVEN_ROCKS, "5-5", 0) == "", "any mistake leads to 0"


@pytest.mark.parametrize("key", LEVELLED)
def test_a_named_mistake_gives_the_answer_and_every_language_tells_it(key: str) -> None:
    rules = rules_of(GAMES[key])
    codes = set()
    for level in range(1, 6):
        for question in drill(key, level, "slips"):
            for slip in slips(question):
                earned = award(sum(slip.counts)) // rules.unit
                if not earned or earned == question.points:
                    continue
                message = why_wrong(rules, question, earned)
                assert message is not None
                codes.add(message.code)
                texts = {Speaker(language)(message) for language in LANGUAGES}
                assert len(texts) == len(LANGUAGES)
    assert codes == {"slip.used", "slip.once", "slip.branch", "slip.before", "slip.covered", "slip.left-out"}
