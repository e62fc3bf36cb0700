"""Saved matches: the table's log, one decision a line, appended as it happens."""

import os
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from homestretch.kit.message import Refusal
from homestretch.table.codec import encode, restore
from homestretch.table.events import Event
from homestretch.table.table import Table

HOME = "HOMESTRETCH_DATA"
"""Names the folder for saved matches where it is set."""

OWNER_ONLY = 0o600
"""A save holds every secret of its match."""


def data_folder() -> Path:
    """Where saved matches and finished records are kept."""
    home = os.environ.get(HOME)
    if home:
        return Path(home)
    from platformdirs import user_data_path

    return user_data_path("homestretch", appauthor=False)


def load(path: Path) -> Table | Refusal | None:
    """The table that was saved here, or None where nothing was."""
    if not path.exists():
        return None
    with path.open("rb") as file:
        return restore(file)


class Save:
    """A log that is being written. Every decision is in the file before the next is made."""

    def __init__(self, path: Path, table: Table) -> None:
        """Write the table's log anew: a line that a crash cut off is gone after that."""
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(path.suffix + ".new")
        fresh.unlink(missing_ok=True)
        fresh.touch(OWNER_ONLY)
        fresh.write_bytes(encode(table.log))
        fresh.replace(path)
        self.path = path
        self._file = path.open("ab")

    def append(self, events: Sequence[Event]) -> None:
        """Add the events of one decision."""
        self._file.write(encode(events))
        self._file.flush()

    def finished(self) -> None:
        """The match is over and needs no save."""
        self._file.close()
        self.path.unlink(missing_ok=True)

    def __enter__(self) -> "Save":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()
