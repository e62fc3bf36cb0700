"""The files that pages refer to, each with a mark of its content in its address, so that browsers may keep it."""

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

STATIC: Final = Path(__file__).parent / "static"


@cache
def asset(name: str) -> str:
    """The address of a static file below the server's prefix."""
    mark = sha256((STATIC / name).read_bytes()).hexdigest()[:10]
    return f"/static/{name}?{mark}"
