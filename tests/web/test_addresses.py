"""Names of people and tables, cookies, and addresses: cleaned, escaped, not guessable, and never of another site."""

import asyncio
import html
import re
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest

from homestretch.web.guests import clean_name

from .people import Person, choosing, moves_of, until
from .serving import Running, serving

FORM = {"content-type": "application/x-www-form-urlencoded"}


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
