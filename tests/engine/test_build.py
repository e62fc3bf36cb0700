"""Building the package where there is no compiler, and where there is one."""

import os
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Final

import pytest

from homestretch.engine.loading import STAMP

ROOT: Final = Path(__file__).parents[2]
NO_COMPILER: Final = shutil.which("false") or "false"
LOADED: Final = "from homestretch.engine import CORE, solve; print(CORE)"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The source tree as it is published: nothing in it has been built."""
    built = shutil.ignore_patterns("__pycache__", "core.*.so", "core.*.pyd", STAMP, "*.egg-info", "*.mo", "static")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=built)
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def python(tree: Path, *arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run Python in the tree, in which it finds the package."""
    settings = os.environ | {"PYTHONPATH": str(tree / "src"), "PYTHONDONTWRITEBYTECODE": "1"} | environment
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, env=settings, cwd=tree, check=False
    )


def built(folder: Path) -> list[str]:
    """What a compiler leaves, in a folder or below."""
    kinds = ("core.*.so", "core.*.pyd", STAMP)
    return [file.name for kind in kinds for file in folder.rglob(kind)]


def test_without_a_compiler_the_package_is_built_and_its_core_stays_python(tree: Path) -> None:
    done = python(tree, "setup.py", "build_ext", "--inplace", CC=NO_COMPILER)
    assert done.returncode == 0, done.stderr
    assert 'building extension "homestretch.engine.core" failed' in done.stderr
    assert built(tree) == []
    loaded = python(tree, "-c", LOADED)
    assert (loaded.stdout, loaded.stderr) == ("plain\n", "")


def test_without_a_compiler_what_is_installed_has_no_compiled_core(tree: Path) -> None:
    done = python(tree, "setup.py", "build", "--build-lib", "installed", CC=NO_COMPILER)
    assert done.returncode == 0, done.stderr
    assert built(tree) == []
    assert {file.name for file in (tree / "installed/homestretch/engine").iterdir()} >= {"core.py", "bits.pxd"}
    loaded = python(tree, "-c", LOADED, PYTHONPATH=str(tree / "installed"))
    assert (loaded.stdout, loaded.stderr) == ("plain\n", "")


def test_what_an_earlier_build_left_is_not_taken_for_the_core_where_a_build_fails(tree: Path) -> None:
    """Neither beside the source nor where distutils builds, from where it would be copied and stamped as new."""
    name = f"core{EXTENSION_SUFFIXES[0]}"
    for folder in (tree / "src/homestretch/engine", tree / "build/lib/homestretch/engine"):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"made from another source")
        (folder / STAMP).write_text("0" * 64)
    done = python(tree, "setup.py", "build_ext", "--inplace", "--build-lib", "build/lib", CC=NO_COMPILER)
    assert done.returncode == 0, done.stderr
    assert built(tree / "src") == []
    assert python(tree, "-c", LOADED).stdout == "plain\n"


def test_building_an_archive_leaves_the_tree_as_it_is(tree: Path) -> None:
    """Whoever works in the tree keeps the compiled core."""
    engine = tree / "src/homestretch/engine"
    for name in (f"core{EXTENSION_SUFFIXES[0]}", STAMP):
        (engine / name).write_bytes(b"made by whoever works here")
    done = python(tree, "setup.py", "build", "--build-lib", "installed", CC=NO_COMPILER)
    assert done.returncode == 0, done.stderr
    assert len(built(engine)) == 2
    assert built(tree / "installed") == []


@pytest.mark.soak
@pytest.mark.skipif(shutil.which(os.environ.get("CC", "cc")) is None, reason="there is no compiler here")
def test_with_a_compiler_the_core_is_compiled_and_stamped_until_it_fails_to_be(tree: Path) -> None:
    done = python(tree, "setup.py", "build_ext", "--inplace")
    assert done.returncode == 0, done.stderr
    assert len(built(tree / "src")) == 2
    assert python(tree, "-c", LOADED).stdout == "compiled\n"
    with (tree / "src/homestretch/engine/core.py").open("a") as file:
        file.write("# changed\n")
    without = python(tree, "setup.py", "build_ext", "--inplace", CC=NO_COMPILER)
    assert without.returncode == 0, without.stderr
    assert built(tree / "src") == []
    assert python(tree, "-c", LOADED).stdout == "plain\n"
