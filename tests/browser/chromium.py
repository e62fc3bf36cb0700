"""Which browser the tests drive, and how it is started."""

import os
import shutil
from typing import Final

import pytest

NAMES: Final = ("chromium", "chromium-browser", "google-chrome")

ARGUMENTS: Final = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    *(("--no-sandbox",) if hasattr(os, "geteuid") and os.geteuid() == 0 else ()),
)
"""A quiet browser that asks nobody for anything. Chromium's sandbox refuses to run as root."""


def chromium() -> str:
    """The path of a Chromium; a test that needs one fails where there is none."""
    named = os.environ.get("HOMESTRETCH_CHROMIUM")
    found = named or next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.fail(
            "This test drives a browser, and none is on the PATH. Install Chromium (on Debian or Ubuntu: sudo apt "
            "install chromium), or name a Chromium or Chrome with HOMESTRETCH_CHROMIUM=/path/to/it.",
            pytrace=False,
        )
    return found
