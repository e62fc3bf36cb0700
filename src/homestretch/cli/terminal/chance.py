"""Where a session's randomness comes from: the system, or a seed that makes a session repeatable."""

import secrets
from typing import Protocol

from homestretch.kit.chance import SEED_BYTES, derive


class Chance(Protocol):
    """Gives 32 bytes for a purpose at a moment of the match."""

    def __call__(self, purpose: str, moment: int) -> bytes:
        """The bytes; ``moment`` is the number of events so far, so that nothing repeats after going on later."""
        ...


class SystemChance:
    """The system's randomness: what deals need that nobody can rig."""

    def __call__(self, purpose: str, moment: int) -> bytes:
        """New bytes."""
        return secrets.token_bytes(SEED_BYTES)


class SeededChance:
    """Everything from one master seed: the same answers then give the same match."""

    def __init__(self, master: bytes) -> None:
        self._master = master

    def __call__(self, purpose: str, moment: int) -> bytes:
        """The bytes of this purpose at this moment."""
        return derive(self._master, purpose, moment)
