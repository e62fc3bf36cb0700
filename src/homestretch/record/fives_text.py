"""The text form of a domino record: the same information as the JSON form, in lines that a person can write by hand.

Both directions go through the JSON values, so one reader judges their shape. ``docs/record-format.md`` has an example.
"""

from collections.abc import Iterator
from typing import Any

from homestretch.kit.message import Refused, refuse

from .fives_record import FORMAT
from .shape import clip

Plain = dict[str, Any]
Line = tuple[int, list[str]]
"""A line's number and its words."""


def write(plain: Plain) -> Iterator[str]:
    """The lines of a record that is given as JSON values."""
    yield f"match {plain['game']}"
    yield f"players {plain['players']}{' in pairs' if plain['pairs'] else ''}"
    yield f"target {plain['target']}"
    for key, value in plain.get("ruleset", {}).items():
        if key not in ("players", "pairs", "target"):
            yield " ".join(["rule", key, *(value if isinstance(value, list) else [str(value)])])
    for number, each in enumerate(plain["rounds"], 1):
        yield ""
        yield f"round {number}"
        yield from _write_round(each)
    yield ""
    yield " ".join(["winners", *map(str, plain["winners"])])


def _write_round(each: Plain) -> Iterator[str]:
    yield f"starter {each['starter']} by {each['start_by']}"
    for seat, hand in enumerate(each["hands"]):
        yield " ".join([f"hand {seat}", *hand])
    yield " ".join(["boneyard", *each["boneyard"]])
    yield from write_deal(each.get("deal"))
    awards = iter(each["awards"])
    for seat, move in each["moves"]:
        award = 0 if move[0] in "+ps" else next(awards, 0)
        yield f"{seat} {move}" + (f" = {award}" if award else "")
    if each["settlement"] is not None:
        yield " ".join(["settlement", *map(str, each["settlement"])])
    yield " ".join(["scores", *map(str, each["scores"])])


def write_deal(deal: Plain | None) -> Iterator[str]:
    """The lines of a proof."""
    if deal is None:
        return
    yield f"commitment {deal['commitment']}"
    yield f"seed {deal['seed']}"
    for seat, part in enumerate(deal["contributions"]):
        yield f"contribution {seat} {part or '-'}"


def read(lines: list[Line]) -> Plain:
    """The JSON values of one match.

    Raises:
        Refused: A line cannot be read; the refusal names it.
    """
    plain: Plain = {"format": FORMAT, "rounds": []}
    rules: Plain = {}
    for number, words in lines:
        try:
            _read_line(plain, rules, words)
        except (ValueError, IndexError, KeyError):
            raise Refused(refuse("text.line", line=number, text=clip(" ".join(words)))) from None
    if rules:
        plain["ruleset"] = rules
    return plain


def _read_line(plain: Plain, rules: Plain, words: list[str]) -> None:
    head, rest = words[0], words[1:]
    match head:
        case "match":
            (plain["game"],) = rest
        case "players":
            plain["players"], plain["pairs"] = int(rest[0]), {(): False, ("in", "pairs"): True}[tuple(rest[1:])]
        case "target":
            (plain["target"],) = map(int, rest)
        case "rule":
            rules[rest[0]] = _rule(rest[0], rest[1:])
        case "winners":
            plain["winners"] = [int(side) for side in rest]
        case "round":
            (number,) = map(int, rest)
            if number != len(plain["rounds"]) + 1:
                raise ValueError(number)
            plain["rounds"].append({"hands": [], "moves": [], "awards": [], "settlement": None})
        case _:
            _read_round_line(plain["rounds"][-1], head, rest)


def _rule(key: str, values: list[str]) -> Any:
    if key == "keeps":
        return values
    (value,) = values
    return int(value) if value.isdecimal() else value


def _read_round_line(each: Plain, head: str, rest: list[str]) -> None:
    match head:
        case "starter":
            seat, by, each["start_by"] = rest
            each["starter"] = int(seat)
            if by != "by":
                raise ValueError(by)
        case "hand":
            if int(rest[0]) != len(each["hands"]):
                raise ValueError(rest[0])
            each["hands"].append(rest[1:])
        case "boneyard":
            each["boneyard"] = rest
        case "settlement" | "scores":
            each[head] = [int(points) for points in rest]
        case "commitment" | "seed" | "contribution":
            read_deal_line(each, head, rest)
        case _:
            move, *award = rest
            each["moves"].append([int(head), move])
            if award and award[0] != "=":
                raise ValueError(award)
            if award or move[0] not in "+ps":
                (points,) = map(int, award[1:] or ["0"])
                each["awards"].append(points)


def read_deal_line(each: Plain, head: str, rest: list[str]) -> None:
    """Read one line of a proof into the round's values."""
    deal = each.setdefault("deal", {"contributions": []})
    if head == "contribution":
        seat, part = rest
        if int(seat) != len(deal["contributions"]):
            raise ValueError(seat)
        deal["contributions"].append("" if part == "-" else part)
    else:
        (deal[head],) = rest
