"""What the terminal shows and asks in the card race."""

import time
from collections.abc import Iterator

from homestretch.kit.card import SUITS, Suit
from homestretch.kit.message import Message, Refusal, refuse, say
from homestretch.kit.seat import Seat, Viewer
from homestretch.race.decide import suggest
from homestretch.race.events import Locked, MeetingWon, Paid, Turned, Won
from homestretch.race.moves import TURN, Announce, Move, Stake, parse_move
from homestretch.race.odds import bank_edge, chances
from homestretch.race.ruleset import FINISH
from homestretch.race.state import Phase, State
from homestretch.table.events import Event

from .session import Session


class Race:
    """The presenter of the card race; ``pace`` is the time in seconds between two cards."""

    def __init__(self, session: Session, *, guide: bool, pace: float) -> None:
        self.session = session
        self.screen = session.screen
        self.speak = session.speak
        self.guide = guide
        self.pace = pace
        self.taught: set[tuple[Seat, str]] = set()

    # ---- what the session asks for

    def show(self, state: State, viewer: Viewer) -> None:
        """Balances, news, and the track."""
        self.screen.fresh()
        self._head(state)
        self.session.news(viewer)
        if any(state.positions) or not self.screen.plain:
            self.screen.line()
            self._lanes(state)

    def forced(self, state: State, seat: Seat) -> Move | None:
        """Turning a card leaves no choice; the odds of a bank and the horse of a backer always do."""
        return TURN if state.phase is Phase.RACE and seat == state.banker else None

    def choose(self, state: State, seat: Seat) -> Move | None:
        """Show the page, and ask the bank for its odds or a backer for a stake."""
        self.show(state, seat)
        for message in self._lessons(state, seat):
            self.screen.line(self.speak(message), "cyan")
        self._chances(state)
        if state.phase is Phase.ANNOUNCE:
            return self._ask_bank(state, seat)
        return self._ask_stake(state, seat)

    def pause_after(self, event: Event) -> bool:
        """A settlement is read before anything goes on."""
        return isinstance(event, Paid | MeetingWon)

    def animate(self, event: Event, state: State) -> bool:
        """The race is seen card by card."""
        if isinstance(event, Locked):
            self.session.news(self.session.holder)
            self._wait(4)
            return True
        if not isinstance(event, Turned | Won):
            return False
        if isinstance(event, Turned) and not self.screen.plain:
            self.screen.fresh()
            self._head(state)
            self.screen.line()
            self._lanes(self.session.shown(state))
        for message in self.session.messages(event, state, self.session.holder):
            self.screen.line(self.speak(message))
        self._wait(1 if isinstance(event, Turned) else 3)
        return True

    def help_now(self, state: State, seat: Seat) -> tuple[Message, ...]:
        """The rules in force: of this move, then of the game."""
        now = "rule.race-bank" if seat == state.banker else "rule.race-stake"
        rules = ("rule.race-move", "rule.race-track", "rule.race-pay", "rule.race-meeting")
        return (say(now, limit=state.limit), *(say(code) for code in rules))

    def _wait(self, times: int) -> None:
        if self.pace:
            time.sleep(self.pace * times)

    # ---- the page

    def _head(self, state: State) -> None:
        title = self.speak.say("game.card-race")
        self.screen.line(
            self.speak.say("play.race-head", title=title, race=state.race, races=state.rules.players), "bold"
        )
        for seat, tokens in enumerate(state.balances):
            code = "play.race-bank" if seat == state.banker else "play.race-balance"
            self.screen.line("  " + self.speak.say(code, seat=seat, tokens=say("count.tokens", n=tokens)))

    def _lanes(self, state: State) -> None:
        """The four horses on their way, or a line for each where nothing may be drawn."""
        odds = chances(state.counts, state.positions) if state.track else {}
        for suit, position in zip(SUITS, state.positions, strict=True):
            chance = self.speak.percent(float(odds.get(suit, 0)))
            backers = self._backers(state, suit)
            if self.screen.plain:
                code = "play.race-position-backed" if backers else "play.race-position"
                line = self.speak.say(
                    code, suit=suit, position=position, finish=FINISH, chance=chance, backers=", ".join(backers)
                )
                self.screen.line(line)
            else:
                style = "bold red" if suit in (Suit.HEARTS, Suit.DIAMONDS) else "bold"
                self.screen.line(f"{lane(suit, position)}  {chance:>7}  {', '.join(backers)}", style)
        if not self.screen.plain:
            self.screen.line(track_line(state), "dim")
        if state.winner is not None:
            self.screen.line(self.speak.say("play.race-winner", suit=state.winner), "bold")

    def _backers(self, state: State, suit: Suit) -> list[str]:
        """Who has a known stake on this horse, and how much."""
        return [
            self.speak.say("play.race-backer", seat=seat, amount=stake.amount)
            for seat, stake in enumerate(state.stakes)
            if isinstance(stake, Stake) and stake.suit is suit
        ]

    def _chances(self, state: State) -> None:
        odds = chances(state.counts)
        heads = ["odds.suit", "odds.track", "odds.chance"]
        prices = state.prices
        rows = []
        for suit, count in zip(SUITS, state.counts, strict=True):
            row = [f"{suit.symbol} {self.speak.value(suit)}", str(count), self.speak.percent(float(odds[suit]))]
            if prices:
                edge = self.speak.percent(float(-bank_edge(odds[suit], prices[count])))
                row += [f"{prices[count]}:1", edge]
            rows.append(row)
        if prices:
            heads += ["odds.offered", "play.your-edge"]
        self.screen.table([self.speak.say(head) for head in heads], rows)

    # ---- questions

    def _ask_bank(self, state: State, seat: Seat) -> Move | None:
        best = suggest(state)
        self.screen.line(self.speak.say("play.bank", seat=seat, suggestion=str(best)), "bold")
        text = self.session.ask(self.speak.say("play.bank-prompt"), (str(best),))
        if not text:
            return best
        if self.session.command(text, seat):
            return None
        move = parse_move(text)
        if isinstance(move, Announce):
            return move
        self._refused(refuse("play.no-bank", text=text, suggestion=str(best)))
        return None

    def _ask_stake(self, state: State, seat: Seat) -> Move | None:
        most = min(state.limit, state.balances[seat])
        question = "play.stake" if most > 1 else "play.stake-one"
        self.screen.line(self.speak.say(question, seat=seat, tokens=say("count.tokens", n=most)), "bold")
        text = self.session.ask(self.speak.say("play.stake-prompt" if most > 1 else "play.stake-prompt-one"))
        if not text or self.session.command(text, seat):
            return None
        move = parse_move(self._in_notation(text))
        if isinstance(move, Stake):
            return move
        self._refused(refuse("play.no-stake", text=text))
        return None

    def _in_notation(self, text: str) -> str:
        """A stake in the language of the table (its suit's name or the start of it) as the notation has it."""
        name = text.rstrip("0123456789").strip().lower()
        amount = text[len(text.rstrip("0123456789")) :] or "1"
        for suit in SUITS:
            if name and self.speak.value(suit).lower().startswith(name):
                return f"{suit.value} {amount}"
        return f"{name} {amount}"

    def _refused(self, refusal: Refusal) -> None:
        self.session.ask(f"{self.speak(refusal)} {self.speak.say('play.enter')}")

    # ---- the guide through a first race

    def _lessons(self, state: State, seat: Seat) -> Iterator[Message]:
        if not self.guide or state.race > 1:
            return
        lesson = "race-bank" if state.phase is Phase.ANNOUNCE else "race-stake"
        if (seat, lesson) not in self.taught:
            self.taught.add((seat, lesson))
            yield say(f"guide.{lesson}")


def lane(suit: Suit, position: int) -> str:
    """A horse on its lane: positions 0 to 7, the line, and 8 behind it.

    >>> lane(Suit.SPADES, 2)
    '  ♠  ────────A♠  ·   ·   ·   ·   ·   ┃   '
    >>> lane(Suit.SPADES, 8)
    '  ♠  ────────────────────────────────┃A♠ '
    """
    horse = f"A{suit.symbol}"
    if position == FINISH:
        return f"  {suit.symbol}  {'────' * FINISH}┃{horse} "
    return f"  {suit.symbol}  {'────' * position}{horse}{'  · ' * (FINISH - 1 - position)}  ┃   "


def track_line(state: State) -> str:
    """The track cards under their positions."""
    return "     " + " " * 3 + "".join(f"{card.pretty:>4}" for card in state.track)
