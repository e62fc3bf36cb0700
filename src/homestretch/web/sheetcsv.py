"""A score sheet as a table for spreadsheets."""

import csv
import re
from collections.abc import Iterator
from io import StringIO
from typing import Final

from homestretch.race.state import State as RaceState
from homestretch.sheet.sheet import Line
from homestretch.sheet.words import in_full

from .pages.sheet_parts import SheetView

MARK: Final = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""Tells spreadsheets that the file is UTF-8."""

# Where lists are parted by semicolons, spreadsheets part a text there, whatever the file says.
_FORMULA: Final = re.compile(r"(?:^|[;\t])\s*(?=[=+\-@＝＋－＠])")


def as_csv(view: SheetView) -> bytes:
    """Every entry, also those that were undone, with the scores after it."""
    race = isinstance(view.sheet.state, RaceState)
    out = StringIO()
    out.write(MARK)
    table = csv.writer(out, lineterminator="\r\n")
    table.writerow(
        [
            view.say("sheet.number"),
            view.say("sheet.race" if race else "sheet.round"),
            view.say("sheet.entry"),
            *map(harmless, view.columns),
            view.say("sheet.remark"),
        ]
    )
    for line in view.sheet.lines:
        text = view.short(line.kept.entry)
        remark = " ".join(_remarks(view, line))
        table.writerow([line.kept.number, max(1, line.round), harmless(text), *line.scores, harmless(remark)])
    return out.getvalue().encode()


def _remarks(view: SheetView, line: Line) -> Iterator[str]:
    """What an entry brought about, and what became of it."""
    if line.kept.struck:
        yield f"({view.say('sheet.struck')})"
    if line.refusal is not None:
        yield f"({view.say('sheet.not-counted')}: {view.speak(line.refusal)})"
    for earlier in line.kept.earlier:
        yield f"({view.say('sheet.was', entry=view.short(earlier))})"
    yield from (view.speak(message) for message in in_full(line))


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula.

    >>> harmless("=1+1"), harmless("Ann; =1+1"), harmless("Ann")
    ("'=1+1", "Ann; '=1+1", 'Ann')
    """
    return _FORMULA.sub(r"\g<0>'", text)
