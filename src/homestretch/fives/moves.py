"""What a player may do, and how a move is written (``2-5@5-5``, ``+``, ``+0-4``, ``pass``, ``stop``)."""

from typing import Final

from msgspec import Struct

from homestretch.kit.message import Refusal, refuse
from homestretch.kit.tile import Tile, parse_tile


class Play(Struct, frozen=True):
    """Place a tile: opening the round, or joined to the tile ``host``."""

    tile: Tile
    host: Tile | None = None

    def __str__(self) -> str:
        return str(self.tile) if self.host is None else f"{self.tile}@{self.host}"


class Draw(Struct, frozen=True):
    """Draw the next tile of the boneyard; a record names the tile, a player at the table does not."""

    tile: Tile | None = None

    def __str__(self) -> str:
        return "+" if self.tile is None else f"+{self.tile}"


class Pass(Struct, frozen=True):
    """Knock: nothing can be placed and the boneyard is empty."""

    def __str__(self) -> str:
        return "pass"


class Stop(Struct, frozen=True):
    """End a turn that may go on, where a house rule makes going on a choice."""

    def __str__(self) -> str:
        return "stop"


Move = Play | Draw | Pass | Stop

PASS: Final = Pass()
STOP: Final = Stop()
DRAW: Final = Draw()


def parse_move(text: str) -> Move | Refusal:
    """Read a move in any spelling of the notation.

    >>> str(parse_move("[5|2]@55")), str(parse_move("+40")), str(parse_move("PASS"))
    ('2-5@5-5', '+0-4', 'pass')
    >>> parse_move("5-2 on 5-5").code
    'notation.move'
    """
    word = text.strip().lower()
    if word == "pass":
        return PASS
    if word == "stop":
        return STOP
    if word == "+":
        return DRAW
    if word.startswith("+"):
        drawn = parse_tile(word[1:])
        return refuse("notation.tile", text=word[1:]) if drawn is None else Draw(drawn)
    own, at, other = word.partition("@")
    placed = parse_tile(own)
    if placed is None:
        return refuse("notation.move", text=text.strip())
    if not at:
        return Play(placed)
    host = parse_tile(other)
    return refuse("notation.tile", text=other.strip()) if host is None else Play(placed, host)
