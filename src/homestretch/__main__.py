"""``python -m homestretch``."""

from homestretch.cli.main import run

run()
