"""Where tiles lie: what must hold for every layout, and how many layouts find room."""

from itertools import combinations

import pytest
from drawn_layouts import RULESETS, all_stages, growing, laid, rounds, t

from homestretch.fives.layout import LINE, Layout
from homestretch.fives.ruleset import Spinners
from homestretch.kit.tile import Tile
from homestretch.render import LARGE, SMALL, Box, Heading, Link, Scale, Spot, arrange

WIDTH = 80
STAGES = list(all_stages())
PICTURES = [(layout, arrange(layout, WIDTH)) for layout in STAGES] + [
    (layout, arrange(layout, WIDTH, scale=LARGE)) for layout in STAGES[::5]
]
FITTING = [(layout, picture) for layout, picture in PICTURES if picture is not None]


def test_nearly_every_stage_finds_room() -> None:
    assert len(FITTING) / len(PICTURES) > 0.99


def test_every_tile_lies_once_in_the_order_of_play_within_the_frame() -> None:
    for layout, picture in FITTING:
        assert tuple(spot.tile for spot in picture.spots) == layout.tiles
        boxes = [spot.box for spot in picture.spots] + [mark.box for mark in picture.marks]
        assert min(box.left for box in boxes) == 0 == min(box.top for box in boxes)
        assert max(box.right for box in boxes) == picture.width - 1 < WIDTH
        assert max(box.bottom for box in boxes) == picture.height - 1
        for spot in picture.spots:
            assert (spot.box.width, spot.box.height) == picture.scale.size(upright=spot.upright)
            assert sorted((spot.first, spot.second)) == list(spot.tile)


def test_only_joined_tiles_come_near_each_other() -> None:
    for layout, picture in FITTING:
        host: dict[Tile, Tile | None] = {layout.tiles[0]: None} | {joint.tile: joint.host for joint in layout.joints}
        for one, other in combinations(picture.spots, 2):
            above, below = host[one.tile], host[other.tile]
            if above == other.tile or below == one.tile:
                continue
            around_one_joint = (above is not None and above == below) or other.tile == grandhost(host, one.tile)
            if around_one_joint or one.tile == grandhost(host, other.tile):
                assert not one.box.grown(1, 0).meets(other.box)
                assert not one.box.grown(0, 1).meets(other.box)
            else:
                assert not one.box.grown(*picture.scale.clear).meets(other.box)


def grandhost(host: dict[Tile, Tile | None], tile: Tile) -> Tile | None:
    above = host[tile]
    return None if above is None else host[above]


def test_links_cross_nothing() -> None:
    for _, picture in FITTING:
        for link in picture.links:
            assert not any(link.box.meets(spot.box) for spot in picture.spots)
            assert not any(link.box.meets(mark.box) for mark in picture.marks)
        for one, other in combinations(picture.links, 2):
            assert not one.box.meets(other.box)


def test_every_joint_is_linked_and_equal_pips_face_each_other() -> None:
    for layout, picture in FITTING:
        spots = {spot.tile: spot for spot in picture.spots}
        assert {(link.host, link.tile) for link in picture.links} == {
            (joint.host, joint.tile) for joint in layout.joints
        }
        for link in picture.links:
            facing = facing_pips(picture.scale, spots[link.host], link, link.heading)
            met = facing_pips(picture.scale, spots[link.tile], link, link.heading.back)
            assert len(facing & met) == 1


def facing_pips(scale: Scale, spot: Spot, link: Link, heading: Heading) -> set[int]:
    """The pips in the row or column of the link that are nearest to it; the tile must touch its end."""
    edge = link.box.beside(heading.back, (link.box.left, link.box.top), (1, 1), 0)
    assert edge.meets(spot.box)
    if spot.tile.is_double:
        assert spot.box.centre in ((edge.left, spot.box.centre[1]), (spot.box.centre[0], edge.top))
        return {spot.first}
    first, second = (scale.half(spot.box, upright=spot.upright, second=second) for second in (False, True))
    pips = {first: spot.first, second: spot.second}
    on_line = [cell for cell in pips if (cell[0] == edge.left if heading.is_upright else cell[1] == edge.top)]
    nearest = min(on_line, key=lambda cell: abs(cell[0] - edge.left) + abs(cell[1] - edge.top))
    return {pips[nearest]}


def test_lines_run_straight_through_doubles_and_branches_leave_by_the_short_ends() -> None:
    for layout, picture in FITTING:
        upright = {spot.tile: spot.upright for spot in picture.spots}
        sides: dict[Tile, list[Heading]] = {}
        headings = {(link.host, link.tile): link.heading for link in picture.links}
        for joint in layout.joints:
            heading = headings[joint.host, joint.tile]
            for tile, port, side in ((joint.host, joint.host_port, heading), (joint.tile, joint.port, heading.back)):
                if tile.is_double:
                    assert (side.is_upright != upright[tile]) == (port in LINE)
                    sides.setdefault(tile, []).append(side)
        for mark in picture.marks:
            if mark.tile.is_double:
                assert (mark.heading.is_upright != upright[mark.tile]) == (mark.port in LINE)
                sides.setdefault(mark.tile, []).append(mark.heading)
        for used in sides.values():
            assert len(used) == len(set(used))


def test_a_line_never_turns_into_a_double() -> None:
    for _, picture in FITTING:
        upright = {spot.tile: spot.upright for spot in picture.spots}
        for link in picture.links:
            if link.tile.is_double and not link.host.is_double:
                assert link.heading.is_upright == upright[link.host]


def test_every_free_place_has_one_mark_beside_its_half_and_every_end_one_count() -> None:
    for layout, picture in FITTING:
        spots = {spot.tile: spot for spot in picture.spots}
        assert sorted((mark.tile, mark.port) for mark in picture.marks) == sorted(
            (place.tile, place.port) for place in layout.places
        )
        counts = sorted((mark.tile, mark.count) for mark in picture.marks if mark.count is not None)
        assert counts == sorted((end.tile, end.count) for end in layout.ends)
        for mark in picture.marks:
            assert mark.box.grown(1, 1).meets(spots[mark.tile].box)
            near = mark.box.grown(1, 0)
            assert [spot.tile for spot in picture.spots if near.meets(spot.box)] in ([mark.tile], [])
            assert [other for other in picture.marks if near.meets(other.box)] == [mark]


def test_the_same_layout_always_lies_the_same_way() -> None:
    for layout in STAGES[::7]:
        again = Layout(layout.branching, layout.tiles, layout.joints)
        assert arrange(layout, WIDTH) == arrange(again, WIDTH)


@pytest.mark.parametrize("game", RULESETS)
def test_rounds_fit_a_terminal(game: str) -> None:
    found = [arrange(layout, WIDTH) for layout in rounds(RULESETS[game], 60, seed=1)]
    heights = [picture.height for picture in found if picture is not None]
    assert len(heights) == len(found)
    assert sum(height <= 24 for height in heights) / len(heights) > 0.95
    assert max(heights) <= 40


def test_seven_crossings_fit_with_stretched_joints() -> None:
    """The hardest layouts: every double on the table, and tiles on both sides of nearly all of them."""
    crowded = [list(growing(Spinners.ALL, seed, crossings=20))[-1] for seed in range(20)]
    found = [picture for layout in crowded if (picture := arrange(layout, WIDTH)) is not None]
    assert len(found) / len(crowded) > 0.9
    longest = [max(max(link.box.width, link.box.height) for link in picture.links) for picture in found]
    assert max(longest) > 1


def test_marks_of_one_tile_keep_apart() -> None:
    """Nine columns hold a large tile and nothing beside it, and two marks above it would run together."""
    picture = arrange(laid("1-4"), 9, 5, scale=LARGE)
    assert picture is not None
    assert {mark.heading for mark in picture.marks} == {Heading.NORTH, Heading.SOUTH}
    assert arrange(laid("1-4"), 9, 4, scale=LARGE) is None


def test_a_limit_of_rows_is_kept() -> None:
    for layout in STAGES[::11]:
        picture = arrange(layout, WIDTH, 30)
        assert picture is None or picture.height <= 30


def test_what_cannot_fit_is_not_drawn() -> None:
    assert arrange(Layout(Spinners.ALL), WIDTH) is None
    assert arrange(laid("1-4"), 2) is None
    assert arrange(laid("1-4"), WIDTH, 0) is None
    assert arrange(laid("1-4"), 5, 1) is None


def test_shapes_on_the_grid() -> None:
    assert Heading.EAST.right is Heading.SOUTH
    assert Heading.EAST.left is Heading.NORTH
    assert Heading.NORTH.back is Heading.SOUTH
    assert Box(0, 0, 4, 0).moved(1, 2) == Box(1, 2, 5, 2)
    assert LARGE.half(Box(0, 0, 4, 4), upright=True, second=False) == (2, 1)


def test_a_first_tile_alone() -> None:
    picture = arrange(laid("1-4"), WIDTH, scale=SMALL)
    assert picture is not None
    assert picture.spots == (Spot(t("1-4"), Box(4, 0, 8, 0), False, 1, 4),)
    assert {(mark.heading, mark.count) for mark in picture.marks} == {(Heading.WEST, 1), (Heading.EAST, 4)}
