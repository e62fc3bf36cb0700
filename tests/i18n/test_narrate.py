"""Every event of every game can be told to every viewer in every language, and awards are told with their sums."""

from typing import Any

import pytest
from msgspec.structs import replace

from homestretch.analysis.simulate import master_seed
from homestretch.bots.levels import BOTS
from homestretch.fives.decide import decide
from homestretch.fives.events import Dealt, Drew, Played, Settled
from homestretch.fives.evolve import evolve
from homestretch.fives.layout import Layout
from homestretch.fives.moves import Play
from homestretch.fives.ruleset import Ruleset
from homestretch.fives.settle import settle
from homestretch.fives.state import new
from homestretch.games import (
    CARD_RACE,
    HORSE_RACE,
    SEVEN_ROCKS,
    Game,
    Seating,
    horse_race,
    published,
    rules_for,
    seven_rocks,
    with_house_rules,
)
from homestretch.i18n.explain import where_places, why_award, why_counts
from homestretch.i18n.narrate import tell
from homestretch.i18n.speaker import LANGUAGES, Speaker
from homestretch.kit.chance import Stream, derive
from homestretch.kit.message import Refusal
from homestretch.kit.tile import parse_tile

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")


def tiles(text: str) -> tuple[Any, ...]:
    return tuple(parse_tile(word) for word in text.split())


def story(game: Game, seating: Seating, seed: str) -> list[tuple[Any, Any]]:
    ruleset = published(game, seating)
    assert not isinstance(ruleset, Refusal)
    rules = rules_for(ruleset)
    stream = Stream(master_seed(seed), b"moves")
    state = rules.new()
    told = []
    rounds = 0
    while not rules.winners(state) and rounds < 4:
        if rules.awaits_round(state):
            rounds += 1
            events: Any = rules.open_round(state, derive(master_seed(seed), rounds))
        elif rules.awaits_deal(state):
            events = rules.deal(state)
        else:
            seat = rules.actors(state)[0]
            events = rules.decide(state, seat, BOTS["random"](rules.view(state, seat), seat, stream))
        for event in events:
            state = rules.evolve(state, event)
            told.append((event, state))
    return told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "seating"),
    [(HORSE_RACE, each) for each in HORSE_RACE.seatings]
    + [(SEVEN_ROCKS, SEVEN_ROCKS.seatings[0]), (CARD_RACE, Seating(3)), (CARD_RACE, Seating(5))],
)
def test_everything_that_happens_can_be_told(game: Game, seating: Seating, language: str) -> None:
    speak = Speaker(language, NAMES)
    ruleset = published(game, seating)
    assert not isinstance(ruleset, Refusal)
    rules = rules_for(ruleset)
    told = story(game, seating, "tell")
    for event, state in told:
        for viewer in (None, *range(seating.players)):
            for message in tell(rules.redact(event, viewer), rules.view(state, viewer)):
                assert speak(message).strip()
    if isinstance(ruleset, Ruleset):
        for _, state in told:
            for message in (*why_counts(state.layout), *where_places(state.layout), why_award(state.layout, ruleset)):
                assert speak(message).strip()


def spoken(event: Any, state: Any) -> list[str]:
    speak = Speaker("en", NAMES)
    return [speak(message) for message in tell(event, state)]


def test_an_award_is_told_with_its_sum_and_points() -> None:
    rules = horse_race(2)
    state = new(rules)
    hands = (tiles("1-4 1-1 4-4"), tiles("0-0 0-1 0-2"))
    for event in (
        Dealt(0, "lot", hands, ()),
        Played(0, tiles("1-4")[0], None, goes_on=True),
        Played(0, tiles("1-1")[0], tiles("1-4")[0], goes_on=True),
    ):
        state = evolve(state, event)
    event = Played(0, tiles("4-4")[0], tiles("1-4")[0], goes_on=True)
    state = evolve(state, event)
    assert spoken(event, state) == [
        "Ann joins 4-4 to 1-4. 2 + 8 = 10: 2 points. A double that scores keeps the turn once."
    ]


def test_a_drawn_tile_is_named_to_its_drawer_alone() -> None:
    state = new(horse_race(2))
    assert spoken(Drew(0, tiles("1-4")[0], fits=False), state) == ["Ann draws 1-4; it does not fit."]


def test_a_settlement_is_told_item_by_item() -> None:
    rules = horse_race(4, pairs=True)
    hands = ((), tiles("4-5"), tiles("3-4"), tiles("2-6"))
    settled = settle(rules, hands, out=0)
    state = evolve(new(rules), Dealt(0, "lot", hands, ()))
    lines = spoken(settled, evolve(state, settled))
    assert "Bo is left with 4-5: 9." in lines
    assert not any("Cy is left" in line for line in lines)
    assert lines[-1] == "Ann and Cy score the opponents’ pips: 9 + 8 = 17 → 15: 3 points."


def test_deductions_are_told_hand_by_hand() -> None:
    rules = seven_rocks()
    hands = (tiles("1-2"), (), tiles("0-3"), tiles("0-1"))
    settled: Settled = settle(rules, hands, out=1)
    state = evolve(new(rules), Dealt(0, "lot", hands, ()))
    lines = spoken(settled, evolve(state, settled))
    assert "Ann and Cy: 3 → 5, 3 → 5, each hand rounded alone, and −10 points for the pair." in lines


def test_the_target_of_the_house_is_the_one_that_counts() -> None:
    changed = with_house_rules(horse_race(2), target=7)
    assert not isinstance(changed, Refusal)
    assert changed.target == 7


def test_a_lone_opening_tile_counts_both_halves() -> None:
    layout = Layout(horse_race(2).spinners).join(tiles("1-4")[0])
    assert [Speaker("en")(line) for line in why_counts(layout)] == [
        "1-4: one half counts 1; nothing is joined to it yet.",
        "1-4: one half counts 4; nothing is joined to it yet.",
    ]


def test_a_turn_that_ends_with_the_match_is_not_told_as_kept() -> None:
    rules = horse_race(2)
    state = replace(evolve(new(rules), Dealt(0, "lot", (tiles("5-5 0-1"), tiles("1-3")), ())), scores=(60, 0))
    events = decide(state, 0, Play(tiles("5-5")[0]))
    assert isinstance(events, tuple)
    lines = []
    for event in events:
        state = evolve(state, event)
        lines += spoken(event, state)
    assert lines == [
        "Ann opens with 5-5. 10: 2 points.",
        "Ann wins the match with 62 points.",
        "Final score: Ann: 62, Bo: 0.",
    ]
