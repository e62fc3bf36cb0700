"""The browser scripts of others: each is listed, is what the list says, and loads nothing from elsewhere."""

import hashlib
import json
import re
from pathlib import Path

import pytest

import homestretch.web

VENDOR = Path(homestretch.web.__file__).parent / "static" / "vendor"
LIST = "vendored.json"
LISTED: list[dict[str, str]] = json.loads((VENDOR / LIST).read_bytes())
SCRIPTS = [each["file"] for each in LISTED if each["file"].endswith(".js")]

COMMENT = re.compile(r""";\s+// [^"'`]*$""")
LOADED = re.compile(r"""\b(?:from|import)\s*\(?\s*["']([^"']*)["']""")
ELSEWHERE = re.compile(r"""https?:|wss?:|["'`]//|\bimportScripts\b|\bnew\s+(?:Shared)?Worker\b""")


def text(file: str) -> str:
    return (VENDOR / file).read_text(encoding="utf-8")


def code(file: str) -> str:
    """The script without the lines that are only a comment, and without plain comments at the end of a line."""
    lines = (line for line in text(file).splitlines() if not line.lstrip().startswith(("*", "//", "/*")))
    return "\n".join(COMMENT.sub("", line) for line in lines)


def test_the_list_and_the_folder_name_the_same_files() -> None:
    there = {path.relative_to(VENDOR).as_posix() for path in VENDOR.rglob("*") if path.is_file()}
    assert there == {each["file"] for each in LISTED} | {LIST}
    assert len(there) == len(LISTED) + 1


@pytest.mark.parametrize("each", LISTED, ids=lambda each: str(each["file"]))
def test_every_file_is_the_one_that_was_listed(each: dict[str, str]) -> None:
    assert set(each) == {"file", "package", "version", "path", "licence", "sha256"}
    assert hashlib.sha256((VENDOR / each["file"]).read_bytes()).hexdigest() == each["sha256"]


def test_every_package_comes_with_its_licence_and_in_one_version() -> None:
    packages = {each["package"]: (each["version"], each["licence"]) for each in LISTED}
    assert {name: licence for name, (_, licence) in packages.items()} == {"htmx.org": "0BSD", "@noble/hashes": "MIT"}
    assert all((each["version"], each["licence"]) == packages[each["package"]] for each in LISTED)
    titles = {each["licence"]: text(each["file"]) for each in LISTED if each["path"] == "LICENSE"}
    assert titles["0BSD"].startswith("Zero-Clause BSD")
    assert titles["MIT"].startswith("The MIT License")


def test_htmx_says_the_version_that_is_listed() -> None:
    listed = {each["version"] for each in LISTED if each["package"] == "htmx.org"}
    assert set(re.findall(r'\bversion="([^"]+)"', text("htmx.min.js"))) == listed


def test_the_script_that_fetches_them_names_the_same_versions() -> None:
    script = (Path(__file__).parents[2] / "scripts" / "vendor.sh").read_text(encoding="utf-8")
    named = dict(re.findall(r"^(HTMX|NOBLE)=(\S+)$", script, re.MULTILINE))
    assert {(each["package"], each["version"]) for each in LISTED} == {
        ("htmx.org", named["HTMX"]),
        ("@noble/hashes", named["NOBLE"]),
    }


@pytest.mark.parametrize("file", SCRIPTS)
def test_no_script_loads_code_from_elsewhere(file: str) -> None:
    folder = (VENDOR / file).parent
    for loaded in LOADED.findall(code(file)):
        assert loaded.startswith("./"), loaded
        assert (folder / loaded).is_file(), loaded
    assert ELSEWHERE.findall(code(file)) == []
    assert "sourceMappingURL" not in text(file)
