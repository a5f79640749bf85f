"""What the tests of the solver share for both games: how what it says is held against what an oracle says."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

import numpy as np

from chupai import solve

Place = TypeVar("Place")  # an oracle's position
Goal = Mapping[str, Any]  # what is to be solved, as arguments of `solve`


class Answers(ABC, Generic[Place]):
    """A position of the engine and the oracle's, and what the oracle says of it."""

    goals: Sequence[Goal]

    def __init__(self, game: Any, slow: Place) -> None:
        self.game, self.slow = game, slow

    @abstractmethod
    def moves(self, place: Place) -> dict[int, Place]:
        """The legal moves by code, and the positions after them."""

    @abstractmethod
    def worth(self, place: Place, goal: Goal) -> int:
        """The value of a position that the game can lead to, on the scale of the root."""

    @abstractmethod
    def is_over(self, place: Place) -> bool: ...

    @abstractmethod
    def maximises(self, place: Place, goal: Goal) -> bool:
        """Does the player to move want the value high?"""

    @abstractmethod
    def key(self, place: Place) -> object:
        """Equal for positions that are played on alike."""

    def check_more(self, found: Any, goal: Goal) -> None:
        """What only this game tells."""

    def values(self, goal: Goal) -> dict[int, int]:
        return {code: self.worth(place, goal) for code, place in self.moves(self.slow).items()}

    def value(self, goal: Goal) -> int:
        return self.worth(self.slow, goal)

    def best_moves(self, goal: Goal) -> set[int]:
        return {code for code, value in self.values(goal).items() if value == self.value(goal)}

    def context(self, found: Any, goal: Goal) -> str:
        """To find the position again from a failure."""
        return f"{self.game.text()}{self.game.rules}\n{goal} {found!r} {found.line.tolist()}"

    def check(self, goal: Goal, **options: Any) -> None:
        """All that the solver says, asked in each of the three ways."""
        for moves in ("all", "first", "winner"):
            self.check_result(solve(self.game, moves=moves, **goal, **options), goal, moves)

    def check_result(self, found: Any, goal: Goal, moves: str) -> None:
        """A search that no limit ended."""
        context = self.context(found, goal)
        assert found.complete is True, context
        assert found.value == self.value(goal), context
        values, best = pairs(found), unique(found.best_moves)
        if moves == "all":
            assert values == self.values(goal), context
            assert best == self.best_moves(goal), context
        else:
            assert values == {}, context
            assert best <= self.best_moves(goal), context
            assert len(best) == (1 if moves == "first" else 0), context
        self.check_more(found, goal)
        assert self.is_over(self.follow(found, goal)), context

    def check_partial(self, found: Any, goal: Goal, moves: str) -> None:
        """What is told is true, however early the search ended."""
        if found.complete:
            self.check_result(found, goal, moves)
            return
        context = self.context(found, goal)
        assert found.value in (None, self.value(goal)), context
        assert pairs(found).items() <= self.values(goal).items(), context
        assert unique(found.best_moves) <= (set() if found.value is None else self.best_moves(goal)), context
        self.check_more(found, goal)
        if found.value is not None:
            self.follow(found, goal)

    def follow(self, found: Any, goal: Goal) -> Place:
        """The end of the line: its moves are legal, and none of them gives anything away."""
        place, value = self.slow, self.value(goal)
        for code in codes_of(found.line):
            moves = self.moves(place)
            assert code in moves, self.context(found, goal)
            place = moves[code]
            assert self.worth(place, goal) == value, self.context(found, goal)
        return place

    def play_out(self, goal: Goal, high: bool, **options: Any) -> int:
        """The solver's moves for those who want the value high, or low, against all that the others can do.

        Every move is from a search of its own, and every end is worth what the oracle promised or better. The number
        of these searches is returned.
        """
        game, promised = self.game.copy(), self.value(goal)
        seen: set[object] = set()
        asked = 0

        def walk(place: Place) -> None:
            nonlocal asked
            if self.key(place) in seen:
                return
            seen.add(self.key(place))
            if self.is_over(place):
                end = self.worth(place, goal)
                assert end >= promised if high else end <= promised, (game.text(), str(game.rules), goal)
                return
            moves = self.moves(place)
            codes = list(moves)
            if self.maximises(place, goal) == high:
                found = solve(game, moves="first", **goal, **options)
                codes = found.best_moves.tolist()
                assert len(codes) == 1, self.context(found, goal)
                asked += 1
            for code in codes:
                game.push(code)
                walk(moves[code])
                game.pop()

        walk(self.slow)
        return asked


def pairs(found: Any) -> dict[int, int]:
    """Each move that is told, once, and its value."""
    assert found.values.dtype == np.int32
    assert len(unique(found.moves)) == len(found.values)
    return dict(zip(found.moves.tolist(), found.values.tolist(), strict=True))


def unique(moves: Any) -> set[int]:
    codes = codes_of(moves)
    assert len(set(codes)) == len(codes)
    return set(codes)


def codes_of(moves: Any) -> list[int]:
    assert moves.dtype == np.int64
    codes: list[int] = moves.tolist()
    return codes
