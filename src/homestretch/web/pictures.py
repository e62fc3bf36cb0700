"""Requests for what is shared of a match that is over: a film of a round, and a picture of a moment."""

from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from homestretch.fives.state import State as FivesState
from homestretch.i18n.speaker import Speaker
from homestretch.kit.numbers import read_digits
from homestretch.kit.seat import SPECTATOR
from homestretch.pictures.films import round_film
from homestretch.pictures.painter import Gif, Png
from homestretch.pictures.stills import position_picture, race_picture
from homestretch.record.redact import view
from homestretch.render import Shape
from homestretch.render.film import Film, film_svg
from homestretch.table.table import Table

from .guests import Signer
from .hub import Hub
from .painter import Painter
from .past import Past
from .rates import FILMS, PICTURES, Rates
from .rooms import Room
from .tables import record_of_table
from .visit import Visit
from .workshop import Orders, Workshop

KINDS: Final = {"svg": "image/svg+xml", "gif": "image/gif", "png": "image/png"}
FILM_ORDERS: Final = Orders("films", FILMS, begun=8, kept=64)
STILL_ORDERS: Final = Orders("pictures", PICTURES, begun=32, kept=64)
"""What is made for those who open what was shared."""


class PictureDoor:
    """Answers these requests."""

    def __init__(self, hub: Hub, signer: Signer, rates: Rates, painter: Painter) -> None:
        self._hub = hub
        self._signer = signer
        self._painter = painter
        self.films: Workshop[bytes | None] = Workshop(rates, FILM_ORDERS)
        self.stills: Workshop[bytes | None] = Workshop(rates, STILL_ORDERS)

    async def film(self, request: Request) -> Response:
        """The film of a round, as everybody at the table saw it."""
        visit, room = await self._visit(request)
        form, number = request.path_params["form"], _whole(request.path_params["round"])
        if form not in ("svg", "gif"):
            raise HTTPException(404)
        speak, shape = room.speaker(visit.language), visit.shape
        made = await self.films.made(
            request,
            (room.id, number, form, speak.language, speak.names, shape),
            lambda: self._film(room.table, speak, number, form, shape),
        )
        return _answer(visit, made, form, f"{room.table.game}-{room.id[:6]}-{number}.{form}")

    async def moment(self, request: Request) -> Response:
        """The picture of a moment of the match."""
        visit, room = await self._visit(request)
        number = _whole(request.path_params["at"])
        speak, shape = room.speaker(visit.language), visit.shape
        made = await self.stills.made(
            request,
            (room.id, number, speak.language, speak.names, shape),
            lambda: self._moment(room.table, speak, number, shape),
        )
        return _answer(visit, made, "png", f"{room.table.game}-{room.id[:6]}-{number}.png")

    async def _visit(self, request: Request) -> tuple[Visit, Room]:
        visit = Visit(request, self._signer)
        room = await self._hub.find(request.path_params["table"])
        if room is None or not room.table.over:
            raise HTTPException(404)
        room.touch(visit.guest.id)
        return visit, room

    def _film(self, table: Table, speak: Speaker, number: int, form: str, shape: Shape) -> bytes | None:
        film = round_film(speak, record_of_table(table), number, shape=shape)
        if not isinstance(film, Film):
            return None
        return film_svg(film).encode() if form == "svg" else self._painter.draw(Gif(film))

    def _moment(self, table: Table, speak: Speaker, number: int, shape: Shape) -> bytes | None:
        past = Past(table, number)
        if number > past.last:
            return None
        state = view(table.rules, past.moment.state, SPECTATOR)
        is_fives = isinstance(state, FivesState)
        svg = position_picture(speak, state, shape=shape) if is_fives else race_picture(speak, state)
        return self._painter.draw(Png(svg))


def _whole(text: str) -> int:
    """A number of an address.

    Raises:
        HTTPException: It is none.
    """
    number = read_digits(text)
    if number is None:
        raise HTTPException(404)
    return number


def _answer(visit: Visit, data: bytes | None, form: str, name: str) -> Response:
    """The answer with what was made.

    Raises:
        HTTPException: There is no such round or moment.
    """
    if data is None:
        raise HTTPException(404)
    headers = {"content-disposition": f'attachment; filename="{name}"', "vary": "cookie, accept-language"}
    return visit.sealed(Response(data, media_type=KINDS[form], headers=headers))
