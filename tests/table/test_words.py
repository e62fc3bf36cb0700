"""What doors say of a table: the rules in force."""

from tables import dealt, do

from homestretch.kit.card import Suit
from homestretch.race.decide import suggest
from homestretch.race.moves import Stake
from homestretch.race.state import State
from homestretch.table.commands import Act
from homestretch.table.words import RACE_RULES, race_rules


def due(state: State, seat: int | None) -> list[str]:
    """What the rules of the moment add to those of the game."""
    return [message.code for message in race_rules(state, seat)][len(RACE_RULES) :]


def test_a_race_tells_nobody_to_do_what_they_cannot() -> None:
    table = dealt("card-race-3")
    banker = table.state.banker
    one, other = table.state.backers
    assert [due(table.state, seat) for seat in (banker, one, None)] == [["rule.race-bank"], [], []]
    table = do(table, Act(banker, suggest(table.state)))
    assert [due(table.state, seat) for seat in (banker, one, None)] == [[], ["rule.race-stake"], []]
    table = do(table, *(Act(seat, Stake(Suit.HEARTS, 1)) for seat in (one, other)))
    assert [due(table.state, seat) for seat in (banker, one, None)] == [[], [], []]
