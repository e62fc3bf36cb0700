"""The bots of the card race: legal and honest anywhere, exact where one can reckon, and each better than the last."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any, Final

import pytest
from msgspec.structs import replace

from homestretch.bots.race import cautious_bot, meeting_bot, value_bot
from homestretch.bots.simple import Bot, random_bot
from homestretch.kit.card import SUITS, Suit
from homestretch.kit.chance import Stream, derive
from homestretch.kit.message import Refusal
from homestretch.race.deal import deal, open_round
from homestretch.race.decide import decide, largest_limit, legal_moves, suggest
from homestretch.race.events import Event
from homestretch.race.evolve import evolve
from homestretch.race.match import CardRace
from homestretch.race.moves import TURN, Announce, Move, Stake
from homestretch.race.odds import bank_edge, chances, track_faults
from homestretch.race.ruleset import RaceRuleset, faults
from homestretch.race.secrets import view
from homestretch.race.state import Phase, State, new
from race.racing import course, go

BOTS: Final[dict[str, Bot]] = {"cautious": cautious_bot, "value": value_bot, "meeting": meeting_bot}
EACH: Final = pytest.mark.parametrize("bot", BOTS.values(), ids=list(BOTS))

HOUSES: Final = (
    RaceRuleset(3),
    RaceRuleset(4),
    RaceRuleset(4, most_stake=None),
    RaceRuleset(6, most_stake=None),
    RaceRuleset(3, most_stake=None, prices=(1, 1, 1, 1, 1)),
    RaceRuleset(4, most_stake=None, prices=(2, 3, 40, 400, 1000)),
    RaceRuleset(5, most_stake=5, prices=(10, 5, 3, 2, 1)),
    RaceRuleset(5, most_stake=None, tokens=4),
    RaceRuleset(3, most_stake=None, tokens=10_000),
)

TRACKS: Final = tuple(
    counts for counts in combinations_with_replacement(range(5), 4) if sum(counts) == 7 and track_faults(counts) is None
)
"""Every kind of track, up to the names of the suits."""

LIKELIEST_DIAMONDS: Final = "2S 3S 2H 3H 2D 2C 3C"


def numbers(number: int = 0) -> Stream:
    return Stream(number.to_bytes(32, "big"), b"test")


def track(counts: Sequence[int]) -> str:
    """So many cards of each suit."""
    return " ".join(
        f"{rank}{suit.letter}" for suit, count in zip(SUITS, counts, strict=True) for rank in range(2, 2 + count)
    )


def last_race(*balances: int, at: str = LIKELIEST_DIAMONDS) -> State:
    """The last race of a meeting: seat 0 holds the bank and may allow any stake."""
    return replace(course(*balances, track=at, most_stake=None), race=len(balances))


def choices(bot: Bot, state: State, seat: int) -> list[Any]:
    """What the bot does with different numbers."""
    return [bot(view(state, seat), seat, numbers(number)) for number in range(12)]


def meeting(rules: RaceRuleset, number: int, bots: Sequence[Bot]) -> Iterator[tuple[State, int, Move]]:
    """Every decision of a meeting: the complete state, the seat, and what its bot did; at last the state at the end."""
    state, stream, seed = new(rules), numbers(number), number.to_bytes(32, "big")
    events: tuple[Event, ...] | Refusal
    while state.phase is not Phase.OVER:
        if state.phase is Phase.ROUND:
            events = open_round(state, derive(seed, "round", state.banked))
        elif state.phase is Phase.DEAL:
            events = deal(state)
        else:
            (seat, *_) = CardRace(rules).actors(state)
            move = bots[seat](view(state, seat), seat, stream)
            yield state, seat, move
            events = decide(state, seat, move)
        assert not isinstance(events, Refusal), events
        for event in events:
            state = evolve(state, event)
    yield state, -1, TURN


def gain(state: State, stake: Stake) -> Fraction:
    """What a backer may expect of this stake."""
    return -bank_edge(chances(state.counts)[stake.suit], state.price(stake.suit)) * stake.amount


def bank_gain(state: State, announce: Announce) -> Fraction:
    """What a bank may expect from one backer who replies best and one who stakes by lot."""
    open_bank = replace(state, prices=announce.prices, limit=announce.limit)
    gains = [gain(open_bank, Stake(suit, amount)) for suit in SUITS for amount in range(1, announce.limit + 1)]
    return -max(gains) - sum(gains, Fraction(0)) / len(gains)


@pytest.mark.parametrize("rules", HOUSES, ids=str)
def test_whole_meetings_are_legal(rules: RaceRuleset) -> None:
    assert not list(faults(rules))
    made = set()
    for number in range(4):
        cast = [*BOTS.values(), random_bot, meeting_bot, value_bot]
        bots = tuple(cast[(seat + number) % len(cast)] for seat in range(rules.players))
        for state, seat, move in meeting(rules, number, bots):
            if isinstance(move, Stake):
                assert move in legal_moves(state, seat)
            made.add(type(move))
        assert state.winners
        assert sum(state.balances) == rules.players * rules.tokens
    assert made == {Announce, Stake, type(TURN)}


@pytest.mark.parametrize("rules", [HOUSES[1], HOUSES[2], HOUSES[6]], ids=str)
def test_a_bot_does_the_same_in_every_world_that_looks_the_same(rules: RaceRuleset) -> None:
    """Even if it were handed the complete state: neither stakes nor deck are looked at."""
    hidden = 0
    for state, seat, _ in meeting(rules, 1, (random_bot,) * rules.players):
        if state.phase is Phase.OVER or state.turned:
            continue
        stakes = tuple(
            stake if stake is None or at == seat or state.locked else Stake(Suit.CLUBS, state.limit)
            for at, stake in enumerate(state.stakes)
        )
        other = replace(state, deck=numbers().shuffled(state.deck), stakes=stakes)
        hidden += stakes != state.stakes
        assert view(other, seat) == view(state, seat)
        for bot in BOTS.values():
            moves = [bot(shown, seat, numbers(5)) for shown in (view(state, seat), view(state, seat), state, other)]
            assert moves == moves[:1] * 4
    assert hidden > 3


@EACH
def test_the_banker_turns(bot: Bot) -> None:
    state = go(course(100, 100, 100), "0 bank 1,1,1,1,1 max 1", "1 D1", "2 S1").state
    assert bot(view(state, 0), 0, numbers()) == TURN


def test_there_is_no_meeting_to_win_before_a_race() -> None:
    with pytest.raises(ValueError, match="bank"):
        meeting_bot(new(RaceRuleset(3)), 0, numbers())


# The learner


def test_the_learner_mostly_backs_the_likeliest_horse_with_half_of_what_is_allowed() -> None:
    state = go(course(100, 100, 30, most_stake=None), "0 bank 1,1,3,5,10 max 16").state
    stakes = choices(cautious_bot, state, 1)
    assert stakes.count(Stake(Suit.DIAMONDS, 8)) > 6
    assert max(stake.amount for stake in stakes) == 8
    assert len({stake.suit for stake in stakes}) > 1


def test_the_learner_banks_as_is_the_custom() -> None:
    state = course(100, 100, 100, most_stake=None)
    assert set(choices(cautious_bot, state, 0)) == {suggest(state)} == {Announce((1, 2, 3, 5, 10), 16)}


# The one that reckons


@pytest.mark.parametrize(
    ("bank", "stakes"),
    [
        # spades, hearts and clubs win with 0.207 each, diamonds with 0.378
        ("1,2,3,5,10 max 7", {"D7"}),  # D 3 × 0.378 = 1.13; S 4 × 0.207 = 0.83
        ("1,2,4,5,10 max 7", {"D7"}),  # S 5 × 0.207 = 1.03, less than 1.13
        ("1,2,5,5,10 max 6", {"S6", "H6", "C6"}),  # S 6 × 0.207 = 1.24
        ("1,1,3,5,10 max 7", {"S1", "H1", "C1"}),  # D 2 × 0.378 = 0.76, S 0.83: nothing favours the backer
        ("1,1,1,1,1 max 33", {"D1"}),
    ],
)
def test_the_best_horse_is_backed_with_all_or_with_one(bank: str, stakes: set[str]) -> None:
    state = go(course(100, 100, 100, 100, most_stake=None), f"0 bank {bank}").state
    assert {str(stake) for stake in choices(value_bot, state, 1)} == stakes


def test_no_stake_is_more_than_the_backer_has() -> None:
    state = go(course(100, 3, 100, most_stake=None), "0 bank 1,2,1,1,1 max 20").state
    assert set(choices(value_bot, state, 1)) == {Stake(Suit.DIAMONDS, 3)}


@pytest.mark.parametrize("counts", TRACKS, ids=str)
def test_no_stake_may_expect_more(counts: tuple[int, ...]) -> None:
    for prices in product((1, 2, 4, 11), repeat=2):
        table = (1, *prices, 6, 14)
        state = replace(course(100, 100, 100, track=track(counts)), phase=Phase.STAKE, prices=table, limit=2)
        best = max(gain(state, stake) for stake in legal_moves(state, 1) if isinstance(stake, Stake))
        assert {gain(state, stake) for stake in choices(value_bot, state, 1)} == {best}


@pytest.mark.parametrize("counts", TRACKS, ids=str)
def test_no_bank_may_expect_more(counts: tuple[int, ...]) -> None:
    """Of all that can be announced at low prices, against a best reply and a stake by lot."""
    state = course(12, 100, 100, track=track(counts), most_stake=None)
    tables = [
        tuple(dict(zip(sorted(set(counts)), prices, strict=True)).get(count, 1) for count in range(5))
        for prices in product((1, 2, 3), repeat=len(set(counts)))
    ]
    best = max(
        bank_gain(state, Announce(table, limit))
        for table in tables
        for limit in range(1, largest_limit(state, table) + 1)
    )
    assert {bank_gain(state, announce) for announce in choices(value_bot, state, 0)} == {best}


@pytest.mark.parametrize("counts", TRACKS, ids=str)
def test_the_bank_favours_no_backer_where_it_need_not(counts: tuple[int, ...]) -> None:
    state = course(100, 100, 100, track=track(counts), most_stake=None)
    odds = chances(state.counts)
    for announce in choices(value_bot, state, 0):
        prices = {suit: announce.prices[count] for suit, count in zip(SUITS, state.counts, strict=True)}
        for suit in SUITS:
            assert bank_edge(odds[suit], prices[suit]) >= 0 or prices[suit] == 1


# The one that plays for the meeting


def test_behind_in_the_last_race_it_stakes_enough_to_overtake() -> None:
    state = go(last_race(110, 80, 105, 100), "0 bank 1,1,1,1,1 max 33").state
    for stake in choices(meeting_bot, state, 1):
        assert stake.suit is Suit.DIAMONDS  # every horse pays the same: the likeliest
        assert 80 + stake.amount > 106  # what seat 2 has if it wins 1
    assert set(choices(value_bot, state, 1)) == {Stake(Suit.DIAMONDS, 1)}


def test_behind_in_the_last_race_it_backs_a_horse_that_pays_enough() -> None:
    """Diamonds at 2:1 favour the backer, but 75 + 2 × 8 is not enough."""
    state = go(last_race(120, 75, 105, 100), "0 bank 1,2,5,5,10 max 8").state
    for stake in choices(meeting_bot, state, 1):
        assert state.price(stake.suit) == 5
        assert 75 + 5 * stake.amount >= 105
    assert {stake.suit for stake in choices(meeting_bot, state, 1)} == {Suit.SPADES, Suit.HEARTS, Suit.CLUBS}


def test_a_lead_is_defended_with_the_least() -> None:
    """With 112 against 100 and stakes of at most 10 at 1:1, a stake of 1 wins whatever happens."""
    state = go(last_race(100, 112, 100, 100), "0 bank 1,1,1,1,1 max 10").state
    assert {stake.amount for stake in choices(meeting_bot, state, 1)} == {1}


def test_a_safe_lead_is_not_staked_even_on_a_bet_that_gains() -> None:
    state = go(last_race(100, 150, 100, 100), "0 bank 1,2,3,5,10 max 6").state
    assert set(choices(meeting_bot, state, 1)) == {Stake(Suit.DIAMONDS, 1)}
    assert set(choices(value_bot, state, 1)) == {Stake(Suit.DIAMONDS, 6)}


def test_a_bank_that_is_ahead_closes_the_betting() -> None:
    """With 108 against 100, a bank that allows 1 at 1:1 ends with 105 or more, the others with 101 or less."""
    for at in (LIKELIEST_DIAMONDS, "2S 3S 2H 3H 2D 3D 4D"):
        assert set(choices(meeting_bot, last_race(108, 100, 100, 100, at=at), 0)) == {Announce((1,) * 5, 1)}


def test_a_bank_that_is_behind_opens_it() -> None:
    """With 90 against 100, it must win 10 more than the best of the others, who stake 1 unless they are tempted."""
    for announce in choices(meeting_bot, last_race(90, 100, 100, 100), 0):
        assert announce.limit >= 6
        assert sum(announce.prices) <= 6


def test_someone_without_rivals_at_the_bets_can_still_stake() -> None:
    state = go(last_race(100, 90, 0), "0 bank 1,1,1,1,1 max 60").state
    for stake in choices(meeting_bot, state, 1):
        assert stake.suit is Suit.DIAMONDS
        assert stake.amount >= 6  # 96 against 94


# All of them


@pytest.mark.parametrize("most_stake", [1, None])
@pytest.mark.parametrize(
    ("weaker", "stronger"), [(random_bot, cautious_bot), (cautious_bot, value_bot), (value_bot, meeting_bot)]
)
def test_between_two_of_the_weaker_the_stronger_wins_more_than_a_third(
    weaker: Bot, stronger: Bot, most_stake: int | None
) -> None:
    won, meetings = Fraction(0), 75
    for number in range(meetings):
        bots = [stronger if seat == number % 3 else weaker for seat in range(3)]
        *_, (state, _, _) = meeting(RaceRuleset(3, most_stake=most_stake), number, bots)
        won += Fraction(number % 3 in state.winners, len(state.winners))
    assert won > Fraction(meetings, 3)
