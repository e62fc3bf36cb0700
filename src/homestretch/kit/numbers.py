"""Whole numbers: as people type them, and as addresses hold them."""

from typing import Final

MOST_DIGITS: Final = 9
"""Nobody means a number that has more."""


def read_whole(text: str | None, most_digits: int = MOST_DIGITS) -> int | None:
    """The number that somebody typed, in the digits of any script; None where it is none or has too many digits.

    >>> read_whole(" 12 "), read_whole("१२"), read_whole("007")
    (12, 12, 7)
    >>> read_whole("-1"), read_whole("1.5"), read_whole("²"), read_whole(""), read_whole(None), read_whole("1234", 3)
    (None, None, None, None, None, None)
    """
    digits = (text or "").strip()
    return int(digits) if digits.isdecimal() and len(digits) <= most_digits else None


def read_digits(text: str | None, most_digits: int = MOST_DIGITS) -> int | None:
    """The number in an address or a name that this program wrote: the digits 0 to 9 and nothing else.

    >>> read_digits("12"), read_digits(" 12"), read_digits("१२"), read_digits(None)
    (12, None, None, None)
    """
    return read_whole(text, most_digits) if text and text.isascii() and text.isdecimal() else None
