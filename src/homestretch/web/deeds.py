"""What people do at a table: reads a form, checks who posts it, and gives the table a command.

Each returns a refusal, the path of a page to go to, or nothing where the table simply goes on.
"""

from msgspec import Struct

from homestretch.bots.levels import BOTS
from homestretch.fives.events import Played, Stopped
from homestretch.fives.moves import Play, Stop
from homestretch.fives.moves import parse_move as parse_domino_move
from homestretch.games import GAMES
from homestretch.kit.chance import CONTRIBUTION_BYTES
from homestretch.kit.message import Refusal, refuse
from homestretch.kit.numbers import read_whole
from homestretch.kit.seat import Seat
from homestretch.race.events import Announced, Staked, Turned
from homestretch.race.moves import Announce, Stake, Turn
from homestretch.race.moves import parse_move as parse_race_move
from homestretch.race.ruleset import PRICES
from homestretch.table.commands import (
    Act,
    Answer,
    AskTakeback,
    BreakOff,
    Command,
    Continue,
    Contribute,
    Deputise,
    Return,
    Sit,
    Stand,
    Start,
    Swap,
)
from homestretch.table.events import Occupant
from homestretch.table.table import Table

from .doors import some_name
from .guests import clean_name
from .house import DEPUTY
from .hub import Hub, new_name
from .pages.table import may_deputise
from .rooms import Room
from .visit import Visit

Form = dict[str, str]
Done = Refusal | str | None


class Doer(Struct, frozen=True):
    """Who does something, and where."""

    visit: Visit
    room: Room
    hub: Hub

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.room.table

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that this guest plays from."""
        return self.table.seats_of(self.visit.guest.id)

    @property
    def is_host(self) -> bool:
        """Whether this guest opened the table."""
        return self.table.house.host == self.visit.guest.id


def _seat(form: Form) -> Seat:
    number = read_whole(form.get("seat"), 3)
    return -1 if number is None else number


# ---- playing


async def move(doer: Doer, form: Form) -> Done:
    """Make a move, if it is still the moment for which it was chosen."""
    table = doer.table
    seat = _mover(doer)
    if seat is None:
        return refuse("web.not-seated")
    if table.seats[seat] is None:
        return refuse("table.seat-empty", number=seat)
    chosen = _read_move(table, form)
    if isinstance(chosen, Refusal):
        return chosen
    at = read_whole(form.get("at"))
    refusal = await doer.room.do(*_back_again(table, seat), Act(seat, chosen, len(table.log) if at is None else at))
    if refusal is not None and refusal.code == "table.stale" and at is not None:
        return None if _was_done(doer.table, at, seat, chosen) else refusal
    return refusal


def _back_again(table: Table, seat: Seat) -> tuple[Command, ...]:
    """Whoever moves is back, if a bot has played for them."""
    who = table.seats[seat]
    return (Return(seat),) if who is not None and who.deputy else ()


def _mover(doer: Doer) -> Seat | None:
    """The seat for which a guest moves: their own, or on a shared device that of whoever has taken it up."""
    seats = doer.seats
    if len(seats) == 1:
        return seats[0]
    asked = read_whole(doer.visit.request.query_params.get("seat"), 3)
    if asked in seats:
        return asked
    return next((seat for seat in seats if seat in doer.table.rules.actors(doer.table.state)), next(iter(seats), None))


def _was_done(table: Table, at: int, seat: Seat, chosen: object) -> bool:
    """Whether this very move is what followed: the same form came twice, so nothing is wrong."""
    for event in table.log[at : at + 3]:
        match event, chosen:
            case Played(), Play():
                return (event.seat, event.tile, event.host) == (seat, chosen.tile, chosen.host)
            case Stopped(), Stop():
                return event.seat == seat
            case Announced(), Announce():
                return (event.seat, event.prices, event.limit) == (seat, chosen.prices, chosen.limit)
            case Staked(), Stake() if event.seat == seat:
                return event.stake == chosen
            case Turned(), Turn():
                return bool(table.state.banker == seat)
    return False


def _read_move(table: Table, form: Form) -> object:
    if GAMES[table.game].family == "fives":
        return parse_domino_move(form.get("move", "")[:40])
    match form.get("kind"):
        case "bank":
            prices = tuple(read_whole(form.get(f"price{count}")) or 0 for count in range(PRICES))
            return Announce(prices, read_whole(form.get("limit")) or 0)
        case "stake":
            return parse_race_move(f"{form.get('suit', '')[:9]} {form.get('amount', '')[:9]}")
        case _:
            return parse_race_move(form.get("move", "")[:60])


async def ready(doer: Doer, form: Form) -> Done:
    """Say that one has read the settlement. Whoever has is no newcomer to these games any more."""
    table = doer.table
    if doer.seats and table.rules.awaits_round(table.state) and not table.over:
        doer.visit.prefs = doer.visit.prefs.guided(GAMES[table.game].family)
        doer.room.note_ready(*doer.seats)
    return None


async def contribute(doer: Doer, form: Form) -> Done:
    """Add what this browser has drawn to the promised shuffle, for every seat that is played from it.

    Whatever comes after the deal is left out, and nobody has to hear of it.
    """
    try:
        entropy = bytes.fromhex(form.get("entropy", ""))[:CONTRIBUTION_BYTES]
    except ValueError:
        return refuse("chance.contribution-size", most=CONTRIBUTION_BYTES)
    shuffle = doer.table.state.shuffle
    if shuffle is not None and doer.table.rules.awaits_deal(doer.table.state):
        silent = [seat for seat in doer.seats if not shuffle.contributions[seat]]
        await doer.room.do(*(Contribute(seat, entropy) for seat in silent))
    return None


# ---- seats


async def sit(doer: Doer, form: Form) -> Done:
    """Take a free seat."""
    visit = doer.visit
    name = clean_name(form.get("name", "")) or visit.guest.name or some_name(visit.speak)
    refusal = await doer.room.do(Sit(_seat(form), Occupant(name, guests=(visit.guest.id,))))
    if refusal is None:
        visit.guest = visit.guest.called(name).at(doer.room.id)
    return refusal


async def stand(doer: Doer, form: Form) -> Done:
    """Leave a seat before the start, or send a bot away."""
    seat = _seat(form)
    if doer.table.started:
        return refuse("table.started")
    if not _may_arrange(doer, seat):
        return refuse("web.not-yours")
    return await doer.room.do(Stand(seat))


async def swap(doer: Doer, form: Form) -> Done:
    """Change places with the next seat."""
    seat = _seat(form)
    if not (_may_arrange(doer, seat) or doer.is_host):
        return refuse("web.not-yours")
    return await doer.room.do(Swap(seat, seat + 1))


def _may_arrange(doer: Doer, seat: Seat) -> bool:
    """Whether this guest may empty the seat: it is their own, or they are the host and a bot sits there."""
    who = doer.table.seats[seat] if 0 <= seat < len(doer.table.seats) else None
    return seat in doer.seats or (doer.is_host and who is not None and who.kind == "bot")


async def add_bot(doer: Doer, form: Form) -> Done:
    """Seat a bot."""
    if not doer.is_host:
        return refuse("web.not-host")
    return await doer.room.do(Sit(_seat(form), _bot(doer, form, set())))


def _bot(doer: Doer, form: Form, taken: set[str]) -> Occupant:
    names = taken | {who.name for who in doer.table.seats if who is not None}
    number = 1
    while (name := doer.visit.speak.say("play.bot", n=number)) in names:
        number += 1
    taken.add(name)
    level = form.get("level", "")
    return Occupant(name, "bot", level if level in BOTS else DEPUTY)


async def start(doer: Doer, form: Form) -> Done:
    """Begin; bots of the chosen level take the seats that are free."""
    if not (doer.seats or doer.is_host):
        return refuse("web.not-seated")
    taken: set[str] = set()
    fills = [Sit(seat, _bot(doer, form, taken)) for seat, who in enumerate(doer.table.seats) if who is None]
    return await doer.room.do(*fills, Start())


async def away(doer: Doer, form: Form) -> Done:
    """Let a bot play for oneself, or for somebody who has been away for long."""
    seat = _seat(form)
    if seat not in doer.seats:
        if not doer.seats:
            return refuse("web.not-seated")
        if not may_deputise(doer.room, seat, doer.hub.settings.grace):
            return refuse("web.not-away-long")
    return await doer.room.do(Deputise(seat, DEPUTY))


async def back(doer: Doer, form: Form) -> Done:
    """Take one's own seat back from a bot."""
    seat = _seat(form)
    return await doer.room.do(Return(seat)) if seat in doer.seats else refuse("web.not-yours")


# ---- consents and ends


async def ask_takeback(doer: Doer, form: Form) -> Done:
    """Ask to take one's last move back."""
    steps = [step.seat for step in doer.table.steps if step in doer.table.chosen(step.seat) and step.seat in doer.seats]
    if not doer.seats:
        return refuse("web.not-seated")
    at = read_whole(form.get("at"))
    if at is not None and at < doer.table.ground:
        return refuse("table.stale")
    return await doer.room.do(AskTakeback(steps[-1] if steps else doer.seats[0]))


async def answer(doer: Doer, form: Form) -> Done:
    """Agree to a takeback or not."""
    seat = _seat(form)
    if seat not in doer.seats:
        return refuse("takeback.not-asked")
    return await doer.room.do(Answer(seat, form.get("agrees") == "1"))


async def end(doer: Doer, form: Form) -> Done:
    """Give the match up, where nobody else plays it."""
    if not doer.seats or not set(doer.table.persons) <= set(doer.seats):
        return refuse("web.others-play")
    return await doer.room.do(BreakOff())


async def rematch(doer: Doer, form: Form) -> Done:
    """Go on with the same people at a new table, or join them there."""
    room, table = doer.room, doer.table
    if not doer.seats:
        return refuse("web.not-seated")
    if table.continued:
        return f"/t/{table.continued}"
    if not table.over:
        return refuse("table.not-over")
    seats = [
        Sit(seat, Occupant(who.name, who.kind, who.level, who.guests))
        for seat, who in enumerate(table.seats)
        if who is not None
    ]
    name = new_name()
    refusal = await room.do(Continue(name))
    if refusal is not None:
        return f"/t/{doer.table.continued}" if doer.table.continued else refusal
    opened = await doer.hub.open(GAMES[table.game], table.state.rules, table.house, *seats, Start(), name=name)
    if isinstance(opened, Refusal):
        return opened
    opened.touch(doer.visit.guest.id)
    doer.visit.guest = doer.visit.guest.at(opened.id)
    return f"/t/{opened.id}"
