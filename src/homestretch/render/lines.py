"""The outline of a layout: its lines as lists of tiles, for text that is read aloud or printed in rows."""

from msgspec import Struct

from homestretch.fives.layout import BRANCHES, HALVES, LINE, Layout, Port
from homestretch.kit.tile import Tile


class Step(Struct, frozen=True):
    """A tile of a line as one comes along: the pips met first and those met last, equal for a double."""

    tile: Tile
    first: int
    last: int


class Line(Struct, frozen=True):
    """A run of joined tiles.

    The main line, whose ``start`` is None, goes from its one outer end through the opening tile to the other; a branch
    goes from the spinner ``start`` outwards.
    """

    start: Tile | None
    steps: tuple[Step, ...]

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles in the order of the line."""
        return tuple(step.tile for step in self.steps)


def lines(layout: Layout) -> tuple[Line, ...]:
    """The main line, then every branch of it along the line, then the branches of those, and so on.

    >>> from homestretch.fives.ruleset import Spinners
    >>> layout = Layout(Spinners.ALL).join(Tile(1, 4)).join(Tile(1, 1), Tile(1, 4)).join(Tile(4, 6), Tile(1, 4))
    >>> [(step.first, step.last) for step in lines(layout)[0].steps]
    [(1, 1), (1, 4), (4, 6)]
    """
    if not layout.tiles:
        return ()
    next_tiles = {(joint.host, joint.host_port): (joint.tile, joint.port) for joint in layout.joints}
    opening = layout.tiles[0]
    backwards, forwards = LINE if opening.is_double else HALVES
    before = _run(next_tiles, opening, backwards)
    main = [Step(step.tile, step.last, step.first) for step in reversed(before)]
    found = [Line(None, (*main, Step(opening, *opening), *_run(next_tiles, opening, forwards)))]
    for line in found:
        for tile in line.tiles:
            branches = (_run(next_tiles, tile, port) for port in BRANCHES)
            found.extend(Line(tile, tuple(steps)) for steps in branches if steps)
    return tuple(found)


def _run(next_tiles: dict[tuple[Tile, Port], tuple[Tile, Port]], tile: Tile, port: Port) -> list[Step]:
    """What hangs on a port, straight on through doubles up to the outer end."""
    steps: list[Step] = []
    while (tile, port) in next_tiles:
        tile, entry = next_tiles[tile, port]
        port = _opposite(entry)
        first = tile.high if entry is Port.HIGH else tile.low
        steps.append(Step(tile, first, tile.other(first)))
    return steps


def _opposite(port: Port) -> Port:
    one, other = LINE if port in LINE else HALVES
    return other if port is one else one
