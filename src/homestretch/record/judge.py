"""What judging a record means in every family: walking through it beside the rulebook."""

from abc import ABC, abstractmethod
from typing import Any, Generic, Protocol, TypeVar

from homestretch.games import AnyRuleset, Game, rules_for
from homestretch.kit.message import Refusal, Refused, refuse
from homestretch.kit.seat import Seat, Side

from .proof import Proof
from .verdict import Departure, Verdict, depart


class Round(Protocol):
    """What the judge needs to know of any round."""

    @property
    def moves(self) -> tuple[tuple[Seat, Any], ...]:
        """Every move and the seat that made it."""
        ...

    @property
    def proof(self) -> Proof | None:
        """The proof of its deal, where there is one."""
        ...


R = TypeVar("R", bound=Round)


class Judge(ABC, Generic[R]):
    """Walks through a match beside the rulebook: each family says how a round begins and ends.

    ``round`` and ``move`` tell where it stands, both from 1. ``story`` holds the events of round ``wanted``, each with
    the state after it. Methods raise :exc:`~homestretch.kit.message.Refused` at a departure.
    """

    def __init__(
        self,
        game: Game,
        ruleset: AnyRuleset,
        rounds: tuple[R, ...],
        winners: tuple[Side, ...],
        wanted: int | None = None,
    ) -> None:
        self.game = game
        self.rulebook = rules_for(ruleset)
        self.state = self.rulebook.new()
        self.rounds = rounds
        self.winners = winners
        self.round: int | None = None
        self.move: int | None = None
        self.wanted = wanted
        self.story: list[tuple[Any, Any]] = []

    @abstractmethod
    def open(self, each: R) -> None:
        """Judge the deal of a round, and begin it."""

    @abstractmethod
    def check_move(self, each: R, move: Any, done: tuple[Any, ...]) -> None:
        """Compare what a move brought about with what the record says of it."""

    @abstractmethod
    def close(self, each: R, events: list[Any]) -> None:
        """Judge the end of a round, whose moves brought about these events."""

    @abstractmethod
    def check_winners(self) -> None:
        """Judge who won the match."""

    def verdict(self) -> Verdict | Departure:
        """The judgement: the first departure, where there is one."""
        try:
            self._match()
        except Refused as refused:
            return depart(self.game, refused.refusal, self.round, self.move)
        return Verdict(
            rounds=len(self.rounds),
            moves=sum(len(each.moves) for each in self.rounds),
            winners=self.winners,
            proofs=sum(each.proof is not None for each in self.rounds),
        )

    def _match(self) -> None:
        for number, each in enumerate(self.rounds, 1):
            self.round = number
            if self.rulebook.winners(self.state):
                raise Refused(refuse("match.over"))
            self.open(each)
            events: list[Any] = []
            for count, (seat, move) in enumerate(each.moves, 1):
                self.move = count
                done = self._decide(seat, move)
                self.check_move(each, move, done)
                events.extend(done)
            self.move = None
            self.close(each, events)
        self.round = None
        self.check_winners()

    def _decide(self, seat: Seat, move: Any) -> tuple[Any, ...]:
        if self.rulebook.awaits_round(self.state):
            raise Refused(refuse("round.over"))
        if not 0 <= seat < self.rulebook.players:
            raise Refused(refuse("seat.unknown", number=seat, last=self.rulebook.players - 1))
        done = self.rulebook.decide(self.state, seat, move)
        if isinstance(done, Refusal):
            raise Refused(done)
        self.apply(*done)
        return done

    def apply(self, *events: Any) -> None:
        """Bring the state up to these events."""
        for event in events:
            self.state = self.rulebook.evolve(self.state, event)
            if self.wanted is not None and self.round == self.wanted:
                self.story.append((event, self.state))

    def may_be_unfinished(self) -> bool:
        """Whether this round may stop anywhere: it is the last of a match without winners."""
        return self.round == len(self.rounds) and not self.winners


def check_settlement(due: tuple[int, ...] | None, given: tuple[int, ...] | None) -> None:
    """Compare what a settlement changes with what the record says."""
    if due is not None and given is None:
        raise Refused(refuse("settlement.missing", due=due))
    if due is None and given is not None:
        raise Refused(refuse("settlement.none-due"))
    if due != given:
        raise Refused(refuse("settlement.wrong", due=due, given=given))
