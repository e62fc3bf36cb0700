"""A match at one keyboard: drives the table, lets the bots move, and asks the people."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from homestretch.bots.levels import find_bot
from homestretch.cli.common import NO, expect
from homestretch.i18n.narrate import tell
from homestretch.i18n.speaker import Speaker
from homestretch.i18n.texts import TEXTS
from homestretch.kit.chance import Committed, Stream
from homestretch.kit.message import Message, Refusal, say
from homestretch.kit.seat import SPECTATOR, Seat, Viewer
from homestretch.race.events import Staked
from homestretch.record.log import Step as Move
from homestretch.record.log import TookBack
from homestretch.record.redact import view
from homestretch.table.codec import fold
from homestretch.table.commands import Act, Answer, AskTakeback, BreakOff, Command, Contribute, Deal, Promise
from homestretch.table.events import BrokenOff, Event, TableEvent, TakebackDeclined
from homestretch.table.handle import handle
from homestretch.table.table import Table, event_for, evolve

from .chance import Chance
from .saves import Save
from .screen import Screen

COMMANDS = ("help", "undo", "log", "proof", "quit", "end")
"""What a person may always type; ``word.…`` holds the words for it."""

PROOF = ("told.promised", "told.contributed", "told.revealed")
"""What is told about the shuffles to those who ask for it."""


def words(speak: Speaker, name: str) -> frozenset[str]:
    """The words that mean this, in English and in the language of the table."""
    english = TEXTS[f"word.{name}"]
    return frozenset((*str(english).split(", "), *speak.say(f"word.{name}").lower().split(", ")))


class Leave(Exception):
    """The person leaves; the match is saved."""


class Presenter(Protocol):
    """What a family of games shows and asks."""

    def show(self, state: Any, viewer: Viewer) -> None:
        """Show the position and the news on a new page."""
        ...

    def show_turn(self, state: Any, seat: Seat) -> None:
        """Show a page with everything that this seat needs to choose."""
        ...

    def forced(self, state: Any, seat: Seat) -> Any:
        """The only thing that this seat may do; None where there is something to choose."""
        ...

    def choose(self, state: Any, seat: Seat) -> Any:
        """Ask the person in this seat for a move; None where the page has to be shown anew."""
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


def heard_until(story: Sequence[tuple[Event, Any]], seat: Seat) -> int:
    """How much of a story that goes on this seat has heard: all before its own last move, or before the deal."""
    return max(
        (
            at
            for at, (event, _) in enumerate(story)
            if isinstance(event, Committed) or (isinstance(event, Move | Staked) and event.seat == seat)
        ),
        default=0,
    )


class Session:
    """The table, the story so far, and who has heard how much of it.

    A person has heard the news once they have made their next move, or have read a pause; until then every page of
    theirs tells it again.
    """

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
        self.heard: dict[Viewer, int] = {seat: heard_until(self.story, seat) for seat in table.persons}
        self.heard[SPECTATOR] = len(self.story)
        self.holder: Viewer = table.persons[0] if len(table.persons) == 1 else SPECTATOR
        self._forced: set[int] = set()
        self._typed_ahead = ""
        self._streams: dict[Seat, Stream] = {}

    @property
    def shared(self) -> bool:
        """Whether several people sit at this keyboard."""
        return len(self.table.persons) > 1

    # ---- the course of the match

    def run(self) -> None:
        """Play until the match is over.

        Raises:
            Leave: The person wants to stop; everything is saved.
        """
        try:
            while not self.table.over:
                self._step()
        except KeyboardInterrupt:
            raise Leave from None
        finally:
            if self.shared:
                self.screen.hide()

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
            bot = expect(find_bot(occupant.level), NO)
            self.do(Act(seat, bot(shown, seat, self._stream(seat))))
            return
        forced = self.presenter.forced(shown, seat)
        if forced is not None:
            self._forced.add(len(self.story))
            self.do(Act(seat, forced))
            return
        self.hand_over(seat)
        self.presenter.show_turn(shown, seat)
        before = len(self.story)
        move = self.presenter.choose(shown, seat)
        while move is not None and not self.do(Act(seat, move)):
            move = self.presenter.choose(shown, seat)
        if move is not None:
            self.heard[seat] = max(self.heard[seat], before)

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
            if self.presenter.animate(event_for(self.table, event, self.holder), self.shown(self.table.state)):
                self.all_heard()
        if any(self.presenter.pause_after(event) for event in answer):
            self._pause()
        return True

    # ---- what people see and say

    def _pause(self) -> None:
        """Tell everyone the news and give them time to read."""
        if self.shared:
            self.screen.hide()
        self.presenter.show(self.shown(self.table.state), self.holder)
        self.enter()
        self.all_heard()

    def all_heard(self) -> None:
        """Note that everyone has heard everything."""
        self.heard = dict.fromkeys(self.heard, len(self.story))

    def shown(self, state: Any) -> Any:
        """A state as whoever holds the keyboard sees it."""
        return view(self.table.rules, state, self.holder)

    def hand_over(self, seat: Seat) -> None:
        """Let another person take the keyboard, with nothing of the last hand in sight."""
        if self.shared and self.holder != seat:
            self.screen.hide()
            self._typed_ahead = ""
            self.ask(self.speak.say("play.hand-over", seat=seat))
            self.holder = seat

    def news(self, viewer: Viewer) -> list[str]:
        """What has happened since the viewer last heard, in lines."""
        lines: list[str] = []
        for at, (event, state) in enumerate(self.story[self.heard[viewer] :], self.heard[viewer]):
            told = [self.speak(message) for message in self.messages(event, state, viewer)]
            if told and at in self._forced:
                told[-1] = f"{told[-1]} {self.speak.say('play.only-move')}"
            lines.extend(told)
        return lines

    def messages(self, event: Event, state: Any, viewer: Viewer) -> tuple[Message, ...]:
        """What an event means to a viewer; promises and seeds are told by ``proof`` alone."""
        match event:
            case TookBack():
                return (say("play.took-back"),)
            case TakebackDeclined():
                return (say("play.declined", seat=event.seat),)
            case BrokenOff():
                return (say("told.broken-off"),)
        return tuple(message for message in self._told(event, state, viewer) if message.code not in PROOF)

    def _told(self, event: Event, state: Any, viewer: Viewer) -> Iterator[Message]:
        if not isinstance(event, TableEvent):
            yield from tell(event_for(self.table, event, viewer), view(self.table.rules, state, viewer))

    def ask(self, prompt: str, completions: tuple[str, ...] = ()) -> str:
        """Ask for a line.

        Raises:
            Leave: The input ended, or the person interrupted it or wants to leave.
        """
        try:
            text = self.screen.ask(prompt, completions)
        except (EOFError, KeyboardInterrupt):
            raise Leave from None
        if text.lower() in words(self.speak, "quit"):
            raise Leave
        return text

    def ask_turn(self, prompt: str, completions: tuple[str, ...] = ()) -> str:
        """Ask for a move; what was typed at a pause before it answers.

        Raises:
            Leave: The person wants to leave.
        """
        text, self._typed_ahead = self._typed_ahead, ""
        return text or self.ask(prompt, completions)

    def enter(self) -> None:
        """Wait until the person has read the page; whatever they type already is their next choice.

        Raises:
            Leave: The person wants to leave.
        """
        self._typed_ahead = self.ask(self.speak.say("play.enter"))

    def agrees(self, prompt: str) -> bool:
        """Ask until the answer is yes or no.

        Raises:
            Leave: The person wants to leave.
        """
        while True:
            reply = self.ask(prompt).lower()
            if reply in words(self.speak, "yes"):
                return True
            if reply in words(self.speak, "no"):
                return False

    def command(self, text: str, seat: Seat) -> bool:
        """Whether the text was a command of the session, which has been carried out."""
        wish = text.lower()
        match next((name for name in COMMANDS if wish in words(self.speak, name)), None):
            case "help":
                self._help(seat)
            case "undo":
                self._undo(seat)
            case "log":
                self._log(seat)
            case "proof":
                self._proof(seat)
            case "end":
                self._end(seat)
            case _:
                return False
        return True

    def _help(self, seat: Seat) -> None:
        for name in COMMANDS:
            self.screen.line(f"  {self.speak.say(f'word.{name}')}: {self.speak.say(f'word.{name}.means')}")
        for message in self.presenter.help_now(view(self.table.rules, self.table.state, seat), seat):
            self.screen.line(self.speak(message))
        self.enter()

    def _undo(self, seat: Seat) -> None:
        if not self.do(AskTakeback(seat)):
            self.enter()
            return
        question = self.table.takeback
        if question is None:
            return
        first, state = self.story[question.to]
        more = sum(isinstance(event, Move) for event, _ in self.story[question.to + 1 :])
        for other in (each for each in self.table.persons if each != seat):
            if self.table.takeback is None:
                return
            self.hand_over(other)
            (what, *_) = self.messages(first, state, other)
            code = "play.takeback-more" if more else "play.takeback"
            prompt = self.speak.say(code, seat=other, turn=seat, what=what, moves=say("count.moves", n=more))
            self.do(Answer(other, self.agrees(prompt)))

    def _log(self, viewer: Viewer) -> None:
        """Tell the round that is being played once more."""
        begun = max((at for at, (event, _) in enumerate(self.story) if isinstance(event, Committed)), default=0)
        for event, state in self.story[begun:]:
            for message in self.messages(event, state, viewer):
                self.screen.line(self.speak(message))
        self.enter()

    def _proof(self, viewer: Viewer) -> None:
        for event, state in self.story:
            for message in self._told(event, state, viewer):
                if message.code in PROOF:
                    self.screen.line(self.speak(message))
        self.enter()

    def _end(self, seat: Seat) -> None:
        """Give the match up, if everyone at the keyboard wants that."""
        if not self.agrees(self.speak.say("play.really-end")):
            return
        for other in (each for each in self.table.persons if each != seat):
            self.hand_over(other)
            if not self.agrees(self.speak.say("play.agree-end", seat=other, turn=seat)):
                return
        self.do(BreakOff())
