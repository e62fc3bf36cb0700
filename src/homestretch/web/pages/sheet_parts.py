"""Pieces that several pages of a score sheet share."""

from typing import Final

import htpy as h

from homestretch.i18n.speaker import Speaker
from homestretch.kit.message import Message, say
from homestretch.race.ruleset import RaceRuleset
from homestretch.sheet.entries import Entry
from homestretch.sheet.sheet import Sheet
from homestretch.sheet.words import in_short
from homestretch.web.sheetforms import new_key
from homestretch.web.sheetrooms import SheetRoom
from homestretch.web.visit import Visit

from .names import side_names

MOST_NUMBER: Final = "9"
"""How many letters a field for a number takes."""


class SheetView:
    """What a page of a sheet is made from: the sheet, who looks at it, and the voice that speaks to them.

    ``keeps`` shows what a keeper can do; ``may_keep`` says that the visitor is one, who may read as others do.
    """

    def __init__(
        self, room: SheetRoom, visit: Visit, *, keeps: bool, number: str = "", notice: Message | None = None
    ) -> None:
        self.room = room
        self.sheet: Sheet = room.sheet
        self.language = visit.language
        self.prefix = visit.prefix
        self.keeps = keeps
        self.may_keep = visit.guest.id in room.sheet.keepers
        self.number = number
        self.notice = notice
        self.speak = Speaker(visit.language, room.sheet.header.names)
        self.key = new_key()

    def say(self, code: str, **data: object) -> str:
        """A sentence in the reader's language."""
        return self.speak.say(code, **data)

    def short(self, entry: Entry) -> str:
        """An entry by itself."""
        return self.speak(in_short(self.sheet.rules, entry))

    def standing(self, scores: tuple[int, ...]) -> str:
        """Who has how many points or tokens."""
        pairs = zip(self.columns, scores, strict=True)
        return self.speak.value(tuple(say("sheet.score-of", side=name, points=score) for name, score in pairs))

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of those who score: sides, or people with tokens."""
        rules = self.sheet.rules
        return self.speak.names if isinstance(rules, RaceRuleset) else side_names(self.speak, rules)

    def url(self, path: str = "") -> str:
        """An address below this sheet's."""
        return f"{self.prefix}/score/{self.room.id}{path}"

    def form(self, path: str, *children: h.Node, kind: str = "", label: str = "", back: bool = False) -> h.Element:
        """A form that writes on the sheet.

        Where scripts run it is kept until the server has taken it; ``label`` says then what it enters. ``back`` leads
        to the sheet afterwards.
        """
        action = self.url(path)
        return h.form(
            kind,
            method="post",
            action=action,
            data_tap=True,
            data_label=label or None,
            data_back=self.url() if back else None,
        )[h.input(type="hidden", name="key", value=self.key), children]

    def told(self) -> h.Node:
        """What has just been refused."""
        return self.notice is not None and h.p(".notice", role="alert")[self.speak(self.notice)]

    def back(self) -> h.Element:
        """The way back to the sheet."""
        return h.p(".back")[h.a("#back", href=self.url())[self.say("sheet.back")]]


def hidden(name: str, value: object) -> h.VoidElement:
    """A field that nobody fills in."""
    return h.input(type="hidden", name=name, value=str(value))


def number_field(
    name: str, label: str, value: str = "", *, most: int | None = None, least: int = 0, blank: str = ""
) -> h.Element:
    """A field for a number; ``blank`` says what it means where nothing is written."""
    return h.label[
        h.span[label],
        h.input(
            id=f"field-{name}",
            name=name,
            type="number",
            inputmode="numeric",
            min=str(least),
            max=None if most is None else str(most),
            value=value,
            placeholder=blank or None,
        ),
    ]


def choice(name: str, label: str, options: dict[str, str], chosen: str, *, bare: bool = False) -> h.Element:
    """A field with a few options; ``bare`` shows no label, where a table's head says what it is."""
    field = h.select(id=f"field-{name}", name=name, aria_label=label if bare else None)[
        (h.option(value=value, selected=value == chosen)[text] for value, text in options.items())
    ]
    return field if bare else h.label[h.span[label], field]
