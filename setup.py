"""Builds what pyproject.toml cannot name: the message catalogues, and the engine's core where there is a compiler."""

from pathlib import Path
from runpy import run_path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

HERE = Path(__file__).parent
LOCALES = HERE / "src/homestretch/i18n/locale"
ENGINE = HERE / "src/homestretch/engine"


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


class BuildCore(build_ext):
    """Compiles the core, and stamps it with the hash of its source; without a compiler the core stays Python."""

    def run(self) -> None:
        """Remove first what an earlier build left in the same place: a failure leaves no compiled core there."""
        loading = run_path(str(ENGINE / "loading.py"))
        here = self.inplace or self.editable_mode
        folder = ENGINE if here else Path(self.build_lib) / "homestretch/engine"
        for place in {folder, Path(self.build_lib) / "homestretch/engine"}:
            for old in compiled(place):
                old.unlink()
            (place / loading["STAMP"]).unlink(missing_ok=True)
        super().run()
        if compiled(folder):
            (folder / loading["STAMP"]).write_text(loading["source_hash"](ENGINE) + "\n")


def compiled(folder: Path) -> list[Path]:
    """The compiled cores in a folder."""
    return [*folder.glob("core.*.so"), *folder.glob("core.*.pyd")]


CORE = Extension("homestretch.engine.core", ["src/homestretch/engine/core.py"])
EXTENSIONS: list[Extension] = cythonize([CORE], build_dir="build/cython", quiet=True)
for extension in EXTENSIONS:
    extension.optional = True  # cythonize drops the flag, and without a compiler the package must install

setup(cmdclass={"build_py": BuildWithCatalogues, "build_ext": BuildCore}, ext_modules=EXTENSIONS)
