"""A table as the server knows it, and people who play at it through their pages, by pressing what is there."""

import time
from collections.abc import Callable, Iterable
from typing import Any, Final
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

from homestretch.fives.events import Played
from homestretch.games import GAMES
from homestretch.kit.seat import Seat
from homestretch.kit.tile import Tile
from homestretch.race.events import Turned
from homestretch.record.redact import view
from homestretch.table.codec import fold
from homestretch.table.commands import Deputise
from homestretch.table.table import Table
from homestretch.web.house import forced_move
from homestretch.web.rooms import Room
from web.serving import Running

from .visitors import Visitors

LONG: Final = 15.0
"""Seconds after which a table that does not go on counts as stuck."""


def open_by_form(page: Page, server: Running, game: str, **fields: str) -> str:
    """Fill in the form that opens a table, and return the table's name."""
    page.goto(f"{server.address}/new/{game}")
    for name, value in fields.items():
        field = page.locator(f'main [name="{name}"]')
        kind = field.first.evaluate("field => field.type")
        if kind == "radio":
            page.locator(f'main [name="{name}"][value="{value}"]').check()
        elif kind == "checkbox":
            field.check()
        elif kind == "select-one":
            field.select_option(value)
        elif kind != "hidden":
            field.fill(value)
    page.click("main form .go")
    page.wait_for_selector("main.table")
    return name_in(page.url)


def open_table(page: Page, server: Running, game: str, **fields: str) -> str:
    """Open a table without the form: quicker, where the form is not what a test is about."""
    table = open_unseen(page, server, game, **fields)
    page.goto(f"{server.address}/t/{table}")
    return table


def open_unseen(page: Page, server: Running, game: str, **fields: str) -> str:
    """Open a table, and do not look at it yet."""
    answer = page.request.post(
        f"{server.address}/new/{game}", form={**fields}, headers={"sec-fetch-site": "same-origin"}, max_redirects=0
    )
    assert answer.status == 303, answer.text()
    return name_in(answer.headers["location"])


def sit_down(page: Page, name: str) -> None:
    """Take the first free seat of a table that has not begun."""
    seat = page.locator("li.free").first
    seat.locator('[name="name"]').fill(name)
    seat.locator("form.sit .go").click()
    expect(page.locator("li.own .name")).to_have_text(name)


def two_friends(visitors: Visitors, server: Running, game: str, **fields: str) -> tuple[Page, Page, "Play"]:
    """Ann opens a table, Bo sits down by her link, and the match begins."""
    ann = visitors.arrive("about:blank")
    table = open_table(ann, server, game, name="Ann", **fields)
    bo = visitors.arrive(f"{server.address}/t/{table}")
    sit_down(bo, "Bo")
    ann.click(".starts .go")
    return ann, bo, Play(server, table, {0: ann, 1: bo})


def name_in(address: str) -> str:
    """The name of the table in an address."""
    return urlsplit(address).path.rpartition("/t/")[2].partition("/")[0]


def shown(page: Page) -> int:
    """How many events the view of a page shows."""
    number = page.locator("#main[data-view]").get_attribute("data-view") or "0"
    return int(number.partition("-")[0])


def wait_until(true: Callable[[], Any], what: str, seconds: float = LONG, page: Page | None = None) -> None:
    """Wait until something is true; what a test has routed of a page's requests goes on only while that page waits."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, f"waited in vain: {what}"
        if page is None:
            time.sleep(0.01)
        else:
            page.wait_for_timeout(10)


def chosen_since(table: Table, events: int, seat: Seat) -> dict[int, Tile]:
    """The tiles that this seat has chosen to place after so many events, by the numbers of their placements.

    The house places those that it must.
    """
    tiles = {}
    for number, event in enumerate(table.log[events:], events):
        if isinstance(event, Played) and event.seat == seat:
            before = fold(table.log[:number])
            if forced_move(view(before.rules, before.state, seat), seat) is None:
                tiles[number] = event.tile
    return tiles


def my_turn(page: Page) -> None:
    """Wait until it is this visitor's turn; a bot may go out before it is, and then the next round is asked for."""
    page.wait_for_selector("#status.mine, .go-on .go")
    if page.locator(".go-on .go").count():
        page.click(".go-on .go")
        page.wait_for_selector("#status.mine")


def caught_up(page: Page, events: int) -> None:
    """Wait until a page shows at least so many events."""
    wait_until(lambda: shown(page) >= events, f"the page does not show event {events}", 8)


Press = Callable[[Locator], None]
"""How a person presses something: with a mouse, or with a finger."""


class Play:
    """A table, and the pages of the people who sit at it, by their seats."""

    def __init__(self, server: Running, name: str, pages: dict[Seat, Page], press: Press = Locator.click) -> None:
        self.server = server
        self.name = name
        self.pages = pages
        self.press = press
        self.moves = 0

    @property
    def room(self) -> Room:
        """The table in the server's memory."""
        return self.server.site.hub.rooms[self.name]

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.room.table

    @property
    def choosing(self) -> list[Seat]:
        """The seats whose people must choose now; with them at the table nothing happens before they do."""
        table = self.table
        if not table.started or table.over:
            return []
        seats = table.rules.actors(table.state)
        # A stake may still be changed, but that is nothing to wait for.
        stakes = getattr(table.state, "stakes", ()) or (None,) * table.rules.players
        return [seat for seat in seats if stakes[seat] is None and self._chooses(table, seat)]

    def _chooses(self, table: Table, seat: Seat) -> bool:
        who = table.seats[seat]
        if who is None or who.plays_as:
            return False
        return forced_move(view(table.rules, table.state, seat), seat) is None

    def wait_for_turn(self) -> Seat:
        """Wait until somebody must choose, going on from round to round; the seat."""
        seat = self.wait_for_turn_or_end()
        assert seat is not None, "the match is over"
        return seat

    def wait_for_something(self) -> bool:
        """Wait until somebody must choose or read a settlement, or the match is over; whether it goes on."""
        wait_until(lambda: self.choosing or self.between_rounds or self.table.over, "nothing happens")
        return not self.table.over

    def wait_for_turn_or_end(self) -> Seat | None:
        """The same; nobody's where the match is over."""
        wait_until(lambda: self._turn_or_on() or self.table.over, "nobody is on turn")
        return None if self.table.over else self.choosing[0]

    def _turn_or_on(self) -> bool:
        if self.choosing:
            return True
        if self.between_rounds:
            self.go_on()
        return False

    @property
    def between_rounds(self) -> bool:
        """Whether a settlement is shown that people have to read."""
        table = self.table
        begun = table.state.shuffle is not None
        return begun and not table.over and table.rules.awaits_round(table.state)

    def go_on(self) -> None:
        """Everyone says that they have read the settlement."""
        events = len(self.table.log)
        for page in self.pages.values():
            caught_up(page, events)
            button = page.locator(".go-on .go")
            if button.count():
                self.press(button)
                page.wait_for_selector(".go-on .go", state="detached")

    def step(self) -> None:
        """Whoever is on turn moves."""
        seat = self.wait_for_turn()
        page, events = self.pages[seat], len(self.table.log)
        caught_up(page, events)
        act(page, GAMES[self.table.game].family, self.moves, self.press)
        self.moves += 1
        wait_until(lambda: self._has_moved(seat, events), f"seat {seat} has moved and nothing has happened", page=page)

    def _has_moved(self, seat: Seat, events: int) -> bool:
        """Whether this seat has, after so many events; bots stake while people do."""
        since = self.table.log[events:]
        return any(isinstance(event, Turned) or getattr(event, "seat", None) == seat for event in since)

    def to_the_end(self, *, look: Callable[[], None] | None = None) -> None:
        """Play until the match is over; ``look`` is called before every move, while the table stands still."""
        while self.wait_for_turn_or_end() is not None:
            if look is not None:
                look()
            self.step()
        for page in self.pages.values():
            page.wait_for_selector(".after")

    def let_bots_finish(self) -> None:
        """Bots play the rest of the match for everybody."""
        for seat in self.pages:
            self.server.on_loop(self.room.do(Deputise(seat, "greedy")))
        wait_until(lambda: self.table.over, "the bots have finished the match")

    def to_the_settlement(self) -> None:
        """Play until a round is settled and the next has not begun."""
        while self.wait_for_something() and not self.between_rounds:
            self.step()


def act(page: Page, family: str, moves: int, press: Press = Locator.click) -> None:
    """Move at a page, on turn: a tile and its place, or what a race asks for. ``moves`` varies the way."""
    if family == "fives":
        place_tile(page, on_board=moves % 2 == 0, press=press)
    elif page.locator(".bank").count():
        press(page.locator(".bank .go"))
    elif page.locator("main > .stake").count():
        press(page.locator(".horse-choice").nth(moves % 4))
        press(page.locator(".stake .go"))
    else:
        page.locator("#turn-card").press("Enter")


def place_tile(page: Page, *, on_board: bool, press: Press = Locator.click) -> None:
    """Place the tile that earns most: at a press where it has one place, else on the board or by the button below."""
    page.wait_for_selector("#hand .cell.one, #hand .cell.many")
    cell = best(page.locator("#hand .cell.one, #hand .cell.many"))
    if "many" not in (cell.get_attribute("class") or ""):
        press(cell)
        return
    tile = (cell.get_attribute("id") or "").removeprefix("tile-")
    press(cell)
    spot = best(page.locator(f"svg.board .for.t{tile} button.spot"))
    if not on_board:
        spot = page.locator(f'.places .for.t{tile} button[value="{spot.get_attribute("value")}"]')
    press(spot)


def best(choices: Locator) -> Locator:
    """The one among these whose badge or text promises the most points, the first where none does."""
    earns: Iterable[int] = choices.evaluate_all(
        "all => all.map(each => parseInt((each.querySelector('.badge') ?? each).textContent) || 0)"
    )
    points = list(earns)
    return choices.nth(points.index(max(points)))
