"""The track of a card race: four lanes, a horse on each, and the seven cards that decide the prices.

Units: positions are 40 apart, from 0 at the start to 8 behind the finish; the lanes are 40 high.
"""

from collections.abc import Sequence
from typing import Final

from homestretch.kit.card import SUITS, Card, Suit
from homestretch.race.ruleset import FINISH, TRACK

from .cards import face
from .markup import naming

_STEP: Final = 40
_LANE: Final = 40
_TOP: Final = 58
"""Where the lanes begin: above them lie the cards."""

_LINE: Final = 12
"""The width of the finish line, which lies between the last two positions."""

_CHECK: Final = 6
WIDTH: Final = (FINISH + 1) * _STEP + _LINE
_FOOT: Final = _TOP + len(SUITS) * _LANE
HEIGHT: Final = _FOOT + 20
_CARD_SCALE: Final = 0.72


def draw_track(
    cards: Sequence[Card],
    positions: Sequence[int],
    labels: Sequence[str],
    *,
    winner: Suit | None = None,
    ids: bool = True,
) -> str:
    """The race as it stands; ``positions`` and ``labels``, which say it in words, follow the order of the suits.

    ``cards`` is empty before the track is laid. Needs the sprite of the cards in the same page. Horses have the ids
    ``h-spades`` … ``h-clubs``, except where a page shows several races and wants no ``ids``, and are moved by their
    ``transform``.
    """
    drawn = "".join("".join(layer) for layer in track_layers(cards, positions, labels, winner=winner, ids=ids))
    return f'<svg class="track" viewBox="0 0 {WIDTH} {HEIGHT}" role="group" focusable="false">{drawn}</svg>'


def track_layers(
    cards: Sequence[Card],
    positions: Sequence[int],
    labels: Sequence[str | None] = (None,) * len(SUITS),
    *,
    winner: Suit | None = None,
    ids: bool = True,
) -> tuple[tuple[str, ...], ...]:
    """The same piece by piece, in layers from the lowest: what stands still is the same piece in every picture."""
    return (
        (_GROUND,),
        tuple(_card(position, card) for position, card in enumerate(cards, 1)),
        tuple(
            _horse(suit, position, label, won=suit is winner, ids=ids)
            for suit, position, label in zip(SUITS, positions, labels, strict=True)
        ),
    )


def _x(position: int) -> int:
    """The middle of a position."""
    return _STEP // 2 + position * _STEP + (_LINE if position == FINISH else 0)


def _y(suit: Suit) -> int:
    """The middle of a lane."""
    return _TOP + _LANE // 2 + SUITS.index(suit) * _LANE


def _horse(suit: Suit, position: int, label: str | None, *, won: bool, ids: bool) -> str:
    name = f' id="h-{suit}"' if ids else ""
    kind, paper = (f"horse {suit} won", "paper crowned") if won else (f"horse {suit}", "paper")
    return (
        f'<g{name} class="{kind}" transform="translate({_x(position)} {_y(suit)})"'
        f' {naming(label)}><rect class="{paper}" x="-17" y="-18" width="34" height="36" rx="5"/>'
        '<use href="#c-horse" transform="translate(-2 -2)scale(1.3)"/>'
        f'<use href="#c-{suit}" transform="translate(10.5 11)scale(.55)"/></g>'
    )


def _card(position: int, card: Card) -> str:
    return (
        f'<g class="{card.suit}" transform="translate({_x(position) - 25 * _CARD_SCALE:g} 2)scale({_CARD_SCALE})"'
        f' aria-hidden="true"><rect class="paper" width="50" height="70" rx="6"/>{face(card)}</g>'
    )


def _ground() -> str:
    """Everything that never changes."""
    lanes = "".join(
        f'<rect class="lane l{lane % 2}" y="{_TOP + lane * _LANE}" width="{WIDTH}" height="{_LANE}"/>'
        f'<use class="gate {suit}" href="#c-{suit}" transform="translate({_x(0)} {_y(suit)})"/>'
        for lane, suit in enumerate(SUITS)
    )
    posts = "".join(f"M{_x(position) - _STEP // 2} {_TOP}V{_FOOT}" for position in range(1, TRACK + 1))
    line = _x(TRACK) + _STEP // 2
    checks = "".join(f"M{line + _CHECK // 2 + _CHECK * column} {_TOP + _CHECK * column}V{_FOOT}" for column in (0, 1))
    numbers = "".join(
        f'<text x="{_x(position)}" y="{_FOOT + 15}">{position}</text>' for position in range(1, TRACK + 1)
    )
    return (
        f'{lanes}<path class="posts" d="{posts}" fill="none"/><rect class="line" x="{line}" y="{_TOP}" width="{_LINE}"'
        f' height="{_FOOT - _TOP}"/><path class="checks" d="{checks}" fill="none" stroke-width="{_CHECK}"'
        f' stroke-dasharray="{_CHECK}"/><g class="numbers" aria-hidden="true" text-anchor="middle" font-size="14">'
        f"{numbers}</g>"
    )


_GROUND: Final = _ground()
