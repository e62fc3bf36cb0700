"""A small language for sheets, so that a test reads like a page of one.

``write(sheet("horse-race"), "0 3", "1 2")`` enters two awards, ``out(1, 0, "5-6 0-6")`` is a round's end.
"""

from itertools import count
from typing import Any

from helpers import ts
from homestretch.games import GAMES, AnyRuleset, Seating, published, ruleset_to_plain
from homestretch.kit.card import Suit
from homestretch.kit.message import Refusal
from homestretch.kit.seat import Seat
from homestretch.race.ruleset import RaceRuleset
from homestretch.sheet.entries import (
    Award,
    Backed,
    Corrected,
    Entered,
    Entry,
    Finished,
    Item,
    Left,
    Opening,
    Redone,
    RoundEnd,
    SheetOpened,
    Starts,
    Undone,
)
from homestretch.sheet.sheet import Sheet, decide, evolve, open_sheet

NAMES = ("Ann", "Bo", "Cy", "Di")
_keys = count()


def key() -> str:
    """A key that no other item has."""
    return f"key-{next(_keys)}"


def rules_of(game: str, players: int = 2, *, pairs: bool = False) -> AnyRuleset:
    """The published rules."""
    rules = published(GAMES[game], Seating(players, pairs))
    assert not isinstance(rules, Refusal)
    return rules


def begun(game: str, rules: AnyRuleset) -> Sheet:
    """A sheet on which nothing stands yet."""
    names = tuple(f"{NAMES[seat % 4]}{seat // 4 or ''}" for seat in range(rules.players))
    return open_sheet(SheetOpened(game, ruleset_to_plain(rules), names, "keeper"))


def horse_sheet(players: int = 2, *, pairs: bool = False) -> Sheet:
    """A sheet of Horse Race with dominoes."""
    return begun("horse-race", rules_of("horse-race", players, pairs=pairs))


def rocks_sheet() -> Sheet:
    """A sheet of Seven Rocks."""
    return begun("seven-rocks", rules_of("seven-rocks", 4, pairs=True))


def race_sheet(players: int = 3, **house: Any) -> Sheet:
    """A sheet of card races."""
    return begun("card-race", RaceRuleset(players, **house))


def left(text: str | int | None) -> Left:
    """What is left in a hand: tiles between spaces, or pips."""
    return ts(text) if isinstance(text, str) else text


def out(number: int, seat: Seat, *hands: str | int | None) -> RoundEnd:
    """The end of a round that a seat went out of; hands go seat by seat."""
    return RoundEnd(number, seat, tuple(map(left, hands)))


def blocked(number: int, *hands: str | int | None) -> RoundEnd:
    """The end of a blocked round."""
    return RoundEnd(number, None, tuple(map(left, hands)))


def entry(what: str | Entry) -> Entry:
    """An entry, or an award written as side and points."""
    if not isinstance(what, str):
        return what
    side, points = what.split()
    return Award(int(side), int(points))


def add(sheet: Sheet, item: Item) -> Sheet:
    """The sheet with an item that must be taken."""
    refusal = decide(sheet, item)
    assert refusal is None, refusal
    return evolve(sheet, item)


def write(sheet: Sheet, *entries: str | Entry) -> Sheet:
    """The sheet with these entries, each of which must be taken."""
    for each in entries:
        sheet = add(sheet, Entered(key(), entry(each)))
    return sheet


def refused(sheet: Sheet, what: str | Entry) -> str:
    """Why an entry is refused, which it must be."""
    return refused_item(sheet, Entered(key(), entry(what)))


def refused_item(sheet: Sheet, item: Item) -> str:
    """Why an item is refused, which it must be."""
    refusal = decide(sheet, item)
    assert refusal is not None
    return refusal.code


def undo(sheet: Sheet, number: int) -> Sheet:
    """The sheet with an entry struck."""
    return add(sheet, Undone(key(), number))


def redo(sheet: Sheet, number: int) -> Sheet:
    """The sheet with an entry put back."""
    return add(sheet, Redone(key(), number))


def correct(sheet: Sheet, number: int, what: str | Entry) -> Sheet:
    """The sheet with an entry replaced."""
    return add(sheet, Corrected(key(), number, entry(what)))


CUSTOMARY = (1, 2, 3, 5, 10)


def opening(*counts: int, prices: tuple[int, ...] = CUSTOMARY, limit: int = 1) -> Opening:
    """The track and the bank's announcement."""
    return Opening(counts, prices, limit)


def back(seat: Seat, suit: Suit, amount: int = 1) -> Backed:
    """A stake."""
    return Backed(seat, suit, amount)


def won(number: int, suit: Suit) -> Finished:
    """The end of a race."""
    return Finished(number, suit)


def race_by(sheet: Sheet, number: int, winner: Suit, *stakes: Backed) -> Sheet:
    """The sheet after a whole race on the track of the worked example."""
    return write(sheet, opening(2, 2, 1, 2), *stakes, won(number, winner))


def first(seat: Seat) -> Starts:
    """The lot for who starts or holds the first bank."""
    return Starts(seat)
