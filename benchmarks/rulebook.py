"""How many placements the rulebook decides in a second on one core: ``make bench``.

A placement is decided by ``decide`` and applied by ``evolve``; the legal moves are listed before each move, as every
player of the rulebook needs them. Moves are chosen at random from a fixed seed. Nothing here is asserted in a test.
"""

from argparse import ArgumentParser
from time import perf_counter

from homestretch.fives.match import Fives
from homestretch.fives.moves import Play
from homestretch.fives.ruleset import Ruleset
from homestretch.games import horse_race, seven_rocks
from homestretch.kit.chance import Stream, derive
from homestretch.kit.message import Refusal

SECONDS = 3.0
SEATINGS = {
    "horse-race/2": horse_race(2),
    "horse-race/3": horse_race(3),
    "horse-race/4": horse_race(4),
    "horse-race/4-pairs": horse_race(4, pairs=True),
    "seven-rocks/4-pairs": seven_rocks(),
}


def measure(ruleset: Ruleset) -> tuple[int, float]:
    """Placements and the seconds that they took, over whole matches for about three seconds."""
    rules = Fives(ruleset)
    placements = matches = 0
    start = perf_counter()
    while perf_counter() - start < SECONDS:
        placements += play(rules, derive(b"benchmark", matches))
        matches += 1
    return placements, perf_counter() - start


def play(rules: Fives, seed: bytes) -> int:
    """One random match; returns its placements."""
    stream = Stream(seed, b"moves")
    state = rules.new()
    placements = rounds = 0
    while not state.winners:
        if state.turn is not None:
            move = stream.choice(rules.legal_moves(state, state.turn))
            placements += isinstance(move, Play)
            events = rules.decide(state, state.turn, move)
        elif rules.awaits_deal(state):
            events = rules.deal(state)
        else:
            events = rules.open_round(state, derive(seed, rounds))
            rounds += 1
        if isinstance(events, Refusal):
            raise RuntimeError(events.code)
        for event in events:
            state = rules.evolve(state, event)
    return placements


def main() -> None:
    """Print a line for each seating."""
    ArgumentParser(description=__doc__).parse_args()
    for name, ruleset in SEATINGS.items():
        placements, seconds = measure(ruleset)
        print(f"{name:<22}{placements / seconds:>10,.0f} placements a second")


if __name__ == "__main__":
    main()
