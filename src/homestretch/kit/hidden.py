"""What a viewer may not know.

A hand, a boneyard, a deck, a stake or a seed may be :data:`HIDDEN` in a state or an event. The same ``evolve``
then folds a full log and a redacted one alike.
"""

from enum import Enum
from typing import Final, TypeVar

T = TypeVar("T")


class Hidden(Enum):
    """The type of :data:`HIDDEN`."""

    HIDDEN = "hidden"

    def __repr__(self) -> str:
        return "HIDDEN"


HIDDEN: Final = Hidden.HIDDEN
"""Stands where the viewer may not look."""


def known(values: tuple[T | Hidden, ...]) -> tuple[T, ...]:
    """Those of the values that the viewer can see."""
    return tuple(value for value in values if not isinstance(value, Hidden))


def take(values: tuple[T | Hidden, ...], value: T | Hidden) -> tuple[T | Hidden, ...]:
    """The values without one ``value``; where it is not among them, without one hidden one.

    Raises:
        ValueError: Neither the value nor a hidden one is there.

    >>> take((1, 2, 3), 2), take((HIDDEN, HIDDEN), 2)
    ((1, 3), (HIDDEN,))
    """
    at = values.index(value if value in values else HIDDEN)
    return values[:at] + values[at + 1 :]
