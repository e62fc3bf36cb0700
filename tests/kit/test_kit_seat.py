"""Seats and sides."""

import pytest

from homestretch.kit.seat import SPECTATOR, next_seat, seats_of, side_of


@pytest.mark.parametrize("players", [2, 3, 4, 10])
def test_clockwise_and_round(players: int) -> None:
    seats = [0]
    for _ in range(players):
        seats.append(next_seat(seats[-1], players))
    assert seats == [*range(players), 0]


def test_pairs_sit_opposite() -> None:
    assert [side_of(seat, pairs=True) for seat in range(4)] == [0, 1, 0, 1]
    assert [seats_of(side, 4, pairs=True) for side in range(2)] == [(0, 2), (1, 3)]


def test_alone_each_seat_is_a_side() -> None:
    assert [side_of(seat, pairs=False) for seat in range(3)] == [0, 1, 2]
    assert [seats_of(side, 3, pairs=False) for side in range(3)] == [(0,), (1,), (2,)]


def test_a_spectator_has_no_seat() -> None:
    assert SPECTATOR is None
