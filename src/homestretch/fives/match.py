"""The Fives family behind the protocol that tables, simulators and readers use."""

from msgspec import Struct

from homestretch.kit.chance import Committed, Contributed, reveal
from homestretch.kit.message import Refusal, refuse
from homestretch.kit.seat import Seat, Side, Viewer
from homestretch.kit.tile import Tile

from . import deal, decide, evolve, secrets, state
from .events import Event
from .moves import Draw, Move
from .ruleset import Ruleset
from .state import Phase, State


class Fives(Struct, frozen=True):
    """:class:`homestretch.kit.rules.Rules` for one domino ruleset."""

    ruleset: Ruleset

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self.ruleset.players

    def new(self) -> State:
        """The match before its first round."""
        return state.new(self.ruleset)

    def open_round(self, state: State, seed: bytes) -> tuple[Committed] | Refusal:
        """Promise the seed of the next round."""
        return deal.open_round(state, seed)

    def contribute(self, state: State, seat: Seat, entropy: bytes) -> tuple[Contributed] | Refusal:
        """Add a seat's bytes to the promised round."""
        return deal.add_entropy(state, seat, entropy)

    def deal(self, state: State) -> tuple[Event, ...] | Refusal:
        """Draw the lot where one is due, and deal."""
        return deal.deal(state)

    def move_fault(self, move: object) -> Refusal | None:
        """Why a player cannot mean this: a move of another game, or one that names what nobody can know."""
        match move:
            case Draw(tile=Tile()):
                return refuse("draw.named")
            case _ if isinstance(move, Move):
                return None
            case _:
                return refuse("table.other-game")

    def actors(self, state: State) -> tuple[Seat, ...]:
        """The seat on turn, if there is one."""
        return () if state.turn is None else (state.turn,)

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """Every move that this seat may make now."""
        return decide.legal_moves(state, seat)

    def decide(self, state: State, seat: Seat, move: Move) -> tuple[Event, ...] | Refusal:
        """What a move brings about, or why it is refused."""
        return decide.decide(state, seat, move)

    def evolve(self, state: State, event: Event) -> State:
        """The state after an event."""
        return evolve.evolve(state, event)

    def break_off(self, state: State) -> tuple[Event, ...]:
        """Show the seed of a round that is given up before its end."""
        running = state.phase in (Phase.DEAL, Phase.MOVE)
        return (reveal(state.shuffle),) if running and state.shuffle is not None else ()

    def awaits_round(self, state: State) -> bool:
        """Whether the next round may be opened."""
        return state.phase is Phase.ROUND

    def awaits_deal(self, state: State) -> bool:
        """Whether a round is promised and waits for contributions and the deal."""
        return state.phase is Phase.DEAL

    def winners(self, state: State) -> tuple[Side, ...]:
        """The sides that have won; none while the match goes on."""
        return state.winners

    def view(self, state: State, viewer: Viewer) -> State:
        """The state as the viewer may see it."""
        return secrets.view(state, viewer)

    def redact(self, event: Event, viewer: Viewer) -> Event:
        """The event as the viewer may see it."""
        return secrets.redact(event, viewer)
