"""The documentation is true: docstrings' examples, and the Python blocks of README.md and docs/, are executed.

A block that must not run is fenced as ```python no-run; blocks of one file share their names, top to bottom.
"""

from __future__ import annotations

import doctest
import importlib
import inspect
import re
from pathlib import Path

import pytest

import chupai
from chupai import doudizhu, gongzhu
from support import ROOT

FENCE = re.compile(r"^```python[ \t]*\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
PAGES = [page for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))) if page.exists()]


def examples() -> list[doctest.DocTest]:
    """The docstrings with examples of the modules, their functions and classes, and the classes' methods."""
    finder = doctest.DocTestParser()
    found = {}
    for module in (chupai, doudizhu, gongzhu, importlib.import_module("chupai._core")):
        things: list[tuple[str, object]] = [(module.__name__, module)]
        things += [(f"{module.__name__}.{name}", getattr(module, name)) for name in getattr(module, "__all__", [])]
        for name, thing in list(things):
            if inspect.isclass(thing):
                things += [(f"{name}.{key}", value) for key, value in inspect.getmembers(thing)]
        for name, thing in things:
            text = inspect.getdoc(thing) or ""
            if ">>>" in text and inspect.getmodule(thing) is not importlib.import_module("enum"):
                found[name] = finder.get_doctest(text, {}, name, None, None)
    return list(found.values())


EXAMPLES = examples()


def test_there_are_examples() -> None:
    names = {example.name for example in EXAMPLES}
    assert {f"chupai.doudizhu.{name}" for name in ("Game", "Move", "Rules", "legal_codes", "classify")} <= names
    assert "chupai.doudizhu.Game.from_hands" in names
    assert {f"chupai.gongzhu.{name}" for name in ("Game", "Move", "Rules", "Match", "score", "legal_cards")} <= names


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_docstring(example: doctest.DocTest) -> None:
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    result = runner.run(example, out=report.append)
    assert result.failed == 0, "".join(report)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples with >>> are compared with what they print; other blocks need only run."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "__main__"}
    text = page.read_text(encoding="utf-8")
    for block in FENCE.finditer(text):
        line = text.count("\n", 0, block.start()) + 1
        source = block.group(1)
        if ">>>" in source:
            report: list[str] = []
            test = doctest.DocTestParser().get_doctest(source, names, page.name, str(page), line)
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
            result = runner.run(test, out=report.append, clear_globs=False)
            assert result.failed == 0, "".join(report)
            names = test.globs
        else:
            exec(compile("\n" * line + source, str(page), "exec"), names)


def test_every_public_function_says_what_it_does() -> None:
    for module in (chupai, doudizhu):
        for name in module.__all__:
            thing = getattr(module, name)
            if callable(thing):
                assert inspect.getdoc(thing), name


def test_every_public_member_says_what_it_is() -> None:
    """Attributes whose name says it all may do without."""
    plain = {"rules", "phase", "is_over", "num_players", "copy"}
    for cls in (doudizhu.Game, doudizhu.View, doudizhu.Move, doudizhu.Deal, doudizhu.LegalMoves):
        for name, member in vars(cls).items():
            if not name.startswith("_") and name not in plain:
                assert inspect.getdoc(member), f"{cls.__name__}.{name}"


def test_documented_files_are_linked_from_where_they_are() -> None:
    """Relative links of the pages lead to files."""
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
