"""`chupai legal`: the moves of a hand, grouped by kind."""

from __future__ import annotations

import itertools
import json
from typing import Any

from rich.table import Table
from rich.text import Text

from chupai import doudizhu
from chupai.cli import style


def run(hand: str, beat: str, rules: doudizhu.Rules, *, count: bool, as_json: bool) -> None:
    """List, count or dump the legal moves of `hand` against `beat` ('' to lead)."""
    codes = doudizhu.legal_codes(hand, beat, rules)
    if as_json:
        print(json.dumps(_record(hand, beat, rules, codes.tolist(), count=count)))
    elif count:
        print(len(codes))
    else:
        style.console().print(_table([doudizhu.Move(code) for code in codes]))


def _record(hand: str, beat: str, rules: doudizhu.Rules, codes: list[int], *, count: bool) -> dict[str, Any]:
    record: dict[str, Any] = {
        "hand": doudizhu.hand_text(hand),
        "to_beat": str(doudizhu.Move.parse(beat, rules)) if beat else "",
        "rules": str(rules),
        "count": len(codes),
    }
    return record if count else record | {"moves": [_move_record(doudizhu.Move(code)) for code in codes]}


def _move_record(move: doudizhu.Move) -> dict[str, Any]:
    return {
        "text": str(move),
        "code": move.code,
        "kind": str(move.kind),
        "top": None if move.top is None else int(move.top),
        "length": move.length,
        "kickers": move.kickers,
    }


def _table(moves: list[doudizhu.Move]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), show_footer=True)
    table.add_column("kind", "in all", style="cyan", footer_style="dim", no_wrap=True)
    table.add_column("moves", str(len(moves)), justify="right", style="dim", footer_style="dim")
    table.add_column("")
    for kind, group in itertools.groupby(moves, key=lambda move: move.kind):
        texts = [style.move(move) for move in group]
        table.add_row(style.words(kind), str(len(texts)), Text("  ").join(texts))
    return table
