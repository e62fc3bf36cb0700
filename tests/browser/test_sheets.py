"""Keeping score in a browser: on a phone, without a connection, by keyboard, without scripts, in three languages."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from homestretch.i18n.speaker import LANGUAGES
from homestretch.web.sheetrooms import SheetRoom
from web.serving import Running

from .tables import wait_until
from .test_axe import STILL, findings
from .test_phone import LETTERS, PHONE, is_in_hindi, too_wide_anywhere, with_letters
from .visitors import NO_SERVER, Visitors
from .wire import Wire

NO_WORKER: dict[str, Any] = {"service_workers": "block"}
"""Requests that pass a worker are out of the test's reach."""

SLIP = 600
"""Milliseconds after which a tap close to the last one is meant."""

RACE = {"spades": "2", "hearts": "2", "diamonds": "1", "clubs": "2"}


@pytest.fixture
def wire(server: Running) -> Iterator[Wire]:
    """A wire to the server."""
    wire = Wire(server.port)
    yield wire
    wire.close()


def ready(page: Page) -> None:
    """Wait until the script of the sheet runs, which shows what only it can do."""
    expect(page.locator("#print")).to_be_visible()


def begin(
    page: Page, address: str, game: str = "horse-race", seating: str = "2", *, scripts: bool = True, **form: str
) -> str:
    """A new sheet; its name."""
    page.goto(f"{address}/score/new/{game}?seating={seating}")
    for seat, name in enumerate(("Ann", "Bo", "Cy", "Di")):
        field = page.locator(f"#name-{seat}")
        if field.count():
            field.fill(name)
    for name, value in form.items():
        page.fill(f"[name={name}]", value)
    page.click("#begin")
    page.wait_for_selector(".desk")
    if scripts:
        ready(page)
    return page.url.rpartition("/")[2]


def room_of(server: Running, name: str) -> SheetRoom:
    """The sheet in the server's memory."""
    return server.site.hub.sheets.rooms[name]


def points(server: Running, name: str) -> list[tuple[int, int]]:
    """Every award that stands, in the order of the sheet."""
    return [
        (kept.entry.side, kept.entry.points)  # type: ignore[union-attr]
        for kept in room_of(server, name).sheet.entries
        if not kept.struck
    ]


def total(page: Page, side: int) -> Locator:
    return page.locator(f"#total-{side}")


# ---- on a phone


def test_a_match_is_kept_by_thumb(visitors: Visitors, server: Running) -> None:
    page = visitors.arrive(f"{server.address}/score", **PHONE)
    page.locator("#begin-horse-race-4p").tap()
    for seat, name in enumerate(("Ann", "Bo", "Cy", "Di")):
        page.fill(f"#name-{seat}", name)
    page.fill("[name=target]", "9")
    page.locator("#begin").tap()
    page.locator("#starts-2").tap()
    expect(page.locator("#status")).to_contain_text("Cy starts.")
    page.locator("#tap-0-3").tap()
    page.locator("#tap-1-2").tap()
    expect(total(page, 0)).to_have_text("3")
    expect(total(page, 1)).to_have_text("2")
    page.fill("#other-1", "4")
    page.locator("#enter-1").tap()
    expect(total(page, 1)).to_have_text("6")
    expect(page.locator(".pad.s1 .round-so-far")).to_have_text("This round: 2 + 4")

    page.locator("#undo").tap()
    expect(total(page, 1)).to_have_text("2")
    expect(page.locator("#status")).to_contain_text("Undone: Bo and Di: 4 points")
    page.locator("#put-back").tap()
    expect(total(page, 1)).to_have_text("6")
    expect(page.locator("#put-back")).to_have_count(0)

    page.locator("#end").tap()
    page.locator("#out-0").tap()
    for seat, needed in enumerate((False, True, False, True)):
        expect(page.locator(f"#field-pips{seat}")).to_be_visible(visible=needed)
    page.fill("#field-pips1", "9")
    page.locator("#tiles-3 summary").tap()
    page.locator("label.held:has(#t3-26)").tap()
    expect(page.locator("#worked")).to_contain_text("9 + 8 = 17 → 15: 3 points")
    page.locator("#enter-end").tap()
    expect(total(page, 0)).to_have_text("6")
    expect(page.locator("#status")).to_contain_text("Round 2, to 9 points. Ann starts.")

    page.locator("#tap-0-4").tap()
    expect(page.locator("#status")).to_contain_text("Ann and Cy win the match with 10 points.")
    expect(page.locator(".pads")).to_have_count(0)
    expect(page.locator(".totals .total")).to_have_text(["10", "6"])
    page.locator("#edit-2").tap()
    page.fill("#field-points", "1")
    page.locator("#correct").tap()
    expect(page.locator("#status")).to_contain_text("Round 2")
    expect(total(page, 0)).to_have_text("8")
    expect(page.locator(".lines")).to_contain_text("was: Ann and Cy: 3 points")


def test_what_cannot_be_is_said_before_it_is_entered(page: Page, server: Running) -> None:
    begin(page, server.address)
    page.click("#end")
    page.check("#out-0")
    expect(page.locator("#worked")).to_contain_text("Say what Bo has left")
    expect(page.locator("#worked .missing .notice")).to_be_visible()
    page.fill("#field-pips1", "999")
    expect(page.locator("#worked div:not(.missing) > .notice")).to_contain_text("999")
    expect(page.locator("#enter-end")).to_have_count(0)
    page.fill("#field-pips1", "")
    page.click("#tiles-1 summary")
    page.locator("label.held:has(#t1-56)").click()
    expect(page.locator("#worked")).to_contain_text("11 → 10: 2 points")
    page.check("#out-1")
    expect(page.locator("#worked .notice")).to_contain_text("Empty it")
    page.click("#tiles-0 summary")
    expect(page.locator("#t0-56")).to_be_disabled()


# ---- without a connection


def delivered(page: Page) -> None:
    """Wait until no tap waits for its answer; the stream may have shown it before."""
    waits = "Object.keys(localStorage).some((name) => name.startsWith('tap:'))"
    wait_until(lambda: not page.evaluate(waits), "the taps are delivered")


def test_taps_without_a_connection_are_delivered_once_and_in_order(
    visitors: Visitors, server: Running, wire: Wire
) -> None:
    visitors.expect(NO_SERVER)
    page = visitors.arrive("about:blank", **PHONE)
    name = begin(page, f"http://127.0.0.1:{wire.port}")
    page.locator("#tap-0-1").tap()
    expect(total(page, 0)).to_have_text("1")
    delivered(page)
    wire.cut()
    for tap in ("#tap-0-2", "#tap-1-3", "#tap-0-2", "#tap-1-4"):
        page.locator(tap).tap()
    expect(page.locator("#waiting")).to_contain_text("cannot be reached")
    expect(page.locator("#waiting li")).to_have_text(["Ann: 2 points", "Bo: 3 points", "Ann: 2 points", "Bo: 4 points"])
    expect(total(page, 1)).to_have_attribute("data-waiting", "+7")
    assert points(server, name) == [(0, 1)]
    wire.mend()
    expect(page.locator("#waiting")).to_be_hidden()
    expect(total(page, 0)).to_have_text("5")
    expect(total(page, 1)).to_have_text("7")
    expect(total(page, 1)).not_to_have_attribute("data-waiting", re.compile("."))
    assert points(server, name) == [(0, 1), (0, 2), (1, 3), (0, 2), (1, 4)]


def test_taps_that_wait_survive_a_reload(visitors: Visitors, server: Running, wire: Wire) -> None:
    visitors.expect(NO_SERVER)
    visitors.expect("503")
    page = visitors.arrive("about:blank", **NO_WORKER)
    name = begin(page, f"http://127.0.0.1:{wire.port}")
    page.route("**/award", lambda route: route.fulfill(status=503))
    page.click("#tap-0-2")
    page.click("#tap-1-3")
    expect(page.locator("#waiting li")).to_have_text(["Ann: 2 points", "Bo: 3 points"])
    page.reload()
    expect(page.locator("#waiting li")).to_have_text(["Ann: 2 points", "Bo: 3 points"])
    assert points(server, name) == []
    page.unroute("**/award")
    expect(page.locator("#waiting")).to_be_hidden()
    expect(total(page, 1)).to_have_text("3")
    assert points(server, name) == [(0, 2), (1, 3)]


def test_a_sheet_is_opened_without_a_connection(visitors: Visitors, server: Running, wire: Wire) -> None:
    visitors.expect(NO_SERVER)
    page = visitors.arrive("about:blank")
    name = begin(page, f"http://127.0.0.1:{wire.port}")
    page.click("#tap-0-1")
    expect(total(page, 0)).to_have_text("1")
    delivered(page)
    wait_until(lambda: page.evaluate("caches.match(location.pathname + '/end').then(Boolean)"), "the pages are kept")
    wait_until(lambda: page.evaluate("Boolean(navigator.serviceWorker.controller)"), "the worker works")
    wire.cut()
    page.reload()
    expect(page.locator(".pads")).to_be_visible()
    ready(page)
    page.click("#tap-1-3")
    expect(page.locator("#waiting li")).to_have_text(["Bo: 3 points"])
    page.click("#end")
    expect(page.locator("#ending")).to_be_visible()
    page.click("#back")
    expect(page.locator("#waiting li")).to_have_text(["Bo: 3 points"])
    wire.mend()
    expect(total(page, 1)).to_have_text("3", timeout=15000)
    expect(total(page, 0)).to_have_text("1")
    assert points(server, name) == [(0, 1), (1, 3)]


def test_an_answer_that_was_lost_makes_no_second_entry(visitors: Visitors, server: Running, wire: Wire) -> None:
    visitors.expect(NO_SERVER)
    page = visitors.arrive("about:blank", **NO_WORKER)
    name = begin(page, f"http://127.0.0.1:{wire.port}")
    lost: list[str] = []

    def lose(route: object) -> None:
        if not lost:
            lost.append("once")
            route.fetch()  # type: ignore[attr-defined]
            route.abort("connectionreset")  # type: ignore[attr-defined]
        else:
            route.continue_()  # type: ignore[attr-defined]

    page.route("**/award", lose)
    page.click("#tap-0-2")
    page.click("#tap-1-3")
    expect(total(page, 1)).to_have_text("3")
    expect(page.locator("#waiting")).to_be_hidden()
    assert lost
    assert points(server, name) == [(0, 2), (1, 3)]


def test_the_end_of_a_round_waits_for_the_connection_too(visitors: Visitors, server: Running, wire: Wire) -> None:
    visitors.expect(NO_SERVER)
    page = visitors.arrive("about:blank", **PHONE)
    name = begin(page, f"http://127.0.0.1:{wire.port}")
    page.click("#end")
    page.check("#out-0")
    page.fill("#field-pips1", "17")
    page.wait_for_selector("#enter-end:enabled")
    wire.cut()
    page.click("#enter-end")
    expect(page.locator("#waiting li")).to_have_text(["Round 1: Ann goes out"])
    wire.mend()
    expect(total(page, 0)).to_have_text("3")
    assert len(room_of(server, name).sheet.entries) == 1


def test_two_rounds_are_ended_without_a_connection(visitors: Visitors, server: Running, wire: Wire) -> None:
    visitors.expect(NO_SERVER)
    page = visitors.arrive("about:blank", **PHONE)
    name = begin(page, f"http://127.0.0.1:{wire.port}")
    page.click("#tap-0-1")
    expect(total(page, 0)).to_have_text("1")
    delivered(page)
    wait_until(lambda: page.evaluate("Boolean(navigator.serviceWorker.controller)"), "the worker works")
    kept = "caches.match(location.pathname).then((page) => page?.text()).then((text) => /total-0[^>]*>1</.test(text))"
    wait_until(lambda: page.evaluate(kept), "the sheet is kept as it is now")
    wire.cut()
    page.click("#end")
    page.check("#out-0")
    page.fill("#field-pips1", "17")
    expect(page.locator("#worked")).to_contain_text("The server cannot be reached")
    page.click("#enter-end")
    expect(page.locator("#waiting li")).to_have_text(["Round 1: Ann goes out"])
    expect(total(page, 0)).to_have_text("1")
    page.click("#tap-1-3")
    expect(page.locator("#waiting li")).to_have_text(["Round 1: Ann goes out", "Bo: 3 points"])
    expect(page.locator("#end")).to_have_text("End round 2")
    page.click("#end")
    expect(page.locator("h1")).to_have_text("The end of round 2")
    page.check("#out-1")
    page.fill("#field-pips0", "8")
    expect(page.locator("#worked")).to_contain_text("The server cannot be reached")
    page.click("#enter-end")
    waits = ["Round 1: Ann goes out", "Bo: 3 points", "Round 2: Bo goes out"]
    expect(page.locator("#waiting li")).to_have_text(waits)
    wire.mend()
    expect(total(page, 0)).to_have_text("4", timeout=15000)
    expect(total(page, 1)).to_have_text("5")
    expect(page.locator("#end")).to_have_text("End round 3")
    assert len(room_of(server, name).sheet.entries) == 4


def test_a_tap_that_hits_what_has_just_come_in_its_place_does_nothing(page: Page, server: Running) -> None:
    begin(page, server.address)
    page.click("#tap-0-2")
    expect(total(page, 0)).to_have_text("2")
    page.evaluate("""
      for (const name of ["tap-1-1", "tap-1-1", "undo"])
        document.getElementById(name).dispatchEvent(
          new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1, clientX: 9, clientY: 9 }));
    """)
    expect(total(page, 1)).to_have_text("2")
    expect(total(page, 0)).to_have_text("2")
    page.click("#undo")
    expect(total(page, 1)).to_have_text("1")


def test_an_award_moves_no_button_of_the_pads(visitors: Visitors, server: Running) -> None:
    page = visitors.arrive("about:blank", **PHONE)
    begin(page, server.address)
    page.click("#starts-0")
    expect(page.locator("#status")).to_contain_text("Ann starts.")
    before = page.locator("#tap-1-6").bounding_box()
    for count in range(1, 8):
        page.click("#tap-0-1")
        expect(total(page, 0)).to_have_text(str(count))
    assert page.locator("#tap-1-6").bounding_box() == before


def test_a_refusal_is_gone_when_the_next_entry_is_made(visitors: Visitors, server: Running) -> None:
    visitors.expect("409")
    page = visitors.arrive("about:blank")
    begin(page, server.address, "card-race", "3")
    page.click("#starts-0")
    page.click("#open-bank")
    expect(page.locator("#waiting")).to_contain_text("A track has 7 cards")
    expect(page.locator("main .notice")).to_have_count(0)
    for suit, count in RACE.items():
        page.fill(f"#field-{suit}", count)
    page.click("#open-bank")
    expect(page.locator("#enter-stakes")).to_be_visible()
    expect(page.locator("#waiting")).to_be_hidden()


def test_a_tap_that_is_refused_is_shown_and_holds_up_nothing(visitors: Visitors, server: Running) -> None:
    visitors.expect("409")
    page = visitors.arrive("about:blank", **NO_WORKER)
    name = begin(page, server.address, target="5")
    page.route("**/award", lambda route: route.abort("connectionrefused"))
    visitors.expect(NO_SERVER)
    page.click("#tap-0-5")
    page.click("#tap-1-5")
    expect(page.locator("#waiting li")).to_have_count(2)
    page.unroute("**/award")
    expect(page.locator("#status")).to_contain_text("Ann wins the match")
    expect(page.locator("#waiting li")).to_contain_text(["Bo: 5 points: The game is won"])
    page.click("#dismiss")
    expect(page.locator("#waiting")).to_be_hidden()
    assert points(server, name) == [(0, 5)]


# ---- several people


def test_a_reader_and_a_second_keeper_see_every_entry(visitors: Visitors, server: Running) -> None:
    ann = visitors.arrive("about:blank")
    begin(ann, server.address)
    ann.click("#share")
    readers, keepers = ann.input_value("#link-readers"), ann.input_value("#link-keepers")
    reader = visitors.arrive(readers, **PHONE)
    expect(reader.locator(".pads")).to_have_count(0)
    bo = visitors.arrive(keepers)
    bo.click("#join")
    expect(bo.locator(".pads")).to_be_visible()
    ann.click("#back")
    ann.click("#tap-0-3")
    for page in (bo, ann):
        expect(total(page, 0)).to_have_text("3")
    expect(reader.locator(".lines")).to_contain_text("Ann: 3 points")
    expect(reader.locator(".totals .total")).to_have_text(["3", "0"])
    bo.click("#tap-1-2")
    expect(total(ann, 1)).to_have_text("2")
    expect(reader.locator(".lines")).to_contain_text("Bo: 2 points")

    bo.fill("#other-0", "4")
    ann.click("#tap-0-1")
    expect(total(bo, 0)).to_have_text("4")
    expect(bo.locator("#other-0")).to_have_value("4")


def test_a_card_race_is_kept(page: Page, server: Running) -> None:
    begin(page, server.address, "card-race", "3")
    page.click("#starts-0")
    for suit, count in RACE.items():
        page.fill(f"#field-{suit}", count)
    page.click("#open-bank")
    page.select_option("#field-suit1", "diamonds")
    page.select_option("#field-suit2", "spades")
    page.click("#enter-stakes")
    page.click("#won-diamonds")
    expect(page.locator(".balances td.score")).to_have_text(["99", "102", "99"])
    expect(page.locator("#status")).to_contain_text("Race 2 of 3. Bo holds the bank.")


# ---- for everybody


def test_a_sheet_is_kept_by_keyboard_alone(page: Page, server: Running) -> None:
    page.goto(f"{server.address}/score")
    page.locator("#begin-horse-race-2").press("Enter")
    page.locator("#name-0").press("Enter")
    ready(page)
    page.locator("#tap-0-3").press("Enter")
    expect(total(page, 0)).to_have_text("3")
    expect(page.locator("#tap-0-3")).to_be_focused()
    page.locator("#tap-0-3").press("Space")
    expect(total(page, 0)).to_have_text("6")
    page.locator("#other-1").fill("7")
    page.locator("#other-1").press("Enter")
    expect(total(page, 1)).to_have_text("7")
    page.locator("#end").press("Enter")
    page.locator("#out-1").press("Space")
    page.locator("#field-pips0").fill("17")
    expect(page.locator("#enter-end")).to_be_enabled()
    page.locator("#enter-end").press("Enter")
    expect(total(page, 1)).to_have_text("10")


def test_without_scripts_everything_works_by_forms(visitors: Visitors, server: Running) -> None:
    page = visitors.arrive("about:blank", java_script_enabled=False)
    begin(page, server.address, scripts=False)
    page.click("#tap-0-3")
    expect(total(page, 0)).to_have_text("3")
    page.fill("#other-1", "7")
    page.click("#enter-1")
    expect(total(page, 1)).to_have_text("7")
    page.click("#end")
    page.check("#out-1")
    page.fill("#field-pips0", "17")
    page.click("#work-out")
    expect(page.locator("#worked")).to_contain_text("17 → 15: 3 points")
    page.click("#enter-end")
    expect(total(page, 1)).to_have_text("10")
    page.click("#edit-1")
    page.fill("#field-points", "4")
    page.click("#correct")
    expect(total(page, 0)).to_have_text("4")
    page.click("#undo")
    expect(total(page, 1)).to_have_text("7")
    page.click("#redo-3")
    expect(total(page, 1)).to_have_text("10")


def test_a_sheet_speaks_hindi_and_russian(visitors: Visitors, server: Running) -> None:
    page = visitors.arrive("about:blank", locale="hi-IN", **PHONE)
    page.goto(f"{server.address}/score/new/seven-rocks?seating=4p")
    page.click("#begin")
    page.click("#tap-0-15")
    expect(total(page, 0)).to_have_text("15")
    is_in_hindi(page, but="CSV")
    page.click("#end")
    page.check("#out-0")
    for seat in (1, 2, 3):
        page.fill(f"#field-pips{seat}", "3")
    page.wait_for_selector("#enter-end:enabled")
    is_in_hindi(page)
    page.click("#enter-end")
    expect(total(page, 1)).to_have_text("−10")
    page.click('[lang="ru"]')
    expect(page.locator("#status")).to_contain_text("Сдача 2, игра до 250.")
    assert not re.findall(r"\b[A-Za-z]{3,}\b", page.locator("main").inner_text().replace("CSV", ""))


def states(page: Page, server: Running) -> Iterator[str]:
    """Every page of the scorekeeper, with something on it."""
    page.goto(f"{server.address}/score")
    yield "front"
    page.goto(f"{server.address}/score/new/horse-race?seating=4p")
    yield "new"
    name = begin(page, server.address, seating="4", target="9")
    yield "empty"
    page.click("#starts-1")
    page.click("#tap-0-3")
    page.click("#tap-1-2")
    expect(total(page, 1)).to_have_text("2")
    page.wait_for_timeout(SLIP)
    page.click("#undo")
    expect(page.locator("#redo-3")).to_be_visible()
    yield "running"
    page.goto(f"{server.address}/score/{name}/entry/2")
    yield "correcting an award"
    page.goto(f"{server.address}/score/{name}/end")
    page.check("#out-0")
    for seat in (1, 2, 3):
        page.fill(f"#field-pips{seat}", "9")
    page.locator("main details").evaluate_all("all => all.forEach(each => { each.open = true; })")
    page.wait_for_selector("#enter-end:enabled")
    yield "ending"
    page.goto(f"{server.address}/score/{name}/share")
    yield "share"
    page.goto(f"{server.address}/score/{name}")
    page.click("#tap-0-6")
    page.wait_for_selector("#again")
    yield "won"
    page.click("#as-reader")
    page.wait_for_selector("#back")
    yield "reader"
    begin(page, server.address, "card-race", "3")
    page.click("#starts-0")
    page.wait_for_selector("#open-bank")
    yield "race"
    for suit, count in RACE.items():
        page.fill(f"#field-{suit}", count)
    page.click("#open-bank")
    page.wait_for_selector("#enter-stakes")
    yield "stakes"


def test_axe_finds_nothing_on_any_page_of_the_scorekeeper(visitors: Visitors, server: Running) -> None:
    page = visitors.arrive("about:blank", **STILL)
    found = [fault for state in states(page, server) for fault in findings(page, state)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("letters", LETTERS)
def test_no_page_of_the_scorekeeper_is_wider_than_a_phone(letters: int, visitors: Visitors, server: Running) -> None:
    page = with_letters(visitors.arrive("about:blank", **PHONE), letters)
    faults: list[str] = []
    for state in states(page, server):
        here = page.url
        faults += too_wide_anywhere(page, server, state)
        page.context.add_cookies([{"name": "prefs", "value": "language=en&shape=tall", "url": server.address}])
        page.goto(here)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_printed_page_holds_the_sheet_and_nothing_else(language: str, visitors: Visitors, server: Running) -> None:
    page = visitors.arrive("about:blank", locale=language)
    begin(page, server.address)
    page.click("#tap-0-3")
    expect(total(page, 0)).to_have_text("3")
    page.emulate_media(media="print")
    for gone in (".head", ".foot", ".desk", ".menu", ".sheet .deed"):
        assert all(not each.is_visible() for each in page.locator(gone).all()), gone
    for there in ("main h1", ".people", "svg.pegs", ".lines"):
        expect(page.locator(there).first).to_be_visible()


def test_the_table_is_downloaded(page: Page, server: Running) -> None:
    begin(page, server.address)
    page.click("#tap-0-3")
    expect(total(page, 0)).to_have_text("3")
    with page.expect_download() as download:
        page.click("#csv")
    text = download.value.path().read_text(encoding="utf-8-sig")
    assert "Ann: 3 points" in text
