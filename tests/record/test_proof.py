"""The proof of a deal in a record."""

import pytest

from homestretch.kit.chance import CONTRIBUTION_BYTES, Shuffle, commitment
from homestretch.kit.message import Refused
from homestretch.record.proof import Proof, proof_of, read_proof
from homestretch.record.shape import Shape

SEED = bytes(range(32))
PROOF = Proof(commitment(SEED), SEED, (b"", b"hello"))


def test_a_proof_is_written_and_read() -> None:
    plain = PROOF.to_plain()
    assert plain == {"commitment": commitment(SEED).hex(), "seed": SEED.hex(), "contributions": ["", "68656c6c6f"]}
    assert read_proof(Shape(plain)) == PROOF
    assert PROOF.fault(2) is None


def test_only_a_seed_that_was_shown_is_a_proof() -> None:
    shown = Shuffle(commitment(SEED), SEED, (b"", b"hello"), revealed=True)
    assert proof_of(shown) == PROOF
    assert PROOF.shuffle == shown
    assert proof_of(None) is None
    assert proof_of(Shuffle(commitment(SEED), SEED, (b"", b"hello"))) is None
    assert proof_of(Shuffle(commitment(SEED), None, (b"", b"hello"))) is None


@pytest.mark.parametrize("key", ["commitment", "seed", "contributions"])
@pytest.mark.parametrize("value", ["0", "zz", 7, None, {}, [7], ["0"], [None]])
def test_wrong_values_are_refused(key: str, value: object) -> None:
    with pytest.raises(Refused) as caught:
        read_proof(Shape(PROOF.to_plain() | {key: value}))
    assert caught.value.refusal.code == "record.type"
    plain = PROOF.to_plain()
    del plain[key]
    with pytest.raises(Refused) as caught:
        read_proof(Shape(plain))
    assert caught.value.refusal.code == "record.missing"


def test_a_contribution_is_no_longer_than_a_seat_may_add() -> None:
    plain = PROOF.to_plain()
    plain["contributions"][0] = "00" * CONTRIBUTION_BYTES
    read_proof(Shape(plain))
    plain["contributions"][0] += "00"
    with pytest.raises(Refused) as caught:
        read_proof(Shape(plain))
    assert caught.value.refusal.code == "proof.contribution-size"


@pytest.mark.parametrize(
    ("proof", "code"),
    [
        (Proof(bytes(32), SEED, (b"", b"")), "proof.commitment"),
        (Proof(commitment(SEED), SEED[::-1], (b"", b"")), "proof.commitment"),
        (Proof(commitment(SEED[1:]), SEED[1:], (b"", b"")), "proof.commitment"),
        (Proof(commitment(SEED), SEED, (b"",)), "proof.contributions"),
        (Proof(commitment(SEED), SEED, ()), "proof.contributions"),
        (Proof(commitment(SEED), SEED, (b"",) * 3), "proof.contributions"),
    ],
)
def test_faults(proof: Proof, code: str) -> None:
    fault = proof.fault(2)
    assert fault is not None
    assert fault.code == code
