"""``homestretch film``: a round of a recorded match as a film to share."""

from typing import Any, Final

import click

from homestretch.cli.common import NO, NOT_UNDERSTOOD, Answer, expect, lang_option
from homestretch.cli.files import SVG, paper_of, paper_options
from homestretch.cli.replay import sentence
from homestretch.cli.solve import find_record
from homestretch.i18n.speaker import Speaker
from homestretch.kit.message import refuse
from homestretch.pictures.films import round_film
from homestretch.record.exchange import Record
from homestretch.record.verdict import Departure
from homestretch.render.film import film_svg

FORMS: Final = (SVG, "gif")


def command(speak: Speaker) -> click.Command:
    """The command in one language."""

    def film(file: str, match: int, number: int, *, names: str | None, **options: Any) -> None:
        paper = paper_of(FORMS, **options)
        record = find_record(file, match)
        if isinstance(record, Departure):
            raise _departed(speak, record, record)
        named = Speaker(speak.language, _names(record, names))
        made = round_film(named, record, number, theme=paper.theme, shape=paper.shape)
        if isinstance(made, Departure):
            raise _departed(speak, record, made)
        ready = expect(made, NO)
        if paper.form == SVG:
            paper.write_svg(film_svg(ready))
        else:
            from homestretch.pictures.gif import film_gif

            paper.write(film_gif(ready, paper.width))

    return click.Command(
        "film",
        callback=film,
        help=speak.say("help.film-long"),
        short_help=speak.say("help.film"),
        params=[
            click.Argument(["file"], metavar="RECORD"),
            click.Option(["--match"], type=int, default=1, show_default=True, help=speak.say("help.solve-match")),
            click.Option(
                ["--round", "number"], type=int, default=1, show_default=True, help=speak.say("help.film-round")
            ),
            click.Option(["--names"], metavar="NAMES", help=speak.say("help.film-names")),
            *paper_options(speak, FORMS),
            lang_option(speak),
        ],
    )


def _names(record: Record, text: str | None) -> tuple[str, ...]:
    """The names that are given."""
    names = () if text is None else tuple(name.strip() for name in text.split(","))
    if len(names) > record.rules.players:
        raise Answer(refuse("film.names", given=len(names), seats=record.rules.players), NOT_UNDERSTOOD)
    return names


def _departed(speak: Speaker, record: Record | Departure, departure: Departure) -> Answer:
    return Answer(refuse("film.departs", reason=sentence(speak, record, departure)), NO)
