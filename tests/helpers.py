"""A small language for domino tables, so that a test reads like a page of a rulebook.

``table(horse_race(), "1-4 2-2", "0-0", layout="5-5")`` is a state, ``go(state, "0 1-4", "0 +")`` plays moves that must
be accepted, and ``refused(state, "1 pass")`` plays one that must not be.
"""

from collections.abc import Iterator
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from homestretch.fives.decide import decide, legal_moves, misfit
from homestretch.fives.events import Event, MatchWon, Played, Scored, Settled
from homestretch.fives.evolve import evolve
from homestretch.fives.layout import Layout
from homestretch.fives.moves import Move, Play, parse_move
from homestretch.fives.ruleset import Ruleset, Spinners
from homestretch.fives.state import Phase, State, new
from homestretch.games import horse_race, seven_rocks
from homestretch.kit.chance import Committed, commit
from homestretch.kit.message import Message, Refusal
from homestretch.kit.seat import Seat
from homestretch.kit.tile import Tile, parse_tile

E = TypeVar("E")

HORSE_RACES: list[Ruleset] = [horse_race(2), horse_race(3), horse_race(4), horse_race(4, pairs=True)]
SEVEN_ROCKS: Ruleset = seven_rocks()
GAMES: list[Ruleset] = [*HORSE_RACES, SEVEN_ROCKS]


def named(rules: object) -> str | None:
    """What a parametrised test calls a ruleset."""
    if not isinstance(rules, Ruleset):
        return None
    seats = "pairs" if rules.pairs else str(rules.players)
    return f"{rules.spinners}-{seats}"


def t(text: str) -> Tile:
    """The tile that is written so."""
    found = parse_tile(text)
    assert found is not None, text
    return found


def ts(text: str) -> tuple[Tile, ...]:
    """The tiles that are written so, between spaces."""
    return tuple(t(word) for word in text.split())


def m(text: str) -> Move:
    """The move that is written so."""
    move = parse_move(text)
    assert not isinstance(move, Message), text
    return move


def lay(text: str, spinners: Spinners = Spinners.ALL) -> Layout:
    """The layout that these placements make, each of which must fit."""
    layout = Layout(spinners)
    for word in text.split():
        move = m(word)
        assert isinstance(move, Play), word
        assert misfit(layout, move) is None, word
        layout = layout.join(move.tile, move.host)
    return layout


def table(
    rules: Ruleset,
    *hands: str,
    boneyard: str = "",
    layout: str = "",
    turn: Seat = 0,
    scores: tuple[int, ...] = (),
    goes_on: bool = False,
) -> State:
    """A round that is being played, with these hands from seat 0 on; the boneyard is drawn from its end."""
    assert len(hands) == rules.players
    state = replace(
        new(rules),
        scores=scores or (0,) * rules.sides,
        phase=Phase.MOVE,
        round=1,
        hands=tuple(ts(hand) for hand in hands),
        boneyard=ts(boneyard),
        layout=lay(layout, rules.spinners),
        turn=turn,
        goes_on=goes_on,
    )
    tiles = [tile for pile in (*state.hands, state.boneyard, state.layout.tiles) for tile in pile]
    assert len(set(tiles)) == len(tiles), "a tile is there twice"
    assert len(state.scores) == rules.sides
    return state


class Course(NamedTuple):
    """How a few moves went: the state they led to and all their events."""

    state: State
    events: tuple[Event, ...]

    def all(self, kind: type[E]) -> list[E]:
        """The events of one kind."""
        return [event for event in self.events if isinstance(event, kind)]

    def only(self, kind: type[E]) -> E:
        """The one event of a kind."""
        (event,) = self.all(kind)
        return event

    @property
    def kinds(self) -> list[str]:
        """The names of the events."""
        return [type(event).__name__ for event in self.events]

    @property
    def raw(self) -> list[int]:
        """The raw points of each placement, zeros too."""
        raw: list[int] = []
        for event in self.events:
            if isinstance(event, Played):
                raw.append(0)
            elif isinstance(event, Scored):
                raw[-1] = event.raw
        return raw

    @property
    def settled(self) -> Settled:
        """The settlement."""
        return self.only(Settled)

    @property
    def points(self) -> dict[int, int]:
        """What the settlement changed for each side that it changed."""
        return {change.side: change.points for change in self.settled.changes}

    @property
    def won(self) -> tuple[int, ...]:
        """The sides that won the match; none where it goes on."""
        won = self.all(MatchWon)
        assert len(won) <= 1
        return won[0].sides if won else ()


def spoken(text: str) -> tuple[Seat, Move]:
    """A seat and its move: ``0 1-4@1-1``."""
    seat, word = text.split(maxsplit=1)
    return int(seat), m(word)


def go(state: State, *texts: str) -> Course:
    """Play these moves, each of which must be accepted and be among the legal ones."""
    events: list[Event] = []
    for text in texts:
        seat, move = spoken(text)
        decision = decide(state, seat, move)
        assert not isinstance(decision, Refusal), f"{text}: {decision}"
        assert move in legal_moves(state, seat), text
        for event in decision:
            state = evolve(state, event)
        events += decision
    return Course(state, tuple(events))


def refused(state: State, text: str) -> Refusal:
    """Why this move is refused, which it must be."""
    seat, move = spoken(text)
    decision = decide(state, seat, move)
    assert isinstance(decision, Refusal), f"{text}: {decision}"
    return decision


def legal(state: State, seat: Seat) -> set[str]:
    """The legal moves of a seat, as they are written."""
    moves = legal_moves(state, seat)
    assert len(set(moves)) == len(moves), "a legal move is listed twice"
    return {str(move) for move in moves}


def places(layout: Layout) -> set[str]:
    """The places of a layout: ``4-4 branch-a 4``."""
    return {f"{place.tile} {place.port} {place.pips}" for place in layout.places}


def ends(layout: Layout) -> list[str]:
    """The ends of a layout: ``4-4 8``."""
    return sorted(f"{end.tile} {end.count}" for end in layout.ends)


def fold(state: State, events: Iterator[Event] | tuple[Event, ...] | list[Event]) -> State:
    """The state after all these events."""
    for event in events:
        state = evolve(state, event)
    return state


def pledge(seed: bytes) -> Committed:
    """The event that promises this seed, which must be one."""
    event = commit(seed)
    assert not isinstance(event, Refusal), event
    return event
