"""``homestretch odds``: the exact chances of a card race, and what the bank's prices make of them."""

from fractions import Fraction

import click

from homestretch.cli.common import NO, NOT_UNDERSTOOD, Answer, json_option, lang_option, print_json
from homestretch.i18n.speaker import Speaker
from homestretch.kit.card import SUITS, Suit
from homestretch.kit.message import refuse, say
from homestretch.race.odds import EACH, bank_edge, chances, fair_odds, track_faults
from homestretch.race.ruleset import FINISH, MOST_PRICE, RaceRuleset, are_prices


def command(speak: Speaker) -> click.Command:
    """The command in one language."""

    def odds(counts: tuple[int, ...], at: tuple[int, ...] | None, prices: str | None, as_json: bool) -> None:
        table = _prices(prices)
        fault = track_faults(counts)
        if fault is not None:
            raise Answer(fault, NO if fault.code != "odds.counts" else NOT_UNDERSTOOD)
        positions = _positions(counts, at)
        chance = chances(counts, positions)
        if as_json:
            print_json(to_plain(counts, chance, table))
        else:
            _print(speak, counts, positions, chance, table)

    return click.Command(
        "odds",
        callback=odds,
        help=speak.say("help.odds-long"),
        short_help=speak.say("help.odds"),
        params=[
            click.Argument(["counts"], nargs=4, type=int, metavar="SPADES HEARTS DIAMONDS CLUBS"),
            click.Option(["--at"], nargs=4, type=int, metavar="S H D C", help=speak.say("help.odds-at")),
            click.Option(["--prices"], metavar="1,2,3,5,10", help=speak.say("help.odds-prices")),
            json_option(speak),
            lang_option(speak),
        ],
    )


def _prices(text: str | None) -> tuple[int, ...]:
    if text is None:
        return RaceRuleset(3).prices
    words = text.replace(",", " ").split()
    prices = tuple(int(word) for word in words if word.isascii() and word.isdecimal() and len(word) <= 9)
    if len(prices) != len(words) or not are_prices(prices):
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


def to_plain(
    counts: tuple[int, ...], chance: dict[Suit, Fraction], prices: tuple[int, ...]
) -> dict[str, dict[str, object]]:
    """The chances as JSON values; odds are net, and the edge is the bank's for each token staked."""
    return {
        "suits": {
            suit: {
                "probability": f"{chance[suit].numerator}/{chance[suit].denominator}",
                "probability_float": float(chance[suit]),
                "fair_odds": float(fair_odds(chance[suit])) if chance[suit] else None,
                "offered_odds": prices[count],
                "bank_edge": float(bank_edge(chance[suit], prices[count])),
            }
            for suit, count in zip(SUITS, counts, strict=True)
        }
    }


def _print(
    speak: Speaker,
    counts: tuple[int, ...],
    positions: tuple[int, ...],
    chance: dict[Suit, Fraction],
    prices: tuple[int, ...],
) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    table = Table(title=speak.say("odds.title"), title_justify="left", title_style="bold")
    for column in ("suit", "track", "at", "chance", "fair", "offered", "edge"):
        table.add_column(
            speak.say(f"odds.{column}"), justify="left" if column == "suit" else "right", no_wrap=column == "suit"
        )
    good: list[Suit] = []
    bad: list[Suit] = []
    for suit, count, position in zip(SUITS, counts, positions, strict=True):
        edge = bank_edge(chance[suit], prices[count])
        (good if edge < 0 else bad if edge > 0 else []).append(suit)
        table.add_row(
            f"{suit.symbol} {speak.value(suit)}",
            str(count),
            str(position),
            speak.percent(float(chance[suit]), 2),
            f"{speak.number(float(fair_odds(chance[suit])))}:1" if chance[suit] else "–",
            f"{prices[count]}:1",
            speak.percent(float(edge), 2),
            style="bold green" if edge < 0 else "",
        )
    console.print(table)
    for code, suits in (("odds.favour-player", good), ("odds.favour-bank", bad)):
        if suits:
            best = tuple(
                say(
                    "odds.bet",
                    suit=suit,
                    share=speak.percent(abs(float(bank_edge(chance[suit], prices[counts[SUITS.index(suit)]]))), 2),
                )
                for suit in suits
            )
            console.print(speak.say(code, bets=best))
    if not good:
        console.print(speak.say("odds.none"))
    console.print(speak.say("odds.note"))
