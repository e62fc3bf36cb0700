"""Three languages: chosen by the browser or by a press; and two games named Horse Race that are told apart."""

import pytest
from playwright.sync_api import Page, expect

from homestretch.i18n.speaker import LANGUAGES, Speaker
from web.serving import Running

from .tables import Play, open_table
from .visitors import Visitors

RACES = ("horse-race", "card-race")


def test_the_browser_is_spoken_to_in_its_own_language(visitors: Visitors, server: Running) -> None:
    for locale, language in (("ru-RU", "ru"), ("hi-IN", "hi"), ("en-GB", "en"), ("de-DE", "en")):
        page = visitors.arrive(server.address, locale=locale)
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator("h1")).to_have_text(Speaker(language).say("web.front-title"))


def test_a_press_changes_the_language_and_stays_on_the_page(page: Page, server: Running) -> None:
    open_table(page, server, "seven-rocks", others="bots", name="Ann")
    address = page.url
    for language in ("hi", "ru", "en"):
        page.click(f'.languages button[value="{language}"]')
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator("h1")).to_have_text(Speaker(language).say("game.seven-rocks"))
        expect(page.locator(f'.languages [value="{language}"]')).to_have_attribute("aria-pressed", "true")
        assert page.url == address


def test_people_at_one_table_each_read_their_own_language(visitors: Visitors, server: Running) -> None:
    ann = visitors.arrive("about:blank", locale="ru-RU")
    table = open_table(ann, server, "horse-race", others="bots", name="Анна")
    watcher = visitors.arrive(f"{server.address}/t/{table}", locale="hi-IN")
    Play(server, table, {0: ann}).step()
    expect(ann.locator("#news li").first).to_contain_text("Анна")
    expect(watcher.locator("#news-title")).to_have_text(Speaker("hi").say("web.news"))
    expect(ann.locator("#news-title")).to_have_text(Speaker("ru").say("web.news"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_two_horse_races_are_told_apart_wherever_they_are_named(
    language: str, visitors: Visitors, server: Running
) -> None:
    speak = Speaker(language)
    names = {game: speak.say(f"game.{game}") for game in RACES}
    assert len(set(names.values())) == len(RACES)
    page = visitors.arrive("about:blank", locale=language)
    for game, name in names.items():
        other = next(each for each in names.values() if each != name)
        page.goto(f"{server.address}/new/{game}")
        assert named(page, name, other)
        fields = {"target": "1"} if game == "horse-race" else {"seating": "3"}
        table = open_table(page, server, game, name="Ann", **fields)
        assert page.title().endswith(name)
        expect(page.locator("h1")).to_have_text(name)
        expect(page.locator('meta[property="og:title"]')).to_have_attribute("content", name)
        assert name in (page.locator('meta[name="description"]').get_attribute("content") or "")
        for path in ("log", "proof", "share"):
            page.goto(f"{server.address}/t/{table}/{path}")
            assert named(page, name, other), path
        page.goto(page.input_value("#link-1"))
        assert named(page, name, other), "claim"
    page.goto(server.address)
    for game, name in names.items():
        expect(page.locator(f"#game-{game}")).to_have_text(name)
    assert sorted(page.locator(".tables a").all_inner_texts()) == sorted(names.values())


def named(page: Page, name: str, other: str) -> bool:
    """Whether the main part of the page says this name, and not the other."""
    text = page.locator("main").inner_text()
    return name in text and other not in text
