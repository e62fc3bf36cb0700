"""The form that opens a table."""

import htpy as h

from homestretch.bots.levels import BOTS
from homestretch.fives.ruleset import Ruleset
from homestretch.games import AnyRuleset, Game, Seating, published
from homestretch.kit.message import Message, Refusal, say
from homestretch.race.ruleset import RaceRuleset
from homestretch.web.guests import LONGEST_NAME
from homestretch.web.houses import CLOCKS, seating_text, usual_seating
from homestretch.web.visit import Visit

MOST_LISTED_SEATS = 10


def setup(visit: Visit, game: Game, form: dict[str, str], notice: Message | None = None) -> h.Element:
    """The main part of the page; ``form`` is what has been filled in already."""
    speak = visit.speak
    rules = published(game, usual_seating(game))
    return h.main("#main", class_=["setup", game.key])[
        h.h1[speak.say("web.new-table", game=game.key)],
        notice is not None and h.p(".notice", role="alert")[speak(notice)],
        h.form(method="post", action=visit.url(f"/new/{game.key}"))[
            h.fieldset[
                h.legend[speak.say("web.who-plays")],
                h.label[
                    h.span[speak.say("web.your-name")],
                    h.input(
                        name="name",
                        maxlength=str(LONGEST_NAME),
                        autocomplete="nickname",
                        value=form.get("name", visit.guest.name),
                    ),
                ],
                _seatings(visit, game, form),
                _others(visit, form),
            ],
            h.fieldset[
                h.legend[speak.say("web.house-rules")],
                h.p[speak.say("web.house-rules-how")],
                house_rules(visit, rules, form) if not isinstance(rules, Refusal) else None,
                _select(
                    speak.say("web.clock"),
                    "clock",
                    {"": speak.say("web.no-clock")}
                    | {str(clock): speak(say("count.seconds", n=clock)) for clock in CLOCKS},
                    form.get("clock", ""),
                ),
                h.label(".check")[
                    h.input(type="checkbox", name="public", value="1", checked=form.get("public") == "1"),
                    speak.say("web.make-public"),
                ],
            ],
            h.button(".go")[speak.say("web.open-it")],
        ],
    ]


def _seatings(visit: Visit, game: Game, form: dict[str, str]) -> h.Element:
    usual = seating_text(usual_seating(game))
    seatings = [each for each in game.seatings if each.players <= MOST_LISTED_SEATS]
    options = {seating_text(each): seating_name(visit, each, race=game.family == "race") for each in seatings}
    if len(options) == 1:
        ((value, text),) = options.items()
        return h.p[h.input(type="hidden", name="seating", value=value), text]
    return _select(visit.speak.say("web.seating"), "seating", options, form.get("seating", usual))


def seating_name(visit: Visit, seating: Seating, *, race: bool) -> str:
    """A seating in words."""
    return visit.speak.say("web.players", n=seating.players) if race else visit.speak.value(seating)


def _others(visit: Visit, form: dict[str, str]) -> h.Element:
    speak = visit.speak
    chosen = form.get("others", "friends")
    return h.div(".others", role="radiogroup", aria_labelledby="others-title")[
        h.p("#others-title")[speak.say("web.others")],
        (
            h.label(".check")[
                h.input(type="radio", name="others", value=kind, checked=kind == chosen),
                speak.say(f"web.others-{kind}"),
            ]
            for kind in ("friends", "bots", "here")
        ),
        h.div(".if-bots")[
            _select(
                speak.say("web.level"),
                "level",
                {level: speak.say(f"bot.{level}") for level in BOTS},
                form.get("level", "greedy"),
            )
        ],
        h.label(".if-here")[
            h.span[speak.say("web.names-here")],
            h.input(
                name="names", value=form.get("names", ""), maxlength="300", placeholder=speak.say("web.names-such-as")
            ),
        ],
    ]


def house_rules(visit: Visit, rules: AnyRuleset, form: dict[str, str]) -> h.Node:
    """The fields for what a house may change."""
    speak = visit.speak
    if isinstance(rules, Ruleset):
        return [
            _number(speak.say("web.target"), "target", form.get("target", ""), str(rules.target)),
            rules.keeps
            and h.label(".check")[
                h.input(type="checkbox", name="going_on", value="choice", checked=form.get("going_on") == "choice"),
                speak.say("web.going-on-choice"),
            ],
        ]
    return _race_rules(visit, rules, form)


def _race_rules(visit: Visit, rules: RaceRuleset, form: dict[str, str]) -> h.Node:
    speak = visit.speak
    return [
        _number(speak.say("web.start-tokens"), "tokens", form.get("tokens", ""), str(rules.tokens)),
        _number(speak.say("web.most-stake"), "most_stake", form.get("most_stake", ""), str(rules.most_stake)),
        h.label(".check")[
            h.input(type="checkbox", name="any_stake", value="1", checked=form.get("any_stake") == "1"),
            speak.say("web.any-stake"),
        ],
        h.label[
            h.span[speak.say("web.usual-odds")],
            h.input(
                name="prices",
                maxlength="40",
                value=form.get("prices", ""),
                placeholder=",".join(map(str, rules.prices)),
            ),
        ],
    ]


def _number(label: str, name: str, value: str, usual: str) -> h.Element:
    return h.label[
        h.span[label],
        h.input(name=name, inputmode="numeric", maxlength="9", value=value, placeholder=usual),
    ]


def _select(label: str, name: str, options: dict[str, str], chosen: str) -> h.Element:
    return h.label[
        h.span[label],
        h.select(name=name)[(h.option(value=value, selected=value == chosen)[text] for value, text in options.items())],
    ]
