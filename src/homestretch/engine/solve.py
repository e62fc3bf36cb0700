"""Exact values of positions of two sides in which every tile is known.

A value is what the side on turn gains from here to the end of the round more than the other side, settlement included,
in the game's own points. The target of the match is taken as far away.
"""

import mmap as mmap_module
from collections.abc import Callable
from contextlib import suppress
from mmap import mmap
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from homestretch.fives.decide import legal_moves
from homestretch.fives.moves import Move
from homestretch.fives.ruleset import Ruleset
from homestretch.fives.state import Phase, State
from homestretch.kit.message import Refusal, refuse

from .core import Solver
from .packed import GOES_ON, pack_move, sit, solver_of, supports

ENTRIES: Final = 1 << 22
"""Bounds that a search remembers, 32 bytes each."""

SLICE: Final = 1_000_000
"""So many positions are searched before the first question whether to go on."""

_LONGER: Final = 4
"""Each slice of one test is longer than the last by its fourth part: at last one is long enough, however little memory
there is to go on from."""

MOST_DRAWN: Final = 18
"""With four hands, the table of bounds tells apart who drew so many tiles."""

FEWEST_ENTRIES: Final = 2

_Fives = tuple[int, int]
"""A lower and an upper bound in fives."""

_FAR: Final = 30_000
_BOUNDLESS: Final = 20_000
"""What is so far from 0 is no bound: the 28 awards and the settlement of a round come to less than 1,000."""

HARD: Final = 1_000
"""Where a test took more positions, the next one is twice as far off, as it will hardly take much more."""

LONGEST_STEP: Final = 4

_WORDS: Final = 4
_NO_TARGET: Final = 1 << 30


class Bounds(Struct, frozen=True):
    """What a value lies between, both included, in the game's own points; the same twice where it is known.

    None is no bound at all.
    """

    lower: int | None
    upper: int | None

    @property
    def value(self) -> int | None:
        """The value, where it is known."""
        return self.lower if self.lower == self.upper else None


class Solution(Struct, frozen=True):
    """The value of a position and of each of its legal moves, and how many positions were searched for it."""

    bounds: Bounds
    moves: dict[Move, Bounds]
    positions: int

    @property
    def value(self) -> int | None:
        """The value of the position; None where the search was given up before it was known."""
        return self.bounds.value

    @property
    def best(self) -> tuple[Move, ...]:
        """Every move that is known to keep the value; none where that is not known itself."""
        return tuple(
            move for move, bounds in self.moves.items() if self.value is not None and bounds.value == self.value
        )


class Searcher:
    """Solves positions of one ruleset, one after another, in the same memory.

    Raises:
        ValueError: The ruleset cannot be solved (see :func:`unsolvable`), or ``entries`` is no power of two above 1.
    """

    def __init__(self, rules: Ruleset, entries: int = ENTRIES) -> None:
        fault = unsolvable(rules)
        if fault is not None:
            raise ValueError(fault.code)
        if entries < FEWEST_ENTRIES or entries & (entries - 1):
            raise ValueError(f"{entries} entries make no table")
        self._worth = 5 // rules.unit
        self._core: Solver = solver_of(replace(rules, target=_NO_TARGET))
        self._core.remember(_memory(8 * _WORDS * entries))

    def solve(
        self, state: State, most: int | None = None, go_on: Callable[[int], bool] = lambda positions: True
    ) -> Solution:
        """The values of a position and of its moves.

        ``most`` ends the search after so many positions, and ``go_on``, which is told how many there were, when it
        answers no; what is not known then lies between honest bounds.

        Raises:
            ValueError: A tile is hidden, nobody is on turn, or not even one position may be searched.
        """
        budget = _Budget(most, go_on)
        state = _from_nought(state)
        self._core.forget()
        found: dict[int, _Fives] = {}
        moves = legal_moves(state, state.turn or 0)
        for number in dict.fromkeys(pack_move(move) for move in moves):
            known = [lower for lower, upper in found.values() if lower == upper]
            found[number] = self._move(state, number, max(known, default=0), budget)
        each = {move: self._points(found[pack_move(move)]) for move in moves}
        whole = max(lower for lower, _ in found.values()), max(upper for _, upper in found.values())
        return Solution(self._points(whole), each, budget.searched)

    def value(
        self, state: State, most: int | None = None, go_on: Callable[[int], bool] = lambda positions: True
    ) -> tuple[Bounds, int]:
        """The value of a position alone, which is found sooner than those of its moves, and the positions searched.

        ``most`` and ``go_on`` are those of :meth:`solve`.

        Raises:
            ValueError: As :meth:`solve`.
        """
        budget = _Budget(most, go_on)
        self._core.forget()
        sit(self._core, _from_nought(state))
        return self._points(self._narrow(0, budget)), budget.searched

    def _points(self, fives: _Fives) -> Bounds:
        lower, upper = (None if abs(bound) >= _BOUNDLESS else bound * self._worth for bound in fives)
        return Bounds(lower, upper)

    def _move(self, state: State, number: int, guess: int, budget: "_Budget") -> _Fives:
        """The value of a move, for whoever makes it."""
        core = self._core
        sit(core, state)
        side = core.position()[3] % 2
        _, end = core.apply(number)
        _, _, _, turn, _, scores = core.position()
        gained = (scores[side] - scores[1 - side]) // self._worth
        if end != GOES_ON:
            return gained, gained
        if turn % 2 == side:
            lower, upper = self._narrow(guess - gained, budget)
            return gained + lower, gained + upper
        lower, upper = self._narrow(gained - guess, budget)
        return gained - upper, gained - lower

    def _narrow(self, guess: int, budget: "_Budget") -> _Fives:
        """The bounds of the position taken up, in fives.

        Tests go up or down from the guess until the value lies between two of them, and halve what is between. As in
        MTD(f), each begins where the answer of the one before lets it, but with longer steps where tests are hard.
        """
        lower, upper = -_FAR, _FAR
        test, step = guess, 1
        while lower < upper:
            before = budget.searched
            answer = budget.test(self._core, test)
            if answer is None:
                break
            if answer < test:
                upper = answer
            else:
                lower = answer
            if budget.searched - before > HARD:
                step = min(2 * step, LONGEST_STEP)
            if upper == _FAR:
                test = lower + step
            elif lower == -_FAR:
                test = upper - step + 1
            else:
                test = (lower + upper + 1) // 2
        return lower, upper


def _memory(size: int) -> memoryview:
    """So many bytes as words, all zero; in large pages where the system has them, since bounds lie far apart."""
    mapped = mmap(-1, size)
    if hasattr(mmap, "madvise") and hasattr(mmap_module, "MADV_HUGEPAGE"):
        with suppress(OSError):
            mapped.madvise(mmap_module.MADV_HUGEPAGE)
    return memoryview(mapped).cast("Q")


def _from_nought(state: State) -> State:
    """The position with no points scored yet: a value does not depend on them, and a record may tell any."""
    if state.phase is not Phase.MOVE:
        raise ValueError("nobody is on turn")
    return replace(state, scores=(0,) * state.rules.sides)


class _Budget:
    """How much may still be searched."""

    def __init__(self, most: int | None, go_on: Callable[[int], bool]) -> None:
        if most is not None and most < 1:
            raise ValueError("at least one position is searched")
        self.most = most
        self.go_on = go_on
        self.searched = 0
        self._ended = False

    def test(self, core: Solver, fives: int) -> int | None:
        """A test to its end, slice after slice, which costs little as bounds are remembered; None if there is none."""
        length = SLICE
        while not self._ended:
            core.start(length if self.most is None else min(length, self.most - self.searched))
            bound, done = core.at_least(fives)
            self.searched += core.positions
            if done:
                return int(bound)
            length += length // _LONGER + 1
            self._ended = (self.most is not None and self.searched >= self.most) or not self.go_on(self.searched)
        return None


def unsolvable(rules: Ruleset) -> Refusal | None:
    """Why positions of this ruleset cannot be solved, where they cannot."""
    if rules.sides != 2:
        return refuse("solve.sides", sides=rules.sides)
    if not supports(rules) or (rules.players > 2 and rules.boneyard > MOST_DRAWN):
        return refuse("solve.rules")
    return None


def solve(
    state: State, most: int | None = None, go_on: Callable[[int], bool] = lambda positions: True
) -> Solution | Refusal:
    """Solve one position; refused for rulesets that cannot be solved, and where nobody is on turn.

    >>> from homestretch.games import horse_race
    >>> from homestretch.fives.state import new
    >>> solve(new(horse_race(players=3))).code
    'solve.sides'
    """
    if most is not None and most < 1:
        return refuse("solve.most", most=most)
    fault = unsolvable(state.rules)
    if fault is not None:
        return fault
    if state.phase is not Phase.MOVE:
        return refuse("solve.over")
    return Searcher(state.rules, ENTRIES).solve(state, most, go_on)
