"""The text form of a card race's record: the same information as the JSON form, in lines for people."""

from collections.abc import Iterator
from typing import Any

from homestretch.kit.message import Refused, refuse

from .fives_record import FORMAT
from .fives_text import Line, Plain, number, once, read_deal_line, write_deal
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
    for count, each in enumerate(plain["rounds"], 1):
        yield ""
        yield f"race {count}"
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
    for line, words in lines:
        try:
            _read_line(plain, words)
        except (ValueError, IndexError, KeyError):
            raise Refused(refuse("text.line", line=line, text=clip(" ".join(words)))) from None
    return plain


def _read_line(plain: Plain, words: list[str]) -> None:
    head, rest = words[0], words[1:]
    match head:
        case "match":
            (game,) = rest
            once(plain, "game", game)
        case "players" | "tokens":
            (value,) = map(number, rest)
            once(plain, head, value)
        case "rule":
            once(plain.setdefault("ruleset", {}), rest[0], _rule(rest[0], rest[1:]))
        case "winners":
            once(plain, "winners", [number(seat) for seat in rest])
        case "race":
            (count,) = map(number, rest)
            if count != len(plain["rounds"]) + 1:
                raise ValueError(count)
            plain["rounds"].append({"passed": [], "relaid": [], "moves": [], "winner": None, "settlement": None})
        case "passed" if not plain["rounds"] or "balances" in plain["rounds"][-1]:
            plain["passed"] = [number(seat) for seat in rest]
        case _:
            _read_round_line(plain["rounds"][-1], head, rest)


def _rule(key: str, values: list[str]) -> Any:
    if key == "prices":
        return [number(price) for price in values]
    (value,) = values
    return None if value == "none" else number(value)


def _read_round_line(each: Plain, head: str, rest: list[str]) -> None:
    match head:
        case "banker":
            (banker,) = map(number, rest)
            once(each, head, banker)
        case "relaid":
            each["relaid"].append(rest)
        case "track" | "deck":
            once(each, head, rest)
        case "winner":
            (suit,) = rest
            once(each, head, suit)
        case "passed":
            each[head] = [number(seat) for seat in rest]
        case "settlement" | "balances":
            once(each, head, [number(tokens) for tokens in rest])
        case "commitment" | "seed" | "contribution":
            read_deal_line(each, head, rest)
        case _:
            each["moves"].append([number(head), " ".join(rest)])
