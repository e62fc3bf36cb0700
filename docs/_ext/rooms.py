"""The directive ``room``: the modules of a package with their docstrings, found when the site is built.

What autodoc makes of our docstrings is put right here too: Google's sections, enumerations, and fields of tuples.
"""

import inspect
import pkgutil
import re
from enum import Enum, EnumType
from importlib import import_module
from typing import Any

from docutils import nodes
from sphinx.addnodes import desc_annotation, desc_content, desc_signature
from sphinx.application import Sphinx
from sphinx.ext.napoleon.docstring import GoogleDocstring
from sphinx.util.docutils import SphinxDirective

PACKAGE = "homestretch"
RUNS = "__main__"
"""Importing a module of this name runs the program."""

UNREADABLE = re.compile(r"(= ?)(?:<.*?>+|\w+Path\(.*?\))(?=[,)])")
"""A default such as ``<function <lambda>>``."""

LONGEST_VALUE = 60
"""Letters of a constant's value that are shown."""

MODULE = """
```{{eval-rst}}
.. automodule:: {}
   :members:
   :ignore-module-all:
```
"""


def modules(room: str) -> list[str]:
    """The public modules of a room, the room itself first; the names that ``import`` takes."""
    paths = getattr(import_module(room), "__path__", [])
    below = (found.name for found in pkgutil.walk_packages(paths, f"{room}."))
    return [room, *(name for name in below if not any(part.startswith("_") for part in name.split(".")))]


class Room(SphinxDirective):
    """Documents a room: ``{room} kit``."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The docstring of the room, then a section for each of its modules."""
        room, *others = modules(f"{PACKAGE}.{self.arguments[0]}")
        return [*self._documented(room), *map(self._section, others)]

    def _section(self, module: str) -> nodes.section:
        title = module.removeprefix(f"{PACKAGE}.")
        section = nodes.section("", nodes.title(title, title), *self._documented(module), names=[title])
        self.state.document.note_implicit_target(section, section)
        return section

    def _documented(self, module: str) -> list[nodes.Node]:
        return self.parse_text_to_nodes(MODULE.format(module))


def read_sections(app: Sphinx, *asked: Any) -> None:
    """Make fields of Google's sections. By itself Napoleon takes ``S, H: both`` in the docstring of data for a type."""
    lines: list[str] = asked[-1]
    lines[:] = GoogleDocstring(lines).lines()


def choose(app: Sphinx, what: str, name: str, thing: Any, *asked: Any) -> bool | None:
    """Show the members of an enumeration, and no field of a tuple that has nothing to say."""
    if isinstance(thing, Enum):
        return False
    if (inspect.getdoc(thing) or "").startswith("Alias for field number"):
        return True
    return None


def sign(app: Sphinx, what: str, name: str, thing: Any, *asked: Any) -> tuple[str | None, str | None]:
    """Nobody calls an enumeration; and some defaults look like nothing that could be written."""
    _, signature, returns = asked
    if isinstance(thing, EnumType):
        return "", None
    return signature and UNREADABLE.sub(r"\1...", signature), returns


def shorten(app: Sphinx, domain: str, kind: str, content: desc_content) -> None:
    """Leave out a value that is too long to be read in a line."""
    for signature in content.parent.findall(desc_signature):
        for annotation in list(signature.findall(desc_annotation)):
            if annotation.astext().startswith(" = ") and len(annotation.astext()) > LONGEST_VALUE:
                signature.remove(annotation)


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.add_directive("room", Room)
    app.connect("autodoc-process-docstring", read_sections)
    app.connect("autodoc-skip-member", choose)
    app.connect("autodoc-process-signature", sign)
    app.connect("object-description-transform", shorten)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
