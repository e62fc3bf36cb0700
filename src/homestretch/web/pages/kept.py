"""Pieces of a page that are made once: the same words and numbers give the same piece, at every table.

A busy server shows thousands of pages a second, most of which differ little from the ones before. So the pages of a
table are put together from strings. Most are made by htpy once and kept; what is new at every move is written out, with
``escape`` around whatever comes from outside (the formatter of ``Markup`` would do that too, ten times slower).
"""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from html import escape
from typing import Final, NamedTuple, ParamSpec, cast

import htpy as h
from markupsafe import Markup

MOST: Final = 4096
"""So many of each kind of piece are kept; a busy server shows a few hundred at a time."""

HOLE: Final = "\N{OBJECT REPLACEMENT CHARACTER}"
"""Stands in a shell where its content will be."""

_TILE: Final = re.compile(r"(?<![\d-])\d+-\d+(?![\d-])")

P = ParamSpec("P")


def kept(make: Callable[P, h.Renderable]) -> Callable[P, Markup]:
    """Keeps what a function of plain values has made; most of a page is as it was a move ago, and costs nothing."""

    @lru_cache(MOST)
    def made(*values: P.args, **named: P.kwargs) -> Markup:
        return drawn(make(*values, **named))

    return cast("Callable[P, Markup]", made)


class Shell(NamedTuple):
    """An element without its content."""

    before: Markup
    after: Markup

    def __call__(self, *parts: Markup | None) -> Markup:
        """The element around these parts."""
        return together(self.before, *parts, self.after)


def shell(make: Callable[P, h.Renderable]) -> Callable[P, Shell]:
    """Keeps an element that a function of plain values has made with a :data:`HOLE` in it."""

    @lru_cache(MOST)
    def made(*values: P.args, **named: P.kwargs) -> Shell:
        before, _, after = drawn(make(*values, **named)).partition(HOLE)
        return Shell(before, after)

    return cast("Callable[P, Shell]", made)


def drawn(element: h.Renderable) -> Markup:
    """An element as a string."""
    return Markup(element)  # noqa: S704 - an element, which escapes what it is given


def html(*parts: str) -> Markup:
    """Strings that are HTML already, one after another: whatever came from outside in them has been escaped."""
    return Markup("".join(parts))  # noqa: S704 - see above


def together(*parts: Markup | None) -> Markup:
    """Parts one after another."""
    return Markup("".join(filter(None, parts)))  # noqa: S704 - parts are escaped


@lru_cache(MOST)
def unbroken(text: str) -> Markup:
    """A sentence whose tiles stay whole where lines end: some browsers would break them at their hyphens.

    >>> unbroken("2-5 & 5-5")
    Markup('<span class="whole">2-5</span> &amp; <span class="whole">5-5</span>')
    """
    return html(_TILE.sub(r'<span class="whole">\g<0></span>', escape(text)))


def listed(lines: Iterable[str], *, read: str = "") -> Markup:
    """Sentences as a list; ``read`` names it for those who have it read to them."""
    start = f'<ul data-read="{escape(read)}">' if read else "<ul>"
    return html(start, *[f"<li>{unbroken(line)}</li>" for line in lines], "</ul>")


def folded(name: str, title: str, body: Markup) -> Markup:
    """A part that is opened by its title."""
    return html(f'<details id="{name}" class="words"><summary>{escape(title)}</summary>', body, "</details>")
