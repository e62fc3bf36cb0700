"""Work that is shared out: in order, the same for any number of processes, and ended at once when it must end."""

import json
import multiprocessing
import os
import signal
import subprocess
import time
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from homestretch.analysis import farm as farming
from homestretch.analysis.farm import cores, farm
from homestretch.analysis.simulate import master_seed, simulate
from homestretch.bots.simple import greedy_bot, random_bot
from homestretch.games import HORSE_RACE, horse_race
from homestretch.kit.message import Refused
from homestretch.record.exchange import to_json
from programs import PROGRAM

MANY = 20


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes are started for the least work."""
    monkeypatch.setattr(farming, "PATIENCE", 0)


def late_first(job: int) -> tuple[int, int]:
    """The job and who did it; the first takes longest."""
    time.sleep(0.3 if job == 0 else 0.01)
    return job, os.getpid()


def last_ends_the_first(job: tuple[int, Path]) -> tuple[int, int]:
    """The number of the job and who did it; the first takes until the last has been done."""
    number, mark = job
    if number == MANY - 1:
        mark.touch()
    while number == 0 and not mark.exists():
        time.sleep(0.01)
    return number, os.getpid()


def inverse(job: int) -> float:
    return 1 / job


def die_at_two(job: int) -> int:
    if job == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return job


def sleep_long(job: int) -> int:
    time.sleep(0 if job == 0 else 60)
    return job


def test_the_cores_are_those_that_this_process_may_use() -> None:
    assert 1 <= cores() <= (os.cpu_count() or 1)
    if hasattr(os, "sched_getaffinity"):
        assert cores() == len(os.sched_getaffinity(0))


@pytest.mark.usefixtures("impatient")
def test_results_come_in_the_order_of_the_jobs_whoever_does_them(tmp_path: Path) -> None:
    done = list(farm(last_ends_the_first, [(number, tmp_path / "mark") for number in range(MANY)], 2))
    assert [job for job, _ in done] == list(range(MANY))
    workers = {worker for _, worker in done}
    assert len(workers) == 2
    assert os.getpid() not in workers
    assert len({worker for _, worker in done[1:]}) == 1, "one had the long job, the other all that followed"
    assert multiprocessing.active_children() == []


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(("jobs", "processes"), [(5, 1), (1, 8), (0, 8)])
def test_no_process_is_started_where_one_can_do_it(jobs: int, processes: int) -> None:
    assert list(farm(late_first, range(jobs), processes)) == [(job, os.getpid()) for job in range(jobs)]


def test_no_process_is_started_for_work_that_is_done_at_once() -> None:
    assert list(farm(abs, range(-3, 3), 8)) == [3, 2, 1, 0, 1, 2]
    assert [worker for _, worker in farm(late_first, range(1, 4), 8)] == [os.getpid()] * 3


def test_what_takes_long_gets_help() -> None:
    done = list(farm(late_first, range(12), 2))
    assert [job for job, _ in done] == list(range(12))
    assert done[0][1] == os.getpid()
    assert os.getpid() not in {worker for _, worker in done[1:]}


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("processes", [1, 2])
def test_an_error_is_raised_in_its_turn(processes: int) -> None:
    results = farm(inverse, [4, 2, 1, 0, 5], processes)
    assert [next(results) for _ in range(3)] == [0.25, 0.5, 1.0]
    with pytest.raises(ZeroDivisionError) as raised:
        next(results)
    if processes > 1:
        assert "in inverse" in raised.value.__notes__[0], "it tells where in the other process it happened"
    assert multiprocessing.active_children() == []


@pytest.mark.usefixtures("impatient")
def test_a_process_that_is_ended_from_outside_ends_the_work() -> None:
    with pytest.raises(Refused) as raised:
        list(farm(die_at_two, range(6), 2))
    assert raised.value.refusal.code == "farm.lost"
    assert multiprocessing.active_children() == []


@pytest.mark.usefixtures("impatient")
def test_closing_ends_the_processes_at_once() -> None:
    begun = time.monotonic()
    before = signal.getsignal(signal.SIGINT)
    with closing(farm(sleep_long, range(10), 2)) as results:
        assert next(results) == 0
        assert len(multiprocessing.active_children()) == 2
    assert multiprocessing.active_children() == []
    assert time.monotonic() - begun < 30
    assert signal.getsignal(signal.SIGINT) is before


def gone(group: int) -> bool:
    """Whether no process of a group is left, after a little while."""
    for _ in range(200):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def playing(file: Path) -> "subprocess.Popen[bytes]":
    """A simulation as a process of its own, with others that help it by now, in a group as in a terminal."""
    options = ["--target", "20", "--matches", "100000", "--seed", "7", "--jobs", "2", "--records", str(file)]
    program = subprocess.Popen(
        [*PROGRAM, "simulate", "horse-race", *options, "--lang", "en"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    while program.poll() is None and (not file.exists() or file.read_bytes().count(b"\n") < 150):
        time.sleep(0.05)
    return program


def test_ctrl_c_stops_everything_and_leaves_whole_lines(tmp_path: Path) -> None:
    """As in a terminal, every process gets the signal."""
    program = playing(tmp_path / "records")
    os.killpg(program.pid, signal.SIGINT)
    out, err = program.communicate(timeout=20)
    assert (program.returncode, out, err) == (130, b"", b"Stopped.\n")
    assert gone(program.pid)
    lines = (tmp_path / "records").read_bytes().splitlines(keepends=True)
    assert len(lines) >= 150
    assert all(line.endswith(b"\n") and json.loads(line)["winners"] for line in lines)
    rules = replace(horse_race(2), target=20)
    alone = simulate(HORSE_RACE, rules, [greedy_bot, random_bot], master_seed("7"), len(lines))
    assert [to_json(record) + b"\n" for record in alone] == lines


def test_workers_do_not_outlive_a_program_that_is_killed(tmp_path: Path) -> None:
    program = playing(tmp_path / "records")
    program.kill()
    assert program.communicate(timeout=20) == (b"", b"")
    assert gone(program.pid)
