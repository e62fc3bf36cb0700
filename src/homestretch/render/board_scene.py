"""A board as it grows: the tiles that lie, the sides that are open, and the board with one tile more.

Nothing that lies is ever moved here. A double's branch sides are open from the start, though they wait until its line
runs through, so that their room is kept.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from homestretch.fives.layout import HALVES, LINE, Joint, Port
from homestretch.kit.tile import Tile

from .board_room import CLEAR, GAP, LENGTH, THICKNESS, ahead, around, beyond, outer_half
from .geometry import Link, Spot
from .scale import Box, Heading

SIGHT: Final = 27
"""Units that an open side looks ahead: three tiles with their joints."""

CORRIDOR: Final = 16
"""Units across that an open side looks at: room for a double on its line, and for one beside it."""

_BRIDGE: Final = 2
MARK: Final = 3

_SHOWING: Final = 7
"""Tiles of the double-six set that show one number of pips."""


class Exit(NamedTuple):
    """A way out of an open side: ``room`` units of its ``corridor`` towards ``heading`` are free."""

    heading: Heading
    corridor: Box
    room: int

    def beside(self, boxes: Iterable[Box]) -> "Exit":
        """The same way out after something was put down."""
        room = self.room
        for box in boxes:
            if self.corridor.meets(box):
                room = min(room, ahead(self.corridor, self.heading, box))
        return self if room == self.room else Exit(self.heading, self.corridor, room)


class Opening(NamedTuple):
    """An open side of ``host``: a tile is joined beyond ``base`` by one of the exits, the first of them straight on."""

    host: Tile
    port: Port
    pips: int
    base: Box
    exits: tuple[Exit, ...]

    def takes(self, port: Port) -> bool:
        """Whether what is joined to this port may lie here: two open ends of a double are alike."""
        if self.port in HALVES or port in HALVES:
            return port is self.port
        return port.is_branch == self.port.is_branch

    def body(self, way: Exit) -> Box:
        """Where an ordinary tile would lie."""
        return beyond(self.base, way.heading, GAP, LENGTH, THICKNESS)

    def beside(self, boxes: Iterable[Box]) -> "Opening":
        """The same side after something was put down."""
        exits = tuple([way.beside(boxes) for way in self.exits])
        return self if exits == self.exits else self._replace(exits=exits)


class Patch(NamedTuple):
    """The room for an opening's mark, and the side of its tile that it lies at."""

    heading: Heading
    box: Box


class Seat(NamedTuple):
    """A tile that lies, and what its joint is bridged by: nothing for the first tile.

    ``boxes`` are in the way of others: the tile's, and that of a bridge longer than an ordinary joint.
    """

    spot: Spot
    link: Link | None
    boxes: tuple[Box, ...]


class Scene(NamedTuple):
    """A board and the one before it: seats in the order of play, openings with their patches, the frame of the seats.

    ``obstacles`` are the boxes of all seats. ``left`` tells for each number of pips how many tiles are still to come.
    """

    before: "Scene | None"
    seats: tuple[Seat, ...]
    obstacles: tuple[Box, ...]
    openings: tuple[Opening, ...]
    patches: tuple[Patch, ...]
    frame: Box
    left: tuple[int, ...]

    def earlier(self, steps: int) -> "Scene":
        """The board so many tiles before."""
        scene = self
        for _ in range(steps):
            scene = scene if scene.before is None else scene.before
        return scene

    def live(self) -> list[Opening]:
        """The openings that a tile may still come to, as far as the table tells."""
        lines: dict[Tile, int] = {}
        for opening in self.openings:
            if not opening.port.is_branch:
                lines[opening.host] = lines.get(opening.host, 0) + 1
        return [
            opening
            for opening in self.openings
            if self.left[opening.pips] > (lines.get(opening.host, 0) if opening.port.is_branch else 0)
        ]


def opened(tile: Tile, axis: Heading, *, spinner: bool) -> Scene:
    """The board on which nothing but the first tile lies, its box beginning at column and row 0."""
    upright = axis.is_upright != tile.is_double
    box = Box(0, 0, THICKNESS - 1, LENGTH - 1) if upright else Box(0, 0, LENGTH - 1, THICKNESS - 1)
    ports = LINE if tile.is_double else HALVES
    openings = [
        *(_opening(tile, port, pips, box, way) for port, pips, way in zip(ports, tile, (axis.back, axis), strict=True)),
        *_branches(tile, box, axis, spinner=spinner),
    ]
    patches = [patch for opening in openings if (patch := _patch(opening, [box])) is not None]
    seat = Seat(Spot(tile, box, upright, tile.low, tile.high), None, (box,))
    left = tuple(_SHOWING - tile.has(pips) for pips in range(_SHOWING))
    return Scene(None, (seat,), (box,), tuple(openings), tuple(patches), box, left)


def joined(scene: Scene, joint: Joint, opening: Opening, heading: Heading, gap: int, *, spinner: bool) -> Scene | None:
    """The board with one tile more, ``gap`` units beyond an opening; None where that would come too near to others."""
    tile = joint.tile
    depth, across = (THICKNESS, LENGTH) if tile.is_double else (LENGTH, THICKNESS)
    box = beyond(opening.base, heading, gap, depth, across)
    other = tile.other(opening.pips)
    pips = (opening.pips, other) if heading in (Heading.EAST, Heading.SOUTH) else (other, opening.pips)
    bridge = beyond(opening.base, heading, 0, gap, _BRIDGE)
    spot = Spot(tile, box, heading.is_upright != tile.is_double, *pips)
    seat = Seat(spot, Link(joint.host, tile, heading, bridge), (box,) if gap == GAP else (box, bridge))
    if not _is_clear(scene, seat, joint.host):
        return None
    port = next(port for port in (LINE if tile.is_double else HALVES) if port is not joint.port)
    fresh = [_opening(tile, port, other, box, heading), *_branches(tile, box, heading, spinner=spinner)]
    return _with(scene, seat, opening, fresh)


def _opening(tile: Tile, port: Port, pips: int, box: Box, heading: Heading) -> Opening:
    """A side with nothing ahead; a line turns at the outer half of an ordinary tile only."""
    base, headings = box, [heading]
    if not tile.is_double:
        base, headings = outer_half(box, heading), [heading, heading.right, heading.left]
    exits = [Exit(way, beyond(base, way, 0, SIGHT, CORRIDOR), SIGHT) for way in headings]
    return Opening(tile, port, pips, base, tuple(exits))


def _branches(tile: Tile, box: Box, heading: Heading, *, spinner: bool) -> list[Opening]:
    if not spinner:
        return []
    return [
        _opening(tile, Port.BRANCH_A, tile.low, box, heading.left),
        _opening(tile, Port.BRANCH_B, tile.low, box, heading.right),
    ]


def _is_clear(scene: Scene, seat: Seat, host: Tile) -> bool:
    """Around one joint, tiles may come nearer to each other than elsewhere, yet they never touch."""
    link = next(other.link for other in scene.seats if other.spot.tile == host)
    above = None if link is None else link.host
    for box in seat.boxes:
        reach = box.grown(CLEAR, CLEAR)
        for other in scene.seats:
            if other.spot.tile == host:
                continue
            for theirs in other.boxes:
                if theirs.meets(reach):
                    near = other.spot.tile == above or (other.link is not None and other.link.host == host)
                    if not near or theirs.meets(box.grown(1, 1)):
                        return False
    return True


def _with(scene: Scene, seat: Seat, used: Opening, fresh: list[Opening]) -> Scene | None:
    """The scene with a seat more, in which every opening still has its patch; else None."""
    put = seat.boxes
    obstacles = scene.obstacles + put
    sides: list[tuple[Opening, Patch | None]] = [
        (opening.beside(put), patch)
        for opening, patch in zip(scene.openings, scene.patches, strict=True)
        if opening is not used
    ]
    sides += [(opening.beside(obstacles), None) for opening in fresh]
    sides.sort(key=lambda side: len(side[0].exits))
    patches = _patches(sides, put, obstacles)
    if patches is None:
        return None
    left = tuple(count - seat.spot.tile.has(pips) for pips, count in enumerate(scene.left))
    frame = scene.frame
    for box in put:
        frame = around(frame, box)
    openings = tuple(opening for opening, _ in sides)
    return Scene(scene, (*scene.seats, seat), obstacles, openings, patches, frame, left)


def _patches(
    sides: list[tuple[Opening, Patch | None]], put: tuple[Box, ...], obstacles: tuple[Box, ...]
) -> tuple[Patch, ...] | None:
    """Patches that nothing put down meets; they stay where they can. Sides with one exit come and choose first."""
    moved = list(put)
    patches: list[Patch] = []
    for opening, old in sides:
        patch = old
        if patch is None or any(patch.box.meets(box) for box in moved):
            patch = _patch(opening, [*obstacles, *(other.box for other in patches)])
            if patch is None:
                return None
            moved.append(patch.box)
        patches.append(patch)
    return tuple(patches)


def _patch(opening: Opening, taken: Iterable[Box]) -> Patch | None:
    """The first room for a mark: rather a unit clear of everything than ahead, rather ahead than near to its tile."""
    for gap, clear in ((GAP, 1), (GAP, 0), (0, 0)):
        for way in opening.exits:
            box = beyond(opening.base, way.heading, gap, MARK, MARK)
            reach = box.grown(clear, clear)
            if not any(reach.meets(other) for other in taken):
                return Patch(way.heading, box)
    return None
