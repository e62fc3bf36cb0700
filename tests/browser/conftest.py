"""A browser for all tests here, and visitors with pages that must not complain."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from web.serving import Running, serving

from .chromium import ARGUMENTS, chromium
from .visitors import Visitors

PACE = 0.02
GRACE = 0.5


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for the tests of this folder; outside of it Playwright's event loop would be in the way."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(ARGUMENTS))
        yield browser
        browser.close()


@pytest.fixture
def visitors(browser: Browser) -> Iterator[Visitors]:
    """People with a browser each; what their pages complained about fails the test in the end."""
    everyone = Visitors(browser)
    yield everyone
    everyone.leave()
    assert not everyone.complaints, "\n".join(everyone.complaints)


@pytest.fixture
def server(tmp_path: Path, visitors: Visitors) -> Iterator[Running]:
    """A server of the test's own, on a free port; it stops when everybody has gone."""
    with serving(tmp_path / "data", pace=PACE, contribution=0.3, grace=GRACE) as running:
        yield running
        visitors.leave()


@pytest.fixture
def page(visitors: Visitors, server: Running) -> Page:
    """A first visitor at the front page."""
    return visitors.arrive(server.address)
