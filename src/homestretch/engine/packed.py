"""The rulebook's values in the engine's words, and which rulesets the engine knows."""

from typing import Final

from homestretch.fives.events import TileSeen
from homestretch.fives.layout import BRANCHES, LINE, Layout
from homestretch.fives.moves import DRAW as DRAWING_ONE
from homestretch.fives.moves import PASS as KNOCK
from homestretch.fives.moves import Draw, Move, Pass, Play
from homestretch.fives.ruleset import (
    MULTIPLE,
    Drawing,
    DrawnTile,
    GoingOn,
    Keeps,
    Leads,
    Rounding,
    Ruleset,
    Settlement,
    Spinners,
    Ties,
)
from homestretch.fives.state import State
from homestretch.kit.hidden import known
from homestretch.kit.tile import Tile, full_set

from .core import Solver, Table

LARGEST: Final = 6
"""The engine plays with sets up to the double-six."""

TILES: Final = full_set(LARGEST)
NUMBER: Final = {tile: number for number, tile in enumerate(TILES)}
"""The number of every tile of the double-six set."""

DRAW: Final = 128
PASS: Final = 129
"""The moves besides placements."""

GOES_ON: Final = -1
BLOCKED: Final = -2
WON: Final = -3
"""How a move ended the round, where no seat went out: not at all, by a block, or with the match."""

_BOTH_JOINED: Final = 2


def supports(rules: Ruleset) -> bool:
    """Whether the engine knows this ruleset: a set up to the double-six, and going on a duty.

    >>> from homestretch.games import horse_race
    >>> supports(horse_race(players=2))
    True
    """
    return rules.highest <= LARGEST and rules.going_on is GoingOn.DUTY


def settings(rules: Ruleset) -> dict[str, int]:
    """A ruleset as :class:`~homestretch.engine.core.Table` takes it."""
    return {
        "players": rules.players,
        "sides": rules.sides,
        "dealt": rules.hand,
        "target": rules.target,
        "worth": MULTIPLE // rules.unit,
        "first_only": rules.spinners is Spinners.FIRST,
        "drawing": rules.drawing is Drawing.UNTIL_FITS,
        "keeps_double": Keeps.DOUBLE in rules.keeps,
        "keeps_award": Keeps.AWARD in rules.keeps,
        "drawn_keeps": rules.drawn_tile is DrawnTile.LIKE_HAND,
        "deduction": rules.settlement is Settlement.DEDUCTION,
        "hand_by_hand": rules.rounding is Rounding.HAND,
        "ties_win": rules.ties is Ties.EACH,
        "winner_leads": rules.leads is Leads.OUT,
        "tiles": pack_hand(rules.tiles),
    }


def table_of(rules: Ruleset) -> Table:
    """A table for a ruleset that the engine :func:`supports`."""
    return Table(**settings(rules))


def solver_of(rules: Ruleset) -> Solver:
    """A solver for a ruleset that the engine :func:`supports`; it needs memory before it can search."""
    return Solver(**settings(rules))


def sit(table: Table, state: State) -> None:
    """Take up a position of which every tile is known.

    Raises:
        ValueError: A tile is hidden.
    """
    hands = [pack_hand(_open(hand)) for hand in state.hands]
    boneyard = [NUMBER[tile] for tile in reversed(_open(state.boneyard))]
    drawn = -1 if state.drawn is None else NUMBER[_open((state.drawn,))[0]]
    table.sit(pack_layout(state.layout), hands, boneyard, state.turn or 0, drawn, state.scores)


def _open(tiles: tuple[TileSeen, ...]) -> tuple[Tile, ...]:
    shown = known(tiles)
    if len(shown) < len(tiles):
        raise ValueError("a hidden tile has no place in the engine")
    return shown


def pack_hand(tiles: tuple[Tile, ...]) -> int:
    """Tiles as a mask: bit n for the n-th of the double-six set."""
    return sum(1 << NUMBER[tile] for tile in tiles)


def unpack_hand(mask: int) -> tuple[Tile, ...]:
    """The tiles of a mask, in canonical order."""
    return tuple(tile for number, tile in enumerate(TILES) if mask >> number & 1)


def pack_layout(layout: Layout) -> int:
    """What play needs of a layout, in 60 bits (see :mod:`.core`).

    >>> from homestretch.kit.tile import Tile
    >>> packed = pack_layout(Layout(Spinners.ALL).join(Tile(1, 4)))
    >>> packed >> 45 & 255, packed >> 53, packed & 7 << 3
    (5, 18, 8)
    """
    if not layout.tiles:
        return 0
    word = 0
    for tile in layout.tiles:
        if tile.is_double:
            word |= _phase(layout, tile) << 21 + 3 * tile.low
    for place in layout.places:
        if not place.tile.is_double:
            word += 1 << 3 * place.pips
    spinner = next((tile.low + 1 for tile in layout.tiles if tile.is_double), 0)
    return word | spinner << 42 | layout.total << 45 | sum(1 << 53 + pips for pips in layout.open_pips)


def _phase(layout: Layout, double: Tile) -> int:
    joined = layout.joined[double]
    sides = sum(port in joined for port in LINE)
    if sides < _BOTH_JOINED:
        return 1 + sides
    branches = sum(port in joined for port in BRANCHES)
    return 0 if double not in layout.spinners or branches == len(BRANCHES) else 3 + branches


def pack_move(move: Move) -> int:
    """A move's number; placements at equal places have the same one. Stopping has none.

    Raises:
        ValueError: The engine does not know this move.
    """
    match move:
        case Play(tile, None):
            return 4 * NUMBER[tile]
        case Play(tile, host) if host is not None:
            pips = tile.low if host.has(tile.low) else tile.high
            return 4 * NUMBER[tile] + 2 * (pips != tile.low) + host.is_double
        case Draw():
            return DRAW
        case Pass():
            return PASS
    raise ValueError(f"the engine has no such move: {move}")


def unpack_move(layout: Layout, number: int) -> Move:
    """A move of this number, at the first of equal places."""
    if number == DRAW:
        return DRAWING_ONE
    if number == PASS:
        return KNOCK
    tile = TILES[number // 4]
    if not layout.tiles:
        return Play(tile)
    return next(play for play in (Play(tile, host) for host in layout.hosts(tile)) if pack_move(play) == number)
