"""Reads what is posted to a score sheet and makes entries of it."""

import secrets
from typing import Final

from homestretch.fives.ruleset import Ruleset
from homestretch.fives.settle import needed
from homestretch.games import AnyRuleset
from homestretch.kit.card import SUITS, Suit
from homestretch.kit.message import Refusal, refuse
from homestretch.kit.numbers import read_whole
from homestretch.kit.seat import Seat
from homestretch.kit.tile import Tile
from homestretch.race.ruleset import PRICES
from homestretch.sheet.entries import Award, Backed, Entry, Finished, Left, Opening, RoundEnd, Starts
from homestretch.sheet.limits import pips_of

from .guests import clean_name

LONGEST_KEY: Final = 64
BLOCKED: Final = "blocked"

Form = dict[str, str]


def key_of(form: Form) -> str:
    """The key that a page made for what it posts; a new one where it made none."""
    key = form.get("key", "")
    return key if 8 <= len(key) <= LONGEST_KEY and key.isascii() and key.isprintable() else new_key()


def new_key() -> str:
    """A key that no other entry has."""
    return secrets.token_urlsafe(9)


def number_in(form: Form, name: str) -> int | Refusal:
    """The number in a field that must have one."""
    text = form.get(name, "").strip()
    if not text:
        return refuse("sheet.number-missing")
    number = read_whole(text.removeprefix("-"))
    if number is None:
        return refuse("web.no-number", text=text)
    return -number if text.startswith("-") else number


def read_names(rules: AnyRuleset, form: Form, stand_ins: tuple[str, ...]) -> tuple[str, ...] | Refusal:
    """The names of everyone who plays; whoever is not named gets a stand-in."""
    names = tuple(clean_name(form.get(f"name{seat}", "")) or stand_ins[seat] for seat in range(rules.players))
    twice = next((name for name in names if names.count(name) > 1), None)
    return names if twice is None else refuse("people.twice", name=twice)


def read_entry(what: str, rules: AnyRuleset, form: Form) -> Entry | Refusal:
    """The entry of a form; ``what`` is the last word of the address that it is posted to."""
    match what:
        case "award":
            return _award(form)
        case "end" if isinstance(rules, Ruleset):
            return read_end(rules, form)
        case "starts":
            return _starts(form)
        case "opening":
            return _opening(form)
        case "backed":
            return _backed(form)
        case "finished":
            return _finished(form)
    return refuse("sheet.unclear")


def _award(form: Form) -> Award | Refusal:
    side, points = number_in(form, "side"), number_in(form, "points")
    if isinstance(side, Refusal):
        return side
    return points if isinstance(points, Refusal) else Award(side, points)


def _starts(form: Form) -> Starts | Refusal:
    seat = number_in(form, "seat")
    return seat if isinstance(seat, Refusal) else Starts(seat)


# ---- the end of a round


def read_end(rules: Ruleset, form: Form) -> RoundEnd | Refusal:
    """How a round ended and what was left, in pips or in tiles."""
    number = number_in(form, "round")
    if isinstance(number, Refusal):
        return number
    out = read_out(rules, form)
    if isinstance(out, Refusal):
        return out
    left: list[Left] = []
    for seat in range(rules.players):
        hand = _left(rules, form, seat)
        if isinstance(hand, Refusal):
            return hand
        left.append(hand)
    if out is not None and not left[out]:
        left[out] = None
    return RoundEnd(number, out, tuple(left))


def read_out(rules: Ruleset, form: Form) -> Seat | Refusal | None:
    """Who went out, None where the round was blocked."""
    text = form.get("out", "")
    if text == BLOCKED:
        return None
    seat = read_whole(text)
    return seat if seat is not None and seat < rules.players else refuse("sheet.say-how")


def _left(rules: Ruleset, form: Form, seat: Seat) -> Left | Refusal:
    tiles = tuple(tile for tile in rules.tiles if tile_field(seat, tile) in form)
    text = form.get(f"pips{seat}", "").strip()
    if not text:
        return tiles or None
    pips = number_in(form, f"pips{seat}")
    if isinstance(pips, Refusal):
        return pips
    if tiles and pips != pips_of(tiles):
        return refuse("sheet.pips-and-tiles", seat=seat, pips=pips, sum=pips_of(tiles))
    return tiles or pips


def tile_field(seat: Seat, tile: Tile) -> str:
    """The name of the field that says that a tile is left in a seat's hand."""
    return f"hand{seat}-{tile.low}{tile.high}"


def as_form(entry: Entry) -> Form:
    """The fields of a form that would make this entry."""
    match entry:
        case Award():
            return {"side": str(entry.side), "points": str(entry.points)}
        case RoundEnd():
            return _end_form(entry)
        case Starts():
            return {"seat": str(entry.seat)}
        case Opening():
            counts = {str(suit): str(count) for suit, count in zip(SUITS, entry.counts, strict=False)}
            prices = {f"price{number}": str(price) for number, price in enumerate(entry.prices)}
            return counts | prices | {"limit": str(entry.limit)}
        case Backed():
            return {"seat": str(entry.seat), "suit": entry.suit, "amount": str(entry.amount)}
        case Finished():
            return {"round": str(entry.round), "suit": entry.suit}


def _end_form(entry: RoundEnd) -> Form:
    form = {"round": str(entry.round), "out": BLOCKED if entry.out is None else str(entry.out)}
    for seat, left in enumerate(entry.left):
        if isinstance(left, tuple):
            form |= {tile_field(seat, tile): "1" for tile in left}
        elif left is not None:
            form[f"pips{seat}"] = str(left)
    return form


def counts_for(rules: Ruleset, form: Form, seat: Seat) -> bool:
    """Whether a settlement needs this seat's hand, as far as the form tells how the round ended."""
    out = read_out(rules, form)
    return isinstance(out, Refusal) or (seat != out and seat in needed(rules, out))


# ---- the card race


def _opening(form: Form) -> Opening | Refusal:
    numbers: list[int] = []
    for name in (*map(str, SUITS), *(f"price{number}" for number in range(PRICES)), "limit"):
        number = number_in(form, name) if name not in SUITS or form.get(name, "").strip() else 0
        if isinstance(number, Refusal):
            return number
        numbers.append(number)
    suits = len(SUITS)
    return Opening(tuple(numbers[:suits]), tuple(numbers[suits:-1]), numbers[-1])


def _backed(form: Form) -> Backed | Refusal:
    seat, amount, suit = number_in(form, "seat"), number_in(form, "amount"), _suit(form, "suit")
    if isinstance(seat, Refusal):
        return seat
    if isinstance(suit, Refusal):
        return suit
    return amount if isinstance(amount, Refusal) else Backed(seat, suit, amount)


def _suit(form: Form, name: str) -> Suit | Refusal:
    text = form.get(name, "")
    return Suit(text) if text in tuple(SUITS) else refuse("sheet.unclear")


def _finished(form: Form) -> Finished | Refusal:
    number, suit = number_in(form, "round"), _suit(form, "suit")
    if isinstance(number, Refusal):
        return number
    return suit if isinstance(suit, Refusal) else Finished(number, suit)


def read_stakes(seats: tuple[Seat, ...], form: Form) -> tuple[Backed, ...] | Refusal:
    """The stakes of everyone for whom a horse is chosen."""
    stakes: list[Backed] = []
    for seat in seats:
        if not form.get(f"suit{seat}"):
            continue
        stake = _backed(
            {"seat": str(seat), "suit": form[f"suit{seat}"], "amount": form.get(f"amount{seat}", "").strip() or "1"}
        )
        if isinstance(stake, Refusal):
            return stake
        stakes.append(stake)
    return tuple(stakes) or refuse("sheet.no-stakes")
