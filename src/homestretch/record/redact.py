"""The one gate for secrets: nothing else may hand an event or a state to a viewer, a bot, a log line or an error.

The law, tested for every game, viewer and event: folding redacted events gives the redacted state.
"""

from typing import Any

from homestretch.kit.rules import Rules
from homestretch.kit.seat import Viewer

from .log import TookBack


def redact(rules: Rules[Any, Any, Any], event: Any, viewer: Viewer) -> Any:
    """The event as the viewer may see it.

    Raises:
        TypeError: The event is of a type that the game does not know, so nothing is known to be safe in it.
    """
    return event if isinstance(event, TookBack) else rules.redact(event, viewer)


def view(rules: Rules[Any, Any, Any], state: Any, viewer: Viewer) -> Any:
    """The state as the viewer may see it."""
    return rules.view(state, viewer)
