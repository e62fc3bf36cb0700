"""The proofs of a match's rounds as JSON values, for ``static/verify.js``, which checks them in the browser."""

from typing import Any

from homestretch.games import Game
from homestretch.record.exchange import Record
from homestretch.record.fives_record import FivesRecord, RoundRecord
from homestretch.record.race_record import Cards, RaceRound


def proof_data(game: Game, record: Record) -> tuple[dict[str, Any], ...]:
    """What the browser needs to check each round that carries a proof, in the order of the rounds."""
    head = {"game": game.key, "family": game.family, "players": record.rules.players}
    if isinstance(record, FivesRecord):
        sizes = {"hand": record.rules.hand, "highest": record.rules.highest}
        return tuple(
            head | {"round": number} | sizes | _dominoes(each) | each.proof.to_plain()
            for number, each in enumerate(record.rounds, 1)
            if each.proof is not None
        )
    return tuple(
        head | {"round": number} | _race(each, number) | each.proof.to_plain()
        for number, each in enumerate(record.rounds, 1)
        if each.proof is not None
    )


def _dominoes(each: RoundRecord) -> dict[str, Any]:
    return {
        "start_by": each.start_by,
        "starter": each.starter,
        "hands": [[str(tile) for tile in hand] for hand in each.hands],
        "boneyard": [str(tile) for tile in each.boneyard],
    }


def _race(each: RaceRound, number: int) -> dict[str, Any]:
    """One race. The lot chose the banker of the first; nobody is passed over before it, for all hold a full stock."""
    return {
        "first_by_lot": number == 1,
        "banker": each.banker,
        "laid": [_texts(track) for track in (*each.relaid, each.track)],
        "deck": _texts(each.deck),
    }


def _texts(cards: Cards) -> list[str]:
    return [str(card) for card in cards]
