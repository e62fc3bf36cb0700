"""The settlement of a race and of the meeting."""

from homestretch.kit.card import Suit

from .events import MeetingWon, Paid, Payment
from .moves import Stake
from .state import State


def settle(state: State, winner: Suit) -> Paid:
    """Settle a race whose stakes are locked: each backer against the bank, and nobody against anyone else."""
    payments = tuple(
        Payment(seat, stake, stake.suit is winner, stake.amount * (state.price(winner) if stake.suit is winner else -1))
        for seat, stake in enumerate(state.stakes)
        if isinstance(stake, Stake)
    )
    changes = [0] * len(state.balances)
    for payment in payments:
        changes[payment.seat] = payment.change
    bank = -sum(changes)
    return Paid(payments, tuple(bank if seat == state.banker else change for seat, change in enumerate(changes)))


def is_over(state: State) -> bool:
    """Whether a settled race was the meeting's last.

    It was when everyone has had their turn at the bank. It also was when one player holds every token, for then nobody
    could back a horse again.
    """
    return state.banked == state.rules.players or sum(tokens > 0 for tokens in state.balances) == 1


def meeting_won(balances: tuple[int, ...]) -> MeetingWon:
    """The end of the meeting: the highest balance wins, equal ones share.

    >>> meeting_won((90, 105, 105)).seats
    (1, 2)
    """
    return MeetingWon(tuple(seat for seat, tokens in enumerate(balances) if tokens == max(balances)))
