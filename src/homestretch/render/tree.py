"""What has to find room on the table, as a tree: the first tile, what is joined to it, and a mark at every place."""

from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count

from homestretch.fives.layout import Joint, Layout, Place, Port
from homestretch.kit.tile import Tile

_MARK_WEIGHT = 1000
"""Above every length of a line: a mark is seated right after its tile, while there is still room beside it."""


@dataclass(eq=False, slots=True)
class Node:
    """A tile, or the mark of a free place where ``tile`` is None, that hangs on the ``host_port`` of ``host``.

    ``index`` is its position in the order of seating, ``reach`` the halves (a double's thickness is one) from here to
    the far end of the longest line, ``weight`` its claim to be seated early, and ``count`` what a mark counts.
    """

    tile: Tile | None
    host: "Node | None" = None
    host_port: Port = Port.LINE_A
    port: Port | None = None
    count: int | None = None
    children: list["Node"] = field(default_factory=list)
    index: int = 0
    reach: int = 0
    weight: int = 0

    @property
    def is_double(self) -> bool:
        """Whether it is a tile that lies across its line."""
        return self.tile is not None and self.tile.is_double

    @property
    def mark_size(self) -> tuple[int, int]:
        """Columns and rows of a mark: a ring or a label, or a label and the count in parentheses.

        Two digits are counted by doubles only, whose long side has room for them.
        """
        if self.count is None:
            return 1, 1
        return (5 if self.host is not None and self.host.is_double else 4), 1


def grow(layout: Layout) -> Node:
    """The tree of a layout that has at least one tile."""
    nodes = {tile: Node(tile) for tile in layout.tiles}
    for joint in layout.joints:
        _hang(nodes, joint)
    counted: set[Tile] = set()
    for place in layout.places:
        host = nodes[place.tile]
        host.children.append(Node(None, host, place.port, count=_count(place, counted), weight=_MARK_WEIGHT))
        counted.add(place.tile)
    for tile in reversed(layout.tiles):
        _measure(nodes[tile])
    return nodes[layout.tiles[0]]


def _hang(nodes: dict[Tile, Node], joint: Joint) -> None:
    node, host = nodes[joint.tile], nodes[joint.host]
    node.host, node.host_port, node.port = host, joint.host_port, joint.port
    host.children.append(node)


def _count(place: Place, counted: set[Tile]) -> int | None:
    """What the end at a place counts; a lone double has two places and is one end, shown at the first."""
    if place.port.is_branch or (place.tile.is_double and place.tile in counted):
        return None
    return 2 * place.pips if place.tile.is_double else place.pips


def _measure(node: Node) -> None:
    thickness = 1 if node.is_double else 2
    node.reach = node.weight = thickness + max((child.reach for child in node.children), default=0)


def seating(root: Node) -> list[Node]:
    """The nodes in the order in which they are seated: outwards from the root, the heaviest of those in reach next."""
    order: list[Node] = []
    ticket = count()
    waiting = [(0, next(ticket), root)]
    while waiting:
        node = heappop(waiting)[2]
        node.index = len(order)
        order.append(node)
        for child in node.children:
            heappush(waiting, (-child.weight, next(ticket), child))
    return order


def promote(node: Node | None) -> None:
    """Seat a node earlier next time, and so everything that it hangs on."""
    while node is not None:
        node.weight += 3
        node = node.host
