"""What a viewer may not know."""

import pytest

from homestretch.kit.hidden import HIDDEN, Hidden, known, take


def test_hidden_says_nothing() -> None:
    assert repr(HIDDEN) == "HIDDEN"
    assert list(Hidden) == [HIDDEN]


def test_known() -> None:
    assert known((1, HIDDEN, 2, HIDDEN)) == (1, 2)
    assert known((HIDDEN,)) == known(()) == ()


def test_take_the_value_where_it_is_seen() -> None:
    assert take((1, 2, 1), 1) == (2, 1)
    assert take((HIDDEN, 2), 2) == (HIDDEN,), "a value that is seen is taken before a hidden one"


def test_take_a_hidden_one_where_it_is_not() -> None:
    assert take((1, HIDDEN, HIDDEN), 2) == (1, HIDDEN)
    assert take((1, HIDDEN), HIDDEN) == (1,)


@pytest.mark.parametrize("values", [(), (1, 2)])
def test_take_what_is_not_there(values: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="not in tuple"):
        take(values, 3)
