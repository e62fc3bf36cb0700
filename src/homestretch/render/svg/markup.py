"""What drawings share: drawings that a page holds once, and what a viewer is told who cannot see one."""

from collections.abc import Mapping
from html import escape


def naming(label: str | None) -> str:
    """The attributes of a picture that is called ``label``, or that says nothing new where it is None.

    >>> naming("2 & 5"), naming(None)
    ('role="img" aria-label="2 &amp; 5"', 'aria-hidden="true"')
    """
    return 'aria-hidden="true"' if label is None else f'role="img" aria-label="{escape(label)}"'


def sprite(drawings: Mapping[str, str]) -> str:
    """Drawings by their ids, for a page to hold once without showing them.

    >>> sprite({"a": "<path/>"})[-34:]
    '<g id="a"><path/></g></defs></svg>'
    """
    drawn = "".join(f'<g id="{name}">{drawing}</g>' for name, drawing in drawings.items())
    return f'<svg class="sprite" aria-hidden="true" focusable="false" width="0" height="0"><defs>{drawn}</defs></svg>'
