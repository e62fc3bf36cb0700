"""Where somebody stands in a drill: everything is in the address, so that it can be kept, shared and gone back to."""

import secrets
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlencode

from msgspec import Struct

from homestretch.games import Game
from homestretch.kit.numbers import read_digits
from homestretch.learn.drills import QUESTIONS, Question, drill
from homestretch.learn.levels import levels_of
from homestretch.learn.tally import Given, Tally, next_open, read_given, tally, with_answer, write_given

LONGEST_SEED: Final = 24

END: Final = QUESTIONS + 1
"""The number after the last question, at which the result is shown."""


class Drilling(Struct, frozen=True):
    """A drill, the number of the question that is shown, and the answers that have been given from the first on."""

    game: Game
    level: int
    seed: str
    number: int = 1
    given: Given = ()

    @property
    def questions(self) -> tuple[Question, ...]:
        """All questions of the drill."""
        return drill(self.game.key, self.level, self.seed)

    @property
    def question(self) -> Question:
        """The question that is shown; there is none at the end."""
        return self.questions[self.number - 1]

    @property
    def answer(self) -> int | None:
        """What was answered to the question that is shown, if anything."""
        return self.given[self.number - 1] if self.number <= len(self.given) else None

    @property
    def tally(self) -> Tally:
        """What the answers come to."""
        return tally(self.questions, self.given)

    def answered(self, answer: int) -> "Drilling":
        """After an answer to the question that is shown: on to the next where it is right, else to its explanation."""
        given = with_answer(self.given, self.number, answer)
        is_right = self.question.points == answer
        number = next_open(given, self.number) if is_right else self.number
        return Drilling(self.game, self.level, self.seed, number, given)

    def at(self, number: int) -> "Drilling":
        """The same drill at another question."""
        return Drilling(self.game, self.level, self.seed, number, self.given)

    @property
    def next(self) -> "Drilling":
        """At the next question that waits for an answer, or at the end."""
        return self.at(next_open(self.given, self.number))

    def fields(self) -> dict[str, str]:
        """What an address or a form says of it."""
        return {"level": str(self.level), "seed": self.seed, "n": str(self.number), "given": write_given(self.given)}

    @property
    def path(self) -> str:
        """Its address on this server."""
        return f"/train/{self.game.key}?{urlencode(self.fields())}"

    @property
    def start(self) -> str:
        """The address of the drill itself, for others and for another time."""
        return f"/train/{self.game.key}?{urlencode({'level': self.level, 'seed': self.seed})}"


def course_path(game: Game, level: int) -> str:
    """The address at which a new drill begins."""
    return f"/train/{game.key}?level={level}"


def read_drilling(game: Game, fields: Mapping[str, str], usual_level: int) -> tuple[Drilling, bool]:
    """Where the fields of an address or a form lead, whatever they hold; and whether they name a drill themselves."""
    level = _number(fields.get("level", ""), len(levels_of(game)))
    seed = clean_seed(fields.get("seed", ""))
    if level is None or not seed:
        return Drilling(game, level or usual_level, seed or new_seed()), False
    given = read_given(fields.get("given", ""))
    number = _number(fields.get("n", ""), END) or len(given) + 1
    return Drilling(game, level, seed, number, given), True


def clean_seed(text: str) -> str:
    """What of a text can be a seed: letters and digits of any script, in small letters.

    >>> clean_seed(" Tuesday, 7 pm "), clean_seed("<>")
    ('tuesday7pm', '')
    """
    return "".join(letter for letter in text.casefold() if letter.isalnum())[:LONGEST_SEED]


def new_seed() -> str:
    """A seed that nobody has chosen."""
    return secrets.token_hex(3)


def _number(text: str, most: int) -> int | None:
    """A number from 1 to ``most``, where the text is one."""
    number = read_digits(text) or 0
    return number if 1 <= number <= most else None
