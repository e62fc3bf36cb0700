"""Judging a domino record: every deal, move, award, settlement, score and winner is decided again."""

from homestretch.fives.deal import deal_tiles, draw_lot
from homestretch.fives.decide import decide
from homestretch.fives.events import Dealt, Event, Scored, Settled
from homestretch.fives.evolve import evolve
from homestretch.fives.moves import Move, Play
from homestretch.fives.ruleset import Leads, Ruleset
from homestretch.fives.state import Phase, new
from homestretch.kit.message import Refusal, Refused, refuse
from homestretch.kit.seat import Seat
from homestretch.kit.tile import Tile

from .fives_record import FivesRecord, RoundRecord, settlement_of
from .verdict import Departure, Verdict, depart


def replay_fives(record: FivesRecord) -> Verdict | Departure:
    """Decide a match again from its deals and moves; the first departure from the rules, where there is one."""
    judge = Judge(record)
    try:
        judge.match()
    except Refused as refused:
        return depart(record.game, refused.refusal, judge.round, judge.move)
    return Verdict(
        rounds=len(record.rounds),
        moves=sum(len(each.moves) for each in record.rounds),
        winners=record.winners,
        proofs=sum(each.proof is not None for each in record.rounds),
    )


class Judge:
    """Walks through a record beside the rulebook.

    ``round`` and ``move`` tell where it stands, ``events`` what the record amounts to so far; every method raises
    :class:`Refused` at a departure.
    """

    def __init__(self, record: FivesRecord) -> None:
        self.record = record
        self.rules = record.rules
        self.state = new(record.rules)
        self.events: list[Event] = []
        self.round: int | None = None
        self.move: int | None = None

    def match(self) -> None:
        """Judge the whole match."""
        for number, each in enumerate(self.record.rounds, 1):
            self.round = number
            self._open(each)
            self._moves(each)
            self.move = None
            self._close(each, may_be_unfinished=number == len(self.record.rounds) and not self.record.winners)
        self.round = None
        self._winners()

    def _apply(self, *events: Event) -> None:
        for event in events:
            self.state = evolve(self.state, event)
        self.events.extend(events)

    def _open(self, each: RoundRecord) -> None:
        if self.state.phase is Phase.OVER:
            raise Refused(refuse("match.over"))
        _check_deal(self.rules, each)
        if not 0 <= each.starter < self.rules.players:
            raise Refused(refuse("seat.unknown", number=each.starter, last=self.rules.players - 1))
        leader = self.state.leader if self.rules.leads is Leads.OUT else None
        if leader is None and each.start_by != "lot":
            raise Refused(refuse("start.lot"))
        if leader is not None and (each.start_by, each.starter) != ("out", leader):
            raise Refused(refuse("start.out", seat=leader))
        _check_proof(self.rules, each)
        self._apply(Dealt(each.starter, each.start_by, each.hands, each.boneyard))

    def _moves(self, each: RoundRecord) -> None:
        awards = iter(each.awards)
        for count, (seat, move) in enumerate(each.moves, 1):
            self.move = count
            raw = self._move(seat, move)
            if isinstance(move, Play):
                _check_award(raw, next(awards, None))
        self.move = None
        if next(awards, None) is not None:
            raise Refused(refuse("award.extra"))

    def _move(self, seat: Seat, move: Move) -> int:
        """Decide one move and return the raw points that it earned."""
        if self.state.phase is Phase.ROUND:
            raise Refused(refuse("round.over"))
        done = decide(self.state, seat, move)
        if isinstance(done, Refusal):
            raise Refused(done)
        self._apply(*done)
        return sum(event.raw for event in done if isinstance(event, Scored))

    def _close(self, each: RoundRecord, *, may_be_unfinished: bool) -> None:
        settled = next((event for event in reversed(self.events) if isinstance(event, Settled | Dealt)), None)
        due = settlement_of(settled, self.rules.sides) if isinstance(settled, Settled) else None
        if self.state.phase is Phase.MOVE and not may_be_unfinished:
            raise Refused(refuse("round.unfinished"))
        if due is not None and each.settlement is None:
            raise Refused(refuse("settlement.missing", due=due))
        if due is None and each.settlement is not None:
            raise Refused(refuse("settlement.none-due"))
        if each.settlement != due:
            raise Refused(refuse("settlement.wrong", due=due, given=each.settlement))
        if each.scores != self.state.scores:
            raise Refused(refuse("scores.wrong", due=self.state.scores, given=each.scores))

    def _winners(self) -> None:
        given, due = self.record.winners, self.state.winners
        if given and not due:
            raise Refused(refuse("winners.too-early", target=self.rules.target))
        if set(given) != set(due) or len(given) != len(due):
            raise Refused(refuse("winners.wrong", sides=due))


def _check_deal(rules: Ruleset, each: RoundRecord) -> None:
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


def _check_proof(rules: Ruleset, each: RoundRecord) -> None:
    if each.proof is None:
        return
    fault = each.proof.fault(rules.players)
    if fault is not None:
        raise Refused(fault)
    if (each.hands, each.boneyard) != deal_tiles(rules, each.proof.shuffle):
        raise Refused(refuse("proof.deal"))
    lotted = draw_lot(rules, each.proof.shuffle)
    if each.start_by == "lot" and lotted.seat != each.starter:
        raise Refused(refuse("proof.lot", seat=lotted.seat))


def _check_award(due: int, given: int | None) -> None:
    if given is None:
        raise Refused(refuse("award.missing", award=due))
    if given != due:
        raise Refused(refuse("award.wrong", award=due, given=given))
