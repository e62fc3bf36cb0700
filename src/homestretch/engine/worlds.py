"""Worlds: the complete deals that agree with everything one seat has seen of a round, each as likely.

Every tile that another seat has held or that is still hidden has an *origin*: the deal of one seat, draws in a row that
did not fit, a draw that did, or the boneyard that is left. Each origin has room for a known number of tiles. A seat
that draws or knocks holds nothing that fits, so a tile may come from some origins only. Tiles that may come from the
same origins are one *kind*; origins that may hold the same kinds are one *pool*. The ways to share the kinds out among
the pools are counted exactly, kind after kind. A world is a walk through that count with exact weights, and a shuffle
of what is alike.

That a round goes on also tells that it is not blocked. This says nothing more about a hand: while the boneyard is
empty, the next placement shows it, and until then every tile that the seat does not see is in somebody's hand.
"""

from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from math import comb, factorial, prod
from random import Random
from typing import NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from homestretch.fives.layout import Layout
from homestretch.fives.moves import DRAW, Draw, Pass, Play, Stop
from homestretch.fives.state import Phase, State
from homestretch.kit.hidden import known
from homestretch.kit.seat import Seat
from homestretch.kit.tile import Tile, full_set

TileNumber: TypeAlias = int
"""The place of a tile in the canonical order of its set, from 0 on."""

Mask: TypeAlias = int
"""A set of numbers: bit ``n`` is 1 where ``n`` belongs to it."""


class World(Struct, frozen=True):
    """One way in which the tiles may lie, and how they came there.

    ``hands`` are in canonical order, ``boneyard`` is drawn from its end. ``draws`` names the tile of each draw of
    another seat, in the order of the moves; whatever else these seats have held was dealt to them.
    """

    hands: tuple[tuple[Tile, ...], ...]
    boneyard: tuple[Tile, ...]
    draws: tuple[Tile, ...]


class Masks(NamedTuple):
    """A :class:`World` in numbers: masks of tile numbers for the hands, tile numbers for the boneyard and the draws."""

    hands: list[Mask]
    boneyard: list[TileNumber]
    draws: list[TileNumber]


class Worlds:
    """All worlds that agree with what ``seat`` sees in ``view`` and has seen of the round.

    Other hands and the boneyard are not looked at, so a complete state has the same worlds as its view.

    >>> from homestretch.fives.events import Dealt
    >>> from homestretch.fives.evolve import evolve
    >>> from homestretch.fives.state import new
    >>> from homestretch.games import seven_rocks
    >>> hands = tuple(full_set(6)[at : at + 7] for at in (0, 7, 14, 21))
    >>> worlds = Worlds(evolve(new(seven_rocks()), Dealt(0, "lot", hands, ())), seat=0)
    >>> worlds.count == factorial(21) // factorial(7) ** 3
    True
    >>> worlds.sample(Random(1)).hands[0] == hands[0]
    True

    Raises:
        ValueError: No round is being played, the seat's own hand is hidden, or the view disagrees with itself.
    """

    def __init__(self, view: State, seat: Seat) -> None:
        _check(view, seat)
        fitting = _fitting(view)
        self._view = view
        self.seat = seat
        self._own = _mask(view, known(view.hands[seat]))
        self._hidden = _whole(view) & ~self._own & ~_mask(view, view.layout.tiles)
        self._origins = _origins(view, seat, fitting)
        sources = _sources(view, seat, fitting, self._origins, self._hidden)
        self._fixed, sources = _fix(sources, self._origins)
        needs = [need for need in _needs(view, seat, fitting) if not _is_met(need, self._origins, self._fixed)]
        self._kinds, self._pools = _alike(sources, self._origins, self._fixed, needs)
        self._root = _count(self._kinds, self._pools, (1 << len(needs)) - 1)
        blocked = not view.boneyard and view.drawn is None and not fitting[-1] & (self._own | self._hidden)
        if blocked or not self._root.ways:
            raise ValueError("no deal agrees with the moves")

    @property
    def count(self) -> int:
        """How many complete deals agree: hands are dealt as sets of tiles, the boneyard is an order of tiles."""
        mixed = prod(_multinomial([room for _, room in pool.rooms]) for pool in self._pools)
        return self._root.ways * mixed * prod(factorial(origin.room) for origin in self._origins if origin.is_ordered)

    def sample(self, chance: Random) -> World:
        """One of the worlds, every complete deal as likely. The same numbers give the same world."""
        tiles = self._view.rules.tiles
        masks = self.sample_masks(chance)
        return World(
            tuple([_named(self._view, hand) for hand in masks.hands]),
            tuple([tiles[number] for number in masks.boneyard]),
            tuple([tiles[number] for number in masks.draws]),
        )

    def sample_masks(self, chance: Random) -> Masks:
        """The world that :meth:`sample` makes of the same numbers, sooner."""
        hands = [0] * len(self._view.hands)
        hands[self.seat] = self._own
        boneyard: list[TileNumber] = []
        draws: list[TileNumber] = []
        for origin, tiles in zip(self._origins, self._share_out(chance), strict=True):
            if origin.is_ordered:
                chance.shuffle(tiles)
            if origin.seat is None:
                boneyard = tiles
                continue
            hands[origin.seat] |= sum([1 << tile for tile in tiles]) & self._hidden
            if origin.is_ordered:
                draws += tiles
        return Masks(hands, boneyard, draws)

    def _share_out(self, chance: Random) -> list[list[TileNumber]]:
        """The tiles of each origin, in an order that means nothing."""
        pools: list[list[TileNumber]] = [[] for _ in self._pools]
        node = self._root
        for kind in self._kinds:
            shares, node = node.pick(chance)
            tiles = kind.tiles
            if len(shares) > 1:
                tiles = tiles.copy()
                chance.shuffle(tiles)
            at = 0
            for pool, share in shares:
                pools[pool] += tiles[at : at + share]
                at += share
        contents = [tiles.copy() for tiles in self._fixed]
        for tiles, (rooms, _) in zip(pools, self._pools, strict=True):
            if len(rooms) > 1:
                chance.shuffle(tiles)
            at = 0
            for origin, room in rooms:
                contents[origin] += tiles[at : at + room]
                at += room
        return contents

    def hand_at(self, world: World, number: int) -> tuple[Tile, ...]:
        """What the mover of ``moves[number]`` held just before that move, in canonical order.

        Raises:
            ValueError: The move is the seat's own; a view does not tell which of its tiles were drawn when.
        """
        hands = [_mask(self._view, hand) for hand in world.hands]
        draws = [_numbers(self._view.rules.highest)[tile] for tile in world.draws]
        return _named(self._view, self.mask_at(Masks(hands, [], draws), number))

    def mask_at(self, masks: Masks, number: int) -> Mask:
        """:meth:`hand_at` in numbers, sooner.

        Raises:
            ValueError: As there.
        """
        mover, placed, draws = self._since[number]
        if mover == self.seat:
            raise ValueError("a view does not tell which of the seat's own tiles were drawn when")
        return (masks.hands[mover] | placed) & ~sum([1 << masks.draws[draw] for draw in draws])

    @cached_property
    def _since(self) -> list[tuple[Seat, Mask, list[int]]]:
        """For each move its mover, what that seat has placed from then on, and which draws it has made from then on."""
        placed = [0] * len(self._view.hands)
        drawn: list[list[int]] = [[] for _ in self._view.hands]
        draw = sum(isinstance(move, Draw) for mover, move in self._view.moves if mover != self.seat)
        since: list[tuple[Seat, Mask, list[int]]] = []
        for mover, move in reversed(self._view.moves):
            if isinstance(move, Play):
                placed[mover] |= _mask(self._view, (move.tile,))
            elif isinstance(move, Draw) and mover != self.seat:
                draw -= 1
                drawn[mover] = [*drawn[mover], draw]
            since.append((mover, placed[mover], drawn[mover]))
        return since[::-1]


class _Origin(Struct, frozen=True):
    """Where so many tiles came from: ``seat`` was dealt or drew them, or they are in the boneyard, where it is None.

    ``since`` is the move that brought the first of them, -1 for a deal. ``may`` are the tiles that may have come so.
    """

    seat: Seat | None
    since: int
    room: int
    may: Mask

    @property
    def is_ordered(self) -> bool:
        """Whether the tiles lay in the boneyard, where each has its place."""
        return self.since >= 0 or self.seat is None


class _Need(NamedTuple):
    """A seat that held one of these tiles."""

    seat: Seat
    tiles: Mask


class _Pool(NamedTuple):
    """Origins that may hold the same kinds, each with the room that is left in it; ``serves`` is a mask of needs."""

    rooms: list[tuple[int, int]]
    serves: Mask


class _Kind(NamedTuple):
    """Tiles that may go into the same pools; ``meets`` is a mask of needs, met in pools that serve them."""

    tiles: list[TileNumber]
    pools: list[int]
    meets: Mask


_Shares: TypeAlias = tuple[tuple[int, int], ...]
"""How many tiles of one kind go into which pool: pairs of a pool and a number of tiles, never 0."""


class _Node(NamedTuple):
    """The ways to share out one kind and all after it, by the shares of this kind; ``sums`` adds up their ways."""

    ways: int
    sums: list[int]
    branches: "list[tuple[_Shares, _Node]]"

    def pick(self, chance: Random) -> "tuple[_Shares, _Node]":
        """One of the branches, every way as likely."""
        if len(self.branches) == 1:
            return self.branches[0]
        return self.branches[bisect(self.sums, chance.randrange(self.ways))]


def _check(view: State, seat: Seat) -> None:
    """Refuse a view whose hands, boneyard and layout are not what its moves make of a deal."""
    if view.phase is not Phase.MOVE:
        raise ValueError("no round is being played")
    own = known(view.hands[seat])
    if len(own) != len(view.hands[seat]):
        raise ValueError("the seat's own hand is hidden")
    sizes = [view.rules.hand] * view.rules.players
    left = view.rules.boneyard
    for mover, move in view.moves:
        if isinstance(move, Play):
            sizes[mover] -= 1
        elif isinstance(move, Draw):
            sizes[mover] += 1
            left -= 1
    if sizes != [len(hand) for hand in view.hands] or left != len(view.boneyard):
        raise ValueError("the moves leave other numbers of tiles in the hands and the boneyard")
    placed = [(move.tile, move.host) for _, move in view.moves if isinstance(move, Play)]
    hosts = (None, *(joint.host for joint in view.layout.joints))
    if placed != list(zip(view.layout.tiles, hosts, strict=False)):
        raise ValueError("the moves make another layout")
    seen = {*own, *view.layout.tiles}
    if len(seen) != len(own) + len(placed) or not seen <= {*view.rules.tiles}:
        raise ValueError("a tile is there twice, or not of the set")


@cache
def _numbers(highest: int) -> dict[Tile, TileNumber]:
    return {tile: number for number, tile in enumerate(full_set(highest))}


def _mask(view: State, tiles: Iterable[Tile]) -> Mask:
    numbers = _numbers(view.rules.highest)
    return sum([1 << numbers[tile] for tile in tiles])


def _named(view: State, mask: Mask) -> tuple[Tile, ...]:
    """The tiles of a mask."""
    return tuple([tile for number, tile in enumerate(view.rules.tiles) if mask >> number & 1])


def _whole(view: State) -> Mask:
    """All tiles of the set."""
    return (1 << len(view.rules.tiles)) - 1


def _fitting(view: State) -> list[Mask]:
    """The tiles that fitted the layout at each draw, knock and stop (0 at a placement), and last those that fit now."""
    layout = view.layout

    @cache
    def after(placed: int) -> Mask:
        then = Layout(layout.branching, layout.tiles[:placed], layout.joints[: max(0, placed - 1)])
        return _mask(view, filter(then.fits, view.rules.tiles))

    fitting: list[Mask] = []
    placed = 0
    for _, move in view.moves:
        fitting.append(0 if isinstance(move, Play) else after(placed))
        placed += isinstance(move, Play)
    return [*fitting, after(placed)]


def _origins(view: State, seat: Seat, fitting: Sequence[Mask]) -> list[_Origin]:
    """The deals of the other seats, their draws in the order of the moves, and the boneyard that is left."""
    whole = _whole(view)
    origins = [_Origin(other, -1, view.rules.hand, whole) for other in range(view.rules.players) if other != seat]
    for number, (mover, move) in enumerate(view.moves):
        if mover == seat or not isinstance(move, Draw):
            continue
        if _drew_fitting(view, number):
            origins.append(_Origin(mover, number, 1, fitting[number]))
        elif view.moves[number - 1] == (mover, DRAW):
            origins[-1] = replace(origins[-1], room=origins[-1].room + 1)
        else:
            origins.append(_Origin(mover, number, 1, whole & ~fitting[number]))
    return [*origins, _Origin(None, -1, len(view.boneyard), whole)]


def _drew_fitting(view: State, number: int) -> bool:
    """Whether this draw fitted: its tile was placed at once, or must be placed now."""
    if number + 1 == len(view.moves):
        return view.drawn is not None
    mover, move = view.moves[number + 1]
    return mover == view.moves[number][0] and isinstance(move, Play)


def _sources(
    view: State, seat: Seat, fitting: Sequence[Mask], origins: Sequence[_Origin], hidden: Mask
) -> dict[TileNumber, Mask]:
    """The origins that a tile may come from: of each that another seat has placed, and of each that is hidden."""
    knocks = [(at, mover) for at, (mover, move) in enumerate(view.moves) if isinstance(move, Draw | Pass)]

    def held(origin: _Origin, until: int) -> Mask:
        """The tiles that may have come so and been held until that move."""
        tiles = origin.may
        for at, mover in knocks:
            if mover == origin.seat and origin.since < at < until:
                tiles &= ~fitting[at]
        return tiles

    sources: dict[TileNumber, Mask] = {}
    for number, (mover, move) in enumerate(view.moves):
        if mover == seat or not isinstance(move, Play):
            continue
        tile = _numbers(view.rules.highest)[move.tile]
        # A tile that was placed as soon as it was drawn fitted at that draw, so it has not been held since before it.
        past = [(at, origin) for at, origin in enumerate(origins) if origin.seat == mover and origin.since < number]
        sources[tile] = sum([1 << at for at, origin in past if held(origin, number) >> tile & 1])
    now = [held(origin, len(view.moves)) for origin in origins]
    for tile in range(len(view.rules.tiles)):
        if hidden >> tile & 1:
            sources[tile] = sum([1 << at for at, tiles in enumerate(now) if tiles >> tile & 1])
    return sources


def _fix(
    sources: dict[TileNumber, Mask], origins: Sequence[_Origin]
) -> tuple[list[list[TileNumber]], dict[TileNumber, Mask]]:
    """The tiles of each origin that can come from nowhere else, and the origins that are open to all others."""
    fixed: list[list[TileNumber]] = [[] for _ in origins]
    while True:
        full = sum([1 << at for at, origin in enumerate(origins) if len(fixed[at]) == origin.room])
        sources = {tile: came & ~full for tile, came in sources.items()}
        lone = [tile for tile, came in sources.items() if came.bit_count() < 2]
        if not lone:
            return fixed, sources
        for tile in lone:
            came = sources.pop(tile)
            at = came.bit_length() - 1
            if not came or len(fixed[at]) == origins[at].room:
                raise ValueError("no deal agrees with the moves")
            fixed[at].append(tile)


def _needs(view: State, seat: Seat, fitting: Sequence[Mask]) -> Iterator[_Need]:
    """What stopping tells, where a house rule allows it: without a boneyard, only a seat that could place may."""
    left = view.rules.boneyard
    placed = 0
    for number, (mover, move) in enumerate(view.moves):
        if isinstance(move, Play):
            placed |= _mask(view, (move.tile,))
        elif isinstance(move, Draw):
            left -= 1
        elif isinstance(move, Stop) and not left and mover != seat:
            yield _Need(mover, fitting[number] & ~placed)


def _is_met(need: _Need, origins: Sequence[_Origin], fixed: Sequence[Sequence[TileNumber]]) -> bool:
    """Whether a tile that is known to have come to this seat meets the need."""
    return any(
        need.tiles >> tile & 1
        for origin, tiles in zip(origins, fixed, strict=True)
        if origin.seat == need.seat
        for tile in tiles
    )


def _alike(
    sources: dict[TileNumber, Mask],
    origins: Sequence[_Origin],
    fixed: Sequence[Sequence[TileNumber]],
    needs: Sequence[_Need],
) -> tuple[list[_Kind], list[_Pool]]:
    """The tiles by kinds and the origins by pools; kinds with few pools come first, which leaves the fewest cases."""
    alike: dict[tuple[Mask, Mask], list[TileNumber]] = {}
    for tile, came in sources.items():
        meets = sum([1 << at for at, need in enumerate(needs) if need.tiles >> tile & 1])
        alike.setdefault((came, meets), []).append(tile)
    pools: dict[tuple[tuple[int, ...], Mask], list[tuple[int, int]]] = {}
    for number, origin in enumerate(origins):
        room = origin.room - len(fixed[number])
        if room:
            takes = tuple([came >> number & 1 for came, _ in alike])
            serves = sum([1 << at for at, need in enumerate(needs) if need.seat == origin.seat])
            pools.setdefault((takes, serves), []).append((number, room))
    kinds = [
        _Kind(tiles, [pool for pool, (takes, _) in enumerate(pools) if takes[number]], meets)
        for number, ((_, meets), tiles) in enumerate(alike.items())
    ]
    kinds.sort(key=lambda kind: (len(kind.pools), len(kind.tiles)))
    return kinds, [_Pool(rooms, serves) for (_, serves), rooms in pools.items()]


def _count(kinds: Sequence[_Kind], pools: Sequence[_Pool], needs: Mask) -> _Node:
    """Count the ways to share out all kinds so that every pool is filled and every need met."""

    @cache
    def after(number: int, rooms: tuple[int, ...], unmet: Mask) -> _Node:
        if number == len(kinds):
            return _Node(0 if unmet or any(rooms) else 1, [], [])
        tiles, takers, meets = kinds[number]
        total = 0
        sums: list[int] = []
        branches: list[tuple[_Shares, _Node]] = []
        for ways, shares in _shares(len(tiles), takers, rooms):
            left = [*rooms]
            still = unmet
            for pool, share in shares:
                left[pool] -= share
                still &= ~(meets & pools[pool].serves)
            node = after(number + 1, tuple(left), still)
            if node.ways:
                total += ways * node.ways
                sums.append(total)
                branches.append((shares, node))
        return _Node(total, sums, branches)

    return after(0, tuple([sum([room for _, room in pool.rooms]) for pool in pools]), needs)


def _shares(tiles: int, pools: Sequence[int], rooms: Sequence[int]) -> Iterator[tuple[int, _Shares]]:
    """Every way to divide so many tiles among these pools, and which tiles are meant, in how many ways."""
    if not tiles:
        yield 1, ()
    elif pools:
        pool, *others = pools
        least = max(0, tiles - sum([rooms[other] for other in others]))
        for share in range(least, min(tiles, rooms[pool]) + 1):
            here = comb(tiles, share)
            for ways, shares in _shares(tiles - share, others, rooms):
                yield here * ways, ((pool, share), *shares) if share else shares


def _multinomial(parts: Sequence[int]) -> int:
    """In how many ways tiles can be divided into parts of these sizes."""
    return factorial(sum(parts)) // prod([factorial(part) for part in parts])
