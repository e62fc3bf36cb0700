"""Columns of the terminal: how many a text takes, in any script, and how it is filled up and broken into lines."""

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from unicodedata import category

from wcwidth import ljust, rjust, width, wrap

BETWEEN = 2
"""Columns between two columns of a table."""


def pad(text: str, columns: int) -> str:
    """A text filled up with blanks to so many columns.

    >>> pad("ab", 4) + "|", pad("बॉट", 4) + "|"
    ('ab  |', 'बॉट |')
    """
    return ljust(text, columns)


def broken(text: str, columns: int, indent: int = 0) -> list[str]:
    """A text in lines of at most so many columns, broken between words; later lines stand ``indent`` further in.

    Terminals do not agree how wide letters with marks are, so lines that hold such letters are kept a little shorter.
    """
    if any(category(letter).startswith("M") for letter in text):
        columns -= columns // 16
    if width(text) <= columns:
        return [text]
    start = text[: len(text) - len(text.lstrip())]
    lines: list[str] = wrap(
        text.lstrip(), columns, initial_indent=start, subsequent_indent=start + " " * indent, break_on_hyphens=False
    )
    return lines


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], columns: int) -> list[str] | None:
    """A table in lines: the first column is text, the others are numbers. None where it is too wide.

    Heads may be broken between words; words and cells never.
    """
    cells = list(rows)
    by_column = list(zip(heads, *cells, strict=True))
    widths = [max(width(text) for text in (*head.split(), *column)) for head, *column in by_column]
    if sum(widths) + BETWEEN * (len(widths) + 1) > columns:
        return None
    spare = columns - sum(widths) - BETWEEN * (len(widths) + 1)
    for number, head in enumerate(heads):
        wider = min(spare, max(0, width(head) - widths[number]))
        widths[number] += wider
        spare -= wider
    titles = zip_longest(*(broken(head, size) for head, size in zip(heads, widths, strict=True)), fillvalue="")
    rule = "─" * (sum(widths) + BETWEEN * (len(widths) - 1))
    return [*(_row(title, widths) for title in titles), " " * BETWEEN + rule, *(_row(row, widths) for row in cells)]


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = cells
    texts = [ljust(first, widths[0]), *(rjust(cell, size) for cell, size in zip(others, widths[1:], strict=True))]
    return (" " * BETWEEN + (" " * BETWEEN).join(texts)).rstrip()
