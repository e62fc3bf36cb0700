"""What the drawing commands say."""

TEXTS: dict[str, str | tuple[str, str]] = {}
