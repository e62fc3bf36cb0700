"""What the tests of records share: matches played by bots, and records written by hand, also wrong ones."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import cycle, islice
from typing import Any

import msgspec
from msgspec.structs import replace

from helpers import m, ts
from homestretch.analysis.simulate import master_seed, simulate
from homestretch.bots.levels import BOTS
from homestretch.fives.decide import decide
from homestretch.fives.events import Dealt, Scored, Settled
from homestretch.fives.evolve import evolve
from homestretch.fives.ruleset import Ruleset
from homestretch.fives.state import Phase, new
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
from homestretch.kit.message import Refusal
from homestretch.race.ruleset import RaceRuleset
from homestretch.record.exchange import Record, from_plain, judge, to_plain
from homestretch.record.fives_record import settlement_of
from homestretch.record.verdict import Departure, Verdict

Plain = dict[str, Any]

SEATINGS: dict[str, tuple[Game, Ruleset]] = {
    "horse-race-2": (HORSE_RACE, horse_race(2)),
    "horse-race-3": (HORSE_RACE, horse_race(3)),
    "horse-race-4": (HORSE_RACE, horse_race(4)),
    "horse-race-pairs": (HORSE_RACE, horse_race(4, pairs=True)),
    "seven-rocks": (SEVEN_ROCKS, seven_rocks()),
}
MEETINGS: dict[str, RaceRuleset] = {
    "taught-3": RaceRuleset(3),
    "taught-6": RaceRuleset(6),
    "any-stake-4": RaceRuleset(4, most_stake=None),
    "poor-5": RaceRuleset(5, tokens=5, most_stake=3),
    "steep-3": RaceRuleset(3, tokens=2, prices=(1, 1, 1, 1, 2), most_stake=None),
}


def short(rules: Ruleset) -> Ruleset:
    """The published game, but for a target that is reached in a few rounds."""
    return replace(rules, target=15 if rules.unit == 5 else 60)


def play(
    game: Game, rules: AnyRuleset, matches: int, seed: str = "records", bots: Sequence[str] = ("greedy", "random")
) -> Iterator[Record]:
    """So many matches between bots."""
    seated = [BOTS[name] for name in islice(cycle(bots), rules.players)]
    return simulate(game, rules, seated, master_seed(seed), matches)


@cache
def _some(key: str, matches: int, seed: str) -> tuple[Record, ...]:
    if key in MEETINGS:
        return tuple(play(CARD_RACE, MEETINGS[key], matches, seed))
    game, rules = SEATINGS[key]
    return tuple(play(game, short(rules), matches, seed))


def some(key: str, matches: int = 1, seed: str = "records", *, proof: bool = True) -> list[Plain]:
    """Short matches of a seating, or meetings, as JSON values; with the proofs of their deals, or without."""
    plains = [json_like(to_plain(record)) for record in _some(key, matches, seed)]
    return plains if proof else [stripped(plain) for plain in plains]


def longest(key: str) -> Plain:
    """The longest of a few short matches, without proofs."""
    return max(some(key, 5, proof=False), key=lambda plain: len(plain["rounds"]))


def json_like(value: Any) -> Any:
    """The value as it would be read from JSON, and a copy in every part."""
    if isinstance(value, dict):
        return {key: json_like(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [json_like(item) for item in value]
    return value


def again(plain: Plain) -> Plain:
    """A copy in every part, made quickly."""
    copy: Plain = msgspec.json.decode(msgspec.json.encode(plain))
    return copy


def stripped(plain: Plain) -> Plain:
    """The record without the proofs of its deals."""
    plain = again(plain)
    for each in plain["rounds"]:
        each.pop("deal", None)
    return plain


def verdict(plain: Plain) -> Verdict | Departure | Refusal:
    """What is said of a record."""
    record = from_plain(plain)
    return record if isinstance(record, Refusal | Departure) else judge(record)


def holds(plain: Plain) -> Verdict:
    """The verdict on a record that must hold."""
    found = verdict(plain)
    assert isinstance(found, Verdict), found
    return found


def departs(plain: Plain) -> tuple[int | None, int | None, str, str | None]:
    """Where and why a record departs from the rules, which it must: round, move, code and clause."""
    found = verdict(plain)
    assert isinstance(found, Departure), found
    return found.round, found.move, found.refusal.code, found.clause


def refused(plain: Any) -> Refusal:
    """Why a record cannot be read, which it must not be."""
    found = from_plain(plain)
    assert isinstance(found, Refusal), found
    return found


def hand_written(game: Game, rules: Ruleset, *rounds: Plain, winners: Sequence[int] | None = None) -> Plain:
    """A record of these rounds with awards, settlements, scores and winners as they should be.

    A round is given as ``deal(...)``. Moves that break the rules are written down as they are, and what follows them is
    counted as far as it can be.
    """
    state = new(rules)
    written: list[Plain] = []
    for each in rounds:
        hands = tuple(ts(" ".join(hand)) for hand in each["hands"])
        state = evolve(state, Dealt(each["starter"], each["start_by"], hands, ts(" ".join(each["boneyard"]))))
        awards: list[int] = []
        settlement: list[int] | None = None
        for seat, text in each["moves"]:
            done = decide(state, seat, m(text))
            if isinstance(done, Refusal):
                continue
            if text[0] not in "+ps":
                awards.append(0)
            for event in done:
                state = evolve(state, event)
                if isinstance(event, Scored):
                    awards[-1] = event.raw
                if isinstance(event, Settled):
                    settlement = list(settlement_of(event, rules.sides))
        written.append(each | {"awards": awards, "settlement": settlement, "scores": list(state.scores)})
    won = state.winners if winners is None and state.phase is Phase.OVER else winners or ()
    head = {"format": 1, "game": game.key, "players": rules.players, "pairs": rules.pairs, "target": rules.target}
    changes = json_like(ruleset_to_plain(rules))
    return head | {"ruleset": changes, "rounds": written, "winners": list(won)}


def deal(rules: Ruleset, *hands: str, moves: str, starter: int = 0, start_by: str = "lot", boneyard: str = "") -> Plain:
    """A round with these hands and moves (``0 5-5, 1 5-2@5-5``); ``boneyard`` tells its last tiles, drawn first."""
    held = [[str(tile) for tile in ts(hand)] for hand in hands]
    known = [str(tile) for tile in ts(boneyard)]
    used = {tile for pile in (*held, known) for tile in pile}
    rest = [str(tile) for tile in rules.tiles if str(tile) not in used]
    spoken = [move.strip().split(maxsplit=1) for move in moves.split(",") if move.strip()]
    return {
        "starter": starter,
        "start_by": start_by,
        "hands": held,
        "boneyard": rest + known,
        "moves": [[int(seat), text] for seat, text in spoken],
    }
