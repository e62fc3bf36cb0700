"""What the commands share that write pictures: their options, and where the result goes."""

import sys
from pathlib import Path
from typing import Any, Final

import click
from msgspec import Struct

from homestretch.cli.common import NOT_UNDERSTOOD, Answer
from homestretch.i18n.speaker import Speaker
from homestretch.kit.message import refuse
from homestretch.render import Shape
from homestretch.render.palette import Theme
from homestretch.render.picture import widened

STANDARD_OUTPUT: Final = "-"
SVG: Final = "svg"
LEAST_WIDTH: Final = 100
MOST_WIDTH: Final = 2400


class Paper(Struct, frozen=True):
    """Where a picture goes, in which form, and how it looks; without a ``width`` it is as wide as it is drawn."""

    output: str
    form: str
    theme: Theme
    shape: Shape
    width: int | None

    def write(self, data: bytes) -> None:
        """Write a picture to its file, or to standard output."""
        if self.output == STANDARD_OUTPUT:
            sys.stdout.buffer.write(data)
        else:
            Path(self.output).write_bytes(data)

    def write_svg(self, svg: str) -> None:
        """Write a picture that is an SVG file."""
        self.write((svg if self.width is None else widened(svg, self.width)).encode())


class Wish(click.Option):
    """An option whose value is one of a few words; ``code`` is the refusal of any other."""

    def __init__(self, name: str, words: tuple[str, ...], code: str, speak: Speaker) -> None:
        help_text = speak.say(f"help.{name}")
        super().__init__([f"--{name}"], metavar="|".join(words), default=words[0], show_default=True, help=help_text)
        self.words = words
        self.code = code

    def type_cast_value(self, ctx: click.Context, value: Any) -> Any:
        """The word."""
        if value not in self.words:
            raise Answer(refuse(self.code, text=str(value)), NOT_UNDERSTOOD)
        return value


def paper_options(speak: Speaker, forms: tuple[str, ...]) -> list[click.Parameter]:
    """``--output``, ``--theme``, ``--shape`` and ``--width``."""
    return [
        click.Option(["-o", "--output"], metavar="FILE", help=speak.say("help.output", forms=_endings(forms))),
        Wish("theme", ("light", "dark"), "draw.theme", speak),
        Wish("shape", tuple(map(str, Shape)), "draw.shape", speak),
        click.Option(["--width"], type=int, metavar="PIXELS", help=speak.say("help.width")),
    ]


def paper_of(forms: tuple[str, ...], *, output: str | None, theme: Theme, shape: str, width: int | None) -> Paper:
    """What these options ask for, or the end of the command where they cannot be. A file's ending tells its form."""
    if width is not None and not LEAST_WIDTH <= width <= MOST_WIDTH:
        raise Answer(refuse("draw.width", width=width, least=LEAST_WIDTH, most=MOST_WIDTH), NOT_UNDERSTOOD)
    if output is None or output == STANDARD_OUTPUT:
        return Paper(STANDARD_OUTPUT, SVG, theme, Shape(shape), width)
    form = Path(output).suffix.lower().removeprefix(".")
    if form not in forms:
        raise Answer(refuse("draw.form", name=output, forms=_endings(forms)), NOT_UNDERSTOOD)
    return Paper(output, form, theme, Shape(shape), width)


def _endings(forms: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f".{form}" for form in forms)
