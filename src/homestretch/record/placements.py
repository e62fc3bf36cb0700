"""A layout as text: placements in their order, such as ``1-4 1-1@1-4 4-4@1-4``."""

from msgspec import Struct

from homestretch.fives.decide import misfit, missing
from homestretch.fives.layout import Layout
from homestretch.fives.moves import Play, parse_move
from homestretch.fives.ruleset import Ruleset
from homestretch.kit.message import Refusal, refuse


class Reading(Struct, frozen=True):
    """How far a text could be laid: the placements that stand, and the layout that they make.

    ``refusal`` points to the first placement that does not stand and says why, and ``rest`` holds its words and those
    after it. ``is_understood`` says whether it is a placement at all, only one that does not fit here.
    """

    layout: Layout
    plays: tuple[Play, ...] = ()
    rest: tuple[str, ...] = ()
    refusal: Refusal | None = None
    is_understood: bool = True

    @property
    def text(self) -> str:
        """The placements that stand, in the canonical notation."""
        return write(self.plays)


def write(plays: tuple[Play, ...]) -> str:
    """Placements as text."""
    return " ".join(map(str, plays))


def of(layout: Layout) -> tuple[Play, ...]:
    """The placements that made a layout, in their order.

    >>> from homestretch.games import horse_race
    >>> write(of(read(horse_race(), "1-4 1-1@1-4").layout))
    '1-4 1-1@1-4'
    """
    return (*map(Play, layout.tiles[:1]), *(Play(joint.tile, joint.host) for joint in layout.joints))


def read(rules: Ruleset, text: str) -> Reading:
    """Lay the placements of a text, whatever it may be, as far as they stand.

    >>> from homestretch.games import horse_race
    >>> reading = read(horse_race(), "41, 11 @ 41 3-3")
    >>> reading.text, reading.rest, reading.refusal.data["reason"].code
    ('1-4 1-1@1-4', ('3-3',), 'place.nowhere')
    """
    words = "@".join(map(str.strip, text.split("@"))).replace(",", " ").split()
    layout, plays = Layout(rules.spinners), list[Play]()
    for at, word in enumerate(words):
        move = parse_move(word)
        if not isinstance(move, Play):
            unreadable = refuse("explain.unreadable", number=at + 1, text=word)
            return Reading(layout, tuple(plays), tuple(words[at:]), unreadable, is_understood=False)
        reason = missing(rules, layout, move.tile) or misfit(layout, move)
        if reason is not None:
            pointed = refuse("explain.move", number=at + 1, reason=reason)
            return Reading(layout, tuple(plays), tuple(words[at:]), pointed)
        layout = layout.join(move.tile, move.host)
        plays.append(move)
    return Reading(layout, tuple(plays))
