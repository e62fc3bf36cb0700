"""``homestretch simulate``: matches between bots, their records, and what they amount to."""

import secrets
from contextlib import ExitStack, closing
from pathlib import Path

import click

from homestretch.analysis.simulate import Series, empty_summary, master_seed, simulate_named
from homestretch.analysis.summary import Summary
from homestretch.bots.levels import find_bot
from homestretch.cli.common import expect, game, json_option, lang_option, plain_option, print_json
from homestretch.cli.farm import check_matches, farming, jobs_option, processes_of
from homestretch.cli.houses import house_options, ruleset_of
from homestretch.cli.terminal.screen import show_table, tell
from homestretch.i18n.speaker import Speaker


def command(speak: Speaker) -> click.Command:
    """The command in one language."""

    def run(
        *,
        key: str,
        matches: int,
        seed: str | None,
        bots: str,
        records: str | None,
        jobs: int | None,
        as_json: bool,
        plain: bool,
        **house: object,
    ) -> None:
        ruleset = ruleset_of(game(key), house)
        check_matches(matches)
        processes = processes_of(jobs)
        names = [name.strip() for name in bots.split(",")]
        for name in names:
            expect(find_bot(name))
        text = secrets.token_hex(8) if seed is None else seed
        seats = tuple(names[seat % len(names)] for seat in range(ruleset.players))
        series = Series(key, ruleset, seats, master_seed(text))
        summary = empty_summary(series)
        with ExitStack() as stack:
            out = None if records is None else stack.enter_context(Path(records).open("wb"))
            advance = stack.enter_context(farming(speak, matches))
            for played in stack.enter_context(closing(simulate_named(series, matches, processes))):
                summary.join(played.summary)
                if out is not None:
                    out.write(played.line + b"\n")
                advance(1)
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
            jobs_option(speak),
            plain_option(speak),
            json_option(speak),
            lang_option(speak),
        ],
    )


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
