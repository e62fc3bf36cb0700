"""A server of our own for tests: the real application on a real port, in a thread, with a folder of its own."""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn

from homestretch.web.app import Site
from homestretch.web.server import Server, make_site
from homestretch.web.settings import Settings

LOOPS: list[asyncio.AbstractEventLoop] = []
"""The event loops of the servers that run now."""


class Running:
    """A server that runs: its address, and a way to run something on its event loop."""

    def __init__(self, site: Site, server: Server, port: int, loop: asyncio.AbstractEventLoop) -> None:
        self.site = site
        self.server = server
        self.port = port
        self.loop = loop
        self.address = f"http://127.0.0.1:{port}{site.settings.prefix}"

    def on_loop(self, coroutine: Any) -> Any:
        """The result of a coroutine that runs where the server runs."""
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(30)


@contextmanager
def serving(data: Path, *, port: int = 0, **settings: Any) -> Iterator[Running]:
    """A server without waits and limits, unless the settings ask for them."""
    chosen = Settings(data, **({"pace": 0.0, "contribution": 0.0, "limited": False} | settings))
    sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    sock.bind(("127.0.0.1", port))
    sock.listen(256)
    started = threading.Event()
    running: list[Running] = []

    async def run() -> None:
        site = make_site(chosen)
        config = uvicorn.Config(
            site.app, lifespan="on", log_config=None, access_log=False, timeout_graceful_shutdown=4, loop="asyncio"
        )
        server = Server(config, site)
        running.append(Running(site, server, sock.getsockname()[1], asyncio.get_running_loop()))
        LOOPS.append(running[0].loop)
        started.set()
        await server.serve([sock])
        for connection in list(server.server_state.connections):  # of readers who did not read
            connection.transport.abort()
        await asyncio.sleep(0)

    thread = threading.Thread(target=lambda: asyncio.run(run()), daemon=True)
    thread.start()
    assert started.wait(10)
    while not running[0].server.started:
        time.sleep(0.01)
    try:
        yield running[0]
    finally:
        LOOPS.remove(running[0].loop)
        running[0].server.should_exit = True
        thread.join(10)
        sock.close()
        assert not thread.is_alive(), "the server did not stop"
