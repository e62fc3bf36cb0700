"""What people do with each other besides playing: take back, leave and come back, watch, play again."""

import pytest
from playwright.sync_api import Page, expect

from homestretch.record.log import TookBack
from homestretch.table.codec import fold
from web.serving import Running

from .tables import Play, caught_up, chosen_since, my_turn, name_in, two_friends, wait_until
from .visitors import Visitors


def a_move_that_can_be_taken_back(play: Play) -> tuple[Page, Page]:
    """Somebody moves without chance having spoken since; the page of theirs and of the other."""
    while True:
        seat = play.wait_for_turn()
        play.step()
        play.wait_for_turn()  # the house may have to draw for the other, and then nothing can be taken back
        if play.table.chosen(seat):
            break
    for page in play.pages.values():
        caught_up(page, len(play.table.log))
    return play.pages[seat], play.pages[1 - seat]


def ask_to_take_back(page: Page) -> None:
    page.get_by_role("button", name="Take my last move back").click()


def test_a_move_is_taken_back_if_the_other_agrees(visitors: Visitors, server: Running) -> None:
    _, _, play = two_friends(visitors, server, "horse-race")
    mover, other = a_move_that_can_be_taken_back(play)
    seat = next(seat for seat, page in play.pages.items() if page is mover)
    move = max(chosen_since(play.table, 0, seat))
    ask_to_take_back(mover)
    other.locator(".question .answers .go").click()
    wait_until(lambda: any(isinstance(each, TookBack) for each in play.table.log), "the move is taken back")
    at = next(number for number, each in enumerate(play.table.log) if isinstance(each, TookBack))
    before, after = (fold(play.table.log[:number]).state.layout for number in (move, at + 1))
    assert after == before, "and what the house has placed after it"
    caught_up(mover, len(play.table.log))
    expect(mover.locator("#status.mine")).to_be_visible()
    expect(other.locator(".question")).to_have_count(0)
    play.step()


def test_a_move_stands_if_the_other_does_not_agree(visitors: Visitors, server: Running) -> None:
    _, _, play = two_friends(visitors, server, "horse-race")
    mover, other = a_move_that_can_be_taken_back(play)
    tiles, events = play.table.state.layout.tiles, len(play.table.log)
    ask_to_take_back(mover)
    other.locator(".question .answers button").last.click()
    expect(other.locator(".question")).to_have_count(0)
    expect(mover.locator(".question")).to_have_count(0)
    # Nobody has chosen anything since; the house may have placed a tile for whoever had no choice.
    assert [chosen_since(play.table, events, seat) for seat in (0, 1)] == [{}, {}]
    assert play.table.state.layout.tiles[: len(tiles)] == tiles
    play.step()


def test_a_bot_plays_for_whoever_leaves_until_they_take_their_seat_back(visitors: Visitors, server: Running) -> None:
    ann, bo, play = two_friends(visitors, server, "horse-race")
    while play.wait_for_turn() != 0:
        play.step()
    caught_up(ann, len(play.table.log))
    ann.click("#leave summary")
    ann.click("#leave form button")
    expect(bo.locator(".players")).to_contain_text("a bot plays")
    wait_until(lambda: play.choosing == [1] or play.between_rounds, "the bot has played for Ann")
    expect(ann.locator("#status.mine")).to_have_count(0)
    ann.click(".away .go")
    expect(bo.locator(".players")).not_to_contain_text("a bot plays")
    assert 0 in play.table.persons
    while play.wait_for_turn() != 0:
        play.step()
    play.step()


def test_others_may_let_a_bot_play_for_somebody_who_stays_away(
    visitors: Visitors, server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("homestretch.web.rooms.AROUND", 0.2)
    ann, bo, play = two_friends(visitors, server, "horse-race")
    while play.wait_for_turn() != 1:
        play.step()
    bo.close()
    expect(ann.locator("#status")).to_contain_text("has left the page")
    ann.locator(".away .go").click()
    wait_until(lambda: play.choosing == [0] or play.between_rounds, "the bot has played for Bo")
    expect(ann.locator(".players")).to_contain_text("a bot plays")


def test_the_same_people_play_again(visitors: Visitors, server: Running) -> None:
    ann, bo, play = two_friends(visitors, server, "horse-race", target="2")
    watcher = visitors.arrive(ann.url)
    play.to_the_end()
    ann.click(".after .press .go")
    ann.wait_for_url(lambda url: name_in(url) != play.name)
    bo.click(".after a.go")
    watcher.click(".after a.go")
    again = Play(server, name_in(ann.url), {0: ann, 1: bo})
    assert name_in(bo.url) == name_in(watcher.url) == again.name
    again.step()
    caught_up(watcher, len(again.table.log))
    assert watcher.locator("#hand").count() == 0


def test_nothing_moves_where_motion_is_not_wished(visitors: Visitors, server: Running) -> None:
    page = visitors.arrive(server.address, reduced_motion="reduce")
    page.click(".game.horse-race .go")
    my_turn(page)
    play = Play(server, name_in(page.url), {0: page})
    play.step()
    caught_up(page, len(play.table.log))
    moving = page.evaluate(
        """() => [...document.querySelectorAll("*")].filter(each => {
          const style = getComputedStyle(each);
          return style.animationName !== "none" || style.transitionDuration.split(", ").some(time => time !== "0s");
        }).map(each => each.outerHTML.slice(0, 80))"""
    )
    assert moving == []
    assert page.evaluate("document.getAnimations().length") == 0
