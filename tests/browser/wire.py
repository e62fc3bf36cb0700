"""A wire between a browser and a server that can be cut, or go silent without anybody noticing."""

import socket
import threading
import time
from contextlib import suppress


class Pair:
    """One connection: from the browser to here, and from here to the server."""

    def __init__(self, near: socket.socket, far: socket.socket) -> None:
        self.near = near
        self.far = far
        self.silent = False
        self.streams = False

    def end(self) -> None:
        """Close both sides."""
        for side in (self.near, self.far):
            with suppress(OSError):
                side.shutdown(socket.SHUT_RDWR)
            side.close()


class Wire:
    """Passes connections on to a port, from a port of its own.

    ``delay`` is how long each piece takes, in seconds. A connection that has gone silent stays so for ever, and what is
    sent on it is lost.
    """

    def __init__(self, port: int, delay: float = 0.0) -> None:
        self.delay = delay
        self._target = port
        self._down = False
        self._pairs: list[Pair] = []
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Drop every connection and take no new one."""
        self._down = True
        self._drop()

    def go_silent(self) -> None:
        """Streams stay open, but nothing gets through on them any more; idle connections are gone."""
        with self._lock:
            for pair in self._pairs:
                pair.silent = pair.streams
            idle = [pair for pair in self._pairs if not pair.streams]
        for pair in idle:
            pair.end()

    def mend(self) -> None:
        """New connections work again."""
        self._down = False

    def close(self) -> None:
        """Put the wire away."""
        self._down = True
        self._listener.close()
        self._drop()

    def _drop(self) -> None:
        with self._lock:
            pairs, self._pairs = self._pairs, []
        for pair in pairs:
            pair.end()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                if self._down:
                    near.close()
                    continue
                try:
                    far = socket.create_connection(("127.0.0.1", self._target))
                except OSError:
                    near.close()
                    continue
                pair = Pair(near, far)
                with self._lock:
                    self._pairs.append(pair)
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._pump, args=(pair, one, other), daemon=True).start()

    def _pump(self, pair: Pair, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while piece := one.recv(65536):
                if one is pair.near and piece.startswith(b"GET "):
                    pair.streams = b"/stream" in piece.partition(b"\r\n")[0]
                if self.delay:
                    time.sleep(self.delay)
                if not pair.silent:
                    other.sendall(piece)
        if not pair.silent:
            pair.end()
