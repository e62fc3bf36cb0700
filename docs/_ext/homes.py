"""Links to texts of the repository that are pages of this site: they lead to the page, not to a file beside it.

Texts are written once, and read in the repository as well as here, so they link to files: ``../CONTRIBUTING.md``.
"""

from pathlib import Path

from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform


class Homes(SphinxTransform):
    """Turns these links round. ``homes`` maps the files, or folders of them, to the pages that include them."""

    default_priority = 5

    def apply(self, **kwargs: object) -> None:
        """Every link to a Markdown file that is not read as a page itself."""
        for link in self.document.findall(pending_xref):
            if link.get("reftype") == "myst":
                target, _, anchor = link["reftarget"].partition("#")
                home = self._home(target, is_page=link["refdomain"] == "doc")
                if home is not None:
                    link["refdomain"], link["reftarget"] = "doc", home
                    link["reftargetid"] = link.get("reftargetid", anchor or None)

    def _home(self, target: str, *, is_page: bool) -> str | None:
        """The page of a file, which is named from the folder of the pages or, in an included text, from the top."""
        root = Path(self.env.srcdir).parent
        path = Path(self.env.srcdir, target) if is_page else root / target
        file = path.relative_to(root).as_posix().removesuffix(".md") if path.is_relative_to(root) else ""
        for start, home in self.config.homes.items():
            if file.startswith(start):
                return str(home + file.removeprefix(start))
        return None


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.add_config_value("homes", {}, "env", dict)
    app.add_transform(Homes)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
