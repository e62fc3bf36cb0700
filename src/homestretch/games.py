"""The catalogue: the only place that names all games, and the published rules of each as data."""

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from .clauses import (
    CARD_RACE_CLAUSES,
    CARD_RACE_TOLD,
    HORSE_RACE_CLAUSES,
    HORSE_RACE_TOLD,
    SEVEN_ROCKS_CLAUSES,
    SEVEN_ROCKS_TOLD,
    behind,
)
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
from .kit.message import Message, Refusal, refuse
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


class Game(Struct, frozen=True):
    """One game of the catalogue: its key in commands and records, its seatings, and the clause behind each refusal.

    ``clauses`` maps refusal codes to the numbers of clauses in ``learn/rules``, and ``told`` codes of what happens.
    """

    key: str
    family: Literal["fives", "race"]
    seatings: tuple[Seating, ...]
    clauses: Mapping[str, str]
    told: Mapping[str, str]

    def behind(self, message: Message) -> tuple[str, ...]:
        """The clauses behind what is refused or told, the nearest first."""
        return behind({**self.told, **self.clauses}, message)


HORSE_RACE: Final = Game(
    "horse-race",
    "fives",
    (Seating(2), Seating(3), Seating(4), Seating(4, pairs=True)),
    HORSE_RACE_CLAUSES,
    HORSE_RACE_TOLD,
)
SEVEN_ROCKS: Final = Game("seven-rocks", "fives", (Seating(4, pairs=True),), SEVEN_ROCKS_CLAUSES, SEVEN_ROCKS_TOLD)
CARD_RACE: Final = Game(
    "card-race",
    "race",
    tuple(Seating(players) for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)),
    CARD_RACE_CLAUSES,
    CARD_RACE_TOLD,
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


def layout_rules(game: Game) -> Ruleset | Refusal:
    """The published rules by which a layout of this game is laid and counted, which are the same at every seating."""
    if game.family != "fives":
        return refuse("explain.no-layout", game=game.key)
    return published_fives(game, game.seatings[0])


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
