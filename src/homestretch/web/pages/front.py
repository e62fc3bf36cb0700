"""The front page: three games, each a press away from play; the guest's own tables; public tables."""

import htpy as h
from markupsafe import Markup

from homestretch.games import GAMES, Game
from homestretch.kit.card import SUITS, Card
from homestretch.kit.tile import Tile
from homestretch.render.svg import draw_card, draw_tile
from homestretch.web.rooms import Room
from homestretch.web.visit import Visit

from .links import rules_path
from .names import people_at


def front(visit: Visit, own: list[Room], public: list[Room]) -> h.Element:
    """The main part of the front page."""
    speak = visit.speak
    return h.main("#main.front")[
        h.h1[speak.say("web.front-title")],
        h.p(".lead")[speak.say("web.front-lead")],
        bool(own) and _tables(visit, speak.say("web.your-tables"), own),
        h.div(".games")[(_game(visit, game) for game in GAMES.values())],
        h.section(aria_labelledby="public-title")[
            h.h2("#public-title")[speak.say("web.public-tables")],
            _list(visit, public) if public else h.p[speak.say("web.no-public-tables")],
        ],
    ]


def _game(visit: Visit, game: Game) -> h.Element:
    speak = visit.speak
    return h.section(f".game.{game.key}", aria_labelledby=f"game-{game.key}")[
        h.div(".picture")[picture_of(game)],
        h.h2(f"#game-{game.key}")[speak.say(f"game.{game.key}")],
        h.p[speak.say(f"web.about.{game.key}")],
        h.form(".press", method="post", action=visit.url(f"/play/{game.key}"))[
            h.button(".go", aria_describedby=f"game-{game.key}")[speak.say("web.play-bots")],
        ],
        h.a(".other", href=visit.url(f"/new/{game.key}"), aria_describedby=f"game-{game.key}")[
            speak.say("web.open-table")
        ],
        h.a(".other", href=visit.url(rules_path(game.key)))[speak.say("rules.of", game=game.key)],
    ]


def picture_of(game: Game) -> list[Markup]:
    """What a game is played with. Needs the sprites of tiles and cards in the same page."""
    if game.family == "race":
        return [Markup(draw_card(Card(1, suit))) for suit in SUITS]
    tiles = (Tile(2, 5), Tile(5, 5), Tile(3, 5)) if game.key == "horse-race" else (Tile(0, 5), Tile(5, 5), Tile(2, 5))
    return [Markup(draw_tile(tile, upright=tile.is_double)) for tile in tiles]


def _tables(visit: Visit, title: str, rooms: list[Room]) -> h.Element:
    return h.section(aria_labelledby="own-title")[h.h2("#own-title")[title], _list(visit, rooms)]


def _list(visit: Visit, rooms: list[Room]) -> h.Element:
    return h.ul(".tables")[(_row(visit, room) for room in rooms)]


def _row(visit: Visit, room: Room) -> h.Element:
    speak, table = visit.speak, room.table
    free = sum(who is None for who in table.seats)
    if table.over:
        state = speak.say("web.table-over")
    elif table.started:
        state = speak.say("web.table-running")
    elif free:
        state = speak.say("web.table-free", n=free)
    else:
        state = speak.say("web.table-full")
    return h.li[
        h.a(href=visit.url(f"/t/{room.id}"))[speak.say(f"game.{table.game}")],
        h.span(".who")[people_at(speak, table)],
        h.span(".state")[state],
    ]
