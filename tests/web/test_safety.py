"""What every request passes and every answer carries, and that nothing which anybody posts breaks a page."""

import asyncio
import html
import random
import re
import string
from contextlib import AsyncExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import quote, urlencode

import httpx
import pytest
from limits.aio.storage import memory
from starlette.datastructures import Headers
from starlette.routing import Mount, Route

from homestretch.cli.serve import OWN_PATHS
from homestretch.web import rates
from homestretch.web.app import KeptFiles
from homestretch.web.assets import STATIC, asset
from homestretch.web.guests import clean_name
from homestretch.web.rooms import Room
from homestretch.web.safety import HEADERS, MOST_BODY, POLICY, is_same_origin
from homestretch.web.server import make_site
from homestretch.web.settings import Settings
from homestretch.web.tables import DEEDS

from .people import Person, choosing, is_sentence, moves_of, notice_of, until
from .serving import Running, serving

FORM = {"content-type": "application/x-www-form-urlencoded"}


async def table(stack: AsyncExitStack, running: Running) -> tuple[Room, Person, Person]:
    """A table of two people that has begun."""
    anna = await stack.enter_async_context(Person(running, "Anna"))
    boris = await stack.enter_async_context(Person(running, "Boris"))
    room = await anna.open("horse-race", seating="2")
    await boris.sit(room, 1)
    await anna.must(room, "start")
    await choosing(room)
    return room, anna, boris


@pytest.fixture
def standing_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock by which requests are counted stands still: no window ends while a test looks at what is refused."""
    monkeypatch.setattr(memory, "time", SimpleNamespace(time=lambda: 1_000_000_000.0))


# ---- headers


def test_the_policy_allows_nothing_unsafe_and_nothing_from_elsewhere() -> None:
    assert "unsafe" not in POLICY
    assert "default-src 'none'" in POLICY
    assert not set(re.findall(r"(?:https?:|data:|blob:|\*)[^ ;]*", POLICY))


def test_every_answer_carries_every_header(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, anna, _ = await table(stack, running)
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
            room, anna, _ = await table(stack, running)
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
            room, anna, _ = await table(stack, running)
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
            room, anna, boris = await table(stack, running)
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


# ---- how much


@pytest.mark.parametrize("chunked", [False, True], ids=["announced", "in pieces"])
def test_forms_longer_than_sixteen_kilobytes_are_refused(tmp_path: Path, *, chunked: bool) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, anna, _ = await table(stack, running)
            log = room.table.log

            async def send(size: int, path: str) -> httpx.Response:
                body = b"name=" + b"x" * (size - 5)

                async def pieces() -> Any:
                    for at in range(0, len(body), 1000):
                        yield body[at : at + 1000]

                return await anna.client.post(path, content=pieces() if chunked else body, headers=FORM)

            for path in (f"/t/{room.id}/sit", "/new/horse-race", "/options", "/play/horse-race", "/nothing"):
                answer = await send(MOST_BODY + 1, path)
                assert answer.status_code == 413, path
                assert is_sentence(notice_of(answer))
            answer = await send(MOST_BODY, f"/t/{room.id}/sit")
            assert answer.status_code == 409
            assert room.table.log == log

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_a_form_that_is_cut_off_does_nothing(tmp_path: Path) -> None:
    """The connection breaks in the middle of an amount: 50 would become 5."""

    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            people = [await stack.enter_async_context(Person(running, f"Guest {number}")) for number in range(3)]
            room = await people[0].open("card-race", seating="3", any_stake="1")
            for seat in (1, 2):
                await people[seat].sit(room, seat)
            await people[0].must(room, "start")
            banker = await choosing(room)
            bank = {"kind": "bank", "limit": 10} | {f"price{count}": 1 for count in range(5)}
            await people[banker].must(room, "move", at=len(room.table.log), **bank)
            seat = await choosing(room)
            log = room.table.log
            body = f"at={len(log)}&kind=stake&suit=S&amount=10"
            cookie = people[seat].client.cookies["guest"]
            head = (
                f"POST /t/{room.id}/move HTTP/1.1\r\nhost: x\r\ncookie: guest={cookie}\r\n"
                f"content-type: {FORM['content-type']}\r\ncontent-length: {len(body)}\r\n\r\n"
            )
            _, writer = await asyncio.open_connection("127.0.0.1", running.port)
            writer.write((head + body[:-1]).encode())
            await writer.drain()
            await asyncio.sleep(0.1)
            writer.close()
            await writer.wait_closed()
            await asyncio.sleep(0.3)
            assert room.table.log == log

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_too_many_requests_are_refused_with_a_sentence_and_others_are_not(tmp_path: Path, standing_clock: None) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, anna, _ = await table(stack, running)
            log = room.table.log
            answers = await asyncio.gather(*(anna.do(room, "stand", seat=0) for _ in range(120)))
            refused = [answer for answer in answers if answer.status_code == 429]
            assert 40 < len(refused) < 50
            assert all(is_sentence(notice_of(answer)) for answer in refused)
            assert room.table.log == log
            assert (await anna.get(f"/t/{room.id}")).status_code == 200, "looking is counted by itself"
            other = {"x-forwarded-for": "203.0.113.7"}
            answer = await anna.post(f"/t/{room.id}/stand", {"seat": 0}, headers=other)
            assert answer.status_code == 409, "another address behind the proxy is not held up"
            assert (await anna.get("/healthz")).status_code == 200
            assert (await anna.get(asset("app.css"))).status_code == 200

    with serving(tmp_path, limited=True) as running:
        asyncio.run(play(running))


def test_one_address_opens_twenty_tables_a_minute(tmp_path: Path, standing_clock: None) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            anna = await stack.enter_async_context(Person(running, "Anna"))
            answers = [await anna.post("/new/horse-race", {"seating": "2"}) for _ in range(24)]
            answers += [await anna.post("/play/card-race") for _ in range(2)]
            assert [answer.status_code for answer in answers] == [303] * 20 + [429] * 6
            assert len(running.site.hub.rooms) == 20
            assert is_sentence(notice_of(answers[-1]))

    with serving(tmp_path, limited=True) as running:
        asyncio.run(play(running))


def test_going_on_from_an_earlier_table_or_sheet_is_a_beginning_too(tmp_path: Path, standing_clock: None) -> None:
    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna:
            begun = await anna.post("/score/new/horse-race", {"seating": "2"})
            sheet = begun.headers["location"]
            answers = [await anna.post(f"{sheet}/again") for _ in range(12)]
            room = await anna.open("horse-race", others="bots")
            await choosing(room)
            for _ in range(8):
                await anna.do(room, "end")
                answers.append(await anna.do(room, "rematch"))
                room = running.site.hub.rooms.get(answers[-1].headers.get("location", "").rpartition("/")[2], room)
            assert [answer.status_code for answer in answers] == [303] * 18 + [429] * 2
            assert len(running.site.hub.sheets.rooms) == 13
            assert len(running.site.hub.rooms) == 7

    with serving(tmp_path, limited=True, reading=0.0) as running:
        asyncio.run(play(running))


def test_an_address_has_so_many_pages_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, standing_clock: None
) -> None:
    monkeypatch.setattr(rates, "MOST_OPEN", 3)

    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            anna = await stack.enter_async_context(Person(running, "Anna"))
            room = await anna.open("horse-race", seating="2")
            async with anna.listening(room), anna.listening(room), anna.listening(room):
                refused = await anna.get(f"/t/{room.id}")
                assert refused.status_code == 429
                assert is_sentence(notice_of(refused))
                other = {"x-forwarded-for": "203.0.113.7"}
                assert (await anna.get(f"/t/{room.id}", headers=other)).status_code == 200
            await until(lambda: not room.listeners, "that they have gone")
            assert (await anna.get(f"/t/{room.id}")).status_code == 200

    with serving(tmp_path, limited=True) as running:
        asyncio.run(play(running))


def test_looking_too_often_is_refused_except_for_files_and_health(tmp_path: Path, standing_clock: None) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            anna = await stack.enter_async_context(Person(running, "Anna", accept_language="ru"))
            answers = await asyncio.gather(*(anna.get("/x") for _ in range(250)))
            refused = [answer for answer in answers if answer.status_code == 429]
            assert len(refused) == 10
            assert all("запросов" in notice_of(answer) for answer in refused)
            for path in ("/", "/t/healthz", "/t/static/", "/t/nothing/static/x"):
                assert (await anna.get(path)).status_code == 429, f"{path} is counted like any other"
            for path in ("/healthz", asset("app.css")):
                assert (await anna.get(path)).status_code == 200

    with serving(tmp_path, limited=True) as running:
        asyncio.run(play(running))


# ---- names

NAMES = [
    "<script>alert(1)</script>",
    "<b>Anna",
    "\"'><img src=x>",
    "' onfocus='x",
    "Anna\u202egnp.exe",
    "Anna\u2066\u2069",
    "An\u0000na\r\nset-cookie: x=1",
    "\u200b\u200b",
    "  \t \n ",
    "{turn} {0} {names.__class__}",
    "%s %(x)s ${x} `x`",
    "Анна Каренина Аркадьевна Облонская",
    "अन्ना",
    "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦",
    "&amp;&lt;",
    "data: x\nid: 9\n\n",
    "\ud800".encode("utf-8", "surrogatepass").decode("utf-8", "replace"),
    "javascript:alert(1)",
    "Bot 1",
    "-->]]>",
]


@pytest.mark.parametrize("name", NAMES, ids=[ascii(name)[:24] for name in NAMES])
def test_names_are_cleaned_and_escaped_wherever_they_are_shown(tmp_path: Path, name: str) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            anna = await stack.enter_async_context(Person(running, name))
            watcher = await stack.enter_async_context(Person(running))
            room = await anna.open("seven-rocks", public="1")
            sat = room.table.seats[0]
            assert sat is not None
            shown = sat.name
            assert 0 < len(shown) <= 24
            assert shown == (clean_name(name) or shown)
            assert not re.search(r"[\x00-\x1f\x7f\u202a-\u202e\u2066-\u2069\u200b\ud800-\udfff]", shown)
            pages = [await watcher.get("/"), await watcher.get(f"/t/{room.id}"), await anna.get(f"/t/{room.id}/share")]
            pages.append(await anna.get("/new/horse-race"))
            await anna.must(room, "start")
            await choosing(room)
            pages += [await watcher.get(f"/t/{room.id}"), await watcher.get(f"/t/{room.id}/log")]
            pages.append(
                await watcher.get(f"/t/{room.id}/claim/{(pages[2].text.split('/claim/')[1]).split(chr(34))[0]}")
            )
            seat = await choosing(room)
            await anna.must(room, "move", at=len(room.table.log), move=moves_of(room, seat)[0])
            async with watcher.listening(room) as ear:
                await until(lambda: ear.heard, "the view")
                assert ear.raw[0].count(b"\nid: ") == 0
                pages.append(httpx.Response(200, text=ear.heard[0].data))
            for page in pages:
                assert page.status_code == 200
                for mark in ("<script>alert", "<b>", "<img", "onfocus='x", "\u202e", "\x00"):
                    assert mark not in page.text, (page.url if page._request else "stream", mark)
                assert not re.search(r"set-cookie: x", str(page.headers))
            assert html.escape(shown, quote=False) in pages[4].text.replace("&#39;", "'").replace("&#34;", '"')

    with serving(tmp_path) as running:
        asyncio.run(play(running))


# ---- cookies, addresses, ways back


def test_cookies_are_for_this_site_and_the_guest_is_out_of_reach_of_scripts(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna:
            answer = await anna.post("/new/horse-race", {"seating": "2", "name": "Anna"})
            cookie = answer.headers["set-cookie"]
            assert cookie.startswith("guest=")
            parts = {part.strip().lower() for part in cookie.split(";")[1:]}
            assert {"httponly", "samesite=lax", "path=/"} <= parts
            assert "secure" not in parts
            answer = await anna.post("/options", {"theme": "dark"})
            assert answer.headers["set-cookie"].replace('"', "").startswith("prefs=theme=dark;")
            assert "samesite=lax" in answer.headers["set-cookie"].lower()
            answer = await anna.post("/play/horse-race", headers={"x-forwarded-proto": "https"})
            assert "secure" in answer.headers["set-cookie"].lower()

    with serving(tmp_path) as running:
        asyncio.run(play(running))
    assert (tmp_path / "secret").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("prefix", ["", "/games/table"])
def test_the_way_back_never_leads_to_another_site(tmp_path: Path, prefix: str) -> None:
    ways = [
        "//evil.example",
        "///evil.example",
        "/\\evil.example",
        "\\evil.example",
        "\\\\evil.example",
        "https://evil.example",
        "https:evil.example",
        "javascript:alert(1)",
        "evil.example",
        "",
        " //evil.example",
        "\t//evil.example",
        "/\t/evil.example",
        "/\n/evil.example",
        "/\r\nlocation: //evil.example",
        "/%09/evil.example",
        "/.//evil.example",
        "/..//evil.example",
        "@evil.example",
        "?x=//evil.example",
        "#//evil.example",
        f"{prefix}//evil.example",
        f"{prefix}/\\evil.example",
        f"{prefix}.evil.example/",
        f"{prefix}@evil.example/",
    ]

    async def play(running: Running) -> None:
        async with Person(running) as anna:
            for back in ways:
                answer = await anna.post("/options", {"theme": "dark", "back": back})
                assert answer.status_code == 303
                location = answer.headers["location"]
                assert location.isascii()
                assert not re.search(r"[\s\\]", location)
                there = httpx.URL("http://own.example/x").join(location)
                assert there.host == "own.example", (back, location)
                assert there.path.startswith(f"{prefix}/"), (back, location)
                assert not re.match(r"/[/\\\t]", location), (back, location)
            for good in ("/new/horse-race", "/t/abc?seat=1", "/t/abc/replay?at=3"):
                answer = await anna.post("/options", {"theme": "light", "back": prefix + good})
                assert answer.headers["location"] == prefix + good

    with serving(tmp_path, prefix=prefix) as running:
        asyncio.run(play(running))


@pytest.mark.parametrize("prefix", ["/games/table", "/p"])
@pytest.mark.parametrize("cut", [False, True], ids=["whole", "cut off"])
def test_under_a_prefix_everything_works_whether_or_not_the_proxy_cuts_it_off(
    tmp_path: Path, prefix: str, *, cut: bool
) -> None:
    async def play(running: Running) -> None:
        base = f"http://127.0.0.1:{running.port}{'' if cut else prefix}"
        async with httpx.AsyncClient(base_url=base, verify=False) as client:  # noqa: S501 - there is no TLS at all
            answer = await client.post("/new/horse-race", data={"seating": "2", "name": "Anna", "others": "bots"})
            assert answer.status_code == 303
            assert answer.headers["location"].startswith(f"{prefix}/t/")
            assert f"path={prefix}/" in answer.headers["set-cookie"].lower()
            path = answer.headers["location"].removeprefix(prefix)
            room = running.site.hub.rooms[path.rpartition("/")[2]]
            seat = await choosing(room)
            cookie = {"cookie": answer.headers["set-cookie"].partition(";")[0]}
            page = await client.get(path, headers=cookie)
            assert page.status_code == 200
            links = set(re.findall(r'(?:href|src|action|hx-post|hx-sse:connect)="([^"#][^"]*)"', page.text))
            assert len(links) > 8
            assert all(link.startswith(f"{prefix}/") for link in links), links
            for link in links:
                if "/static/" in link or link.endswith("/log"):
                    assert (await client.get(html.unescape(link.removeprefix(prefix)))).status_code == 200, link
            form = {"at": len(room.table.log), "move": moves_of(room, seat)[0]}
            assert (await client.post(f"{path}/move", data=form, headers=cookie)).status_code == 303
            assert (await client.get("/healthz")).json()["status"] == "ok"
            assert (await client.get("/")).status_code == 200
            assert (await client.get("/nothing")).status_code == 404
            async with client.stream("GET", f"{path}/stream", headers=cookie) as stream:
                async for piece in stream.aiter_raw():
                    assert f'action="{prefix}/t/'.encode() in piece
                    break
            asked = await client.get(f"{path}/share", headers=cookie | {"host": "table.example"})
            assert f"http://table.example{prefix}/t/" in asked.text

    with serving(tmp_path, prefix=prefix) as running:
        asyncio.run(play(running))


def test_a_prefix_without_its_slash_leads_to_the_front_page(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with httpx.AsyncClient(follow_redirects=True) as client:
            answer = await client.get(f"http://127.0.0.1:{running.port}/games/table")
            assert answer.status_code == 200

    with serving(tmp_path, prefix="/games/table") as running:
        asyncio.run(play(running))


def test_names_of_tables_and_guests_cannot_be_guessed(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna:
            rooms = await asyncio.gather(*(anna.open("horse-race", seating="2") for _ in range(60)))
            names = [room.id for room in rooms]
            guests = {guest for room in rooms for who in room.table.seats if who is not None for guest in who.guests}
            assert len(set(names)) == 60
            assert all(re.fullmatch(r"[\w-]{16}", name) for name in names), "16 letters of 6 bits are 96"
            for at in range(16):
                assert len({name[at] for name in names}) > 15, "no letter is always the same"
            assert all(re.fullmatch(r"[\w-]{16}", guest) for guest in guests)

    with serving(tmp_path) as running:
        asyncio.run(play(running))


# ---- nothing makes the server fail


@pytest.mark.parametrize(("language", "word"), [("ru-RU,ru;q=0.9", "ничего нет"), ("hi", "कुछ"), ("de", "nothing")])
def test_error_pages_speak_the_readers_language(tmp_path: Path, language: str, word: str) -> None:
    async def play(running: Running) -> None:
        async with Person(running, accept_language=language) as anna:
            for answer in (
                await anna.get("/nothing"),
                await anna.get("/t/nothing"),
                await anna.get("/t/nothing/log"),
                await anna.get("/new/chess"),
                await anna.post("/play/chess"),
                await anna.post("/t/nothing/move"),
                await anna.get("/play/horse-race"),
                await anna.client.request("DELETE", "/"),
            ):
                assert answer.status_code in (404, 405)
                assert f'<html lang="{language[:2] if language != "de" else "en"}"' in answer.text
                assert word in notice_of(answer), notice_of(answer)
                assert 'href="/"' in answer.text

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_a_fault_of_the_program_is_a_page_and_a_line_without_what_it_worked_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("the seed is 2-5")

    async def play(running: Running) -> None:
        async with Person(running, "Anna", accept_language="ru") as anna:
            room = await anna.open("horse-race", others="bots")
            monkeypatch.setattr("homestretch.web.tables.whole_story", fail)
            answer = await anna.get(f"/t/{room.id}/log")
            assert answer.status_code == 500
            assert is_sentence(notice_of(answer))
            assert "2-5" not in notice_of(answer)
            assert "Traceback" not in answer.text
            assert answer.headers["content-security-policy"] == POLICY
            assert (await anna.get(f"/t/{room.id}")).status_code == 200

    with serving(tmp_path) as running:
        asyncio.run(play(running))
    from homestretch.web.logs import Lines

    lines = [Lines().format(record) for record in caplog.records]
    assert any("RuntimeError" in line for line in lines)
    assert not any("2-5" in line for line in lines)


HOSTS = ["[", "[::1", "a b", "evil.example/x", "\xff", "", "x" * 300, "x" * 4000, "a:b:c", "a:99999"]


@pytest.mark.parametrize("host", HOSTS, ids=[f"{ascii(host)[:12]}-{len(host)}" for host in HOSTS])
def test_strange_hosts_get_an_answer(tmp_path: Path, host: str) -> None:
    async def ask(running: Running, path: str) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", running.port)
        writer.write(
            f"GET {path} HTTP/1.1\r\nhost: ".encode() + host.encode("latin-1") + b"\r\nconnection: close\r\n\r\n"
        )
        async with asyncio.timeout(10):
            answer = await reader.read()
        writer.close()
        return answer

    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna:
            room = await anna.open("horse-race", seating="2")
            code = "/explain/horse-race/code.svg?moves=5-5"
            for path in ("/", f"/t/{room.id}", f"/t/{room.id}/share", "/nothing", code):
                answer = await ask(running, path)
                status = int(answer.split()[1])
                assert status < 500, answer[:200]

    with serving(tmp_path) as running:
        asyncio.run(play(running))


STRANGE = [
    "",
    "-1",
    "0",
    "1",
    "7",
    "99999999999999999999999999",
    "1e9",
    "²",
    "٣",
    "1_0",
    " 1 ",
    "\x00",
    "<b>",
    "\u202e",
    "None",
    "2-5",
    "2-5@5-5",
    "6-6@6-6",
    "9-9",
    "+",
    "+9-9",
    "pass",
    "stop",
    "turn",
    "turn XX",
    "bank 1 max 1",
    "D1",
    "bank",
    "stake",
    "S",
    "greedy",
    "bots",
    "here",
    "4p",
    "3p",
    "ff",
    "f",
    "zz",
    "00" * 65,
    "a,b,c",
    "a,a",
    "1,2,3,4,5",
    "1 2 3 4 99999",
    "x" * 3000,
    "ру",
    "😀",
    "//evil",
    "{0}",
    "%",
]
FIELDS = [
    "at",
    "move",
    "seat",
    "name",
    "level",
    "agrees",
    "entropy",
    "kind",
    "suit",
    "amount",
    "limit",
    "price0",
    "price1",
    "price2",
    "price3",
    "price4",
    "seating",
    "others",
    "names",
    "target",
    "going_on",
    "tokens",
    "most_stake",
    "any_stake",
    "prices",
    "clock",
    "public",
    "theme",
    "language",
    "hints",
    "shape",
    "keys",
    "guide",
    "chances",
    "back",
    "key",
    "side",
    "points",
    "round",
    "out",
    "number",
    "step",
    "pips0",
    "pips1",
    "hand0-55",
    "hand1-55",
    "suit1",
    "amount1",
    "spades",
    "answer",
    "moves",
]
SHEETS = {"horse-race": {"seating": "4p", "target": "999"}, "card-race": {"seating": "3", "any_stake": "1"}}
DOMINOES = ["award", "end", "starts", "undo", "redo", "entry/1", "entry/2"]
CARDS = ["opening", "stakes", "finished", "again", "entry/0", "keep/x", "share", "x"]
"""What is posted below the address of a score sheet, or is not."""
BODIES = [
    b"",
    b"&&&",
    b"=",
    b"a",
    b"%",
    b"%ff=%ff",
    b"name=%ed%a0%80",
    b"\xff\xfe",
    b"name=\xff\xff",
    b"&".join(b"a=1" for _ in range(500)),
    b"name=a&name=b&seat=0&seat=1",
    b"move=%00&at=%00",
    b'{"move": "2-5"}',
    b"\r\n\r\n",
]
KINDS = [
    "application/x-www-form-urlencoded",
    "application/x-www-form-urlencoded; charset=utf-16",
    "application/json",
    "multipart/form-data; boundary=x",
    "multipart/form-data",
    "text/plain",
    "",
    "\xff",
]


def strange_request(chance: random.Random, paths: list[str]) -> tuple[str, bytes, dict[str, str]]:
    """A form as no page would send it."""
    path = chance.choice(paths)
    if chance.random() < 0.2:
        path += "?" + urlencode({"seat": chance.choice(STRANGE), "at": chance.choice(STRANGE)})
    kind = KINDS[0] if chance.random() < 0.85 else chance.choice(KINDS)
    headers = {"content-type": kind} if kind else {}
    if chance.random() < 0.3:
        headers["hx-request"] = chance.choice(["true", "TRUE", ""])
    if chance.random() < 0.1:
        headers["cookie"] = "prefs=" + quote("".join(chance.choices(string.printable, k=20)))
    if chance.random() < 0.1:
        headers["accept-language"] = chance.choice(["ru;q=nan", "hi;q=1e999", ";;;", "q=,", "a" * 3000, "ru;q=-1"])
    if chance.random() < 0.15:
        return path, chance.choice(BODIES), headers
    fields = {chance.choice(FIELDS): chance.choice(STRANGE) for _ in range(chance.randint(0, 8))}
    return path, urlencode(fields).encode(), headers


async def fuzz(running: Running, count: int, seed: str) -> None:
    """Post strange forms to every address as somebody who sits there, who opened it, and who does neither."""
    chance = random.Random(seed)
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(Person(running, name)) for name in ("Anna", "Boris", "Chitra")]
        rooms = [
            await people[0].open("horse-race", seating="4p"),
            await people[0].open("horse-race", others="bots", seating="2"),
            await people[0].open("card-race", others="bots", seating="3", any_stake="1"),
            await people[0].open("seven-rocks", others="here", names="A, B"),
            await people[1].open("card-race", seating="4"),
        ]
        await people[1].sit(rooms[0], 2)
        begun = [await people[0].post(f"/score/new/{game}", form) for game, form in SHEETS.items()]
        sheets = [answer.headers["location"] for answer in begun]
        for sheet in sheets:
            await people[0].post(f"{sheet}/starts", {"seat": "1"})
        paths = [f"{sheet}/{entry}" for sheet in sheets for entry in (*DOMINOES, *CARDS)]
        paths += [f"/score/new/{game}" for game in SHEETS] + ["/train/seven-rocks?level=1&seed=a", "/score/x/award"]
        paths += [f"/t/{room.id}/{deed}" for room in rooms for deed in DEEDS]
        paths += [f"/new/{game}" for game in ("horse-race", "seven-rocks", "card-race", "chess", "%00")] * 4
        paths += ["/options", "/play/chess", "/t/x/move", f"/t/{rooms[0].id}/claim/x", "/", "/t//move", "/x" * 300]
        gate = asyncio.Semaphore(6)

        async def one() -> None:
            path, body, headers = strange_request(chance, paths)
            who = chance.choice(people)
            async with gate:
                answer = await who.client.request(
                    "POST" if chance.random() < 0.9 else chance.choice(["GET", "PUT", "HEAD"]),
                    path,
                    content=body,
                    headers={name: value.encode("latin-1", "replace") for name, value in headers.items()},  # type: ignore[arg-type]
                )
            assert answer.status_code < 500, (path, body[:300], headers)
            if answer.status_code in (409, 422):
                assert notice_of(answer), (path, body[:300])

        await asyncio.gather(*(one() for _ in range(count)))
        for room in rooms:
            assert (await people[2].get(f"/t/{room.id}")).status_code == 200
            assert (await people[2].get(f"/t/{room.id}/log")).status_code == 200
        for sheet in sheets:
            for page in ("", ".csv", "/view"):
                assert (await people[2].get(sheet + page)).status_code == 200


def test_strange_forms_never_make_the_server_fail(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with serving(tmp_path, reading=0.0) as running:
        asyncio.run(fuzz(running, 500, "strange"))
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10))
def test_strange_forms_never_make_the_server_fail_however_many(tmp_path: Path, seed: int) -> None:
    with serving(tmp_path, reading=0.0) as running:
        asyncio.run(fuzz(running, 5000, f"soak {seed}"))


def test_strange_addresses_never_make_the_server_fail(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, anna, _ = await table(stack, running)
            at = f"/t/{room.id}"
            sheet = (await anna.post("/score/new/horse-race", {"seating": "2"})).headers["location"]
            long = "9" * 5000
            for path in (
                *(f"/{room}/" for room in ("rules", "explain", "train", "score")),
                *(f"/{room}/%ff%00" for room in ("rules", "explain", "train", "score")),
                *(f"{sheet}/{what}" for what in ("", "x", "end/", "csv", "entry/", f"entry/{long}", "entry/%ff")),
                *(f"{sheet}/keep/{token}" for token in ("", "%00", "a.b.c", "A" * 5000, "..%2f..")),
                f"{sheet}.",
                f"{sheet}.csv.csv",
                f"{sheet}/stream/x",
                f"/score/{room.id}",
                "/score/%00.csv",
                *(f"/train/horse-race?level=1&seed=a&{name}={long}" for name in ("n", "given", "level", "seed")),
                "/train/horse-race?level=%D9%A1&seed=%ff&n=%C2%B2&given=%00.%ff.1",
                f"/explain/horse-race?moves={'+' * 5000}@{'+' * 5000}",
                f"/explain/horse-race?moves=1-4&move=1{'%09' * 1600}x",
                "/explain/horse-race/code.svg?moves=%ff",
                "/explain/card-race.png",
                "/explain/horse-race.svg",
                *(f"{at}/film/{what}" for what in ("1.gif", f"{long}.gif", "%00.svg", ".gif", "1.gif.gif", "1/2.gif")),
                *(f"{at}/picture/{what}" for what in ("0.png", f"{long}.png", "%ff.png", ".png", "0.gif")),
                "/t/",
                "/t/%00",
                "/t/%ff",
                "/t/%ed%a0%80",
                "/t/" + "x" * 4000,
                "/t/a%2fb",
                f"{at}/",
                f"{at}//log",
                f"{at}/replay?at=-1",
                f"{at}/replay?at=99999999999",
                f"{at}/record.",
                f"{at}/record.json",
                f"{at}/record.jsonl/x",
                f"{at}/claim/",
                f"{at}/claim/%ff.%00.x",
                f"{at}/claim/{'A' * 5000}",
                f"{at}/move",
                f"{at}?seat=%ff",
                f"{at}?{'a=1&' * 900}",
                f"{at}/stream/x",
                "/new/",
                "/new/%F0%9F%98%80",
                "/play/horse-race",
                "/options",
                "/static",
                "/static/%00",
                "/static/" + "x" * 4000,
                "//evil.example/x",
                "/?back=//evil",
            ):
                answer = await anna.get(path)
                assert answer.status_code in (200, 303, 307, 404, 405), (path, answer.status_code)
                if answer.is_redirect:
                    there = httpx.URL(running.address).join(answer.headers["location"])
                    assert there.host == "127.0.0.1", (path, answer.headers["location"])

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_no_page_of_ours_can_be_a_prefix(tmp_path: Path) -> None:
    routes = make_site(Settings(tmp_path)).starlette.routes
    first = {route.path.split("/")[1] for route in routes if isinstance(route, Route | Mount)} - {""}
    assert first == set(OWN_PATHS)
