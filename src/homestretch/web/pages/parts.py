"""Pieces that several pages of a table share."""

from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from html import escape
from typing import Any, TypeVar

import htpy as h
from markupsafe import Markup

from homestretch.games import GAMES
from homestretch.i18n.speaker import NAMED, Speaker
from homestretch.kit.message import Message, say
from homestretch.kit.seat import Seat
from homestretch.race.events import Staked
from homestretch.table.table import Table, Takeback
from homestretch.web.audience import Audience
from homestretch.web.house import must_choose, waits_for
from homestretch.web.rooms import Room
from homestretch.web.story import messages

from .kept import HOLE, drawn, html, kept, shell, unbroken
from .links import rules_path

T = TypeVar("T")


class Scene:
    """What a page of a table is made from: the table, to whom it is shown, and the voice that speaks to them.

    ``notice`` is what has just been refused to them, ``entered`` what the refused form held.
    """

    def __init__(
        self,
        room: Room,
        audience: Audience,
        notice: Message | None = None,
        entered: Mapping[str, str] | None = None,
    ) -> None:
        self.room = room
        self.table: Table = room.table
        self.audience = audience
        self.speak: Speaker = room.speaker(audience.language)
        self.notice = notice
        self.entered = entered or {}

    @cached_property
    def chooses(self) -> bool:
        """Whether the game waits for a choice of the seat whose hand is shown."""
        return must_choose(self.room, self.audience.viewer)

    @cached_property
    def waits_for_viewer(self) -> bool:
        """Whether this choice is theirs, and no bot makes it for them."""
        return waits_for(self.room, self.audience.viewer)

    def say(self, code: str, **data: object) -> str:
        """A sentence in the viewer's language."""
        if any(key in NAMED or isinstance(value, Message) for key, value in data.items()):
            return self.speak.say(code, **data)
        return said(self.audience.language, code, tuple(data.items()))

    def why(self, *messages: Message) -> Markup:
        """Links to the clauses behind messages; nothing where there are none."""
        game = GAMES[self.table.game]
        return self.clauses(tuple(dict.fromkeys(clause for message in messages for clause in game.behind(message))))

    def clauses(self, clauses: tuple[str, ...]) -> Markup:
        """Links to clauses of the rules."""
        return why(self.audience.prefix, self.audience.language, self.table.game, clauses)

    def once(self, key: Any, make: Callable[[], T]) -> T:
        """What all audiences of this moment share, made for the first of them."""
        made: T = self.room.once(key, make)
        return made

    def url(self, path: str = "") -> str:
        """An address below this table's."""
        return f"{self.audience.prefix}/t/{self.room.id}{path}"

    def is_own(self, seat: Seat) -> bool:
        """Whether this audience plays from the seat."""
        return seat in self.audience.seats

    def form(self, path: str, *children: h.Node, kind: str = "", name: str | None = None) -> h.Element:
        """A form that posts to this table: by itself without scripts, into the page with them."""
        return posting(self.action(path), kind, name)[children]

    def action(self, path: str) -> str:
        """Where a form posts to."""
        asked = f"?seat={self.audience.viewer}" if self.audience.shares and self.audience.viewer is not None else ""
        return self.url(path) + asked

    def moment(self) -> Markup:
        """The field that tells for which moment a move was chosen."""
        return html(f'<input type="hidden" name="at" value="{len(self.table.log)}">')

    def press(self, path: str, label: str, *, kind: str = "", **fields: str) -> h.Element:
        """A form that is a single button."""
        hidden = (h.input(type="hidden", name=name, value=value) for name, value in fields.items())
        return self.form(path, hidden, h.button(kind)[label], kind=".press")


@lru_cache(4096)
def why(prefix: str, language: str, game: str, clauses: tuple[str, ...]) -> Markup:
    """Links to clauses of a game's rules, which open beside the table, so that nothing of it is lost."""
    return html(*(_clause(prefix, language, game, clause, at == 0) for at, clause in enumerate(clauses)))


def _clause(prefix: str, language: str, game: str, clause: str, first: bool) -> str:
    label = Speaker(language).say("rules.why", clause=clause) if first else clause
    address = f"{prefix}{rules_path(game, clause)}"
    return f' <a class="rule" href="{escape(address)}" target="_blank">{escape(label)}</a>'


def to_rules(scene: Scene) -> Markup:
    """The way to the rules of the game."""
    return _to_rules(scene.audience.prefix + rules_path(scene.table.game), scene.say("web.room-rules"))


@kept
def _to_rules(address: str, label: str) -> h.Element:
    return h.a("#to-rules.rule", href=address, target="_blank")[label]


@lru_cache(4096)
def said(language: str, code: str, data: tuple[tuple[str, Any], ...]) -> str:
    """A sentence that names nobody at the table."""
    return Speaker(language).say(code, **dict(data))


def posting(action: str, kind: str = "", name: str | None = None) -> h.Element:
    """A form of a table, still empty."""
    return h.form(kind, id=name, method="post", action=action, hx_post=action, hx_target="#main", hx_swap="outerMorph")


def clock_of(scene: Scene) -> h.Node:
    """How much time people have for a move, where they have a limit; and while somebody's runs, what is left of it."""
    clock, table = scene.table.house.clock, scene.table
    if clock is None:
        return None
    if not set(table.rules.actors(table.state)).intersection(table.persons):
        return h.span(".clock")[scene.say("web.clock-is", seconds=say("count.seconds", n=clock))]
    left = max(0, round(clock - scene.room.waited()))
    seconds = html(f'<span role="timer" id="left">{left}</span>')
    return h.span(".clock")[scene.say("web.clock-left"), " ", seconds]


def status(scene: Scene, *messages: Message, mine: bool) -> Markup:
    """What is going on, and before it what has just been refused; each with the rules behind it.

    The links stand beside what is read out, so that nobody hears them at every change. How a match ends is read out
    with the news.
    """
    notice, sentence, over = scene.notice, " ".join(map(scene.speak, messages)), scene.table.over
    if notice is None:
        return _status(sentence, scene.why(*messages), "", Markup(), mine=mine, quiet=over)
    return _status(sentence, scene.why(*messages), scene.speak(notice), scene.why(notice), mine=mine, quiet=over)


@kept
def _status(sentence: str, why: Markup, notice: str, why_not: Markup, *, mine: bool, quiet: bool) -> h.Element:
    return h.div("#status", tabindex="-1", class_=["status", {"mine": mine}])[
        notice and [h.p(".notice", role="alert")[notice], why_not],
        h.p(role="status", aria_live="off" if quiet else None)[unbroken(sentence)],
        why,
    ]


def news(scene: Scene) -> Markup:
    """What has happened in this round, line by line; the lines since the viewer's own last move stand out."""
    viewer = scene.audience.viewer
    story = scene.room.story
    heard = 0 if viewer is None else story.heard(viewer)
    lines = story.lines(scene.table, scene.speak, viewer)
    old = [f"<li>{unbroken(line)}{scene.clauses(why)}</li>" for number, line, why in lines if number <= heard]
    new = [
        f'<li class="new">{unbroken(line)}{scene.clauses(why)}</li>' for number, line, why in lines if number > heard
    ]
    return _news(scene.say("web.news"))(html(*old, *new))


def beside(*parts: Markup | None) -> Markup:
    """What stands beside the table where there is room, and else below it: a newcomer's guide, and the news."""
    return html('<div class="beside">', *filter(None, parts), "</div>")


@shell
def _news(title: str) -> h.Element:
    return h.section(".news", aria_labelledby="news-title")[
        h.h2("#news-title")[title],
        h.div("#news", role="log", aria_labelledby="news-title", tabindex="0")[h.ol[HOLE]],
    ]


def covers(scene: Scene) -> Markup | None:
    """On a device that people pass round: whoever may act is asked to take it, before their hand is shown."""
    audience, table = scene.audience, scene.table
    if not audience.covered:
        return None
    seats = [seat for seat in table.rules.actors(table.state) if scene.is_own(seat)]
    return drawn(
        h.div(".covers")[
            (
                h.a(".go", id=f"take-{seat}", href=scene.url(f"?seat={seat}"))[scene.say("web.take-device", seat=seat)]
                for seat in seats
            )
        ]
    )


def takeback(scene: Scene) -> Markup | None:
    """The question of a takeback, to those who have to answer it."""
    question = scene.table.takeback
    if question is None:
        return None
    asked = [
        seat
        for seat in scene.table.persons
        if seat != question.seat and seat not in question.agreed and scene.is_own(seat)
    ]
    return drawn(
        h.div(".question", role="group", aria_label=scene.say("web.takeback"))[
            h.p[scene.say("web.takeback-asked", seat=question.seat)],
            h.p[unbroken(_taken_back(scene, question))],
            (
                h.div(".answers")[
                    scene.press("/answer", scene.say("web.agree", seat=seat), kind=".go", seat=str(seat), agrees="1"),
                    scene.press("/answer", scene.say("web.disagree", seat=seat), seat=str(seat), agrees="0"),
                ]
                for seat in asked
            ),
        ]
    )


def _taken_back(scene: Scene, question: Takeback) -> str:
    """The move that would be taken back, and how many with it, stakes among them."""
    table = scene.table
    step = next(step for step in table.steps if step.at == question.to)
    move = table.log[question.to]
    what, *_ = messages(table, move, table.rules.evolve(step.state, move), scene.audience.viewer)
    staked = {event.seat for event in table.log[question.to :] if isinstance(event, Staked)}
    later = sum(step.at > question.to for step in table.steps) + len(staked)
    if not later:
        return scene.say("web.takeback-move", what=what)
    return scene.say("web.takeback-moves", what=what, moves=say("count.moves", n=later))


def go_on(scene: Scene) -> Markup | None:
    """Between two rounds, the button with which everyone says that they have read the settlement."""
    room, table = scene.room, scene.table
    if table.over or not table.rules.awaits_round(table.state) or table.state.shuffle is None:
        return None
    own = [seat for seat in table.persons if scene.is_own(seat)]
    waiting = [seat for seat in table.persons if seat not in room.ready and room.is_around(seat)]
    others = [scene.speak.seat(seat) for seat in waiting if seat not in own]
    return drawn(
        h.div(".go-on")[
            any(seat in waiting for seat in own) and scene.press("/ready", scene.say("web.go-on"), kind=".go"),
            others and h.p[scene.say("web.still-reading", names=tuple(others))],
        ]
    )


def typed(scene: Scene, example: str) -> Markup:
    """A move in notation, for those who would rather write."""
    labels = (scene.say("web.type-move"), scene.say("web.move"), scene.say("web.make-move"))
    return _typed(scene.action("/move"), example, *labels)(scene.moment())


@shell
def _typed(action: str, example: str, title: str, label: str, press: str) -> h.Element:
    return h.details("#typing.typing")[
        h.summary[title],
        posting(action)[
            HOLE,
            h.label(for_="typed")[label],
            h.input("#typed", name="move", placeholder=example, autocomplete="off", maxlength="60", spellcheck="false"),
            h.button[press],
        ],
    ]
