"""The characters of each scale, with box drawing or in plain ASCII."""

from typing import Final

from msgspec import Struct

from .scale import LARGE, SMALL, Heading, Scale

# In the templates a and b stand for the pips of the first and second half, and @ for the middle of the tile.


class Shape(Struct, frozen=True):
    """One kind of tile: the rows of one that lies flat and of one that stands upright, and its middle either way."""

    flat: tuple[str, ...]
    upright: tuple[str, ...]
    middles: tuple[str, str]

    def rows(self, first: int, second: int, middle: str, *, upright: bool) -> list[str]:
        """The tile with its pips, and what its middle shows."""
        template = self.upright if upright else self.flat
        return [row.replace("a", str(first)).replace("b", str(second)).replace("@", middle) for row in template]


class Glyphs(Struct, frozen=True):
    """All that one way of drawing needs: an ordinary tile, the last one placed, and single characters.

    ``spinner`` takes the middle of a double that branches, ``link`` runs along a row or a column, and ``knots`` says
    what becomes of a border that lies in a direction from a link and is met by it.
    """

    tile: Shape
    last: Shape
    spinner: str
    free: str
    link: tuple[str, str]
    knots: dict[Heading, dict[str, str]]


_SMALL: Final = Glyphs(
    tile=Shape(("[a@b]",), ("╭a╮", "├@┤", "╰b╯"), ("│", "─")),
    last=Shape(("▐a@b▌",), ("┏a┓", "┣@┫", "┗b┛"), ("│", "━")),
    spinner="◆",
    free="○",
    link=("─", "│"),
    knots={},
)

_SMALL_ASCII: Final = Glyphs(
    tile=Shape(("[a@b]",), ("[a]", "[@]", "[b]"), ("|", "-")),
    last=Shape(("{a@b}",), ("{a}", "{@}", "{b}"), ("|", "-")),
    spinner="*",
    free="o",
    link=("-", "|"),
    knots={},
)

_LARGE: Final = Glyphs(
    tile=Shape(
        ("╭───┬───╮", "│ a @ b │", "╰───┴───╯"),
        ("╭───╮", "│ a │", "├─@─┤", "│ b │", "╰───╯"),
        ("│", "─"),
    ),
    last=Shape(
        ("┏━━━┳━━━┓", "┃ a @ b ┃", "┗━━━┻━━━┛"),
        ("┏━━━┓", "┃ a ┃", "┣━@━┫", "┃ b ┃", "┗━━━┛"),
        ("┃", "━"),
    ),
    spinner="◆",
    free="○",
    link=("─", "│"),
    knots={
        Heading.EAST: {"│": "┤", "├": "┼", "┃": "┨", "┣": "╊"},
        Heading.WEST: {"│": "├", "┤": "┼", "┃": "┠", "┫": "╉"},
        Heading.SOUTH: {"─": "┴", "┬": "┼", "━": "┷", "┳": "╈"},
        Heading.NORTH: {"─": "┬", "┴": "┼", "━": "┯", "┻": "╇"},
    },
)

_LARGE_ASCII: Final = Glyphs(
    tile=Shape(
        ("+---+---+", "| a @ b |", "+---+---+"),
        ("+---+", "| a |", "+-@-+", "| b |", "+---+"),
        ("|", "-"),
    ),
    last=Shape(
        ("#===#===#", "# a @ b #", "#===#===#"),
        ("#===#", "# a #", "#=@=#", "# b #", "#===#"),
        ("#", "="),
    ),
    spinner="*",
    free="o",
    link=("-", "|"),
    knots={},
)


def glyphs_of(scale: Scale, *, ascii_only: bool) -> Glyphs:
    """The characters to draw a scale with."""
    return {(SMALL, False): _SMALL, (SMALL, True): _SMALL_ASCII, (LARGE, False): _LARGE, (LARGE, True): _LARGE_ASCII}[
        scale, ascii_only
    ]
