"""A chart of bars to both sides of a line: gains to the right of it, losses to the left.

Units: a row is 20 high. Which side a bar lies on, its pattern and the number beside it tell the same as its colour.
"""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from msgspec import Struct

_ROW: Final = 20
_BAR: Final = 14
_TITLE: Final = 26
_HEAD: Final = 24
_WIDTH: Final = 360
_NAMES: Final = 76
"""How wide the names of the rows are."""

_LETTER: Final = 7
"""How wide a letter of a number is at most, and with :data:`_GAP` how much room one takes beside its bar."""

_GAP: Final = 8

_BASELINE: Final = 14
_HATCH: Final = 5


class Bar(Struct, frozen=True):
    """One row: its name, its value, and how the value is written."""

    name: str
    value: float
    text: str


class BarGroup(Struct, frozen=True):
    """Rows under a title of their own."""

    title: str
    bars: tuple[Bar, ...]


def draw_bars(groups: Sequence[BarGroup], label: str, *, losses: str, gains: str) -> str:
    """The chart. ``label`` says in words what it shows, ``losses`` and ``gains`` what its sides mean."""
    values = [bar.value for group in groups for bar in group.bars]
    least, most = min(0.0, *values), max(0.0, *values)
    text = _GAP + _LETTER * max(len(bar.text) for group in groups for bar in group.bars)
    scale = (_WIDTH - _NAMES - 2 * text) / ((most - least) or 1)
    zero = _NAMES + text - least * scale
    height = _HEAD + sum(_TITLE + _ROW * len(group.bars) for group in groups)
    rows = "".join(_rows(groups, zero, scale))
    return (
        f'<svg class="bars" viewBox="0 0 {_WIDTH} {height}" role="img" aria-label="{escape(label)}" focusable="false">'
        f'<g font-size="12"><text class="side" x="{zero - 6:g}" y="{_BASELINE}" text-anchor="end">'
        f"{escape(losses)}</text>"
        f'<text class="side" x="{zero + 6:g}" y="{_BASELINE}">{escape(gains)}</text>'
        f'<path class="zero" d="M{zero:g} {_HEAD - 6}V{height}"/>{rows}</g></svg>'
    )


def _rows(groups: Sequence[BarGroup], zero: float, scale: float) -> Iterator[str]:
    top = _HEAD
    for group in groups:
        yield f'<text class="title" x="0" y="{top + _BASELINE + 4}">{escape(group.title)}</text>'
        top += _TITLE
        for bar in group.bars:
            yield _bar(bar, top, zero, bar.value * scale)
            top += _ROW


def _bar(bar: Bar, top: int, zero: float, length: float) -> str:
    left, right = sorted((zero, zero + length))
    middle = top + _BASELINE - 1
    beside = (right + 5, "start") if length >= 0 else (left - 5, "end")
    hatch = "" if length >= 0 else f'<path class="hatch" d="{_hatch(left, right, top)}"/>'
    return (
        f'<text x="{_NAMES - 8}" y="{middle}" text-anchor="end">{escape(bar.name)}</text>'
        f'<rect class="{"gain" if length >= 0 else "loss"}" x="{left:.5g}" y="{top}" width="{right - left:.4g}"'
        f' height="{_BAR}"/>{hatch}<text x="{beside[0]:.5g}" y="{middle}" text-anchor="{beside[1]}">'
        f"{escape(bar.text)}</text>"
    )


def _hatch(left: float, right: float, top: int) -> str:
    """Upright lines across a bar."""
    count = int((right - left) / _HATCH)
    return "".join(f"M{right - _HATCH * (line + 0.5):.5g} {top}v{_BAR}" for line in range(count))
