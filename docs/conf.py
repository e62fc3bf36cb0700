"""How Sphinx builds this site: ``make docs``."""

import sys
from pathlib import Path

import homestretch

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "_ext"))

project = "homestretch"
author = "the homestretch contributors"
version = release = homestretch.__version__
language = "en"

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "commands",
    "homes",
    "reach",
    "rooms",
    "clauses",
]
exclude_patterns = ["_ext", "_static", "pictures", "rules/README.md"]
nitpicky = True
nitpick_ignore_regex = [
    ("py:.*", r"(?!homestretch\.)[\w.]+\..*"),  # of other packages, whose pages this site does not know
    ("py:mod", "pickle"),
    ("py:exc", "HTTPException"),
    ("py:class", r"(homestretch\..*\.)?[A-Z]"),  # what stands for any type
    ("py:(data|meth)", "DRAW|PASS|_pick"),  # inside the compiled core
]

myst_heading_anchors = 4
myst_fence_as_directive = ["board", "race", "shapes"]
homes = {
    "CHANGELOG": "changelog",
    "CONTRIBUTING": "contributing",
    "README": "index",
    "docs/rules/README": "rules/index",
    "src/homestretch/learn/rules/": "rules/",
}

autosummary_generate = False
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
add_module_names = False
python_use_unqualified_type_names = True
toc_object_entries = False

html_theme = "furo"
html_title = "homestretch"
html_favicon = "../src/homestretch/web/static/icon.svg"
html_logo = "../src/homestretch/web/static/icon.svg"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#1f5f49", "color-brand-content": "#1f5f49"},
    "dark_css_variables": {"color-brand-primary": "#8fd0b2", "color-brand-content": "#8fd0b2"},
}
html_show_copyright = False
html_show_sourcelink = False
html_copy_source = False
