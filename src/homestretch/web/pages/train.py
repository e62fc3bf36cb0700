"""The counting trainer: its levels, a question, what it counts, and the result of a drill."""

from collections.abc import Iterator
from typing import Final

import htpy as h
from markupsafe import Markup

from homestretch.fives.layout import Layout, Port
from homestretch.games import GAMES, Game
from homestretch.i18n.explain import award_line, why_award, why_counts
from homestretch.i18n.speaker import Speaker
from homestretch.kit.message import Message, say
from homestretch.learn.drills import QUESTIONS, Question, choices
from homestretch.learn.levels import LEVELLED, Level, levels_of, rules_of
from homestretch.learn.slips import why_wrong
from homestretch.render import Shape, lay
from homestretch.render.svg import draw_asked, draw_tile
from homestretch.table.words import lines_in_words
from homestretch.web.drilling import Drilling, course_path
from homestretch.web.practice import Practice
from homestretch.web.visit import Visit

from .diagram import LEAST, figure
from .kept import unbroken
from .links import explain_layout

ROW: Final = 3
"""From so many right answers in a row on they are worth a word."""


# ---- the levels


def chooser(visit: Visit, practice: Practice, notice: Message | None = None) -> h.Element:
    """The games and their levels, and first of all the level of the last drill."""
    speak = visit.speak
    return h.main("#main.train")[
        h.h1[speak.say("train.title")],
        notice is not None and h.p(".notice", role="alert")[speak(notice)],
        h.p(".lead")[speak.say("train.lead")],
        practice.last is not None and _again(visit, *practice.last),
        (_levels(visit, GAMES[key], practice) for key in LEVELLED),
        h.p(".hint")[speak.say("train.open-means")],
    ]


def _again(visit: Visit, key: str, level: int) -> h.Element:
    label = visit.speak.say("train.last", game=key, level=level)
    return h.p[h.a("#again.go", href=visit.url(course_path(GAMES[key], level)))[label]]


def _levels(visit: Visit, game: Game, practice: Practice) -> h.Element:
    speak = visit.speak
    heading = f"game-{game.key}"
    return h.section(aria_labelledby=heading)[
        h.h2(f"#{heading}")[speak.say(f"game.{game.key}")],
        h.ol(".levels")[
            (
                h.li[
                    h.a(
                        id=f"{game.key}-{number}",
                        href=visit.url(course_path(game, number)),
                        aria_describedby=f"{heading} about-{game.key}-{number}",
                    )[speak.say("train.level", level=number)],
                    h.span(id=f"about-{game.key}-{number}")[_about(speak, level)],
                    _best(speak, practice, game, number),
                ]
                for number, level in enumerate(levels_of(game), 1)
            )
        ],
    ]


def _about(speak: Speaker, level: Level) -> str:
    return speak.value(level.about())


def _best(speak: Speaker, practice: Practice, game: Game, level: int) -> h.Node:
    best = practice.at((game.key, level))
    if not best.streak:
        return None
    code = "train.best" if best.right else "train.best-streak"
    return h.span(".best")[speak.say(code, right=best.right, questions=QUESTIONS, streak=best.streak)]


# ---- a question


def drill_title(speak: Speaker, drilling: Drilling) -> str:
    """What a page of a drill is called."""
    page = speak.say("train.page", game=drilling.game.key, level=drilling.level)
    if drilling.number > QUESTIONS:
        return page
    return f"{_number(speak, drilling)} · {page}"


def _number(speak: Speaker, drilling: Drilling) -> str:
    return speak.say("train.number", number=drilling.number, questions=QUESTIONS)


def exercise(visit: Visit, drilling: Drilling, notice: Message | None = None) -> h.Element:
    """A question that waits for its answer; with an answer, what the layout counts."""
    asked = drilling.answer is None
    return _main(visit, drilling, "asks" if asked else "tells")[
        _head(visit.speak, drilling),
        (_ask if asked else _tell)(visit, drilling, notice),
    ]


def _main(visit: Visit, drilling: Drilling, kind: str) -> h.Element:
    """``data-here`` is the address that a script shows, since a form leads to the next page without loading it."""
    return h.main(
        "#main",
        class_=["train", "drill", kind],
        data_title=drill_title(visit.speak, drilling),
        data_here=visit.url(drilling.path),
    )


def _head(speak: Speaker, drilling: Drilling) -> h.Element:
    tally = drilling.tally
    number = _number(speak, drilling)
    return h.header[
        h.h1[speak.say("train.page", game=drilling.game.key, level=drilling.level)],
        h.p(".standing")[
            h.span[number],
            h.span[speak.say("train.right-so-far", right=tally.right)],
            tally.streak > 1 and h.span(".streak")[speak.say("train.in-a-row", streak=tally.streak)],
        ],
        h.progress(
            max=str(QUESTIONS), value=str(sum(answer is not None for answer in drilling.given)), aria_label=number
        ),
    ]


def _ask(visit: Visit, drilling: Drilling, notice: Message | None) -> h.Node:
    speak = visit.speak
    question, praise = drilling.question, _praise(speak, drilling)
    return h.fragment[
        _status(speak, praise or _number(speak, drilling), notice, "" if praise or notice else "sr"),
        h.section(".problem", aria_labelledby="question")[
            h.h2("#question")[
                Markup(draw_tile(question.play.tile)),
                h.span[unbroken(speak(_placement(question))), " ", speak.say("train.how-many")],
            ],
            h.div(".diagram")[_picture(question, visit.shape)],
            h.details("#words")[
                h.summary[speak.say("web.table-in-words")],
                h.ul("#lines")[(h.li[unbroken(line)] for line in _lines(speak, question.layout))],
            ],
        ],
        _answers(visit, drilling),
        _look_back(visit, drilling),
    ]


def _placement(question: Question) -> Message:
    tile, host = question.play.tile, question.play.host
    if host is None:
        return say("train.open", tile=tile)
    port = question.after.joints[-1].host_port
    if port.is_branch:
        return say("train.at-branch", tile=tile, host=host)
    if host.is_double:
        return say("train.at-line", tile=tile, host=host)
    return say("train.at-half", tile=tile, host=host, pips=host.high if port is Port.HIGH else host.low)


def _picture(question: Question, shape: Shape) -> Markup:
    return Markup(draw_asked(question.after, lay(question.after, shape), least=LEAST[shape]))


def _lines(speak: Speaker, layout: Layout) -> list[str]:
    return [speak(line) for line in lines_in_words(layout)] or [speak.say("play.empty-table")]


def _answers(visit: Visit, drilling: Drilling) -> h.Node:
    """A button for every answer, and a field: in forms of their own, so that Enter in the field presses no button."""
    speak, rules = visit.speak, rules_of(drilling.game)
    field = f"points-{drilling.number}"
    return h.section(".answering", aria_label=speak.say("train.how-many"))[
        _form(visit, drilling, ".choices")[
            (
                h.button(
                    id=f"answer-{points}",
                    name="answer",
                    value=str(points),
                    aria_label=speak.say("count.points", n=points),
                )[str(points)]
                for points in choices(rules)
            )
        ],
        _form(visit, drilling, ".typing-points")[
            h.label(for_=field)[speak.say("train.type")],
            h.input(
                id=field,
                name="answer",
                inputmode="numeric",
                autocomplete="off",
                maxlength="3",
                required=True,
                aria_describedby="question",
                autofocus=visit.shape is Shape.WIDE,
            ),
            h.button("#send")[speak.say("train.answer")],
        ],
        rules.unit != 1 and h.p("#unit.hint")[speak.say("train.unit", unit=rules.unit)],
    ]


def _form(visit: Visit, drilling: Drilling, kind: str) -> h.Element:
    action = visit.url(drilling.path)
    return h.form(kind, method="post", action=action, hx_post=action, hx_target="#main", hx_swap="outerMorph")


def _status(speak: Speaker, sentence: str, notice: Message | None = None, kind: str = "") -> h.Element:
    return h.div("#status", class_=["status", kind])[
        notice is not None and h.p(".notice", role="alert")[speak(notice)],
        h.p(role="status")[sentence],
    ]


def _praise(speak: Speaker, drilling: Drilling) -> str:
    """What is said of the answer before this question, if it was right: then one goes on at once."""
    before = drilling.at(drilling.number - 1)
    if not before.number or before.answer != before.question.points:
        return ""
    award, streak = award_line(before.question.after, rules_of(drilling.game)), drilling.tally.streak
    return speak.say("train.right-row" if streak >= ROW else "train.right", streak=streak, award=award)


def _look_back(visit: Visit, drilling: Drilling) -> h.Node:
    before = drilling.at(drilling.number - 1)
    if not before.number or before.answer is None:
        return None
    label = visit.speak.say("train.look", number=before.number)
    return h.p(".back")[h.a("#look", href=visit.url(before.path))[label], " ", _explain(visit, before)]


def _explain(visit: Visit, drilling: Drilling) -> h.Element:
    href = visit.url(explain_layout(drilling.game.key, drilling.question.after))
    return h.a("#explain", href=href)[visit.speak.say("train.explain", number=drilling.number)]


# ---- what it counts


def _tell(visit: Visit, drilling: Drilling, notice: Message | None) -> h.Node:
    speak, rules = visit.speak, rules_of(drilling.game)
    question = drilling.question
    answer = drilling.answer or 0
    is_right = answer == question.points
    slip = None if is_right else why_wrong(rules, question, answer)
    award = award_line(question.after, rules)
    verdict = (
        speak.say("train.right", award=award)
        if is_right
        else speak.say("train.wrong", points=say("count.points", n=answer), award=award)
    )
    return h.fragment[
        _status(speak, verdict, notice, "right" if is_right else "wrong"),
        slip is not None and h.p("#slip.lesson")[unbroken(speak(slip))],
        _go_on(visit, drilling.next),
        h.section(".why", aria_labelledby="why")[
            h.h2("#why")[speak.say("train.why")],
            figure(speak, rules, question.after, visit.shape),
            h.div[
                h.ul[(h.li[unbroken(speak(line))] for line in why_counts(question.after))],
                h.p[speak(why_award(question.after, rules))],
                h.p[_explain(visit, drilling)],
            ],
        ],
    ]


def _go_on(visit: Visit, after: Drilling) -> h.Element:
    href = visit.url(after.path)
    return h.p(".go-on")[
        h.a("#go-on.go", href=href, hx_get=href, hx_target="#main", hx_swap="outerMorph", autofocus=True)[
            visit.speak.say("web.go-on")
        ]
    ]


# ---- the end


def result(visit: Visit, practice: Practice, drilling: Drilling) -> h.Element:
    """How a drill went, question by question, and what may come next."""
    speak, tally = visit.speak, drilling.tally
    done = speak.say(
        "train.done-all" if tally.right == QUESTIONS else "train.done", right=tally.right, questions=QUESTIONS
    )
    link = visit.absolute(drilling.start)
    return _main(visit, drilling, "done")[
        h.h1[speak.say("train.page", game=drilling.game.key, level=drilling.level)],
        _status(speak, f"{done} {speak.say('train.done-streak', streak=tally.best)}"),
        _best(speak, practice, drilling.game, drilling.level),
        h.ul(".menu")[(h.li[way] for way in _ways(visit, drilling))],
        h.section(aria_labelledby="share")[
            h.h2("#share")[speak.say("train.share")],
            h.p[speak.say("train.share-how")],
            h.p(".copying")[
                h.input("#link", readonly=True, value=link, aria_labelledby="share"),
                h.button(".copy", type="button", data_copies="link", hidden=True, data_done=speak.say("web.copied"))[
                    speak.say("web.copy")
                ],
            ],
        ],
        h.section[h.h2("#review")[speak.say("train.review")], _review(visit, drilling)],
    ]


def _ways(visit: Visit, drilling: Drilling) -> Iterator[h.Element]:
    speak, game, level = visit.speak, drilling.game, drilling.level
    if level < len(levels_of(game)):
        label = speak.say("train.next-level", level=level + 1)
        yield h.a("#next-level.go", href=visit.url(course_path(game, level + 1)))[label]
    yield h.a("#new-drill", href=visit.url(course_path(game, level)))[speak.say("train.new", level=level)]
    yield h.a("#same-drill", href=visit.url(drilling.start))[speak.say("train.again")]
    yield h.a("#all-levels", href=visit.url("/train"))[speak.say("train.choose")]


def _review(visit: Visit, drilling: Drilling) -> h.Element:
    speak = visit.speak
    return h.div(".scroll", tabindex="0", role="region", aria_labelledby="review")[
        h.table[
            h.thead[
                h.tr[(h.th(scope="col")[speak.say(f"train.col-{column}")] for column in ("question", "said", "counts"))]
            ],
            h.tbody[(_row(visit, drilling.at(number)) for number in range(1, QUESTIONS + 1))],
        ]
    ]


def _row(visit: Visit, drilling: Drilling) -> h.Element:
    speak, rules = visit.speak, rules_of(drilling.game)
    question, answer = drilling.question, drilling.answer
    is_right = answer == question.points
    said = speak.say("train.skipped") if answer is None else speak.say("count.points", n=answer)
    return h.tr(class_="right" if is_right else "wrong")[
        h.th(scope="row")[h.a(href=visit.url(drilling.path))[str(drilling.number)]],
        h.td[
            h.span(aria_hidden="true")["✓ " if is_right else "✗ "],
            said,
            h.span(".sr")[" ", speak.say("train.was-right" if is_right else "train.was-wrong")],
        ],
        h.td[speak(award_line(question.after, rules))],
    ]
