"""Behind a proxy that offers the server under a path, everything stays under it."""

from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Request

from web.serving import serving

from .conftest import PACE
from .tables import Play, caught_up, my_turn, name_in, two_friends
from .visitors import Visitors

PREFIX = "/games"


def test_everything_stays_under_the_path(visitors: Visitors, tmp_path: Path) -> None:
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(urlsplit(request.url).path)

    with serving(tmp_path, prefix=PREFIX, pace=PACE) as server:
        page = visitors.arrive("about:blank")
        page.on("request", note)
        page.goto(f"{server.address}/")
        page.click(".languages [value=en]")
        page.click(".game.horse-race .go")
        my_turn(page)
        play = Play(server, name_in(page.url), {0: page})
        play.step()
        play.wait_for_turn()
        caught_up(page, len(play.table.log))
        links = page.locator("[href], [action], [src]").evaluate_all(
            "all => all.flatMap(each => ['href', 'action', 'src'].map(name => each.getAttribute(name)))"
        )
        page.click('aside.menu a[href$="/log"]')
        page.click("main a")
        page.wait_for_selector("main.table")
        cookies = page.context.cookies()
        page.click("a.home")
        page.wait_for_selector(".tables a")
        visitors.leave()
    assert any(path.endswith("/stream") for path in asked)
    assert any(path.endswith("/move") for path in asked)
    assert [path for path in asked if not path.startswith(f"{PREFIX}/")] == []
    own = [link for link in links if link and not link.startswith("#")]
    assert [link for link in own if not link.startswith(f"{PREFIX}/")] == []
    assert {cookie.get("path") for cookie in cookies} == {f"{PREFIX}/"}


def test_a_link_that_is_shared_and_a_rematch_stay_under_the_path(visitors: Visitors, tmp_path: Path) -> None:
    with serving(tmp_path, prefix=PREFIX, pace=PACE) as server:
        ann, _, play = two_friends(visitors, server, "horse-race", target="1")
        play.to_the_end()
        ann.click(".after .press .go")
        ann.wait_for_url(lambda url: name_in(url) != play.name)
        assert urlsplit(ann.url).path.startswith(f"{PREFIX}/t/")
        ann.click("#share summary")
        ann.click("#share a")
        for link in ("#link-0", "#link-1"):
            assert ann.input_value(link).startswith(f"{server.address}/t/")
        visitors.leave()
