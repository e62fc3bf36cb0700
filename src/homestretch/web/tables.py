"""Requests that belong to a table: its page and stream, everything that people do at it, and what is left after it."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

import htpy as h
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from homestretch.games import GAMES
from homestretch.kit.chance import Revealed
from homestretch.kit.message import Refusal
from homestretch.kit.numbers import read_digits
from homestretch.kit.seat import SPECTATOR, Seat
from homestretch.record.exchange import Record, record_of, to_json, to_text
from homestretch.record.log import in_force
from homestretch.render.svg import card_sprite, tile_sprite
from homestretch.table.commands import Claim
from homestretch.table.events import TableEvent
from homestretch.table.table import Table

from . import deeds
from .audience import audience_of
from .guests import SeatLink, Signer
from .house import waits_for
from .hub import Hub
from .pages import after
from .pages.shell import Frame, document
from .pages.table import table_main
from .past import Past, whole_story
from .proofs import proof_data
from .rooms import Room
from .streams import TableStream, framed
from .visit import Visit

LOOK_AGAIN = 5
"""Seconds after which a page without scripts asks how the table stands."""

Deed = Callable[[deeds.Doer, dict[str, str]], Awaitable[Refusal | str | None]]

DEEDS: dict[str, Deed] = {
    "move": deeds.move,
    "sit": deeds.sit,
    "stand": deeds.stand,
    "swap": deeds.swap,
    "bot": deeds.add_bot,
    "start": deeds.start,
    "ready": deeds.ready,
    "contribute": deeds.contribute,
    "takeback": deeds.ask_takeback,
    "answer": deeds.answer,
    "away": deeds.away,
    "back": deeds.back,
    "end": deeds.end,
    "rematch": deeds.rematch,
}
"""What can be done at a table, by the last word of the address that it is posted to."""


class TableDoor:
    """Answers these requests."""

    def __init__(self, hub: Hub, signer: Signer) -> None:
        self._hub = hub
        self._signer = signer

    async def _visit(self, request: Request) -> tuple[Visit, Room]:
        visit = Visit(request, self._signer)
        room = await self._hub.find(request.path_params["table"])
        if room is None:
            raise HTTPException(404)
        room.touch(visit.guest.id)
        return visit, room

    # ---- the page

    async def show(self, request: Request) -> Response:
        """The table as it stands."""
        visit, room = await self._visit(request)
        visit.is_known = True
        if room.table.seats_of(visit.guest.id) and visit.guest.tables[:1] != (room.id,):
            visit.guest = visit.guest.at(room.id)
        return visit.page(self._document(visit, room))

    async def stream(self, request: Request) -> Response:
        """The stream of its changes."""
        visit, room = await self._visit(request)
        return TableStream(room, visit.guest.id, lambda: self._number(room), self._renderer(visit, room))

    async def post(self, request: Request) -> Response:
        """Something that somebody does at the table."""
        deed = DEEDS.get(request.path_params["what"])
        if deed is None:
            raise HTTPException(404)
        visit, room = await self._visit(request)
        form = await visit.form()
        answer = await deed(deeds.Doer(visit, room, self._hub), form)
        if isinstance(answer, Refusal):
            main = self._main(visit, room, answer, form)
            return visit.page(main if visit.wants_part else self._document(visit, room, main), 409)
        if isinstance(answer, str):
            return self._go(visit, answer)
        if visit.wants_part:
            return visit.page(self._shared_main(visit, room).decode())
        return self._back(visit, room)

    async def posted(self, request: Request) -> Response:
        """The table, for a page that was refused something and is loaded again from the address it was posted to."""
        if request.path_params["what"] not in DEEDS:
            raise HTTPException(404)
        return self._back(*await self._visit(request))

    def _back(self, visit: Visit, room: Room) -> Response:
        asked = read_digits(visit.request.query_params.get("seat"))
        return visit.go(f"/t/{room.id}" + ("" if asked is None else f"?seat={asked}"))

    def _go(self, visit: Visit, path: str) -> Response:
        if not visit.wants_part:
            return visit.go(path)
        return visit.sealed(Response(status_code=204, headers={"HX-Redirect": visit.url(path)}))

    def _number(self, room: Room) -> str:
        return f"{len(room.table.log)}-{room.boot}-{room.version}"

    def _main(
        self,
        visit: Visit,
        room: Room,
        notice: Refusal | None = None,
        entered: Mapping[str, str] | None = None,
    ) -> Markup:
        return table_main(
            room,
            audience_of(visit, room.table),
            number=self._number(room),
            link=visit.absolute(f"/t/{room.id}"),
            grace=self._hub.settings.grace,
            notice=notice,
            entered=entered,
        )

    def _shared_main(self, visit: Visit, room: Room) -> bytes:
        """The main part, made once for an audience."""
        key = audience_of(visit, room.table), None if room.table.started else visit.absolute("")
        return room.page(key, lambda: self._main(visit, room))

    def _renderer(self, visit: Visit, room: Room) -> Callable[[], Awaitable[bytes]]:
        """Makes the events of one reader's stream; to which audience they belong changes only with the seats."""
        known = room.table, audience_of(visit, room.table)

        async def render() -> bytes:
            nonlocal known
            table, audience = room.table, known[1]
            if audience.shares or table.seats is not known[0].seats:
                audience = audience_of(visit, table)
            known = table, audience
            key = audience, None if table.started else visit.absolute("")
            page = room.page(key, lambda: self._main(visit, room))
            event: bytes = room.once(("event", key), lambda: framed(self._number(room), page))
            return event

        return render

    def _document(self, visit: Visit, room: Room, main: Markup | None = None) -> str:
        table = room.table
        speak = visit.speak
        audience = audience_of(visit, table)
        mine = waits_for(room, audience.viewer)
        title = speak.say(f"game.{table.game}")
        family = GAMES[table.game].family
        frame = Frame(
            title,
            speak.say("web.preview", game=table.game, names=tuple(who.name for who in table.seats if who is not None)),
            table.game,
            sprite=Markup(card_sprite()) if family == "race" else Markup(tile_sprite()),
            reload=0 if mine or audience.covered else LOOK_AGAIN,
        )
        query = f"?view={self._number(room)}" + (f"&seat={audience.viewer}" if audience.shares and mine else "")
        wire = h.div(
            "#wire",
            data_stream=visit.url(f"/t/{room.id}/stream{query}"),
            hx_target="#main",
            hx_swap="outerMorph",
        )
        body = self._main(visit, room) if main is None else main
        lost = h.p(
            "#lost.lost",
            role="alert",
            hidden=True,
            data_cut=speak.say("web.cut"),
            data_unanswered=speak.say("web.unanswered"),
        )
        return document(visit, frame, h.fragment[wire, body, lost, h.p("#say.sr", role="status")])

    # ---- another device

    async def claim(self, request: Request) -> Response:
        """A private link: asks first, since programs that preview links open them too."""
        visit, room = await self._visit(request)
        link = self._signer.read_seat(request.path_params["token"])
        who = None
        if link is not None and link.table == room.id and 0 <= link.seat < len(room.table.seats):
            who = room.table.seats[link.seat]
        if link is None or who is None or link.guest not in who.guests:
            raise HTTPException(404)
        if request.method == "POST":
            refusal = await room.do(Claim(link.seat, visit.guest.id))
            if refusal is None:
                visit.guest = visit.guest.at(room.id)
                return visit.go(f"/t/{room.id}")
            return visit.page(self._document(visit, room, self._main(visit, room, refusal)), 409)
        game = visit.speak.say(f"game.{room.table.game}")
        main = after.claim(visit, who.name, game, visit.here)
        return visit.page(document(visit, Frame(game, picture=room.table.game), main))

    async def share(self, request: Request) -> Response:
        """The links to the table and to the guest's own seats."""
        visit, room = await self._visit(request)
        links = [(visit.speak.say("web.link-to-table"), visit.absolute(f"/t/{room.id}"))]
        for seat in room.table.seats_of(visit.guest.id):
            token = self._signer.seat(SeatLink(room.id, seat, visit.guest.id))
            who = room.table.seats[seat]
            name = "" if who is None else who.name
            links.append(
                (visit.speak.say("web.link-to-seat", name=name), visit.absolute(f"/t/{room.id}/claim/{token}"))
            )
        main = after.share(visit, room.id, room.table, links)
        return visit.page(document(visit, Frame(visit.speak.say("web.share"), picture=room.table.game), main))

    # ---- what is left of a match

    async def log(self, request: Request) -> Response:
        """Everything that has happened, in words."""
        visit, room = await self._visit(request)
        viewer = _own_view(visit, room.table)
        rounds = await asyncio.to_thread(whole_story, room.table, room.speaker(visit.language), viewer)
        main = after.whole_log(visit, room.id, room.table, rounds)
        return visit.page(document(visit, Frame(visit.speak.say("web.whole-log"), picture=room.table.game), main))

    async def replay(self, request: Request) -> Response:
        """One moment of a match that is over."""
        visit, room = await self._visit(request)
        if not room.table.over:
            return visit.go(f"/t/{room.id}")
        number = read_digits(request.query_params.get("at")) or 0
        past = await asyncio.to_thread(Past, room.table, number)
        main = after.replay(visit, room.id, room.table, past, _own_view(visit, room.table))
        family = GAMES[room.table.game].family
        frame = Frame(
            visit.speak.say("web.replay-of", game=room.table.game),
            picture=room.table.game,
            sprite=Markup(card_sprite()) if family == "race" else Markup(tile_sprite()),
        )
        return visit.page(document(visit, frame, main))

    async def record(self, request: Request) -> Response:
        """The record of a match that is over, as JSON or as text."""
        visit, room = await self._visit(request)
        form = request.path_params["form"]
        if not room.table.over or form not in ("jsonl", "txt"):
            raise HTTPException(404)
        record = await asyncio.to_thread(record_of_table, room.table)
        body = to_json(record) + b"\n" if form == "jsonl" else to_text(record).encode()
        kind = "application/jsonl" if form == "jsonl" else "text/plain; charset=utf-8"
        name = f"{room.table.game}-{room.id[:6]}.{form}"
        return visit.sealed(
            Response(body, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'})
        )

    async def proof(self, request: Request) -> Response:
        """What was promised about the deals; seeds of finished rounds, and everything of a match that is over."""
        visit, room = await self._visit(request)
        table = room.table
        record = await asyncio.to_thread(record_of_table, table, revealed_only=True)
        data = proof_data(GAMES[table.game], record)
        shuffle = table.state.shuffle
        promise = None if shuffle is None or shuffle.revealed else shuffle.commitment.hex()
        main = after.proofs(visit, room.id, table, data, promise)
        frame = Frame(visit.speak.say("web.proof"), picture=table.game, module="verify.js")
        return visit.page(document(visit, frame, main))


def record_of_table(table: Table, *, revealed_only: bool = False) -> Record:
    """The record of a match that is over, or of those of its rounds whose seed has been shown."""
    log = table.log
    if revealed_only:
        log = log[: max((at for at, event in enumerate(log, 1) if isinstance(event, Revealed)), default=0)]
    events = [event for event in in_force(log) if not isinstance(event, TableEvent)]
    return record_of(GAMES[table.game], table.state.rules, events)


def _own_view(visit: Visit, table: Table) -> Seat | None:
    """The one seat from which a guest has watched; where people share a device nobody's hand is shown afterwards."""
    seats = table.seats_of(visit.guest.id)
    return seats[0] if len(seats) == 1 else SPECTATOR
