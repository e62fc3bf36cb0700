"""What every request passes before a page sees it: size, origin, rate and prefix; and what every answer carries."""

from collections.abc import Awaitable, Callable
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from homestretch.kit.message import Refusal, refuse

from .rates import BEGINNINGS, READS, WRITES, Rates

MOST_BODY: Final = 16 * 1024
"""The longest form that is read; a move takes a few hundred bytes."""

LONGEST_HOST: Final = 300
"""The longest name and port that a server can have; links and their codes are made of it."""

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}

FROM_NOTHING: Final = ("/play/", "/new/", "/score/new/")
FROM_EARLIER: Final = ("/rematch", "/again")
"""How addresses begin and end to which a form is posted that begins a table or a score sheet."""

Refuse = Callable[[Scope, Refusal, int], Awaitable[ASGIApp]]


class Safety:
    """Wraps the application. ``answer`` makes the page for what is refused here."""

    def __init__(self, app: ASGIApp, *, answer: Refuse, prefix: str, rates: Rates) -> None:
        self._app = app
        self._answer = answer
        self._prefix = prefix
        self._rates = rates

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope = self._placed(scope)

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        if not self._rates.enter(scope):
            await (await self._answer(scope, refuse("web.too-often"), 429))(scope, receive, dressed)
            return
        try:
            refusal, status, body = await self._check(scope, receive)
            app = self._app if refusal is None else await self._answer(scope, refusal, status)
            await app(scope, _again(body, receive), dressed)
        finally:
            self._rates.leave(scope)

    def _placed(self, scope: Scope) -> Scope:
        """The request as seen from under the prefix, whether or not the proxy has cut it off the path."""
        if not self._prefix:
            return scope
        path = scope["path"]
        if path == self._prefix:
            path += "/"
        elif not path.startswith(f"{self._prefix}/"):
            path = self._prefix + path
        return {**scope, "path": path, "root_path": self._prefix}

    async def _check(self, scope: Scope, receive: Receive) -> tuple[Refusal | None, int, bytes]:
        headers = Headers(scope=scope)
        writes = scope["method"] not in ("GET", "HEAD")
        if not await self._within_limits(scope, writes=writes):
            return refuse("web.too-often"), 429, b""
        if len(headers.get("host", "")) > LONGEST_HOST:
            return refuse("web.not-found"), 400, b""
        if not writes:
            return None, 200, b""
        if not is_same_origin(headers):
            return refuse("web.other-origin"), 403, b""
        body = bytearray()
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return refuse("web.too-long"), 400, b""
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > MOST_BODY:
                return refuse("web.too-long"), 413, b""
        return None, 200, bytes(body)

    async def _within_limits(self, scope: Scope, *, writes: bool) -> bool:
        path = scope["path"].removeprefix(self._prefix)
        if path.startswith("/static/") or path == "/healthz":
            return True
        if not await self._rates.allow(scope, WRITES if writes else READS, "writes" if writes else "reads"):
            return False
        begins = writes and (path.startswith(FROM_NOTHING) or path.endswith(FROM_EARLIER))
        return not begins or await self._rates.allow(scope, BEGINNINGS, "beginnings")


def is_same_origin(headers: Headers) -> bool:
    """Whether a form comes from a page of this server.

    Browsers say so in ``Sec-Fetch-Site``, older ones in ``Origin``; a request with neither comes from no browser, which
    then carries nobody's cookie either.
    """
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc == headers.get("host")
    except ValueError:
        return False


def _again(body: bytes, receive: Receive) -> Receive:
    """A channel that gives the body that has been read already, then goes on as before."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again
