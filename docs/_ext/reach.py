"""What the theme leaves out: the keyboard can scroll wide code and tables, and the navigation's titles have a level."""

from typing import Any

from sphinx.application import Sphinx

AFTER_THE_THEME = 900


def reach(app: Sphinx, page: str, template: str, context: dict[str, Any], *more: object) -> None:
    """Put it into the HTML of a page."""
    body: str = context.get("body", "")
    body = body.replace("<pre>", '<pre tabindex="0">')
    context["body"] = body.replace('<div class="table-wrapper', '<div tabindex="0" class="table-wrapper')
    tree: str = context.get("furo_navigation_tree", "")
    context["furo_navigation_tree"] = tree.replace('role="heading"', 'role="heading" aria-level="2"')


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.connect("html-page-context", reach, priority=AFTER_THE_THEME)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
