"""Turns a message into a sentence of one language."""

import gettext
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final
from unicodedata import category

from homestretch.games import Seating
from homestretch.kit.card import Card, Suit
from homestretch.kit.message import Message, say
from homestretch.kit.tile import Tile
from homestretch.record.shape import clip

from .texts import TEXTS

LANGUAGES: Final = ("en", "ru", "hi")
DOMAIN: Final = "homestretch"
LOCALES: Final = Path(__file__).parent / "locale"

_UNPRINTABLE: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Kinds of characters that are shown as a mark: controls, formats, halves of pairs, and separators of lines."""

_QUOTED: Final = frozenset({"text", "name", "option"})
"""Keys of data that quote what somebody wrote, of which no more than a piece is repeated."""

_JOINERS: Final = "\u200c\u200d"
"""Formats that scripts and emoji need."""

NAMED: Final = frozenset({"seat", "turn", "banker", "winner"})
"""Keys of data that hold a seat's number and are spoken as the name of whoever sits there."""


_PLAIN: Final = frozenset({int, Tile})
"""What is written as it is, unless it stands for a seat."""


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation(DOMAIN, LOCALES, [language], fallback=True)


def choose_language(*wishes: str | None) -> str:
    """The first wish that is spoken here: ``ru``, ``ru_RU.UTF-8`` or ``ru:en``; English where none is.

    >>> choose_language(None, "de_DE.UTF-8", "hi_IN:en")
    'hi'
    """
    for wish in wishes:
        for name in (wish or "").split(":"):
            language = name.replace("-", "_").partition("_")[0].partition(".")[0].lower()
            if language in LANGUAGES:
                return language
    return "en"


def system_languages(environment: Mapping[str, str]) -> tuple[str | None, ...]:
    """The wishes of a system, as its environment holds them.

    >>> choose_language(*system_languages({"LANG": "ru_RU.UTF-8"})), system_languages({"LANG": "C", "LANGUAGE": "hi"})
    ('ru', (None, 'C'))
    """
    locale = next(filter(None, map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    without = locale.partition(".")[0] in ("C", "POSIX")
    return None if without else environment.get("LANGUAGE"), locale


def printable(text: str) -> str:
    r"""A text from outside without whatever could break a line, hide or turn letters, or command a terminal.

    >>> printable("a\nRecord 2: holds.\x1b[2J")
    'a�Record 2: holds.�[2J'
    """
    if text.isprintable():
        return text
    return "".join("�" if category(letter) in _UNPRINTABLE and letter not in _JOINERS else letter for letter in text)


class Speaker:
    """Speaks one language and knows the names of those at the table.

    Where a seat has no name it is called by its number, as in records.
    """

    def __init__(self, language: str = "en", names: Sequence[str] = ()) -> None:
        self.language = language
        self.names = tuple(printable(name) for name in names)
        self._texts = _catalogue(language)

    def say(self, code: str, **data: Any) -> str:
        """The sentence of a code with its data."""
        return self(say(code, **data))

    def __call__(self, message: Message) -> str:
        """The sentence of a message.

        Raises:
            KeyError: The code has no text, or its text asks for data that is not there.
        """
        text = TEXTS[message.code]
        if isinstance(text, str):
            template = self._texts.pgettext(message.code, text)
        else:
            template = self._texts.npgettext(message.code, *text, abs(message.data["n"]))
        return template.format_map(self._spoken(message.data))

    def _spoken(self, data: Mapping[str, Any]) -> dict[str, str]:
        return {key: self.value(value, key) for key, value in data.items()}

    def value(self, value: Any, key: str = "") -> str:
        """A piece of data as people of this language write it; ``key`` tells what a number or a word stands for."""
        if type(value) in _PLAIN and key not in NAMED:
            return str(value).replace("-", "−") if key == "n" else str(value)
        match value:
            case Message():
                return self(value)
            case tuple() if type(value) is tuple:
                mark = "; " if value and isinstance(value[0], Seating) else ", "
                return mark.join(self.value(item, key) for item in value) or self.say("none")
            case int() if key in NAMED:
                return self.seat(value)
            case str() if key in ("game", "known") and f"game.{value}" in TEXTS:
                return value if key == "known" else self.say(f"game.{value}")
            case Suit():
                return self.say(f"suit.{value}")
            case Card():
                return value.pretty
            case Seating():
                return self.say("seating.pairs" if value.pairs else "seating", n=value.players)
            case float():
                return self.number(value)
            case str() if key in _QUOTED:
                return clip(printable(value))
            case _:
                return printable(str(value))

    def seat(self, seat: int) -> str:
        """The name of whoever sits there."""
        return self.names[seat] if seat < len(self.names) else self.say("seat", n=seat)

    def number(self, value: float, digits: int = 2) -> str:
        """A number with the decimal sign of the language."""
        from babel.numbers import format_decimal

        return format_decimal(round(value, digits) + 0.0, locale=self.language)

    def percent(self, share: float, digits: int = 1) -> str:
        """A share from 0 to 1 in per cent, as the language writes it."""
        from babel.numbers import format_percent

        pattern = "#,##0." + "0" * digits + "%"
        if self.language == "ru":
            pattern = pattern.replace("%", "\u00a0%")
        return format_percent(round(share, digits + 2) + 0.0, pattern, locale=self.language)
