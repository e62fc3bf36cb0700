"""Visitors: each has a browser context of their own, and every complaint of their pages is noted."""

import re
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

WATCH = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`));
"""

PATIENCE = 8000
"""Milliseconds after which something that was waited for counts as missing."""


NO_SERVER = r"net::ERR_|network error|Failed to fetch"
"""What a page complains about while it cannot reach its server."""


class Visitors:
    """Makes visitors and remembers what their pages complained about."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.complaints: list[str] = []
        self._expected: list[str] = []
        self._contexts: list[BrowserContext] = []

    def arrive(self, address: str, **options: Any) -> Page:
        """A new visitor, who opens this address; ``options`` are those of the browser context."""
        page = self.open(self.context(**options))
        page.goto(address)
        return page

    def context(self, **options: Any) -> BrowserContext:
        """A visitor's browser without a page."""
        usual: dict[str, Any] = {"locale": "en-US", "viewport": {"width": 1280, "height": 900}}
        context = self.browser.new_context(**(usual | options))
        context.set_default_timeout(PATIENCE)
        context.add_init_script(WATCH)
        self._contexts.append(context)
        return context

    def open(self, context: BrowserContext) -> Page:
        """Another page of a visitor."""
        page = context.new_page()
        page.on("console", self._console)
        page.on("pageerror", lambda error: self._complain(f"page error: {error}"))
        page.on("requestfailed", self._failed)
        page.on("crash", lambda _: self._complain("the page crashed"))
        return page

    def expect(self, pattern: str) -> None:
        """Complaints like this are meant from now on."""
        self._expected.append(pattern)
        self.complaints[:] = [each for each in self.complaints if not re.search(pattern, each)]

    def leave(self) -> None:
        """Everybody goes."""
        for context in self._contexts:
            context.close()
        self._contexts.clear()

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._complain(f"console: {message.text} ({message.location.get('url', '')})")

    def _failed(self, request: Request) -> None:
        # A page that is left or closed cuts its own requests off, its stream above all.
        if request.failure != "net::ERR_ABORTED":
            self._complain(f"request failed: {request.method} {request.url}: {request.failure}")

    def _complain(self, text: str) -> None:
        if not any(re.search(pattern, text) for pattern in self._expected):
            self.complaints.append(text)
