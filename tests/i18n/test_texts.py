"""Every code that the program uses has an English text, and every text is used."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import homestretch
from homestretch.games import GAMES
from homestretch.i18n import texts
from homestretch.i18n.texts import TEXTS

SOURCE = Path(homestretch.__file__).parent
CODE = re.compile(r"[a-z]+(?:\.[a-z]+(?:-[a-z]+)*)+")


def sources() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(SOURCE.rglob("*.py")):
        if "texts" not in path.parts:
            yield path, ast.parse(path.read_text(encoding="utf-8"))


def called_codes() -> Iterator[tuple[Path, str]]:
    """The codes that are written out as the first argument of say, refuse and their like."""
    for path, tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and node.args:
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                first = node.args[0]
                if name in ("say", "refuse") and isinstance(first, ast.Constant) and isinstance(first.value, str):
                    yield path, first.value


def written() -> tuple[set[str], list[re.Pattern[str]]]:
    """Every string of the source, and a pattern for every f-string whose middle is filled in."""
    strings: set[str] = set()
    patterns: list[re.Pattern[str]] = []
    for _, tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                strings.add(node.value)
            if isinstance(node, ast.JoinedStr):
                parts = [
                    re.escape(str(part.value)) if isinstance(part, ast.Constant) else "[a-z-]+" for part in node.values
                ]
                if CODE.match(str(getattr(node.values[0], "value", "")) + "x"):
                    patterns.append(re.compile("".join(parts)))
    return strings, patterns


def test_every_code_that_is_said_has_a_text() -> None:
    codes = list(called_codes())
    assert len(codes) > 200
    missing = [(path.name, code) for path, code in codes if code not in TEXTS]
    assert missing == []


def test_no_code_has_two_texts() -> None:
    modules = [module for module in vars(texts).values() if hasattr(module, "TEXTS")]
    codes = Counter(code for module in modules for code in module.TEXTS)
    assert len(modules) > 10
    assert codes.keys() == TEXTS.keys()
    assert [code for code, times in codes.items() if times > 1] == []


def test_every_text_is_used() -> None:
    strings, patterns = written()
    unused = [code for code in TEXTS if code not in strings and not any(each.fullmatch(code) for each in patterns)]
    assert unused == []


def test_every_refusal_with_a_clause_has_a_text() -> None:
    for game in GAMES.values():
        assert [code for code in game.clauses if code not in TEXTS] == []


@pytest.mark.parametrize("code", sorted(TEXTS))
def test_a_text_is_a_sentence_with_named_places(code: str) -> None:
    text = TEXTS[code]
    forms = (text,) if isinstance(text, str) else text
    for form in forms:
        assert form.strip() == form != ""
        for _, name, spec, conversion in Formatter().parse(form):
            assert name is None or name.isidentifier()
            assert not spec
            assert conversion is None
    if not isinstance(text, str):
        assert len(forms) == 2
