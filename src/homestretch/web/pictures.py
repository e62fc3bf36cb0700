"""Requests for what is shared of a match that is over: a film of a round, and a picture of a moment."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from homestretch.fives.state import State as FivesState
from homestretch.i18n.speaker import Speaker
from homestretch.kit.seat import SPECTATOR
from homestretch.pictures.films import round_film
from homestretch.pictures.gif import film_gif
from homestretch.pictures.stills import position_picture, race_picture
from homestretch.record.redact import view
from homestretch.render import Shape
from homestretch.render.film import Film, film_svg
from homestretch.render.png import to_png
from homestretch.table.table import Table

from .guests import Signer
from .hub import Hub
from .past import Past
from .rooms import Room
from .tables import record_of_table
from .visit import Visit

KINDS: Final = {"svg": "image/svg+xml", "gif": "image/gif", "png": "image/png"}
MOST_KEPT: Final = 64
"""So many films and pictures are kept, for those who open what was shared."""

MOST_WAITING: Final = 8
"""One is made at a time; where so many are asked for already, the next one is asked to come later."""


class PictureDoor:
    """Answers these requests."""

    def __init__(self, hub: Hub, signer: Signer) -> None:
        self._hub = hub
        self._signer = signer
        self._making = asyncio.Lock()
        self._waiting = 0
        self._kept: OrderedDict[Any, bytes] = OrderedDict()

    async def film(self, request: Request) -> Response:
        """The film of a round, as everybody at the table saw it."""
        visit, room = await self._visit(request)
        form, number = request.path_params["form"], _whole(request.path_params["round"])
        if form not in ("svg", "gif"):
            raise HTTPException(404)
        speak, shape = room.speaker(visit.language), visit.shape
        made = await self._made(
            (room.id, number, form, speak.language, speak.names, shape),
            lambda: _film(room.table, speak, number, form, shape),
        )
        return _answer(visit, made, form, f"{room.table.game}-{room.id[:6]}-{number}.{form}")

    async def moment(self, request: Request) -> Response:
        """The picture of a moment of the match."""
        visit, room = await self._visit(request)
        number = _whole(request.path_params["at"])
        speak, shape = room.speaker(visit.language), visit.shape
        made = await self._made(
            (room.id, number, "png", speak.language, speak.names, shape),
            lambda: _moment(room.table, speak, number, shape),
        )
        return _answer(visit, made, "png", f"{room.table.game}-{room.id[:6]}-{number}.png")

    async def _visit(self, request: Request) -> tuple[Visit, Room]:
        visit = Visit(request, self._signer)
        room = await self._hub.find(request.path_params["table"])
        if room is None or not room.table.over:
            raise HTTPException(404)
        room.touch(visit.guest.id)
        return visit, room

    async def _made(self, key: Any, make: Callable[[], bytes | None]) -> bytes:
        """What is kept under this key; it is made if it is not, and nothing else meanwhile.

        Raises:
            HTTPException: There is no such thing, or too many wait.
        """
        if key not in self._kept:
            if self._waiting >= MOST_WAITING:
                raise HTTPException(429)
            self._waiting += 1
            try:
                async with self._making:
                    made = self._kept.get(key) or await asyncio.to_thread(make)
            finally:
                self._waiting -= 1
            if made is None:
                raise HTTPException(404)
            self._kept[key] = made
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]


def _film(table: Table, speak: Speaker, number: int, form: str, shape: Shape) -> bytes | None:
    film = round_film(speak, record_of_table(table), number, shape=shape)
    if not isinstance(film, Film):
        return None
    return film_svg(film).encode() if form == "svg" else film_gif(film)


def _moment(table: Table, speak: Speaker, number: int, shape: Shape) -> bytes | None:
    past = Past(table, number)
    if number > past.last:
        return None
    state = view(table.rules, past.moment.state, SPECTATOR)
    draw = position_picture(speak, state, shape=shape) if isinstance(state, FivesState) else race_picture(speak, state)
    return to_png(draw)


def _whole(text: str) -> int:
    """A number of an address.

    Raises:
        HTTPException: It is none.
    """
    if not (text.isascii() and text.isdecimal() and len(text) < 7):
        raise HTTPException(404)
    return int(text)


def _answer(visit: Visit, data: bytes, form: str, name: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"', "vary": "cookie, accept-language"}
    return visit.sealed(Response(data, media_type=KINDS[form], headers=headers))
