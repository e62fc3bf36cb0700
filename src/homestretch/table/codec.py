"""The log of a table as JSON lines, for saving it and going on later.

A line holds all events of one decision, so a crash leaves a decision whole or out. These lines hold every secret of the
match and are for the house alone; viewers get what passed the gate.
"""

from collections.abc import Iterable, Sequence

import msgspec

from homestretch.kit.message import Refusal, refuse

from .events import Event, Opened
from .table import Table, evolve, open_table

_DECODER = msgspec.json.Decoder(tuple[Event, ...])


def encode(events: Sequence[Event]) -> bytes:
    """The events of one decision as a line of JSON, with its line end."""
    return msgspec.json.encode(events) + b"\n"


def decode(line: bytes) -> tuple[Event, ...]:
    """The events of a line.

    Raises:
        msgspec.MsgspecError: The line holds no events.
    """
    events: tuple[Event, ...] = _DECODER.decode(line)
    return events


def restore(lines: Iterable[bytes]) -> Table | Refusal:
    """The table after a saved log. A last line that was cut off by a crash is left out; anything else is refused."""
    events: list[Event] = []
    for line in lines:
        if not line.endswith(b"\n"):
            break
        try:
            events.extend(decode(line))
        except (msgspec.MsgspecError, ValueError, RecursionError):
            return refuse("saved.unreadable")
    if not events:
        return refuse("saved.empty")
    try:
        return fold(events)
    except (ValueError, TypeError, LookupError, StopIteration):
        return refuse("saved.unreadable")


def fold(events: Sequence[Event]) -> Table:
    """The table after these events.

    Raises:
        ValueError: The log does not begin with the opening of its table.
    """
    first = events[0]
    if not isinstance(first, Opened):
        raise ValueError("a log begins with the opening of its table")
    table = open_table(first)
    for event in events[1:]:
        table = evolve(table, event)
    return table
