"""A table before its match begins: who sits where, who may still come, and how to invite them."""

import htpy as h
from markupsafe import Markup

from homestretch.bots.levels import BOTS
from homestretch.kit.seat import Seat
from homestretch.table.events import Occupant
from homestretch.table.words import rules_in_short
from homestretch.web.guests import LONGEST_NAME
from homestretch.web.qr import qr_svg

from .parts import Scene, to_rules


def lobby(scene: Scene, link: str) -> h.Node:
    """The seats, the link, and the start. ``link`` is the table's full address."""
    table = scene.table
    free = sum(who is None for who in table.seats)
    may_start = bool(scene.audience.seats) or scene.audience.host
    return [
        h.section(".lobby", aria_labelledby="seats-title")[
            h.h2("#seats-title")[scene.say("web.seats")],
            scene.notice is not None and h.p(".notice", role="alert")[scene.speak(scene.notice)],
            h.p(role="status")[scene.say("web.waiting-for", n=free) if free else scene.say("web.all-seated")],
            h.ol(".seats")[(_seat(scene, seat, who) for seat, who in enumerate(table.seats))],
            may_start
            and h.div(".starts")[
                scene.press("/start", scene.say("web.start"), kind=".go")
                if not free
                else scene.form(
                    "/start",
                    _levels(scene),
                    h.button(".go")[scene.say("web.fill-and-start")],
                    kind=".fill",
                )
            ],
        ],
        h.section(".invite", aria_labelledby="invite-title")[
            h.h2("#invite-title")[scene.say("web.invite")],
            h.p[scene.say("web.invite-how")],
            h.p[
                h.label(for_="link")[scene.say("web.link")],
                h.input("#link", readonly=True, value=link, data_copy=True),
                h.button(".copy", type="button", data_copies="link", hidden=True, data_done=scene.say("web.copied"))[
                    scene.say("web.copy")
                ],
            ],
            h.div(".qr")[Markup(qr_svg(link, scene.say("web.qr")))],
        ],
        h.section(".house", aria_labelledby="house-title")[
            h.h2("#house-title")[scene.say("web.rules-here")],
            h.ul[(h.li[scene.speak(message)] for message in rules_in_short(table.state))],
            h.p[to_rules(scene)],
        ],
    ]


def _levels(scene: Scene) -> h.Element:
    return h.label[
        h.span[scene.say("web.level")],
        h.select(name="level")[
            (h.option(value=level, selected=level == "greedy")[scene.say(f"bot.{level}")] for level in BOTS)
        ],
    ]


def _seat(scene: Scene, seat: Seat, who: Occupant | None) -> h.Element:
    table, audience = scene.table, scene.audience
    number = scene.say("web.seat", n=seat + 1)
    pair = None
    if getattr(table.state.rules, "pairs", False):
        pair = h.span(".pair")[scene.say("web.pair", n=table.state.rules.side_of(seat) + 1)]
    if who is None:
        return h.li(".free")[
            h.span(".number")[number],
            pair,
            h.span(".name")[scene.say("web.free-seat")],
            not audience.seats
            and scene.form(
                "/sit",
                h.input(type="hidden", name="seat", value=str(seat)),
                h.label[
                    h.span[scene.say("web.your-name")],
                    h.input(name="name", maxlength=str(LONGEST_NAME), autocomplete="nickname", data_name=True),
                ],
                h.button(".go", aria_label=scene.say("web.sit-at", n=seat + 1))[scene.say("web.sit")],
                kind=".sit",
            ),
            audience.host
            and scene.form(
                "/bot",
                h.input(type="hidden", name="seat", value=str(seat)),
                _levels(scene),
                h.button(aria_label=scene.say("web.bot-at", n=seat + 1))[scene.say("web.add-bot")],
                kind=".add-bot",
            ),
        ]
    own = scene.is_own(seat)
    return h.li(class_={"own": own})[
        h.span(".number")[number],
        pair,
        h.span(".name")[who.name],
        h.span(".kind")[scene.say(f"bot.{who.level}") if who.kind == "bot" else scene.say("web.you") if own else None],
        (own or (audience.host and who.kind == "bot"))
        and scene.press("/stand", scene.say("web.stand" if own else "web.remove-bot"), seat=str(seat)),
        (own or audience.host)
        and seat + 1 < len(table.seats)
        and scene.press("/swap", scene.say("web.swap-next"), seat=str(seat)),
    ]
