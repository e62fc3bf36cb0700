"""Every way in which a record can depart from the rules is named by round, move, code and clause.

Moves count from 1, so do rounds; None stands for a round, or a match, as a whole.
"""

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from records import MEETINGS, Plain, deal, departs, hand_written, holds, json_like, longest, play, some, stripped

from homestretch.fives.ruleset import GoingOn, Ruleset
from homestretch.games import CARD_RACE, GAMES, HORSE_RACE, SEVEN_ROCKS, horse_race, seven_rocks
from homestretch.kit.chance import commitment
from homestretch.race.ruleset import RaceRuleset
from homestretch.record.exchange import to_plain

HORSES = horse_race(2)
CHOICE = replace(HORSES, going_on=GoingOn.CHOICE)
ROCKS = seven_rocks()

SPREAD = ("5-5 2-5 0-1 0-2 0-3 0-4 0-6", "3-5 1-1 1-2 1-3 1-4 1-6 6-6")
"""After 5-5 and 2-5 the second player may join 3-5 to 5-5 and scores 5."""

STUCK = ("0-0 1-1 1-2 1-3 1-4 2-2 2-3", "3-3 3-4 3-5 3-6 4-4 4-5 4-6")
"""Who opens with 0-0 has to draw: first 6-6, which does not fit, then 0-5, which does."""

EMPTY = ("0-0 1-1 1-2 1-3 2-2", "0-1 0-2 0-3 2-3 3-3")
"""All tiles up to 3-3: who opens with 0-0 can neither place nor draw."""

SUITS_OF_TWO = (
    "0-0 0-1 0-2 0-3 0-4 0-5 0-6",
    "1-1 1-2 1-3 1-4 1-5 1-6 2-2",
    "2-3 2-4 2-5 2-6 3-3 3-4 3-5",
    "3-6 4-4 4-5 4-6 5-5 5-6 6-6",
)


def all_dealt(rules: Ruleset) -> Ruleset:
    return replace(rules, hand=5, highest=3)


@pytest.mark.parametrize(
    ("rules", "hands", "moves", "move", "code", "clause"),
    [
        (HORSES, SPREAD, "1 3-5", 1, "turn.other", "D2"),
        (HORSES, SPREAD, "-1 3-5", 1, "seat.unknown", "D2"),
        (HORSES, SPREAD, "0 5-5, 1 3-5@5-5", 2, "turn.other", "D2"),
        (HORSES, SPREAD, "0 7-8", 1, "tile.not-in-set", "D1"),
        (HORSES, SPREAD, "0 5-5, 0 5-5@5-5", 2, "tile.on-table", "D1"),
        (HORSES, SPREAD, "0 3-5", 1, "tile.not-in-hand", "D6"),
        (HORSES, SPREAD, "0 2-5@5-5", 1, "place.table-empty", "D5"),
        (HORSES, SPREAD, "0 5-5, 0 2-5@6-6", 2, "place.host-absent", "D6"),
        (HORSES, SPREAD, "0 5-5, 0 0-1@5-5", 2, "place.nowhere", "D6"),
        (HORSES, SPREAD, "0 5-5, 0 2-5", 2, "place.host-missing", "D6"),
        (HORSES, SPREAD, "0 5-5, 0 2-5@5-5, 1 1-2@5-5", 3, "place.host-misfit", "D8"),
        (HORSES, SPREAD, "0 +", 1, "draw.can-place", "H7"),
        (HORSES, SPREAD, "0 pass", 1, "pass.can-place", "H7"),
        (HORSES, SPREAD, "0 stop", 1, "stop.duty", "H6"),
        (HORSES, SPREAD, "0 5-5, 0 stop", 2, "stop.duty", "H6"),
        (HORSES, STUCK, "0 0-0, 0 pass", 2, "pass.can-draw", "H11"),
        (HORSES, STUCK, "0 0-0, 0 +0-5", 2, "draw.not-next", "H8"),
        (HORSES, STUCK, "0 0-0, 0 +6-6, 0 +0-5, 0 1-1@0-0", 4, "drawn.other-tile", "H9"),
        (HORSES, STUCK, "0 0-0, 0 +6-6, 0 +0-5, 0 +", 4, "drawn.place-first", "H9"),
        (HORSES, STUCK, "0 0-0, 0 +6-6, 0 +0-5, 0 pass", 4, "drawn.place-first", "H9"),
        (HORSES, STUCK, "0 0-0, 0 +6-6, 0 +0-5, 0 0-5@0-0, 0 +", 5, "turn.other", "D2"),
        (all_dealt(HORSES), EMPTY, "0 0-0, 0 +", 2, "draw.empty", "H8"),
        (all_dealt(CHOICE), EMPTY, "0 stop", 1, "stop.not-kept", "H6"),
        (all_dealt(CHOICE), EMPTY, "0 0-0, 0 stop", 2, "stop.must-pass", "H6"),
        (CHOICE, STUCK, "0 0-0, 0 +6-6, 0 stop", 3, "stop.not-kept", "H6"),
        (ROCKS, SUITS_OF_TWO, "0 +", 1, "draw.none", "S1"),
        (ROCKS, SUITS_OF_TWO, "0 pass", 1, "pass.can-place", "S4"),
        (ROCKS, SUITS_OF_TWO, "0 stop", 1, "stop.duty", "S4"),
        (ROCKS, SUITS_OF_TWO, "0 0-5, 0 0-0@0-5", 2, "turn.other", "D2"),
    ],
)
def test_a_move_that_breaks_the_rules(
    rules: Ruleset, hands: tuple[str, ...], moves: str, *, move: int, code: str, clause: str
) -> None:
    game = SEVEN_ROCKS if rules.drawing == "none" else HORSE_RACE
    boneyard = "0-5 6-6" if hands is STUCK else ""
    plain = hand_written(game, rules, deal(rules, *hands, boneyard=boneyard, moves=moves))
    assert departs(plain) == (1, move, code, clause)
    del plain["rounds"][0]["moves"][move - 1 :]
    holds(plain)


def test_what_choice_allows_holds() -> None:
    """The same moves that duty refuses: to stop a kept turn, and even instead of a draw."""
    holds(hand_written(HORSE_RACE, CHOICE, deal(CHOICE, *SPREAD, moves="0 5-5, 0 stop, 1 3-5@5-5")))
    holds(hand_written(HORSE_RACE, CHOICE, deal(CHOICE, *STUCK, moves="0 0-0, 0 stop, 1 +")))
    assert departs(
        hand_written(HORSE_RACE, HORSES, deal(HORSES, *STUCK, moves="0 0-0, 0 stop, 1 +", boneyard="6-6"))
    ) == (1, 2, "stop.duty", "H6")


TINY = replace(HORSES, hand=1, highest=3, target=10)
"""With one tile each, whoever starts goes out."""


def tiny(*starters: tuple[int, str], target: int = 10, winners: list[int] | None = None) -> Plain:
    """Rounds in which 0-0 lies in the starter's hand, and 0-1 in the other."""
    rules = replace(TINY, target=target)
    rounds = [
        deal(rules, *(("0-0", "0-1") if seat == 0 else ("0-1", "0-0")), starter=seat, start_by=how, moves=f"{seat} 0-0")
        for seat, how in starters
    ]
    return hand_written(HORSE_RACE, rules, *rounds, winners=winners)


def test_rounds_of_the_tiny_game_hold() -> None:
    assert holds(tiny((1, "lot"), (1, "out"), (1, "out"))).rounds == 3


def test_D4_who_starts() -> None:
    assert departs(tiny((0, "out"))) == (1, None, "start.lot", "D4")
    assert departs(tiny((0, "lot"), (0, "lot"))) == (2, None, "start.out", "D4")
    assert departs(tiny((0, "lot"), (1, "out"))) == (2, None, "start.out", "D4")
    assert departs(tiny((0, "lot"), (1, "lot"))) == (2, None, "start.out", "D4")
    for seat in (-1, 2):
        plain = tiny((0, "lot"))
        plain["rounds"][0]["starter"] = seat
        assert departs(plain) == (1, None, "seat.unknown", "D2")


def test_D4_a_lot_where_the_house_wants_one() -> None:
    plain = tiny((0, "lot"), (1, "lot"))
    plain["ruleset"]["leads"] = "lot"
    holds(plain)
    plain = tiny((0, "lot"), (0, "out"))
    plain["ruleset"]["leads"] = "lot"
    assert departs(plain) == (2, None, "start.lot", "D4")


def test_D4_a_lot_again_after_a_block() -> None:
    plain = blocked()
    again = json_like(plain["rounds"][0])
    plain["rounds"].append(again | {"scores": [2, 2]})
    holds(plain)
    again["start_by"] = "out"
    again["starter"] = 1
    plain["rounds"][1] = again
    assert departs(plain) == (2, None, "start.lot", "D4")


def blocked() -> Plain:
    """One round that is blocked with 4 pips on either side; nobody has won yet."""
    rules = replace(HORSES, hand=3, highest=3, target=9)
    moves = "0 1-2, 1 0-2@1-2, 0 +0-1, 0 0-1@1-2, 1 +0-3, 1 0-3@0-1, 0 2-3@0-3, 1 2-2@2-3, 1 +1-3, 1 +0-0, 1 0-0@0-2"
    one = deal(rules, "1-2 2-3 3-3", "0-2 1-1 2-2", boneyard="0-0 1-3 0-3 0-1", moves=moves)
    return hand_written(HORSE_RACE, rules, one)


def setting(**values: object) -> Callable[[Plain], None]:
    """A change that gives keys of a round other values."""
    return lambda each: each.update(values)


def changed(plain: Plain, change: Callable[[Plain], object], number: int = -1) -> Plain:
    """The record with something done to one of its rounds."""
    change(plain["rounds"][number])
    return plain


def test_D1_D3_the_deal() -> None:
    for change, code, clause in (
        (lambda each: each["hands"].pop(), "deal.hands", "D3"),
        (lambda each: each["hands"].append([]), "deal.hands", "D3"),
        (lambda each: each["hands"][1].append("1-1"), "deal.hand-size", "D3"),
        (lambda each: each["hands"][1].pop(), "deal.hand-size", "D3"),
        (lambda each: each["boneyard"].pop(), "deal.boneyard-size", "D3"),
        (lambda each: each["boneyard"].append("6-6"), "deal.boneyard-size", "D3"),
        (lambda each: each["hands"].__setitem__(1, ["4-5"]), "deal.not-in-set", "D1"),
        (lambda each: each["boneyard"].__setitem__(0, "6-6"), "deal.not-in-set", "D1"),
        (lambda each: each["hands"].__setitem__(1, ["0-0"]), "deal.twice", "D1"),
        (lambda each: each["boneyard"].__setitem__(0, "0-1"), "deal.twice", "D1"),
    ):
        assert departs(changed(tiny((0, "lot"), (0, "out")), change)) == (2, None, code, clause)


def test_D12_awards() -> None:
    def open_with_double_five() -> Plain:
        return hand_written(HORSE_RACE, HORSES, deal(HORSES, *SPREAD, moves="0 5-5, 0 2-5@5-5, 1 3-5@5-5"))

    assert open_with_double_five()["rounds"][0]["awards"] == [10, 0, 5]
    holds(open_with_double_five())
    for awards, move, code in (
        ([], 1, "award.missing"),
        ([10, 0], 3, "award.missing"),
        ([5, 0, 5], 1, "award.wrong"),
        ([2, 0, 1], 1, "award.wrong"),
        ([10, 10, 5], 2, "award.wrong"),
        ([10, 12, 5], 2, "award.wrong"),
        ([10, 0, 0], 3, "award.wrong"),
        ([10, 0, 5, 0], None, "award.extra"),
    ):
        plain = changed(open_with_double_five(), setting(awards=awards))
        assert departs(plain) == (1, move, code, "D12")


def test_D12_draws_and_knocks_have_no_award() -> None:
    plain = hand_written(HORSE_RACE, HORSES, deal(HORSES, *STUCK, boneyard="0-5 6-6", moves="0 0-0, 0 +6-6, 0 +0-5"))
    holds(plain)
    plain["rounds"][0]["awards"] += [0, 0]
    assert departs(plain) == (1, None, "award.extra", "D12")


def test_H12_nothing_is_played_after_the_end_of_a_round() -> None:
    plain = changed(tiny((0, "lot"), (0, "out")), lambda each: each["moves"].append([1, "0-1@0-0"]), 0)
    assert departs(plain) == (1, 2, "round.over", "H12")
    plain = changed(blocked(), lambda each: each["moves"].append([0, "pass"]))
    assert departs(plain) == (1, 12, "round.over", "H12")


def test_D16_nothing_is_played_after_an_award_that_wins() -> None:
    rules = replace(HORSES, target=2)
    won = deal(rules, *SPREAD, moves="0 5-5, 0 2-5@5-5")
    assert departs(hand_written(HORSE_RACE, rules, won)) == (1, 2, "match.over", "D16")
    won["moves"].pop()
    plain = hand_written(HORSE_RACE, rules, won)
    assert holds(plain).winners == (0,)
    plain["rounds"].append(json_like(plain["rounds"][0]))
    assert departs(plain) == (2, None, "match.over", "D16")
    plain["rounds"].pop()
    plain["rounds"][0]["settlement"] = [0, 0]
    assert departs(plain) == (1, None, "settlement.none-due", "D16")


def test_H12_an_unfinished_round_is_the_last_and_names_no_winners() -> None:
    plain = changed(tiny((0, "lot"), (0, "out")), lambda each: each.update(moves=[], awards=[], settlement=None))
    holds(plain)
    assert departs(plain | {"winners": [0]}) == (2, None, "round.unfinished", "H12")
    plain["rounds"].append(json_like(plain["rounds"][0]) | {"start_by": "lot"})
    assert departs(plain) == (2, None, "round.unfinished", "H12")
    plain["rounds"].pop()
    plain["rounds"][1]["settlement"] = [0, 0]
    assert departs(plain) == (2, None, "settlement.none-due", "D16")


def test_H14_the_settlement() -> None:
    for settlement, code in (
        (None, "settlement.missing"),
        ([1, 2], "settlement.wrong"),
        ([0, 0], "settlement.wrong"),
        ([1], "settlement.wrong"),
        ([1, 1, 0], "settlement.wrong"),
    ):
        plain = changed(blocked(), setting(settlement=settlement))
        assert departs(plain) == (1, None, code, "H14")


def test_S5_S6_the_settlement_of_seven_rocks() -> None:
    plain = longest("seven-rocks")
    number = next(n for n, each in enumerate(plain["rounds"]) if each["settlement"] is not None)
    plain["rounds"][number]["settlement"][0] -= 5
    assert departs(plain) == (number + 1, None, "settlement.wrong", "S6")
    plain["rounds"][number]["settlement"] = None
    assert departs(plain) == (number + 1, None, "settlement.missing", "S5")


def test_H2_S2_the_scores() -> None:
    for scores in ([1, 2], [0, 0], [1], [1, 1, 1], [5, 5]):
        plain = changed(blocked(), setting(scores=scores))
        assert departs(plain) == (1, None, "scores.wrong", "H2")
    plain = some("seven-rocks", proof=False)[0]
    plain["rounds"][-1]["scores"][0] += 5
    assert departs(plain) == (len(plain["rounds"]), None, "scores.wrong", "S2")


def test_H16_S2_the_winners() -> None:
    assert departs(blocked() | {"winners": [0]}) == (None, None, "winners.too-early", "H16")
    assert departs(tiny() | {"winners": [1]}) == (None, None, "winners.too-early", "H16")
    (plain,) = some("horse-race-2", proof=False)
    (winner,) = plain["winners"]
    for winners in ([], [1 - winner], [0, 1], [winner, winner], [winner, 7], [-1]):
        assert departs(plain | {"winners": winners}) == (None, None, "winners.wrong", "H16")
    (plain,) = some("seven-rocks", proof=False)
    assert departs(plain | {"winners": [0, 1]}) == (None, None, "winners.wrong", "S2")


def proved(key: str, change: Callable[[Plain], object]) -> tuple[int | None, int | None, str, str | None]:
    """What is said when something is done to the proof of the first round."""
    (plain,) = some(key)
    change(plain["rounds"][0]["deal"])
    return departs(plain)


@pytest.mark.parametrize(
    ("key", "deal_clause"),
    [("horse-race-2", "D3"), ("horse-race-pairs", "D3"), ("seven-rocks", "D3"), ("taught-3", "C4")],
)
def test_proofs(key: str, deal_clause: str) -> None:
    """A proof that does not fit its commitment is no rule's business; one of another deal is."""
    assert proved(key, lambda proof: proof.update(commitment="00" * 32))[::2] == (1, "proof.commitment")
    assert proved(key, lambda proof: proof.update(commitment=""))[::2] == (1, "proof.commitment")
    assert proved(key, lambda proof: proof.update(seed="00" * 32))[::2] == (1, "proof.commitment")
    short = {"seed": "00" * 31, "commitment": commitment(bytes(31)).hex()}
    assert proved(key, lambda proof: proof.update(short))[::2] == (1, "proof.commitment")
    assert proved(key, lambda proof: proof["contributions"].pop())[::2] == (1, "proof.contributions")
    assert proved(key, lambda proof: proof["contributions"].append("00"))[::2] == (1, "proof.contributions")
    other = {"seed": "01" * 32, "commitment": commitment(b"\x01" * 32).hex()}
    assert proved(key, lambda proof: proof.update(other)) == (1, None, "proof.deal", deal_clause)
    added = proved(key, lambda proof: proof["contributions"].__setitem__(0, "00"))
    assert added == (1, None, "proof.deal", deal_clause)


@pytest.mark.parametrize("key", ["horse-race-2", "horse-race-3", "seven-rocks"])
def test_D4_the_lot_is_proved(key: str) -> None:
    (plain,) = some(key)
    first = plain["rounds"][0]
    first["starter"] = (first["starter"] + 1) % plain["players"]
    assert departs(plain) == (1, None, "proof.lot", "D4")


# the card race


def meeting(key: str = "any-stake-4") -> Plain:
    (plain,) = some(key, proof=False)
    return plain


def race(change: Callable[[Plain], object], number: int = 0, key: str = "any-stake-4") -> Plain:
    """A meeting with something done to one of its races."""
    plain = meeting(key)
    change(plain["rounds"][number])
    return plain


def with_move(at: int, *move: object, key: str = "any-stake-4") -> tuple[int | None, int | None, str, str | None]:
    """What is said when a move of the first race is another; counted from 1."""
    return departs(race(lambda each: each["moves"].__setitem__(at - 1, list(move)), key=key))


def test_the_first_race_of_the_meeting_is_what_the_tests_take_it_for() -> None:
    """The banker is seat 3; moves 2 to 4 are the stakes of the others."""
    each = meeting()["rounds"][0]
    assert (each["banker"], meeting()["players"]) == (3, 4)
    assert [seat for seat, _ in each["moves"][:5]] == [3, 0, 1, 2, 3]
    assert each["moves"][0][1].startswith("bank 1,2,3,5,10 max ")
    assert all(text[0] in "SHDC" for _, text in each["moves"][1:4])


def test_C1_seats_of_a_race() -> None:
    assert departs(race(lambda each: each.update(banker=4))) == (1, None, "seat.unknown", "C1")
    assert departs(race(lambda each: each.update(passed=[-1]))) == (1, None, "seat.unknown", "C1")
    assert with_move(2, 4, "S1") == (1, 2, "seat.unknown", "C1")
    assert with_move(5, -1, "turn") == (1, 5, "seat.unknown", "C1")


def test_C3_C13_who_holds_the_bank() -> None:
    assert departs(race(lambda each: each.update(banker=3), 1)) == (2, None, "race.banker", "C3")
    assert departs(race(lambda each: each.update(banker=-1), 1)) == (2, None, "race.banker", "C3")
    assert departs(race(lambda each: each.update(passed=[3]), 1)) == (2, None, "race.passed", "C13")
    assert departs(race(lambda each: each.update(passed=[2]))) == (1, None, "race.passed", "C13")
    assert departs(meeting() | {"passed": [0]}) == (None, None, "race.passed", "C13")
    assert departs(meeting() | {"rounds": [], "winners": [], "passed": [0]}) == (None, None, "race.passed", "C13")


def test_C14_no_race_after_the_last() -> None:
    plain = meeting()
    plain["rounds"].append(json_like(plain["rounds"][-1]))
    assert departs(plain) == (5, None, "match.over", "C14")
    plain = meeting()
    plain["rounds"][-1]["moves"].append([plain["rounds"][-1]["banker"], "turn"])
    assert departs(plain) == (4, len(plain["rounds"][-1]["moves"]), "match.over", "C14")


def test_C3_no_race_when_all_other_banks_were_passed_over() -> None:
    records = (stripped(json_like(to_plain(record))) for record in play(CARD_RACE, MEETINGS["steep-3"], 60))
    plain = next(plain for plain in records if plain["passed"])
    holds(plain)
    plain["rounds"].append(json_like(plain["rounds"][-1]) | {"passed": plain["passed"], "relaid": []})
    assert departs(plain) == (len(plain["rounds"]), None, "race.too-many", "C3")


def test_C4_C5_the_cards() -> None:
    five = [f"{rank}S" for rank in (2, 3, 4, 5, 6)]
    assert departs(race(lambda each: each["track"].pop())) == (1, None, "race.track", "C4")
    assert departs(race(lambda each: each["deck"].pop(0))) == (1, None, "race.deck", "C4")
    assert departs(race(lambda each: each["relaid"].append(five))) == (1, None, "race.track", "C4")
    assert departs(race(lambda each: each["track"].__setitem__(0, "AS"))) == (1, None, "race.ace", "C4")
    assert departs(race(lambda each: each["deck"].__setitem__(0, each["track"][0]))) == (1, None, "race.twice", "C4")
    twice = [*five, "2S", "2H"]
    assert departs(race(lambda each: each["relaid"].append(twice))) == (1, None, "race.twice", "C4")
    four = [*five[:4], "2H", "3H", "4H"]
    assert departs(race(lambda each: each["relaid"].append(four))) == (1, None, "race.relaid", "C5")
    holds(race(lambda each: each["relaid"].append([*five, "2H", "3H"])))

    def five_on_the_track(each: Plain) -> None:
        cards = sorted(each["track"] + each["deck"], key=lambda card: (card[-1] != "S", card))
        each.update(track=cards[:5] + cards[-2:], deck=cards[5:-2])

    assert departs(race(five_on_the_track)) == (1, None, "race.must-relay", "C5")


def test_C6_C7_the_announcement() -> None:
    bank = "bank 1,2,3,5,10 max 1"
    assert with_move(1, 0, bank) == (1, 1, "announce.not-banker", "C6")
    assert with_move(2, 3, bank) == (1, 2, "announce.already", "C6")
    assert with_move(5, 3, bank) == (1, 5, "announce.already", "C6")
    for prices in ("1,2,3,5", "1,2,3,5,10,20", "0,2,3,5,10", "1,2,3,5,1001"):
        assert with_move(1, 3, f"bank {prices} max 1") == (1, 1, "announce.prices", "C6")
    assert with_move(1, 3, "bank 1,2,3,5,10 max 0") == (1, 1, "announce.limit", "C6")
    assert with_move(1, 3, "bank 1,1,1,1,1 max 34") == (1, 1, "bank.cannot-pay", "C7")
    assert with_move(1, 3, "bank 34,34,34,34,34 max 1") == (1, 1, "bank.price-too-high", "C7")
    banker = meeting("taught-3")["rounds"][0]["banker"]
    assert with_move(1, banker, "bank 1,2,3,5,10 max 2", key="taught-3") == (1, 1, "announce.over-most", "C6")


def test_C8_C9_the_stakes() -> None:
    assert with_move(1, 0, "S1") == (1, 1, "stake.before-prices", "C8")
    assert with_move(1, 3, "S1") == (1, 1, "stake.banker", "C8")
    assert with_move(2, 3, "S1") == (1, 2, "stake.banker", "C8")
    assert with_move(2, 0, "S0") == (1, 2, "stake.amount", "C8")
    assert with_move(2, 0, "S101") == (1, 2, "stake.over-limit", "C8")
    assert with_move(5, 0, "S1") == (1, 5, "stake.locked", "C9")


def test_C8_nobody_stakes_what_they_have_not() -> None:
    """A meeting in which someone has lost all, and one in which the limit is more than someone has."""
    found: dict[str, tuple[int | None, int | None, str, str | None]] = {}
    for record in play(CARD_RACE, RaceRuleset(4, tokens=9, prices=(1, 1, 1, 1, 1), most_stake=None), 60):
        plain = stripped(json_like(to_plain(record)))
        for number, each in enumerate(plain["rounds"][1:], 1):
            before = plain["rounds"][number - 1]["balances"]
            limit = int(each["moves"][0][1].split()[-1])
            for at, (seat, text) in enumerate(each["moves"][1:], 1):
                if text[0] not in "SHDC":
                    break
                broke = next((other for other, tokens in enumerate(before) if not tokens), None)
                for other, amount, code in ((broke, 1, "none"), (seat, before[seat] + 1, "more")):
                    if other is not None and amount <= limit and code not in found:
                        wrong = json_like(plain)
                        wrong["rounds"][number]["moves"][at] = [other, f"S{amount}"]
                        found[code] = departs(wrong)
                        assert found[code][:2] == (number + 1, at + 1)
    assert found["none"][2:] == ("stake.no-tokens", "C8")
    assert found["more"][2:] == ("stake.over-balance", "C8")


def test_C9_C10_the_turns() -> None:
    assert with_move(1, 3, "turn") == (1, 1, "turn.before-prices", "C6")
    assert with_move(4, 3, "turn") == (1, 4, "turn.before-locked", "C9")
    assert with_move(5, 0, "turn") == (1, 5, "turn.not-banker", "C10")
    assert with_move(5, 3, f"turn {meeting()['rounds'][0]['deck'][0]}") == (1, 5, "turn.not-next", "C10")


def test_C11_the_end_of_a_race() -> None:
    moves = len(meeting()["rounds"][0]["moves"])
    assert departs(race(lambda each: each["moves"].append([3, "turn"]))) == (1, moves + 1, "round.over", "C11")
    assert departs(race(lambda each: each["moves"].pop())) == (1, None, "round.unfinished", "C11")
    assert departs(race(lambda each: each["moves"].pop(), -1)) == (4, None, "round.unfinished", "C11")
    won = meeting()["rounds"][0]["winner"]
    other = "spades" if won != "spades" else "clubs"
    assert departs(race(lambda each: each.update(winner=other))) == (1, None, "race.winner", "C11")
    assert departs(race(lambda each: each.update(winner=None))) == (1, None, "race.winner", "C11")
    cut = race(lambda each: each["moves"].pop(), -1) | {"winners": []}
    assert departs(cut) == (4, None, "race.no-winner", "C11")
    cut["rounds"][-1]["winner"] = None
    assert departs(cut) == (4, None, "settlement.none-due", "C12")
    cut["rounds"][-1]["settlement"] = None
    assert departs(cut) == (4, None, "balances.wrong", "C2")
    cut["rounds"][-1]["balances"] = cut["rounds"][-2]["balances"]
    holds(cut)


def test_C12_C2_the_settlement_and_the_balances() -> None:
    def shift(key: str) -> Callable[[Plain], object]:
        return lambda each: each[key].__setitem__(0, each[key][0] + 1)

    assert departs(race(lambda each: each.update(settlement=None))) == (1, None, "settlement.missing", "C12")
    assert departs(race(shift("settlement"))) == (1, None, "settlement.wrong", "C12")
    assert departs(race(lambda each: each["settlement"].pop())) == (1, None, "settlement.wrong", "C12")
    assert departs(race(shift("balances"), 1)) == (2, None, "balances.wrong", "C2")
    assert departs(race(lambda each: each["balances"].append(0), 1)) == (2, None, "balances.wrong", "C2")


def test_C14_the_winners_of_a_meeting() -> None:
    plain = meeting()
    for winners in ([], [plain["winners"][0]] * 2, [0, 1, 2, 3], [9]):
        assert departs(plain | {"winners": winners}) == (None, None, "winners.wrong", "C14")
    cut = plain | {"rounds": plain["rounds"][:2]}
    assert departs(cut) == (None, None, "winners.race-too-early", "C14")
    holds(cut | {"winners": []})
    assert departs(plain | {"rounds": []}) == (None, None, "winners.race-too-early", "C14")


def test_C3_the_first_bank_is_proved() -> None:
    """Only the lot of the first race counts, and only where the deal is the promised one."""
    (plain,) = some("any-stake-4")
    first = plain["rounds"][0]
    first["banker"] = 1
    assert departs(plain) == (1, None, "proof.lot", "C3")


def test_every_code_of_the_clauses_is_one_that_replay_can_say() -> None:
    """The codes that name a clause are those that these tests reach; nothing is left over from an earlier time."""
    from pathlib import Path

    text = "".join(path.read_text() for path in sorted(Path(__file__).parent.glob("test_*.py")))
    elsewhere = {"draw.none", "seating.unknown", "seating.race", "start.lot"}
    for game in GAMES.values():
        missing = {code for code in game.clauses if f'"{code}"' not in text} - elsewhere
        assert not missing, game.key
