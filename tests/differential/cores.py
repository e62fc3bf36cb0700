"""Both cores: the one that runs, and the same source as plain Python."""

import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

import homestretch.engine
from homestretch.engine import core as running


def _plain() -> ModuleType:
    path = Path(homestretch.engine.__file__).with_name("core.py")
    spec = spec_from_file_location("plain_core", path, loader=SourceFileLoader("plain_core", str(path)))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


CORES: Final = {"running": running, "plain": _plain()}
