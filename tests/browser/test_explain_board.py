"""The explain board in a browser: by touch, by keyboard, by typing, without scripts, in every language, and shared."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from homestretch.i18n.speaker import LANGUAGES, Speaker
from web.serving import Running

from .tables import Play, caught_up, open_table
from .test_axe import STILL, findings
from .test_keyboard import focus, tab_to
from .test_phone import PHONE, TOO_WIDE
from .visitors import Visitors

THREE = "1-4 1-1@1-4 4-4@1-4"
FIVE = f"{THREE} 3-4@4-4 1-2@1-1"
"""2-3 fits at two places of it."""

MANY = (
    "5-5 2-5@5-5 3-5@5-5 2-2@2-5 3-3@3-5 0-5@5-5 0-0@0-5 5-6@5-5 6-6@5-6 2-6@2-2 3-6@3-3 0-4@0-0 4-4@0-4 "
    "4-6@4-4 1-6@4-6 1-1@1-6 1-3@1-1 3-4@1-3"
)


def board(server: Running, moves: str = "", game: str = "horse-race") -> str:
    """The address of a board."""
    return f"{server.address}/explain/{game}" + (f"?moves={moves.replace(' ', '+')}" if moves else "")


def counts(page: Page, sum_and_total: str, award: str) -> None:
    """The board shows this sum and this award."""
    summands, _, total = sum_and_total.rpartition(" ")
    expect(page.locator(".figures .big")).to_have_text(total)
    if summands:
        expect(page.locator(".figures .sum")).to_have_text(summands)
    expect(page.locator(".figures .award")).to_have_text(award)


def lies(page: Page, *tiles: str) -> None:
    """These tiles lie on the board and no others."""
    expect(page.locator("svg.board > g[id]")).to_have_count(len(tiles))
    for tile in tiles:
        expect(page.locator(f"#b{tile.replace('-', '')}")).to_be_attached()


# ---- by touch


@pytest.mark.parametrize("width", [360, 320])
def test_a_layout_is_tapped_together_on_a_phone(width: int, visitors: Visitors, server: Running) -> None:
    phone: dict[str, Any] = PHONE | {"viewport": {"width": width, "height": 740}}
    page = visitors.arrive(f"{server.address}/explain", **phone)
    for tile in ("14", "11", "44", "34", "12"):
        page.locator(f"#tile-{tile}").tap()
        expect(page.locator(f"#b{tile}")).to_be_attached()
    counts(page, "3 + 2 = 5", "1 point")
    expect(page.locator(".figures .raw")).to_have_text("5 raw points")
    assert page.url == board(server, FIVE)

    page.locator("#tile-23").tap()
    spots = page.locator("svg.board .for.t23 button.spot")
    expect(spots).to_have_count(2)
    spot = spots.nth(1)
    expect(spot).to_be_in_viewport()
    expect(spot).to_be_visible()
    size = spot.bounding_box()
    assert size is not None
    assert min(size["width"], size["height"]) >= 24
    spot.tap()
    lies(page, "1-4", "1-1", "4-4", "3-4", "1-2", "2-3")
    counts(page, "3 + 3 = 6", "no award")

    page.locator("#undo").tap()
    counts(page, "3 + 2 = 5", "1 point")
    page.locator("#clear").tap()
    lies(page)
    assert page.url == board(server)


@pytest.mark.parametrize("size", [(360, 740), (320, 640)])
def test_the_board_and_its_total_are_on_the_first_screen_of_a_phone(
    size: tuple[int, int], visitors: Visitors, server: Running
) -> None:
    width, height = size
    page = visitors.arrive(board(server, THREE), **(PHONE | {"viewport": {"width": width, "height": height}}))
    expect(page.locator("#b44")).to_be_in_viewport(ratio=0.99)
    expect(page.locator(".figures")).to_be_in_viewport(ratio=0.99)
    page.locator("#picker .hint").scroll_into_view_if_needed()
    expect(page.locator("#b44")).to_be_in_viewport(ratio=0.99)
    expect(page.locator("#tile-34")).to_be_in_viewport(ratio=0.99)
    expect(page.locator(".figures")).to_be_in_viewport(ratio=0.99)


@pytest.mark.parametrize("locale", ["en-US", "ru-RU", "hi-IN"])
def test_no_board_is_wider_than_a_phone(locale: str, visitors: Visitors, server: Running) -> None:
    page = visitors.arrive("about:blank", **(PHONE | {"locale": locale}))
    for moves in ("", THREE, MANY, f"{THREE} {'x' * 200} y", "1-4 44"):
        page.goto(board(server, moves))
        page.locator("main details").evaluate_all("all => all.forEach(each => { each.open = true; })")
        for width in (360, 320):
            page.set_viewport_size({"width": width, "height": 740})
            assert page.evaluate(TOO_WIDE, width) == [], moves


# ---- by typing


def test_a_wrong_text_stays_and_what_would_fit_is_a_press_away(visitors: Visitors, server: Running) -> None:
    page = visitors.arrive(board(server))
    page.fill("#moves", "14 11@14 44 3-3")
    page.press("#moves", "Enter")
    expect(page.get_by_role("alert")).to_contain_text("Placement 3: Say which tile 4-4 joins. It fits here: 4-4@1-4.")
    expect(page.locator(".written mark")).to_have_text("44")
    expect(page.locator("#moves")).to_have_value("14 11@14 44 3-3")
    expect(page.locator("#moves")).to_be_focused()
    lies(page, "1-4", "1-1")
    page.click("#instead-0")
    expect(page.get_by_role("alert")).to_contain_text("Placement 4: 3-3 fits nowhere: the free places show 1, 4.")
    lies(page, "1-4", "1-1", "4-4")
    page.click("#leave-out")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator("#moves")).to_have_value(THREE)
    counts(page, "2 + 8 = 10", "2 points")
    assert page.url == board(server, THREE)


def test_what_does_not_fit_is_in_sight_on_a_phone(visitors: Visitors, server: Running) -> None:
    page = visitors.arrive(board(server, THREE), **PHONE)
    page.fill("#moves", "1-4 1-1@1-4 3-3")
    page.press("#moves", "Enter")
    expect(page.get_by_role("alert")).to_contain_text("Placement 3: 3-3 fits nowhere")
    expect(page.get_by_role("alert")).to_be_in_viewport(ratio=1)


def test_the_places_of_a_tile_stand_above_the_tiles_on_a_phone(visitors: Visitors, server: Running) -> None:
    page = visitors.arrive(board(server, FIVE), **PHONE)
    page.locator("#tile-23").tap()
    expect(page.locator("#put-23-12")).to_be_in_viewport(ratio=1)
    places, tiles = page.locator(".places").bounding_box(), page.locator(".picker .tiles").bounding_box()
    assert places is not None
    assert tiles is not None
    assert places["y"] < tiles["y"]


def test_nonsense_is_answered_with_a_sentence_and_the_board_stays(visitors: Visitors, server: Running) -> None:
    page = visitors.arrive(board(server, "1-4"))
    for text in ("1-4 🎲", "1-4 <img src=x onerror=alert(1)>", "1-4 \u202e1-1", "1-4 " + "я" * 3000, "1-4 %00%zz"):
        page.fill("#moves", text)
        page.press("#moves", "Enter")
        expect(page.locator(".written mark")).to_contain_text(text[4:8].replace("\u202e", "�").split(" ")[0])
        expect(page.get_by_role("alert")).to_contain_text("is not a placement")
        lies(page, "1-4")


def test_switching_the_game_shows_what_changes(visitors: Visitors, server: Running) -> None:
    page = visitors.arrive(board(server, f"{THREE} 1-5@1-1 4-5@4-4 4-6@4-4"))
    expect(page.locator("#game-horse-race")).to_contain_text("16 · no award")
    expect(page.locator("#game-seven-rocks")).to_contain_text("placement 6 does not fit")
    page.click("#game-seven-rocks")
    expect(page.get_by_role("alert")).to_contain_text("4-6 fits nowhere")
    counts(page, "5 + 5 = 10", "10 points")
    expect(page.locator("#game-seven-rocks")).to_have_attribute("aria-current", "page")
    page.click("#game-horse-race")
    expect(page.get_by_role("alert")).to_have_count(0)
    counts(page, "5 + 5 + 6 = 16", "no award")


def test_back_takes_a_tile_back_and_forward_puts_it_again(visitors: Visitors, server: Running) -> None:
    page = visitors.arrive(board(server))
    for tile in ("14", "11", "44"):
        page.click(f"#tile-{tile}")
        expect(page.locator(f"#b{tile}")).to_be_attached()
    page.go_back()
    lies(page, "1-4", "1-1")
    page.go_back()
    lies(page, "1-4")
    page.go_forward()
    lies(page, "1-4", "1-1")
    expect(page.locator("#moves")).to_have_value("1-4 1-1@1-4")
    page.reload()
    lies(page, "1-4", "1-1")


# ---- by keyboard alone


def test_a_layout_is_made_with_the_keyboard_alone(visitors: Visitors, server: Running) -> None:
    page = visitors.arrive(board(server))
    for tile, total in (("14", "5"), ("11", "6"), ("44", "10"), ("34", "5"), ("12", "5")):
        tab_to(page, f"#tile-{tile}")
        page.keyboard.press("Enter")
        expect(page.locator(".figures .big")).to_have_text(total)
        expect(page.locator("#total")).to_be_focused()

    page.keyboard.press("Tab")
    assert focus(page) in ("undo", "total"), "the ways on come right after the total"
    tab_to(page, '.pick[name="pick"]')
    while focus(page) != "pick-23":
        page.keyboard.press("ArrowRight")
    expect(page.locator("#pick-23")).to_be_checked()
    page.keyboard.press("Enter")
    expect(page.locator("#put-23-34")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#put-23-12")).to_be_focused()
    page.keyboard.press("Enter")
    counts(page, "3 + 3 = 6", "no award")
    expect(page.locator("#total")).to_be_focused()

    tab_to(page, "#undo")
    page.keyboard.press("Enter")
    counts(page, "3 + 2 = 5", "1 point")
    expect(page.locator("#undo")).to_be_focused()
    page.keyboard.press("e")
    expect(page.locator("#say")).to_contain_text("Counted: 3-4 counts 3, 1-2 counts 2")


# ---- without scripts


def test_everything_works_without_scripts(visitors: Visitors, server: Running) -> None:
    page = visitors.arrive(f"{server.address}/explain", java_script_enabled=False)
    for tile in ("14", "11", "44", "34", "12"):
        page.click(f"#tile-{tile}")
        expect(page.locator(f"#b{tile}")).to_be_attached()
    counts(page, "3 + 2 = 5", "1 point")
    assert page.url == board(server, FIVE)
    page.click("#tile-23")
    page.click("#put-23-12")
    counts(page, "3 + 3 = 6", "no award")
    page.click("#undo")
    counts(page, "3 + 2 = 5", "1 point")
    page.click("#tile-23")
    page.click('svg.board .for.t23 button[value="2-3@3-4"]')
    counts(page, "2 + 2 = 4", "no award")
    page.go_back()
    counts(page, "3 + 2 = 5", "1 point")
    page.fill("#moves", "5-5 2-5@5-5 hello")
    page.press("#moves", "Enter")
    expect(page.get_by_role("alert")).to_contain_text("Placement 3: “hello” is not a placement.")
    expect(page.locator("#moves")).to_have_value("5-5 2-5@5-5 hello")
    lies(page, "5-5", "2-5")
    page.click("#game-seven-rocks")
    expect(page.locator("#game-seven-rocks")).to_have_attribute("aria-current", "page")
    expect(page.locator("#moves")).to_have_value("5-5 2-5@5-5 hello")
    page.click("#clear")
    lies(page)


# ---- in every language


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_board_speaks_one_language_and_a_press_changes_it_without_losing_the_board(
    language: str, visitors: Visitors, server: Running
) -> None:
    page = visitors.arrive(board(server, "1-4 1-1@1-4"))
    page.click("#tile-44")
    expect(page.locator("#b44")).to_be_attached()
    page.click(f'.languages button[value="{language}"]')
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator("h1")).to_have_text(Speaker(language).say("board.title"))
    lies(page, "1-4", "1-1", "4-4")
    assert page.url == board(server, THREE)
    if language != "en":
        page.goto(board(server, "1-4 1-1@1-4 4-4 3-3"))
        page.locator("main details").evaluate_all("all => all.forEach(each => { each.open = true; })")
        assert not re.findall(r"\b(?!QR\b)[A-Za-z]{2,}\b", page.locator("main").inner_text())


# ---- for everybody


def test_axe_finds_nothing_on_any_board(visitors: Visitors, server: Running) -> None:
    page = visitors.arrive("about:blank", **STILL)
    found: list[str] = []
    for state, moves in (("empty", ""), ("three", THREE), ("many", MANY), ("wrong", "1-4 1-1 <b> 3-3")):
        page.goto(board(server, moves))
        page.locator("main details").evaluate_all("all => all.forEach(each => { each.open = true; })")
        found += findings(page, state)
    page.goto(board(server, FIVE))
    page.click("#tile-23")
    expect(page.locator("#put-23-12")).to_be_visible()
    found += findings(page, "a tile taken up")
    page.goto(board(server, game="card-race"))
    found += findings(page, "cards")
    assert not found, "\n".join(found)


# ---- to share, and from elsewhere


def test_a_board_is_copied_and_its_link_previews_with_it(visitors: Visitors, server: Running) -> None:
    page = visitors.arrive(board(server, THREE), permissions=["clipboard-read", "clipboard-write"])
    page.click('[data-copies="link"]')
    expect(page.locator('[data-copies="link"]')).to_have_text("Copied")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == board(server, THREE)
    page.click('[data-copies="moves"]')
    expect(page.locator('[data-copies="moves"]')).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == THREE

    page.click("#code summary")
    code = page.locator("img.qr")
    expect(code).to_be_visible()
    expect(code).to_have_js_property("complete", value=True)
    assert code.evaluate("image => image.decode().then(() => image.naturalWidth > 0)")

    friend = visitors.arrive(link)
    counts(friend, "2 + 8 = 10", "2 points")
    preview = friend.locator('meta[property="og:image"]').get_attribute("content") or ""
    assert preview == board(server, THREE).replace("horse-race?", "horse-race.png?")
    drawn = "address => fetch(address).then(answer => answer.blob()).then(createImageBitmap).then(image => image.width)"
    assert friend.evaluate(drawn, preview) == 1200


def test_a_table_opens_on_the_board_as_it_lies(page: Page, server: Running) -> None:
    play = Play(server, open_table(page, server, "seven-rocks", others="bots", name="Ann"), {0: page})
    play.step()
    play.wait_for_turn()
    caught_up(page, len(play.table.log))
    total = page.locator(".felt .sum > span").inner_text()
    tiles = page.locator("svg.board > g[id]").count()
    with page.expect_popup() as opened:
        page.click("#why")
    other = opened.value
    expect(other.locator("svg.board > g[id]")).to_have_count(tiles)
    expect(other.locator("#game-seven-rocks")).to_have_attribute("aria-current", "page")
    shown = other.locator(".figures .big").inner_text()
    assert re.search(rf"\b{shown}\b", total), total
