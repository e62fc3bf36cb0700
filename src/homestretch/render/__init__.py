"""Pictures of a table as data: where tiles lie, and how they look in a terminal."""

from .board import Board, Shape, lay
from .drawing import Drawing, Segment, Style
from .geometry import Arrangement, Link, Mark, Spot, arrange
from .lines import Line, Step, lines
from .scale import LARGE, SMALL, Box, Heading, Scale
from .text import draw

__all__ = [
    "LARGE",
    "SMALL",
    "Arrangement",
    "Board",
    "Box",
    "Drawing",
    "Heading",
    "Line",
    "Link",
    "Mark",
    "Scale",
    "Segment",
    "Shape",
    "Spot",
    "Step",
    "Style",
    "arrange",
    "draw",
    "lay",
    "lines",
]
