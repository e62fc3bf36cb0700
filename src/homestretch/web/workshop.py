"""What takes long to make: one thing at a time, in a thread of its own, kept for those who ask for it next."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final, Generic, TypeVar

from limits import RateLimitItem
from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request

from .rates import Rates

T = TypeVar("T")

TOO_MUCH: Final = 429


class Orders(Struct, frozen=True):
    """What a workshop makes.

    An address may ask for so much of it as ``limit`` says. Where as many things as ``begun`` says wait to be made, the
    next one is asked to come later. As many as ``kept`` says that were asked for last are kept.
    """

    what: str
    limit: RateLimitItem
    begun: int
    kept: int


class Workshop(Generic[T]):
    """Makes things one after another.

    Several at once would not be done sooner, and everything else that the server does would have to wait for them.
    Whoever asks for what is being made gets it when it is there.
    """

    def __init__(self, rates: Rates, orders: Orders) -> None:
        self._rates = rates
        self._orders = orders
        self._kept: OrderedDict[Hashable, T] = OrderedDict()
        self._begun: dict[Hashable, asyncio.Future[T]] = {}
        self._one_by_one = asyncio.Lock()
        self._closed = False

    async def made(self, request: Request, key: Hashable, make: Callable[[], T]) -> T:
        """What ``make`` makes, or has made for somebody who came with the same key.

        Raises:
            HTTPException: Too many things are being made, this address has asked for too many, or the server stops.
        """
        is_new = key not in self._kept and key not in self._begun
        if is_new and not await self._rates.allow(request.scope, self._orders.limit, self._orders.what):
            raise HTTPException(TOO_MUCH)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._begun:
            if len(self._begun) >= self._orders.begun or self._closed:
                raise HTTPException(TOO_MUCH)
            self._begun[key] = asyncio.ensure_future(self._make(key, make))
        return await asyncio.shield(self._begun[key])

    async def _make(self, key: Hashable, make: Callable[[], T]) -> T:
        try:
            async with self._one_by_one:
                if self._closed:
                    raise HTTPException(TOO_MUCH)
                made = await asyncio.to_thread(make)
        except ChildProcessError as error:
            raise HTTPException(TOO_MUCH) from error
        finally:
            del self._begun[key]
        self._kept[key] = made
        if len(self._kept) > self._orders.kept:
            self._kept.popitem(last=False)
        return made

    def close(self) -> None:
        """Begin nothing any more, so that a server which stops waits for one thing at most."""
        self._closed = True
