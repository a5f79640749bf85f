"""The documentation is true: docstrings' examples, and the Python blocks of README.md and docs/, are executed.

A block that must not run is fenced as ```python no-run, one that needs another engine as ```python and the engine's
module: these run with the marker `peers`. Blocks of one file share their names, top to bottom. The reference has every
public name, and the C++ that pages quote is in the source. Docstrings are complete, and in one place.
"""

from __future__ import annotations

import ast
import doctest
import enum
import importlib
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import chupai
from chupai import doudizhu, gongzhu
from support import ROOT

sys.path.insert(0, str(ROOT / "docs" / "_ext"))

import reference

pytestmark = pytest.mark.thread_unsafe(reason="doctest takes the standard output of the process")

FENCE = re.compile(r"^```(?:python|\{picture\})[ \t]*\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
CPP_FENCE = re.compile(r"^```cpp\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PEERS = {"rlcard": "rlcard", "open_spiel": "pyspiel", "douzero": "douzero"}
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


@pytest.mark.peers
@pytest.mark.parametrize("peer", PEERS)
def test_blocks_of_other_engines(peer: str) -> None:
    """A page that has blocks of this engine runs from top to bottom, with those and without the other engines'."""
    pytest.importorskip(PEERS[peer])
    fence = re.compile(rf"^```python(| {peer})\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    pages = [fence.findall(page.read_text(encoding="utf-8")) for page in PAGES]
    with_peer = [blocks for blocks in pages if any(of_peer for of_peer, _ in blocks)]
    assert sum(bool(of_peer) for blocks in with_peer for of_peer, _ in blocks) >= 2
    for blocks in with_peer:
        names: dict[str, object] = {"__name__": "__main__"}
        for _, source in blocks:
            exec(compile(source, peer, "exec"), names)


def test_blocks_are_of_known_kinds() -> None:
    """A misspelt fence would never run."""
    words = set()
    for page in PAGES:
        words |= set(re.findall(r"^```python[ \t]+(.*)$", page.read_text(encoding="utf-8"), re.MULTILINE))
    assert words <= {"no-run", *PEERS}


@pytest.mark.skipif(not (ROOT / "cpp").exists(), reason="the sources of C++ are not here")
def test_quoted_cpp_is_in_the_source() -> None:
    source = "\n".join(
        path.read_text(encoding="utf-8")
        for folder in ("cpp", "tests/cpp")
        for path in sorted((ROOT / folder).glob("**/*.[chi]*"))
        if path.suffix in (".hpp", ".cpp", ".inc")
    )
    quotes = [quote for page in PAGES for quote in CPP_FENCE.findall(page.read_text(encoding="utf-8"))]
    assert len(quotes) > 10
    for quote in quotes:
        assert any(textwrap.indent(quote, " " * depth) in source for depth in range(0, 20, 4)), quote


# ---- the reference ----


@pytest.mark.parametrize("name", reference.SOURCES)
def test_reference_has_every_public_name(name: str) -> None:
    module = importlib.import_module(name)
    entries = dict(reference.entries(module))
    public = [key for key in module.__all__ if not isinstance(getattr(module, key), ModuleType)]
    assert list(entries) == public
    for key in public:
        assert re.search(rf"^`{{5}}\{{py:\w+\}} {key}\b", entries[key], re.MULTILINE), key
        thing = getattr(module, key)
        if inspect.isclass(thing) and not issubclass(thing, str | int | BaseException):
            for member in vars(thing):
                if not member.startswith("_"):
                    assert re.search(rf"^`{{4}}\{{py:\w+\}} {member}\b", entries[key], re.MULTILINE), (key, member)
        elif inspect.isclass(thing) and issubclass(thing, str | int):
            assert issubclass(thing, enum.Enum)
            for member in thing.__members__:
                assert f"`{member}` = " in entries[key]


@pytest.mark.parametrize("name", reference.SOURCES)
def test_reference_has_types_and_words(name: str) -> None:
    """Each argument has its type, each function its result, and everything is explained."""
    text = reference.markdown(name)
    for head in re.findall(r"^`+\{py:(?:function|method)\} (.*)$", text, re.MULTILINE):
        assert " -> " in head
        assert not re.search(r"\bobject\b", re.sub(r"Callable\[[^=]*\]|fill: object", "", head)), head
    assert "Overloaded function" not in text
    assert not re.search(r"^\w+\(self", text, re.MULTILINE)
    assert re.findall(r"^`{4}\{py:\w+\} (\w+).*\n(?::.*\n)*\n+`{4}$", text, re.MULTILINE) == []


def test_reference_pages_show_every_module() -> None:
    shown = [
        name
        for page in (ROOT / "docs").glob("reference*.md")
        for name in re.findall(r"^```\{reference\} (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert sorted(shown) == sorted(reference.SOURCES)
    modules = [f"chupai.{key}" for key in chupai.__all__ if isinstance(getattr(chupai, key), ModuleType)]
    assert {"chupai", "chupai.typing", *modules} == set(shown)


# ---- docstrings ----


def unexplained(module: ModuleType) -> list[str]:
    """Public names of a module, and of its classes, without words of their own."""
    bare = [] if module.__doc__ else [module.__name__]
    for key in module.__all__:
        thing = getattr(module, key)
        if inspect.isclass(thing) and thing.__module__.startswith(module.__name__):
            bare += [] if vars(thing).get("__doc__") else [key]
            members = [] if issubclass(thing, enum.Enum) else [name for name in vars(thing) if not name.startswith("_")]
            # Of the class, not of vars(): there a staticmethod has Python's own docstring.
            bare += [f"{key}.{name}" for name in members if not all(reference.docs_of(getattr(thing, name), name))]
        elif inspect.isroutine(thing):
            bare += [] if all(reference.docs_of(thing, key)) else [key]
    return bare


@pytest.mark.parametrize("name", reference.SOURCES)
def test_every_public_name_says_what_it_is(name: str) -> None:
    assert unexplained(importlib.import_module(name)) == []


def test_what_says_nothing_is_found() -> None:
    class Game:
        @staticmethod
        def from_text(text: str) -> None: ...
        @classmethod
        def deal(cls) -> None: ...
        @property
        def ply(self) -> None: ...
        def push(self, code: int) -> None:
            pass

    module = ModuleType("silent")
    Game.__module__ = "silent"
    Game.push.__doc__ = "push(self: Game, code: object) -> None\n"  # as of what is compiled: no words
    module.__dict__.update(__all__=["Game", "perft"], Game=Game, perft=lambda: None)
    members = ["Game.from_text", "Game.deal", "Game.ply", "Game.push"]
    assert unexplained(module) == ["silent", "Game", *members, "perft"]


def callables(name: str) -> Iterator[tuple[str, list[ast.FunctionDef], list[str], bool]]:
    """What of a module can be called: its name, how its stub has it, its docstrings, and is it a method."""
    module, stub = importlib.import_module(name), reference.Stub(reference.SOURCES[name])
    for key in module.__all__:
        thing = getattr(module, key)
        if key in stub.functions:
            yield key, stub.functions[key], reference.docs_of(thing, key), False
        for member, functions in reference.functions_of(stub.classes[key].body if key in stub.classes else []).items():
            if member == "__init__":
                told = [thing.__doc__, *reference.docs_of(thing.__init__, "__init__")]
                yield key, functions, ["\n".join(told)], True
            elif not member.startswith("_"):
                yield f"{key}.{member}", functions, reference.docs_of(getattr(thing, member), member), True


SHAPE = re.compile(r"\[[\w +*,-]+(\[n\])?\]|of the same shape as")


@pytest.mark.parametrize("name", reference.SOURCES)
def test_docstrings_tell_arguments_errors_and_shapes(name: str) -> None:
    for what, functions, docs, method in callables(name):
        text = "\n".join(docs)
        names = [argument.arg for function in functions for argument in arguments_of(function, method=method)]
        assert [name for name in names if not re.search(rf"\b{name}\b", text, re.IGNORECASE)] == [], what
        assert not names or re.search(r"Errors?\b", text), f"{what} does not say what it raises"
        if "NDArray" in (ast.unparse(functions[-1].returns) if functions[-1].returns else ""):
            assert SHAPE.search(text), f"{what} does not say the shape"
        assert not re.search(r"\b(u?int|float)\d+ arrays?\b", text), f"{what} has an array without its shape"
        assert "::" not in text, f"{what} speaks of types of C++"


def arguments_of(function: ast.FunctionDef, *, method: bool) -> list[ast.arg]:
    """All but self."""
    found = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    return found[1:] if method and not reference.has(function, "staticmethod") else found


@pytest.mark.parametrize("game", [doudizhu, gongzhu], ids=["doudizhu", "gongzhu"])
def test_rules_say_what_each_field_means_and_may_be(game: ModuleType) -> None:
    """The values are those that errors tell; of some numbers these depend on the other rules."""
    for field, standard in game.Rules().asdict().items():
        meaning, values = (inspect.getdoc(getattr(game.Rules, field)) or "").split("\n\n")
        assert re.fullmatch(r"[A-Z][^\n]+[^.]\.", meaning), field
        allowed, end = values.split("; in the standard rules ")
        assert end == f"{standard!r}."
        told = {error for preset in game.Rules.presets() for error in refusals(game.Rules.preset(preset), field)}
        if ranges := set(re.findall(r"[\w-]+\.\.-?\d+", allowed)):
            # A bound that is another field goes by its name.
            named = {re.sub(r"^-?\d+", field.replace("max", "min"), error) for error in told}
            assert ranges in (told, named), field
            assert ("or None" in allowed) == accepts(game.Rules(), field, None), field
        else:
            assert {error[0].upper() + error[1:] for error in told} == {allowed}, field


@pytest.mark.parametrize("game", [doudizhu, gongzhu], ids=["doudizhu", "gongzhu"])
def test_pages_of_rules_have_every_field_and_value(game: ModuleType) -> None:
    """Their tables say the same as the docstrings: values, and the default in bold type."""
    page = (ROOT / "docs" / f"rules-{game.__name__.rpartition('.')[2]}.md").read_text(encoding="utf-8")
    section = re.split(r"^## ", page[page.index("\n## 5. Every field\n") :], flags=re.MULTILINE)[1]
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", section.replace("\u2212", "-"), re.MULTILINE))
    standard = game.Rules().asdict()
    assert list(rows) == list(standard)
    for field, values in rows.items():
        default = standard[field]
        bold = re.findall(r"\*\*(.*?)\*\*", values)
        assert bold == ["all" if type(default) is tuple else f'"{default}"' if type(default) is str else f"{default}"]
        doc = inspect.getdoc(getattr(game.Rules, field)) or ""
        if words := re.search(r"^One of (.*);", doc, re.MULTILINE):
            assert re.findall(r'"(\w+)"', values) == re.findall(r"'(\w+)'", words[1]), field
        for low, high in re.findall(r"([\w-]+)\.\.(-?\d+)", doc):
            listed = {f"{number}" for number in range(int(low), int(high) + 1)} if low.isdigit() else {"none such"}
            plain = values.replace("`", "")
            assert f"{low}..{high}" in plain or listed == set(re.findall(r"\d+", plain)), field
        assert ("None" in values) == ("or None" in doc), field


def refusals(rules: Any, field: str) -> Iterator[str]:
    """What errors allow in place of values that no field takes."""
    for wrong in (10**8, -(10**8), object()):
        with pytest.raises(chupai.RulesError) as error:
            rules.replace(**{field: wrong})
        told = re.split("allowed are |give ", str(error.value))[-1]
        if told != "a whole number in its range":  # what is no number
            yield told


def accepts(rules: Any, field: str, value: object) -> bool:
    """Are these rules with another value?"""
    try:
        rules.replace(**{field: value})
    except chupai.RulesError:
        return False
    return True


def test_stubs_have_no_docstrings() -> None:
    """They would be a second text: the docstrings of what is compiled are there."""
    for path in sorted((Path(chupai.__file__).parent / "_core").glob("*.pyi")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                assert ast.get_docstring(node) is None, f"{path.name}: {getattr(node, 'name', 'module')}"


# ---- pages ----


def prose(page: Path) -> str:
    """A page without its blocks."""
    return re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def anchors(page: Path) -> set[str]:
    """What GitHub, and the site, call the headings of a page."""
    heads = re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def test_documented_files_are_linked_from_where_they_are() -> None:
    """Relative links of the pages lead to files, and to headings in them."""
    for page in PAGES:
        for target, anchor in re.findall(r"\]\(([^)#:\s]*)(?:#([^)]*))?\)", prose(page)):
            file = page.parent / target if target else page
            assert file.exists(), f"{page.name}: {target}"
            assert not anchor or anchor in anchors(file), f"{page.name}: {target}#{anchor}"


@pytest.mark.skipif(not (ROOT / "cpp").exists(), reason="the sources of C++ are not here")
def test_the_streams_have_every_purpose() -> None:
    page = (ROOT / "docs" / "algorithm.md").read_text(encoding="utf-8")
    source = (ROOT / "cpp" / "chupai" / "core" / "random.hpp").read_text(encoding="utf-8")
    members = re.search(r"enum class Purpose [^{]*\{(.*?)\}", source)
    told = re.search(r"purpose \((.*?)\)", page, re.DOTALL)
    constants = re.search(r"^([A-Z]+(?:, [A-Z]+)+) = (\d+(?:, \d+)+)$", page, re.MULTILINE)
    assert members
    assert told
    assert constants
    purposes = re.findall(r"= (\d+)", members[1])
    assert re.findall(r"\d+", told[1]) == purposes
    assert constants[2].split(", ") == purposes
    assert set(re.findall(r"\(s, \w, \w, (\d+)\)", page)) == set(purposes)


# Who speaks of a game to people, or has what not every game needs.
NOT_OF_EVERY_GAME = {"app.py", "options.py", "puzzles.py", "typing.py"}


@pytest.mark.skipif(not (ROOT / "cpp").exists(), reason="the sources of C++ are not here")
def test_the_third_game_is_told_every_place() -> None:
    """Whatever file names Gong Zhu, but for the game's own, has to name the next game too."""
    page = (ROOT / "docs" / "third-game.md").read_text(encoding="utf-8")
    places = [ROOT / name for name in ("CMakeLists.txt", "tests/python/test_typing.py")]
    places += [ROOT / "docs" / name for name in ("index.md", "reference.md", "rules.md")]
    for folder in ("cpp/bindings", "cpp/chupai/kernels", "python/chupai", "docs/_ext"):
        suffixes = {".py", ".pyi", ".hpp", ".cpp", ".inc"}
        places += [path for path in sorted((ROOT / folder).rglob("*.*")) if path.suffix in suffixes]
    shared = [path for path in places if not re.search("doudizhu|gongzhu", path.name)]
    shared = [path for path in shared if "gongzhu" in path.read_text(encoding="utf-8")]
    assert len(shared) > 12
    for path in shared:
        if path.name not in NOT_OF_EVERY_GAME:
            assert (path.name if path.parent == ROOT else f"{path.parent.name}/{path.name}") in page, path
    own = [path for folder in ("docs", "python/chupai") for path in (ROOT / folder).rglob("*gongzhu.[pm]*")]
    assert len(own) > 5
    for path in own:
        if path.name != "rules-gongzhu.md":  # "a page of rules"
            name = path.name.replace("gongzhu", "<game>")
            assert f"`{name}`" in page or f"{path.parent.name}/{name}`" in page, path


def test_every_page_is_on_the_site() -> None:
    trees = re.findall(
        r"^```\{toctree\}\n(.*?)^```",
        (ROOT / "docs" / "index.md").read_text(encoding="utf-8"),
        re.MULTILINE | re.DOTALL,
    )
    listed = [line for tree in trees for line in tree.splitlines() if line and not line.startswith(":")]
    assert sorted(listed) == sorted(page.stem for page in (ROOT / "docs").glob("*.md") if page.stem != "index")
