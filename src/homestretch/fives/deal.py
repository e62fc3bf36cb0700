"""Opening a round: the promise, what the seats add, the lot where one is due, and the deal."""

from homestretch.kit.chance import Committed, Contributed, Lotted, Shuffle, cast_lot, contribute, promise
from homestretch.kit.message import Refusal, refuse
from homestretch.kit.seat import Seat
from homestretch.kit.tile import Tile

from .events import Dealt, Event
from .ruleset import Leads, Ruleset
from .state import Phase, State

LOT = b"lot"
DEAL = b"deal"


def open_round(state: State, seed: bytes) -> tuple[Committed] | Refusal:
    """Promise the next round's seed."""
    event = promise(seed, over=state.phase is Phase.OVER, running=state.phase is not Phase.ROUND)
    return event if isinstance(event, Refusal) else (event,)


def add_entropy(state: State, seat: Seat, entropy: bytes) -> tuple[Contributed] | Refusal:
    """Let a seat add its bytes between the promise and the deal."""
    event = contribute(state.shuffle if state.phase is Phase.DEAL else None, seat, entropy)
    return event if isinstance(event, Refusal) else (event,)


def deal(state: State) -> tuple[Event, ...] | Refusal:
    """Choose the starter and deal, both from the promised seed and what the seats added."""
    if state.phase is not Phase.DEAL or state.shuffle is None:
        return refuse("round.not-promised")
    hands, boneyard = deal_tiles(state.rules, state.shuffle)
    if state.leader is not None and state.rules.leads is Leads.OUT:
        return (Dealt(state.leader, "out", hands, boneyard),)
    lotted = draw_lot(state.rules, state.shuffle)
    return (lotted, Dealt(lotted.seat, "lot", hands, boneyard))


def draw_lot(rules: Ruleset, shuffle: Shuffle) -> Lotted:
    """The lot among all players; the tiles dealt play no part in it."""
    return Lotted(*cast_lot(shuffle.stream(LOT), range(rules.players)))


def deal_tiles(rules: Ruleset, shuffle: Shuffle) -> tuple[tuple[tuple[Tile, ...], ...], tuple[Tile, ...]]:
    """The hands and the boneyard: seat 0 takes the first tiles of the shuffled set, seat 1 the next, and so on."""
    order = shuffle.stream(DEAL).shuffled(rules.tiles)
    hands = tuple(order[seat * rules.hand : (seat + 1) * rules.hand] for seat in range(rules.players))
    return hands, order[rules.players * rules.hand :]
