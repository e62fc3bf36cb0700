"""What the terminal shows and asks in the domino games."""

from typing import Any

from wcwidth import width

from homestretch.fives.decide import legal_moves, placements
from homestretch.fives.events import Drew, MatchWon, Settled
from homestretch.fives.moves import Draw, Move, Play, Stop, parse_move
from homestretch.fives.state import State
from homestretch.i18n.explain import award_line, sum_text
from homestretch.i18n.narrate import side_name
from homestretch.kit.hidden import known
from homestretch.kit.message import Message, Refusal, refuse, say
from homestretch.kit.numbers import read_whole
from homestretch.kit.seat import Seat, Viewer
from homestretch.render import SMALL, draw
from homestretch.render import Drawing as Picture
from homestretch.table.events import Event
from homestretch.table.guide import domino_lessons, domino_lessons_of_the_end
from homestretch.table.words import domino_rule_now, domino_rules, in_words

from .session import Session
from .width import broken, pad

TRACK = 30
"""Columns of the score track."""

AROUND = 5
"""Rows of a page that belong to its title, its legend and its question."""

LOWEST = 9
"""No layout is drawn into fewer rows, however low the screen is."""

FEWEST_NEWS = 4
"""So many lines of news are always shown."""

ROOMY = 34
"""Rows from which on scores are shown on tracks of their own."""


class Dominoes:
    """The presenter of the Fives family."""

    def __init__(self, session: Session, *, guide: bool) -> None:
        self.session = session
        self.screen = session.screen
        self.speak = session.speak
        self.guide = guide
        self.taught: set[tuple[Seat, str]] = set()
        self._small = 0
        self._said: dict[Viewer, tuple[int, tuple[int, ...]]] = {}

    # ---- what the session asks for

    def show(self, state: State, viewer: Viewer) -> None:
        """The layout, then the news and the score, which stay in sight also on a low screen."""
        lessons = [
            say(f"guide.{lesson}")
            for lesson in domino_lessons_of_the_end(state)
            if viewer is not None and self._is_new(state, viewer, lesson)
        ]
        self._page(state, viewer, [(self.speak(message), "cyan") for message in lessons])

    def show_turn(self, state: State, seat: Seat) -> None:
        """The page, then the hand and every legal move with what it would earn."""
        lessons = [say(f"guide.{lesson}") for lesson in self._lessons(state, seat) if self._is_new(state, seat, lesson)]
        tail = [(self.speak(message), "cyan") for message in lessons]
        moves = legal_moves(state, seat)
        tail += [(line, "bold") for line in self._hand(state, seat, moves)]
        options = (f"  {number:>2}  {self.speak(self._option(state, move))}" for number, move in enumerate(moves, 1))
        tail += [(line, "") for line in options]
        self._page(state, seat, tail)

    def forced(self, state: State, seat: Seat) -> Move | None:
        """The one legal move, where there is but one."""
        moves = legal_moves(state, seat)
        return moves[0] if len(moves) == 1 else None

    def choose(self, state: State, seat: Seat) -> Move | None:
        """Ask until one of the legal moves is named; None where a command has changed the page."""
        moves = legal_moves(state, seat)
        while True:
            completions = tuple(str(move) for move in moves)
            text = self.session.ask_turn(self.speak.say("play.choose", most=len(moves)), completions)
            if not text:
                self._said.pop(seat, None)
                return None
            if self.session.command(text, seat):
                return None
            choice = read_choice(state, moves, text)
            if not isinstance(choice, Refusal):
                self.taught.update((seat, lesson) for lesson in self._lessons(state, seat))
                return choice
            self.screen.line(self.speak(choice), "bold red")

    def pause_after(self, event: Event) -> bool:
        """A settlement and a match's end are read before anything goes on."""
        return isinstance(event, Settled | MatchWon)

    def animate(self, event: Event, state: Any) -> bool:
        """Nothing moves: everything is told at the next page."""
        return False

    def help_now(self, state: State, seat: Seat) -> tuple[Message, ...]:
        """The rules in force: of the game, then of this move."""
        return (*domino_rules(state.rules), *domino_rule_now(state, seat))

    # ---- the page

    def _page(self, state: State, viewer: Viewer, tail: list[tuple[str, str]]) -> None:
        """A new page: the title, the layout in whatever height is left, and below it all that is read first."""
        above = [(line, "") for line in self._others(state, viewer)]
        tail = [(line, "bold") for line in self._scores(state, viewer)] + tail
        room = self.screen.height - AROUND - LOWEST - self._rows(above + tail)
        news = [(line, "") for line in self._latest(self.session.news(viewer), room)]
        below = above + news + tail
        rows = self._rows(below)
        self.screen.fresh()
        if not self.screen.plain or self._said.get(viewer, (0, ()))[0] != state.round:
            self.screen.line(self._title(state), "bold")
        self._board(state, self.screen.height - rows - AROUND)
        for line, style in below:
            self.screen.line(line, style)
        self._said[viewer] = (state.round, state.scores)

    def _rows(self, lines: list[tuple[str, str]]) -> int:
        return sum(len(broken(line, self.screen.width, 2)) for line, _ in lines)

    def _latest(self, news: list[str], room: int) -> list[str]:
        """The news, or where the screen is too low the latest of them; ``log`` tells the others."""
        most = max(room, FEWEST_NEWS)
        if self.screen.plain or len(news) <= most:
            return news
        return [self.speak.say("play.earlier", n=len(news) - most + 1), *news[len(news) - most + 1 :]]

    def _title(self, state: State) -> str:
        game = self.speak.say(f"game.{self.session.table.game}")
        return self.speak.say("play.head", title=game, round=state.round, target=state.rules.target)

    def _scores(self, state: State, viewer: Viewer) -> list[str]:
        """Every side's score: on tracks, or in a line where there is no room; in plain lines only if it has changed."""
        names = [self.speak(side_name(state.rules, side)) for side in range(state.rules.sides)]
        if self.screen.plain:
            if state.winners or self._said.get(viewer) == (state.round, state.scores):
                return []
            return [f"{name}: {score}" for name, score in zip(names, state.scores, strict=True)]
        if self.screen.height < ROOMY or self.screen.width < TRACK + 40:
            return [" · ".join(f"{name}: {score}" for name, score in zip(names, state.scores, strict=True))]
        widest = max(width(name) for name in names)
        return [
            f"{pad(name, widest)}  {track(score, state.rules.target)} {score:>4}"
            for name, score in zip(names, state.scores, strict=True)
        ]

    def _board(self, state: State, height: int) -> None:
        layout = state.layout
        if not layout.tiles:
            self.screen.line(self.speak.say("play.empty-table"))
        elif self.screen.plain:
            for message in in_words(layout):
                self.screen.line(self.speak(message))
        else:
            self.screen.drawing(self._picture(state, height))
            if state.round == 1:
                self.screen.line(self.speak.say("draw.legend"), "dim")

    def _others(self, state: State, viewer: Viewer) -> list[str]:
        """The total, the boneyard, and how many tiles the others hold."""
        parts = [self.speak.say("play.total", sum=sum_text(state.layout))] if state.layout.tiles else []
        parts += [
            self.speak.say(
                "play.holds-partner" if self._is_partner(state, seat, viewer) else "play.holds",
                seat=seat,
                tiles=say("count.tiles", n=len(hand)),
            )
            for seat, hand in enumerate(state.hands)
            if seat != viewer
        ]
        if state.rules.boneyard:
            parts.append(self.speak.say("play.boneyard", tiles=say("count.tiles", n=len(state.boneyard))))
        return [self.speak.say("play.others", parts=", ".join(parts))] if self.screen.plain else [" · ".join(parts)]

    def _is_partner(self, state: State, seat: Seat, viewer: Viewer) -> bool:
        return viewer is not None and seat != viewer and state.rules.side_of(seat) == state.rules.side_of(viewer)

    def _picture(self, state: State, height: int) -> Picture:
        """The layout; once its tiles had to be drawn small they stay small to the end of the round."""
        small = SMALL if self._small == state.round else None
        picture = draw(state.layout, self.screen.width, max(height, LOWEST), scale=small)
        if picture.arrangement is not None and picture.arrangement.scale == SMALL:
            self._small = state.round
        return picture

    def _hand(self, state: State, seat: Seat, moves: tuple[Move, ...]) -> list[str]:
        """The hand, with brackets around the tiles that fit, and why the turn is a special one."""
        fitting = {move.tile for move in moves if isinstance(move, Play)}
        tiles = sorted(known(state.hands[seat]))
        if self.screen.plain:
            texts = [str(tile) for tile in tiles]
        else:
            texts = [f"[{tile.low}|{tile.high}]" if tile in fitting else f" {tile.low}|{tile.high} " for tile in tiles]
        lines = [self.speak.say("play.hand", seat=seat, tiles=" ".join(texts))]
        if state.drawn is not None:
            lines.append(self.speak.say("play.must-place-drawn", tile=state.drawn))
        elif state.goes_on:
            lines.append(self.speak.say("play.goes-on", seat=seat))
        return lines

    def _option(self, state: State, move: Move) -> Message:
        match move:
            case Play():
                after = state.layout.join(move.tile, move.host)
                line = award_line(after, state.rules)
                if move.host is None:
                    return say("play.option-open", tile=move.tile, award=line)
                return say("play.option-join", tile=move.tile, host=move.host, award=line)
            case Stop():
                return say("play.option-stop")
            case Draw():
                return say("play.option-draw")
            case _:
                return say("play.option-pass")

    # ---- the guide through a first round

    def _lessons(self, state: State, seat: Seat) -> tuple[str, ...]:
        drew = any(isinstance(event, Drew) and event.seat == seat for event, _ in self.session.story)
        due = domino_lessons(state, seat, drew=drew)
        return due if self.screen.plain or state.drawn is not None else (*due, "brackets")

    def _is_new(self, state: State, seat: Seat, lesson: str) -> bool:
        """Whether a newcomer should hear this now; nothing is taught after the first round."""
        return self.guide and state.round == 1 and (seat, lesson) not in self.taught


def track(score: int, target: int) -> str:
    """A score as a peg on its track.

    >>> track(0, 61) == "·" * TRACK, track(61, 61)[-1], track(-5, 250)[0]
    (True, '●', '◌')
    """
    at = max(0, min(TRACK, score * TRACK // target))
    if at:
        return "━" * (at - 1) + "●" + "·" * (TRACK - at)
    return ("◌" if score < 0 else "·") + "·" * (TRACK - 1)


def read_choice(state: State, moves: tuple[Move, ...], text: str) -> Move | Refusal:
    """The move that a person means: the number of an option, a move in notation, or a tile that fits in one way."""
    number = read_whole(text)
    if number is not None and 1 <= number <= len(moves):
        return moves[number - 1]
    move = parse_move(text)
    if isinstance(move, Play) and move.host is None and state.layout.tiles:
        fitting = [play for play in placements(state.layout, move.tile) if play in moves]
        if len(fitting) == 1:
            return fitting[0]
    if isinstance(move, Refusal):
        return refuse("play.no-choice", text=text, most=len(moves), example=moves[-1])
    return move
