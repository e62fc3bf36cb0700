"""The rules as pages: which game is which, and of each game its short form, its contents and every clause."""

from collections.abc import Iterator
from typing import NamedTuple

import htpy as h

from homestretch.games import GAMES, Game
from homestretch.i18n.speaker import Speaker
from homestretch.learn.rulebook import (
    OWNERS,
    Block,
    Clause,
    Diagram,
    Line,
    Page,
    Paragraph,
    Points,
    RaceDiagram,
    Shapes,
    Span,
    Table,
    pages,
)
from homestretch.render import Shape
from homestretch.web.visit import Visit

from .front import picture_of
from .links import rules_path
from .shapes import shapes_of_the_track
from .steps import board_steps, race_walk


def index(visit: Visit) -> h.Element:
    """The three games, and how to tell two of them apart."""
    speak = visit.speak
    return h.main("#main.page.rules.index")[
        h.h1[speak.say("rules.title")],
        h.p(".lead")[speak.say("rules.lead")],
        h.section(".which", aria_labelledby="which")[
            h.h2("#which")[speak.say("rules.which")],
            h.p[speak.say("rules.which-tiles")],
            h.p[speak.say("rules.which-cards")],
            h.p[speak.say("rules.which-else")],
        ],
        h.div(".games")[(_game(visit, game) for game in GAMES.values())],
    ]


def _game(visit: Visit, game: Game) -> h.Element:
    speak, name = visit.speak, f"game-{game.key}"
    return h.section(f".game.{game.key}", aria_labelledby=name)[
        h.div(".picture")[picture_of(game)],
        h.h2(id=name)[speak.say(f"game.{game.key}")],
        h.p[speak.say(f"web.about.{game.key}")],
        h.a(".go", id=f"read-{game.key}", href=visit.url(rules_path(game.key)), aria_describedby=name)[
            speak.say("rules.read")
        ],
    ]


class Reader(NamedTuple):
    """Whoever reads the rules of a game."""

    visit: Visit
    game: Game

    @property
    def speak(self) -> Speaker:
        """Speaks their language."""
        return self.visit.speak


def rules(visit: Visit, game: Game) -> h.Element:
    """The rules of a game."""
    reader, speak = Reader(visit, game), visit.speak
    own, *shared = pages(visit.language, game)
    return h.main("#main.page.rules")[
        h.h1[speak.say("rules.page-title", game=game.key)],
        h.section(".short", aria_labelledby="short")[
            h.h2("#short")[own.heading],
            _blocks(reader, own.short),
        ],
        h.p(".ways")[
            h.a(href=visit.url("/rules"))[speak.say("rules.all")],
            h.a(href=visit.url(f"/new/{game.key}"))[speak.say("web.new-table", game=game.key)],
        ],
        _contents(visit, (own, *shared)),
        (_section(reader, own, number) for number in range(len(own.sections))),
        (_shared(reader, page) for page in shared),
    ]


def _contents(visit: Visit, texts: tuple[Page, ...]) -> h.Element:
    """The sections and clauses; folded on a small screen, where they would fill several."""
    return h.nav(aria_labelledby="contents-title")[
        h.details("#contents.contents", open=visit.shape is Shape.WIDE)[
            h.summary[h.h2("#contents-title")[visit.speak.say("rules.contents")]],
            h.ol[
                (
                    h.li[
                        h.a(href=f"#{_name(page, number)}")[section.title],
                        bool(section.clauses) and h.ol[(_entry(clause) for clause in section.clauses)],
                    ]
                    for page in texts
                    for number, section in enumerate(page.sections)
                )
            ],
        ]
    ]


def _entry(clause: Clause) -> h.Element:
    return h.li[h.a(href=f"#{clause.id}")[h.span(".nr")[f"{clause.id} "], clause.title]]


def _name(page: Page, number: int) -> str:
    """The anchor of a section."""
    return f"{page.key}-{number}"


def _shared(reader: Reader, page: Page) -> h.Element:
    """The clauses that the games of a family share."""
    return h.section(".shared", aria_labelledby=page.key)[
        h.h2(id=page.key)[page.title],
        _blocks(reader, page.short),
        (_section(reader, page, number, is_below=True) for number in range(len(page.sections))),
    ]


def _section(reader: Reader, page: Page, number: int, *, is_below: bool = False) -> h.Element:
    """A section with its clauses; one ``is_below`` the heading of what games share."""
    section, name = page.sections[number], _name(page, number)
    heading, below = (h.h3, h.h4) if is_below else (h.h2, h.h3)
    return h.section(".part", aria_labelledby=name)[
        heading(id=name)[section.title],
        _blocks(reader, section.blocks),
        (
            h.section(".clause", id=clause.id, aria_labelledby=f"{clause.id}-title")[
                below(id=f"{clause.id}-title")[h.a(".nr", href=f"#{clause.id}")[clause.id], " ", clause.title],
                _blocks(reader, clause.blocks),
            ]
            for clause in section.clauses
        ),
    ]


# ---- blocks


def _blocks(reader: Reader, blocks: tuple[Block, ...]) -> Iterator[h.Node]:
    for block in blocks:
        yield _block(reader, block)


def _block(reader: Reader, block: Block) -> h.Node:
    match block:
        case Paragraph(line, is_quote):
            text = h.p[_line(reader, line)]
            return h.blockquote[text] if is_quote else text
        case Points(items):
            return h.ul[(h.li[_line(reader, item)] for item in items)]
        case Table():
            return _table(reader, block)
        case Diagram():
            game = GAMES[block.game] if block.game else reader.game
            return board_steps(reader.visit, game, block)
        case RaceDiagram():
            return race_walk(reader.speak, block)
        case Shapes():
            return shapes_of_the_track(reader.speak, block.id)


def _table(reader: Reader, table: Table) -> h.Element:
    return h.div(".scroll")[
        h.table[
            h.thead[h.tr[(h.th(scope="col")[_line(reader, cell)] if cell else h.td for cell in table.head)]],
            h.tbody[
                (
                    h.tr[
                        h.th(scope="row")[_line(reader, row[0])],
                        (h.td[_line(reader, cell)] for cell in row[1:]),
                    ]
                    for row in table.rows
                )
            ],
        ]
    ]


_KINDS = {"em": h.em, "strong": h.strong, "code": h.code}


def _line(reader: Reader, line: Line) -> Iterator[h.Node]:
    for span in line:
        yield _span(reader, span)


def _span(reader: Reader, span: Span) -> h.Node:
    if span.clause:
        return h.a(href=_clause_path(reader, span.clause))[span.text]
    if span.page:
        here = span.page not in GAMES
        return h.a(href=f"#{span.page}" if here else reader.visit.url(rules_path(span.page)))[span.text]
    return _KINDS[span.kind][span.text] if span.kind else span.text


def _clause_path(reader: Reader, clause: str) -> str:
    """A clause on this page, or on that of the game that it belongs to."""
    owner = OWNERS.get(clause[0], reader.game.key)
    return f"#{clause}" if owner == reader.game.key else reader.visit.url(rules_path(owner, clause))
