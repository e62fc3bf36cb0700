"""Typical mistakes of those who count a layout: which of them gives the answer that somebody gave."""

from collections.abc import Iterator

from msgspec import Struct

from homestretch.fives.layout import Layout, award, rounded
from homestretch.fives.ruleset import Ruleset
from homestretch.kit.message import Message, say
from homestretch.kit.tile import Tile

from .drills import Question
from .levels import open_spinners, used_doubles


class Slip(Struct, frozen=True):
    """A layout counted wrong: why, at which tile, and what is added then."""

    code: str
    tile: Tile
    counts: tuple[int, ...]

    @property
    def message(self) -> Message:
        """The mistake as a question to whoever may have made it."""
        total = sum(self.counts)
        added = str(total) if len(self.counts) == 1 else f"{' + '.join(map(str, self.counts))} = {total}"
        return say(self.code, tile=self.tile, sum=added)


def why_wrong(rules: Ruleset, question: Question, answer: int) -> Message | None:
    """The mistake that leads to this wrong answer; None where none is known to, or too many are.

    Of several the most common one is named. To answer 0 points, any mistake at all will do.
    """
    total = question.after.total
    if answer == 0:
        return None
    if answer == total and not question.raw:
        return say("slip.sum", total=total)
    if answer == question.raw:
        return say("slip.raw", raw=say("count.raw", n=question.raw), unit=rules.unit)
    for slip in slips(question):
        if award(sum(slip.counts)) == answer * rules.unit:
            return slip.message
    if not question.raw and rounded(total) == answer * rules.unit:
        return say("slip.rounded", total=total, rounded=rounded(total))
    return None


def slips(question: Question) -> Iterator[Slip]:
    """Every mistake that can be made in a layout, the most common kinds first."""
    layout, after, tile = question.layout, question.after, question.play.tile
    counts = _counts(after)
    for double in used_doubles(after):
        yield Slip("slip.used", double, (*counts, double.pips))
    for at, end in enumerate(after.ends):
        if end.tile.is_double and end.count:
            yield Slip("slip.once", end.tile, (*counts[:at], end.tile.low, *counts[at + 1 :]))
    for spinner in open_spinners(after):
        # With both sides free one adds as much as by the double itself, which is the likelier mistake.
        if spinner.low and sum(place.tile == spinner for place in after.places) == 1:
            yield Slip("slip.branch", spinner, (*counts, spinner.low))
    if layout.tiles:
        yield Slip("slip.before", tile, _counts(layout))
    for end in layout.ends:
        if end.count and not end.tile.is_double and end not in after.ends:
            yield Slip("slip.covered", end.tile, (*counts, end.count))
    for at, end in enumerate(after.ends):
        if end.count:
            yield Slip("slip.left-out", end.tile, counts[:at] + counts[at + 1 :])


def _counts(layout: Layout) -> tuple[int, ...]:
    return tuple(end.count for end in layout.ends)
