"""Which clause of the rules (``learn/rules``) stands behind what is refused and what is told, game by game."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from .kit.message import Message

DOMINO_CLAUSES: Final = {
    "tile.not-in-set": "D1",
    "tile.on-table": "D1",
    "deal.twice": "D1",
    "deal.not-in-set": "D1",
    "turn.other": "D2",
    "seat.unknown": "D2",
    "deal.hands": "D3",
    "deal.hand-size": "D3",
    "deal.boneyard-size": "D3",
    "start.lot": "D4",
    "start.out": "D4",
    "proof.lot": "D4",
    "proof.deal": "D3",
    "proof.commitment": "D3",
    "proof.contributions": "D3",
    "place.table-empty": "D5",
    "tile.not-in-hand": "D6",
    "place.host-absent": "D6",
    "place.host-missing": "D6",
    "place.nowhere": "D6",
    "place.host-misfit": "D8",
    "award.wrong": "D12",
    "award.missing": "D12",
    "award.extra": "D12",
    "match.over": "D16",
    "settlement.none-due": "D16",
}
HORSE_RACE_CLAUSES: Final = DOMINO_CLAUSES | {
    "seating.unknown": "H1",
    "scores.wrong": "H2",
    "stop.duty": "H6",
    "stop.not-kept": "H6",
    "stop.must-pass": "H6",
    "draw.can-place": "H7",
    "pass.can-place": "H7",
    "draw.empty": "H8",
    "draw.not-next": "H8",
    "drawn.other-tile": "H9",
    "drawn.place-first": "H9",
    "pass.can-draw": "H11",
    "round.over": "H12",
    "round.unfinished": "H12",
    "settlement.missing": "H14",
    "settlement.wrong": "H14",
    "winners.wrong": "H16",
    "winners.too-early": "H16",
}
SEVEN_ROCKS_CLAUSES: Final = DOMINO_CLAUSES | {
    "seating.unknown": "S1",
    "draw.none": "S1",
    "scores.wrong": "S2",
    "winners.wrong": "S2",
    "winners.too-early": "S2",
    "pass.can-place": "S4",
    "stop.duty": "S4",
    "round.over": "S5",
    "round.unfinished": "S5",
    "settlement.missing": "S5",
    "settlement.wrong": "S6",
}
CARD_RACE_CLAUSES: Final = {
    "seating.race": "C1",
    "seat.unknown": "C1",
    "balances.wrong": "C2",
    "proof.lot": "C3",
    "race.banker": "C3",
    "race.too-many": "C3",
    "race.track": "C4",
    "race.deck": "C4",
    "race.twice": "C4",
    "race.ace": "C4",
    "proof.deal": "C4",
    "proof.commitment": "C4",
    "proof.contributions": "C4",
    "race.must-relay": "C5",
    "race.relaid": "C5",
    "announce.not-banker": "C6",
    "announce.already": "C6",
    "announce.prices": "C6",
    "announce.limit": "C6",
    "announce.over-most": "C6",
    "bank.cannot-pay": "C7",
    "bank.price-too-high": "C7",
    "stake.banker": "C8",
    "stake.no-tokens": "C8",
    "stake.amount": "C8",
    "stake.over-limit": "C8",
    "stake.over-balance": "C8",
    "stake.before-prices": "C8",
    "stake.locked": "C9",
    "turn.before-locked": "C9",
    "turn.before-prices": "C6",
    "turn.not-banker": "C10",
    "turn.not-next": "C10",
    "round.over": "C11",
    "round.unfinished": "C11",
    "race.winner": "C11",
    "race.no-winner": "C11",
    "settlement.wrong": "C12",
    "settlement.missing": "C12",
    "settlement.none-due": "C12",
    "race.passed": "C13",
    "match.over": "C14",
    "winners.wrong": "C14",
    "winners.race-too-early": "C14",
}

DOMINO_TOLD: Final = {
    "told.lot": "D4",
    "told.starts": "D4",
    "told.starts-out": "D4",
    "told.award": "D12",
    "web.open": "D5",
    "web.won-by-award": "D16",
}
HORSE_RACE_TOLD: Final = DOMINO_TOLD | {
    "told.goes-on-both": "H4",
    "told.goes-on-double": "H4",
    "told.goes-on-award": "H4",
    "told.drew": "H8",
    "told.drew-seen": "H8",
    "told.drew-fits": "H9",
    "told.drew-seen-fits": "H9",
    "told.passed": "H11",
    "told.stopped": "H6",
    "told.out": "H12",
    "told.blocked": "D14 H13",
    "told.blocked-boneyard": "D14 H13",
    "told.tied-round": "H15",
    "told.bonus": "H14",
    "told.won": "H16",
    "told.won-shared": "H16",
    "web.goes-on": "H4 H6",
    "web.may-stop": "H4 H6",
    "web.drawn": "H9",
    "web.forced-draw": "H8",
    "web.forced-pass": "H11",
    "web.forced-play": "H9",
}
SEVEN_ROCKS_TOLD: Final = DOMINO_TOLD | {
    "told.passed": "S4",
    "told.out": "S5",
    "told.blocked": "D14 S5",
    "told.deduction": "S6",
    "told.won": "S2",
    "web.forced-pass": "S4",
}
CARD_RACE_TOLD: Final = {
    "told.lot": "C3",
    "event.race.bank-passed": "C13",
    "event.race.relaid": "C5",
    "event.race.announced": "C6",
    "event.race.locked": "C9",
    "event.race.won": "C11",
    "event.race.paid-won": "C12",
    "event.race.paid-lost": "C12",
    "event.race.bank-gains": "C12",
    "event.race.bank-loses": "C12",
    "event.race.bank-even": "C12",
    "event.race.meeting-won": "C14",
    "event.race.meeting-shared": "C14",
    "web.announce": "C6",
    "web.stake": "C8",
    "web.turn-card": "C10",
}
"""Codes of what is told, each with the numbers of the clauses behind it, the nearest first."""


def behind(clauses: Mapping[str, str], message: Message) -> tuple[str, ...]:
    """The clauses behind a message and behind the messages in it, each once.

    >>> from .kit.message import refuse, say
    >>> behind(HORSE_RACE_TOLD, say("told.placed-on", award=say("told.award"), why=say("told.goes-on-both")))
    ('D12', 'H4')
    >>> behind(HORSE_RACE_CLAUSES, refuse("draw.can-place"))
    ('H7',)
    """
    return tuple(dict.fromkeys(_behind(clauses, message)))


def _behind(clauses: Mapping[str, str], value: Any) -> Iterator[str]:
    if isinstance(value, Message):
        yield from clauses.get(value.code, "").split()
        for inner in value.data.values():
            yield from _behind(clauses, inner)
