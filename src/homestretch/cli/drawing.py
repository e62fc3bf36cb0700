"""Printing a layout from a command that is not a session."""

from homestretch.cli.terminal.screen import coloured, speaks_unicode, terminal_width
from homestretch.fives.layout import Layout
from homestretch.i18n.speaker import Speaker
from homestretch.render.text import draw


def print_layout(speak: Speaker, layout: Layout) -> None:
    """Draw the layout, in colour where this is a terminal, and say what the marks mean."""
    from rich.console import Console

    ascii_only = not speaks_unicode()
    picture = draw(layout, terminal_width(), ascii_only=ascii_only)
    console = Console(highlight=False, emoji=False, soft_wrap=True)
    console.print(coloured(picture))
    console.print()
    console.print(speak.say("draw.legend-ascii" if ascii_only else "draw.legend"), style="dim", markup=False)
    console.print()
