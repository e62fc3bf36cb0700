"""``homestretch replay``: every move of every record decided again."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import click

from homestretch.cli.common import NO, NOT_UNDERSTOOD, Answer, json_option, lang_option, print_json
from homestretch.cli.terminal.screen import tell
from homestretch.i18n.speaker import Speaker
from homestretch.kit.message import Refusal, refuse, say
from homestretch.record.exchange import MOST_BYTES, Record, judge, read_records
from homestretch.record.race_record import RaceRecord
from homestretch.record.verdict import Departure, Verdict


def command(speak: Speaker) -> click.Command:
    """The command in one language."""

    def replay(file: str, as_json: bool) -> None:
        worst = 0
        count = 0
        with open_file(file) as stream:
            for count, read in enumerate(read_records(lines(stream)), 1):
                result = read if isinstance(read, Refusal | Departure) else judge(read)
                code = 0 if isinstance(result, Verdict) else NO if isinstance(result, Departure) else NOT_UNDERSTOOD
                worst = max(worst, code)
                if as_json:
                    print_json({"record": count} | to_plain(speak, result))
                else:
                    tell(speak.say("replay.record", n=count, result=sentence(speak, read, result)), err=code > 0)
        if not count:
            raise Answer(refuse("replay.empty", name=file), NOT_UNDERSTOOD)
        click.get_current_context().exit(worst)

    return click.Command(
        "replay",
        callback=replay,
        help=speak.say("help.replay-long"),
        short_help=speak.say("help.replay"),
        params=[click.Argument(["file"], metavar="FILE"), json_option(speak), lang_option(speak)],
    )


def open_file(name: str) -> BinaryIO:
    """The file of this name, or standard input for ``-``."""
    if name == "-":
        return sys.stdin.buffer
    path = Path(name)
    if not name or not path.exists():
        raise Answer(refuse("file.absent", name=name), NOT_UNDERSTOOD)
    return path.open("rb")


def lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a file; of one that is far too long, only as much as tells so, however long it is."""
    while line := stream.readline(MOST_BYTES + 1):
        yield line
        while len(line) > MOST_BYTES and not line.endswith(b"\n"):
            line = stream.readline(MOST_BYTES + 1)


def to_plain(speak: Speaker, result: Verdict | Departure | Refusal) -> dict[str, Any]:
    """A judgement as JSON values."""
    match result:
        case Verdict():
            return {
                "ok": True,
                "rounds": result.rounds,
                "moves": result.moves,
                "winners": list(result.winners),
                "finished": bool(result.winners),
                "proved_deals": result.proofs,
            }
        case Departure():
            return {
                "ok": False,
                "understood": True,
                "round": result.round,
                "move": result.move,
                "code": result.refusal.code,
                "clause": result.clause,
                "message": speak(result.refusal),
            }
        case Refusal():
            return {"ok": False, "understood": False, "code": result.code, "message": speak(result)}


def sentence(speak: Speaker, read: Record | Departure | Refusal, result: Verdict | Departure | Refusal) -> str:
    """A judgement in words."""
    match result:
        case Verdict():
            race = isinstance(read, RaceRecord)
            return " ".join(
                (
                    speak.say("replay.holds" if result.winners else "replay.holds-unfinished"),
                    speak.say(
                        "replay.size",
                        rounds=say("count.races" if race else "count.rounds", n=result.rounds),
                        moves=say("count.moves", n=result.moves),
                    ),
                    _proofs(speak, result),
                )
            )
        case Departure():
            place = _place(speak, result, race=isinstance(read, RaceRecord))
            clause = "" if result.clause is None else f" [{result.clause}]"
            return f"{place}{clause}: {speak(result.refusal)}"
        case Refusal():
            return speak(result)


def _place(speak: Speaker, departure: Departure, *, race: bool) -> str:
    if departure.round is None:
        return speak.say("replay.match")
    if departure.move is None:
        return speak.say("replay.race" if race else "replay.round", round=departure.round)
    code = "replay.race-move" if race else "replay.move"
    return speak.say(code, round=departure.round, move=departure.move)


def _proofs(speak: Speaker, verdict: Verdict) -> str:
    if not verdict.proofs:
        return speak.say("replay.no-proofs")
    if verdict.proofs == verdict.rounds:
        return speak.say("replay.proofs")
    return speak.say("replay.some-proofs", proofs=verdict.proofs, rounds=verdict.rounds)
