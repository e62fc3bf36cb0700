"""What axe finds on every page and in every state, in light and in dark: nothing."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from homestretch.games import GAMES
from web.serving import Running

from .states import walk
from .tables import my_turn, name_in, open_table
from .visitors import Visitors

THEMES = ("light", "dark")
STILL: dict[str, Any] = {"reduced_motion": "reduce"}
"""Colours are measured, so nothing may be fading in."""

ALL = {"resultTypes": ["violations"]}
COLOURS = ALL | {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}


def findings(page: Page, state: str) -> list[str]:
    """What axe finds in the light, and of the colours what it finds in the dark."""
    found: list[str] = []
    for theme in THEMES:
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        results = Axe().run(page, options=ALL if theme == "light" else COLOURS)
        for fault in results.response["violations"]:
            nodes = "; ".join(f"{node['target']} {node['html'][:150]}" for node in fault["nodes"][:3])
            found.append(f"{state}, {theme}: {fault['id']} ({fault['help']}): {nodes}")
    page.evaluate("delete document.documentElement.dataset.theme")
    return found


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_in_any_state_of_a_game(game: str, visitors: Visitors, server: Running) -> None:
    host, friend = visitors.arrive("about:blank", **STILL), visitors.arrive("about:blank", **STILL)
    found: list[str] = []
    for state, page in walk(host, friend, server, game):
        page.locator("main details").evaluate_all("all => all.forEach(each => { each.open = true; })")
        found += findings(page, state)
    assert not found, "\n".join(found)


def test_axe_finds_nothing_on_any_other_page(visitors: Visitors, server: Running) -> None:
    visitors.expect("404")
    page = visitors.arrive(server.address, **STILL)
    page.click("#wishes summary")
    found = findings(page, "front")
    open_table(page, server, "horse-race", others="bots", name="Ann", public="1")
    table = name_in(page.url)
    my_turn(page)
    found += findings(page, "on turn, first round")
    page.goto(f"{server.address}/t/{table}/share")
    found += findings(page, "share")
    other = visitors.arrive(page.input_value("#link-1"), **STILL)
    found += findings(other, "claim")
    for address, state in ((f"{server.address}/nowhere", "error"), (server.address, "front with a public table")):
        other.goto(address)
        found += findings(other, state)
    page.goto(server.address)
    found += findings(page, "front with a table of one's own")
    assert not found, "\n".join(found)


def test_the_themes_are_those_that_are_measured(page: Page) -> None:
    page.click("#wishes summary")
    page.locator("#wishes [name=theme]").select_option("dark")
    page.click("#wishes form button")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")

    ground = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    page.click("#wishes summary")
    page.locator("#wishes [name=theme]").select_option("light")
    page.click("#wishes form button")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") != ground
