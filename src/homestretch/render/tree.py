"""What has to find room on the table, as a tree: the first tile, what is joined to it, and a mark at every place."""

from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count as counter

from homestretch.fives.layout import Layout, Place, Port
from homestretch.kit.tile import Tile

_MARK_WEIGHT = 1000
"""Above every length of a line: a mark is seated right after its tile, while there is still room beside it."""

_PROMOTION = 16
"""Halves of length that a failure is worth; found by trial on some thousand rounds."""


@dataclass(eq=False)
class Node:
    """A tile, or the mark of a free place where ``tile`` is None, that hangs on the ``host_port`` of ``host``.

    The root, which is the first tile, is its own host. ``count`` is what a mark counts, ``index`` the position in the
    order of seating, ``reach`` the halves (a double's thickness is one) from here to the far end of the longest line,
    and ``weight`` the claim to be seated early.
    """

    tile: Tile | None
    host: "Node" = field(init=False)
    host_port: Port = Port.LINE_A
    port: Port | None = None
    count: int | None = None
    children: list["Node"] = field(default_factory=list)
    index: int = 0
    reach: int = 0
    weight: int = 0

    def __post_init__(self) -> None:
        self.host = self
        self.is_double = self.tile is not None and self.tile.is_double

    @property
    def is_root(self) -> bool:
        """Whether it is the first tile."""
        return self.host is self

    @property
    def is_crossing(self) -> bool:
        """Whether it is a double at which lines cross, or may: its branches are open."""
        return self.is_double and len(self.children) > 2

    @property
    def mark_size(self) -> tuple[int, int]:
        """Columns and rows of a mark: a ring, or the count in parentheses and a column to spare.

        Two digits are counted by doubles only, whose long side has room for them.
        """
        if self.count is None:
            return 1, 1
        return (5 if self.host.is_double else 4), 1

    def hang(self, host: "Node", host_port: Port, port: Port | None) -> None:
        """Join it to a host."""
        self.host, self.host_port, self.port = host, host_port, port
        host.children.append(self)


def grow(layout: Layout) -> Node:
    """The tree of a layout that has at least one tile."""
    nodes = {tile: Node(tile) for tile in layout.tiles}
    for joint in layout.joints:
        nodes[joint.tile].hang(nodes[joint.host], joint.host_port, joint.port)
    for place, count in counted_places(layout):
        Node(None, count=count, weight=_MARK_WEIGHT).hang(nodes[place.tile], place.port, None)
    for tile in reversed(layout.tiles):
        _measure(nodes[tile])
    return nodes[layout.tiles[0]]


def counted_places(layout: Layout) -> list[tuple[Place, int | None]]:
    """Every free place with what the end there counts, None where it counts nothing: an end is told exactly once.

    A branch side counts nothing, and a lone double has two places but is one end, told at the first.
    """
    counted: list[tuple[Place, int | None]] = []
    told: set[Tile] = set()
    for place in layout.places:
        silent = place.port.is_branch or (place.tile.is_double and place.tile in told)
        pips = 2 * place.pips if place.tile.is_double else place.pips
        counted.append((place, None if silent else pips))
        told.add(place.tile)
    return counted


def _measure(node: Node) -> None:
    thickness = 1 if node.is_double else 2
    node.reach = node.weight = thickness + max((child.reach for child in node.children), default=0)


def seating(root: Node) -> list[Node]:
    """The nodes in the order in which they are seated: outwards from the root, the heaviest of those in reach next."""
    order: list[Node] = []
    ticket = counter()
    waiting = [(0, next(ticket), root)]
    while waiting:
        node = heappop(waiting)[2]
        node.index = len(order)
        order.append(node)
        for child in node.children:
            heappush(waiting, (-child.weight, next(ticket), child))
    return order


def promote(node: Node) -> None:
    """Seat a node earlier next time, and so everything that it hangs on."""
    node.weight += _PROMOTION
    if not node.is_root:
        promote(node.host)
