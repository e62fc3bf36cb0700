"""Columns of the terminal: padding, breaking and tables in any script."""

from wcwidth import width

from homestretch.cli.terminal.width import broken, pad, table


def test_a_short_text_is_left_as_it_is() -> None:
    assert broken("  1  2-5 to 5-5", 80) == ["  1  2-5 to 5-5"]


def test_a_long_text_breaks_between_words_and_never_inside_a_tile() -> None:
    lines = broken("  1  joins 2-5 to 5-5 and then some more words", 20, 2)
    assert all(width(line) <= 20 for line in lines)
    assert lines[0].startswith("  1  ")
    assert all(line.startswith("    ") for line in lines[1:])
    assert {"2-5", "5-5"} <= {word for line in lines for word in line.split()}


def test_devanagari_is_measured_with_its_vowel_signs() -> None:
    assert width(pad("बॉट 1", 8)) == 8
    lines = broken("हर एक को 7 गोटियाँ, और भंडार में 14 गोटियाँ", 20)
    assert all(width(line) <= 20 for line in lines)


def test_a_table_breaks_its_heads_but_never_its_cells() -> None:
    lines = table(["horse", "on the track", "chance"], [("♠ spades", "2", "20.75 %")], 32)
    assert lines is not None
    assert any("20.75 %" in line for line in lines)
    assert not any("on the track" in line for line in lines)
    assert all(width(line) <= 32 for line in lines)
    wide = table(["horse", "on the track", "chance"], [("♠ spades", "2", "20.75 %")], 80)
    assert wide is not None
    assert "on the track" in wide[0]


def test_a_table_that_is_too_wide_is_none() -> None:
    assert table(["horse", "chance"], [("♠ spades", "20.75 %")], 12) is None
