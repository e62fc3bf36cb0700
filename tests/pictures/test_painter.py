"""Pictures drawn in a process of their own are those that are drawn here, and nonsense on the way ends it quietly."""

from io import BytesIO

import pytest

from helpers import lay
from homestretch.pictures.gif import film_gif
from homestretch.pictures.painter import Gif, Job, Png, draw, order, receive, send, work
from homestretch.render.film import BoardShot, Film, Shot, board_film
from homestretch.render.png import to_png

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><rect width="9" height="9"/></svg>'


def film() -> Film:
    shots = [BoardShot(Shot("", text, 1.0), lay(text)) for text in ("5-5", "5-5 2-5@5-5")]
    return board_film(shots, title="दौर 1")


def test_every_job_is_drawn_as_it_would_be_here() -> None:
    assert draw(Png(SVG)) == to_png(SVG)
    assert draw(Png(SVG, 60)) == to_png(SVG, 60)
    assert draw(Gif(film())) == film_gif(film())


def test_jobs_are_done_one_after_another_until_there_are_no_more() -> None:
    jobs: list[Job] = [Png(SVG), Gif(film()), Png(SVG, 60)]
    asked, answered = BytesIO(), BytesIO()
    for job in jobs:
        send(asked, order(job))
    asked.seek(0)
    work(asked, answered)
    answered.seek(0)
    assert [receive(answered) for _ in jobs] == [draw(job) for job in jobs]
    assert receive(answered) is None


@pytest.mark.parametrize("message", [b"", b"\0", b"\0" * 8, (9).to_bytes(8, "big") + b"short"])
def test_what_is_cut_off_is_no_message(message: bytes) -> None:
    assert receive(BytesIO(message)) is None
    answered = BytesIO()
    work(BytesIO(message), answered)
    assert answered.getvalue() == b""
