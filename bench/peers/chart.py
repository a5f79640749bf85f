"""The figures as a chart: each row of the README's table that has a peer, beside chupai on one log scale."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import Any

from bench.peers import report
from bench.peers.base import require
from bench.peers.clock import Spread
from bench.peers.report import Result, Row

NAME = "speed.svg"
_OURS, _PEER, _INK, _LINE = "#c0392b", "#4a6fa5", "#222222", "#dddddd"
_WIDTH, _ROW = 8.6, 0.215  # inches
_TOP, _BOTTOM = 0.35, 0.6  # inches
_LEFT, _RIGHT = 0.39, 0.925  # of the width: between them the scale
_RC = {
    "font.family": ["DejaVu Sans", "sans-serif"],
    "font.size": 8.5,
    "svg.fonttype": "none",
    "svg.hashsalt": "chupai",  # the same figures make the same file
    "axes.spines.left": False,
    "axes.spines.right": False,
    "axes.spines.top": False,
}


def library() -> Any:
    """Pyplot, without a screen."""
    install = "matplotlib, or --group plot in the project's root"
    require("matplotlib", install).use("Agg")
    return require("matplotlib.pyplot", install)


def draw(result: Result, folder: Path) -> Path:
    """Write the chart into `folder`, which is made if need be, and return its path."""
    plot = library()
    folder.mkdir(parents=True, exist_ok=True)
    with plot.rc_context(_RC):
        figure = _figure(plot, result)
        figure.savefig(folder / NAME, metadata={"Date": None})
        plot.close(figure)
    return folder / NAME


def _figure(plot: Any, result: Result) -> Any:
    paired = [row for row in report.rows(result) if row.peer]
    groups = [(measure, list(rows)) for measure, rows in groupby(paired, lambda row: row.measure)]
    lines = sum(1 + len(rows) for _, rows in groups)
    height = _ROW * lines + _TOP + _BOTTOM
    figure, axes = plot.subplots(figsize=(_WIDTH, height))
    figure.subplots_adjust(_LEFT, _BOTTOM / height, _RIGHT, 1 - _TOP / height)
    line = 0
    for measure, rows in groups:
        _heading(axes, line, report.title(measure))
        for i, row in enumerate(rows):
            _row(axes, line + 1 + i, row)
        line += 1 + len(rows)
    _scale(axes, lines)
    _legend(axes)
    figure.text(0.01, 0.1 / height, f"One thread. {report.machine_line(result)}.", size=7.5, color=_INK)
    return figure


def _label(axes: Any, line: int, text: str, x: float, **how: Any) -> None:
    axes.text(x, line, text, transform=axes.get_yaxis_transform(), va="center", color=_INK, **how)


def _heading(axes: Any, line: int, title: str) -> None:
    _label(axes, line, title, (0.01 - _LEFT) / (_RIGHT - _LEFT), weight="bold")


def _row(axes: Any, line: int, row: Row) -> None:
    _label(axes, line, report.label(row), -0.015, ha="right")
    theirs, ours, ratio = row.their_rate, row.our_rate, row.ratio
    assert theirs is not None
    assert ratio is not None
    axes.plot([theirs["median"], ours["median"]], [line, line], color=_LINE, linewidth=3, zorder=1)
    _dot(axes, line, theirs, _PEER)
    _dot(axes, line, ours, _OURS)
    times = f"{report.times(ratio['median'])}×"
    right = max(theirs["max"], ours["max"]), line
    axes.annotate(times, right, (6, 0), textcoords="offset points", va="center", color=_OURS)


def _dot(axes: Any, line: int, rate: Spread, color: str) -> None:
    """A dot at the median, over a bar from the least to the greatest."""
    axes.plot([rate["min"], rate["max"]], [line, line], color=color, linewidth=1.4, zorder=2)
    axes.plot([rate["median"]], [line], "o", color=color, markersize=5, zorder=3)


def _scale(axes: Any, lines: int) -> None:
    axes.set_xscale("log")
    axes.set_ylim(lines - 0.4, -0.6)
    axes.set_yticks([])
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.grid(axis="x", color=_LINE, linewidth=0.6, zorder=0)
    axes.set_axisbelow(True)
    axes.tick_params(axis="x", length=0, labelsize=7.5)
    axes.minorticks_off()
    axes.set_xlabel("a second, log scale", fontsize=7.5, color=_INK)


def _legend(axes: Any) -> None:
    axes.plot([], [], "o", color=_PEER, markersize=5, label="the other engine")
    axes.plot([], [], "o", color=_OURS, markersize=5, label="chupai, and how many times as fast")
    axes.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=2, frameon=False, borderaxespad=0.1)
