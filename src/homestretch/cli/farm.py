"""What commands share that play many matches: ``--jobs``, and a bar that shows how far they are."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import click

from homestretch.analysis.farm import cores
from homestretch.cli.common import NOT_UNDERSTOOD, Answer
from homestretch.i18n.speaker import Speaker
from homestretch.kit.message import Refused, refuse

Advance = Callable[[int], object]
"""Moves a bar on by so many matches."""


def jobs_option(speak: Speaker) -> click.Option:
    """``--jobs``."""
    return click.Option(["--jobs"], type=int, metavar="N", help=speak.say("help.jobs"))


def processes_of(jobs: int | None) -> int:
    """How many processes are meant: all cores where nothing is said; or the end of the command."""
    if jobs is not None and jobs < 1:
        raise Answer(refuse("farm.jobs", jobs=jobs), NOT_UNDERSTOOD)
    return cores() if jobs is None else jobs


def check_matches(matches: int) -> None:
    """End the command where there is nothing to play."""
    if matches < 1:
        raise Answer(refuse("simulate.matches", matches=matches), NOT_UNDERSTOOD)


@contextmanager
def farming(speak: Speaker, matches: int) -> Iterator[Advance]:
    """A bar on standard error where somebody is looking, while so many matches are played.

    A process that is lost meanwhile ends the command.
    """
    try:
        with _bar(speak, matches) as advance:
            yield advance
    except Refused as refused:
        raise Answer(refused.refusal, NOT_UNDERSTOOD) from refused


@contextmanager
def _bar(speak: Speaker, matches: int) -> Iterator[Advance]:
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        yield partial(progress.advance, progress.add_task(speak.say("simulate.progress"), total=matches))
