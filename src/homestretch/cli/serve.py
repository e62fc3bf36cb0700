"""``homestretch serve``: the live table in the browser, for this device or for all in the same network."""

import errno
import ipaddress
import socket
from pathlib import Path

import click

from homestretch.cli.common import NO, NOT_UNDERSTOOD, Answer, lang_option
from homestretch.cli.terminal.saves import data_folder
from homestretch.i18n.speaker import Speaker
from homestretch.kit.message import Refusal, refuse

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - only where it is asked for
OWN_PATHS = ("t", "new", "play", "rules", "explain", "train", "score", "static", "options", "healthz")
"""Paths of the pages themselves, which a prefix could not be told from."""

ANY_ADDRESS = "192.0.2.1"
"""An address of the block for documentation: nothing is sent there, but the way out tells our own address."""


def command(speak: Speaker) -> click.Command:
    """The command in one language."""

    def serve(*, host: str, port: int, data: str | None, prefix: str, lan: bool, pace: float, grace: float) -> None:
        from homestretch.store.log import StoreBusy, StoreUnreadable
        from homestretch.web.server import serve as run
        from homestretch.web.settings import Settings

        folder = data_folder() if data is None else Path(data)
        address = EVERYWHERE[0] if lan else host
        settings = Settings(folder, prefix_of(prefix), pace=pace, grace=grace)
        refusal = cannot_listen(address, port)
        if refusal is not None:
            raise Answer(refusal, NO)

        def begins() -> None:
            for line in welcome(speak, address, port, settings.prefix):
                click.echo(line)

        try:
            run(address, port, settings, begins)
        except KeyboardInterrupt:
            click.echo()
        except StoreBusy as error:
            raise Answer(refuse("serve.busy", name=str(error.path)), NO) from None
        except StoreUnreadable as error:
            raise Answer(refuse("serve.unreadable", name=str(error.path)), NO) from None

    return click.Command(
        "serve",
        callback=serve,
        help=speak.say("help.serve-long"),
        short_help=speak.say("help.serve"),
        params=[
            click.Option(["--host"], default="127.0.0.1", show_default=True, help=speak.say("help.host")),
            click.Option(
                ["--port"], type=click.IntRange(1, 65535), default=8000, show_default=True, help=speak.say("help.port")
            ),
            click.Option(["--data"], metavar="FOLDER", help=speak.say("help.data")),
            click.Option(["--lan"], is_flag=True, help=speak.say("help.lan")),
            click.Option(["--prefix"], default="", metavar="/PATH", help=speak.say("help.prefix")),
            click.Option(["--pace"], type=click.FloatRange(0, 10), default=0.9, help=speak.say("help.serve-pace")),
            click.Option(["--grace"], type=click.FloatRange(0, 3600), default=60, help=speak.say("help.grace")),
            lang_option(speak),
        ],
    )


def prefix_of(text: str) -> str:
    """A path prefix as it is used: empty, or with a slash before and none behind."""
    path = text.strip("/")
    if not path:
        return ""
    if not all(letter.isalnum() or letter in "-._~/" for letter in path) or not path.isascii():
        raise Answer(refuse("serve.prefix", text=text), NOT_UNDERSTOOD)
    if path.split("/")[0] in OWN_PATHS:
        raise Answer(refuse("serve.prefix-own", text=text), NOT_UNDERSTOOD)
    return f"/{path}"


def cannot_listen(host: str, port: int) -> Refusal | None:
    """Why nothing can be offered there, where nothing can."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except PermissionError:
        return refuse("serve.port-forbidden", port=port)
    except socket.gaierror:
        return refuse("serve.host", host=host)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return refuse("serve.port-taken", port=port)
        return refuse("serve.host", host=host)
    return None


def welcome(speak: Speaker, host: str, port: int, prefix: str) -> list[str]:
    """Where to find the tables; for a whole network also as a code that phones can read."""
    if host not in EVERYWHERE:
        return [speak.say("serve.open", address=f"http://{_bracketed(host)}:{port}{prefix}/")]
    own = own_address()
    lines = [speak.say("serve.open", address=f"http://127.0.0.1:{port}{prefix}/")]
    if own is None:
        return [*lines, speak.say("serve.no-network")]
    from homestretch.web.qr import qr_text

    address = f"http://{own}:{port}{prefix}/"
    return [*lines, speak.say("serve.open-network", address=address), "", qr_text(address)]


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def own_address() -> str | None:
    """This device's address in its network; None where it is in none."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((ANY_ADDRESS, 9))
            address: str = probe.getsockname()[0]
    except OSError:
        return None
    return None if ipaddress.ip_address(address).is_loopback else address
