"""Runs the application on a port until somebody stops it."""

import contextlib
import gc
import os
import resource
import socket
from collections.abc import Callable

import uvicorn

from homestretch.store.sqlite import SqliteStore

from . import logs
from .app import Site
from .settings import Settings

STOPPING = 4
"""Seconds that requests have to end when the server stops."""

FILE = "tables.sqlite"
OWNER_ONLY = 0o700


class Server(uvicorn.Server):
    """Wakes all streams when it is told to stop; an idle one would keep the server waiting."""

    def __init__(self, config: uvicorn.Config, site: Site) -> None:
        super().__init__(config)
        self.site = site

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop: first the streams, then everything else."""
        self.site.close()
        await super().shutdown(sockets)


def make_site(settings: Settings) -> Site:
    """The application with its store.

    Raises:
        StoreBusy: Another server uses this folder.
        StoreUnreadable: What lies there is no store of this program.
    """
    if not settings.data.exists():
        settings.data.mkdir(parents=True, mode=OWNER_ONLY)
    return Site(SqliteStore(settings.data / FILE), settings)


def allow_many_connections() -> None:
    """Let this process hold as many connections as the system allows it."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def collect_by_the_hub() -> None:
    """Let garbage be collected by the hub alone, at times of its choice.

    Nearly all values here are frozen and free of cycles, so their counts suffice. A collector that runs by the number
    of new values would look over thousands of them at every other move, and hold every table up for that long.
    """
    gc.collect()
    gc.freeze()
    gc.disable()


def serve(host: str, port: int, settings: Settings, begins: Callable[[], None]) -> None:
    """Serve until interrupted; ``begins`` is called when nothing that could be told beforehand stands in the way.

    Raises:
        StoreBusy: Another server uses this folder.
        StoreUnreadable: What lies there is no store of this program.
    """
    logs.start()
    allow_many_connections()
    site = make_site(settings)
    begins()
    collect_by_the_hub()
    config = uvicorn.Config(
        site.app,
        host=host,
        port=port,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=STOPPING,
        timeout_keep_alive=30,
        proxy_headers=True,
        forwarded_allow_ips=os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1"),
        backlog=4096,
    )
    Server(config, site).run()
