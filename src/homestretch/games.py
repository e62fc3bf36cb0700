"""The catalogue: the only place that names all games, and the published rules of each as data."""

from typing import Final

from .fives.ruleset import (
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

HORSE_RACE_HANDS: Final = {2: 7, 3: 6, 4: 5}
"""How many tiles each player of Horse Race is dealt, by the number of players."""


def horse_race(players: int = 2, *, pairs: bool = False) -> Ruleset:
    """The published rules of Horse Race (dominoes) for one seating."""
    return Ruleset(
        players=players,
        pairs=pairs,
        hand=HORSE_RACE_HANDS[players],
        target=61,
        unit=5,
        spinners=Spinners.ALL,
        drawing=Drawing.UNTIL_FITS,
        keeps=frozenset(Keeps),
        going_on=GoingOn.DUTY,
        drawn_tile=DrawnTile.ENDS_TURN,
        settlement=Settlement.BONUS,
        rounding=Rounding.SUM,
        ties=Ties.EACH,
        leads=Leads.OUT,
    )


def seven_rocks() -> Ruleset:
    """The published rules of Seven Rocks, which has one seating: four in pairs."""
    return Ruleset(
        players=4,
        pairs=True,
        hand=7,
        target=250,
        unit=1,
        spinners=Spinners.FIRST,
        drawing=Drawing.NONE,
        keeps=frozenset(),
        going_on=GoingOn.DUTY,
        drawn_tile=DrawnTile.ENDS_TURN,
        settlement=Settlement.DEDUCTION,
        rounding=Rounding.HAND,
        ties=Ties.NOBODY,
        leads=Leads.OUT,
    )
