"""What is to be said, before anyone knows in which language: a code and its data.

A :class:`Message` becomes a sentence at the door (``homestretch.i18n``). A :class:`Refusal` is the answer "no" of a
rule, a reader or a table. Rules and tables return it; readers and commands may carry it out with an exception that is
caught in one place.
"""

from typing import Any

from msgspec import Struct


class Message(Struct, frozen=True):
    """A code such as ``draw.can-place`` and the data that its sentence needs.

    Data may hold numbers, texts, tiles, cards, seats, moves, further messages, and tuples of these.
    """

    code: str
    data: dict[str, Any] = {}


class Refusal(Message, frozen=True):
    """Why something may not be done; its sentence also says what would be right."""


def say(code: str, **data: Any) -> Message:
    """A message with this code and data."""
    return Message(code, data)


def refuse(code: str, **data: Any) -> Refusal:
    """A refusal with this code and data."""
    return Refusal(code, data)


class Refused(Exception):
    """Carries a :class:`Refusal` out of a reader to the one place that answers for it."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal
