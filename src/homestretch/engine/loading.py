"""Loads the core: the compiled module where it was made from the source beside it, else the source itself."""

import hashlib
import sys
from enum import StrEnum
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES, SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Final

PACKAGE: Final = "homestretch.engine"
NAME: Final = f"{PACKAGE}.core"
SOURCES: Final = ("core.py", "bits.pxd")
STAMP: Final = "core.sha256"
"""Written beside a compiled core when it is made: the hash of the sources that it was made from."""


class Core(StrEnum):
    """Which core runs, and why."""

    COMPILED = "compiled"
    PLAIN = "plain"
    STALE = "stale"


def source_hash(folder: Path) -> str:
    """The hash of what a compiled core is made from."""
    return hashlib.sha256(b"\0".join((folder / name).read_bytes() for name in SOURCES)).hexdigest()


def load(folder: Path = Path(__file__).parent) -> Core:
    """Import the core of this package, and tell which it is."""
    core = _choose(folder)
    if core is not Core.STALE:
        try:
            import_module(NAME)
        except ImportError:  # made for another machine, or damaged
            if core is Core.PLAIN:
                raise
            core = Core.STALE
    if core is Core.STALE:
        _import_source(folder / "core.py")
    return core


def _choose(folder: Path) -> Core:
    if not any((folder / f"core{suffix}").exists() for suffix in EXTENSION_SUFFIXES):
        return Core.PLAIN
    stamp = folder / STAMP
    made_from = stamp.read_text(errors="replace").strip() if stamp.exists() else ""
    return Core.COMPILED if made_from == source_hash(folder) else Core.STALE


def _import_source(path: Path) -> None:
    """Import the source though a compiled module would come first."""
    spec = spec_from_file_location(NAME, path, loader=SourceFileLoader(NAME, str(path)))
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} cannot be imported")
    module = module_from_spec(spec)
    sys.modules[NAME] = module
    spec.loader.exec_module(module)
    vars(sys.modules[PACKAGE])["core"] = module  # what importing a submodule does, too
