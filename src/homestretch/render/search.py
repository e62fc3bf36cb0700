"""Finding room: each node of the tree takes the best free position, and a conflict is jumped back to its cause.

The search is bounded by how many positions it tries, never by time, so the same layout always lies the same way.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from homestretch.fives.layout import LINE, Port

from .ground import Ground
from .scale import Box, Heading, Scale
from .tree import Node

_SEATED: Final = -1
"""The answer once everything has its seat; any other answer is the set of nodes in the way, one bit for each."""

_TURN_COST: Final = 8
"""A line rather goes straight on than turns to where this many cells more are free."""

_FIRST_SIDES: Final = (Port.LINE_A, Port.BRANCH_A)


class GivenUpError(Exception):
    """The search has tried as many positions as it may."""


class Seat(NamedTuple):
    """Where a node lies, the direction of its line there, and the cells of the link to its host (maybe none)."""

    box: Box
    heading: Heading
    link: Box
    stretched: bool = False

    @property
    def boxes(self) -> list[Box]:
        """What it takes from the ground; an ordinary link is within the clearance of its tile."""
        return [self.box, self.link] if self.stretched else [self.box]


class Search:
    """One attempt to seat the nodes of ``order`` on ``ground``.

    It tries at most ``budget`` positions. ``slack`` is the step of the scale's stretches at which joints begin that
    lead to or from a crossing: lines that are apart at once leave room for the branches between them.
    """

    def __init__(self, order: list[Node], scale: Scale, ground: Ground, slack: int, budget: int) -> None:
        self.order = order
        self.scale = scale
        self.seats: list[Seat] = []
        self.failures = [0] * len(order)
        self._ground = ground
        self._slack = slack
        self._budget = budget

    def run(self, axis: Heading) -> bool:
        """Seat everything, the first tile's line running along ``axis``; false where no way was found."""
        root = self.order[0]
        across, down = self.scale.size(upright=axis.is_upright != root.is_double)
        if across > self._ground.width or down > self._ground.height:
            return False
        box = Box(0, 0, across - 1, down - 1)
        try:
            return self._try(root, Seat(box, axis, box)) == _SEATED
        except GivenUpError:
            return False

    def _seat(self, index: int) -> int:
        """Seat the nodes from ``index`` on; else tell which earlier nodes are in the way of one of them."""
        if index == len(self.order):
            return _SEATED
        node = self.order[index]
        conflicts = 1 << node.host.index
        for sibling in node.host.children:
            conflicts |= 1 << sibling.index if sibling.index < index else 0
        for seat in self._candidates(node):
            blocker = self._ground.blocker(node, seat.boxes)
            answer = self._try(node, seat) if blocker is None else 1 << blocker | 1 << index
            if answer == _SEATED or not answer & 1 << index:
                return answer
            conflicts |= answer
        self.failures[index] += 1
        return conflicts & ~(1 << index)

    def _try(self, node: Node, seat: Seat) -> int:
        self._ground.take(node, seat.boxes)
        self.seats.append(seat)
        answer = self._seat(node.index + 1)
        if answer != _SEATED:
            self.seats.pop()
            self._ground.leave()
        return answer

    def _candidates(self, node: Node) -> Iterator[Seat]:
        """Where a node could lie: first where the rest of its line has room, then with its joint stretched."""
        anchor = self._anchor(node)
        exits = self._exits(node)
        if len(exits) > 1:
            exits = self._by_cost(node, anchor, exits)
        for step in self._steps(node):
            for heading in exits:
                self._budget -= 1
                if self._budget < 0:
                    raise GivenUpError
                yield self._seat_at(node, anchor, heading, step)

    def _steps(self, node: Node) -> list[int]:
        """Which stretches of its joint a node tries, in this order; at a crossing it begins with the slack."""
        if node.tile is None:
            return [0]
        first = self._slack if node.is_crossing or node.host.is_crossing else 0
        return [*range(first, len(self.scale.stretch[0])), *range(first)]

    def _by_cost(self, node: Node, anchor: tuple[int, int], exits: list[Heading]) -> list[Heading]:
        costs: dict[Heading, int] = {}
        for turn, heading in enumerate(exits):
            costs[heading] = turn + (_TURN_COST if turn and not node.host.is_double else 0)
            if node.tile is not None:
                box = self._seat_at(node, anchor, heading, 0).box
                costs[heading] += max(0, self._wanted(node, heading) - self._ground.room(node, box, heading))
        return sorted(exits, key=costs.__getitem__)

    def _wanted(self, node: Node, heading: Heading) -> int:
        """Cells that the rest of the node's line would take straight on."""
        length = self.scale.size(upright=heading.is_upright)[heading & 1] + self.scale.gap[heading & 1]
        return (node.reach - (1 if node.is_double else 2)) * length // 2

    def _seat_at(self, node: Node, anchor: tuple[int, int], heading: Heading, step: int) -> Seat:
        host = self.seats[node.host.index].box
        if node.tile is None:
            box = host.beside(heading, anchor, node.mark_size, 0)
            return Seat(box, heading, box)
        length = self.scale.gap[heading & 1] + self.scale.stretch[heading & 1][step]
        size = self.scale.size(upright=heading.is_upright != node.is_double)
        link = host.beside(heading, anchor, (1, length) if heading.is_upright else (length, 1), 0)
        return Seat(host.beside(heading, anchor, size, length), heading, link, step > 0)

    def _anchor(self, node: Node) -> tuple[int, int]:
        """The cell of its host that a node hangs on: the outer half, or a double's middle."""
        host = node.host
        seat = self.seats[host.index]
        if host.is_double:
            return seat.box.centre
        outer = not host.is_root or node.host_port is Port.HIGH
        second = outer == (seat.heading in (Heading.EAST, Heading.SOUTH))
        return self.scale.half(seat.box, upright=seat.heading.is_upright, second=second)

    def _exits(self, node: Node) -> list[Heading]:
        """The directions in which a node may leave its host, the favourite first.

        A line turns at the outer half of an ordinary tile only, and never into a double, whose long side would then
        lie along two tiles.
        """
        host = node.host
        heading = self.seats[host.index].heading
        if host.is_double:
            return self._exits_of_double(node, heading)
        if host.is_root and node.host_port is Port.LOW:
            heading = heading.back
        return [heading] if node.is_double else [heading, heading.right, heading.left]

    def _exits_of_double(self, node: Node, heading: Heading) -> list[Heading]:
        """Straight through along the line, across it for a branch; of equal sides, those not used yet."""
        host = node.host
        if node.host_port not in LINE:
            sides = [heading.left, heading.right]
        else:
            sides = [heading.back, heading] if host.is_root else [heading]
        sides.sort(key=lambda side: side in (Heading.WEST, Heading.NORTH), reverse=node.host_port in _FIRST_SIDES)
        used = [self.seats[other.index].heading for other in host.children if other.index < node.index]
        return [side for side in sides if side not in used]
