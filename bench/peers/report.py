"""The figures as plain text, and as the README's table between its markers."""

from __future__ import annotations

import math
import os
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from bench.peers.clock import Spread
from bench.peers.measures import MEASURES, Measure

BEGIN = "<!-- speed table: begin -->"
END = "<!-- speed table: end -->"
WIDTH = 119
MODULES = {"doudizhu": "Dou Dizhu", "gongzhu": "Gong Zhu"}

Result = dict[str, Any]


class MarkersError(ValueError):
    """A file has not each marker once, the beginning first."""


class Row(NamedTuple):
    """A measure of a peer beside chupai's, or of chupai alone."""

    measure: Measure
    ours: dict[str, Any]
    peer: dict[str, Any] | None
    ratio: Spread | None

    @property
    def our_rate(self) -> Spread:
        rate: Spread = self.ours["rates"][self.measure.name]
        return rate

    @property
    def their_rate(self) -> Spread | None:
        return self.peer["rates"][self.measure.theirs] if self.peer else None


def rows(result: Result) -> Iterator[Row]:
    """What readers are shown, measure by measure: peers beside chupai's nearest rules, then rules without a peer."""
    engines = result["engines"]
    pairs = [pair for pair in result["ratios"] if pair["nearest"]]
    beside = {pair["chupai"] for pair in pairs}
    for measure in (m for m in MEASURES if m.shown):
        for pair in (p for p in pairs if measure.name in p["ratio"]):
            yield Row(measure, engines[pair["chupai"]], engines[pair["peer"]], pair["ratio"][measure.name])
        for name, engine in engines.items():
            if engine["ours"] and measure.alone and name not in beside and measure.name in engine["rates"]:
                yield Row(measure, engine, None, None)


def label(row: Row) -> str:
    """Who the peer is, or which of chupai's rules have none."""
    if row.peer:
        return f"{row.peer['title']} {row.peer['version']}, {row.peer['how']}"
    return f"none; {MODULES[row.ours['game']]}, rules `{row.ours['rules']}`"


def rounded(value: float) -> str:
    """Three figures; from a thousand on with commas."""
    if value <= 0:
        return "0"
    three = float(f"{value:.2e}")
    return f"{three:,.{max(2 - math.floor(math.log10(three)), 0)}f}"


def times(ratio: float) -> str:
    """Three figures from a hundred on, below that two, or one after the point."""
    if ratio >= 99.5:
        return rounded(round(ratio))
    return f"{ratio:.0f}" if ratio >= 9.95 else f"{ratio:.1f}"


def machine_line(result: Result) -> str:
    """Processor, compiler and Python, as far as they are known."""
    box = result["machine"]
    return ", ".join(part for part in (box["cpu"], box.get("compiler", ""), f"Python {box['python']}") if part)


# --------------------------------------------------------------------------- plain text


def text(result: Result) -> str:
    return "\n".join([*_heading(result), *_rates(result), *_ratios(result), *_included(result)])


def _heading(result: Result) -> list[str]:
    box, load = result["machine"], result["load"]
    return [
        f"{machine_line(result)}; {box['cores']} cores, {box['system']}, level {box.get('level', '-')}",
        f"load {load[0]} before, {load[1]} after; {result['rounds']} rounds of {result['seconds']:g} CPU seconds,"
        f" seed {result['seed']}; one thread; min / median / max over the rounds",
    ]


def _line(name: str, spread: Spread, number: str) -> str:
    return f"  {name:<60}" + "".join(f"{spread[key]:>16{number}}" for key in ("min", "median", "max"))


def _rates(result: Result) -> Iterator[str]:
    for measure in MEASURES:
        found = {name: engine for name, engine in result["engines"].items() if measure.name in engine["rates"]}
        if found:
            yield f"\n{measure.name}: {measure.title}, a second"
        for name, engine in found.items():
            yield _line(f"{name} ({engine['version']})", engine["rates"][measure.name], ",.0f")


def _ratios(result: Result) -> Iterator[str]:
    for measure in MEASURES:
        found = [pair for pair in result["ratios"] if measure.name in pair["ratio"]]
        if found:
            against = f", against {measure.against}" if measure.against else ""
            yield f"\n{measure.name}: times as fast, round by round{against}"
        for pair in found:
            yield _line(f"{pair['chupai']} : {pair['peer']}", pair["ratio"][measure.name], ",.1f")


def _included(result: Result) -> Iterator[str]:
    """Engines of which the same is to be said share a line."""
    yield "\nwhat the rates include"
    for measure in MEASURES:
        said: dict[str, list[str]] = {}
        for name, engine in result["engines"].items():
            if measure.name in engine["rates"] and measure.name in engine["included"]:
                said.setdefault(engine["included"][measure.name], []).append(name)
        for what, names in said.items():
            yield f"  {measure.name}: {what}\n    of {', '.join(names)}"


# --------------------------------------------------------------------------- the README


def split(readme: str) -> tuple[str, str]:
    """What stands before the table and after it, markers included."""
    if readme.count(BEGIN) != 1 or readme.count(END) != 1 or readme.index(BEGIN) > readme.index(END):
        raise MarkersError(f"there must be one line {BEGIN} and after it one line {END}")
    before, rest = readme.split(BEGIN)
    return before + BEGIN, END + rest.split(END)[1]


def rewritten(readme: str, result: Result, image: str = "") -> str:
    """The README with this table, and with a chart if one is given, in place of what is between the markers."""
    before, after = split(readme)
    parts = [f"![{_ALT}]({image})"] if image else []
    return "\n\n".join([before, _INTRODUCTION, *parts, table(result), caption(result), after])


_INTRODUCTION = (
    "What engines do in a second of one thread's CPU time. A whole random game is deal, auction or exposing where the\n"
    "rules have them, play, and payment or score."
)
_ALT = "chupai and the other engines, each measure a second, on a log scale"


def link(readme: Path, drawn: Path | None) -> str:
    """The chart's path as the README's folder sees it."""
    return Path(os.path.relpath(drawn, readme.resolve().parent)).as_posix() if drawn else ""


def table(result: Result) -> str:
    lines = ["| a second | engine | its | chupai's | ratio |", "| --- | --- | ---: | ---: | ---: |"]
    last: Measure | None = None
    for row in rows(result):
        heading = "" if row.measure is last else title(row.measure)
        last = row.measure
        theirs = rounded(row.their_rate["median"]) if row.their_rate else ""
        lines.append(f"| {heading} | {label(row)} | {theirs} | {rounded(row.our_rate['median'])} | {_ratio(row)} |")
    return "\n".join(lines)


def title(measure: Measure) -> str:
    return measure.title + (f" ({measure.detail})" if measure.detail else "")


def _ratio(row: Row) -> str:
    if not row.ratio:
        return ""
    low, middle, high = (times(row.ratio[key]) for key in ("min", "median", "max"))
    return middle if low == high else f"{middle} ({low}–{high})"


def caption(result: Result) -> str:
    """What the figures are, and whose rules chupai has beside each peer."""
    count = result["rounds"]
    brackets = ", in brackets the least and the greatest ratio of a round"
    rounds = "One round" if count == 1 else f"Medians of {count} rounds{brackets}"
    sentences = [
        f"{rounds}; {result['seconds']:g} CPU seconds a figure and round; {machine_line(result)}.",
        f"Many games at once are {result['batch']:,}.",
        *_rules(result),
    ]
    return textwrap.fill(" ".join(sentences), WIDTH, break_long_words=False, break_on_hyphens=False)


def _rules(result: Result) -> Iterator[str]:
    """By which rules chupai plays beside its peers."""
    near = {pair["chupai"]: result["engines"][pair["chupai"]] for pair in result["ratios"] if pair["nearest"]}
    same = [f"`{engine['rules']}`" for engine in near.values() if engine["game"] == "doudizhu"]
    if same:
        yield f"In Dou Dizhu chupai plays by the rules of each ({', '.join(same)})."
    for engine in near.values():
        if engine["game"] == "gongzhu":
            yield f"No Gong Zhu engine is a public library: the nearest is Hearts, beside `{engine['rules']}`."
