"""The bots by level: one name for all games, with a budget of worlds where the bot thinks (``expert:200``)."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from homestretch.kit.chance import Stream
from homestretch.kit.message import Refusal, refuse
from homestretch.kit.numbers import read_digits
from homestretch.kit.seat import Seat
from homestretch.race.state import State as RaceState

from .fives import EXPERT, STRONG, Thought, casual_move, thoughtful_move
from .race import cautious_bot, meeting_bot, value_bot
from .simple import Bot, greedy_bot, random_bot

MOST_WORLDS: Final = 100_000
"""More would take minutes a move."""


def casual_bot(view: Any, seat: Seat, stream: Stream) -> Any:
    """A learner: does not see every award, and backs horses with care."""
    return (cautious_bot if isinstance(view, RaceState) else casual_move)(view, seat, stream)


def _thinker(thought: Thought, of_race: Bot) -> Callable[[int | None], Bot]:
    def with_budget(worlds: int | None) -> Bot:
        own = thought if worlds is None else replace(thought, worlds=worlds, between_two=worlds, between_more=worlds)

        def bot(view: Any, seat: Seat, stream: Stream) -> Any:
            if isinstance(view, RaceState):
                return of_race(view, seat, stream)
            return thoughtful_move(view, seat, stream, own)

        return bot

    return with_budget


_THINKERS: Final = {"strong": _thinker(STRONG, value_bot), "expert": _thinker(EXPERT, meeting_bot)}

BOTS: Final[dict[str, Bot]] = {
    "random": random_bot,
    "casual": casual_bot,
    "greedy": greedy_bot,
    **{name: thinker(None) for name, thinker in _THINKERS.items()},
}
"""Every level, from the weakest to the strongest."""


def find_bot(name: str) -> Bot | Refusal:
    """The bot of this level; a thinking one may be given the number of its worlds behind a colon.

    >>> find_bot("wizard").code, find_bot("expert:0").code
    ('bot.unknown', 'bot.worlds')
    """
    level, colon, budget = name.partition(":")
    if not colon:
        return BOTS.get(level) or refuse("bot.unknown", name=name, known=tuple(BOTS))
    if level not in _THINKERS:
        return refuse("bot.unknown", name=name, known=tuple(BOTS))
    worlds = read_digits(budget) or 0
    if not 0 < worlds <= MOST_WORLDS:
        return refuse("bot.worlds", name=name, most=MOST_WORLDS)
    return _THINKERS[level](worlds)
