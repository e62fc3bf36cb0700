"""The rules in a browser: stepping through diagrams by mouse, by keyboard and by touch, with and without scripts."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from homestretch.games import GAMES
from homestretch.i18n.speaker import LANGUAGES, Speaker
from web.serving import Running

from .tables import my_turn, open_table
from .test_axe import STILL, findings
from .test_keyboard import tab_to
from .test_phone import PHONE, TOO_WIDE
from .visitors import Visitors

LONGEST = "D11-2"
"""A diagram with nine steps."""

SUMS = ["1 + 4 = 5", "4 + 2 = 6", "2 + 8 = 10", "2 + 3 = 5", "3 + 2 = 5"]
"""What its first steps add up to."""


def rules(server: Running, game: str = "horse-race") -> str:
    """The address of the rules of a game."""
    return f"{server.address}/rules/{game}"


def shows(page: Page, diagram: str, number: int, last: int, text: str) -> None:
    """This step of a diagram is to be seen, and no other."""
    seen = page.locator(f'[id="{diagram}"] .shown').filter(visible=True)
    expect(seen).to_have_count(1)
    expect(seen.locator(".ways span").filter(has_text="/")).to_have_text(f"{number} / {last}")
    expect(seen.locator("figcaption")).to_contain_text(text)


def way(page: Page, diagram: str, text: str) -> None:
    """Go a step back or on."""
    page.locator(f'[id="{diagram}"] .shown').filter(visible=True).locator(".ways label", has_text=text).click()


@pytest.mark.parametrize("options", [{}, {"java_script_enabled": False}], ids=["scripts", "no scripts"])
def test_a_diagram_is_stepped_back_and_on(options: dict[str, Any], visitors: Visitors, server: Running) -> None:
    page = visitors.arrive(rules(server), **options)
    shows(page, LONGEST, 9, 9, "= 8: no award")
    way(page, LONGEST, "Back")
    shows(page, LONGEST, 8, 9, "= 5: 1 point")
    page.locator(f'[id="{LONGEST}"] > .mark').first.click()
    for number, text in enumerate(SUMS, 1):
        shows(page, LONGEST, number, 9, text)
        way(page, LONGEST, "On")
    shows(page, LONGEST, 6, 9, "= 10: 2 points")


def test_a_diagram_is_stepped_by_the_arrow_keys(visitors: Visitors, server: Running) -> None:
    page = visitors.arrive(f"{rules(server)}#D11")
    page.locator(f'[id="{LONGEST}.9"]').focus()
    page.keyboard.press("ArrowRight")
    for number, text in enumerate(SUMS, 1):
        shows(page, LONGEST, number, 9, text)
        expect(page.locator(f'[id="{LONGEST}.{number}"]')).to_be_focused()
        page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    shows(page, LONGEST, 5, 9, SUMS[4])
    tab_to(page, ".what-if a")
    expect(page.locator(":focus")).to_have_attribute(
        "href", re.compile(r"moves=1-4\+1-1@1-4\+4-4@1-4\+3-4@4-4\+1-2@1-1$")
    )


def test_whoever_hears_the_page_is_told_each_step(visitors: Visitors, server: Running) -> None:
    page = visitors.arrive(rules(server))
    group = page.get_by_role("group", name=re.compile("^Step by step: 5-5, 0-5"))
    expect(group.get_by_role("radio")).to_have_count(4)
    expect(group.get_by_role("radio", checked=True)).to_have_accessible_name(
        "4 of 4. 0-6. 0-6 is joined to 0-0. 10 + 6 = 16: no award."
    )
    expect(group.get_by_role("radio").first).to_have_accessible_name(
        "1 of 4. 5-5. 5-5 opens. 10: 2 points. A double that scores keeps the turn once."
    )
    group.locator("summary").filter(visible=True).click()
    expect(group.locator("li", has_text="10").filter(visible=True).first).to_be_visible()


def test_what_if_opens_the_position_to_go_on_from(visitors: Visitors, server: Running) -> None:
    page = visitors.arrive(rules(server, "seven-rocks"))
    way(page, "seven-rocks-short-1", "Back")
    page.locator('[id="seven-rocks-short-1"] .what-if a').filter(visible=True).click()
    page.wait_for_url("**/explain/seven-rocks?moves=5-5+0-5@5-5+2-5@5-5")
    expect(page.locator("svg.board > g[id]")).to_have_count(3)


def test_the_race_is_run_card_by_card(visitors: Visitors, server: Running) -> None:
    page = visitors.arrive(rules(server, "card-race"))
    shows(page, "C12-1", 24, 24, "diamonds cross the line and win!")
    way(page, "C12-1", "Back")
    shows(page, "C12-1", 23, 24, "hearts move up to 5.")
    horses = page.locator('[id="C12-1"] .shown').filter(visible=True).get_by_role("img")
    for horse, text in zip(range(4), ("spades: 6", "hearts: 5", "diamonds: 7", "clubs: 4"), strict=True):
        expect(horses.nth(horse)).to_have_accessible_name(re.compile(text.replace(": ", r".*\b")))
    page.locator('[id="C12-1"] > .mark').first.click()
    shows(page, "C12-1", 1, 24, "All four horses stand at the start.")


def test_a_clause_has_an_address(visitors: Visitors, server: Running) -> None:
    page = visitors.arrive(f"{rules(server)}#D12")
    expect(page.locator("#D12")).to_be_in_viewport()
    page.locator("#contents a", has_text="H4").click()
    page.wait_for_url("**/rules/horse-race#H4")
    expect(page.locator("#H4")).to_be_in_viewport()


def test_why_opens_the_clause_beside_the_table(visitors: Visitors, server: Running) -> None:
    page = visitors.arrive("about:blank")
    open_table(page, server, "seven-rocks", others="bots", name="Ann")
    my_turn(page)
    table = page.url
    why = page.locator("#news a.rule").first
    clause = (why.get_attribute("href") or "").partition("#")[2]
    with page.context.expect_page() as opened:
        why.click()
    beside = opened.value
    beside.wait_for_url(f"**/rules/seven-rocks#{clause}")
    expect(beside.locator(f"#{clause}")).to_be_in_viewport()
    assert page.url == table
    with page.context.expect_page() as opened:
        page.click("#to-rules")
    expect(opened.value.locator("h1")).to_have_text("Rules: Seven Rocks")


def test_the_reason_is_not_read_out_with_the_news(visitors: Visitors, server: Running) -> None:
    visitors.expect("409")
    page = visitors.arrive("about:blank")
    open_table(page, server, "seven-rocks", others="bots", name="Ann")
    my_turn(page)
    page.click("#typing summary")
    page.fill("#typed", "pass")
    page.keyboard.press("Enter")
    expect(page.locator("#status .notice")).to_be_visible()
    expect(page.locator("#status > a.rule").first).to_have_text("why? S4")
    expect(page.locator("#status :is([role=alert], [role=status]) a")).to_have_count(0)


@pytest.mark.parametrize("width", [360, 320])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_is_wider_than_a_phone(width: int, language: str, visitors: Visitors, server: Running) -> None:
    phone: dict[str, Any] = PHONE | {"viewport": {"width": width, "height": 740}, "locale": language}
    page = visitors.arrive(f"{server.address}/rules", **phone)
    expect(page.locator("h1")).to_have_text(Speaker(language).say("rules.title"))
    assert page.evaluate(TOO_WIDE, width) == []
    for game in GAMES:
        page.goto(rules(server, game))
        expect(page.locator("h1")).to_have_text(Speaker(language).say("rules.page-title", game=game))
        assert page.evaluate(TOO_WIDE, width) == []
        page.locator("main details").evaluate_all("all => all.forEach(each => { each.open = true; })")
        assert page.evaluate(TOO_WIDE, width) == []


def test_a_diagram_is_stepped_by_touch(visitors: Visitors, server: Running) -> None:
    page = visitors.arrive(rules(server, "seven-rocks"), **(PHONE | {"locale": "hi"}))
    back = (
        page.locator("[id=S3-1] .shown").filter(visible=True).locator("label", has_text=Speaker("hi").say("rules.back"))
    )
    box = back.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 40
    back.tap()
    shows(page, "S3-1", 4, 5, "1 + 12 = 13")


@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_in_the_rules(language: str, visitors: Visitors, server: Running) -> None:
    page = visitors.arrive(f"{server.address}/rules", **STILL, locale=language)
    found = findings(page, "index")
    for game in GAMES:
        page.goto(rules(server, game))
        page.locator("main details").evaluate_all("all => all.forEach(each => { each.open = true; })")
        found += findings(page, game)
    assert not found, "\n".join(found)
