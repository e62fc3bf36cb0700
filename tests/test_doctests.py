"""Every example in the documentation of the package is true."""

import doctest
import importlib
import pkgutil

import pytest

import homestretch

MODULES = sorted(
    found.name
    for found in pkgutil.walk_packages(homestretch.__path__, "homestretch.")
    if not found.name.endswith("__main__")  # importing that one runs the program
)


@pytest.mark.parametrize("name", ["homestretch", *MODULES])
def test_doctests(name: str) -> None:
    module = importlib.import_module(name)
    failures, _ = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert failures == 0


def test_there_are_examples_to_check() -> None:
    finder = doctest.DocTestFinder()
    modules = [
        importlib.import_module(name) for name in MODULES if name.startswith(("homestretch.kit", "homestretch.fives"))
    ]
    assert sum(bool(test.examples) for module in modules for test in finder.find(module)) > 10
