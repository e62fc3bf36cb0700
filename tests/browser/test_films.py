"""Films in a real browser: they move by themselves, stand still for whoever wishes it, and a replay shares them."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from homestretch.analysis.simulate import master_seed, simulate
from homestretch.bots.levels import BOTS
from homestretch.games import HORSE_RACE, horse_race
from homestretch.i18n.speaker import Speaker
from homestretch.pictures.films import round_film
from homestretch.render.film import Film, film_svg
from web.serving import Running

from .tables import Play, open_table
from .visitors import Visitors

SEEN = """(milliseconds) => {
  for (const each of document.getAnimations()) { each.pause(); each.currentTime = milliseconds; }
  const shown = (text) => {
    let opacity = 1;
    for (let at = text; at; at = at.parentElement) opacity *= getComputedStyle(at).opacity;
    return opacity > 0.9;
  };
  return [...document.querySelectorAll("g[font-size] > text")].filter(shown).map((text) => text.textContent).join(" ");
}"""
"""What can be read over and under the picture at a moment of the film."""


@pytest.fixture(scope="module")
def film() -> Film:
    (record,) = simulate(HORSE_RACE, horse_race(2), [BOTS["greedy"]] * 2, master_seed("films"), 1)
    made = round_film(Speaker("hi", ("आशा", "बीना")), record, 1)
    assert isinstance(made, Film)
    return made


@pytest.fixture
def file(film: Film, tmp_path: Path) -> str:
    path = tmp_path / "film.svg"
    path.write_text(film_svg(film))
    return path.as_uri()


def visible(page: Page, seconds: float) -> str:
    text: str = page.evaluate(SEEN, seconds * 1000)
    return text


def test_a_film_moves_by_itself_when_its_file_is_opened(visitors: Visitors, film: Film, file: str) -> None:
    page = visitors.arrive(file, reduced_motion="no-preference")
    assert page.evaluate("document.getAnimations().filter((each) => each.playState === 'running').length") > 20
    begin = 0.0
    for picture in film.pictures:
        read = visible(page, begin + picture.seconds * 0.6)
        assert read
        assert all(word in picture.writing for word in read.split())
        begin += picture.seconds
    assert "दौर 1" in visible(page, 1)
    assert visible(page, begin + 1) == visible(page, 1)  # it begins anew


def test_whoever_wishes_less_motion_sees_the_end(visitors: Visitors, film: Film, file: str) -> None:
    page = visitors.arrive(file, reduced_motion="reduce")
    assert page.evaluate("document.getAnimations().length") == 0
    assert all(word in film.pictures[-1].writing for word in visible(page, 0).split())


def test_a_round_and_a_moment_are_shared_from_the_replay(page: Page, server: Running, tmp_path: Path) -> None:
    name = open_table(page, server, "horse-race", others="bots", name="Ann", target="3")
    play = Play(server, name, {0: page})
    play.let_bots_finish()
    page.goto(f"{server.address}/t/{name}/replay?at=2")
    expect(page.get_by_role("heading", name="Share this round")).to_be_visible()
    for link, ending, begins in (
        ("#film-svg", "svg", b"<svg"),
        ("#film-gif", "gif", b"GIF89a"),
        ("#moment", "png", b"\x89PNG"),
    ):
        with page.expect_download() as download:
            page.locator(link).focus()
            page.keyboard.press("Enter")
        assert download.value.suggested_filename.endswith(f".{ending}")
        path = tmp_path / ending
        download.value.save_as(path)
        assert path.read_bytes().startswith(begins)
    expect(page.locator(".steps .at")).to_contain_text("2")
