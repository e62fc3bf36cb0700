"""Every refusal of a move, of a round's opening and of its deal, each with its data."""

from typing import Any

import pytest
from msgspec.structs import replace

from helpers import SEVEN_ROCKS, fold, go, pledge, refused, t, table
from homestretch.fives.deal import add_entropy, deal, open_round
from homestretch.fives.decide import decide, legal_moves, misfit
from homestretch.fives.layout import Layout
from homestretch.fives.moves import DRAW, PASS, STOP, Draw, Play
from homestretch.fives.ruleset import GoingOn, Spinners
from homestretch.fives.secrets import view
from homestretch.fives.state import Phase, State, new
from homestretch.games import horse_race
from homestretch.kit.chance import Committed, Contributed
from homestretch.kit.hidden import HIDDEN
from homestretch.kit.message import Refusal
from homestretch.kit.tile import Tile

RULES = horse_race()
HOUSE = replace(RULES, going_on=GoingOn.CHOICE)

RUNNING = table(RULES, "1-6 2-3 0-0", "5-5", boneyard="0-2 0-1", layout="1-4 4-6@1-4")
STUCK = table(RULES, "0-0 2-2", "5-5", boneyard="0-1 1-5", layout="1-4 4-6@1-4")
BONES_GONE = table(RULES, "0-0 2-2", "5-6", layout="1-4 4-6@1-4")
DRAWN = go(STUCK, "0 +").state
OPENING = table(RULES, "1-6 2-3", "5-5", boneyard="0-2")
KEPT = table(HOUSE, "0-0 2-2", "5-6", layout="1-4 4-6@1-4", goes_on=True)


@pytest.mark.parametrize(
    ("state", "text", "code", "data"),
    [
        (replace(RUNNING, phase=Phase.OVER, turn=None), "0 1-6", "match.over", {}),
        (new(RULES), "0 1-6", "round.none", {}),
        (replace(RUNNING, phase=Phase.DEAL, turn=None), "0 pass", "round.none", {}),
        (RUNNING, "1 5-5", "turn.other", {"turn": 0}),
        (RUNNING, "7 5-5", "turn.other", {"turn": 0}),
        (RUNNING, "0 7-8", "tile.not-in-set", {"tile": Tile(7, 8), "highest": 6}),
        (RUNNING, "0 1-4@4-6", "tile.on-table", {"tile": t("1-4")}),
        (RUNNING, "0 5-5@4-6", "tile.not-in-hand", {"tile": t("5-5")}),
        (RUNNING, "0 0-1@1-4", "tile.not-in-hand", {"tile": t("0-1")}),
        (OPENING, "0 1-6@2-3", "place.table-empty", {"tile": t("1-6"), "host": t("2-3")}),
        (
            RUNNING,
            "0 1-6@6-6",
            "place.host-absent",
            {"tile": t("1-6"), "host": t("6-6"), "fitting": (Play(t("1-6"), t("1-4")), Play(t("1-6"), t("4-6")))},
        ),
        (RUNNING, "0 2-3@6-6", "place.nowhere", {"tile": t("2-3"), "pips": (1, 6)}),
        (RUNNING, "0 2-3", "place.nowhere", {"tile": t("2-3"), "pips": (1, 6)}),
        (RUNNING, "0 2-3@1-4", "place.nowhere", {"tile": t("2-3"), "pips": (1, 6)}),
        (
            RUNNING,
            "0 1-6",
            "place.host-missing",
            {"tile": t("1-6"), "fitting": (Play(t("1-6"), t("1-4")), Play(t("1-6"), t("4-6")))},
        ),
        (
            table(RULES, "1-5 0-0", "5-5", layout="1-4 4-6@1-4"),
            "0 1-5@4-6",
            "place.host-misfit",
            {"tile": t("1-5"), "host": t("4-6"), "fitting": (Play(t("1-5"), t("1-4")),)},
        ),
        (DRAWN, "0 0-0@1-4", "drawn.other-tile", {"tile": t("0-0"), "drawn": t("1-5")}),
        (DRAWN, "0 +", "drawn.place-first", {"drawn": t("1-5")}),
        (DRAWN, "0 pass", "drawn.place-first", {"drawn": t("1-5")}),
        (
            RUNNING,
            "0 +",
            "draw.can-place",
            {"fitting": (Play(t("1-6"), t("1-4")), Play(t("1-6"), t("4-6")))},
        ),
        (BONES_GONE, "0 +", "draw.empty", {}),
        (STUCK, "0 +0-1", "draw.not-next", {"tile": t("0-1")}),
        (
            RUNNING,
            "0 pass",
            "pass.can-place",
            {"fitting": (Play(t("1-6"), t("1-4")), Play(t("1-6"), t("4-6")))},
        ),
        (STUCK, "0 pass", "pass.can-draw", {"boneyard": 2}),
        (RUNNING, "0 stop", "stop.duty", {}),
        (DRAWN, "0 stop", "stop.duty", {}),
        (replace(RUNNING, rules=HOUSE), "0 stop", "stop.not-kept", {}),
        (KEPT, "0 stop", "stop.must-pass", {}),
        (table(SEVEN_ROCKS, "0-0", "6-6", "0-1", "0-2", layout="1-6"), "0 +", "draw.none", {}),
        (table(SEVEN_ROCKS, "0-0", "6-6", "0-1", "0-2", layout="1-6"), "0 +0-1", "draw.none", {}),
    ],
)
def test_each_refusal_of_a_move(state: State, text: str, code: str, data: dict[str, Any]) -> None:
    refusal = refused(state, text)
    assert (refusal.code, refusal.data) == (code, data)


def test_a_refusal_changes_nothing_and_is_no_event() -> None:
    assert isinstance(decide(RUNNING, 0, PASS), Refusal)
    assert legal_moves(RUNNING, 0) == (Play(t("1-6"), t("1-4")), Play(t("1-6"), t("4-6")))


def test_a_tile_written_the_wrong_way_round_is_no_tile_of_the_set() -> None:
    assert decide(RUNNING, 0, Play(Tile(6, 1), t("1-4"))) == Refusal(
        "tile.not-in-set", {"tile": Tile(6, 1), "highest": 6}
    )


def test_misfit_asks_about_the_layout_alone() -> None:
    assert misfit(Layout(Spinners.ALL), Play(t("1-6"))) is None
    assert misfit(RUNNING.layout, Play(t("1-2"), t("1-4"))) is None
    refusal = misfit(RUNNING.layout, Play(t("1-2"), t("1-2")))
    assert refusal is not None
    assert refusal.code == "place.host-absent"


def test_what_is_no_move_at_all_is_a_programmer_s_mistake() -> None:
    nothing: Any = "1-6@1-4"
    with pytest.raises(AssertionError):
        decide(RUNNING, 0, nothing)


def test_a_draw_that_names_the_next_tile_is_a_record_s_way_of_writing_it() -> None:
    assert decide(STUCK, 0, Draw(t("1-5"))) == decide(STUCK, 0, DRAW)


def test_a_hidden_boneyard_decides_no_draw() -> None:
    with pytest.raises(ValueError, match="hidden boneyard"):
        decide(replace(STUCK, boneyard=(HIDDEN, HIDDEN)), 0, DRAW)


def test_legal_moves_of_a_viewer_who_must_place_a_drawn_tile() -> None:
    assert legal_moves(DRAWN, 0) == (Play(t("1-5"), t("1-4")),)
    assert legal_moves(DRAWN, 1) == ()
    assert STOP not in legal_moves(replace(DRAWN, rules=HOUSE), 0)


# Opening and dealing a round


def test_a_round_is_opened_only_between_rounds() -> None:
    state = new(RULES)
    promised = fold(state, [pledge(bytes(32))])
    assert open_round(state, bytes(32)) == (Committed(pledge(bytes(32)).commitment, bytes(32)),)
    assert open_round(promised, bytes(32)) == Refusal("round.running")
    assert open_round(RUNNING, bytes(32)) == Refusal("round.running")
    assert open_round(replace(RUNNING, phase=Phase.OVER), bytes(32)) == Refusal("match.over")
    assert open_round(state, b"short") == Refusal("chance.seed-size", {"bytes": 32})


def test_a_round_is_dealt_once_and_only_after_its_promise() -> None:
    state = new(RULES)
    assert deal(state) == Refusal("round.not-promised")
    promised = fold(state, [pledge(bytes(32))])
    events = deal(promised)
    assert not isinstance(events, Refusal)
    assert deal(fold(promised, events)) == Refusal("round.not-promised")
    assert deal(replace(promised, shuffle=None)) == Refusal("round.not-promised")


def test_contributions_are_taken_between_promise_and_deal() -> None:
    state = new(RULES)
    assert add_entropy(state, 0, b"x") == Refusal("chance.too-late")
    promised = fold(state, [pledge(bytes(32))])
    assert add_entropy(promised, 1, b"x") == (Contributed(1, b"x"),)
    assert add_entropy(promised, 1, b"") == Refusal("chance.contribution-size", {"most": 64})
    after = fold(promised, [Contributed(1, b"x")])
    assert add_entropy(after, 1, b"y") == Refusal("chance.contributed-already")
    assert deal(after) != deal(promised), "a contribution changes the deal"
    events = deal(after)
    assert not isinstance(events, Refusal)
    assert add_entropy(fold(after, events), 0, b"x") == Refusal("chance.too-late")
    assert add_entropy(replace(promised, shuffle=None), 0, b"x") == Refusal("chance.too-late")


def test_hidden_hands_decide_no_block() -> None:
    state = table(RULES, "1-2 0-0", "2-5 5-5", layout="1-4")
    assert not isinstance(decide(state, 0, Play(t("1-2"), t("1-4"))), Refusal)
    with pytest.raises(ValueError, match="hidden hands"):
        decide(view(state, 0), 0, Play(t("1-2"), t("1-4")))
