"""Whatever is changed in the record of a meeting is caught, unless the changed record is a legal meeting itself."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice

import pytest
from records import MEETINGS, Plain, again, departs, holds, json_like, play, some, stripped, verdict

from homestretch.games import CARD_RACE
from homestretch.kit.card import RUNNERS
from homestretch.record.exchange import to_plain
from homestretch.record.verdict import Departure

Change = Callable[[Plain], Iterator[Plain]]
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
MOST = 5


def races(plain: Plain) -> Iterator[tuple[Plain, Plain, int]]:
    """A copy for each race, with that race in it and its number from 0."""
    for number in range(len(plain["rounds"])):
        changed = again(plain)
        yield changed, changed["rounds"][number], number


def with_moves(plain: Plain, change: Callable[[Plain, int, str], list[tuple[int, str]]]) -> Iterator[Plain]:
    """A copy for every other way to write a move, given the race, the seat and the text."""
    for number, each in enumerate(plain["rounds"]):
        for at, (seat, text) in enumerate(each["moves"]):
            for other in change(each, seat, text):
                if other != (seat, text):
                    changed = again(plain)
                    changed["rounds"][number]["moves"][at] = list(other)
                    yield changed


# changes after which no meeting can be legal


def a_card_twice_or_an_ace(plain: Plain) -> Iterator[Plain]:
    for _, each, number in races(plain):
        for pile, at in (("track", 0), ("track", 6), ("deck", 0), ("deck", 20), ("deck", 40)):
            for card in (each["track"][1], each["deck"][1], "AS"):
                changed = again(plain)
                changed["rounds"][number][pile][at] = card
                yield changed


def other_numbers_of_cards(plain: Plain) -> Iterator[Plain]:
    for changed, each, _ in races(plain):
        each["deck"].insert(0, each["track"].pop())
        yield changed
    for changed, each, _ in races(plain):
        each["track"].append(each["deck"].pop(0))
        yield changed
    for changed, each, _ in races(plain):
        del each["deck"][0]
        yield changed


def a_track_with_five_of_a_suit(plain: Plain) -> Iterator[Plain]:
    for changed, each, _ in races(plain):
        cards = [str(card) for card in RUNNERS]
        each["track"] = cards[:7]
        each["deck"] = cards[7:]
        yield changed


def the_next_card_changed(plain: Plain) -> Iterator[Plain]:
    for number, each in enumerate(plain["rounds"]):
        turned = sum(text.startswith("turn") for _, text in each["moves"])
        for at in range(1, turned + 1):
            changed = again(plain)
            deck = changed["rounds"][number]["deck"]
            deck[-at], deck[0] = deck[0], deck[-at]
            yield changed


def another_banker(plain: Plain) -> Iterator[Plain]:
    for number, each in enumerate(plain["rounds"]):
        for seat in range(-1, plain["players"] + 1):
            if seat != each["banker"]:
                changed = again(plain)
                changed["rounds"][number]["banker"] = seat
                yield changed


def others_passed_over(plain: Plain) -> Iterator[Plain]:
    for number, each in enumerate(plain["rounds"]):
        for passed in ([], *([*each["passed"], seat] for seat in range(-1, plain["players"] + 1))):
            if passed != each["passed"]:
                changed = again(plain)
                changed["rounds"][number]["passed"] = passed
                yield changed
    for passed in ([], *([*plain["passed"], seat] for seat in range(-1, plain["players"] + 1))):
        if passed != plain["passed"]:
            yield again(plain) | {"passed": passed}


def laid_again_without_need(plain: Plain) -> Iterator[Plain]:
    for changed, each, _ in races(plain):
        each["relaid"].append(each["track"])
        yield changed


def another_move(plain: Plain) -> Iterator[Plain]:
    """Other odds are left out: where the winner's are the same and the bank can pay, they would be legal."""

    def change(each: Plain, seat: int, text: str) -> list[tuple[int, str]]:
        others = [(other, text) for other in range(-1, plain["players"] + 1)]
        if text.startswith("bank"):
            texts = ["bank 0,2,3,5,10 max 1", "bank 1,2,3,5 max 1", "bank 1,2,3,5,10 max 0", "bank 1,1,1,1,1 max 9999"]
        elif text.startswith("turn"):
            texts = [f"turn {each['track'][0]}", f"turn {each['deck'][0]}", "turn AS"]
        else:
            won = SUITS[text[0]] == each["winner"]
            amount = int(text[1:])
            texts = [f"{text[0]}{other}" for other in (0, amount + 1, amount + 1000, amount - 1)]
            texts += [f"{suit}{amount}" for suit, name in SUITS.items() if (name == each["winner"]) != won]
        return [*others, *((seat, other) for other in (*texts, "S1") if other[0] != "S" or other in texts)]

    return with_moves(plain, change)


def moves_left_out(plain: Plain) -> Iterator[Plain]:
    for number, each in enumerate(plain["rounds"]):
        for at in range(len(each["moves"])):
            changed = again(plain)
            del changed["rounds"][number]["moves"][at]
            yield changed


def moves_cut_off(plain: Plain) -> Iterator[Plain]:
    for number, each in enumerate(plain["rounds"]):
        for at in range(len(each["moves"])):
            changed = again(plain)
            del changed["rounds"][number]["moves"][at:]
            yield changed


def announced_or_turned_twice(plain: Plain) -> Iterator[Plain]:
    for number, each in enumerate(plain["rounds"]):
        for at, move in enumerate(each["moves"]):
            if move[1].startswith(("bank", "turn")):
                changed = again(plain)
                changed["rounds"][number]["moves"].insert(at, move)
                yield changed


def staked_after_the_lock(plain: Plain) -> Iterator[Plain]:
    for number, each in enumerate(plain["rounds"]):
        stakes = [move for move in each["moves"] if move[1][0] in "SHDC"]
        lock = each["moves"].index(stakes[-1]) + 1
        for at in range(lock, len(each["moves"]) + 1):
            for move in stakes:
                changed = again(plain)
                changed["rounds"][number]["moves"].insert(at, move)
                yield changed


def moves_in_another_order(plain: Plain) -> Iterator[Plain]:
    for number, each in enumerate(plain["rounds"]):
        for at, (one, other) in enumerate(zip(each["moves"], each["moves"][1:], strict=False)):
            if one != other and not (one[1][0] in "SHDC" and other[1][0] in "SHDC"):
                changed = again(plain)
                moves = changed["rounds"][number]["moves"]
                moves[at], moves[at + 1] = moves[at + 1], moves[at]
                yield changed


def another_winner(plain: Plain) -> Iterator[Plain]:
    for number, each in enumerate(plain["rounds"]):
        for suit in (*SUITS.values(), None):
            if suit != each["winner"]:
                changed = again(plain)
                changed["rounds"][number]["winner"] = suit
                yield changed


def another_settlement_or_other_balances(plain: Plain) -> Iterator[Plain]:
    for key in ("settlement", "balances"):
        for number, each in enumerate(plain["rounds"]):
            for at in range(plain["players"]):
                for step in (1, -1):
                    changed = again(plain)
                    changed["rounds"][number][key][at] += step
                    yield changed
                changed = again(plain)
                values = changed["rounds"][number][key]
                values[at], values[at - 1] = values[at - 1], values[at]
                if values != each[key]:
                    yield changed
            changed = again(plain)
            changed["rounds"][number][key].append(0)
            yield changed
    for changed, each, _ in races(plain):
        each["settlement"] = None
        yield changed


def tokens_moved_everywhere(plain: Plain) -> Iterator[Plain]:
    """Consistent in itself: one token goes from one seat to another from some race on."""
    for number in range(len(plain["rounds"])):
        changed = again(plain)
        for each in changed["rounds"][number:]:
            each["balances"][0] += 1
            each["balances"][1] -= 1
        yield changed


def other_winners(plain: Plain) -> Iterator[Plain]:
    seats = range(plain["players"])
    for winners in ([], *([seat] for seat in seats), list(seats), plain["winners"] * 2, [*plain["winners"], -1]):
        if winners != plain["winners"]:
            yield again(plain) | {"winners": winners}


def races_left_out_doubled_or_swapped(plain: Plain) -> Iterator[Plain]:
    for number in range(len(plain["rounds"])):
        changed = again(plain)
        del changed["rounds"][number]
        yield changed
        changed = again(plain)
        changed["rounds"].insert(number, changed["rounds"][number])
        yield changed
    for number in range(len(plain["rounds"]) - 1):
        changed = again(plain)
        races = changed["rounds"]
        races[number], races[number + 1] = races[number + 1], races[number]
        yield changed


def other_stocks_or_people(plain: Plain) -> Iterator[Plain]:
    for key in ("tokens", "players"):
        changed = again(plain) | {key: plain[key] + 1}
        if "ruleset" in changed:
            changed["ruleset"][key] += 1
        yield changed


ILLEGAL: dict[str, Change] = {
    change.__name__: change
    for change in (
        a_card_twice_or_an_ace,
        other_numbers_of_cards,
        a_track_with_five_of_a_suit,
        the_next_card_changed,
        another_banker,
        others_passed_over,
        laid_again_without_need,
        another_move,
        moves_left_out,
        moves_cut_off,
        announced_or_turned_twice,
        staked_after_the_lock,
        moves_in_another_order,
        another_winner,
        another_settlement_or_other_balances,
        tokens_moved_everywhere,
        other_winners,
        races_left_out_doubled_or_swapped,
        other_stocks_or_people,
    )
}


def thinned(changes: list[Plain], most: int | None) -> Iterator[Plain]:
    step = 1 if most is None else -(-len(changes) // most) or 1
    return islice(changes, 0, None, step)


@pytest.mark.parametrize("key", MEETINGS)
@pytest.mark.parametrize("kind", ILLEGAL)
@pytest.mark.parametrize("proof", [True, False])
def test_corruption_is_caught(key: str, kind: str, proof: bool) -> None:
    (plain,) = some(key, proof=proof)
    tried = 0
    for changed in thinned(list(ILLEGAL[kind](plain)), MOST):
        tried += 1
        assert isinstance(verdict(changed), Departure), changed
    assert tried


@pytest.mark.soak
@pytest.mark.parametrize("key", MEETINGS)
@pytest.mark.parametrize("kind", ILLEGAL)
def test_every_corruption_of_a_few_meetings_is_caught(key: str, kind: str) -> None:
    for plain in some(key, 5, "soak", proof=False):
        for changed in thinned(list(ILLEGAL[kind](plain)), None):
            assert isinstance(verdict(changed), Departure), changed


# changes that make another legal meeting, if nobody can prove the deal


def cards_that_were_not_turned_swapped(plain: Plain) -> Iterator[Plain]:
    for changed, each, _ in races(plain):
        each["deck"][0], each["deck"][1] = each["deck"][1], each["deck"][0]
        yield changed


def an_equal_card_on_the_track(plain: Plain) -> Iterator[Plain]:
    """Rank is nothing: a track with other cards of the same suits is as good."""
    for changed, each, _ in races(plain):
        turned = sum(text.startswith("turn") for _, text in each["moves"])
        for at, card in enumerate(each["deck"][:-turned]):
            same = next((place for place, other in enumerate(each["track"]) if other[-1] == card[-1]), None)
            if same is not None:
                each["deck"][at], each["track"][same] = each["track"][same], each["deck"][at]
                yield changed
                break


def laid_again_once_more(plain: Plain) -> Iterator[Plain]:
    for changed, each, _ in races(plain):
        each["relaid"].append([str(card) for card in RUNNERS[:5]] + ["2C", "3C"])
        yield changed


DEALS = (cards_that_were_not_turned_swapped, an_equal_card_on_the_track, laid_again_once_more)


@pytest.mark.parametrize("key", MEETINGS)
@pytest.mark.parametrize("change", DEALS)
def test_another_deal_is_caught_by_its_proof_alone(key: str, change: Change) -> None:
    (plain,) = some(key)
    changes = list(change(plain))
    assert changes
    for changed in changes:
        number = next(n for n, each in enumerate(changed["rounds"], 1) if each != plain["rounds"][n - 1])
        assert departs(changed) == (number, None, "proof.deal", "C4")
        holds(stripped(changed))


@pytest.mark.parametrize("key", MEETINGS)
def test_stakes_may_be_chosen_in_any_order_and_anew_until_the_last(key: str) -> None:
    (plain,) = some(key)
    moves = plain["rounds"][0]["moves"]
    stakes = [move for move in moves if move[1][0] in "SHDC"]
    for other in (stakes[::-1], stakes[:1] + stakes, [[stakes[0][0], "H1"], *stakes]):
        changed = again(plain)
        changed["rounds"][0]["moves"] = moves[:1] + other + moves[1 + len(stakes) :]
        holds(changed)


def test_a_card_may_be_turned_without_its_name() -> None:
    (plain,) = some("taught-3")
    for each in plain["rounds"]:
        each["moves"] = [[seat, "turn" if text.startswith("turn") else text] for seat, text in each["moves"]]
    holds(plain)


# meetings of which something rare is true


@cache
def meetings(key: str) -> tuple[Plain, ...]:
    return tuple(json_like(to_plain(record)) for record in play(CARD_RACE, MEETINGS[key], 60))


def relaid(plain: Plain) -> bool:
    return any(each["relaid"] for each in plain["rounds"])


def passed_between(plain: Plain) -> bool:
    return any(each["passed"] for each in plain["rounds"])


def passed_at_the_end(plain: Plain) -> bool:
    return bool(plain["passed"])


def passed_twice_at_the_end(plain: Plain) -> bool:
    return len(plain["passed"]) > 1


def shared(plain: Plain) -> bool:
    return len(plain["winners"]) > 1


@pytest.mark.parametrize("kind", ILLEGAL)
@pytest.mark.parametrize("rare", [relaid, passed_between, passed_at_the_end, passed_twice_at_the_end, shared])
def test_corruption_of_rare_meetings_is_caught(kind: str, rare: Callable[[Plain], bool]) -> None:
    plain = stripped(next(plain for key in ("poor-5", "steep-3") for plain in meetings(key) if rare(plain)))
    holds(plain)
    for changed in thinned(list(ILLEGAL[kind](plain)), MOST):
        assert isinstance(verdict(changed), Departure), changed


def test_a_track_that_was_laid_again_may_be_left_out_only_without_a_proof() -> None:
    plain = next(plain for plain in meetings("taught-3") if relaid(plain))
    number = next(n for n, each in enumerate(plain["rounds"]) if each["relaid"])
    changed = again(plain)
    changed["rounds"][number]["relaid"] = []
    assert departs(changed) == (number + 1, None, "proof.deal", "C4")
    holds(stripped(changed))


def test_an_unfinished_meeting_may_name_the_banks_that_were_passed_over_at_its_end() -> None:
    plain = again(next(plain for plain in meetings("poor-5") if passed_between(plain)))
    number = next(n for n, each in enumerate(plain["rounds"]) if each["passed"])
    cut = plain | {"rounds": plain["rounds"][:number], "winners": []}
    holds(cut | {"passed": plain["rounds"][number]["passed"]})
    holds(cut | {"passed": []})
    assert departs(cut | {"passed": [plain["rounds"][0]["banker"]]}) == (None, None, "race.passed", "C13")
