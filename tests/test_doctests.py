"""Every example in the documentation of the package is true, in docstrings and on the pages of its site."""

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import homestretch

MODULES = sorted(
    found.name
    for found in pkgutil.walk_packages(homestretch.__path__, "homestretch.")
    if not found.name.endswith("__main__")  # importing that one runs the program
)
DOCS = Path(__file__).parents[1] / "docs"
PAGES = [page for page in sorted(DOCS.rglob("*.md")) if ">>>" in page.read_text(encoding="utf-8")]


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


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_pages(page: Path) -> None:
    blocks = re.findall(r"^```python\n(>>> .*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page.stem, str(page), 0)
    failures, tried = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples)
    assert failures == 0
    assert tried
