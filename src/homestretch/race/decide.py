"""Every rule of a move: what it brings about, or why it is refused."""

from typing import assert_never

from msgspec.structs import replace

from homestretch.kit.card import SUITS, Suit
from homestretch.kit.chance import Revealed, reveal
from homestretch.kit.hidden import Hidden, known
from homestretch.kit.message import Refusal, refuse, say
from homestretch.kit.seat import Seat

from .events import Announced, Event, Locked, MeetingWon, Paid, Staked, Turned, Won
from .evolve import evolve
from .moves import TURN, Announce, Move, Stake, Turn
from .ruleset import FINISH, MOST_PRICE, are_prices
from .settle import is_over, meeting_won, settle
from .state import RUNNING, Phase, State

Decision = tuple[Event, ...] | Refusal


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """What this seat may do now; nothing where it has no part.

    For the bank this is a menu: the suggested prices with every limit that it can pay. :func:`decide` accepts any other
    prices and limit that it can pay.
    """
    if state.phase is Phase.ANNOUNCE and seat == state.banker:
        most = suggest(state)
        return tuple(replace(most, limit=limit) for limit in range(1, most.limit + 1))
    if state.phase is Phase.STAKE and seat in state.backers:
        most_tokens = min(state.limit, state.balances[seat])
        return tuple(Stake(suit, amount) for suit in SUITS for amount in range(1, most_tokens + 1))
    if state.phase is Phase.RACE and seat == state.banker:
        return (TURN,)
    return ()


def highest_price(state: State, prices: tuple[int, ...]) -> int:
    """The highest of these prices that a horse of this track would fetch."""
    return max(prices[count] for count in state.counts)


def largest_limit(state: State, prices: tuple[int, ...]) -> int:
    """The largest stake that the bank may allow at these prices; 0 where it cannot pay even 1.

    Whichever horse wins, and even if every backer has the largest stake on it, the bank pays from its own tokens.
    """
    payable = _bank(state) // (len(state.backers) * highest_price(state, prices))
    return payable if state.rules.most_stake is None else min(payable, state.rules.most_stake)


def suggest(state: State) -> Announce:
    """The customary prices with the largest stake that is allowed; lowered where the bank cannot pay 1 at them."""
    prices = state.rules.prices
    if not largest_limit(state, prices):
        payable = _bank(state) // len(state.backers)
        prices = tuple(min(price, payable) for price in prices)
    return Announce(prices, largest_limit(state, prices))


def decide(state: State, seat: Seat, move: Move) -> Decision:
    """What this seat's move brings about, or why it is refused.

    The state must be complete: which card comes next and what every stake is are decided here.
    """
    if state.phase is Phase.OVER:
        return refuse("match.over")
    if state.phase not in RUNNING:
        return refuse("round.none")
    decision = _decide(state, seat, move)
    if state.shuffle is None or isinstance(decision, Refusal) or not ends_round(decision):
        return decision
    return (*decision, reveal(state.shuffle))


def ends_round(events: tuple[Event, ...]) -> bool:
    """Whether the race is over after these events of one move."""
    return isinstance(events[-1], Paid | MeetingWon | Revealed)


def _decide(state: State, seat: Seat, move: Move) -> Decision:
    match move:
        case Announce():
            return _announce(state, seat, move)
        case Stake():
            return _stake(state, seat, move)
        case Turn():
            return _turn(state, seat, move)
    assert_never(move)


def _announce(state: State, seat: Seat, move: Announce) -> Decision:
    if seat != state.banker:
        return refuse("announce.not-banker", banker=state.banker)
    if state.phase is not Phase.ANNOUNCE:
        return refuse("announce.already")
    if not are_prices(move.prices):
        return refuse("announce.prices", most=MOST_PRICE)
    if move.limit < 1:
        return refuse("announce.limit", limit=move.limit)
    most = state.rules.most_stake
    if most is not None and move.limit > most:
        return refuse("announce.over-most", limit=move.limit, most=most)
    refusal = _insolvent(state, move)
    return (Announced(seat, move.prices, move.limit),) if refusal is None else refusal


def _insolvent(state: State, move: Announce) -> Refusal | None:
    """Why the bank could not pay, where it could not."""
    largest, price, tokens = largest_limit(state, move.prices), highest_price(state, move.prices), _bank(state)
    if move.limit <= largest:
        return None
    backers = len(state.backers)
    if not largest:
        return refuse(
            "bank.price-too-high",
            price=price,
            backers=say("count.backers", n=backers),
            tokens=say("count.tokens", n=tokens),
            highest=tokens // backers,
        )
    return refuse(
        "bank.cannot-pay",
        price=price,
        limit=move.limit,
        needed=backers * move.limit * price,
        backers=say("count.backers", n=backers),
        tokens=say("count.tokens", n=tokens),
        largest=largest,
    )


def _stake(state: State, seat: Seat, move: Stake) -> Decision:
    if seat == state.banker:
        return refuse("stake.banker")
    if not state.balances[seat]:
        return refuse("stake.no-tokens")
    if state.phase is Phase.ANNOUNCE:
        return refuse("stake.before-prices", banker=state.banker)
    if state.locked:
        return refuse("stake.locked")
    if move.amount < 1:
        return refuse("stake.amount", amount=move.amount)
    if move.amount > state.limit:
        return refuse("stake.over-limit", amount=move.amount, limit=state.limit)
    if move.amount > state.balances[seat]:
        return refuse("stake.over-balance", amount=move.amount, tokens=say("count.tokens", n=state.balances[seat]))
    staked = Staked(seat, move)
    after = evolve(state, staked)
    return (staked,) if after.waiting else (staked, _lock(after))


def _lock(state: State) -> Locked:
    shown = known(state.stakes)
    if len(shown) < len(state.stakes):
        raise ValueError("hidden stakes lock no race")
    return Locked(shown)


def _turn(state: State, seat: Seat, move: Turn) -> Decision:
    if seat != state.banker:
        return refuse("turn.not-banker", banker=state.banker)
    if state.phase is Phase.ANNOUNCE:
        return refuse("turn.before-prices")
    if not state.locked:
        return refuse("turn.before-locked", waiting=say("count.backers", n=len(state.waiting)))
    card = state.deck[-1]
    if isinstance(card, Hidden):
        raise ValueError("a hidden deck turns no card")
    if move.card is not None and move.card != card:
        return refuse("turn.not-next", card=move.card)
    turned = Turned(card)
    after = evolve(state, turned)
    return (turned,) if max(after.positions) < FINISH else (turned, *finish(after, card.suit))


def finish(state: State, winner: Suit) -> tuple[Event, ...]:
    """The end of a race whose stakes are locked: its winner, the settlement, and the meeting's end after the last."""
    paid = settle(state, winner)
    after = evolve(state, paid)
    return (Won(winner), paid, meeting_won(after.balances)) if is_over(after) else (Won(winner), paid)


def _bank(state: State) -> int:
    """The tokens of the bank.

    Raises:
        ValueError: Nobody holds the bank.
    """
    if state.banker is None:
        raise ValueError("nobody holds the bank")
    return state.balances[state.banker]
