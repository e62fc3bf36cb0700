"""A bad connection: cut, silent or slow; the page comes back by itself, and no move is made twice."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from web.serving import Running

from .tables import Play, caught_up, chosen_since, open_table, shown, sit_down, wait_until
from .visitors import NO_SERVER, Visitors
from .wire import Wire

SOON = 6
"""Seconds within which a page must be current once its wire is mended."""


@pytest.fixture
def wire(server: Running) -> Iterator[Wire]:
    """A wire to the server."""
    wire = Wire(server.port)
    yield wire
    wire.close()


@pytest.fixture
def play(visitors: Visitors, server: Running, wire: Wire) -> Play:
    """Ann, at the end of the wire, plays with Bo, who is not."""
    visitors.expect(NO_SERVER)
    ann = visitors.arrive("about:blank")
    table = open_table(ann, server, "horse-race", name="Ann")
    bo = visitors.arrive(f"{server.address}/t/{table}")
    sit_down(bo, "Bo")
    bo.click(".starts .go")
    ann.goto(f"http://127.0.0.1:{wire.port}/t/{table}")
    return Play(server, table, {0: ann, 1: bo})


def until_turn_of(play: Play, seat: int) -> None:
    """Play until it is this seat's turn."""
    while play.wait_for_turn() != seat:
        play.step()
    for page in play.pages.values():
        caught_up(page, len(play.table.log))


def bo_moves(play: Play) -> int:
    """Bo moves while Ann hears nothing of it; how many events there are then."""
    before = shown(play.pages[0])
    play.step()
    play.wait_for_turn()
    assert shown(play.pages[0]) == before
    return len(play.table.log)


def test_a_page_whose_wire_was_cut_is_current_soon_after(play: Play, wire: Wire) -> None:
    ann = play.pages[0]
    until_turn_of(play, 1)
    ann.evaluate("window.same = true")
    wire.cut()
    expect(ann.locator("html[data-offline]")).to_have_count(1)
    expect(ann.locator("#lost")).to_be_visible()
    events = bo_moves(play)
    wire.mend()
    wait_until(lambda: shown(ann) >= events, "Ann's page is current", SOON)
    assert ann.evaluate("window.same") is True
    expect(ann.locator("html[data-offline]")).to_have_count(0)
    expect(ann.locator("#lost")).to_be_hidden()
    until_turn_of(play, 0)
    play.step()


def test_a_move_that_does_not_reach_the_server_is_told_of_and_not_made_later(play: Play, wire: Wire) -> None:
    ann = play.pages[0]
    until_turn_of(play, 0)
    move = ann.locator("#hand button[name=move]").first.get_attribute("value") or ""
    events = len(play.table.log)
    wire.cut()
    lost = ann.locator("#lost")
    expect(lost).to_have_text(lost.get_attribute("data-cut") or "?")
    ann.keyboard.press("m")
    ann.keyboard.type(move)
    ann.keyboard.press("Enter")
    expect(lost).to_have_text(lost.get_attribute("data-unanswered") or "?")
    expect(ann.locator("#typed")).to_have_value(move)
    wire.mend()
    expect(ann.locator("html[data-offline]")).to_have_count(0)
    assert len(play.table.log) == events
    ann.locator("#typed").press("Enter")
    wait_until(lambda: len(play.table.log) > events, "the move is made", page=ann)
    expect(lost).to_be_hidden()


def test_a_page_whose_wire_has_gone_silent_notices_it(play: Play, wire: Wire) -> None:
    ann = play.pages[0]
    ann.clock.install()
    ann.reload()
    until_turn_of(play, 1)
    ann.evaluate("window.same = true")
    wire.go_silent()
    events = bo_moves(play)
    for _ in range(4):
        ann.clock.fast_forward("00:10")
        ann.wait_for_timeout(500)
    wait_until(lambda: shown(ann) >= events, "Ann's page is current", SOON)
    assert ann.evaluate("window.same") is True


@pytest.mark.parametrize("delay", [0.0, 0.1])
def test_a_tile_pressed_twice_is_placed_once(play: Play, wire: Wire, delay: float) -> None:
    ann = play.pages[0]
    wire.delay = delay
    until_turn_of(play, 0)
    one = ann.locator("button.one")
    while not one.count():
        play.step()
        until_turn_of(play, 0)
    events = len(play.table.log)
    move = one.first.get_attribute("value")
    one.first.dblclick()
    wait_until(lambda: len(play.table.log) > events, "the move is made")
    caught_up(ann, len(play.table.log))
    ann.wait_for_timeout(300 + 3000 * delay)
    assert [(move or "").partition("@")[0]] == [str(tile) for tile in chosen_since(play.table, events, 0).values()]
    assert ann.locator(".notice").count() == 0


def test_two_presses_at_once_are_one_move(play: Play) -> None:
    until_turn_of(play, 0)
    ann = play.pages[0]
    button: Callable[[], int] = ann.locator("button[name=move]").count
    wait_until(button, "there is something to press")
    events = len(play.table.log)
    ann.locator("#hand .places button, #hand button.one").first.evaluate("each => { each.click(); each.click(); }")
    wait_until(lambda: len(play.table.log) > events, "the move is made")
    ann.wait_for_timeout(300)
    assert len(chosen_since(play.table, events, 0)) == 1
    assert ann.locator(".notice").count() == 0
