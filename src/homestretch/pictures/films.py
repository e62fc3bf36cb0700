"""A round as a film: every placement with its sum and award, every horse's step, as everybody at the table saw it."""

from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

from msgspec.structs import replace

from homestretch.fives.events import Dealt, Drew, MatchWon, Played, Scored, Settled
from homestretch.fives.state import State as FivesState
from homestretch.i18n.explain import award_line
from homestretch.i18n.narrate import tell
from homestretch.i18n.speaker import Speaker
from homestretch.kit.card import SUITS
from homestretch.kit.chance import Committed, Contributed, Lotted, Revealed
from homestretch.kit.message import Message, Refusal, say
from homestretch.race.events import Laid, MeetingWon, Paid, Turned, Won
from homestretch.race.ruleset import FINISH
from homestretch.race.state import State as RaceState
from homestretch.record.exchange import Record
from homestretch.record.fives_record import FivesRecord
from homestretch.record.story import Told, story
from homestretch.record.verdict import Departure
from homestretch.render import Shape
from homestretch.render.film import BoardShot, Film, Shot, TrackShot, board_film, track_film
from homestretch.render.palette import Theme

from .stills import balances_line, scores_line

AnyShot = TypeVar("AnyShot", BoardShot, TrackShot)

MOVE: Final = 1.2
"""Seconds for a move."""

AWARD: Final = 2.2
"""Seconds for a placement that scores."""

SENTENCE: Final = 2.4
"""Seconds for a sentence of the beginning or the settlement."""

END: Final = 4.5
"""Seconds for the last picture, before the film begins anew."""

UNTOLD: Final = frozenset({"told.left", "told.left-nothing", "told.score", "told.balances"})
"""What a film leaves out: hands, and scores that can be read above the picture."""


def round_film(
    speak: Speaker, record: Record, number: int, *, theme: Theme = "light", shape: Shape = Shape.WIDE
) -> Film | Departure | Refusal:
    """The film of round ``number`` of a record, counted from 1; a departure tells what of it was against the rules."""
    told = story(record, number)
    if not isinstance(told, tuple):
        return told
    if isinstance(record, FivesRecord):
        title = speak.say("film.fives", game=record.game.key, round=number)
        shots = _longer(list(_fives(speak, title, told)))
        return board_film(shots, title=title, description=_in_words(shots), theme=theme, shape=shape)
    title = speak.say("film.race", game=record.game.key, round=number)
    steps = _longer(list(_race(speak, title, told)))
    return track_film(steps, title=title, description=_in_words(steps), theme=theme)


def _longer(shots: list[AnyShot]) -> list[AnyShot]:
    """The shots with time to read the last one."""
    last = shots.pop()
    shots.append(replace(last, shot=replace(last.shot, seconds=END)))
    return shots


def _in_words(shots: Sequence[BoardShot | TrackShot]) -> str:
    """Everything that is written under the pictures."""
    return "\n".join(each.shot.caption for each in shots)


def _fives(speak: Speaker, title: str, told: tuple[Told, ...]) -> Iterator[BoardShot]:
    draws = 0
    for number, each in enumerate(told):
        event, state = each.event, each.state
        following = told[number + 1] if number + 1 < len(told) else None
        match event:
            case Committed() | Contributed() | Lotted() | Scored() | Revealed():
                pass
            case Dealt():
                starts = speak.say("told.starts" if event.start_by == "lot" else "told.starts-out", seat=event.starter)
                yield _table(speak, state, f"{title}\n{starts}", SENTENCE)
            case Played():
                scored = following is not None and isinstance(following.event, Scored)
                after = following.state if following is not None and scored else state
                yield _table(speak, after, "\n".join(map(speak, _placement(event, state))), AWARD if scored else MOVE)
            case Drew():
                draws += 1
                if following is None or not isinstance(following.event, Drew):
                    yield _table(speak, state, speak.say("film.draws", seat=event.seat, n=draws), MOVE)
                    draws = 0
            case _:
                seconds = SENTENCE if isinstance(event, Settled | MatchWon) else MOVE
                for message in tell(event, state):
                    if message.code not in UNTOLD:
                        yield _table(speak, state, speak(message), seconds)


def _placement(event: Played, state: FivesState) -> Iterator[Message]:
    if event.host is None:
        yield say("told.opened", seat=event.seat, tile=event.tile)
    else:
        yield say("told.joined", seat=event.seat, tile=event.tile, host=event.host)
    yield award_line(state.layout, state.rules)


def _table(speak: Speaker, state: FivesState, caption: str, seconds: float) -> BoardShot:
    last = state.layout.tiles[-1] if state.layout.tiles else None
    return BoardShot(Shot(scores_line(speak, state), caption, seconds), state.layout, last)


def _race(speak: Speaker, title: str, told: tuple[Told, ...]) -> Iterator[TrackShot]:
    for each in told:
        event, state = each.event, each.state
        match event:
            case Laid(again=False):
                banker = speak.say("draw.race", race=state.race, banker=event.banker)
                yield _track(speak, state, f"{title}\n{banker}", SENTENCE)
            case Turned():
                suit = event.card.suit
                position = state.positions[SUITS.index(suit)]
                if position < FINISH:
                    yield _track(
                        speak, state, speak.say("web.horse-at", suit=suit, position=position, finish=FINISH), MOVE
                    )
            case Won():
                yield _track(speak, state, speak.say("play.race-winner", suit=event.suit), SENTENCE)
            case Paid():
                *_, bank = tell(event, state)
                yield _track(speak, state, speak(bank), SENTENCE)
            case MeetingWon():
                for message in tell(event, state):
                    if message.code not in UNTOLD:
                        yield _track(speak, state, speak(message), SENTENCE)


def _track(speak: Speaker, state: RaceState, caption: str, seconds: float) -> TrackShot:
    shot = Shot(balances_line(speak, state), caption, seconds)
    return TrackShot(shot, state.track, state.positions, state.winner)
