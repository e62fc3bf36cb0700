"""Reading plain data whose shape cannot be trusted: every step names where it is, so a refusal can say so."""

from collections.abc import Iterator
from typing import Any

from homestretch.kit.message import Message, Refused, refuse, say

MOST_TEXT = 80
"""Refusals quote no more of a wrong text than this."""


def clip(text: str) -> str:
    """A text short enough to be quoted."""
    return text if len(text) <= MOST_TEXT else text[:MOST_TEXT] + "…"


class Shape:
    """A value that was read from outside, and where it stood (``rounds[2].moves[5]``, counted from 1).

    Every method raises :exc:`~homestretch.kit.message.Refused` where the value is not what it should be.

    >>> Shape({"players": 2}).key("players").whole()
    2
    """

    def __init__(self, value: Any, where: str = "") -> None:
        self.value = value
        self.where = where

    def _where(self) -> str | Message:
        return self.where or say("type.root")

    def _wrong(self, expected: str) -> Refused:
        return Refused(refuse("record.type", where=self._where(), expected=say(f"type.{expected}")))

    def fields(self) -> dict[str, Any]:
        """An object's keys and values."""
        if not isinstance(self.value, dict):
            raise self._wrong("object")
        return self.value

    def maybe(self, key: str) -> "Shape | None":
        """The value under a key that may be absent or null."""
        value = self.fields().get(key)
        return None if value is None else Shape(value, f"{self.where}.{key}" if self.where else key)

    def key(self, key: str) -> "Shape":
        """The value under a key that must be there."""
        fields = self.fields()
        if key not in fields:
            raise Refused(refuse("record.missing", where=self._where(), key=key))
        return Shape(fields[key], f"{self.where}.{key}" if self.where else key)

    def items(self) -> Iterator["Shape"]:
        """A list's items."""
        if not isinstance(self.value, list):
            raise self._wrong("list")
        return (Shape(item, f"{self.where}[{at}]") for at, item in enumerate(self.value, 1))

    def pair(self) -> tuple["Shape", "Shape"]:
        """The two items of a list of two."""
        items = tuple(self.items())
        if len(items) != 2:
            raise self._wrong("pair")
        return items[0], items[1]

    def whole(self) -> int:
        """A whole number."""
        if type(self.value) is not int:
            raise self._wrong("whole")
        return self.value

    def wholes(self) -> tuple[int, ...]:
        """A list of whole numbers."""
        return tuple(item.whole() for item in self.items())

    def flag(self) -> bool:
        """True or false."""
        if not isinstance(self.value, bool):
            raise self._wrong("flag")
        return self.value

    def text(self) -> str:
        """A text."""
        if not isinstance(self.value, str):
            raise self._wrong("text")
        return self.value

    def data(self) -> bytes:
        """Bytes written as hexadecimal digits."""
        try:
            return bytes.fromhex(self.text())
        except ValueError:
            raise self._wrong("hex") from None
