"""Three bots of the card race: a learner, one that reckons what a bet is worth, and one that plays for the meeting.

The winner decides everything about a race, and its exact chances are known (:mod:`homestretch.race.odds`). What a bet
or a bank is worth is therefore a sum over four cases. Nothing here looks at the stakes or at the deck of a view.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import exp, sqrt
from typing import Final, NamedTuple, TypeVar

from homestretch.kit.card import SUITS, Suit
from homestretch.kit.chance import Stream
from homestretch.kit.seat import Seat
from homestretch.race.decide import largest_limit, suggest
from homestretch.race.moves import TURN, Announce, Move, Stake
from homestretch.race.odds import bank_edge, chances, fair_odds
from homestretch.race.ruleset import PRICES, RaceRuleset
from homestretch.race.state import Phase, State

K = TypeVar("K")
Worth = TypeVar("Worth", Fraction, tuple[float, ...])

LOWEST: Final = (1,) * PRICES
"""The payout table that pays least: 1:1 on every horse."""

WHIMS: Final = 4
"""The learner follows a whim once in so many stakes."""

QUARTERS: Final = (1, 2, 3, 4)
"""How much of what is allowed others may stake."""

AMOUNTS: Final = 16
LIMITS: Final = 6
"""How many stakes on each horse, and how many limits of each payout table, are compared; all, where there are fewer."""

DIGITS: Final = 9
"""Shares of a meeting that agree so far are equal: the last digits of ``exp`` differ between machines."""


def cautious_bot(view: State, seat: Seat, stream: Stream) -> Move:
    """A learner: half of what is allowed, on the likeliest horse whatever it pays, and now and then less on a whim.

    As bank, the customary prices with the largest stake that they permit.
    """
    if view.phase is Phase.ANNOUNCE:
        return suggest(view)
    if view.phase is Phase.RACE:
        return TURN
    modest = max(1, _most(view, seat, view.limit) // 2)
    if not stream.below(WHIMS):
        return Stake(stream.choice(SUITS), 1 + stream.below(modest))
    return Stake(stream.choice(_best(chances(view.counts))), modest)


def value_bot(view: State, seat: Seat, stream: Stream) -> Move:
    """The move after which the seat may expect the most tokens.

    As backer, the horse that the prices favour most: with all that is allowed where a token on it gains, else with 1.

    As bank, 1:1 on every horse with the largest limit. A higher price gives more to the horse's backers and lowers the
    limit. At 1:1, tokens staked by lot bring the bank half their number. The best reply brings it a part of 1 token;
    where one horse is likelier than not to win, it costs less than a tenth of the stake, and no bank can pay less.
    """
    if view.phase is Phase.ANNOUNCE:
        return Announce(LOWEST, largest_limit(view, LOWEST))
    if view.phase is Phase.RACE:
        return TURN
    offer = _offer(view, chances(view.counts), Announce(view.prices, view.limit))
    return _best_stake(offer, stream.shuffled(SUITS), _most(view, seat, view.limit))


def meeting_bot(view: State, seat: Seat, stream: Stream) -> Move:
    """The move after which the seat may expect the largest share of the meeting; a win among n is a share of 1/n.

    It goes through the four winners with their exact chances, and through guesses at the stakes that it cannot see:
    half of the other backers reckon as :func:`value_bot` does, the rest stake any part of what is allowed on the
    likeliest horse or on any. After the last race the balances tell who has won. Before it, the races to come are taken
    to move everyone by chance (``_share``): by a *swing*, the largest stake that a bank can allow from the tokens
    of the start, times the square root of their number. A bank still to come counts as half a swing. Where several
    moves serve as well, it takes the smallest.

    So it stakes boldly when behind and little when ahead; and its bank closes the betting to keep a lead, or tempts
    those who reckon to back one horse all together.

    Raises:
        ValueError: No race has been laid.
    """
    if view.phase is Phase.RACE:
        return TURN
    meeting = _meeting(view, seat)
    odds = chances(view.counts)
    rivals = [rival for rival in view.backers if rival != seat]
    worlds = _worlds(rivals, stream)
    if view.phase is Phase.ANNOUNCE:
        offers = {each: _offer(view, odds, each) for each in _announcements(view, odds)}
        return stream.choice(_best({each: _bank_worth(meeting, view, offer, worlds) for each, offer in offers.items()}))
    offer = _offer(view, odds, Announce(view.prices, view.limit))
    return stream.choice(_best(_stake_worths(meeting, view, offer, worlds)))


def _most(view: State, seat: Seat, limit: int) -> int:
    """The largest stake that this seat may choose."""
    return min(limit, view.balances[seat])


def _best(worth: Mapping[K, Worth]) -> list[K]:
    """Whatever is worth most.

    >>> _best({"a": Fraction(1, 2), "b": Fraction(1), "c": Fraction(1)})
    ['b', 'c']
    """
    most = max(worth.values())
    return [key for key, value in worth.items() if value == most]


class _Offer(NamedTuple):
    """A race as its bank offers it: the horses' chances, the net odds on each, and what a token on it may gain."""

    odds: Mapping[Suit, Fraction]
    prices: Mapping[Suit, int]
    gains: Mapping[Suit, Fraction]
    limit: int


def _offer(view: State, odds: Mapping[Suit, Fraction], announce: Announce) -> _Offer:
    prices = {suit: announce.prices[count] for suit, count in zip(SUITS, view.counts, strict=True)}
    return _Offer(odds, prices, {suit: -bank_edge(odds[suit], prices[suit]) for suit in SUITS}, announce.limit)


def _best_stake(offer: _Offer, order: Iterable[Suit], most: int) -> Stake:
    """The stake that may expect most, on the first such horse of this order."""
    suit = max(order, key=offer.gains.__getitem__)
    return Stake(suit, most if offer.gains[suit] > 0 else 1)


class _Temper(NamedTuple):
    """How an unseen backer may choose: who reckons takes the best stake, the others ``quarters`` of what is allowed.

    ``order`` tells which horse comes first; where ``likeliest``, among those that win most often.
    """

    order: tuple[Suit, ...]
    reckons: bool = False
    likeliest: bool = False
    quarters: int = 0


_World = Mapping[Seat, _Temper]


def _worlds(rivals: Sequence[Seat], stream: Stream) -> list[_World]:
    """Sixteen guesses at everyone: each rival has every temper once, in an order of its own."""
    tempers = [_tempers(stream) for _ in rivals]
    return [dict(zip(rivals, world, strict=True)) for world in zip(*tempers, strict=True)] or [{}]


def _tempers(stream: Stream) -> tuple[_Temper, ...]:
    """Eight who reckon, four who back the likeliest horse, and one for each horse."""
    reckoning = [_Temper(stream.shuffled(SUITS), reckons=True) for _ in range(8)]
    hopeful = [_Temper(stream.shuffled(SUITS), likeliest=True, quarters=part) for part in QUARTERS]
    fond = [_Temper((suit,), quarters=part) for suit, part in zip(SUITS, stream.shuffled(QUARTERS), strict=True)]
    return stream.shuffled((*reckoning, *hopeful, *fond))


def _guess(temper: _Temper, offer: _Offer, most: int) -> Stake:
    """What such a backer would stake."""
    if temper.reckons:
        return _best_stake(offer, temper.order, most)
    suit = max(temper.order, key=offer.odds.__getitem__) if temper.likeliest else temper.order[0]
    return Stake(suit, max(1, most * temper.quarters // 4))


class _Meeting(NamedTuple):
    """The meeting as a seat weighs it: everyone's tokens with the worth of a bank to come, and what chance may change.

    ``spread`` is in tokens, and 0 where this race is the last.
    """

    seat: Seat
    banker: Seat
    standing: tuple[float, ...]
    spread: float


def _meeting(view: State, seat: Seat) -> _Meeting:
    if view.banker is None:
        raise ValueError("nobody holds the bank")
    left = view.rules.players - view.banked
    to_come = {(view.banker + turn) % view.rules.players for turn in range(1, left + 1)}
    swing = _swing(view.rules)
    standing = tuple(tokens + (swing / 2 if at in to_come else 0) for at, tokens in enumerate(view.balances))
    return _Meeting(seat, view.banker, standing, swing * sqrt(left))


def _swing(rules: RaceRuleset) -> int:
    """The largest stake that a bank can allow from the tokens of the start.

    >>> _swing(RaceRuleset(4)), _swing(RaceRuleset(4, most_stake=None))
    (1, 33)
    """
    payable = rules.tokens // (rules.players - 1)
    return payable if rules.most_stake is None else min(payable, rules.most_stake)


def _share(standing: Sequence[float], seat: Seat, spread: float) -> float:
    """The share of the meeting that a seat may expect.

    A seat is ahead in the end with a probability in proportion to exp(standing / spread). That is exact where chance
    adds an independent Gumbel variable of this scale to each standing. At a spread of 0 the highest share the meeting.

    >>> _share((100, 110, 110), 1, 0), round(_share((100, 110, 110), 1, 10), 2)
    (0.5, 0.42)
    """
    top = max(standing)
    if not spread:
        return (standing[seat] == top) / standing.count(top)
    weights = [exp((each - top) / spread) for each in standing]
    return weights[seat] / sum(weights)


def _outcomes(
    meeting: _Meeting, view: State, offer: _Offer, worlds: Sequence[_World]
) -> Iterator[tuple[float, Suit, list[float]]]:
    """Every winner in every world: how likely it is, and the standing once the guessed stakes are settled."""
    for world in worlds:
        stakes = {rival: _guess(temper, offer, _most(view, rival, offer.limit)) for rival, temper in world.items()}
        for winner, chance in offer.odds.items():
            yield float(chance) / len(worlds), winner, _settled(meeting, stakes, offer, winner)


def _settled(meeting: _Meeting, stakes: Mapping[Seat, Stake], offer: _Offer, winner: Suit) -> list[float]:
    """The standing after these stakes, when this horse has won."""
    after = list(meeting.standing)
    for seat, stake in stakes.items():
        change = _change(stake, offer, winner)
        after[seat] += change
        after[meeting.banker] -= change
    return after


def _change(stake: Stake, offer: _Offer, winner: Suit) -> int:
    """What this stake brings its backer when this horse has won."""
    return stake.amount * (offer.prices[winner] if stake.suit is winner else -1)


def _bank_worth(meeting: _Meeting, view: State, offer: _Offer, worlds: Sequence[_World]) -> tuple[float, ...]:
    """The share of the meeting that this offer lets the banker expect; then how small the limit and the prices are."""
    outcomes = _outcomes(meeting, view, offer, worlds)
    share = sum(chance * _share(after, meeting.seat, meeting.spread) for chance, _, after in outcomes)
    return round(share, DIGITS), -offer.limit, -sum(offer.prices.values())


def _stake_worths(
    meeting: _Meeting, view: State, offer: _Offer, worlds: Sequence[_World]
) -> dict[Stake, tuple[float, ...]]:
    """For each stake, the share of the meeting that the backer may expect; then how small it is; then what it gains."""
    outcomes = tuple(_outcomes(meeting, view, offer, worlds))
    worths: dict[Stake, tuple[float, ...]] = {}
    amounts = _ladder(_most(view, meeting.seat, offer.limit), AMOUNTS)
    for stake in (Stake(suit, amount) for suit in SUITS for amount in amounts):
        share = 0.0
        for chance, winner, standing in outcomes:
            change = _change(stake, offer, winner)
            after = standing.copy()
            after[meeting.seat] += change
            after[meeting.banker] -= change
            share += chance * _share(after, meeting.seat, meeting.spread)
        worths[stake] = round(share, DIGITS), -stake.amount, float(offer.gains[stake.suit])
    return worths


def _announcements(view: State, odds: Mapping[Suit, Fraction]) -> Iterator[Announce]:
    """What a bank may consider: the lowest prices, the customary ones, and one horse at the first favourable price."""
    fair = {count: fair_odds(odds[suit]) for suit, count in zip(SUITS, view.counts, strict=True)}
    tempting = (tuple(int(price) + 1 if at == count else 1 for at in range(PRICES)) for count, price in fair.items())
    for table in dict.fromkeys((LOWEST, suggest(view).prices, *tempting)):
        for limit in _ladder(largest_limit(view, table), LIMITS):
            yield Announce(table, limit)


def _ladder(most: int, steps: int) -> list[int]:
    """Numbers from 1 to ``most``, as many as there are steps and equally far apart; all, where there are fewer.

    >>> _ladder(33, 5), _ladder(3, 5), _ladder(0, 5)
    ([1, 9, 17, 25, 33], [1, 2, 3], [])
    """
    if most <= steps:
        return list(range(1, most + 1))
    return [1 + (most - 1) * step // (steps - 1) for step in range(steps)]
