"""The documentation site, built by `nox -s docs`, which installs what it needs."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

import reference

import chupai

project = "chupai"
author = "the chupai authors"
release = chupai.__version__
version = release
extensions = ["myst_parser"]
exclude_patterns = ["_ext"]

myst_heading_anchors = 4
smartquotes = False
python_maximum_signature_line_length = 100
toc_object_entries_show_parents = "hide"
highlight_language = "text"

# Types of others, whose own pages a build without a network cannot ask.
nitpick_ignore_regex = [
    (
        "py:(class|obj|data)",
        r"(bool|int|str|float|tuple|list|dict|object|Any|Self|Literal|SupportsIndex|Collection|Iterable|Iterator|"
        r"Sequence|Callable|slice|IntEnum|StrEnum|None|optional|np\..*|npt\..*|typing\..*)",
    )
]

html_theme = "furo"
html_title = f"chupai {release}"
html_show_sourcelink = False
html_show_copyright = False
html_theme_options = {"navigation_with_keys": True}


class Reference(SphinxDirective):
    """The public names of a module: signatures of the stubs, words of the docstrings."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        return self.parse_text_to_nodes(reference.markdown(self.arguments[0]))


class Picture(SphinxDirective):
    """Python code, and how a notebook shows the value of its last line."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        source = "\n".join(self.content)
        *before, last = ast.parse(source).body
        if not isinstance(last, ast.Expr):
            raise self.error("the last line is no expression")
        names: dict[str, Any] = {}
        exec(compile(ast.Module(before, []), "<picture>", "exec"), names)
        thing = eval(compile(ast.Expression(last.value), "<picture>", "eval"), names)
        code = nodes.literal_block(source, source, language="python")
        return [code, nodes.raw("", f'<div style="margin:1em 0">{thing._repr_html_()}</div>', format="html")]


def without_links_outside(app: Sphinx, page: str, source: list[str]) -> None:
    """Pages of the source that are not on the site (../README.md) are named, and linked on GitHub alone."""
    source[0] = re.sub(r"\[([^\]]*)\]\(\.\./[^)]*\.md(#[^)]*)?\)", r"\1", source[0])


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("source-read", without_links_outside)
    app.add_directive("reference", Reference)
    app.add_directive("picture", Picture)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
