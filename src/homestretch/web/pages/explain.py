"""The explain board: any layout, what it counts and why, where a tile may go, and the same in the other game."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final

import htpy as h
from markupsafe import Markup
from msgspec import Struct

from homestretch.clauses import behind
from homestretch.fives.layout import Layout, award
from homestretch.fives.ruleset import Ruleset
from homestretch.games import GAMES, layout_rules
from homestretch.i18n.explain import award_line, points, sum_text, where_places, why_award, why_counts
from homestretch.i18n.speaker import Speaker, printable
from homestretch.kit.message import Message, say
from homestretch.record.placements import Reading, read, write
from homestretch.record.shape import clip
from homestretch.render import lay
from homestretch.render.svg import draw_board
from homestretch.web.visit import Visit

from .diagram import LEAST, caption, words
from .kept import unbroken
from .links import explain_path, rules_path
from .picker import choices, offers, picker

DOMINOES: Final[dict[str, Ruleset]] = {
    key: rules for key, game in GAMES.items() if isinstance(rules := layout_rules(game), Ruleset)
}
"""The games whose layouts can be counted; how many play changes nothing about that."""

MOST_CARRIED: Final = 1000
"""A text that does not stand is carried on by links up to so many characters; a whole layout takes 220."""

MOST_TYPED: Final = 4000
"""Characters that the field takes: as an address, even of emoji, they are less than a server refuses to read."""

MOST_WRONG: Final = 12
"""Words that are shown again from the first that does not stand."""


class Board(Struct, frozen=True, dict=True):
    """What somebody laid or wrote, and the game by whose rules they look at it."""

    game: str
    text: str

    @cached_property
    def readings(self) -> dict[str, Reading]:
        """How far each game can lay it."""
        return {game: read(rules, self.text) for game, rules in DOMINOES.items()}

    @property
    def rules(self) -> Ruleset:
        """The rules of the game."""
        return DOMINOES[self.game]

    @property
    def reading(self) -> Reading:
        """How far the game can lay it."""
        return self.readings[self.game]

    @property
    def layout(self) -> Layout:
        """What lies on the board."""
        return self.reading.layout

    @property
    def carried(self) -> str:
        """What is taken along to the other game: all of the text, since there it may stand."""
        if self.reading.refusal is None or len(self.text) > MOST_CARRIED:
            return self.reading.text
        return self.text


def board_main(visit: Visit, board: Board) -> h.Element:
    """The main part of the board's page."""
    speak, layout, text = visit.speak, board.layout, board.reading.text
    offered = offers(speak, board.rules, layout)
    last = layout.tiles[-1] if layout.tiles else None
    shape, places = visit.shape, choices(board.rules, offered)
    drawing = Markup(draw_board(layout, lay(layout, shape), last=last, choices=places, least=LEAST[shape]))
    return h.main(
        "#main", class_=["page", "explain", board.game], data_title=page_title(speak, board), hx_history_elt=True
    )[
        h.h1[speak.say("board.title")],
        _games(visit, board),
        _refusal(visit, board),
        _form(visit, board, "play", "laying")[
            bool(text) and h.input(type="hidden", name="moves", value=text),
            h.button(type="submit", disabled=True, hidden=True),
            h.div(".stage")[
                h.div(".felt")[drawing],
                bool(layout.tiles) and h.p(".figures", aria_hidden="true")[_figures(speak, board.rules, layout)],
            ],
            _total(visit, board),
            picker(speak, board.rules, layout, offered),
        ],
        h.div(".beside")[
            _written(visit, board),
            bool(layout.tiles) and _counts(speak, layout),
            bool(layout.tiles) and _other(visit, board),
            _words(speak, layout),
            _share(visit, board),
        ],
    ]


def page_title(speak: Speaker, board: Board) -> str:
    """What the page is called."""
    return speak.say("board.page", game=board.game)


def summary(speak: Speaker, board: Board) -> str:
    """The page in a sentence, for previews."""
    return caption(speak, board.rules, board.layout) if board.layout.tiles else speak.say("board.lead")


def no_layout(visit: Visit, game: str) -> h.Element:
    """The main part for a game without tiles."""
    speak = visit.speak
    return h.main("#main.page.explain")[
        h.h1[speak.say("board.title")],
        h.p(role="alert")[speak.say("board.no-layout", game=game)],
        h.ul(".links")[
            (h.li[h.a(href=visit.url(explain_path(key, "")))[speak.say(f"game.{key}")]] for key in DOMINOES),
            h.li[h.a(href=visit.url(rules_path(game)))[speak.say("board.to-rules", game=game)]],
        ],
    ]


# ---- ways from one board to another


def _link(visit: Visit, path: str, name: str = "", kind: str = "", *, current: bool = False) -> h.Element:
    """A link to another board, which is put in the place of this one."""
    url = visit.url(path)
    return h.a(
        kind,
        id=name or None,
        href=url,
        aria_current="page" if current else None,
        hx_get=url,
        hx_target="#main",
        hx_swap="outerMorph",
        hx_push_url="true",
    )


def _form(visit: Visit, board: Board, name: str, kind: str) -> h.Element:
    action = visit.url(explain_path(board.game, ""))
    return h.form(
        f"#{name}.{kind}",
        method="get",
        action=action,
        hx_get=action,
        hx_target="#main",
        hx_swap="outerMorph",
        hx_push_url="true",
    )


def _games(visit: Visit, board: Board) -> h.Element:
    """Both games, each with what it makes of the layout."""
    speak = visit.speak
    return h.nav(".both", aria_label=speak.say("board.games"))[
        (
            _link(visit, explain_path(game, board.carried), f"game-{game}", ".one", current=game == board.game)[
                h.span(".name")[speak.say(f"game.{game}")], " ", h.span(".result")[_result(speak, game, reading)]
            ]
            for game, reading in board.readings.items()
        )
    ]


def _result(speak: Speaker, game: str, reading: Reading) -> str:
    if reading.refusal is not None:
        return speak.say("board.stops", number=len(reading.plays) + 1)
    if not reading.plays:
        return "–"
    return f"{reading.layout.total} · {_award(speak, DOMINOES[game], reading.layout)}"


def _award(speak: Speaker, rules: Ruleset, layout: Layout) -> str:
    raw = award(layout.total)
    return speak(points(raw, rules)) if raw else speak.say("board.no-award")


def _rules(visit: Visit, game: str, clauses: Iterable[str]) -> Iterator[h.Node]:
    """Links to the rules behind something that has been said."""
    for clause in clauses:
        url = visit.url(rules_path(game, clause))
        yield [" ", h.a(".rule", href=url)[visit.speak.say("rules.why", clause=clause)]]


# ---- what does not fit


def _refusal(visit: Visit, board: Board) -> h.Node:
    """The first placement that does not stand, why, and what can be done about it."""
    speak, reading = visit.speak, board.reading
    if reading.refusal is None:
        return None
    return h.div("#refusal.refusal")[
        h.p(".notice", role="alert")[speak(reading.refusal), bool(reading.plays) and f" {speak.say('board.stands')}"],
        h.p(".written", dir="ltr")[_written_back(reading)],
        h.p(".ways")[
            len(board.text) <= MOST_CARRIED and _ways_out(visit, board.game, reading),
            _rules(visit, board.game, behind(GAMES[board.game].clauses, reading.refusal)),
        ],
    ]


def _written_back(reading: Reading) -> Iterator[h.Node]:
    """The text with the wrong word marked, and some of those after it."""
    for play in reading.plays:
        yield [h.span(".play")[str(play)], " "]
    yield h.mark[h.bdi[unbroken(clip(printable(reading.rest[0])))]]
    for word in reading.rest[1:MOST_WRONG]:
        yield [" ", h.bdi[unbroken(clip(printable(word)))]]
    yield len(reading.rest) > MOST_WRONG and " …"


def _ways_out(visit: Visit, game: str, reading: Reading) -> h.Node:
    """Links to the board with another placement in the place of the wrong one, or with none."""
    speak = visit.speak
    fitting = _fitting(reading.refusal)

    def instead(word: str) -> str:
        return explain_path(game, " ".join(filter(None, (reading.text, word, *reading.rest[1:]))))

    links = [
        _link(visit, instead(word), f"instead-{number}", ".step")[word] for number, word in enumerate(map(str, fitting))
    ]
    return [
        bool(links) and h.span[speak.say("board.instead")],
        links,
        _link(visit, instead(""), "leave-out", ".step")[unbroken(speak.say("board.leave-out", text=reading.rest[0]))],
    ]


def _fitting(refusal: Message | None) -> tuple[object, ...]:
    """The placements that a refusal offers instead."""
    reason = None if refusal is None else refusal.data.get("reason")
    fitting: tuple[object, ...] = reason.data.get("fitting", ()) if isinstance(reason, Message) else ()
    return fitting


# ---- what it counts


def _total(visit: Visit, board: Board) -> h.Element:
    """The total and the award with the reason, and the way back."""
    speak, layout, rules = visit.speak, board.layout, board.rules
    plays = board.reading.plays
    return h.section("#total.total", tabindex="-1", aria_label=speak.say("board.total"))[
        h.p(".why")[
            h.span(role="status")[speak(why_award(layout, rules)) if layout.tiles else speak.say("board.empty")],
            bool(layout.tiles) and _rules(visit, board.game, behind(GAMES[board.game].told, award_line(layout, rules))),
        ],
        bool(board.text)
        and h.p(".back")[
            bool(layout.tiles)
            and _link(visit, explain_path(board.game, write(plays[:-1])), "undo", ".step")[
                speak.say("board.take-back", tile=layout.tiles[-1])
            ],
            " ",
            _link(visit, explain_path(board.game, ""), "clear", ".step")[speak.say("board.clear")],
        ],
    ]


def _figures(speak: Speaker, rules: Ruleset, layout: Layout) -> Iterator[h.Node]:
    """The total as a big number, how it adds up, and the award; the sentence below says the same."""
    summands, equals, total = sum_text(layout).rpartition("= ")
    yield bool(summands) and h.span(".sum")[summands + equals]
    yield h.strong(".big")[total]
    raw = award(layout.total)
    yield h.span(class_=["award", {"none": not raw}])[_award(speak, rules, layout)]
    yield raw > 0 and rules.unit > 1 and h.span(".raw")[speak.say("count.raw", n=raw)]


def _counts(speak: Speaker, layout: Layout) -> h.Node:
    spinners = layout.spinners
    return [
        h.section(aria_labelledby="counts-title")[
            h.h2("#counts-title")[speak.say("board.counts")], _listed(speak(line) for line in why_counts(layout))
        ],
        h.section(aria_labelledby="places-title")[
            h.h2("#places-title")[speak.say("board.places")],
            _listed(speak(line) for line in where_places(layout)),
            h.p[
                unbroken(speak.say("board.spinners", n=len(spinners), tiles=spinners))
                if spinners
                else speak.say("board.no-spinner")
            ],
        ],
    ]


def _other(visit: Visit, board: Board) -> h.Node:
    """What changes by the rules of the other games."""
    speak = visit.speak
    return [
        h.section(aria_labelledby=f"other-{game}")[
            h.h2(f"#other-{game}")[speak.say("board.other", game=game)],
            h.p[unbroken(" ".join(speak(line) for line in _changes(board, game)))],
            h.p[
                _link(visit, explain_path(game, board.carried), f"switch-{game}")[speak.say("board.switch", game=game)]
            ],
        ]
        for game in DOMINOES
        if game != board.game
    ]


def _changes(board: Board, game: str) -> Iterator[Message]:
    there, rules = board.readings[game], DOMINOES[game]
    if there.refusal is not None and len(there.plays) < len(board.reading.plays):
        yield say("board.other-stops", refusal=there.refusal)
        if there.plays:
            yield say("board.up-to", award=award_line(there.layout, rules))
    else:
        yield say("board.other-same", award=award_line(there.layout, rules))
    here, elsewhere = board.layout, there.layout
    lost = tuple(tile for tile in here.spinners if tile in elsewhere.tiles and tile not in elsewhere.spinners)
    won = tuple(tile for tile in elsewhere.spinners if tile in here.tiles and tile not in here.spinners)
    if lost:
        yield say("board.no-branch-there", n=len(lost), tiles=lost)
    if won:
        yield say("board.branch-there", n=len(won), tiles=won)
    if not lost and not won:
        yield say("board.same-spinners")


# ---- as text, in words, to share


def _written(visit: Visit, board: Board) -> h.Element:
    speak, reading = visit.speak, board.reading
    typed = reading.text if reading.refusal is None else printable(" ".join(board.text.split()))
    return _form(visit, board, "write", "write")[
        h.label(for_="moves")[speak.say("board.text")],
        h.div(".field")[
            h.input(
                "#moves",
                name="moves",
                value=typed,
                dir="ltr",
                maxlength=str(MOST_TYPED),
                placeholder="5-5 2-5@5-5",
                aria_describedby="write-how",
                aria_invalid="true" if reading.refusal is not None else None,
                autocomplete="off",
                autocapitalize="off",
                spellcheck="false",
            ),
            h.button(".go")[speak.say("board.count")],
            _copy(speak, "moves", speak.say("board.copy-text")),
        ],
        h.p("#write-how.hint")[unbroken(speak.say("board.text-how"))],
    ]


def _copy(speak: Speaker, field: str, label: str) -> h.Element:
    """The button that copies a field, for pages with scripts."""
    return h.button(".copy", type="button", data_copies=field, data_done=speak.say("web.copied"), hidden=True)[label]


def _words(speak: Speaker, layout: Layout) -> h.Element:
    return h.details("#words.words")[
        h.summary[speak.say("web.table-in-words")],
        h.ul(data_read="ends")[(h.li[unbroken(line)] for line in words(speak, layout))],
    ]


def _share(visit: Visit, board: Board) -> h.Element:
    speak, text = visit.speak, board.reading.text
    return h.section(".share", aria_labelledby="share-title")[
        h.h2("#share-title")[speak.say("board.share")],
        h.label(for_="link")[speak.say("board.link")],
        h.div(".field")[
            h.input("#link", readonly=True, value=visit.absolute(explain_path(board.game, text))),
            _copy(speak, "link", speak.say("web.copy")),
        ],
        bool(text)
        and h.p[
            h.a("#picture", href=visit.url(explain_path(board.game, text, ".png")), download=f"{board.game}.png")[
                speak.say("board.picture")
            ]
        ],
        h.details("#code.words")[
            h.summary[speak.say("board.code")],
            h.img(
                ".qr",
                src=visit.url(explain_path(board.game, text, "/code.svg")),
                alt=speak.say("web.qr"),
                width="240",
                height="240",
                loading="lazy",
            ),
        ],
    ]


def _listed(lines: Iterable[str]) -> h.Element:
    return h.ul[(h.li[unbroken(line)] for line in lines)]
