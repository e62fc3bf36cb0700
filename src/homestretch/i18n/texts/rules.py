"""What surrounds the rules pages."""

TEXTS: dict[str, str | tuple[str, str]] = {}
