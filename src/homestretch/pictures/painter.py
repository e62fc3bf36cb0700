"""Draws pixels in a process of its own: ``python -m homestretch.pictures.painter`` reads jobs and writes pictures.

Drawing holds the interpreter for as long as a picture takes, and whatever else a server does would wait.
"""

import sys
from typing import IO, Final

import msgspec
from msgspec import Struct

from homestretch.render.film import Film
from homestretch.render.png import to_png

from .gif import film_gif

LENGTH: Final = 8
"""Every message begins with its length, in so many bytes."""


class Png(Struct, frozen=True, tag=True):
    """To be drawn: an SVG file that stands alone, so many pixels wide, or as wide as it says itself."""

    svg: str
    width: int | None = None


class Gif(Struct, frozen=True, tag=True):
    """To be drawn: a film."""

    film: Film


Job = Png | Gif

_JOBS: Final = msgspec.msgpack.Decoder(Job)


def send(to: IO[bytes], message: bytes) -> None:
    """Write a message."""
    to.write(len(message).to_bytes(LENGTH, "big") + message)
    to.flush()


def receive(source: IO[bytes]) -> bytes | None:
    """Read a message; None where there is no more, or not the whole of it."""
    length = source.read(LENGTH)
    message = source.read(int.from_bytes(length, "big")) if len(length) == LENGTH else b""
    return message if message and len(message) == int.from_bytes(length, "big") else None


def order(job: Job) -> bytes:
    """A job as a message."""
    return msgspec.msgpack.encode(job)


def draw(job: Job) -> bytes:
    """The picture."""
    return to_png(job.svg, job.width) if isinstance(job, Png) else film_gif(job.film)


def work(jobs: IO[bytes], pictures: IO[bytes]) -> None:
    """Draw one job after another, until nobody sends any."""
    while (job := receive(jobs)) is not None:
        send(pictures, draw(_JOBS.decode(job)))


if __name__ == "__main__":
    work(sys.stdin.buffer, sys.stdout.buffer)
