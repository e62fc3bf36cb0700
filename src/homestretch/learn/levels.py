"""The levels of the counting trainer: how much there is to see in a layout when it is counted."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from homestretch.fives.layout import LINE, Layout
from homestretch.fives.ruleset import Ruleset, Spinners
from homestretch.games import GAMES, Game, layout_rules
from homestretch.kit.message import Message, Refusal, say
from homestretch.kit.tile import Tile


class Range(Struct, frozen=True):
    """From ``least`` to ``most`` of something; without an upper end where ``most`` is None.

    >>> 3 in Range(2, 3), 9 in Range(2), 1 in Range(2)
    (True, True, False)
    """

    least: int
    most: int | None = None

    def __contains__(self, number: int) -> bool:
        return self.least <= number and (self.most is None or number <= self.most)


ONE: Final = Range(1, 1)
NONE: Final = Range(0, 0)
ANY: Final = Range(0)


class Level(Struct, frozen=True):
    """What the layout must hold once the tile has been placed.

    ``ends`` are those that have to be added, zeros included. ``open`` counts the spinners whose branch sides have
    opened and which therefore count nothing themselves, ``doubles`` the doubles among the ends.
    """

    ends: Range
    open: Range
    doubles: Range = ANY

    def takes(self, layout: Layout) -> bool:
        """Whether a layout is of this level."""
        doubles = sum(end.tile.is_double for end in layout.ends)
        return len(layout.ends) in self.ends and len(open_spinners(layout)) in self.open and doubles in self.doubles

    def about(self) -> tuple[Message, ...]:
        """What one meets at this level."""
        lines = [_said("ends", self.ends), _said("open", self.open)]
        if self.doubles != ANY:
            lines.append(_said("doubles", self.doubles))
        return tuple(lines)


def _said(what: str, span: Range) -> Message:
    if span == NONE:
        return say(f"level.{what}-none")
    if span.most is None:
        return say(f"level.{what}-least", n=span.least)
    if span.most == span.least:
        return say(f"level.{what}", n=span.least)
    return say(f"level.{what}-between", least=span.least, n=span.most)


LEVELS: Final[Mapping[Spinners, tuple[Level, ...]]] = {
    Spinners.ALL: (
        Level(Range(1, 2), NONE),
        Level(Range(2, 3), ONE, NONE),
        Level(Range(3, 4), ONE, Range(1)),
        Level(Range(3, 4), Range(2)),
        Level(Range(5), Range(2)),
    ),
    Spinners.FIRST: (
        Level(Range(1, 2), NONE),
        Level(Range(2, 3), ONE, NONE),
        Level(Range(2, 3), ONE, Range(1)),
        Level(Range(4, 4), ONE, NONE),
        Level(Range(4, 4), ONE, Range(1)),
    ),
}
"""The levels from the easiest to the hardest, by which doubles branch: where one does, there are never five ends."""

LEVELLED: Final = tuple(game.key for game in GAMES.values() if game.family == "fives")
"""The games in which something is counted."""


def rules_of(game: Game) -> Ruleset:
    """The rules by which a layout of this game is counted.

    Raises:
        ValueError: Nothing is laid out in this game.
    """
    rules = layout_rules(game)
    if isinstance(rules, Refusal):
        raise ValueError(f"nothing is counted in {game.key}")
    return rules


def levels_of(game: Game) -> tuple[Level, ...]:
    """The levels of a game.

    >>> from homestretch.games import HORSE_RACE
    >>> len(levels_of(HORSE_RACE))
    5
    """
    return LEVELS[rules_of(game).spinners]


def used_doubles(layout: Layout) -> tuple[Tile, ...]:
    """The doubles with both line sides joined, which count nothing any more."""
    return tuple(tile for tile in layout.tiles if tile.is_double and all(side in layout.joined[tile] for side in LINE))


def open_spinners(layout: Layout) -> tuple[Tile, ...]:
    """Those of them that branch: their branch sides have opened, whether or not anything is joined there."""
    return tuple(tile for tile in used_doubles(layout) if tile in layout.spinners)
