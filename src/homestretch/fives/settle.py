"""The settlement of a round: whose tiles count, for whom, and how they are rounded."""

from homestretch.kit.seat import Seat, Side
from homestretch.kit.tile import Tile

from .events import Change, Counted, Settled
from .layout import rounded
from .ruleset import Rounding, Ruleset, Settlement, Ties

Hands = tuple[tuple[Tile, ...], ...]


def settle(rules: Ruleset, hands: Hands, out: Seat | None) -> Settled:
    """Settle a round that ``out`` went out of, or that was blocked where it is None.

    >>> from homestretch.games import horse_race
    >>> from homestretch.kit.tile import Tile
    >>> settle(horse_race(players=2), ((), (Tile(5, 6), Tile(0, 6))), out=0).changes[0].points
    3
    """
    winners, changes = settle_pips(rules, tuple(sum(tile.pips for tile in hand) for hand in hands), out)
    return Settled(out, tuple((seat, hands[seat]) for seat in needed(rules, out)), winners, changes)


def settle_pips(rules: Ruleset, pips: tuple[int, ...], out: Seat | None) -> tuple[tuple[Side, ...], tuple[Change, ...]]:
    """Who wins a round and what changes for each side, from the pips left in each seat's hand.

    Those of seats that are not :func:`needed` count for nothing.

    >>> from homestretch.games import horse_race
    >>> settle_pips(horse_race(players=2), (12, 4), out=None)[0]
    (1,)
    """
    if rules.settlement is Settlement.DEDUCTION:
        return (), tuple(_change(rules, side, rules.seats_of(side), pips, sign=-1) for side in range(rules.sides))
    winners = _round_winners(rules, pips, out)
    return winners, tuple(_change(rules, side, _opponents(rules, side), pips, sign=1) for side in winners)


def needed(rules: Ruleset, out: Seat | None) -> tuple[Seat, ...]:
    """The seats whose hands a settlement needs: partners of someone who won a bonus by going out keep theirs hidden."""
    if rules.settlement is Settlement.DEDUCTION or out is None:
        return tuple(range(rules.players))
    return _opponents(rules, rules.side_of(out))


def _round_winners(rules: Ruleset, pips: tuple[int, ...], out: Seat | None) -> tuple[Side, ...]:
    if out is not None:
        return (rules.side_of(out),)
    left = [sum(pips[seat] for seat in rules.seats_of(side)) for side in range(rules.sides)]
    lowest = tuple(side for side in range(rules.sides) if left[side] == min(left))
    return lowest if len(lowest) == 1 or rules.ties is Ties.EACH else ()


def _opponents(rules: Ruleset, side: Side) -> tuple[Seat, ...]:
    return tuple(seat for seat in range(rules.players) if rules.side_of(seat) != side)


def _change(rules: Ruleset, side: Side, seats: tuple[Seat, ...], pips: tuple[int, ...], *, sign: int) -> Change:
    total = sum(pips[seat] for seat in seats)
    if rules.rounding is Rounding.HAND:
        counted = tuple(Counted(seat, pips[seat], rounded(pips[seat])) for seat in seats)
        even = sum(rounded(pips[seat]) for seat in seats)
    else:
        counted = tuple(Counted(seat, pips[seat]) for seat in seats)
        even = rounded(total)
    return Change(side, counted, total, even, sign * even // rules.unit)
