"""What `chupai solve`, `analyse` and `puzzle` need to know of a game; each game's own is in a file of its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, Protocol, cast

import numpy as np
import numpy.typing as npt
from rich.text import Text

import chupai
from chupai.cli.face import G, M, R


class Solution(Protocol):
    """What `chupai.solve` tells of any game."""

    @property
    def value(self) -> int | None:
        """None where it is not known."""
        ...

    @property
    def moves(self) -> npt.NDArray[np.int64]:
        """Codes of the moves whose value is known."""
        ...

    @property
    def values(self) -> npt.NDArray[np.int32]:
        """What each of them leads to."""
        ...

    @property
    def best_moves(self) -> npt.NDArray[np.int64]:
        """Codes of moves that reach `value`."""
        ...

    @property
    def line(self) -> npt.NDArray[np.int64]:
        """Best play from here, as codes."""
        ...

    @property
    def nodes(self) -> int:
        """Positions visited."""
        ...

    @property
    def seconds(self) -> float:
        """Time taken."""
        ...

    @property
    def table_mb(self) -> float:
        """Memory of the table, in MiB."""
        ...

    @property
    def complete(self) -> bool:
        """Is everything known that was asked for?"""
        ...


class Solver(ABC, Generic[R, G, M]):
    """A game as it is solved: how an open position is described, what may be asked of it, and how answers read."""

    positions: ClassVar[Mapping[str, str]]
    """The options that describe a position besides the hands, and what each says."""
    goals: ClassVar[Mapping[str, str]]
    """The options of `chupai.solve` that are this game's alone, and what each says."""
    numbers: ClassVar[frozenset[str]]
    """Which of all these are numbers."""

    # ---- positions ----

    @abstractmethod
    def open(self, hands: str, rules: R, options: Mapping[str, Any]) -> G:
        """An open position: hands joined by '/', and what the options say."""

    @abstractmethod
    def write_hands(self, game: G) -> str:
        """The hands as a line of a puzzle file has them."""

    @abstractmethod
    def on_table(self, game: G) -> str:
        """What lies on the table; '' where the player to move leads."""

    # ---- answers ----

    @abstractmethod
    def move(self, code: int) -> M:
        """The move of a code."""

    @abstractmethod
    def verdict(self, game: G, value: int, goal: Mapping[str, Any]) -> Text:
        """What a value says, in a line."""

    @abstractmethod
    def worth(self, value: int, goal: Mapping[str, Any]) -> Text:
        """A value, as a cell of a table."""

    @abstractmethod
    def answer(self, solution: Any, goal: Mapping[str, Any]) -> npt.NDArray[Any]:
        """Codes of the moves that are the answer to a puzzle: none where no move is better than another."""

    # ---- puzzles ----

    @abstractmethod
    def deck(self, rules: R) -> list[str]:
        """Every card, in a fixed order."""

    @abstractmethod
    def players(self, rules: R) -> int:
        """Hands of a puzzle, where nothing is said."""

    @abstractmethod
    def goal(self, players: int) -> Mapping[str, Any]:
        """What is asked in a puzzle."""

    @abstractmethod
    def is_hard(self, game: G) -> bool:
        """Could this position be a puzzle? Asked before it is solved."""


def solve(game: Any, **arguments: Any) -> Solution:
    """`chupai.solve`, whichever game it is."""
    run = cast(Callable[..., Solution], chupai.solve)
    return run(game, **arguments)
