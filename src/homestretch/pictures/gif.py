"""A film as a GIF, for wherever nothing else moves."""

from io import BytesIO
from typing import Final

from PIL.Image import Dither, Image
from PIL.Image import open as open_image

from homestretch.render.film import Film, still
from homestretch.render.png import to_png

MOST_WIDTH: Final = 640
"""No wider than this where nobody asks for a width: a GIF is sent from phone to phone."""

COLOURS: Final = 64


def film_gif(film: Film, width: int | None = None) -> bytes:
    """The film as a GIF file that begins anew at its end.

    It is so many pixels wide; where ``width`` is None, as wide as it is drawn, and at most :data:`MOST_WIDTH`.
    """
    across = min(film.sheet.width, MOST_WIDTH) if width is None else width
    last = _picture(film, len(film.pictures) - 1, across).quantize(COLOURS)
    pictures = [
        _picture(film, number, across).quantize(palette=last, dither=Dither.NONE)
        for number in range(len(film.pictures))
    ]
    file = BytesIO()
    pictures[0].save(
        file,
        "GIF",
        save_all=True,
        append_images=pictures[1:],
        duration=[round(picture.seconds * 1000) for picture in film.pictures],
        loop=0,
        optimize=False,
    )
    return file.getvalue()


def _picture(film: Film, number: int, width: int) -> Image:
    return open_image(BytesIO(to_png(still(film, number), width))).convert("RGB")
