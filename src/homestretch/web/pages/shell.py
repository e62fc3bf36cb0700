"""The document around every page: head, header with the languages and wishes, main part, footer."""

from typing import Final

import htpy as h
from markupsafe import Markup
from msgspec import Struct

from homestretch.i18n.speaker import LANGUAGES
from homestretch.web.assets import asset
from homestretch.web.guests import LONGEST_NAME
from homestretch.web.visit import Visit

OWN_NAMES: Final = {"en": "English", "ru": "Русский", "hi": "हिन्दी"}

ROOMS: Final = ("rules", "explain", "train", "score")
"""What the house offers besides its tables, each at the address of its name."""

HTMX: Final = (
    '{"includeIndicatorCSS":false,"history":false,"defaultTimeout":8000,"morphIgnore":["data-htmx-powered","open"],'
    '"sse":{"reconnectDelay":300,"reconnectMaxDelay":2000,"pauseOnBackground":false}}'
)

HTMX_HISTORY: Final = HTMX.replace('"history":false', '"history":true')


class Frame(Struct, frozen=True):
    """What a document says about itself.

    ``picture`` names the image of its preview, and ``preview`` the address on this server of one that is drawn for this
    page, where there is one. ``sprite`` holds drawings that its parts refer to. ``reload`` is the number of seconds
    after which a page without scripts looks again; 0 where it need not. ``module`` names a script that this page needs
    besides, and ``style`` a style sheet. ``history`` tells that what is put in the place of the main part has an
    address of its own, to which the browser can go back.
    """

    title: str
    description: str = ""
    picture: str = "homestretch"
    sprite: Markup = Markup()
    reload: int = 0
    module: str = ""
    style: str = ""
    preview: str = ""
    history: bool = False


def document(visit: Visit, frame: Frame, main: h.Renderable) -> str:
    """The whole page."""
    speak = visit.speak
    head = h.head[
        h.meta(charset="utf-8"),
        h.meta(name="viewport", content="width=device-width, initial-scale=1"),
        h.title[frame.title],
        h.meta(name="description", content=frame.description),
        h.meta(name="color-scheme", content="light dark"),
        h.meta(property="og:site_name", content="homestretch"),
        h.meta(property="og:type", content="website"),
        h.meta(property="og:title", content=frame.title),
        h.meta(property="og:description", content=frame.description),
        h.meta(property="og:url", content=visit.absolute(visit.here.removeprefix(visit.prefix))),
        h.meta(property="og:image", content=visit.absolute(frame.preview or asset(f"{frame.picture}.png"))),
        h.meta(property="og:image:alt", content=speak.say("web.picture-alt")),
        h.meta(name="twitter:card", content="summary_large_image"),
        h.meta(name="htmx-config", content=HTMX_HISTORY if frame.history else HTMX),
        h.link(rel="icon", href=visit.url(asset("icon.svg")), type="image/svg+xml"),
        h.link(rel="stylesheet", href=visit.url(asset("app.css"))),
        h.link(rel="stylesheet", href=visit.url(asset("board.css"))),
        frame.style and h.link(rel="stylesheet", href=visit.url(asset(frame.style))),
        h.script(src=visit.url(asset("vendor/htmx.min.js")), defer=True),
        h.script(src=visit.url(asset("vendor/hx-sse.min.js")), defer=True),
        h.script(src=visit.url(asset("app.js")), defer=True),
        frame.module and h.script(src=visit.url(asset(frame.module)), type="module"),
        frame.reload > 0 and h.noscript[h.meta(http_equiv="refresh", content=str(frame.reload))],
    ]
    theme = None if visit.prefs.theme == "auto" else visit.prefs.theme
    return str(
        h.html(lang=visit.language, data_theme=theme, data_shape=visit.shape, data_keys=_flag(visit.prefs.keys))[
            head,
            h.body[
                h.a(".skip", href="#main")[speak.say("web.skip")],
                frame.sprite,
                header(visit),
                main,
                h.footer(".foot")[h.p[speak.say("web.footer")]],
            ],
        ]
    )


def _flag(value: bool) -> str:
    return "1" if value else "0"


def header(visit: Visit) -> h.Element:
    """The name of the house, the languages, and how the pages should be."""
    return h.header(".head")[
        h.a(".home", href=visit.url("/"))[h.span(aria_hidden="true")["⁘ "], h.span(".called")["homestretch"]],
        h.nav(".rooms", aria_label=visit.speak.say("web.rooms"))[
            (h.a(href=visit.url(f"/{room}"))[visit.speak.say(f"web.room-{room}")] for room in ROOMS)
        ],
        h.form(".languages", method="post", action=visit.url("/options"))[
            h.input(type="hidden", name="back", value=visit.here),
            (
                h.button(
                    name="language",
                    value=language,
                    lang=language,
                    aria_pressed="true" if language == visit.language else "false",
                )[OWN_NAMES[language]]
                for language in LANGUAGES
            ),
        ],
        wishes(visit),
    ]


def wishes(visit: Visit) -> h.Element:
    """The form for everything that a reader can wish."""
    speak, prefs = visit.speak, visit.prefs

    def choice(name: str, label: str, options: dict[str, str], chosen: str) -> h.Element:
        return h.label[
            h.span[label],
            h.select(name=name)[
                (h.option(value=value, selected=value == chosen)[text] for value, text in options.items())
            ],
        ]

    shown = {"1": speak.say("web.shown"), "0": speak.say("web.not-shown")}
    return h.details("#wishes.wishes", name="head")[
        h.summary[speak.say("web.wishes")],
        h.form(method="post", action=visit.url("/options"))[
            h.input(type="hidden", name="back", value=visit.here),
            h.label[
                h.span[speak.say("web.your-name")],
                h.input(name="name", maxlength=str(LONGEST_NAME), autocomplete="nickname", value=visit.guest.name),
            ],
            choice(
                "theme",
                speak.say("web.theme"),
                {theme: speak.say(f"web.theme-{theme}") for theme in ("auto", "light", "dark")},
                prefs.theme,
            ),
            choice("hints", speak.say("web.hints"), shown, _flag(prefs.hints)),
            choice("chances", speak.say("web.chances"), shown, _flag(prefs.chances)),
            choice("guide_fives", speak.say("web.guide-fives"), shown, _flag(prefs.guide_fives)),
            choice("guide_race", speak.say("web.guide-race"), shown, _flag(prefs.guide_race)),
            choice(
                "keys",
                speak.say("web.keys"),
                {"1": speak.say("web.keys-on"), "0": speak.say("web.keys-off")},
                _flag(prefs.keys),
            ),
            choice(
                "shape",
                speak.say("web.shape"),
                {shape: speak.say(f"web.shape-{shape}") for shape in ("wide", "tall")},
                visit.shape,
            ),
            h.button(".quiet")[speak.say("web.save")],
        ],
    ]
