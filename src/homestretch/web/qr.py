"""Addresses as QR codes, for a phone to read from a screen or a terminal."""

from functools import lru_cache
from io import BytesIO, StringIO

import segno
from markupsafe import escape


@lru_cache(256)
def qr_svg(address: str, label: str) -> str:
    """The code as an SVG element; ``label`` says what it is."""
    code = segno.make(address, error="m", micro=False)
    size = code.symbol_size(border=3)[0]
    cells = "".join(
        f"M{column} {row}h1v1h-1z"
        for row, line in enumerate(code.matrix_iter(border=3))
        for column, dark in enumerate(line)
        if dark
    )
    return (
        f'<svg class="code" viewBox="0 0 {size} {size}" role="img" aria-label="{escape(label)}">'
        f'<rect class="light" width="{size}" height="{size}"/><path class="dark" d="{cells}"/></svg>'
    )


def qr_file(address: str) -> bytes:
    """The code as an SVG file."""
    out = BytesIO()
    segno.make(address, error="m", micro=False).save(out, kind="svg", border=3, light="#fff", omitsize=True)
    return out.getvalue()


def qr_text(address: str) -> str:
    """The code for a terminal."""
    out = StringIO()
    segno.make(address, error="l", micro=False).terminal(out, border=2, compact=True)
    return out.getvalue()
