"""``homestretch play``: a match in the terminal, from choosing the game to its record."""

import shlex
from pathlib import Path
from typing import Any

import click

from homestretch.analysis.simulate import master_seed
from homestretch.bots.levels import find_bot
from homestretch.cli.common import NO, NOT_UNDERSTOOD, Answer, expect, game, lang_option, plain_option
from homestretch.cli.houses import DOMINO_OPTIONS, RACE_OPTIONS, house_options, ruleset_of
from homestretch.cli.terminal.chance import SeededChance, SystemChance
from homestretch.cli.terminal.dominoes import Dominoes
from homestretch.cli.terminal.race import Race
from homestretch.cli.terminal.saves import Save, data_folder, load
from homestretch.cli.terminal.screen import Screen, screen_for
from homestretch.cli.terminal.session import Leave, Session, words
from homestretch.fives.events import MatchWon
from homestretch.games import GAMES, AnyRuleset, Game, ruleset_to_plain
from homestretch.i18n.speaker import Speaker
from homestretch.kit.message import Refusal, refuse
from homestretch.kit.numbers import read_whole
from homestretch.race.events import MeetingWon
from homestretch.record.exchange import record_of, to_json
from homestretch.record.log import in_force
from homestretch.table.commands import BreakOff, Sit, Start
from homestretch.table.events import Event, Occupant, Opened, TableEvent
from homestretch.table.handle import handle
from homestretch.table.table import Table, evolve, open_table

NOBODY = "-"
"""Stands for a bot's seat in the list of people."""

PACE = 0.6


def command(speak: Speaker) -> click.Command:
    """The command in one language."""

    def play(*, key: str | None, plain: bool, **options: Any) -> None:
        screen = screen_for(plain=plain)
        try:
            chosen = _ask_game(screen, speak) if key is None else game(key)
            _play(screen, speak, chosen, options)
        except (EOFError, KeyboardInterrupt):
            screen.line()

    return click.Command(
        "play",
        callback=play,
        help=speak.say("help.play-long"),
        short_help=speak.say("help.play"),
        params=[
            click.Argument(["key"], metavar="[GAME]", required=False),
            *house_options(speak),
            click.Option(["--people"], metavar="NAMES", help=speak.say("help.people")),
            click.Option(["--bots"], default="greedy", show_default=True, help=speak.say("help.play-bots")),
            click.Option(["--new"], is_flag=True, help=speak.say("help.new")),
            click.Option(["--guide/--no-guide"], default=None, help=speak.say("help.guide")),
            click.Option(["--shake"], is_flag=True, help=speak.say("help.shake")),
            click.Option(["--seed"], metavar="TEXT", help=speak.say("help.seed")),
            click.Option(["--pace"], type=click.FloatRange(0, 10), default=PACE, help=speak.say("help.pace")),
            click.Option(["--save"], metavar="FILE", help=speak.say("help.save")),
            plain_option(speak),
            lang_option(speak),
        ],
    )


def _ask_game(screen: Screen, speak: Speaker) -> Game:
    """Ask which game; a number or a key will do.

    Raises:
        EOFError: The person wants to leave.
    """
    screen.line(speak.say("play.which"), "bold")
    games = tuple(GAMES.values())
    for number, each in enumerate(games, 1):
        waiting = f" {speak.say('play.saved')}" if _save_path(each, None).exists() else ""
        screen.line(f"  {number}  {speak.say(f'game.{each.key}')}{waiting}")
    while True:
        text = screen.ask(speak.say("play.which-prompt", most=len(games)), tuple(GAMES))
        if text.lower() in words(speak, "quit"):
            raise EOFError
        if text in GAMES:
            return GAMES[text]
        chosen = read_whole(text)
        if chosen is not None and 1 <= chosen <= len(games):
            return games[chosen - 1]


def _save_path(chosen: Game, given: str | None) -> Path:
    return data_folder() / f"{chosen.key}.log" if given is None else Path(given)


def _play(screen: Screen, speak: Speaker, chosen: Game, options: dict[str, Any]) -> None:
    path = _save_path(chosen, options["save"])
    fresh = set_up(speak, chosen, ruleset_of(chosen, options), options["people"], options["bots"])
    table = _resume(screen, speak, path, fresh, options) or fresh
    names = tuple("" if who is None else who.name for who in table.seats)
    named = Speaker(speak.language, names)
    with Save(path, table) as save:
        chance = SystemChance() if options["seed"] is None else SeededChance(master_seed(options["seed"]))
        session = Session(screen, named, table, save, chance, shake=options["shake"])
        guide = _is_guided(chosen, options["guide"])
        if chosen.family == "fives":
            session.presenter = Dominoes(session, guide=guide)
        else:
            session.presenter = Race(session, guide=guide, pace=options["pace"])
        try:
            if guide:
                _welcome(session, chosen)
            session.run()
        except Leave:
            screen.line()
            again = chosen.key if options["save"] is None else f"{chosen.key} --save {shlex.quote(options['save'])}"
            screen.line(named.say("play.left", words=again))
            return
        _finish(screen, named, session)
        save.finished()


def _resume(screen: Screen, speak: Speaker, path: Path, fresh: Table, options: dict[str, Any]) -> Table | None:
    """The saved table, if there is one and the person goes on with it; else it is given up, and its record kept."""
    saved = load(path)
    if isinstance(saved, Refusal) and not options["new"]:
        raise Answer(refuse(saved.code, file=str(path)), NO)
    if not isinstance(saved, Table):
        return None
    if saved.game != fresh.game:
        raise Answer(refuse("saved.other-game", file=str(path), game=saved.game), NO)
    if saved.over:
        _keep_record(saved)
        return None
    if not options["new"] and _goes_on(screen, speak, saved, fresh, options):
        for who in saved.seats:
            if who is not None and who.kind == "bot":
                expect(find_bot(who.level), NO)
        screen.line(speak.say("play.resumed"))
        return saved
    for event in expect(handle(saved, BreakOff())):
        saved = evolve(saved, event)
    screen.line(speak.say("play.given-up", file=str(_keep_record(saved))))
    return None


def _goes_on(screen: Screen, speak: Speaker, saved: Table, fresh: Table, options: dict[str, Any]) -> bool:
    """Ask whether to go on with the saved match; say so where other seats or rules are asked for now.

    Raises:
        EOFError: The person wants to leave.
    """
    asked = any(options[name] is not None for name in ("players", *DOMINO_OPTIONS, *RACE_OPTIONS))
    others = options["people"] is not None and saved.seats != fresh.seats
    if others or (asked and saved.rules != fresh.rules):
        screen.line(speak.say("play.resume-differs"))
    names = ", ".join(who.name for who in saved.seats if who is not None)
    while True:
        reply = screen.ask(speak.say("play.resume", game=saved.game, names=names)).lower()
        if reply in words(speak, "quit"):
            raise EOFError
        if reply in words(speak, "yes") | words(speak, "no"):
            return reply in words(speak, "yes")


def set_up(speak: Speaker, chosen: Game, ruleset: AnyRuleset, people: str | None, bots: str) -> Table:
    """A table with everyone seated and the match begun, or the end of the command with what is wrong."""
    levels = [level.strip() for level in bots.split(",")]
    for level in levels:
        expect(find_bot(level))
    persons = _people(speak, people, ruleset.players)
    table = open_table(Opened(chosen.key, ruleset_to_plain(ruleset)))
    bot = 0
    for seat in range(ruleset.players):
        name = persons.get(seat)
        if name is None:
            bot += 1
            occupant = Occupant(speak.say("play.bot", n=bot), "bot", levels[(bot - 1) % len(levels)])
        else:
            occupant = Occupant(name)
        for event in expect(handle(table, Sit(seat, occupant))):
            table = evolve(table, event)
    for event in expect(handle(table, Start())):
        table = evolve(table, event)
    return table


def _people(speak: Speaker, text: str | None, seats: int) -> dict[int, str]:
    if text is None:
        return {0: speak.say("play.you")}
    names = [name.strip()[:30] for name in text.split(",")]
    if len(names) > seats:
        raise Answer(refuse("people.too-many", given=len(names), seats=seats), NOT_UNDERSTOOD)
    persons = {seat: name for seat, name in enumerate(names) if name not in ("", NOBODY)}
    twice = next((name for name in persons.values() if list(persons.values()).count(name) > 1), None)
    if twice is not None:
        raise Answer(refuse("people.twice", name=twice), NOT_UNDERSTOOD)
    return persons


def _is_guided(chosen: Game, wish: bool | None) -> bool:
    """Whether to guide: as wished, else whoever has not played a game of this family before."""
    known = data_folder() / f"{chosen.family}.known"
    guided = not known.exists() if wish is None else wish
    known.parent.mkdir(parents=True, exist_ok=True)
    known.touch()
    return guided


def _welcome(session: Session, chosen: Game) -> None:
    """Greet a newcomer.

    Raises:
        Leave: The person wants to leave.
    """
    welcome = ("welcome-fives", "welcome-score") if chosen.family == "fives" else ("welcome-race",)
    session.screen.fresh()
    for lesson in (*welcome, "welcome-help"):
        session.screen.line(session.speak.say(f"guide.{lesson}"), "cyan")
    session.enter()


def _finish(screen: Screen, speak: Speaker, session: Session) -> None:
    """Keep the record of the match, and say how it ended and where the record is."""
    table = session.table
    file = _keep_record(table)
    ended = table.log[-1] if session.table.broken_off else next(filter(is_win, reversed(table.log)))
    for message in session.messages(ended, table.state, session.holder):
        screen.line(speak(message), "bold")
    won = bool(table.rules.winners(table.state))
    screen.line(speak.say("play.over" if won else "play.over-unfinished", file=str(file)))


def is_win(event: Event) -> bool:
    """Whether this event ends a match with winners."""
    return isinstance(event, MatchWon | MeetingWon)


def _keep_record(table: Table) -> Path:
    """Add the record of a match that is over to those before it; once, also if the program was killed right after."""
    file = data_folder() / "records.jsonl"
    events = [event for event in in_force(table.log) if not isinstance(event, TableEvent)]
    line = to_json(record_of(GAMES[table.game], table.state.rules, events)) + b"\n"
    file.parent.mkdir(parents=True, exist_ok=True)
    if not (file.exists() and file.read_bytes().endswith(line)):
        with file.open("ab") as records:
            records.write(line)
    return file
