"""A table's page: the lobby before the match, the game during it, and what can be done at the table besides."""

from collections.abc import Mapping
from html import escape
from typing import Final

import htpy as h
from markupsafe import Markup

from homestretch.games import GAMES
from homestretch.kit.message import Message
from homestretch.kit.seat import Seat
from homestretch.web.audience import Audience
from homestretch.web.rooms import Room

from .dominoes import domino_table
from .kept import HOLE, drawn, html, shell, together
from .lobby import lobby
from .parts import Scene, posting
from .race import race_table


def table_main(
    room: Room,
    audience: Audience,
    *,
    number: str,
    link: str,
    grace: float,
    notice: Message | None = None,
    entered: Mapping[str, str] | None = None,
) -> Markup:
    """The main part of a table's page.

    ``number`` is that of the view, ``link`` the full address of the table, ``grace`` the time after which a bot may be
    put in for somebody who is away, ``notice`` what has just been refused to whoever reads this, and ``entered`` what
    they had filled in.
    """
    scene = Scene(room, audience, notice, entered)
    table = room.table
    game = GAMES[table.game]
    if not table.started:
        content = drawn(h.fragment[lobby(scene, link)])
    elif game.family == "race":
        content = drawn(h.fragment[race_table(scene)])
    else:
        content = domino_table(scene)
    title = scene.say(f"game.{table.game}")
    kind = "table" if table.started else "table lobbying"
    mark = "● " if scene.waits_for_viewer else ""
    head = html(
        f'<main id="main" class="{kind} {game.family} {game.key}" data-view="{number}"'
        f' data-title="{mark}{escape(title)}"{_promise(scene)}><h1>{escape(title)}</h1>'
    )
    aside = _kept_aside(scene, grace) if table.started and not table.over else None
    return together(head, content, drawn(_after(scene)) if table.over else None, aside, Markup("</main>"))


KEYS: Final = {
    "fives": ("tiles", "move", "go", "hand", "ends", "score"),
    "race": ("horses", "move", "go", "hand", "ends-race", "score"),
}
"""What single keys do, by family."""


def _promise(scene: Scene) -> Markup:
    """The promise that waits for what this browser adds to the shuffle."""
    table = scene.table
    if not table.started or table.over or not table.rules.awaits_deal(table.state):
        return Markup()
    silent = [seat for seat in scene.audience.seats if not table.state.shuffle.contributions[seat]]
    return html(f' data-promise="{table.state.shuffle.commitment.hex()}"') if silent else Markup()


def _kept_aside(scene: Scene, grace: float) -> Markup:
    """What can be done at the table besides playing, made anew only when it changes."""
    table, audience = scene.table, scene.audience
    absent = tuple(seat for seat in table.persons if not scene.is_own(seat) and may_deputise(scene.room, seat, grace))
    aside = scene.room.keep((audience, table.seats, absent), lambda: _aside(scene, absent))
    takes_back = table.takeback is None and any(table.chosen(seat) for seat in audience.seats)
    press = _take_back(scene.action("/takeback"), scene.say("web.take-back"))(scene.moment()) if takes_back else ""
    return aside.replace(HOLE, press)


@shell
def _take_back(action: str, label: str) -> h.Element:
    return posting(action, ".press")[HOLE, h.button[label]]


def _aside(scene: Scene, absent: tuple[Seat, ...]) -> h.Element:
    table = scene.table
    own = scene.audience.seats
    return h.aside(".menu", aria_label=scene.say("web.menu"))[
        own and (_absent(scene, seat) for seat in absent),
        (_returns(scene, seat) for seat in own),
        HOLE,
        own
        and h.details("#leave")[
            h.summary[scene.say("web.leave")],
            h.p[scene.say("web.leave-how")],
            (
                scene.press("/away", scene.say("web.let-bot-play", seat=seat), seat=str(seat))
                for seat in own
                if seat in table.persons
            ),
            set(table.persons) <= set(own) and scene.press("/end", scene.say("web.give-up"), kind=".danger"),
        ],
        h.details("#share")[
            h.summary[scene.say("web.share")],
            h.p[h.a(href=scene.url("/share"))[scene.say("web.share-link")]],
        ],
        h.a(href=scene.url("/log"))[scene.say("web.whole-log")],
        h.a(href=scene.url("/proof"))[scene.say("web.proof")],
        scene.audience.keys
        and h.details("#keys")[
            h.summary[scene.say("web.keys")],
            h.ul[(h.li[scene.say(f"web.key-{key}")] for key in KEYS[GAMES[table.game].family])],
        ],
    ]


def _absent(scene: Scene, seat: Seat) -> h.Element:
    """Whoever left on their turn: after the time of grace the others may let a bot play for them."""
    return h.div(".away")[
        h.p[scene.say("web.is-away", seat=seat)],
        scene.press("/away", scene.say("web.let-bot-play", seat=seat), kind=".go", seat=str(seat)),
    ]


def may_deputise(room: Room, seat: Seat, grace: float) -> bool:
    """Whether others may let a bot play for this seat: it is on turn, and nobody has been there for long enough."""
    table = room.table
    waits = seat in table.rules.actors(table.state) and seat in table.persons
    return waits and not room.is_around(seat) and room.waited() >= grace


def _returns(scene: Scene, seat: Seat) -> h.Node:
    who = scene.table.seats[seat]
    if who is None or not who.deputy:
        return None
    return h.div(".away")[
        h.p[scene.say("web.bot-plays-for", seat=seat)],
        scene.press("/back", scene.say("web.take-seat-back"), kind=".go", seat=str(seat)),
    ]


def _after(scene: Scene) -> h.Element:
    """What can be done with a match that is over."""
    table = scene.table
    return h.section(".after", aria_labelledby="after-title")[
        h.h2("#after-title")[scene.say("web.after")],
        h.p[h.a(".go", href=f"{scene.audience.prefix}/t/{table.continued}")[scene.say("web.to-rematch")]]
        if table.continued
        else scene.audience.seats and scene.press("/rematch", scene.say("web.rematch"), kind=".go"),
        h.ul(".links")[
            h.li[h.a(href=scene.url("/replay"))[scene.say("web.replay")]],
            h.li[h.a(href=scene.url("/record.jsonl"), download=True)[scene.say("web.record")]],
            h.li[h.a(href=scene.url("/record.txt"), download=True)[scene.say("web.record-text")]],
            h.li[h.a(href=scene.url("/proof"))[scene.say("web.proof")]],
            h.li[h.a(href=scene.url("/log"))[scene.say("web.whole-log")]],
        ],
    ]
