"""What the explain board says."""

TEXTS: dict[str, str | tuple[str, str]] = {}
