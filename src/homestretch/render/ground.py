"""The table while it fills: what is taken, how far the outermost tiles reach, and who stands in whose way."""

from typing import Final, NamedTuple

from .scale import Box, Heading, Scale
from .tree import Node

MARK_CLEAR: Final = (1, 1)
"""Columns and rows that a mark or a link keeps clear of what it does not belong to."""

_FAR: Final = 10_000


class Frame(NamedTuple):
    """The outermost edges so far, each with the index of the node that set it."""

    left: tuple[int, int]
    top: tuple[int, int]
    right: tuple[int, int]
    bottom: tuple[int, int]

    def around(self, box: Box, index: int) -> "Frame":
        """The frame widened by a node's box."""
        return Frame(
            min(self.left, (box.left, index)),
            min(self.top, (box.top, index)),
            max(self.right, (box.right, index)),
            max(self.bottom, (box.bottom, index)),
        )


class Ground:
    """What is taken within at most ``width`` columns and ``height`` rows; where these lie follows from the tiles."""

    def __init__(self, scale: Scale, width: int, height: int | None) -> None:
        self.clear = scale.clear
        self.width = width
        self.height = _FAR if height is None else height
        self._taken: list[tuple[Box, Node]] = []
        self._frames: list[tuple[Frame, int]] = []

    def take(self, node: Node, boxes: list[Box]) -> None:
        """Let a node lie in its box and, where its joint is stretched, in that of its link."""
        box = boxes[0]
        if self._frames:
            frame = self._frames[-1][0].around(box, node.index)
        else:
            frame = Frame((box.left, 0), (box.top, 0), (box.right, 0), (box.bottom, 0))
        self._frames.append((frame, len(self._taken)))
        self._taken.extend((taken, node) for taken in boxes)

    def leave(self) -> None:
        """Undo the last :meth:`take`."""
        del self._taken[self._frames.pop()[1] :]

    def blocker(self, node: Node, boxes: list[Box]) -> int | None:
        """The index of a node that keeps this one from lying in these boxes; None where they are free."""
        beyond = self._beyond(boxes[0])
        if beyond is not None:
            return beyond
        clear = self.clear if node.tile is not None else MARK_CLEAR
        for box in boxes:
            near = self._near(node, box, clear)
            if near is not None:
                return near
            clear = MARK_CLEAR
        return None

    def _beyond(self, box: Box) -> int | None:
        """Who set the edge that lies too far from a box's opposite edge."""
        left, top, right, bottom = self._frames[-1][0]
        if box.right - left[0] >= self.width:
            return left[1]
        if right[0] - box.left >= self.width:
            return right[1]
        if box.bottom - top[0] >= self.height:
            return top[1]
        if bottom[0] - box.top >= self.height:
            return bottom[1]
        return None

    def _near(self, node: Node, box: Box, clear: tuple[int, int]) -> int | None:
        """Who lies within the clearance of a box; around one joint, corners may come nearer to each other."""
        left, top, right, bottom = box.grown(*clear)
        host = node.host
        for other, owner in self._taken:
            if other[0] > right or left > other[2] or other[1] > bottom or top > other[3] or owner is host:
                continue
            if owner is not host.host and owner.host is not host:
                return owner.index
            if other.meets(box.grown(1, 0)) or other.meets(box.grown(0, 1)):
                return owner.index
        return None

    def room(self, node: Node, box: Box, heading: Heading) -> int:
        """Cells free beyond a node's box, straight on, up to the limit of the frame or to what lies in the way."""
        room = self._room_to_limit(box, heading)
        columns, rows = self.clear
        left, top, right, bottom = box.grown(columns, 0) if heading.is_upright else box.grown(0, rows)
        spare = self.clear[heading & 1]
        for other, owner in self._taken:
            if owner is node.host:
                continue
            if heading.is_upright:
                if other[0] > right or left > other[2]:
                    continue
                ahead = other[1] - bottom if heading is Heading.SOUTH else top - other[3]
            else:
                if other[1] > bottom or top > other[3]:
                    continue
                ahead = other[0] - right if heading is Heading.EAST else left - other[2]
            if 0 < ahead <= room + spare:
                room = ahead - 1 - spare
        return room

    def _room_to_limit(self, box: Box, heading: Heading) -> int:
        left, top, right, bottom = self._frames[-1][0]
        if heading is Heading.EAST:
            return left[0] + self.width - 1 - box.right
        if heading is Heading.WEST:
            return box.left - (right[0] - self.width + 1)
        if heading is Heading.SOUTH:
            return top[0] + self.height - 1 - box.bottom
        return box.top - (bottom[0] - self.height + 1)
