"""Files of records: JSON Lines or text, read one match at a time, so that one bad record does not stop the next."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from homestretch.games import CARD_RACE, AnyRuleset, Game, find
from homestretch.kit.message import Refusal, Refused, refuse
from homestretch.race.ruleset import RaceRuleset

from . import fives_record, fives_text, race_record, race_text
from .fives_record import FORMAT, FivesRecord, read_fives
from .fives_record import to_plain as fives_to_plain
from .fives_replay import replay_fives
from .race_record import RaceRecord, read_race
from .race_record import to_plain as race_to_plain
from .race_replay import replay_race
from .shape import Shape, clip
from .verdict import Departure, Verdict, depart

MOST_BYTES: Final = 8 * 1024 * 1024
"""The longest line that is read; a whole match takes a few thousandths of that."""

_UNREADABLE: Final = ("ruleset.key", "ruleset.value", "ruleset.head")
"""What is wrong with a ruleset that cannot even be read; any other fault is one of the game."""

BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"

Record = FivesRecord | RaceRecord


def to_plain(record: Record) -> dict[str, Any]:
    """The record as JSON values."""
    return fives_to_plain(record) if isinstance(record, FivesRecord) else race_to_plain(record)


def to_json(record: Record) -> bytes:
    """The record as one line of JSON, without a line end; the same record always gives the same bytes."""
    return msgspec.json.encode(to_plain(record))


def to_text(record: Record) -> str:
    """The record in its text form."""
    write = fives_text.write if isinstance(record, FivesRecord) else race_text.write
    return "\n".join(write(to_plain(record))) + "\n"


def from_plain(value: Any) -> Record | Departure | Refusal:
    """Read a record from JSON values.

    A refusal says what is missing or wrong, and where; a departure that the game is not played so.
    """
    shape = Shape(value)
    try:
        if shape.key("format").whole() != FORMAT:
            return refuse("record.format", format=FORMAT)
        game = find(clip(shape.key("game").text()))
        if isinstance(game, Refusal):
            return game
    except Refused as refused:
        return refused.refusal
    try:
        return read_fives(game, shape) if game.family == "fives" else read_race(game, shape)
    except Refused as refused:
        refusal = refused.refusal
        rules_it_out = refusal.code.startswith(("seating.", "ruleset.")) and refusal.code not in _UNREADABLE
        return depart(game, refusal) if rules_it_out else refusal


def from_json(line: bytes) -> Record | Departure | Refusal:
    """Read a record from a line of JSON."""
    try:
        value = msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError, ValueError):
        whole = line.endswith(b"\n") or line.rstrip().endswith(b"}")
        return refuse("record.not-json" if whole else "record.cut-off")
    return from_plain(value)


def from_text(lines: list[fives_text.Line]) -> Record | Departure | Refusal:
    """Read one match from the lines of its text form."""
    race = lines[0][1][1:] == [CARD_RACE.key]
    try:
        plain = race_text.read(lines) if race else fives_text.read(lines)
    except Refused as refused:
        return refused.refusal
    return from_plain(plain)


def read_records(lines: Iterable[bytes]) -> Iterator[Record | Departure | Refusal]:
    """Every record of a file in either form, or why it cannot be read.

    Lines must keep their line ends: a last line without one that is no JSON was cut off. A line that begins with
    ``match`` begins a match in text; it ends before the next such line or the next line of JSON.
    """
    match: list[fives_text.Line] = []
    size = 0
    lost = False
    for number, raw in enumerate(lines, 1):
        line = raw.removeprefix(BYTE_ORDER_MARK)
        json = line.lstrip().startswith(b"{")
        words = [] if json or len(line) > MOST_BYTES else _words(line)
        starts = words[:1] == ["match"]
        if json or starts:
            lost = False
        if match and (json or starts):
            yield from_text(match)
            match = []
        size = len(line) + (size if match else 0)
        if size > MOST_BYTES:
            match, lost = [], not json
            yield refuse("record.too-long", most=MOST_BYTES // (1024 * 1024))
        elif starts or (words and match):
            match.append((number, words))
        elif json or (words and not lost):
            yield from_json(line)
    if match:
        yield from_text(match)


def _words(line: bytes) -> list[str]:
    """The words of a line of text, without its comment."""
    return line.decode(errors="replace").partition("#")[0].split()


def record_of(game: Game, ruleset: AnyRuleset, events: Iterable[Any]) -> Record:
    """The record of a match from its full log."""
    if isinstance(ruleset, RaceRuleset):
        return race_record.from_events(ruleset, events)
    return fives_record.from_events(game, ruleset, events)


def judge(record: Record) -> Verdict | Departure:
    """Decide the whole match again."""
    return replay_fives(record) if isinstance(record, FivesRecord) else replay_race(record)
