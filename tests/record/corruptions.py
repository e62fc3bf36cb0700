"""Every kind of wrong that can be done to a record, at every place where it can be done.

Each function takes a record that holds and yields changed copies of it; some of the copies may be legal again.
"""

from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from typing import Any

from records import Plain, again

Corruption = Callable[[Plain], Iterator[Plain]]

SET = [f"{low}-{high}" for low in range(7) for high in range(low, 7)]


def rounds(plain: Plain) -> Iterator[tuple[Plain, Plain]]:
    """A copy of the record for each round, with that round in it."""
    for number in range(len(plain["rounds"])):
        changed = again(plain)
        yield changed, changed["rounds"][number]


def positions(plain: Plain, key: str) -> Iterator[tuple[Plain, list[Any], int]]:
    """A copy for each place in a list of each round, with the list and the place."""
    for number, each in enumerate(plain["rounds"]):
        for at in range(len(each[key] or ())):
            changed = again(plain)
            yield changed, changed["rounds"][number][key], at


def lists(plain: Plain, key: str) -> Iterator[Plain]:
    """An entry of a list in the rounds left out, written twice, or changed places with the next."""
    for changed, values, at in positions(plain, key):
        del values[at]
        yield changed
    for changed, values, at in positions(plain, key):
        values.insert(at, values[at])
        yield changed
    for changed, values, at in positions(plain, key):
        if at + 1 < len(values) and values[at] != values[at + 1]:
            values[at], values[at + 1] = values[at + 1], values[at]
            yield changed


def numbers(plain: Plain, key: str, *steps: int) -> Iterator[Plain]:
    """A number in a list of the rounds made larger or smaller."""
    for step in steps:
        for changed, values, at in positions(plain, key):
            values[at] += step
            yield changed


# the deal


def another_tile_in_a_hand(plain: Plain) -> Iterator[Plain]:
    for number, each in enumerate(plain["rounds"]):
        for seat, hand in enumerate(each["hands"]):
            for at, tile in enumerate(hand):
                changed = again(plain)
                changed["rounds"][number]["hands"][seat][at] = SET[(SET.index(tile) + 5) % len(SET)]
                yield changed


def tiles_swapped_between_hands(plain: Plain) -> Iterator[Plain]:
    for number, each in enumerate(plain["rounds"]):
        for one, other in combinations(range(plain["players"]), 2):
            for at in range(len(each["hands"][0])):
                changed = again(plain)
                hands = changed["rounds"][number]["hands"]
                hands[one][at], hands[other][-1] = hands[other][-1], hands[one][at]
                yield changed


def tile_swapped_with_the_boneyard(plain: Plain) -> Iterator[Plain]:
    for number, each in enumerate(plain["rounds"]):
        for seat in range(plain["players"]):
            for at in range(len(each["boneyard"])):
                changed = again(plain)
                hand, boneyard = changed["rounds"][number]["hands"][seat], changed["rounds"][number]["boneyard"]
                hand[0], boneyard[at] = boneyard[at], hand[0]
                yield changed


def tiles_of_one_hand_in_another_order(plain: Plain) -> Iterator[Plain]:
    for number, each in enumerate(plain["rounds"]):
        for seat in range(len(each["hands"])):
            changed = again(plain)
            changed["rounds"][number]["hands"][seat].reverse()
            yield changed


def boneyard_in_another_order(plain: Plain) -> Iterator[Plain]:
    yield from lists(plain, "boneyard")


def another_number_of_tiles(plain: Plain) -> Iterator[Plain]:
    for number in range(len(plain["rounds"])):
        for seat in range(plain["players"]):
            changed = again(plain)
            each = changed["rounds"][number]
            each["boneyard"].append(each["hands"][seat].pop())
            yield changed
        changed = again(plain)
        changed["rounds"][number]["hands"].pop()
        yield changed
        changed = again(plain)
        changed["rounds"][number]["hands"].append([])
        yield changed


def another_starter(plain: Plain) -> Iterator[Plain]:
    for number, each in enumerate(plain["rounds"]):
        for seat in range(-1, plain["players"] + 1):
            if seat != each["starter"]:
                changed = again(plain)
                changed["rounds"][number]["starter"] = seat
                yield changed


def started_for_another_reason(plain: Plain) -> Iterator[Plain]:
    for changed, each in rounds(plain):
        each["start_by"] = {"lot": "out", "out": "lot"}[each["start_by"]]
        yield changed


# the moves


def _moves(plain: Plain, change: Callable[[int, str], list[tuple[int, str]]]) -> Iterator[Plain]:
    for number, each in enumerate(plain["rounds"]):
        for at, (seat, text) in enumerate(each["moves"]):
            for other in change(seat, text):
                if other != (seat, text):
                    changed = again(plain)
                    changed["rounds"][number]["moves"][at] = list(other)
                    yield changed


def _tile_of(text: str) -> str:
    return text.lstrip("+").partition("@")[0]


def another_tile_played(plain: Plain) -> Iterator[Plain]:
    def change(seat: int, text: str) -> list[tuple[int, str]]:
        tile = _tile_of(text)
        if tile in ("pass", "stop"):
            return []
        return [(seat, text.replace(tile, SET[(SET.index(tile) + step) % 28], 1)) for step in (1, 9)]

    yield from _moves(plain, change)


def another_host(plain: Plain) -> Iterator[Plain]:
    def change(seat: int, text: str) -> list[tuple[int, str]]:
        tile, _, host = text.partition("@")
        return [(seat, f"{tile}@{SET[(SET.index(host) + step) % 28]}") for step in (1, 4, 9)] if host else []

    yield from _moves(plain, change)


def joined_to_another_tile_of_the_table(plain: Plain) -> Iterator[Plain]:
    for number, each in enumerate(plain["rounds"]):
        table: list[str] = []
        for at, (_, text) in enumerate(each["moves"]):
            tile, _, host = text.partition("@")
            if text[0] in "+ps":
                continue
            for other in table:
                if other != host:
                    changed = again(plain)
                    changed["rounds"][number]["moves"][at][1] = f"{tile}@{other}"
                    yield changed
            table.append(tile)


def host_left_out_or_added(plain: Plain) -> Iterator[Plain]:
    def change(seat: int, text: str) -> list[tuple[int, str]]:
        tile, _, host = text.partition("@")
        return [(seat, tile if host else f"{tile}@6-6")] if text[0] not in "+ps" else []

    yield from _moves(plain, change)


def another_seat_moves(plain: Plain) -> Iterator[Plain]:
    yield from _moves(plain, lambda _, text: [(other, text) for other in range(-1, plain["players"] + 1)])


def another_kind_of_move(plain: Plain) -> Iterator[Plain]:
    def change(seat: int, text: str) -> list[tuple[int, str]]:
        tile = "0-0" if text in ("pass", "stop", "+") else _tile_of(text)
        return [(seat, other) for other in ("pass", "+", "stop", f"+{tile}", tile)]

    yield from _moves(plain, change)


def moves_left_out_doubled_or_swapped(plain: Plain) -> Iterator[Plain]:
    yield from lists(plain, "moves")


def move_and_award_left_out(plain: Plain) -> Iterator[Plain]:
    for number, each in enumerate(plain["rounds"]):
        placed = -1
        for at, (_, text) in enumerate(each["moves"]):
            if text[0] in "+ps":
                continue
            placed += 1
            changed = again(plain)
            del changed["rounds"][number]["moves"][at]
            del changed["rounds"][number]["awards"][placed]
            yield changed


def moves_cut_off(plain: Plain) -> Iterator[Plain]:
    for changed, values, at in positions(plain, "moves"):
        del values[at:]
        yield changed


def moves_added(plain: Plain) -> Iterator[Plain]:
    for number, each in enumerate(plain["rounds"]):
        for seat in range(plain["players"]):
            for text in (
                "pass",
                "+",
                "stop",
                each["hands"][seat][0],
                f"{each['hands'][seat][0]}@{each['hands'][0][0]}",
            ):
                changed = again(plain)
                changed["rounds"][number]["moves"].append([seat, text])
                yield changed


# what is counted


def wrong_awards(plain: Plain) -> Iterator[Plain]:
    yield from numbers(plain, "awards", 5, -5, 1)
    yield from lists(plain, "awards")
    for changed, each in rounds(plain):
        each["awards"].append(0)
        yield changed


def wrong_settlement(plain: Plain) -> Iterator[Plain]:
    yield from numbers(plain, "settlement", 1, -1, 5)
    yield from lists(plain, "settlement")
    for changed, each in rounds(plain):
        each["settlement"] = [0] * len(each["scores"]) if each["settlement"] is None else None
        yield changed


def settlement_in_points_of_the_other_kind(plain: Plain) -> Iterator[Plain]:
    for changed, each in rounds(plain):
        if each["settlement"] is not None and any(each["settlement"]):
            each["settlement"] = [points * 5 for points in each["settlement"]]
            yield changed


def wrong_scores(plain: Plain) -> Iterator[Plain]:
    yield from numbers(plain, "scores", 1, -1, 5)
    yield from lists(plain, "scores")


def wrong_score_from_here_on(plain: Plain) -> Iterator[Plain]:
    """Consistent in itself: the mistake is carried on to the end."""
    for number in range(len(plain["rounds"])):
        changed = again(plain)
        for each in changed["rounds"][number:]:
            each["scores"][0] += 1
        yield changed


# the match


def wrong_winners(plain: Plain) -> Iterator[Plain]:
    sides = 2 if plain["pairs"] else plain["players"]
    for winners in [[], *([side] for side in range(sides))]:
        if winners != plain["winners"]:
            yield again(plain) | {"winners": winners}
    yield again(plain) | {"winners": list(range(sides))}
    yield again(plain) | {"winners": plain["winners"] * 2}
    yield again(plain) | {"winners": [*plain["winners"], sides]}
    yield again(plain) | {"winners": [-1]}


def rounds_left_out_doubled_or_swapped(plain: Plain) -> Iterator[Plain]:
    for number in range(len(plain["rounds"])):
        changed = again(plain)
        del changed["rounds"][number]
        yield changed
        changed = again(plain)
        changed["rounds"].insert(number, changed["rounds"][number])
        yield changed
    for one, other in pairwise(range(len(plain["rounds"]))):
        changed = again(plain)
        changed["rounds"][one], changed["rounds"][other] = changed["rounds"][other], changed["rounds"][one]
        yield changed


def rounds_left_out_at_the_end(plain: Plain) -> Iterator[Plain]:
    for number in range(len(plain["rounds"])):
        yield again(plain) | {"rounds": again(plain["rounds"][:number])}
        yield again(plain) | {"rounds": again(plain["rounds"][:number]), "winners": []}


def another_target(plain: Plain) -> Iterator[Plain]:
    for target in {plain["target"] + step for step in (-5, -1, 1, 5, 1000)} - {0}:
        changed = again(plain) | {"target": target}
        if "ruleset" in changed:
            changed["ruleset"]["target"] = target
        yield changed


DEALS: dict[str, Corruption] = {
    function.__name__: function
    for function in (
        another_tile_in_a_hand,
        tiles_swapped_between_hands,
        tile_swapped_with_the_boneyard,
        tiles_of_one_hand_in_another_order,
        boneyard_in_another_order,
        another_number_of_tiles,
    )
}
"""Changes of what was dealt: a record with the proof of its deals never survives them."""

OTHERS: dict[str, Corruption] = {
    function.__name__: function
    for function in (
        another_starter,
        started_for_another_reason,
        another_tile_played,
        another_host,
        joined_to_another_tile_of_the_table,
        host_left_out_or_added,
        another_seat_moves,
        another_kind_of_move,
        moves_left_out_doubled_or_swapped,
        move_and_award_left_out,
        moves_cut_off,
        moves_added,
        wrong_awards,
        wrong_settlement,
        settlement_in_points_of_the_other_kind,
        wrong_scores,
        wrong_score_from_here_on,
        wrong_winners,
        rounds_left_out_doubled_or_swapped,
        rounds_left_out_at_the_end,
        another_target,
    )
}
