"""What the tests of tables share: tables that are set up, and matches in which all sorts of things happen."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from homestretch.bots.simple import random_bot
from homestretch.games import (
    CARD_RACE,
    HORSE_RACE,
    SEVEN_ROCKS,
    AnyRuleset,
    Game,
    horse_race,
    ruleset_to_plain,
    seven_rocks,
)
from homestretch.kit.chance import Stream, derive
from homestretch.kit.message import Refusal
from homestretch.race.ruleset import RaceRuleset
from homestretch.record.redact import view
from homestretch.table.commands import (
    Act,
    Answer,
    AskTakeback,
    BreakOff,
    Command,
    Contribute,
    Deal,
    Promise,
    Sit,
    Stand,
    Start,
    Swap,
)
from homestretch.table.events import Event, Occupant, Opened
from homestretch.table.handle import handle
from homestretch.table.table import Table, evolve, open_table

TABLES: dict[str, tuple[Game, AnyRuleset]] = {
    "horse-race-2": (HORSE_RACE, replace(horse_race(2), target=20)),
    "horse-race-3": (HORSE_RACE, replace(horse_race(3), target=20)),
    "horse-race-4": (HORSE_RACE, replace(horse_race(4), target=20)),
    "horse-race-pairs": (HORSE_RACE, replace(horse_race(4, pairs=True), target=20)),
    "seven-rocks": (SEVEN_ROCKS, replace(seven_rocks(), target=50)),
    "card-race-3": (CARD_RACE, RaceRuleset(3, most_stake=None)),
    "card-race-10": (CARD_RACE, RaceRuleset(10)),
}


def opened(key: str) -> Table:
    """An empty table."""
    game, rules = TABLES[key]
    return open_table(Opened(game.key, ruleset_to_plain(rules)))


def after(table: Table, events: Sequence[Event]) -> Table:
    """The table after these events."""
    for event in events:
        table = evolve(table, event)
    return table


def do(table: Table, *commands: Command) -> Table:
    """The table after these commands, each of which must be accepted."""
    for command in commands:
        answer = handle(table, command)
        assert not isinstance(answer, Refusal), (command, answer)
        table = after(table, answer)
    return table


def refused(table: Table, command: Command) -> str:
    """The code with which a command is refused, which it must be."""
    answer = handle(table, command)
    assert isinstance(answer, Refusal), (command, answer)
    return answer.code


def person(name: str) -> Occupant:
    return Occupant(name)


def bot(name: str) -> Occupant:
    return Occupant(name, "bot", "random")


def seated(key: str, *, bots: Sequence[int] = ()) -> Table:
    """A table at which the match has begun; everyone is a person but those at ``bots``."""
    table = opened(key)
    for seat in range(len(table.seats)):
        table = do(table, Sit(seat, bot(f"bot {seat}") if seat in bots else person(f"person {seat}")))
    return do(table, Start())


def dealt(key: str, *, bots: Sequence[int] = (), seed: bytes = b"deal") -> Table:
    """A table at which the first round has been dealt."""
    return do(seated(key, bots=bots), Promise(derive(seed, "round", 0)), Deal())


def next_move(table: Table, stream: Stream) -> Act:
    """A random move of a random one of those who may move."""
    seat = stream.choice(table.rules.actors(table.state))
    return Act(seat, random_bot(view(table.rules, table.state, seat), seat, stream))


def next_command(table: Table, stream: Stream) -> Command:
    """Something that may happen next: mostly moves, and now and then whatever else people do at a table."""
    rules, state = table.rules, table.state
    seats = range(len(table.seats))
    if None in table.seats:
        seat = table.seats.index(None)
        return Sit(seat, (person if stream.below(3) else bot)(f"guest {len(table.log)}"))
    if table.takeback is not None and stream.below(4):
        asked = [seat for seat in table.persons if seat != table.takeback.seat]
        return Answer(stream.choice(asked), stream.below(5) > 0)
    if not stream.below(80):
        return Stand(stream.choice(list(seats)))
    askers = [step.seat for step in table.steps if table.chosen(step.seat)]
    if askers and table.takeback is None and not stream.below(5):
        return AskTakeback(stream.choice(askers))
    if rules.awaits_round(state):
        return Promise(derive(b"round", len(table.log)))
    if rules.awaits_deal(state):
        silent = [seat for seat, part in enumerate(state.shuffle.contributions) if not part]
        if silent and stream.below(2):
            return Contribute(stream.choice(silent), derive(b"part", len(table.log))[: 1 + stream.below(32)])
        return Deal()
    return next_move(table, stream)


def walk(key: str, seed: str, most: int = 400) -> tuple[Table, list[tuple[Event, ...]]]:
    """A lively match, given up after so many commands; the table and the events of each decision."""
    stream = Stream(seed.encode(), b"walk")
    table = opened(key)
    decisions: list[tuple[Event, ...]] = [table.log]

    def step(command: Command) -> None:
        nonlocal table
        answer = handle(table, command)
        assert not isinstance(answer, Refusal), (command, answer)
        table = after(table, answer)
        decisions.append(answer)

    for seat in range(len(table.seats)):
        step(Sit(seat, (bot if stream.below(3) == 0 else person)(f"guest {seat}")))
    step(Swap(0, 1))
    step(Start())
    for _ in range(most):
        if table.over:
            break
        step(next_command(table, stream))
    if not table.over:
        step(BreakOff())
    return table, decisions


def moves_of(table: Table, seat: int) -> tuple[Any, ...]:
    """What a seat may do now."""
    return table.rules.legal_moves(table.state, seat)
