"""`chupai analyse`: what every legal move of a position is worth."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from rich.table import Table
from rich.text import Text

from chupai.cli import search, style
from chupai.cli.position import Position
from chupai.cli.search import Result
from chupai.cli.solver import Solution


def run(position: Position, goal: Mapping[str, Any], limits: Mapping[str, Any], *, as_json: bool) -> int:
    """Print the moves and what they are worth, the best ones first; the exit status is returned."""
    result = search.run(position, goal, limits, "all")
    if as_json:
        print(json.dumps(search.record(result)))
        return result.status
    below = search.grid()
    below.add_row("result", search.verdict(result))
    search.add_line(below, result)
    search.add_search(below, result)
    out = style.console()
    out.print(position.label, style="dim", markup=False, soft_wrap=True)
    out.print(_moves(result))
    out.print()
    out.print(below)
    return result.status


def _moves(result: Result) -> Table:
    """A row a move; those that are the answer have a star, those not known a question mark."""
    face, solver, solution = result.position.face, result.position.solver, result.solution
    table = Table(box=None, padding=(0, 2, 0, 0))
    for column in ("move", face.group_title):
        table.add_column(column)
    table.add_column("value", justify="right")
    table.add_column("")
    best = set(solver.answer(solution, result.goal).tolist())
    values = _in_order(solution)
    for code in [*values, *(code for code in result.position.game.legal if code not in values)]:
        move = solver.move(code)
        worth = solver.worth(values[code], result.goal) if code in values else Text("?", "yellow")
        star = Text("*", "bold green") if code in best else Text("")
        table.add_row(face.show(move), Text(style.words(face.group(move)), "dim"), worth, star)
    return table


def _in_order(solution: Solution) -> dict[int, int]:
    """Values by move, from the best for the player to move down; as they are listed where the best is not known."""
    values: dict[int, int] = dict(zip(solution.moves.tolist(), solution.values.tolist(), strict=True))
    value = solution.value
    if value is None:
        return values
    return dict(sorted(values.items(), key=lambda item: abs(item[1] - value)))
