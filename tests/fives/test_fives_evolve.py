"""Applying events, layouts, secrets and the protocol's methods."""

from typing import Any, cast

import pytest
from msgspec import Struct
from msgspec.structs import replace

from helpers import GAMES, SEVEN_ROCKS, fold, go, lay, m, named, pledge, t, table, ts
from homestretch.fives.decide import ends_round
from homestretch.fives.events import Dealt, Drew, Event, MatchWon, Passed, Played, Scored, Settled, Stopped
from homestretch.fives.evolve import evolve
from homestretch.fives.layout import BRANCHES, HALVES, LINE, Joint, Layout, Port
from homestretch.fives.match import Fives
from homestretch.fives.moves import DRAW, PASS, STOP, Play
from homestretch.fives.ruleset import Ruleset, Spinners
from homestretch.fives.secrets import redact, view
from homestretch.fives.state import Phase, new
from homestretch.games import horse_race
from homestretch.kit.chance import Committed, Contributed, Lotted, Revealed
from homestretch.kit.hidden import HIDDEN
from homestretch.kit.message import Refusal, refuse
from homestretch.kit.seat import SPECTATOR

RULES = horse_race()
SEED = bytes(range(32))


class Surprise(Struct, frozen=True, tag=True):
    """An event that no domino game knows."""

    tile: str


UNKNOWN = cast("Event", Surprise("6-6"))


# evolve


def test_an_unknown_event_is_not_applied() -> None:
    with pytest.raises(TypeError, match="Surprise"):
        evolve(new(RULES), UNKNOWN)


@pytest.mark.parametrize("event", [Contributed(0, b"x"), Revealed(SEED)])
def test_chance_that_was_never_promised_is_not_applied(event: Event) -> None:
    with pytest.raises(TypeError, match=type(event).__name__):
        evolve(new(RULES), event)


def test_a_deal_clears_what_the_round_before_left() -> None:
    over = go(table(RULES, "1-2", "5-6", layout="1-1", scores=(3, 4)), "0 1-2@1-1").state
    assert over.shown
    dealt = evolve(over, Dealt(1, "lot", (ts("0-0"), ts("1-1")), ts("2-2")))
    assert dealt == replace(table(RULES, "0-0", "1-1", boneyard="2-2", turn=1, scores=over.scores), starter=1, round=2)


def test_a_drawn_tile_joins_the_hand_and_leaves_the_boneyard_s_end() -> None:
    state = table(RULES, "0-0", "1-1", boneyard="2-2 3-3", layout="5-6", goes_on=True)
    after = evolve(state, Drew(0, t("3-3"), fits=False))
    assert (after.hands[0], after.boneyard, after.drawn, after.goes_on) == (ts("0-0 3-3"), ts("2-2"), None, False)
    assert evolve(state, Drew(0, t("3-3"), fits=True)).drawn == t("3-3")


@pytest.mark.parametrize("event", [Passed(1), Stopped(1)])
def test_a_pass_or_a_stop_hands_the_turn_on(event: Event) -> None:
    after = evolve(table(RULES, "0-0", "1-1", layout="5-6", turn=1, goes_on=True), event)
    assert (after.turn, after.goes_on) == (0, False)


def test_a_settlement_opens_what_it_shows() -> None:
    state = replace(table(RULES, "0-0", "1-1", layout="5-6"), hands=((HIDDEN,), (HIDDEN,)))
    after = evolve(state, Settled(None, ((1, ts("1-1")),), (), ()))
    assert after.hands == ((HIDDEN,), ts("1-1"))
    assert (after.shown, after.phase, after.turn, after.leader) == ((1,), Phase.ROUND, None, None)


def test_a_revealed_seed_ends_a_round_that_is_given_up_but_not_a_match_that_goes_on() -> None:
    promised = fold(new(RULES), [pledge(SEED)])
    assert evolve(promised, Revealed(SEED)).phase is Phase.OVER
    settled = replace(promised, phase=Phase.ROUND)
    assert evolve(settled, Revealed(SEED)).phase is Phase.ROUND
    won = replace(promised, phase=Phase.OVER, winners=(1,))
    assert evolve(won, Revealed(SEED)).winners == (1,)


@pytest.mark.parametrize(
    ("events", "over"),
    [
        ((Played(0, t("0-0"), None, goes_on=True),), False),
        ((Scored(0, 0, 5, 1),), False),
        ((Passed(0),), False),
        ((Settled(0, (), (), ()),), True),
        ((Scored(0, 0, 5, 1), MatchWon((0,))), True),
        ((Settled(0, (), (), ()), Revealed(SEED)), True),
    ],
)
def test_ends_round(events: tuple[Event, ...], over: bool) -> None:
    assert ends_round(events) is over


# layouts


def test_ports() -> None:
    assert (*HALVES, *LINE, *BRANCHES) == tuple(Port)
    assert [port for port in Port if port.is_branch] == list(BRANCHES)


def test_the_first_free_port_is_taken() -> None:
    layout = lay("5-5 2-5@5-5 3-5@5-5 4-5@5-5 1-5@5-5")
    assert layout.joints == (
        Joint(t("5-5"), Port.LINE_A, t("2-5"), Port.HIGH),
        Joint(t("5-5"), Port.LINE_B, t("3-5"), Port.HIGH),
        Joint(t("5-5"), Port.BRANCH_A, t("4-5"), Port.HIGH),
        Joint(t("5-5"), Port.BRANCH_B, t("1-5"), Port.HIGH),
    )
    assert layout.joined[t("5-5")] == (Port.LINE_A, Port.LINE_B, Port.BRANCH_A, Port.BRANCH_B)


def test_the_half_that_joins() -> None:
    assert [joint.port for joint in lay("1-4 4-6@1-4 0-1@1-4").joints] == [Port.LOW, Port.HIGH]
    assert [joint.host_port for joint in lay("1-4 4-6@1-4 0-1@1-4").joints] == [Port.HIGH, Port.LOW]


def test_an_empty_table_takes_every_tile() -> None:
    empty = Layout(Spinners.ALL)
    assert all(empty.fits(tile) for tile in RULES.tiles)
    assert (empty.places, empty.ends, empty.total, empty.open_pips) == ((), (), 0, frozenset())
    assert empty.hosts(t("0-0")) == ()


def test_fits_and_hosts_agree() -> None:
    layout = lay("1-4 1-1@1-4 4-4@1-4 3-4@4-4")
    for tile in set(RULES.tiles) - set(layout.tiles):
        assert layout.fits(tile) == bool(layout.hosts(tile))


def test_what_does_not_fit_cannot_be_joined() -> None:
    with pytest.raises(StopIteration):
        lay("1-4").join(t("2-3"), t("1-4"))


def test_layouts_are_values() -> None:
    one, other = lay("1-4 4-4@1-4"), lay("1-4 4-4@1-4")
    assert one.total == 9
    assert one == other, "what was computed on the way does not count"
    assert hash(one) == hash(other)
    assert one != lay("1-4 4-4@1-4", Spinners.FIRST)


# secrets


def test_an_unknown_event_is_shown_to_nobody() -> None:
    for viewer in (0, 1, SPECTATOR):
        with pytest.raises(TypeError, match="Surprise"):
            redact(UNKNOWN, viewer)


OPEN: list[Event] = [
    Contributed(0, b"x"),
    Lotted(0, (((0, 6), (1, 2)),)),
    Played(0, t("5-5"), None, goes_on=True),
    Scored(0, 0, 10, 2),
    Passed(0),
    Stopped(0),
    Settled(0, ((1, ts("1-1")),), (0,), ()),
    MatchWon((0,)),
    Revealed(SEED),
]


@pytest.mark.parametrize("event", OPEN, ids=lambda event: type(event).__name__)
def test_what_happens_in_the_open_is_seen_by_all(event: Event) -> None:
    assert all(redact(event, viewer) == event for viewer in (0, 1, SPECTATOR))


def test_a_seed_is_seen_by_nobody() -> None:
    event = pledge(SEED)
    assert all(redact(event, viewer) == Committed(event.commitment, None) for viewer in (0, 1, SPECTATOR))


def test_a_deal_is_seen_by_each_seat_for_itself() -> None:
    event = Dealt(1, "lot", (ts("0-0 0-1"), ts("1-1 1-2")), ts("2-2 2-3 2-4"))
    both, bones = (HIDDEN, HIDDEN), (HIDDEN,) * 3
    assert redact(event, 0) == Dealt(1, "lot", (ts("0-0 0-1"), both), bones)
    assert redact(event, 1) == Dealt(1, "lot", (both, ts("1-1 1-2")), bones)
    assert redact(event, SPECTATOR) == Dealt(1, "lot", (both, both), bones)


@pytest.mark.parametrize("fits", [True, False])
def test_a_draw_is_seen_by_who_draws(fits: bool) -> None:
    event = Drew(1, t("1-4"), fits)
    assert redact(event, 1) is event
    assert redact(event, 0) == redact(event, SPECTATOR) == Drew(1, HIDDEN, fits)


def test_a_drawn_tile_in_the_state() -> None:
    state = go(table(RULES, "0-0", "1-1", boneyard="2-2 5-6", layout="6-6"), "0 +").state
    assert view(state, 0).drawn == t("5-6")
    assert view(state, 1).drawn == view(state, SPECTATOR).drawn == HIDDEN
    assert view(state, 1).hands == ((HIDDEN, HIDDEN), ts("1-1"))


# the protocol's methods


@pytest.mark.parametrize("rules", GAMES, ids=named)
def test_a_round_through_the_protocol(rules: Ruleset) -> None:
    game = Fives(rules)
    state = game.new()
    assert (game.players, state.phase, game.actors(state)) == (rules.players, Phase.ROUND, ())
    assert game.awaits_round(state)
    assert not game.awaits_deal(state)
    assert game.break_off(state) == (), "there is nothing to show"
    assert game.deal(state) == Refusal("round.not-promised")

    promised = game.open_round(state, SEED)
    assert promised == (pledge(SEED),)
    state = game.evolve(state, pledge(SEED))
    assert game.awaits_deal(state)
    assert not game.awaits_round(state)
    assert game.break_off(state) == (Revealed(SEED),)
    assert game.contribute(state, 1, b"mine") == (Contributed(1, b"mine"),)
    state = game.evolve(state, Contributed(1, b"mine"))

    events = game.deal(state)
    assert not isinstance(events, Refusal)
    for event in events:
        assert game.redact(event, SPECTATOR) == redact(event, SPECTATOR)
        state = game.evolve(state, event)
    (seat,) = game.actors(state)
    assert seat == state.starter
    assert not game.awaits_deal(state)
    assert not game.awaits_round(state)
    assert len(game.legal_moves(state, seat)) == rules.hand
    assert game.legal_moves(state, (seat + 1) % rules.players) == ()
    decision = game.decide(state, seat, game.legal_moves(state, seat)[0])
    assert not isinstance(decision, Refusal)
    assert isinstance(game.decide(state, seat, m("pass")), Refusal)
    assert game.view(state, seat) == view(state, seat)
    assert game.winners(state) == ()
    assert game.break_off(state) == (Revealed(SEED),)


def test_what_a_player_can_mean() -> None:
    game = Fives(RULES)
    assert not any(game.move_fault(m(text)) for text in ("1-4", "1-4@4-4", "+", "pass", "stop"))
    assert all(game.move_fault(value) == refuse("table.other-game") for value in ("pass", None, t("1-4"), Passed(0)))
    assert game.move_fault(m("+1-4")) == refuse("draw.named")


def test_the_end_of_a_round_shows_its_seed() -> None:
    game = Fives(RULES)
    state = replace(table(RULES, "1-2", "5-6"), shuffle=fold(new(RULES), [pledge(SEED)]).shuffle)
    course = go(state, "0 1-2")
    assert course.kinds == ["Played", "Settled", "Revealed"]
    assert course.only(Revealed).seed == SEED
    assert game.awaits_round(course.state)
    assert game.break_off(course.state) == ()
    assert course.state.shuffle is not None
    assert course.state.shuffle.revealed


def test_the_end_of_a_match_shows_its_seed() -> None:
    game = Fives(RULES)
    promised = fold(new(RULES), [pledge(SEED)]).shuffle
    state = replace(table(RULES, "5-5 0-1", "5-6", scores=(60, 0)), shuffle=promised)
    course = go(state, "0 5-5")
    assert course.kinds == ["Played", "Scored", "MatchWon", "Revealed"]
    assert game.winners(course.state) == (0,)
    assert game.break_off(course.state) == ()
    assert game.actors(course.state) == ()
    assert course.state.phase is Phase.OVER


def test_a_round_that_is_given_up() -> None:
    game = Fives(SEVEN_ROCKS)
    state = fold(game.new(), [pledge(SEED)])
    events = game.deal(state)
    assert not isinstance(events, Refusal)
    state = fold(state, events)
    given_up = fold(state, game.break_off(state))
    assert (given_up.phase, given_up.turn, given_up.winners) == (Phase.OVER, None, ())
    assert given_up.shuffle is not None
    assert given_up.shuffle.seed == SEED
    assert game.break_off(given_up) == ()
    assert game.open_round(given_up, SEED) == Refusal("match.over")
    assert all(hand == (HIDDEN,) * 7 for hand in view(given_up, SPECTATOR).hands)


def test_a_round_without_a_promise_has_nothing_to_show() -> None:
    assert Fives(RULES).break_off(table(RULES, "0-0", "1-1", layout="5-6")) == ()


def test_states_refuse_to_change() -> None:
    state: Any = new(RULES)
    with pytest.raises(AttributeError):
        state.round = 2


def test_a_state_keeps_the_round_s_moves_as_everybody_saw_them() -> None:
    state = table(RULES, "0-0", "5-5", boneyard="5-6 2-2", layout="6-6", turn=0)
    events = (Drew(0, t("5-6"), fits=True), Played(0, t("5-6"), t("6-6"), goes_on=False), Passed(1), Stopped(0))
    for viewer in (0, 1, SPECTATOR):
        seen = view(state, viewer)
        for event in events:
            seen = evolve(seen, redact(event, viewer))
        assert seen.moves == ((0, DRAW), (0, Play(t("5-6"), t("6-6"))), (1, PASS), (0, STOP))
        assert not evolve(seen, Dealt(1, "lot", (ts("0-0"), ts("1-1")), ts("2-2"))).moves
