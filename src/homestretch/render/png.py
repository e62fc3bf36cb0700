"""Drawings as PNG: the same on every machine, because the letters are brought along."""

from importlib.resources import as_file, files
from typing import Final

FONT: Final = "noto-sans-bold.ttf"
FAMILY: Final = "Noto Sans"


def to_png(svg: str, width: int | None = None) -> bytes:
    """An SVG file that stands alone as a PNG file, so many pixels wide; where that is None, as wide as it says itself.

    Raises:
        ValueError: It is no SVG.
    """
    import resvg_py  # noqa: PLC0415 - a library of machine code, for those who want a picture

    with as_file(files(__package__) / "fonts" / FONT) as font:
        png = resvg_py.svg_to_bytes(
            svg_string=svg, width=width, skip_system_fonts=True, font_files=[str(font)], sans_serif_family=FAMILY
        )
    return bytes(png)
