"""What the benchmark asks of every engine, chupai's own and other people's.

A clock is a function of CPU seconds and a seed that returns rates a second by
the names of `measures.MEASURES`. `Engine` makes those that all engines share.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping
from importlib import metadata
from typing import Any, TypeVar

from bench.peers import clock

Clock = Callable[[float, int], dict[str, float]]
Call = Callable[[], Any]
State = TypeVar("State")

COPIES = 32  # states that are copied in turn


class MissingPeerError(ImportError):
    """A package is not installed; the message names the command to install it."""


def require(module: str, install: str) -> Any:
    """Import `module`, or say how to install it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise MissingPeerError(f"{module} is not here ({error}); run: pip install {install}") from error


class Engine:
    """An engine under one set of rules, or one way to play games with it."""

    name = ""
    title = ""  # for readers: the package as it calls itself
    how = ""  # for readers: what game, from where it is called
    package = ""  # the distribution's name, for its version
    game = "doudizhu"  # whose module of chupai it is measured against
    preset = ""  # the rules of that module that are the same, or the nearest
    decisions = "steps"  # the measure that is the plies a second of its games; "" for none
    included: Mapping[str, str] = {}  # what the rate of a measure includes, for the report

    @property
    def version(self) -> str:
        try:
            return metadata.version(self.package)
        except metadata.PackageNotFoundError:  # not installed by pip
            return "unversioned"

    def random_games(self, n: int, seed: int = 0) -> tuple[float, int]:
        """Play `n` whole games, each decision uniform among the moves listed: (CPU seconds, plies)."""
        raise NotImplementedError

    def lists(self, seed: int) -> list[Call]:
        """Calls that do nothing but list the legal moves of a position; none if they are not to be measured."""
        return []

    def copies(self, seed: int) -> list[Call]:
        """Calls that do nothing but copy a state in the middle of a game; none if they are not to be measured."""
        return []

    def clocks(self, seed: int) -> dict[str, Clock]:
        """The measures of this engine, on positions that depend on `seed` alone."""
        clocks: dict[str, Clock] = {"games": self.time_games}
        if self.decisions:
            clocks[self.decisions] = self.time_decisions
        for measure, calls in (("lists", self.lists(seed)), ("copies", self.copies(seed))):
            if calls:
                clocks[measure] = clock_of_calls(measure, calls)
        return clocks

    def time_games(self, seconds: float, seed: int) -> dict[str, float]:
        games, plies = clock.game_rates(self.random_games, seconds, seed)
        return {"games": games, "plies": plies} if plies else {"games": games}

    def time_decisions(self, seconds: float, seed: int) -> dict[str, float]:
        """Plies of the same games, timed anew: close to what they are compared with."""
        return {self.decisions: clock.game_rates(self.random_games, seconds, seed)[1]}


def clock_of_calls(measure: str, calls: list[Call]) -> Clock:
    """The clock of calls that do not depend on the seed any more."""
    return lambda seconds, _: {measure: clock.call_rate(calls, seconds)}


def reached(fresh: Callable[[], State], advance: Callable[[State], bool], depths: Iterable[int]) -> list[State]:
    """States of random games, one for each of `depths` decisions made; games that end before are dropped.

    `advance` makes one random decision and says whether the game goes on.
    """
    found = []
    for depth in depths:
        state = fresh()
        while not all(advance(state) for _ in range(depth)):
            state = fresh()
        found.append(state)
    return found
