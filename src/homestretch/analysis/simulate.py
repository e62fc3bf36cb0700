"""Matches between bots: everything comes from one master seed, so the same call gives the same matches anywhere."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

from homestretch.bots.simple import Bot
from homestretch.games import AnyRuleset, Game, rules_for
from homestretch.kit.chance import Stream, derive
from homestretch.kit.message import Refusal
from homestretch.kit.rules import Rules
from homestretch.record.exchange import Record, record_of
from homestretch.record.redact import view


def master_seed(text: str) -> bytes:
    """The master seed for whatever was given as ``--seed``.

    >>> master_seed("7").hex()[:8]
    '202c8c06'
    """
    return hashlib.sha256(b"homestretch master 1\x00" + text.encode()).digest()


def simulate(game: Game, ruleset: AnyRuleset, bots: Sequence[Bot], master: bytes, matches: int) -> Iterator[Record]:
    """Play so many matches; ``bots`` holds one for each seat."""
    for number in range(matches):
        yield play_match(game, ruleset, bots, derive(master, "match", number))


def play_match(game: Game, ruleset: AnyRuleset, bots: Sequence[Bot], seed: bytes) -> Record:
    """Play one match to its end and return its record."""
    rules = rules_for(ruleset)
    events = tuple(_events(rules, bots, seed))
    return record_of(game, ruleset, events)


def _events(rules: Rules[Any, Any, Any], bots: Sequence[Bot], seed: bytes) -> Iterator[Any]:
    """Every event of a match, complete. Each bot is shown its own view and has a stream of its own."""
    streams = tuple(Stream(derive(seed, "bot", seat), b"choice") for seat in range(rules.players))
    state = rules.new()
    rounds = 0
    while not rules.winners(state):
        if rules.awaits_round(state):
            events = rules.open_round(state, derive(seed, "round", rounds))
            rounds += 1
        elif rules.awaits_deal(state):
            events = rules.deal(state)
        else:
            seat = rules.actors(state)[0]
            events = rules.decide(state, seat, bots[seat](view(rules, state, seat), seat, streams[seat]))
        if isinstance(events, Refusal):
            raise RuntimeError(f"a bot or the house was refused: {events.code}")
        for event in events:
            state = rules.evolve(state, event)
            yield event
