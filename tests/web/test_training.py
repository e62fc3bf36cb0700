"""The counting trainer as its pages are asked for: what they show, what they keep, and any nonsense in an address."""

import html
import re
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from homestretch.games import GAMES
from homestretch.i18n.speaker import LANGUAGES, Speaker
from homestretch.learn.drills import QUESTIONS, Question, drill
from homestretch.learn.levels import LEVELLED, rules_of
from homestretch.learn.tally import Tally
from homestretch.web.practice import Best, Practice, read_practice

from .people import NO_TLS, is_sentence, notice_of
from .serving import Running, serving

DRILL = "/train/horse-race?level=3&seed=abc"
QUESTION = drill("horse-race", 3, "abc")


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all: it keeps nothing of what is asked here."""
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture
def visitor(running: Running) -> Iterator[httpx.Client]:
    """A browser of no particular language."""
    with httpx.Client(base_url=running.address, timeout=30, verify=NO_TLS) as client:
        yield client


def main_of(answer: httpx.Response) -> str:
    """The main part of a page as text."""
    found = re.search(r"<main.*</main>", answer.text, re.DOTALL)
    assert found is not None
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", found[0])).split())


def kept(answer: httpx.Response) -> str:
    """What the practice's cookie is set to."""
    return str(answer.headers.get("set-cookie", "")).partition(";")[0]


def answer_to(visitor: httpx.Client, number: int, answer: object, given: str = "") -> httpx.Response:
    return visitor.post(f"{DRILL}&n={number}&given={given}", data={"answer": str(answer)})


def all_right() -> str:
    return ".".join(str(question.points) for question in QUESTION)


# ---- choosing a level


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_level_of_both_games_can_be_chosen(visitor: httpx.Client, language: str) -> None:
    page = visitor.get("/train", headers={"accept-language": language})
    assert page.status_code == 200
    for key in LEVELLED:
        assert Speaker(language).say(f"game.{key}") in main_of(page)
        for level in range(1, 6):
            assert f'href="/train/{key}?level={level}"' in page.text


def test_a_level_begins_with_a_drill_of_its_own(visitor: httpx.Client) -> None:
    seeds = set()
    for _ in range(3):
        answer = visitor.get("/train/seven-rocks?level=4")
        assert answer.status_code == 303
        query = parse_qs(urlsplit(answer.headers["location"]).query)
        assert query["level"] == ["4"]
        seeds.add(query["seed"][0])
    assert len(seeds) == 3


def test_the_last_level_is_remembered(visitor: httpx.Client) -> None:
    visitor.get("/train/seven-rocks?level=4")
    assert 'id="again"' in visitor.get("/train").text
    assert "level=4" in visitor.get("/train/seven-rocks").headers["location"]
    assert "level=1" in visitor.get("/train/horse-race").headers["location"]


def test_there_is_nothing_to_count_in_the_card_race(visitor: httpx.Client) -> None:
    answer = visitor.get("/train/card-race?level=1&seed=abc")
    assert answer.status_code == 404
    assert is_sentence(notice_of(answer))
    assert 'href="/train/horse-race?level=1"' in answer.text
    assert visitor.get("/train/chess").status_code == 404


# ---- a question


@pytest.mark.parametrize("number", range(1, QUESTIONS + 1))
def test_a_question_does_not_give_its_answer_away(visitor: httpx.Client, number: int) -> None:
    question = QUESTION[number - 1]
    page = visitor.get(f"{DRILL}&n={number}")
    text = main_of(page)
    assert str(question.play.tile) in text
    assert str(question.play.host) in text
    assert 'class="marks"' not in page.text
    assert "Counted" not in text
    assert "Free:" not in text
    assert f"= {question.after.total}" not in text
    for tile in question.layout.tiles:
        assert re.search(rf"\b({tile.low}-{tile.high}|{tile.high}-{tile.low})\b", text), "the layout is told in words"


def test_a_place_is_told_in_words(visitor: httpx.Client) -> None:
    told = {
        kind
        for level in (1, 3)
        for number in range(1, QUESTIONS + 1)
        for kind in ("Open with", "its half with", "a line side", "a branch side")
        if kind in main_of(visitor.get(f"/train/horse-race?level={level}&seed=abc&n={number}"))
    }
    assert told == {"Open with", "its half with", "a line side", "a branch side"}


def test_a_right_answer_goes_on_at_once(visitor: httpx.Client) -> None:
    answer = answer_to(visitor, 1, QUESTION[0].points)
    assert answer.status_code == 303
    page = visitor.get(answer.headers["location"])
    assert "Question 2 of 20" in main_of(page)
    assert "Right." in main_of(page)
    assert f"= {QUESTION[0].after.total}" in main_of(page)
    assert "1 right" in main_of(page)


def test_a_streak_is_told(visitor: httpx.Client) -> None:
    given = ".".join(str(question.points) for question in QUESTION[:4])
    page = visitor.get(f"{DRILL}&n=5&given={given}")
    assert "Right, 4 in a row!" in main_of(page)


def test_a_miss_shows_the_count_on_the_board_and_why(visitor: httpx.Client) -> None:
    question = QUESTION[0]
    answer = answer_to(visitor, 1, question.points + 1)
    page = visitor.get(answer.headers["location"])
    text = main_of(page)
    assert "Not quite" in text
    assert f"= {question.after.total}" in text
    counted = re.findall(r"<circle class=\"end\"[^>]*/><text[^>]*>(\d+)</text>", page.text)
    assert sorted(map(int, counted)) == sorted(end.count for end in question.after.ends)
    for end in question.after.ends:
        assert str(end.tile) in text
    assert f'href="/explain/horse-race?moves={question.after.tiles[0]}+' in page.text
    assert 'id="go-on"' in page.text


def test_a_typical_mistake_is_named(visitor: httpx.Client) -> None:
    page = visitor.get(answer_to(visitor, 1, QUESTION[0].raw or 99).headers["location"])
    named = 'id="slip"' in page.text
    assert named == bool(QUESTION[0].raw)


def test_an_answered_question_can_be_looked_at_again(visitor: httpx.Client) -> None:
    page = visitor.get(f"{DRILL}&n=2&given={QUESTION[0].points}")
    look = re.search(r'id="look" href="([^"]*)"', page.text)
    assert look is not None
    again = visitor.get(html.unescape(look[1]))
    assert "Right." in main_of(again)
    assert f"= {QUESTION[0].after.total}" in main_of(again)
    assert "n=2" in html.unescape(re.search(r'id="go-on"[^>]*href="([^"]*)"', again.text)[1])  # type: ignore[index]


def test_a_part_is_answered_with_the_next_question_itself(visitor: httpx.Client) -> None:
    answer = visitor.post(f"{DRILL}&n=1", data={"answer": str(QUESTION[0].points)}, headers={"hx-request": "true"})
    assert answer.status_code == 200
    assert answer.text.startswith("<main")
    assert "Question 2 of 20" in main_of(answer)
    assert "practice" in kept(answer)


# ---- the end


def test_the_end_shows_every_answer_and_the_ways_on(visitor: httpx.Client) -> None:
    before = all_right().rpartition(".")[0]
    answer = answer_to(visitor, QUESTIONS, QUESTION[-1].points, before)
    page = visitor.get(answer.headers["location"])
    assert "All 20 right!" in main_of(page)
    assert page.text.count("<tr") == 1 + QUESTIONS
    assert 'href="/train/horse-race?level=4"' in page.text
    assert 'href="/train/horse-race?level=3&amp;seed=abc"' in page.text
    assert str(visitor.base_url.join("/train/horse-race?level=3&seed=abc")) in html.unescape(page.text)
    assert "Your best: 20 of 20 right, 20 in a row." in main_of(visitor.get("/train"))


def test_the_hardest_level_leads_to_no_harder_one(visitor: httpx.Client) -> None:
    page = visitor.get("/train/seven-rocks?level=5&seed=abc&n=21")
    assert page.status_code == 200
    assert 'id="next-level"' not in page.text
    assert "0 of 20 right" in main_of(page)


def test_looking_at_somebody_elses_result_is_no_result_of_ones_own(visitor: httpx.Client) -> None:
    page = visitor.get(f"{DRILL}&n=21&given={all_right()}")
    assert "All 20 right!" in main_of(page)
    assert "practice" not in kept(page)
    assert "Your best" not in main_of(visitor.get("/train"))


def test_a_drill_with_gaps_has_a_streak_but_no_result(visitor: httpx.Client) -> None:
    answer = answer_to(visitor, QUESTIONS, QUESTION[-1].points)
    assert "n=21" in answer.headers["location"]
    assert "Your best: 1 in a row." in main_of(visitor.get("/train"))
    gap = visitor.get(answer.headers["location"])
    assert "no answer" in main_of(gap)


# ---- nonsense


@pytest.mark.parametrize("text", ["", " ", "two", "-1", "1e9", "9999", "½", "<b>", "2; drop"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_answer_that_is_none_is_asked_for_again(visitor: httpx.Client, text: str, language: str) -> None:
    answer = visitor.post(f"{DRILL}&n=3", data={"answer": text}, headers={"accept-language": language})
    assert answer.status_code == 422
    assert is_sentence(notice_of(answer))
    assert "<b>" not in answer.text
    assert Speaker(language).say("train.number", number=3, questions=QUESTIONS) in main_of(answer)
    assert "practice" not in kept(answer)


def test_an_answer_in_other_digits_is_understood(visitor: httpx.Client) -> None:
    shifted = str(QUESTION[0].points).translate({48 + digit: 0x966 + digit for digit in range(10)})
    assert "n=2" in answer_to(visitor, 1, shifted).headers["location"]


@pytest.mark.parametrize(
    "query",
    [
        "level=0&seed=abc",
        "level=6&seed=abc",
        "level=x&seed=abc",
        "level=²&seed=abc",
        "level=3",
        "level=3&seed=",
        "level=3&seed=%00%FF%20",
        "level=3&seed=<script>&n=x",
        "level=99999999999999999999&seed=abc&n=5",
        "",
    ],
)
def test_an_address_that_names_no_drill_leads_to_one(visitor: httpx.Client, query: str) -> None:
    for answer in (visitor.get(f"/train/horse-race?{query}"), visitor.post(f"/train/horse-race?{query}")):
        assert answer.status_code in (200, 303, 422)
        if answer.status_code == 303:
            assert visitor.get(answer.headers["location"]).status_code == 200


@pytest.mark.parametrize("number", ["0", "-1", "22", "x", "1.5", "", "9" * 50, "%00"])
@pytest.mark.parametrize("given", ["", "x", "1.2.x", ".", "9" * 400, "%F0%9F%98%80", "1." * 60, "-1.-1"])
def test_any_number_and_any_answers_make_a_page(visitor: httpx.Client, number: str, given: str) -> None:
    page = visitor.get(f"{DRILL}&n={number}&given={given}")
    assert page.status_code == 200
    assert main_of(page)


def test_the_seed_may_be_any_word(visitor: httpx.Client) -> None:
    first = visitor.get("/train/horse-race?level=1&seed=Вторник, 7")
    assert first.status_code == 200
    assert main_of(first) == main_of(visitor.get("/train/horse-race?level=1&seed=вторник7"))


def test_an_answer_after_the_end_is_none(visitor: httpx.Client) -> None:
    answer = visitor.post(f"{DRILL}&n=21&given=1", data={"answer": "1"})
    assert answer.status_code == 200
    assert "of 20 right" in main_of(answer)


# ---- what a browser keeps


def test_practice_is_read_as_it_is_written() -> None:
    practice = Practice()
    for key in LEVELLED:
        for level in range(1, 6):
            practice = practice.reached((key, level), Tally(20, 3, 20), whole=True)
    assert read_practice(practice.cookie()) == practice
    assert practice.last == ("seven-rocks", 5)


def test_only_a_whole_drill_counts_for_how_many_are_right() -> None:
    practice = Practice().reached(("horse-race", 1), Tally(5, 5, 5), whole=False)
    assert practice.at(("horse-race", 1)) == Best(0, 5)
    practice = practice.reached(("horse-race", 1), Tally(12, 1, 4), whole=True)
    assert practice.at(("horse-race", 1)) == Best(12, 5)
    assert practice.reached(("horse-race", 1), Tally(3, 1, 2), whole=True) == practice


@pytest.mark.parametrize(
    "cookie",
    [
        "",
        "x",
        "last=chess.1",
        "horse-race.9=1.2",
        "horse-race.1=a.b",
        "horse-race.1",
        "=" * 700,
        "ё",
        "last=&horse-race.=1.1",
    ],
)
def test_a_cookie_of_nonsense_is_no_practice(cookie: str) -> None:
    assert read_practice(cookie) == Practice()


def test_every_answer_that_can_be_right_has_a_button(visitor: httpx.Client) -> None:
    for key in LEVELLED:
        page = visitor.get(f"/train/{key}?level=5&seed=abc")
        buttons = {int(points) for points in re.findall(r'id="answer-(\d+)"', page.text)}
        asked: list[Question] = [*drill(key, 5, "abc"), *drill(key, 5, "abd")]
        assert {question.points for question in asked} <= buttons
        assert all(points % (5 // rules_of(GAMES[key]).unit) == 0 for points in buttons)
