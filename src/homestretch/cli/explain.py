"""``homestretch explain``: what a layout of dominoes counts, why, and where a tile may go."""

import re
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
from homestretch.fives.decide import misfit
from homestretch.fives.layout import Layout, award
from homestretch.fives.moves import Play, parse_move
from homestretch.fives.ruleset import Ruleset
from homestretch.games import published_fives
from homestretch.i18n.explain import where_places, why_award, why_counts
from homestretch.i18n.speaker import Speaker
from homestretch.kit.message import Refusal, refuse
from homestretch.record.shape import clip


def command(speak: Speaker) -> click.Command:
    """The command in one language."""

    def explain(key: str, moves: tuple[str, ...], as_json: bool, plain: bool) -> None:
        chosen = game(key)
        if chosen.family != "fives":
            raise Answer(refuse("explain.no-layout", game=key), NOT_UNDERSTOOD)
        rules = expect(published_fives(chosen, chosen.seatings[0]))
        layout = lay(rules, read_placements(" ".join(moves)))
        if as_json:
            print_json(facts(layout))
            return
        click.echo(speak.say(f"game.{key}"))
        click.echo()
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


def read_placements(text: str) -> list[Play]:
    """The placements of a text; one that cannot be read ends the command and is pointed to."""
    words = re.sub(r"\s*@\s*", "@", text).replace(",", " ").split()
    if not words:
        raise Answer(refuse("explain.empty"), NOT_UNDERSTOOD)
    placements: list[Play] = []
    for number, word in enumerate(words, 1):
        move = parse_move(word)
        if not isinstance(move, Play):
            raise Answer(refuse("explain.unreadable", number=number, text=clip(word)), NOT_UNDERSTOOD)
        placements.append(move)
    return placements


def lay(rules: Ruleset, placements: list[Play]) -> Layout:
    """The layout after these placements; the first that cannot be ends the command and is pointed to."""
    layout = Layout(rules.spinners)
    for number, move in enumerate(placements, 1):
        refusal = _fault(rules, layout, move)
        if refusal is not None:
            raise Answer(refuse("explain.move", number=number, reason=refusal), NO)
        layout = layout.join(move.tile, move.host)
    return layout


def _fault(rules: Ruleset, layout: Layout, move: Play) -> Refusal | None:
    if move.tile not in rules.tiles:
        return refuse("tile.not-in-set", tile=move.tile, highest=rules.highest)
    if move.tile in layout.tiles:
        return refuse("tile.on-table", tile=move.tile)
    return misfit(layout, move)


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
    click.echo(speak.say("explain.counts"))
    for line in why_counts(layout):
        click.echo(f"  {speak(line)}")
    click.echo(speak(why_award(layout, rules)))
    click.echo()
    click.echo(speak.say("explain.places" if layout.places else "explain.no-places"))
    for line in where_places(layout):
        click.echo(f"  {speak(line)}")
