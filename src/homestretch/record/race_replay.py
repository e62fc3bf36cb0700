"""Judging the record of a meeting: every bank, track, move, settlement, balance and winner is decided again."""

from homestretch.kit.card import ACE, RUNNERS
from homestretch.kit.chance import Lotted, draw_lot
from homestretch.kit.message import Refused, refuse
from homestretch.kit.seat import Seat
from homestretch.race.deal import lay, next_bank
from homestretch.race.events import Event, Laid, Paid, Won
from homestretch.race.moves import Move
from homestretch.race.ruleset import TOO_MANY, TRACK
from homestretch.race.settle import meeting_won
from homestretch.race.state import Phase, State, suit_counts

from .judge import Judge, check_settlement
from .proof import Proof
from .race_record import Cards, RaceRecord, RaceRound
from .verdict import Departure, Verdict

DECK = len(RUNNERS) - TRACK


def replay_race(record: RaceRecord) -> Verdict | Departure:
    """Decide a meeting again from its deals and moves; the first departure from the rules, where there is one."""
    return RaceJudge(record).verdict()


class RaceJudge(Judge[RaceRound]):
    """Judges a meeting of card races."""

    state: State

    def __init__(self, record: RaceRecord, wanted: int | None = None) -> None:
        super().__init__(record.game, record.rules, record.rounds, record.winners, wanted)
        self.record = record
        self.rules = record.rules

    def open(self, each: RaceRound) -> None:
        """Judge the lot, who is passed over, the banker, the cards and the proof."""
        if self.state.first is None:
            self._first_bank(each)
        banker = self._pass_over(each.passed)
        if banker is None:
            raise Refused(refuse("race.too-many"))
        if each.banker != banker:
            raise Refused(refuse("race.banker", banker=banker))
        _check_cards(each)
        if each.proof is not None:
            self._check_proof(each, each.proof)
        relaid = tuple(Laid(banker, track, again=True) for track in each.relaid)
        self.apply(*relaid, Laid(banker, each.track, each.deck))

    def _first_bank(self, each: RaceRound) -> None:
        """The lot's winner is the first who was passed over, or else the first banker."""
        first = (*each.passed, each.banker)[0]
        if not 0 <= first < self.rules.players:
            raise Refused(refuse("seat.unknown", number=first, last=self.rules.players - 1))
        self.apply(Lotted(first, ()))

    def _pass_over(self, given: tuple[Seat, ...]) -> Seat | None:
        """Pass over every bank that could not pay; who holds it then, None where nobody is left who could."""
        passed, banker = next_bank(self.state)
        due = tuple(event.seat for event in passed)
        if given != due:
            raise Refused(refuse("race.passed", due=due, given=given))
        self.apply(*passed)
        return banker

    def _check_proof(self, each: RaceRound, proof: Proof) -> None:
        fault = proof.fault(self.rules.players)
        if fault is not None:
            raise Refused(fault)
        shuffle = proof.shuffle
        laid = lay(each.banker, shuffle)
        tracks = tuple(event.track for event in laid)
        if ((*each.relaid, each.track), each.deck) != (tracks, laid[-1].deck):
            raise Refused(refuse("proof.deal"))
        lotted = draw_lot(shuffle, self.rules.players)
        if self.round == 1 and lotted.seat != self.state.first:
            raise Refused(refuse("proof.lot", seat=lotted.seat))

    def check_move(self, each: RaceRound, move: Move, done: tuple[Event, ...]) -> None:
        """Nothing is said of a single move but that it was made."""

    def close(self, each: RaceRound, events: list[Event]) -> None:
        """Judge the winner, the settlement and the balances."""
        won = next((event.suit for event in events if isinstance(event, Won)), None)
        paid = next((event.changes for event in events if isinstance(event, Paid)), None)
        if paid is None and not self.may_be_unfinished():
            raise Refused(refuse("round.unfinished"))
        if each.winner is not won:
            raise Refused(refuse("race.no-winner") if won is None else refuse("race.winner", suit=won))
        check_settlement(paid, each.settlement)
        if each.balances != self.state.balances:
            raise Refused(refuse("balances.wrong", due=self.state.balances, given=each.balances))

    def check_winners(self) -> None:
        """Compare the winners, whatever their order."""
        due = self._final_winners()
        if self.winners and not due:
            raise Refused(refuse("winners.race-too-early"))
        if sorted(self.winners) != sorted(due):
            raise Refused(refuse("winners.wrong", sides=due))

    def _final_winners(self) -> tuple[Seat, ...]:
        """The winners of a meeting that is over, also where the last banks were passed over; else none."""
        if self.state.phase is not Phase.ROUND or self.state.first is None:
            if self.record.passed:
                raise Refused(refuse("race.passed", due=(), given=self.record.passed))
            return self.state.winners
        if not (self.record.passed or self.record.winners):
            return ()
        banker = self._pass_over(self.record.passed)
        return () if banker is not None else meeting_won(self.state.balances).seats


def _check_cards(each: RaceRound) -> None:
    for track in (*each.relaid, each.track):
        if len(track) != TRACK:
            raise Refused(refuse("race.track", track=TRACK, given=len(track)))
    if len(each.deck) != DECK:
        raise Refused(refuse("race.deck", deck=DECK, given=len(each.deck)))
    for track in each.relaid:
        _check_once(track)
        if max(suit_counts(track)) < TOO_MANY:
            raise Refused(refuse("race.relaid"))
    _check_once(each.track + each.deck)
    if max(suit_counts(each.track)) >= TOO_MANY:
        raise Refused(refuse("race.must-relay"))


def _check_once(cards: Cards) -> None:
    left = set(RUNNERS)
    for card in cards:
        if card.rank == ACE:
            raise Refused(refuse("race.ace", card=card))
        if card not in left:
            raise Refused(refuse("race.twice", card=card))
        left.remove(card)
