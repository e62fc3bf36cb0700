"""The server's log: one JSON object a line on standard error. It names what happened and never what is hidden."""

import logging
import sys
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Final

import msgspec

_log: Final = logging.getLogger("homestretch")


class Lines(logging.Formatter):
    """Writes a record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line: time, level, what happened, and its data."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        line |= getattr(record, "data", {})
        if record.exc_info and record.exc_info[0] is not None:
            line["fault"] = record.exc_info[0].__name__
            line["where"] = _where(record)
        return msgspec.json.encode(line).decode()


def _where(record: logging.LogRecord) -> list[str]:
    """The places of a fault's code, without the values that it worked on."""
    trace = record.exc_info[2] if record.exc_info else None
    places = []
    while trace is not None:
        code = trace.tb_frame.f_code
        places.append(f"{code.co_filename.rpartition('/')[2]}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    return places


def start() -> None:
    """Send this program's and the server library's log to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    for name in ("homestretch", "uvicorn", "uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(logging.INFO if name == "homestretch" else logging.WARNING)


def note(event: str, level: int = logging.INFO, **data: Any) -> None:
    """Write a line."""
    _log.log(level, event, extra={"data": data})


def fault(event: str, error: BaseException, **data: Any) -> None:
    """Write a line about a fault of the program: where it arose, not what it worked on."""
    _log.error(event, exc_info=error, extra={"data": data})


def name_of(table: str) -> str:
    """A table's name in the log: whoever reads it there cannot open the table with it.

    >>> name_of("x") == name_of("x") != name_of("y")
    True
    """
    return sha256(table.encode()).hexdigest()[:12]
