"""Compiles the message catalogues when the package is built; everything else is in pyproject.toml."""

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import setup
from setuptools.command.build_py import build_py

LOCALES = Path(__file__).parent / "src/homestretch/i18n/locale"


def compile_catalogues() -> None:
    """Write a .mo file beside every .po file."""
    for source in LOCALES.glob("*/LC_MESSAGES/*.po"):
        with source.open("rb") as file:
            catalogue = read_po(file)
        with source.with_suffix(".mo").open("wb") as file:
            write_mo(file, catalogue)


class BuildWithCatalogues(build_py):
    """The usual build, after the catalogues."""

    def run(self) -> None:
        """Compile, then copy the package's files."""
        compile_catalogues()
        super().run()


setup(cmdclass={"build_py": BuildWithCatalogues})
