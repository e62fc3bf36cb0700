"""Opening a round: the promise, what the seats add, the lot where one is due, and the deal."""

from homestretch.kit.chance import DEAL, Committed, Contributed, Shuffle, contribute, draw_lot, promise
from homestretch.kit.message import Refusal, refuse
from homestretch.kit.seat import Seat
from homestretch.kit.tile import Tile

from .events import Dealt, Event
from .ruleset import Leads, Ruleset
from .state import Phase, State


def open_round(state: State, seed: bytes) -> tuple[Committed] | Refusal:
    """Promise the next round's seed."""
    return promise(seed, over=state.phase is Phase.OVER, running=state.phase is not Phase.ROUND)


def add_entropy(state: State, seat: Seat, entropy: bytes) -> tuple[Contributed] | Refusal:
    """Let a seat add its bytes between the promise and the deal."""
    return contribute(state.shuffle if state.phase is Phase.DEAL else None, seat, entropy)


def deal(state: State) -> tuple[Event, ...] | Refusal:
    """Choose the starter and deal, both from the promised seed and what the seats added."""
    if state.phase is not Phase.DEAL or state.shuffle is None:
        return refuse("round.not-promised")
    hands, boneyard = deal_tiles(state.rules, state.shuffle)
    if state.leader is not None and state.rules.leads is Leads.OUT:
        return (Dealt(state.leader, "out", hands, boneyard),)
    lotted = draw_lot(state.shuffle, state.rules.players)
    return (lotted, Dealt(lotted.seat, "lot", hands, boneyard))


def deal_tiles(rules: Ruleset, shuffle: Shuffle) -> tuple[tuple[tuple[Tile, ...], ...], tuple[Tile, ...]]:
    """The hands and the boneyard: seat 0 takes the first tiles of the shuffled set, seat 1 the next, and so on."""
    order = shuffle.stream(DEAL).shuffled(rules.tiles)
    hands = tuple(order[seat * rules.hand : (seat + 1) * rules.hand] for seat in range(rules.players))
    return hands, order[rules.players * rules.hand :]
