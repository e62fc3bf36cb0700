"""Answers in an address, and what they come to."""

import pytest

from homestretch.learn.drills import QUESTIONS, drill
from homestretch.learn.tally import Tally, next_open, read_answer, read_given, tally, with_answer, write_given

DRILL = drill("horse-race", 1, "tally")
RIGHT = tuple(question.points for question in DRILL)


def test_all_right_and_all_wrong() -> None:
    assert tally(DRILL, RIGHT) == Tally(QUESTIONS, QUESTIONS, QUESTIONS)
    assert tally(DRILL, tuple(points + 1 for points in RIGHT)) == Tally(0, 0, 0)
    assert tally(DRILL, ()) == Tally(0, 0, 0)


def test_a_miss_or_a_gap_ends_a_streak() -> None:
    assert tally(DRILL, (*RIGHT[:3], 99, *RIGHT[4:6])) == Tally(5, 2, 3)
    assert tally(DRILL, (*RIGHT[:3], None)) == Tally(3, 0, 3)


@pytest.mark.parametrize("given", [(), (0,), (35, 0, 5), (1, None, 2), RIGHT])
def test_answers_are_read_as_they_are_written(given: tuple[int | None, ...]) -> None:
    assert read_given(write_given(given)) == given


@pytest.mark.parametrize("word", ["x", "-1", "1e9", "99999", "1,2", "²", "\ud800", "1 2", "0x1"])
def test_what_is_no_answer_was_left_out(word: str) -> None:
    assert read_answer(word) is None
    assert read_given(f"3.{word}") == (3, None)


def test_no_more_answers_are_read_than_there_are_questions() -> None:
    assert len(read_given("1." * 500)) == QUESTIONS


def test_an_answer_can_be_given_to_any_question() -> None:
    assert with_answer((), 1, 5) == (5,)
    assert with_answer((1, None, 3), 2, 2) == (1, 2, 3)
    assert next_open((1, None, 3), 3) == 4
    assert next_open(RIGHT, 5) == QUESTIONS + 1
