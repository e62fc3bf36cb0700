"""What whoever runs a server can set."""

from pathlib import Path

from msgspec import Struct


class Settings(Struct, frozen=True):
    """Where a server keeps its data, where it stands behind a proxy, and how long things take, in seconds.

    ``prefix`` is the path under which a proxy offers the server, empty where it has a host of its own. ``pace`` is the
    time between two moves that nobody chooses. ``contribution`` is how long a promised deal waits for what browsers add
    to the shuffle, ``reading`` how long the others wait for somebody who still reads a settlement, and ``grace`` how
    long for somebody who left on their turn. ``days`` after its last event a table goes to the archive. ``limited``
    says whether requests are counted against the rate limits.
    """

    data: Path
    prefix: str = ""
    pace: float = 0.9
    contribution: float = 1.0
    reading: float = 30
    grace: float = 60
    days: float = 30
    limited: bool = True
