# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The fast core: positions in machine words, playouts of rounds and matches, and the exact search.

One source in Cython's pure-Python mode: compiled when the package is built, run as it stands where there is no
compiler, with the same results. Nothing in a playout or a search is a Python object, and long calls release the GIL.

- A *tile* is its number in canonical order, 0-0 to 6-6; a *hand* is a mask of 28 bits.
- A *layout* is 60 bits: for each number of pips, how many ordinary ends show it (bits 0-20, three each) and the phase
  of its double (bits 21-41, three each: 0 absent or used up, 1 no line side joined, 2 one joined, 3 both joined and
  two branch sides free, 4 one branch side free); the first double and 1 (bits 42-44); the total of the ends (bits
  45-52); the numbers of pips that can be joined (bits 53-59). An empty table is 0.
- A *move* is ``tile * 4 + 2 * (its high half joins) + (it joins the double)``. The tile that opens a round moves as
  ``tile * 4``. Equal places are one move.

Points inside the search are multiples of five raw points: awards, settlements and values all are.
"""

import cython

if cython.compiled:
    from cython.cimports.homestretch.engine.bits import lowest
else:

    def lowest(word: int) -> int:
        """The place of the lowest bit that is set."""
        return (word & -word).bit_length() - 1


cython.declare(
    LOW=cython.int[28],
    HIGH=cython.int[28],
    WITH=cython.uint[128],
    ALL=cython.uint,
    WORD=cython.ulonglong,
    KEY=cython.ulonglong,
    NO_TOTAL=cython.ulonglong,
    BLOCKED=cython.int,
    WON=cython.int,
    FAR=cython.int,
)
if not cython.compiled:
    LOW = [0] * 28
    HIGH = [0] * 28
    WITH = [0] * 128

ALL = (1 << 28) - 1
WORD = 0xFFFF_FFFF_FFFF_FFFF
KEY = (1 << 45) - 1
NO_TOTAL = ((1 << 60) - 1) ^ (0x7FFF << 45)
BLOCKED = -2
WON = -3
FAR = 1023


@cython.cfunc
def _fill() -> cython.void:
    """The halves of every tile, and the tiles that fit each set of pips."""
    tile: cython.int = 0
    low: cython.int
    high: cython.int
    pips: cython.int
    for low in range(7):
        for high in range(low, 7):
            LOW[tile] = low
            HIGH[tile] = high
            for pips in range(128):
                if ((pips >> low) | (pips >> high)) & 1:
                    WITH[pips] |= 1 << tile
            tile += 1


_fill()


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _fitting(layout: cython.ulonglong) -> cython.uint:
    """The tiles that fit somewhere."""
    return WITH[layout >> 53] if layout else ALL


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _total(layout: cython.ulonglong) -> cython.int:
    return (layout >> 45) & 255


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _fives(total: cython.int) -> cython.int:
    """An award in fives."""
    return total // 5 if total % 5 == 0 else 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_double(tile: cython.int) -> cython.bint:
    return LOW[tile] == HIGH[tile]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _joined(layout: cython.ulonglong, move: cython.int, first_only: cython.bint) -> cython.ulonglong:
    """The layout after a move."""
    tile: cython.int = move >> 2
    low: cython.int = LOW[tile]
    high: cython.int = HIGH[tile]
    spinner: cython.int = (layout >> 42) & 7
    one: cython.ulonglong = 1
    total: cython.int
    opens: cython.uint
    shift: cython.int
    pips: cython.int
    other: cython.int
    phase: cython.int
    after: cython.int
    if low == high and spinner == 0:
        spinner = low + 1
        layout |= cython.cast(cython.ulonglong, spinner) << 42
    if layout >> 53 == 0:
        if low == high:
            layout |= one << (21 + 3 * low)
        else:
            layout |= (one << (3 * low)) + (one << (3 * high))
        total = low + high
        opens = (1 << low) | (1 << high)
    else:
        total = (layout >> 45) & 255
        opens = layout >> 53
        pips = high if move & 2 else low
        other = low if move & 2 else high
        shift = 3 * pips
        if move & 1:
            phase = (layout >> (21 + shift)) & 7
            after = phase + 1 if phase < 4 else 0
            if phase == 2:
                total -= 2 * pips
                if first_only and spinner != pips + 1:
                    after = 0
            layout ^= cython.cast(cython.ulonglong, phase ^ after) << (21 + shift)
        else:
            layout -= one << shift
            total -= pips
        if low == high:
            layout |= cython.cast(cython.ulonglong, 2) << (21 + shift)
            total += 2 * other
        else:
            layout += one << (3 * other)
            total += other
        opens |= 1 << other
        if ((layout | (layout >> 21)) >> shift) & 7 == 0:
            opens &= ~(1 << pips) & 127
    layout &= KEY
    return layout | (cython.cast(cython.ulonglong, total) << 45) | (cython.cast(cython.ulonglong, opens) << 53)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _places(layout: cython.ulonglong, tile: cython.int) -> cython.int:
    """The places of a tile that fits: bit 0 its low half at an end, bit 1 at the double, bits 2 and 3 its high half."""
    low: cython.int = 3 * LOW[tile]
    high: cython.int = 3 * HIGH[tile]
    if layout == 0:
        return 1
    places: cython.int = (((layout >> low) & 7) != 0) | ((((layout >> (21 + low)) & 7) != 0) << 1)
    if low != high:
        places |= ((((layout >> high) & 7) != 0) << 2) | ((((layout >> (21 + high)) & 7) != 0) << 3)
    return places


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _change(layout: cython.ulonglong, move: cython.int) -> cython.int:
    """The total after a move, without making it."""
    tile: cython.int = move >> 2
    pips: cython.int = HIGH[tile] if move & 2 else LOW[tile]
    other: cython.int = LOW[tile] if move & 2 else HIGH[tile]
    total: cython.int = (layout >> 45) & 255
    if layout == 0:
        return pips + other
    if move & 1:
        if (layout >> (21 + 3 * pips)) & 7 == 2:
            total -= 2 * pips
    else:
        total -= pips
    return total + (2 * other if pips == other else other)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _pips(hand: cython.uint) -> cython.int:
    """The pips of a hand."""
    pips: cython.int = 0
    tile: cython.int
    while hand:
        tile = lowest(hand)
        hand &= hand - 1
        pips += LOW[tile] + HIGH[tile]
    return pips


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _rounded(pips: cython.int) -> cython.int:
    """Pips in fives, to the nearest."""
    return (pips + 2) // 5


@cython.cclass
class Table:
    """A round of one ruleset, and the match around it.

    ``worth`` is what a five is worth in the game's own points, in which scores are kept; ``tiles`` are those of the
    set. Seats count from 0 and score for side ``seat % sides``.
    """

    players: cython.int
    sides: cython.int
    dealt: cython.int
    target: cython.int
    worth: cython.int
    first_only: cython.bint
    drawing: cython.bint
    keeps_double: cython.bint
    keeps_award: cython.bint
    drawn_keeps: cython.bint
    deduction: cython.bint
    hand_by_hand: cython.bint
    ties_win: cython.bint
    winner_leads: cython.bint
    tiles: cython.uint

    layout: cython.ulonglong
    hands: cython.uint[4]
    scores: cython.int[4]
    deck: cython.uchar[28]
    next: cython.int
    end: cython.int
    turn: cython.int
    drawn: cython.int
    chance: cython.ulonglong
    placed: cython.longlong
    knocked: cython.longlong
    rounds: cython.longlong
    weights: cython.int[8]

    def __init__(
        self,
        *,
        players: cython.int,
        sides: cython.int,
        dealt: cython.int,
        target: cython.int,
        worth: cython.int,
        first_only: cython.bint,
        drawing: cython.bint,
        keeps_double: cython.bint,
        keeps_award: cython.bint,
        drawn_keeps: cython.bint,
        deduction: cython.bint,
        hand_by_hand: cython.bint,
        ties_win: cython.bint,
        winner_leads: cython.bint,
        tiles: cython.uint,
    ) -> None:
        if not cython.compiled:
            self.hands = [0] * 4
            self.scores = [0] * 4
            self.deck = [0] * 28
            self.weights = [0] * 8
        self.players = players
        self.sides = sides
        self.dealt = dealt
        self.target = target
        self.worth = worth
        self.first_only = first_only
        self.drawing = drawing
        self.keeps_double = keeps_double
        self.keeps_award = keeps_award
        self.drawn_keeps = drawn_keeps
        self.deduction = deduction
        self.hand_by_hand = hand_by_hand
        self.ties_win = ties_win
        self.winner_leads = winner_leads
        self.tiles = tiles
        self.chance = 1
        self.placed = self.knocked = self.rounds = 0
        self.next = self.end = self.turn = 0
        self.drawn = -1
        self.layout = 0
        seat: cython.int
        for seat in range(4):
            self.hands[seat] = 0
            self.scores[seat] = 0

    # ---- positions

    def sit(
        self,
        layout: cython.ulonglong,
        hands: object,
        boneyard: object,
        turn: cython.int,
        drawn: cython.int,
        scores: object,
    ) -> None:
        """Take up a position; ``boneyard`` lists its tiles in the order in which they will be drawn."""
        seat: cython.int
        for seat in range(self.players):
            self.hands[seat] = hands[seat]
        for seat in range(self.sides):
            self.scores[seat] = scores[seat]
        self.layout = layout
        self.next = 0
        self.end = len(boneyard)
        for seat in range(self.end):
            self.deck[seat] = boneyard[seat]
        self.turn = turn
        self.drawn = drawn

    def position(self) -> tuple:
        """Layout, hands, boneyard, turn, drawn tile (-1 for none) and scores, as :meth:`sit` takes them."""
        return (
            self.layout,
            tuple([self.hands[seat] for seat in range(self.players)]),
            tuple([self.deck[at] for at in range(self.next, self.end)]),
            self.turn,
            self.drawn,
            tuple([self.scores[side] for side in range(self.sides)]),
        )

    def sow(self, seed: cython.ulonglong) -> None:
        """Set what all chance of this table follows from."""
        self._sow(seed)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _sow(self, seed: cython.ulonglong) -> cython.void:
        """Spread a seed over the 64 bits, as splitmix64 does (Steele, Lea and Flood 2014)."""
        golden: cython.ulonglong = 0x9E3779B9
        one: cython.ulonglong = 0xBF58476D
        two: cython.ulonglong = 0x94D049BB
        golden = ((golden << 32) | 0x7F4A7C15) & WORD
        one = ((one << 32) | 0x1CE4E5B9) & WORD
        two = ((two << 32) | 0x133111EB) & WORD
        seed = (seed + golden) & WORD
        seed = ((seed ^ (seed >> 30)) * one) & WORD
        seed = ((seed ^ (seed >> 27)) * two) & WORD
        seed ^= seed >> 31
        self.chance = seed if seed else 1

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _below(self, bound: cython.int) -> cython.int:
        """A number from 0 to ``bound`` - 1 (xorshift64: Marsaglia 2003)."""
        chance: cython.ulonglong = self.chance
        chance ^= (chance << 13) & WORD
        chance ^= chance >> 7
        chance ^= (chance << 17) & WORD
        self.chance = chance
        return ((chance >> 32) * bound) >> 32

    # ---- moves one by one

    def moves(self) -> list[int]:
        """The legal moves, by number; :data:`DRAW` or :data:`PASS` where nothing can be placed."""
        found: list[int] = []
        mask: cython.uint = self.hands[self.turn] & _fitting(self.layout)
        if self.drawn >= 0:
            mask = 1 << self.drawn
        tile: cython.int
        place: cython.int
        for tile in range(28):
            if (mask >> tile) & 1:
                for place in range(4):
                    if (_places(self.layout, tile) >> place) & 1:
                        found.append(tile * 4 + place)
        if not found:
            found.append(128 if self.next < self.end else 129)
        return found

    def apply(self, move: cython.int) -> tuple[int, int]:
        """Make a legal move. Returns its award in fives and how it ended the round.

        That is the seat that went out, ``BLOCKED`` or ``WON`` (see :mod:`.packed`), or -1 where the round goes on.
        Scores hold the settlement then.
        """
        award: cython.int = 0
        end: cython.int = -1
        if move == 128:
            end = self._draw()
        elif move == 129:
            self.turn = (self.turn + 1) % self.players
        else:
            award = _fives(_change(self.layout, move))
            end = self._place(move)
        return award, end

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _draw(self) -> cython.int:
        tile: cython.int = self.deck[self.next]
        bit: cython.uint = 1
        bit <<= tile
        self.next += 1
        self.hands[self.turn] |= bit
        self.drawn = -1
        if bit & _fitting(self.layout):
            self.drawn = tile
            return -1
        return self._blocked()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _blocked(self) -> cython.int:
        """Settle the round where nobody can ever place; -1 where it goes on."""
        seat: cython.int
        held: cython.uint = 0
        if self.next < self.end:
            return -1
        for seat in range(self.players):
            held |= self.hands[seat]
        if held & _fitting(self.layout):
            return -1
        self._settle(BLOCKED)
        return BLOCKED

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _place(self, move: cython.int) -> cython.int:
        """Place a tile; how that ended the round, or -1."""
        tile: cython.int = move >> 2
        seat: cython.int = self.turn
        award: cython.int
        bit: cython.uint = 1
        bit <<= tile
        self.layout = _joined(self.layout, move, self.first_only)
        award = _fives(_total(self.layout))
        self.hands[seat] ^= bit
        self.placed += 1
        if award:
            self.scores[seat % self.sides] += award * self.worth
            if self.scores[seat % self.sides] >= self.target:
                return WON
        if self.hands[seat] == 0:
            self._settle(seat)
            return seat
        if not self._keeps(tile, award):
            self.turn = (seat + 1) % self.players
        self.drawn = -1
        return self._blocked()

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _keeps(self, tile: cython.int, award: cython.int) -> cython.bint:
        """Whether placing this tile keeps the turn, unless it is the last."""
        if self.drawn >= 0 and not self.drawn_keeps:
            return False
        return (self.keeps_double and LOW[tile] == HIGH[tile]) or (self.keeps_award and award > 0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _settlement(self, out: cython.int, side: cython.int) -> cython.int:
        """What the settlement changes for a side, in fives. ``out`` is a seat or BLOCKED."""
        seat: cython.int
        pips: cython.int
        mine: cython.int
        fives: cython.int = 0
        counted: cython.int = 0
        lowest_pips: cython.int = 10000
        own: cython.int = 0
        other: cython.int
        lows: cython.int = 0
        if not self.deduction and out < 0:
            for other in range(self.sides):
                mine = 0
                for seat in range(self.players):
                    if seat % self.sides == other:
                        mine += _pips(self.hands[seat])
                if mine < lowest_pips:
                    lowest_pips = mine
                    lows = 0
                if mine == lowest_pips:
                    lows += 1
                if other == side:
                    own = mine
            if own != lowest_pips or (lows > 1 and not self.ties_win):
                return 0
        elif not self.deduction and out % self.sides != side:
            return 0
        for seat in range(self.players):
            if (seat % self.sides == side) == self.deduction:
                pips = _pips(self.hands[seat])
                counted += pips
                fives += _rounded(pips)
        if not self.hand_by_hand:
            fives = _rounded(counted)
        return -fives if self.deduction else fives

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _settle(self, out: cython.int) -> cython.void:
        side: cython.int
        changes: cython.int[4]
        if not cython.compiled:
            changes = [0] * 4
        for side in range(self.sides):
            changes[side] = self._settlement(out, side)
        for side in range(self.sides):
            self.scores[side] += changes[side] * self.worth

    # ---- playouts

    def deal(self) -> None:
        """Shuffle and deal a round."""
        self._deal()

    def below(self, bound: cython.int) -> int:
        """The next number of this table's chance, from 0 to ``bound`` - 1."""
        return self._below(bound)

    def play_round(self) -> int:
        """Play a round that has been dealt to its end at random, each move as likely; how it ended."""
        out: cython.int
        with cython.nogil:
            out = self._random_round()
        return out

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _deal(self) -> cython.void:
        seat: cython.int
        at: cython.int
        other: cython.int
        tile: cython.uchar
        bit: cython.uint
        count: cython.int = 0
        for at in range(28):
            if (self.tiles >> at) & 1:
                self.deck[count] = at
                count += 1
        self.end = count
        for at in range(count - 1, 0, -1):
            other = self._below(at + 1)
            tile = self.deck[at]
            self.deck[at] = self.deck[other]
            self.deck[other] = tile
        self.next = 0
        for seat in range(self.players):
            self.hands[seat] = 0
            for at in range(self.dealt):
                bit = 1
                self.hands[seat] |= bit << self.deck[self.next]
                self.next += 1
        self.layout = 0
        self.drawn = -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _random_round(self) -> cython.int:
        """Play a dealt round to its end at random, each move as likely; how it ended.

        The layout is taken apart into variables of this function: that is what makes the playouts fast.
        """
        ends: cython.uint = 0
        doubles: cython.uint = 0
        opens: cython.uint = 0
        total: cython.int = 0
        spinner: cython.int = -1
        seat: cython.int = self.turn
        hand: cython.uint
        fits: cython.uint
        mask: cython.uint
        held: cython.uint
        bit: cython.uint
        tile: cython.int
        low: cython.int
        high: cython.int
        pips: cython.int
        other: cython.int
        shift: cython.int
        phase: cython.int
        after: cython.int
        count: cython.int
        move: cython.int
        award: cython.int
        from_boneyard: cython.bint
        empty: cython.bint = True
        moves = cython.declare(cython.uchar[112])
        if not cython.compiled:
            moves = [0] * 112
        while True:
            hand = self.hands[seat]
            fits = ALL if empty else WITH[opens]
            mask = hand & fits
            from_boneyard = False
            if mask == 0:
                while self.next < self.end:
                    bit = 1
                    bit <<= self.deck[self.next]
                    self.next += 1
                    hand |= bit
                    if bit & fits:
                        mask = bit
                        from_boneyard = True
                        break
                if mask == 0:
                    self.hands[seat] = hand
                    held = 0
                    for other in range(self.players):
                        held |= self.hands[other]
                    if held & fits == 0:
                        self._settle(BLOCKED)
                        return BLOCKED
                    self.knocked += 1
                    seat += 1
                    if seat == self.players:
                        seat = 0
                    continue
            count = 0
            while mask:
                tile = lowest(mask)
                mask &= mask - 1
                move = tile << 2
                low = 3 * LOW[tile]
                high = 3 * HIGH[tile]
                if empty:
                    moves[count] = move
                    count += 1
                    continue
                if (ends >> low) & 7:
                    moves[count] = move
                    count += 1
                if (doubles >> low) & 7:
                    moves[count] = move | 1
                    count += 1
                if low != high:
                    if (ends >> high) & 7:
                        moves[count] = move | 2
                        count += 1
                    if (doubles >> high) & 7:
                        moves[count] = move | 3
                        count += 1
            move = moves[self._below(count)] if count > 1 else moves[0]
            tile = move >> 2
            low = LOW[tile]
            high = HIGH[tile]
            bit = 1
            hand ^= bit << tile
            self.hands[seat] = hand
            self.placed += 1
            if low == high and spinner < 0:
                spinner = low
            bit = 1
            if empty:
                empty = False
                if low == high:
                    doubles = bit << (3 * low)
                else:
                    ends = (bit << (3 * low)) + (bit << (3 * high))
                total = low + high
                opens = (bit << low) | (bit << high)
            else:
                pips = high if move & 2 else low
                other = low if move & 2 else high
                shift = 3 * pips
                if move & 1:
                    phase = (doubles >> shift) & 7
                    after = phase + 1 if phase < 4 else 0
                    if phase == 2:
                        total -= 2 * pips
                        if self.first_only and spinner != pips:
                            after = 0
                    doubles ^= cython.cast(cython.uint, phase ^ after) << shift
                else:
                    ends -= bit << shift
                    total -= pips
                if low == high:
                    doubles |= cython.cast(cython.uint, 2) << shift
                    total += 2 * other
                else:
                    ends += bit << (3 * other)
                    total += other
                opens |= bit << other
                if ((ends | doubles) >> shift) & 7 == 0:
                    opens &= 127 ^ (bit << pips)
            award = 0
            if total % 5 == 0 and total > 0:
                award = total // 5
                self.scores[seat % self.sides] += award * self.worth
                if self.scores[seat % self.sides] >= self.target:
                    return WON
            if hand == 0:
                self._settle(seat)
                return seat
            if from_boneyard and not self.drawn_keeps:
                award = -1
            if not ((award > 0 and self.keeps_award) or (award >= 0 and low == high and self.keeps_double)):
                seat += 1
                if seat == self.players:
                    seat = 0

    def play_matches(self, seed: cython.ulonglong, matches: cython.int) -> tuple[int, int, int, int]:
        """Play so many matches at random.

        Returns how many tiles were placed, how many knocks there were and how many rounds, and a checksum of the
        scores.
        """
        check: cython.ulonglong = 0
        side: cython.int
        number: cython.int
        self.placed = self.knocked = self.rounds = 0
        with cython.nogil:
            for number in range(matches):
                self._sow(seed + number)
                self._random_match()
                for side in range(self.sides):
                    check = (check * 31 + cython.cast(cython.ulonglong, self.scores[side] + 100000)) & WORD
        return self.placed, self.knocked, self.rounds, check

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _random_match(self) -> cython.void:
        """A match from its first lot to its end, or to ten thousand rounds: at random, scores may sink for ever."""
        out: cython.int
        number: cython.int
        side: cython.int
        over: cython.bint
        for side in range(self.sides):
            self.scores[side] = 0
        self.turn = self._below(self.players)
        for number in range(10000):
            self.rounds += 1
            self._deal()
            out = self._random_round()
            over = out == WON
            for side in range(self.sides):
                over = over or self.scores[side] >= self.target
            if over:
                return
            self.turn = out if out >= 0 and self.winner_leads else self._below(self.players)

    def placements(self, layout: cython.ulonglong, hand: cython.uint) -> list[tuple[int, int]]:
        """Every placement of a hand on a layout, and its award in fives."""
        found: list[tuple[int, int]] = []
        tile: cython.int
        place: cython.int
        mask: cython.uint = hand & _fitting(layout)
        for tile in range(28):
            if (mask >> tile) & 1:
                for place in range(4):
                    if (_places(layout, tile) >> place) & 1:
                        found.append((4 * tile + place, _fives(_change(layout, 4 * tile + place))))
        return found

    def joined(self, layout: cython.ulonglong, move: cython.int) -> int:
        """The layout after a placement."""
        return _joined(layout, move, self.first_only)

    # ---- rollouts

    def think(self, weights: object) -> None:
        """Set how :meth:`rollouts` choose: the weights of a placement's features, in the order of :meth:`_pick`."""
        at: cython.int
        for at in range(8):
            self.weights[at] = weights[at]

    def rollouts(
        self,
        moves: cython.int[::1],
        hands: cython.uint[::1],
        boneyards: cython.uchar[::1],
        results: cython.int[::1],
        seed: cython.ulonglong,
    ) -> None:
        """Play every move in every world to the end of the round.

        The position is the one taken up; ``hands`` and ``boneyards`` hold those of each world, four words and 28 tiles
        a world. ``results`` gets the scores after the round, four a move, move by move within each world. In one world
        every move meets the same chance.
        """
        layout: cython.ulonglong = self.layout
        turn: cython.int = self.turn
        drawn: cython.int = self.drawn
        end: cython.int = self.end
        count: cython.int = len(moves)
        worlds: cython.int = len(hands) // 4
        world: cython.int
        move: cython.int
        at: cython.int
        over: cython.int
        scores: cython.int[4]
        if not cython.compiled:
            scores = [0] * 4
        for at in range(4):
            scores[at] = self.scores[at]
        with cython.nogil:
            for world in range(worlds):
                for move in range(count):
                    self.layout = layout
                    self.turn = turn
                    self.drawn = drawn
                    self.next = 0
                    self.end = end
                    for at in range(4):
                        self.hands[at] = hands[4 * world + at]
                        self.scores[at] = scores[at]
                    for at in range(end):
                        self.deck[at] = boneyards[28 * world + at]
                    self._sow(seed + world)
                    over = self._place(moves[move])
                    while over == -1:
                        over = self._step()
                    for at in range(4):
                        results[4 * (world * count + move) + at] = self.scores[at]
        self.sit(layout, [0] * 4, [0] * end, turn, drawn, [scores[at] for at in range(4)])

    def play_on(self) -> int:
        """Play the position taken up, or a round that has been dealt, to its end by the weights; how it ended."""
        over: cython.int = -1
        with cython.nogil:
            while over == -1:
                over = self._step()
        return over

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _step(self) -> cython.int:
        """Make the move that the weights choose; how it ended the round, or -1."""
        mask: cython.uint = self.hands[self.turn] & _fitting(self.layout)
        one: cython.uint = 1
        if self.drawn >= 0:
            mask = one << self.drawn
        if mask == 0:
            if self.next < self.end:
                return self._draw()
            self.turn = self.turn + 1 if self.turn + 1 < self.players else 0
            return -1
        return self._place(self._pick(mask))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _pick(self, mask: cython.uint) -> cython.int:
        """The placement with the largest weight, one of those at random where several have it.

        Weights, in their order: each five of the award; keeping the turn; each five of the best award that the next
        seat can reply with; each pip of the tile; each own tile that fits afterwards; each of the next seat's tiles
        that fits; how far chance may shift the sum; winning the match or going out.
        """
        seat: cython.int = self.turn
        following: cython.int = seat + 1 if seat + 1 < self.players else 0
        hand: cython.uint = self.hands[seat]
        layout: cython.ulonglong = self.layout
        after: cython.ulonglong
        rest: cython.uint
        replies: cython.uint
        one: cython.uint = 1
        tile: cython.int
        place: cython.int
        places: cython.int
        move: cython.int
        award: cython.int
        weight: cython.int
        reply: cython.int
        best_reply: cython.int
        best: cython.int = -1000000
        chosen: cython.int = -1
        equal: cython.int = 0
        keeps: cython.bint
        looks: cython.bint = self.weights[2] != 0 or self.weights[4] != 0 or self.weights[5] != 0
        while mask:
            tile = lowest(mask)
            mask &= mask - 1
            places = _places(layout, tile)
            rest = hand ^ (one << tile)
            for place in range(4):
                if (places >> place) & 1 == 0:
                    continue
                move = 4 * tile + place
                award = _fives(_change(layout, move))
                keeps = self._keeps(tile, award)
                weight = self.weights[0] * award + self.weights[3] * (LOW[tile] + HIGH[tile])
                if rest == 0 or self.scores[seat % self.sides] + award * self.worth >= self.target:
                    weight += self.weights[7]
                else:
                    if keeps:
                        weight += self.weights[1]
                    if looks:
                        after = _joined(layout, move, self.first_only)
                        weight += self.weights[4] * _count(rest & WITH[after >> 53])
                        if not keeps:
                            replies = self.hands[following] & WITH[after >> 53]
                            weight += self.weights[5] * _count(replies)
                            best_reply = 0
                            while replies:
                                reply = lowest(replies)
                                replies &= replies - 1
                                best_reply = max(best_reply, _best_award(after, reply))
                            weight += self.weights[2] * best_reply
                if self.weights[6]:
                    weight += self._below(self.weights[6])
                if weight > best:
                    best = weight
                    chosen = move
                    equal = 1
                elif weight == best:
                    equal += 1
                    if self._below(equal) == 0:
                        chosen = move
        return chosen


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _best_award(layout: cython.ulonglong, tile: cython.int) -> cython.int:
    """The best award that a tile which fits can earn, in fives."""
    places: cython.int = _places(layout, tile)
    best: cython.int = 0
    place: cython.int
    for place in range(4):
        if (places >> place) & 1:
            best = max(best, _fives(_change(layout, 4 * tile + place)))
    return best


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _count(hand: cython.uint) -> cython.int:
    """How many tiles a hand holds."""
    count: cython.int = 0
    while hand:
        hand &= hand - 1
        count += 1
    return count


cython.declare(
    ENTRY=cython.int,
    FEATURES=cython.int,
    ORDER=cython.int[26],
    SEEN=cython.ulonglong,
    NO_WAY=cython.uint,
    MUCH=cython.uint,
    FIRST=cython.int,
    MOST_EFFORT=cython.longlong,
    RISE=cython.int[112],
)
ENTRY = 4
FEATURES = 13
SEEN = (1 << 53) - 1
NO_WAY = (1 << 22) - 1
MUCH = NO_WAY - 1
FIRST = 30000
MOST_EFFORT = (1 << 20) - 1
if not cython.compiled:
    ORDER = [0] * 26
    RISE = [0] * 112


@cython.cfunc
def _fill_rises() -> cython.void:
    """How far each tile can raise the total, by which halves may join a branch: the low one 1, the high one 2."""
    tile: cython.int
    free: cython.int
    for tile in range(28):
        for free in range(4):
            if LOW[tile] == HIGH[tile]:
                RISE[4 * tile + free] = LOW[tile]
            else:
                RISE[4 * tile + free] = max(
                    HIGH[tile] - (0 if free & 1 else LOW[tile]), LOW[tile] - (0 if free & 2 else HIGH[tile])
                )


_fill_rises()


def set_order(weights: object, drawing: cython.bint) -> None:
    """Weigh the features of a move by which the search puts likely refutations first; results never depend on it.

    They are own award, reply's award, reply's tiles, own tiles, partner's tiles, rival's tiles, double, no reply, turn
    kept, from how many tiles on children are looked up beforehand, how often the move has cut before, the most tiles
    with which alpha-beta takes over from proof numbers, and the most with which what can still be scored is bounded.
    Rules with and without drawing have weights of their own.
    """
    at: cython.int
    for at in range(13):
        ORDER[(FEATURES if drawing else 0) + at] = weights[at]


NO_DRAWING = (3, 2, 17, -2, 0, -2, -2, -7, 4, 5, 31, 16, 0)
DRAWING = (4, 6, 12, 2, 1, -2, 1, -2, 21, 3, 38, 11, 8)
set_order(NO_DRAWING, False)
set_order(DRAWING, True)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _low(bounds: cython.ulonglong) -> cython.int:
    """The lower bound in an entry's third word."""
    return cython.cast(cython.int, bounds & 2047) - FAR


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _high(bounds: cython.ulonglong) -> cython.int:
    """The upper bound in an entry's third word."""
    return cython.cast(cython.int, (bounds >> 11) & 2047) - FAR


@cython.cclass
class Solver(Table):
    """Exact values of positions of two sides, every tile known, to the end of the round.

    A value is what the side on turn gains from here on more than the other, in fives. Each test of it proves or
    disproves that the side gains at least so much: by depth-first proof numbers (df-pn, Nagai 2002), which go where
    least is left to prove, and by alpha-beta once few tiles are left. Both share a table of bounds, whose keys are
    whole positions and not hashes of them.

    An entry of the table is four words: two for the key; the bounds, the likely best move and the round; the proof
    numbers and the effort.
    """

    memory: cython.ulonglong[::1]
    buckets: cython.ulonglong
    owners: cython.ulonglong
    deal: cython.ulonglong
    left: cython.uint
    row: cython.int
    number: cython.int[28]
    good: cython.int[448]
    tried: cython.int[448]
    visited: cython.longlong
    most: cython.longlong
    stopped: cython.bint
    lower: cython.int
    upper: cython.int
    proof: cython.uint
    disproof: cython.uint

    def remember(self, memory: cython.ulonglong[::1]) -> None:
        """Use this memory, all zero, for bounds: a power of two of words, at least 8."""
        self.memory = memory
        self.buckets = len(memory) // (2 * ENTRY)
        self.deal = 0

    def forget(self) -> None:
        """Begin another round: bounds of the one before are passed over from now on."""
        at: cython.longlong
        if not cython.compiled:
            self.good = [0] * 448
            self.tried = [0] * 448
        for at in range(448):
            self.good[at] = 1
            self.tried[at] = 2
        self.owners = 0
        self.deal += 1
        if self.deal == 1 << 24:
            self.deal = 1
            for at in range(len(self.memory)):
                self.memory[at] = 0

    def stop(self) -> None:
        """End a search in another thread; its answer is then no value."""
        self.stopped = True

    @property
    def positions(self) -> int:
        """How many positions have been visited."""
        return self.visited

    def start(self, most: cython.longlong) -> None:
        """Begin to count positions, up to ``most`` of them."""
        self.visited = 0
        self.most = most
        self.stopped = False

    def at_least(self, fives: cython.int) -> tuple[int, bool]:
        """A bound of this position's value: at least the answer if that reaches ``fives``, at most it otherwise.

        No value is beyond 1,000 either way: 28 awards of at most 33 and a settlement come to less.
        The second value tells whether the search came to its end; the first means nothing otherwise.
        """
        bound: cython.int
        seat: cython.int
        at: cython.int
        layout: cython.ulonglong = self.layout
        if not cython.compiled:
            self.number = [0] * 28
        self.row = FEATURES if self.drawing else 0
        self.left = 0
        for seat in range(self.players):
            self.left |= self.hands[seat]
        for at in range(self.next, self.end):
            self.left |= cython.cast(cython.uint, 1) << self.deck[at]
        for at in range(28):
            self.number[at] = -1
        for at in range(self.end):
            self.number[self.deck[at]] = at
        for at in range(7 if layout else 0):
            self.layout = self._plain(self.layout, at, self.left)
        with cython.nogil:
            bound = self._test(fives, _count(self.left) > ORDER[self.row + 11])
        self.layout = layout
        return bound, not self.stopped

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _plain(self, layout: cython.ulonglong, pips: cython.int, left: cython.uint) -> cython.ulonglong:
        """A layout without what can never matter again for a number of pips, given the tiles that are not yet placed.

        Where no tile shows these pips any more, their places count in the total only; where one does, it will join one
        place, so that more of the same kind are as good as one.
        """
        one: cython.ulonglong = 1
        seven: cython.ulonglong = 7
        shift: cython.int = 3 * pips
        tiles: cython.uint = left & WITH[1 << pips]
        if not self.first_only:
            layout = (layout & ~(seven << 42) & WORD) | (one << 42)
        if tiles & (tiles - 1):
            return layout
        if tiles == 0:
            layout &= ~((seven << shift) | (seven << (21 + shift)) | (one << (53 + pips))) & WORD
            # Nothing joins any more, and still this is no empty table.
            return layout if layout >> 53 else layout | (one << 42)
        if (layout >> shift) & 7 > 1:
            layout &= ~(seven << shift) & WORD
            layout |= one << shift
        if (layout >> (21 + shift)) & 7 == 3:
            layout ^= seven << (21 + shift)
        return layout

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _key(self) -> cython.ulonglong:
        """The first word of a position's key."""
        layout: cython.ulonglong = self.layout & SEEN
        layout |= cython.cast(cython.ulonglong, self.turn) << 53
        layout |= cython.cast(cython.ulonglong, self.next) << 55
        return layout | (cython.cast(cython.ulonglong, 1 if self.drawn >= 0 else 0) << 60)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _held(self) -> cython.ulonglong:
        """The second word: who holds what, as far as the deal does not tell."""
        if self.players == 2:
            return self.hands[0] | (cython.cast(cython.ulonglong, self.hands[1]) << 28)
        held: cython.ulonglong = self.hands[0] | self.hands[1] | self.hands[2] | self.hands[3]
        return held | (self.owners << 28)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _bucket(self, key: cython.ulonglong, held: cython.ulonglong) -> cython.ulonglong:
        """Where bounds of a position are kept: two entries beside each other."""
        golden: cython.ulonglong = 0x9E3779B9
        golden = (golden << 32) | 0x7F4A7C15
        mixed: cython.ulonglong = (key * golden) & WORD
        mixed ^= held
        mixed ^= mixed >> 29
        mixed = (mixed * golden) & WORD
        mixed ^= mixed >> 32
        return (mixed & (self.buckets - 1)) * (2 * ENTRY)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _test(self, gamma: cython.int, weighing: cython.bint) -> cython.int:
        """A bound of the value for whoever is on turn: at least it where it reaches ``gamma``, else at most it.

        ``weighing`` goes by proof numbers.
        """
        first: cython.int = self.turn
        next_before: cython.int = self.next
        drawn_before: cython.int = self.drawn
        hand_before: cython.uint = self.hands[first]
        owners_before: cython.ulonglong = self.owners
        mask: cython.uint = self._ready()
        value: cython.int
        other_side: cython.bint = (self.turn ^ first) & 1
        if other_side:
            gamma = 1 - gamma
        if mask == 0:
            value = self._settled(self.turn, BLOCKED)
        elif weighing:
            self._weigh(mask, gamma, NO_WAY, NO_WAY)
            value = self.lower if self.lower >= gamma else self.upper
        else:
            value = self._choose(mask, gamma)
        if other_side:
            value = -value
        self.turn = first
        self.hands[first] = hand_before
        self.next = next_before
        self.owners = owners_before
        self.drawn = drawn_before
        return value

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _ready(self) -> cython.uint:
        """Draw and pass until somebody has a choice; the tiles of this choice, none where the round is blocked."""
        seat: cython.int = self.turn
        fits: cython.uint = _fitting(self.layout)
        mask: cython.uint
        bit: cython.uint = 1
        held: cython.uint = 0
        tile: cython.int
        if self.drawn >= 0:
            return bit << self.drawn
        mask = self.hands[seat] & fits
        while mask == 0 and self.next < self.end:
            tile = self.deck[self.next]
            bit = 1
            bit <<= tile
            self.owners |= cython.cast(cython.ulonglong, seat) << (2 * self.next)
            self.next += 1
            self.hands[seat] |= bit
            if bit & fits:
                mask = bit
                self.drawn = tile
        if mask == 0:
            for tile in range(self.players):
                held |= self.hands[tile]
            if held & fits == 0:
                return 0
            while mask == 0:
                seat = seat + 1 if seat + 1 < self.players else 0
                mask = self.hands[seat] & fits
            self.turn = seat
        return mask

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _settled(self, seat: cython.int, out: cython.int) -> cython.int:
        """The difference that the settlement makes for the side of a seat."""
        side: cython.int = seat % 2
        return self._settlement(out, side) - self._settlement(out, 1 - side)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _enter(self, move: cython.int, layout: cython.ulonglong) -> cython.uint:
        """Make a move that leads to this layout, and :meth:`_ready`."""
        tile: cython.int = move >> 2
        bit: cython.uint = cython.cast(cython.uint, 1) << tile
        three: cython.ulonglong = 3
        keeps: cython.bint = self._keeps(tile, _fives(_total(layout)))
        self.layout = layout
        self.hands[self.turn] ^= bit
        self.left ^= bit
        self.drawn = -1
        if self.number[tile] >= 0:
            self.owners &= ~(three << (2 * self.number[tile])) & WORD
        if not keeps:
            self.turn = self.turn + 1 if self.turn + 1 < self.players else 0
        return self._ready()

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _leave(
        self,
        seat: cython.int,
        layout: cython.ulonglong,
        hand: cython.uint,
        next_hand: cython.uint,
        next_before: cython.int,
        drawn: cython.int,
        left: cython.uint,
        owners: cython.ulonglong,
    ) -> cython.void:
        """Take a move back that :meth:`_enter` made: all is as it was when this seat was on turn."""
        self.layout = layout
        self.hands[seat + 1 if seat + 1 < self.players else 0] = next_hand
        self.hands[seat] = hand
        self.next = next_before
        self.drawn = drawn
        self.left = left
        self.owners = owners
        self.turn = seat

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _child(self, layout: cython.ulonglong, move: cython.int, left: cython.uint) -> cython.ulonglong:
        """The layout after a move, without what no longer matters; ``left`` are the tiles not yet placed before it."""
        tile: cython.int = move >> 2
        left ^= cython.cast(cython.uint, 1) << tile
        layout = _joined(layout, move, self.first_only)
        layout = self._plain(layout, LOW[tile], left)
        return self._plain(layout, HIGH[tile], left)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _look(
        self, move: cython.int, layout: cython.ulonglong, gamma: cython.int, weighing: cython.bint
    ) -> cython.void:
        """What is known of a move that leads to this layout, before it is tried.

        ``lower`` and ``upper`` bound its worth for whoever makes it, and the proof numbers tell how much seems to be
        left for a proof that it is at least ``gamma``, and for the contrary. What has not been weighed yet is as hard
        as there are tiles to answer with, and a little harder where one of them scores.
        """
        seat: cython.int = self.turn
        following: cython.int = seat + 1 if seat + 1 < self.players else 0
        before: cython.ulonglong = self.layout
        hand: cython.uint = self.hands[seat]
        next_hand: cython.uint = self.hands[following]
        next_before: cython.int = self.next
        drawn: cython.int = self.drawn
        left: cython.uint = self.left
        owners: cython.ulonglong = self.owners
        award: cython.int = _fives(_total(layout))
        mask: cython.uint = 0
        other_side: cython.bint = False
        entry: cython.longlong
        answers: cython.uint
        if hand & (hand - 1) == 0:
            self.hands[seat] = 0
            self.lower = self.upper = award + self._settled(seat, seat)
        else:
            mask = self._enter(move, layout)
            if mask == 0:
                self.lower = self.upper = award + self._settled(seat, BLOCKED)
        if mask:
            other_side = (self.turn ^ seat) & 1
            self.lower = -FAR
            self.upper = FAR
            self.proof = self.disproof = 0
            entry = self._find(self._key(), self._held())
            if entry >= 0:
                self.lower = _low(self.memory[entry + 2])
                self.upper = _high(self.memory[entry + 2])
                self.proof = self.memory[entry + 3] & NO_WAY
                self.disproof = (self.memory[entry + 3] >> 22) & NO_WAY
            self._for_mover(award, other_side)
            if self.lower < gamma and self.upper >= gamma and _count(self.left) <= ORDER[self.row + 12]:
                if gamma > award:
                    self.upper = min(self.upper, award + self._reach(seat & 1))
                else:
                    self.lower = max(self.lower, award - self._reach(1 - (seat & 1)))
        if self.lower >= gamma:
            self.proof = 0
            self.disproof = NO_WAY
        elif self.upper < gamma:
            self.proof = NO_WAY
            self.disproof = 0
        elif weighing and not (0 < self.proof < NO_WAY and 0 < self.disproof < NO_WAY):
            answers = _count(mask)
            while mask:
                if _best_award(layout, lowest(mask)) > 0:
                    answers += 1
                    mask = 0
                mask &= mask - 1
            self.proof = answers if other_side else 1
            self.disproof = 1 if other_side else answers
        self._leave(seat, before, hand, next_hand, next_before, drawn, left, owners)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _reach(self, side: cython.int) -> cython.int:
        """What a side can gain at most from here on more than the other, whatever anybody does.

        The others' tiles raise the total as far as they ever could; then every tile that the side holds or may draw
        does, those first that raise it most, and is awarded each time. The others hold all their tiles in the end.
        """
        layout: cython.ulonglong = self.layout
        total: cython.int = _total(layout)
        spinner: cython.int = (layout >> 42) & 7
        own: cython.uint = 0
        others: cython.uint = 0
        later: cython.uint = 0
        bit: cython.uint
        free: cython.int = 0
        pips: cython.int
        at: cython.int
        tile: cython.int
        rise: cython.int
        fives: cython.int
        rises = cython.declare(cython.int[8])
        if not cython.compiled:
            rises = [0] * 8
        for at in range(self.players):
            if at % 2 == side:
                own |= self.hands[at]
            else:
                others |= self.hands[at]
        for at in range(self.next, self.end):
            bit = 1
            later |= bit << self.deck[at]
        fives = (_pips(others | later) + self.players) // 5
        own |= later
        tile = 0
        for pips in range(7):
            if (self.left >> tile) & 1:
                if spinner == 0 or not self.first_only:
                    free |= 1 << pips
            elif (layout >> (21 + 3 * pips)) & 7 and (spinner == pips + 1 or not self.first_only):
                free |= 1 << pips
            tile += 7 - pips
        while others:
            tile = lowest(others)
            others &= others - 1
            total += RISE[4 * tile + 2 * ((free >> HIGH[tile]) & 1) + ((free >> LOW[tile]) & 1)]
        for at in range(8):
            rises[at] = 0
        while own:
            tile = lowest(own)
            own &= own - 1
            rises[RISE[4 * tile + 2 * ((free >> HIGH[tile]) & 1) + ((free >> LOW[tile]) & 1)]] += 1
        for rise in range(7, -1, -1):
            for at in range(rises[rise]):
                total += rise
                fives += total // 5
        return fives

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _for_mover(self, award: cython.int, other_side: cython.bint) -> cython.void:
        """Turn what is known of the position after a move into what that tells of the move."""
        lower: cython.int = self.lower
        proof: cython.uint = self.proof
        if other_side:
            self.lower = -self.upper
            self.upper = -lower
            self.proof = self.disproof
            self.disproof = proof
        if self.lower > -FAR:
            self.lower += award
        if self.upper < FAR:
            self.upper += award

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _weigh(
        self, mask: cython.uint, gamma: cython.int, most_proof: cython.uint, most_disproof: cython.uint
    ) -> cython.void:
        """Search until a proof number of this position reaches its limit: for a value of at least ``gamma``, or less.

        Whoever is on turn has a choice among the tiles of ``mask``. One good move proves it, so its number is that of
        the easiest; every move must fail for the contrary, so that number is their sum. The result is left in
        ``lower``, ``upper``, ``proof`` and ``disproof``.
        """
        seat: cython.int = self.turn
        following: cython.int = seat + 1 if seat + 1 < self.players else 0
        layout: cython.ulonglong = self.layout
        hand: cython.uint = self.hands[seat]
        next_hand: cython.uint = self.hands[following]
        next_before: cython.int = self.next
        drawn: cython.int = self.drawn
        left: cython.uint = self.left
        owners: cython.ulonglong = self.owners
        entered: cython.longlong = self.visited
        key: cython.ulonglong = self._key()
        held: cython.ulonglong = self._held()
        entry: cython.longlong
        after: cython.ulonglong
        lower: cython.int = -FAR
        upper: cython.int = FAR
        low: cython.int
        high: cython.int
        hint: cython.int = 255
        count: cython.int = 0
        at: cython.int
        tile: cython.int
        place: cython.int
        places: cython.int
        award: cython.int
        easiest: cython.int = 0
        proof: cython.uint = 0
        disproof: cython.uint = 0
        second: cython.uint
        limit: cython.uint
        rest: cython.uint
        other_side: cython.bint
        moves = cython.declare(cython.uchar[112])
        layouts = cython.declare(cython.ulonglong[112])
        proofs = cython.declare(cython.uint[112])
        disproofs = cython.declare(cython.uint[112])
        lowers = cython.declare(cython.int[112])
        uppers = cython.declare(cython.int[112])
        if not cython.compiled:
            moves, layouts, proofs, disproofs = [0] * 112, [0] * 112, [0] * 112, [0] * 112
            lowers, uppers = [0] * 112, [0] * 112
        if _count(left) <= ORDER[self.row + 11]:
            low = self._choose(mask, gamma)
            self.lower = low if low >= gamma else -FAR
            self.upper = FAR if low >= gamma else low
            self.proof = 0 if low >= gamma else NO_WAY
            self.disproof = NO_WAY - self.proof
            return
        self.visited += 1
        if self.visited >= self.most:
            self.stopped = True
        if self.stopped:
            return
        entry = self._find(key, held)
        if entry >= 0:
            lower = _low(self.memory[entry + 2])
            upper = _high(self.memory[entry + 2])
        while mask:
            tile = lowest(mask)
            mask &= mask - 1
            places = _places(layout, tile)
            for place in range(4):
                if (places >> place) & 1:
                    after = self._child(layout, 4 * tile + place, left)
                    self._look(4 * tile + place, after, gamma, True)
                    moves[count] = 4 * tile + place
                    layouts[count] = after
                    proofs[count] = self.proof
                    disproofs[count] = self.disproof
                    lowers[count] = self.lower
                    uppers[count] = self.upper
                    count += 1
        while True:
            proof = second = NO_WAY
            disproof = 0
            low = high = -FAR
            for at in range(count):
                low = max(low, lowers[at])
                high = max(high, uppers[at])
                if proofs[at] < proof or (proofs[at] == proof and disproofs[at] < disproofs[easiest]):
                    second = proof
                    proof = proofs[at]
                    easiest = at
                elif proofs[at] < second:
                    second = proofs[at]
                disproof = min(disproof + disproofs[at], MUCH)
            lower = max(lower, low)
            upper = min(upper, high)
            if lower >= gamma:
                proof = 0
                disproof = NO_WAY
                break
            if upper < gamma:
                proof = NO_WAY
                disproof = 0
                break
            if self.stopped or proof >= most_proof or disproof >= most_disproof:
                break
            # A little more than the second easiest, lest two that are about as hard take turns all the time.
            limit = min(most_proof, second + second // 4 + 1)
            rest = most_disproof
            if most_disproof < MUCH:
                rest = most_disproof - disproof + disproofs[easiest]
            hint = moves[easiest]
            award = _fives(_total(layouts[easiest]))
            mask = self._enter(hint, layouts[easiest])
            other_side = (self.turn ^ seat) & 1
            if other_side:
                self._weigh(mask, award - gamma + 1, rest, limit)
            else:
                self._weigh(mask, gamma - award, limit, rest)
            if not self.stopped:
                self._for_mover(award, other_side)
                proofs[easiest] = self.proof
                disproofs[easiest] = self.disproof
                lowers[easiest] = self.lower
                uppers[easiest] = self.upper
            self._leave(seat, layout, hand, next_hand, next_before, drawn, left, owners)
        self._keep(key, held, lower, upper, hint, self.visited - entered, proof, disproof)
        self.lower = lower
        self.upper = upper
        self.proof = proof
        self.disproof = disproof

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _choose(self, mask: cython.uint, gamma: cython.int) -> cython.int:
        """:meth:`_test` by alpha-beta, where whoever is on turn has a choice among the tiles of ``mask``."""
        seat: cython.int = self.turn
        following: cython.int = seat + 1 if seat + 1 < self.players else 0
        layout: cython.ulonglong = self.layout
        hand: cython.uint = self.hands[seat]
        drawn: cython.int = self.drawn
        left: cython.uint = self.left
        owners: cython.ulonglong = self.owners
        three: cython.ulonglong = 3
        entered: cython.longlong = self.visited
        key: cython.ulonglong = self._key()
        held: cython.ulonglong = self._held()
        entry: cython.longlong
        after: cython.ulonglong
        lower: cython.int = -FAR
        upper: cython.int = FAR
        best: cython.int = -FAR
        best_move: cython.int = 255
        hint: cython.int = 255
        at: cython.int
        top: cython.int
        place: cython.int
        places: cython.int
        bit: cython.uint
        tile: cython.int
        count: cython.int = 0
        award: cython.int
        value: cython.int
        keeps: cython.bint
        probing: cython.bint
        moves = cython.declare(cython.uchar[112])
        order = cython.declare(cython.int[112])
        layouts = cython.declare(cython.ulonglong[112])
        if not cython.compiled:
            moves, order, layouts = [0] * 112, [0] * 112, [0] * 112
        self.visited += 1
        if self.visited >= self.most:
            self.stopped = True
        if self.stopped:
            return 0
        entry = self._find(key, held)
        if entry >= 0:
            lower = _low(self.memory[entry + 2])
            upper = _high(self.memory[entry + 2])
            hint = (self.memory[entry + 2] >> 22) & 255
            if lower >= gamma:
                return lower
            if upper < gamma:
                return upper
        probing = _count(left) >= ORDER[self.row + 9]
        while mask and best < gamma:
            tile = lowest(mask)
            bit = mask & (~mask + 1)
            mask ^= bit
            places = _places(layout, tile)
            for place in range(4):
                if (places >> place) & 1:
                    after = self._child(layout, 4 * tile + place, left)
                    if hand == bit or probing:
                        self._look(4 * tile + place, after, gamma, False)
                        if self.lower >= gamma:
                            best = self.lower
                            best_move = 4 * tile + place
                            break
                        if self.upper < gamma:
                            if self.upper > best:
                                best = self.upper
                                best_move = 4 * tile + place
                            continue
                    moves[count] = 4 * tile + place
                    layouts[count] = after
                    if moves[count] == hint:
                        order[count] = FIRST
                    else:
                        order[count] = self._likely(seat, tile, after, hand)
                        top = seat * 112 + moves[count]
                        order[count] += ORDER[self.row + 10] * self.good[top] // self.tried[top]
                    count += 1
        at = 0
        while at < count and best < gamma:
            top = at
            for place in range(at + 1, count):
                if order[place] > order[top]:
                    top = place
            place = moves[top]
            moves[top] = moves[at]
            after = layouts[top]
            layouts[top] = layouts[at]
            order[top] = order[at]
            at += 1
            tile = place >> 2
            bit = cython.cast(cython.uint, 1) << tile
            award = _fives(_total(after))
            keeps = self._keeps(tile, award)
            self.layout = after
            self.drawn = -1
            self.hands[seat] = hand ^ bit
            self.left = left ^ bit
            if self.number[tile] >= 0:
                self.owners = owners & ~(three << (2 * self.number[tile])) & WORD
            if keeps:
                self.turn = seat
                value = award + self._test(gamma - award, False)
            else:
                self.turn = following
                value = award - self._test(award - gamma + 1, False)
            self.owners = owners
            self.drawn = drawn
            if self.stopped:
                break
            if value > best:
                best = value
                best_move = place
            place += seat * 112
            if value >= gamma:
                self.good[place] += 16
            self.tried[place] += 16
            if self.tried[place] > 30000:
                self.good[place] >>= 1
                self.tried[place] >>= 1
        self.layout = layout
        self.hands[seat] = hand
        self.left = left
        self.turn = seat
        if self.stopped:
            return 0
        if best >= gamma:
            lower = best
        else:
            upper = best
        self._keep(key, held, lower, upper, best_move, self.visited - entered, 0, 0)
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find(self, key: cython.ulonglong, held: cython.ulonglong) -> cython.longlong:
        """Where a position of this round is remembered; -1 where it is not."""
        entry: cython.ulonglong = self._bucket(key, held)
        at: cython.int
        for at in range(2):
            if (
                self.memory[entry] == key
                and self.memory[entry + 1] == held
                and self.memory[entry + 2] >> 40 == self.deal
            ):
                return entry
            entry += ENTRY
        return -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _keep(
        self,
        key: cython.ulonglong,
        held: cython.ulonglong,
        lower: cython.int,
        upper: cython.int,
        hint: cython.int,
        effort: cython.longlong,
        proof: cython.uint,
        disproof: cython.uint,
    ) -> cython.void:
        """Remember a position, in the place of what took less effort."""
        entry: cython.longlong = self._find(key, held)
        word: cython.ulonglong
        if entry >= 0:
            effort += self.memory[entry + 3] >> 44
        else:
            entry = self._bucket(key, held)
            if (
                self.memory[entry + 2] >> 40 == self.deal
                and cython.cast(cython.ulonglong, effort) < self.memory[entry + 3] >> 44
            ):
                entry += ENTRY
        word = cython.cast(cython.ulonglong, lower + FAR) | (cython.cast(cython.ulonglong, upper + FAR) << 11)
        word |= (cython.cast(cython.ulonglong, hint) << 22) | (self.deal << 40)
        self.memory[entry] = key
        self.memory[entry + 1] = held
        self.memory[entry + 2] = word
        word = cython.cast(cython.ulonglong, proof) | (cython.cast(cython.ulonglong, disproof) << 22)
        word |= cython.cast(cython.ulonglong, min(effort, MOST_EFFORT)) << 44
        self.memory[entry + 3] = word

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _likely(self, seat: cython.int, tile: cython.int, layout: cython.ulonglong, hand: cython.uint) -> cython.int:
        """How likely a placement is to be the best: what it earns, what it leaves the others and oneself."""
        award: cython.int = _fives(_total(layout))
        fits: cython.uint = WITH[layout >> 53]
        keeps: cython.bint = self._keeps(tile, award)
        following: cython.int = seat + 1 if seat + 1 < self.players else 0
        replies: cython.uint = self.hands[following] & fits
        likely: cython.int = 0
        count: cython.int = 0
        best: cython.int = 0
        reply: cython.int
        own: cython.uint = (hand ^ (cython.cast(cython.uint, 1) << tile)) & fits
        if keeps:
            likely = ORDER[self.row + 8]
        while replies:
            reply = lowest(replies)
            replies &= replies - 1
            count += 1
            best = max(best, _best_award(layout, reply))
        likely += ORDER[self.row + 0] * award
        if count == 0:
            likely -= ORDER[self.row + 7]
        if not keeps:
            likely -= ORDER[self.row + 1] * best + ORDER[self.row + 2] * count
        likely += ORDER[self.row + 3] * _count(own)
        if self.players == 4:
            likely += ORDER[self.row + 4] * _count(self.hands[(seat + 2) % 4] & fits)
            likely += ORDER[self.row + 5] * _count(self.hands[(seat + 3) % 4] & fits)
        if LOW[tile] == HIGH[tile]:
            likely += ORDER[self.row + 6]
        return likely
