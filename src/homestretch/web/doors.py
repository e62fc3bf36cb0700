"""Requests that belong to no table: the front page, opening a table, and a reader's wishes."""

import secrets

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from homestretch.games import GAMES, AnyRuleset, Game, published
from homestretch.i18n.speaker import Speaker
from homestretch.kit.message import Refusal
from homestretch.render.svg import card_sprite, tile_sprite
from homestretch.table.commands import Command, Sit, Start
from homestretch.table.events import House as HouseRules
from homestretch.table.events import Occupant

from .guests import Signer, clean_name
from .house import DEPUTY
from .houses import Wanted, read_wanted, usual_seating
from .hub import Hub
from .pages.front import front
from .pages.setup import setup
from .pages.shell import Frame, document
from .rooms import Room
from .visit import Visit


class FrontDoor:
    """Answers these requests."""

    def __init__(self, hub: Hub, signer: Signer) -> None:
        self._hub = hub
        self._signer = signer

    async def front(self, request: Request) -> Response:
        """The front page."""
        visit = Visit(request, self._signer)
        own = [room for name in visit.guest.tables if (room := await self._hub.find(name)) is not None]
        public = await self._hub.public()
        frame = Frame(
            visit.speak.say("web.front-title"),
            visit.speak.say("web.front-lead"),
            sprite=Markup(tile_sprite()) + Markup(card_sprite()),
        )
        return visit.page(document(visit, frame, front(visit, own, public)))

    async def play(self, request: Request) -> Response:
        """Open a table with bots in every other seat, and begin."""
        visit = Visit(request, self._signer)
        game = game_of(request)
        rules = published(game, usual_seating(game))
        if isinstance(rules, Refusal):
            raise HTTPException(404)
        wanted = Wanted(rules, "bots", DEPUTY, (), public=False, clock=None)
        room = await self._open(visit, game, wanted)
        if isinstance(room, Refusal):
            raise HTTPException(400)
        return visit.go(f"/t/{room.id}")

    async def new(self, request: Request) -> Response:
        """The form that opens a table, and what it asks for."""
        visit = Visit(request, self._signer)
        game = game_of(request)
        form = await visit.form()
        notice = None
        if request.method == "POST":
            if clean_name(form.get("name", "")):
                visit.guest = visit.guest.called(clean_name(form["name"]))
            wanted = read_wanted(game, form)
            opened = wanted if isinstance(wanted, Refusal) else await self._open(visit, game, wanted)
            if isinstance(opened, Room):
                return visit.go(f"/t/{opened.id}")
            notice = opened
        title = visit.speak.say("web.new-table", game=game.key)
        frame = Frame(title, visit.speak.say(f"web.about.{game.key}"), game.key)
        return visit.page(document(visit, frame, setup(visit, game, form, notice)), 200 if notice is None else 422)

    async def options(self, request: Request) -> Response:
        """Remember how the reader likes the pages."""
        visit = Visit(request, self._signer)
        form = await visit.form()
        visit.prefs = visit.prefs.with_form(form)
        if clean_name(form.get("name", "")):
            visit.guest = visit.guest.called(clean_name(form["name"]))
        if visit.wants_part:
            return visit.sealed(Response(status_code=204))
        return visit.back(form.get("back", ""))

    async def _open(self, visit: Visit, game: Game, wanted: Wanted) -> Room | Refusal:
        house = HouseRules(visit.guest.id, wanted.public, bool(wanted.names), wanted.clock)
        if not wanted.names and not visit.guest.name:
            visit.guest = visit.guest.called(some_name(visit.speak))
        room = await self._hub.open(game, wanted.rules, house, *seating(visit, wanted.rules, wanted))
        if isinstance(room, Room):
            visit.guest = visit.guest.at(room.id)
            room.touch(visit.guest.id)
        return room


def game_of(request: Request) -> Game:
    """The game that an address names.

    Raises:
        HTTPException: There is no such game.
    """
    game = GAMES.get(request.path_params["game"])
    if game is None:
        raise HTTPException(404)
    return game


def seating(visit: Visit, rules: AnyRuleset, wanted: Wanted) -> list[Command]:
    """Who sits down when a table is opened."""
    own = (visit.guest.id,)
    names = wanted.names or (visit.guest.name,)
    commands: list[Command] = [Sit(seat, Occupant(name, guests=own)) for seat, name in enumerate(names)]
    if wanted.others == "friends":
        return commands
    taken = set(names)
    number = 0
    for seat in range(len(names), rules.players):
        number += 1
        while visit.speak.say("play.bot", n=number) in taken:
            number += 1
        commands.append(Sit(seat, Occupant(visit.speak.say("play.bot", n=number), "bot", wanted.level)))
    return [*commands, Start()]


def some_name(speak: Speaker) -> str:
    """A name for somebody who has not told theirs."""
    return speak.say("web.guest", n=100 + secrets.randbelow(900))
