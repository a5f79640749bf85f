"""What a person sees at the table, whatever is played; what the game itself looks like, its face tells."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from rich import table as rich_table
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from chupai.cli import style
from chupai.cli.face import Face, G, M
from chupai.cli.games import label
from chupai.cli.hints import Hint
from chupai.cli.series import Series
from chupai.cli.table import Event, Table

MANY = 60
_SHORT = 8

_HELP = """\
  [bold]h[/]         a hint: what brings most if all play at random from here
  [bold]u[/]         take back, to your previous decision
  [bold]new[/]       leave this {} for the next one
  [bold]q[/]         leave"""


def help_text(face: Face[Any, Any, Any], series: Series[Any]) -> str:
    """What may be said."""
    return f"\n{face.help}\n{_HELP.format(series.whole)}"


def title(face: Face[Any, Any, Any], series: Series[Any], rules: object) -> RenderableType:
    """A line above a game."""
    text = f"{series.title} · {label(face, rules)} · seed {series.seed}"
    return Group("", Rule(text, align="left", style="dim"))


def news(face: Face[Any, G, M], table: Table[G, M], events: Sequence[Event[M]]) -> RenderableType:
    """What happened: a line a move."""
    return Padding(Group(*face.news(table, events)), (0, 0, 0, 2))


def situation(face: Face[Any, G, M], table: Table[G, M]) -> RenderableType:
    """The seats, what lies on the table, and the own hand."""
    return Padding(Group("", *face.situation(table)), (0, 0, 0, 2))


def moves(face: Face[Any, Any, M], legal: Sequence[M], chosen: Sequence[int] | None = None) -> RenderableType:
    """The legal moves with their numbers, a line a group; shortened where many, unless `chosen` says which."""
    other = face.show_legal(legal)
    if other is not None:
        return Padding(other, (1, 0, 0, 2))
    numbers = range(len(legal)) if chosen is None else chosen
    short = chosen is None and len(legal) > MANY
    grid = rich_table.Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    grid.add_column(style="cyan", no_wrap=True)
    for group, same in itertools.groupby(numbers, key=lambda i: face.group(legal[i])):
        members = list(same)
        shown = members[:_SHORT] if short else members
        texts = [Text.assemble((f"#{i + 1} ", "dim"), face.show(legal[i])) for i in shown]
        if len(shown) < len(members):
            texts.append(Text(f"… {len(members) - len(shown)} more: l {group}", style="dim italic"))
        grid.add_row(style.words(group), Text("  ").join(texts))
    return Padding(grid, (1, 0, 0, 2))


def hints(face: Face[Any, Any, M], best: Sequence[Hint[M]]) -> RenderableType:
    """The most promising moves and what they bring."""
    line = Text("hint  ", style="dim")
    for i, hint in enumerate(best):
        line.append("   " if i else "")
        line.append_text(face.show(hint.move))
        line.append(f" {hint.payoff:+.{face.hint_digits}f}", "green" if hint.payoff > 0 else "red")
    return Padding(line, (1, 0, 0, 2))


def result(face: Face[Any, G, M], table: Table[G, M], series: Series[G]) -> RenderableType:
    """How it ended, payoffs of this game and of all so far, and what the game shows besides."""
    others = face.columns(table)
    grid = rich_table.Table(box=None, padding=(0, 2, 0, 0))
    grid.add_column("")
    for column in (f"this {series.unit}", "in all"):
        grid.add_column(column, justify="right", header_style="dim")
    for column in others:
        grid.add_column(column, header_style="dim")
    rows = zip(series.totals, *others.values(), strict=True)
    for seat, (total, *cells) in enumerate(rows):
        paid = int(table.game.returns()[seat])
        grid.add_row(table.name(seat), style.signed(paid), f"{total:+d}", *cells)
    return Padding(Group("", face.outcome(table), "", grid), (0, 0, 0, 2))


def verdict(text: Text) -> RenderableType:
    """How the whole series ended."""
    return Padding(text, (1, 0, 0, 2))


def show(out: Console, *parts: RenderableType) -> None:
    """Print the parts one below the other."""
    for part in parts:
        out.print(part)
