"""Judging a domino record: every deal, move, award, settlement, score and winner is decided again."""

from collections.abc import Iterator

from homestretch.fives.deal import deal_tiles
from homestretch.fives.events import Dealt, Event, Scored, Settled
from homestretch.fives.moves import Move, Play
from homestretch.fives.ruleset import Leads, Ruleset
from homestretch.fives.state import Phase, State
from homestretch.kit.chance import draw_lot
from homestretch.kit.message import Refused, refuse
from homestretch.kit.tile import Tile

from .fives_record import FivesRecord, RoundRecord, settlement_of
from .judge import Judge, check_settlement
from .proof import Proof
from .verdict import Departure, Verdict


def replay_fives(record: FivesRecord) -> Verdict | Departure:
    """Decide a match again from its deals and moves; the first departure from the rules, where there is one."""
    return FivesJudge(record).verdict()


class FivesJudge(Judge[RoundRecord]):
    """Judges a domino match."""

    state: State

    def __init__(self, record: FivesRecord, wanted: int | None = None) -> None:
        super().__init__(record.game, record.rules, record.rounds, record.winners, wanted)
        self.rules = record.rules
        self._awards: Iterator[int] = iter(())

    def open(self, each: RoundRecord) -> None:
        """Judge the deal, the starter and the proof."""
        check_deal(self.rules, each)
        leader = self.state.leader if self.rules.leads is Leads.OUT else None
        if leader is None and each.start_by != "lot":
            raise Refused(refuse("start.lot"))
        if leader is not None and (each.start_by, each.starter) != ("out", leader):
            raise Refused(refuse("start.out", seat=leader))
        if each.proof is not None:
            _check_proof(self.rules, each, each.proof)
        self._awards = iter(each.awards)
        self.apply(Dealt(each.starter, each.start_by, each.hands, each.boneyard))

    def check_move(self, each: RoundRecord, move: Move, done: tuple[Event, ...]) -> None:
        """Compare the award of a placement."""
        if isinstance(move, Play):
            _check_award(sum(event.raw for event in done if isinstance(event, Scored)), next(self._awards, None))

    def close(self, each: RoundRecord, events: list[Event]) -> None:
        """Judge the awards that are left over, the settlement and the scores."""
        if next(self._awards, None) is not None:
            raise Refused(refuse("award.extra"))
        if self.state.phase is Phase.MOVE and not self.may_be_unfinished():
            raise Refused(refuse("round.unfinished"))
        settled = next((event for event in events if isinstance(event, Settled)), None)
        check_settlement(None if settled is None else settlement_of(settled, self.rules.sides), each.settlement)
        if each.scores != self.state.scores:
            raise Refused(refuse("scores.wrong", due=self.state.scores, given=each.scores))

    def check_winners(self) -> None:
        """Compare the winners, whatever their order."""
        given, due = self.winners, self.state.winners
        if given and not due:
            raise Refused(refuse("winners.too-early", target=self.rules.target))
        if sorted(given) != sorted(due):
            raise Refused(refuse("winners.wrong", sides=due))


def check_deal(rules: Ruleset, each: RoundRecord) -> None:
    """Compare a deal with the ruleset.

    Raises:
        Refused: It is none.
    """
    if len(each.hands) != rules.players:
        raise Refused(refuse("deal.hands", players=rules.players, given=len(each.hands)))
    for seat, hand in enumerate(each.hands):
        if len(hand) != rules.hand:
            raise Refused(refuse("deal.hand-size", seat=seat, tiles=rules.hand, given=len(hand)))
    if len(each.boneyard) != rules.boneyard:
        raise Refused(refuse("deal.boneyard-size", tiles=rules.boneyard, given=len(each.boneyard)))
    seen: set[Tile] = set()
    for tile in (*(tile for hand in each.hands for tile in hand), *each.boneyard):
        if tile not in rules.tiles:
            raise Refused(refuse("deal.not-in-set", tile=tile, highest=rules.highest))
        if tile in seen:
            raise Refused(refuse("deal.twice", tile=tile))
        seen.add(tile)
    if not 0 <= each.starter < rules.players:
        raise Refused(refuse("seat.unknown", number=each.starter, last=rules.players - 1))


def _check_proof(rules: Ruleset, each: RoundRecord, proof: Proof) -> None:
    fault = proof.fault(rules.players)
    if fault is not None:
        raise Refused(fault)
    if (each.hands, each.boneyard) != deal_tiles(rules, proof.shuffle):
        raise Refused(refuse("proof.deal"))
    lotted = draw_lot(proof.shuffle, rules.players)
    if each.start_by == "lot" and lotted.seat != each.starter:
        raise Refused(refuse("proof.lot", seat=lotted.seat))


def _check_award(due: int, given: int | None) -> None:
    if given is None:
        raise Refused(refuse("award.missing", award=due))
    if given != due:
        raise Refused(refuse("award.wrong", award=due, given=given))
