"""Chance that anyone can check: everything is computed here a second time, from the documented construction."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Sequence

import pytest

from helpers import pledge
from homestretch.fives.deal import deal_tiles
from homestretch.games import horse_race
from homestretch.kit.chance import (
    CONTRIBUTION_BYTES,
    LOT_FACES,
    SEED_BYTES,
    Committed,
    Contributed,
    Lotted,
    Revealed,
    Shuffle,
    Stream,
    cast_lot,
    commit,
    commitment,
    committed,
    contribute,
    contributed,
    derive,
    draw_lot,
    promise,
    reveal,
    revealed,
    round_key,
    veil,
)
from homestretch.kit.message import Refusal
from homestretch.kit.tile import full_set

SEED = bytes(range(32))


class Checker:
    """The construction of ``docs/fair-deals.md`` once more, written from its words."""

    def __init__(self, seed: bytes, contributions: Sequence[bytes], label: bytes) -> None:
        added = b"".join(bytes([len(part)]) + part for part in contributions)
        self.key = hmac.new(seed, b"homestretch round 1\x00" + added, hashlib.sha256).digest()
        self.label = label
        self.blocks = 0
        self.waiting = b""

    def word(self) -> int:
        if not self.waiting:
            counter = self.blocks.to_bytes(4, "big")
            self.waiting = hmac.new(self.key, self.label + counter, hashlib.sha256).digest()
            self.blocks += 1
        word, self.waiting = self.waiting[:4], self.waiting[4:]
        return int.from_bytes(word, "big")

    def below(self, bound: int) -> int:
        while True:
            word = self.word()
            if word < 2**32 // bound * bound:
                return word % bound

    def shuffled(self, names: list[str]) -> list[str]:
        names = list(names)
        for last in range(len(names) - 1, 0, -1):
            other = self.below(last + 1)
            names[last], names[other] = names[other], names[last]
        return names

    def lot(self, seats: list[int]) -> int:
        while True:
            cast = [self.below(6) + 1 for _ in seats]
            seats = [seat for seat, thrown in zip(seats, cast, strict=True) if thrown == max(cast)]
            if len(seats) == 1:
                return seats[0]


class Told(Stream):
    """A stream whose words are told."""

    def __init__(self, *words: int) -> None:
        super().__init__(b"", b"")
        self._words = list(reversed(words))

    @property
    def left(self) -> int:
        return len(self._words)


# The published vector (docs/fair-deals.md)


def test_the_vector_of_the_commitment_and_the_key() -> None:
    assert commitment(SEED).hex() == "5d90b69b804971ed12461477253e6d327fad724924fd7cda56c7d1439619be23"
    assert commitment(SEED) == hashlib.sha256(b"homestretch commitment 1\x00" + SEED).digest()
    assert round_key(SEED, (b"", b"")).hex() == "0450ee0ca738e3db5867a3e69567035524b6ea0d15dabb8ccf5ae80bcc002e26"
    assert round_key(SEED, (b"",) * 4).hex() == "4988a2f65aade951750f048474cb960f1fba9505afb2303e3a4edf812e82fc07"


def test_the_vector_of_the_lot() -> None:
    four = committed(pledge(SEED), 4)
    assert draw_lot(four, 4) == Lotted(2, (((0, 4), (1, 3), (2, 5), (3, 5)), ((2, 6), (3, 1))))
    two = committed(pledge(SEED), 2)
    assert draw_lot(two, 2) == Lotted(1, (((0, 1), (1, 2)),))


def test_the_vector_of_the_deal() -> None:
    hands, boneyard = deal_tiles(horse_race(2), committed(pledge(SEED), 2))
    assert [" ".join(map(str, hand)) for hand in hands] == [
        "2-2 1-2 3-3 0-5 0-4 6-6 1-6",
        "4-5 2-5 3-5 3-6 1-3 4-6 1-1",
    ]
    assert " ".join(map(str, boneyard)) == ("2-3 1-4 0-2 2-4 3-4 0-0 2-6 1-5 0-6 0-3 5-6 4-4 5-5 0-1")


# Everything again, for other seeds and contributions


@pytest.mark.parametrize("contributions", [(b"", b""), (b"left", b""), (b"", b"right"), (b"\x00" * 64, b"ab")])
@pytest.mark.parametrize("seed", [SEED, bytes(32), b"\xff" * 32])
def test_anyone_can_compute_lot_and_deal(seed: bytes, contributions: tuple[bytes, bytes]) -> None:
    shuffle = Shuffle(commitment(seed), seed, contributions)
    names = [f"{low}-{high}" for low in range(7) for high in range(low, 7)]
    order = Checker(seed, contributions, b"deal").shuffled(names)
    hands, boneyard = deal_tiles(horse_race(), shuffle)
    assert [str(tile) for hand in (*hands, boneyard) for tile in hand] == order
    assert draw_lot(shuffle, 2).seat == Checker(seed, contributions, b"lot").lot([0, 1])


def test_every_part_of_the_key_matters() -> None:
    keys = {
        round_key(seed, parts)
        for seed in (SEED, bytes(32))
        for parts in ((b"", b""), (b"", b"", b""), (b"ab", b""), (b"a", b"b"), (b"", b"ab"), (b"b", b"a"))
    }
    assert len(keys) == 12


def test_lot_and_deal_are_apart() -> None:
    shuffle = committed(pledge(SEED), 2)
    assert [shuffle.stream(b"lot").below(1000) for _ in range(3)] == [shuffle.stream(b"lot").below(1000)] * 3
    assert shuffle.stream(b"lot").below(2**32) != shuffle.stream(b"deal").below(2**32)


# Streams


def test_a_stream_goes_on_over_many_blocks() -> None:
    stream, checker = Stream(b"key", b"label"), Checker(b"", (), b"label")
    checker.key = b"key"
    assert [stream.below(2**32) for _ in range(50)] == [checker.word() for _ in range(50)]


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 7, 28, 2**31 + 1, 2**32 - 1, 2**32])
def test_words_above_the_last_whole_multiple_are_passed_over(bound: int) -> None:
    whole = 2**32 // bound * bound
    last = Told(whole - 1, 5)
    assert last.below(bound) == bound - 1
    assert last.left == 1, "the last acceptable word is taken"
    if whole < 2**32:
        over = Told(whole, 2**32 - 1, 0)
        assert over.below(bound) == 0
        assert over.left == 0, "the two words above it are not"


def test_each_number_is_as_likely() -> None:
    stream = Stream(SEED, b"fairness")
    counts = Counter(stream.below(6) for _ in range(12_000))
    assert set(counts) == set(range(6))
    assert sum((count - 2000) ** 2 / 2000 for count in counts.values()) < 20.5, "chi-square, 5 degrees, p = 0.001"


def test_choice() -> None:
    assert Told(7).choice("abcde") == "c"


def test_shuffled_is_fisher_yates_from_the_last_place_down() -> None:
    assert Told(0, 0, 0).shuffled("abcd") == ("b", "c", "d", "a")
    assert Told(3, 2, 1).shuffled("abcd") == ("a", "b", "c", "d")
    assert Told().shuffled("a") == ("a",)
    assert Told().shuffled("") == ()


def test_each_order_is_as_likely() -> None:
    stream = Stream(SEED, b"orders")
    counts = Counter("".join(stream.shuffled("abcd")) for _ in range(12_000))
    assert len(counts) == 24
    assert sum((count - 500) ** 2 / 500 for count in counts.values()) < 49.7, "chi-square, 23 degrees, p = 0.001"


def test_a_shuffle_loses_nothing() -> None:
    assert sorted(Stream(SEED, b"x").shuffled(full_set(6))) == list(full_set(6))


def test_derive_separates_purposes() -> None:
    paths: list[tuple[str | int, ...]] = [(), ("match",), ("match", 1), ("match", 2), ("bots", 1), ("match", 1, 1)]
    seeds = {derive(master, *path) for master in (b"m", b"n", b"") for path in paths}
    assert len(seeds) == 18
    assert {len(seed) for seed in seeds} == {SEED_BYTES}
    expected = hmac.new(b"m", b"homestretch derive 1\x00match/1", hashlib.sha256).digest()
    assert derive(b"m", "match", 1) == expected


# Lots


def test_the_highest_number_wins_the_lot() -> None:
    assert cast_lot(Told(2, 5, 0), (0, 1, 2)) == (1, (((0, 3), (1, 6), (2, 1)),))


def test_those_who_tie_cast_again_among_themselves() -> None:
    seat, casts = cast_lot(Told(4, 4, 3, 4, 1, 1, 0, 0, 5), (0, 1, 2, 3))
    assert casts == (
        ((0, 5), (1, 5), (2, 4), (3, 5)),
        ((0, 2), (1, 2), (3, 1)),
        ((0, 1), (1, 6)),
    )
    assert seat == 1


def test_one_candidate_still_casts() -> None:
    assert cast_lot(Told(0), (3,)) == (3, (((3, 1),),))


def test_the_lot_is_fair() -> None:
    wins = Counter(cast_lot(Stream(SEED, b"%d" % number), range(3))[0] for number in range(3000))
    assert all(abs(count - 1000) < 90 for count in wins.values())
    assert LOT_FACES == 6


# The life of a shuffle


def test_commit_promises_without_telling() -> None:
    event = pledge(SEED)
    assert event == Committed(commitment(SEED), SEED)
    assert committed(event, 3) == Shuffle(commitment(SEED), SEED, (b"", b"", b""))
    assert committed(Committed(event.commitment, None), 3) == veil(committed(event, 3))


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_seed_has_32_bytes(size: int) -> None:
    assert commit(bytes(size)) == Refusal("chance.seed-size", {"bytes": 32})


def test_each_seat_adds_bytes_of_its_own() -> None:
    shuffle = committed(pledge(SEED), 3)
    for seat in (2, 0, 1):
        events = contribute(shuffle, seat, b"%d" % seat)
        assert events == (Contributed(seat, b"%d" % seat),)
        shuffle = contributed(shuffle, *events)
    assert shuffle.contributions == (b"0", b"1", b"2")
    assert (shuffle.commitment, shuffle.seed, shuffle.revealed) == (commitment(SEED), SEED, False)


@pytest.mark.parametrize("size", [0, CONTRIBUTION_BYTES + 1])
def test_from_1_to_64_bytes(size: int) -> None:
    refusal = contribute(committed(pledge(SEED), 2), 0, bytes(size))
    assert refusal == Refusal("chance.contribution-size", {"most": 64})


@pytest.mark.parametrize("size", [1, CONTRIBUTION_BYTES])
def test_the_smallest_and_the_largest_contribution(size: int) -> None:
    shuffle = committed(pledge(SEED), 2)
    events = contribute(shuffle, 1, bytes(size))
    assert not isinstance(events, Refusal)
    after = contributed(shuffle, *events)
    assert round_key(SEED, after.contributions) != round_key(SEED, shuffle.contributions)


def test_only_once() -> None:
    shuffle = contributed(committed(pledge(SEED), 2), Contributed(1, b"x"))
    assert contribute(shuffle, 1, b"y") == Refusal("chance.contributed-already")
    assert contribute(shuffle, 0, b"y") == (Contributed(0, b"y"),)


def test_the_seed_is_hidden_until_it_is_revealed() -> None:
    shuffle = contributed(committed(pledge(SEED), 2), Contributed(1, b"x"))
    assert veil(shuffle) == Shuffle(commitment(SEED), None, (b"", b"x"))
    shown = revealed(shuffle, reveal(shuffle))
    assert reveal(shuffle) == Revealed(SEED)
    assert shown == Shuffle(commitment(SEED), SEED, (b"", b"x"), revealed=True)
    assert veil(shown) is shown
    assert commitment(reveal(shuffle).seed) == shown.commitment
    assert revealed(veil(shuffle), Revealed(SEED)) == shown


def test_a_hidden_seed_makes_and_reveals_nothing() -> None:
    shuffle = veil(committed(pledge(SEED), 2))
    with pytest.raises(ValueError, match="makes no stream"):
        shuffle.stream(b"deal")
    with pytest.raises(ValueError, match="cannot be revealed"):
        reveal(shuffle)


# When a seed may be promised and bytes be added


def test_a_seed_is_promised_only_between_the_rounds_of_a_match_that_goes_on() -> None:
    assert promise(SEED, over=False, running=False) == (commit(SEED),)
    assert promise(SEED, over=False, running=True) == Refusal("round.running")
    assert promise(SEED, over=True, running=True) == promise(SEED, over=True, running=False) == Refusal("match.over")
    assert promise(b"", over=False, running=False) == Refusal("chance.seed-size", {"bytes": 32})


def test_nothing_is_added_where_no_round_waits_for_its_deal() -> None:
    assert contribute(None, 0, b"x") == Refusal("chance.too-late")


@pytest.mark.parametrize("seat", [-1, 2, 7])
def test_a_seat_that_is_not_there_adds_nothing(seat: int) -> None:
    shuffle = Shuffle(commitment(SEED), SEED, (b"", b""))
    assert contribute(shuffle, seat, b"x") == Refusal("seat.unknown", {"number": seat, "last": 1})
