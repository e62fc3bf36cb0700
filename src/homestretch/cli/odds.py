"""``homestretch odds``: the exact chances of a card race, and what the bank's prices make of them."""

from fractions import Fraction
from typing import NamedTuple

import click

from homestretch.cli.common import NO, NOT_UNDERSTOOD, Answer, json_option, lang_option, plain_option, print_json
from homestretch.cli.houses import read_prices
from homestretch.cli.terminal.screen import show_table, tell
from homestretch.i18n.speaker import Speaker
from homestretch.kit.card import SUITS, Suit
from homestretch.kit.message import refuse, say
from homestretch.race.odds import EACH, bank_edge, chances, fair_odds, track_faults
from homestretch.race.ruleset import FINISH, MOST_PRICE, RaceRuleset, are_prices


def command(speak: Speaker) -> click.Command:
    """The command in one language."""

    def odds(
        counts: tuple[int, ...], at: tuple[int, ...] | None, prices: str | None, *, as_json: bool, plain: bool
    ) -> None:
        table = _prices(prices)
        fault = track_faults(counts)
        if fault is not None:
            raise Answer(fault, NO if fault.code != "odds.counts" else NOT_UNDERSTOOD)
        bets = bets_of(counts, _positions(counts, at), table)
        if as_json:
            print_json(to_plain(bets))
        else:
            _print(speak, bets, plain=plain)

    return click.Command(
        "odds",
        callback=odds,
        help=speak.say("help.odds-long"),
        short_help=speak.say("help.odds"),
        params=[
            click.Argument(["counts"], nargs=4, type=int, metavar="SPADES HEARTS DIAMONDS CLUBS"),
            click.Option(["--at"], nargs=4, type=int, metavar="S H D C", help=speak.say("help.odds-at")),
            click.Option(["--prices"], metavar="1,2,3,5,10", help=speak.say("help.odds-prices")),
            plain_option(speak),
            json_option(speak),
            lang_option(speak),
        ],
    )


def _prices(text: str | None) -> tuple[int, ...]:
    if text is None:
        return RaceRuleset(3).prices
    prices = read_prices(text)
    if not are_prices(prices):
        raise Answer(refuse("announce.prices", most=MOST_PRICE), NOT_UNDERSTOOD)
    return prices


def _positions(counts: tuple[int, ...], at: tuple[int, ...] | None) -> tuple[int, ...]:
    if at is None:
        return (0,) * len(SUITS)
    for suit, count, position in zip(SUITS, counts, at, strict=True):
        most = min(FINISH, EACH - count)
        if not 0 <= position <= most:
            raise Answer(refuse("odds.position", suit=suit, position=position, most=most), NO)
    if at.count(FINISH) > 1:
        raise Answer(refuse("odds.two-winners", finish=FINISH), NO)
    return at


class Bet(NamedTuple):
    """A bet on one horse: its cards on the track, where it stands, its chance, and what the bank offers."""

    suit: Suit
    cards: int
    position: int
    chance: Fraction
    price: int

    @property
    def edge(self) -> Fraction:
        """What the bank may expect to gain from each token staked."""
        return bank_edge(self.chance, self.price)


def bets_of(counts: tuple[int, ...], positions: tuple[int, ...], prices: tuple[int, ...]) -> tuple[Bet, ...]:
    """The four bets of a race at this moment."""
    chance = chances(counts, positions)
    return tuple(
        Bet(suit, count, position, chance[suit], prices[count])
        for suit, count, position in zip(SUITS, counts, positions, strict=True)
    )


def to_plain(bets: tuple[Bet, ...]) -> dict[str, dict[str, object]]:
    """The bets as JSON values; odds are net, and the edge is the bank's for each token staked."""
    return {
        "suits": {
            bet.suit: {
                "probability": f"{bet.chance.numerator}/{bet.chance.denominator}",
                "probability_float": float(bet.chance),
                "fair_odds": float(fair_odds(bet.chance)) if bet.chance else None,
                "offered_odds": bet.price,
                "bank_edge": float(bet.edge),
            }
            for bet in bets
        }
    }


def _print(speak: Speaker, bets: tuple[Bet, ...], *, plain: bool) -> None:
    heads = [speak.say(f"odds.{column}") for column in ("suit", "track", "at", "chance", "fair", "offered", "edge")]
    rows = [
        (
            f"{bet.suit.symbol} {speak.value(bet.suit)}",
            str(bet.cards),
            str(bet.position),
            speak.percent(float(bet.chance), 2),
            f"{speak.number(float(fair_odds(bet.chance)))}:1" if bet.chance else "–",
            f"{bet.price}:1",
            speak.percent(float(bet.edge), 2),
        )
        for bet in bets
    ]
    tell(speak.say("odds.title"))
    show_table(heads, rows, plain=plain)
    winner = next((bet.suit for bet in bets if bet.chance == 1), None)
    if winner is not None:
        tell(speak.say("odds.over", suit=winner))
        return
    good = tuple(bet for bet in bets if bet.edge < 0)
    bad = tuple(bet for bet in bets if bet.edge > 0)
    tell(_favour(speak, "odds.favour-player", good) if good else speak.say("odds.none"))
    if bad:
        tell(_favour(speak, "odds.favour-bank", bad))
    tell(speak.say("odds.note"))


def _favour(speak: Speaker, code: str, bets: tuple[Bet, ...]) -> str:
    shares = (speak.percent(abs(float(bet.edge)), 2) for bet in bets)
    told = (say("odds.bet", suit=bet.suit, share=share) for bet, share in zip(bets, shares, strict=True))
    return speak.say(code, bets=tuple(told))
