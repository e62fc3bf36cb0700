"""Pictures of a table as data: where tiles lie, and how they look in a terminal."""

from .drawing import Drawing, Segment, Style
from .geometry import Arrangement, Link, Mark, Spot, arrange
from .lines import Line, Step, lines
from .pens import Labels
from .scale import LARGE, SMALL, Box, Heading, Scale
from .text import draw, legend

__all__ = [
    "LARGE",
    "SMALL",
    "Arrangement",
    "Box",
    "Drawing",
    "Heading",
    "Labels",
    "Line",
    "Link",
    "Mark",
    "Scale",
    "Segment",
    "Spot",
    "Step",
    "Style",
    "arrange",
    "draw",
    "legend",
    "lines",
]
