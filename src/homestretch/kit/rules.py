"""What every game offers, so that one table, one simulator and one record reader serve them all."""

from typing import Protocol, TypeVar

from .chance import Committed, Contributed
from .message import Refusal
from .seat import Seat, Side, Viewer

S = TypeVar("S")
M = TypeVar("M")
E = TypeVar("E")


class Rules(Protocol[S, M, E]):
    """One game under one ruleset. States ``S``, moves ``M`` and events ``E`` are frozen values.

    A round goes: :meth:`open_round`, any :meth:`contribute`, :meth:`deal`, then :meth:`decide` for each move until the
    round has ended. Every event is applied with :meth:`evolve` before the next question is asked.
    """

    @property
    def players(self) -> int:
        """How many seats there are."""
        ...

    def new(self) -> S:
        """The match before its first round."""
        ...

    def open_round(self, state: S, seed: bytes) -> tuple[Committed] | Refusal:
        """Promise the seed of the next round."""
        ...

    def contribute(self, state: S, seat: Seat, entropy: bytes) -> tuple[Contributed] | Refusal:
        """Add a seat's bytes to the promised round."""
        ...

    def deal(self, state: S) -> tuple[E, ...] | Refusal:
        """Draw the lot where one is due, and deal."""
        ...

    def move_fault(self, move: object) -> Refusal | None:
        """Why a player cannot mean this: a move of another game, or one that names what nobody can know."""
        ...

    def actors(self, state: S) -> tuple[Seat, ...]:
        """The seats that may move now: none between rounds, several where moves are simultaneous."""
        ...

    def legal_moves(self, state: S, seat: Seat) -> tuple[M, ...]:
        """Every move that :meth:`decide` accepts from this seat now, equal places merged."""
        ...

    def decide(self, state: S, seat: Seat, move: M) -> tuple[E, ...] | Refusal:
        """What a move brings about, or why it is refused. Holds every rule."""
        ...

    def evolve(self, state: S, event: E) -> S:
        """The state after an event. Only applies."""
        ...

    def break_off(self, state: S) -> tuple[E, ...]:
        """Show the seed of a round that is given up before its end."""
        ...

    def awaits_round(self, state: S) -> bool:
        """Whether the next round may be opened."""
        ...

    def awaits_deal(self, state: S) -> bool:
        """Whether a round is promised and waits for contributions and the deal."""
        ...

    def winners(self, state: S) -> tuple[Side, ...]:
        """The sides that have won; none while the match goes on."""
        ...

    def view(self, state: S, viewer: Viewer) -> S:
        """The state as the viewer may see it."""
        ...

    def redact(self, event: E, viewer: Viewer) -> E:
        """The event as the viewer may see it.

        Raises:
            TypeError: The event is of a type that these rules do not know, so nothing is known to be safe in it.
        """
        ...
