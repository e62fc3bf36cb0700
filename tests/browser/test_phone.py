"""A phone: a round by touch in Hindi, and no page or state that is wider than a small screen, in any language."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from homestretch.games import GAMES
from homestretch.i18n.speaker import LANGUAGES
from web.serving import Running

from .states import walk
from .tables import Play, my_turn, name_in, open_table
from .visitors import Visitors

PHONE = {
    "viewport": {"width": 360, "height": 740},
    "is_mobile": True,
    "has_touch": True,
    "device_scale_factor": 2,
    "user_agent": (
        "Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) "
        "Chrome/150.0.0.0 Mobile Safari/537.36"
    ),
}
WIDTHS = (360, 320)
LETTERS = (16, 32)
"""How large a reader's letters may be: as usual, and twice that."""

TOO_WIDE = """width => {
  const wide = [...document.querySelectorAll("body *")].filter(each => {
    const box = each.getBoundingClientRect();
    return box.width && box.right > width + 1 && !each.closest(".scroll, svg, .sr");
  });
  const scroll = document.documentElement.scrollWidth;
  return scroll <= width ? [] : [`${scroll} px`, ...wide.slice(0, 4).map(each => each.outerHTML.slice(0, 120))];
}"""


BROKEN = r"""() => {
  const broken = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode, range = document.createRange();
    if (!text.parentElement.checkVisibility() || text.parentElement.closest("svg, .sr")) continue;
    for (const name of text.data.matchAll(/\d-\d/g)) {
      range.setStart(text, name.index);
      range.setEnd(text, name.index + name[0].length);
      if (new Set([...range.getClientRects()].map(each => each.top)).size > 1) broken.push(text.data);
    }
  }
  return broken;
}"""


def with_letters(page: Page, size: int) -> Page:
    """The page of a reader whose letters have this size."""
    sizes = {"standard": size, "fixed": size}
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": sizes})
    return page


def tap(target: Locator) -> None:
    """Press with a finger."""
    target.tap()


def test_a_round_by_touch_in_hindi(visitors: Visitors, server: Running) -> None:
    page = visitors.arrive(server.address, locale="hi-IN", **PHONE)
    expect(page.locator("html")).to_have_attribute("lang", "hi")
    is_in_hindi(page)
    page.locator(".game.horse-race .go").tap()
    my_turn(page)
    expect(page.locator("html")).to_have_attribute("data-shape", "tall")
    is_in_hindi(page)
    play = Play(server, name_in(page.url), {0: page}, tap)
    play.to_the_settlement()
    page.wait_for_selector(".settled")
    is_in_hindi(page)
    play.go_on()
    play.wait_for_turn()


def is_in_hindi(page: Page, *, but: str = "") -> None:
    """What the page says is written in Devanagari, but for a word that is the same everywhere."""
    text = page.locator("main").inner_text().replace(but, "")
    assert len(re.findall(r"[ऀ-ॿ]", text)) > 20
    assert not re.findall(r"\b[A-Za-z]{3,}\b", text)


@pytest.mark.parametrize("letters", LETTERS)
@pytest.mark.parametrize("game", GAMES)
def test_no_state_is_wider_than_a_phone_in_any_language(
    game: str, letters: int, visitors: Visitors, server: Running
) -> None:
    host, friend = (with_letters(visitors.arrive("about:blank", **PHONE), letters) for _ in range(2))
    faults: list[str] = []
    for state, page in walk(host, friend, server, game):
        faults += too_wide_anywhere(page, server, state)
    assert not faults, "\n".join(faults)


def test_who_backs_which_horse_is_seen_on_a_phone_without_scrolling(visitors: Visitors, server: Running) -> None:
    host, friend = visitors.arrive("about:blank", **PHONE), visitors.arrive("about:blank", **PHONE)
    seen = []
    for state, page in walk(host, friend, server, "card-race"):
        if state in ("race: announce", "race: race", "race: round"):
            seen.append(page.locator(".odds th[scope=col]").count())
            hidden = page.locator(".scroll:has(.odds)").evaluate("each => each.scrollWidth - each.clientWidth")
            assert state == "race: announce" or hidden <= 0, state
    assert seen == [5, 5, 5], "nobody backs a horse before the odds are announced, so there is no column for it"


@pytest.mark.parametrize("letters", LETTERS)
def test_no_other_page_is_wider_than_a_phone_in_any_language(letters: int, visitors: Visitors, server: Running) -> None:
    visitors.expect("404")
    page = with_letters(visitors.arrive(server.address, **PHONE), letters)
    faults = too_wide_anywhere(page, server, "front")
    open_table(page, server, "horse-race", others="bots", name="Ann")
    page.goto(f"{page.url}/share")
    faults += too_wide_anywhere(page, server, "share")
    other = with_letters(visitors.arrive(page.input_value("#link-1"), **PHONE), letters)
    faults += too_wide_anywhere(other, server, "claim")
    other.goto(f"{server.address}/nowhere")
    faults += too_wide_anywhere(other, server, "error")
    page.goto(server.address)
    page.locator("#wishes summary").tap()
    faults += too_wide_anywhere(page, server, "front with tables and wishes", open_wishes=True)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_tile_is_broken_at_its_hyphen(language: str, visitors: Visitors, server: Running) -> None:
    page = with_letters(visitors.arrive("about:blank", locale=language, **PHONE), LETTERS[-1])
    page.goto(f"{server.address}/explain/horse-race?moves=1-4+1-1@1-4+4-4@1-4+3-4@4-4+1-2@1-1+1-5@1-1+5-5@1-5")
    for width in range(300, 420, 4):
        page.set_viewport_size({"width": width, "height": 740})
        assert not page.evaluate(BROKEN), width


def test_what_matters_is_large_enough_for_a_finger(visitors: Visitors, server: Running) -> None:
    page = visitors.arrive(server.address, **PHONE)
    open_table(page, server, "horse-race", name="Ann", target="1")
    for button in (*page.locator(".go:visible").all(), page.locator(".home")):
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44 or "go" not in (button.get_attribute("class") or "")
        assert min(box["width"], box["height"]) >= 24


def too_wide_anywhere(page: Page, server: Running, state: str, *, open_wishes: bool = False) -> list[str]:
    """In which languages and widths the page scrolls sideways, and because of what."""
    faults: list[str] = []
    chosen = page.locator("input.pick:checked")
    pick = chosen.first.get_attribute("id") if chosen.count() else None
    for language in LANGUAGES:
        page.context.add_cookies([{"name": "prefs", "value": f"language={language}&shape=tall", "url": server.address}])
        page.reload()
        expect(page.locator("html")).to_have_attribute("lang", language)
        if open_wishes:
            page.locator("#wishes summary").tap()
        if pick is not None:
            page.locator(f"#{pick}").check(force=True)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 740})
            wide = page.evaluate(TOO_WIDE, width)
            if wide:
                faults.append(f"{state}, {language}, {width} px: {wide}")
    page.set_viewport_size({"width": WIDTHS[0], "height": 740})
    return faults
