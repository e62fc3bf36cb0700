"""``homestretch bench``: how fast the engine is here."""

from math import inf

import click
import msgspec

from homestretch.analysis.speed import SEATINGS, SOLVED, Solved, placements_per_second, solving
from homestretch.cli.common import NOT_UNDERSTOOD, Answer, json_option, lang_option, plain_option, print_json
from homestretch.cli.terminal.screen import show_table, tell
from homestretch.engine import CORE, Core
from homestretch.i18n.speaker import Speaker
from homestretch.kit.message import refuse


def command(speak: Speaker) -> click.Command:
    """The command in one language."""

    def bench(seconds: float, deals: int, *, as_json: bool, plain: bool) -> None:
        if deals < 1 or not 0 < seconds < inf:
            raise Answer(refuse("bench.none"), NOT_UNDERSTOOD)
        speeds = {name: placements_per_second(rules, seconds) for name, rules in SEATINGS.items()}
        solved = {name: solving(SEATINGS[name], deals, 20 * seconds) for name in SOLVED}
        if as_json:
            print_json(to_plain(speeds, solved))
        else:
            _print(speak, speeds, solved, plain=plain)

    return click.Command(
        "bench",
        callback=bench,
        help=speak.say("help.bench-long"),
        short_help=speak.say("help.bench"),
        params=[
            click.Option(
                ["--seconds"], type=float, default=1.0, show_default=True, help=speak.say("help.bench-seconds")
            ),
            click.Option(["--deals"], type=int, default=40, show_default=True, help=speak.say("help.bench-deals")),
            plain_option(speak),
            json_option(speak),
            lang_option(speak),
        ],
    )


def to_plain(speeds: dict[str, float], solved: dict[str, Solved]) -> dict[str, object]:
    """The figures as JSON values."""
    return {
        "compiled": CORE is Core.COMPILED,
        "placements_per_second": {name: round(speed) for name, speed in speeds.items()},
        "solver": {name: msgspec.to_builtins(each) for name, each in solved.items()},
    }


def _print(speak: Speaker, speeds: dict[str, float], solved: dict[str, Solved], *, plain: bool) -> None:
    tell(speak.say(f"bench.{CORE}"))
    heads = [speak.say(f"bench.{column}") for column in ("seating", "placements")]
    show_table(heads, [(name, speak.number(round(speed))) for name, speed in speeds.items()], plain=plain)
    heads = [speak.say(f"bench.{column}") for column in ("solved", "deals", "given-up", "median", "max", "positions")]
    rows = [
        (
            name,
            speak.number(each.deals),
            speak.number(each.given_up),
            speak.number(1000 * each.median_s, 1),
            speak.number(1000 * each.max_s, 1),
            speak.number(each.median_positions),
        )
        for name, each in solved.items()
    ]
    show_table(heads, rows, plain=plain)
