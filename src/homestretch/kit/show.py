"""Values that show themselves in a notebook.

A notebook asks a value itself for its picture, so the values of the rules have to answer; but the rules know nothing of
pictures, and a room imports from those below it only. So the answer is looked up by name when it is asked for, and
nothing is loaded before.
"""

from importlib import import_module
from typing import Final

PAINTER: Final = "homestretch.pictures.notebook"
"""The module whose ``picture`` draws whatever shows itself."""


def picture_of(value: object) -> str:
    """The picture of a layout, a position or a race as an SVG file."""
    drawn: str = import_module(PAINTER).picture(value)
    return drawn
