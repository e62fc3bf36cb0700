"""What the counting trainer says."""

TEXTS: dict[str, str | tuple[str, str]] = {}
