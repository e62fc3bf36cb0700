"""The clauses C1–C14 of ``learn/rules/en/card-race.md``, in the order of the page."""

import pytest
from msgspec.structs import replace

from homestretch.kit.card import RUNNERS, SUITS, Card, Suit
from homestretch.kit.chance import Lotted
from homestretch.kit.hidden import HIDDEN
from homestretch.kit.seat import SPECTATOR
from homestretch.race.decide import largest_limit, suggest
from homestretch.race.events import Announced, BankPassed, Laid, Locked, MeetingWon, Paid, Payment, Staked, Turned, Won
from homestretch.race.moves import Announce, Stake
from homestretch.race.ruleset import FINISH, MOST_PLAYERS, TRACK, RaceRuleset, faults
from homestretch.race.secrets import redact, view
from homestretch.race.state import Phase, State, new, suit_counts
from race.racing import CUSTOMARY, Run, course, cs, dealt, go, legal, race, refused

LATE = "S S S S S S H H H H H D D D D D D D C C C C 10D"
"""Spades at 6, hearts at 5, diamonds at 7, clubs at 4, and then the ten of diamonds."""

STRAIGHT = "D D D D D D D D"
"""Eight diamonds in a row."""

DIAMONDS = ["2D", "3D", "4D", "5D"]
OTHERS = ["2S", "3S", "4S", "5S", "2H", "3H", "4H"]


def bet_on_spades(state: State) -> Run:
    """A laid race run to its end, with 1 token of every backer on spades."""
    return race(state, *(f"{seat} S1" for seat in state.backers))


def whole_race(state: State, number: int) -> Run:
    """A race from its promise to its end."""
    return bet_on_spades(dealt(state, number).state)


def meeting(*balances: int, banked: int) -> State:
    """A meeting between races, in which ``banked`` seats from seat 0 on have held the bank."""
    return replace(new(RaceRuleset(len(balances))), balances=balances, first=0, race=banked)


@pytest.mark.parametrize(("players", "right"), [(2, False), (3, True), (10, True), (11, True), (MOST_PLAYERS, True)])
def test_C1_three_people_or_more(players: int, right: bool) -> None:
    """C1: three people or more; ten are for comfort, not a rule."""
    assert (list(faults(RaceRuleset(players))) == []) is right


def test_C1_the_pack_without_jokers() -> None:
    """C1: 52 cards, four of them the aces that run."""
    assert len(set(RUNNERS)) + len(SUITS) == 52


def test_C2_equal_stocks() -> None:
    """C2: everyone starts with the same stock, 100 tokens."""
    assert new(RaceRuleset(4)).balances == (100, 100, 100, 100)


def test_C2_the_sum_of_balances_never_changes() -> None:
    """C2: tokens only move between players, the bank among them."""
    run = race(course(100, 100, 100, deck=STRAIGHT), "1 D1", "2 S1")
    assert run.state.balances == (99, 102, 99)
    assert sum(run.state.balances) == 300


def test_C3_the_first_banker_by_lot() -> None:
    """C3: the lot chooses the first banker, among all."""
    runs = [dealt(new(RaceRuleset(3)), number) for number in range(20)]
    assert {run.only(Lotted).seat for run in runs} == {0, 1, 2}
    assert all(run.state.banker == run.state.first == run.only(Lotted).seat for run in runs)


def test_C3_the_bank_passes_clockwise_and_everyone_banks_once() -> None:
    """C3: after each race the next seat clockwise holds the bank, without a lot, until everyone has."""
    state, bankers = new(RaceRuleset(4)), []
    for number in range(4):
        run = dealt(state, number)
        assert len(run.all(Lotted)) == (1 if number == 0 else 0)
        banker = run.state.banker
        assert banker is not None
        bankers.append(banker)
        assert not run.state.winners
        state = bet_on_spades(run.state).state
    assert bankers == [(bankers[0] + step) % 4 for step in range(4)]
    assert state.phase is Phase.OVER


def test_C4_seven_on_the_track_and_forty_one_in_the_deck() -> None:
    """C4: the aces at 0, seven of the other 48 on the track, 41 in the race deck."""
    state = dealt(new(RaceRuleset(3))).state
    assert state.positions == (0, 0, 0, 0)
    assert (len(state.track), len(state.deck), TRACK, FINISH) == (7, 41, 7, 8)
    assert {*state.track, *state.deck} == set(RUNNERS)


def test_C4_all_is_shuffled_again_for_the_next_race() -> None:
    """C4: nothing of one race is left in the next."""
    first = whole_race(new(RaceRuleset(3)), 0)
    second = dealt(first.state, 1).state
    assert {*second.track, *second.deck} == set(RUNNERS)
    assert second.track != first.state.track
    assert (second.turned, second.positions, second.winner, second.stakes) == ((), (0, 0, 0, 0), None, (None,) * 3)


def test_C5_five_of_a_suit_are_laid_again() -> None:
    """C5: a track with five or more of a suit is gathered up; all 48 are shuffled again."""
    runs = (dealt(new(RaceRuleset(3)), number) for number in range(1000))
    run = next(run for run in runs if len(run.all(Laid)) > 1)
    *rejected, stands = run.all(Laid)
    assert all(lay.again and max(suit_counts(lay.track)) >= 5 and lay.deck == () for lay in rejected)
    assert not stands.again
    assert {*stands.track, *stands.deck} == set(RUNNERS)
    assert run.state.race == 1


def test_C5_no_race_is_run_with_more_than_four_of_a_suit() -> None:
    """C5: with up to four on the track, eight cards of the suit are left, as many as a horse needs."""
    tracks = [dealt(new(RaceRuleset(3)), number).state.counts for number in range(300)]
    assert max(max(counts) for counts in tracks) == 4
    assert all(sum(counts) == 7 for counts in tracks)


def test_C6_the_bank_announces_before_anything_else() -> None:
    """C6: first the odds and the largest stake, then stakes and cards."""
    state = course(100, 100, 100)
    assert state.phase is Phase.ANNOUNCE
    assert refused(state, "1 D1").code == "stake.before-prices"
    assert refused(state, "0 turn").code == "turn.before-prices"
    assert go(state, f"0 {CUSTOMARY}").only(Announced) == Announced(0, (1, 2, 3, 5, 10), 1)


@pytest.mark.parametrize(("count", "price"), [(0, 1), (1, 2), (2, 3), (3, 5), (4, 10)])
def test_C6_customary_odds(count: int, price: int) -> None:
    """C6: 1, 2, 3, 5 and 10 to 1 for 0, 1, 2, 3 and 4 cards on the track."""
    track = " ".join([*DIAMONDS[:count], *OTHERS[count:]])
    state = go(course(100, 100, 100, track=track), f"0 {CUSTOMARY}").state
    assert state.price(Suit.DIAMONDS) == price


@pytest.mark.parametrize(
    ("players", "track", "largest"),
    [(3, "2S 3S 2H 3H 2D 3D 2C", 16), (3, "2S 3S 4S 2H 3H 2D 2C", 10), (10, "2S 3S 4S 5S 2H 3H 2D", 1)],
)
def test_C7_the_bank_can_pay_whichever_horse_wins(players: int, track: str, largest: int) -> None:
    """C7: backers × largest stake × highest net price on this track ≤ the bank's own tokens."""
    balances = (100,) * players
    state = course(*balances, track=track, most_stake=None)
    assert largest_limit(state, state.rules.prices) == largest
    assert suggest(state) == Announce((1, 2, 3, 5, 10), largest)
    go(state, f"0 bank 1,2,3,5,10 max {largest}")
    assert refused(state, f"0 bank 1,2,3,5,10 max {largest + 1}").code == "bank.cannot-pay"


def test_C7_a_price_that_no_horse_of_the_track_has_does_not_count() -> None:
    """C7: only what is offered on this track counts."""
    state = course(100, 100, 100, most_stake=None)
    assert go(state, "0 bank 1,2,3,1000,1000 max 16").state.limit == 16


def test_C7_stakes_that_others_will_lose_do_not_count() -> None:
    """C7: four tokens for two backers at 3:1 would be enough with a loser's stake, and are not."""
    assert refused(course(4, 100, 100), f"0 {CUSTOMARY}").code == "bank.price-too-high"


def test_C8_everyone_but_the_banker_backs_one_horse() -> None:
    """C8: one horse each; the bank stands against all of them."""
    state = go(course(100, 100, 100), f"0 {CUSTOMARY}").state
    assert state.backers == (1, 2)
    assert refused(state, "0 D1").code == "stake.banker"
    assert legal(state, 1) == ["S1", "H1", "D1", "C1"]


def test_C8_from_one_token_to_the_largest_stake() -> None:
    """C8: at least 1, at most the largest stake."""
    state = go(course(100, 100, 100, most_stake=None), "0 bank 1,2,3,5,10 max 4").state
    assert refused(state, "1 D0").code == "stake.amount"
    assert refused(state, "1 D5").code == "stake.over-limit"
    assert go(state, "1 D4").only(Staked) == Staked(1, Stake(Suit.DIAMONDS, 4))


def test_C8_never_more_than_they_have() -> None:
    """C8: nobody stakes more than they have."""
    state = go(course(100, 2, 198, most_stake=None), "0 bank 1,2,3,5,10 max 4").state
    assert refused(state, "1 D3").code == "stake.over-balance"
    assert legal(state, 1) == ["S1", "S2", "H1", "H2", "D1", "D2", "C1", "C2"]


def test_C8_who_has_no_token_watches() -> None:
    """C8: whoever has none is no backer, is not waited for, and does not weigh on the bank."""
    state = course(100, 0, 200, most_stake=None)
    assert state.backers == (2,)
    assert suggest(state).limit == 33
    state = go(state, f"0 {CUSTOMARY}").state
    assert refused(state, "1 D1").code == "stake.no-tokens"
    assert legal(state, 1) == []
    assert go(state, "2 D1").only(Locked).stakes == (None, None, Stake(Suit.DIAMONDS, 1))


def test_C8_the_taught_form_stakes_one_token() -> None:
    """C8: in the taught form the largest stake is 1."""
    assert refused(course(100, 100, 100), "0 bank 1,2,3,5,10 max 2").code == "announce.over-most"


def test_C9_stakes_are_hidden_until_all_are_locked() -> None:
    """C9: chosen at the same time; others see that a choice is made, not which."""
    run = go(course(100, 100, 100), f"0 {CUSTOMARY}", "1 D1")
    staked = run.only(Staked)
    assert redact(staked, 1) == staked
    assert {redact(staked, viewer) for viewer in (0, 2, SPECTATOR)} == {Staked(1, HIDDEN)}
    assert view(run.state, 2).stakes == (None, HIDDEN, None)
    assert view(run.state, 1).stakes == (None, Stake(Suit.DIAMONDS, 1), None)


def test_C9_a_choice_may_be_changed_until_the_last_backer_has_chosen() -> None:
    """C9: until the last one has chosen, a choice may be changed."""
    run = go(course(100, 100, 100), f"0 {CUSTOMARY}", "1 D1", "1 S1", "2 H1")
    assert run.only(Locked).stakes == (None, Stake(Suit.SPADES, 1), Stake(Suit.HEARTS, 1))


def test_C9_then_all_are_shown_and_locked() -> None:
    """C9: with the last stake all are shown; then no change of horse and no raise."""
    run = go(course(100, 100, 100, deck=STRAIGHT), f"0 {CUSTOMARY}", "2 S1", "1 D1")
    locked = run.only(Locked)
    assert run.kinds[-2:] == ["Staked", "Locked"]
    assert redact(locked, SPECTATOR) == locked
    assert view(run.state, SPECTATOR).stakes == locked.stakes
    for text in ("1 S1", "2 S2", "1 D1"):
        assert refused(run.state, text).code == "stake.locked"
        assert refused(go(run.state, "0 turn").state, text).code == "stake.locked"


def test_C9_no_card_before_the_lock() -> None:
    """C9: the race waits for every stake."""
    assert refused(go(course(100, 100, 100), f"0 {CUSTOMARY}", "1 D1").state, "0 turn").code == "turn.before-locked"


def test_C10_the_banker_turns_one_card_at_a_time() -> None:
    """C10: only the banker turns; the card goes to a pile of its own, apart from the track."""
    state = go(course(100, 100, 100, deck="KD 2C"), f"0 {CUSTOMARY}", "1 D1", "2 D1").state
    assert refused(state, "1 turn").code == "turn.not-banker"
    run = go(state, "0 turn")
    assert run.events == (Turned(Card(13, Suit.DIAMONDS)),)
    assert (run.state.turned, run.state.deck, run.state.track) == (cs("KD"), cs("2C"), state.track)


def test_C10_rank_is_nothing() -> None:
    """C10: a king moves its ace by one, like a two."""
    state = go(course(100, 100, 100, deck="KD 4C QD"), f"0 {CUSTOMARY}", "1 D1", "2 D1").state
    positions = [go(state, *["0 turn"] * turns).state.positions for turns in range(4)]
    assert positions == [(0, 0, 0, 0), (0, 0, 1, 0), (0, 0, 1, 1), (0, 0, 2, 1)]


def test_C10_track_cards_never_move_a_horse() -> None:
    """C10: every step is that of a turned card, none that of a track card, and nobody moves back."""
    run = race(course(100, 100, 100, deck=LATE), "1 D1", "2 S1")
    assert sum(run.state.positions) == len(run.state.turned)


def test_C10_a_turned_card_does_not_return() -> None:
    """C10: a whole race turns no card twice, nor one of the track."""
    run = whole_race(new(RaceRuleset(3)), 4)
    turned = run.state.turned
    assert len({*turned, *run.state.track, *run.state.deck}) == 48
    assert len(turned) == len(set(turned))


def test_C11_seven_has_not_won() -> None:
    """C11: position 7 has not won; the next diamond does, at once."""
    state = go(course(100, 100, 100, deck=LATE), f"0 {CUSTOMARY}", "1 D1", "2 S1", *["0 turn"] * 22).state
    assert state.positions == (6, 5, 7, 4)
    assert (state.winner, state.phase) == (None, Phase.RACE)
    run = go(state, "0 turn 10D")
    assert run.state.positions == (6, 5, 8, 4)
    assert run.kinds == ["Turned", "Won", "Paid"]
    assert run.only(Won) == Won(Suit.DIAMONDS)


def test_C11_the_deck_is_not_played_on() -> None:
    """C11: no second place: what is left of the deck stays there."""
    run = race(course(100, 100, 100, deck=f"{STRAIGHT} S S S"), "1 D1", "2 S1")
    assert len(run.state.deck) == 3
    assert refused(run.state, "0 turn").code == "round.none"


def test_C12_the_worked_example() -> None:
    """C12: 2:1 on diamonds with eleven in the deck; 1 returns 1 + 2 = 3; a losing 1 goes to the bank."""
    state = course(100, 100, 100, deck=LATE)
    assert state.counts == (2, 2, 1, 2)
    assert 12 - state.counts[SUITS.index(Suit.DIAMONDS)] == 11
    run = race(state, "1 D1", "2 S1")
    assert run.state.price(Suit.DIAMONDS) == 2
    won, lost = run.only(Paid).payments
    assert won == Payment(1, Stake(Suit.DIAMONDS, 1), won=True, change=2)
    assert won.stake.amount + won.change == 3
    assert lost == Payment(2, Stake(Suit.SPADES, 1), won=False, change=-1)
    assert run.changes == (-1, 2, -1)


def test_C12_each_backer_is_settled_alone() -> None:
    """C12: several may back one horse; each gets the price on their own stake."""
    state = go(course(100, 50, 50, 50, deck=STRAIGHT, most_stake=None), "0 bank 1,2,3,5,10 max 7").state
    run = go(state, "1 D7", "2 D3", "3 C5", *["0 turn"] * 8)
    assert run.changes == (-15, 14, 6, -5)


def test_C12_the_bank_takes_all_where_nobody_backed_the_winner() -> None:
    """C12: losing stakes go to the bank."""
    assert race(course(100, 100, 100, deck=STRAIGHT), "1 S1", "2 C1").changes == (2, -1, -1)


def test_C13_a_weak_bank_announces_lower_prices() -> None:
    """C13: four tokens cannot pay 1 at 3:1 to two backers; at 2:1 they can."""
    state = course(4, 100, 100)
    assert refused(state, f"0 {CUSTOMARY}").data["highest"] == 2
    assert suggest(state) == Announce((1, 2, 2, 2, 2), 1)
    assert legal(state, 0) == ["bank 1,2,2,2,2 max 1"]
    assert go(state, "0 bank 1,2,2,2,2 max 1").state.limit == 1


def test_C13_a_bank_that_cannot_pay_at_even_money_is_passed_over() -> None:
    """C13: 1 token cannot pay two backers at 1:1; the bank moves on, and that turn is gone."""
    run = dealt(meeting(199, 1, 100, banked=1), 1)
    assert run.only(BankPassed) == BankPassed(1)
    assert (run.state.banker, run.state.banked) == (2, 3)
    assert bet_on_spades(run.state).state.phase is Phase.OVER


def test_C13_two_tokens_are_enough_for_two_backers() -> None:
    """C13: exactly enough is enough."""
    run = dealt(meeting(198, 2, 100, banked=1), 1)
    assert (run.all(BankPassed), run.state.banker) == ([], 1)


def test_C13_where_nobody_is_left_who_can_pay_the_meeting_ends() -> None:
    """C13, C14: all who are left are passed over, and the balances are compared."""
    run = dealt(meeting(150, 0, 0, 150, banked=1), 1)
    assert run.all(BankPassed) == [BankPassed(1), BankPassed(2)]
    assert run.state.banker == 3
    run = dealt(meeting(150, 150, 0, 0, banked=2), 1)
    assert run.kinds == ["BankPassed", "BankPassed", "MeetingWon", "Revealed"]
    assert run.state.winners == (0, 1)


def test_C14_the_highest_balance_wins_after_everyone_has_banked() -> None:
    """C14: after the last bank the highest balance wins; the bank's own result counts."""
    run = race(replace(course(100, 100, 100, deck=STRAIGHT), race=3), "1 D1", "2 S1")
    assert run.kinds[-2:] == ["Paid", "MeetingWon"]
    assert run.won == (1,)
    assert race(replace(course(100, 100, 100, deck=STRAIGHT), race=3), "1 S1", "2 S1").won == (0,)


def test_C14_equal_balances_share_the_win() -> None:
    """C14: equal ones share."""
    run = race(replace(course(100, 100, 100, deck=STRAIGHT), race=3), "1 D1", "2 D1")
    assert run.only(MeetingWon) == MeetingWon((1, 2))


def test_C14_the_meeting_ends_when_one_player_holds_every_token() -> None:
    """C14: nobody would be left to back a horse."""
    run = race(course(300, 1, 1, deck=STRAIGHT), "1 S1", "2 S1")
    assert run.won == (0,)
    assert run.state.phase is Phase.OVER
