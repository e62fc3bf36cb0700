"""What several commands share: answering with a refusal, their common options, and printing JSON."""

from typing import Any, TypeVar

import click
import msgspec

from homestretch.games import Game, find
from homestretch.i18n.speaker import Speaker
from homestretch.kit.message import Refusal

T = TypeVar("T")

NO = 1
NOT_UNDERSTOOD = 2


class Answer(Exception):
    """Carries a refusal and its exit code out of a command."""

    def __init__(self, refusal: Refusal, code: int) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal
        self.code = code


def expect(value: T | Refusal, code: int = NOT_UNDERSTOOD) -> T:
    """The value, or the end of the command with this exit code where it was refused."""
    if isinstance(value, Refusal):
        raise Answer(value, code)
    return value


def game(key: str) -> Game:
    """The game of this key, or the end of the command."""
    return expect(find(key))


def lang_option(speak: Speaker) -> click.Option:
    """``--lang``, which :func:`homestretch.cli.main.main` has read already."""
    return click.Option(["--lang"], metavar="en|ru|hi", help=speak.say("help.lang"), expose_value=False)


def json_option(speak: Speaker) -> click.Option:
    """``--json``."""
    return click.Option(["--json", "as_json"], is_flag=True, help=speak.say("help.json"))


def plain_option(speak: Speaker) -> click.Option:
    """``--plain``."""
    return click.Option(["--plain"], is_flag=True, help=speak.say("help.plain"))


def print_json(value: Any) -> None:
    """Print a value as one line of JSON."""
    click.echo(msgspec.json.encode(value).decode())
