"""The two simplest bots: one plays at random, the other takes what pays most now."""

from typing import Any, Protocol

from homestretch.fives.decide import legal_moves as fives_moves
from homestretch.fives.layout import award
from homestretch.fives.moves import Move as FivesMove
from homestretch.fives.moves import Play
from homestretch.fives.ruleset import Keeps
from homestretch.fives.state import State as FivesState
from homestretch.kit.card import SUITS
from homestretch.kit.chance import Stream
from homestretch.kit.seat import Seat
from homestretch.race.decide import legal_moves as race_moves
from homestretch.race.decide import suggest
from homestretch.race.moves import TURN, Stake
from homestretch.race.moves import Move as RaceMove
from homestretch.race.odds import bank_edge, chances
from homestretch.race.state import Phase
from homestretch.race.state import State as RaceState


class Bot(Protocol):
    """Chooses one of the seat's legal moves from what the seat may see."""

    def __call__(self, view: Any, seat: Seat, stream: Stream) -> Any:
        """The move; equal ones are chosen among by ``stream``."""
        ...


def random_bot(view: Any, seat: Seat, stream: Stream) -> Any:
    """Any legal move, each as likely."""
    moves = race_moves(view, seat) if isinstance(view, RaceState) else fives_moves(view, seat)
    return stream.choice(moves)


def greedy_bot(view: Any, seat: Seat, stream: Stream) -> Any:
    """The move that pays most at once."""
    return _greedy_race(view, seat, stream) if isinstance(view, RaceState) else _greedy_fives(view, seat, stream)


def _greedy_fives(view: FivesState, seat: Seat, stream: Stream) -> FivesMove:
    """The largest award; then what keeps the turn; then the heaviest tile."""
    moves = fives_moves(view, seat)
    worth = {move: _worth(view, move) for move in moves}
    best = max(worth.values())
    return stream.choice([move for move in moves if worth[move] == best])


def _worth(view: FivesState, move: FivesMove) -> tuple[int, bool, int]:
    if not isinstance(move, Play):
        return (0, False, 0)
    keeps = move.tile.is_double and Keeps.DOUBLE in view.rules.keeps and view.drawn is None
    return (award(view.layout.join(move.tile, move.host).total), keeps, move.tile.pips)


def _greedy_race(view: RaceState, seat: Seat, stream: Stream) -> RaceMove:
    """As bank, the customary prices and the largest stake. As backer, the horse that the prices favour most.

    It stakes all that is allowed on a bet that favours the backer, and 1 on any other.
    """
    if view.phase is Phase.ANNOUNCE:
        return suggest(view)
    if view.phase is Phase.RACE:
        return TURN
    odds = chances(view.counts)
    edges = {suit: bank_edge(odds[suit], view.price(suit)) for suit in SUITS}
    best = min(edges.values())
    suit = stream.choice([suit for suit in SUITS if edges[suit] == best])
    return Stake(suit, min(view.limit, view.balances[seat]) if best < 0 else 1)
