"""What is refused, and with which data; menus, suggestions and the notation."""

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from homestretch.kit.card import Card, Suit
from homestretch.kit.chance import Contributed, Revealed, reveal
from homestretch.kit.hidden import HIDDEN
from homestretch.kit.message import Refusal, say
from homestretch.race.deal import add_entropy, deal, open_round
from homestretch.race.decide import decide, largest_limit, suggest
from homestretch.race.evolve import evolve
from homestretch.race.match import CardRace
from homestretch.race.moves import TURN, Announce, Move, Stake, Turn, parse_move
from homestretch.race.ruleset import MOST_TOKENS, RaceRuleset, faults
from homestretch.race.secrets import redact, view
from homestretch.race.state import Phase, State, new
from race.racing import CUSTOMARY, course, dealt, fold, go, legal, opened, race, refused

RULES = RaceRuleset(3)


def announcing(**changes: Any) -> State:
    return replace(course(100, 100, 100, most_stake=None, deck="D S"), **changes)


def staking() -> State:
    return go(announcing(), "0 bank 1,2,3,5,10 max 4").state


def racing() -> State:
    return go(staking(), "1 D4", "2 S4").state


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        (RaceRuleset(2), "ruleset.race-players"),
        (RaceRuleset(27), "ruleset.race-players"),
        (RaceRuleset(10, tokens=8), "ruleset.tokens"),
        (RaceRuleset(10, tokens=MOST_TOKENS + 1), "ruleset.tokens"),
        (RaceRuleset(3, prices=(1, 2, 3, 5)), "ruleset.prices"),
        (RaceRuleset(3, prices=(0, 2, 3, 5, 10)), "ruleset.prices"),
        (RaceRuleset(3, prices=(1, 2, 3, 5, 1001)), "ruleset.prices"),
        (RaceRuleset(3, most_stake=0), "ruleset.most-stake"),
    ],
)
def test_rules_that_make_no_game(rules: RaceRuleset, code: str) -> None:
    assert [fault.code for fault in faults(rules)] == [code]


@pytest.mark.parametrize("rules", [RaceRuleset(10, tokens=9), RaceRuleset(3, most_stake=None)])
def test_rules_that_make_a_game(rules: RaceRuleset) -> None:
    assert list(faults(rules)) == []


@pytest.mark.parametrize(
    ("state", "text", "refusal"),
    [
        (announcing(), "1 bank 1,2,3,5,10 max 1", Refusal("announce.not-banker", {"banker": 0})),
        (announcing(), "0 bank 1,2,3,5 max 1", Refusal("announce.prices", {"most": 1000})),
        (announcing(), "0 bank 1,2,3,5,10,20 max 1", Refusal("announce.prices", {"most": 1000})),
        (announcing(), "0 bank 0,2,3,5,10 max 1", Refusal("announce.prices", {"most": 1000})),
        (announcing(), "0 bank 1,2,3,5,1001 max 1", Refusal("announce.prices", {"most": 1000})),
        (announcing(), "0 bank 1,2,3,5,10 max 0", Refusal("announce.limit", {"limit": 0})),
        (
            course(100, 100, 100),
            "0 bank 1,2,3,5,10 max 2",
            Refusal("announce.over-most", {"limit": 2, "most": 1}),
        ),
        (
            announcing(),
            "0 bank 1,2,3,5,10 max 17",
            Refusal(
                "bank.cannot-pay",
                {
                    "price": 3,
                    "limit": 17,
                    "needed": 102,
                    "backers": say("count.backers", n=2),
                    "tokens": say("count.tokens", n=100),
                    "largest": 16,
                },
            ),
        ),
        (
            announcing(balances=(5, 100, 195)),
            "0 bank 1,2,3,5,10 max 1",
            Refusal(
                "bank.price-too-high",
                {
                    "price": 3,
                    "backers": say("count.backers", n=2),
                    "tokens": say("count.tokens", n=5),
                    "highest": 2,
                },
            ),
        ),
        (announcing(), "1 D1", Refusal("stake.before-prices", {"banker": 0})),
        (announcing(), "0 turn", Refusal("turn.before-prices")),
        (announcing(), "2 turn", Refusal("turn.not-banker", {"banker": 0})),
        (staking(), "0 bank 1,2,3,5,10 max 1", Refusal("announce.already")),
        (staking(), "0 D1", Refusal("stake.banker")),
        (staking(), "1 D0", Refusal("stake.amount", {"amount": 0})),
        (staking(), "1 D5", Refusal("stake.over-limit", {"amount": 5, "limit": 4})),
        (
            go(announcing(balances=(100, 1, 199)), "0 bank 1,2,3,5,10 max 4").state,
            "1 D2",
            Refusal("stake.over-balance", {"amount": 2, "tokens": say("count.tokens", n=1)}),
        ),
        (announcing(balances=(100, 0, 200)), "1 D1", Refusal("stake.no-tokens")),
        (staking(), "0 turn", Refusal("turn.before-locked", {"waiting": say("count.backers", n=2)})),
        (racing(), "0 bank 1,2,3,5,10 max 1", Refusal("announce.already")),
        (racing(), "1 D1", Refusal("stake.locked")),
        (racing(), "2 turn", Refusal("turn.not-banker", {"banker": 0})),
        (racing(), "0 turn 10D", Refusal("turn.not-next", {"card": Card(10, Suit.DIAMONDS)})),
        (new(RULES), "0 turn", Refusal("round.none")),
        (opened(new(RULES)), "0 turn", Refusal("round.none")),
        (replace(new(RULES), phase=Phase.OVER), "0 turn", Refusal("match.over")),
    ],
    ids=lambda value: value.code if isinstance(value, Refusal) else None,
)
def test_refusals(state: State, text: str, refusal: Refusal) -> None:
    assert refused(state, text) == refusal


def test_opening_dealing_and_contributing_out_of_time() -> None:
    over, promised = replace(new(RULES), phase=Phase.OVER), opened(new(RULES))
    assert open_round(over, bytes(32)) == Refusal("match.over")
    assert open_round(promised, bytes(32)) == Refusal("round.running")
    assert open_round(announcing(), bytes(32)) == Refusal("round.running")
    assert deal(new(RULES)) == Refusal("round.not-promised")
    assert add_entropy(new(RULES), 0, b"x") == Refusal("chance.too-late")
    assert add_entropy(dealt(new(RULES)).state, 0, b"x") == Refusal("chance.too-late")


def test_contributions_change_the_deal() -> None:
    promised = opened(new(RULES))
    added = add_entropy(promised, 1, b"x")
    assert added == (Contributed(1, b"x"),)
    assert deal(fold(promised, added)) != deal(promised)
    assert add_entropy(fold(promised, added), 1, b"y") == Refusal("chance.contributed-already")


@pytest.mark.parametrize("number", range(50))
def test_a_deal_follows_from_its_seed(number: int) -> None:
    assert dealt(new(RULES), number) == dealt(new(RULES), number)


def test_the_menu_of_the_bank() -> None:
    state = course(12, 100, 188, most_stake=None)
    assert legal(state, 0) == ["bank 1,2,3,5,10 max 1", "bank 1,2,3,5,10 max 2"]
    assert legal(state, 1) == []
    assert go(state, "0 bank 1,1,1,1,1 max 6").state.limit == 6, "the menu is no limit of what may be announced"


def test_the_menu_of_a_backer_stays_while_stakes_may_change() -> None:
    state = go(staking(), "1 D4").state
    assert legal(state, 1) == legal(state, 2) == [f"{suit}{amount}" for suit in "SHDC" for amount in range(1, 5)]
    assert legal(state, 0) == []


def test_the_menu_of_a_race() -> None:
    assert [legal(racing(), seat) for seat in range(3)] == [["turn"], [], []]


@pytest.mark.parametrize(
    ("tokens", "prices"), [(100, (1, 2, 3, 5, 10)), (6, (1, 2, 3, 5, 10)), (5, (1, 2, 2, 2, 2)), (2, (1, 1, 1, 1, 1))]
)
def test_suggested_prices(tokens: int, prices: tuple[int, ...]) -> None:
    assert suggest(course(tokens, 100, 100)) == Announce(prices, 1)


def test_the_rules_cap_the_largest_limit() -> None:
    assert largest_limit(course(100, 100, 100, most_stake=5), (1, 2, 3, 5, 10)) == 5
    assert largest_limit(course(20, 100, 100, most_stake=5), (1, 2, 3, 5, 10)) == 3


def test_who_is_waited_for() -> None:
    rules = CardRace(RULES)
    assert rules.actors(rules.new()) == ()
    assert rules.actors(announcing()) == (0,)
    assert rules.actors(staking()) == (1, 2)
    assert rules.actors(go(staking(), "1 D1").state) == (2,)
    assert rules.actors(racing()) == (0,)
    assert rules.actors(replace(racing(), phase=Phase.OVER)) == ()


def test_a_finished_race_shows_its_seed() -> None:
    state = dealt(new(RULES)).state
    run = race(state, *(f"{seat} S1" for seat in state.backers))
    assert run.kinds[-2:] == ["Paid", "Revealed"]
    assert state.shuffle is not None
    assert run.only(Revealed) == reveal(state.shuffle)
    assert run.state.phase is Phase.ROUND


@pytest.mark.parametrize("phase", [Phase.DEAL, Phase.ANNOUNCE, Phase.STAKE, Phase.RACE])
def test_breaking_off_shows_the_seed_but_no_stake(phase: Phase) -> None:
    rules = CardRace(RULES)
    state = replace(dealt(new(RULES)).state, phase=phase, stakes=(None, Stake(Suit.CLUBS, 1), None))
    broken = fold(state, rules.break_off(state))
    assert (broken.phase, broken.winners) == (Phase.OVER, ())
    assert broken.shuffle is not None
    assert broken.shuffle.revealed
    assert view(broken, 2).stakes == (None, HIDDEN, None)


def test_nothing_to_break_off() -> None:
    assert CardRace(RULES).break_off(new(RULES)) == ()
    assert CardRace(RULES).break_off(announcing()) == ()


def test_a_viewer_cannot_decide_what_is_hidden() -> None:
    with pytest.raises(ValueError, match="deck"):
        decide(view(racing(), 0), 0, TURN)
    with pytest.raises(ValueError, match="stakes"):
        decide(view(go(staking(), "1 D1").state, 2), 2, Stake(Suit.CLUBS, 1))
    with pytest.raises(ValueError, match="bank"):
        suggest(new(RULES))


def test_unknown_events_are_neither_applied_nor_shown() -> None:
    stranger: Any = SimpleNamespace()
    with pytest.raises(TypeError, match="SimpleNamespace"):
        evolve(new(RULES), stranger)
    with pytest.raises(TypeError, match="SimpleNamespace"):
        redact(stranger, 0)
    with pytest.raises(TypeError, match="Contributed"):
        evolve(new(RULES), Contributed(0, b"x"))
    with pytest.raises(TypeError, match="Revealed"):
        evolve(new(RULES), Revealed(bytes(32)))


@pytest.mark.parametrize(
    ("text", "move"),
    [
        (CUSTOMARY, Announce((1, 2, 3, 5, 10), 1)),
        ("  BANK 1 2, 3 ,5 10  max  20 ", Announce((1, 2, 3, 5, 10), 20)),
        ("D1", Stake(Suit.DIAMONDS, 1)),
        ("d 12", Stake(Suit.DIAMONDS, 12)),
        ("spade 3", Stake(Suit.SPADES, 3)),
        ("Hearts 3", Stake(Suit.HEARTS, 3)),
        ("♣ 3", Stake(Suit.CLUBS, 3)),
        ("turn", TURN),
        ("Turn kS", Turn(Card(13, Suit.SPADES))),
        ("turn 10♦", Turn(Card(10, Suit.DIAMONDS))),
    ],
)
def test_moves_are_read_in_every_spelling(text: str, move: Move) -> None:
    read = parse_move(text)
    assert read == move
    assert parse_move(str(read)) == move


@pytest.mark.parametrize(
    "text", ["", "D", "1", "D1.5", "D-1", "X1", "turns", "D1234567890", "bank", "bank 1,2,3,5,10", "D١", "bank , max 1"]
)
def test_texts_that_are_no_move(text: str) -> None:
    assert parse_move(text) == Refusal("notation.race-move", {"text": text})


def test_a_text_that_is_no_card() -> None:
    assert parse_move("turn 1D") == Refusal("notation.card", {"text": "1d"})


def test_what_a_player_can_mean() -> None:
    game = CardRace(RaceRuleset(3))
    assert not any(game.move_fault(move) for move in (TURN, Stake(Suit.CLUBS, 1), Announce((1, 2, 3, 5, 10), 1)))
    assert game.move_fault(Turn(Card(10, Suit.CLUBS))) == Refusal("turn.named")
    assert all(game.move_fault(value) == Refusal("table.other-game") for value in ("turn", None, Suit.CLUBS))
