"""How somebody likes the pages: kept in a plain cookie, read with suspicion."""

from typing import Final
from urllib.parse import parse_qsl, urlencode

from msgspec import Struct
from msgspec.structs import asdict, replace

from homestretch.i18n.speaker import LANGUAGES
from homestretch.render import Shape

THEMES: Final = ("auto", "light", "dark")

LONGEST: Final = 400
"""No cookie of ours is longer than so many letters."""

FLAGS: Final = ("hints", "chances", "keys", "guide_fives", "guide_race")


class Prefs(Struct, frozen=True):
    """A reader's wishes.

    ``language`` is empty where the browser's own wish counts. ``hints`` shows what a placement would earn, ``chances``
    the exact chances of a card race, ``keys`` lets single keys act, and the guides explain a first round as it goes,
    one for each family of games.
    """

    language: str = ""
    theme: str = "auto"
    shape: Shape | None = None
    hints: bool = True
    chances: bool = True
    keys: bool = True
    guide_fives: bool = True
    guide_race: bool = True

    def with_form(self, form: dict[str, str]) -> "Prefs":
        """The wishes after a form; what it does not name, or names in a way that makes no sense, stays."""
        changed = self
        if form.get("language") in LANGUAGES:
            changed = replace(changed, language=form["language"])
        if form.get("theme") in THEMES:
            changed = replace(changed, theme=form["theme"])
        if form.get("shape") in tuple(Shape):
            changed = replace(changed, shape=Shape(form["shape"]))
        for flag in FLAGS:
            if form.get(flag) in ("0", "1"):
                changed = replace(changed, **{flag: form[flag] == "1"})
        return changed

    def guides(self, family: str) -> bool:
        """Whether the reader wishes to be guided through a first round of this family."""
        return self.guide_race if family == "race" else self.guide_fives

    def guided(self, family: str) -> "Prefs":
        """The wishes of somebody who has been through a first round of this family."""
        return self.with_form({f"guide_{family}": "0"})

    def cookie(self) -> str:
        """The wishes as a cookie's value: those that differ from the usual ones.

        >>> Prefs(language="hi", hints=False).cookie()
        'language=hi&hints=0'
        """
        usual = asdict(Prefs())
        return urlencode(
            {
                key: str(int(value)) if isinstance(value, bool) else str(value)
                for key, value in asdict(self).items()
                if value != usual[key]
            }
        )


def read_prefs(cookie: str | None) -> Prefs:
    """The wishes of a cookie, which anybody may have written.

    >>> read_prefs("language=hi&hints=0&theme=loud").hints
    False
    """
    if not cookie or not cookie.isascii() or len(cookie) > LONGEST:
        return Prefs()
    return Prefs().with_form(dict(parse_qsl(cookie)))
