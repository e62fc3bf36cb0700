"""Two people and a spectator finish a match of each game over the web; the record holds and every deal checks."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from homestretch.fives.state import State as FivesState
from homestretch.games import GAMES
from homestretch.kit.chance import Contributed
from homestretch.record.exchange import judge, read_records
from homestretch.record.fives_record import FivesRecord
from homestretch.record.race_record import RaceRecord
from homestretch.record.verdict import Verdict
from web.serving import Running, serving

from .conftest import PACE
from .tables import Play, caught_up, my_turn, open_by_form, open_unseen, sit_down
from .visitors import Visitors

SHORT = {"horse-race": {"target": "5"}, "seven-rocks": {"target": "15"}, "card-race": {"seating": "3"}}


@pytest.mark.parametrize("game", GAMES)
def test_friends_play_a_match_to_the_end_while_somebody_watches(
    game: str, visitors: Visitors, server: Running, tmp_path: Path
) -> None:
    host = visitors.arrive(server.address)
    table = open_by_form(host, server, game, name="Ann", **SHORT[game])
    link = host.input_value("#link")
    assert link == f"{server.address}/t/{table}"

    friend = visitors.arrive(link)
    sit_down(friend, "Bo")
    expect(host.locator(".seats .name").nth(1)).to_have_text("Bo")

    watcher = visitors.arrive(link)
    host.click(".starts .go")
    play = Play(server, table, {0: host, 1: friend})
    play.to_the_end(look=lambda: sees_the_table_and_no_hand(watcher, play))

    watcher.wait_for_selector(".after")
    for page in (host, friend, watcher):
        expect(page.locator("#status [role=status]")).to_contain_text("win")
        expect(page.locator("#status [role=status]:not([aria-live=off])"), "the news read it out").to_have_count(0)
        expect(page.locator("#news[role=log] li").last).to_contain_text("Final")
    expect(watcher.locator("#news li").first).to_be_attached()
    the_record_holds(host, tmp_path)
    the_match_can_be_stepped_through(friend)
    the_browser_checks_every_deal(watcher, play)


def test_the_very_first_deal_waits_for_what_the_browser_adds(visitors: Visitors, tmp_path: Path) -> None:
    with serving(tmp_path, pace=PACE, contribution=3) as server:
        page = visitors.arrive("about:blank")
        table = open_unseen(page, server, "horse-race", others="bots", name="Ann")
        page.wait_for_timeout(300)
        page.goto(f"{server.address}/t/{table}")
        my_turn(page)
        assert any(isinstance(event, Contributed) for event in server.site.hub.rooms[table].table.log)
        visitors.leave()


def sees_the_table_and_no_hand(page: Page, play: Play) -> None:
    """Whoever watches sees what lies open, and nothing else."""
    table = play.table
    caught_up(page, len(table.log))
    assert page.locator("#hand, .cell, .stake, .bank, #turn-card, button[name=move]").count() == 0
    if isinstance(table.state, FivesState):
        tiles = page.locator("svg.board > g[id]").evaluate_all("all => all.map(each => each.id)")
        assert sorted(tiles) == sorted(f"b{tile.low}{tile.high}" for tile in table.state.layout.tiles)
    elif table.state.turned:
        expect(page.locator(f"#card-{len(table.state.turned)}")).to_be_visible()


def the_record_holds(page: Page, folder: Path) -> None:
    """The record downloads, and whoever reads it finds that it holds, in both forms."""
    for form in ("jsonl", "txt"):
        with page.expect_download() as download:
            page.click(f'.after a[href$="record.{form}"]')
        assert download.value.suggested_filename.endswith(f".{form}")
        path = folder / form
        download.value.save_as(path)
        (record,) = read_records(path.read_bytes().splitlines(keepends=True))
        assert isinstance(record, FivesRecord | RaceRecord)
        verdict = judge(record)
        assert isinstance(verdict, Verdict)
        assert verdict.winners
        assert verdict.proofs == verdict.rounds


def the_browser_checks_every_deal(page: Page, play: Play) -> None:
    """The page of proofs checks each deal itself, and finds all of them as promised."""
    page.click('.after a[href$="/proof"]')
    page.click("#verify")
    rounds = getattr(play.table.state, "round", 0) or play.table.state.race
    expect(page.locator("li.proof.ok")).to_have_count(rounds)
    for answer in page.locator("li.proof output").all_inner_texts():
        assert answer == "The seed is the promised one, and the lot and the deal are those that it gives."
    # Both browsers have added to the shuffle; a bot adds nothing.
    added = page.locator("li.proof").first.locator("dd div").all_inner_texts()
    assert all(len(part) == 64 for part in added[:2])


def the_match_can_be_stepped_through(page: Page) -> None:
    """With keys and by links, and every moment has an address of its own."""
    page.click('.after a[href$="/replay"]')
    at = page.locator(".steps .at")
    last = at.inner_text().split()[-1]
    expect(at).to_have_text(f"0 of {last}")
    page.keyboard.press("ArrowRight")
    expect(at).to_have_text(f"1 of {last}")
    page.keyboard.press("End")
    expect(at).to_have_text(f"{last} of {last}")
    page.keyboard.press("ArrowLeft")
    expect(at).to_have_text(f"{int(last) - 1} of {last}")
    page.keyboard.press("Home")
    expect(at).to_have_text(f"0 of {last}")
    page.click("#step-ArrowRight")
    page.click("#step-ArrowRight")
    expect(at).to_have_text(f"2 of {last}")
    page.goto(page.locator("main input[readonly]").input_value())
    expect(at).to_have_text(f"2 of {last}")
    page.click("#step-PageDown")
    page.click("#step-PageUp")
    expect(page.locator("#told li").first).to_be_attached()
