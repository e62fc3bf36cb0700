"""How somebody has got on in a drill: the answers so far, and what they come to."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from homestretch.kit.numbers import read_whole

from .drills import QUESTIONS, Question

Given = tuple[int | None, ...]
"""The answers to the questions from the first on; None where one was left out."""

_MARK: Final = "."
_MOST_DIGITS: Final = 3


class Tally(Struct, frozen=True):
    """How many answers are right, how many in a row right now, and how many at best."""

    right: int = 0
    streak: int = 0
    best: int = 0


def tally(questions: Sequence[Question], given: Given) -> Tally:
    """What these answers come to.

    >>> tally((), ())
    Tally(right=0, streak=0, best=0)
    """
    right = streak = best = 0
    for question, answer in zip(questions, given, strict=False):
        streak = streak + 1 if answer == question.points else 0
        right += streak > 0
        best = max(best, streak)
    return Tally(right, streak, best)


def write_given(given: Given) -> str:
    """Answers as a word for an address.

    >>> write_given((2, None, 0))
    '2..0'
    """
    return _MARK.join("" if answer is None else str(answer) for answer in given)


def read_given(word: str) -> Given:
    """The answers of such a word, whatever it may be; what is no answer was left out.

    >>> read_given("2..0.x"), read_given("")
    ((2, None, 0, None), ())
    """
    return tuple(read_answer(part) for part in word.split(_MARK)[:QUESTIONS]) if word else ()


def read_answer(text: str) -> int | None:
    """An answer as it was typed, in the digits of any script; None where it is no number of points.

    >>> read_answer(" 10 "), read_answer("१०"), read_answer("-5"), read_answer("1e3")
    (10, 10, None, None)
    """
    return read_whole(text, _MOST_DIGITS)


def with_answer(given: Given, number: int, answer: int) -> Given:
    """The answers with one more, to the question of this number; those before it that are missing were left out.

    >>> with_answer((2, 0, 1), 2, 5), with_answer((), 3, 5)
    ((2, 5, 1), (None, None, 5))
    """
    padded = given + (None,) * (number - len(given))
    return (*padded[: number - 1], answer, *padded[number:])


def next_open(given: Given, number: int) -> int:
    """The first question after this one that waits for its answer; the number after the last where none does.

    >>> next_open((2, None, 0), 1), next_open((2, None, 0), 2), next_open((), 20)
    (2, 4, 21)
    """
    waiting = (each for each in range(number + 1, QUESTIONS + 1) if each > len(given) or given[each - 1] is None)
    return next(waiting, QUESTIONS + 1)
