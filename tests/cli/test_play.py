"""Playing in the terminal, in plain lines: whole matches, leaving and going on, several people, and bad input."""

import io
import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from homestretch.cli.main import main
from homestretch.kit.message import Refusal
from homestretch.record.exchange import judge, read_records
from homestretch.record.verdict import Departure, Verdict
from homestretch.table.codec import restore
from homestretch.table.table import Table

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.setenv("HOMESTRETCH_DATA", str(tmp_path / "data"))
    count = 0

    def play(lines: Sequence[str], *arguments: str, known: bool = True) -> tuple[int, str, str]:
        folder = tmp_path / "data"
        folder.mkdir(exist_ok=True)
        if known:
            (folder / "fives.known").touch()
            (folder / "race.known").touch()
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(line + "\n" for line in lines)))
        nonlocal count
        count += 1
        seed = () if "--seed" in arguments else ("--seed", str(count))
        code = main(["play", *arguments, *seed])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return play


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def records(data: Path) -> list[Verdict]:
    verdicts = []
    with (data / "records.jsonl").open("rb") as file:
        for record in read_records(file):
            assert not isinstance(record, Refusal | Departure)
            verdict = judge(record)
            assert isinstance(verdict, Verdict)
            verdicts.append(verdict)
    return verdicts


def saved(path: Path) -> Table:
    with path.open("rb") as file:
        table = restore(file)
    assert isinstance(table, Table)
    return table


@pytest.mark.parametrize(
    ("answer", "arguments"),
    [
        ("1", ["horse-race", "--players", "2", "--target", "12"]),
        ("1", ["horse-race", "--players", "3", "--target", "12"]),
        ("1", ["horse-race", "--players", "4", "--target", "12"]),
        ("1", ["horse-race", "--pairs", "--target", "12"]),
        ("1", ["horse-race", "--players", "2", "--target", "12", "--going-on", "choice"]),
        ("1", ["seven-rocks", "--target", "40"]),
        ("d1", ["card-race", "--pace", "0"]),
        ("1", ["horse-race", "--people", "-", "--target", "12"]),
    ],
)
def test_a_whole_match_is_played_to_its_end(run: Run, data: Path, answer: str, arguments: list[str]) -> None:
    code, out, err = run([answer, "", ""] * 400, *arguments, "--plain")
    assert (code, err) == (0, "")
    assert re.search(r"\bwins?\b", out)
    assert "Its record was added to" in out
    (verdict,) = records(data)
    assert verdict.winners
    assert verdict.proofs == verdict.rounds
    assert not list(data.glob("*.log"))


def test_the_game_is_asked_for_where_none_is_named(run: Run) -> None:
    code, out, _ = run(["9", "seven-rocks", "q"])
    assert code == 0
    assert "Which game would you like to play?" in out
    assert "Seven Rocks: round 1, to 250 points" in out


def test_every_award_and_every_choice_is_explained(run: Run) -> None:
    _, out, _ = run(["1", ""] * 400, "horse-race", "--target", "20", "--plain")
    assert re.search(r"\d+( \+ \d+)+ = \d*[05]: \d+ points?", out)
    assert re.search(r"\d+  \d-\d to \d-\d  \(.*: (no award|\d+ points?)\)", out)
    assert "scores the opponents’ pips" in out


def test_nothing_is_asked_where_there_is_no_choice(run: Run) -> None:
    _, out, _ = run(["1", ""] * 400, "horse-race", "--target", "40", "--plain")
    assert "Choose 1–1" not in out
    assert "draws" in out


def test_the_same_seed_and_answers_give_the_same_match(run: Run, data: Path) -> None:
    logs = []
    for _ in range(2):
        run(["1", "1", "q"], "seven-rocks", "--plain", "--new", "--seed", "again")
        logs.append((data / "seven-rocks.log").read_bytes())
    assert logs[0] == logs[1]


def test_leaving_keeps_the_match_and_it_goes_on_later(run: Run, data: Path) -> None:
    code, out, _ = run(["1", "q"], "seven-rocks", "--plain")
    assert code == 0
    assert "The match is saved." in out
    before = saved(data / "seven-rocks.log")
    code, out, _ = run(["yes", "q"], "seven-rocks", "--plain")
    assert code == 0
    assert "The match goes on where it was left." in out
    assert saved(data / "seven-rocks.log") == before


def test_the_end_of_the_input_leaves_like_a_person(run: Run, data: Path) -> None:
    code, out, _ = run(["1"], "seven-rocks", "--plain")
    assert code == 0
    assert "The match is saved." in out
    assert (data / "seven-rocks.log").exists()


def test_a_match_that_is_not_gone_on_with_keeps_its_record(run: Run, data: Path) -> None:
    run(["1", "q"], "seven-rocks", "--plain")
    _, out, _ = run(["no", "q"], "seven-rocks", "--plain")
    assert "The unfinished match was given up." in out
    _, out, _ = run(["q"], "seven-rocks", "--new", "--plain")
    assert "The unfinished match was given up." in out
    assert [verdict.winners for verdict in records(data)] == [(), ()]


def test_a_save_that_a_crash_cut_off_goes_on_before_the_cut(run: Run, data: Path) -> None:
    run(["1", "q"], "seven-rocks", "--plain")
    path = data / "seven-rocks.log"
    whole = path.read_bytes()
    path.write_bytes(whole + b'[{"type":"Played","seat":0')
    code, _, err = run(["yes", "q"], "seven-rocks", "--plain")
    assert (code, err) == (0, "")
    assert saved(path).log == saved_bytes(whole).log


def saved_bytes(text: bytes) -> Table:
    table = restore(text.splitlines(keepends=True))
    assert isinstance(table, Table)
    return table


@pytest.mark.parametrize("content", [b"", b"nonsense\n", b'[{"type":"Started"}]\n', b"[]\n"])
def test_a_save_that_cannot_be_read_is_refused_and_left_alone(run: Run, data: Path, content: bytes) -> None:
    data.mkdir()
    path = data / "seven-rocks.log"
    path.write_bytes(content)
    code, _, err = run(["1"], "seven-rocks", "--plain")
    assert code == 1
    assert str(path) in err
    assert path.read_bytes() == content
    code, _, _ = run(["q"], "seven-rocks", "--plain", "--new")
    assert code == 0


def test_a_save_of_another_game_is_refused(run: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "mine.log")
    _, out, _ = run(["1", "q"], "seven-rocks", "--plain", "--save", file)
    assert f"homestretch play seven-rocks --save {file}" in out
    code, _, err = run(["yes"], "card-race", "--plain", "--save", file)
    assert code == 1
    assert "another game" in err


def test_hands_are_out_of_sight_when_the_keyboard_changes_hands(run: Run) -> None:
    _, out, _ = run(["", "1"] * 30, "seven-rocks", "--people", "Ann,Bo,Cy,Di", "--plain")
    pieces = re.split(r"\n{60}", out)
    assert len(pieces) > 10
    for piece in pieces:
        assert len(set(re.findall(r"Hand of (\w+):", piece))) <= 1


def test_only_the_hand_of_the_person_on_turn_is_shown(run: Run) -> None:
    _, out, _ = run(["1", ""] * 10, "horse-race", "--people", "Ann,-", "--plain")
    assert "Hand of Ann" in out
    assert "Hand of Bot" not in out


def test_commands_help_log_and_proof(run: Run) -> None:
    people = ("--people", "Ann,Bo,Cy,Di")
    _, out, _ = run(["", "?", "", "log", "", "proof", "", "q"], "seven-rocks", *people)
    assert "Only the first double of the round is a spinner" in out
    assert "The first to reach 250 points wins" in out
    assert "take your last move back" in out
    assert "starts." in out
    assert re.search(r"The shuffle is promised: [0-9a-f]{64}\.", out)
    assert "The seed of this round was" not in out


@pytest.mark.parametrize(("answer", "taken_back"), [("yes", True), ("no", False)])
def test_a_takeback_asks_the_other_person_first(run: Run, data: Path, answer: str, taken_back: bool) -> None:
    people = ("--people", "Ann,Bo", "--going-on", "choice")
    for _ in range(20):
        _, out, _ = run(["", "1", "undo", "", answer, "q"], "horse-race", *people, "--plain", "--new")
        if "asks to take a move back" in out:
            break
    else:
        pytest.fail("no opening of twenty kept the turn")
    assert ("TookBack" in (data / "horse-race.log").read_text()) is taken_back


def test_a_move_can_be_taken_back_when_only_bots_look_on(run: Run) -> None:
    _, out, _ = run(["1", "undo", "log", "", "q"], "seven-rocks", "--plain")
    assert "A move was taken back." in out


def test_bad_answers_are_said_and_asked_again(run: Run) -> None:
    _, out, _ = run(["xyz", "", "9-9", "", "pass", "", "99", "", "1-", "", "q"], "seven-rocks", "--plain")
    assert "“xyz” is no choice here." in out
    assert "There is no tile 9-9 in this set" in out
    assert "Who can place must place, so knocking is not allowed." in out


def test_a_move_may_be_written_in_notation(run: Run) -> None:
    _, out, _ = run(["q"], "horse-race", "--people", "Ann,-", "--plain")
    _, out, _ = run(["yes", "?", "", "q"], "horse-race", "--plain")
    option = re.search(r"1  (?:open with )?(\d-\d)(?: to (\d-\d))?", out)
    assert option is not None
    tile, host = option.groups()
    _, out, _ = run(["yes", tile if host is None else f"{tile}@{host}", "q"], "horse-race", "--plain")
    assert (f"Ann opens with {tile}." if host is None else f"Ann joins {tile} to {host}.") in out


def test_giving_up_reveals_the_seed_and_keeps_the_record(run: Run, data: Path) -> None:
    code, out, _ = run(["end", "no", "end", "yes"], "seven-rocks", "--plain")
    assert code == 0
    assert "The match was given up." in out
    (verdict,) = records(data)
    assert verdict.winners == ()
    assert verdict.proofs == 1


def test_a_newcomer_is_guided_through_the_first_round_only(run: Run) -> None:
    _, out, _ = run(["", *["1", ""] * 300], "horse-race", "--target", "30", "--plain", known=False)
    assert "Your first round comes with a guide." in out
    first, *later = out.split("round 2, to 30 points", 1)
    assert "The list has every placement that is allowed" in first or "Open with any tile" in first
    assert later
    assert "The list has every placement" not in later[0]
    _, out, _ = run(["1", "q"], "horse-race", "--plain", known=False)
    assert "guide" not in out


def test_the_guide_can_be_wished_for(run: Run) -> None:
    _, out, _ = run(["", "q"], "card-race", "--guide", "--plain")
    assert "Your first race comes with a guide." in out


def test_people_may_shake_the_shuffle_with_words(run: Run, data: Path) -> None:
    _, out, _ = run(["one two three", "q"], "seven-rocks", "--shake", "--plain")
    assert "type any words for the shuffle" in out
    contributed = [
        event
        for line in (data / "seven-rocks.log").read_bytes().splitlines()
        for event in json.loads(line)
        if event["type"] == "Contributed"
    ]
    assert len(contributed) == 1


def test_a_person_holds_the_bank_and_may_name_other_odds(run: Run) -> None:
    people = ("--people", "Ann,Bo,Cy", "--players", "3")
    script = ["", "all on red", "7", "1 1 1 1 1", "", "d1", "", "s", "q"]
    code, out, _ = run(script, "card-race", *people, "--plain", "--pace", "0")
    assert code == 0
    assert "with 0, 1, 2, 3 or 4 cards on the track: 1, 2, 3, 5, 10; largest stake: 1." in out
    assert "“all on red” announces nothing." in out
    assert "These rules allow a largest stake of 1 at most, so it cannot be 7." in out
    assert "offers 1:1 on spades, 1:1 on hearts, 1:1 on diamonds, 1:1 on clubs. The largest stake is 1." in out
    assert "All stakes are locked" in out


def test_a_stake_over_the_limit_is_refused_and_asked_again(run: Run) -> None:
    script = ["", "", "", "d99", "", "Z1", "", "q"]
    _, out, _ = run(script, "card-race", "--plain", "--pace", "0", "--people", "Ann,Bo,Cy", "--players", "3")
    assert "The largest stake in this race is 1, so 99 is too much." in out
    assert "“Z1” is no stake." in out


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["chess"], "There is no game called “chess”."),
        (["horse-race", "--players", "5"], "is not played so"),
        (["horse-race", "--target", "0"], "The target must lie between"),
        (["seven-rocks", "--going-on", "choice"], "Going on cannot be a choice"),
        (["horse-race", "--going-on", "maybe"], "Write duty or choice."),
        (["card-race", "--players", "2"], "3 people or more"),
        (["card-race", "--stake", "none"], "no largest stake"),
        (["card-race", "--prices", "1,2"], "five whole numbers"),
        (["card-race", "--pairs"], "has no meaning in this game"),
        (["horse-race", "--people", "Ann,Bo,Cy"], "3 people are named"),
        (["horse-race", "--people", "Ann,Ann"], "Two people are called Ann."),
        (["horse-race", "--bots", "master"], "There is no bot called “master”."),
        (["horse-race", "--pace", "99"], "will not do"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(run: Run, arguments: list[str], text: str) -> None:
    code, _, err = run([], *arguments)
    assert code == 2
    assert text in err
    assert "Traceback" not in err


@pytest.mark.parametrize("language", ["ru", "hi"])
@pytest.mark.parametrize(
    ("answer", "arguments"),
    [
        ("1", ["horse-race", "--target", "12"]),
        ("1", ["seven-rocks", "--target", "30"]),
        ("d1", ["card-race", "--pace", "0"]),
    ],
)
def test_a_match_is_played_in_each_language(run: Run, language: str, answer: str, arguments: list[str]) -> None:
    code, out, err = run(["", *[answer, "", ""] * 400], *arguments, "--plain", "--lang", language, known=False)
    assert (code, err) == (0, "")
    letters = {"ru": r"[а-яА-Я]", "hi": r"[\u0900-\u097f]"}[language]
    sentences = [line for line in out.splitlines() if len(line) > 30 and "/" not in line]
    assert sum(bool(re.search(letters, line)) for line in sentences) > 0.9 * len(sentences)


def test_options_that_make_no_table_leave_the_saved_match_alone(run: Run, data: Path) -> None:
    run(["1", "q"], "horse-race", "--people", "Ann,-", "--plain")
    before = (data / "horse-race.log").read_bytes()
    code, out, err = run([], "horse-race", "--people", "a,b,c,d,e", "--new", "--plain")
    assert code == 2
    assert "given up" not in out
    assert "5 people are named" in err
    assert (data / "horse-race.log").read_bytes() == before
    assert not (data / "records.jsonl").exists()


def test_going_on_says_who_plays_and_whether_something_else_was_asked_for(run: Run) -> None:
    run(["q"], "horse-race", "--people", "Ann,-", "--plain")
    _, out, _ = run(["yes", "q"], "horse-race", "--plain")
    assert "Ann, Bot 1. Go on with it?" in out
    assert "other seats or rules" not in out
    _, out, _ = run(["maybe", "quit"], "horse-race", "--players", "4", "--plain")
    assert out.count("Go on with it?") == 2
    assert "It has other seats or rules than you ask for now." in out


def test_news_is_told_until_the_next_move(run: Run) -> None:
    _, out, _ = run(["", "", "?", "", "q"], "seven-rocks", "--people", "Ann", "--plain")
    pages = out.split("Hand of Ann")
    assert len(pages) >= 4
    assert all("starts." in page for page in pages[:3])


def test_going_on_tells_what_happened_since_the_last_move(run: Run) -> None:
    run(["1", "q"], "seven-rocks", "--people", "Ann", "--plain")
    _, out, _ = run(["yes", "q"], "seven-rocks", "--plain")
    assert re.search(r"Ann (joins|opens)", out)


@pytest.mark.parametrize("lines", [["q"], ["", "q"], ["1", "q"]])
def test_leaving_at_a_shared_keyboard_hides_the_hand(run: Run, lines: list[str]) -> None:
    code, out, _ = run(lines, "seven-rocks", "--people", "Ann,Bo,Cy,Di", "--plain")
    assert code == 0
    last = out.split("\n" * 60)[-1]
    assert "The match is saved." in last
    assert "Hand of" not in last


def test_giving_up_needs_everyone_at_the_keyboard(run: Run, data: Path) -> None:
    _, out, _ = run(["", "end", "yes", "", "no", "", "q"], "horse-race", "--people", "Ann,Bo", "--plain")
    assert "wants to give the match up for good. Do you agree?" in out
    assert "The match is saved." in out
    _, out, _ = run(["yes", "", "end", "yes", "", "yes"], "horse-race", "--plain")
    assert "The match was given up." in out
    assert len(records(data)) == 1


def test_the_result_is_the_last_thing_that_is_told(run: Run) -> None:
    _, out, _ = run(["1", ""] * 400, "horse-race", "--target", "12", "--plain")
    result, score, record = out.strip().splitlines()[-3:]
    assert "wins the match with" in result
    assert score.startswith("Final score: ")
    assert "Its record was added to" in record


def test_an_only_move_is_made_and_named_as_such(run: Run) -> None:
    _, out, _ = run(["1", ""] * 400, "seven-rocks", "--target", "60", "--plain", "--seed", "2")
    assert "(the only move)" in out


def test_numbers_that_nobody_could_mean_are_no_choice(run: Run) -> None:
    code, out, err = run(["9" * 5000, "q"], "seven-rocks", "--people", "Ann", "--plain")
    assert (code, err) == (0, "")
    assert "is no choice here" in out


def test_other_people_than_in_the_saved_match_are_noticed(run: Run) -> None:
    run(["q"], "horse-race", "--people", "Ann,-", "--plain")
    _, out, _ = run(["q"], "horse-race", "--people", "Ann,Bo", "--plain")
    assert "It has other seats or rules than you ask for now." in out


def test_a_save_is_for_its_owner_alone(run: Run, data: Path) -> None:
    run(["1", "q"], "seven-rocks", "--people", "Ann", "--plain")
    assert (data / "seven-rocks.log").stat().st_mode & 0o077 == 0


def test_q_leaves_at_the_welcome_too(run: Run, data: Path) -> None:
    code, out, _ = run(["q"], "seven-rocks", "--plain", known=False)
    assert code == 0
    assert out.strip().splitlines()[-1] == "The match is saved. “homestretch play seven-rocks” goes on with it."
    assert "Hand of" not in out
    assert (data / "seven-rocks.log").exists()


def test_a_record_is_kept_once_also_when_the_program_is_killed_right_after(run: Run, data: Path) -> None:
    arguments = ("horse-race", "--target", "5", "--plain", "--seed", "1")
    run(["1", "q"], *arguments)
    log = data / "horse-race.log"
    lines = [log.read_bytes()]
    run(["yes", *["1", ""] * 200], *arguments)
    assert len(records(data)) == 1
    table = saved_bytes(lines[0])
    assert not table.over
    finished = (data / "records.jsonl").read_bytes()
    log.write_bytes(lines[0])
    run(["yes", *["1", ""] * 200], *arguments)
    assert (data / "records.jsonl").read_bytes() == finished
