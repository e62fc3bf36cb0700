"""What the terminal shows and asks in the card race."""

import time

from wcwidth import width

from homestretch.kit.card import SUITS, Suit
from homestretch.kit.message import Message, Refusal, refuse, say
from homestretch.kit.numbers import read_whole
from homestretch.kit.seat import Seat, Viewer
from homestretch.race.decide import suggest
from homestretch.race.events import Locked, MeetingWon, Paid, Turned, Won
from homestretch.race.moves import TURN, Announce, Move, Stake, parse_move
from homestretch.race.odds import bank_edge, chances
from homestretch.race.ruleset import FINISH
from homestretch.race.state import Phase, State
from homestretch.table.events import Event
from homestretch.table.words import race_rules

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
        self._titled: dict[Viewer, int] = {}

    # ---- what the session asks for

    def show(self, state: State, viewer: Viewer) -> None:
        """The horses on their way, then the news and the balances."""
        self._page(state, viewer)

    def show_turn(self, state: State, seat: Seat) -> None:
        """The page, then the chances and what this seat is asked."""
        self._page(state, seat)
        lesson = self._lesson(state)
        if self.guide and state.race == 1 and (seat, lesson) not in self.taught:
            self.screen.line(self.speak.say(f"guide.{lesson}"), "cyan")
        self._chances(state)

    def forced(self, state: State, seat: Seat) -> Move | None:
        """Turning a card leaves no choice; the odds of a bank and the horse of a backer always do."""
        return TURN if state.phase is Phase.RACE and seat == state.banker else None

    def choose(self, state: State, seat: Seat) -> Move | None:
        """Ask the bank for its odds, or a backer for a stake; None where a command has changed the page."""
        while True:
            text = self._ask_bank(state, seat) if state.phase is Phase.ANNOUNCE else self._ask_stake(state, seat)
            if text and self.session.command(text, seat):
                return None
            if not text and state.phase is Phase.STAKE:
                continue
            choice = read_bank(state, text) if state.phase is Phase.ANNOUNCE else self._read_stake(text)
            if not isinstance(choice, Refusal):
                self.taught.add((seat, self._lesson(state)))
                return choice
            self.screen.line(self.speak(choice), "bold red")

    def pause_after(self, event: Event) -> bool:
        """A settlement is read before anything goes on."""
        return isinstance(event, Paid | MeetingWon)

    def animate(self, event: Event, state: State) -> bool:
        """The race is seen card by card."""
        if isinstance(event, Locked):
            for line in self.session.news(self.session.holder):
                self.screen.line(line)
            self._wait(4)
            return True
        if not isinstance(event, Turned | Won):
            return False
        if isinstance(event, Turned) and not self.screen.plain:
            self.screen.fresh()
            self.screen.line(self._title(state), "bold")
            self._lanes(state)
        for message in self.session.messages(event, state, self.session.holder):
            self.screen.line(self.speak(message))
        self._wait(1 if isinstance(event, Turned) else 3)
        return True

    def help_now(self, state: State, seat: Seat) -> tuple[Message, ...]:
        """The rules in force: of the game, then of this move."""
        return tuple(race_rules(state, seat))

    def _wait(self, times: int) -> None:
        if self.pace:
            time.sleep(self.pace * times)

    # ---- the page

    def _page(self, state: State, viewer: Viewer) -> None:
        self.screen.fresh()
        if not self.screen.plain or self._titled.get(viewer) != state.race:
            self.screen.line(self._title(state), "bold")
        self._titled[viewer] = state.race
        if any(state.positions):
            self._lanes(state)
        for line in self.session.news(viewer):
            self.screen.line(line)
        balances = (
            self.speak.say(
                "play.race-bank" if seat == state.banker else "play.race-balance",
                seat=seat,
                tokens=say("count.tokens", n=tokens),
            )
            for seat, tokens in enumerate(state.balances)
        )
        self.screen.line((", " if self.screen.plain else " · ").join(balances), "bold")

    def _title(self, state: State) -> str:
        title = self.speak.say("game.card-race")
        return self.speak.say("play.race-head", title=title, race=state.race, races=state.races)

    def _lanes(self, state: State) -> None:
        """The four horses on their way and who backs them, or a line for each where nothing may be drawn."""
        odds = chances(state.counts, state.positions)
        below: list[str] = []
        for suit, position in zip(SUITS, state.positions, strict=True):
            chance = self.speak.percent(float(odds[suit]))
            backers = ", ".join(self._backers(state, suit))
            if self.screen.plain:
                code = "play.race-position-backed" if backers else "play.race-position"
                self.screen.line(
                    self.speak.say(code, suit=suit, position=position, finish=FINISH, chance=chance, backers=backers)
                )
                continue
            drawn = f"{lane(suit, position)}  {chance:>7}"
            if width(drawn) + 2 + width(backers) <= self.screen.width:
                drawn += f"  {backers}"
            elif backers:
                below.append(self.speak.say("play.race-backed", suit=suit, backers=backers))
            self.screen.line(drawn, "bold red" if suit in (Suit.HEARTS, Suit.DIAMONDS) else "bold")
        if not self.screen.plain:
            self.screen.line(track_line(state), "dim")
        for line in below:
            self.screen.line(line)
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
        """The chances beside the bank's odds: to a backer with their own edge, to the bank with its own."""
        odds = chances(state.counts)
        banks = state.phase is Phase.ANNOUNCE
        prices = suggest(state).prices if banks else state.prices
        heads = ["odds.suit", "odds.track", "odds.chance"]
        heads += ["play.suggested", "odds.edge"] if banks else ["odds.offered", "play.your-edge"]
        rows = []
        for suit, count in zip(SUITS, state.counts, strict=True):
            edge = bank_edge(odds[suit], prices[count])
            rows.append(
                (
                    f"{suit.symbol} {self.speak.value(suit)}",
                    str(count),
                    self.speak.percent(float(odds[suit])),
                    f"{prices[count]}:1",
                    self.speak.percent(float(edge if banks else -edge)),
                )
            )
        self.screen.table([self.speak.say(head) for head in heads], rows)

    # ---- questions

    def _lesson(self, state: State) -> str:
        return "race-bank" if state.phase is Phase.ANNOUNCE else "race-stake"

    def _ask_bank(self, state: State, seat: Seat) -> str:
        best = suggest(state)
        self.screen.line(self.speak.say("play.bank", seat=seat, prices=best.prices, limit=best.limit), "bold")
        return self.session.ask_turn(self.speak.say("play.bank-prompt", suggestion=_shortly(best)), (_shortly(best),))

    def _ask_stake(self, state: State, seat: Seat) -> str:
        most = min(state.limit, state.balances[seat])
        question = "play.stake" if most > 1 else "play.stake-one"
        self.screen.line(self.speak.say(question, seat=seat, tokens=say("count.tokens", n=most)), "bold")
        return self.session.ask_turn(self.speak.say("play.stake-prompt" if most > 1 else "play.stake-prompt-one"))

    def _read_stake(self, text: str) -> Move | Refusal:
        """A stake in notation, or with a suit by its name in the language of the table, or the start of that."""
        name = text.rstrip("0123456789").strip().lower()
        amount = text[len(text.rstrip("0123456789")) :] or "1"
        suits = [suit for suit in SUITS if name and self.speak.value(suit).lower().startswith(name)]
        move = parse_move(f"{suits[0] if len(suits) == 1 else name} {amount}")
        return move if isinstance(move, Stake) else refuse("play.no-stake", text=text)


def _shortly(move: Announce) -> str:
    """An announcement without its first word, which nobody needs to type."""
    return str(move).removeprefix("bank ")


def read_bank(state: State, text: str) -> Move | Refusal:
    """What a bank announces: by nothing what is suggested, by a number the largest stake, by five numbers the odds."""
    best = suggest(state)
    if not text:
        return best
    words = text.lower().removeprefix("bank").strip()
    limit = read_whole(words)
    if limit is not None:
        return Announce(best.prices, limit)
    odds = words if "max" in words else f"{words} max {best.limit}"
    move = parse_move(f"bank {odds}")
    return move if isinstance(move, Announce) else refuse("play.no-bank", text=text, suggestion=_shortly(best))


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
