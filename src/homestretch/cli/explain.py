"""``homestretch explain``: what a layout of dominoes counts, why, and where a tile may go."""

from typing import Any

import click

from homestretch.cli.common import (
    NO,
    NOT_UNDERSTOOD,
    Answer,
    expect,
    game,
    json_option,
    lang_option,
    plain_option,
    print_json,
)
from homestretch.cli.drawing import print_layout
from homestretch.cli.terminal.screen import tell
from homestretch.fives.layout import Layout, award
from homestretch.fives.ruleset import Ruleset
from homestretch.games import layout_rules
from homestretch.i18n.explain import where_places, why_award, why_counts
from homestretch.i18n.speaker import Speaker
from homestretch.kit.message import refuse
from homestretch.record.placements import read


def command(speak: Speaker) -> click.Command:
    """The command in one language."""

    def explain(key: str, moves: tuple[str, ...], as_json: bool, plain: bool) -> None:
        chosen = game(key)
        rules = expect(layout_rules(chosen))
        layout = read_layout(rules, " ".join(moves))
        if as_json:
            print_json(facts(layout))
            return
        tell(speak.say(f"game.{key}"))
        tell()
        if not plain:
            print_layout(speak, layout)
        _print(speak, layout, rules)

    return click.Command(
        "explain",
        callback=explain,
        help=speak.say("help.explain-long"),
        short_help=speak.say("help.explain"),
        params=[
            click.Argument(["key"], metavar="GAME"),
            click.Argument(["moves"], nargs=-1, required=True, metavar="MOVES"),
            plain_option(speak),
            json_option(speak),
            lang_option(speak),
        ],
    )


def read_layout(rules: Ruleset, text: str, *, empty: str = "explain.empty") -> Layout:
    """The layout of a text; the first placement that cannot be ends the command and is pointed to.

    ``empty`` is the refusal of a text without any.
    """
    reading = read(rules, text)
    if reading.refusal is not None:
        raise Answer(reading.refusal, NO if reading.is_understood else NOT_UNDERSTOOD)
    if not reading.plays:
        raise Answer(refuse(empty), NOT_UNDERSTOOD)
    return reading.layout


def facts(layout: Layout) -> dict[str, Any]:
    """The facts of a layout as JSON values; the award is in raw points."""
    return {
        "tiles": [str(tile) for tile in layout.tiles],
        "spinners": [str(tile) for tile in layout.spinners],
        "connections": [[str(j.host), j.host_port, str(j.tile), j.port] for j in layout.joints],
        "places": [[str(place.tile), place.port, place.pips] for place in layout.places],
        "contributions": [[str(end.tile), end.count] for end in layout.ends],
        "total": layout.total,
        "award": award(layout.total),
    }


def _print(speak: Speaker, layout: Layout, rules: Ruleset) -> None:
    tell(speak.say("explain.counts"))
    for line in why_counts(layout):
        tell(f"  {speak(line)}")
    tell(speak(why_award(layout, rules)))
    tell()
    tell(speak.say("explain.places" if layout.places else "explain.no-places"))
    for line in where_places(layout):
        tell(f"  {speak(line)}")
