"""How often an address may ask for something: a household or a classroom may share one."""

from collections import Counter
from typing import Final

from limits import RateLimitItem, RateLimitItemPerMinute, RateLimitItemPerSecond
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from starlette.types import Scope

READS: Final = RateLimitItemPerSecond(240, 10)
WRITES: Final = RateLimitItemPerSecond(80, 10)
BEGINNINGS: Final = RateLimitItemPerMinute(20)
"""New tables and new score sheets."""

PICTURES: Final = RateLimitItemPerMinute(60)
FILMS: Final = RateLimitItemPerMinute(20)
DRILLS: Final = RateLimitItemPerMinute(60)
"""What has to be made first; what somebody else has asked for already is free."""

MOST_OPEN: Final = 500
"""Requests that an address may have open at the same time, each open page with its stream among them."""


class Rates:
    """Counts what every address asks for; nothing is refused where ``limited`` is false."""

    def __init__(self, *, limited: bool) -> None:
        self._limited = limited
        self._rates = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._open: Counter[str] = Counter()

    async def allow(self, scope: Scope, most: RateLimitItem, what: str) -> bool:
        """Count a request and tell whether it may be answered."""
        return not self._limited or await self._rates.hit(most, address(scope), what)

    def enter(self, scope: Scope) -> bool:
        """Begin to answer a request, if this address has not too many open; :meth:`leave` ends it."""
        if self._limited and self._open[address(scope)] >= MOST_OPEN:
            return False
        self._open[address(scope)] += 1
        return True

    def leave(self, scope: Scope) -> None:
        """A request that was begun has been answered."""
        self._open[address(scope)] -= 1
        if not self._open[address(scope)]:
            del self._open[address(scope)]


def address(scope: Scope) -> str:
    """The address from which a request comes; a proxy tells that of its own visitor."""
    client = scope.get("client")
    return str(client[0]) if client else ""
