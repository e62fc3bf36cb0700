"""What a viewer is told who cannot see a drawing."""

from html import escape


def naming(label: str | None) -> str:
    """The attributes of a picture that is called ``label``, or that says nothing new where it is None.

    >>> naming("2 & 5"), naming(None)
    ('role="img" aria-label="2 &amp; 5"', 'aria-hidden="true"')
    """
    return 'aria-hidden="true"' if label is None else f'role="img" aria-label="{escape(label)}"'
