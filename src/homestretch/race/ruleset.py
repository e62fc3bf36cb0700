"""What may differ between card races, as data, and which values make no game."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from homestretch.kit.message import Refusal, refuse

TRACK: Final = 7
"""How many cards lie on the track, one for each position before the finish."""

FINISH: Final = TRACK + 1
"""The position that wins."""

TOO_MANY: Final = 5
"""So many track cards of one suit leave its horse too few to finish: the track is laid again."""

PRICES: Final = TOO_MANY
"""A payout table has one price for each number of track cards from 0 to 4."""

FEWEST_PLAYERS: Final = 3

MOST_PLAYERS: Final = 26
"""A limit of this software. The rules know none; ten are comfortable at one table."""

MOST_TOKENS: Final = 10_000
"""A limit of this software, so that every stake can be listed."""

MOST_PRICE: Final = 1_000
"""A limit of this software."""


class RaceRuleset(Struct, frozen=True):
    """One card race's rules as data. Each seat holds the bank once.

    ``tokens`` is everyone's stock at the start. ``prices`` are the customary net odds for a horse with 0, 1, 2, 3 or 4
    cards of its suit on the track; a bank may announce others. ``most_stake`` caps the stake that a bank may allow:
    1 is the taught form, None leaves it to what the bank can pay.
    """

    players: int
    tokens: int = 100
    prices: tuple[int, ...] = (1, 2, 3, 5, 10)
    most_stake: int | None = 1


def are_prices(prices: tuple[int, ...]) -> bool:
    """Whether this is a payout table."""
    return len(prices) == PRICES and all(1 <= price <= MOST_PRICE for price in prices)


def faults(rules: RaceRuleset) -> Iterator[Refusal]:
    """Everything that makes a ruleset impossible, each in a refusal of its own.

    >>> list(faults(RaceRuleset(players=3)))
    []
    """
    if not FEWEST_PLAYERS <= rules.players <= MOST_PLAYERS:
        yield refuse("ruleset.race-players", players=rules.players, least=FEWEST_PLAYERS, most=MOST_PLAYERS)
    elif not rules.players - 1 <= rules.tokens <= MOST_TOKENS:
        yield refuse("ruleset.tokens", tokens=rules.tokens, least=rules.players - 1, most=MOST_TOKENS)
    if not are_prices(rules.prices):
        yield refuse("ruleset.prices", most=MOST_PRICE)
    if rules.most_stake is not None and rules.most_stake < 1:
        yield refuse("ruleset.most-stake", most_stake=rules.most_stake)
