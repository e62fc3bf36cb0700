"""What no real game can bring about, so that a slip of the finger is noticed at once."""

from collections import Counter
from typing import Final

from homestretch.fives.layout import BRANCHES, LINE, award
from homestretch.fives.ruleset import MULTIPLE, Ruleset, Spinners
from homestretch.fives.settle import needed
from homestretch.kit.message import Refusal, refuse
from homestretch.kit.seat import Seat
from homestretch.kit.tile import Tile

from .entries import Left, RoundEnd

Hands = dict[Seat, Left]
"""What is left in the hands for which somebody has said it."""

LIGHT: Final = 6
"""Hands with more pips than so many can be made up in many ways."""

BLANK: Final = Tile(0, 0)


def most_total(rules: Ruleset) -> int:
    """A bound on the total of any layout: some doubles are ends, all others branch as far as they may.

    A line has two ends, and each double that branches adds two. A double at an end counts both halves, an ordinary
    tile one of them, so no more than the higher.

    >>> from homestretch.games import horse_race, seven_rocks
    >>> most_total(horse_race()), most_total(seven_rocks())
    (81, 36)
    """
    doubles = sorted((tile.pips for tile in rules.tiles if tile.is_double), reverse=True)
    halves = sorted((tile.high for tile in rules.tiles if not tile.is_double), reverse=True)
    totals = []
    for at_ends in range(len(doubles) + 1):
        branching = len(doubles) - at_ends if rules.spinners is Spinners.ALL else 1
        ends = len(LINE) + len(BRANCHES) * branching
        totals.append(sum(doubles[: min(at_ends, ends)]) + sum(halves[: max(0, ends - at_ends)]))
    return max(totals)


def most_award(rules: Ruleset) -> int:
    """The largest award that anybody could claim, in the game's own points.

    >>> from homestretch.games import horse_race, seven_rocks
    >>> most_award(horse_race()), most_award(seven_rocks())
    (16, 35)
    """
    return award(most_total(rules) // MULTIPLE * MULTIPLE) // rules.unit


def most_tiles(rules: Ruleset) -> int:
    """The most tiles that one hand can hold: all that were dealt to it and all that can be drawn."""
    return rules.hand + rules.boneyard


def most_left(rules: Ruleset, out: Seat | None) -> int:
    """The most tiles that can be left in all hands: whoever went out has placed a whole hand, somebody at least one."""
    return len(rules.tiles) - (1 if out is None else rules.hand)


def heaviest(rules: Ruleset, tiles: int) -> int:
    """The pips of the so many heaviest tiles of the set."""
    return sum(sorted((tile.pips for tile in rules.tiles), reverse=True)[:tiles])


def pips_of(left: Left) -> int:
    """The pips left in a hand; 0 where nobody has said."""
    return left or 0 if not isinstance(left, tuple) else sum(tile.pips for tile in left)


def hands_fault(rules: Ruleset, end: RoundEnd) -> Refusal | None:
    """Why these hands cannot be what was left at the end of a round, where they cannot."""
    out, left = end.out, end.left
    if len(left) != rules.players or out not in (None, *range(rules.players)):
        return refuse("sheet.unclear")
    if out is not None and left[out]:
        return refuse("sheet.out-holds", seat=out)
    holders = [seat for seat in range(rules.players) if seat != out]
    for seat in holders:
        if left[seat] in (None, ()) and seat in needed(rules, out):
            return refuse("sheet.hand-missing", seat=seat)
    hands = {seat: left[seat] for seat in holders if left[seat] not in (None, ())}
    return (
        _tiles_fault(rules, hands) or _pips_fault(rules, hands) or _light_fault(rules, hands) or _sum_fault(rules, end)
    )


def _tiles_fault(rules: Ruleset, hands: Hands) -> Refusal | None:
    for seat, hand in hands.items():
        if not isinstance(hand, tuple):
            continue
        if len(hand) > most_tiles(rules):
            return refuse("sheet.too-many-tiles", seat=seat, tiles=len(hand), most=most_tiles(rules))
        for tile in hand:
            if tile not in rules.tiles:
                return refuse("tile.not-in-set", tile=tile, highest=rules.highest)
    times = Counter(_named(hands))
    twice = next((tile for tile, count in times.items() if count > 1), None)
    return None if twice is None else refuse("sheet.tile-twice", tile=twice)


def _named(hands: Hands) -> tuple[Tile, ...]:
    """Every tile of the hands that were given as tiles."""
    return tuple(tile for hand in hands.values() if isinstance(hand, tuple) for tile in hand)


def _pips_fault(rules: Ruleset, hands: Hands) -> Refusal | None:
    most = heaviest(rules, most_tiles(rules))
    for seat, hand in hands.items():
        if not 0 <= pips_of(hand) <= most:
            return refuse("sheet.pips-impossible", seat=seat, pips=pips_of(hand), most=most)
    empty = [hand for hand in hands.values() if not pips_of(hand)]
    if len(empty) > 1:
        return refuse("sheet.zero-twice", tile=BLANK)
    return refuse("sheet.tile-twice", tile=BLANK) if 0 in empty and BLANK in _named(hands) else None


def _light_fault(rules: Ruleset, hands: Hands) -> Refusal | None:
    """Why such light hands cannot be there together: few tiles are light, and each lies in one hand."""
    light = tuple(hand for hand in hands.values() if isinstance(hand, int) and 0 < hand <= LIGHT)
    named = _named(hands)
    ways = {light}
    for tile in rules.tiles:
        if tile.pips and tile not in named:
            ways |= {
                (*way[:at], rest - tile.pips, *way[at + 1 :])
                for way in ways
                for at, rest in enumerate(way)
                if rest >= tile.pips
            }
    return None if (0,) * len(light) in ways else refuse("sheet.light-clash", pips=light)


def _sum_fault(rules: Ruleset, end: RoundEnd) -> Refusal | None:
    pips, most = sum(map(pips_of, end.left)), heaviest(rules, most_left(rules, end.out))
    return refuse("sheet.too-many-in-all", pips=pips, most=most) if pips > most else None
