"""A domino match at one moment."""

from enum import StrEnum

from msgspec import Struct

from homestretch.kit.chance import Shuffle
from homestretch.kit.seat import Seat, Side
from homestretch.kit.show import picture_of

from .events import StartBy, TileSeen
from .layout import Layout
from .moves import Move
from .ruleset import Ruleset


class Phase(StrEnum):
    """What the match waits for."""

    ROUND = "round"
    DEAL = "deal"
    MOVE = "move"
    OVER = "over"


class State(Struct, frozen=True):
    """Everything that the rules need to go on, complete for the house and partly hidden for a viewer.

    ``round`` counts from 1 and is 0 before the first deal. ``moves`` are those of the round as everybody saw them, so a
    draw does not name its tile. ``drawn`` is a drawn tile that fits and must be placed now. ``goes_on`` tells whether
    this turn has been kept. ``shown`` lists the seats whose hands the settlement laid open, and ``leader`` starts the
    next round without a lot.
    """

    rules: Ruleset
    scores: tuple[int, ...]
    layout: Layout
    moves: tuple[tuple[Seat, Move], ...] = ()
    phase: Phase = Phase.ROUND
    round: int = 0
    shuffle: Shuffle | None = None
    starter: Seat = 0
    start_by: StartBy = "lot"
    hands: tuple[tuple[TileSeen, ...], ...] = ()
    boneyard: tuple[TileSeen, ...] = ()
    turn: Seat | None = None
    drawn: TileSeen | None = None
    goes_on: bool = False
    shown: tuple[Seat, ...] = ()
    leader: Seat | None = None
    winners: tuple[Side, ...] = ()

    def _repr_svg_(self) -> str:
        """What a notebook shows: the table, the scores and whose turn it is, and nobody's hand."""
        return picture_of(self)


def new(rules: Ruleset) -> State:
    """The match before its first round."""
    return State(rules, (0,) * rules.sides, Layout(rules.spinners))
