"""A search that shows how far it is, and that Ctrl-C ends without losing what is known; how its result is told."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Any

from rich.table import Table
from rich.text import Text

from chupai.cli import options, solver
from chupai.cli.position import Position
from chupai.cli.solver import Solution
from chupai.cli.ticker import Ticker

INTERRUPTED = 130
"""The exit status after Ctrl-C."""


@dataclass(frozen=True)
class Result:
    """What was asked, and what came of it."""

    position: Position
    goal: Mapping[str, Any]
    solution: Solution
    interrupted: bool

    @property
    def status(self) -> int:
        """The exit status of the command."""
        return INTERRUPTED if self.interrupted else 0


def run(position: Position, goal: Mapping[str, Any], limits: Mapping[str, Any], moves: str) -> Result:
    """Solve; `limits` are further arguments of `chupai.solve`. A second Ctrl-C is a KeyboardInterrupt."""
    options.check(position.face.title, goal, position.solver.goals)
    with _ctrl_c() as heard, Ticker() as ticker:

        def progress(nodes: int, seconds: float) -> bool:
            ticker.show(f"{nodes:,} nodes  {seconds:.1f} s")
            return not heard()

        arguments: dict[str, Any] = {"moves": moves, **goal, **limits, "progress": progress}
        solution = solver.solve(position.game, **arguments)
        return Result(position, goal, solution, interrupted=heard())


@contextlib.contextmanager
def _ctrl_c() -> Generator[Callable[[], bool]]:
    """Has Ctrl-C been heard? Only asked where it would be heard otherwise: not in a thread, not if it is ignored."""
    count = 0

    def hear(number: int, frame: object) -> None:
        nonlocal count
        count += 1
        if count > 1:
            raise KeyboardInterrupt

    main = threading.current_thread() is threading.main_thread()
    if not main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield lambda: False
        return
    signal.signal(signal.SIGINT, hear)
    try:
        yield lambda: count > 0
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


# ---- telling ----


def record(result: Result) -> dict[str, Any]:
    """For programs."""
    game, solution, move = result.position.game, result.solution, result.position.solver.move
    pairs = zip(solution.moves.tolist(), solution.values.tolist(), strict=True)
    return {
        "game": result.position.face.name,
        "rules": str(game.rules),
        "hands": list(game.hands),
        "player": game.player,
        "position": game.text(),
        **result.goal,
        "value": solution.value,
        "best_moves": [str(move(code)) for code in solution.best_moves.tolist()],
        "moves": [{"text": str(move(code)), "code": code, "value": value} for code, value in pairs],
        "line": [str(move(code)) for code in solution.line.tolist()],
        "nodes": solution.nodes,
        "seconds": solution.seconds,
        "table_mb": solution.table_mb,
        "complete": solution.complete,
    }


def effort(nodes: int, seconds: float) -> str:
    """What a search took."""
    return f"{nodes:,} node{'' if nodes == 1 else 's'}, {seconds:.3f} s"


def grid() -> Table:
    """Rows of a name and what there is to say."""
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(style="cyan", no_wrap=True)
    table.add_column()
    return table


def verdict(result: Result) -> Text:
    """The value in words."""
    value = result.solution.value
    if value is None:
        return Text("not known", "yellow")
    return result.position.solver.verdict(result.position.game, value, result.goal)


def add_line(table: Table, result: Result) -> None:
    """Best play, a row a round or trick and who leads to it."""
    name = "line"
    for seat, moves in _rounds(result):
        table.add_row(name, Text.assemble((f"seat {seat}  ", "dim"), Text("  ").join(moves)))
        name = ""


def _rounds(result: Result) -> list[tuple[int, list[Text]]]:
    position, game = result.position, result.position.game.copy()
    rounds: list[tuple[int, list[Text]]] = []
    for code in result.solution.line.tolist():
        if not rounds or not position.solver.on_table(game):
            rounds.append((game.player, []))
        rounds[-1][1].append(position.face.show(position.solver.move(code)))
        game.push(code)
    return rounds


def add_search(table: Table, result: Result) -> None:
    """What it took, and whether it was ended early."""
    solution = result.solution
    table.add_row("search", f"{effort(solution.nodes, solution.seconds)}, table {solution.table_mb:.1f} MiB")
    if not solution.complete:
        table.add_row("", Text("interrupted" if result.interrupted else "a limit ended it", "yellow"))
