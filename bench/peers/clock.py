"""Rates by CPU time of the process, which has one thread."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

Spread = dict[str, float]


def game_rates(random_games: Callable[[int, int], tuple[float, int]], seconds: float, seed: int) -> tuple[float, float]:
    """Games and plies a second; batches double until one is an eighth of the time."""
    batch, games, plies, spent = 1, 0, 0, 0.0
    while spent < seconds:
        took, made = random_games(batch, seed + games)
        games, plies, spent = games + batch, plies + made, spent + took
        if took < seconds / 8:
            batch *= 2
    return games / spent, plies / spent


def call_rate(calls: Sequence[Callable[[], Any]], seconds: float, each: int = 1) -> float:
    """Times a second over whole passes through `calls`, of which every call does something `each` times."""
    made, start = 0, time.process_time()
    while True:
        for call in calls:
            call()
        made += len(calls) * each
        spent = time.process_time() - start
        if spent >= seconds:
            return made / spent


def spread(values: Sequence[float]) -> Spread:
    return {"min": min(values), "median": statistics.median(values), "max": max(values)}
