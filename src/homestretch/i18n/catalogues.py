"""Brings the message catalogues up to the English texts: ``python -m homestretch.i18n.catalogues``.

New and changed texts arrive untranslated; the tests fail until a translator has been there.
"""

from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from .speaker import DOMAIN, LANGUAGES, LOCALES
from .texts import TEXTS

STAMP = datetime(2026, 1, 1, tzinfo=UTC)
"""A fixed date for the headers, so that the same texts give the same files."""

CLICK = (
    "Usage:",
    "Options",
    "Commands",
    "Positional arguments",
    "Show this message and exit.",
    "default: {default}",
)
"""What the command-line library says itself; its texts have no context."""


def template() -> Catalog:
    """Every text that needs a translation."""
    catalogue = Catalog(project=DOMAIN, charset="utf-8")
    for code, text in TEXTS.items():
        catalogue.add(text, context=code)
    for text in CLICK:
        catalogue.add(text)
    return catalogue


def path(language: str) -> Path:
    """Where a language's catalogue lies."""
    return LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(language: str) -> Catalog:
    """A language's catalogue."""
    with path(language).open("rb") as file:
        return read_po(file, locale=language)


def update(language: str) -> None:
    """Add what is new, mark what has changed, drop what is gone."""
    file = path(language)
    catalogue = read(language) if file.exists() else Catalog(language, project=DOMAIN, charset="utf-8")
    catalogue.update(template(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    catalogue.fuzzy = False
    catalogue.header_comment = f"# The texts of homestretch: {language}."
    catalogue.version, catalogue.last_translator, catalogue.language_team = "1", DOMAIN, language
    catalogue.msgid_bugs_address = DOMAIN
    catalogue.creation_date = catalogue.revision_date = STAMP
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as out:
        write_po(out, catalogue, width=118, omit_header=False, sort_output=False)


if __name__ == "__main__":
    for language in LANGUAGES[1:]:
        update(language)
