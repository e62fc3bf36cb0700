"""Simulated matches hold, by our judge and by an independent one; small records that are told by hand do too."""

import pytest
from msgspec.structs import replace
from records import MEETINGS, SEATINGS, Plain, deal, hand_written, holds, json_like, longest, play, some, stripped
from reference import judge as judge_by_reference

from homestretch.games import CARD_RACE, HORSE_RACE, SEVEN_ROCKS, horse_race, seven_rocks
from homestretch.record.exchange import judge, to_plain
from homestretch.record.verdict import Verdict


@pytest.mark.parametrize("key", SEATINGS)
@pytest.mark.parametrize("matches", [100, pytest.param(1000, marks=pytest.mark.soak)])
def test_simulated_matches_hold(key: str, matches: int) -> None:
    game, rules = SEATINGS[key]
    for number, record in enumerate(play(game, rules, matches, seed=key)):
        found = judge(record)
        assert isinstance(found, Verdict), (number, found)
        assert found.proofs == found.rounds == len(record.rounds)
        assert found.winners == record.winners
        assert judge_by_reference(json_like(to_plain(record))) is None, number


@pytest.mark.parametrize("key", MEETINGS)
@pytest.mark.parametrize("matches", [100, pytest.param(1000, marks=pytest.mark.soak)])
def test_simulated_meetings_hold(key: str, matches: int) -> None:
    for number, record in enumerate(play(CARD_RACE, MEETINGS[key], matches, seed=key)):
        found = judge(record)
        assert isinstance(found, Verdict), (number, found)
        assert found.proofs == found.rounds
        assert found.winners == record.winners
        plain = to_plain(record)
        total = MEETINGS[key].players * MEETINGS[key].tokens
        assert all(sum(each["balances"]) == total for each in plain["rounds"])


@pytest.mark.parametrize("key", [*SEATINGS, *MEETINGS])
def test_records_hold_without_proofs_and_the_verdict_says_so(key: str) -> None:
    (plain,) = some(key, proof=False)
    found = holds(plain)
    assert found.proofs == 0
    assert found.moves == sum(len(each["moves"]) for each in plain["rounds"])


@pytest.mark.parametrize("key", SEATINGS)
def test_a_match_cut_off_anywhere_holds_as_unfinished(key: str) -> None:
    """After every move of the last rounds, with what was scored until then."""
    plain = longest(key)
    reached = 0
    for number, each in enumerate(plain["rounds"][-2:], len(plain["rounds"]) - 1):
        before = plain["rounds"][number - 2]["scores"] if number > 1 else [0] * len(each["scores"])
        for moves in range(len(each["moves"])):
            cut = stripped(plain) | {"winners": []}
            cut["rounds"] = cut["rounds"][:number]
            last = cut["rounds"][-1]
            last["moves"] = last["moves"][:moves]
            placed = [seat for seat, text in last["moves"] if text[0] not in "+ps"]
            last["awards"] = last["awards"][: len(placed)]
            last["settlement"] = None
            last["scores"] = list(before)
            for seat, award in zip(placed, last["awards"], strict=True):
                side = seat % 2 if plain["pairs"] else seat
                last["scores"][side] += award // (1 if key == "seven-rocks" else 5)
            assert judge_by_reference(cut) is None
            found = holds(cut)
            assert found.winners == ()
            assert found.rounds == number
            reached += 1
    assert reached > 10


@pytest.mark.parametrize("key", MEETINGS)
def test_a_meeting_cut_off_anywhere_in_its_last_race_holds_as_unfinished(key: str) -> None:
    (plain,) = some(key, proof=False)
    whole = plain["rounds"][-1]
    for moves in range(len(whole["moves"])):
        cut = stripped(plain) | {"winners": [], "passed": []}
        before = cut["rounds"][-2]["balances"] if len(cut["rounds"]) > 1 else [plain["tokens"]] * plain["players"]
        cut["rounds"][-1] |= {
            "moves": whole["moves"][:moves],
            "winner": None,
            "settlement": None,
            "balances": before,
        }
        assert holds(cut).winners == ()


def test_a_match_without_rounds_is_unfinished() -> None:
    for game, rules in ((HORSE_RACE, horse_race(2)), (SEVEN_ROCKS, seven_rocks())):
        plain = hand_written(game, rules)
        assert judge_by_reference(plain) is None
        assert holds(plain).rounds == 0


def test_whole_rounds_without_a_winner_are_an_unfinished_match() -> None:
    for key in SEATINGS:
        plain = longest(key)
        for rounds in range(len(plain["rounds"])):
            cut = plain | {"rounds": plain["rounds"][:rounds], "winners": []}
            assert judge_by_reference(cut) is None
            assert holds(cut).rounds == rounds


SHARED = replace(horse_race(2), hand=3, highest=3, target=1)
"""Ten tiles, of which two players take three each."""


def shared() -> Plain:
    """A match of one round that is blocked after many draws, with 4 pips left on either side: both reach the target."""
    moves = "0 1-2, 1 0-2@1-2, 0 +0-1, 0 0-1@1-2, 1 +0-3, 1 0-3@0-1, 0 2-3@0-3, 1 2-2@2-3, 1 +1-3, 1 +0-0, 1 0-0@0-2"
    one = deal(SHARED, "1-2 2-3 3-3", "0-2 1-1 2-2", boneyard="0-0 1-3 0-3 0-1", moves=moves)
    return hand_written(HORSE_RACE, SHARED, one)


def test_D14_H15_a_round_that_a_draw_blocks_and_a_shared_win() -> None:
    plain = shared()
    (each,) = plain["rounds"]
    assert each["settlement"] == [1, 1]
    assert holds(plain).winners == (0, 1)


def test_shared_winners_may_stand_in_any_order() -> None:
    assert holds(shared() | {"winners": [1, 0]}).winners == (1, 0)


def test_a_draw_may_be_written_without_its_tile() -> None:
    """The boneyard tells which tile it was."""
    (plain,) = some("horse-race-2", proof=False)
    hidden = stripped(plain)
    for each in hidden["rounds"]:
        each["moves"] = [[seat, "+" if text[0] == "+" else text] for seat, text in each["moves"]]
    assert any(text == "+" for each in hidden["rounds"] for _, text in each["moves"])
    assert judge_by_reference(hidden) is None
    holds(hidden)
