"""A walk through every page and every state of a game, for tests that must hold in all of them."""

from collections.abc import Iterator

from playwright.sync_api import Page

from homestretch.race.state import Phase
from web.serving import Running

from .tables import Play, caught_up, open_table, sit_down

LONG_NAME = "Wilhelmina-Würzburgerin"
"""A name near the longest that anybody can have, without a space."""

MATCH = {"horse-race": {"target": "3"}, "seven-rocks": {"target": "10"}, "card-race": {"seating": "3"}}
"""House rules that make a match short."""


def walk(host: Page, friend: Page, server: Running, game: str) -> Iterator[tuple[str, Page]]:
    """Each state in turn, with a page that shows it; pages may be loaded again in between."""
    host.goto(f"{server.address}/new/{game}")
    yield "new table", host
    name = open_table(host, server, game, name=LONG_NAME, **MATCH[game])
    yield "lobby of the host", host
    friend.goto(f"{server.address}/t/{name}")
    yield "lobby of somebody who has come", friend
    sit_down(friend, "Bo")
    host.click(".starts .go")
    play = Play(server, name, {0: host, 1: friend})
    yield from _dominoes(play) if game != "card-race" else _race(play)
    play.let_bots_finish()
    host.wait_for_selector(".after")
    yield "over", host
    for page in ("replay?at=9", "log", "proof"):
        host.goto(f"{server.address}/t/{name}/{page}")
        yield page, host


def _dominoes(play: Play) -> Iterator[tuple[str, Page]]:
    host, friend = play.pages[0], play.pages[1]
    seen: set[str] = set()
    while play.wait_for_something() and len(seen) < 3:
        events = len(play.table.log)
        if play.between_rounds:
            caught_up(host, events)
            if "settled" not in seen:
                yield "settled", host
                caught_up(host, events)
            seen.add("settled")
            play.go_on()
            continue
        page = play.pages[play.choosing[0]]
        other = friend if page is host else host
        caught_up(page, events)
        caught_up(other, events)
        if "waiting" not in seen:
            seen.add("waiting")
            yield "waiting", other
        if "chosen" not in seen and page.locator("label.many").count():
            seen.add("chosen")
            page.locator("label.many").first.click()
            yield "a tile is chosen", page
        play.step()


def _race(play: Play) -> Iterator[tuple[str, Page]]:
    host = play.pages[0]
    seen: set[str] = set()
    while play.wait_for_something() and len(seen) < 4:
        phase = play.table.state.phase
        acts = None if play.between_rounds else play.choosing[0]
        page = host if acts is None else play.pages[acts]
        caught_up(page, len(play.table.log))
        if phase not in seen and (phase is not Phase.RACE or play.table.state.turned):
            seen.add(phase)
            yield f"race: {phase}", page
        if acts is None:
            play.go_on()
        else:
            play.step()
