"""The stream of changes that an open page listens to: server-sent events, one stream a page."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

_BEAT: Final = b"event: beat\ndata: .\n\n"
_HEADERS: Final = {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
}


class Watched(Protocol):
    """A table or a sheet that readers watch: each has a bell that rings whenever something changes."""

    closing: bool

    def listen(self, guest: str) -> asyncio.Event:
        """A bell for a guest's stream."""
        ...

    def leave(self, bell: asyncio.Event) -> None:
        """Forget a stream that has ended."""
        ...


class TableStream(Response):
    """Sends the whole view at once, and again whenever the table changes; ``render`` makes the event of a view.

    A bell that rings without a change asks for a sign of life. A page that connects again says which view it has; the
    event's number is that of the view, so nothing is missed and nothing sent twice. Views that a slow reader has no
    time for are left out.
    """

    def __init__(
        self, room: Watched, guest: str, number: Callable[[], str], render: Callable[[], Awaitable[bytes]]
    ) -> None:
        super().__init__(headers=_HEADERS)
        del self.headers["content-length"]
        self._room = room
        self._guest = guest
        self._number = number
        self._render = render

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer until the reader has gone or the server stops."""
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        if scope["method"] == "HEAD":
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            return
        request = Request(scope)
        seen = request.headers.get("last-event-id") or request.query_params.get("view", "")
        bell = self._room.listen(self._guest)
        gone = asyncio.ensure_future(_gone(receive))
        gone.add_done_callback(lambda _: bell.set())
        rung = False
        try:
            while not gone.done() and not self._room.closing:
                bell.clear()
                number = self._number()
                if number != seen:
                    seen = number
                    await _send(send, await self._render())
                elif rung:
                    await _send(send, _BEAT)
                rung = await bell.wait()
            if not gone.done():
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        except OSError:
            return
        finally:
            gone.cancel()
            self._room.leave(bell)


def framed(number: str, page: bytes) -> bytes:
    """A view as an event."""
    return b"id: " + number.encode() + b"\ndata: " + page.replace(b"\r", b"").replace(b"\n", b"\ndata: ") + b"\n\n"


async def _send(send: Send, body: bytes) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": True})


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
