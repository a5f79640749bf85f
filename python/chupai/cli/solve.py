"""`chupai solve`: who wins, or what a position is worth, with a best move and best play to the end."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from rich.text import Text

from chupai.cli import search, style
from chupai.cli.position import Position
from chupai.cli.search import Result


def run(position: Position, goal: Mapping[str, Any], limits: Mapping[str, Any], moves: str, *, as_json: bool) -> int:
    """Print the result; the exit status is returned."""
    result = search.run(position, goal, limits, moves)
    if as_json:
        print(json.dumps(search.record(result)))
        return result.status
    table = search.grid()
    table.add_row("result", search.verdict(result))
    if moves != "winner" and result.solution.value is not None:
        table.add_row("best", _best(result))
    search.add_line(table, result)
    search.add_search(table, result)
    out = style.console()
    out.print(position.label, style="dim", markup=False, soft_wrap=True)
    out.print(table)
    return result.status


def _best(result: Result) -> Text:
    codes = result.position.solver.answer(result.solution, result.goal).tolist()
    shown = [result.position.face.show(result.position.solver.move(code)) for code in codes]
    return Text("  ").join(shown) if shown else Text("every move loses", "dim")
