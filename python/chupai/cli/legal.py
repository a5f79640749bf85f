"""`chupai legal`: the moves of a hand, by groups."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping
from typing import Any

from rich.table import Table
from rich.text import Text

from chupai.cli import style
from chupai.cli.face import Face, M, R
from chupai.cli.options import check


def run(face: Face[R, Any, M], hand: str, options: Mapping[str, str], rules: R, *, count: bool, as_json: bool) -> None:
    """List, count or dump the legal moves of `hand`; `options` tell what lies on the table."""
    check(face.title, options, face.questions)
    question, moves = face.ask(hand, rules, **options)
    if as_json:
        record = {**question, "rules": str(rules), "count": len(moves)}
        print(json.dumps(record if count else record | {"moves": [_record(face, move) for move in moves]}))
    elif count:
        print(len(moves))
    else:
        style.console().print(_table(face, moves))


def _record(face: Face[Any, Any, M], move: M) -> dict[str, Any]:
    return {"text": str(move), "code": int(move), **face.record(move)}


def _table(face: Face[Any, Any, M], moves: list[M]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), show_footer=True)
    table.add_column(face.group_title, "in all", style="cyan", footer_style="dim", no_wrap=True)
    table.add_column("moves", str(len(moves)), justify="right", style="dim", footer_style="dim")
    table.add_column("")
    for group, same in itertools.groupby(moves, key=face.group):
        texts = [face.show(move) for move in same]
        table.add_row(style.words(group), str(len(texts)), Text("  ").join(texts))
    return table
