"""Names: of sides, and of those at a table."""

from homestretch.fives.ruleset import Ruleset
from homestretch.i18n.narrate import side_name
from homestretch.i18n.speaker import Speaker
from homestretch.table.table import Table


def side_names(speak: Speaker, rules: Ruleset) -> tuple[str, ...]:
    """Every side by the names of those who play for it."""
    return tuple(speak(side_name(rules, side)) for side in range(rules.sides))


def people_at(speak: Speaker, table: Table) -> str:
    """The names of those who sit there."""
    return speak.value(tuple(who.name for who in table.seats if who is not None))
