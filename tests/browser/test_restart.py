"""The server stops and comes back in the middle of a match: pages recover by themselves and play goes on."""

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

from playwright.sync_api import Page

from web.serving import serving

from .conftest import PACE
from .tables import Play, act, caught_up, my_turn, open_table, shown, wait_until
from .visitors import NO_SERVER, Visitors

BACK = 8
"""Seconds within which a page must have found the server again."""


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


def hand(page: Page) -> list[str]:
    """The tiles in the hand, as the page names them."""
    return [text.partition(":")[2] for text in page.locator('[data-read="hand"]').all_inner_texts()]


def boot(page: Page) -> str:
    """The run of the server that the page's view is from."""
    return (page.locator("#main").get_attribute("data-view") or "").partition("-")[2][:8]


def test_a_match_goes_on_after_the_server_was_stopped_and_started(visitors: Visitors, tmp_path: Path) -> None:
    visitors.expect(NO_SERVER)
    port = free_port()
    page = visitors.arrive("about:blank")
    with serving(tmp_path, port=port, pace=PACE) as before:
        table = open_table(page, before, "horse-race", others="bots", name="Ann")
        play = Play(before, table, {0: page})
        play.step()
        play.step()
        play.wait_for_turn()
        events = len(play.table.log)
        caught_up(page, events)
        page.evaluate("window.same = true")
        held, run = hand(page), boot(page)
    with serving(tmp_path, port=port, pace=PACE) as after:
        wait_until(lambda: boot(page) != run, "the page has found the server again", BACK)
        assert hand(page) == held
        assert page.evaluate("window.same") is True
        again = Play(after, table, {0: page})
        assert len(again.table.log) == events
        again.step()


@contextmanager
def process(data: Path, port: int) -> Iterator[None]:
    """The real program, killed in the end."""
    program = Path(sys.executable).with_name("homestretch")
    running = subprocess.Popen(
        [program, "serve", "--data", str(data), "--port", str(port), "--pace", "0"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_until(lambda: answers(port), "the server answers")
        yield
    finally:
        running.send_signal(signal.SIGKILL)
        running.wait(10)


def answers(port: int) -> bool:
    """Whether the server is well."""
    try:
        with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1) as answer:
            return bool(answer.status == 200)
    except OSError:
        time.sleep(0.05)
        return False


def move_and_wait(page: Page) -> None:
    """Move at once where it is the page's turn, and wait until it is again."""
    my_turn(page)
    events = shown(page)
    act(page, "fives", 0)
    wait_until(lambda: shown(page) > events, "the move is made")
    my_turn(page)


def test_a_match_goes_on_after_the_server_was_killed(visitors: Visitors, tmp_path: Path) -> None:
    visitors.expect(NO_SERVER)
    port = free_port()
    page = visitors.arrive("about:blank")
    with process(tmp_path, port):
        page.goto(f"http://127.0.0.1:{port}/")
        page.click(".game.horse-race .go")
        move_and_wait(page)
        page.evaluate("window.same = true")
        held, events, run = hand(page), shown(page), boot(page)
    with process(tmp_path, port):
        wait_until(lambda: boot(page) != run, "the page has found the server again", BACK)
        assert hand(page) == held
        assert shown(page) >= events
        assert page.evaluate("window.same") is True
        move_and_wait(page)
