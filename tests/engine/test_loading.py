"""Which core is loaded: the compiled one only if it was made from the source beside it, and the commands say which."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any, Final

import pytest

import homestretch
from homestretch.engine import CORE, Core
from homestretch.engine.loading import STAMP, source_hash

PACKAGE: Final = Path(homestretch.__file__).parent
COMPILED: Final = f"core{EXTENSION_SUFFIXES[0]}"

LOADED: Final = """
import json, sys
import homestretch.engine.core
from homestretch.engine import CORE, core, packed, solve
assert homestretch.engine.core is core is sys.modules["homestretch.engine.core"]
assert packed.Table is core.Table and solve.Solver is core.Solver
print(json.dumps({"core": CORE, "file": core.__file__, "edited": hasattr(core, "EDITED")}))
"""
BENCH: Final = """
from homestretch.analysis import speed
from homestretch.cli.main import run
speed.MOST_POSITIONS = 100
run(["bench", "--json", "--seconds", "0.001", "--deals", "1"])
"""
"""A whole deal would take minutes where the engine is plain Python."""

SAID: Final = {
    Core.COMPILED: "compiled",
    Core.PLAIN: "plain Python",
    Core.STALE: "plain Python (the compiled one does not fit)",
}


@pytest.fixture
def engine(tmp_path: Path) -> Path:
    """The engine's folder in a copy of the package, with source only."""
    left_out = shutil.ignore_patterns("__pycache__", "static", "core.*.so", "core.*.pyd", STAMP)
    shutil.copytree(PACKAGE, tmp_path / "homestretch", ignore=left_out)
    return tmp_path / "homestretch" / "engine"


def python(engine: Path, *arguments: str) -> str:
    """What Python prints that finds this copy of the package first."""
    environment = os.environ | {"PYTHONPATH": str(engine.parents[1]), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, env=environment, cwd=engine, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def loaded(engine: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(python(engine, "-c", LOADED))
    return found


def says(engine: Path, core: Core) -> None:
    """The commands tell which core it is."""
    version = python(engine, "-m", "homestretch", "--version", "--lang", "en")
    assert version == f"homestretch {homestretch.__version__} (engine: {SAID[core]})\n"
    assert json.loads(python(engine, "-c", BENCH))["compiled"] is (core is Core.COMPILED)


def compiled(engine: Path, stamp: str | bytes | None) -> None:
    """Put a compiled core there that nobody can load, with a stamp."""
    (engine / COMPILED).write_bytes(b"no machine code")
    if stamp is not None:
        (engine / STAMP).write_bytes(stamp if isinstance(stamp, bytes) else stamp.encode())


def edit_core(engine: Path) -> None:
    compiled(engine, source_hash(engine) + "\n")
    with (engine / "core.py").open("a") as file:
        file.write("\nEDITED = True\n")


def edit_declarations(engine: Path) -> None:
    compiled(engine, source_hash(engine) + "\n")
    with (engine / "bits.pxd").open("a") as file:
        file.write("# changed\n")


STALE: Final[dict[str, Callable[[Path], None]]] = {
    "edited core": edit_core,
    "edited declarations": edit_declarations,
    "no stamp": lambda engine: compiled(engine, None),
    "empty stamp": lambda engine: compiled(engine, ""),
    "stamp of another core": lambda engine: compiled(engine, "0" * 64),
    "stamp of no text": lambda engine: compiled(engine, b"\xff\xfe\x00"),
}


@pytest.mark.parametrize("change", STALE.values(), ids=list(STALE))
def test_a_compiled_core_that_was_not_made_from_this_source_is_refused(
    engine: Path, change: Callable[[Path], None]
) -> None:
    change(engine)
    found = loaded(engine)
    assert found == {"core": "stale", "file": str(engine / "core.py"), "edited": change is edit_core}


def test_a_compiled_core_that_cannot_be_loaded_here_gives_way_to_the_source(engine: Path) -> None:
    compiled(engine, source_hash(engine) + "\n")
    assert loaded(engine) == {"core": "stale", "file": str(engine / "core.py"), "edited": False}


def test_the_commands_say_that_a_compiled_core_is_refused(engine: Path) -> None:
    edit_core(engine)
    says(engine, Core.STALE)


@pytest.mark.parametrize("stamped", [False, True], ids=["no stamp", "a stamp alone"])
def test_without_a_compiled_core_the_source_runs(engine: Path, stamped: bool) -> None:
    if stamped:
        (engine / STAMP).write_text(source_hash(engine) + "\n")
    assert loaded(engine) == {"core": "plain", "file": str(engine / "core.py"), "edited": False}


def test_the_commands_say_that_there_is_no_compiled_core(engine: Path) -> None:
    says(engine, Core.PLAIN)


@pytest.mark.skipif(CORE is not Core.COMPILED, reason="there is no compiled core here")
def test_a_compiled_core_made_from_this_source_runs(engine: Path) -> None:
    shutil.copy(PACKAGE / "engine" / COMPILED, engine)
    shutil.copy(PACKAGE / "engine" / STAMP, engine)
    assert (engine / STAMP).read_text() == source_hash(engine) + "\n"
    assert loaded(engine) == {"core": "compiled", "file": str(engine / COMPILED), "edited": False}
    says(engine, Core.COMPILED)
