"""The program as a process of its own."""

import sys
from typing import Final

PROGRAM: Final = (
    sys.executable,
    "-c",
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); import homestretch.__main__",
)
"""The program as in a terminal: what a shell starts in the background, these tests perhaps, does not hear Ctrl-C."""
