"""A sheet at one moment: what was entered, what stands, and line by line what it amounts to.

The log only grows. A correction is an item like any other, and the lines are worked out anew from the entries as they
stand: a corrected sheet is the one that had been right from the start.
"""

from functools import cached_property
from typing import Any, Final, NamedTuple, assert_never

from msgspec import Struct
from msgspec.structs import replace

from homestretch.fives.events import Event as FivesEvent
from homestretch.fives.ruleset import Ruleset
from homestretch.fives.state import State as FivesState
from homestretch.games import AnyRuleset, find, ruleset_from_plain
from homestretch.kit.message import Refusal, refuse
from homestretch.race.events import Event as RaceEvent
from homestretch.race.state import State as RaceState
from homestretch.race.state import new as new_meeting

from . import dominoes, race
from .entries import Corrected, Entered, Entry, Finished, Item, Joined, Opening, Redone, RoundEnd, SheetOpened, Undone

AnyState = FivesState | RaceState
AnyEvent = FivesEvent | RaceEvent
Outcome = tuple[tuple[AnyEvent, ...], AnyState] | Refusal

MOST_ITEMS: Final = 1000
"""A limit of this software: no family's match comes near it."""

MOST_KEEPERS: Final = 20


class Kept(Struct, frozen=True):
    """An entry as it stands: ``earlier`` is what it was before it was corrected, ``struck`` whether it was undone."""

    number: int
    entry: Entry
    struck: bool = False
    earlier: tuple[Entry, ...] = ()


class Line(NamedTuple):
    """What an entry amounts to: its events and the state before and after them, or why it does not count.

    ``round`` is the round, or the race, to which the entry belongs; both states are the same where it does not count.
    """

    kept: Kept
    round: int
    events: tuple[AnyEvent, ...]
    before: AnyState
    after: AnyState
    refusal: Refusal | None = None

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores, or the balances, after it."""
        return scores_of(self.after)


class Sheet(Struct, frozen=True, dict=True):
    """The header, its rules, the log, and the entries as they stand."""

    header: SheetOpened
    rules: AnyRuleset
    log: tuple[Item, ...] = ()
    entries: tuple[Kept, ...] = ()

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """A line for each entry, struck ones too, in the order in which they were entered."""
        state = self.start
        lines: list[Line] = []
        for kept in self.entries:
            answer: Outcome = ((), state) if kept.struck else enter(state, kept.entry)
            if isinstance(answer, Refusal):
                lines.append(Line(kept, round_of(state), (), state, state, answer))
                continue
            events, after = answer
            number = round_of(after if isinstance(kept.entry, Opening) else state)
            lines.append(Line(kept, number, events, state, after))
            state = after
        return tuple(lines)

    @property
    def start(self) -> AnyState:
        """The state before the first entry."""
        if isinstance(self.rules, Ruleset):
            return dominoes.begin(self.rules)
        return new_meeting(self.rules)

    @property
    def state(self) -> Any:
        """The state after the last entry, of which kind the game of the sheet tells."""
        return self.lines[-1].after if self.lines else self.start

    @property
    def winners(self) -> tuple[int, ...]:
        """The sides that have won; none while the game goes on."""
        winners: tuple[int, ...] = self.state.winners
        return winners

    @property
    def last(self) -> Kept | None:
        """The last entry that has not been struck."""
        return next((kept for kept in reversed(self.entries) if not kept.struck), None)

    @cached_property
    def keepers(self) -> tuple[str, ...]:
        """The guests who may write on the sheet."""
        return (self.header.keeper, *(item.guest for item in self.log if isinstance(item, Joined)))

    def entry(self, number: int) -> Kept | None:
        """The entry of this number."""
        return self.entries[number - 1] if 0 < number <= len(self.entries) else None

    def entered(self, key: str) -> Entry | None:
        """What was entered under this key."""
        return next((item.entry for item in self.log if isinstance(item, Entered) and item.key == key), None)

    def has(self, item: Item) -> bool:
        """Whether this very item has been delivered already."""
        return item in self.log


def enter(state: AnyState, entry: Entry) -> Outcome:
    """The events of an entry and the state after them, or the refusal that says why it does not count."""
    return race.enter(state, entry) if isinstance(state, RaceState) else dominoes.enter(state, entry)


def round_of(state: AnyState) -> int:
    """The number of the round, or of the race, that this state is in."""
    return state.race if isinstance(state, RaceState) else state.round


def scores_of(state: AnyState) -> tuple[int, ...]:
    """The scores of the sides, or the balances of the seats."""
    return state.balances if isinstance(state, RaceState) else state.scores


def open_sheet(header: SheetOpened) -> Sheet:
    """The sheet that this header begins.

    Raises:
        ValueError: The game is unknown, its ruleset makes no game, or the names are not those of its seats.
    """
    game = find(header.game)
    if isinstance(game, Refusal):
        raise ValueError(game.code)
    rules = ruleset_from_plain(game, header.ruleset)
    if isinstance(rules, Refusal):
        raise ValueError(rules.code)
    if len(header.names) != rules.players:
        raise ValueError("a sheet names everyone who plays")
    return Sheet(header, rules)


def evolve(sheet: Sheet, item: Item) -> Sheet:
    """The sheet with one more item in its log.

    Raises:
        LookupError: It puts an entry right that does not exist.
    """
    entries = sheet.entries
    match item:
        case Entered():
            entries = (*entries, Kept(len(entries) + 1, item.entry))
        case Undone() | Redone() | Corrected():
            at = item.number - 1
            entries = (*entries[:at], _put_right(entries[at], item), *entries[at + 1 :])
    return Sheet(sheet.header, sheet.rules, (*sheet.log, item), entries)


def _put_right(kept: Kept, item: Undone | Redone | Corrected) -> Kept:
    if isinstance(item, Corrected):
        return replace(kept, entry=item.entry, earlier=(*kept.earlier, kept.entry))
    return replace(kept, struck=isinstance(item, Undone))


def decide(sheet: Sheet, item: Item) -> Refusal | None:
    """Why this item may not be added to the log, where it may not.

    An entry is refused where it would not count. A correction is taken although later entries no longer count then:
    they stay on the sheet and say so, and count again when the correction is put right.
    """
    if len(sheet.log) >= MOST_ITEMS:
        return refuse("sheet.full", most=MOST_ITEMS)
    match item:
        case Joined():
            return refuse("sheet.keepers", most=MOST_KEEPERS) if len(sheet.keepers) >= MOST_KEEPERS else None
        case Entered():
            return _late(sheet, item.entry) or _uncounted(sheet, item, len(sheet.entries) + 1)
        case Undone():
            return _misput(sheet, item)
        case Redone() | Corrected():
            return _misput(sheet, item) or _uncounted(sheet, item, item.number)
    assert_never(item)


def _late(sheet: Sheet, entry: Entry) -> Refusal | None:
    """Why an end was entered for another round than the one that is being played, where it was."""
    now = round_of(sheet.state)
    match entry:
        case RoundEnd() | Finished() if entry.round != now:
            return refuse("sheet.round-other", round=entry.round, now=now)
    return None


def _misput(sheet: Sheet, item: Undone | Redone | Corrected) -> Refusal | None:
    kept = sheet.entry(item.number)
    if kept is None:
        return refuse("sheet.no-entry", number=item.number, entries=len(sheet.entries))
    if isinstance(item, Redone):
        return None if kept.struck else refuse("sheet.not-struck", number=item.number)
    if kept.struck:
        return refuse("sheet.struck-already", number=item.number)
    other = isinstance(item, Corrected) and _what(item.entry) != _what(kept.entry)
    return refuse("sheet.other-kind") if other else None


def _what(entry: Entry) -> tuple[type[Entry], int | None]:
    """What no correction changes in an entry: its kind, and the round or race that it ends."""
    return type(entry), entry.round if isinstance(entry, RoundEnd | Finished) else None


def _uncounted(sheet: Sheet, item: Item, number: int) -> Refusal | None:
    """Why the entry of this number would not count once the item is taken."""
    return evolve(sheet, item).lines[number - 1].refusal
