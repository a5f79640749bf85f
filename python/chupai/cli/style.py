"""How values and numbers look."""

from __future__ import annotations

from typing import Any, cast

from rich.console import Console
from rich.text import Text


def console() -> Console:
    """Standard output; without colours where it is no terminal or NO_COLOR is set."""
    return Console(highlight=False, soft_wrap=False)


def value(rule: Any) -> str:
    """A rule's value as `Rules.from_text` reads it."""
    if rule is None:
        return "none"
    if isinstance(rule, bool):
        return str(rule).lower()
    if isinstance(rule, tuple):
        return "+".join(map(str, cast(tuple[object, ...], rule))) or "none"
    return str(rule)


def words(name: str) -> str:
    """A name of the engine, as people write it."""
    return name.replace("_", " ")


def signed(number: int) -> Text:
    """A payoff: gains green, losses red."""
    return Text(f"{number:+d}", style="green" if number > 0 else "red" if number < 0 else "")
