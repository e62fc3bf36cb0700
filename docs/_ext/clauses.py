"""What the pages of the rules need: their diagrams, drawn by the product's own renderer, and their language.

In the browser the same blocks become diagrams that are stepped through. Here they are pictures, light and dark, of the
last step, with the others behind a fold. What a picture shows is told in words as well.
"""

from collections.abc import Callable, Iterator, Sequence
from html import escape
from pathlib import PurePosixPath

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util.docutils import SphinxDirective

from homestretch.games import GAMES, HORSE_RACE
from homestretch.i18n.speaker import LANGUAGES, Speaker
from homestretch.kit.message import Refusal
from homestretch.learn.levels import rules_of
from homestretch.learn.rulebook import CITED, OWNERS
from homestretch.learn.walk import Step, race_steps, steps
from homestretch.pictures.stills import layout_caption, layout_picture, running_picture
from homestretch.record import running
from homestretch.render.palette import Theme
from homestretch.web.pages.shapes import shapes_of_the_track

PAGES = {"D": "dominoes", **OWNERS}
"""The page of the clauses with a letter."""

THEMES: tuple[Theme, ...] = ("light", "dark")


def language_of(page: str) -> str:
    """The language of a page: that of its folder, if it is named by one."""
    folder = PurePosixPath(page).parent.name
    return folder if folder in LANGUAGES else "en"


class Diagram(SphinxDirective):
    """A block that is drawn."""

    has_content = True
    optional_arguments = 1

    @property
    def speak(self) -> Speaker:
        """Speaks the language of the page."""
        return Speaker(language_of(self.env.docname))


class Board(Diagram):
    """Placements such as ``1-4 1-1@1-4``. The argument names the game, which is otherwise that of the page."""

    def run(self) -> list[nodes.Node]:
        """The layout after the last placement, and after each."""
        key = self.arguments[0] if self.arguments else PurePosixPath(self.env.docname).name
        game = GAMES.get(key, HORSE_RACE)
        rules = rules_of(game)
        try:
            walked = steps(rules, " ".join(self.content))
        except ValueError as error:
            raise self.error(str(error)) from error
        above = "" if game.key == key else f"{self.speak.value(game.key, 'game')}: "

        def drawn(step: Step, before: str) -> str:
            told = layout_caption(self.speak, step.layout, rules)
            return figure(
                lambda theme: layout_picture(self.speak, step.layout, rules, theme=theme, captioned=False),
                before + escape(told),
            )

        every = [drawn(step, f"<code>{step.play}</code> ") for step in walked]
        rest = folded(self.speak.say("web.steps"), f'<div class="steps">{"".join(every)}</div>') if every[1:] else ""
        return [html(drawn(walked[-1], above) + rest)]


class Race(Diagram):
    """A race: the cards of the track, and in the next line those turned."""

    def run(self) -> list[nodes.Node]:
        """The finish, and what each card did."""
        race = running.read("/".join(self.content))
        if isinstance(race, Refusal):
            raise self.error(self.speak(race))
        walked = race_steps(race.track, race.turned)
        told = [" ".join(self.speak(message) for message in step.told) for step in walked[1:]]
        picture = figure(
            lambda theme: running_picture(self.speak, race, theme=theme, captioned=False), escape(told[-1])
        )
        cards = "".join(f"<li>{escape(text)}</li>" for text in told)
        return [html(picture + folded(self.speak.say("rules.race-steps"), f"<ol>{cards}</ol>"))]


class Shapes(Diagram):
    """What the customary odds are worth on every track."""

    def run(self) -> list[nodes.Node]:
        """The table and the chart."""
        return [html(str(shapes_of_the_track(self.speak, "shapes")))]


def figure(draw: Callable[[Theme], str], told: str) -> str:
    """A picture for each theme, and what is told about it as HTML."""
    pictures = "".join(f'<div class="only-{theme}">{draw(theme)}</div>' for theme in THEMES)
    return f'<figure class="diagram">{pictures}<figcaption>{told}</figcaption></figure>'


def folded(title: str, content: str) -> str:
    """What is seen when it is asked for."""
    return f"<details><summary>{escape(title)}</summary>{content}</details>"


def html(text: str) -> nodes.raw:
    """HTML as it stands."""
    return nodes.raw("", text, format="html")


class Clauses(SphinxTransform):
    """Lets every clause be linked to by its number, and links the numbers that are cited."""

    default_priority = 880

    def apply(self, **kwargs: object) -> None:
        """Go through a page of the rules."""
        if PurePosixPath(self.env.docname).parent.parent.name != "rules":
            return
        for section in self.document.findall(nodes.section):
            number = CITED.match(section[0].astext())
            if number:
                section["ids"].append(number[0])
        for text in list(self.document.findall(nodes.Text)):
            if not isinstance(text.parent, nodes.title | nodes.reference | nodes.literal | pending_xref):
                text.parent.replace(text, list(linked(text)))


def linked(text: nodes.Text) -> Iterator[nodes.Node]:
    """A text with links to the clauses that it cites."""
    parts = CITED.split(text)
    for at, part in enumerate(parts):
        if at % 2:
            yield nodes.reference("", part, refuri=f"{PAGES[part[0]]}.html#{part}", internal=True)
        elif part:
            yield nodes.Text(part)


class Languages(SphinxTransform):
    """Says of each page in which language it is, so that it is read aloud and broken into lines as such."""

    default_priority = 900

    def apply(self, **kwargs: object) -> None:
        """Mark the sections at the top of the page; docutils makes a ``lang`` of it."""
        language = language_of(self.env.docname)
        if language != self.config.language:
            sections: Sequence[nodes.Node] = self.document.children
            for section in sections:
                if isinstance(section, nodes.section):
                    section["classes"].append(f"language-{language}")


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    for name, directive in (("board", Board), ("race", Race), ("shapes", Shapes)):
        app.add_directive(name, directive)
    app.add_transform(Clauses)
    app.add_transform(Languages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
