"""The text form of a card race's record: the same information as the JSON form, in lines for people."""

from collections.abc import Iterator
from typing import Any

from homestretch.kit.message import Refused, refuse

from .fives_record import FORMAT
from .fives_text import Line, Plain, read_deal_line, write_deal
from .shape import clip


def write(plain: Plain) -> Iterator[str]:
    """The lines of a record that is given as JSON values."""
    yield f"match {plain['game']}"
    yield f"players {plain['players']}"
    yield f"tokens {plain['tokens']}"
    for key, value in plain.get("ruleset", {}).items():
        if key not in ("players", "tokens"):
            words = map(str, value) if isinstance(value, list) else ["none" if value is None else str(value)]
            yield " ".join(["rule", key, *words])
    for number, each in enumerate(plain["rounds"], 1):
        yield ""
        yield f"race {number}"
        yield from _write_round(each)
    yield ""
    if plain["passed"]:
        yield " ".join(["passed", *map(str, plain["passed"])])
    yield " ".join(["winners", *map(str, plain["winners"])])


def _write_round(each: Plain) -> Iterator[str]:
    if each["passed"]:
        yield " ".join(["passed", *map(str, each["passed"])])
    yield f"banker {each['banker']}"
    for track in each["relaid"]:
        yield " ".join(["relaid", *track])
    yield " ".join(["track", *each["track"]])
    yield " ".join(["deck", *each["deck"]])
    yield from write_deal(each.get("deal"))
    for seat, move in each["moves"]:
        yield f"{seat} {move}"
    if each["winner"] is not None:
        yield f"winner {each['winner']}"
    if each["settlement"] is not None:
        yield " ".join(["settlement", *map(str, each["settlement"])])
    yield " ".join(["balances", *map(str, each["balances"])])


def read(lines: list[Line]) -> Plain:
    """The JSON values of one meeting.

    Raises:
        Refused: A line cannot be read; the refusal names it.
    """
    plain: Plain = {"format": FORMAT, "rounds": [], "passed": []}
    for number, words in lines:
        try:
            _read_line(plain, words)
        except (ValueError, IndexError, KeyError):
            raise Refused(refuse("text.line", line=number, text=clip(" ".join(words)))) from None
    return plain


def _read_line(plain: Plain, words: list[str]) -> None:
    head, rest = words[0], words[1:]
    match head:
        case "match":
            (plain["game"],) = rest
        case "players" | "tokens":
            (plain[head],) = map(int, rest)
        case "rule":
            plain.setdefault("ruleset", {})[rest[0]] = _rule(rest[0], rest[1:])
        case "winners":
            plain["winners"] = [int(seat) for seat in rest]
        case "race":
            (number,) = map(int, rest)
            if number != len(plain["rounds"]) + 1:
                raise ValueError(number)
            plain["rounds"].append({"passed": [], "relaid": [], "moves": [], "winner": None, "settlement": None})
        case "passed" if not plain["rounds"] or "balances" in plain["rounds"][-1]:
            plain["passed"] = [int(seat) for seat in rest]
        case _:
            _read_round_line(plain["rounds"][-1], head, rest)


def _rule(key: str, values: list[str]) -> Any:
    if key == "prices":
        return [int(price) for price in values]
    (value,) = values
    return None if value == "none" else int(value)


def _read_round_line(each: Plain, head: str, rest: list[str]) -> None:
    match head:
        case "banker":
            (each[head],) = map(int, rest)
        case "relaid":
            each["relaid"].append(rest)
        case "track" | "deck":
            each[head] = rest
        case "winner":
            (each[head],) = rest
        case "passed" | "settlement" | "balances":
            each[head] = [int(number) for number in rest]
        case "commitment" | "seed" | "contribution":
            read_deal_line(each, head, rest)
        case _:
            each["moves"].append([int(head), " ".join(rest)])
