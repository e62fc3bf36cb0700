"""The directive ``commands``: what every command says about itself, asked when the site is built."""

import click
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from homestretch.cli.main import COMMANDS, build
from homestretch.i18n.speaker import Speaker

WIDTH = 92
"""Columns of a help text."""


class Commands(SphinxDirective):
    """A section for each command, with its ``--help``."""

    def run(self) -> list[nodes.Node]:
        """The sections, in the order of ``homestretch --help``."""
        return [self._section(name) for name in COMMANDS]

    def _section(self, name: str) -> nodes.section:
        title, text = f"homestretch {name}", help_of(name)
        section = nodes.section("", nodes.title(title, title), nodes.literal_block(text, text, language="text"))
        section["names"] = [title]
        self.state.document.note_implicit_target(section, section)
        return section


def help_of(name: str) -> str:
    """What ``homestretch NAME --help`` prints."""
    group = build(Speaker("en"))
    above = click.Context(group, info_name="homestretch", terminal_width=WIDTH, max_content_width=WIDTH)
    command = group.get_command(above, name)
    if command is None:
        raise ValueError(f"there is no command {name}")
    return command.get_help(click.Context(command, parent=above, info_name=name))


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.add_directive("commands", Commands)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
