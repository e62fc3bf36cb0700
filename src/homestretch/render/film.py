"""Films: pictures that follow each other, as one SVG file that moves by itself, or as stills for other forms.

Nothing jumps: all pictures share one frame, and what stays from one to the next is one drawing. Whoever wishes for
less motion, and every program that shows none, sees the last picture.
"""

from collections.abc import Sequence
from functools import reduce
from itertools import accumulate
from typing import Final
from zlib import crc32

from msgspec import Struct

from homestretch.fives.layout import Layout
from homestretch.kit.card import Card, Suit
from homestretch.kit.tile import Tile

from .board import Shape, lay
from .board_room import around
from .palette import Theme
from .picture import LEAST, TRACK_BOX, TRACK_UNIT, UNIT, Sheet, framed, placed, spread_out, wrapped, written
from .scale import Box
from .svg.alone import stand_alone
from .svg.board import table_layers, window_of
from .svg.track import track_layers

Layers = tuple[tuple[str, ...], ...]
"""Pieces of a drawing, layer by layer from the lowest."""

FADE: Final = 0.25
"""Seconds in which something new appears."""

CUT: Final = 0.001
"""Seconds in which something old disappears."""

HEAD: Final = 8
"""Pixels above what is written over the picture."""


class Shot(Struct, frozen=True):
    """What is written over and under a picture of a film, and for how many seconds it is shown."""

    head: str
    caption: str
    seconds: float


class BoardShot(Struct, frozen=True):
    """A layout in a film, and the tile to point out."""

    shot: Shot
    layout: Layout
    last: Tile | None = None


class TrackShot(Struct, frozen=True):
    """A card race in a film: the horses stand at ``positions`` in the order of the suits."""

    shot: Shot
    cards: tuple[Card, ...]
    positions: tuple[int, ...]
    winner: Suit | None = None


class Picture(Struct, frozen=True):
    """One picture of a film: the pieces of its drawing with their colours, what is written, and its seconds."""

    layers: Layers
    writing: str
    seconds: float


class Film(Struct, frozen=True):
    """The pictures of a film on their common sheet."""

    sheet: Sheet
    pictures: tuple[Picture, ...]
    theme: Theme
    title: str
    description: str = ""


def board_film(
    shots: Sequence[BoardShot], *, title: str, description: str = "", theme: Theme = "light", shape: Shape = Shape.WIDE
) -> Film:
    """The film of layouts that grow out of each other."""
    boards = [lay(each.layout, shape) for each in shots]
    frames = [board.frame for board in boards if board.spots]
    box = window_of(reduce(around, frames, frames[-1] if frames else boards[0].frame), LEAST[shape])
    drawn = [table_layers(each.layout, board, last=each.last) for each, board in zip(shots, boards, strict=True)]
    sheet, pictures = _made([each.shot for each in shots], drawn, box, UNIT, theme)
    return Film(sheet, pictures, theme, title, description)


def track_film(shots: Sequence[TrackShot], *, title: str, description: str = "", theme: Theme = "light") -> Film:
    """The film of a card race."""
    drawn = [track_layers(each.cards, each.positions, winner=each.winner) for each in shots]
    sheet, pictures = _made([each.shot for each in shots], drawn, TRACK_BOX, TRACK_UNIT, theme)
    return Film(sheet, pictures, theme, title, description)


def _made(
    shots: Sequence[Shot], drawn: Sequence[Layers], box: Box, unit: float, theme: Theme
) -> tuple[Sheet, tuple[Picture, ...]]:
    heads = [wrapped(shot.head, box, unit) for shot in shots]
    captions = [wrapped(shot.caption, box, unit) for shot in shots]
    sheet = spread_out(box, unit, head=max(map(len, heads)), foot=max(map(len, captions)))
    pictures = tuple(
        Picture(
            tuple(tuple(stand_alone(piece, theme) for piece in layer) for layer in layers),
            written(head, sheet, HEAD) + written(caption, sheet, sheet.foot),
            shot.seconds,
        )
        for shot, layers, head, caption in zip(shots, drawn, heads, captions, strict=True)
    )
    return sheet, pictures


def still(film: Film, number: int) -> str:
    """One picture of a film, counted from 0, as an SVG file."""
    picture = film.pictures[number]
    drawing = "".join("".join(layer) for layer in picture.layers)
    return _framed(film, placed(film.sheet, drawing) + picture.writing)


def film_svg(film: Film) -> str:
    """The film as an SVG file that moves by itself and begins anew at its end."""
    name = f"film{crc32(repr(film.pictures).encode()):08x}"
    whole = sum(picture.seconds for picture in film.pictures)
    times = (0.0, *accumulate(picture.seconds for picture in film.pictures))
    rules: dict[str, str] = {}

    def shown(pieces: Sequence[Sequence[str]]) -> str:
        drawn = []
        for piece, begin, end in _spans(pieces):
            is_last = end == len(film.pictures)
            if begin == 0 and is_last:
                drawn.append(piece)
                continue
            span = f"{name}-{begin}-{end}"
            rules[span] = _keyframes(span, times[begin], times[end], whole)
            hidden = "" if is_last else ' opacity="0"'
            drawn.append(f'<g class="{name} {span}"{hidden}>{piece}</g>')
        return "".join(drawn)

    layers = "".join(
        shown([picture.layers[layer] for picture in film.pictures]) for layer in range(len(film.pictures[0].layers))
    )
    writing = shown([(picture.writing,) for picture in film.pictures])
    style = (
        f"<style>@media (prefers-reduced-motion:no-preference){{.{name}{{animation:{whole:g}s linear infinite}}"
        f"{''.join(rules.values())}}}</style>"
    )
    return _framed(film, style + placed(film.sheet, layers) + writing)


def _framed(film: Film, drawing: str) -> str:
    return framed(film.sheet, drawing, theme=film.theme, title=film.title, description=film.description, corner=0)


def _spans(pictures: Sequence[Sequence[str]]) -> list[tuple[str, int, int]]:
    """Every piece with the picture in which it appears and the one in which it is gone, in the order of appearance.

    >>> _spans([("a",), ("a", "b"), ("b",), ("a",)])
    [('a', 0, 2), ('b', 1, 3), ('a', 3, 4)]
    """
    spans: list[tuple[str, int, int]] = []
    running: dict[str, int] = {}
    for number, pieces in enumerate((*pictures, ())):
        for piece in [piece for piece in running if piece not in pieces]:
            begin = running.pop(piece)
            spans.append((piece, begin, number))
        for piece in pieces:
            running.setdefault(piece, number)
    return sorted(spans, key=lambda span: span[1])


def _keyframes(name: str, begin: float, end: float, whole: float) -> str:
    """The rules by which a piece appears at ``begin`` and is gone at ``end``, in seconds of the ``whole``."""

    def at(seconds: float) -> str:
        return f"{100 * seconds / whole:.3f}".rstrip("0").rstrip(".") + "%"

    comes = f"0%,{at(begin)}{{opacity:0}}{at(begin + FADE)}{{opacity:1}}" if begin else "0%{opacity:1}"
    goes = f"{at(end)}{{opacity:1}}{at(end + CUT)},100%{{opacity:0}}" if end < whole else "100%{opacity:1}"
    return f".{name}{{animation-name:{name}}}@keyframes {name}{{{comes}{goes}}}"
