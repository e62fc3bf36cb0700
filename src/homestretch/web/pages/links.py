"""Addresses that pages of several rooms lead to."""

from urllib.parse import quote_plus

from homestretch.fives.layout import Layout
from homestretch.record.placements import of, write


def explain_path(game: str, text: str, what: str = "") -> str:
    """Where the explain board shows these placements; ``what`` names something else than its page.

    >>> explain_path("horse-race", "1-4 1-1@1-4"), explain_path("seven-rocks", "5-5", ".png")
    ('/explain/horse-race?moves=1-4+1-1@1-4', '/explain/seven-rocks.png?moves=5-5')
    """
    return f"/explain/{game}{what}" + (f"?moves={quote_plus(text, safe='@')}" if text else "")


def explain_layout(game: str, layout: Layout) -> str:
    """Where the explain board shows a layout."""
    return explain_path(game, write(of(layout)))


def rules_path(game: str, clause: str = "") -> str:
    """Where the rules of a game stand, or one clause of them.

    >>> rules_path("horse-race", "D12")
    '/rules/horse-race#D12'
    """
    return f"/rules/{game}" + (f"#{clause}" if clause else "")
