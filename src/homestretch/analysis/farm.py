"""Shares jobs out among processes and hands their results back in the order of the jobs.

Who does which job is left to chance, so a result may depend on nothing but its job; then it is the same for any number
of processes.
"""

import multiprocessing
import os
import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from time import monotonic
from traceback import format_exception
from typing import Any, Final, TypeVar, cast

from homestretch.kit.message import Refused, refuse

J = TypeVar("J")
R = TypeVar("R")

PATIENCE: Final = 0.25
"""Seconds of work that are done without help: about what it takes until a new process can do any."""


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def farm(work: Callable[[J], R], jobs: Sequence[J], processes: int) -> Generator[R, None, None]:
    """The result of each job, in the order of the jobs, from up to so many processes.

    ``work``, jobs and results must be fit for :mod:`pickle`. What can be done within :data:`PATIENCE` is done here, and
    so is all work where there is one process or one job left. Closing the generator, an error and Ctrl-C end the
    processes at once. It has to run in the main thread, which alone hears of Ctrl-C. The processes import the program
    anew, so a script has to guard what it does by ``if __name__ == "__main__"``.

    An error of a job is raised in its turn, with the traceback of its process as a note.

    Raises:
        Refused: A process was ended from outside.
    """
    begun = monotonic()
    done = 0
    while done < len(jobs) and (min(processes, len(jobs) - done) == 1 or monotonic() - begun < PATIENCE):
        yield work(jobs[done])
        done += 1
    if done < len(jobs):
        yield from _shared_out(work, jobs[done:], processes)


def _shared_out(work: Callable[[J], R], jobs: Sequence[J], processes: int) -> Iterator[R]:
    todo = iter(enumerate(jobs))
    early: dict[int, tuple[R, Exception | None]] = {}
    with _workers(work, min(processes, len(jobs))) as workers:
        for worker, job in zip(workers, todo, strict=False):
            _send(worker, job)
        for number in range(len(jobs)):
            while number not in early:
                for worker in cast("list[Connection]", wait(workers)):
                    ready, outcome = _receive(worker)
                    early[ready] = outcome
                    following = next(todo, None)
                    if following is not None:
                        _send(worker, following)
            result, error = early.pop(number)
            if error is not None:
                raise error
            yield result


@contextmanager
def _workers(work: Callable[[Any], Any], count: int) -> Iterator[list[Connection]]:
    """The lines to so many new processes, which are ended on the way out.

    They start afresh, not as copies of this process: a copy inherits locks that another thread, such as that of a
    progress bar, may hold.
    """
    fresh = multiprocessing.get_context("spawn")
    lines: list[Connection] = []
    processes = []
    try:
        with _deaf_children():
            for _ in range(count):
                here, there = fresh.Pipe()
                process = fresh.Process(target=_serve, args=(there, work), daemon=True)
                process.start()
                there.close()
                lines.append(here)
                processes.append(process)
        yield lines
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.join()
        for line in lines:
            line.close()


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Let processes start that never hear Ctrl-C, not even while they are still importing. Here it waits meanwhile."""
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    try:
        with _blocked_interrupts():
            yield
    finally:
        signal.signal(signal.SIGINT, before)
    if heard:
        signal.raise_signal(signal.SIGINT)


@contextmanager
def _blocked_interrupts() -> Iterator[None]:
    """Block Ctrl-C in this thread and in what it starts, where the system knows how."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # the first process would start it, and it would undo the block
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _send(worker: Connection, job: tuple[int, Any]) -> None:
    try:
        worker.send(job)
    except ConnectionError as error:
        raise Refused(refuse("farm.lost")) from error


def _receive(worker: Connection) -> tuple[int, tuple[Any, Exception | None]]:
    """The number of a job and its outcome."""
    try:
        answer: tuple[int, tuple[Any, Exception | None]] = worker.recv()
    except (EOFError, ConnectionError) as error:
        raise Refused(refuse("farm.lost")) from error
    return answer


def _serve(line: Connection, work: Callable[[Any], Any]) -> None:
    """What a worker does: one job after the other, until nobody sends any or wants an answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, ConnectionError):
        while True:
            number, job = line.recv()
            line.send((number, _outcome(work, job)))


def _outcome(work: Callable[[Any], Any], job: Any) -> tuple[Any, Exception | None]:
    try:
        return work(job), None
    except Exception as error:
        error.add_note("".join(format_exception(error)))
        return None, error
