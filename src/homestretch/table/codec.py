"""The log of a table as JSON lines, for saving it and going on later.

These lines hold every secret of the match and are for the house alone; viewers get what passed the gate.
"""

from collections.abc import Iterable

import msgspec

from homestretch.kit.message import Refusal, refuse

from .events import Event, Opened
from .table import Table, evolve, open_table

_DECODER = msgspec.json.Decoder(Event)


def encode(event: Event) -> bytes:
    """One event as a line of JSON, without a line end."""
    return msgspec.json.encode(event)


def decode(line: bytes) -> Event:
    """The event of a line.

    Raises:
        msgspec.MsgspecError: The line is no event.
    """
    event: Event = _DECODER.decode(line)
    return event


def restore(lines: Iterable[bytes]) -> Table | Refusal:
    """The table after a saved log. A last line that was cut off by a crash is left out; anything else is refused."""
    table: Table | None = None
    for line in lines:
        if not line.endswith(b"\n"):
            break
        try:
            event = decode(line)
            table = open_table(event) if table is None and isinstance(event, Opened) else evolve(_opened(table), event)
        except (msgspec.MsgspecError, ValueError, TypeError, LookupError, StopIteration):
            return refuse("saved.unreadable")
    return refuse("saved.empty") if table is None else table


def _opened(table: Table | None) -> Table:
    if table is None:
        raise ValueError("a log begins with the opening of its table")
    return table
