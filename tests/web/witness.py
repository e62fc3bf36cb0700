"""Looks through everything that one viewer of a table was sent for what this viewer could not know at that moment."""

import base64
import html
import logging
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from httpx import Headers
from msgspec import Struct, to_builtins

from homestretch.fives.events import Dealt, Drew, Played, Settled
from homestretch.kit.card import SUITS
from homestretch.kit.chance import Committed, Contributed, Lotted, Revealed
from homestretch.kit.seat import Seat, Viewer
from homestretch.kit.tile import tile
from homestretch.race.events import Announced, Laid, Locked, Paid, Staked, Turned
from homestretch.race.moves import Stake
from homestretch.render.svg import card_sprite, tile_sprite
from homestretch.table.codec import fold
from homestretch.web.logs import Lines

CONSTANT: Final = (
    tile_sprite(),
    card_sprite(),
    'placeholder="2-5@5-5"',
    "2-5@5-5 (2-5 joined to 5-5), an opening as 5-5",
)
"""What is the same for everyone at every time, though it names tiles."""

GEOMETRY: Final = re.compile(r'\b(?:d|transform|viewBox|points|stroke-dasharray)="[^"]*"')
"""Numbers that draw: they say where something lies that another attribute names."""

IN_WORDS: Final = re.compile(r"(?<![\w.-])([0-6])\s?[-|–]\s?([0-6])(?![\w-])")
IN_NAMES: Final = re.compile(
    r"(?<![A-Za-z0-9])(?:t|b|tile-?|pick-?|put-?)([0-6])([0-6])(?:-([0-6])([0-6]))?(?![0-9A-Za-z])"
)
IN_CHOICES: Final = re.compile(r'name="pick" value="([0-6])([0-6])"')
CARD: Final = re.compile(r"(?<![\w])(10|[2-9AJQK])\s?([♠♥♦♣])")
CARD_IN_LETTERS: Final = re.compile(r"(?<![\w-])(10|[2-9AJQK])([SHDC])(?![\w-])")
CARD_DRAWN: Final = re.compile(r'class="rank"[^>]*>(10|[2-9AJQK])</text><use href="#c-(\w+)"')
UNMISTAKABLE: Final = 1000
"""A stake so large is no other number of a page."""

KEY: Final = re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")
VIEW: Final = re.compile(r'data-view="(\d+)-')
SECTION: Final = re.compile(r'<section aria-labelledby="round-(\d+)">(.*?)</section>', re.DOTALL)
PROOF: Final = re.compile(r'<li class="proof".*?</li>', re.DOTALL)
SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"} | {str(suit): suit.symbol for suit in SUITS}


class Sent(Struct):
    """Something that a viewer was sent when the log had so many events, with what they had just written themselves."""

    kind: str
    events: int
    text: str
    wrote: str = ""


class LogLines(logging.Handler):
    """Keeps every line of the server's log, as it would be written."""

    NAMES: Final = ("homestretch", "uvicorn", "uvicorn.error", "uvicorn.access", "asyncio")

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(Lines())
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line."""
        self.lines.append(self.format(record))

    def __enter__(self) -> "LogLines":
        for name in self.NAMES:
            logging.getLogger(name).addHandler(self)
        self._level = logging.getLogger("homestretch").level
        logging.getLogger("homestretch").setLevel(logging.DEBUG)
        return self

    def __exit__(self, *_: object) -> None:
        for name in self.NAMES:
            logging.getLogger(name).removeHandler(self)
        logging.getLogger("homestretch").setLevel(self._level)


def names_in(text: str) -> set[str]:
    """Every tile and card that a text names, in whatever way."""
    found = set()
    for one, other in IN_WORDS.findall(text) + IN_CHOICES.findall(text):
        found.add(str(tile(int(one), int(other))))
    for one, other, third, fourth in IN_NAMES.findall(text):
        found.add(str(tile(int(one), int(other))))
        if third:
            found.add(str(tile(int(third), int(fourth))))
    for rank, sign in CARD.findall(text):
        found.add(rank + sign)
    for rank, letter in CARD_IN_LETTERS.findall(text) + CARD_DRAWN.findall(text):
        found.add(rank + SIGNS[letter])
    return found


def without_constants(text: str) -> str:
    """A text without what is the same for everyone."""
    for constant in CONSTANT:
        text = text.replace(constant, "")
    return GEOMETRY.sub("", text)


class Knowledge:
    """What a viewer knows of the round that is being played, after each number of events of a log."""

    def __init__(self, log: Sequence[Any], viewer: Viewer) -> None:
        self.log = log
        self.viewer = viewer
        self.after: list[frozenset[str]] = [frozenset()]
        self.rounds: list[int] = []
        known: frozenset[str] = frozenset()
        gathered: frozenset[str] = frozenset()
        for number, event in enumerate(log):
            if isinstance(event, Committed):
                self.rounds.append(number)
            known = self._learned(known, event)
            if isinstance(event, Laid):
                known |= gathered
                gathered = known if event.again else frozenset()
            self.after.append(known)

    def _learned(self, known: frozenset[str], event: Any) -> frozenset[str]:
        match event:
            case Dealt():
                return frozenset(map(str, () if self.viewer is None else event.hands[self.viewer]))
            case Drew() if event.seat == self.viewer:
                return known | {str(event.tile)}
            case Played():
                return known | {str(event.tile)}
            case Settled():
                return known.union(str(each) for _, hand in event.shown for each in hand)
            case Laid():
                return frozenset(card.pretty for card in event.track) | {f"A{suit.symbol}" for suit in SUITS}
            case Turned():
                return known | {event.card.pretty}
            case _:
                return known

    def in_round(self, number: int, events: int) -> frozenset[str]:
        """What is known of a round, counted from 1, after so many events."""
        last = self.rounds[number] if number < len(self.rounds) else len(self.log)
        return self.after[min(events, last)]

    def stakes(self, events: int) -> dict[Seat, Stake]:
        """The stakes of others that are still face down."""
        hidden: dict[Seat, Stake] = {}
        for event in self.log[:events]:
            if isinstance(event, Staked) and isinstance(event.stake, Stake) and event.seat != self.viewer:
                hidden[event.seat] = event.stake
            elif isinstance(event, Locked | Laid):
                hidden.clear()
        return hidden

    def open_numbers(self, events: int) -> set[int]:
        """The numbers that a page of a card race shows to everyone: lots, prices and limits, past stakes, balances."""
        told = [event for event in self.log[:events] if isinstance(event, Lotted | Announced | Locked | Paid)]
        return set(_integers(to_builtins(told))) | set(fold(self.log[:events]).state.balances)

    def secrets(self, events: int) -> Iterator[tuple[str, bytes]]:
        """Every seed that has not been shown yet, of rounds to come too, and what was added to those rounds."""
        open_round = False
        for number, event in reversed(list(enumerate(self.log))):
            if isinstance(event, Revealed) and number < events:
                open_round = True
            elif isinstance(event, Committed):
                if not open_round and event.seed is not None:
                    yield "a seed", event.seed
                open_round = False
            elif isinstance(event, Contributed) and not open_round:
                yield "a contribution", event.entropy


def _integers(plain: Any) -> Iterator[int]:
    """Every number in a plain value."""
    match plain:
        case int():
            yield plain
        case dict():
            yield from _integers(list(plain.values()))
        case list() | tuple():
            for each in plain:
                yield from _integers(each)


def head_of(headers: Headers) -> str:
    """The headers of an answer without its length and its date: numbers that may happen to be those of a stake."""
    return "\n".join(
        f"{name}: {value}" for name, value in headers.multi_items() if name not in ("content-length", "date")
    )


def spellings(secret: bytes) -> list[str]:
    """A secret in every way in which it could be written."""
    return [
        secret.hex(),
        base64.b64encode(secret).decode().rstrip("="),
        base64.urlsafe_b64encode(secret).decode().rstrip("="),
        base64.b32encode(secret).decode().rstrip("="),
        str(int.from_bytes(secret, "big")),
        repr(secret)[2:-1],
        secret.decode("latin-1"),
    ]


class Witness:
    """Everything that one viewer was sent."""

    def __init__(self, viewer: Viewer, name: str) -> None:
        self.viewer = viewer
        self.name = name
        self.names: list[str] = []
        self.sent: list[Sent] = []
        self.named = 0

    def note(self, kind: str, text: str, events: int, wrote: str = "") -> None:
        """Keep what was sent; pages of a table say themselves which view they show."""
        found = VIEW.search(text)
        self.sent.append(Sent(kind, int(found[1]) if found else events, text, wrote))

    def leaks(self, log: Sequence[Any]) -> Iterator[str]:
        """What this viewer was told and could not know."""
        knowledge = Knowledge(log, self.viewer)
        commitments = {event.commitment.hex() for event in log if isinstance(event, Committed)}
        looked: set[tuple[int, str]] = set()
        written: dict[int, list[tuple[str, list[str]]]] = {}
        for sent in self.sent:
            if (sent.events, sent.text) in looked:
                continue
            looked.add((sent.events, sent.text))
            where = f"{self.name} ({sent.kind}, {sent.events} events)"
            yield from (f"{where}: {leak}" for leak in self._names(knowledge, sent))
            secrets = written.setdefault(
                sent.events, [(what, spellings(secret)) for what, secret in knowledge.secrets(sent.events)]
            )
            read = html.unescape(sent.text)
            for what, ways in secrets:
                yield from (f"{where}: {what}" for way in ways if way in sent.text or way in read)
            if "proof" not in sent.kind:
                keys = set(KEY.findall(sent.text)) - commitments
                yield from (f"{where}: an unknown key" for _ in keys)
            for seat in self._stakes(knowledge, sent):
                yield f"{where}: the stake of seat {seat}"

    def _stakes(self, knowledge: Knowledge, sent: Sent) -> Iterator[Seat]:
        """The seats whose hidden stake is told: its amount, which is nothing that is open besides."""
        text = KEY.sub("", sent.text)
        for seat, stake in knowledge.stakes(sent.events).items():
            amount = rf"(?<!\d){stake.amount}(?!\d)"
            alone = stake.amount >= UNMISTAKABLE and re.search(amount, text)
            told = alone or re.search(rf"{re.escape(self.names[seat])}(?!\d)[^<]{{0,3}}{amount}", text)
            if told and stake.amount not in knowledge.open_numbers(sent.events):
                yield seat

    def _names(self, knowledge: Knowledge, sent: Sent) -> Iterator[str]:
        text = html.unescape(without_constants(sent.text))
        own = names_in(sent.wrote)
        if sent.kind == "proof":
            shown = sum(isinstance(event, Revealed) for event in knowledge.log[: sent.events])
            if len(PROOF.findall(text)) > shown:
                yield "the proof of a round that is not over"
            text = PROOF.sub("", text)
        if sent.kind == "log":
            for number, part in SECTION.findall(text):
                named = names_in(part)
                self.named += len(named)
                yield from sorted(named - knowledge.in_round(int(number), sent.events))
            text = SECTION.sub("", text)
        named = names_in(text)
        self.named += len(named)
        yield from sorted(named - knowledge.after[sent.events] - own)
