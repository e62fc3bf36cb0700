"""The proof of a deal: what was promised before it, what was added, and the seed that was shown after it."""

from typing import Any

from msgspec import Struct

from homestretch.kit.chance import CONTRIBUTION_BYTES, SEED_BYTES, Shuffle, commitment
from homestretch.kit.message import Refusal, Refused, refuse

from .shape import Shape


class Proof(Struct, frozen=True):
    """What a record keeps of a round's chance; ``docs/fair-deals.md`` says what it proves."""

    commitment: bytes
    seed: bytes
    contributions: tuple[bytes, ...]

    @property
    def shuffle(self) -> Shuffle:
        """The chance of the round, in the open."""
        return Shuffle(self.commitment, self.seed, self.contributions, revealed=True)

    def fault(self, players: int) -> Refusal | None:
        """Why the seed is not the one that was promised, where it is not."""
        if len(self.seed) != SEED_BYTES or commitment(self.seed) != self.commitment:
            return refuse("proof.commitment")
        if len(self.contributions) != players:
            return refuse("proof.contributions", players=players, given=len(self.contributions))
        return None

    def to_plain(self) -> dict[str, Any]:
        """The proof as JSON values."""
        return {
            "commitment": self.commitment.hex(),
            "seed": self.seed.hex(),
            "contributions": [part.hex() for part in self.contributions],
        }


def read_proof(shape: Shape) -> Proof:
    """Read a proof from JSON values.

    Raises:
        Refused: Something is missing or of the wrong type.
    """
    contributions = tuple(item.data() for item in shape.key("contributions").items())
    if any(len(part) > CONTRIBUTION_BYTES for part in contributions):
        raise Refused(refuse("proof.contribution-size", most=CONTRIBUTION_BYTES))
    return Proof(shape.key("commitment").data(), shape.key("seed").data(), contributions)


def proof_of(shuffle: Shuffle | None) -> Proof | None:
    """The proof of a revealed shuffle; none of one that is still a secret."""
    if shuffle is None or not shuffle.revealed or shuffle.seed is None:
        return None
    return Proof(shuffle.commitment, shuffle.seed, shuffle.contributions)
