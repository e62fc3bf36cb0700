"""The process that draws pictures for a server: started for the first one, and anew where it has ended."""

import subprocess
import sys
from contextlib import suppress
from threading import Lock
from typing import Final

from homestretch.pictures import painter
from homestretch.pictures.painter import Job, draw, order, receive, send

COMMAND: Final = (sys.executable, "-P", "-m", painter.__name__)


class Painter:
    """Draws in a process of its own, one picture at a time, for threads that may wait."""

    def __init__(self) -> None:
        self._one_by_one = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    def draw(self, job: Job) -> bytes:
        """The picture; it is drawn here where the process cannot be started or has ended.

        Raises:
            ChildProcessError: The server stops.
        """
        with self._one_by_one:
            picture = None if self._closed else self._drawn(job)
            if self._closed:
                self._discard()
        if picture is None and self._closed:
            raise ChildProcessError
        return draw(job) if picture is None else picture

    def _drawn(self, job: Job) -> bytes | None:
        try:
            process = self._process = self._process or _started()
            if process.stdin is not None and process.stdout is not None:
                send(process.stdin, order(job))
                picture = receive(process.stdout)
                if picture is not None:
                    return picture
        except OSError:
            pass
        self._discard()
        return None

    def _discard(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with suppress(OSError), process:
                process.kill()

    def close(self) -> None:
        """End the process, whatever it draws, without waiting for a thread that waits for it."""
        self._closed = True
        if self._process is not None:
            self._process.kill()
        if self._one_by_one.acquire(blocking=False):
            self._discard()
            self._one_by_one.release()


def _started() -> subprocess.Popen[bytes]:
    """A new process; it ends with its input, however this one ends."""
    return subprocess.Popen(  # noqa: S603 - our own module, and nothing from outside
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
    )
