"""The record of a domino match (exchange format 1) as a value, from JSON values and back, and from a log.

``docs/record-format.md`` describes every key.
"""

from collections.abc import Iterable
from typing import Any, Final, cast

from msgspec import Struct

from homestretch.fives.events import Dealt, Drew, Event, Passed, Played, Scored, Settled, StartBy, Stopped
from homestretch.fives.evolve import evolve
from homestretch.fives.moves import PASS, STOP, Draw, Move, Play, parse_move
from homestretch.fives.ruleset import Ruleset
from homestretch.fives.state import State, new
from homestretch.games import Game, Seating, fives_from_plain, published_fives, ruleset_to_plain
from homestretch.kit.chance import Revealed
from homestretch.kit.hidden import known
from homestretch.kit.message import Refusal, Refused, refuse
from homestretch.kit.seat import Seat, Side
from homestretch.kit.tile import Tile, parse_tile

from .proof import Proof, proof_of, read_proof
from .shape import Shape, clip

FORMAT: Final = 1


class RoundRecord(Struct, frozen=True):
    """One round: the deal, every move, the raw points of each placement, the settlement and the scores after it."""

    starter: Seat
    start_by: StartBy
    hands: tuple[tuple[Tile, ...], ...]
    boneyard: tuple[Tile, ...]
    moves: tuple[tuple[Seat, Move], ...]
    awards: tuple[int, ...]
    settlement: tuple[int, ...] | None
    scores: tuple[int, ...]
    proof: Proof | None = None


class FivesRecord(Struct, frozen=True):
    """One domino match: its game, the rules that it is judged by, its rounds and its winners (none: unfinished)."""

    game: Game
    rules: Ruleset
    rounds: tuple[RoundRecord, ...]
    winners: tuple[Side, ...]


def to_plain(record: FivesRecord) -> dict[str, Any]:
    """The record as JSON values, keys in the order of the format."""
    rules = record.rules
    head: dict[str, Any] = {
        "format": FORMAT,
        "game": record.game.key,
        "players": rules.players,
        "pairs": rules.pairs,
        "target": rules.target,
    }
    if rules != published_fives(record.game, Seating(rules.players, rules.pairs)):
        head["ruleset"] = ruleset_to_plain(rules)
    return head | {"rounds": [_round_to_plain(each) for each in record.rounds], "winners": list(record.winners)}


def _round_to_plain(each: RoundRecord) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "starter": each.starter,
        "start_by": each.start_by,
        "hands": [[str(tile) for tile in hand] for hand in each.hands],
        "boneyard": [str(tile) for tile in each.boneyard],
        "moves": [[seat, str(move)] for seat, move in each.moves],
        "awards": list(each.awards),
        "settlement": None if each.settlement is None else list(each.settlement),
        "scores": list(each.scores),
    }
    return plain if each.proof is None else plain | {"deal": each.proof.to_plain()}


def read_fives(game: Game, shape: Shape) -> FivesRecord:
    """Read a domino record from JSON values.

    Raises:
        Refused: A key is missing, a value is of the wrong type or cannot be read, or the ruleset makes no game.
    """
    rules = read_ruleset(game, shape)
    rounds = tuple(_read_round(item) for item in shape.key("rounds").items())
    return FivesRecord(game, rules, rounds, shape.key("winners").wholes())


def read_ruleset(game: Game, shape: Shape) -> Ruleset:
    """The rules that a record is judged by: the published ones, its target, and what its ruleset changes.

    Raises:
        Refused: The game has no such seating, or the rules make no game.
    """
    seating = Seating(shape.key("players").whole(), shape.key("pairs").flag())
    base = published_fives(game, seating)
    if isinstance(base, Refusal):
        raise Refused(base)
    head = {"players": seating.players, "pairs": seating.pairs, "target": shape.key("target").whole()}
    rules = fives_from_plain(with_ruleset(shape, ruleset_to_plain(base), head))
    if isinstance(rules, Refusal):
        raise Refused(rules)
    return rules


def with_ruleset(shape: Shape, published: dict[str, Any], head: dict[str, Any]) -> dict[str, Any]:
    """The published ruleset with the record's changes; both must agree with the head of the record.

    Raises:
        Refused: They do not.
    """
    given = shape.maybe("ruleset")
    changes = {} if given is None else given.fields()
    if any(changes.get(key, value) != value for key, value in head.items()):
        raise Refused(refuse("ruleset.head"))
    return published | changes | head


def _read_round(shape: Shape) -> RoundRecord:
    start_by = shape.key("start_by").text()
    if start_by not in ("lot", "out"):
        raise Refused(refuse("record.start-by", where=shape.where, text=clip(start_by)))
    settlement, deal = shape.key("settlement"), shape.maybe("deal")
    return RoundRecord(
        starter=shape.key("starter").whole(),
        start_by=cast("StartBy", start_by),
        hands=tuple(_read_tiles(hand) for hand in shape.key("hands").items()),
        boneyard=_read_tiles(shape.key("boneyard")),
        moves=tuple(_read_move(item) for item in shape.key("moves").items()),
        awards=shape.key("awards").wholes(),
        settlement=None if settlement.value is None else settlement.wholes(),
        scores=shape.key("scores").wholes(),
        proof=None if deal is None else read_proof(deal),
    )


def _read_tiles(shape: Shape) -> tuple[Tile, ...]:
    return tuple(_read_tile(item) for item in shape.items())


def _read_tile(shape: Shape) -> Tile:
    tile = parse_tile(shape.text())
    if tile is None:
        raise Refused(refuse("record.tile", where=shape.where, text=clip(shape.text())))
    return tile


def _read_move(shape: Shape) -> tuple[Seat, Move]:
    seat, text = shape.pair()
    move = parse_move(text.text())
    if isinstance(move, Refusal):
        raise Refused(refuse("record.move", where=text.where, text=clip(text.text())))
    return seat.whole(), move


class _Open(Struct):
    """A round while its events are being written down."""

    dealt: Dealt
    moves: list[tuple[Seat, Move]]
    awards: list[int]
    settlement: tuple[int, ...] | None = None


def from_events(game: Game, rules: Ruleset, events: Iterable[Event]) -> FivesRecord:
    """The record of a match from its full log.

    A round whose seed has not been shown is left out: nobody gets a record of a round that is still being played.
    """
    state = new(rules)
    rounds: list[RoundRecord] = []
    current: _Open | None = None
    for event in events:
        state = evolve(state, event)
        match event:
            case Dealt():
                current = _Open(event, [], [])
            case Revealed() if current is not None:
                rounds.append(_closed(current, state))
                current = None
            case _ if current is not None:
                _note(current, event, rules)
    return FivesRecord(game, rules, tuple(rounds), state.winners)


def _note(current: _Open, event: Event, rules: Ruleset) -> None:
    match event:
        case Played():
            current.moves.append((event.seat, Play(event.tile, event.host)))
            current.awards.append(0)
        case Scored():
            current.awards[-1] = event.raw
        case Drew() if isinstance(event.tile, Tile):
            current.moves.append((event.seat, Draw(event.tile)))
        case Passed():
            current.moves.append((event.seat, PASS))
        case Stopped():
            current.moves.append((event.seat, STOP))
        case Settled():
            current.settlement = settlement_of(event, rules.sides)


def settlement_of(event: Settled, sides: int) -> tuple[int, ...]:
    """The change of every side's score, zeros too."""
    changes = {change.side: change.points for change in event.changes}
    return tuple(changes.get(side, 0) for side in range(sides))


def _closed(current: _Open, state: State) -> RoundRecord:
    dealt = current.dealt
    return RoundRecord(
        dealt.starter,
        dealt.start_by,
        tuple(known(hand) for hand in dealt.hands),
        known(dealt.boneyard),
        tuple(current.moves),
        tuple(current.awards),
        current.settlement,
        state.scores,
        proof_of(state.shuffle),
    )
