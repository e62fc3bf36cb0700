"""Drills: what each level promises, that answers cannot be guessed, and that a seed gives the same questions."""

import subprocess
import sys
from collections import Counter

import pytest

from homestretch.fives.layout import LINE, Layout, award
from homestretch.games import CARD_RACE, GAMES, HORSE_RACE, SEVEN_ROCKS, Game
from homestretch.i18n.speaker import Speaker
from homestretch.learn.drills import QUESTIONS, Question, choices, drill
from homestretch.learn.levels import LEVELLED, Level, Range, levels_of, rules_of
from homestretch.record.placements import of, read, write

SEEDS = ("a", "b", "c", "d")
COURSES = [(GAMES[key], number) for key in LEVELLED for number in range(1, 6)]
OF_A_COURSE = pytest.mark.parametrize(("game", "level"), COURSES, ids=lambda value: getattr(value, "key", value))


def questions(game: Game, level: int) -> list[Question]:
    return [each for seed in SEEDS for each in drill(game.key, level, seed)]


def sights(layout: Layout) -> tuple[int, int, int]:
    """Ends, open spinners and doubles at ends, counted from the joints alone."""
    used = [tile for tile in layout.tiles if tile.is_double and set(layout.joined[tile]) >= set(LINE)]
    doubles = [tile for tile in layout.tiles if tile.is_double and tile not in used]
    free = sum(2 - len(layout.joined[tile]) for tile in layout.tiles if not tile.is_double)
    return free + len(doubles), sum(tile in layout.spinners for tile in used), len(doubles)


EXPECTED: dict[tuple[str, int], tuple[tuple[int, int], tuple[int, int], tuple[int, int]]] = {
    ("horse-race", 1): ((1, 2), (0, 0), (0, 9)),
    ("horse-race", 2): ((2, 3), (1, 1), (0, 0)),
    ("horse-race", 3): ((3, 4), (1, 1), (1, 9)),
    ("horse-race", 4): ((3, 4), (2, 9), (0, 9)),
    ("horse-race", 5): ((5, 99), (2, 9), (0, 9)),
    ("seven-rocks", 1): ((1, 2), (0, 0), (0, 9)),
    ("seven-rocks", 2): ((2, 3), (1, 1), (0, 0)),
    ("seven-rocks", 3): ((2, 3), (1, 1), (1, 9)),
    ("seven-rocks", 4): ((4, 4), (1, 1), (0, 0)),
    ("seven-rocks", 5): ((4, 4), (1, 1), (1, 9)),
}


@OF_A_COURSE
def test_every_question_is_of_its_level(game: Game, level: int) -> None:
    for asked in questions(game, level):
        for number, (least, most) in zip(sights(asked.after), EXPECTED[game.key, level], strict=True):
            assert least <= number <= most, write(of(asked.after))


@OF_A_COURSE
def test_a_question_is_a_placement_that_the_rules_allow_and_count_so(game: Game, level: int) -> None:
    rules = rules_of(game)
    for asked in questions(game, level):
        reading = read(rules, write((*of(asked.layout), asked.play)))
        assert reading.refusal is None
        assert reading.layout == asked.after
        assert asked.raw == award(asked.after.total)
        assert asked.points * rules.unit == asked.raw
        assert asked.points in choices(rules)


@OF_A_COURSE
def test_no_answer_is_a_good_guess(game: Game, level: int) -> None:
    """A third earns nothing, and no other answer is right much more often than that."""
    for seed in SEEDS:
        assert sum(not asked.raw for asked in drill(game.key, level, seed)) == 7
    shares = Counter(asked.points for asked in questions(game, level))
    assert max(shares.values()) < 0.5 * len(SEEDS) * QUESTIONS
    assert len(shares) >= 4


def test_where_the_answers_without_award_stand_differs() -> None:
    patterns = {tuple(asked.raw == 0 for asked in drill("horse-race", 2, seed)) for seed in SEEDS}
    assert len(patterns) == len(SEEDS)


@OF_A_COURSE
def test_no_question_is_asked_twice_in_a_drill(game: Game, level: int) -> None:
    for seed in SEEDS:
        assert len({asked.sight for asked in drill(game.key, level, seed)}) == QUESTIONS


def test_a_drill_has_layouts_of_all_sizes_that_its_level_allows() -> None:
    sizes = [len(asked.after.tiles) for asked in questions(HORSE_RACE, 4)]
    assert min(sizes) < 10
    assert max(sizes) > 15


def test_a_drill_that_is_kept_holds_nothing_of_the_rounds_that_it_is_from() -> None:
    assert not any(vars(layout) for each in drill("horse-race", 2, "light") for layout in (each.layout, each.after))


def test_a_seed_gives_the_same_questions_anywhere() -> None:
    own = [write((*of(each.layout), each.play)) for each in drill("seven-rocks", 2, "Ёж")]
    code = (
        "from homestretch.learn.drills import drill; from homestretch.record.placements import of, write;"
        "print([write((*of(each.layout), each.play)) for each in drill('seven-rocks', 2, 'Ёж')])"
    )
    other = subprocess.run([sys.executable, "-X", "utf8", "-c", code], capture_output=True, text=True, check=True)
    assert other.stdout.strip() == str(own)


def test_games_levels_and_seeds_give_different_questions() -> None:
    drills = [drill(game.key, level, seed) for game, level in COURSES for seed in SEEDS]
    assert len({tuple(asked.sight for asked in each) for each in drills}) == len(drills)


@pytest.mark.parametrize("key", LEVELLED)
def test_there_is_no_level_before_the_first_or_after_the_last(key: str) -> None:
    for level in (0, 6):
        with pytest.raises(IndexError, match=f"{key} has no level {level}"):
            drill(key, level, "a")


def test_nothing_is_counted_in_the_card_race() -> None:
    assert CARD_RACE.key not in LEVELLED
    with pytest.raises(ValueError, match="card-race"):
        levels_of(CARD_RACE)


def test_the_text_of_a_level_says_what_it_holds() -> None:
    speak = Speaker("en")
    level = Level(Range(5), Range(2), Range(0, 0))
    assert [speak(line) for line in level.about()] == [
        "at least 5 ends to add",
        "at least 2 spinners open",
        "no double at an end",
    ]
    assert [speak(line) for line in levels_of(SEVEN_ROCKS)[4].about()] == [
        "4 ends to add",
        "1 spinner open",
        "at least 1 double at an end",
    ]
    assert [speak(line) for line in levels_of(HORSE_RACE)[0].about()] == ["1–2 ends to add", "no spinner open"]
