"""The Russian and Hindi catalogues: complete, with the same places to fill in, and compiled as they stand."""

import io
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo

from homestretch.i18n.catalogues import path, read, template
from homestretch.i18n.speaker import LANGUAGES, Speaker

TRANSLATED = LANGUAGES[1:]


def key(message: Message) -> tuple[object, object]:
    return message.context, message.id


def forms(value: object) -> tuple[str, ...]:
    return tuple(value) if isinstance(value, tuple | list) else (str(value),)


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def entries(catalogue: Catalog) -> list[Message]:
    return [message for message in catalogue if message.id]


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_text_lacks_a_translation(language: str) -> None:
    known = {key(message): message for message in entries(read(language))}
    for message in entries(template()):
        translation = known.get(key(message))
        assert translation is not None, f"run python -m homestretch.i18n.catalogues: {key(message)} is new"
        assert not translation.fuzzy, key(message)
        assert all(form.strip() for form in forms(translation.string)), f"untranslated: {key(message)}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_holds_nothing_that_is_gone(language: str) -> None:
    wanted = {key(message) for message in entries(template())}
    assert [key(message) for message in entries(read(language)) if key(message) not in wanted] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_form_fills_in_the_same_data(language: str) -> None:
    for message in entries(read(language)):
        wanted = set().union(*(places(form) for form in forms(message.id)))
        for form in forms(message.string):
            assert places(form) == wanted, (message.context, form)


@pytest.mark.parametrize(("language", "plurals"), [("ru", 3), ("hi", 2)])
def test_plurals_have_all_the_forms_of_the_language(language: str, plurals: int) -> None:
    catalogue = read(language)
    assert catalogue.num_plurals == plurals
    for message in entries(catalogue):
        if isinstance(message.id, tuple | list):
            assert len(forms(message.string)) == plurals


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_compiled_catalogue_is_the_written_one(language: str) -> None:
    compiled = io.BytesIO()
    write_mo(compiled, read(language))
    assert path(language).with_suffix(".mo").read_bytes() == compiled.getvalue(), "run make test, which compiles them"


@pytest.mark.parametrize(
    ("count", "text"),
    [(1, "1 очко"), (2, "2 очка"), (5, "5 очков"), (21, "21 очко"), (-11, "−11 очков"), (0, "0 очков")],
)
def test_russian_counts_in_three_forms(count: int, text: str) -> None:
    assert Speaker("ru").say("count.points", n=count) == text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_two_games_called_horse_race_are_told_apart(language: str) -> None:
    speak = Speaker(language)
    names = {speak.say(f"game.{key}") for key in ("horse-race", "seven-rocks", "card-race")}
    assert len(names) == 3
