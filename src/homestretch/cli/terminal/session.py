"""A match at one keyboard: drives the table, lets the bots move, and asks the people."""

import hashlib
from collections.abc import Iterator
from typing import Any, Protocol

from homestretch.bots.simple import BOTS
from homestretch.i18n.narrate import tell
from homestretch.i18n.speaker import Speaker
from homestretch.i18n.texts import TEXTS
from homestretch.kit.chance import Stream
from homestretch.kit.message import Message, Refusal, say
from homestretch.kit.seat import SPECTATOR, Seat, Viewer
from homestretch.record.log import TookBack
from homestretch.record.redact import view
from homestretch.table.codec import fold
from homestretch.table.commands import Act, Answer, AskTakeback, BreakOff, Command, Contribute, Deal, Promise
from homestretch.table.events import BrokenOff, Event, TableEvent
from homestretch.table.handle import handle
from homestretch.table.table import Table, event_for, evolve

from .chance import Chance
from .saves import Save
from .screen import Screen, pad

COMMANDS = ("help", "undo", "log", "proof", "quit", "end")
"""What a person may always type; ``word.…`` holds the words for it."""


def words(speak: Speaker, name: str) -> frozenset[str]:
    """The words that mean this, in English and in the language of the table."""
    english = TEXTS[f"word.{name}"]
    return frozenset((*str(english).split(", "), *speak.say(f"word.{name}").lower().split(", ")))


class Leave(Exception):
    """The person leaves; the match is saved."""


class Presenter(Protocol):
    """What a family of games shows and asks."""

    def show(self, state: Any, viewer: Viewer) -> None:
        """Show the position as the viewer sees it."""
        ...

    def forced(self, state: Any, seat: Seat) -> Any:
        """The only thing that this seat may do; None where there is something to choose."""
        ...

    def choose(self, state: Any, seat: Seat) -> Any:
        """Ask the person in this seat for a move, or for one of the session's commands."""
        ...

    def pause_after(self, event: Event) -> bool:
        """Whether people should be given time to read after this event."""
        ...

    def animate(self, event: Event, state: Any) -> bool:
        """Show an event as it happens; False where telling it later is enough."""
        ...

    def help_now(self, state: Any, seat: Seat) -> tuple[Message, ...]:
        """The rules that are in force for this seat now."""
        ...


def retold(table: Table) -> Iterator[tuple[Event, Any]]:
    """Every event of a table's log with the state after it."""
    past = fold(table.log[:1])
    yield table.log[0], past.state
    for event in table.log[1:]:
        past = evolve(past, event)
        yield event, past.state


class Session:
    """The table, the story so far, and who has heard how much of it."""

    def __init__(
        self, screen: Screen, speak: Speaker, table: Table, save: Save | None, chance: Chance, *, shake: bool = False
    ) -> None:
        self.screen = screen
        self.speak = speak
        self.table = table
        self.save = save
        self.chance = chance
        self.shake = shake
        self.presenter: Presenter
        self.story = list(retold(table))
        self.heard: dict[Viewer, int] = dict.fromkeys((*table.persons, SPECTATOR), len(self.story))
        self.holder: Viewer = table.persons[0] if len(table.persons) == 1 else SPECTATOR
        self._streams: dict[Seat, Stream] = {}

    # ---- the course of the match

    def run(self) -> None:
        """Play until the match is over.

        Raises:
            Leave: The person wants to stop; everything is saved.
        """
        while not self.table.over:
            self._step()

    def _step(self) -> None:
        rules, state = self.table.rules, self.table.state
        if rules.awaits_round(state):
            self.do(Promise(self._random("round")))
        elif rules.awaits_deal(state):
            self._contribute()
            self.do(Deal())
        else:
            self._move(rules.actors(state)[0])

    def _contribute(self) -> None:
        for seat in self.table.persons:
            entropy = self._random("contribution", seat)
            if self.shake:
                promise = self.table.state.shuffle.commitment.hex()
                self.screen.line(self.speak.say("told.promised", commitment=promise))
                text = self.ask(self.speak.say("play.shake", seat=seat))
                entropy = hashlib.sha256(text.encode()).digest() if text else entropy
            self.do(Contribute(seat, entropy))

    def _random(self, *purpose: str | int) -> bytes:
        return self.chance("/".join(map(str, purpose)), len(self.table.log))

    def _move(self, seat: Seat) -> None:
        occupant = self.table.seats[seat]
        shown = view(self.table.rules, self.table.state, seat)
        if occupant is not None and occupant.kind == "bot":
            self.do(Act(seat, BOTS[occupant.level](shown, seat, self._stream(seat))))
            return
        move = self.presenter.forced(shown, seat)
        if move is None:
            self.hand_over(seat)
            move = self.presenter.choose(shown, seat)
        if move is not None and not self.do(Act(seat, move)):
            self.ask(self.speak.say("play.enter"))

    def _stream(self, seat: Seat) -> Stream:
        if seat not in self._streams:
            self._streams[seat] = Stream(self._random("bot", seat), b"choice")
        return self._streams[seat]

    def do(self, command: Command) -> bool:
        """Have the table decide a command; a refusal is said and changes nothing."""
        answer = handle(self.table, command)
        if isinstance(answer, Refusal):
            self.screen.line(self.speak(answer), "bold red")
            return False
        if self.save is not None:
            self.save.append(answer)
        for event in answer:
            self.table = evolve(self.table, event)
            self.story.append((event, self.table.state))
            if self.presenter.animate(event, self.table.state):
                self.heard = dict.fromkeys(self.heard, len(self.story))
        if any(self.presenter.pause_after(event) for event in answer):
            self.pause()
        return True

    # ---- what people see and say

    def pause(self) -> None:
        """Tell everyone the news and give them time to read."""
        self.presenter.show(self.shown(self.table.state), self.holder)
        self.screen.line()
        self.ask(self.speak.say("play.enter"))

    def shown(self, state: Any) -> Any:
        """A state as whoever holds the keyboard sees it."""
        return view(self.table.rules, state, self.holder)

    def hand_over(self, seat: Seat) -> None:
        """Let another person take the keyboard, with nothing of the last hand in sight."""
        if len(self.table.persons) > 1 and self.holder != seat:
            self.screen.hide()
            self.ask(self.speak.say("play.hand-over", seat=seat))
            self.holder = seat

    def news(self, viewer: Viewer) -> None:
        """Tell the viewer what has happened since they last heard."""
        for event, state in self.story[self.heard.get(viewer, 0) :]:
            for message in self.messages(event, state, viewer):
                self.screen.line(self.speak(message))
        self.heard[viewer] = len(self.story)

    def messages(self, event: Event, state: Any, viewer: Viewer) -> tuple[Message, ...]:
        """What an event means to a viewer; promises and seeds are told by ``proof`` alone."""
        if isinstance(event, TookBack):
            return (say("play.took-back"),)
        if isinstance(event, BrokenOff):
            return (say("told.broken-off"),)
        if isinstance(event, TableEvent):
            return ()
        shown = event_for(self.table, event, viewer)
        return tuple(
            message
            for message in tell(shown, view(self.table.rules, state, viewer))
            if message.code not in ("told.promised", "told.contributed", "told.revealed")
        )

    def ask(self, prompt: str, words: tuple[str, ...] = ()) -> str:
        """Ask for a line.

        Raises:
            Leave: The input ended, or the person interrupted it.
        """
        try:
            return self.screen.ask(prompt, words)
        except (EOFError, KeyboardInterrupt):
            raise Leave from None

    def command(self, text: str, seat: Seat) -> bool:
        """Whether the text was a command of the session, which has been carried out.

        Raises:
            Leave: The command was to leave.
        """
        match self.word(text):
            case "quit":
                raise Leave
            case "help":
                self._help(seat)
            case "undo":
                self._undo(seat)
            case "log":
                self._log(seat)
            case "proof":
                self._proof(seat)
            case "end":
                self._end()
            case _:
                return False
        return True

    def word(self, text: str) -> str | None:
        """The command that a word stands for, in English or in the language of the table."""
        wish = text.strip().lower()
        return next((name for name in COMMANDS if wish in words(self.speak, name)), None)

    def _help(self, seat: Seat) -> None:
        for message in self.presenter.help_now(view(self.table.rules, self.table.state, seat), seat):
            self.screen.line(self.speak(message))
        self.screen.line()
        for name in COMMANDS:
            self.screen.line(f"  {pad(self.speak.say(f'word.{name}'), 24)} {self.speak.say(f'word.{name}.means')}")
        self.ask(self.speak.say("play.enter"))

    def _undo(self, seat: Seat) -> None:
        if not self.do(AskTakeback(seat)):
            self.ask(self.speak.say("play.enter"))
            return
        while self.table.takeback is not None:
            asked = next(each for each in self.table.persons if each not in (seat, *self.table.takeback.agreed))
            self.hand_over(asked)
            reply = self.ask(self.speak.say("play.takeback", seat=asked, turn=seat))
            self.do(Answer(asked, self.yes(reply)))

    def yes(self, reply: str) -> bool:
        """Whether a reply means yes."""
        return reply.lower() in words(self.speak, "yes")

    def _log(self, viewer: Viewer) -> None:
        for event, state in self.story:
            for message in self.messages(event, state, viewer):
                self.screen.line(self.speak(message))
        self.ask(self.speak.say("play.enter"))

    def _proof(self, viewer: Viewer) -> None:
        for event, state in self.story:
            if not isinstance(event, TableEvent):
                shown = event_for(self.table, event, viewer)
                for message in tell(shown, view(self.table.rules, state, viewer)):
                    if message.code in ("told.promised", "told.contributed", "told.revealed"):
                        self.screen.line(self.speak(message))
        self.ask(self.speak.say("play.enter"))

    def _end(self) -> None:
        if self.yes(self.ask(self.speak.say("play.really-end"))):
            self.do(BreakOff())
