"""Tiles and how they are written."""

from time import process_time

import pytest

from homestretch.kit.tile import LARGEST_SET, Tile, full_set, parse_tile, tile


def test_a_tile_is_low_high_whichever_half_comes_first() -> None:
    assert tile(5, 2) == tile(2, 5) == Tile(2, 5)
    assert str(tile(5, 2)) == "2-5"
    assert tile(3, 3) == Tile(3, 3)


def test_pips_doubles_and_halves() -> None:
    assert Tile(2, 5).pips == 7
    assert not Tile(2, 5).is_double
    assert Tile(0, 0).is_double
    assert [Tile(2, 5).has(pips) for pips in (2, 3, 5)] == [True, False, True]


def test_the_other_half() -> None:
    assert Tile(2, 5).other(2) == 5
    assert Tile(2, 5).other(5) == 2
    assert Tile(4, 4).other(4) == 4


@pytest.mark.parametrize("highest", range(1, LARGEST_SET + 1))
def test_a_full_set_in_canonical_order(highest: int) -> None:
    tiles = full_set(highest)
    assert len(tiles) == (highest + 1) * (highest + 2) // 2
    assert list(tiles) == sorted(set(tiles))
    assert all(0 <= one.low <= one.high <= highest for one in tiles)
    assert full_set(highest) is tiles


def test_two_tiles_share_at_most_one_number() -> None:
    tiles = full_set(6)
    assert all(len(set(one) & set(other)) < 2 for one in tiles for other in tiles if one != other)


@pytest.mark.parametrize(
    "text", ["2-5", "5-2", "52", "25", "5|2", "5 2", "[5|2]", "[5-2]", "[52]", "[ 5 | 2 ]", " 2-5 "]
)
def test_every_spelling_of_a_tile(text: str) -> None:
    assert parse_tile(text) == Tile(2, 5)


@pytest.mark.parametrize("one", full_set(9), ids=str)
def test_what_is_printed_is_read(one: Tile) -> None:
    assert parse_tile(str(one)) == one


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "5",
        "5-",
        "-5",
        "5--2",
        "5-2-1",
        "10-2",
        "a-b",
        "[5|2",
        "5|2]",
        "5/2",
        "5.2",
        "٢-٥",
        "२-५",
        "5–2",
        "²-5",
    ],
)
def test_what_is_no_tile(text: str) -> None:
    assert parse_tile(text) is None


@pytest.mark.parametrize("text", ["1{}x", "[1{}x", "[{}x", "[1{}1{}x"])
def test_a_long_row_of_blanks_is_read_at_once(text: str) -> None:
    blanks, begun = " " * 50_000, process_time()
    assert parse_tile(text.format(blanks, blanks)) is None
    assert process_time() - begun < 1
