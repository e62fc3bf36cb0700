"""What takes long is made one after another, once for all who ask, for nobody without end, and not while stopping."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from limits import RateLimitItemPerMinute
from starlette.exceptions import HTTPException
from starlette.requests import Request

from homestretch.web.rates import Rates
from homestretch.web.workshop import Orders, Workshop

from .people import until


def somebody(address: str = "192.0.2.1") -> Request:
    return Request({"type": "http", "client": (address, 1)})


def opened(*, limit: int = 100, begun: int = 9, kept: int = 9, limited: bool = True) -> Workshop[str]:
    return Workshop(Rates(limited=limited), Orders("things", RateLimitItemPerMinute(limit), begun, kept))


class Work:
    """Work that takes until it is told to go on; it notes what has been begun."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.go_on = threading.Event()

    def on(self, name: str) -> Callable[[], str]:
        def make() -> str:
            self.begun.append(name)
            assert self.go_on.wait(20)
            return name.upper()

        return make


def run(play: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(play())


async def refused(asked: Coroutine[Any, Any, str]) -> int:
    with pytest.raises(HTTPException) as caught:
        await asked
    return caught.value.status_code


def test_things_are_made_one_after_another_and_once_for_all_who_ask() -> None:
    async def play() -> None:
        shop, work = opened(), Work()
        asked = [asyncio.ensure_future(shop.made(somebody(), name, work.on(name))) for name in "abab"]
        await until(lambda: work.begun, "the first")
        assert work.begun == ["a"]
        work.go_on.set()
        assert await asyncio.gather(*asked) == ["A", "B", "A", "B"]
        assert work.begun == ["a", "b"]

    run(play)


def test_what_was_asked_for_last_is_kept() -> None:
    async def play() -> None:
        shop, work = opened(kept=2), Work()
        work.go_on.set()
        for name in "abacab":
            assert await shop.made(somebody(), name, work.on(name)) == name.upper()
        assert work.begun == ["a", "b", "c", "b"]

    run(play)


def test_where_much_is_begun_the_next_is_asked_to_come_later() -> None:
    async def play() -> None:
        shop, work = opened(begun=2), Work()
        asked = [asyncio.ensure_future(shop.made(somebody(), name, work.on(name))) for name in "ab"]
        await until(lambda: work.begun, "the first")
        assert await refused(shop.made(somebody(), "c", work.on("c"))) == 429
        again = asyncio.ensure_future(shop.made(somebody(), "b", work.on("b")))
        work.go_on.set()
        assert await asyncio.gather(*asked, again) == ["A", "B", "B"]
        assert await shop.made(somebody(), "c", work.on("c")) == "C"

    run(play)


def test_an_address_begins_so_much_and_gets_what_is_there_all_the_same() -> None:
    async def play() -> None:
        shop, work = opened(limit=2), Work()
        work.go_on.set()
        for name in "abab":
            await shop.made(somebody(), name, work.on(name))
        assert await refused(shop.made(somebody(), "c", work.on("c"))) == 429
        assert await shop.made(somebody("192.0.2.2"), "c", work.on("c")) == "C"
        assert await shop.made(somebody(), "c", work.on("c")) == "C"
        unlimited = opened(limit=0, limited=False)
        assert await unlimited.made(somebody(), "d", work.on("d")) == "D"

    run(play)


def test_whoever_goes_away_takes_nothing_from_the_others() -> None:
    async def play() -> None:
        shop, work = opened(), Work()
        gone = asyncio.ensure_future(shop.made(somebody(), "a", work.on("a")))
        stays = asyncio.ensure_future(shop.made(somebody(), "a", work.on("a")))
        await until(lambda: work.begun, "the first")
        gone.cancel()
        work.go_on.set()
        assert await stays == "A"

    run(play)


def test_what_cannot_be_made_is_tried_again() -> None:
    async def play() -> None:
        shop, work = opened(), Work()
        work.go_on.set()

        def fails() -> str:
            raise OSError("no room")

        with pytest.raises(OSError, match="no room"):
            await shop.made(somebody(), "a", fails)
        assert await shop.made(somebody(), "a", work.on("a")) == "A"

    run(play)


def test_a_closed_workshop_finishes_one_thing_at_most() -> None:
    async def play() -> None:
        shop, work = opened(), Work()
        first, second = (asyncio.ensure_future(shop.made(somebody(), name, work.on(name))) for name in "ab")
        await until(lambda: work.begun, "the first")
        shop.close()
        assert await refused(shop.made(somebody(), "c", work.on("c"))) == 429
        work.go_on.set()
        assert await first == "A"
        with pytest.raises(HTTPException):
            await second
        assert work.begun == ["a"]

    run(play)
