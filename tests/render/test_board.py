"""The browser's board: what must hold for every layout, and that tiles which lie stay where they are."""

import os
import subprocess
import sys
from itertools import combinations, pairwise
from statistics import median

import pytest
from drawn_layouts import RULESETS, all_stages, growing, laid, rounds, t

from homestretch.fives.layout import HALVES, LINE, Layout
from homestretch.fives.ruleset import Spinners
from homestretch.kit.tile import Tile
from homestretch.render import Box, Heading, Mark, Spot, board
from homestretch.render.board import Board, Shape, lay
from homestretch.render.board_spread import spread
from homestretch.render.tree import counted_places

SHAPES = pytest.mark.parametrize("shape", Shape)


def stages(layout: Layout) -> list[Layout]:
    return [Layout(layout.branching, layout.tiles[: n + 1], layout.joints[:n]) for n in range(len(layout.tiles))]


ROUNDS = {game: list(rounds(rules, 8, seed=7)) for game, rules in RULESETS.items()}
CROWDED = [list(growing(Spinners.ALL, seed, crossings=20))[-1] for seed in range(6)]
STAGES = [
    *all_stages(),
    *(stage for layouts in ROUNDS.values() for layout in layouts for stage in stages(layout)),
    *(stage for layout in CROWDED for stage in stages(layout)),
]


PICTURES = {shape: [(layout, lay(layout, shape)) for layout in STAGES] for shape in Shape}


@SHAPES
def test_every_tile_lies_once_in_the_order_of_play(shape: Shape) -> None:
    for layout, picture in PICTURES[shape]:
        assert tuple(spot.tile for spot in picture.spots) == layout.tiles
        assert picture.spots[0].box[:2] == (0, 0)
        assert picture.spots[0].upright == (layout.tiles[0].is_double == (shape is Shape.WIDE))
        for spot in picture.spots:
            assert (spot.box.width, spot.box.height) == ((4, 8) if spot.upright else (8, 4))
            assert sorted((spot.first, spot.second)) == list(spot.tile)


@SHAPES
def test_the_frame_is_around_everything(shape: Shape) -> None:
    for _, picture in PICTURES[shape]:
        boxes = [spot.box for spot in picture.spots] + small_boxes(picture)
        assert picture.frame == Box(
            min(box.left for box in boxes),
            min(box.top for box in boxes),
            max(box.right for box in boxes),
            max(box.bottom for box in boxes),
        )


@SHAPES
def test_only_joined_tiles_come_near_each_other(shape: Shape) -> None:
    for layout, picture in PICTURES[shape]:
        assert_clear(layout, picture)


def assert_clear(layout: Layout, picture: Board) -> None:
    hosts = {joint.tile: joint.host for joint in layout.joints}
    for one, other in combinations(picture.spots, 2):
        if hosts[other.tile] == one.tile:
            continue
        above = hosts.get(one.tile)
        around_one_joint = hosts[other.tile] == above or hosts.get(hosts[other.tile]) == one.tile
        around_one_joint |= above is not None and hosts.get(above) == other.tile
        clear = 1 if around_one_joint else 2
        assert not one.box.grown(clear, clear).meets(other.box), f"{one} {other}"


@SHAPES
def test_links_and_marks_cross_nothing(shape: Shape) -> None:
    for _, picture in PICTURES[shape]:
        assert_uncrossed(picture)


def assert_uncrossed(picture: Board) -> None:
    small = small_boxes(picture)
    for one, other in combinations(small, 2):
        assert not one.meets(other)
    for box in small:
        assert not any(box.meets(spot.box) for spot in picture.spots)
    for link in picture.links:
        near = link.box.grown(1, 1)
        assert {spot.tile for spot in picture.spots if near.meets(spot.box)} == {link.host, link.tile}


def small_boxes(picture: Board) -> list[Box]:
    return [link.box for link in picture.links] + [mark.box for mark in picture.marks]


@SHAPES
def test_every_joint_is_bridged_and_equal_pips_face_each_other(shape: Shape) -> None:
    for layout, picture in PICTURES[shape]:
        spots = {spot.tile: spot for spot in picture.spots}
        assert [(link.host, link.tile) for link in picture.links] == [
            (joint.host, joint.tile) for joint in layout.joints
        ]
        for link, joint in zip(picture.links, layout.joints, strict=True):
            host, tile = spots[link.host], spots[link.tile]
            near = link.box.grown(1, 1)
            (pips,) = {pips for box, pips in [*halves(host), *halves(tile)] if near.meets(box)}
            assert joint.host.has(pips)
            assert joint.tile.has(pips)
            assert off_centre(link.box, tile.box, link.heading) == 0
            base = host.box if link.host.is_double else half_of(host, pips)
            assert off_centre(link.box, base, link.heading) == 0


def halves(spot: Spot) -> list[tuple[Box, int]]:
    box = spot.box
    if spot.upright:
        return [(box._replace(bottom=box.top + 3), spot.first), (box._replace(top=box.top + 4), spot.second)]
    return [(box._replace(right=box.left + 3), spot.first), (box._replace(left=box.left + 4), spot.second)]


def half_of(spot: Spot, pips: int) -> Box:
    return next(box for box, shown in halves(spot) if shown == pips)


def off_centre(box: Box, base: Box, heading: Heading) -> int:
    """Twice the units that a box is off the middle of the side of another that faces ``heading``."""
    if heading.is_upright:
        return box.left + box.right - base.left - base.right
    return box.top + box.bottom - base.top - base.bottom


@SHAPES
def test_lines_run_straight_through_doubles_and_branches_leave_by_the_short_ends(shape: Shape) -> None:
    for layout, picture in PICTURES[shape]:
        upright = {spot.tile: spot.upright for spot in picture.spots}
        sides: dict[Tile, list[Heading]] = {}
        for joint, link in zip(layout.joints, picture.links, strict=True):
            ends = ((joint.host, joint.host_port, link.heading), (joint.tile, joint.port, link.heading.back))
            for tile, port, side in ends:
                if tile.is_double:
                    assert (side.is_upright != upright[tile]) == (port in LINE)
                    sides.setdefault(tile, []).append(side)
        for mark in picture.marks:
            if mark.tile.is_double:
                assert (mark.heading.is_upright != upright[mark.tile]) == (mark.port in LINE)
                sides.setdefault(mark.tile, []).append(mark.heading)
        assert all(len(used) == len(set(used)) for used in sides.values())


@SHAPES
def test_a_line_turns_at_the_outer_half_of_an_ordinary_tile_and_never_into_a_double(shape: Shape) -> None:
    for layout, picture in PICTURES[shape]:
        spots = {spot.tile: spot for spot in picture.spots}
        arrived = {link.tile: link.heading for link in picture.links}
        for joint, link in zip(layout.joints, picture.links, strict=True):
            host = spots[joint.host]
            if joint.host.is_double:
                continue
            assert not joint.tile.is_double or link.heading.is_upright == host.upright
            if joint.host in arrived:
                assert link.heading is not arrived[joint.host].back
                pips = joint.host.low if joint.host_port is HALVES[0] else joint.host.high
                heading = arrived[joint.host]
                (outer,) = (box for box, shown in halves(host) if shown == pips)
                assert touches(outer, host.box, heading)


def touches(box: Box, around: Box, heading: Heading) -> bool:
    """Whether a box reaches the ``heading`` edge of the one that it lies in."""
    edge = {Heading.EAST: 2, Heading.SOUTH: 3, Heading.WEST: 0, Heading.NORTH: 1}[heading]
    return box[edge] == around[edge]


@SHAPES
def test_every_place_has_one_mark_beside_its_port(shape: Shape) -> None:
    for layout, picture in PICTURES[shape]:
        assert [(mark.tile, mark.port, mark.count) for mark in picture.marks] == [
            (place.tile, place.port, count) for place, count in counted_places(layout)
        ]
        spots = {spot.tile: spot for spot in picture.spots}
        for mark in picture.marks:
            assert_beside(mark, spots[mark.tile])


def assert_beside(mark: Mark, spot: Spot) -> None:
    assert (mark.box.width, mark.box.height) == (3, 3)
    base = spot.box
    if mark.port in HALVES:
        base = half_of(spot, mark.tile.low if mark.port is HALVES[0] else mark.tile.high)
    assert abs(off_centre(mark.box, base, mark.heading)) <= 1
    gap = {
        Heading.EAST: mark.box.left - base.right,
        Heading.SOUTH: mark.box.top - base.bottom,
        Heading.WEST: base.left - mark.box.right,
        Heading.NORTH: base.top - mark.box.bottom,
    }[mark.heading]
    assert gap in (1, 2)


@SHAPES
@pytest.mark.parametrize("game", RULESETS)
def test_tiles_stay_where_they_lie_in_rounds(game: str, shape: Shape) -> None:
    assert sum(moved(layout, shape) for layout in ROUNDS[game]) == 0


@SHAPES
def test_tiles_nearly_always_stay_where_they_lie_in_any_layout(shape: Shape) -> None:
    layouts = [list(growing(branching, seed, crossings=seed % 4))[-1] for seed in range(20) for branching in Spinners]
    assert sum(moved(layout, shape) for layout in layouts) <= 1


def moved(layout: Layout, shape: Shape) -> bool:
    boards = [lay(stage, shape) for stage in stages(layout)]
    return any(after.spots[:-1] != before.spots for before, after in pairwise(boards))


def test_boards_are_compact_and_have_the_shape_of_the_screen() -> None:
    layouts = [layout for game in ROUNDS.values() for layout in game if len(layout.tiles) > 14]
    wide = [lay(layout, Shape.WIDE).frame for layout in layouts]
    tall = [lay(layout, Shape.TALL).frame for layout in layouts]
    assert median(frame.width for frame in wide) <= 15 * 8 >= median(frame.height for frame in tall)
    assert median(frame.width / frame.height for frame in wide) > 1
    assert median(frame.width / frame.height for frame in tall) < 1


@SHAPES
def test_the_same_layout_always_lies_the_same_way(shape: Shape) -> None:
    """Whether it was laid tile by tile before or not."""
    board.board_of.cache_clear()
    board.scene_of.cache_clear()
    for layout, picture in PICTURES[shape][::9]:
        assert lay(layout.bare, shape) == picture


def test_other_processes_lay_the_same_way() -> None:
    code = (
        "from drawn_layouts import growing; from homestretch.fives.ruleset import Spinners;"
        "from homestretch.render.board import Shape, lay;"
        "*_, layout = growing(Spinners.ALL, 5, crossings=2); print([lay(layout, shape) for shape in Shape])"
    )
    here = os.path.dirname(__file__)  # noqa: PTH120
    told = {
        subprocess.run(
            [sys.executable, "-c", code], cwd=here, env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(told) == 1


@SHAPES
def test_the_last_resort_finds_room_for_everything(shape: Shape, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board, "seat_next", lambda *_: None)
    board.scene_of.cache_clear()
    board.board_of.cache_clear()
    for layout in STAGES[::5]:
        picture = lay(layout, shape)
        assert_clear(layout, picture)
        assert_uncrossed(picture)
        assert picture.spots == tuple(seat.spot for seat in spread(layout, shape.axis).seats)
    board.scene_of.cache_clear()
    board.board_of.cache_clear()


def test_a_board_that_is_kept_keeps_no_placement_that_was_weighed() -> None:
    layout = laid("1-4 1-1@1-4")
    weighed = layout.join(t("4-6"), t("1-4"))
    holders = sys.getrefcount(weighed), sys.getrefcount(layout)
    board.board_of.cache_clear()
    lay(layout)
    assert (sys.getrefcount(weighed), sys.getrefcount(layout)) == holders


def test_an_empty_board() -> None:
    assert lay(Layout(Spinners.ALL)) == Board((), (), (), Box(0, 0, -1, -1))


def test_a_first_tile_alone() -> None:
    picture = lay(laid("1-4"))
    assert picture.spots == (Spot(t("1-4"), Box(0, 0, 7, 3), False, 1, 4),)
    assert [(mark.box, mark.heading, mark.count) for mark in picture.marks] == [
        (Box(-4, 0, -2, 2), Heading.WEST, 1),
        (Box(9, 0, 11, 2), Heading.EAST, 4),
    ]
    assert lay(laid("1-4"), Shape.TALL).spots[0].box == Box(0, 0, 3, 7)
