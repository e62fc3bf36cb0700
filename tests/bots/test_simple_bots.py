"""The simple bots: they play by the rules, and they are honest: what they do depends on what they may see alone."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from helpers import table
from homestretch.bots.levels import BOTS, find_bot
from homestretch.bots.simple import greedy_bot, random_bot
from homestretch.fives.decide import legal_moves
from homestretch.fives.layout import award
from homestretch.fives.moves import DRAW, PASS, Play
from homestretch.games import AnyRuleset, horse_race, rules_for, seven_rocks
from homestretch.kit.card import SUITS, Suit
from homestretch.kit.chance import Stream, derive
from homestretch.kit.hidden import HIDDEN
from homestretch.kit.message import Refusal
from homestretch.race.moves import TURN, Announce, Stake
from homestretch.race.odds import bank_edge, chances
from homestretch.race.ruleset import RaceRuleset
from homestretch.race.state import Phase
from homestretch.record.redact import view

RULESETS: dict[str, AnyRuleset] = {
    "horse-race-2": horse_race(2),
    "horse-race-3": horse_race(3),
    "horse-race-pairs": horse_race(4, pairs=True),
    "seven-rocks": seven_rocks(),
    "card-race": RaceRuleset(4, most_stake=None),
}


def states(key: str, seed: bytes, rounds: int = 2) -> Iterator[Any]:
    """Every state of a few rounds of random play in which somebody may move."""
    rules = rules_for(RULESETS[key])
    state = rules.new()
    stream = Stream(seed, b"states")
    while not rules.winners(state):
        if rules.awaits_round(state):
            if not rounds:
                return
            rounds -= 1
            events = rules.open_round(state, derive(seed, "round", rounds))
        elif rules.awaits_deal(state):
            events = rules.deal(state)
        else:
            yield state
            (seat, *_) = rules.actors(state)
            events = rules.decide(state, seat, random_bot(view(rules, state, seat), seat, stream))
        assert not isinstance(events, Refusal)
        for event in events:
            state = rules.evolve(state, event)


def other_world(key: str, state: Any, seat: int, stream: Stream) -> Any:
    """Another state that looks the same to this seat: what it cannot see is dealt anew."""
    if key == "card-race":
        stakes = tuple(
            stake if stake is None or at == seat or state.locked else Stake(stream.choice(SUITS), stream.below(3) + 1)
            for at, stake in enumerate(state.stakes)
        )
        return replace(state, deck=stream.shuffled(state.deck), stakes=stakes, shuffle=None)
    hidden = [tile for at, hand in enumerate(state.hands) if at != seat for tile in hand] + list(state.boneyard)
    order = list(stream.shuffled(hidden))
    hands = tuple(hand if at == seat else tuple(order.pop() for _ in hand) for at, hand in enumerate(state.hands))
    return replace(state, hands=hands, boneyard=tuple(order), shuffle=None)


@pytest.mark.parametrize("key", RULESETS)
@pytest.mark.parametrize("name", BOTS)
def test_a_bot_moves_the_same_whatever_it_cannot_see(key: str, name: str) -> None:
    """The same view in two worlds, and the same numbers to choose by: the same move."""
    rules = rules_for(RULESETS[key])
    changed = tried = 0
    for number, state in enumerate(states(key, b"honest")):
        (seat, *_) = rules.actors(state)
        other = other_world(key, state, seat, Stream(b"world", str(number).encode()))
        one, two = view(rules, replace(state, shuffle=None), seat), view(rules, other, seat)
        assert one == two
        moves = {str(BOTS[name](seen, seat, Stream(b"same", str(number).encode()))) for seen in (one, two)}
        assert len(moves) == 1
        changed += other != replace(state, shuffle=None)
        tried += 1
    assert tried > 20
    assert changed > tried / 2


@pytest.mark.parametrize("key", RULESETS)
@pytest.mark.parametrize("name", BOTS)
def test_what_a_bot_is_shown_holds_no_secret_and_is_enough(key: str, name: str) -> None:
    rules = rules_for(RULESETS[key])
    for number, state in enumerate(states(key, b"enough")):
        for seat in rules.actors(state):
            shown = view(rules, state, seat)
            assert shown.shuffle.seed is None
            if key == "card-race":
                assert set(shown.deck) <= {HIDDEN}
            else:
                assert set(shown.boneyard) <= {HIDDEN}
                others = [hand for at, hand in enumerate(shown.hands) if at != seat]
                assert all(tile is HIDDEN for hand in others for tile in hand)
            move = BOTS[name](shown, seat, Stream(b"n", str(number).encode()))
            assert not isinstance(rules.decide(state, seat, move), Refusal)


@pytest.mark.parametrize("key", RULESETS)
def test_the_same_numbers_give_the_same_moves(key: str) -> None:
    rules = rules_for(RULESETS[key])
    for bot in BOTS.values():
        for state in states(key, b"again", 1):
            (seat, *_) = rules.actors(state)
            shown = view(rules, state, seat)
            assert bot(shown, seat, Stream(b"x", b"y")) == bot(shown, seat, Stream(b"x", b"y"))


def test_the_random_bot_makes_every_legal_move_in_the_end() -> None:
    state = table(horse_race(2), "5-5 2-5 0-1", "3-5 1-1", layout="5-6")
    made = {random_bot(state, 0, Stream(b"x", str(number).encode())) for number in range(60)}
    assert made == set(legal_moves(state, 0))


def test_the_greedy_bot_takes_the_largest_award() -> None:
    state = table(seven_rocks(), "5-5 0-4 1-4 2-2", "0-0", "0-1", "0-2", layout="4-6")
    move = greedy_bot(state, 0, Stream(b"x", b"y"))
    totals = {
        play: award(state.layout.join(play.tile, play.host).total)
        for play in legal_moves(state, 0)
        if isinstance(play, Play)
    }
    assert isinstance(move, Play)
    assert totals[move] == max(totals.values())


def test_without_awards_the_greedy_bot_keeps_the_turn_then_sheds_the_heaviest() -> None:
    state = table(horse_race(2), "1-1 1-5 1-6", "0-0", layout="1-2")
    # 1-1 counts 2 + 2 = 4, 1-5 counts 5 + 2 = 7 and 1-6 counts 6 + 2 = 8: nothing scores
    assert str(greedy_bot(state, 0, Stream(b"x", b"y"))) == "1-1@1-2"
    rocks = table(seven_rocks(), "1-1 1-5 1-6", "0-0", "0-1", "0-2", layout="1-2")
    assert str(greedy_bot(rocks, 0, Stream(b"x", b"y"))) == "1-6@1-2"


def test_the_greedy_bot_draws_and_knocks_where_it_must() -> None:
    assert greedy_bot(table(horse_race(2), "0-0", "5-5", boneyard="1-1", layout="6-6"), 0, Stream(b"", b"")) == DRAW
    assert greedy_bot(table(horse_race(2), "0-0", "5-6", layout="6-6"), 0, Stream(b"", b"")) == PASS


def test_the_greedy_backer_takes_the_bet_that_favours_it_most_and_all_that_is_allowed() -> None:
    rules = rules_for(RULESETS["card-race"])
    seen: set[bool] = set()
    for number in range(40):
        for state in states("card-race", bytes([number]), 1):
            if state.phase is Phase.STAKE:
                (seat, *_) = rules.actors(state)
                stake = greedy_bot(view(rules, state, seat), seat, Stream(b"x", b"y"))
                edges = {suit: bank_edge(chances(state.counts)[suit], state.price(suit)) for suit in SUITS}
                assert isinstance(stake, Stake)
                assert edges[stake.suit] == min(edges.values())
                favours = edges[stake.suit] < 0
                assert stake.amount == (min(state.limit, state.balances[seat]) if favours else 1)
                seen.add(favours)
            elif state.phase is Phase.RACE:
                assert greedy_bot(view(rules, state, state.banker), state.banker, Stream(b"", b"")) == TURN
                break
    assert True in seen


def test_the_greedy_bank_announces_what_it_can_pay() -> None:
    state = next(states("card-race", b"bank"))
    announced = greedy_bot(state, state.banker, Stream(b"", b""))
    assert isinstance(announced, Announce)
    assert announced.prices == (1, 2, 3, 5, 10)
    assert announced.limit * 3 * max(announced.prices[count] for count in state.counts) <= 100


def test_names_of_bots() -> None:
    assert find_bot("greedy") is greedy_bot
    found = find_bot("master of the universe")
    assert isinstance(found, Refusal)
    assert found.code == "bot.unknown"
    assert set(found.data["known"]) == set(BOTS)
    assert Suit.SPADES in SUITS
