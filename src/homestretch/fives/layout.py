"""The layout: tiles on the table, how they are joined, where a tile may go and what counts.

A *place* is where a tile may legally be joined; an *end* is what counts. They are different things: the two halves of
a double at the end of a line are one end and one place, and an open branch side is a place that counts nothing.
"""

from enum import StrEnum
from functools import cached_property
from typing import Final

from msgspec import Struct

from homestretch.kit.show import picture_of
from homestretch.kit.tile import Tile

from .ruleset import MULTIPLE, Spinners


class Port(StrEnum):
    """A part of a tile that another tile can be joined to."""

    LOW = "low"
    HIGH = "high"
    LINE_A = "line-a"
    LINE_B = "line-b"
    BRANCH_A = "branch-a"
    BRANCH_B = "branch-b"

    @property
    def is_branch(self) -> bool:
        """Whether this is one of a double's short sides."""
        return self in BRANCHES


HALVES: Final = (Port.LOW, Port.HIGH)
LINE: Final = (Port.LINE_A, Port.LINE_B)
BRANCHES: Final = (Port.BRANCH_A, Port.BRANCH_B)


class Place(Struct, frozen=True):
    """A port of ``tile`` to which a tile with ``pips`` may be joined."""

    tile: Tile
    port: Port
    pips: int


class End(Struct, frozen=True):
    """Something that counts ``count`` raw points; ends worth zero are still ends."""

    tile: Tile
    count: int


class Joint(Struct, frozen=True):
    """``tile`` was joined by its ``port`` to the ``host_port`` of a tile that was there before."""

    host: Tile
    host_port: Port
    tile: Tile
    port: Port


class Layout(Struct, frozen=True, dict=True):
    """The tiles in the order of play, the joints between them, and which doubles branch.

    >>> layout = Layout(Spinners.ALL).join(Tile(1, 4)).join(Tile(1, 1), Tile(1, 4)).join(Tile(4, 4), Tile(1, 4))
    >>> layout.total, [str(place.tile) for place in layout.places]
    (10, ['1-1', '4-4'])
    """

    branching: Spinners
    tiles: tuple[Tile, ...] = ()
    joints: tuple[Joint, ...] = ()

    @cached_property
    def joined(self) -> dict[Tile, tuple[Port, ...]]:
        """The ports of every tile that are joined, in the order in which they were."""
        ports: dict[Tile, tuple[Port, ...]] = dict.fromkeys(self.tiles, ())
        for joint in self.joints:
            ports[joint.host] += (joint.host_port,)
            ports[joint.tile] += (joint.port,)
        return ports

    @cached_property
    def spinners(self) -> tuple[Tile, ...]:
        """The doubles that branch, from their placement to the end of the round, in the order of play."""
        doubles = tuple(tile for tile in self.tiles if tile.is_double)
        return doubles if self.branching is Spinners.ALL else doubles[:1]

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Where a tile may go: tile by tile in the order of play, and port by port."""
        return tuple(
            Place(tile, port, tile.high if port is Port.HIGH else tile.low)
            for tile in self.tiles
            for port in self._open_ports(tile)
        )

    def _open_ports(self, tile: Tile) -> tuple[Port, ...]:
        joined = self.joined[tile]
        if not tile.is_double:
            return tuple([port for port in HALVES if port not in joined])
        line = tuple([port for port in LINE if port not in joined])
        if line or tile not in self.spinners:
            return line
        return tuple([port for port in BRANCHES if port not in joined])

    @cached_property
    def open_pips(self) -> frozenset[int]:
        """The numbers of pips that can be joined; none on an empty table, where any tile opens."""
        return frozenset(place.pips for place in self.places)

    def fits(self, tile: Tile) -> bool:
        """Whether the tile can be placed somewhere."""
        return not self.tiles or tile.low in self.open_pips or tile.high in self.open_pips

    def hosts(self, tile: Tile) -> tuple[Tile, ...]:
        """The tiles that this one can be joined to, equal places merged."""
        return tuple(dict.fromkeys(place.tile for place in self.places if tile.has(place.pips)))

    @cached_property
    def ends(self) -> tuple[End, ...]:
        """What counts now, tile by tile in the order of play."""
        ends: list[End] = []
        for tile in self.tiles:
            joined = self.joined[tile]
            if tile.is_double:
                if not all(port in joined for port in LINE):
                    ends.append(End(tile, tile.pips))
            else:
                ends.extend(End(tile, pips) for port, pips in zip(HALVES, tile, strict=True) if port not in joined)
        return tuple(ends)

    @cached_property
    def total(self) -> int:
        """The sum of the ends."""
        return sum(end.count for end in self.ends)

    def join(self, tile: Tile, host: Tile | None = None) -> "Layout":
        """The layout with ``tile`` opening it, or joined to the first free place of ``host`` that it fits.

        A double joins by its first line side. Only for placements that fit (see :meth:`hosts`).

        Raises:
            StopIteration: The tile fits no free place of the host.
        """
        joined = self._joins.get((tile, host))
        if joined is None:
            joined = self._joins[tile, host] = self._join(tile, host)
        return joined

    @cached_property
    def _joins(self) -> dict[tuple[Tile, Tile | None], "Layout"]:
        """What :meth:`join` has answered: a placement is weighed, decided and applied, but joined only once."""
        return {}

    def _join(self, tile: Tile, host: Tile | None) -> "Layout":
        if host is None:
            return Layout(self.branching, (tile,))
        place = next(place for place in self.places if place.tile == host and tile.has(place.pips))
        port = Port.LINE_A if tile.is_double else Port.LOW if place.pips == tile.low else Port.HIGH
        return Layout(self.branching, (*self.tiles, tile), (*self.joints, Joint(host, place.port, tile, port)))

    @property
    def bare(self) -> "Layout":
        """The same layout without what this one remembers, which is every placement that was weighed on it.

        For whoever keeps it or shows it to others.
        """
        return Layout(self.branching, self.tiles, self.joints)

    def _repr_svg_(self) -> str:
        """What a notebook shows: the layout and its sum."""
        return picture_of(self)


def award(total: int) -> int:
    """The raw points that a placement earns: the total itself where it is a positive multiple of five.

    >>> [award(total) for total in (0, 5, 12, 35)]
    [0, 5, 0, 35]
    """
    return total if total % MULTIPLE == 0 else 0


def rounded(pips: int) -> int:
    """Pips to the nearest multiple of five: remainders 1 and 2 down, 3 and 4 up.

    >>> [rounded(pips) for pips in (17, 18, 22, 3, 0)]
    [15, 20, 20, 5, 0]
    """
    return (pips + MULTIPLE // 2) // MULTIPLE * MULTIPLE
