"""What `chupai bench` measures in any game: work that can be done any number of times, and what to read.

Nothing is subtracted: a Python call's figure includes the loop around it.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

import chupai
from chupai import _core
from chupai.cli.face import Game

GAMES = 64
"""Games that a Python call is made on, in turn."""

_DEPTH = 8
_PERFT_MOST = 5_000_000
_ROWS = 4096
_MIXED = 150
"""Steps after which the games of a batch stand at all stages."""
_NO_GOALS: Mapping[str, float] = {}


@dataclass(frozen=True)
class Figure:
    """One row of the table. `goal` is met by more of a rate, by less of a cost."""

    name: str
    title: str
    unit: str
    goal: float | None = None

    @property
    def more_is_better(self) -> bool:
        """Rates and gains should be high, costs low."""
        return self.unit.endswith("/s") or self.unit == "times"

    def meets_goal(self, value: float) -> bool | None:
        """Is this value as good as the goal? None where there is no goal."""
        if self.goal is None:
            return None
        return value >= self.goal if self.more_is_better else value <= self.goal


@dataclass(frozen=True)
class Measure:
    """work(n) does something n times and returns a result; read(CPU seconds, n, result) gives a value a figure."""

    group: str
    figures: tuple[Figure, ...]
    work: Callable[[int], Any]
    read: Callable[[float, int, Any], tuple[float, ...]]


def random_games(rules: Any, prefix: str = "", group: str = "play", goals: Mapping[str, float] = _NO_GOALS) -> Measure:
    """Whole games of random players, dealing included."""
    seeds = itertools.count()

    def play(n: int) -> int:
        return int(chupai.random_games(rules, n, next(seeds))[1].sum())

    def read(seconds: float, n: int, plies: int) -> tuple[float, ...]:
        return n / seconds, seconds / plies * 1e9, plies / n

    figures = (
        Figure(f"{prefix}games", "whole random games", "games/s", goals.get("games")),
        Figure(f"{prefix}ply", "a ply of them", "ns", goals.get("ply")),
        Figure(f"{prefix}plies", "plies a game", "plies"),
    )
    return Measure(group, figures, play, read)


def deals(rules: Any, group: str = "play") -> Measure:
    """Nothing but shuffling and dealing."""
    seeds = itertools.count()

    def read(seconds: float, n: int, _: int) -> tuple[float, ...]:
        return (n / seconds,)

    def work(n: int) -> int:
        return _core._bench_deals(rules, next(seeds), n)  # pyright: ignore[reportPrivateUsage]

    figure = Figure("deals", "deals", "deals/s")
    return Measure(group, (figure,), work, read)


def perft(games: Sequence[Any], goal: float | None = None) -> Measure:
    """From these games, as deep as fits."""
    depth = 1
    while depth < _DEPTH and chupai.perft(games[0], depth + 1) <= _PERFT_MOST:
        depth += 1
    leaves = sum(chupai.perft(game, depth) for game in games)

    def count(n: int) -> None:
        for _ in range(n):
            for game in games:
                chupai.perft(game, depth)

    def read(seconds: float, n: int, _: None) -> tuple[float, ...]:
        return (n * leaves / seconds,)

    return Measure("search", (Figure("perft", f"leaves of perft({depth}), bulk", "leaves/s", goal),), count, read)


def _call(name: str, title: str, loop: Callable[[], None], goal: float | None = None) -> Measure:
    """A Python call that `loop` makes once for each of the GAMES games."""

    def work(n: int) -> None:
        for _ in range(n):
            loop()

    def read(seconds: float, n: int, _: None) -> tuple[float, ...]:
        return (seconds / (n * GAMES) * 1e9,)

    return Measure("Python calls", (Figure(name, title, "ns", goal),), work, read)


def search_calls(games: Sequence[Any], legal: str, goals: Mapping[str, float] = _NO_GOALS) -> Iterator[Measure]:
    """Calls of search in these GAMES games; `legal` says of what moves."""
    drawn = [game.legal.moves()[i % len(game.legal)] for i, game in enumerate(games)]
    moves = [(game, int(move), str(move)) for game, move in zip(games, drawn, strict=True)]

    def push_pop() -> None:
        for game, code, _ in moves:
            game.push(code)
            game.pop()

    def play_pop() -> None:
        for game, _, text in moves:
            game.play(text)
            game.pop()

    def copy() -> None:
        for game in games:
            game.copy()

    def legal_codes() -> None:
        for game in games:
            _ = game.legal.codes

    def legal_len() -> None:
        for game in games:
            len(game.legal)

    yield _call("push_pop", "push(code) and pop()", push_pop, goals.get("push_pop"))
    yield _call("play_pop", "play(text) and pop()", play_pop)
    yield _call("copy", "copy()", copy, goals.get("copy"))
    yield _call("legal_codes", f"legal.codes, {legal}", legal_codes, goals.get("legal_codes"))
    yield _call("legal_len", "len(legal), the same", legal_len)


def batches(kind: Callable[..., Any], rules: Any, goals: Mapping[str, float] = _NO_GOALS) -> Iterator[Measure]:
    """Decisions of many games stepped at once; `kind` is the game's Batch."""
    rng = np.random.default_rng(1)
    one, two = kind(_ROWS, rules, threads=1), kind(_ROWS, rules, threads=2)

    def step(batch: Any, n: int) -> None:
        for _ in range(n):
            batch.step((rng.random(_ROWS, dtype=np.float32) * np.diff(batch.offsets)).astype(np.int32))

    def step_random(n: int) -> None:
        one.step_random(n)

    def both(n: int) -> tuple[float, float]:
        spent = [0.0, 0.0]
        for _ in range(n):
            for i, batch in enumerate((one, two)):
                start = time.perf_counter()
                batch.step_random(20)
                spent[i] += time.perf_counter() - start
        return spent[0], spent[1]

    def rate(seconds: float, n: int, _: None) -> tuple[float, ...]:
        return (n * _ROWS / seconds,)

    def gain(_: float, __: int, spent: tuple[float, float]) -> tuple[float, ...]:
        return (spent[0] / spent[1],)

    for batch in (one, two):
        step(batch, _MIXED)
    group = f"batch of {_ROWS:,}"
    by_index = Figure("batch_step", "step(random index)", "decisions/s", goals.get("batch_step"))
    inside = Figure("batch_random", "step_random(many)", "decisions/s", goals.get("batch_random"))
    threads = Figure("batch_threads", "two threads against one, by the clock", "times", goals.get("batch_threads"))
    yield Measure(group, (by_index,), lambda n: step(one, n), rate)
    yield Measure(group, (inside,), step_random, rate)
    yield Measure(group, (threads,), both, gain)


def showing_calls(games: Sequence[Game[Any]]) -> Iterator[Measure]:
    """Views and texts of these GAMES games."""
    views = [game.view(game.player) for game in games]
    texts = [game.text() for game in games]
    read = type(games[0]).from_text

    def view() -> None:
        for game in games:
            game.view(0)

    def sample() -> None:
        for seen in views:
            seen.sample(1)

    def text() -> None:
        for game in games:
            game.text()

    def from_text() -> None:
        for written in texts:
            read(written)

    yield _call("view", "view(seat)", view)
    yield _call("sample", "view.sample(1)", sample)
    yield _call("text", "text()", text)
    yield _call("from_text", "Game.from_text()", from_text)
