"""``homestretch ladder``: how strong the bots are, measured in matches in which every deal is played from all sides."""

import secrets
import shlex
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import click

from homestretch.analysis.ladder import RUNGS, Pairing, Standing, climb
from homestretch.analysis.simulate import master_seed
from homestretch.bots.levels import find_bot
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
from homestretch.cli.farm import check_matches, farming, jobs_option, processes_of
from homestretch.cli.houses import ruleset_of, seating_of
from homestretch.cli.terminal.screen import show_table, tell
from homestretch.games import GAMES, Game, Seating
from homestretch.i18n.speaker import Speaker
from homestretch.kit.message import refuse

COLUMNS = ("bot", "matches", "share", "fair", "interval", "thinking")


def command(speak: Speaker) -> click.Command:
    """The command in one language."""

    def run(
        *,
        key: str | None,
        players: int | None,
        pairs: bool | None,
        bots: str | None,
        matches: int,
        seed: str | None,
        jobs: int | None,
        write: str | None,
        as_json: bool,
        plain: bool,
    ) -> None:
        seatings = _seatings(key, players, pairs)
        pairings = [Pairing(each.key, seating, *two) for each, seating in seatings for two in _bots(bots)]
        check_matches(matches)
        processes = processes_of(jobs)
        text = secrets.token_hex(8) if seed is None else seed
        if write is not None:
            Path(write).open("a").close()  # hours of matches are not to end at a file that cannot be written
        with farming(speak, sum(each.deals(matches) * each.sides for each in pairings)) as advance:
            standings = climb(pairings, master_seed(text), matches, processes, advance)
        if write is not None:
            again = _again(game=key, players=players, pairs=pairs, bots=bots, matches=matches, seed=text)
            Path(write).write_text(_markdown(speak, standings, again), encoding="utf-8")
        if as_json:
            print_json({"seed": text, "pairings": [_to_plain(each) for each in standings]})
        else:
            _print(speak, standings, text, plain=plain)

    return click.Command(
        "ladder",
        callback=run,
        help=speak.say("help.ladder-long"),
        short_help=speak.say("help.ladder"),
        params=[
            click.Option(["--game", "key"], metavar="GAME", help=speak.say("help.ladder-game")),
            click.Option(["--players"], type=int, help=speak.say("help.ladder-players")),
            click.Option(["--pairs"], is_flag=True, default=None, help=speak.say("help.ladder-pairs")),
            click.Option(["--bots"], metavar="A,B", help=speak.say("help.ladder-bots")),
            click.Option(
                ["--matches"], type=int, default=100, show_default=True, help=speak.say("help.ladder-matches")
            ),
            click.Option(["--seed"], metavar="TEXT", help=speak.say("help.seed")),
            jobs_option(speak),
            click.Option(["--write"], metavar="FILE", help=speak.say("help.write")),
            plain_option(speak),
            json_option(speak),
            lang_option(speak),
        ],
    )


def _seatings(key: str | None, players: int | None, pairs: bool | None) -> list[tuple[Game, Seating]]:
    """The seatings that are meant, each with its game: all where nothing is said."""
    if players is None and pairs is None:
        games = GAMES.values() if key is None else (game(key),)
        return [(each, seating) for each in games for seating in _usual_seatings(each)]
    if key is None:
        raise Answer(refuse("ladder.seating"), NOT_UNDERSTOOD)
    chosen = game(key)
    ruleset_of(chosen, {"players": players, "pairs": pairs})
    return [(chosen, seating_of(chosen, players, bool(pairs)))]


def _usual_seatings(each: Game) -> tuple[Seating, ...]:
    """The seatings in which a game is measured; the card race, which has many, in its usual one."""
    return (seating_of(each, None, pairs=False),) if each.family == "race" else each.seatings


def _bots(text: str | None) -> tuple[tuple[str, str], ...]:
    """The challengers and holders that are meant."""
    if text is None:
        return RUNGS
    names = [name.strip() for name in text.split(",")]
    if len(names) != 2:
        raise Answer(refuse("ladder.bots", text=text), NOT_UNDERSTOOD)
    for name in names:
        expect(find_bot(name))
    return ((names[0], names[1]),)


def _again(**options: object) -> str:
    """The command that gives the same numbers again."""
    words = ["homestretch", "ladder"]
    for name, value in options.items():
        if value is True:
            words.append(f"--{name}")
        elif value is not None:
            words += [f"--{name}", str(value)]
    return shlex.join(words)


def _to_plain(standing: Standing) -> dict[str, Any]:
    """A standing as JSON values, without the time, so that the same seed gives the same bytes."""
    pairing = standing.pairing
    return {
        "game": pairing.game,
        "players": pairing.seating.players,
        "pairs": pairing.seating.pairs,
        "challenger": pairing.challenger,
        "holder": pairing.holder,
        "deals": standing.deals,
        "matches": standing.matches,
        "share": standing.share,
        "share_95": list(standing.interval),
        "fair_share": standing.fair_share,
    }


def _tables(speak: Speaker, standings: Iterable[Standing]) -> list[tuple[str, list[tuple[str, ...]]]]:
    """The rows of each game and seating, behind its title."""
    return [
        (speak.say("ladder.seats", game=key, seating=seating), [_row(speak, each) for each in group])
        for (key, seating), group in groupby(standings, lambda each: (each.pairing.game, each.pairing.seating))
    ]


def _row(speak: Speaker, standing: Standing) -> tuple[str, ...]:
    pairing = standing.pairing
    low, high = standing.interval
    return (
        speak.say("ladder.pairing", challenger=pairing.challenger, holder=pairing.holder),
        str(standing.matches),
        speak.percent(standing.share),
        speak.percent(standing.fair_share),
        f"{speak.percent(low)} – {speak.percent(high)}",
        speak.number(standing.thinking),
    )


def _print(speak: Speaker, standings: Sequence[Standing], seed: str, *, plain: bool) -> None:
    heads = [speak.say(f"ladder.{column}") for column in COLUMNS]
    for title, rows in _tables(speak, standings):
        tell(title)
        show_table(heads, rows, plain=plain)
    tell(speak.say("ladder.note"))
    tell(speak.say("simulate.seed", seed=seed))


def _markdown(speak: Speaker, standings: Sequence[Standing], again: str) -> str:
    """The tables as Markdown, with the command that makes them."""
    heads = [speak.say(f"ladder.{column}") for column in COLUMNS]
    parts = [speak.say("ladder.again", command=again), speak.say("ladder.note")]
    for title, rows in _tables(speak, standings):
        lines = [heads, ["---", *["---:"] * (len(heads) - 1)], *rows]
        parts += [f"## {title}", "\n".join(f"| {' | '.join(cells)} |" for cells in lines)]
    return "\n\n".join(parts) + "\n"
