"""Streams: the whole view at once and after every change, nothing missed, nothing sent twice, and an end in time."""

import asyncio
import socket
import sys
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from homestretch.web import hub, rooms, streams
from homestretch.web.rooms import Room
from homestretch.web.streams import framed

from .people import Ear, Person, choosing, moves_of, until
from .serving import Running, serving


async def playing(stack: AsyncExitStack, running: Running, game: str = "seven-rocks") -> tuple[Room, list[Person]]:
    """A match that four people play."""
    people = [await stack.enter_async_context(Person(running, f"Guest {number}")) for number in range(4)]
    room = await people[0].open(game, seating="4p" if game == "seven-rocks" else "4")
    for seat in (1, 2, 3):
        await people[seat].sit(room, seat)
    await people[0].must(room, "start")
    await choosing(room)
    return room, people


async def move(room: Room, people: list[Person]) -> int:
    """Somebody moves; returns how many events there are then at least."""
    seat = await choosing(room)
    at = len(room.table.log)
    await people[seat].must(room, "move", at=at, move=moves_of(room, seat)[0])
    return at + 1


def number_of(room: Room) -> str:
    """The number of the view as it stands."""
    return f"{len(room.table.log)}-{room.boot}-{room.version}"


async def quiet(ear: Ear, seconds: float = 0.15) -> bool:
    """Whether nothing more comes for a while."""
    count = len(ear.heard)
    await asyncio.sleep(seconds)
    return len(ear.heard) == count


async def slow_reader(running: Running, room: Room) -> socket.socket:
    """Somebody who asks for the stream and reads nothing of it, while it has a lot to say."""
    slow = socket.socket()
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    slow.connect(("127.0.0.1", running.port))
    slow.sendall(f"GET /t/{room.id}/stream HTTP/1.1\r\nhost: x\r\n\r\n".encode())
    await until(lambda: room.listeners, "the slow reader")
    stuck = 0
    while stuck < 5:
        page = room.version, len(room.pages)
        running.on_loop(published(room))
        stuck = stuck + 1 if page[1] == 0 and not room.pages else 0
    return slow


async def published(room: Room) -> None:
    """Show the table anew, and let its streams send what they can."""
    room.publish()
    await asyncio.sleep(0.005)


def test_a_stream_sends_the_view_at_once_with_its_number(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, people = await playing(stack, running)
            watcher = await stack.enter_async_context(Person(running))
            async with watcher.listening(room) as ear:
                await until(lambda: ear.heard, "the view")
                assert ear.status == 200
                assert ear.headers["content-type"] == "text/event-stream; charset=utf-8"
                assert ear.headers["cache-control"] == "no-store, no-transform"
                assert "content-length" not in ear.headers
                assert ear.heard[0].number == number_of(room)
                assert ear.heard[0].data.startswith("<main")
                assert ear.heard[0].data.endswith("</main>")
                assert f'data-view="{ear.heard[0].number}"' in ear.heard[0].data
                page = (await watcher.get(f"/t/{room.id}")).text
                assert ear.heard[0].data in page, "the stream sends what the page shows"
                assert await quiet(ear)
                events = await move(room, people)
                later = await ear.reach(events)
                assert f'data-view="{later.number}"' in later.data

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_a_page_that_has_the_view_is_sent_nothing_until_something_changes(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, people = await playing(stack, running)
            watcher = await stack.enter_async_context(Person(running))
            number = number_of(room)
            for query, headers in ((f"?view={number}", {}), ("?view=1-old", {"last-event-id": number})):
                async with watcher.listening(room, query, **headers) as ear:
                    assert await quiet(ear)
                    assert ear.heard == []
            async with watcher.listening(room, "", **{"last-event-id": number}) as ear:
                events = await move(room, people)
                assert (await ear.reach(events)).events >= events
                assert len({heard.number for heard in ear.heard}) == len(ear.heard), "nothing is sent twice"

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_the_page_names_the_view_from_which_its_stream_goes_on(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, people = await playing(stack, running)
            watcher = await stack.enter_async_context(Person(running))
            page = (await watcher.get(f"/t/{room.id}")).text
            query = page.partition(f'data-stream="/t/{room.id}/stream')[2].partition('"')[0]
            assert query == f"?view={number_of(room)}"
            async with watcher.listening(room, query) as ear:
                assert await quiet(ear)
                assert ear.heard == [], "the page has this view already"
                await ear.reach(await move(room, people))

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_whoever_connects_again_after_any_view_gets_the_present_one(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, people = await playing(stack, running)
            watcher = await stack.enter_async_context(Person(running))
            async with watcher.listening(room) as ear:
                for _ in range(6):
                    await ear.reach(await move(room, people))
                await choosing(room)
                await ear.reach(len(room.table.log))
            numbers = [heard.number for heard in ear.heard]
            assert len(numbers) > 6
            now = number_of(room)
            strange = ["0-", "999999-x", "x", f"{len(room.table.log)}-00000000-{room.version}", "-", "%00", "1" * 500]
            for number in (*numbers, *strange):
                if number == now:
                    continue
                async with watcher.listening(room, "", **{"last-event-id": number}) as again:
                    assert (await again.first()).number == now
                    assert len(again.heard) == 1

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_signs_of_life_come_while_nothing_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (hub, rooms):
        monkeypatch.setattr(module, "HEARTBEAT", 0.05)

    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, people = await playing(stack, running)
            watcher = await stack.enter_async_context(Person(running))
            async with watcher.listening(room) as ear:
                await until(lambda: ear.beats > 3, "signs of life")
                assert len(ear.heard) == 1
                await ear.reach(await move(room, people))

    with serving(tmp_path) as running:
        asyncio.run(play(running))
    assert streams._BEAT == b"event: beat\ndata: .\n\n"


def test_everyone_sees_a_move_soon(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """How soon is printed, not asserted: a busy machine proves nothing."""

    async def play(running: Running) -> list[float]:
        async with AsyncExitStack() as stack:
            room, people = await playing(stack, running)
            watchers = [await stack.enter_async_context(Person(running)) for _ in range(6)]
            ears = [await stack.enter_async_context(each.listening(room)) for each in (*people, *watchers)]
            took: list[float] = []
            for _ in range(8):
                seat, at = await choosing(room), len(room.table.log)
                begun = time.perf_counter()
                await people[seat].must(room, "move", at=at, move=moves_of(room, seat)[0])
                seen = await asyncio.gather(*(ear.reach(at + 1) for ear in ears))
                took += [heard.at - begun for heard in seen]
            views = {heard.data for heard in (ear.heard[-1] for ear in ears[4:])}
            assert len(views) == 1, "all who only watch see the same"
            return took

    with serving(tmp_path, reading=0.0) as running:
        took = sorted(asyncio.run(play(running)))
    with capsys.disabled():
        sys.stdout.write(
            f" [half of the views after {took[len(took) // 2] * 1000:.0f} ms, all after {took[-1] * 1000:.0f}] "
        )


def test_a_slow_reader_misses_views_in_between_and_gets_the_last(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, people = await playing(stack, running)
            slow = await slow_reader(running, room)
            watcher = await stack.enter_async_context(Person(running))
            async with watcher.listening(room) as ear:
                events = await move(room, people)
                await ear.reach(events)
            await choosing(room)
            last, boot = number_of(room).encode(), room.boot.encode()
            slow.settimeout(10)
            got = await asyncio.to_thread(_read_until, slow, b"id: " + last)
            slow.close()
            shown = [int(each.partition(b"\n")[0].partition(boot + b"-")[2]) for each in got.split(b"\nid: ")[1:]]
            assert shown == sorted(set(shown))
            assert len(shown) < shown[-1] - shown[0] + 1, "some were left out"
            assert got.rpartition(b"\nid: ")[2].startswith(last)

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def _read_until(sock: socket.socket, mark: bytes) -> bytes:
    """Everything that has come up to the whole event with this mark."""
    got = bytearray()
    from_here = -1
    while from_here < 0 or got.find(b"\n\n", from_here) < 0:
        piece = sock.recv(1 << 16)
        assert piece, "the stream has ended"
        start = max(0, len(got) - len(mark))
        got += piece
        if from_here < 0:
            from_here = got.find(mark, start)
    return bytes(got)


def test_a_reader_who_has_gone_is_forgotten(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, people = await playing(stack, running)
            async with people[1].listening(room) as ear, people[2].listening(room):
                await until(lambda: len(room.listeners) == 2, "the listeners")
                await until(lambda: ear.heard, "the view")
            await until(lambda: not room.listeners, "that they are forgotten")
            health = (await people[0].get("/healthz")).json()
            assert health == {"status": "ok", "tables": 1, "sheets": 0, "streams": 0}

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_asking_for_the_head_of_a_stream_is_answered_and_leaves_nobody_behind(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, _ = await playing(stack, running)
            watcher = await stack.enter_async_context(Person(running))
            for _ in range(3):
                answer = await watcher.client.head(f"/t/{room.id}/stream")
                assert answer.status_code in (200, 405)
            async with asyncio.timeout(5):
                assert (await watcher.get(f"/t/{room.id}")).status_code == 200, "the same connection still answers"
            await until(lambda: not room.listeners, "that nobody listens", 3)

    with serving(tmp_path) as running:
        asyncio.run(play(running))


@pytest.mark.parametrize("count", [50])
def test_the_server_stops_in_time_while_many_listen(tmp_path: Path, count: int) -> None:
    async def listen(running: Running, stack: AsyncExitStack) -> tuple[list[Ear], list[Room]]:
        host = await stack.enter_async_context(Person(running, "Anna"))
        rooms = [await host.open("horse-race", others="bots") for _ in range(5)]
        watcher = await stack.enter_async_context(Person(running))
        ears = [await stack.enter_async_context(watcher.listening(rooms[n % 5])) for n in range(count)]
        await until(lambda: all(ear.heard for ear in ears), "the views")
        return ears, rooms

    async def play(running: Running) -> float:
        async with AsyncExitStack() as stack:
            ears, _ = await listen(running, stack)
            begun = time.monotonic()
            running.server.should_exit = True
            await until(lambda: all(ear.ended for ear in ears), "the ends", 5)
            return begun

    with serving(tmp_path) as running:
        begun = asyncio.run(play(running))
    assert time.monotonic() - begun < 5


def test_the_server_stops_in_time_although_a_reader_does_not_read(tmp_path: Path) -> None:
    async def play(running: Running) -> socket.socket:
        async with AsyncExitStack() as stack:
            room, _ = await playing(stack, running)
            return await slow_reader(running, room)

    with serving(tmp_path) as running:
        slow = asyncio.run(play(running))
        begun = time.monotonic()
    assert time.monotonic() - begun < 5
    slow.close()


def test_an_old_number_leads_to_the_present_view_after_a_restart(tmp_path: Path) -> None:
    async def before(running: Running) -> tuple[str, str, dict[str, str]]:
        async with AsyncExitStack() as stack:
            room, people = await playing(stack, running)
            async with people[0].listening(room) as ear:
                await ear.reach(await move(room, people))
                await choosing(room)
                last = await ear.reach(len(room.table.log))
            return room.id, last.number, dict(people[0].client.cookies)

    async def later(running: Running, name: str, number: str, cookies: dict[str, str]) -> None:
        async with Person(running) as anna:
            anna.client.cookies.update(cookies)
            page = await anna.get(f"/t/{name}")
            assert page.status_code == 200
            assert 'id="hand"' in page.text, "the cookie is still good"
            room = running.site.hub.rooms[name]
            async with anna.listening(room, "", **{"last-event-id": number}) as ear:
                await until(lambda: ear.heard, "the view")
                assert ear.heard[0].number != number
                assert ear.heard[0].events == int(number.partition("-")[0])

    with serving(tmp_path) as running:
        name, number, cookies = asyncio.run(before(running))
    with serving(tmp_path) as running:
        asyncio.run(later(running, name, number, cookies))


def test_a_page_with_line_breaks_is_one_event() -> None:
    event = framed("3-x", b"<p>\r\none\n\ntwo</p>")
    assert event == b"id: 3-x\ndata: <p>\ndata: one\ndata: \ndata: two</p>\n\n"


def test_a_table_that_does_not_exist_has_no_stream(tmp_path: Path) -> None:
    async def play(running: Running) -> Any:
        async with Person(running) as anna:
            return await anna.get("/t/nothing/stream")

    with serving(tmp_path) as running:
        assert asyncio.run(play(running)).status_code == 404
