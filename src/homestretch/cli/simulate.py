"""``homestretch simulate``: matches between bots, their records, and what they amount to."""

import secrets
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path

import click

from homestretch.analysis.simulate import master_seed, simulate
from homestretch.analysis.summary import Summary
from homestretch.bots.simple import find_bot
from homestretch.cli.common import (
    NOT_UNDERSTOOD,
    Answer,
    expect,
    game,
    json_option,
    lang_option,
    plain_option,
    print_json,
)
from homestretch.cli.houses import house_options, ruleset_of
from homestretch.cli.terminal.screen import show_table, tell
from homestretch.i18n.speaker import Speaker
from homestretch.kit.message import refuse
from homestretch.kit.seat import seats_of
from homestretch.race.ruleset import RaceRuleset
from homestretch.record.exchange import Record, to_json


def command(speak: Speaker) -> click.Command:
    """The command in one language."""

    def run(
        *,
        key: str,
        matches: int,
        seed: str | None,
        bots: str,
        records: str | None,
        as_json: bool,
        plain: bool,
        **house: object,
    ) -> None:
        chosen = game(key)
        ruleset = ruleset_of(chosen, house)
        if matches < 1:
            raise Answer(refuse("simulate.matches", matches=matches), NOT_UNDERSTOOD)
        names = [name.strip() for name in bots.split(",")]
        seats = [names[seat % len(names)] for seat in range(ruleset.players)]
        players = [expect(find_bot(name)) for name in seats]
        pairs = not isinstance(ruleset, RaceRuleset) and ruleset.pairs
        sides = [seats_of(side, ruleset.players, pairs=pairs) for side in range(2 if pairs else ruleset.players)]
        summary = Summary([[seats[seat] for seat in side] for side in sides])
        text = secrets.token_hex(8) if seed is None else seed
        with ExitStack() as stack:
            out = None if records is None else stack.enter_context(Path(records).open("wb"))
            played = simulate(chosen, ruleset, players, master_seed(text), matches)
            for record in _with_progress(speak, played, matches):
                summary.add(record)
                if out is not None:
                    out.write(to_json(record) + b"\n")
        if as_json:
            print_json({"game": key, "seed": text} | summary.to_plain())
        else:
            _print(speak, key, text, summary, plain=plain)

    return click.Command(
        "simulate",
        callback=run,
        help=speak.say("help.simulate-long"),
        short_help=speak.say("help.simulate"),
        params=[
            click.Argument(["key"], metavar="GAME"),
            *house_options(speak),
            click.Option(["--matches"], type=int, default=100, show_default=True, help=speak.say("help.matches")),
            click.Option(["--seed"], metavar="TEXT", help=speak.say("help.seed")),
            click.Option(["--bots"], default="greedy,random", show_default=True, help=speak.say("help.bots")),
            click.Option(["--records"], metavar="FILE", help=speak.say("help.records")),
            plain_option(speak),
            json_option(speak),
            lang_option(speak),
        ],
    )


def _with_progress(speak: Speaker, played: Iterable[Record], matches: int) -> Iterator[Record]:
    """The records, with a progress bar on standard error where somebody is looking."""
    if not sys.stderr.isatty():
        yield from played
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(speak.say("simulate.progress"), total=matches)
        for record in played:
            yield record
            progress.advance(task)


def _print(speak: Speaker, key: str, seed: str, summary: Summary, *, plain: bool) -> None:
    values = summary.to_plain()
    race = "cards_per_race" in values
    average = "balance" if race else "award"
    heads = [speak.say(f"simulate.{name}") for name in ("side", "wins", "share", "interval", average)]
    rows = []
    for side in values["sides"]:
        low, high = side["win_share_95"]
        rows.append(
            (
                f"{speak.say('side', n=side['side'])} ({', '.join(side['bots'])})",
                str(side["wins"]),
                speak.percent(side["win_share"]),
                f"{speak.percent(low)} – {speak.percent(high)}",
                speak.number(side[f"average_{average}"]),
            )
        )
    tell(f"{speak.say(f'game.{key}')}: {speak.say('count.matches', n=summary.matches)}")
    show_table(heads, rows, plain=plain)
    shared = sum(side["shared_wins"] for side in values["sides"])
    if shared:
        tell(speak.say("simulate.shared", n=shared))
    rounds = "races-per-meeting" if race else "rounds-per-match"
    tell(speak.say(f"simulate.{rounds}", number=values["rounds_per_match"]))
    for name in ("cards_per_race", "placements_per_round", "draws_per_round", "passes_per_round", "average_award"):
        if name in values:
            tell(speak.say(f"simulate.{name.replace('_', '-')}", number=values[name]))
    if not race:
        tell(speak.say("simulate.blocked", share=speak.percent(values["blocked_share"])))
    tell(speak.say("simulate.seed", seed=seed))
