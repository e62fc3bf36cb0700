"""``homestretch``: finds the language, runs the command, and turns every refusal into a sentence and an exit code.

Exit codes: 0 done; 1 understood, and the answer is no; 2 not understood; 130 interrupted; 141 nobody
reads on.
"""

import gettext
import io
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any, NoReturn

import click

from homestretch import __version__
from homestretch.i18n.speaker import DOMAIN, LOCALES, Speaker, choose_language, system_languages
from homestretch.kit.message import Refusal, refuse

from .common import Answer

COMMANDS = (
    "serve",
    "play",
    "explain",
    "draw",
    "film",
    "odds",
    "simulate",
    "ladder",
    "solve",
    "bench",
    "replay",
    "convert",
)
INTERRUPTED = 130
BROKEN_PIPE = 141
"""Nobody reads on, which says nothing about what was asked: what a shell reports of a program that SIGPIPE ended."""
DEBUG = "HOMESTRETCH_DEBUG"
"""Set to anything, it lets a fault of the program show its traceback."""

MOST_QUOTED = 40
"""No more of a wrong value than this is quoted."""


class Commands(click.Group):
    """The commands; each is imported only when it is asked for."""

    def __init__(self, speak: Speaker, **settings: Any) -> None:
        super().__init__(**settings)
        self.speak = speak

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"homestretch.cli.{cmd_name}").command(self.speak)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands in the help, without importing them."""
        with formatter.section(gettext.gettext("Commands")):
            formatter.write_dl([(name, self.speak.say(f"help.{name}")) for name in COMMANDS])


def build(speak: Speaker) -> click.Group:
    """The whole command line in one language."""
    group = Commands(speak, name="homestretch", help=speak.say("help.homestretch"), no_args_is_help=True)
    group.params.append(click.Option(["--lang"], metavar="en|ru|hi", help=speak.say("help.lang"), expose_value=False))
    version = click.Option(
        ["--version"], is_flag=True, is_eager=True, expose_value=False, help=speak.say("help.version")
    )
    version.callback = lambda context, _, wished: _tell_version(speak, context) if wished else None
    group.params.append(version)
    return group


def _tell_version(speak: Speaker, context: click.Context) -> None:
    from homestretch.engine import CORE

    click.echo(f"homestretch {__version__} ({speak.say('cli.core', core=speak.say(f'core.{CORE}'))})")
    context.exit()


def run(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and leave with its exit code. A fault of the program itself is told without a traceback."""
    words = sys.argv[1:] if arguments is None else arguments
    try:
        code = main(words)
    except Exception as error:
        if os.environ.get(DEBUG):
            raise
        code = _fail(Speaker(_language(words)), refuse("cli.fault", kind=type(error).__name__, variable=DEBUG), 2)
    sys.exit(code)


def main(arguments: Sequence[str]) -> int:
    """Run the command line and return its exit code; every refusal is a sentence on standard error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    speak = Speaker(_language(arguments))
    try:
        with _click_speaks(speak.language):
            code = _run(speak, arguments)
    except Answer as answer:
        return _fail(speak, answer.refusal, answer.code)
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return 2
    except click.ClickException as error:
        return _fail(speak, _usage(error, arguments), 2)
    except (KeyboardInterrupt, EOFError, click.Abort):
        click.echo(speak.say("cli.interrupted"), err=True)
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except OSError as error:
        return _fail(speak, _file(error), 2)
    return code


def _run(speak: Speaker, arguments: Sequence[str]) -> int:
    if any("\ud800" <= letter <= "\udfff" for word in arguments for letter in word):
        raise Answer(refuse("cli.encoding"), 2)
    wish = _asked_language(arguments)
    if wish is not None and choose_language(wish) != wish:
        raise Answer(refuse("lang.unknown", name=wish), 2)
    group = build(speak)
    with group.make_context("homestretch", list(arguments)) as context:
        group.invoke(context)
    sys.stdout.flush()
    return 0


def _language(arguments: Sequence[str]) -> str:
    """The language that is asked for, else the system's."""
    return choose_language(_asked_language(arguments), *system_languages(os.environ))


def _asked_language(arguments: Sequence[str]) -> str | None:
    for at, word in enumerate(arguments):
        if word.startswith("--lang="):
            return word.partition("=")[2]
        if word == "--lang" and at + 1 < len(arguments):
            return arguments[at + 1]
    return None


@contextmanager
def _click_speaks(language: str) -> Iterator[None]:
    """Let the command-line library find its own few words in our catalogues, which it asks the process for."""
    before = os.environ.get("LANGUAGE"), gettext.textdomain()
    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain(DOMAIN, LOCALES)
    gettext.textdomain(DOMAIN)
    try:
        yield
    finally:
        gettext.textdomain(before[1])
        if before[0] is None:
            del os.environ["LANGUAGE"]
        else:
            os.environ["LANGUAGE"] = before[0]


def _fail(speak: Speaker, refusal: Refusal, code: int) -> int:
    click.echo(speak(refusal), err=True)
    return code


def _usage(error: click.ClickException, arguments: Sequence[str]) -> Refusal:
    """What the command line could not be read for."""
    asked = next((f"homestretch {word}" for word in arguments if word in COMMANDS), "homestretch")
    command = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else asked
    match error:
        case click.NoSuchOption() if error.option_name.lstrip("-").isdecimal():
            return refuse("cli.negative", option=error.option_name, command=command)
        case click.NoSuchOption():
            return refuse("cli.no-option", option=error.option_name, command=command)
        case click.MissingParameter():
            return refuse("cli.missing", name=_name(error.param), command=command)
        case click.BadArgumentUsage():
            return refuse("cli.count", command=command)
        case click.BadOptionUsage():
            return refuse("cli.option-value", option=error.option_name, command=command)
        case click.BadParameter():
            return refuse("cli.bad-value", name=_name(error.param), detail=_given(error), command=command)
        case click.FileError():
            return refuse("file.failed", name=error.ui_filename, reason=error.message)
        case _ if "No such command" in error.message:
            return refuse("cli.no-command", known=COMMANDS)
        case _:
            return refuse("cli.extra", command=command)


def _file(error: OSError) -> Refusal:
    """What went wrong with a file."""
    match error:
        case IsADirectoryError():
            return refuse("file.directory", name=error.filename)
        case PermissionError():
            return refuse("file.forbidden", name=error.filename)
        case FileNotFoundError() | NotADirectoryError():
            return refuse("file.folder", name=error.filename)
        case OSError(filename=None):
            return refuse("file.output", reason=error.strerror or "")
        case _:
            return refuse("file.failed", name=error.filename, reason=error.strerror or "")


def _name(param: click.Parameter | None) -> str:
    """An option as it is written, or what the help calls an argument."""
    if isinstance(param, click.Option):
        return param.opts[0]
    return (
        ""
        if param is None
        else param.make_metavar(click.get_current_context(silent=True) or click.Context(click.Command("")))
    )


def _given(error: click.BadParameter) -> str:
    """The value that was wrong, as the library quotes it: ``'x' is not a valid …`` or ``99 is not in …``."""
    return error.message.partition(" is not ")[0].strip("'")[:MOST_QUOTED]
