"""``homestretch explain`` with whatever somebody may write: exit codes 0, 1 and 2, and a sentence that points to it."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from homestretch.cli.main import main
from homestretch.games import horse_race
from homestretch.i18n.speaker import Speaker
from homestretch.record.placements import read

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other language from outside."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


def explain(capfd: Captured, *words: str) -> tuple[int, str, str]:
    capfd.readouterr()
    code = main(["explain", "horse-race", *words])
    out, err = capfd.readouterr()
    assert "Traceback" not in err
    return code, out, err


@given(
    words=st.lists(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])), min_size=1, max_size=4)
)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_words_end_with_a_layout_or_a_sentence(capfd: Captured, words: list[str]) -> None:
    code, out, err = explain(capfd, "--", *words)
    assert (code == 0) == bool(out) != bool(err)
    assert code in (0, 1, 2)


@pytest.mark.parametrize(
    "word",
    ["🎲", "\x1b[2J", "\u202e1-4", "<b>", "x" * 10_000, "½", "١-٤", "１-４", "%00", "1-1@", "1-4\u200b"],
)
def test_a_word_that_is_no_placement_is_pointed_to(capfd: Captured, word: str) -> None:
    code, out, err = explain(capfd, "5-5 2-5@5-5", word, "3-5@5-5")
    assert (code, out) == (2, "")
    assert err.startswith("Placement 3: “")
    assert len(err) < 300
    assert err.rstrip("\n").isprintable()


@pytest.mark.parametrize(
    "text",
    ["1-4 3-3", "1-4 4-4", "1-4 4-4@6-6", "1-4 1-4", "1-4 9-9", "1-4@5-5", "5-5 2-5@5-5 3-5@5-5 1-2@5-5"],
)
def test_a_placement_that_does_not_fit_is_a_no_with_the_sentence_of_the_board(capfd: Captured, text: str) -> None:
    refusal = read(horse_race(), text).refusal
    assert refusal is not None
    assert explain(capfd, text) == (1, "", f"{Speaker()(refusal)}\n")


def test_every_spelling_gives_the_same_answer(capfd: Captured) -> None:
    wanted = explain(capfd, "1-4 1-1@1-4", "--plain")
    assert wanted[0] == 0
    assert explain(capfd, "41, 11 @ 14", "--plain") == explain(capfd, "[4|1]", "1|1@14", "--plain") == wanted
