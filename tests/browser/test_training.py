"""The counting trainer in a browser: by keys, by touch, without scripts, in every language."""

import pytest
from playwright.sync_api import Page, expect

from homestretch.games import GAMES
from homestretch.i18n.speaker import LANGUAGES, Speaker
from homestretch.learn.drills import QUESTIONS, drill
from homestretch.learn.levels import LEVELLED, rules_of
from web.serving import Running

from .test_axe import STILL, findings
from .test_keyboard import tab_to
from .test_phone import PHONE, is_in_hindi, too_wide_anywhere
from .visitors import Visitors

GAME, LEVEL, SEED = "horse-race", 2, "browser"
START = f"/train/{GAME}?level={LEVEL}&seed={SEED}"
POINTS = [question.points for question in drill(GAME, LEVEL, SEED)]
MISSED = (3, 8)


def at_question(page: Page, number: int) -> None:
    """Wait until this question is asked."""
    expect(page.locator(f"main.asks #points-{number}")).to_be_attached()


def test_a_drill_with_the_keyboard_alone(visitors: Visitors, server: Running) -> None:
    page = visitors.arrive(f"{server.address}/train")
    tab_to(page, f"#{GAME}-{LEVEL}")
    page.keyboard.press("Enter")
    expect(page.locator("main.asks")).to_be_attached()
    page.goto(f"{server.address}{START}")
    for number, points in enumerate(POINTS, 1):
        at_question(page, number)
        expect(page.locator(f"#points-{number}")).to_be_focused()
        page.keyboard.type(str(points + 1 if number in MISSED else points))
        page.keyboard.press("Enter")
        if number in MISSED:
            expect(page.locator("main.tells #go-on")).to_be_focused()
            page.keyboard.press("Enter")
    expect(page.locator("main.done")).to_be_attached()
    expect(page.locator("#status")).to_contain_text(f"{QUESTIONS - len(MISSED)} of {QUESTIONS} right.")
    page.goto(f"{server.address}/train")
    expect(page.locator(".best")).to_contain_text(f"{QUESTIONS - len(MISSED)} of {QUESTIONS}")


def test_a_digit_pressed_anywhere_goes_into_the_field(visitors: Visitors, server: Running) -> None:
    page = visitors.arrive(f"{server.address}{START}")
    tab_to(page, "#words summary")
    page.keyboard.press(str(POINTS[0]))
    expect(page.locator("#points-1")).to_have_value(str(POINTS[0]))
    page.keyboard.press("Enter")
    at_question(page, 2)


def test_single_digits_are_left_alone_where_keys_are_not_wished(visitors: Visitors, server: Running) -> None:
    page = visitors.arrive("about:blank")
    page.context.add_cookies([{"name": "prefs", "value": "keys=0", "url": server.address}])
    page.goto(f"{server.address}{START}")
    tab_to(page, "#words summary")
    page.keyboard.press("3")
    expect(page.locator("#words summary")).to_be_focused()
    expect(page.locator("#points-1")).to_have_value("")


def test_the_page_goes_on_without_being_loaded_and_its_address_keeps_up(visitors: Visitors, server: Running) -> None:
    page = visitors.arrive(f"{server.address}{START}")
    page.evaluate("window.same = true")
    page.locator(f"#answer-{POINTS[0]}").click()
    at_question(page, 2)
    expect(page).to_have_url(f"{server.address}{START}&n=2&given={POINTS[0]}")
    expect(page).to_have_title(f"Question 2 of 20 · Horse Race with dominoes: level {LEVEL}")
    expect(page.locator("#status [role=status]")).to_contain_text("Right.")
    wrong = next(points for points in range(8) if points != POINTS[1])
    page.locator(f"#answer-{wrong}").click()
    expect(page.locator("main.tells svg.board .marks .end").first).to_be_visible()
    assert page.evaluate("window.same") is True
    page.reload()
    expect(page.locator("main.tells #status")).to_contain_text("Not quite")
    page.locator('.languages button[value="ru"]').click()
    expect(page.locator("html")).to_have_attribute("lang", "ru")
    expect(page.locator("main.tells h1")).to_contain_text(str(LEVEL))


def test_a_language_chosen_in_the_middle_of_a_drill_stays_at_the_question(visitors: Visitors, server: Running) -> None:
    page = visitors.arrive(f"{server.address}{START}")
    page.locator(f"#answer-{POINTS[0]}").click()
    at_question(page, 2)
    page.locator('.languages button[value="hi"]').click()
    expect(page.locator("html")).to_have_attribute("lang", "hi")
    at_question(page, 2)


def test_a_drill_without_scripts(visitors: Visitors, server: Running) -> None:
    page = visitors.arrive(f"{server.address}/train", java_script_enabled=False)
    page.click(f"#{GAME}-{LEVEL}")
    expect(page.locator("main.asks")).to_be_attached()
    page.goto(f"{server.address}{START}&n=18")
    for number in (18, 19, 20):
        at_question(page, number)
        points = POINTS[number - 1]
        if number == 19:
            page.fill(f"#points-{number}", str(points + 1))
            page.click("#send")
            expect(page.locator("main.tells svg.board .marks")).to_be_attached()
            page.click("#go-on")
        else:
            page.click(f"#answer-{points}")
    expect(page.locator("main.done")).to_be_attached()
    page.click("#next-level")
    expect(page.locator("main.asks h1")).to_contain_text(str(LEVEL + 1))


def test_two_people_with_one_link_get_the_same_questions(visitors: Visitors, server: Running) -> None:
    page = visitors.arrive(f"{server.address}{START}&n=21")
    link = page.input_value("#link")
    other = visitors.arrive(link)
    page.click("#same-drill")
    at_question(page, 1)
    at_question(other, 1)
    expect(other.locator("#question")).to_have_text(page.locator("#question").inner_text())


@pytest.mark.parametrize("game", LEVELLED)
def test_a_few_questions_by_touch_in_hindi(game: str, visitors: Visitors, server: Running) -> None:
    page = visitors.arrive(f"{server.address}/train", locale="hi-IN", **PHONE)
    is_in_hindi(page)
    page.locator(f"#{game}-4").tap()
    expect(page.locator("html")).to_have_attribute("data-shape", "tall")
    page.goto(f"{server.address}/train/{game}?level=4&seed={SEED}")
    for number, question in enumerate(drill(game, 4, SEED)[:3], 1):
        at_question(page, number)
        is_in_hindi(page)
        page.locator(f"#answer-{question.points}").tap()
    at_question(page, 4)
    wrong = 5 // rules_of(GAMES[game]).unit if drill(game, 4, SEED)[3].points == 0 else 0
    page.locator(f"#answer-{wrong}").tap()
    expect(page.locator("main.tells #go-on")).to_be_visible()
    expect(page.locator("#go-on")).to_be_in_viewport()
    is_in_hindi(page)


OPENING = next(number for number, question in enumerate(drill("horse-race", 1, "abc"), 1) if question.play.host is None)
STATES = {
    "levels": "/train",
    "levels with a notice": "/train/card-race",
    "opening": f"/train/horse-race?level=1&seed=abc&n={OPENING}",
    "question": f"{START}&n=2&given={POINTS[0]}",
    "hard question": "/train/seven-rocks?level=5&seed=abc&n=3",
    "miss": f"{START}&n=1&given={POINTS[0] + 1}",
    "hard miss": "/train/horse-race?level=5&seed=abc&n=3&given=..7",
    "end": f"{START}&n=21&given=0.1.2.3.4.5.6.7",
}


def test_no_page_is_wider_than_a_phone_in_any_language(visitors: Visitors, server: Running) -> None:
    visitors.expect("404")
    page = visitors.arrive("about:blank", **PHONE)
    faults: list[str] = []
    for state, path in STATES.items():
        page.goto(f"{server.address}{path}")
        faults += too_wide_anywhere(page, server, state)
    assert not faults, "\n".join(faults)


def test_axe_finds_nothing(visitors: Visitors, server: Running) -> None:
    visitors.expect("404")
    page = visitors.arrive("about:blank", **STILL)
    page.context.add_cookies(
        [{"name": "practice", "value": "horse-race.2=17.9&last=horse-race.2", "url": server.address}]
    )
    found: list[str] = []
    for state, path in STATES.items():
        page.goto(f"{server.address}{path}")
        page.locator("main details").evaluate_all("all => all.forEach(each => { each.open = true; })")
        found += findings(page, state)
    page.goto(f"{server.address}{START}")
    page.locator(".typing-points input").evaluate("field => { field.value = 'many'; }")
    page.click("#send")
    visitors.expect("422")
    expect(page.locator(".notice")).to_be_visible()
    found += findings(page, "no number")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_speaks_the_language(language: str, visitors: Visitors, server: Running) -> None:
    visitors.expect("404")
    page = visitors.arrive("about:blank", locale=language)
    for path in STATES.values():
        page.goto(f"{server.address}{path}")
        expect(page.locator("html")).to_have_attribute("lang", language)
        if language == "hi":
            is_in_hindi(page)
    expect(page.locator("#review")).to_have_text(Speaker(language).say("train.review"))
