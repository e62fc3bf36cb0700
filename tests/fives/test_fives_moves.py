"""The notation of moves: every spelling, and what is none."""

import pytest

from helpers import t
from homestretch.fives.moves import DRAW, PASS, STOP, Draw, Move, Pass, Play, Stop, parse_move
from homestretch.kit.message import Refusal


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("2-5", Play(t("2-5"))),
        ("5-2", Play(t("2-5"))),
        ("52", Play(t("2-5"))),
        ("[5|2]", Play(t("2-5"))),
        ("2-5@5-5", Play(t("2-5"), t("5-5"))),
        ("5-2@5-5", Play(t("2-5"), t("5-5"))),
        ("52@55", Play(t("2-5"), t("5-5"))),
        ("[5|2]@[5|5]", Play(t("2-5"), t("5-5"))),
        (" 5|2 @ 5|5 ", Play(t("2-5"), t("5-5"))),
        ("+", DRAW),
        (" + ", DRAW),
        ("+0-4", Draw(t("0-4"))),
        ("+ [4|0]", Draw(t("0-4"))),
        ("+40", Draw(t("0-4"))),
        ("pass", PASS),
        (" PASS ", PASS),
        ("Pass", PASS),
        ("stop", STOP),
        ("STOP", STOP),
    ],
)
def test_every_spelling(text: str, move: Move) -> None:
    assert parse_move(text) == move


@pytest.mark.parametrize(
    ("text", "code", "told"),
    [
        ("", "notation.move", ""),
        ("  ", "notation.move", ""),
        ("hello", "notation.move", "hello"),
        ("@", "notation.move", "@"),
        ("@5-5", "notation.move", "@5-5"),
        ("5-2 on 5-5", "notation.move", "5-2 on 5-5"),
        ("5-2-1@5-5", "notation.move", "5-2-1@5-5"),
        (" Pas ", "notation.move", "Pas"),
        ("passs", "notation.move", "passs"),
        ("2-5@", "notation.tile", ""),
        ("2-5@x", "notation.tile", "x"),
        ("2-5@5-5@1-1", "notation.tile", "5-5@1-1"),
        ("++", "notation.tile", "+"),
        ("+x", "notation.tile", "x"),
        ("+2-5@5-5", "notation.tile", "2-5@5-5"),
    ],
)
def test_what_is_no_move(text: str, code: str, told: str) -> None:
    assert parse_move(text) == Refusal(code, {"text": told})


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (Play(t("5-2")), "2-5"),
        (Play(t("5-2"), t("5-5")), "2-5@5-5"),
        (Draw(), "+"),
        (Draw(t("4-0")), "+0-4"),
        (Pass(), "pass"),
        (Stop(), "stop"),
    ],
)
def test_how_a_move_is_written(move: Move, text: str) -> None:
    assert str(move) == text
    assert parse_move(text) == move
