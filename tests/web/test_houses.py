"""What the form of a new table may ask for."""

import pytest

from homestretch.fives.ruleset import GoingOn, Ruleset
from homestretch.games import CARD_RACE, GAMES, HORSE_RACE, SEVEN_ROCKS, Game, published
from homestretch.kit.message import Refusal
from homestretch.race.ruleset import RaceRuleset
from homestretch.web.houses import CLOCKS, Wanted, read_seating, read_wanted, seating_text, usual_seating


def wanted(game: Game, **form: str) -> Wanted:
    answer = read_wanted(game, form)
    assert isinstance(answer, Wanted), answer
    return answer


def test_an_empty_form_asks_for_the_published_rules() -> None:
    for game in GAMES.values():
        asked = wanted(game)
        assert asked.rules == published(game, usual_seating(game))
        assert (asked.others, asked.names, asked.public, asked.clock) == ("friends", (), False, None)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_seating_can_be_asked_for(game: Game) -> None:
    for seating in game.seatings:
        assert wanted(game, seating=seating_text(seating)).rules == published(game, seating)
        assert read_seating(game, seating_text(seating)) == seating


@pytest.mark.parametrize("text", ["", "p", "pp", "x", "-1", "²", "٣", "1e1", "123", "4 p", "4pp", " 2"])
def test_seatings_that_cannot_be_read_are_the_usual_one(text: str) -> None:
    for game in GAMES.values():
        assert read_seating(game, text) == usual_seating(game)


@pytest.mark.parametrize(
    ("game", "form", "code"),
    [
        (HORSE_RACE, {"seating": "0"}, "seating.unknown"),
        (HORSE_RACE, {"seating": "5"}, "seating.unknown"),
        (HORSE_RACE, {"seating": "2p"}, "seating.unknown"),
        (HORSE_RACE, {"seating": "99"}, "seating.unknown"),
        (SEVEN_ROCKS, {"seating": "4"}, "seating.unknown"),
        (CARD_RACE, {"seating": "2"}, "seating.race"),
        (CARD_RACE, {"seating": "27"}, "seating.race"),
        (CARD_RACE, {"seating": "4p"}, "seating.race"),
        (HORSE_RACE, {"target": "0"}, "ruleset.target"),
        (HORSE_RACE, {"target": "10001"}, "ruleset.target"),
        (HORSE_RACE, {"target": "999999999"}, "ruleset.target"),
        (HORSE_RACE, {"target": "9999999999"}, "web.no-number"),
        (HORSE_RACE, {"target": "-5"}, "web.no-number"),
        (HORSE_RACE, {"target": "six"}, "web.no-number"),
        (SEVEN_ROCKS, {"target": "²"}, "web.no-number"),
        (CARD_RACE, {"tokens": "x"}, "web.no-number"),
        (CARD_RACE, {"tokens": "0"}, "ruleset.tokens"),
        (CARD_RACE, {"tokens": "10001"}, "ruleset.tokens"),
        (CARD_RACE, {"seating": "20", "tokens": "10"}, "ruleset.tokens"),
        (CARD_RACE, {"most_stake": "0"}, "ruleset.most-stake"),
        (CARD_RACE, {"most_stake": "1.5"}, "web.no-number"),
        (CARD_RACE, {"prices": "1,2,3"}, "ruleset.prices"),
        (CARD_RACE, {"prices": "1,2,3,4,5,6"}, "ruleset.prices"),
        (CARD_RACE, {"prices": "0,1,2,3,4"}, "ruleset.prices"),
        (CARD_RACE, {"prices": "1,2,3,4,1001"}, "ruleset.prices"),
        (CARD_RACE, {"prices": "one"}, "house.prices"),
        (CARD_RACE, {"prices": "1,2,3,4,-5"}, "house.prices"),
        (HORSE_RACE, {"level": "clever"}, "bot.unknown"),
        (HORSE_RACE, {"others": "here"}, "web.too-few-names"),
        (HORSE_RACE, {"others": "here", "names": "Anna"}, "web.too-few-names"),
        (HORSE_RACE, {"others": "here", "names": " , ,\u200b,"}, "web.too-few-names"),
        (HORSE_RACE, {"others": "here", "names": "Anna, Boris, Chitra"}, "web.too-many-names"),
        (HORSE_RACE, {"others": "here", "names": "Anna,  Anna "}, "people.twice"),
        (HORSE_RACE, {"others": "here", "names": f"{'A' * 30},{'A' * 40}"}, "people.twice"),
    ],
    ids=str,
)
def test_what_no_table_can_be_is_refused(game: Game, form: dict[str, str], code: str) -> None:
    answer = read_wanted(game, form)
    assert isinstance(answer, Refusal)
    assert answer.code == code


def test_house_rules_are_those_of_the_form() -> None:
    rules = wanted(HORSE_RACE, target=" 31 ", going_on="choice").rules
    assert isinstance(rules, Ruleset)
    assert (rules.target, rules.going_on) == (31, GoingOn.CHOICE)
    rules = wanted(SEVEN_ROCKS, going_on="choice").rules
    assert isinstance(rules, Ruleset)
    assert rules.going_on is GoingOn.DUTY, "there is nothing to go on after in this game"
    rules = wanted(CARD_RACE, seating="5", tokens="50", most_stake="7", prices="1, 1 2,3 4").rules
    assert rules == RaceRuleset(5, 50, (1, 1, 2, 3, 4), 7)
    rules = wanted(CARD_RACE, most_stake="7", any_stake="1").rules
    assert isinstance(rules, RaceRuleset)
    assert rules.most_stake is None


def test_clocks_are_those_that_the_form_lists() -> None:
    for clock in CLOCKS:
        assert wanted(HORSE_RACE, clock=str(clock)).clock == clock
    for other in ("", "1", "-20", "20.0", " 20", "٢٠", "9" * 40):
        assert wanted(HORSE_RACE, clock=other).clock is None


def test_names_for_one_device_are_cleaned_and_only_read_where_they_are_asked_for() -> None:
    asked = wanted(HORSE_RACE, others="here", names=" Anna ,\tBoris\n ")
    assert asked.names == ("Anna", "Boris")
    assert wanted(HORSE_RACE, others="bots", names="Anna, Boris, Chitra").names == ()
    assert wanted(HORSE_RACE, public="1").public
    assert not wanted(HORSE_RACE, public="yes").public
