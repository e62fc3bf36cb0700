"""The card race behind the protocol that tables, simulators and readers use; a match of it is one meeting."""

from msgspec import Struct

from homestretch.kit.card import Card
from homestretch.kit.chance import Committed, Contributed, reveal
from homestretch.kit.message import Refusal, refuse
from homestretch.kit.seat import Seat, Side, Viewer

from . import deal, decide, evolve, secrets, state
from .events import Event
from .moves import Move, Turn
from .ruleset import RaceRuleset
from .state import RUNNING, Phase, State


class CardRace(Struct, frozen=True):
    """:class:`homestretch.kit.rules.Rules` for one meeting of card races."""

    ruleset: RaceRuleset

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self.ruleset.players

    def new(self) -> State:
        """The meeting before its first race."""
        return state.new(self.ruleset)

    def open_round(self, state: State, seed: bytes) -> tuple[Committed] | Refusal:
        """Promise the seed of the next race."""
        return deal.open_round(state, seed)

    def contribute(self, state: State, seat: Seat, entropy: bytes) -> tuple[Contributed] | Refusal:
        """Add a seat's bytes to the promised race."""
        return deal.add_entropy(state, seat, entropy)

    def deal(self, state: State) -> tuple[Event, ...] | Refusal:
        """Draw the lot for the first bank, and lay the track for whoever holds it now."""
        return deal.deal(state)

    def move_fault(self, move: object) -> Refusal | None:
        """Why a player cannot mean this: a move of another game, or one that names what nobody can know."""
        match move:
            case Turn(card=Card()):
                return refuse("turn.named")
            case _ if isinstance(move, Move):
                return None
            case _:
                return refuse("table.other-game")

    def actors(self, state: State) -> tuple[Seat, ...]:
        """The seats that the race waits for: the banker, or every backer without a stake.

        A backer who has staked is not waited for, but may change it until the last one has chosen.
        """
        if state.phase is Phase.STAKE:
            return state.waiting
        return (state.banker,) if state.phase in RUNNING and state.banker is not None else ()

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """Every stake or turn that this seat may make now; for the bank a menu of suggested announcements."""
        return decide.legal_moves(state, seat)

    def decide(self, state: State, seat: Seat, move: Move) -> tuple[Event, ...] | Refusal:
        """What a move brings about, or why it is refused."""
        return decide.decide(state, seat, move)

    def evolve(self, state: State, event: Event) -> State:
        """The state after an event."""
        return evolve.evolve(state, event)

    def break_off(self, state: State) -> tuple[Event, ...]:
        """Show the seed of a race that is given up before its end."""
        running = state.phase is Phase.DEAL or state.phase in RUNNING
        return (reveal(state.shuffle),) if running and state.shuffle is not None else ()

    def awaits_round(self, state: State) -> bool:
        """Whether the next race may be opened."""
        return state.phase is Phase.ROUND

    def awaits_deal(self, state: State) -> bool:
        """Whether a race is promised and waits for contributions and the deal."""
        return state.phase is Phase.DEAL

    def winners(self, state: State) -> tuple[Side, ...]:
        """The seats that have won; none while the meeting goes on."""
        return state.winners

    def view(self, state: State, viewer: Viewer) -> State:
        """The state as the viewer may see it."""
        return secrets.view(state, viewer)

    def redact(self, event: Event, viewer: Viewer) -> Event:
        """The event as the viewer may see it."""
        return secrets.redact(event, viewer)
