"""The log of a sheet as JSON lines: its header, then what was added at one time, a line each."""

from collections.abc import Iterable, Sequence

import msgspec

from .entries import Item, SheetOpened
from .sheet import Sheet, evolve, open_sheet

_DECODER = msgspec.json.Decoder(tuple[SheetOpened | Item, ...])


def encode(items: Sequence[SheetOpened | Item]) -> bytes:
    """Items that were added together as a line of JSON, with its line end."""
    return msgspec.json.encode(items) + b"\n"


def decode(line: bytes) -> tuple[SheetOpened | Item, ...]:
    """The items of a line.

    Raises:
        msgspec.MsgspecError: The line is not from the log of a sheet.
    """
    items: tuple[SheetOpened | Item, ...] = _DECODER.decode(line)
    return items


def restore(lines: Iterable[bytes]) -> Sheet | None:
    """The sheet of a saved log; None where the log is not that of a sheet, such as that of a table, or is empty.

    Raises:
        ValueError: The log begins like that of a sheet and does not go on like one.
        LookupError: It puts an entry right that it does not have.
    """
    bodies = iter(lines)
    try:
        first = decode(next(bodies, b""))
    except msgspec.MsgspecError:
        return None
    if not isinstance(first[0], SheetOpened):
        return None
    sheet = open_sheet(first[0])
    for items in (first[1:], *map(decode, bodies)):
        for item in items:
            if isinstance(item, SheetOpened):
                raise ValueError("a sheet is begun once")
            sheet = evolve(sheet, item)
    return sheet
