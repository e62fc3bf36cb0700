"""The text form of a domino record: the same information as the JSON form, in lines that a person can write by hand.

Both directions go through the JSON values, so one reader judges their shape. ``docs/record-format.md`` has an example.
"""

import re
from collections.abc import Iterator
from typing import Any

from homestretch.kit.message import Refused, refuse

from .fives_record import FORMAT
from .shape import clip

Plain = dict[str, Any]
_NUMBER = re.compile(r"-?[0-9]{1,9}")

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
    for count, each in enumerate(plain["rounds"], 1):
        yield ""
        yield f"round {count}"
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
        award = next(awards, 0) if is_placement(move) else 0
        yield f"{seat} {move}" + (f" = {award}" if award else "")
    if each["settlement"] is not None:
        yield " ".join(["settlement", *map(str, each["settlement"])])
    yield " ".join(["scores", *map(str, each["scores"])])


def is_placement(move: str) -> bool:
    """Whether a move's text places a tile; every placement has an award."""
    return not move.startswith("+") and move.lower() not in ("pass", "stop")


def number(text: str) -> int:
    """A whole number in plain digits.

    Raises:
        ValueError: The text is none.
    """
    if not _NUMBER.fullmatch(text):
        raise ValueError(text)
    return int(text)


def once(plain: Plain, key: str, value: Any) -> None:
    """Set a value that may be given only once.

    Raises:
        ValueError: It has been given before.
    """
    if plain.get(key) is not None:
        raise ValueError(key)
    plain[key] = value


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
    for line, words in lines:
        try:
            _read_line(plain, rules, words)
        except (ValueError, IndexError, KeyError):
            raise Refused(refuse("text.line", line=line, text=clip(" ".join(words)))) from None
    if rules:
        plain["ruleset"] = rules
    return plain


def _read_line(plain: Plain, rules: Plain, words: list[str]) -> None:
    head, rest = words[0], words[1:]
    match head:
        case "match":
            (game,) = rest
            once(plain, "game", game)
        case "players":
            once(plain, "players", number(rest[0]))
            plain["pairs"] = {(): False, ("in", "pairs"): True}[tuple(rest[1:])]
        case "target":
            (target,) = map(number, rest)
            once(plain, "target", target)
        case "rule":
            once(rules, rest[0], _rule(rest[0], rest[1:]))
        case "winners":
            once(plain, "winners", [number(side) for side in rest])
        case "round":
            (count,) = map(number, rest)
            if count != len(plain["rounds"]) + 1:
                raise ValueError(count)
            plain["rounds"].append({"hands": [], "moves": [], "awards": [], "settlement": None})
        case _:
            _read_round_line(plain["rounds"][-1], head, rest)


def _rule(key: str, values: list[str]) -> Any:
    if key == "keeps":
        return values
    (value,) = values
    return number(value) if _NUMBER.fullmatch(value) else value


def _read_round_line(each: Plain, head: str, rest: list[str]) -> None:
    match head:
        case "starter":
            seat, by, how = rest
            if by != "by":
                raise ValueError(by)
            once(each, "starter", number(seat))
            each["start_by"] = how
        case "hand":
            if number(rest[0]) != len(each["hands"]):
                raise ValueError(rest[0])
            each["hands"].append(rest[1:])
        case "boneyard":
            once(each, "boneyard", rest)
        case "settlement" | "scores":
            once(each, head, [number(points) for points in rest])
        case "commitment" | "seed" | "contribution":
            read_deal_line(each, head, rest)
        case _:
            move, *award = rest
            each["moves"].append([number(head), move])
            if award and award[0] != "=":
                raise ValueError(award)
            if award or is_placement(move):
                (points,) = map(number, award[1:] or ["0"])
                each["awards"].append(points)


def read_deal_line(each: Plain, head: str, rest: list[str]) -> None:
    """Read one line of a proof into the round's values."""
    deal = each.setdefault("deal", {"contributions": []})
    if head == "contribution":
        seat, part = rest
        if number(seat) != len(deal["contributions"]):
            raise ValueError(seat)
        deal["contributions"].append("" if part == "-" else part)
    else:
        (value,) = rest
        once(deal, head, value)
