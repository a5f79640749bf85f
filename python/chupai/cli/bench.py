"""`chupai bench`: rounds over all measures, interleaved, in CPU time of one thread."""

from __future__ import annotations

import gc
import json
import os
import statistics
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from rich.table import Table
from rich.text import Text

import chupai
from chupai import _core
from chupai.cli import games, machine, progress, style
from chupai.cli.face import Face, R
from chupai.cli.measures import Figure, Measure


@dataclass(frozen=True)
class Row:
    """A figure and what every round found."""

    group: str
    figure: Figure
    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle of the rounds."""
        return statistics.median(self.values)

    def as_json(self) -> dict[str, Any]:
        """The row as --json prints it."""
        return {
            "group": self.group,
            "name": self.figure.name,
            "title": self.figure.title,
            "unit": self.figure.unit,
            "min": min(self.values),
            "median": self.median,
            "max": max(self.values),
            "goal": self.figure.goal,
        }


def run(face: Face[R, Any, Any], rules: R, *, seconds: float, rounds: int, as_json: bool) -> None:
    """Measure everything, `seconds` of CPU time each over all rounds, and print a table or one JSON object."""
    where = machine.describe()
    rows = measure(face, rules, seconds, rounds)
    if as_json:
        print(json.dumps(_report(face, rules, where, rows, seconds, rounds)))
    else:
        _show(games.label(face, rules), where, rows, seconds, rounds)


def measure(face: Face[R, Any, Any], rules: R, seconds: float, rounds: int) -> list[Row]:
    """The rows of the table. Every round measures all, and begins with another one than the round before."""
    with progress.bar() as bar:
        task = bar.add_task("getting ready", total=None)
        measures = face.measures(rules)
        with _quiet():
            times = [calibrate(each, seconds / rounds) for each in measures]
            found: list[list[tuple[float, ...]]] = [[] for _ in measures]
            bar.update(task, total=rounds * len(measures))
            for turn in range(rounds):
                for place in range(len(measures)):
                    i = (place + turn) % len(measures)
                    bar.update(task, description=f"round {turn + 1} of {rounds}")
                    found[i].append(once(measures[i], times[i]))
                    bar.advance(task)
    goals = rules == face.rules_type()
    return [row for each, values in zip(measures, found, strict=True) for row in _rows(each, values, goals)]


def once(of: Measure, n: int) -> tuple[float, ...]:
    """Do the work n times on the clock; a value a figure."""
    began = time.thread_time()
    result = of.work(n)
    return of.read(max(time.thread_time() - began, 1e-9), n, result)


def calibrate(of: Measure, seconds: float) -> int:
    """How often the work fits into `seconds`, at least once."""
    n = 1
    while True:
        began = time.thread_time()
        of.work(n)
        spent = time.thread_time() - began
        if spent > seconds / 4:
            return max(1, round(n * seconds / spent))
        n *= 4 if spent < seconds / 32 else 2


@contextmanager
def _quiet() -> Generator[None]:
    """Without the garbage collector, as timeit does."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _rows(of: Measure, values: list[tuple[float, ...]], goals: bool) -> Iterator[Row]:
    for figure, column in zip(of.figures, zip(*values, strict=True), strict=True):
        if not goals:
            figure = Figure(figure.name, figure.title, figure.unit)
        yield Row(of.group, figure, column)


def _report(
    face: Face[R, Any, Any], rules: R, where: dict[str, Any], rows: list[Row], seconds: float, rounds: int
) -> dict[str, Any]:
    return {
        "version": chupai.__version__,
        "level": _core.level,
        "machine": where,
        "game": face.name,
        "rules": str(rules),
        "seconds": seconds,
        "rounds": rounds,
        "rows": [row.as_json() for row in rows],
    }


def _show(rules: str, where: dict[str, Any], rows: list[Row], seconds: float, rounds: int) -> None:
    out = style.console()
    out.print(f"[bold]chupai {chupai.__version__}[/] · rules {rules} · level {_level()}")
    busy = "" if where["load"] is None else f", load {where['load']}"
    out.print(f"{where['cpu']}, {where['cores']} cores{busy} · {where['system']} · Python {where['python']}\n")
    out.print(_table(rows))
    how = f"CPU time of one thread, {rounds} round{'s' * (rounds != 1)} over all rows, {seconds:g} s of it a row"
    out.print(f"\n[dim]{how}[/]")


def _level() -> str:
    forced = os.environ.get("CHUPAI_LEVEL")
    return f"{_core.level} (CHUPAI_LEVEL={forced})" if forced else _core.level


def _table(rows: list[Row]) -> Table:
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)  # fits into 80 columns
    table.add_column("", no_wrap=True)
    table.add_column("median", justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    for name in ("min", "max"):
        table.add_column(name, justify="right", no_wrap=True, style="dim")
    table.add_column("goal", justify="right", no_wrap=True)
    group = ""
    for row in rows:
        if row.group != group:
            group = row.group
            table.add_row(Text(group, style="bold cyan"))
        table.add_row(*_cells(row))
    return table


def _cells(row: Row) -> list[Text]:
    low, high = min(row.values), max(row.values)
    met = row.figure.meets_goal(row.median)
    colour = {True: "green", False: "red", None: ""}[met]
    sign = {True: " ✓", False: " ✗", None: ""}[met]
    goal = "" if row.figure.goal is None else _number(row.figure.goal) + sign
    return [
        Text("  " + row.figure.title),
        Text(_number(row.median), style=f"bold {colour}"),
        Text("/s" if row.figure.unit.endswith("/s") else row.figure.unit),
        Text(_number(low)),
        Text(_number(high)),
        Text(goal, style=colour),
    ]


def _number(value: float) -> str:
    """Three digits, or all of them up to a hundred thousand."""
    for size, sign in ((1e6, " M"), (1e3, " k")):
        if value >= max(size, 1e5):
            scaled = value / size
            return f"{scaled:.{2 if scaled < 10 else 1 if scaled < 100 else 0}f}{sign}"
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"
