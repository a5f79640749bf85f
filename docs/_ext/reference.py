"""The reference's text: signatures with types from the stubs, words from the docstrings, as Markdown for MyST.

The compiled functions know their arguments' names and not all of their types, the stubs know the types and not the
words; so neither Sphinx's autodoc nor what reads stubs alone would tell everything. Needs no Sphinx: the tests use it.
"""

from __future__ import annotations

import ast
import copy
import importlib
import inspect
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import chupai

PACKAGE = Path(chupai.__file__).parent

# Public modules, and where their signatures are.
SOURCES = {
    "chupai": PACKAGE / "_core" / "__init__.pyi",
    "chupai.doudizhu": PACKAGE / "_core" / "doudizhu.pyi",
    "chupai.gongzhu": PACKAGE / "_core" / "gongzhu.pyi",
    "chupai.ragged": PACKAGE / "_core" / "__init__.pyi",
    "chupai.typing": PACKAGE / "typing.py",
}

# What special methods mean to who uses an object.
SPECIAL = {
    "__len__": "`len()`",
    "__contains__": "`in`",
    "__getitem__": "indexing",
    "__iter__": "iteration",
    "__eq__": "`==`",
    "__lt__": "`<` `<=` `>` `>=`",
    "__hash__": "`hash()`",
    "__index__": "`int()`, and use as an int",
    "__format__": "format specs of `str`",
    "__copy__": "`copy.copy`",
    "__deepcopy__": "`copy.deepcopy`",
}

Function = ast.FunctionDef


class Types(ast.NodeTransformer):
    """Annotations as readers know them: private names by what they stand for, others by their full names."""

    def __init__(self, tree: ast.Module) -> None:
        self.known: dict[str, ast.expr] = {}
        for node in tree.body:
            if isinstance(node, ast.ImportFrom) and node.module == "chupai.typing":
                for alias in node.names:
                    self.known[alias.name] = ast.parse(f"chupai.typing.{alias.name}", mode="eval").body
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
                if node.target.id.startswith("_"):
                    self.known[node.target.id] = node.value
            elif isinstance(node, ast.Assign) and isinstance(call := node.value, ast.Call):
                if ast.unparse(call.func) != "TypeVar":
                    continue
                text = " | ".join(ast.unparse(part) for part in [part.value for part in call.keywords] or call.args[1:])
                self.known[ast.unparse(node.targets[0])] = ast.parse(text, mode="eval").body

    def visit_Name(self, node: ast.Name) -> ast.expr:
        known = self.known.get(node.id)
        return node if known is None else self.visit(copy.deepcopy(known))

    def text(self, annotation: ast.expr | None) -> str:
        """An annotation as text; "" where there is none."""
        return "" if annotation is None else ast.unparse(self.visit(copy.deepcopy(annotation)))


class Stub:
    """A stub's definitions by name; several of one name are overloads."""

    def __init__(self, path: Path) -> None:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        self.types = Types(tree)
        self.classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
        self.functions = functions_of(tree.body)
        self.aliases = {
            node.target.id: (node.value, tree.body[place + 1])
            for place, node in enumerate(tree.body)
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None
        }

    def signature(self, function: Function, *, method: bool) -> str:
        """Arguments and result; without self."""
        arguments = copy.deepcopy(function.args)
        if method and not has(function, "staticmethod"):
            (arguments.posonlyargs or arguments.args).pop(0)
        for argument in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]:
            if argument.annotation is not None:
                argument.annotation = self.types.visit(argument.annotation)
        if arguments.kwarg is not None:
            arguments.kwarg.annotation = None  # fields of rules, which are listed
        returns = "" if function.name == "__init__" else f" -> {self.types.text(function.returns)}"
        return f"({ast.unparse(arguments)}){returns}"


def functions_of(body: list[ast.stmt]) -> dict[str, list[Function]]:
    found: dict[str, list[Function]] = {}
    for node in body:
        if isinstance(node, Function):
            found.setdefault(node.name, []).append(node)
    return found


def has(function: Function, decorator: str) -> bool:
    return decorator in [ast.unparse(node) for node in function.decorator_list]


# ---- docstrings ----


def docs_of(thing: Any, name: str) -> list[str]:
    """A docstring without the signatures that the compiler put before it: one text an overload."""
    text = inspect.getdoc(thing) or ""
    overloads = re.split(rf"^\d+\. {re.escape(name)}\(.*\n", text, flags=re.MULTILINE)
    if len(overloads) > 1:
        return [part.strip() for part in overloads[1:]]
    return [re.sub(rf"^{re.escape(name)}\(.*\n?", "", text, count=1).strip()]


def escape(text: str) -> str:
    """Plain text as Markdown; what stands in `backticks` is code in both."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if place % 2 else re.sub(r"([\\*_<\[{#])", r"\\\1", part) for place, part in enumerate(parts))


def to_markdown(text: str) -> str:
    """Paragraphs; examples and aligned lines as they are."""
    blocks = []
    for block in re.split(r"\n\s*\n", text):
        if block.lstrip().startswith(">>>"):
            blocks.append(f"```python\n{block}\n```")
        elif re.search(r"\S {3,}\S", block) or block.startswith("    "):
            blocks.append(f"```text\n{textwrap.dedent(block)}\n```")
        else:
            blocks.append(escape(block))
    return "\n\n".join(blocks)


# ---- directives ----


def directive(kind: str, head: str, body: str, options: tuple[str, ...] = (), fence: int = 4) -> str:
    ticks = "`" * fence
    return "\n".join([f"{ticks}{{py:{kind}}} {head}", *options, "", body, ticks, ""])


def overloads(kind: str, stub: Stub, functions: list[Function], docs: list[str], **where: Any) -> Iterator[str]:
    """A function, or a method: each way to call it; words that serve several stand below the last of these."""
    method = kind == "method"
    if len(docs) != len(functions):
        docs = [""] * (len(functions) - 1) + docs[:1]
    for place, (function, doc) in enumerate(zip(functions, docs, strict=True)):
        options = (
            where["options"]
            + ((":no-index:",) if place else ())
            + ((":staticmethod:",) if method and has(function, "staticmethod") else ())
        )
        same = place + 1 < len(docs) and docs[place + 1] == doc
        body = "" if same else to_markdown(doc)
        yield directive(kind, function.name + stub.signature(function, method=method), body, options, where["fence"])


def members(stub: Stub, node: ast.ClassDef, cls: type) -> Iterator[str]:
    for name, functions in functions_of(node.body).items():
        if name.startswith("_"):
            continue
        docs = docs_of(getattr(cls, name), name)
        if has(functions[0], "property"):
            options = (f":type: {stub.types.text(functions[0].returns)}",)
            yield directive("property", name, to_markdown(docs[0]), options, 4)
        else:
            yield from overloads("method", stub, functions, docs, options=(), fence=4)


def values(node: ast.ClassDef) -> str:
    """An enumeration's members."""
    pairs = [
        (ast.unparse(part.targets[0]), ast.unparse(part.value)) for part in node.body if isinstance(part, ast.Assign)
    ]
    return "Members: " + ", ".join(f"`{name}` = `{value}`" for name, value in pairs) + "." if pairs else ""


def a_class(stub: Stub, node: ast.ClassDef, cls: type, options: tuple[str, ...]) -> str:
    methods = functions_of(node.body)
    head = node.name
    body = [to_markdown(inspect.getdoc(cls) or "")]
    if "__init__" in methods:
        head += stub.signature(methods["__init__"][0], method=True)
        body.append(to_markdown(docs_of(cls.__init__, "__init__")[0]))  # type: ignore[misc]
    if issubclass(cls, str | int):
        body.append(values(node))
    else:
        said = [words for name, words in SPECIAL.items() if name in methods]
        body.append(f"Supports {', '.join(said)}." if said else "")
        body += members(stub, node, cls)
    kind = "exception" if issubclass(cls, BaseException) else "class"
    return directive(kind, head, "\n\n".join(part for part in body if part), options, 5)


def entries(module: ModuleType) -> Iterator[tuple[str, str]]:
    """Each public name of a module but its submodules, and its text."""
    stub = Stub(SOURCES[module.__name__])
    options = (f":module: {module.__name__}",)
    for name in module.__all__:
        thing = getattr(module, name)
        if isinstance(thing, ModuleType):
            continue
        if name in stub.classes:
            yield name, a_class(stub, stub.classes[name], thing, options)
        elif name in stub.functions:
            docs = docs_of(thing, name)
            yield name, "\n".join(overloads("function", stub, stub.functions[name], docs, options=options, fence=5))
        elif name in stub.aliases:
            value, after = stub.aliases[name]
            doc = after.value.value if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) else ""
            yield name, directive("data", name, to_markdown(str(doc)), (*options, f":value: {ast.unparse(value)}"), 5)
        else:
            yield name, directive("data", name, "", (*options, f":value: {thing!r}"), 5)


def markdown(name: str) -> str:
    """The reference of a module."""
    module = importlib.import_module(name)
    here = f"```{{py:currentmodule}} {name}\n```\n"
    words = escape(inspect.getdoc(module) or "").split("\n\n")[0]
    return "\n".join([here, words, "", *(text for _, text in entries(module))])
