"""Finding room: every node of the tree in turn takes the cheapest free position, and conflicts are jumped back to.

The search is bounded by how many positions it tries, never by time, so the same layout always lies the same way.
"""

from typing import Final, NamedTuple

from homestretch.fives.layout import LINE, Port

from .scale import Box, Heading, Scale
from .tree import Node

SEATED: Final = -1
"""The answer of :meth:`Search.seat` once everything has its place; any other answer is a set of conflicts as bits."""

_TURN_COST: Final = 8
_STRETCH_COST: Final = 12


class GivenUpError(Exception):
    """The search has tried as many positions as it may."""


class Seat(NamedTuple):
    """Where a node lies: its box, the direction in which its line runs there, and how far its joint is stretched."""

    box: Box
    heading: Heading
    stretch: int = 0


class Frame(NamedTuple):
    """The outermost edges so far, each with the index of the node that set it."""

    left: tuple[int, int]
    top: tuple[int, int]
    right: tuple[int, int]
    bottom: tuple[int, int]

    def with_box(self, box: Box, index: int) -> "Frame":
        """The frame around this box too."""
        return Frame(
            min(self.left, (box.left, index)),
            min(self.top, (box.top, index)),
            max(self.right, (box.right, index)),
            max(self.bottom, (box.bottom, index)),
        )


class Search:
    """One attempt to seat ``order`` within ``width`` columns and ``height`` rows (None: any number)."""

    def __init__(self, order: list[Node], scale: Scale, width: int, height: int | None, budget: int) -> None:
        self.order = order
        self.scale = scale
        self.width = width
        self.height = height
        self.budget = budget
        self.seats: list[Seat] = []
        self.failures = [0] * len(order)
        self._taken: list[tuple[Box, int]] = []
        self._frame = Frame((0, 0), (0, 0), (0, 0), (0, 0))

    def run(self, axis: Heading) -> bool:
        """Seat everything, the first tile's line running along ``axis``; false where no way was found."""
        root = self.order[0]
        across, down = self.scale.size(upright=axis.is_upright != root.is_double)
        box = Box(0, 0, across - 1, down - 1)
        if across > self.width or down > (self.height or down):
            return False
        self._frame = Frame((box.left, 0), (box.top, 0), (box.right, 0), (box.bottom, 0))
        self.seats.append(Seat(box, axis))
        self._taken.append((box, 0))
        try:
            return self.seat(1) == SEATED
        except GivenUpError:
            return False

    def seat(self, index: int) -> int:
        """Seat the nodes from ``index`` on; else the set of earlier nodes that stand in the way, one bit for each."""
        if index == len(self.order):
            return SEATED
        node = self.order[index]
        conflicts = self._bits_of_relatives(node)
        for seat in self._candidates(node):
            self.budget -= 1
            if self.budget < 0:
                raise GivenUpError
            blocker = self._blocker(node, seat)
            if blocker is not None:
                conflicts |= 1 << blocker
                continue
            answer = self._try(node, seat)
            if answer == SEATED or not answer >> index & 1:
                return answer
            conflicts |= answer
        self.failures[index] += 1
        return conflicts & ~(1 << index)

    def _try(self, node: Node, seat: Seat) -> int:
        frame, taken = self._frame, len(self._taken)
        self._frame = frame.with_box(seat.box, node.index)
        self.seats.append(seat)
        self._taken.append((seat.box, node.index))
        if seat.stretch:
            self._taken.append((self.bridge(node, seat), node.index))
        answer = self.seat(node.index + 1)
        if answer != SEATED:
            self._frame = frame
            self.seats.pop()
            del self._taken[taken:]
        return answer

    def _bits_of_relatives(self, node: Node) -> int:
        """The host, and what is seated at its other ports already: they decide where the node could be."""
        assert node.host is not None
        bits = 1 << node.host.index
        for sibling in node.host.children:
            if sibling.index < node.index:
                bits |= 1 << sibling.index
        return bits

    def anchor(self, node: Node) -> tuple[int, int]:
        """The cell of its host that a node hangs on: the half that it joins, or a double's middle."""
        host = node.host
        assert host is not None
        seat = self.seats[host.index]
        if host.is_double:
            return seat.box.centre
        outer = host.port is not None or node.host_port is Port.HIGH
        second = outer == (seat.heading in (Heading.EAST, Heading.SOUTH))
        return self.scale.half(seat.box, upright=seat.heading.is_upright, second=second)

    def exits(self, node: Node) -> list[Heading]:
        """The directions in which a node may leave its host, the favourite first.

        A line runs straight through a double and its branches go out across it; a line turns at the outer half of an
        ordinary tile only, and never into a double, whose long side would then lie along two tiles.
        """
        host = node.host
        assert host is not None
        heading = self.seats[host.index].heading
        if host.is_double:
            return self._exits_of_double(node, host, heading)
        if host.port is None and node.host_port is Port.LOW:
            heading = heading.back
        return [heading] if node.is_double else [heading, heading.right, heading.left]

    def _exits_of_double(self, node: Node, host: Node, heading: Heading) -> list[Heading]:
        if node.host_port not in LINE:
            sides = [heading.left, heading.right]
        elif host.port is None:
            sides = [heading.back, heading]
        else:
            sides = [heading]
        sides.sort(key=lambda side: side in (Heading.WEST, Heading.NORTH), reverse=node.host_port in _FIRST_SIDES)
        used = [self.seats[other.index].heading for other in host.children if other.index < node.index]
        return [side for side in sides if side not in used]

    def _candidates(self, node: Node) -> list[Seat]:
        """Where a node could lie, the cheapest first: straight on, where the rest of its line still has room."""
        priced: list[tuple[int, int, Seat]] = []
        for turn, heading in enumerate(self.exits(node)):
            turning = bool(turn) and node.host is not None and not node.host.is_double
            cost = turn + _TURN_COST * turning
            lengths = self.scale.stretch[heading & 1] if node.tile is not None else (0,)
            for step, stretch in enumerate(lengths):
                seat = Seat(self._box(node, heading, stretch), heading, stretch)
                if not step and node.tile is not None:
                    cost += max(0, self._wanted(node, heading) - self._room(node, seat))
                priced.append((cost + _STRETCH_COST * step, len(priced), seat))
        priced.sort()
        return [seat for _, _, seat in priced]

    def _box(self, node: Node, heading: Heading, stretch: int) -> Box:
        assert node.host is not None
        host = self.seats[node.host.index].box
        if node.tile is None:
            return host.beside(heading, self.anchor(node), node.mark_size, 0)
        size = self.scale.size(upright=heading.is_upright != node.is_double)
        return host.beside(heading, self.anchor(node), size, self.scale.gap[heading & 1] + stretch)

    def bridge(self, node: Node, seat: Seat) -> Box:
        """The cells of the link between a node and its host."""
        assert node.host is not None
        host = self.seats[node.host.index].box
        length = self.scale.gap[seat.heading & 1] + seat.stretch
        size = (1, length) if seat.heading.is_upright else (length, 1)
        return host.beside(seat.heading, self.anchor(node), size, 0)

    def _wanted(self, node: Node, heading: Heading) -> int:
        """Cells that the rest of the node's line would take straight on."""
        size = self.scale.size(upright=heading.is_upright)
        halves = node.reach - (1 if node.is_double else 2)
        return halves * (size[heading & 1] + self.scale.gap[heading & 1]) // 2

    def _room(self, node: Node, seat: Seat) -> int:
        """Cells free beyond a seat, straight on, up to the frame's limit or what lies in the way."""
        box, heading = seat.box, seat.heading
        room = self._room_to_limit(box, heading)
        columns, rows = self.scale.clear
        host = node.host.index if node.host is not None else SEATED
        lane = box.grown(0, rows) if not heading.is_upright else box.grown(columns, 0)
        for other, owner in self._taken:
            if owner == host:
                continue
            if heading.is_upright:
                if other.left <= lane.right and lane.left <= other.right:
                    ahead = other.top - box.bottom if heading is Heading.SOUTH else box.top - other.bottom
                    if 0 < ahead <= room + rows:
                        room = ahead - 1 - rows
            elif other.top <= lane.bottom and lane.top <= other.bottom:
                ahead = other.left - box.right if heading is Heading.EAST else box.left - other.right
                if 0 < ahead <= room + columns:
                    room = ahead - 1 - columns
        return room

    def _room_to_limit(self, box: Box, heading: Heading) -> int:
        frame = self._frame
        height = self.height if self.height is not None else _FAR
        match heading:
            case Heading.EAST:
                return frame.left[0] + self.width - 1 - box.right
            case Heading.WEST:
                return box.left - (frame.right[0] - self.width + 1)
            case Heading.SOUTH:
                return frame.top[0] + height - 1 - box.bottom
            case Heading.NORTH:
                return box.top - (frame.bottom[0] - height + 1)

    def _blocker(self, node: Node, seat: Seat) -> int | None:
        """The index of a node that keeps this one from a seat; None where the seat is free."""
        beyond = self._beyond_limit(seat.box)
        if beyond is not None:
            return beyond
        clear = self.scale.clear if node.tile is not None else _MARK_CLEAR
        blocker = self._too_near(node, seat.box, clear)
        if blocker is None and seat.stretch:
            return self._too_near(node, self.bridge(node, seat), _MARK_CLEAR)
        return blocker

    def _beyond_limit(self, box: Box) -> int | None:
        frame = self._frame
        if box.right - frame.left[0] >= self.width:
            return frame.left[1]
        if frame.right[0] - box.left >= self.width:
            return frame.right[1]
        if self.height is None:
            return None
        if box.bottom - frame.top[0] >= self.height:
            return frame.top[1]
        if frame.bottom[0] - box.top >= self.height:
            return frame.bottom[1]
        return None

    def _too_near(self, node: Node, box: Box, clear: tuple[int, int]) -> int | None:
        """Who lies within the clearance of a box; around the same joint tiles may come near each other at corners."""
        left, top, right, bottom = box.grown(*clear)
        host = node.host
        assert host is not None
        for (other_left, other_top, other_right, other_bottom), owner in self._taken:
            if other_left > right or left > other_right or other_top > bottom or top > other_bottom:
                continue
            other = self.order[owner]
            if other is host:
                continue
            if other is not host.host and other.host is not host:
                return owner
            theirs = Box(other_left, other_top, other_right, other_bottom)
            if theirs.meets(box.grown(1, 0)) or theirs.meets(box.grown(0, 1)):
                return owner
        return None


_FIRST_SIDES: Final = (Port.LINE_A, Port.BRANCH_A)
_MARK_CLEAR: Final = (1, 1)
_FAR: Final = 1000
