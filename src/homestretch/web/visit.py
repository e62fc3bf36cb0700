"""One request: who asks, how they like the pages, in which language, and how addresses are written here."""

from functools import cached_property
from typing import Final
from urllib.parse import parse_qsl, quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from homestretch.i18n.speaker import Speaker, choose_language
from homestretch.render import Shape

from .guests import Guest, Signer, new_guest
from .prefs import Prefs, read_prefs

GUEST: Final = "guest"
PREFS: Final = "prefs"
YEAR: Final = 365 * 86400
MOST_FIELDS: Final = 200

AS_IT_IS: Final = "/?=&#%+@"
"""Characters that have a meaning in addresses of pages: ``+`` is a blank of the notation, ``@`` stands in it."""


class Visit:
    """What a page needs to know of a request, and the cookies that its answer sets.

    ``is_known`` says that the browser keeps who its guest is: whoever comes to a table is known from then on, so that
    the stream of a page and whatever is posted from it are the same guest's.
    """

    def __init__(self, request: Request, signer: Signer) -> None:
        self.request = request
        self.signer = signer
        self.prefs: Prefs = read_prefs(request.cookies.get(PREFS))
        known: Guest | None = signer.read_guest(request.cookies.get(GUEST))
        self.guest = known or new_guest()
        self.is_known = bool(known)
        self._guest_before = known
        self._prefs_before = self.prefs

    # ---- the reader

    @cached_property
    def language(self) -> str:
        """The language that the reader chose, else the first that their browser wishes and that is spoken here."""
        return choose_language(self.prefs.language, *accepted(self.request.headers.get("accept-language", "")))

    @cached_property
    def speak(self) -> Speaker:
        """Speaks the reader's language."""
        return Speaker(self.language)

    @property
    def shape(self) -> Shape:
        """The shape of the reader's screen: as their page has found out, else as their browser announces itself."""
        headers = self.request.headers
        mobile = headers.get("sec-ch-ua-mobile") == "?1" or "Mobi" in headers.get("user-agent", "")
        return self.prefs.shape or (Shape.TALL if mobile else Shape.WIDE)

    @property
    def wants_part(self) -> bool:
        """Whether a page that is there already asks for its main part alone."""
        return self.request.headers.get("hx-request") == "true"

    # ---- addresses

    @property
    def prefix(self) -> str:
        """The path under which this server is offered."""
        root: str = self.request.scope.get("root_path", "")
        return root

    def url(self, path: str) -> str:
        """An address on this server."""
        return self.prefix + path

    def absolute(self, path: str) -> str:
        """The same with scheme and host, for links that leave the page."""
        address = self.request.url
        return f"{address.scheme}://{address.netloc}{self.prefix}{path}"

    @property
    def here(self) -> str:
        """The address of this page, as it can be returned to; of the table or sheet, where something was posted."""
        url, params = self.request.url, self.request.path_params
        if self.request.method == "POST" and "table" in params:
            return self.url(f"/t/{params['table']}")
        if self.request.method == "POST" and "sheet" in params:
            return self.url(f"/score/{params['sheet']}")
        return url.path + (f"?{url.query}" if url.query else "")

    # ---- forms

    async def form(self) -> dict[str, str]:
        """The fields of a posted form; what is no form has none."""
        kind = self.request.headers.get("content-type", "")
        if not kind.startswith("application/x-www-form-urlencoded"):
            return {}
        try:
            text = (await self.request.body()).decode()
            return dict(parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_FIELDS))
        except ValueError:
            return {}

    # ---- answers

    def page(self, html: str, status: int = 200) -> Response:
        """A page, or a part of one."""
        return self.sealed(HTMLResponse(html, status, {"vary": "cookie, accept-language, hx-request"}))

    def go(self, path: str) -> Response:
        """Send the reader to another page of this server."""
        return self.sealed(RedirectResponse(quote(self.url(path), safe=AS_IT_IS), 303))

    def back(self, path: str) -> Response:
        """Send the reader back to where a form says that they were; to the front where that is no page of ours."""
        safe = path.startswith(f"{self.prefix}/") and not path.startswith("//") and "\\" not in path
        return self.sealed(RedirectResponse(quote(path if safe else self.url("/"), safe=AS_IT_IS), 303))

    def sealed(self, response: Response) -> Response:
        """The answer with the cookies that have changed."""
        changed = self.guest != self._guest_before
        if changed and (self.is_known or self.guest.tables or self.guest.sheets or self.guest.name):
            self.set_cookie(response, GUEST, self.signer.guest(self.guest))
        if self.prefs != self._prefs_before:
            self.set_cookie(response, PREFS, self.prefs.cookie())
        return response

    def set_cookie(self, response: Response, name: str, value: str) -> None:
        """Let the browser keep a value for a year."""
        secure = self.request.url.scheme == "https"
        response.set_cookie(
            name, value, YEAR, path=f"{self.prefix}/", secure=secure, httponly=name == GUEST, samesite="lax"
        )


def accepted(header: str) -> list[str]:
    """The languages that a browser wishes, the most wished first.

    >>> accepted("de, en;q=0.3, hi;q=0.8")
    ['de', 'hi', 'en']
    """
    wishes: list[tuple[float, str]] = []
    for part in header.split(",")[:20]:
        name, _, quality = part.strip().partition(";q=")
        try:
            wishes.append((float(quality) if quality else 1.0, name))
        except ValueError:
            continue
    return [name for quality, name in sorted(wishes, key=lambda wish: -wish[0]) if quality > 0]
