"""Requests of the counting trainer. Nothing is kept on the server: a drill is in its address, the best in a cookie."""

import asyncio
from typing import Final

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from homestretch.games import Game
from homestretch.kit.message import Refusal, refuse
from homestretch.learn.drills import QUESTIONS, Question, choices, drill
from homestretch.learn.levels import LEVELLED, rules_of
from homestretch.learn.tally import read_answer
from homestretch.render.svg import tile_sprite

from .doors import game_of
from .drilling import END, Drilling, read_drilling
from .guests import Signer
from .pages.shell import Frame, document
from .pages.train import chooser, drill_title, exercise, result
from .practice import Practice, read_practice
from .rates import DRILLS, Rates
from .visit import Visit
from .workshop import Orders, Workshop

PRACTICE = "practice"

ORDERS: Final = Orders("drills", DRILLS, begun=60, kept=256)
"""A class may begin at the same time; and everybody is in the midst of a drill for a while."""


class TrainDoor:
    """Answers these requests."""

    def __init__(self, signer: Signer, rates: Rates) -> None:
        self._signer = signer
        self.drills: Workshop[tuple[Question, ...]] = Workshop(rates, ORDERS)

    async def choose(self, request: Request) -> Response:
        """The games and their levels."""
        visit = Visit(request, self._signer)
        return visit.page(self._choose(visit))

    async def drill(self, request: Request) -> Response:
        """A question of a drill, an answer to it, what it counts, or the result at the end."""
        visit = Visit(request, self._signer)
        game = game_of(request)
        if game.key not in LEVELLED:
            return visit.page(self._choose(visit, refuse("train.no-layout", game=game.key)), 404)
        practice = _practice(visit)
        drilling, is_named = read_drilling(game, request.query_params, _usual_level(practice, game))
        if not is_named:
            return self._keep(visit, practice.started((game.key, drilling.level)), visit.go(drilling.start))
        wanted = game.key, drilling.level, drilling.seed
        await self.drills.made(request, wanted, lambda: drill(*wanted))
        if request.method == "POST" and drilling.number < END:
            form = await visit.form()
            return await self._answer(visit, practice, drilling, form.get("answer", ""))
        return visit.page(await asyncio.to_thread(self._page, visit, practice, drilling))

    async def _answer(self, visit: Visit, practice: Practice, drilling: Drilling, text: str) -> Response:
        answer = read_answer(text)
        if answer is None:
            such = choices(rules_of(drilling.game))[2]
            refusal = refuse("train.no-number" if text.strip() else "train.no-answer", text=text, such=such)
            return visit.page(await asyncio.to_thread(self._page, visit, practice, drilling, refusal), 422)
        answered = await asyncio.to_thread(drilling.answered, answer)
        course = answered.game.key, answered.level
        whole = len(answered.given) == QUESTIONS and None not in answered.given
        practice = practice.reached(course, answered.tally, whole=whole)
        if not visit.wants_part:
            return self._keep(visit, practice, visit.go(answered.path))
        page = visit.page(await asyncio.to_thread(self._page, visit, practice, answered))
        return self._keep(visit, practice, page)

    def _choose(self, visit: Visit, notice: Refusal | None = None) -> str:
        speak = visit.speak
        frame = Frame(speak.say("train.title"), speak.say("train.lead"), style="train.css")
        return document(visit, frame, chooser(visit, _practice(visit), notice))

    def _page(self, visit: Visit, practice: Practice, drilling: Drilling, notice: Refusal | None = None) -> str:
        is_over = drilling.number == END
        main = result(visit, practice, drilling) if is_over else exercise(visit, drilling, notice)
        if visit.wants_part:
            return str(main)
        frame = Frame(
            drill_title(visit.speak, drilling),
            visit.speak.say("train.lead"),
            drilling.game.key,
            sprite=Markup(tile_sprite()),
            module="train.js",
            style="train.css",
        )
        return document(visit, frame, main)

    def _keep(self, visit: Visit, practice: Practice, response: Response) -> Response:
        visit.set_cookie(response, PRACTICE, practice.cookie())
        return response


def _practice(visit: Visit) -> Practice:
    return read_practice(visit.request.cookies.get(PRACTICE))


def _usual_level(practice: Practice, game: Game) -> int:
    """The level for somebody who names none: that of their last drill, if it was one of this game."""
    return practice.last[1] if practice.last is not None and practice.last[0] == game.key else 1
