"""Drills of the counting trainer: placements from rounds that bots have really played, all of them from a seed.

The same game, level and seed give the same questions anywhere.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import count
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from homestretch.bots.playing import match_events
from homestretch.bots.simple import greedy_bot, random_bot
from homestretch.fives.events import Played, Settled
from homestretch.fives.layout import Layout, award
from homestretch.fives.match import Fives
from homestretch.fives.moves import Play
from homestretch.fives.ruleset import MULTIPLE, Ruleset
from homestretch.fives.state import State
from homestretch.games import GAMES, Game, published_fives
from homestretch.kit.chance import Stream, derive
from homestretch.kit.message import Refusal
from homestretch.kit.tile import Tile

from .levels import levels_of

QUESTIONS: Final = 20
"""The questions of one drill."""

WITHOUT_AWARD: Final = 7
"""How many of them earn nothing, so that no answer is much better than another for those who only guess."""

MOST_RAW: Final = 35
"""The highest award that is asked for; higher ones are too rare to stand among the answers of a page."""

_BOTS: Final = (random_bot, random_bot, greedy_bot)
"""Who plays the rounds, in these shares. Greedy bots bring about layouts that score, random ones all the others."""


class Question(Struct, frozen=True):
    """A placement to be counted: ``play`` makes ``after`` of ``layout``.

    It earns ``raw`` points, which are ``points`` of the game's own.
    """

    layout: Layout
    play: Play
    after: Layout
    raw: int
    points: int

    @property
    def sight(self) -> tuple[Tile, frozenset[frozenset[Tile]]]:
        """What one sees of it, whichever tile lay first: the new tile, and which tiles are joined."""
        return self.play.tile, frozenset(frozenset((joint.host, joint.tile)) for joint in self.after.joints)


def choices(rules: Ruleset) -> tuple[int, ...]:
    """Every answer that can be right, in the game's own points.

    >>> from homestretch.games import horse_race, seven_rocks
    >>> choices(horse_race()), choices(seven_rocks())
    ((0, 1, 2, 3, 4, 5, 6, 7), (0, 5, 10, 15, 20, 25, 30, 35))
    """
    return tuple(raw // rules.unit for raw in range(0, MOST_RAW + 1, MULTIPLE))


@lru_cache(maxsize=256)
def drill(key: str, number: int, seed: str) -> tuple[Question, ...]:
    """All questions for the level of this number, no two of them alike; at most two are from the same round.

    Raises:
        IndexError: There is no such level.
    """
    game = GAMES[key]
    levels = levels_of(game)
    if not 1 <= number <= len(levels):
        raise IndexError(f"{key} has no level {number}")
    level = levels[number - 1]
    master = derive(seed.encode(), "drill", key, number)
    stream = Stream(master, b"choice")
    wanted = {True: QUESTIONS - WITHOUT_AWARD, False: WITHOUT_AWARD}
    taken: list[Question] = []
    seen = set()
    played = count()
    while any(wanted.values()):
        asked = [each for each in _questions(game, derive(master, "round", next(played))) if level.takes(each.after)]
        for scores in (True, False):
            new = [each for each in asked if (each.raw > 0) is scores and each.sight not in seen]
            if new and wanted[scores]:
                chosen = stream.choice(new)
                taken.append(replace(chosen, layout=chosen.layout.bare, after=chosen.after.bare))
                seen.add(taken[-1].sight)
                wanted[scores] -= 1
    return stream.shuffled(taken)


def _questions(game: Game, seed: bytes) -> Iterator[Question]:
    """What can be asked about one round, which is played at any of the game's seatings."""
    rules = published_fives(game, Stream(seed, b"seating").choice(game.seatings))
    if isinstance(rules, Refusal):
        raise RuntimeError(f"a seating of the game itself was refused: {rules.code}")
    for state, play in _placements(rules, seed):
        after = state.layout.join(play.tile, play.host)
        raw = award(after.total)
        if raw <= MOST_RAW:
            yield Question(state.layout, play, after, raw, raw // rules.unit)


def _placements(rules: Ruleset, seed: bytes) -> Iterator[tuple[State, Play]]:
    """Every placement of a round between bots, with the state that it was made in."""
    stream = Stream(seed, b"choice")
    bots = [stream.choice(_BOTS) for _ in range(rules.players)]
    for before, event in match_events(Fives(rules), bots, (stream,) * rules.players, seed):
        if isinstance(event, Played):
            yield before, Play(event.tile, event.host)
        elif isinstance(event, Settled):
            return
