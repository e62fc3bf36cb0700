"""Who a browser is: a signed cookie for the guest, and signed links that bring a seat to another device."""

import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec
from itsdangerous import BadSignature, URLSafeSerializer, URLSafeTimedSerializer
from msgspec import Struct
from msgspec.structs import replace

from homestretch.i18n.speaker import printable
from homestretch.kit.chance import Stream, derive
from homestretch.kit.seat import Seat

LONGEST_NAME: Final = 24
MOST_TABLES: Final = 12
"""So many of a guest's tables are remembered, the latest first; and as many of their sheets."""

LINK_LASTS: Final = 86400
"""So many seconds after it was shown, the link that lets somebody keep a sheet opens nothing any more."""

_OWNER_ONLY: Final = 0o600


class Guest(Struct, frozen=True):
    """A browser: an id that nobody else knows, the name that its person chose, their tables and score sheets."""

    id: str
    name: str = ""
    tables: tuple[str, ...] = ()
    sheets: tuple[str, ...] = ()

    def at(self, table: str) -> "Guest":
        """The guest with this table first among theirs."""
        return replace(self, tables=_first(table, self.tables))

    def keeping(self, sheet: str) -> "Guest":
        """The guest with this sheet first among those that they keep."""
        return replace(self, sheets=_first(sheet, self.sheets))

    def called(self, name: str) -> "Guest":
        """The guest under this name."""
        return replace(self, name=name)


def _first(name: str, names: tuple[str, ...]) -> tuple[str, ...]:
    return (name, *(each for each in names if each != name))[:MOST_TABLES]


class SeatLink(Struct, frozen=True):
    """What a private link says: the seat, and the guest who gave it away, who must still sit there."""

    table: str
    seat: Seat
    guest: str


class SheetLink(Struct, frozen=True):
    """What the private link of a score sheet says: the sheet, and the keeper who gave it away."""

    sheet: str
    guest: str


def new_guest(name: str = "") -> Guest:
    """A guest that has never been here."""
    return Guest(secrets.token_urlsafe(12), name)


def clean_name(text: str) -> str:
    """A name as it may be shown: one line, printable, not too long."""
    return " ".join(printable(text).replace("�", " ").split())[:LONGEST_NAME].strip()


class Signer:
    """Signs and reads what a browser keeps. Nobody can make or change it without the server's secret."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._guest = URLSafeSerializer(secret, salt="guest")
        self._seat = URLSafeSerializer(secret, salt="seat")
        self._sheet = URLSafeTimedSerializer(secret, salt="sheet")

    def guest(self, guest: Guest) -> str:
        """The guest as a cookie."""
        return _signed(self._guest, guest)

    def read_guest(self, text: str | None) -> Guest | None:
        """The guest of a cookie; None where there is none, or it was not made here."""
        guest: Guest | None = _read(self._guest.loads, text, Guest)
        return guest

    def seat(self, link: SeatLink) -> str:
        """The secret part of a private link."""
        return _signed(self._seat, link)

    def read_seat(self, text: str) -> SeatLink | None:
        """What a private link says; None where it was not made here."""
        link: SeatLink | None = _read(self._seat.loads, text, SeatLink)
        return link

    def sheet(self, link: SheetLink) -> str:
        """The secret part of the link that lets somebody keep a sheet."""
        return _signed(self._sheet, link)

    def read_sheet(self, text: str) -> SheetLink | None:
        """What such a link says; None where it was not made here, or too long ago."""
        link: SheetLink | None = _read(lambda signed: self._sheet.loads(signed, max_age=LINK_LASTS), text, SheetLink)
        return link

    def lot(self, many: int, *names: str) -> int:
        """A lot among so many, from 0, which nobody can foretell and which falls the same again for the same names."""
        return Stream(derive(self._secret, "lot", *names), b"lot").below(many)


def _signed(serializer: URLSafeSerializer | URLSafeTimedSerializer, value: Struct) -> str:
    return serializer.dumps(msgspec.to_builtins(value))


def _read(loads: Callable[[str], Any], text: str | None, kind: type[Any]) -> Any:
    try:
        return msgspec.convert(loads(text or ""), kind)
    except (BadSignature, msgspec.ValidationError):
        return None


def server_secret(folder: Path) -> bytes:
    """The server's own secret, made at its first start and kept beside its data."""
    path = folder / "secret"
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY)
    except FileExistsError:
        return path.read_bytes()
    with os.fdopen(file, "wb") as out:
        out.write(secrets.token_bytes(32))
    return path.read_bytes()
