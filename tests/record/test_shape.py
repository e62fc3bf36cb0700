"""Reading values whose shape cannot be trusted: what is wrong is named, and where it stands."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from homestretch.kit.message import Message, Refused
from homestretch.record.shape import MOST_TEXT, Shape, clip


def wrong(read: Callable[[], object]) -> tuple[str, str, str]:
    """The code, the place, and what was expected or missing."""
    with pytest.raises(Refused) as caught:
        read()
    data = caught.value.refusal.data
    spoken = [each.code if isinstance(each, Message) else str(each) for each in data.values()]
    assert set(data) in ({"where", "expected"}, {"where", "key"})
    return caught.value.refusal.code, spoken[list(data).index("where")], spoken[1 - list(data).index("where")]


def test_values_of_the_right_shape_are_read() -> None:
    shape = Shape({"a": [1, -2], "b": True, "c": "text", "d": "00fF", "e": [[1, "x"]], "f": None, "g": {}})
    assert shape.key("a").wholes() == (1, -2)
    assert shape.key("b").flag() is True
    assert shape.key("c").text() == "text"
    assert shape.key("d").data() == b"\x00\xff"
    assert [item.value for item in next(shape.key("e").items()).pair()] == [1, "x"]
    assert shape.maybe("f") is None
    assert shape.maybe("z") is None
    found = shape.maybe("g")
    assert found is not None
    assert found.fields() == {}


def test_places_are_counted_from_1_and_named_from_the_outside_in() -> None:
    shape = Shape({"rounds": [{}, {"moves": [[0, "x"], [0, 7]]}]})
    second = list(shape.key("rounds").items())[1]
    text = list(second.key("moves").items())[1].pair()[1]
    assert wrong(text.text) == ("record.type", "rounds[2].moves[2][2]", "type.text")
    assert wrong(lambda: second.key("awards")) == ("record.missing", "rounds[2]", "awards")
    assert wrong(lambda: shape.key("game")) == ("record.missing", "type.root", "game")
    assert wrong(Shape(3).fields) == ("record.type", "type.root", "type.object")


@pytest.mark.parametrize("value", [None, True, 0, -1, 1.0, "", "x", [], [1], {}, {"a": 1}, [[]], b"x", 10**400])
def test_every_reader_takes_its_own_type_only(value: Any) -> None:
    readers: dict[str, tuple[Callable[[Shape], object], bool]] = {
        "object": (Shape.fields, isinstance(value, dict)),
        "list": (lambda shape: list(shape.items()), isinstance(value, list)),
        "whole": (Shape.whole, type(value) is int),
        "flag": (Shape.flag, isinstance(value, bool)),
        "text": (Shape.text, isinstance(value, str)),
    }
    for kind, (read, fits) in readers.items():
        shape = Shape(value, "here")
        if fits:
            read(shape)
        else:
            assert wrong(partial(read, shape)) == ("record.type", "here", f"type.{kind}")


@pytest.mark.parametrize("value", [[], [1], [1, 2, 3]])
def test_a_pair_has_two_items(value: list[int]) -> None:
    assert wrong(Shape(value).pair) == ("record.type", "type.root", "type.pair")


@pytest.mark.parametrize("value", ["0", "xy", "0x00", "é", "\ud800"])
def test_bytes_are_hexadecimal(value: str) -> None:
    assert wrong(Shape(value).data) == ("record.type", "type.root", "type.hex")


def test_quoted_texts_are_short() -> None:
    assert clip("x" * MOST_TEXT) == "x" * MOST_TEXT
    assert clip("x" * (MOST_TEXT + 1)) == "x" * MOST_TEXT + "…"
