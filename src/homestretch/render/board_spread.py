"""The last resort: every line runs straight, with joints so long that no part of the layout comes near another.

It takes much room and finds it for every layout, which no search can promise.
"""

from typing import Final, NamedTuple

from homestretch.fives.layout import Joint, Layout
from homestretch.kit.tile import Tile

from .board_room import CLEAR, GAP, LENGTH, THICKNESS
from .board_scene import MARK, Scene, joined, opened
from .scale import Heading

_MARGIN: Final = GAP + MARK + CLEAR


class _Extent(NamedTuple):
    """How far a tile and all that hangs on it reach: back and ahead of its near edge, and to both sides of its line."""

    back: int
    ahead: int
    side: int


def spread(layout: Layout, axis: Heading) -> Scene:
    """The board of a layout that has at least one tile.

    Raises:
        AssertionError: Two parts met, which the lengths of the joints rule out.
    """
    gaps = _gaps(layout)
    scene = opened(layout.tiles[0], axis, spinner=layout.tiles[0] in layout.spinners)
    for joint in layout.joints:
        opening = next(
            opening for opening in scene.openings if opening.host == joint.host and opening.takes(joint.host_port)
        )
        spinner = joint.tile in layout.spinners
        after = joined(scene, joint, opening, opening.exits[0].heading, gaps[joint.tile], spinner=spinner)
        if after is None:
            raise AssertionError(f"{joint.tile} meets another tile")
        scene = after
    return scene


def _gaps(layout: Layout) -> dict[Tile, int]:
    """The length of every tile's joint, found from the outermost tiles inwards."""
    hanging: dict[Tile, list[Joint]] = {tile: [] for tile in layout.tiles}
    for joint in layout.joints:
        hanging[joint.host].append(joint)
    gaps: dict[Tile, int] = {}
    extents: dict[Tile, _Extent] = {}
    for tile in reversed(layout.tiles):
        depth, half = (THICKNESS, LENGTH // 2) if tile.is_double else (LENGTH, THICKNESS // 2)
        back, ahead, side = _MARGIN, depth + _MARGIN, half + _MARGIN
        spread = 0
        for joint in hanging[tile]:
            if joint.host_port.is_branch:
                branch = extents[joint.tile]
                gaps[joint.tile] = _MARGIN + branch.back
                side = max(side, half + gaps[joint.tile] + branch.ahead)
                spread = max(spread, branch.side)
        back, ahead = max(back, spread), max(ahead, depth + spread)
        for joint in hanging[tile]:
            if not joint.host_port.is_branch:
                line = extents[joint.tile]
                gaps[joint.tile] = _MARGIN + spread + line.back
                ahead = max(ahead, depth + gaps[joint.tile] + line.ahead)
                side = max(side, line.side)
        extents[tile] = _Extent(back, ahead, side)
    return gaps
