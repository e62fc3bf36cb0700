"""The page's own check of the proofs: it agrees with Python on honest ones and finds what was changed in others."""

import html
import json
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, sync_playwright

import homestretch.web
from browser.chromium import ARGUMENTS, chromium
from homestretch.analysis.simulate import master_seed, simulate
from homestretch.bots.levels import BOTS
from homestretch.fives.deal import deal_tiles
from homestretch.games import (
    CARD_RACE,
    GAMES,
    HORSE_RACE,
    SEVEN_ROCKS,
    AnyRuleset,
    Game,
    horse_race,
    published,
    rules_for,
    seven_rocks,
)
from homestretch.kit.chance import DEAL, Shuffle, Stream, commitment, draw_lot
from homestretch.kit.message import Refusal
from homestretch.race.ruleset import RaceRuleset
from homestretch.record.exchange import Record, from_plain, record_of, to_plain
from homestretch.record.fives_record import FivesRecord
from homestretch.record.race_record import RaceRecord
from homestretch.web.proofs import proof_data

Plain = dict[str, Any]

STATIC = Path(homestretch.web.__file__).parent / "static"
HOST = "table.test"
SENTENCES = {"ok": "Holds", "bad-commitment": "Another seed", "bad-lot": "Another lot", "bad-deal": "Another deal"}


class Handler(BaseHTTPRequestHandler):
    """A page of three proofs, of which the second is wrong, and the scripts, under the policy of the real pages."""

    def do_GET(self) -> None:
        file = STATIC / self.path.removeprefix("/static/")
        if self.path == "/":
            self._answer(200, "text/html", _page().encode())
        elif self.path.startswith("/static/") and file.suffix == ".js" and file.is_file():
            self._answer(200, "text/javascript", file.read_bytes())
        else:
            self._answer(404, "text/plain", b"")

    def _answer(self, status: int, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", "default-src 'none'; script-src 'self'")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: Any) -> None:
        """Say nothing."""


def _page() -> str:
    good, race = broken_off(HORSE_RACE, horse_race(2), "page"), broken_off(CARD_RACE, RaceRuleset(3), "page")
    said = " ".join(f'data-{found}="{sentence}"' for found, sentence in SENTENCES.items())
    items = "".join(
        f'<li class="proof" data-proof="{html.escape(json.dumps(proof))}"><output {said}></output></li>'
        for proof in (good, good | {"starter": 1 - good["starter"]}, race)
    )
    script = '<script type="module" src="/static/verify.js"></script>'
    return f'<!doctype html><title>Proofs</title>{script}<ol>{items}</ol><button id="verify"><b>Check</b></button>'


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    """A page on an insecure origin, as a table in a home network is one."""
    executable = chromium()
    with closing(Server()) as server, sync_playwright() as playwright:
        arguments = [*ARGUMENTS, "--no-proxy-server", f"--host-resolver-rules=MAP {HOST} 127.0.0.1"]
        with playwright.chromium.launch(executable_path=executable, args=arguments) as browser:
            page = browser.new_page()
            page.goto(f"http://{HOST}:{server.port}/")
            yield page


class Server:
    """Serves until it is closed."""

    def __init__(self) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()
        self.port: int = self._server.server_port

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def check(page: Page, proofs: list[Plain]) -> list[str]:
    """What the browser finds in each proof."""
    run = "async (proofs) => { const { check } = await import('/static/verify.js'); return proofs.map(check); }"
    found: list[str] = page.evaluate(run, proofs)
    return found


def broken_off(game: Game, ruleset: AnyRuleset, text: str, *, contribute: bool = False) -> Plain:
    """The proof of a first round that was dealt and broken off at once; the text makes its seed and contributions."""
    chance = Random(text)
    rules = rules_for(ruleset)
    state = rules.new()
    log: list[Any] = []

    def note(events: tuple[Any, ...] | Refusal) -> None:
        nonlocal state
        assert not isinstance(events, Refusal), events
        for event in events:
            state = rules.evolve(state, event)
            log.append(event)

    note(rules.open_round(state, chance.randbytes(32)))
    for seat in range(rules.players):
        entropy = chance.randbytes(chance.choice((0, 1, 32, 64)))
        if contribute and entropy:
            note(rules.contribute(state, seat, entropy))
    note(rules.deal(state))
    note(rules.break_off(state))
    (proof,) = proof_data(game, record_of(game, ruleset, log))
    return again(proof)


def again(proof: Plain) -> Plain:
    """The proof as the browser reads it, and a copy in every part."""
    copy: Plain = json.loads(json.dumps(proof))
    return copy


def simulated() -> Iterator[tuple[Game, Record]]:
    """A whole match of each seating that is published."""
    for game in GAMES.values():
        for seating in game.seatings:
            ruleset = published(game, seating)
            assert not isinstance(ruleset, Refusal), seating
            bots = [BOTS["random"]] * seating.players
            yield from ((game, record) for record in simulate(game, ruleset, bots, master_seed("verify"), 1))


def test_the_origin_has_no_cryptography_of_its_own(page: Page) -> None:
    assert page.evaluate("[window.isSecureContext, typeof crypto.subtle]") == [False, "undefined"]


def test_the_published_test_vector(page: Page) -> None:
    found = page.evaluate("""async () => {
        const { commitment, numbers, roundKey } = await import("/static/verify.js");
        const seed = Array.from({ length: 32 }, (_, at) => at.toString(16).padStart(2, "0")).join("");
        const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
        const first = (seats, label) => {
            const source = numbers(roundKey(seed, Array(seats).fill("")), label);
            return Array.from({ length: 4 }, () => source.next().value);
        };
        const added = [["", ""], ["", "", ""], ["", "", "", ""], ["68656c6c6f", ""]];
        return {
            commitment: commitment(seed),
            keys: added.map((each) => hex(roundKey(seed, each))),
            lot: first(4, "lot"),
            deal: first(2, "deal"),
        };
    }""")
    assert found == {
        "commitment": "5d90b69b804971ed12461477253e6d327fad724924fd7cda56c7d1439619be23",
        "keys": [
            "0450ee0ca738e3db5867a3e69567035524b6ea0d15dabb8ccf5ae80bcc002e26",
            "41fa206b15a7ff26210892e023d9fe85b4794c73e7fdb404b825c2d5b4c07e1a",
            "4988a2f65aade951750f048474cb960f1fba9505afb2303e3a4edf812e82fc07",
            "d7196d5e0bb1090a274b0f0db9600457031c35480cd3259c18867997c91c83e7",
        ],
        "lot": [3036628029, 3150898634, 476399452, 524106166],
        "deal": [929076653, 1487685013, 1445655038, 73357147],
    }


def test_numbers_above_the_last_whole_multiple_are_passed_over(page: Page) -> None:
    cases = []
    for bound in (1, 2, 3, 6, 7, 28, 48):
        end = 2**32 - 2**32 % bound
        cases += [(bound, [end - 1], bound - 1), (bound, [*range(end, 2**32), 2**31 + 5], (2**31 + 5) % bound)]
    found = page.evaluate(
        """async (cases) => {
            const { below } = await import("/static/verify.js");
            return cases.map(([bound, words]) => below(bound, words.values()));
        }""",
        [case[:2] for case in cases],
    )
    assert found == [case[2] for case in cases]


def test_the_long_stream_of_a_deal_is_the_same(page: Page) -> None:
    """Far beyond the first block and the first byte of the counter, for the many layings of an unlucky race."""
    key = bytes(range(32))
    ours = Stream(key, DEAL)
    found = page.evaluate(
        """async (key) => {
            const { below, numbers } = await import("/static/verify.js");
            const source = numbers(Uint8Array.from(key), "deal");
            return Array.from({ length: 3000 }, () => below(2 ** 32, source));
        }""",
        list(key),
    )
    assert found == [ours.below(2**32) for _ in range(3000)]


def test_a_proof_has_exactly_what_the_page_was_promised() -> None:
    common = {"game", "family", "round", "players", "commitment", "seed", "contributions"}
    for game, record in simulated():
        own = {"hand", "highest", "start_by", "starter", "hands", "boneyard"}
        if game.family == "race":
            own = {"first_by_lot", "banker", "laid", "deck"}
        proofs = proof_data(game, record)
        assert [proof["round"] for proof in proofs] == list(range(1, len(record.rounds) + 1))
        assert all(set(proof) == common | own and again(proof) == proof for proof in proofs)
        assert {(proof["game"], proof["family"], proof["players"]) for proof in proofs} == {
            (game.key, game.family, record.rules.players)
        }


def test_a_round_without_a_proof_is_left_out() -> None:
    for game, record in simulated():
        bare = from_plain({**to_plain(record), "rounds": [_bare(each) for each in to_plain(record)["rounds"]]})
        assert isinstance(bare, FivesRecord | RaceRecord)
        assert proof_data(game, bare) == ()


def _bare(each: Plain) -> Plain:
    return {key: value for key, value in each.items() if key != "deal"}


def test_whole_matches_of_every_seating_hold(page: Page) -> None:
    proofs = [proof for game, record in simulated() for proof in proof_data(game, record)]
    assert {proof["start_by"] for proof in proofs if proof["family"] == "fives"} == {"lot", "out"}
    assert {proof["first_by_lot"] for proof in proofs if proof["family"] == "race"} == {True, False}
    assert set(check(page, proofs)) == {"ok"}


def test_rounds_with_contributions_hold(page: Page) -> None:
    proofs = [
        broken_off(game, ruleset, f"{game.key} {number}", contribute=True)
        for game, ruleset in (
            (HORSE_RACE, horse_race(2)),
            (HORSE_RACE, horse_race(4, pairs=True)),
            (HORSE_RACE, replace(horse_race(3), highest=9, hand=9)),
            (HORSE_RACE, replace(horse_race(2), highest=3, hand=5)),
            (SEVEN_ROCKS, seven_rocks()),
            (CARD_RACE, RaceRuleset(3)),
            (CARD_RACE, RaceRuleset(26)),
        )
        for number in range(50)
    ]
    assert any(len(proof.get("laid", ())) > 1 for proof in proofs)
    assert {len(part) // 2 for proof in proofs for part in proof["contributions"]} == {0, 1, 32, 64}
    assert set(check(page, proofs)) == {"ok"}


def exchanged(values: list[Any], one: int, other: int) -> None:
    values[one], values[other] = values[other], values[one]


def changed(text: str) -> str:
    """The bytes with the last one changed."""
    return text[:-1] + ("0" if text[-1] != "0" else "1")


def corruptions(honest: Plain) -> Iterator[tuple[str, Plain, str]]:
    """What may be wrong with a proof that holds, the proof with it, and what must be found."""
    players, race = honest["players"], honest["family"] == "race"
    first = "banker" if race else "starter"

    def one(name: str, expected: str, **changes: Any) -> tuple[str, Plain, str]:
        return name, again(honest | changes), expected

    yield one("seed", "bad-commitment", seed=changed(honest["seed"]))
    yield one("no seed", "bad-commitment", seed="")
    yield one("seed that is none", "bad-commitment", seed="x" * 64)
    yield one("commitment", "bad-commitment", commitment=changed(honest["commitment"]))
    yield one("no commitment", "bad-commitment", commitment="")
    other = bytes.fromhex(changed(honest["seed"]))
    yield one("promised another seed", "bad-deal", seed=other.hex(), commitment=commitment(other).hex())
    short = b"short"
    yield one("short seed", "bad-commitment", seed=short.hex(), commitment=commitment(short).hex())

    parts = honest["contributions"]
    for seat in range(players):
        rest = [*parts[:seat], *parts[seat + 1 :]]
        yield one(f"contribution of {seat}", "bad-deal", contributions=[*parts[:seat], "ab", *parts[seat + 1 :]])
        yield one(f"no contribution of {seat}", "bad-deal", contributions=rest)
    yield one("long contribution", "bad-deal", contributions=["00" * 65, *parts[1:]])
    yield one("contribution that is none", "bad-deal", contributions=["zz", *parts[1:]])
    yield one("one more contribution", "bad-deal", contributions=[*parts, ""])
    yield one("one more player", "bad-deal", players=players + 1)

    yield one("first seat", "bad-lot", **{first: (honest[first] + 1) % players})
    yield one("no first seat", "bad-lot", **{first: None})
    not_due = {"first_by_lot": False} if race else {"start_by": "out"}
    yield one("no lot due", "ok", **not_due, **{first: (honest[first] + 1) % players})

    for key in ("deck", "laid") if race else ("hands", "boneyard"):
        piles = honest[key] if key in ("laid", "hands") else [honest[key]]
        for number, pile in enumerate(piles):
            if len(pile) > 1:
                wrong = again(honest)
                exchanged(wrong[key][number] if key in ("laid", "hands") else wrong[key], 0, len(pile) - 1)
                yield f"order of {key} {number}", wrong, "bad-deal"
    wrong = again(honest)
    if race:
        wrong["laid"][-1][0], wrong["deck"][0] = wrong["deck"][0], wrong["laid"][-1][0]
        yield "card of the track and the deck", wrong, "bad-deal"
        yield one("one more laying", "bad-deal", laid=[honest["laid"][0], *honest["laid"]])
        yield one("no laying", "bad-deal", laid=[])
    else:
        wrong["hands"][0][0], wrong["hands"][1][0] = wrong["hands"][1][0], wrong["hands"][0][0]
        yield "tile of two hands", wrong, "bad-deal"
        yield one("one hand less", "bad-deal", hands=honest["hands"][:-1])
        yield one("smaller hands", "bad-deal", hand=honest["hand"] - 1)
        yield one("larger set", "bad-deal", highest=honest["highest"] + 1)


def test_what_was_changed_is_found(page: Page) -> None:
    honest = [
        broken_off(game, ruleset, text, contribute=contribute)
        for game, ruleset in (
            (HORSE_RACE, horse_race(2)),
            (HORSE_RACE, horse_race(3)),
            (HORSE_RACE, horse_race(4, pairs=True)),
            (SEVEN_ROCKS, seven_rocks()),
            (CARD_RACE, RaceRuleset(3)),
            (CARD_RACE, RaceRuleset(9)),
        )
        for text in "abc"
        for contribute in (False, True)
    ]
    honest.append(next(race for race in map(_race, range(200)) if len(race["laid"]) > 1))
    assert set(check(page, honest)) == {"ok"}
    wrong = [(proof["game"], *corruption) for proof in honest for corruption in corruptions(proof)]
    found = check(page, [proof for _, _, proof, _ in wrong])
    assert [(game, name, seen) for (game, name, _, _), seen in zip(wrong, found, strict=True)] == [
        (game, name, expected) for game, name, _, expected in wrong
    ]


def _race(number: int) -> Plain:
    return broken_off(CARD_RACE, RaceRuleset(4), f"laid again {number}")


def test_a_contribution_has_at_most_64_bytes(page: Page) -> None:
    """Also where the deal was made from it."""
    rules, proof = horse_race(2), broken_off(HORSE_RACE, horse_race(2), "long")
    proofs = []
    for size in (64, 65):
        shuffle = Shuffle(b"", bytes.fromhex(proof["seed"]), (bytes(size), b""))
        hands, boneyard = deal_tiles(rules, shuffle)
        made = {"hands": [[str(tile) for tile in hand] for hand in hands], "boneyard": [str(tile) for tile in boneyard]}
        starter = draw_lot(shuffle, 2).seat
        proofs.append(proof | made | {"starter": starter, "contributions": ["00" * size, ""]})
    assert check(page, proofs) == ["ok", "bad-deal"]


def test_the_page_says_what_was_found(page: Page) -> None:
    items = page.locator("li.proof")
    read = "items => items.map((item) => [item.className, item.querySelector('output').textContent])"
    assert items.evaluate_all(read) == [["proof", ""]] * 3
    page.click("#verify b")
    expected = [["proof ok", "Holds"], ["proof bad", "Another lot"], ["proof ok", "Holds"]]
    assert items.evaluate_all(read) == expected
    page.click("#verify")
    assert items.evaluate_all(read) == expected
