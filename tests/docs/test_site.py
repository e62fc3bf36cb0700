"""The documentation site is built as `make docs` builds it, and everything in it leads somewhere."""

import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from msgspec import Struct, field

import homestretch
from homestretch.cli.main import COMMANDS

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
RULES = ROOT / "src/homestretch/learn/rules"
SPHINX = ("-m", "sphinx", "-W", "--keep-going", "-q", "-E", "-b", "html")
LOADED = {("script", "src"), ("img", "src"), ("link", "href"), ("source", "srcset")}
"""What a browser fetches by itself."""


class Page(Struct):
    """The ids of a page, and whatever leads out of it: tag, attribute and address."""

    ids: set[str] = field(default_factory=set)
    links: list[tuple[str, str, str]] = field(default_factory=list)


class Reader(HTMLParser):
    """Reads a page."""

    def __init__(self) -> None:
        super().__init__()
        self.page = Page()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.page.ids.add(value)
            if name in ("href", "src", "srcset") and value is not None:
                self.page.links.append((tag, name, value))


def read(file: Path) -> Page:
    reader = Reader()
    reader.feed(file.read_text(encoding="utf-8"))
    return reader.page


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a site that was built without a warning."""
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, *SPHINX, "-d", str(folder / "trees"), str(DOCS), str(folder / "html")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return folder / "html"


@pytest.fixture(scope="module")
def site(built: Path) -> dict[str, Page]:
    """Its pages by their paths."""
    return {file.relative_to(built).as_posix(): read(file) for file in built.rglob("*.html")}


def inner(site: dict[str, Page]) -> Iterator[tuple[str, str, str, str]]:
    """Every link within the site: its page, its address as it is written, the file that it leads to and the anchor."""
    for path, page in site.items():
        for _, _, address in page.links:
            parts = urlsplit(address)
            if not parts.scheme and not parts.netloc:
                file = unquote(urlsplit(urljoin(path, parts.path)).path) if parts.path else path
                yield path, address, file, unquote(parts.fragment)


def test_make_builds_the_same_site() -> None:
    assert f"python {' '.join(SPHINX)} " in (ROOT / "Makefile").read_text(encoding="utf-8")


def test_every_link_leads_to_a_file_and_every_anchor_to_a_place(built: Path, site: dict[str, Page]) -> None:
    links = list(inner(site))
    assert len(links) > 1000
    broken = {(path, address) for path, address, file, _ in links if not (built / file).is_file()}
    assert not broken
    pointing = [link for link in links if link[3] and link[2] in site]
    assert len(pointing) > 1000
    assert not {(path, address) for path, address, file, anchor in pointing if anchor not in site[file].ids}


def test_nothing_is_loaded_from_elsewhere(site: dict[str, Page]) -> None:
    loaded = {address for page in site.values() for tag, name, address in page.links if (tag, name) in LOADED}
    assert loaded
    assert not {address for address in loaded if urlsplit(address).netloc}


def test_every_page_is_in_the_navigation(site: dict[str, Page]) -> None:
    sources = {file.relative_to(DOCS).with_suffix(".html").as_posix() for file in DOCS.rglob("*.md")}
    pages = sources - {"rules/README.html"}  # the page rules/index holds it
    assert pages <= set(site)
    front = {file for path, _, file, _ in inner(site) if path == "index.html"}
    assert pages <= front


def test_every_module_is_on_a_page(site: dict[str, Page]) -> None:
    found = pkgutil.walk_packages(homestretch.__path__, "homestretch.")
    public = [module.name for module in found if "._" not in module.name]
    assert len(public) > 100
    ids = {each for path, page in site.items() if path.startswith("api/") for each in page.ids}
    assert [name for name in public if f"module-{name}" not in ids] == []


def test_every_command_explains_itself(site: dict[str, Page]) -> None:
    assert {f"homestretch-{name}" for name in COMMANDS} <= site["guide/commands.html"].ids


@pytest.mark.parametrize("text", sorted(RULES.glob("*/*.md")), ids=lambda text: f"{text.parent.name}-{text.stem}")
def test_the_rules_are_there_with_a_picture_for_each_diagram(built: Path, text: Path) -> None:
    file = built / "rules" / text.parent.name / f"{text.stem}.html"
    page = file.read_text(encoding="utf-8")
    words = text.read_text(encoding="utf-8")
    assert {*re.findall(r"^### ([A-Z]\d+) ", words, re.MULTILINE)} <= read(file).ids
    layouts = re.findall(r"^```board[^\n]*\n(.*?)^```", words, re.MULTILINE | re.DOTALL)
    steps = [len(layout.split()) for layout in layouts]
    races = len(re.findall(r"^```race$", words, re.MULTILINE))
    assert page.count('<figure class="diagram">') == len(steps) + sum(count for count in steps if count > 1) + races
    assert len(re.findall(r"^```shapes$", words, re.MULTILINE)) == page.count('class="shapes"')
    assert re.search(rf'<section [^>]*lang="{text.parent.name}"', page) or text.parent.name == "en"
    assert "```" not in page
