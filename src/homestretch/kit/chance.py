"""Chance that nobody can rig unseen: commitment, contributions, lots and shuffles from 32 secret bytes.

Every round has its own seed, drawn from the system's randomness (or, in simulations, derived one-way from a master
seed). Its commitment is shown first; only then may each seat add bytes of its own; lot and deal come from both; the
seed is shown when the round ends. ``docs/fair-deals.md`` states the construction, its test vector and its limits.

Nothing here draws randomness: every function is a pure function of bytes.
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import Final, TypeVar

from msgspec import Struct

from .message import Refusal, refuse
from .seat import Seat

T = TypeVar("T")

SEED_BYTES: Final = 32
CONTRIBUTION_BYTES: Final = 64
"""The most that one seat may add."""

LOT_FACES: Final = 6
"""A lot is cast like a die: the highest number wins, and those who tie for it cast again."""

LOT: Final = b"lot"
DEAL: Final = b"deal"
"""The two purposes for which a round needs numbers; each has a stream of its own."""

_COMMIT: Final = b"homestretch commitment 1\x00"
_ROUND: Final = b"homestretch round 1\x00"
_DERIVE: Final = b"homestretch derive 1\x00"
_WORD: Final = 4
_WORDS: Final = 1 << (8 * _WORD)

Cast = tuple[tuple[Seat, int], ...]
"""One cast of the lot: the candidates and the number that each threw."""


def commitment(seed: bytes) -> bytes:
    """The hash that is shown before anyone contributes; it fixes the seed without telling it."""
    return hashlib.sha256(_COMMIT + seed).digest()


def derive(master: bytes, *path: str | int) -> bytes:
    """A seed of 32 bytes for one purpose; nobody can go back from it to ``master`` or across to another.

    >>> derive(b"m", "match", 1) != derive(b"m", "match", 2)
    True
    """
    text = "/".join(str(part) for part in path).encode()
    return hmac.digest(master, _DERIVE + text, "sha256")


class Stream:
    """Numbers from a key and a label: HMAC-SHA256 over a counter, read as big-endian words of 32 bits.

    >>> Stream(bytes(32), b"deal").below(6) == Stream(bytes(32), b"deal").below(6)
    True
    """

    def __init__(self, key: bytes, label: bytes) -> None:
        self._key = key
        self._label = label
        self._counter = 0
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            block = hmac.digest(self._key, self._label + self._counter.to_bytes(_WORD, "big"), "sha256")
            self._counter += 1
            self._words = [int.from_bytes(block[at : at + _WORD], "big") for at in range(0, len(block), _WORD)]
            self._words.reverse()
        return self._words.pop()

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound`` - 1, each as likely: words above the last whole multiple are passed over."""
        last = _WORDS - _WORDS % bound
        word = self._word()
        while word >= last:
            word = self._word()
        return word % bound

    def choice(self, values: Sequence[T]) -> T:
        """One of the values, each as likely."""
        return values[self.below(len(values))]

    def shuffled(self, values: Sequence[T]) -> tuple[T, ...]:
        """The values in an order of which each is as likely: Fisher–Yates from the last place down."""
        order = list(values)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)


def cast_lot(stream: Stream, candidates: Sequence[Seat]) -> tuple[Seat, tuple[Cast, ...]]:
    """Who wins the lot, and every cast that led there: highest wins, tied candidates draw again among themselves."""
    casts: list[Cast] = []
    left = tuple(candidates)
    while len(left) > 1 or not casts:
        cast = tuple((seat, 1 + stream.below(LOT_FACES)) for seat in left)
        casts.append(cast)
        best = max(number for _, number in cast)
        left = tuple(seat for seat, number in cast if number == best)
    return left[0], tuple(casts)


class Shuffle(Struct, frozen=True):
    """How the chance of one round is made: what was promised, what each seat added, and the seed.

    The seed is None in every view until the round has ended.
    """

    commitment: bytes
    seed: bytes | None
    contributions: tuple[bytes, ...]
    revealed: bool = False

    def stream(self, label: bytes) -> Stream:
        """The numbers for one purpose (``b"lot"``, ``b"deal"``) of this round.

        Raises:
            ValueError: The seed is hidden from this viewer.
        """
        if self.seed is None:
            raise ValueError("a hidden seed makes no stream")
        return Stream(round_key(self.seed, self.contributions), label)


def round_key(seed: bytes, contributions: Sequence[bytes]) -> bytes:
    """The key of a round: HMAC-SHA256 under the seed of every contribution in seat order, each behind its length."""
    added = b"".join(len(part).to_bytes(1, "big") + part for part in contributions)
    return hmac.digest(seed, _ROUND + added, "sha256")


class Committed(Struct, frozen=True, tag=True):
    """A round is about to be dealt: the promise is public, the seed a secret until the round ends.

    It is None for everyone but the house.
    """

    commitment: bytes
    seed: bytes | None


class Contributed(Struct, frozen=True, tag=True):
    """A seat added its own bytes to the shuffle."""

    seat: Seat
    entropy: bytes


class Lotted(Struct, frozen=True, tag=True):
    """The lot chose a seat; ``casts`` shows every throw that led there."""

    seat: Seat
    casts: tuple[Cast, ...]


class Revealed(Struct, frozen=True, tag=True):
    """The round has ended and its seed is shown, so that anyone can check the promise, the lot and the deal."""

    seed: bytes


def draw_lot(shuffle: Shuffle, players: int) -> Lotted:
    """The lot among all players; what is dealt plays no part in it."""
    return Lotted(*cast_lot(shuffle.stream(LOT), range(players)))


def commit(seed: bytes) -> Committed | Refusal:
    """The event that promises a seed of 32 bytes."""
    if len(seed) != SEED_BYTES:
        return refuse("chance.seed-size", bytes=SEED_BYTES)
    return Committed(commitment(seed), seed)


def promise(seed: bytes, *, over: bool, running: bool) -> tuple[Committed] | Refusal:
    """Promise the seed of the next round: of a match that is not over, while no round is running."""
    if over:
        return refuse("match.over")
    if running:
        return refuse("round.running")
    event = commit(seed)
    return event if isinstance(event, Refusal) else (event,)


def committed(event: Committed, players: int) -> Shuffle:
    """The shuffle after this promise."""
    return Shuffle(event.commitment, event.seed, (b"",) * players)


def contribute(shuffle: Shuffle | None, seat: Seat, entropy: bytes) -> tuple[Contributed] | Refusal:
    """A seat adds 1 to 64 bytes, once; ``shuffle`` is None where no round waits for its deal."""
    if shuffle is None:
        return refuse("chance.too-late")
    if not 0 <= seat < len(shuffle.contributions):
        return refuse("seat.unknown", number=seat, last=len(shuffle.contributions) - 1)
    if not 0 < len(entropy) <= CONTRIBUTION_BYTES:
        return refuse("chance.contribution-size", most=CONTRIBUTION_BYTES)
    if shuffle.contributions[seat]:
        return refuse("chance.contributed-already")
    return (Contributed(seat, entropy),)


def contributed(shuffle: Shuffle, event: Contributed) -> Shuffle:
    """The shuffle with the seat's bytes in it."""
    parts = shuffle.contributions
    return Shuffle(shuffle.commitment, shuffle.seed, (*parts[: event.seat], event.entropy, *parts[event.seat + 1 :]))


def reveal(shuffle: Shuffle) -> Revealed:
    """The event that shows the seed.

    Raises:
        ValueError: The seed is hidden from this viewer, who cannot reveal it.
    """
    if shuffle.seed is None:
        raise ValueError("a hidden seed cannot be revealed")
    return Revealed(shuffle.seed)


def revealed(shuffle: Shuffle, event: Revealed) -> Shuffle:
    """The shuffle with its seed in the open."""
    return Shuffle(shuffle.commitment, event.seed, shuffle.contributions, revealed=True)


def veil(shuffle: Shuffle) -> Shuffle:
    """The shuffle as everyone at the table sees it: without its seed until that is revealed."""
    return shuffle if shuffle.revealed else Shuffle(shuffle.commitment, None, shuffle.contributions)
