"""`chupai rules`: the presets, and every field of one."""

from __future__ import annotations

import inspect
from typing import Any

from rich.table import Table
from rich.text import Text

from chupai.cli import style
from chupai.cli.face import Face, R
from chupai.cli.games import label


def run(face: Face[R, Any, Any], name: str) -> None:
    """The presets, or every field of the rules of that name."""
    if name:
        show_rules(face, face.rules_type.from_text(name))
    else:
        show_presets(face)


def changes(face: Face[R, Any, Any], rules: R) -> dict[str, Any]:
    """The fields that are not as in the standard rules."""
    standard = face.rules_type().asdict()
    return {name: value for name, value in rules.asdict().items() if value != standard[name]}


def meaning(rules: object, field: str) -> str:
    """What a field means: its docstring's first paragraph, without the full stop."""
    return (inspect.getdoc(getattr(type(rules), field)) or "").split("\n\n")[0].replace("\n", " ").removesuffix(".")


def show_presets(face: Face[Any, Any, Any]) -> None:
    """Every preset, and how it differs from the standard rules."""
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("preset", style="cyan", no_wrap=True)
    table.add_column("other than standard")
    for name in face.rules_type.presets():
        different = changes(face, face.rules_type.preset(name))
        parts = [Text(f"{field}={style.value(value)}", no_wrap=True) for field, value in different.items()]
        table.add_row(name, Text("  ").join(parts) if parts else Text("the base of all others", style="dim"))
    out = style.console()
    out.print(table)
    out.print(f"\n[dim]chupai rules {label(face, 'NAME')} shows every field; 'NAME field=value' changes some.[/]")


def show_rules(face: Face[R, Any, Any], rules: R) -> None:
    """Every field: its value, what it means, and the standard value where that is another."""
    standard, different = face.rules_type().asdict(), changes(face, rules)
    title = label(face, rules)
    table = Table(box=None, padding=(0, 2, 0, 0), title=title, title_justify="left", title_style="bold cyan")
    table.add_column("field", no_wrap=True)
    table.add_column("value", no_wrap=True)
    table.add_column("meaning")
    for name, value in rules.asdict().items():
        mark = "bold yellow" if name in different else ""
        text = Text(meaning(rules, name), style="dim")
        if mark:
            text.append(f" (standard: {style.value(standard[name])})", style="yellow")
        table.add_row(Text(name, style=mark), Text(style.value(value), style=mark), text)
    style.console().print(table)
