"""The process that draws: started once, replaced where it has gone, and ended with the server."""

import sys
import threading
import time
from collections.abc import Iterator

import pytest

from homestretch.pictures.painter import Png
from homestretch.render.png import to_png
from homestretch.web import painter
from homestretch.web.painter import Painter

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><rect width="9" height="9"/></svg>'
JOB, PICTURE = Png(SVG), to_png(SVG)
DEAF = (sys.executable, "-c", "import time; time.sleep(60)")


@pytest.fixture
def drawing() -> Iterator[Painter]:
    drawing = Painter()
    yield drawing
    drawing.close()
    assert drawing._process is None


def test_one_process_draws_all_pictures(drawing: Painter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(painter, "draw", None)
    assert drawing.draw(JOB) == PICTURE
    first = drawing._process
    assert drawing.draw(Png(SVG, 60)) == to_png(SVG, 60)
    assert drawing._process is first


def test_a_process_that_has_gone_is_replaced(drawing: Painter) -> None:
    assert drawing.draw(JOB) == PICTURE
    first = drawing._process
    assert first is not None
    first.kill()
    first.wait()
    assert drawing.draw(JOB) == PICTURE, "drawn here"
    assert drawing.draw(JOB) == PICTURE
    assert drawing._process not in (None, first)


def test_where_no_process_can_be_started_pictures_are_drawn_here(
    drawing: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(painter, "COMMAND", ("/nothing/of/this/name",))
    assert drawing.draw(JOB) == PICTURE


def test_what_cannot_be_drawn_is_a_fault_that_says_what_it_is(drawing: Painter) -> None:
    with pytest.raises(ValueError, match="token"):
        drawing.draw(Png("no picture"))
    assert drawing.draw(JOB) == PICTURE


def test_a_server_that_stops_waits_for_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(painter, "COMMAND", DEAF)
    drawing, raised = Painter(), list[Exception]()

    def ask() -> None:
        try:
            drawing.draw(JOB)
        except ChildProcessError as error:
            raised.append(error)

    waits = threading.Thread(target=ask)
    waits.start()
    while drawing._process is None:
        time.sleep(0.001)
    drawing.close()
    waits.join(20)
    assert not waits.is_alive()
    assert raised
    with pytest.raises(ChildProcessError):
        drawing.draw(JOB)
    assert drawing._process is None
