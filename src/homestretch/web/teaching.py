"""Requests of the rules: the index of the games, and the rules of each."""

import asyncio

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from homestretch.games import Game
from homestretch.learn.rulebook import Diagram, pages
from homestretch.render.svg import card_sprite, tile_sprite

from .doors import game_of
from .guests import Signer
from .pages.links import explain_path
from .pages.rulebook import index, rules
from .pages.shell import Frame, document
from .visit import Visit

STYLE = "learn.css"


class RulesDoor:
    """Answers these requests."""

    def __init__(self, signer: Signer) -> None:
        self._signer = signer

    async def index(self, request: Request) -> Response:
        """The three games."""
        visit = Visit(request, self._signer)
        sprite = Markup(tile_sprite()) + Markup(card_sprite())
        frame = Frame(visit.speak.say("rules.title"), visit.speak.say("rules.lead"), sprite=sprite, style=STYLE)
        return visit.page(document(visit, frame, index(visit)))

    async def rules(self, request: Request) -> Response:
        """The rules of a game."""
        visit = Visit(request, self._signer)
        game = game_of(request)
        return visit.page(await asyncio.to_thread(_page, visit, game))


def _page(visit: Visit, game: Game) -> str:
    frame = Frame(
        visit.speak.say("rules.page-title", game=game.key),
        visit.speak.say("rules.about", game=game.key),
        game.key,
        sprite=Markup(tile_sprite()) if game.family == "fives" else Markup(card_sprite()),
        style=STYLE,
        preview=_preview(game),
    )
    return document(visit, frame, rules(visit, game))


def _preview(game: Game) -> str:
    """The picture of the first diagram of a game, where it is a layout."""
    first = next((block for page in pages("en", game) for block in page.short if isinstance(block, Diagram)), None)
    return "" if first is None else explain_path(game.key, first.moves, ".png")
