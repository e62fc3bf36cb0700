"""Requests of the explain board: any layout in the address, and what it counts."""

import asyncio
from typing import Final

import htpy as h
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from homestretch.games import HORSE_RACE
from homestretch.i18n.speaker import Speaker
from homestretch.pictures.painter import Png
from homestretch.render.picture import board_picture
from homestretch.render.svg import tile_sprite

from .doors import game_of
from .guests import Signer
from .pages.diagram import caption
from .pages.explain import DOMINOES, Board, board_main, no_layout, page_title, summary
from .pages.links import explain_path
from .pages.shell import Frame, document
from .painter import Painter
from .qr import qr_file
from .rates import PICTURES, Rates
from .visit import Visit
from .workshop import Orders, Workshop

KEPT: Final = "public, max-age=86400"
"""A picture follows from its address, so whoever fetches it may keep it for a day."""

ORDERS: Final = Orders("pictures", PICTURES, begun=32, kept=256)

WIDTH: Final = 1200
RATIO: Final = 1.91
"""Pixels across, and how many times as wide as high: what messengers show whole."""


class BoardDoor:
    """Answers these requests. A board is all in its address, so nothing is kept."""

    def __init__(self, signer: Signer, rates: Rates, painter: Painter) -> None:
        self._signer = signer
        self._painter = painter
        self.pictures: Workshop[bytes] = Workshop(rates, ORDERS)

    async def start(self, request: Request) -> Response:
        """The board without a game: that of the first."""
        visit = Visit(request, self._signer)
        return visit.go(explain_path(HORSE_RACE.key, request.query_params.get("moves", "")))

    async def show(self, request: Request) -> Response:
        """A board; with a placement more where one has been pressed, at the address that this makes."""
        visit = Visit(request, self._signer)
        game = game_of(request).key
        if game not in DOMINOES:
            title = visit.speak.say("board.title")
            return visit.page(document(visit, Frame(title, picture=game, style="explain.css"), no_layout(visit, game)))
        board = Board(game, request.query_params.get("moves", ""))
        move = request.query_params.get("move", "")
        if not move:
            return visit.page(await asyncio.to_thread(self._page, visit, board))
        board = Board(game, f"{board.reading.text} {move}".strip())
        path = explain_path(game, board.reading.text if board.reading.refusal is None else board.text)
        if not visit.wants_part:
            return visit.go(path)
        answer = visit.page(await asyncio.to_thread(self._page, visit, board))
        answer.headers["hx-push-url"] = visit.url(path)
        return answer

    async def code(self, request: Request) -> Response:
        """The address of a board as a QR code."""
        visit = Visit(request, self._signer)
        board = self._board(request)
        address = visit.absolute(explain_path(board.game, board.reading.text))
        drawn = await self.pictures.made(request, address, lambda: qr_file(address))
        return Response(drawn, media_type="image/svg+xml", headers={"cache-control": KEPT})

    async def picture(self, request: Request) -> Response:
        """A board as a picture, for previews of its link."""
        visit = Visit(request, self._signer)
        board = self._board(request)
        wanted = board.game, board.reading.text, visit.language
        png = await self.pictures.made(request, wanted, lambda: self._painter.draw(_picture(*wanted)))
        return Response(png, media_type="image/png", headers={"cache-control": KEPT, "vary": "cookie, accept-language"})

    def _board(self, request: Request) -> Board:
        """The board of an address.

        Raises:
            HTTPException: The game has no layouts.
        """
        game = game_of(request).key
        if game not in DOMINOES:
            raise HTTPException(404)
        return Board(game, request.query_params.get("moves", ""))

    def _page(self, visit: Visit, board: Board) -> str:
        main = board_main(visit, board)
        if visit.wants_part:
            return str(main)
        title = page_title(visit.speak, board)
        frame = Frame(
            title,
            summary(visit.speak, board),
            board.game,
            sprite=Markup(tile_sprite()),
            style="explain.css",
            module="explain.js",
            preview=explain_path(board.game, board.reading.text, ".png") if board.reading.plays else "",
            history=True,
        )
        return document(visit, frame, h.fragment[main, h.p("#say.sr", role="status")])


def _picture(game: str, moves: str, language: str) -> Png:
    """A board to be drawn, with its sum and award below."""
    speak, board = Speaker(language), Board(game, moves)
    layout = board.layout
    last = layout.tiles[-1] if layout.tiles else None
    title, line = page_title(speak, board), caption(speak, board.rules, layout)
    return Png(board_picture(layout, title=title, caption=line, last=last, ratio=RATIO), WIDTH)
