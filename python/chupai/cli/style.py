"""How cards, values and numbers look."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.text import Text

from chupai import doudizhu

_CARD_STYLES = {"R": "bold red", "B": "bold blue", "2": "bold yellow"}


def console() -> Console:
    """Standard output; without colours where it is no terminal or NO_COLOR is set."""
    return Console(highlight=False, soft_wrap=False)


def cards(text: str, gap: str = "") -> Text:
    """Cards, with jokers and twos standing out."""
    out = Text(no_wrap=True)
    for i, card in enumerate(text):
        out.append(gap if i else "")
        out.append(card, _CARD_STYLES.get(card, "bold" if gap else ""))
    return out


def move(given: doudizhu.Move) -> Text:
    """A move: its cards, and which reading of them where there are several."""
    text = str(given)
    out = cards(given.cards)
    return out.append(text[len(given.cards) :], "dim" if given.cards else "")


def value(given: Any) -> str:
    """A rule's value as `Rules.from_text` reads it."""
    if given is None:
        return "none"
    if isinstance(given, bool):
        return str(given).lower()
    if isinstance(given, tuple):
        return "+".join(given) or "none"
    return str(given)


def words(name: str) -> str:
    """A name of the engine, as people write it."""
    return name.replace("_", " ")
