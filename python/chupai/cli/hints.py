"""Hints: what each move brings on average when everybody plays at random from here, over deals that could be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic

import chupai
from chupai.cli.face import Game, M, Move

_PLAYOUTS = 200_000
_DEALS = 48


@dataclass(frozen=True)
class Hint(Generic[M]):
    """A move and the mean payoff after it."""

    move: M
    payoff: float


def best(game: Game[M], n: int = 3) -> list[Hint[M]]:
    """The n most promising moves of the player to move, by what this seat knows."""
    seat = game.player
    moves = game.legal.moves()
    worlds = game.view(seat).sample(_DEALS)
    each = max(4, _PLAYOUTS // (len(moves) * _DEALS))
    found = [Hint(move, _mean(worlds, move, seat, each)) for move in moves]
    return sorted(found, key=lambda hint: -hint.payoff)[:n]


def _mean(worlds: Sequence[Any], move: Move, seat: int, each: int) -> float:
    total = 0.0
    for i, world in enumerate(worlds):
        world.push(move)
        total += float(chupai.playout(world, each, seed=i)[:, seat].mean())
        world.pop()
    return total / len(worlds)
