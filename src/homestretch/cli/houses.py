"""The options that choose a seating and house rules, and the ruleset that they make."""

from typing import Any

import click
from msgspec.structs import replace

from homestretch.cli.common import NOT_UNDERSTOOD, Answer, expect
from homestretch.fives.ruleset import Ruleset
from homestretch.games import AnyRuleset, Game, Seating, published, race_from_plain, ruleset_to_plain, with_house_rules
from homestretch.i18n.speaker import Speaker
from homestretch.kit.message import Refusal, refuse
from homestretch.kit.numbers import read_whole
from homestretch.race.ruleset import RaceRuleset

DOMINO_OPTIONS = ("pairs", "target", "going_on")
RACE_OPTIONS = ("tokens", "stake", "prices")
USUAL_RACE_PLAYERS = 4


def house_options(speak: Speaker) -> list[click.Parameter]:
    """``--players``, ``--pairs`` and the house rules of all games."""
    return [
        click.Option(["--players"], type=int, help=speak.say("help.players")),
        click.Option(["--pairs"], is_flag=True, default=None, help=speak.say("help.pairs")),
        click.Option(["--target"], type=int, help=speak.say("help.target")),
        click.Option(["--going-on"], metavar="duty|choice", help=speak.say("help.going-on")),
        click.Option(["--tokens"], type=int, help=speak.say("help.tokens")),
        click.Option(["--stake"], metavar="N|any", help=speak.say("help.stake")),
        click.Option(["--prices"], metavar="1,2,3,5,10", help=speak.say("help.prices")),
    ]


def ruleset_of(game: Game, given: dict[str, Any]) -> AnyRuleset:
    """The ruleset that the options ask for, or the end of the command with what is wrong with them."""
    strange = RACE_OPTIONS if game.family == "fives" else DOMINO_OPTIONS
    for name in strange:
        if given.get(name) is not None:
            option = "--" + name.replace("_", "-")
            raise Answer(refuse("house.not-here", option=option, game=game.key), NOT_UNDERSTOOD)
    rules = published(game, seating_of(game, given.get("players"), bool(given.get("pairs"))))
    if isinstance(rules, Refusal):
        raise Answer(rules, NOT_UNDERSTOOD)
    return _fives(rules, given) if isinstance(rules, Ruleset) else _race(rules, given)


def seating_of(game: Game, players: int | None, pairs: bool) -> Seating:
    """The seating that is meant: a game's first where nothing is said, pairs where a game knows nothing else."""
    if game.family == "race":
        return Seating(USUAL_RACE_PLAYERS if players is None else players)
    if players is None:
        return next((each for each in game.seatings if each.pairs), game.seatings[0]) if pairs else game.seatings[0]
    if not pairs and Seating(players) not in game.seatings:
        return Seating(players, pairs=Seating(players, pairs=True) in game.seatings)
    return Seating(players, pairs)


def read_prices(text: str) -> tuple[int, ...]:
    """Odds as they are written in options, or the end of the command."""
    prices = tuple(price for word in text.replace(",", " ").split() if (price := read_whole(word)) is not None)
    if len(prices) != len(text.replace(",", " ").split()):
        raise Answer(refuse("house.prices", text=text), NOT_UNDERSTOOD)
    return prices


def _fives(rules: Ruleset, given: dict[str, Any]) -> Ruleset:
    going_on = given.get("going_on")
    if going_on not in (None, "duty", "choice"):
        raise Answer(refuse("house.going-on", text=going_on), NOT_UNDERSTOOD)
    return expect(with_house_rules(rules, target=given.get("target"), choice=going_on == "choice"))


def _race(rules: RaceRuleset, given: dict[str, Any]) -> RaceRuleset:
    stake, prices, tokens = given.get("stake"), given.get("prices"), given.get("tokens")
    changes: dict[str, Any] = {}
    if tokens is not None:
        changes["tokens"] = tokens
    if stake is not None:
        changes["most_stake"] = read_whole(stake)
        if stake != "any" and changes["most_stake"] is None:
            raise Answer(refuse("house.stake", text=stake), NOT_UNDERSTOOD)
    if prices is not None:
        changes["prices"] = read_prices(prices)
    return expect(race_from_plain(ruleset_to_plain(replace(rules, **changes))))
