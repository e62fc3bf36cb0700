"""Whatever is changed in a domino record is caught, unless the changed record is a legal match itself.

What is legal is decided by the independent judge.
"""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from corruptions import DEALS, OTHERS, Corruption
from records import SEATINGS, Plain, again, longest, some, verdict
from reference import judge as judge_by_reference

from homestretch.record.verdict import Departure, Verdict

ALL = DEALS | OTHERS
NEVER_LEGAL = {
    "another_tile_in_a_hand",
    "another_number_of_tiles",
    "started_for_another_reason",
    "wrong_awards",
    "wrong_settlement",
    "settlement_in_points_of_the_other_kind",
    "wrong_scores",
    "wrong_score_from_here_on",
    "another_seat_moves",
    "moves_added",
}
"""Changes after which no record can be legal, whatever it was."""

MOST = 7
"""So many changes of each kind are tried in the quick tests, spread over the whole record."""


def spread(plain: Plain, corrupt: Corruption, most: int | None) -> Iterator[Plain]:
    """The changed records, thinned out where there are many."""
    if most is None:
        return corrupt(plain)
    step = -(-sum(1 for _ in corrupt(plain)) // most) or 1
    return islice(corrupt(plain), 0, None, step)


def agree(changed: Plain, what: str) -> bool:
    """Both judges say the same of a record; whether it is legal."""
    reason = judge_by_reference(changed)
    found = verdict(changed)
    assert isinstance(found, Verdict) == (reason is None), (what, reason, found)
    return reason is None


def caught_here(found: object, plain: Plain, changed: Plain) -> None:
    """A departure is not named before the first round that was changed."""
    if isinstance(found, Departure) and found.round is not None:
        pairs = zip(plain["rounds"], changed["rounds"], strict=False)
        same = next((number for number, (one, other) in enumerate(pairs) if one != other), len(plain["rounds"]))
        assert found.round > same or plain["target"] != changed["target"]


@pytest.mark.parametrize("key", SEATINGS)
@pytest.mark.parametrize("kind", ALL)
def test_corruption_is_caught_unless_the_record_is_legal(key: str, kind: str) -> None:
    plain = longest(key)
    legal = 0
    tried = 0
    for changed in spread(plain, ALL[kind], MOST):
        assert changed != plain, kind
        legal += agree(changed, kind)
        caught_here(verdict(changed), plain, changed)
        tried += 1
    assert tried or (key == "seven-rocks" and "boneyard" in kind)
    if kind in NEVER_LEGAL:
        assert not legal


@pytest.mark.parametrize("key", SEATINGS)
@pytest.mark.parametrize("kind", DEALS)
def test_a_record_with_proofs_never_survives_another_deal(key: str, kind: str) -> None:
    (plain,) = some(key)
    for changed in spread(plain, DEALS[kind], MOST):
        assert isinstance(verdict(changed), Departure)


@pytest.mark.parametrize("key", SEATINGS)
def test_a_record_with_proofs_never_survives_another_lot(key: str) -> None:
    (plain,) = some(key)
    for changed in OTHERS["another_starter"](plain):
        assert isinstance(verdict(changed), Departure)


@pytest.mark.parametrize("key", SEATINGS)
@pytest.mark.parametrize("kind", OTHERS)
def test_proofs_do_not_blind_the_judge(key: str, kind: str) -> None:
    """A record with the proofs of its deals is judged as strictly as one without."""
    (plain,) = some(key)
    for changed in spread(plain, OTHERS[kind], 5):
        if judge_by_reference(changed) is not None:
            assert isinstance(verdict(changed), Departure), kind


@pytest.mark.parametrize("key", SEATINGS)
def test_several_corruptions_at_once(key: str) -> None:
    shake(key, 60)


@pytest.mark.soak
@pytest.mark.parametrize("key", SEATINGS)
@pytest.mark.parametrize("kind", ALL)
def test_every_corruption_of_a_few_matches(key: str, kind: str) -> None:
    for plain in some(key, 3, "soak", proof=False):
        for changed in spread(plain, ALL[kind], None):
            agree(changed, kind)


@pytest.mark.soak
@pytest.mark.parametrize("key", SEATINGS)
def test_many_corruptions_at_once(key: str) -> None:
    shake(key, 3000)


def shake(key: str, times: int) -> None:
    """Change records at random, once or twice, and compare the judges."""
    random = Random(key)
    plains = some(key, 5, proof=False)
    kinds = sorted(ALL)
    legal = 0
    for _ in range(times):
        changed = again(random.choice(plains))
        what = ""
        for _ in range(random.choice((1, 1, 2))):
            kind = random.choice(kinds)
            try:
                changes = list(islice(ALL[kind](changed), 400))
            except (ValueError, IndexError, KeyError):  # the first change left nothing for this one to change
                continue
            if changes:
                changed = random.choice(changes)
                what += f" {kind}"
        legal += agree(changed, what)
    assert legal < times / 2
