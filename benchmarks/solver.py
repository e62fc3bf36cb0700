"""How hard fresh deals are to solve, and how many are too hard: ``python benchmarks/solver.py --deals 1000``.

``homestretch bench`` stops after some seconds; this solves as many deals as it is told to. They are the same ones, so
that positions can be compared from one version to the next, whatever the machine.
"""

import argparse
from math import inf

from homestretch.analysis.speed import MOST_POSITIONS, SEATINGS, SOLVED, solving
from homestretch.engine import CORE


def main() -> None:
    """Solve the deals and print a line."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--game", choices=SOLVED, default="horse-race/2")
    arguments.add_argument("--deals", type=int, default=1000)
    chosen = arguments.parse_args()
    solved = solving(SEATINGS[chosen.game], chosen.deals, inf)
    too_hard = f"{solved.given_up} of {solved.deals} deals take more than {MOST_POSITIONS:,} positions"
    print(f"{chosen.game}, {CORE.value}: {too_hard}")
    print(
        f"median {solved.median_positions:,} positions, {1000 * solved.median_s:.1f} ms; longest {solved.max_s:.1f} s"
    )


if __name__ == "__main__":
    main()
