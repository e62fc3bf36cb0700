"""A peg track in the manner of a cribbage board: one lane a side, two pegs a lane."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from .markup import naming
from .road import BELOW, FIRST, GROUP, PITCH, Road, road

_HEADS: Final = (
    "M-6 0a6 6 0 1 1 12 0a6 6 0 1 1-12 0z",
    "M-5.3-5.3H5.3V5.3H-5.3z",
    "M0-7.3L6.8 5H-6.8z",
    "M0-7.5L7.5 0 0 7.5-7.5 0z",
)
"""Circle, square, triangle, diamond: sides are told apart by more than colour."""

_EDGE: Final = 13
"""Around the outermost holes."""

_DIGIT: Final = 9
"""A digit's width, and a little more."""

_LEAST: Final = 320
"""The least width, so that the picture of a short track does not zoom in."""

_TEXT: Final = 14
_CURVE: Final = 8
_CHECK: Final = 4
_REACH: Final = 8
"""How far a line across the lanes reaches beyond them."""


def draw_pegs(
    scores: Sequence[int], before: Sequence[int], target: int, labels: Sequence[str], *, below: bool = False
) -> str:
    """The track, each side with its front peg at the score and its back peg at the score before the last change.

    ``labels`` say in words where each side stands. ``below`` keeps room before the start for scores below zero, which
    there is anyway while a side needs it. The pegs of the first side have the ids ``peg0`` and ``was0``.
    """
    way, sides = road(target), len(scores)
    lanes = "".join(
        f'<g class="s{side}" {naming(label)}>{_pegs(way, side, sides, score, was)}</g>'
        for side, (score, was, label) in enumerate(zip(scores, before, labels, strict=True))
    )
    return f"{_wood(way, sides, below or min(*scores, *before) < 0)}{lanes}</svg>"


def draw_peg(side: int, label: str | None = None) -> str:
    """The head of a side's peg by itself, to stand beside its name."""
    return (
        f'<svg class="peg-head s{side}" viewBox="-8 -8 16 16" focusable="false" {naming(label)}>'
        f'<path class="peg" d="{_HEADS[side]}"/></svg>'
    )


def _pegs(way: Road, side: int, sides: int, score: int, was: int) -> str:
    front, back = way.hole(score), way.hole(was)
    x, y = way.x(front), way.y(front, side, sides)
    behind = -PITCH if front == back == 0 else way.x(back)
    depth = f'<text x="{x - _EDGE}" y="{y + 5}" text-anchor="end">−{-score}</text>' if score < 0 else ""
    return (
        f'<path id="was{side}" class="was" transform="translate({behind} {way.y(back, side, sides)})"'
        f' d="{_HEADS[side]}"/>'
        f'<path id="peg{side}" class="peg" transform="translate({x} {y})" d="{_HEADS[side]}"/>{depth}'
    )


@lru_cache(maxsize=64)
def _wood(way: Road, sides: int, below: bool) -> str:
    """Everything that does not move: an svg element that is still open."""
    finish, height = way.x(way.holes + 1), way.height(sides)
    number = len(str(way.target)) * _DIGIT + _EDGE
    if way.returns:
        left, right = min(-PITCH - _EDGE, finish - number), way.turn + _EDGE + _CURVE * sides
    else:
        left, right = -PITCH - _EDGE, finish + number
    if below:
        left = min(left, BELOW - 4 * _DIGIT - _EDGE)
    spare = max(0, _LEAST - (right - left)) // 2
    left, right = left - spare, right + spare
    top, bottom = -_EDGE - _TEXT, height + _EDGE + (_TEXT if way.returns else 0)
    lanes = "".join(f'<path class="lane s{side}" d="{_lane(way, side, sides)}" fill="none"/>' for side in range(sides))
    return (
        f'<svg class="pegs" viewBox="{left} {top} {right - left} {bottom - top}" role="group" focusable="false"'
        f' font-size="{_TEXT}"><rect class="wood" x="{left}" y="{top}" width="{right - left}" height="{bottom - top}"'
        f' rx="10"/>{lanes}<path class="holes" d="{_holes(way, sides, below)}" fill="none" stroke-width="4"'
        f' stroke-linecap="round" stroke-dasharray="0 {PITCH}"/>{_lines(way, sides, below)}{_numbers(way, sides)}'
    )


def _lane(way: Road, side: int, sides: int) -> str:
    """The line along which a side runs, from the start to the finish."""
    y, finish = way.y(0, side, sides), way.x(way.holes + 1)
    if not way.returns:
        return f"M0 {y}H{finish}"
    bend, back = way.turn + _CURVE * (sides - side), way.y(way.holes, side, sides)
    q = _CURVE
    return f"M0 {y}H{bend - q}q{q} 0 {q} {q}V{back - q}q0 {q}-{q} {q}H{finish}"


def _holes(way: Road, sides: int, below: bool) -> str:
    """A dotted stroke for each group of holes: dots are ``PITCH`` apart."""
    strokes: list[str] = []
    for side in range(sides):
        y = way.y(0, side, sides)
        strokes.append(f"M-{PITCH} {y}h{PITCH}" + (f"M{BELOW} {y}h.1" if below else ""))
        for hole in range(1, way.holes + 1, GROUP):
            run = way.x(min(hole + GROUP - 1, way.holes)) - way.x(hole)
            strokes.append(f"M{way.x(hole)} {way.y(hole, side, sides)}h{run or 0.1}")
        strokes.append(f"M{way.x(way.holes + 1)} {way.y(way.holes, side, sides)}h.1")
    return "".join(strokes)


def _lines(way: Road, sides: int, below: bool) -> str:
    """The line after the start, the one before it, and the chequered one before the finish."""
    ends = [way.y(hole, side, sides) for hole in (0, way.holes) for side in (0, sides - 1)]
    top, bottom = min(ends[:2]) - _REACH, max(ends[:2]) + _REACH
    low, high = min(ends[2:]) - _REACH, max(ends[2:]) + _REACH
    line = (way.x(way.holes) + way.x(way.holes + 1)) / 2
    before = f"M{(BELOW - PITCH) // 2} {top}V{bottom}" if below else ""
    return (
        f'<path class="start" d="M{FIRST / 2} {top}V{bottom}{before}" fill="none"/>'
        f'<path class="finish" d="M{line - _CHECK / 2} {low}V{high}M{line + _CHECK / 2} {high}V{low}" fill="none"'
        f' stroke-width="{_CHECK}" stroke-dasharray="{_CHECK}"/>'
    )


def _numbers(way: Road, sides: int) -> str:
    """What every tenth hole is worth, and the target beside the finish."""
    height, finish, last = way.height(sides), way.x(way.holes + 1), way.holes
    tens = "".join(
        f'<text x="{way.x(hole)}" y="{height + _EDGE + 9 if way.is_back(hole) else -_EDGE}">{hole * way.step}</text>'
        for hole in range(0, last + 1, 2 * GROUP)
    )
    level = (way.y(last, 0, sides) + way.y(last, sides - 1, sides)) / 2 + 5
    x, anchor = (finish - _EDGE, "end") if way.returns else (finish + _EDGE, "start")
    return (
        f'<g class="numbers" text-anchor="middle" aria-hidden="true">{tens}</g>'
        f'<text class="target" aria-hidden="true" x="{x}" y="{level:g}" text-anchor="{anchor}">{way.target}</text>'
    )
