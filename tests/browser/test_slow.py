"""A slow network: answers and scripts that arrive late or in another order than they were sent."""

import time
from collections.abc import Callable

from playwright.sync_api import Route, expect

from web.serving import Running

from .tables import Play, caught_up, open_table, two_friends
from .visitors import Visitors


def late(seconds: float) -> Callable[[Route], None]:
    """Let what a route asks for arrive late."""

    def answer(route: Route) -> None:
        response = route.fetch()
        time.sleep(seconds)
        route.fulfill(response=response)

    return answer


def test_an_answer_that_the_stream_has_overtaken_does_not_bring_an_old_view_back(
    visitors: Visitors, server: Running
) -> None:
    page = visitors.arrive("about:blank")
    table = open_table(page, server, "horse-race", others="bots", name="Ann")
    play = Play(server, table, {0: page})
    page.route("**/move", late(0.6))
    for _ in range(4):
        play.step()
        play.wait_for_turn()
        page.wait_for_timeout(800)
        caught_up(page, len(play.table.log))


def test_a_page_listens_although_a_script_came_late(visitors: Visitors, server: Running) -> None:
    page = visitors.arrive("about:blank")
    page.route("**/hx-sse.min.js*", late(0.5))
    with page.expect_request("**/stream*", timeout=4000):
        open_table(page, server, "horse-race", others="bots", name="Ann")


def test_the_deals_can_be_checked_as_soon_as_the_button_is_there(visitors: Visitors, server: Running) -> None:
    page = visitors.arrive("about:blank")
    table = open_table(page, server, "horse-race", others="bots", name="Ann", target="1")
    Play(server, table, {0: page}).to_the_end()
    page.route("**/noble-hashes/*.js*", late(0.2))
    page.click('.after a[href$="/proof"]')
    page.click("#verify")
    expect(page.locator("li.proof.ok")).to_have_count(1)


def test_whoever_has_just_come_and_sits_down_keeps_their_seat(visitors: Visitors, server: Running) -> None:
    _, bo, play = two_friends(visitors, server, "horse-race")
    while play.wait_for_turn() != 1:
        play.step()
    caught_up(bo, len(play.table.log))
    expect(bo.locator("#hand")).to_be_visible()
    play.step()
