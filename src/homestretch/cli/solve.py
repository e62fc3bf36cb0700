"""``homestretch solve``: what a position of a recorded match is worth, and each of its moves, with every tile known."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from homestretch.cli.common import (
    NO,
    NOT_UNDERSTOOD,
    Answer,
    expect,
    json_option,
    lang_option,
    plain_option,
    print_json,
)
from homestretch.cli.replay import lines, open_file, sentence
from homestretch.cli.terminal.screen import show_table, tell
from homestretch.engine.solve import Bounds, Solution, solve
from homestretch.fives.state import State
from homestretch.i18n.speaker import Speaker
from homestretch.kit.message import Refusal, refuse
from homestretch.record.exchange import Record, read_records
from homestretch.record.position import position
from homestretch.record.verdict import Departure


def command(speak: Speaker) -> click.Command:
    """The command in one language."""

    def run(file: str, match: int, number: int, move: int, most: int | None, *, as_json: bool, plain: bool) -> None:
        state = _position(speak, file, match, number, move)
        with _progress(speak) as go_on:
            solution = expect(solve(state, most, go_on), NOT_UNDERSTOOD if most is not None and most < 1 else NO)
        if as_json:
            print_json(to_plain(solution))
        else:
            _print(speak, state, solution, plain=plain)

    return click.Command(
        "solve",
        callback=run,
        help=speak.say("help.solve-long"),
        short_help=speak.say("help.solve"),
        params=[
            click.Argument(["file"], metavar="RECORD"),
            click.Option(["--match"], type=int, default=1, show_default=True, help=speak.say("help.solve-match")),
            click.Option(
                ["--round", "number"], type=int, default=1, show_default=True, help=speak.say("help.solve-round")
            ),
            click.Option(["--move"], type=int, default=1, show_default=True, help=speak.say("help.solve-move")),
            click.Option(["--most"], type=int, metavar="POSITIONS", help=speak.say("help.solve-most")),
            plain_option(speak),
            json_option(speak),
            lang_option(speak),
        ],
    )


def find_record(file: str, match: int) -> Record | Departure:
    """The record of this number in a file, counted from 1, or the end of the command."""
    count = 0
    with open_file(file) as stream:
        for count, record in enumerate(read_records(lines(stream)), 1):
            if count == match:
                if isinstance(record, Refusal):
                    raise Answer(record, NOT_UNDERSTOOD)
                return record
    raise Answer(refuse("solve.match", match=match, name=file), NO if count else NOT_UNDERSTOOD)


def _position(speak: Speaker, file: str, match: int, number: int, move: int) -> State:
    """The position that is asked for, or the end of the command."""
    record = find_record(file, match)
    state = record if isinstance(record, Departure) else position(record, number, move)
    if isinstance(state, Departure):
        raise Answer(refuse("solve.departs", reason=sentence(speak, record, state)), NO)
    return expect(state, NO)


@contextmanager
def _progress(speak: Speaker) -> Iterator[Callable[[int], bool]]:
    """Tells how many positions have been searched, where somebody is looking."""
    if not sys.stderr.isatty():
        yield lambda positions: True
        return
    from rich.console import Console

    with Console(stderr=True).status(speak.say("solve.begins")) as status:

        def told(positions: int) -> bool:
            status.update(speak.say("solve.progress", n=positions))
            return True

        yield told


def to_plain(solution: Solution) -> dict[str, Any]:
    """A solution as JSON values; bounds are told only where a value is not known."""
    told: dict[str, Any] = {
        "value": solution.value,
        "moves": {str(move): bounds.value for move, bounds in solution.moves.items()},
    }
    if None in (solution.value, *told["moves"].values()):
        told["bounds"] = {
            "value": [solution.bounds.lower, solution.bounds.upper],
            "moves": {str(move): [bounds.lower, bounds.upper] for move, bounds in solution.moves.items()},
        }
    return told


def _print(speak: Speaker, state: State, solution: Solution, *, plain: bool) -> None:
    tell(speak.say("solve.turn", seat=state.turn, value=_told(speak, solution.bounds)))
    order = sorted(solution.moves.items(), key=lambda each: -(each[1].value if each[1].value is not None else -(10**6)))
    rows = [
        (str(move), speak.say("solve.best", value=value) if move in solution.best else value)
        for move, value in ((move, _told(speak, bounds)) for move, bounds in order)
    ]
    show_table([speak.say("solve.move"), speak.say("solve.value")], rows, plain=plain)
    tell(speak.say("solve.note", n=solution.positions))


def _told(speak: Speaker, bounds: Bounds) -> str:
    if bounds.value is not None:
        return f"{bounds.value:+d}" if bounds.value else "0"
    lower, upper = ("?" if bound is None else f"{bound:+d}" for bound in (bounds.lower, bounds.upper))
    return speak.say("solve.between", lower=lower, upper=upper)
