"""The catalogue: the only place that names all games, and the published rules of each as data."""

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from .fives.match import Fives
from .fives.ruleset import (
    Drawing,
    DrawnTile,
    GoingOn,
    Keeps,
    Leads,
    Rounding,
    Ruleset,
    Settlement,
    Spinners,
    Ties,
    faults,
)
from .kit.message import Refusal, refuse
from .kit.rules import Rules
from .race.match import CardRace
from .race.ruleset import FEWEST_PLAYERS, MOST_PLAYERS, RaceRuleset
from .race.ruleset import faults as race_faults

HORSE_RACE_HANDS: Final = {2: 7, 3: 6, 4: 5}
"""How many tiles each player of Horse Race is dealt, by the number of players."""


def horse_race(players: int = 2, *, pairs: bool = False) -> Ruleset:
    """The published rules of Horse Race (dominoes) for one seating."""
    return Ruleset(
        players=players,
        pairs=pairs,
        hand=HORSE_RACE_HANDS[players],
        target=61,
        unit=5,
        spinners=Spinners.ALL,
        drawing=Drawing.UNTIL_FITS,
        keeps=frozenset(Keeps),
        going_on=GoingOn.DUTY,
        drawn_tile=DrawnTile.ENDS_TURN,
        settlement=Settlement.BONUS,
        rounding=Rounding.SUM,
        ties=Ties.EACH,
        leads=Leads.OUT,
    )


def seven_rocks() -> Ruleset:
    """The published rules of Seven Rocks, which has one seating: four in pairs."""
    return Ruleset(
        players=4,
        pairs=True,
        hand=7,
        target=250,
        unit=1,
        spinners=Spinners.FIRST,
        drawing=Drawing.NONE,
        keeps=frozenset(),
        going_on=GoingOn.DUTY,
        drawn_tile=DrawnTile.ENDS_TURN,
        settlement=Settlement.DEDUCTION,
        rounding=Rounding.HAND,
        ties=Ties.NOBODY,
        leads=Leads.OUT,
    )


class Seating(Struct, frozen=True):
    """How many people sit down, and whether they play in pairs."""

    players: int
    pairs: bool = False


_DOMINO_CLAUSES: Final = {
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
_HORSE_RACE_CLAUSES: Final = _DOMINO_CLAUSES | {
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
_SEVEN_ROCKS_CLAUSES: Final = _DOMINO_CLAUSES | {
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
_CARD_RACE_CLAUSES: Final = {
    "seating.race": "C1",
    "seat.unknown": "C1",
    "balances.wrong": "C2",
    "start.lot": "C3",
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


class Game(Struct, frozen=True):
    """One game of the catalogue: its key in commands and records, its seatings, and the clause behind each refusal.

    ``clauses`` maps refusal codes to the numbers that ``docs/rules`` gives its clauses.
    """

    key: str
    family: Literal["fives", "race"]
    seatings: tuple[Seating, ...]
    clauses: Mapping[str, str]


HORSE_RACE: Final = Game(
    "horse-race", "fives", (Seating(2), Seating(3), Seating(4), Seating(4, pairs=True)), _HORSE_RACE_CLAUSES
)
SEVEN_ROCKS: Final = Game("seven-rocks", "fives", (Seating(4, pairs=True),), _SEVEN_ROCKS_CLAUSES)
CARD_RACE: Final = Game(
    "card-race",
    "race",
    tuple(Seating(players) for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)),
    _CARD_RACE_CLAUSES,
)
GAMES: Final = {game.key: game for game in (HORSE_RACE, SEVEN_ROCKS, CARD_RACE)}

AnyRuleset = Ruleset | RaceRuleset
R = TypeVar("R", bound=Struct)


def find(key: str) -> Game | Refusal:
    """The game with this key."""
    return GAMES.get(key) or refuse("game.unknown", name=key, known=tuple(GAMES))


def published(game: Game, seating: Seating) -> AnyRuleset | Refusal:
    """The published rules of a game for this seating."""
    return published_race(seating) if game.family == "race" else published_fives(game, seating)


def published_fives(game: Game, seating: Seating) -> Ruleset | Refusal:
    """The published rules of a domino game for this seating."""
    if seating not in game.seatings:
        return refuse("seating.unknown", game=game.key, seatings=game.seatings)
    return seven_rocks() if game is SEVEN_ROCKS else horse_race(seating.players, pairs=seating.pairs)


def published_race(seating: Seating) -> RaceRuleset | Refusal:
    """The published rules of the card race, in its taught form, for so many people."""
    if seating not in CARD_RACE.seatings:
        return refuse("seating.race", least=FEWEST_PLAYERS, most=MOST_PLAYERS)
    return RaceRuleset(seating.players)


def with_house_rules(rules: Ruleset, *, target: int | None = None, choice: bool = False) -> Ruleset | Refusal:
    """The rules with the target and the going on that this house prefers, or what is wrong with them.

    >>> with_house_rules(horse_race(2), target=31).target
    31
    """
    changed = replace(
        rules,
        target=rules.target if target is None else target,
        going_on=GoingOn.CHOICE if choice else rules.going_on,
    )
    return next(faults(changed), changed)


def rules_for(ruleset: AnyRuleset) -> Rules[Any, Any, Any]:
    """The rules that play by this ruleset."""
    return Fives(ruleset) if isinstance(ruleset, Ruleset) else CardRace(ruleset)


def ruleset_to_plain(ruleset: AnyRuleset) -> dict[str, Any]:
    """A ruleset as JSON values; sets are sorted, so that the same rules give the same bytes."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(ruleset, order="deterministic"))
    return plain


def ruleset_from_plain(game: Game, plain: dict[str, Any]) -> AnyRuleset | Refusal:
    """Read a ruleset from JSON values, or say what is wrong with it."""
    return fives_from_plain(plain) if game.family == "fives" else race_from_plain(plain)


def fives_from_plain(plain: dict[str, Any]) -> Ruleset | Refusal:
    """Read a domino ruleset from JSON values, or say what is wrong with it."""
    rules = _from_plain(plain, Ruleset)
    return rules if isinstance(rules, Refusal) else next(faults(rules), rules)


def race_from_plain(plain: dict[str, Any]) -> RaceRuleset | Refusal:
    """Read a card race's ruleset from JSON values, or say what is wrong with it."""
    rules = _from_plain(plain, RaceRuleset)
    return rules if isinstance(rules, Refusal) else next(race_faults(rules), rules)


def _from_plain(plain: dict[str, Any], kind: type[R]) -> R | Refusal:
    known = kind.__struct_fields__
    for key in plain:
        if key not in known:
            return refuse("ruleset.key", key=key[:40], keys=known)
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        key = next((key for key in plain if f"$.{key}" in str(error)), "")
        return refuse("ruleset.value", key=key)
