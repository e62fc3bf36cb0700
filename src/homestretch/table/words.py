"""What doors say of a table: a layout without a picture, and the rules that are in force."""

from collections.abc import Iterator
from typing import Final

from homestretch.fives.decide import may_stop
from homestretch.fives.layout import Layout
from homestretch.fives.ruleset import Drawing, GoingOn, Keeps, Ruleset, Settlement, Spinners
from homestretch.fives.state import State
from homestretch.kit.message import Message, say
from homestretch.kit.seat import Seat
from homestretch.race.state import Phase
from homestretch.race.state import State as RaceState
from homestretch.render.lines import lines

RACE_RULES: Final = ("rule.race-move", "rule.race-track", "rule.race-pay", "rule.race-meeting")


def in_words(layout: Layout) -> Iterator[Message]:
    """A layout for those who do not see it: its lines, what counts, and what is free."""
    yield from lines_in_words(layout)
    yield say("plain.ends", ends=tuple(say("plain.end", tile=end.tile, count=end.count) for end in layout.ends))
    places = dict.fromkeys((place.tile, place.pips, place.port.is_branch) for place in layout.places)
    yield say(
        "plain.places",
        places=tuple(
            say("plain.place-branch" if branch else "plain.place", pips=pips, tile=tile)
            for tile, pips, branch in places
        ),
    )


def lines_in_words(layout: Layout) -> Iterator[Message]:
    """Its lines alone: enough to count it by, and nothing that tells what it counts."""
    for line in lines(layout):
        tiles = tuple(
            say("plain.spinner", tile=f"{step.first}-{step.last}")
            if step.tile in layout.spinners
            else f"{step.first}-{step.last}"
            for step in line.steps
        )
        yield (
            say("plain.line", tiles=tiles) if line.start is None else say("plain.branch", tile=line.start, tiles=tiles)
        )


def domino_rule_now(state: State, seat: Seat) -> Iterator[Message]:
    """What binds this seat at this move."""
    if state.turn != seat:
        return
    if state.drawn is not None:
        yield say("rule.drawn", tile=state.drawn)
    elif may_stop(state):
        yield say("rule.may-stop")
    elif state.goes_on:
        yield say("rule.goes-on")
    elif not state.layout.tiles:
        yield say("rule.open")
    else:
        yield say("rule.must-place")


def domino_rules(rules: Ruleset) -> Iterator[Message]:
    """The game in a few sentences, as this ruleset has it."""
    yield say("rule.count")
    yield say("rule.spinners-all" if rules.spinners is Spinners.ALL else "rule.spinners-first")
    yield say("rule.award" if rules.unit == 1 else "rule.award-unit", unit=rules.unit)
    if rules.keeps == frozenset(Keeps):
        yield say("rule.keeps-choice" if rules.going_on is GoingOn.CHOICE else "rule.keeps")
    yield say("rule.knock" if rules.drawing is Drawing.NONE else "rule.draw")
    yield say("rule.bonus" if rules.settlement is Settlement.BONUS else "rule.deduction")
    yield say("rule.target", target=rules.target)


def race_rules(state: RaceState, seat: Seat | None) -> Iterator[Message]:
    """The card race in a few sentences, and what is due from this seat, where something is."""
    yield from rules_in_short(state)
    if state.phase is Phase.ANNOUNCE and seat == state.banker:
        yield say("rule.race-bank")
    elif state.phase is Phase.STAKE and seat in state.backers:
        yield say("rule.race-stake", limit=state.limit)


def rules_in_short(state: State | RaceState) -> Iterator[Message]:
    """The game in a few sentences, whatever it is."""
    if isinstance(state, State):
        yield from domino_rules(state.rules)
        return
    for code in RACE_RULES:
        yield say(code)
