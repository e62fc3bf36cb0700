"""Every rule of a move: what it brings about, or why it is refused."""

from typing import assert_never

from homestretch.kit.chance import Revealed, reveal
from homestretch.kit.hidden import Hidden, known
from homestretch.kit.message import Refusal, refuse
from homestretch.kit.seat import Seat
from homestretch.kit.tile import Tile

from .events import Drew, Event, MatchWon, Passed, Played, Scored, Settled, Stopped
from .evolve import evolve
from .layout import Layout, award
from .moves import DRAW, PASS, STOP, Draw, Move, Pass, Play, Stop
from .ruleset import Drawing, DrawnTile, GoingOn, Keeps, Ruleset
from .settle import settle
from .state import Phase, State

Decision = tuple[Event, ...] | Refusal


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """Every move that this seat may make now; none out of turn. Needs the seat's own hand to be known."""
    if state.phase is not Phase.MOVE or state.turn != seat:
        return ()
    if isinstance(state.drawn, Tile):
        return placements(state.layout, state.drawn)
    plays = tuple(play for tile in sorted(known(state.hands[seat])) for play in placements(state.layout, tile))
    if plays:
        return (*plays, STOP) if may_stop(state) else plays
    if not state.boneyard:
        return (PASS,)
    return (DRAW, STOP) if may_stop(state) else (DRAW,)


def placements(layout: Layout, tile: Tile) -> tuple[Play, ...]:
    """Every way to place this tile, equal places merged: one for each tile that it can be joined to."""
    return tuple(Play(tile, host) for host in layout.hosts(tile)) if layout.tiles else (Play(tile),)


def may_stop(state: State) -> bool:
    """Whether the turn has been kept and a house rule makes going on a choice."""
    return state.goes_on and state.rules.going_on is GoingOn.CHOICE


def can_place(state: State, seat: Seat) -> bool:
    """Whether a tile of this seat's hand fits."""
    return any(state.layout.fits(tile) for tile in known(state.hands[seat]))


def decide(state: State, seat: Seat, move: Move) -> Decision:
    """What this seat's move brings about, or why it is refused.

    The state must be complete: who is blocked, what a settlement counts and which tile comes next are decided here.

    Raises:
        ValueError: Something that the decision needs is hidden.
    """
    if state.phase is Phase.OVER:
        return refuse("match.over")
    if state.phase is not Phase.MOVE or state.turn is None:
        return refuse("round.none")
    if seat != state.turn:
        return refuse("turn.other", turn=state.turn)
    decision = _decide(state, seat, move)
    if state.shuffle is None or isinstance(decision, Refusal) or not ends_round(decision):
        return decision
    return (*decision, reveal(state.shuffle))


def ends_round(events: tuple[Event, ...]) -> bool:
    """Whether the round is over after these events of one move."""
    return isinstance(events[-1], Settled | MatchWon | Revealed)


def _decide(state: State, seat: Seat, move: Move) -> Decision:
    match move:
        case Play():
            return _play(state, seat, move)
        case Draw():
            return _draw(state, seat, move)
        case Pass():
            return _pass(state, seat)
        case Stop():
            return _stop(state, seat)
    assert_never(move)


def _play(state: State, seat: Seat, move: Play) -> Decision:
    refusal = _misplaced(state, seat, move)
    if refusal is not None:
        return refusal
    rules = state.rules
    raw = award(state.layout.join(move.tile, move.host).total)
    from_hand = state.drawn is None or rules.drawn_tile is DrawnTile.LIKE_HAND
    keeps = (move.tile.is_double and Keeps.DOUBLE in rules.keeps) or (raw > 0 and Keeps.AWARD in rules.keeps)
    placed = _placed(state, seat, move, raw, goes_on=False)
    end = _end_after_placement(state, seat, placed)
    if end or not (from_hand and keeps):
        return (*placed, *end)
    return _placed(state, seat, move, raw, goes_on=True)


def _placed(state: State, seat: Seat, move: Play, raw: int, *, goes_on: bool) -> tuple[Event, ...]:
    """The placement, and the award where it earns one."""
    played = Played(seat, move.tile, move.host, goes_on)
    return (played, Scored(seat, state.rules.side_of(seat), raw, raw // state.rules.unit)) if raw else (played,)


def _end_after_placement(state: State, seat: Seat, placed: tuple[Event, ...]) -> tuple[Event, ...]:
    """The end of the match or the round, which comes before going on: an award first, going out next, a block last."""
    after = state
    for event in placed:
        after = evolve(after, event)
    won = won_by_award(after, placed[-1])
    if won:
        return won
    return _end_if_blocked(after) if after.hands[seat] else _end_round(after, out=seat)


def won_by_award(after: State, event: Event) -> tuple[MatchWon, ...]:
    """The end of the match where ``event``, which led to this state, is an award that reaches the target.

    It comes at once, and for the side of the award alone.
    """
    if isinstance(event, Scored) and after.scores[event.side] >= after.rules.target:
        return (MatchWon((event.side,)),)
    return ()


def _misplaced(state: State, seat: Seat, move: Play) -> Refusal | None:
    """Why a tile may not be placed so, where it may not."""
    tile = move.tile
    absent = missing(state.rules, state.layout, tile)
    if absent is not None:
        return absent
    if tile not in state.hands[seat]:
        return refuse("tile.not-in-hand", tile=tile)
    if state.drawn is not None and tile != state.drawn:
        return refuse("drawn.other-tile", tile=tile, drawn=state.drawn)
    return misfit(state.layout, move)


def missing(rules: Ruleset, layout: Layout, tile: Tile) -> Refusal | None:
    """Why there is no such tile to be placed, where there is none: not in the set, or on the table already."""
    if tile not in rules.tiles:
        return refuse("tile.not-in-set", tile=tile, highest=rules.highest)
    return refuse("tile.on-table", tile=tile) if tile in layout.tiles else None


def misfit(layout: Layout, move: Play) -> Refusal | None:
    """Why the tile cannot be joined so to the layout, where it cannot."""
    tile, host = move.tile, move.host
    fitting = placements(layout, tile)
    if move in fitting:
        return None
    if not layout.tiles:
        return refuse("place.table-empty", tile=tile, host=host)
    if not fitting:
        return refuse("place.nowhere", tile=tile, pips=tuple(sorted(layout.open_pips)))
    if host is None:
        return refuse("place.host-missing", tile=tile, fitting=fitting)
    if host not in layout.tiles:
        return refuse("place.host-absent", host=host, tile=tile, fitting=fitting)
    return refuse("place.host-misfit", tile=tile, host=host, fitting=fitting)


def _draw(state: State, seat: Seat, move: Draw) -> Decision:
    if state.rules.drawing is Drawing.NONE:
        return refuse("draw.none")
    if state.drawn is not None:
        return refuse("drawn.place-first", drawn=state.drawn)
    if can_place(state, seat):
        return refuse("draw.can-place", fitting=_fitting(state, seat))
    if not state.boneyard:
        return refuse("draw.empty")
    tile = state.boneyard[-1]
    if isinstance(tile, Hidden):
        raise ValueError("a hidden boneyard decides no draw")
    if move.tile is not None and move.tile != tile:
        return refuse("draw.not-next", tile=move.tile)
    drew = Drew(seat, tile, state.layout.fits(tile))
    return (drew, *_end_if_blocked(evolve(state, drew)))


def _pass(state: State, seat: Seat) -> Decision:
    if state.drawn is not None:
        return refuse("drawn.place-first", drawn=state.drawn)
    if can_place(state, seat):
        return refuse("pass.can-place", fitting=_fitting(state, seat))
    if state.boneyard:
        return refuse("pass.can-draw", boneyard=len(state.boneyard))
    return (Passed(seat),)


def _stop(state: State, seat: Seat) -> Decision:
    if state.rules.going_on is GoingOn.DUTY:
        return refuse("stop.duty")
    if not state.goes_on:
        return refuse("stop.not-kept")
    if not state.boneyard and not can_place(state, seat):
        return refuse("stop.must-pass")
    return (Stopped(seat),)


def _fitting(state: State, seat: Seat) -> tuple[Play, ...]:
    return tuple(move for move in legal_moves(state, seat) if isinstance(move, Play))


def _end_if_blocked(state: State) -> tuple[Event, ...]:
    """The end of the round where the boneyard is empty and nobody can place: seen at once, without knocks."""
    if state.boneyard:
        return ()
    if any(isinstance(tile, Hidden) for hand in state.hands for tile in hand):
        raise ValueError("hidden hands decide no block")
    if any(can_place(state, seat) for seat in range(state.rules.players)):
        return ()
    return _end_round(state, out=None)


def _end_round(state: State, out: Seat | None) -> tuple[Event, ...]:
    return settled_round(state, settle(state.rules, tuple(known(hand) for hand in state.hands), out))


def settled_round(state: State, settled: Settled) -> tuple[Event, ...]:
    """The end of a round with this settlement, and that of the match where it brings sides to the target.

    All that is settled is credited first; then the sides at the target share the win.
    """
    scores = evolve(state, settled).scores
    won = tuple(side for side, score in enumerate(scores) if score >= state.rules.target)
    return (settled, MatchWon(won)) if won else (settled,)
