"""Nobody is ever sent what they may not know: whole matches over the real server, every byte looked through."""

import asyncio
import random
import re
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from homestretch.bots.simple import random_bot
from homestretch.games import ruleset_to_plain
from homestretch.kit.card import RUNNERS, SUITS
from homestretch.kit.chance import Lotted, Stream, commitment
from homestretch.kit.message import Refusal
from homestretch.kit.seat import Seat, Viewer
from homestretch.race.events import Laid
from homestretch.race.moves import Announce, Stake
from homestretch.race.ruleset import RaceRuleset
from homestretch.record.redact import view
from homestretch.table.codec import fold
from homestretch.table.commands import Act, Command, Deal, Promise, Sit, Start
from homestretch.table.events import Occupant, Opened
from homestretch.table.handle import handle as handle_command
from homestretch.table.table import Table, event_for, open_table, seen_by
from homestretch.web import rooms, tables
from homestretch.web.pages import dominoes, race
from homestretch.web.pages.table import table_main
from homestretch.web.past import whole_story
from homestretch.web.rooms import Room

from .people import Person, chooser, until
from .serving import Running, serving
from .witness import Knowledge, LogLines, Witness, head_of, names_in, without_constants

SEATINGS: dict[str, tuple[str, str]] = {
    "horse-race-2": ("horse-race", "2"),
    "horse-race-3": ("horse-race", "3"),
    "horse-race-4": ("horse-race", "4"),
    "horse-race-4p": ("horse-race", "4p"),
    "seven-rocks": ("seven-rocks", "4p"),
    "card-race-3": ("card-race", "3"),
    "card-race-4": ("card-race", "4"),
    "card-race-10": ("card-race", "10"),
    "card-race-26": ("card-race", "26"),
}
FEW = {
    "horse-race-2": 4,
    "horse-race-3": 3,
    "horse-race-4": 3,
    "horse-race-4p": 3,
    "seven-rocks": 3,
    "card-race-3": 2,
    "card-race-4": 1,
    "card-race-10": 1,
}
LANGUAGES = ("en", "ru", "hi")
PATHS = ["", "/log", "/proof", "/share", "/replay", "/record.jsonl", "/record.txt", "/nothing", "/claim/x"]


class Match:
    """One match that is played over the server, and everyone who looks at it."""

    def __init__(self, running: Running, seating: str, seed: str, most: int) -> None:
        self.running = running
        self.game, self.seating = SEATINGS[seating]
        self.chance = random.Random(seed)
        self.stream = Stream(seed.encode(), b"match")
        self.most = most
        self.people: dict[Viewer, Person] = {}
        self.witnesses: dict[Viewer, Witness] = {}
        self.room: Room

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.room.table

    async def play(self) -> list[str]:
        """Play it; returns everything that somebody was told and could not know."""
        async with AsyncExitStack() as stack:
            await self._sit_down(stack)
            ears = {}
            for viewer, person in self.people.items():
                ears[viewer] = await stack.enter_async_context(person.listening(self.room))
            host = self.people[0]
            await self._note(0, "start", await host.do(self.room, "start", level="random"))
            await self._go_on()
            for viewer in (self.chance.choice(list(self.people)[:-1]), None):
                await self._look(viewer, PATHS)
            events = len(self.table.log)
            for viewer, ear in ears.items():
                witness = self.witnesses[viewer]
                assert ear.heard, f"{witness.name} heard nothing"
                for event, heard in zip([raw for raw in ear.raw if b"event: beat" not in raw], ear.heard, strict=True):
                    witness.note("stream", event.decode(), heard.events)
                witness.note("stream's head", head_of(ear.headers), events)
        log = self.table.log
        for witness in self.witnesses.values():
            witness.names = [who.name for who in self.table.seats if who is not None]
        leaks = [leak for witness in self.witnesses.values() for leak in witness.leaks(log)]
        assert all(witness.named for witness in self.witnesses.values()), "the search found nothing at all"
        return leaks

    async def _sit_down(self, stack: AsyncExitStack) -> None:
        """People in some seats, bots in the others, and somebody who looks on."""
        players = int(self.seating.rstrip("p"))
        seats = [0, *sorted(self.chance.sample(range(1, players), self.chance.randint(1, min(players, 5) - 1)))]
        for viewer in (*seats, None):
            language = "en" if viewer is not None else self.chance.choice(LANGUAGES)
            name = "watcher" if viewer is None else f"guest {viewer}"
            person = await stack.enter_async_context(Person(self.running, name, accept_language=language))
            self.people[viewer] = person
            self.witnesses[viewer] = Witness(viewer, name)
        house = {"target": "20"} if self.game == "horse-race" else {"target": "60"}
        if self.game == "card-race":
            house = {"tokens": "10000", "any_stake": "1"}
        self.room = await self.people[0].open(self.game, seating=self.seating, others="friends", **house)
        for seat in seats[1:]:
            await self.people[seat].sit(self.room, seat)

    async def _go_on(self) -> None:
        moves = 0
        while not self.table.over and moves < self.most:
            table = self.table
            if table.rules.awaits_deal(table.state):
                await self._contribute()
            elif table.rules.awaits_round(table.state) and table.state.shuffle is not None:
                await self._look(self.chance.choice(list(self.people)), PATHS)
                viewer = self.chance.choice([seat for seat in self.people if seat is not None])
                await self._post(viewer, "ready")
                await until(lambda: not self.table.rules.awaits_round(self.table.state), "the next round")
            elif (seat := chooser(table)) is not None:
                await self._move(seat)
                moves += 1
            else:
                await self._changed(table)

    async def _changed(self, before: Table) -> None:
        await until(lambda: self.table is not before, "the house")

    async def _contribute(self) -> None:
        """Everyone adds to the shuffle, so the house need not wait for them."""
        for viewer, person in self.people.items():
            if viewer is not None and self.table.rules.awaits_deal(self.table.state):
                entropy = self.chance.randbytes(32).hex()
                answer = await person.do(self.room, "contribute", entropy=entropy)
                await self._note(viewer, "contribute", answer)
        await until(lambda: not self.table.rules.awaits_deal(self.table.state), "the deal")

    async def _move(self, seat: Seat) -> None:
        if self.chance.random() < 0.2:
            await self._look(self.chance.choice(list(self.people)), self.chance.sample(PATHS, 2))
        if self.chance.random() < 0.2:
            await self._try_what_is_not_allowed()
        state = self.table.state
        move = random_bot(view(self.table.rules, state, seat), seat, self.stream)
        form: dict[str, Any] = {"at": len(self.table.log), "move": str(move)}
        if isinstance(move, Announce):
            form |= {"kind": "bank", "limit": move.limit} | {f"price{count}": 1 for count in range(5)}
            move = replace(move, prices=(1,) * 5)
        if isinstance(move, Stake):
            most = min(state.limit, state.balances[seat])
            amount = self.chance.randint(min(1000, most), most)
            form |= {"kind": "stake", "suit": move.suit.letter, "amount": amount}
        await self._post(seat, "move", **form)

    async def _try_what_is_not_allowed(self) -> None:
        viewer = self.chance.choice(list(self.people))
        one, other = self.chance.randint(0, 6), self.chance.randint(0, 6)
        move = self.chance.choice([f"{one}-{other}", f"{one}-{other}@{other}-{other}", "+", f"+{one}-{other}", "pass"])
        if chooser(self.table) == viewer:  # any tile of theirs may fit
            move = self.chance.choice(["+", "pass", "stop", "turn"])
        if self.game == "card-race":
            move = self.chance.choice(["turn 10S", "turn 7H"])
        await self._post(viewer, "move", at=len(self.table.log), move=move)

    async def _post(self, viewer: Viewer, deed: str, **form: Any) -> None:
        person = self.people[viewer]
        headers = {"hx-request": "true"} if self.chance.random() < 0.5 else {}
        answer = await person.post(f"/t/{self.room.id}/{deed}", form, headers=headers)
        await self._note(viewer, deed, answer, str(form.get("move", "")) if answer.status_code == 409 else "")

    async def _look(self, viewer: Viewer, paths: list[str]) -> None:
        """Open pages besides the table; while somebody has to choose, nothing moves meanwhile."""
        for path in paths:
            before = len(self.table.log)
            answer = await self.people[viewer].get(f"/t/{self.room.id}{path}")
            if len(self.table.log) == before and not (self.table.over and path.startswith(("/record", "/replay"))):
                await self._note(viewer, path[1:] or "page", answer)

    async def _note(self, viewer: Viewer, kind: str, answer: Any, wrote: str = "") -> None:
        witness = self.witnesses[viewer]
        events = len(self.table.log)
        witness.note(kind, answer.content.decode(), events, wrote)
        witness.note(f"{kind}'s head", head_of(answer.headers), events)


async def matches(running: Running, seating: str, seeds: list[str], most: int) -> tuple[list[str], list[Match]]:
    """Play matches one after another; everything that should have stayed hidden, and the matches."""
    played = [Match(running, seating, seed, most) for seed in seeds]
    leaks = [leak for match in played for leak in await match.play()]
    return leaks, played


def lines_that_tell(log: LogLines, played: list[Match]) -> Iterator[str]:
    """The lines of the server's log that name what they should not."""
    names = {match.room.id for match in played} | {
        secret.hex() for match in played for _, secret in Knowledge(match.table.log, None).secrets(0)
    }
    for line in log.lines:
        told = names_in(line) | set(re.findall(r"[0-9a-f]{64}", line)) | {name for name in names if name in line}
        if told:
            yield f"log line {line}: {told}"


# ---- the matches


@pytest.mark.parametrize("seating", FEW)
def test_nobody_is_told_what_is_hidden(tmp_path: Path, seating: str) -> None:
    """Twenty matches of all seatings."""
    with LogLines() as log, serving(tmp_path, reading=0.0, contribution=5.0) as running:
        seeds = [f"{seating} {number}" for number in range(FEW[seating])]
        leaks, played = asyncio.run(matches(running, seating, seeds, 14))
    assert leaks == []
    assert any("table opened" in line for line in log.lines)
    assert list(lines_that_tell(log, played)) == []


@pytest.mark.soak
@pytest.mark.parametrize("seating", SEATINGS)
def test_nobody_is_told_what_is_hidden_in_a_thousand_matches(tmp_path: Path, seating: str) -> None:
    number = 20 if seating == "card-race-26" else 40 if seating == "card-race-10" else 134
    with LogLines() as log, serving(tmp_path, reading=0.0, contribution=5.0) as running:
        leaks, played = asyncio.run(matches(running, seating, [f"soak {each}" for each in range(number)], 10_000))
    assert leaks == []
    assert list(lines_that_tell(log, played)) == []


# ---- the search finds what it should


def some_leak(running: Running, seating: str, found: str, most: int) -> bool:
    """Whether a leak of this kind is found in a dozen matches; not every deal gives the chance.

    A draw, for instance, tells something only where somebody has to draw.
    """
    for number in range(12):
        leaks, _ = asyncio.run(matches(running, seating, [f"leak {number}"], most))
        if any(re.search(found, leak) for leak in leaks):
            return True
    return False


def _shows_all(rules: Any, state: Any, viewer: Viewer) -> Any:
    """A gate that stands open."""
    return replace(state, shown=tuple(range(rules.players))) if getattr(state, "hands", ()) else state


@pytest.mark.parametrize(
    ("seating", "module", "found"),
    [
        ("horse-race-2", dominoes, r"stream, .*\d-\d"),
        ("seven-rocks", dominoes, r"page, .*\d-\d"),
        ("card-race-10", race, "the stake of seat"),
    ],
    ids=["hands", "hands of pairs", "stakes"],
)
def test_a_gate_that_stands_open_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seating: str, module: Any, found: str
) -> None:
    monkeypatch.setattr(module, "view", _shows_all)
    with serving(tmp_path, reading=0.0, contribution=5.0) as running:
        assert some_leak(running, seating, found, 8)


def test_a_story_that_tells_too_much_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("homestretch.web.story.event_for", lambda table, event, viewer: event)
    monkeypatch.setattr("homestretch.web.story.view", lambda rules, state, viewer: state)
    with serving(tmp_path, reading=0.0, contribution=5.0) as running:
        assert some_leak(running, "horse-race-2", "stream", 14)


@pytest.mark.parametrize("spell", [lambda seed: seed.hex(), lambda seed: repr(seed)[2:-1]], ids=["hex", "repr"])
def test_a_seed_in_a_page_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spell: Callable[[bytes], str]
) -> None:
    def told(scene: Any) -> str | None:
        shuffle = scene.table.state.shuffle
        return None if shuffle is None else spell(shuffle.seed)

    monkeypatch.setattr("homestretch.web.pages.table._promise", told)
    with serving(tmp_path, reading=0.0, contribution=5.0) as running:
        assert some_leak(running, "horse-race-2", "(a seed|an unknown key)$", 8)


def test_the_search_reads_every_way_in_which_tiles_and_cards_are_named() -> None:
    named = names_in('<p>2-5, 5-2@4-4 | [6|0] – "b36" #t01 class="for t13" id="put-11-22" name="pick" value="45"</p>')
    assert named == {"2-5", "4-4", "0-6", "3-6", "0-1", "1-3", "1-1", "2-2", "4-5"}
    assert names_in('10♠, Q ♥, 7D, <text class="rank" x="25">J</text><use href="#c-clubs"') == {
        "10♠",
        "Q♥",
        "7♦",
        "J♣",
    }
    quiet = 'data-view="25-3f0a1b2c9" id="hand" 12-25 2026-01-05 +5 3-2-1 at" value="25" t-new c-spades 1:5 S25'
    assert names_in(without_constants(quiet)) == set()
    assert commitment(bytes(32)).hex() not in quiet


def test_a_track_that_was_gathered_up_has_been_seen_by_all() -> None:
    first, second, third = (RUNNERS[start : start + 7] for start in (0, 12, 24))
    log = [Laid(0, first, again=True), Laid(0, second, again=True), Laid(0, third, ()), Laid(1, second, ())]
    knowledge = Knowledge(log, None)
    aces = {f"A{suit.symbol}" for suit in SUITS}
    assert knowledge.after[3] == aces | {card.pretty for card in (*first, *second, *third)}
    assert knowledge.after[4] == aces | {card.pretty for card in second}, "the next race begins anew"


def test_an_open_number_is_no_stake() -> None:
    """A lot, a limit or a balance may happen to be what somebody has staked; no other number may."""
    table = open_table(Opened("card-race", ruleset_to_plain(RaceRuleset(3, tokens=5000, most_stake=None))))
    steps: list[Any] = [Sit(seat, Occupant(f"P{seat}")) for seat in range(3)]
    for command in (*steps, Start(), Promise(commitment(b"lot")), Deal()):
        table = after(table, command)
    banker = table.state.banker
    one, other = (seat for seat in range(3) if seat != banker)
    table = after(table, Act(banker, Announce((1,) * 5, 1500)))
    pips = dict(next(event for event in table.log if isinstance(event, Lotted)).casts[0])[one]
    for amount, found in ((1500, False), (pips, False), (1499, True), (50 + pips, True)):
        staked = after(table, Act(one, Stake(SUITS[0], amount)))
        for text in (f"P{one} — {amount}", f"P{one}: {amount}"):
            witness = Witness(other, "the other")
            witness.names = ["P0", "P1", "P2"]
            witness.note("page", text, len(staked.log))
            assert [leak.endswith(f"the stake of seat {one}") for leak in witness.leaks(staked.log)] == [True] * found


def after(table: Table, command: Command) -> Table:
    """The table after a command, which must be accepted."""
    events = handle_command(table, command)
    assert not isinstance(events, Refusal), events
    return fold((*table.log, *events))


# ---- pages are made of nothing else than what their viewer knows


@contextmanager
def compared(monkeypatch: pytest.MonkeyPatch, differ: list[str]) -> Iterator[None]:
    """Makes every view, log and refusal a second time from the events as the viewer knows them, and compares."""
    main, story, handle = table_main, whole_story, handle_command

    def blank(room: Room, viewer: Viewer) -> Room:
        """The room as it would be if the house knew no more than the viewer."""
        other = Room(room.id, room.store, tuple(event_for(room.table, event, viewer) for event in room.table.log))
        for name in ("since", "asked", "ready", "ready_since", "listeners", "version", "_seen", "closing", "touched"):
            setattr(other, name, getattr(room, name))
        return other

    def main_twice(room: Room, audience: Any, **options: Any) -> Any:
        page = main(room, audience, **options)
        if page != main(blank(room, audience.viewer), audience, **options):
            differ.append(f"view of {audience.viewer} after {len(room.table.log)} events")
        return page

    def story_twice(table: Table, speak: Any, viewer: Viewer) -> Any:
        told = story(table, speak, viewer)
        if told != story(seen_by(table, viewer), speak, viewer):
            differ.append(f"log of {viewer} after {len(table.log)} events")
        return told

    def handle_twice(table: Table, command: Any) -> Any:
        answer = handle(table, command)
        if isinstance(answer, Refusal) and isinstance(command, Act):
            events = tuple(event_for(table, event, command.seat) for event in table.log)
            if handle(fold(events), command) != answer:
                differ.append(f"refusal {answer.code} to {command}")
        return answer

    monkeypatch.setattr(tables, "table_main", main_twice)
    monkeypatch.setattr(tables, "whole_story", story_twice)
    monkeypatch.setattr(rooms, "handle", handle_twice)
    yield
    monkeypatch.undo()


@pytest.mark.parametrize("seating", ["horse-race-2", "horse-race-4p", "seven-rocks", "card-race-4"])
def test_pages_are_made_of_what_their_viewer_knows_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seating: str
) -> None:
    differ: list[str] = []
    with compared(monkeypatch, differ), serving(tmp_path, reading=0.0, contribution=5.0) as running:
        asyncio.run(matches(running, seating, ["blank"], 12))
    assert differ == []


def test_a_page_that_knows_more_than_its_viewer_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    differ: list[str] = []
    monkeypatch.setattr(dominoes, "view", _shows_all)
    with compared(monkeypatch, differ), serving(tmp_path, reading=0.0, contribution=5.0) as running:
        asyncio.run(matches(running, "horse-race-2", ["blank"], 4))
    assert differ


# ---- one device for several people


def test_a_shared_device_shows_a_hand_to_whoever_has_taken_it_and_may_act(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with Person(running, "Anna") as anna, Person(running, "Boris") as boris:
            room = await anna.open("seven-rocks", others="here", names="Anna, Boris, Chitra, Dora")
            await until(lambda: chooser(room.table) is not None, "the deal")
            turn = room.table.state.turn
            assert turn is not None
            hands = [set(map(str, hand)) for hand in room.table.state.hands]
            for query in ("", f"?seat={(turn + 1) % 4}", "?seat=9", "?seat=-1", "?seat=x", "?seat=²"):
                page = (await anna.get(f"/t/{room.id}{query}")).text
                assert names_in(without_constants(page)) == set(), query
            page = (await anna.get(f"/t/{room.id}?seat={turn}")).text
            assert names_in(without_constants(page)) == hands[turn]
            page = (await boris.get(f"/t/{room.id}?seat={turn}")).text
            assert names_in(without_constants(page)) == set()
            async with anna.listening(room, f"?seat={turn}") as ear, boris.listening(room, f"?seat={turn}") as other:
                await until(lambda: ear.heard and other.heard, "the views")
                assert names_in(without_constants(ear.heard[0].data)) == hands[turn]
                assert names_in(without_constants(other.heard[0].data)) == set()
                move = str(room.table.rules.legal_moves(room.table.state, turn)[0])
                answer = await anna.post(f"/t/{room.id}/move?seat={turn}", {"at": len(room.table.log), "move": move})
                assert answer.status_code == 303
                later = await ear.reach(len(room.table.log))
                assert names_in(without_constants(later.data)) == {move}, "the turn has passed, the hand is covered"

    with serving(tmp_path) as running:
        asyncio.run(play(running))
