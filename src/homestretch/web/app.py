"""The application: which address leads where, and what surrounds every page."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import perf_counter

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from homestretch.kit.message import Refusal, refuse
from homestretch.store.log import Store, StoreFailed

from . import logs
from .assets import STATIC
from .doors import FrontDoor
from .explaining import BoardDoor
from .guests import Signer, server_secret
from .hub import Hub
from .pages.errors import sorry
from .pages.shell import Frame, document
from .painter import Painter
from .pictures import PictureDoor
from .rates import Rates
from .safety import Safety
from .settings import Settings
from .sheets import NotKeeper, SheetDoor, not_keeper
from .tables import TableDoor
from .teaching import RulesDoor
from .training import TrainDoor
from .visit import Visit

_REFUSALS = {404: "web.not-found", 405: "web.not-found", 400: "web.not-found", 429: "web.too-often"}


class KeptFiles(StaticFiles):
    """Static files, whose addresses change with their content, so browsers keep them."""

    def file_response(self, *args: object, **settings: object) -> Response:
        """The file, to be kept for a year."""
        response: Response = super().file_response(*args, **settings)  # type: ignore[arg-type]
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response


class Site:
    """Everything that one server is made of."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.settings = settings
        self.signer = Signer(server_secret(settings.data))
        self.hub = Hub(store, settings)
        rates = Rates(limited=settings.limited)
        front, tables = FrontDoor(self.hub, self.signer), TableDoor(self.hub, self.signer)
        self._painter = Painter()
        board = BoardDoor(self.signer, rates, self._painter)
        train = TrainDoor(self.signer, rates)
        rules = RulesDoor(self.signer)
        sheets = SheetDoor(self.hub, self.signer)
        pictures = PictureDoor(self.hub, self.signer, rates, self._painter)
        self._workshops = (board.pictures, train.drills, pictures.films, pictures.stills)
        routes = [
            Route("/", front.front),
            Route("/play/{game}", front.play, methods=["POST"]),
            Route("/new/{game}", front.new, methods=["GET", "POST"]),
            Route("/options", front.options, methods=["POST"]),
            Route("/healthz", self.health),
            Route("/rules", rules.index),
            Route("/rules/{game}", rules.rules),
            Route("/explain", board.start),
            Route("/explain/{game}.png", board.picture),
            Route("/explain/{game}/code.svg", board.code),
            Route("/explain/{game}", board.show),
            Route("/train", train.choose),
            Route("/train/{game}", train.drill, methods=["GET", "POST"]),
            Route("/score", sheets.front),
            Route("/score/new/{game}", sheets.new, methods=["GET", "POST"]),
            Route("/score/worker.js", sheets.worker),
            Route("/score/{sheet}.csv", sheets.csv),
            Route("/score/{sheet}", sheets.show),
            Route("/score/{sheet}/view", sheets.view),
            Route("/score/{sheet}/stream", sheets.stream),
            Route("/score/{sheet}/share", sheets.share),
            Route("/score/{sheet}/again", sheets.again, methods=["POST"]),
            Route("/score/{sheet}/end", sheets.end, methods=["GET", "POST"]),
            Route("/score/{sheet}/entry/{number}", sheets.entry, methods=["GET", "POST"]),
            Route("/score/{sheet}/keep/{token}", sheets.join, methods=["GET", "POST"]),
            Route("/score/{sheet}/{what}", sheets.write, methods=["POST"]),
            Route("/t/{table}", tables.show),
            Route("/t/{table}/stream", tables.stream),
            Route("/t/{table}/replay", tables.replay),
            Route("/t/{table}/log", tables.log),
            Route("/t/{table}/proof", tables.proof),
            Route("/t/{table}/share", tables.share),
            Route("/t/{table}/record.{form}", tables.record),
            Route("/t/{table}/film/{round}.{form}", pictures.film),
            Route("/t/{table}/picture/{at}.png", pictures.moment),
            Route("/t/{table}/claim/{token}", tables.claim, methods=["GET", "POST"]),
            Route("/t/{table}/{what}", tables.post, methods=["POST"]),
            Route("/t/{table}/{what}", tables.posted),
            Mount("/static", KeptFiles(directory=STATIC), name="static"),
        ]
        self.starlette = Starlette(
            routes=routes,
            lifespan=self._lifespan,
            exception_handlers={
                HTTPException: self._http_error,
                StoreFailed: self._not_kept,
                NotKeeper: self._not_keeper,
                Exception: self._fault,
            },
        )
        self.app: ASGIApp = Noted(Safety(self.starlette, answer=self._refused, prefix=settings.prefix, rates=rates))

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        await self.hub.start()
        logs.note("started")
        yield
        self.close()
        await self.hub.stop()
        logs.note("stopped")

    def close(self) -> None:
        """Let go of what would keep a server that stops waiting: open streams, and what is still to be made."""
        self.hub.close_streams()
        for workshop in self._workshops:
            workshop.close()
        self._painter.close()

    async def health(self, request: Request) -> Response:
        """Whether the server is well: it answers, and its store can be read."""
        try:
            await self.hub.store.read("healthz")
        except Exception as error:
            logs.fault("unhealthy", error)
            return JSONResponse({"status": "failing"}, 503)
        tables, sheets = self.hub.rooms.values(), self.hub.sheets.rooms.values()
        streams = sum(len(table.listeners) for table in tables) + sum(len(sheet.listeners) for sheet in sheets)
        return JSONResponse({"status": "ok", "tables": len(tables), "sheets": len(sheets), "streams": streams})

    async def _refused(self, scope: Scope, refusal: Refusal, status: int) -> ASGIApp:
        return self._sorry(Request(scope), refusal, status)

    async def _http_error(self, request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        return self._sorry(request, refuse(_REFUSALS.get(status, "web.fault")), status)

    async def _not_kept(self, request: Request, error: Exception) -> Response:
        logs.fault("store failed", error)
        return self._sorry(request, refuse("web.not-kept"), 503)

    async def _not_keeper(self, request: Request, _: Exception) -> Response:
        return self._sorry(request, not_keeper(), 403)

    async def _fault(self, request: Request, error: Exception) -> Response:
        logs.fault("request failed", error)
        return self._sorry(request, refuse("web.fault"), 500)

    def _sorry(self, request: Request, refusal: Refusal, status: int) -> Response:
        visit = Visit(request, self.signer)
        return visit.page(document(visit, Frame(visit.speak.say("web.sorry")), sorry(visit, refusal)), status)


class Noted:
    """Writes a line for every request that failed or was slow to answer; addresses, which hold secrets, stay out.

    A fault that has been answered and noted ends here, so that the connection goes on.
    """

    SLOW = 1.0

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, and note how it went."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = perf_counter()
        answered = False

        async def noted(message: Message) -> None:
            nonlocal answered
            answered = True
            if message["type"] == "http.response.start":
                took = perf_counter() - begun
                if message["status"] >= 400 or took > self.SLOW:
                    logs.note(
                        "request",
                        logging.WARNING if message["status"] >= 500 else logging.INFO,
                        method=scope["method"],
                        status=message["status"],
                        milliseconds=round(took * 1000),
                    )
            await send(message)

        try:
            await self._app(scope, receive, noted)
        except Exception:
            if not answered:
                raise
