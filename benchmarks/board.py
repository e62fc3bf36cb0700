"""How fast the browser's board is laid, how large it gets, and how often tiles move that lay already: ``--help``.

Every stage of random rounds of each ruleset is laid, then of artificial layouts in which any tile goes wherever it
fits, the last quarter of them full of crossings. A stage is laid beside the one before it, as at a real table.
"""

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean, median
from time import perf_counter

from homestretch.fives.events import Event
from homestretch.fives.layout import Layout
from homestretch.fives.match import Fives
from homestretch.fives.ruleset import Ruleset, Spinners
from homestretch.games import horse_race, seven_rocks
from homestretch.kit.message import Refusal
from homestretch.kit.tile import full_set
from homestretch.render import board
from homestretch.render.board import Board, Shape, lay
from homestretch.render.board_spread import spread

RULESETS = {
    "horse-race/2": horse_race(2),
    "horse-race/3": horse_race(3),
    "horse-race/4": horse_race(4),
    "seven-rocks/4": seven_rocks(),
}
TILE = 8


def rounds(ruleset: Ruleset, count: int) -> Iterator[Layout]:
    """The last layouts of rounds in which every move is any legal one."""
    chance = Random(1)
    rules = Fives(ruleset)
    for _ in range(count):
        state = rules.new()
        events: Sequence[Event] | Refusal = rules.open_round(state, chance.randbytes(32))
        while not isinstance(events, Refusal):
            for event in events:
                state = rules.evolve(state, event)
            if state.turn is not None:
                events = rules.decide(state, state.turn, chance.choice(rules.legal_moves(state, state.turn)))
            elif rules.awaits_deal(state):
                events = rules.deal(state)
            else:
                break
        yield state.layout


def artificial(count: int) -> Iterator[Layout]:
    """Layouts to which tiles are added until none fits; some prefer doubles and their branch sides."""
    for seed in range(count):
        chance = Random(seed)
        preference = (0, 1, 3, 20)[seed * 4 // count]
        left = list(full_set(6))
        layout = Layout(Spinners.ALL).join(left.pop(chance.randrange(len(left))))
        while choices := [(tile, host) for tile in left for host in layout.hosts(tile)]:
            sides = {place.tile for place in layout.places if place.port.is_branch}
            weights = [1 + preference * (tile.is_double + (host in sides)) for tile, host in choices]
            ((tile, host),) = chance.choices(choices, weights)
            left.remove(tile)
            layout = layout.join(tile, host)
        yield layout


def stages(layout: Layout) -> list[Layout]:
    return [Layout(layout.branching, layout.tiles[: n + 1], layout.joints[:n]) for n in range(len(layout.tiles))]


def measure(name: str, layouts: list[Layout], shape: Shape) -> None:
    """Print one line."""
    times: list[float] = []
    last: list[Board] = []
    moved_layouts = moved_tiles = spread_out = stretched = 0
    for layout in layouts:
        before: Board | None = None
        moved = 0
        for stage in stages(layout):
            start = perf_counter()
            picture = lay(stage, shape)
            times.append((perf_counter() - start) * 1000)
            if before is not None:
                movers = sum(old != new for old, new in zip(before.spots, picture.spots, strict=False))
                moved += movers
                spread_out += movers > 0 and board.scene_of(stage, shape).seats == spread(stage, shape.axis).seats
            before = picture
        if before is not None:
            last.append(before)
            stretched += sum(min(link.box.width, link.box.height) > 1 for link in before.links)
        moved_layouts += moved > 0
        moved_tiles += moved
    times.sort()
    width = median(picture.frame.width for picture in last) / TILE
    height = median(picture.frame.height for picture in last) / TILE
    print(
        f"{name:14} {shape:5} {fmean(times):5.2f} ms a tile, p99 {times[len(times) * 99 // 100]:5.1f}, "
        f"max {times[-1]:6.1f}; {width:4.1f} x {height:4.1f} tile lengths; "
        f"{moved_layouts} of {len(layouts)} layouts moved ({moved_tiles} tiles); "
        f"{stretched / len(layouts):.2f} long bridges a layout; {spread_out} unplaceable but by the last resort"
    )


def main() -> None:
    """Print a line for each ruleset and shape."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=500, help="rounds of each ruleset")
    parser.add_argument("--layouts", type=int, default=300, help="artificial layouts")
    options = parser.parse_args()
    for name, ruleset in RULESETS.items():
        played = list(rounds(ruleset, options.rounds))
        for shape in Shape:
            measure(name, played, shape)
    built = list(artificial(options.layouts))
    for shape in Shape:
        measure("artificial", built, shape)


if __name__ == "__main__":
    main()
