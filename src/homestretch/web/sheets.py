"""Requests of the scorekeeper: sheets for games with real tiles and cards."""

from datetime import UTC, datetime
from typing import Final

import htpy as h
from babel.dates import format_date
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from homestretch.fives.ruleset import Ruleset
from homestretch.fives.state import State
from homestretch.games import GAMES, AnyRuleset, Game, published
from homestretch.kit.message import Refusal, refuse
from homestretch.kit.numbers import read_digits
from homestretch.race.state import State as RaceState
from homestretch.render.svg import card_sprite, tile_sprite
from homestretch.sheet.entries import (
    Award,
    Backed,
    Corrected,
    Entered,
    Finished,
    Item,
    Joined,
    Opening,
    Redone,
    RoundEnd,
    Starts,
    Undone,
)
from homestretch.sheet.race import payable
from homestretch.sheet.sheet import Kept, Line, decide, evolve

from .assets import STATIC
from .doors import game_of
from .guests import SheetLink, Signer
from .houses import read_rules, read_seating, usual_seating
from .hub import Hub
from .pages.errors import sorry
from .pages.kept import html
from .pages.sheet import sheet_main
from .pages.sheet_pads import end_main, worked_out
from .pages.sheet_parts import SheetView
from .pages.sheet_setup import correct_main, join_main, new_sheet, share_main, sheets_front
from .pages.shell import Frame, document
from .sheetcsv import as_csv
from .sheetforms import Form, as_form, key_of, number_in, read_entry, read_names, read_stakes
from .sheetrooms import SheetRoom
from .streams import TableStream, framed
from .visit import Visit

LOOK_AGAIN: Final = 5
"""Seconds after which a reader's page without scripts asks how the sheet stands."""

NOT_NOW: Final = 503
"""Tells a page that its entry may be delivered again later."""

ENTRIES: Final = ("award", "end", "starts", "opening", "finished")
"""What is entered by itself, by the last word of the address that it is posted to."""

WHAT: Final = {
    Award: "award",
    RoundEnd: "end",
    Starts: "starts",
    Opening: "opening",
    Backed: "backed",
    Finished: "finished",
}
"""The word of every kind of entry."""


class SheetDoor:
    """Answers these requests."""

    def __init__(self, hub: Hub, signer: Signer) -> None:
        self._hub = hub
        self._signer = signer

    async def _visit(self, request: Request, *, writes: bool = False) -> tuple[Visit, SheetRoom]:
        visit = Visit(request, self._signer)
        room = await self._hub.sheets.find(request.path_params["sheet"])
        if room is None:
            raise HTTPException(404)
        if writes and not _keeps(visit, room):
            raise NotKeeper
        return visit, room

    # ---- beginning

    async def front(self, request: Request) -> Response:
        """The games, and the guest's own sheets."""
        visit = Visit(request, self._signer)
        own = [room for name in visit.guest.sheets if (room := await self._hub.sheets.find(name)) is not None]
        frame = Frame(visit.speak.say("sheet.title"), visit.speak.say("sheet.lead"), style="sheet.css")
        return visit.page(document(visit, frame, sheets_front(visit, own)))

    async def new(self, request: Request) -> Response:
        """The form that begins a sheet, and what it asks for."""
        visit = Visit(request, self._signer)
        game = game_of(request)
        form = dict(request.query_params)
        notice: Refusal | None = None
        if request.method == "POST":
            form = await visit.form()
            begun = await self._begin(visit, game, form)
            if isinstance(begun, SheetRoom):
                return self._kept_by(visit, begun)
            notice = begun
        main = new_sheet(visit, game, seating_of(game, form), form, notice)
        frame = Frame(visit.speak.say("sheet.new", game=game.key), picture=game.key, style="sheet.css")
        return visit.page(document(visit, frame, main), 200 if notice is None else 422)

    async def _begin(self, visit: Visit, game: Game, form: Form) -> SheetRoom | Refusal:
        rules = read_rules(game, form)
        if isinstance(rules, Refusal):
            return rules
        stand_ins = tuple(visit.speak.say("sheet.player", n=seat + 1) for seat in range(rules.players))
        names = read_names(rules, form, stand_ins)
        if isinstance(names, Refusal):
            return names
        return await self._hub.sheets.open(game, rules, names, visit.guest.id)

    async def again(self, request: Request) -> Response:
        """A new sheet with the people and the rules of this one."""
        visit, room = await self._visit(request, writes=True)
        sheet = room.sheet
        game = GAMES[sheet.header.game]
        return self._kept_by(visit, await self._hub.sheets.open(game, sheet.rules, sheet.header.names, visit.guest.id))

    def _kept_by(self, visit: Visit, room: SheetRoom) -> Response:
        visit.guest = visit.guest.keeping(room.id)
        return visit.go(f"/score/{room.id}")

    # ---- reading

    async def show(self, request: Request) -> Response:
        """The sheet as it stands, to be kept by its keepers and read by everyone else."""
        visit, room = await self._visit(request)
        keeps = _keeps(visit, room)
        visit.is_known = visit.is_known or keeps
        if keeps and visit.guest.sheets[:1] != (room.id,):
            visit.guest = visit.guest.keeping(room.id)
        return visit.page(await self._document(visit, room, keeps=keeps))

    async def view(self, request: Request) -> Response:
        """The sheet as readers see it, for its keepers too."""
        visit, room = await self._visit(request)
        return visit.page(await self._document(visit, room, keeps=False))

    async def stream(self, request: Request) -> Response:
        """The stream of its changes."""
        visit, room = await self._visit(request)
        keeps = _keeps(visit, room) and request.query_params.get("as") != "reader"

        async def render() -> bytes:
            number = self._number(room)
            return framed(number, (await self._part(visit, room, keeps=keeps)).encode())

        return TableStream(room, visit.guest.id, lambda: self._number(room), render)

    async def worker(self, _: Request) -> Response:
        """The script with which a device opens its sheets without a connection; it must lie beside them."""
        return FileResponse(STATIC / "sheet-worker.js", headers={"cache-control": "no-cache"})

    async def csv(self, request: Request) -> Response:
        """The sheet as a table for a spreadsheet."""
        visit, room = await self._visit(request)
        view, name = self._view(visit, room, keeps=False), f"{room.sheet.header.game}-{room.id[:6]}.csv"
        return visit.sealed(
            Response(
                await room.made(lambda: as_csv(view)),
                media_type="text/csv; charset=utf-8",
                headers={"content-disposition": f'attachment; filename="{name}"'},
            )
        )

    def _number(self, room: SheetRoom) -> str:
        return f"{len(room.sheet.log)}-{room.boot}-{room.version}"

    def _view(self, visit: Visit, room: SheetRoom, *, keeps: bool, notice: Refusal | None = None) -> SheetView:
        return SheetView(room, visit, keeps=keeps, number=self._number(room), notice=notice)

    def _main(self, view: SheetView) -> str:
        begun = format_date(datetime.fromtimestamp(view.room.created, UTC).astimezone(), locale=view.language)
        return str(sheet_main(view, begun))

    async def _part(self, visit: Visit, room: SheetRoom, *, keeps: bool) -> str:
        """The main part, made once for all of an audience."""
        view = self._view(visit, room, keeps=keeps)
        audience = keeps, view.may_keep, visit.language, visit.prefix
        return await room.page(audience, lambda: self._main(view))

    async def _document(self, visit: Visit, room: SheetRoom, *, keeps: bool, notice: Refusal | None = None) -> str:
        """The whole page. That of a keeper is made for it alone: its forms carry a key of their own."""
        query = f"?view={self._number(room)}" + ("" if keeps else "&as=reader")
        wire = h.div(
            "#wire",
            data_stream=visit.url(f"/score/{room.id}/stream{query}"),
            hx_target="#main",
            hx_swap="outerMorph",
        )
        view = self._view(visit, room, keeps=keeps, notice=notice)
        main = await (room.made(lambda: self._main(view)) if keeps else self._part(visit, room, keeps=False))
        return self._framed(visit, room, h.fragment[wire, html(main)], reload=0 if keeps else LOOK_AGAIN)

    def _framed(self, visit: Visit, room: SheetRoom, body: h.Renderable, *, reload: int = 0) -> str:
        speak, header = visit.speak, room.sheet.header
        keeps, path = _keeps(visit, room), visit.url(f"/score/{room.id}")
        frame = Frame(
            speak.say("sheet.heading", game=header.game),
            speak.say("sheet.preview", game=header.game, names=header.names),
            header.game,
            sprite=Markup(tile_sprite()) if isinstance(room.sheet.rules, Ruleset) else Markup(card_sprite()),
            reload=reload,
            module="sheet.js",
            style="sheet.css",
        )
        waiting = h.section(
            "#waiting",
            hidden=True,
            aria_live="polite",
            data_sheet=room.id,
            data_worker=keeps and visit.url("/score/worker.js"),
            data_pages=keeps and (f"{path} {path}/end" if isinstance(room.sheet.rules, Ruleset) else path),
            data_kept=speak.say("sheet.kept-here"),
            data_delivering=speak.say("sheet.delivering"),
            data_refused=speak.say("sheet.refused-taps"),
            data_dismiss=speak.say("sheet.dismiss"),
        )
        return document(visit, frame, h.fragment[body, waiting, h.p("#say.sr", role="status")])

    # ---- writing

    async def write(self, request: Request) -> Response:
        """Something that a keeper enters, undoes or puts back."""
        visit, room = await self._visit(request, writes=True)
        items = self._items(room, request.path_params["what"], await visit.form())
        refusal = items if isinstance(items, Refusal) else await room.do(*items)
        return await self._answer(visit, room, refusal)

    def _items(self, room: SheetRoom, what: str, form: Form) -> tuple[Item, ...] | Refusal:
        key = key_of(form)
        if what in ("undo", "redo"):
            number = number_in(form, "number")
            if isinstance(number, Refusal):
                return number
            return (Undone(key, number) if what == "undo" else Redone(key, number),)
        if what == "stakes":
            stakes = read_stakes(tuple(range(room.sheet.rules.players)), form)
            if isinstance(stakes, Refusal):
                return stakes
            return tuple(Entered(f"{key}.{number}", stake) for number, stake in enumerate(stakes))
        if what not in ENTRIES:
            raise HTTPException(404)
        entry = read_entry(what, room.sheet.rules, self._filled(room, what, key, form))
        return entry if isinstance(entry, Refusal) else (Entered(key, entry),)

    def _filled(self, room: SheetRoom, what: str, key: str, form: Form) -> Form:
        """The form with what it leaves to us, which is the same however often the form is delivered."""
        if what == "starts" and form.get("seat") == "lot":
            return form | {"seat": str(self._signer.lot(room.sheet.rules.players, room.id, key))}
        if what == "opening" and not form.get("limit", "").strip():
            return _with_limit(room, key, form)
        return form

    async def _answer(self, visit: Visit, room: SheetRoom, refusal: Refusal | None) -> Response:
        if refusal is None and visit.wants_part:
            return visit.page(await self._part(visit, room, keeps=True))
        if refusal is None:
            return visit.go(f"/score/{room.id}")
        status = NOT_NOW if refusal.code == "sheet.not-kept" else 409
        if visit.wants_part:
            view = self._view(visit, room, keeps=True, notice=refusal)
            return visit.page(await room.made(lambda: self._main(view)), status)
        return visit.page(await self._document(visit, room, keeps=True, notice=refusal), status)

    async def end(self, request: Request) -> Response:
        """The end of a round: worked out first, then entered."""
        visit, room = await self._visit(request, writes=True)
        state = room.sheet.state
        if not isinstance(state, State):
            raise HTTPException(404)
        form = await visit.form()
        if not form:
            main = end_main(self._view(visit, room, keeps=True), state, form, None, state.round)
            return visit.page(self._framed(visit, room, main))
        entry = read_entry("end", room.sheet.rules, form)
        item = entry if isinstance(entry, Refusal) else Entered(key_of(form), entry)
        answer = await self._enter(visit, room, item, form)
        if isinstance(answer, Response):
            return answer
        line = await _tried(room, item, len(room.sheet.entries) + 1)
        view = self._view(visit, room, keeps=True, notice=answer or (line if isinstance(line, Refusal) else None))
        shown = None if isinstance(line, Refusal) else line
        if visit.wants_part:
            return visit.page(str(worked_out(view, shown)))
        number = entry.round if isinstance(entry, RoundEnd) else state.round
        main = end_main(view, state, form, shown, number)
        return visit.page(self._framed(visit, room, main), 200 if answer is None else 409)

    async def _enter(
        self, visit: Visit, room: SheetRoom, item: Item | Refusal, form: Form
    ) -> Response | Refusal | None:
        """The answer to a form that enters, or why it is refused where it is to be shown again.

        None where the form only asks what it comes to.
        """
        if form.get("step") != "enter":
            return None
        refusal = item if isinstance(item, Refusal) else await room.do(item)
        return await self._answer(visit, room, refusal) if refusal is None or visit.wants_part else refusal

    async def entry(self, request: Request) -> Response:
        """An entry that is corrected."""
        visit, room = await self._visit(request, writes=True)
        kept = room.sheet.entry(read_digits(request.path_params["number"]) or 0)
        if kept is None:
            raise HTTPException(404)
        number = kept.number
        form, line = await visit.form(), room.sheet.lines[number - 1]
        notice: Refusal | None = None
        refused: Refusal | None = None
        if form:
            item = _correction(room, kept, form)
            answer = await self._enter(visit, room, item, form)
            if isinstance(answer, Response):
                return answer
            refused, tried = answer, await _tried(room, item, number)
            notice, line = (tried, line) if isinstance(tried, Refusal) else (answer, tried)
        view = self._view(visit, room, keeps=True, notice=notice)
        if visit.wants_part:
            return visit.page(str(worked_out(view, line if notice is None else None)))
        main = correct_main(view, kept, line, form or as_form(kept.entry))
        return visit.page(self._framed(visit, room, main), 200 if refused is None else 409)

    # ---- other devices

    async def share(self, request: Request) -> Response:
        """The links to read along and to keep the sheet from another device."""
        visit, room = await self._visit(request, writes=True)
        token = self._signer.sheet(SheetLink(room.id, visit.guest.id))
        readers, keepers = visit.absolute(f"/score/{room.id}"), visit.absolute(f"/score/{room.id}/keep/{token}")
        return visit.page(self._framed(visit, room, share_main(self._view(visit, room, keeps=True), readers, keepers)))

    async def join(self, request: Request) -> Response:
        """A keeper's link: asks first, since programs that preview links open them too."""
        visit, room = await self._visit(request)
        link = self._signer.read_sheet(request.path_params["token"])
        if link is None or link.sheet != room.id or link.guest not in room.sheet.keepers:
            main = sorry(visit, refuse("sheet.link-over"))
            return visit.page(document(visit, Frame(visit.speak.say("web.sorry")), main), 404)
        refusal = None
        if request.method == "POST":
            if not _keeps(visit, room):
                refusal = await room.do(Joined(visit.guest.id))
            if refusal is None:
                return self._kept_by(visit, room)
        view = self._view(visit, room, keeps=False, notice=refusal)
        return visit.page(self._framed(visit, room, join_main(view, visit.here)), 200 if refusal is None else 409)


class NotKeeper(Exception):
    """Somebody who only reads has tried to write."""


def not_keeper() -> Refusal:
    """What they are told."""
    return refuse("sheet.not-keeper")


def _keeps(visit: Visit, room: SheetRoom) -> bool:
    return visit.guest.id in room.sheet.keepers


def seating_of(game: Game, form: Form) -> AnyRuleset:
    """The published rules for the seating that a form names, or for the usual one."""
    rules = published(game, read_seating(game, form.get("seating", "")))
    rules = published(game, usual_seating(game)) if isinstance(rules, Refusal) else rules
    if isinstance(rules, Refusal):
        raise HTTPException(404)
    return rules


def _with_limit(room: SheetRoom, key: str, form: Form) -> Form:
    """The form of an opening that names no largest stake, with the one that it was given, or that the bank can pay."""
    earlier = room.sheet.entered(key)
    if isinstance(earlier, Opening):
        return form | {"limit": str(earlier.limit)}
    opening = read_entry("opening", room.sheet.rules, form | {"limit": "1"})
    if not isinstance(opening, Opening) or not isinstance(room.sheet.state, RaceState):
        return form
    return form | {"limit": str(payable(room.sheet.state, opening.counts, opening.prices) or 1)}


def _correction(room: SheetRoom, kept: Kept, form: Form) -> Item | Refusal:
    """What a form makes of an entry; an end stays that of its round."""
    stays = {name: text for name, text in as_form(kept.entry).items() if name == "round"}
    entry = read_entry(WHAT[type(kept.entry)], room.sheet.rules, form | stays)
    return entry if isinstance(entry, Refusal) else Corrected(key_of(form), kept.number, entry)


async def _tried(room: SheetRoom, item: Item | Refusal, number: int) -> Line | Refusal:
    """The line that an entry would have if the item were taken, or why it would not be."""
    if isinstance(item, Refusal):
        return item
    sheet = room.sheet
    return await room.made(lambda: decide(sheet, item) or evolve(sheet, item).lines[number - 1])
