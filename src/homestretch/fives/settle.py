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
    pips = tuple(sum(tile.pips for tile in hand) for hand in hands)
    if rules.settlement is Settlement.DEDUCTION:
        winners: tuple[Side, ...] = ()
        changes = tuple(_change(rules, side, rules.seats_of(side), pips, sign=-1) for side in range(rules.sides))
    else:
        winners = _round_winners(rules, pips, out)
        changes = tuple(_change(rules, side, _opponents(rules, side), pips, sign=1) for side in winners)
    return Settled(out, _shown(rules, hands, out), winners, changes)


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


def _shown(rules: Ruleset, hands: Hands, out: Seat | None) -> tuple[tuple[Seat, tuple[Tile, ...]], ...]:
    """The hands that the settlement needs: the partner of someone who won a bonus by going out keeps theirs hidden."""
    bonus_by_out = rules.settlement is Settlement.BONUS and out is not None
    return tuple(
        (seat, hand)
        for seat, hand in enumerate(hands)
        if not (bonus_by_out and out is not None and rules.side_of(seat) == rules.side_of(out))
    )
