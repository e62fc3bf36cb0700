"""What somebody has reached in the counting trainer: kept in a plain cookie, read with suspicion."""

from collections.abc import Mapping
from typing import Final
from urllib.parse import parse_qsl, urlencode

from msgspec import Struct
from msgspec.structs import replace

from homestretch.games import GAMES
from homestretch.learn.drills import QUESTIONS
from homestretch.learn.levels import LEVELLED, levels_of
from homestretch.learn.tally import Tally

LONGEST: Final = 600
"""No cookie of ours is longer than so many letters."""

_LAST: Final = "last"

Course = tuple[str, int]
"""A game and the number of one of its levels."""


class Best(Struct, frozen=True):
    """The best at one level: how many answers of a whole drill were right, and how many in a row."""

    right: int = 0
    streak: int = 0


class Practice(Struct, frozen=True):
    """The best at every level that was tried, and the level of the last drill."""

    bests: Mapping[Course, Best] = {}
    last: Course | None = None

    def at(self, course: Course) -> Best:
        """The best at a level."""
        return self.bests.get(course, Best())

    def started(self, course: Course) -> "Practice":
        """After the start of a drill."""
        return replace(self, last=course)

    def reached(self, course: Course, tally: Tally, *, whole: bool) -> "Practice":
        """After an answer; how many are right is compared only once the ``whole`` drill has been answered."""
        before = self.at(course)
        best = Best(max(before.right, tally.right) if whole else before.right, max(before.streak, tally.best))
        return Practice({**self.bests, course: best}, course)

    def cookie(self) -> str:
        """As a cookie's value.

        >>> Practice({("horse-race", 2): Best(17, 12)}, ("horse-race", 2)).cookie()
        'horse-race.2=17.12&last=horse-race.2'
        """
        marks = {_name(course): f"{best.right}.{best.streak}" for course, best in self.bests.items()}
        return urlencode(marks if self.last is None else marks | {_LAST: _name(self.last)})


def read_practice(cookie: str | None) -> Practice:
    """The practice of a cookie, which anybody may have written.

    >>> read_practice("horse-race.2=17.99&last=chess.1")
    Practice(bests={('horse-race', 2): Best(right=17, streak=20)}, last=None)
    """
    if not cookie or not cookie.isascii() or len(cookie) > LONGEST:
        return Practice()
    bests: dict[Course, Best] = {}
    last = None
    for name, value in parse_qsl(cookie):
        if name == _LAST:
            last = _course(value)
            continue
        course = _course(name)
        right, _, streak = value.partition(".")
        if course is not None and right.isdecimal() and streak.isdecimal():
            bests[course] = Best(min(int(right), QUESTIONS), min(int(streak), QUESTIONS))
    return Practice(bests, last)


def _name(course: Course) -> str:
    return f"{course[0]}.{course[1]}"


def _course(name: str) -> Course | None:
    key, _, level = name.partition(".")
    if key not in LEVELLED or level not in [str(number) for number in range(1, 1 + len(levels_of(GAMES[key])))]:
        return None
    return key, int(level)
