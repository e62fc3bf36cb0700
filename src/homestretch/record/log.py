"""The event log: numbered from 0, only ever appended to; taking back is an event too."""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from homestretch.fives.events import Dealt, Drew, Passed, Played, Stopped
from homestretch.kit.chance import Committed, Contributed, Lotted, Revealed
from homestretch.race.events import Announced, Laid, Locked, Turned

Event = Any
"""An event of any game, or :class:`TookBack`."""


class TookBack(Struct, frozen=True, tag=True):
    """All events numbered ``to`` and above, up to this one, are no longer in force."""

    to: int


_BARRIERS = (Committed, Contributed, Lotted, Revealed, Dealt, Drew, Laid, Locked, Turned)

Step = Played | Passed | Stopped | Announced
"""A move that can be taken back, with all that follows from it."""


def is_barrier(event: Event) -> bool:
    """Whether nothing before this event can be taken back: it showed or changed what chance had hidden."""
    return isinstance(event, _BARRIERS)


def in_force(events: Sequence[Event]) -> tuple[Event, ...]:
    """The events that still stand, in their order.

    >>> in_force(["a", "b", "c", TookBack(1), "d"])
    ('a', 'd')
    """
    return tuple(events[number] for number in standing(events))


def standing(events: Iterable[Event]) -> tuple[int, ...]:
    """The numbers of the events that still stand; takebacks have done their work and are not among them."""
    numbers: list[int] = []
    for number, event in enumerate(events):
        if isinstance(event, TookBack):
            numbers = [each for each in numbers if each < event.to]
        else:
            numbers.append(number)
    return tuple(numbers)
