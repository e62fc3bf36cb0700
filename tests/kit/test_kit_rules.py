"""The protocol: the domino games keep it (the type checker proves it; here it is used)."""

from homestretch.fives.events import Event
from homestretch.fives.match import Fives
from homestretch.fives.moves import Move
from homestretch.fives.state import State
from homestretch.games import horse_race, seven_rocks
from homestretch.kit.rules import Rules


def test_the_domino_games_keep_the_protocol() -> None:
    games: list[Rules[State, Move, Event]] = [Fives(horse_race()), Fives(seven_rocks())]
    assert [game.players for game in games] == [2, 4]
    for game in games:
        state = game.new()
        assert game.awaits_round(state)
        assert not game.awaits_deal(state)
        assert game.actors(state) == game.winners(state) == ()
