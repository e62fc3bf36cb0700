"""What judging a record means in every family: walking through it beside the rulebook."""

from abc import ABC, abstractmethod
from typing import Protocol

from homestretch.games import Game
from homestretch.kit.message import Refused, refuse
from homestretch.kit.seat import Side

from .proof import Proof
from .verdict import Departure, Verdict, depart


class Round(Protocol):
    """What the judge needs to know of any round."""

    @property
    def moves(self) -> tuple[object, ...]:
        """Every move."""
        ...

    @property
    def proof(self) -> Proof | None:
        """The proof of its deal, where there is one."""
        ...


class Judge(ABC):
    """Walks through a match beside the rulebook; each family says how.

    ``round`` and ``move`` tell where it stands, both from 1. Methods raise :class:`Refused` at a departure.
    """

    def __init__(self, game: Game, rounds: tuple[Round, ...], winners: tuple[Side, ...]) -> None:
        self.game = game
        self.rounds = rounds
        self.winners = winners
        self.round: int | None = None
        self.move: int | None = None

    @abstractmethod
    def match(self) -> None:
        """Judge the whole match."""

    def verdict(self) -> Verdict | Departure:
        """The judgement: the first departure, where there is one."""
        try:
            self.match()
        except Refused as refused:
            return depart(self.game, refused.refusal, self.round, self.move)
        return Verdict(
            rounds=len(self.rounds),
            moves=sum(len(each.moves) for each in self.rounds),
            winners=self.winners,
            proofs=sum(each.proof is not None for each in self.rounds),
        )

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
