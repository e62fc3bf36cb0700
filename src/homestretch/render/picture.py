"""Pictures by themselves: whole SVG files that look the same in every program, page and notebook."""

import re
from collections.abc import Sequence
from html import escape
from typing import Final
from unicodedata import combining

from msgspec import Struct

from homestretch.fives.layout import Layout
from homestretch.kit.card import Card, Suit
from homestretch.kit.tile import Tile

from .board import Shape, lay
from .palette import Theme, palette
from .scale import Box
from .svg.alone import stand_alone
from .svg.board import draw_table, window_of
from .svg.track import HEIGHT, WIDTH, track_layers

LEAST: Final = {Shape.WIDE: (40, 16), Shape.TALL: (32, 20)}
"""A picture is drawn as if the table were at least so wide and high, in eighths of a tile."""

UNIT: Final = 12
"""Pixels to an eighth of a tile's length."""

TRACK_UNIT: Final = 1.6
"""Pixels to a unit of the race track."""

TRACK_BOX: Final = Box(-8, -6, WIDTH + 7, HEIGHT + 3)
"""The track and a margin."""

_FONTS: Final = "Noto Sans, Noto Sans Devanagari, sans-serif"

_LETTER: Final = 22
"""Pixels of the letters' height in a small picture."""

_LETTERS: Final = 38
"""A larger picture is so many times as wide as its letters are high, since it will be shown smaller."""

_ADVANCE: Final = 0.62
"""How wide a letter is thought to be, in its height: nobody can measure letters here, so rather too wide."""

_LINE: Final = 1.45
"""From a line to the next, in the height of its letters."""

_FORBIDDEN: Final = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_CORNER: Final = 14
_RIM: Final = 3


class Sheet(Struct, frozen=True):
    """A picture's paper in pixels.

    ``camera`` is the transformation that brings the drawing to its place. ``letter`` is the height of what is written,
    and ``foot`` where the caption begins.
    """

    width: int
    height: int
    camera: str
    letter: int
    foot: float


def board_picture(
    layout: Layout,
    *,
    title: str,
    description: str = "",
    caption: str = "",
    shape: Shape = Shape.WIDE,
    theme: Theme = "light",
    last: Tile | None = None,
    ratio: float | None = None,
) -> str:
    """A layout as an SVG file: tiles, spinners outlined, what counts as filled numbers, free places as hollow dots.

    ``title`` and ``description`` say the same to those who do not see it. ``caption`` is written below the table, in
    any language; its lines are broken where they are too long. ``last`` is the tile to point out. ``ratio`` asks for a
    picture that is so many times as wide as high.
    """
    board = lay(layout, shape)
    sheet, foot = _captioned(caption, window_of(board.frame, LEAST[shape]), UNIT, ratio)
    drawing = placed(sheet, stand_alone(draw_table(layout, board, last=last), theme))
    return framed(sheet, drawing + foot, theme=theme, title=title, description=description)


def track_picture(
    cards: Sequence[Card],
    positions: Sequence[int],
    *,
    title: str,
    description: str = "",
    caption: str = "",
    theme: Theme = "light",
    winner: Suit | None = None,
    ratio: float | None = None,
) -> str:
    """A card race as an SVG file: the track cards, and the horses at their ``positions`` in the order of the suits.

    ``cards`` is empty before the track is laid. The rest is as for :func:`board_picture`.
    """
    sheet, foot = _captioned(caption, TRACK_BOX, TRACK_UNIT, ratio)
    track = "".join("".join(layer) for layer in track_layers(cards, positions, winner=winner))
    drawing = placed(sheet, stand_alone(track, theme))
    return framed(sheet, drawing + foot, theme=theme, title=title, description=description)


def _captioned(caption: str, box: Box, unit: float, ratio: float | None) -> tuple[Sheet, str]:
    """The sheet for a drawing with a caption, and the caption as it is written there."""
    lines = wrapped(caption, box, unit, ratio)
    sheet = spread_out(box, unit, foot=len(lines), ratio=ratio)
    return sheet, written(lines, sheet, sheet.foot)


def placed(sheet: Sheet, drawing: str) -> str:
    """A drawing at its place on a sheet."""
    return f'<g transform="{sheet.camera}">{drawing}</g>'


def spread_out(box: Box, unit: float, *, head: int = 0, foot: int = 0, ratio: float | None = None) -> Sheet:
    """The sheet for a drawing, with room for so many lines above and below it."""
    across, down = round(box.width * unit), round(box.height * unit)
    letter = _letter(box, unit, ratio)
    above, below = (round((lines * _LINE + 0.7) * letter) if lines else 0 for lines in (head, foot))
    width, height = across, above + down + below
    if ratio is not None:
        width, height = max(width, round(height * ratio)), max(height, round(width / ratio))
    left, top = (width - across) / 2, above + (height - above - below - down) / 2
    camera = f"translate({left - box.left * unit:g} {top - box.top * unit:g})scale({unit:g})"
    return Sheet(width, height, camera, letter, height - below)


def _breadth(box: Box, unit: float, ratio: float | None) -> float:
    """How wide a picture is at least, in pixels."""
    return max(box.width * unit, box.height * unit * (ratio or 0))


def _letter(box: Box, unit: float, ratio: float | None) -> int:
    """How high the letters of a picture are, in pixels."""
    return max(_LETTER, round(_breadth(box, unit, ratio) / _LETTERS))


def framed(
    sheet: Sheet, drawing: str, *, theme: Theme, title: str, description: str = "", corner: int = _CORNER
) -> str:
    """A drawing in pixels on felt, as an SVG file."""
    colours = palette(theme)
    told = f"<desc>{_plain(description)}</desc>" if description else ""
    width, height = sheet.width, sheet.height
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        f' role="img" font-family="{_FONTS}" font-weight="700"><title>{_plain(title)}</title>{told}'
        f'<rect x="{_RIM / 2:g}" y="{_RIM / 2:g}" width="{width - _RIM}" height="{height - _RIM}" rx="{corner}"'
        f' fill="{colours["felt"]}" stroke="{colours["felt-rim"]}" stroke-width="{_RIM}"/>'
        f'<g fill="{colours["felt-ink"]}">{drawing}</g></svg>\n'
    )


def widened(picture: str, width: int) -> str:
    """A picture that is shown so many pixels wide; it holds the same.

    >>> widened('<svg width="400" height="200" viewBox="0 0 400 200"/>', 600)
    '<svg width="600" height="300" viewBox="0 0 400 200"/>'
    """

    def resized(found: re.Match[str]) -> str:
        return f'width="{width}" height="{round(width * int(found[2]) / int(found[1]))}"'

    return re.sub(r'width="(\d+)" height="(\d+)"', resized, picture, count=1)


def written(lines: Sequence[str], sheet: Sheet, top: float) -> str:
    """Lines in the middle of a sheet, from so far down on."""
    letter = sheet.letter
    drawn = "".join(
        f'<text x="{sheet.width / 2:g}" y="{round(top + (number * _LINE + 1) * letter)}">{_plain(line)}</text>'
        for number, line in enumerate(lines)
    )
    return f'<g text-anchor="middle" font-size="{letter}">{drawn}</g>' if lines else ""


def _plain(text: str) -> str:
    """A text as XML can hold it: nothing that marks up, and no character that XML forbids."""
    return escape(_FORBIDDEN.sub("�", text))


def wrapped(text: str, box: Box, unit: float, ratio: float | None = None) -> list[str]:
    """The lines of a text that goes with a drawing, broken at blanks where they are likely to be too wide.

    >>> wrapped("4 + 8 + 12 = 24: no award." + chr(10) + "Ann: 3", Box(0, 0, 20, 20), 12)
    ['4 + 8 + 12 =', '24: no award.', 'Ann: 3']
    """
    most = int((_breadth(box, unit, ratio) / _letter(box, unit, ratio) - 2) / _ADVANCE)
    return [line for paragraph in text.splitlines() for line in _evenly(paragraph.split(" "), most)]


def _evenly(words: Sequence[str], most: int) -> list[str]:
    """Words in as few lines as can be, none of which is much longer than the others."""
    count = len(_in_lines(words, most))
    least = min(sum(map(_length, words)) // count, most)
    return next(lines for width in range(least, most + 1) if len(lines := _in_lines(words, width)) == count)


def _in_lines(words: Sequence[str], most: int) -> list[str]:
    """Words in lines of at most so many letters, except for words that are longer."""
    lines = [words[0]]
    for word in words[1:]:
        longer = f"{lines[-1]} {word}"
        if _length(longer) <= most:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _length(text: str) -> int:
    """How many letters stand side by side."""
    return sum(not combining(letter) for letter in text)
