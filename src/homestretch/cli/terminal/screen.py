"""Where the terminal's players look and type: in colour, or in plain lines for screen readers and pipes."""

import shutil
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

import click

from homestretch.render.drawing import Drawing, Style

from .width import broken, table

if TYPE_CHECKING:
    from rich.text import Text

PUSHED_AWAY = 60
"""How many empty lines push a hand out of sight where the screen may not be cleared."""

FORGET = "\x1b[3J"
"""Tells a terminal to forget what could be scrolled back to."""

INDENT = 2
"""How much further in the later lines of a broken one stand."""

COLOURS = {
    Style.TILE: "default",
    Style.SPINNER: "bold cyan",
    Style.LAST: "bold green",
    Style.LINK: "dim",
    Style.COUNT: "bold yellow",
    Style.FREE: "dim",
}


class Screen(Protocol):
    """What a session needs of a screen."""

    @property
    def plain(self) -> bool:
        """Whether only lines of text may be shown, without drawings, boxes or cursor movements."""
        ...

    @property
    def width(self) -> int:
        """How many columns there are."""
        ...

    @property
    def height(self) -> int:
        """How many rows there are."""
        ...

    def fresh(self) -> None:
        """Begin a new page."""
        ...

    def hide(self) -> None:
        """Put out of sight and out of reach whatever was shown and typed."""
        ...

    def line(self, text: str = "", style: str = "") -> None:
        """Show a line."""
        ...

    def drawing(self, drawing: Drawing) -> None:
        """Show a layout."""
        ...

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Show a small table; the first column is text, the others are numbers."""
        ...

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        """Ask for a line; ``words`` are offered for completion.

        Raises:
            EOFError: There is no more input.
            KeyboardInterrupt: The person wants to leave.
        """
        ...


class PlainScreen:
    """Lines of text, one after the other."""

    plain = True
    width = 80
    height = 24

    def fresh(self) -> None:
        """Leave an empty line."""
        click.echo()

    def hide(self) -> None:
        """Push what was shown out of sight, and in a terminal out of reach."""
        click.echo("\n" * PUSHED_AWAY + (FORGET if sys.stdout.isatty() else ""))

    def line(self, text: str = "", style: str = "") -> None:
        """Print a line."""
        click.echo(text)

    def drawing(self, drawing: Drawing) -> None:
        """Nothing: what a drawing shows is said in lines."""

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Print each row as a line that names its columns."""
        for line in as_lines(heads, rows):
            click.echo(line)

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        """Print the prompt and read a line."""
        click.echo(prompt + " ", nl=False)
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        if not sys.stdin.isatty():
            click.echo()
        return typed(line)


class RichScreen:
    """Colours, a cleared page for every turn, and a prompt with completion and history."""

    plain = False

    def __init__(self) -> None:
        from prompt_toolkit import PromptSession
        from rich.console import Console

        self.console: Console = Console(highlight=False, emoji=False)
        self._session: PromptSession[str] = PromptSession()

    @property
    def width(self) -> int:
        """The terminal's columns."""
        return self.console.width

    @property
    def height(self) -> int:
        """The terminal's rows."""
        return self.console.height

    def fresh(self) -> None:
        """Clear the page."""
        self.console.clear()

    def hide(self) -> None:
        """Clear the page, what can be scrolled back to, and what was typed before."""
        from prompt_toolkit import PromptSession

        self.console.clear()
        self.console.file.write(FORGET)
        self.console.file.flush()
        self._session = PromptSession()

    def line(self, text: str = "", style: str = "") -> None:
        """Print a line in a style, broken between words where it is too long."""
        for part in broken(text, self.width, INDENT):
            self.console.print(part, style=style or None, markup=False, soft_wrap=True)

    def drawing(self, drawing: Drawing) -> None:
        """Print a layout in colour."""
        self.console.print(coloured(drawing), soft_wrap=True)

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Print a table with a light rule, or lines where it is too wide."""
        for line in table(heads, rows, self.width) or as_lines(heads, rows):
            self.line(line)

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        """Show the prompt and read a line with completion.

        The prompt is a line of its own: letters whose width terminals judge differently stay out of the edited line.
        """
        from prompt_toolkit.completion import WordCompleter

        completer = WordCompleter(list(words), sentence=True)
        self.line(prompt)
        line = self._session.prompt("> ", completer=completer, complete_while_typing=False)
        return typed(line)


def as_lines(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Each row of a table as a line: its first cell, then the others behind the heads of their columns."""
    return [
        f"{first}: " + ", ".join(f"{head} {cell}" for head, cell in zip(heads[1:], rest, strict=True) if cell)
        for first, *rest in rows
    ]


def show_table(heads: Sequence[str], rows: Sequence[Sequence[str]], *, plain: bool) -> None:
    """Print a table, or in lines what it would hold, where that is wished for or the table is too wide."""
    drawn = None if plain else table(heads, rows, terminal_width())
    for line in drawn or as_lines(heads, rows):
        tell(line)


def tell(text: str = "", *, err: bool = False) -> None:
    """Print a sentence, broken between words where somebody is looking at a terminal."""
    stream = sys.stderr if err else sys.stdout
    for line in broken(text, terminal_width(), INDENT) if stream.isatty() else [text]:
        click.echo(line, err=err)


def typed(line: str) -> str:
    """What was typed, without blanks at its ends, its letters composed as our own texts compose them."""
    return unicodedata.normalize("NFC", line).strip()


def coloured(drawing: Drawing) -> "Text":
    """A drawing with its colours."""
    from rich.text import Text

    text = Text()
    for number, line in enumerate(drawing.lines):
        if number:
            text.append("\n")
        for segment in line:
            text.append(segment.text, COLOURS.get(segment.style, "default"))
    return text


def screen_for(*, plain: bool) -> Screen:
    """Plain lines where they are wished for, or where this is no terminal that can show more; else colours."""
    if plain or not (speaks_unicode() and sys.stdin.isatty() and sys.stdout.isatty()):
        return PlainScreen()
    return RichScreen()


def speaks_unicode() -> bool:
    """Whether frames, suits and marks can be printed."""
    return (sys.stdout.encoding or "").lower().startswith("utf")


def terminal_width() -> int:
    """How many columns the terminal has; 80 where that is not known."""
    return shutil.get_terminal_size().columns
