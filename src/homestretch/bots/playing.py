"""Bots that play by themselves: a whole match, event by event."""

from collections.abc import Iterator, Sequence
from typing import Any

from homestretch.kit.chance import Stream, derive
from homestretch.kit.message import Refusal
from homestretch.kit.rules import Rules
from homestretch.record.redact import view

from .simple import Bot


def match_events(
    rules: Rules[Any, Any, Any], bots: Sequence[Bot], streams: Sequence[Stream], seed: bytes
) -> Iterator[tuple[Any, Any]]:
    """Every event of a match, complete, with the state before it; one bot and one stream for each seat.

    Each bot is shown the view of its own seat. Rounds take their chance from ``seed``.
    """
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
            yield state, event
            state = rules.evolve(state, event)
