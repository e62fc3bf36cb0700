"""A second judge of exchange format 1 for the domino games, to catch mistakes of the first.

It is written from the rules alone, works on plain JSON values and imports nothing of the package. It judges the
published rules with any target, and ``going_on: choice``; it expects values of the right types.
"""

import re
from collections.abc import Sequence
from typing import Any

Tile = tuple[int, int]
Table = dict[Tile, list[int]]
"""Every tile on the table. An ordinary one with its free halves, a double with the sides that are joined (as 1s)."""

HANDS = {
    ("horse-race", 2, False): 7,
    ("horse-race", 3, False): 6,
    ("horse-race", 4, False): 5,
    ("horse-race", 4, True): 5,
    ("seven-rocks", 4, True): 7,
}
SET = {(low, high) for high in range(7) for low in range(high + 1)}


class Illegal(Exception):
    """The record breaks a rule."""


def judge(plain: dict[str, Any]) -> str | None:
    """Why this record is no legal match or part of one; None where it is."""
    try:
        judge_match(plain)
    except Illegal as illegal:
        return str(illegal)
    return None


def demand(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Illegal(otherwise)


def judge_match(plain: dict[str, Any]) -> None:
    demand(plain["format"] == 1, "another format")
    demand((plain["game"], plain["players"], plain["pairs"]) in HANDS, "no such seating")
    sides = 2 if plain["pairs"] else plain["players"]
    scores = [0] * sides
    winners: list[int] = []
    out: int | None = None
    for number, each in enumerate(plain["rounds"], 1):
        where = f"round {number}: "
        demand(not winners, where + "played after the match was won")
        judge_deal(plain, each, where)
        demand(each["start_by"] in ("lot", "out"), where + "started by neither lot nor going out")
        if out is None:
            demand(each["start_by"] == "lot", where + "nobody went out before, so the lot decides")
        else:
            demand((each["start_by"], each["starter"]) == ("out", out), where + "who went out must start")
        unfinished_allowed = number == len(plain["rounds"]) and plain["winners"] == []
        out, winners = judge_round(plain, each, scores, unfinished_allowed, where)
        demand(each["scores"] == scores, where + f"the scores are {scores}")
    demand(sorted(plain["winners"]) == winners, f"the winners are {winners}")


def judge_deal(plain: dict[str, Any], each: dict[str, Any], where: str) -> None:
    players = plain["players"]
    size = HANDS[plain["game"], players, plain["pairs"]]
    demand(len(each["hands"]) == players, where + "as many hands as players")
    demand(all(len(hand) == size for hand in each["hands"]), where + f"every hand has {size} tiles")
    dealt = [read_tile(text) for pile in (*each["hands"], each["boneyard"]) for text in pile]
    demand(len(dealt) == 28 and set(dealt) == SET, where + "the deal is not the set of 28")
    demand(0 <= each["starter"] < players, where + "the starter is no seat")


class Round:
    """A round while it is played again."""

    def __init__(self, plain: dict[str, Any], each: dict[str, Any], scores: list[int]) -> None:
        self.players, self.pairs, self.target = plain["players"], plain["pairs"], plain["target"]
        self.horse_race = plain["game"] == "horse-race"
        self.choice = plain.get("ruleset", {}).get("going_on") == "choice"
        self.hands = [[read_tile(text) for text in hand] for hand in each["hands"]]
        self.boneyard = [read_tile(text) for text in each["boneyard"]]
        self.scores = scores
        self.table: Table = {}
        self.spinners: list[Tile] = []
        self.awards: list[int] = []
        self.turn: int = each["starter"]
        self.kept = False
        self.drawn: Tile | None = None
        self.end: str | None = None
        self.winners: list[int] = []


def judge_round(
    plain: dict[str, Any], each: dict[str, Any], scores: list[int], unfinished_allowed: bool, where: str
) -> tuple[int | None, list[int]]:
    """Play the round and add to the scores; who went out, and who won the match."""
    now = Round(plain, each, scores)
    for count, (seat, text) in enumerate(each["moves"], 1):
        at = f"{where}move {count}: "
        demand(now.end is None, at + "the round is over")
        demand(seat == now.turn, at + f"the turn is with {now.turn}")
        can_place = any(fits(now, tile) for tile in now.hands[seat])
        if text == "pass":
            demand(not can_place and not now.boneyard, at + "knocks only who can neither place nor draw")
            hand_on(now)
        elif text == "stop":
            demand(now.choice and now.kept and (can_place or bool(now.boneyard)), at + "no turn to be stopped")
            hand_on(now)
        elif text.startswith("+"):
            demand(now.horse_race and not can_place and bool(now.boneyard), at + "nothing may be drawn")
            draw(now, text[1:], at)
        else:
            place(now, text, at)
        if now.end is None and is_blocked(now):
            now.end = "block"

    demand(each["awards"] == now.awards, where + f"the awards are {now.awards}")
    demand(now.end is not None or unfinished_allowed, where + "unfinished")
    if now.end in (None, "award"):
        demand(each["settlement"] is None, where + "nothing to settle")
        return None, now.winners
    out = each["moves"][-1][0] if now.end == "out" else None
    pips = [sum(low + high for low, high in hand) for hand in now.hands]
    due = settle_bonus(pips, now.pairs, out) if now.horse_race else settle_deduction(pips)
    demand(each["settlement"] == due, where + f"the settlement is {due}")
    for side, change in enumerate(due):
        scores[side] += change
    return out, [side for side, score in enumerate(scores) if score >= now.target]


def hand_on(now: Round) -> None:
    now.turn, now.kept = (now.turn + 1) % now.players, False


def draw(now: Round, text: str, at: str) -> None:
    tile = now.boneyard.pop()
    demand(text == "" or read_tile(text) == tile, at + f"the next tile is {tile}")
    now.hands[now.turn].append(tile)
    now.kept, now.drawn = False, tile if fits(now, tile) else None


def place(now: Round, text: str, at: str) -> None:
    own, _, other = text.partition("@")
    tile, seat = read_tile(own), now.turn
    double = tile[0] == tile[1]
    demand(tile in now.hands[seat], at + "not in the hand")
    demand(now.drawn in (None, tile), at + "the drawn tile must be placed")
    if other:
        join(tile, read_tile(other), now.table, now.spinners, at)
    else:
        demand(not now.table, at + "joined to nothing")
        now.table[tile] = [] if double else list(tile)
    if double and (now.horse_race or not now.spinners):
        now.spinners.append(tile)
    now.hands[seat].remove(tile)
    total = count_ends(now.table)
    award = total if total % 5 == 0 else 0
    now.awards.append(award)
    side = seat % 2 if now.pairs else seat
    now.scores[side] += award // 5 if now.horse_race else award
    if award and now.scores[side] >= now.target:
        now.end, now.winners = "award", [side]
    elif not now.hands[seat]:
        now.end = "out"
    elif now.horse_race and now.drawn is None and (double or award):
        now.kept = True
    else:
        hand_on(now)
    now.drawn = None


def fits(now: Round, tile: Tile) -> bool:
    return not now.table or any(set(open_pips(host, now.table, now.spinners)) & set(tile) for host in now.table)


def is_blocked(now: Round) -> bool:
    return not now.boneyard and not any(fits(now, tile) for hand in now.hands for tile in hand)


def read_tile(text: str) -> Tile:
    found = re.fullmatch(r"\[?([0-6])[-|]?([0-6])\]?", text)
    if found is None:
        raise Illegal(f"{text} is no tile of the set")
    one, other = int(found[1]), int(found[2])
    return min(one, other), max(one, other)


def open_pips(host: Tile, table: Table, spinners: Sequence[Tile]) -> list[int]:
    """The pips that can be joined to a tile on the table now."""
    if host[0] != host[1]:
        return table[host]
    sides = 4 if host in spinners else 2
    return [host[0]] if len(table[host]) < sides else []


def join(tile: Tile, host: Tile, table: Table, spinners: Sequence[Tile], at: str) -> None:
    demand(host in table, at + "joined to a tile that is not there")
    shared = set(open_pips(host, table, spinners)) & set(tile)
    demand(len(shared) == 1 and tile not in table, at + "does not fit there")
    pips = shared.pop()
    if host[0] == host[1]:
        table[host].append(1)
    else:
        table[host].remove(pips)
    if tile[0] == tile[1]:
        table[tile] = [1]
    else:
        table[tile] = [tile[0] + tile[1] - pips]


def count_ends(table: Table) -> int:
    total = 0
    for (low, high), state in table.items():
        if low != high:
            total += sum(state)
        elif len(state) < 2:
            total += low + high
    return total


def nearest_five(pips: int) -> int:
    return {0: pips, 1: pips - 1, 2: pips - 2, 3: pips + 2, 4: pips + 1}[pips % 5]


def settle_bonus(pips: Sequence[int], pairs: bool, out: int | None) -> list[int]:
    """Horse Race: the round's winners score what all their opponents hold."""
    sides = [(0, 2), (1, 3)] if pairs else [(seat,) for seat in range(len(pips))]
    left = [sum(pips[seat] for seat in side) for side in sides]
    change = []
    for side, own in zip(sides, left, strict=True):
        wins = own == min(left) if out is None else out in side
        change.append(nearest_five(sum(left) - own) // 5 if wins else 0)
    return change


def settle_deduction(pips: Sequence[int]) -> list[int]:
    """Seven Rocks: every hand is rounded alone and taken off its pair's score."""
    return [-nearest_five(pips[0]) - nearest_five(pips[2]), -nearest_five(pips[1]) - nearest_five(pips[3])]
