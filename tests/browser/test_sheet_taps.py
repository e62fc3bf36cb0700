"""Taps that wait on a device: whatever lies in its storage and whoever answers, none is lost and none counts twice."""

import json

import pytest
from playwright.sync_api import expect

from web.serving import Running

from .test_sheets import NO_WORKER, begin, points, ready, total
from .visitors import NO_SERVER, Visitors


@pytest.mark.parametrize("status", [200, 404])
def test_a_stranger_who_answers_takes_no_tap(visitors: Visitors, server: Running, status: int) -> None:
    visitors.expect("404")
    page = visitors.arrive("about:blank", **NO_WORKER)
    name = begin(page, server.address)
    portal = "<!doctype html><title>Welcome</title><h1>Your password, please</h1>"
    page.route("**/award", lambda route: route.fulfill(status=status, content_type="text/html", body=portal))
    page.click("#tap-0-2")
    expect(page.locator("#waiting li")).to_have_text(["Ann: 2 points"])
    assert points(server, name) == []
    page.unroute("**/award")
    expect(total(page, 0)).to_have_text("2")
    expect(page.locator("#waiting")).to_be_hidden()
    assert points(server, name) == [(0, 2)]


def test_what_is_no_tap_holds_up_nothing(visitors: Visitors, server: Running) -> None:
    page = visitors.arrive("about:blank", **NO_WORKER)
    name = begin(page, server.address)
    award = {"url": f"/score/{name}/award", "label": "Bo: 3 points", "back": ""}
    good = json.dumps(award | {"fields": [["side", "1"], ["points", "3"], ["key", "key-00001"]]})
    stored = {
        "0000000000000001": "{",
        "0000000000000002": "5",
        "0000000000000003": "null",
        "0000000000000004": json.dumps(award | {"fields": 7}),
        "0000000000000005": json.dumps(award | {"fields": [1, 2]}),
        "0000000000000006": json.dumps(award | {"url": 7}),
        "0000000000000007": good,
        "tomorrow": good,
        "": good,
    }
    page.evaluate(
        "([sheet, stored]) => { for (const [at, text] of Object.entries(stored))"
        " localStorage.setItem(`tap:${sheet}:${at}`, text); }",
        [name, stored],
    )
    page.reload()
    ready(page)
    expect(total(page, 1)).to_have_text("3")
    page.click("#tap-0-2")
    expect(total(page, 0)).to_have_text("2")
    assert points(server, name) == [(1, 3), (0, 2)]


def test_a_full_storage_loses_no_tap(visitors: Visitors, server: Running) -> None:
    visitors.expect(NO_SERVER)
    page = visitors.arrive("about:blank", **NO_WORKER)
    name = begin(page, server.address)
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }; }")
    page.route("**/award", lambda route: route.abort("connectionrefused"))
    page.click("#tap-0-2")
    page.click("#tap-1-3")
    expect(page.locator("#waiting li")).to_have_text(["Ann: 2 points", "Bo: 3 points"])
    page.unroute("**/award")
    expect(page.locator("#waiting")).to_be_hidden()
    expect(total(page, 1)).to_have_text("3")
    assert points(server, name) == [(0, 2), (1, 3)]


def test_two_pages_of_a_device_deliver_a_tap_once(visitors: Visitors, server: Running) -> None:
    visitors.expect(NO_SERVER)
    context = visitors.context(**NO_WORKER)
    first, second = visitors.open(context), visitors.open(context)
    name = begin(first, server.address)
    second.goto(f"{server.address}/score/{name}")
    ready(second)
    context.route("**/award", lambda route: route.abort("connectionrefused"))
    for page, tap, count in ((first, "#tap-0-1", 1), (second, "#tap-1-2", 2), (first, "#tap-0-3", 3)):
        page.click(tap)
        expect(page.locator("#waiting li")).to_have_count(count)
    context.unroute("**/award")
    for page in (first, second):
        expect(page.locator("#waiting")).to_be_hidden()
        expect(total(page, 0)).to_have_text("4")
        expect(total(page, 1)).to_have_text("2")
    assert points(server, name) == [(0, 1), (1, 2), (0, 3)]
