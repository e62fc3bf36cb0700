"""The rules as pages: the Markdown of ``rules/LANGUAGE`` read into clauses, paragraphs, tables and diagrams.

A page is a title, a short form, and sections of numbered clauses. Diagrams stand in it as what they are drawn from.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from msgspec import Struct

from homestretch.games import Game
from homestretch.kit.card import Card
from homestretch.kit.message import Refusal
from homestretch.record import running

TEXTS: Final = Path(__file__).parent / "rules"
SHARED: Final = {"fives": "dominoes"}
"""The page whose clauses hold in every game of a family."""

OWNERS: Final = {"H": "horse-race", "S": "seven-rocks", "C": "card-race"}
"""The game on whose page the clauses with a letter stand; those of a shared page stand on each page of the family."""

CITED: Final = re.compile(r"\b([DHSC]\d+)\b")
"""The number of a clause in a text."""

_MARKDOWN: Final = MarkdownIt("commonmark").enable("table")
_CLAUSE: Final = re.compile(r"(?P<id>[A-Z]\d+) (?P<title>.+)")


class Span(Struct, frozen=True):
    """A stretch of text.

    ``kind`` is em, strong, code or nothing; ``clause`` or ``page`` is where it leads, if anywhere.
    """

    text: str
    kind: str = ""
    clause: str = ""
    page: str = ""


Line = tuple[Span, ...]


class Paragraph(Struct, frozen=True, tag=True):
    """A paragraph; one that is set apart, where ``is_quote``."""

    line: Line
    is_quote: bool = False


class Points(Struct, frozen=True, tag=True):
    """A list."""

    items: tuple[Line, ...]


class Table(Struct, frozen=True, tag=True):
    """A table: its head, and its rows with as many cells each."""

    head: tuple[Line, ...]
    rows: tuple[tuple[Line, ...], ...]


class Diagram(Struct, frozen=True, tag=True):
    """A layout to be stepped through: the placements in their notation, and the game whose rules draw it.

    ``game`` is empty where it is the game of the page.
    """

    id: str
    moves: str
    game: str = ""


class RaceDiagram(Struct, frozen=True, tag=True):
    """A race to be stepped through: the cards of the track, and those turned in their order."""

    id: str
    track: tuple[Card, ...]
    turned: tuple[Card, ...]


class Shapes(Struct, frozen=True, tag=True):
    """What the customary odds are worth on every shape of the track."""

    id: str


Block = Paragraph | Points | Table | Diagram | RaceDiagram | Shapes


class Clause(Struct, frozen=True):
    """A numbered rule."""

    id: str
    title: str
    blocks: tuple[Block, ...]


class Section(Struct, frozen=True):
    """Clauses under a heading, and what is said before them."""

    title: str
    blocks: tuple[Block, ...]
    clauses: tuple[Clause, ...]


class Page(Struct, frozen=True):
    """One text of the rules. ``short`` is enough to begin with; ``heading`` is what stands above it."""

    key: str
    title: str
    heading: str
    short: tuple[Block, ...]
    sections: tuple[Section, ...]

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """All clauses in their order."""
        return tuple(clause for section in self.sections for clause in section.clauses)

    @property
    def blocks(self) -> Iterator[Block]:
        """Everything on the page, from top to bottom."""
        yield from self.short
        for section in self.sections:
            yield from section.blocks
            for clause in section.clauses:
                yield from clause.blocks


@cache
def page(language: str, key: str) -> Page:
    """The page of this name in a language.

    Raises:
        OSError: There is no such page.
        ValueError: It holds what a page cannot show.
    """
    return read((TEXTS / language / f"{key}.md").read_text(encoding="utf-8"), key)


def pages(language: str, game: Game) -> tuple[Page, ...]:
    """The texts that hold in a game: its own, then the one that it shares with its family."""
    shared = SHARED.get(game.family)
    return (page(language, game.key), *([page(language, shared)] if shared else []))


def read(text: str, key: str) -> Page:
    r"""Read the Markdown of a page.

    Raises:
        ValueError: It holds what a page cannot show.

    >>> page = read("# A game\n## In short\nPlay.\n## Turns\n### X1 Order\nOne after another.", "a")
    >>> page.heading, page.short[0].line[0].text, page.clauses[0].title
    ('In short', 'Play.', 'Order')
    """
    parts = [_Part(*part) for part in _parts(SyntaxTreeNode(_MARKDOWN.parse(text)))]
    if [part.level for part in parts[:2]] != [1, 2] or parts[0].nodes:
        raise ValueError(f"{key}: a page begins with its title and its short form")
    sections: list[Section] = []
    for part in parts[2:]:
        clause = _CLAUSE.fullmatch(part.title)
        if part.level == 2:
            sections.append(Section(part.title, _blocks(part.nodes, f"{key}-{len(sections)}"), ()))
        elif clause is None or not sections:
            raise ValueError(f"{key}: {part.title} has no number, or stands in no section")
        else:
            last = sections[-1]
            new = Clause(clause["id"], clause["title"], _blocks(part.nodes, clause["id"]))
            sections[-1] = Section(last.title, last.blocks, (*last.clauses, new))
    return Page(key, parts[0].title, parts[1].title, _blocks(parts[1].nodes, f"{key}-short"), tuple(sections))


class _Part(NamedTuple):
    """A heading and what stands below it."""

    level: int
    title: str
    nodes: list[SyntaxTreeNode]


def _parts(root: SyntaxTreeNode) -> Iterator[_Part]:
    nodes: list[SyntaxTreeNode] = []
    for node in root.children:
        if node.type == "heading":
            nodes = []
            yield _Part(int(node.tag[1]), node.children[0].content, nodes)
        else:
            nodes.append(node)


def _blocks(nodes: Sequence[SyntaxTreeNode], under: str) -> tuple[Block, ...]:
    """The blocks under a heading; diagrams are numbered after it."""
    blocks: list[Block] = []
    figures = 0
    for node in nodes:
        if node.type == "fence":
            figures += 1
            blocks.append(_figure(node, f"{under}-{figures}"))
        else:
            blocks.append(_block(node))
    return tuple(blocks)


def _block(node: SyntaxTreeNode) -> Block:
    match node.type:
        case "paragraph":
            return Paragraph(_line(node))
        case "blockquote":
            return Paragraph(_line(node.children[0]), is_quote=True)
        case "bullet_list":
            return Points(tuple(_line(item.children[0]) for item in node.children))
        case "table":
            head, *body = (
                tuple(_line(cell) for cell in row.children) for part in node.children for row in part.children
            )
            return Table(head, tuple(body))
    raise ValueError(f"a page of the rules has no {node.type}")


def _figure(node: SyntaxTreeNode, name: str) -> Block:
    match node.info.split():
        case ["board", *game]:
            return Diagram(name, " ".join(node.content.split()), "".join(game))
        case ["race"]:
            race = running.read("/".join(node.content.splitlines()))
            if isinstance(race, Refusal):
                raise ValueError(f"{name}: {race.code}")
            return RaceDiagram(name, race.track, race.turned)
        case ["shapes"]:
            return Shapes(name)
    raise ValueError(f"{name}: no diagram is made from {node.info!r}")


def _line(node: SyntaxTreeNode) -> Line:
    """The text of a paragraph or a cell."""
    return tuple(_spans(node.children[0])) if node.children else ()


def _spans(inline: SyntaxTreeNode) -> Iterator[Span]:
    text = ""
    for node in inline.children:
        if node.type in ("text", "softbreak"):
            text += " " if node.type == "softbreak" else node.content
            continue
        yield from _cited(text)
        text = ""
        match node.type:
            case "em" | "strong":
                yield Span(_plain(node), node.type)
            case "code_inline":
                yield Span(node.content, "code")
            case "link":
                yield Span(_plain(node), page=str(node.attrs["href"]).removesuffix(".md"))
            case _:
                raise ValueError(f"a line of the rules has no {node.type}")
    yield from _cited(text)


def _plain(node: SyntaxTreeNode) -> str:
    return "".join(" " if child.type == "softbreak" else child.content for child in node.children)


def _cited(text: str) -> Iterator[Span]:
    """A text, the numbers of clauses in it by themselves."""
    for at, part in enumerate(CITED.split(text)):
        if part:
            yield Span(part, clause=part if at % 2 else "")
