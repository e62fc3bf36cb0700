"""The fast engine: what search needs of the rules, in machine words, and an exact solver.

The rulebook in :mod:`homestretch.fives` is right by definition. The engine's core is one source that is compiled where
there is a compiler and runs as plain Python where there is none. A compiled core that was not made from the source
beside it is refused: it would play by rules that nobody can read any more.
"""

from .loading import Core, load

CORE: Core = load()
"""Which core is running."""

__all__ = ["CORE", "Core"]
