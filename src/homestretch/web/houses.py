"""Reads the form that opens a table: seating, house rules, who plays, and how the table is kept."""

from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from homestretch.bots.levels import find_bot
from homestretch.fives.ruleset import Ruleset
from homestretch.games import (
    AnyRuleset,
    Game,
    Seating,
    published,
    race_from_plain,
    ruleset_to_plain,
    with_house_rules,
)
from homestretch.kit.message import Refusal, refuse
from homestretch.kit.numbers import read_digits, read_whole
from homestretch.race.ruleset import RaceRuleset

from .guests import clean_name

CLOCKS: Final = (20, 40, 60, 120, 300)
"""The limits in seconds that a table can set for a move."""

USUAL_RACE_PLAYERS: Final = 4


class Wanted(Struct, frozen=True):
    """The table that somebody asks for.

    ``others`` says who plays besides its host: friends who come by the link, bots, or people at the same device, whose
    ``names`` are then given.
    """

    rules: AnyRuleset
    others: str
    level: str
    names: tuple[str, ...]
    public: bool
    clock: int | None


def usual_seating(game: Game) -> Seating:
    """The seating of a game that somebody gets who only presses play."""
    return Seating(USUAL_RACE_PLAYERS) if game.family == "race" else game.seatings[0]


def read_seating(game: Game, text: str) -> Seating:
    """A seating such as ``4p`` (pairs) or ``3``; the usual one where nothing can be read."""
    players = read_digits(text.removesuffix("p"), 2)
    return usual_seating(game) if players is None else Seating(players, pairs=text.endswith("p"))


def seating_text(seating: Seating) -> str:
    """The same, written.

    >>> seating_text(Seating(4, pairs=True))
    '4p'
    """
    return f"{seating.players}{'p' if seating.pairs else ''}"


def read_wanted(game: Game, form: dict[str, str]) -> Wanted | Refusal:
    """The table of a form, or what is wrong with it."""
    changed = read_rules(game, form)
    if isinstance(changed, Refusal):
        return changed
    level = form.get("level") or "greedy"
    bot = find_bot(level)
    if isinstance(bot, Refusal):
        return bot
    others = form.get("others", "friends")
    names = (
        tuple(filter(None, (clean_name(name) for name in form.get("names", "").split(",")))) if others == "here" else ()
    )
    if len(names) > changed.players:
        return refuse("web.too-many-names", given=len(names), seats=changed.players)
    if len(set(names)) < len(names):
        return refuse("people.twice", name=next(name for name in names if names.count(name) > 1))
    if others == "here" and len(names) < 2:
        return refuse("web.too-few-names")
    clock = form.get("clock", "")
    return Wanted(
        rules=changed,
        others=others,
        level=level,
        names=names,
        public=form.get("public") == "1",
        clock=int(clock) if clock in map(str, CLOCKS) else None,
    )


def read_rules(game: Game, form: dict[str, str]) -> AnyRuleset | Refusal:
    """The rules that a form asks for, or what is wrong with them."""
    rules = published(game, read_seating(game, form.get("seating", "")))
    if isinstance(rules, Refusal):
        return rules
    return _fives(rules, form) if isinstance(rules, Ruleset) else _race(rules, form)


def _fives(rules: Ruleset, form: dict[str, str]) -> AnyRuleset | Refusal:
    text = form.get("target", "").strip()
    target = read_whole(text)
    if text and target is None:
        return refuse("web.no-number", text=text)
    return with_house_rules(rules, target=target, choice=bool(rules.keeps) and form.get("going_on") == "choice")


def _race(rules: RaceRuleset, form: dict[str, str]) -> AnyRuleset | Refusal:
    changes: dict[str, Any] = {}
    for key in ("tokens", "most_stake"):
        text = form.get(key, "").strip()
        if not text:
            continue
        number = read_whole(text)
        if number is None:
            return refuse("web.no-number", text=text)
        changes[key] = number
    if form.get("any_stake") == "1":
        changes["most_stake"] = None
    words = form.get("prices", "").replace(",", " ").split()
    if words:
        prices = tuple(read_whole(word) for word in words)
        if None in prices:
            return refuse("house.prices", text=form["prices"])
        changes["prices"] = prices
    return race_from_plain(ruleset_to_plain(replace(rules, **changes)))
