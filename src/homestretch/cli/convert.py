"""``homestretch convert``: records from JSON Lines to text and back."""

import click

from homestretch.cli.common import NO, NOT_UNDERSTOOD, Answer, lang_option
from homestretch.cli.replay import lines, open_file
from homestretch.i18n.speaker import Speaker
from homestretch.kit.message import Refusal, refuse
from homestretch.record.exchange import judge, read_records, to_json, to_text
from homestretch.record.verdict import Departure


def command(speak: Speaker) -> click.Command:
    """The command in one language."""

    def convert(file: str, to: str) -> None:
        if to not in ("json", "text"):
            raise Answer(refuse("convert.form", text=to), NOT_UNDERSTOOD)
        count = 0
        converted: list[str] = []
        with open_file(file) as stream:
            for count, read in enumerate(read_records(lines(stream)), 1):
                if isinstance(read, Refusal):
                    raise Answer(refuse("convert.unreadable", number=count, reason=read), NOT_UNDERSTOOD)
                result = read if isinstance(read, Departure) else judge(read)
                if isinstance(read, Departure) or isinstance(result, Departure):
                    raise Answer(refuse("convert.departs", number=count), NO)
                converted.append(to_json(read).decode() if to == "json" else to_text(read))
        if not count:
            raise Answer(refuse("replay.empty", name=file), NOT_UNDERSTOOD)
        for text in converted:
            click.echo(text)

    return click.Command(
        "convert",
        callback=convert,
        help=speak.say("help.convert-long"),
        short_help=speak.say("help.convert"),
        params=[
            click.Argument(["file"], metavar="FILE"),
            click.Option(["--to"], metavar="json|text", default="text", help=speak.say("help.to")),
            lang_option(speak),
        ],
    )
