"""The shell commands: what they print, where they print it, and the exit code with which they end."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from homestretch.cli.main import COMMANDS, main
from homestretch.cli.main import run as leave
from homestretch.i18n.speaker import LANGUAGES

Run = Callable[..., tuple[int, str, str]]
LOCALE = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
POSITIONS = Path(__file__).parents[1] / "golden" / "positions.json"


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """No language from outside, and nothing saved outside."""
    for name in LOCALE:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOMESTRETCH_DATA", str(tmp_path / "data"))
    yield
    os.environ.pop("LANGUAGE", None)  # the command line sets it for its library


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process: its exit code, what it said, and what it complained of."""

    def call(*arguments: str) -> tuple[int, str, str]:
        capfd.readouterr()
        code = main(list(arguments))
        out, err = capfd.readouterr()
        assert "Traceback" not in err
        return code, out, err

    return call


def outside(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[bytes]":
    """Run the program as a process of its own."""
    clean = {
        key: value for key, value in os.environ.items() if key not in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    }
    return subprocess.run(
        [sys.executable, "-m", "homestretch", *arguments], capture_output=True, env=clean | environment, check=False
    )


def complains(run: Run, *arguments: str) -> tuple[int, str]:
    """The exit code and the sentence of a command that must fail: one clear sentence or two, and nothing printed."""
    code, out, err = run(*arguments)
    assert code in (1, 2), arguments
    assert out == ""
    assert err.endswith("\n")
    assert err.strip().endswith("."), err
    assert err.strip()[0].isupper() or err.startswith("“") or not err[0].isascii(), err
    return code, err


# the ways in which a command line cannot be understood, or the answer is no


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["nope"], 2, "play, explain, draw, film, odds, simulate, ladder, "),
        (["--nope"], 2, "--nope"),
        (["odds", "--nope"], 2, "--nope"),
        (["--lang", "de", "odds", "2", "2", "1", "2"], 2, "en, ru or hi"),
        (["odds", "2", "2", "1", "2", "--lang", "klingon"], 2, "klingon"),
        (["odds", "2", "2", "1", "2", "--lang="], 2, "en, ru or hi"),
        (["odds", "--lang"], 2, "--lang"),
        # explain
        (["explain"], 2, "missing"),
        (["explain", "horse-race"], 2, "missing"),
        (["explain", "horse-race", ""], 2, "nothing to explain"),
        (["explain", "whist", "1-4"], 2, "whist"),
        (["explain", "card-race", "1-4"], 2, "no layout"),
        (["explain", "horse-race", "joker"], 2, "Placement 1"),
        (["explain", "horse-race", "1-4 joker"], 2, "Placement 2"),
        (["explain", "horse-race", "1-4 1-1@x"], 2, "is not a placement"),
        (["explain", "horse-race", "1-4 +"], 2, "placements only"),
        (["explain", "horse-race", "1-4", "pass"], 2, "placements only"),
        (["explain", "horse-race", "7-7"], 1, "no tile 7-7"),
        (["explain", "horse-race", "1-4 1-4@1-4"], 1, "on the table already"),
        (["explain", "horse-race", "1-4 2-2@1-4"], 1, "fits nowhere"),
        (["explain", "horse-race", "1-4 1-1"], 1, "which tile"),
        (["explain", "horse-race", "1-4 1-1@3-3"], 1, "3-3 is not on the table"),
        (["explain", "horse-race", "1-4@5-5"], 1, "table is empty"),
        (["explain", "horse-race", "5-5 2-5@5-5 3-5@5-5 1-2@5-5"], 1, "1-2@2-5"),
        (["explain", "seven-rocks", "5-5 4-5@5-5 5-6@5-5 4-4@4-5 0-4@4-4 2-4@4-4"], 1, "fits nowhere"),
        # odds
        (["odds"], 2, "missing"),
        (["odds", "2", "2", "1"], 2, "--help"),
        (["odds", "2", "2", "1", "2", "3"], 2, "--help"),
        (["odds", "a", "b", "c", "d"], 2, "a"),
        (["odds", "1.5", "2", "1", "2"], 2, "1.5"),
        (["odds", "1", "1", "1", "1"], 1, "make 4"),
        (["odds", "4", "4", "0", "0"], 1, "make 8"),
        (["odds", "5", "1", "1", "0"], 1, "5 cards of spades"),
        (["odds", "0", "0", "0", "7"], 1, "7 cards of clubs"),
        (["odds", "--", "-1", "4", "2", "2"], 2, "four numbers"),
        (["odds", "2", "2", "1", "2", "--at", "9", "0", "0", "0"], 1, "9"),
        (["odds", "2", "2", "1", "2", "--at", "8", "8", "0", "0"], 1, "Only one horse"),
        (["odds", "2", "2", "1", "2", "--at", "1", "2"], 2, "--at"),
        (["odds", "2", "2", "1", "2", "--prices", "1,2,3"], 2, "five odds"),
        (["odds", "2", "2", "1", "2", "--prices", "0,2,3,5,10"], 2, "five odds"),
        (["odds", "2", "2", "1", "2", "--prices", "1,2,3,5,ten"], 2, "five whole numbers"),
        (["odds", "2", "2", "1", "2", "--prices", "1,2,3,5,1001"], 2, "five odds"),
        (["odds", "2", "2", "1", "2", "--prices", "1,2,3,5," + "9" * 5000], 2, "five whole numbers"),
        # simulate
        (["simulate"], 2, "GAME"),
        (["simulate", "whist"], 2, "whist"),
        (["simulate", "horse-race", "--players", "5"], 2, "played"),
        (["simulate", "horse-race", "--players", "2", "--pairs"], 2, "played"),
        (["simulate", "seven-rocks", "--players", "2"], 2, "played"),
        (["simulate", "card-race", "--players", "2"], 2, "3 people"),
        (["simulate", "card-race", "--players", "27"], 2, "26"),
        (["simulate", "horse-race", "--players", "two"], 2, "two"),
        (["simulate", "horse-race", "--matches", "0"], 2, "At least one"),
        (["simulate", "horse-race", "--matches", "-3"], 2, "-3"),
        (["simulate", "horse-race", "--matches", "many"], 2, "many"),
        (["simulate", "horse-race", "--target", "0"], 2, "target"),
        (["simulate", "horse-race", "--target", "10001"], 2, "10000"),
        (["simulate", "horse-race", "--going-on", "maybe"], 2, "duty or choice"),
        (["simulate", "seven-rocks", "--going-on", "choice"], 2, "nothing keeps"),
        (["simulate", "horse-race", "--bots", "nobody"], 2, "random, casual, greedy"),
        (["simulate", "horse-race", "--bots", "greedy,"], 2, "random, casual, greedy"),
        (["simulate", "horse-race", "--stake", "2"], 2, "--stake"),
        (["simulate", "horse-race", "--tokens", "2"], 2, "--tokens"),
        (["simulate", "card-race", "--pairs"], 2, "--pairs"),
        (["simulate", "card-race", "--target", "9"], 2, "--target"),
        (["simulate", "card-race", "--going-on", "duty"], 2, "--going-on"),
        (["simulate", "card-race", "--tokens", "1"], 2, "tokens"),
        (["simulate", "card-race", "--stake", "0"], 2, "at least 1"),
        (["simulate", "card-race", "--stake", "some"], 2, "any"),
        (["simulate", "card-race", "--stake", "-1"], 2, "any"),
        (["simulate", "card-race", "--stake", "9" * 5000], 2, "any"),
        (["simulate", "card-race", "--prices", "1,2"], 2, "five"),
        (["simulate", "card-race", "--prices", "1,2,3,5,x"], 2, "five"),
        (["simulate", "card-race", "--prices", "1,2,3,5," + "9" * 5000], 2, "five"),
        (["simulate", "horse-race", "--matches", "1", "--records", "/nowhere/at/all"], 2, "/nowhere/at/all"),
        (["simulate", "horse-race", "--matches", "1", "--records", "/"], 2, "/"),
        (["simulate", "horse-race", "--seed"], 2, "--seed"),
        (["simulate", "horse-race", "seven-rocks"], 2, "--help"),
        # replay and convert
        (["replay"], 2, "FILE"),
        (["replay", "/nowhere/at/all"], 2, "no file"),
        (["replay", "/"], 2, "is a folder"),
        (["replay", ""], 2, "no file"),
        (["replay", os.devnull], 2, "no record"),
        (["convert"], 2, "FILE"),
        (["convert", "/nowhere/at/all"], 2, "no file"),
        (["convert", os.devnull], 2, "no record"),
        (["convert", os.devnull, "--to", "xml"], 2, "xml"),
    ],
)
def test_errors_are_sentences_with_an_exit_code(run: Run, arguments: list[str], code: int, said: str) -> None:
    found, sentence = complains(run, *arguments)
    assert found == code
    assert said in sentence, sentence


@pytest.mark.parametrize("lang", LANGUAGES)
def test_errors_in_every_language(run: Run, lang: str) -> None:
    """Each in the letters of its language, wherever the option stands."""
    letters = {"en": ("a", "z"), "ru": ("а", "я"), "hi": ("\u0905", "\u0939")}[lang]
    for arguments in (
        ["explain", "horse-race", "7-7", "--lang", lang],
        ["--lang", lang, "odds", "1", "1", "1", "1"],
        ["--lang=" + lang, "simulate", "whist"],
        ["nope", "--lang", lang],
        ["replay", "/nowhere", "--lang", lang],
        ["odds", "--nope", "--lang", lang],
        ["simulate", "horse-race", "--matches", "x", "--lang", lang],
        ["explain", "--lang", lang],
    ):
        code, out, err = run(*arguments)
        assert code in (1, 2)
        assert out == ""
        assert any(letters[0] <= letter <= letters[1] for letter in err.lower()), err


@pytest.mark.parametrize(
    ("name", "value", "language"),
    [
        ("LANG", "ru_RU.UTF-8", "ru"),
        ("LC_ALL", "hi_IN", "hi"),
        ("LC_MESSAGES", "ru", "ru"),
        ("LANGUAGE", "de:ru", "ru"),
        ("LANG", "C.UTF-8", "en"),
        ("LANG", "xx", "en"),
    ],
)
def test_the_language_of_the_system(
    run: Run, monkeypatch: pytest.MonkeyPatch, name: str, value: str, language: str
) -> None:
    asked = {lang: run("explain", "horse-race", "7-7", "--lang", lang)[2] for lang in LANGUAGES}
    assert len(set(asked.values())) == 3
    for other in LOCALE:
        monkeypatch.delenv(other, raising=False)
    monkeypatch.setenv(name, value)
    assert run("explain", "horse-race", "7-7")[2] == asked[language]
    monkeypatch.setenv(name, value)
    assert run("explain", "horse-race", "7-7", "--lang", "hi")[2] == asked["hi"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("command", [None, *COMMANDS])
def test_help_in_every_language(run: Run, lang: str, command: str | None) -> None:
    code, out, err = run(*([command] if command else []), "--help", "--lang", lang)
    assert (code, err) == (0, "")
    assert "--lang" in out
    assert max(map(len, out.splitlines())) <= 120


def test_without_a_command_the_help_is_shown(run: Run) -> None:
    code, out, err = run()
    assert code == 2
    assert "simulate" in out + err


def test_the_version(run: Run) -> None:
    code, out, err = run("--version")
    assert (code, err) == (0, "")
    assert out.startswith("homestretch 0.")


# explain


@pytest.mark.parametrize("number", range(22))
def test_explain_gives_the_facts_of_the_worked_positions(run: Run, number: int) -> None:
    position = json.loads(POSITIONS.read_text())[number]
    joined = {tile: host for host, _, tile, _ in position["connections"]}
    moves = " ".join(f"{tile}@{joined[tile]}" if tile in joined else tile for tile in position["tiles"])
    code, out, err = run("explain", position["game"], moves, "--json")
    assert (code, err) == (0, "")
    facts = json.loads(out)
    assert set(facts) == {"tiles", "spinners", "connections", "places", "contributions", "total", "award"}
    for key, value in facts.items():
        if key in ("tiles", "total", "award"):
            assert value == position[key]
        else:
            assert sorted(map(str, value)) == sorted(map(str, position[key])), key


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("options", [[], ["--plain"]])
def test_explain_in_words(run: Run, lang: str, options: list[str]) -> None:
    code, out, err = run("explain", "horse-race", "1-4 1-1@1-4 4-4@1-4", "--lang", lang, *options)
    assert (code, err) == (0, "")
    assert "2 + 8 = 10" in out
    if options:
        assert not set(out) & set("╭╮╰╯│─┌┐└┘"), "no boxes for a screen reader"


def test_explain_reads_every_spelling(run: Run) -> None:
    canonical = run("explain", "horse-race", "1-4 1-1@1-4 4-4@1-4", "--json")
    for moves in (["41", "11@14", "44@41"], ["[4|1],[1|1]@[1|4],[4|4]@[1|4]"], ["4|1 1|1@1|4", "4-4@4-1"]):
        assert run("explain", "horse-race", *moves, "--json") == canonical


# odds


def test_odds_of_the_worked_track(run: Run) -> None:
    code, out, err = run("odds", "2", "2", "1", "2", "--json")
    assert (code, err) == (0, "")
    suits = json.loads(out)["suits"]
    assert list(suits) == ["spades", "hearts", "diamonds", "clubs"]
    chances = {suit: Fraction(found["probability"]) for suit, found in suits.items()}
    assert sum(chances.values()) == 1
    assert chances["spades"] == chances["hearts"] == chances["clubs"] < chances["diamonds"]
    for suit, found in suits.items():
        assert set(found) == {"probability", "probability_float", "fair_odds", "offered_odds", "bank_edge"}
        assert found["probability_float"] == pytest.approx(float(chances[suit]))
        assert found["fair_odds"] == pytest.approx(float((1 - chances[suit]) / chances[suit]))
        assert found["offered_odds"] == (2 if suit == "diamonds" else 3)
        assert found["bank_edge"] == pytest.approx(float(1 - chances[suit] * (1 + found["offered_odds"])))


@pytest.mark.parametrize("counts", ["0 0 3 4", "4 3 0 0", "1 2 2 2", "4 1 1 1", "0 1 3 3"])
def test_odds_add_up_for_any_track(run: Run, counts: str) -> None:
    suits = json.loads(run("odds", *counts.split(), "--json")[1])["suits"]
    assert sum(Fraction(found["probability"]) for found in suits.values()) == 1
    for count, found in zip(counts.split(), suits.values(), strict=True):
        assert found["offered_odds"] == (1, 2, 3, 5, 10)[int(count)]


def test_odds_at_a_moment_of_the_race_and_at_other_prices(run: Run) -> None:
    suits = json.loads(run("odds", "2", "2", "1", "2", "--at", "0", "0", "8", "3", "--json")[1])["suits"]
    assert suits["diamonds"]["probability"] == "1/1"
    assert suits["diamonds"]["fair_odds"] == 0
    assert suits["spades"]["probability"] == "0/1"
    assert suits["spades"]["fair_odds"] is None
    assert suits["spades"]["bank_edge"] == 1
    suits = json.loads(run("odds", "2", "2", "1", "2", "--prices", "9 8 7 6 5", "--json")[1])["suits"]
    assert [found["offered_odds"] for found in suits.values()] == [7, 7, 8, 7]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_odds_in_words(run: Run, lang: str) -> None:
    code, out, err = run("odds", "2", "2", "1", "2", "--lang", lang)
    assert (code, err) == (0, "")
    for sign in "♠♥♦♣":
        assert sign in out
    assert "2:1" in out
    english = {"en": "These bets favour"}
    assert english.get(lang, "") in out


def test_odds_say_whom_each_bet_favours(run: Run) -> None:
    out = run("odds", "2", "2", "1", "2", "--prices", "1,1,1,1,1", "--lang", "en")[1]
    assert "No bet favours the player" in out
    out = run("odds", "2", "2", "1", "2", "--prices", "100,100,100,100,100", "--lang", "en")[1]
    assert "These bets favour the bank" not in out


# simulate


DOMINOES = ["matches", "sides", "rounds_per_match", "placements_per_round", "draws_per_round", "passes_per_round"]


@pytest.mark.parametrize(
    ("arguments", "sides"),
    [
        (["horse-race", "--target", "9"], 2),
        (["horse-race", "--target", "9", "--players", "3"], 3),
        (["horse-race", "--target", "9", "--players", "4"], 4),
        (["horse-race", "--target", "9", "--pairs"], 2),
        (["seven-rocks", "--target", "50"], 2),
        (["seven-rocks", "--target", "50", "--players", "4"], 2),
        (["card-race", "--players", "3"], 3),
        (["card-race", "--stake", "any", "--tokens", "30", "--prices", "1,1,2,2,3"], 4),
        (["horse-race", "--target", "9", "--going-on", "choice"], 2),
    ],
)
def test_simulate_counts_and_records(run: Run, tmp_path: Path, arguments: list[str], sides: int) -> None:
    file = tmp_path / "records"
    options = ["simulate", *arguments, "--matches", "6", "--seed", "s"]
    code, out, err = run(*options, "--records", str(file), "--json")
    assert (code, err) == (0, "")
    summary = json.loads(out)
    assert summary["game"] == arguments[0]
    assert summary["seed"] == "s"
    assert summary["matches"] == 6
    assert len(summary["sides"]) == sides
    assert run(*options, "--json")[1] == out, "the same matches without --records"
    records = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(records) == 6
    assert sum(side["wins"] for side in summary["sides"]) == sum(len(record["winners"]) for record in records)
    code, out, err = run("replay", str(file), "--json")
    assert (code, err) == (0, "")
    verdicts = [json.loads(line) for line in out.splitlines()]
    assert [found["winners"] for found in verdicts] == [record["winners"] for record in records]
    assert all(found["ok"] and found["finished"] and found["proved_deals"] == found["rounds"] for found in verdicts)


def test_simulate_without_a_seed_names_the_one_it_took(run: Run) -> None:
    options = ["simulate", "horse-race", "--target", "5", "--matches", "2", "--json"]
    one, two = (json.loads(run(*options)[1]) for _ in range(2))
    assert one["seed"] != two["seed"]
    assert json.loads(run(*options, "--seed", one["seed"])[1]) == one


def test_bots_fill_the_seats_in_order_and_repeat(run: Run) -> None:
    options = ["--target", "5", "--matches", "1", "--json", "--seed", "1"]
    sides = json.loads(run("simulate", "seven-rocks", "--bots", "greedy, random", *options)[1])["sides"]
    assert [side["bots"] for side in sides] == [["greedy", "greedy"], ["random", "random"]]
    sides = json.loads(run("simulate", "horse-race", "--players", "3", "--bots", "greedy,random", *options)[1])["sides"]
    assert [side["bots"] for side in sides] == [["greedy"], ["random"], ["greedy"]]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", ["horse-race", "card-race"])
def test_simulate_in_words(run: Run, lang: str, game: str) -> None:
    code, out, err = run("simulate", game, "--matches", "2", "--seed", "x", "--lang", lang)
    assert (code, err) == (0, "")
    assert "95" in out
    assert "x" in out


def test_the_same_call_gives_the_same_bytes_in_any_process(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("one", "two")]
    outputs = set()
    for file, hashing in zip(files, ("0", "4242"), strict=True):
        for game in ("horse-race", "card-race"):
            arguments = ["--matches", "3", "--seed", "7", "--records", f"{file}-{game}", "--json"]
            done = outside("simulate", game, *arguments, PYTHONHASHSEED=hashing)
            assert (done.returncode, done.stderr) == (0, b"")
            outputs.add((game, done.stdout))
    assert len(outputs) == 2
    for game in ("horse-race", "card-race"):
        one, two = (Path(f"{file}-{game}").read_bytes() for file in files)
        assert one == two
        assert one.count(b"\n") == 3


# as a process of its own


def test_the_program_ends_with_the_code_and_complains_on_standard_error() -> None:
    done = outside("explain", "horse-race", "7-7", "--lang", "en")
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.startswith(b"Placement 1: There is no tile 7-7")
    assert outside("odds").returncode == 2
    assert outside("odds", "2", "2", "1", "2").returncode == 0


@pytest.mark.parametrize("coding", ["ascii", "cp1252", "koi8-r"])
def test_a_terminal_that_cannot_write_every_sign_gets_what_it_can(coding: str) -> None:
    for arguments in (
        ["odds", "2", "2", "1", "2"],
        ["nope"],
        ["explain", "horse-race", "5-5"],
        ["--help", "--lang", "hi"],
    ):
        done = outside(*arguments, PYTHONIOENCODING=coding)
        assert b"Traceback" not in done.stderr
        assert done.returncode == (2 if arguments == ["nope"] else 0)


def test_a_reader_that_has_heard_enough_is_no_error() -> None:
    options = "--matches 20 --target 5 --records /dev/stdout"
    command = f"{sys.executable} -m homestretch simulate horse-race {options} | head -c 10"
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False)
    assert b"Traceback" not in done.stderr
    assert b"Exception" not in done.stderr


def test_nothing_heavy_is_imported_for_the_help() -> None:
    code = (
        "import sys; from homestretch.cli.main import main; main(['--help']); "
        "print([name for name in ('rich', 'babel', 'prompt_toolkit', 'hypothesis', 'asyncio') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_fault_of_the_program_is_told_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(arguments: object) -> int:
        raise AttributeError(arguments)

    monkeypatch.setattr("homestretch.cli.main.main", broken)
    with pytest.raises(SystemExit) as left:
        leave(["odds"])
    assert left.value.code == 2
    assert "AttributeError" in capsys.readouterr().err
    monkeypatch.setenv("HOMESTRETCH_DEBUG", "1")
    with pytest.raises(AttributeError):
        leave(["odds"])


def test_a_language_that_was_asked_for_does_not_stay(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "ru", "--help"]) == 0
    assert "Команды" in capsys.readouterr().out
    assert main(["--help"]) == 0
    assert "Commands" in capsys.readouterr().out


def test_bytes_that_are_no_text_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "horse-race", "--seed", "\udcff"]) == 2
    assert "Type it again in UTF-8." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("environment", "word"),
    [
        ({"LC_ALL": "C.UTF-8", "LANG": "ru_RU.UTF-8"}, "Commands"),
        ({"LANG": "ru_RU.UTF-8"}, "Команды"),
        ({"LC_MESSAGES": "hi_IN.UTF-8", "LANG": "ru_RU.UTF-8"}, "कमांड"),
        ({"LANGUAGE": "ru:en", "LANG": "en_US.UTF-8"}, "Команды"),
        ({"LANGUAGE": "ru:en", "LANG": "C.UTF-8"}, "Commands"),
    ],
)
def test_the_language_of_the_system_is_chosen_as_the_system_would(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], environment: dict[str, str], word: str
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert main(["--help"]) == 0
    assert word in capsys.readouterr().out


def test_a_hint_names_the_command_that_was_meant(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "en", "play", "--foo"]) == 2
    assert "homestretch play --help" in capsys.readouterr().err
