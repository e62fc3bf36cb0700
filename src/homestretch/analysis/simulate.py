"""Matches between bots: everything comes from one master seed, so the same call gives the same matches anywhere."""

import hashlib
from collections.abc import Generator, Iterator, Sequence
from functools import partial

from msgspec import Struct

from homestretch.bots.levels import find_bot
from homestretch.bots.playing import match_events
from homestretch.bots.simple import Bot
from homestretch.fives.ruleset import Ruleset
from homestretch.games import GAMES, AnyRuleset, Game, rules_for
from homestretch.kit.chance import Stream, derive
from homestretch.kit.message import Refusal
from homestretch.kit.seat import seats_of
from homestretch.record.exchange import Record, record_of, to_json

from .farm import farm
from .summary import Summary


def master_seed(text: str) -> bytes:
    """The master seed for whatever was given as ``--seed``.

    >>> master_seed("7").hex()[:8]
    '202c8c06'
    """
    return hashlib.sha256(b"homestretch master 1\x00" + text.encode()).digest()


def match_seed(master: bytes, number: int) -> bytes:
    """The seed from which the match of this number, counted from 0, takes all its chance."""
    return derive(master, "match", number)


def simulate(game: Game, ruleset: AnyRuleset, bots: Sequence[Bot], master: bytes, matches: int) -> Iterator[Record]:
    """Play so many matches in this process; ``bots`` holds one for each seat."""
    for number in range(matches):
        yield play_match(game, ruleset, bots, match_seed(master, number))


class Series(Struct, frozen=True):
    """Matches of one game, told by names, so that any process can play them: a bot's name for each seat."""

    game: str
    ruleset: AnyRuleset
    bots: tuple[str, ...]
    master: bytes


class Played(Struct, frozen=True):
    """What a process hands back of a match: its record as a line of JSON without a line end, and what is counted."""

    line: bytes
    summary: Summary


def simulate_named(series: Series, matches: int, processes: int) -> Generator[Played, None, None]:
    """Play so many matches in up to so many processes. They come in their order and are those of :func:`simulate`.

    Raises:
        ValueError: The series names a bot that is not there.
        Refused: A process was ended from outside.
    """
    return farm(partial(_play_numbered, series), range(matches), processes)


def _play_numbered(series: Series, number: int) -> Played:
    """Each match has its bots anew: nothing that a bot remembers may depend on who played what before."""
    bots = [bot_named(name) for name in series.bots]
    record = play_match(GAMES[series.game], series.ruleset, bots, match_seed(series.master, number))
    summary = empty_summary(series)
    summary.add(record)
    return Played(to_json(record), summary)


def empty_summary(series: Series) -> Summary:
    """The summary of a series before its first match."""
    players = series.ruleset.players
    pairs = isinstance(series.ruleset, Ruleset) and series.ruleset.pairs
    sides = (seats_of(side, players, pairs=pairs) for side in range(2 if pairs else players))
    return Summary([[series.bots[seat] for seat in side] for side in sides])


def bot_named(name: str) -> Bot:
    """The bot of a name that was checked at the door.

    Raises:
        ValueError: It was not, and there is no such bot.
    """
    bot = find_bot(name)
    if isinstance(bot, Refusal):
        raise ValueError(f"there is no bot {name!r}")
    return bot


def play_match(game: Game, ruleset: AnyRuleset, bots: Sequence[Bot], seed: bytes) -> Record:
    """Play one match to its end and return its record. Each bot has a stream of its own."""
    streams = [Stream(derive(seed, "bot", seat), b"choice") for seat in range(ruleset.players)]
    events = tuple(event for _, event in match_events(rules_for(ruleset), bots, streams, seed))
    return record_of(game, ruleset, events)
