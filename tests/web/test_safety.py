"""What every request passes and every answer carries."""

import asyncio
import re
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest
from starlette.datastructures import Headers

from homestretch.web.app import KeptFiles
from homestretch.web.assets import STATIC, asset
from homestretch.web.safety import HEADERS, MOST_BODY, POLICY, is_same_origin

from .people import Person, begun, choosing, is_sentence, moves_of, notice_of, until
from .serving import Running, serving

FORM = {"content-type": "application/x-www-form-urlencoded"}


# ---- headers


def test_the_policy_allows_nothing_unsafe_and_nothing_from_elsewhere() -> None:
    assert "unsafe" not in POLICY
    assert "default-src 'none'" in POLICY
    assert not set(re.findall(r"(?:https?:|data:|blob:|\*)[^ ;]*", POLICY))


def test_every_answer_carries_every_header(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, (anna, _) = await begun(stack, running, "horse-race", 2)
            plain = await stack.enter_async_context(Person(running))
            at = f"/t/{room.id}"
            answers = [
                await plain.get(path)
                for path in (
                    "/",
                    "/new/horse-race",
                    "/healthz",
                    at,
                    *(f"{at}/{page}" for page in ("log", "proof", "share", "replay", "record.jsonl", "record.txt")),
                    f"{at}/claim/x",
                    "/nothing",
                    "/t/nothing",
                    asset("app.css"),
                    "/static/nothing.css",
                    "/static/../guests.py",
                    "/static/%2e%2e/guests.py",
                )
            ]
            answers += [
                await plain.post(f"{at}/move", {"move": "1-1"}),
                await plain.post(f"{at}/nothing"),
                await plain.post("/options", {"theme": "dark"}),
                await plain.post("/options", {"theme": "dark"}, headers={"hx-request": "true"}),
                await plain.post("/play/horse-race", headers={"origin": "https://evil.example"}),
                await plain.post("/new/horse-race", {"name": "x" * MOST_BODY}),
                await plain.client.head("/"),
                await plain.client.head(at),
                await plain.client.request("DELETE", at),
                await plain.client.request("OPTIONS", at),
                await plain.client.request("PATCH", at),
                await anna.do(room, "ready"),
            ]
            async with plain.listening(room) as ear:
                await until(lambda: ear.heard, "the view")
                there = httpx.Request("GET", f"{running.address}{at}/stream")
                answers.append(httpx.Response(ear.status, headers=ear.headers, request=there))
            for answer in answers:
                for name, value in HEADERS.items():
                    assert answer.headers.get_list(name) == [value], (answer.url, name)
                kept = answer.status_code == 200 and answer.url.path.startswith("/static/")
                wanted = "public, max-age=31536000, immutable" if kept else "no-store"
                assert answer.headers["cache-control"].startswith(wanted), answer.url
                assert "server" not in answer.headers or "uvicorn" in answer.headers["server"]

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_only_what_follows_from_its_address_may_be_kept_by_everybody(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna, Person(running) as reader:
            sheet = (await anna.post("/score/new/horse-race", {"seating": "2"})).headers["location"]
            keep = re.findall(r"/score/[\w-]+/keep/[\w.-]+", (await anna.get(f"{sheet}/share")).text)[0]
            room = await anna.open("horse-race", others="bots")
            await choosing(room)
            await anna.must(room, "end")
            own = ("", "/view", ".csv", "/share", "/end")
            private = [*(sheet + page for page in own), keep, "/score", "/train", "/rules", "/rules/horse-race"]
            private += [
                f"/t/{room.id}/{what}" for what in ("film/1.svg", "film/1.gif", "picture/1.png", "picture/999.png")
            ]
            private += ["/explain/horse-race?moves=5-5", "/train/horse-race?level=1&seed=a"]
            for path in private:
                for who in (anna, reader):
                    assert (await who.get(path)).headers["cache-control"].startswith("no-store"), path
            for path in ("/explain/horse-race.png?moves=5-5", "/explain/horse-race/code.svg?moves=5-5"):
                answer = await anna.get(path)
                assert answer.headers["cache-control"].startswith("public")
                assert "set-cookie" not in answer.headers
                assert answer.content == (await reader.get(path)).content

    with serving(tmp_path, reading=0.0) as running:
        asyncio.run(play(running))


def test_pages_hold_no_script_and_no_style_of_their_own(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, (anna, _) = await begun(stack, running, "horse-race", 2)
            race = await anna.open("card-race", others="bots")
            await until(lambda: race.table.rules.actors(race.table.state), "the race")
            at = f"/t/{room.id}"
            for path in ("/", "/new/card-race", at, f"{at}/log", f"{at}/proof", f"{at}/share", f"/t/{race.id}", "/x"):
                text = (await anna.get(path)).text
                assert not re.findall(r"<style|\sstyle=|\son[a-z]+=|javascript:", text), path
                for tag in re.findall(r"<script[^>]*>", text):
                    assert re.search(r'src="/static/[\w./-]+\?[0-9a-f]{10}"', tag), tag
                assert not re.findall(r'(?:src|href|action)="(?:https?:)?//', text), path

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_static_files_are_kept_by_browsers_and_nothing_else_is_served(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running) as anna:
            for file in STATIC.rglob("*"):
                if file.is_file():
                    answer = await anna.get(asset(str(file.relative_to(STATIC))))
                    assert answer.status_code == 200, file
                    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
                    assert answer.content == file.read_bytes()
            for path in ("../app.py", "..%2fapp.py", "%2e%2e/app.py", "..\\app.py", "/etc/passwd", "", "vendor"):
                answer = await anna.get(f"/static/{path}")
                assert answer.status_code in (404, 405), path
                assert "import" not in answer.text

    with serving(tmp_path) as running:
        asyncio.run(play(running))
    assert KeptFiles(directory=STATIC) is not None


def test_an_answer_to_head_has_the_head_of_the_page_and_no_body(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, (anna, _) = await begun(stack, running, "horse-race", 2)
            for path in (
                "/",
                "/new/horse-race",
                "/healthz",
                f"/t/{room.id}",
                f"/t/{room.id}/log",
                "/x",
                asset("app.js"),
            ):
                head, page = await anna.client.head(path), await anna.get(path)
                assert (head.status_code, head.content) == (page.status_code, b""), path
                assert head.headers["content-type"] == page.headers["content-type"]

    with serving(tmp_path) as running:
        asyncio.run(play(running))


# ---- where a form comes from


@pytest.mark.parametrize(
    ("headers", "ours"),
    [
        ({}, True),
        ({"sec-fetch-site": "same-origin"}, True),
        ({"sec-fetch-site": "none"}, True),
        ({"sec-fetch-site": "same-site"}, False),
        ({"sec-fetch-site": "cross-site"}, False),
        ({"sec-fetch-site": "cross-site", "origin": "http://table.example"}, False),
        ({"sec-fetch-site": ""}, False),
        ({"origin": "http://table.example"}, True),
        ({"origin": "https://table.example"}, True),
        ({"origin": "https://table.example:444"}, False),
        ({"origin": "https://evil.example"}, False),
        ({"origin": "https://table.example.evil.example"}, False),
        ({"origin": "https://evil.example/table.example"}, False),
        ({"origin": "https://table.example@evil.example"}, False),
        ({"origin": "null"}, False),
        ({"origin": ""}, False),
        ({"origin": "http://["}, False),
        ({"origin": "http://[::1"}, False),
    ],
)
def test_a_form_is_ours_if_the_browser_says_so(headers: dict[str, str], *, ours: bool) -> None:
    assert is_same_origin(Headers({"host": "table.example"} | headers)) is ours


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://["},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
    ids=str,
)
def test_forms_of_other_sites_do_nothing(tmp_path: Path, headers: dict[str, str]) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, (anna, boris) = await begun(stack, running, "horse-race", 2)
            seat = await choosing(room)
            log, rooms = room.table.log, len(running.site.hub.rooms)
            who = (anna, boris)[seat]
            posts = [
                await who.post(f"/t/{room.id}/move", {"move": moves_of(room, seat)[0]}, headers=headers),
                await who.post(f"/t/{room.id}/end", headers=headers),
                await who.post("/play/horse-race", headers=headers),
                await who.post("/new/horse-race", {"seating": "2"}, headers=headers),
                await who.post("/options", {"language": "ru"}, headers=headers),
            ]
            for answer in posts:
                assert answer.status_code == 403
                assert is_sentence(notice_of(answer))
                assert "set-cookie" not in answer.headers
            assert room.table.log == log
            assert len(running.site.hub.rooms) == rooms
            assert (await who.get(f"/t/{room.id}", headers=headers)).status_code == 200, "looking is no harm"

    with serving(tmp_path) as running:
        asyncio.run(play(running))
