"""Setting up on a machine whose Python will not do: a sentence, and nothing half-made."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "setup.sh"


def stub(folder: Path, name: str, body: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)


def set_up(tmp_path: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", str(SCRIPT), str(tmp_path / "venv"), "."],
        env={"PATH": f"{tmp_path}{os.pathsep}/usr/bin{os.pathsep}/bin", **environment},
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )


def test_a_python_without_venv_names_the_missing_package(tmp_path: Path) -> None:
    body = f'case "$2" in *"import venv"*) exit 1;; *) exec {sys.executable} "$@";; esac'
    stub(tmp_path, "python3", body)
    done = set_up(tmp_path)
    version = ".".join(map(str, sys.version_info[:2]))
    assert done.returncode == 1
    assert f"python{version}-venv is missing" in done.stderr
    assert not (tmp_path / "venv").exists()


def test_an_old_python_is_refused(tmp_path: Path) -> None:
    stub(tmp_path, "old", "exit 1")
    done = set_up(tmp_path, PYTHON=str(tmp_path / "old"))
    assert done.returncode == 1
    assert "is not Python 3.11 or newer" in done.stderr
    assert not (tmp_path / "venv").exists()


@pytest.mark.parametrize("signal", ["exit 1", "kill -TERM $PPID; sleep 5"])
def test_a_setup_that_fails_half_way_leaves_nothing(tmp_path: Path, signal: str) -> None:
    body = (
        f'case "$1 $2" in "-m venv") mkdir -p "$3/bin"; printf "#!/bin/sh\\n{signal}\\n" > "$3/bin/python"; '
        f'chmod +x "$3/bin/python";; *) exec {sys.executable} "$@";; esac'
    )
    stub(tmp_path, "python3", body)
    done = set_up(tmp_path)
    assert done.returncode != 0
    assert not (tmp_path / "venv").exists()
