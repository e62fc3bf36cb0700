"""``homestretch draw``: a layout of dominoes or a card race as a picture."""

from typing import Any, Final

import click

from homestretch.cli.common import NO, NOT_UNDERSTOOD, Answer, expect, game, lang_option
from homestretch.cli.explain import read_layout
from homestretch.cli.files import SVG, Paper, paper_of, paper_options
from homestretch.games import Game, layout_rules
from homestretch.i18n.speaker import Speaker
from homestretch.kit.message import Refusal
from homestretch.pictures.stills import layout_picture, running_picture
from homestretch.record import running

FORMS: Final = (SVG, "png")


def command(speak: Speaker) -> click.Command:
    """The command in one language."""

    def draw(key: str, moves: tuple[str, ...], *, caption: bool, **options: Any) -> None:
        chosen = game(key)
        paper = paper_of(FORMS, **options)
        svg = _picture(speak, chosen, " ".join(moves), paper, captioned=caption)
        if paper.form == SVG:
            paper.write_svg(svg)
        else:
            from homestretch.render.png import to_png

            paper.write(to_png(svg, paper.width))

    return click.Command(
        "draw",
        callback=draw,
        help=speak.say("help.draw-long"),
        short_help=speak.say("help.draw"),
        params=[
            click.Argument(["key"], metavar="GAME"),
            click.Argument(["moves"], nargs=-1, required=True, metavar="MOVES"),
            *paper_options(speak, FORMS),
            click.Option(["--caption/--no-caption"], default=True, show_default=True, help=speak.say("help.caption")),
            lang_option(speak),
        ],
    )


def _picture(speak: Speaker, game: Game, text: str, paper: Paper, *, captioned: bool) -> str:
    """The picture of what is written, or the end of the command at what does not fit."""
    if game.family == "race":
        race = running.read(text)
        if isinstance(race, Refusal):
            raise Answer(race, NOT_UNDERSTOOD if race.code in running.UNREADABLE else NO)
        return running_picture(speak, race, theme=paper.theme, captioned=captioned)
    rules = expect(layout_rules(game))
    layout = read_layout(rules, text, empty="draw.nothing")
    return layout_picture(speak, layout, rules, theme=paper.theme, shape=paper.shape, captioned=captioned)
