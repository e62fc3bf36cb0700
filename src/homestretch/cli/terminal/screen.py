"""Where the terminal's players look and type: in colour, or in plain lines for screen readers and pipes."""

import shutil
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

import click

from homestretch.i18n.speaker import Speaker
from homestretch.render.drawing import Drawing, Style

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

BETWEEN = 3
"""Columns of the terminal between two columns of a table."""

PUSHED_AWAY = 60
"""How many empty lines push a hand out of sight where the screen may not be cleared."""

COLOURS = {
    Style.TILE: "default",
    Style.SPINNER: "bold cyan",
    Style.LAST: "bold green",
    Style.HIGHLIGHT: "bold magenta",
    Style.LINK: "dim",
    Style.COUNT: "bold yellow",
    Style.FREE: "dim",
    Style.LABEL: "bold reverse",
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

    def fresh(self) -> None:
        """Begin a new page."""
        ...

    def hide(self) -> None:
        """Put out of sight whatever was shown."""
        ...

    def line(self, text: str = "", style: str = "") -> None:
        """Show a line."""
        ...

    def drawing(self, drawing: Drawing) -> None:
        """Show a layout."""
        ...

    def table(self, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
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

    def __init__(self, speak: Speaker) -> None:
        self._speak = speak

    def fresh(self) -> None:
        """Leave an empty line."""
        click.echo()

    def hide(self) -> None:
        """Push what was shown out of sight."""
        click.echo("\n" * PUSHED_AWAY)

    def line(self, text: str = "", style: str = "") -> None:
        """Print a line."""
        click.echo(text)

    def drawing(self, drawing: Drawing) -> None:
        """Nothing: what a drawing shows is said in lines."""

    def table(self, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        """Print each row as a line that names its columns."""
        print_rows(heads, rows)

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

        self.console: Console = Console(highlight=False)
        self._session: PromptSession[str] = PromptSession()

    @property
    def width(self) -> int:
        """The terminal's columns."""
        return self.console.width

    def fresh(self) -> None:
        """Clear the page."""
        self.console.clear()

    def hide(self) -> None:
        """Clear the page and what can be scrolled back to."""
        self.console.clear()
        self.console.file.write("\x1b[3J")
        self.console.file.flush()

    def line(self, text: str = "", style: str = "") -> None:
        """Print a line in a style."""
        self.console.print(text, style=style or None, markup=False)

    def drawing(self, drawing: Drawing) -> None:
        """Print a layout in colour."""
        self.console.print(coloured(drawing))

    def table(self, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        """Print a table with light rules."""
        print_table(self.console, heads, rows)

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        """Show the prompt and read a line with completion.

        The prompt is a line of its own: letters whose width terminals judge differently stay out of the edited line.
        """
        from prompt_toolkit.completion import WordCompleter

        completer = WordCompleter(list(words), sentence=True)
        self.line(prompt)
        line = self._session.prompt("> ", completer=completer, complete_while_typing=False)
        return typed(line)


def print_rows(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print each row as a line: its first cell, then the others behind the heads of their columns."""
    for first, *rest in rows:
        cells = ", ".join(f"{head} {cell}" for head, cell in zip(heads[1:], rest, strict=True) if cell)
        click.echo(f"{first}: {cells}")


def print_table(console: "Console", heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table, or lines where it is too wide; the first column is text, the others are numbers."""
    from rich.box import SIMPLE_HEAD
    from rich.cells import cell_len
    from rich.table import Table

    cells = list(rows)
    columns = [(head, *column) for head, column in zip(heads, zip(*cells, strict=True), strict=True)]
    # heads may be broken into lines between words; words and cells never
    widths = [max(cell_len(text) for text in (*head.split(), *column)) for head, *column in columns]
    if sum(widths) + BETWEEN * len(widths) > console.width:
        print_rows(heads, cells)
        return
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for number, (head, width) in enumerate(zip(heads, widths, strict=True)):
        table.add_column(head, justify="right" if number else "left", min_width=width)
    for row in cells:
        table.add_row(*row)
    console.print(table)


def show_table(heads: Sequence[str], rows: Iterable[Sequence[str]], *, plain: bool) -> None:
    """Print a table, or in plain lines what it would hold."""
    if plain:
        print_rows(heads, rows)
        return
    from rich.console import Console

    print_table(Console(highlight=False), heads, rows)


def typed(line: str) -> str:
    """What was typed, without blanks at its ends, its letters composed as our own texts compose them."""
    return unicodedata.normalize("NFC", line).strip()


def pad(text: str, columns: int) -> str:
    """A text filled up with blanks to so many columns of the terminal, however wide its letters are."""
    from rich.cells import cell_len

    return text + " " * (columns - cell_len(text))


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


def screen_for(speak: Speaker, *, plain: bool) -> Screen:
    """Plain lines where they are wished for, or where this is no terminal; else colours."""
    if plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return PlainScreen(speak)
    return RichScreen()


def terminal_width() -> int:
    """How many columns the terminal has; 80 where that is not known."""
    return shutil.get_terminal_size().columns
