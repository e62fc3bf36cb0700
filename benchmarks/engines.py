"""Random play, ours and other programs', side by side: ``python benchmarks/engines.py --yardstick playouts.cpp``.

Each program plays whole rounds or matches at random on one core, the deals among them, and its moves are counted: tiles
placed, passes, and draws where it tells them. The clock is the processor time of the process that plays. The programs
take turns, run after run, and the best run of each counts, for others may use the machine too. Then fresh deals of our
games are solved. The other programs are optional (``pip install open_spiel dominoes``), and so is the yardstick, which
is C++, plays our games and is no part of this package. Nothing here is asserted in a test.
"""

import argparse
import platform
import random
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib import import_module
from importlib.metadata import version
from math import floor, log10
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any, Final

import msgspec
from msgspec import Struct
from rulebook import play as play_match

import homestretch
from homestretch.analysis.speed import MOST_POSITIONS, SEATINGS, fresh_deals
from homestretch.engine import CORE, Core
from homestretch.engine.packed import table_of
from homestretch.engine.solve import Searcher
from homestretch.fives.events import Event
from homestretch.fives.match import Fives
from homestretch.fives.moves import Draw, Move, Pass, Play
from homestretch.fives.state import State
from homestretch.kit.chance import Committed, derive
from homestretch.kit.message import Refusal
from homestretch.kit.seat import Seat

GAMES: Final = ("horse-race/2", "horse-race/4-pairs", "seven-rocks")
"""Our games; a game's place is its number in the yardstick."""

SOLVED: Final = ("seven-rocks", "horse-race/2")
BATCH: Final = 0.02
"""The engine plays so many seconds between two looks at the clock."""

FLAGS: Final = ("-O3", "-march=native", "-std=c++20")
SPEEDS: Final = re.compile(r"([\d.]+) Mplies/s ([\d.]+) krounds/s")
TRIAL: Final = 5000
"""So many matches of the yardstick tell how many fill a run."""


class Missing(Exception):
    """A program that is not here; the text says which and how to get it."""


class Rates(Struct, frozen=True):
    """What a program makes in a second; None where it does not tell. Moves are placements and passes."""

    rounds: float
    moves: float
    placements: float | None = None
    draws: float | None = None

    @property
    def decisions(self) -> float | None:
        """Placements, passes and draws."""
        return None if self.draws is None else self.moves + self.draws


Run = Callable[[float], Rates]
"""Plays for about so many seconds."""


class Contender(Struct, frozen=True):
    """A program, what it plays, and which of our games it is set beside."""

    program: str
    plays: str
    beside: str
    run: Run


class Result(Struct, frozen=True):
    """The best run of a contender, and the moves a second of each run."""

    program: str
    plays: str
    beside: str
    best: Rates
    decisions: float | None
    runs: list[float]
    of_yardstick: float | None
    engine_to_this: float

    @property
    def spread(self) -> float:
        """How far the slowest run is behind the best."""
        return 1 - min(self.runs) / max(self.runs)


class Solved(Struct, frozen=True):
    """How long fresh deals took to solve, and how many positions; ``given_up`` of them took too many."""

    deals: int
    given_up: int
    median_s: float
    worst_s: float
    median_positions: float
    most_positions: int


class Report(Struct, frozen=True):
    """All that was measured, and what was missing."""

    machine: str
    results: list[Result]
    solved: dict[str, Solved]
    missing: list[str]


# ---- ours


def engine(game: str) -> Contender:
    """The engine's own random matches."""
    table = table_of(SEATINGS[game])

    def run(seconds: float) -> Rates:
        placed = knocks = rounds = 0
        seed = matches = 1
        start = now = process_time()
        while now - start < seconds:
            made = table.play_matches(seed, matches)
            placed, knocks, rounds = placed + made[0], knocks + made[1], rounds + made[2]
            seed += matches
            before, now = now, process_time()
            matches *= 1 + (now - before < BATCH)
        took = now - start
        return Rates(rounds / took, (placed + knocks) / took, placed / took)

    return Contender(f"engine {homestretch.__version__} ({CORE})", game, game, run)


class Counted(Fives, frozen=True):
    """The rulebook, which also counts the rounds that it opens and the moves that it decides."""

    made: Counter[type]

    def open_round(self, state: State, seed: bytes) -> tuple[Committed] | Refusal:
        """Count a round."""
        self.made[Committed] += 1
        return super().open_round(state, seed)

    def decide(self, state: State, seat: Seat, move: Move) -> tuple[Event, ...] | Refusal:
        """Count a move."""
        self.made[type(move)] += 1
        return super().decide(state, seat, move)


def rulebook(game: str) -> Contender:
    """The rulebook, as ``rulebook.py`` plays it."""

    def run(seconds: float) -> Rates:
        rules = Counted(SEATINGS[game], Counter())
        matches = 0
        start = process_time()
        while process_time() - start < seconds:
            play_match(rules, derive(b"benchmark", matches))
            matches += 1
        took = process_time() - start
        rounds, placed, passes, draws = (rules.made[each] / took for each in (Committed, Play, Pass, Draw))
        return Rates(rounds, placed + passes, placed, draws)

    return Contender(f"rulebook {homestretch.__version__}", game, game, run)


# ---- the yardstick


@cache
def built(source: Path, folder: Path) -> tuple[str, str]:
    """The yardstick's program, and the compiler that made it."""
    compiler = shutil.which("g++") or shutil.which("c++")
    if compiler is None:
        raise Missing("the yardstick needs a C++ compiler: there is no g++ and no c++")
    program = str(folder / "yardstick")
    command = [compiler, *FLAGS, str(source), "-o", program]
    if subprocess.run(command, check=False, capture_output=True).returncode:  # noqa: S603
        raise Missing(f"the yardstick does not compile: {' '.join(command)}")
    made_by = subprocess.run([compiler, "-dumpfullversion"], check=False, capture_output=True, text=True)  # noqa: S603
    return program, f"{Path(compiler).name} {made_by.stdout.strip()}"


def yardstick(source: Path | None, folder: Path, game: str) -> Contender:
    """The program in C++; it counts one turn more in a blocked round, and its draws and passes are not told apart."""
    if source is None:
        raise Missing("the yardstick is skipped: name its source with --yardstick FILE.cpp")
    if not source.is_file():
        raise Missing(f"the yardstick is skipped: there is no {source}")
    program, made_by = built(source.resolve(), folder)
    ask = partial(yardstick_rates, program, GAMES.index(game))
    start = perf_counter()
    ask(TRIAL)
    a_second = TRIAL / (perf_counter() - start)
    return Contender(f"yardstick in C++ ({made_by})", game, game, lambda seconds: ask(max(10, int(a_second * seconds))))


def yardstick_rates(program: str, variant: int, matches: int) -> Rates:
    """What the yardstick says of so many matches."""
    command = [program, str(variant), str(matches)]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout  # noqa: S603
    found = SPEEDS.search(told)
    if found is None:
        raise SystemExit(f"the yardstick says nothing that is understood here: {told.strip()}")
    return Rates(rounds=float(found[2]) * 1e3, moves=float(found[1]) * 1e6)


# ---- other people's programs: block dominoes, where nobody draws


def open_spiel(module: str, seats: int, beside: str) -> Contender:
    """A game of OpenSpiel's, seven tiles a seat."""
    pyspiel = imported("pyspiel", "open_spiel")
    imported(f"open_spiel.python.games.{module}", "open_spiel")
    game = pyspiel.load_game(f"python_{module}")
    program = f"OpenSpiel {version('open_spiel')} python_{module}"
    one = partial(open_spiel_round, game, seats, random.Random(1))
    return Contender(program, f"block dominoes, {seats} × 7 tiles", beside, partial(played, one))


def open_spiel_round(game: Any, seats: int, chance: random.Random) -> tuple[int, int]:
    """A random round: tiles placed, and seats passed over. The deal is drawn at once, and dealt tile by tile."""
    state = game.new_initial_state()
    for tile in chance.sample(range(28), 7 * seats):
        state.apply_action(tile)
    placed = passes = 0
    seat = state.current_player()
    while True:
        state.apply_action(chance.choice(state.legal_actions()))
        placed += 1
        if state.is_terminal():
            return placed, passes
        before, seat = seat, state.current_player()
        passes += (seat - before - 1) % seats


def dominoes(beside: str) -> Contender:
    """The package ``dominoes``: four in two teams, seven tiles each."""
    package = imported("dominoes", "dominoes")
    one = partial(dominoes_round, package, random.Random(1))
    program = f"dominoes {version('dominoes')}"
    return Contender(program, "block dominoes, 4 × 7 tiles", beside, partial(played, one))


def dominoes_round(package: Any, chance: random.Random) -> tuple[int, int]:
    """A random round: tiles placed and passes."""
    game = package.Game.new(starting_player=chance.randrange(4))
    while game.result is None:
        game.make_move(*chance.choice(game.valid_moves))
    passes = game.moves.count(None)
    return len(game.moves) - passes, passes


def imported(module: str, package: str) -> Any:
    """A module of a package that may not be installed."""
    try:
        return import_module(module)
    except ImportError as error:
        raise Missing(f"{package} is not installed: pip install {package} ({error})") from error


def played(one: Callable[[], tuple[int, int]], seconds: float) -> Rates:
    """Rounds of which each tells its placements and passes, and in which nobody draws."""
    placed = passes = rounds = 0
    start = process_time()
    while process_time() - start < seconds:
        made = one()
        placed, passes, rounds = placed + made[0], passes + made[1], rounds + 1
    took = process_time() - start
    return Rates(rounds / took, (placed + passes) / took, placed / took, 0.0)


# ---- side by side


def makers(source: Path | None, folder: Path) -> Iterator[Callable[[], Contender]]:
    """How to come by each contender, those of a game together."""
    for game in GAMES:
        yield partial(yardstick, source, folder, game)
        yield partial(engine, game)
        yield partial(rulebook, game)
        if game == "horse-race/2":
            yield partial(open_spiel, "block_dominoes", 2, game)
        if game == "seven-rocks":
            yield partial(open_spiel, "team_dominoes", 4, game)
            yield partial(dominoes, game)


def gather(source: Path | None, folder: Path) -> tuple[list[Contender], list[str]]:
    """The contenders that are here, and what is said of the others."""
    found: list[Contender] = []
    missing: list[str] = []
    for make in makers(source, folder):
        try:
            found.append(make())
        except Missing as why:
            missing.append(str(why))
    return found, list(dict.fromkeys(missing))


def compare(contenders: list[Contender], runs: int, seconds: float) -> list[list[Rates]]:
    """The runs of each contender: all play once, then all again."""
    rates: list[list[Rates]] = [[] for _ in contenders]
    for number in range(runs):
        print(f"run {number + 1} of {runs}", file=sys.stderr, flush=True)
        for contender, found in zip(contenders, rates, strict=True):
            found.append(contender.run(seconds))
    return rates


def results(contenders: list[Contender], rates: list[list[Rates]]) -> list[Result]:
    """The best run of each contender, beside those of the yardstick and of the engine in the same game."""
    best = [max(found, key=lambda each: each.moves) for found in rates]
    moves = {(who.beside, who.program.split()[0]): made.moves for who, made in zip(contenders, best, strict=True)}
    found: list[Result] = []
    for who, made, runs in zip(contenders, best, rates, strict=True):
        measure = moves.get((who.beside, "yardstick"))
        of_yardstick = None if measure is None else made.moves / measure
        engine_to_this = moves[who.beside, "engine"] / made.moves
        told = [each.moves for each in runs]
        found.append(
            Result(who.program, who.plays, who.beside, made, made.decisions, told, of_yardstick, engine_to_this)
        )
    return found


def solve(game: str, deals: int, most: float) -> Solved:
    """Solve fresh deals, always the same ones: so many, or as many as begin within the time."""
    searcher = Searcher(SEATINGS[game])
    seconds: list[float] = []
    positions: list[int] = []
    given_up = 0
    for state in fresh_deals(SEATINGS[game], deals):
        start = process_time()
        bounds, searched = searcher.value(state, MOST_POSITIONS)
        seconds.append(process_time() - start)
        positions.append(searched)
        given_up += bounds.value is None
        if sum(seconds) > most:
            break
    return Solved(len(seconds), given_up, median(seconds), max(seconds), median(positions), max(positions))


# ---- said

LEGEND: Final = (
    "moves: placements and passes; decisions: draws too, where they are told; the last columns compare moves; "
    "spread: how far the slowest run is behind the best"
)

HEADS: Final = (
    "program",
    "plays",
    "rounds/s",
    "placements/s",
    "moves/s",
    "decisions/s",
    "of the yardstick",
    "engine : this",
    "spread",
)

SOLVER_HEADS: Final = ("solver", "deals", "given up", "median ms", "worst ms", "median positions", "most positions")


def count(number: float | None) -> str:
    """Three digits and zeros.

    >>> count(24_623_797.9), count(964.3), count(None), count(0)
    ('24,600,000', '964', '–', '0')
    """
    if number is None:
        return "–"
    return f"{round(number, 2 - floor(log10(number))) if number else 0:,.0f}"


def share(part: float | None) -> str:
    """A percentage: whole, or two digits of a small one."""
    return "–" if part is None else f"{part:.0%}" if part >= 0.1 else f"{part * 100:.2g}%"


def times(factor: float) -> str:
    return f"{factor:.2f}×" if factor < 10 else f"{count(factor)}×"


def play_table(found: list[Result]) -> list[tuple[str, ...]]:
    """The heads and a line for each contender."""
    lines: list[tuple[str, ...]] = [HEADS]
    for each in found:
        best = each.best
        numbers = (count(number) for number in (best.rounds, best.placements, best.moves, each.decisions))
        ratios = (share(each.of_yardstick), times(each.engine_to_this), f"{each.spread:.0%}")
        lines.append((each.program, each.plays, *numbers, *ratios))
    return lines


def solver_table(solved: dict[str, Solved]) -> list[tuple[str, ...]]:
    """The heads and a line for each game."""
    lines: list[tuple[str, ...]] = [SOLVER_HEADS]
    for game, each in solved.items():
        milliseconds = (f"{seconds * 1000:,.1f}" for seconds in (each.median_s, each.worst_s))
        positions = (count(number) for number in (each.median_positions, each.most_positions))
        lines.append((game, str(each.deals), str(each.given_up), *milliseconds, *positions))
    return lines


def show(lines: list[tuple[str, ...]], words: int, *, markdown: bool) -> None:
    """Print a table whose first columns are words and the others numbers."""
    if markdown:
        rule = tuple("---" if at < words else "---:" for at in range(len(lines[0])))
        for line in (lines[0], rule, *lines[1:]):
            print(f"| {' | '.join(line)} |")
        return
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        left = (cell.ljust(width) for cell, width in zip(line[:words], widths[:words], strict=True))
        right = (cell.rjust(width) for cell, width in zip(line[words:], widths[words:], strict=True))
        print("  ".join((*left, *right)))


def tell(report: Report, *, markdown: bool) -> None:
    """Print the tables, and what was missing."""
    show(play_table(report.results), 2, markdown=markdown)
    print(f"\n{LEGEND}\n")
    if report.solved:
        show(solver_table(report.solved), 1, markdown=markdown)
        print()
    for line in (report.machine, *report.missing):
        print(line, end="\n\n" if markdown else "\n")


def machine() -> str:
    """What everything ran on."""
    return f"{platform.python_implementation()} {platform.python_version()}, {platform.system()} {platform.machine()}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--yardstick", type=Path, metavar="FILE.cpp", help="the yardstick's source")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.5, help="for a run of one program")
    parser.add_argument("--deals", type=int, default=100, help="to solve in each game; 0 solves none")
    parser.add_argument("--solving", type=float, default=8.0, help="seconds after which no further deal is begun")
    style = parser.add_mutually_exclusive_group()
    style.add_argument("--json", action="store_true")
    style.add_argument("--markdown", action="store_true")
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        contenders, missing = gather(options.yardstick, Path(folder))
        rates = compare(contenders, max(1, options.runs), options.seconds)
    solved: dict[str, Solved] = {}
    if CORE is Core.COMPILED and options.deals > 0:
        solved = {game: solve(game, options.deals, options.solving) for game in SOLVED}
    elif CORE is not Core.COMPILED:
        missing.append(f"nothing is solved: the engine's core is {CORE}, not compiled, and would need hours")
    report = Report(machine(), results(contenders, rates), solved, missing)
    if options.json:
        print(msgspec.json.format(msgspec.json.encode(report), indent=1).decode())
    else:
        tell(report, markdown=options.markdown)


if __name__ == "__main__":
    main()
