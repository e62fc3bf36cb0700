"""``homestretch draw`` and ``film``: files of every form, and a sentence for whatever cannot be drawn."""

import os
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace
from PIL import Image

from homestretch.analysis.simulate import master_seed, simulate
from homestretch.bots.levels import BOTS
from homestretch.cli.main import main
from homestretch.fives.layout import Layout
from homestretch.fives.ruleset import Spinners
from homestretch.games import CARD_RACE, HORSE_RACE, AnyRuleset, Game, horse_race
from homestretch.kit.tile import Tile
from homestretch.race.ruleset import RaceRuleset
from homestretch.record.exchange import to_json, to_text

Run = Callable[..., tuple[int, str, str]]

MOVES = "1-4 1-1@1-4 4-4@1-4"
TRACK = "7S KH 2D 9D JC 3C 10H"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """No language from outside, and a folder of its own to write in."""
    monkeypatch.chdir(tmp_path)
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    yield
    os.environ.pop("LANGUAGE", None)


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process: its exit code, what it said, and what it complained of."""

    def run(*arguments: str) -> tuple[int, str, str]:
        capfd.readouterr()
        code = main(arguments)
        said = capfd.readouterr()
        return code, said.out, said.err.strip()

    return run


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a domino match, as JSON and as text, and a meeting of card races."""
    folder = tmp_path_factory.mktemp("records")
    games: dict[str, tuple[Game, AnyRuleset]] = {
        "match": (HORSE_RACE, replace(horse_race(2), target=15)),
        "meeting": (CARD_RACE, RaceRuleset(3)),
    }
    for name, (game, rules) in games.items():
        (record,) = simulate(game, rules, [BOTS["greedy"]] * rules.players, master_seed("draw"), 1)
        (folder / f"{name}.jsonl").write_bytes(to_json(record) + b"\n")
        (folder / f"{name}.txt").write_text(to_text(record))
    return folder


def written(svg: str) -> str:
    return " ".join(text.text or "" for text in ET.fromstring(svg).iter(f"{SVG}text"))  # noqa: S314


def opened(name: str) -> Image.Image:
    return Image.open(BytesIO(Path(name).read_bytes()))


def is_sentence(text: str) -> bool:
    return len(text.split()) > 3 and text[-1] in ".।" and "Traceback" not in text


# ---- draw


def test_without_a_file_svg_goes_to_standard_output(run: Run) -> None:
    out = ""
    for output in ((), ("-o", "-")):
        code, out, err = run("draw", "horse-race", MOVES, *output)
        assert (code, err) == (0, "")
        assert written(out).endswith("2 + 8 = 10: 2 points")
    assert run("draw", "horse-race", *MOVES.split())[1] == out


def test_the_ending_chooses_the_form(run: Run) -> None:
    assert run("draw", "horse-race", MOVES, "-o", "board.svg") == (0, "", "")
    assert Path("board.svg").read_text() == run("draw", "horse-race", MOVES)[1]
    for name in ("board.png", "BOARD.PNG"):
        assert run("draw", "horse-race", MOVES, "--output", name) == (0, "", "")
        assert opened(name).format == "PNG"


def test_the_games_count_in_their_own_way(run: Run) -> None:
    long = f"{MOVES} 3-4@4-4 1-2@1-1 1-5@1-1 5-5@1-5 0-5@5-5"
    assert "5: 1 point" in written(run("draw", "horse-race", long)[1])
    assert "5: 5 points" in written(run("draw", "seven-rocks", long)[1])


@pytest.mark.parametrize(("language", "words"), [("ru", "2 очка"), ("hi", "2 अंक")])
def test_the_caption_is_in_the_language_or_left_out(run: Run, language: str, words: str) -> None:
    assert words in run("draw", "horse-race", MOVES, "--lang", language)[1]
    assert "<text" in run("draw", "horse-race", MOVES, "--no-caption")[1]
    assert written(run("draw", "horse-race", MOVES, "--no-caption", "--lang", language)[1]) == "2 8"


def test_theme_shape_and_width_can_be_chosen(run: Run) -> None:
    light, dark = (run("draw", "horse-race", MOVES, "--theme", theme)[1] for theme in ("light", "dark"))
    assert "#2f6a53" in light
    assert "#2f6a53" not in dark
    tall = ET.fromstring(run("draw", "horse-race", f"{MOVES} 3-4@4-4", "--shape", "tall")[1])  # noqa: S314
    assert int(tall.attrib["height"]) > int(tall.attrib["width"])
    assert (
        '<svg xmlns="http://www.w3.org/2000/svg" width="900"' in run("draw", "horse-race", "1-4", "--width", "900")[1]
    )
    run("draw", "horse-race", "1-4", "--width", "900", "-o", "wide.png")
    assert opened("wide.png").width == 900


def test_a_card_race_is_drawn_from_its_cards(run: Run) -> None:
    code, out, _ = run("draw", "card-race", f"{TRACK} / 4D QD")
    assert code == 0
    assert "7 K 2 9 J 3 10" in written(out)
    assert written(out).endswith("2 cards have been turned.")
    assert run("draw", "card-race", TRACK, "-o", "race.png")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("horse-race", "1-4 1-1@1-4 3-3"), 1, "Placement 3: 3-3 fits nowhere: the free places show 1, 4."),
        (("horse-race", "1-4 2-5@1-4"), 1, "Placement 2: "),
        (("horse-race", "1-4 foo"), 2, "Placement 2: “foo” is not a placement."),
        (("horse-race", "\u202e\x1b[2J"), 2, "Placement 1"),
        (("horse-race", ""), 2, "nothing to draw yet"),
        (("horse-race", "7-7"), 1, "Placement 1: "),
        (("card-race", "7S KH"), 1, "7 cards lie on the track"),
        (("card-race", "/"), 2, "nothing to draw yet"),
        (("card-race", f"{TRACK} / 7S"), 1, "Card 8"),
        (("card-race", f"{TRACK} / foo"), 2, "Card 8: “foo” is not a card."),
        (("card-race", f"{TRACK} / 2S 3S 4S 5S 6S 8S 9S 10S JS"), 1, "Card 16 comes too late"),
        (("chess", "e4"), 2, "There is no game called “chess”."),
        (("horse-race", "1-4", "-o", "board.gif"), 2, ".svg, .png"),
        (("horse-race", "1-4", "-o", "board"), 2, ".svg, .png"),
        (("horse-race", "1-4", "-o", ""), 2, ".svg, .png"),
        (("horse-race", "1-4", "-o", "nowhere/board.svg"), 2, "There is no folder for nowhere/board.svg."),
        (("horse-race", "1-4", "-o", "folder.svg"), 2, "“folder.svg” is a folder."),
        (("horse-race", "1-4", "-o", "x" * 300 + ".png"), 2, "could not be opened or written"),
        (("horse-race", "1-4", "--theme", "blue"), 2, "light or dark, not “blue”"),
        (("horse-race", "1-4", "--shape", "round"), 2, "wide or tall, not “round”"),
        (("horse-race", "1-4", "--width", "99"), 2, "100 to 2400 pixels wide, not 99"),
        (("horse-race", "1-4", "--width", "99999"), 2, "100 to 2400"),
        (("horse-race", "1-4", "--width", "wide"), 2, "“wide” will not do for --width."),
    ],
)
def test_what_cannot_be_drawn_is_told_and_nothing_is_written(
    run: Run, arguments: tuple[str, ...], code: int, words: str
) -> None:
    Path("folder.svg").mkdir()
    given, out, err = run("draw", *arguments)
    assert (given, out) == (code, "")
    assert words in err
    assert is_sentence(err)
    assert [path.name for path in Path().iterdir()] == ["folder.svg"]


@pytest.mark.parametrize("language", ["ru", "hi"])
@pytest.mark.parametrize(
    "arguments", [("horse-race", "1-4 3-3"), ("card-race", "7S AH"), ("horse-race", "1-4", "-o", "x")]
)
def test_refusals_are_told_in_every_language(run: Run, language: str, arguments: tuple[str, ...]) -> None:
    _, _, err = run("draw", *arguments, "--lang", language)
    assert is_sentence(err)
    assert err != run("draw", *arguments)[2]


# ---- film


def test_a_round_becomes_a_film_of_either_form(run: Run, records: Path) -> None:
    svg = ""
    for source in ("match.jsonl", "match.txt"):
        assert run("film", str(records / source), "--names", "Ann, Bob", "-o", "film.svg") == (0, "", "")
        svg = Path("film.svg").read_text()
        assert "animation:" in svg
        assert "Horse Race with dominoes: round 1" in written(svg)
        assert "Ann:\u00a00" in written(svg)
    assert run("film", str(records / "match.jsonl"), "-o", "film.gif", "--width", "300") == (0, "", "")
    gif = opened("film.gif")
    assert (gif.format, gif.width) == ("GIF", 300)
    assert gif.n_frames == written(svg).count("Ann:")  # type: ignore[attr-defined]


def test_a_race_becomes_a_film_too(run: Run, records: Path) -> None:
    code, out, _ = run("film", str(records / "meeting.jsonl"), "--round", "2", "--lang", "ru", "--width", "500")
    assert code == 0
    assert "забег 2" in written(out)
    assert 'width="500"' in out


def test_a_record_is_read_from_standard_input(run: Run, records: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Input:
        buffer = BytesIO((records / "match.jsonl").read_bytes())

    monkeypatch.setattr("sys.stdin", Input)
    assert run("film", "-", "--match", "1")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("match.jsonl", "--round", "99"), 1, "There is no round 99"),
        (("match.jsonl", "--round", "0"), 1, "There is no round 0"),
        (("match.jsonl", "--match", "2"), 1, "has no match 2"),
        (("match.jsonl", "--names", "a,b,c"), 2, "3 people are named, but 2 sat"),
        (("match.jsonl", "-o", "film.png"), 2, ".svg, .gif"),
        (("match.jsonl", "--theme", "red"), 2, "light or dark"),
        (("absent.jsonl",), 2, "There is no file"),
        (("broken.jsonl",), 2, ""),
        (("departs.jsonl",), 1, "This record departs from the rules: round 1"),
        (("ruleset.jsonl",), 1, "This record departs from the rules: the match"),
    ],
)
def test_what_makes_no_film_is_told(run: Run, records: Path, arguments: tuple[str, ...], code: int, words: str) -> None:
    whole = (records / "match.jsonl").read_text()
    Path("broken.jsonl").write_text("{nonsense}\n")
    Path("departs.jsonl").write_text(whole.replace('"starter":0', '"starter":9').replace('"starter":1', '"starter":9'))
    Path("ruleset.jsonl").write_text(whole.replace('"players":2', '"players":9'))
    name = arguments[0]
    there = str(records / name) if (records / name).exists() else name
    given, out, err = run("film", there, *arguments[1:])
    assert (given, out) == (code, "")
    assert words in err
    assert is_sentence(err)


def test_the_help_names_what_can_be_chosen(run: Run) -> None:
    for command, form in (("draw", ".png"), ("film", ".gif")):
        code, out, _ = run(command, "--help")
        assert code == 0
        for word in (form, "light|dark", "wide|tall", "--width", "--output"):
            assert word in out


def test_a_notebook_shows_what_the_command_draws(run: Run) -> None:
    drawn = run("draw", "horse-race", "1-4")[1]
    shown = Layout(Spinners.ALL).join(Tile(1, 4))._repr_svg_()
    assert shown == drawn.replace("1 + 4 = 5: 1 point", "1 + 4 = 5")
