"""Opening a race: the promise, what the seats add, the lot for the first bank, who holds it now, and the track."""

from functools import reduce

from homestretch.kit.card import RUNNERS
from homestretch.kit.chance import DEAL, Committed, Contributed, Shuffle, contribute, draw_lot, promise, reveal
from homestretch.kit.message import Refusal, refuse
from homestretch.kit.seat import Seat

from .events import BankPassed, Event, Laid
from .evolve import evolve
from .ruleset import TOO_MANY, TRACK
from .settle import meeting_won
from .state import Phase, State, suit_counts


def open_round(state: State, seed: bytes) -> tuple[Committed] | Refusal:
    """Promise the next race's seed."""
    return promise(seed, over=state.phase is Phase.OVER, running=state.phase is not Phase.ROUND)


def add_entropy(state: State, seat: Seat, entropy: bytes) -> tuple[Contributed] | Refusal:
    """Let a seat add its bytes between the promise and the deal."""
    return contribute(state.shuffle if state.phase is Phase.DEAL else None, seat, entropy)


def deal(state: State) -> tuple[Event, ...] | Refusal:
    """Choose the banker and lay the track, both from the promised seed and what the seats added.

    The bank moves on over every seat that could not pay; where nobody is left who could, the meeting ends here.
    """
    if state.phase is not Phase.DEAL or state.shuffle is None:
        return refuse("round.not-promised")
    lot = (draw_lot(state.shuffle, state.rules.players),) if state.first is None else ()
    passed, banker = next_bank(reduce(evolve, lot, state))
    if banker is not None:
        return (*lot, *passed, *lay(banker, state.shuffle))
    return (*lot, *passed, meeting_won(state.balances), reveal(state.shuffle))


def next_bank(state: State) -> tuple[tuple[BankPassed, ...], Seat | None]:
    """Who is passed over and who holds the bank next; None before the lot, and where nobody is left who could."""
    if state.first is None:
        return (), None
    passed: list[BankPassed] = []
    for turn in range(state.banked, state.rules.players):
        seat = (state.first + turn) % state.rules.players
        if can_bank(state.balances, seat):
            return tuple(passed), seat
        passed.append(BankPassed(seat))
    return tuple(passed), None


def can_bank(balances: tuple[int, ...], seat: Seat) -> bool:
    """Whether somebody else has tokens to stake, and this seat could pay 1 at 1:1 to each who has."""
    backers = sum(tokens > 0 for other, tokens in enumerate(balances) if other != seat)
    return 0 < backers <= balances[seat]


def lay(banker: Seat, shuffle: Shuffle) -> tuple[Laid, ...]:
    """Every laying of the track, the last of which stands.

    The first seven of the shuffled 48 are the track, positions 1 to 7; the eighth is the first race card. A deck is
    turned from its end, so it holds the other 41 in reverse. Laying again shuffles with the numbers that follow.
    """
    stream = shuffle.stream(DEAL)
    rejected: list[Laid] = []
    while True:
        order = stream.shuffled(RUNNERS)
        track, deck = order[:TRACK], tuple(reversed(order[TRACK:]))
        if max(suit_counts(track)) < TOO_MANY:
            return (*rejected, Laid(banker, track, deck))
        rejected.append(Laid(banker, track, again=True))
