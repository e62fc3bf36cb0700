"""Films of rounds: a picture for every move with its sum and award, in the names and the language asked for."""

import re
from io import BytesIO
from itertools import groupby, pairwise
from typing import Any

import pytest
from PIL import Image

from homestretch.analysis.simulate import master_seed, simulate
from homestretch.bots.levels import BOTS
from homestretch.fives.moves import Draw, Play
from homestretch.games import CARD_RACE, HORSE_RACE, SEVEN_ROCKS, AnyRuleset, Game, horse_race, seven_rocks
from homestretch.i18n.speaker import Speaker
from homestretch.kit.message import Refusal
from homestretch.pictures.films import AWARD, END, MOVE, SENTENCE, round_film
from homestretch.pictures.gif import MOST_WIDTH, film_gif
from homestretch.race.moves import Turn
from homestretch.race.ruleset import FINISH, RaceRuleset
from homestretch.record.exchange import Record
from homestretch.record.fives_record import FivesRecord
from homestretch.record.race_record import RaceRecord
from homestretch.record.verdict import Departure
from homestretch.render import Shape
from homestretch.render.film import Film, Picture, film_svg

EN = Speaker("en")
GAMES: dict[str, tuple[Game, AnyRuleset]] = {
    "horse-race": (HORSE_RACE, horse_race(2)),
    "horse-race-pairs": (HORSE_RACE, horse_race(4, pairs=True)),
    "seven-rocks": (SEVEN_ROCKS, seven_rocks()),
    "card-race": (CARD_RACE, RaceRuleset(3)),
}
"""Matches between bots; the first rounds of the domino games hold draws or knocks."""


@pytest.fixture(scope="module")
def records() -> dict[str, Record]:
    return {
        key: next(iter(simulate(game, rules, [BOTS["greedy"]] * rules.players, master_seed("films"), 1)))
        for key, (game, rules) in GAMES.items()
    }


def made(record: Record, number: int = 1, speak: Speaker = EN, **wishes: Any) -> Film:
    film = round_film(speak, record, number, **wishes)
    assert isinstance(film, Film), film
    return film


def caption(picture: Picture) -> str:
    """Everything that is written over and under a picture, line by line."""
    return "\n".join(re.findall(r"<text[^>]*>([^<]*)</text>", picture.writing)).replace("\u00a0", " ")


def dominoes(records: dict[str, Record], key: str) -> FivesRecord:
    record = records[key]
    assert isinstance(record, FivesRecord)
    return record


@pytest.mark.parametrize("key", ["horse-race", "horse-race-pairs", "seven-rocks"])
def test_there_is_a_picture_for_every_placement(records: dict[str, Record], key: str) -> None:
    record = dominoes(records, key)
    each = record.rounds[0]
    film = made(record)
    plays = [move for _, move in each.moves if isinstance(move, Play)]
    tiles = [len(picture.layers[1]) for picture in film.pictures]
    assert tiles == sorted(tiles)
    assert set(tiles) == set(range(len(plays) + 1))
    placed = [picture for before, picture in pairwise(film.pictures) if len(picture.layers[1]) > len(before.layers[1])]
    for play, award, picture in zip(plays, each.awards, placed, strict=True):
        assert str(play.tile) in caption(picture)
        assert ("no award" in caption(picture)) is (award == 0)
        assert picture.seconds in ((AWARD, END) if award else (MOVE, END))


def test_it_begins_with_the_name_and_ends_with_the_score(records: dict[str, Record]) -> None:
    film = made(records["horse-race"], speak=Speaker("en", ("Ann", "Bob")))
    assert film.title == "Horse Race with dominoes: round 1"
    first, last = caption(film.pictures[0]), caption(film.pictures[-1])
    assert "Horse Race with dominoes: round 1" in first
    assert "Ann: 0 · Bob: 0" in first
    assert re.search(r"(Ann|Bob) starts\.", first)
    one, other = dominoes(records, "horse-race").rounds[0].scores
    assert f"Ann: {one} · Bob: {other}" in last
    assert [film.pictures[0].seconds, film.pictures[-1].seconds] == [SENTENCE, END]


@pytest.mark.parametrize("key", ["horse-race", "card-race"])
def test_it_is_told_to_those_who_do_not_see_it(records: dict[str, Record], key: str) -> None:
    film = made(records[key])
    sentences = film.description.split("\n")
    assert len(sentences) >= len(film.pictures)
    for sentence, picture in ((sentences[0], film.pictures[0]), (sentences[-1], film.pictures[-1])):
        assert sentence in " ".join(caption(picture).split())
    assert f"<desc>{film.description}</desc>".replace("&", "&amp;") in film_svg(film)


def test_draws_in_a_row_are_one_picture(records: dict[str, Record]) -> None:
    record = dominoes(records, "horse-race")
    runs = 0
    for number, each in enumerate(record.rounds, 1):
        kinds = [len(list(run)) for drew, run in groupby(isinstance(move, Draw) for _, move in each.moves) if drew]
        told = [re.search(r"draws (\d+) tiles?\.", caption(picture)) for picture in made(record, number).pictures]
        assert [int(found[1]) for found in told if found is not None] == kinds
        runs += len(kinds)
    assert runs > 3


def test_knocks_are_told(records: dict[str, Record]) -> None:
    record = dominoes(records, "seven-rocks")
    knocks = [sum(str(move) == "pass" for _, move in each.moves) for each in record.rounds]
    assert any(knocks)
    for number, count in enumerate(knocks, 1):
        told = [caption(picture) for picture in made(record, number).pictures]
        assert sum("knocks." in each for each in told) == count


def test_no_hand_is_told(records: dict[str, Record]) -> None:
    for key in ("horse-race", "seven-rocks"):
        for number in range(1, len(dominoes(records, key).rounds) + 1):
            for picture in made(records[key], number).pictures:
                assert "left with" not in caption(picture)


def test_a_race_moves_one_horse_at_a_time(records: dict[str, Record]) -> None:
    record = records["card-race"]
    assert isinstance(record, RaceRecord)
    film = made(record, 2, Speaker("en", ("Ann", "Bob", "Cleo")))
    assert film.title == "Horse Race with cards: race 2"
    turned = sum(isinstance(move, Turn) for _, move in record.rounds[1].moves)
    horses = [picture.layers[2] for picture in film.pictures]
    moves = [sum(a != b for a, b in zip(before, after, strict=True)) for before, after in pairwise(horses)]
    assert moves[:turned] == [1] * turned
    assert set(moves[turned:]) <= {0}
    assert f"position 1 of {FINISH}" in caption(film.pictures[1])
    assert "holds the bank" in caption(film.pictures[0])
    assert "The race goes to" in caption(film.pictures[turned])
    assert "The bank of" in caption(film.pictures[turned + 1])


def test_the_last_race_tells_who_won_the_meeting(records: dict[str, Record]) -> None:
    record = records["card-race"]
    film = made(record, len(record.rounds))
    assert "The meeting is over" in caption(film.pictures[-1])
    assert not any("Final balances" in caption(picture) for picture in film.pictures)


@pytest.mark.parametrize(("language", "words"), [("ru", "сдача 1"), ("hi", "दौर 1")])
def test_films_speak_the_language_that_is_asked_for(records: dict[str, Record], language: str, words: str) -> None:
    assert words in caption(made(records["seven-rocks"], speak=Speaker(language)).pictures[0])


def test_theme_and_shape_are_the_ones_that_are_asked_for(records: dict[str, Record]) -> None:
    light, dark = (film_svg(made(records["horse-race"], theme=theme)) for theme in ("light", "dark"))
    assert "#2f6a53" in light
    assert "#2f6a53" not in dark
    wide, tall = (made(records["horse-race"], shape=shape).sheet for shape in Shape)
    assert wide.width / wide.height > tall.width / tall.height


def test_there_is_no_film_of_a_round_that_was_not_played(records: dict[str, Record]) -> None:
    refusal = round_film(EN, records["horse-race"], 99)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "position.round"


def test_a_record_that_departs_has_no_film(records: dict[str, Record]) -> None:
    record = dominoes(records, "horse-race")
    first = record.rounds[0]
    broken = type(first)(
        first.starter, first.start_by, first.hands[::-1], first.boneyard, first.moves, first.awards, None, first.scores
    )
    assert isinstance(round_film(EN, FivesRecord(record.game, record.rules, (broken,), ()), 1), Departure)


# ---- GIF


@pytest.mark.parametrize("key", ["horse-race", "card-race"])
def test_a_gif_shows_every_picture_for_its_time_and_begins_anew(records: dict[str, Record], key: str) -> None:
    film = made(records[key])
    data = film_gif(film)
    assert len(data) < 1_000_000
    gif = Image.open(BytesIO(data))
    assert gif.format == "GIF"
    assert gif.n_frames == len(film.pictures)  # type: ignore[attr-defined]
    assert gif.width == min(film.sheet.width, MOST_WIDTH)
    assert gif.info["loop"] == 0
    times = []
    for number in range(len(film.pictures)):
        gif.seek(number)
        times.append(gif.info["duration"] / 1000)
    assert times == [picture.seconds for picture in film.pictures]


def test_nothing_but_what_changes_differs_between_frames(records: dict[str, Record]) -> None:
    film = made(records["card-race"])
    gif = Image.open(BytesIO(film_gif(film, 300)))
    assert gif.width == 300
    frames = []
    for number in (0, 1):
        gif.seek(number)
        frames.append(gif.convert("RGB"))
    corner = (0, 0, 300, 20)
    assert frames[0].crop(corner).tobytes() == frames[1].crop(corner).tobytes()
    assert frames[0].tobytes() != frames[1].tobytes()
