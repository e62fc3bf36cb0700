"""Judging the record of a meeting: every bank, track, move, settlement, balance and winner is decided again."""

from homestretch.kit.card import ACE, RUNNERS
from homestretch.kit.chance import Lotted
from homestretch.kit.message import Refusal, Refused, refuse
from homestretch.kit.seat import Seat
from homestretch.race.deal import can_bank, draw_lot, lay
from homestretch.race.decide import decide
from homestretch.race.events import BankPassed, Event, Laid, Paid, Won
from homestretch.race.evolve import evolve
from homestretch.race.moves import Move
from homestretch.race.ruleset import TOO_MANY, TRACK
from homestretch.race.settle import meeting_won
from homestretch.race.state import Phase, new, suit_counts

from .judge import Judge, check_settlement
from .proof import Proof
from .race_record import Cards, RaceRecord, RaceRound
from .verdict import Departure, Verdict

DECK = len(RUNNERS) - TRACK


def replay_race(record: RaceRecord) -> Verdict | Departure:
    """Decide a meeting again from its deals and moves; the first departure from the rules, where there is one."""
    return RaceJudge(record).verdict()


class RaceJudge(Judge):
    """Judges a meeting of card races."""

    def __init__(self, record: RaceRecord) -> None:
        super().__init__(record.game, record.rounds, record.winners)
        self.record = record
        self.rules = record.rules
        self.state = new(record.rules)

    def match(self) -> None:
        """Judge the whole meeting."""
        for number, each in enumerate(self.record.rounds, 1):
            self.round = number
            self._open(each)
            won, paid = self._moves(each)
            self.move = None
            self._close(each, won, paid)
        self.round = None
        self._check_winners()

    def _apply(self, *events: Event) -> None:
        for event in events:
            self.state = evolve(self.state, event)

    def _open(self, each: RaceRound) -> None:
        if self.state.phase is Phase.OVER:
            raise Refused(refuse("match.over"))
        if self.state.first is None:
            self._first_bank(each)
        self._pass_over(each.passed)
        banker = self._next_bank()
        if banker is None:
            raise Refused(refuse("race.too-many"))
        if each.banker != banker:
            raise Refused(refuse("race.banker", banker=banker))
        _check_cards(each)
        if each.proof is not None:
            self._check_proof(each, each.proof)
        relaid = tuple(Laid(banker, track, again=True) for track in each.relaid)
        self._apply(*relaid, Laid(banker, each.track, each.deck))

    def _first_bank(self, each: RaceRound) -> None:
        """The lot's winner is the first who was passed over, or else the first banker."""
        first = (*each.passed, each.banker)[0]
        if not 0 <= first < self.rules.players:
            raise Refused(refuse("seat.unknown", number=first, last=self.rules.players - 1))
        self._apply(Lotted(first, ()))

    def _next_bank(self) -> Seat | None:
        if self.state.first is None or self.state.banked >= self.rules.players:
            return None
        return (self.state.first + self.state.banked) % self.rules.players

    def _pass_over(self, given: tuple[Seat, ...]) -> None:
        """Pass over every bank that could not pay."""
        due: list[Seat] = []
        banker = self._next_bank()
        while banker is not None and not can_bank(self.state.balances, banker):
            due.append(banker)
            self._apply(BankPassed(banker))
            banker = self._next_bank()
        if given != tuple(due):
            raise Refused(refuse("race.passed", due=tuple(due), given=given))

    def _check_proof(self, each: RaceRound, proof: Proof) -> None:
        fault = proof.fault(self.rules.players)
        if fault is not None:
            raise Refused(fault)
        shuffle = proof.shuffle
        laid = lay(each.banker, shuffle)
        tracks = tuple(event.track for event in laid)
        if ((*each.relaid, each.track), each.deck) != (tracks, laid[-1].deck):
            raise Refused(refuse("proof.deal"))
        lotted = draw_lot(self.rules, shuffle)
        if self.round == 1 and lotted.seat != self.state.first:
            raise Refused(refuse("proof.lot", seat=lotted.seat))

    def _moves(self, each: RaceRound) -> tuple[Won | None, Paid | None]:
        won: Won | None = None
        paid: Paid | None = None
        for count, (seat, move) in enumerate(each.moves, 1):
            self.move = count
            for event in self._move(seat, move):
                won = event if isinstance(event, Won) else won
                paid = event if isinstance(event, Paid) else paid
        return won, paid

    def _move(self, seat: Seat, move: Move) -> tuple[Event, ...]:
        if self.state.phase is Phase.ROUND:
            raise Refused(refuse("round.over"))
        if not 0 <= seat < self.rules.players:
            raise Refused(refuse("seat.unknown", number=seat, last=self.rules.players - 1))
        done = decide(self.state, seat, move)
        if isinstance(done, Refusal):
            raise Refused(done)
        self._apply(*done)
        return done

    def _close(self, each: RaceRound, won: Won | None, paid: Paid | None) -> None:
        if paid is None and not self.may_be_unfinished():
            raise Refused(refuse("round.unfinished"))
        winner = None if won is None else won.suit
        if each.winner is not winner:
            raise Refused(refuse("race.no-winner") if winner is None else refuse("race.winner", suit=winner))
        due = None if paid is None else paid.changes
        check_settlement(due, each.settlement)
        if each.balances != self.state.balances:
            raise Refused(refuse("balances.wrong", due=self.state.balances, given=each.balances))

    def _check_winners(self) -> None:
        given = self.winners
        due = self._final_winners()
        if given and not due:
            raise Refused(refuse("winners.race-too-early"))
        if sorted(given) != sorted(due):
            raise Refused(refuse("winners.wrong", sides=due))

    def _final_winners(self) -> tuple[Seat, ...]:
        """The winners of a meeting that is over, also where the last banks were passed over; else none."""
        if self.state.phase is not Phase.ROUND or self.state.first is None:
            if self.record.passed:
                raise Refused(refuse("race.passed", due=(), given=self.record.passed))
            return self.state.winners
        if self.record.passed or self.record.winners:
            self._pass_over(self.record.passed)
        return () if self._next_bank() is not None else meeting_won(self.state.balances).seats


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
