"""Without JavaScript everything works by forms and by looking again."""

from pathlib import Path

from playwright.sync_api import Page, expect

from homestretch.games import GAMES
from homestretch.record.redact import view
from homestretch.web.house import forced_move
from web.serving import Running, serving

from .tables import act, name_in, shown, wait_until
from .visitors import Visitors


def look_until(page: Page, selector: str) -> str:
    """Load the page again until there is one of these, as it does by itself every few seconds."""
    for _ in range(300):
        if page.locator(selector).count():
            return selector
        either = page.locator(f"{selector}, noscript").first
        expect(either, "the page looks again by itself, or has come to what is waited for").to_be_attached()
        page.wait_for_timeout(40)
        page.reload()
    raise AssertionError(f"there never was {selector}")


def look_at_answer(page: Page, events: int) -> None:
    """Wait for the page that answers a form."""
    wait_until(lambda: shown(page) > events, "the form is answered")
    page.wait_for_load_state()


def open_without_scripts(visitors: Visitors, server: Running, game: str, **fields: str) -> Page:
    """A visitor whose browser runs no scripts, at a table with bots that they have opened by the form."""
    page = visitors.arrive(f"{server.address}/new/{game}", java_script_enabled=False)
    page.fill('main [name="name"]', "Ann")
    page.check('main [name="others"][value="bots"]')
    for name, value in fields.items():
        field = page.locator(f'main [name="{name}"]')
        if field.and_(page.locator("select")).count():
            field.select_option(value)
        else:
            field.fill(value)
    page.click("main form .go")
    return page


def test_a_match_of_dominoes_against_a_bot(visitors: Visitors, server: Running) -> None:
    page = open_without_scripts(visitors, server, "horse-race", target="3")
    room = server.site.hub.rooms[name_in(page.url)]
    moves = 0
    while not room.table.over:
        look_until(page, "#status.mine, .go-on .go, .after")
        if page.locator(".go-on .go").count():
            page.click(".go-on .go")
        elif page.locator("#status.mine").count():
            assert page.locator('noscript:has-text("refresh"), meta[http-equiv="refresh"]').count() == 0
            events = shown(page)
            act(page, GAMES["horse-race"].family, moves)
            moves += 1
            look_at_answer(page, events)
            assert page.locator(".notice").count() == 0
    look_until(page, ".after")
    page.click('.after a[href$="/replay"]')
    page.click("#step-End")
    page.click("#step-ArrowLeft")
    expect(page.locator("#told li").first).to_be_attached()


def test_a_page_looks_again_while_the_house_moves_for_its_reader(visitors: Visitors, tmp_path: Path) -> None:
    with serving(tmp_path, pace=0.7, contribution=0) as server:
        page = open_without_scripts(visitors, server, "horse-race")
        room = server.site.hub.rooms[name_in(page.url)]
        for moves in range(40):
            while not page.locator("#status.mine").count():
                page.reload()
                table = room.table
                if table.state.turn == 0 and forced_move(view(table.rules, table.state, 0), 0) is not None:
                    page.reload()
                    assert page.locator("#status.mine, noscript").count() > 0
                    return
                if page.locator(".go-on .go").count():
                    page.click(".go-on .go")
            events = shown(page)
            act(page, "fives", moves)
            look_at_answer(page, events)
    raise AssertionError("nothing was ever forced")


def test_a_page_that_was_refused_something_looks_again_at_the_table(visitors: Visitors, server: Running) -> None:
    visitors.expect("409")
    page = open_without_scripts(visitors, server, "seven-rocks")
    look_until(page, "#status.mine")
    page.evaluate("() => document.querySelectorAll('[name=at]').forEach(each => { each.value = '0'; })")
    act(page, "fives", 0)
    expect(page.locator(".notice")).to_have_count(1)
    assert page.url.endswith("/move")
    page.goto(page.url)
    expect(page.locator("main.table")).to_have_count(1)
    assert page.url.endswith(f"/t/{name_in(page.url)}")
    assert page.request.get(f"{page.url}/nothing").status == 404


def test_a_card_race(visitors: Visitors, server: Running) -> None:
    page = open_without_scripts(visitors, server, "card-race", seating="3")
    moves = 0
    while True:
        look_until(page, "#status.mine, .go-on .go")
        if page.locator(".go-on .go").count():
            break
        events = shown(page)
        act(page, "race", moves)
        moves += 1
        look_at_answer(page, events)
        assert page.locator(".notice").count() == 0
    expect(page.locator(".settled li")).to_have_count(3)
    page.click(".go-on .go")
    look_until(page, "#status.mine")


def test_the_wishes_and_the_languages(visitors: Visitors, server: Running) -> None:
    page = visitors.arrive(server.address, java_script_enabled=False)
    page.click('.languages button[value="ru"]')
    expect(page.locator("html")).to_have_attribute("lang", "ru")
    page.click("#wishes summary")
    page.locator("#wishes [name=theme]").select_option("dark")
    page.click("#wishes form button")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_attribute("lang", "ru")
