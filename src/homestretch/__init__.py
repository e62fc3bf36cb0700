"""A home for Horse Race and Seven Rocks (dominoes) and Horse Race (cards)."""

from typing import Final

__version__: Final = "0.1.0"
