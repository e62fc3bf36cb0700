"""What the scorekeeper says."""

TEXTS: dict[str, str | tuple[str, str]] = {}
