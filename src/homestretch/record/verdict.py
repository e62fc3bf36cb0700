"""The judgement of a record."""

from msgspec import Struct

from homestretch.games import Game
from homestretch.kit.message import Refusal
from homestretch.kit.seat import Side


class Departure(Struct, frozen=True):
    """Where a record first departs from the rules: the round and the move, both from 1, and the rule's clause.

    ``round`` is None where the match as a whole is wrong, ``move`` where a round as a whole is.
    """

    round: int | None
    move: int | None
    refusal: Refusal
    clause: str | None


class Verdict(Struct, frozen=True):
    """A record that holds: how much of it there is, who won, and how many of its deals carry a proof."""

    rounds: int
    moves: int
    winners: tuple[Side, ...]
    proofs: int


def depart(game: Game, refusal: Refusal, number: int | None = None, move: int | None = None) -> Departure:
    """The departure with the clause that the game's rulebook gives for this refusal."""
    return Departure(number, move, refusal, game.clauses.get(refusal.code))
