"""Nothing that anybody sends makes the server fail: whatever it is, a sentence answers."""

import asyncio
import random
import string
from contextlib import AsyncExitStack
from pathlib import Path
from urllib.parse import quote, urlencode

import httpx
import pytest
from starlette.routing import Mount, Route

from homestretch.cli.serve import OWN_PATHS
from homestretch.web.safety import POLICY
from homestretch.web.server import make_site
from homestretch.web.settings import Settings
from homestretch.web.tables import DEEDS

from .people import Person, begun, is_sentence, notice_of
from .serving import Running, serving

FORM = {"content-type": "application/x-www-form-urlencoded"}


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
            room, (anna, _) = await begun(stack, running, "horse-race", 2)
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
