"""`chupai perft`: sequences of moves of every length up to a depth, with a bar where one takes long."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import chupai
from chupai.cli import games, progress, style
from chupai.cli.face import Face, G, R

_SLOW = 0.5
_BRANCHES = 200


def start(face: Face[R, G, Any], rules: R, *, seed: int | None, hands: str | None) -> G:
    """The position to count from: open hands, or a random deal."""
    return face.deal(rules, seed or 0, 0) if hands is None else face.from_hands(hands, rules)


def run(face: Face[Any, Any, Any], game: Any, depth: int, *, bulk: bool) -> None:
    """Print depth, count, CPU seconds and millions a second, a line a depth as soon as it is known."""
    out = style.console()
    out.print(f"[dim]{games.label(face, game.rules)} · {' / '.join(game.hands)}[/]", soft_wrap=True)
    out.print(f"[bold]{'depth':>5}  {'count':>20}  {'seconds':>9}  {'M/s':>8}[/]")
    counts: list[int] = []
    spent = 0.0
    for level in range(1, depth + 1):
        growth = counts[-1] / max(1, counts[-2]) if len(counts) > 1 else 1.0
        began = time.thread_time()
        counts.append(_count(game, level, bulk, slow=spent * growth > _SLOW))
        spent = time.thread_time() - began
        rate = f"{counts[-1] / spent / 1e6:8.1f}" if spent > 0 else f"{'–':>8}"
        out.print(f"{level:5}  {counts[-1]:20,}  {spent:9.4f}  {rate}")


def _count(game: Any, depth: int, bulk: bool, *, slow: bool) -> int:
    if not slow or depth < 2:
        return chupai.perft(game, depth, bulk)
    split = next((level for level in range(1, depth) if chupai.perft(game, level) >= _BRANCHES), depth - 1)
    total = 0
    with progress.bar() as bar:
        task = bar.add_task(f"depth {depth}", total=chupai.perft(game, split))
        for branch in _branches(game.copy(), split):
            total += chupai.perft(branch, depth - split, bulk) if branch is not None else 0
            bar.advance(task)
    return total


def _branches(game: Any, depth: int) -> Iterator[Any]:
    """The game after each sequence of `depth` moves; None where they all passed and a new deal began.

    For perft, as for search, a passed-out deal is over: the next one is another game.
    """
    if depth == 0:
        yield game
        return
    deal = game.deal
    for code in game.legal:
        game.push(code)
        if game.deal == deal:
            yield from _branches(game, depth - 1)
        elif depth == 1:
            yield None
        game.pop()
