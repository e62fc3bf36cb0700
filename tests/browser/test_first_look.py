"""What a newcomer sees of a table without scrolling."""

import pytest

from homestretch.games import GAMES
from homestretch.i18n.speaker import LANGUAGES
from web.serving import Running

from .tables import my_turn
from .test_phone import PHONE
from .visitors import Visitors

LAPTOP = {"width": 1366, "height": 768}

SEEN = """(each) => {
  const box = each.getBoundingClientRect();
  return box.height > 0 && box.top >= 0 && (box.top + box.bottom) / 2 <= innerHeight;
}"""
"""Whether more than half of something is in sight, the upper one."""


@pytest.mark.parametrize("game", GAMES)
def test_whoever_begins_sees_what_to_do_and_the_guide(game: str, visitors: Visitors, server: Running) -> None:
    page = visitors.arrive(server.address, viewport=LAPTOP)
    page.click(f".game.{game} .go")
    my_turn(page)
    desk = "#hand .tiles" if GAMES[game].family == "fives" else ".stake, .bank"
    for part in ("#status", desk, ".guide"):
        assert page.locator(part).evaluate(SEEN), part


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_begins_on_a_phone_sees_what_to_do(
    game: str, language: str, visitors: Visitors, server: Running
) -> None:
    page = visitors.arrive(server.address, **PHONE | {"viewport": {"width": 390, "height": 844}, "locale": language})
    page.click(f".game.{game} .go")
    my_turn(page)
    desk = "#hand .tiles > li:first-child" if GAMES[game].family == "fives" else ".stake, .bank"
    for part in ("#status", desk):
        assert page.locator(part).evaluate(SEEN), part
