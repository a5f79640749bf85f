# pyright: strict
"""The API as typed code uses it, for the type checkers alone: `test_typing.py` reads it, nothing runs it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

import chupai
from chupai import doudizhu, gongzhu, ragged
from chupai.typing import CodeLike, Game, LegalMoves, MoveLike, View

# --------------------------------------------------------------------------- rules and games

rules = doudizhu.Rules.preset("standard").replace(spring=False, trio_kinds=("bare", "solo"), multiplier_cap=None)
again = doudizhu.Rules(**rules.asdict())
counted = doudizhu.Rules(multiplier_cap=np.int64(8), spring=np.bool_(True))
valued = gongzhu.Rules(heart_values=np.arange(13), loss_limit=np.int32(-500))
game = doudizhu.Game(rules, seed=np.int64(7))
game.push(game.legal[0])
game.push(game.legal.moves()[0])
game.play("pass")
move: doudizhu.Move = doudizhu.Move(game.legal.codes[0])
kind: doudizhu.Kind = move.kind
top: doudizhu.Rank | None = move.top
codes: npt.NDArray[np.int64] = doudizhu.legal_codes("334455", move)
some: npt.NDArray[np.int64] = game.legal[1:3]
seen = doudizhu.View.from_observation("3344556789TJQKA22", game.history, seat=game.player)
match = gongzhu.Match(valued, totals=np.zeros(4, np.int32))
match.add_scores(match.game().scores())

# --------------------------------------------------------------------------- any game

either: doudizhu.Game | gongzhu.Game = game if rules.spring else match.game()
leaves: int = chupai.perft(either, 2)
rows: npt.NDArray[np.int32] = chupai.playout(either, 10)
payoffs: npt.NDArray[np.int32] = chupai.random_games(either.rules, 10)[0]
view: View = game.view(0)
any_game: Game = game
legal: LegalMoves = any_game.legal


def search(node: Game, seat: int) -> float:
    if node.is_over:
        return float(node.returns()[seat])
    best = 0.0
    for code in node.legal:
        node.push(code)
        best = max(best, search(node, seat))
        node.pop()
    return max(best, *(search(world, seat) for world in node.copy().view(seat).sample(2, seed=1)))


search(game, 0)


class Countdown:
    """A game of one's own: whoever says 0 has won."""

    def __init__(self, left: int) -> None:
        self.left = left
        self.said: list[int] = []

    @property
    def num_players(self) -> int:
        return 2

    @property
    def player(self) -> int:
        return len(self.said) % 2

    @property
    def is_over(self) -> bool:
        return self.left == 0

    @property
    def legal(self) -> LegalMoves:
        raise NotImplementedError

    @property
    def ply(self) -> int:
        return len(self.said)

    @property
    def history(self) -> npt.NDArray[np.int64]:
        return np.array(self.said, np.int64)

    @property
    def key(self) -> int:
        return self.left

    def push(self, code: CodeLike) -> None:
        self.said.append(code.__index__())

    def play(self, move: MoveLike) -> None:
        self.push(int(move))

    def pop(self) -> int:
        return self.said.pop()

    def copy(self) -> Countdown:
        return Countdown(self.left)

    def returns(self) -> npt.NDArray[np.int32]:
        return np.zeros(2, np.int32)

    def view(self, seat: CodeLike) -> View:
        raise NotImplementedError

    def text(self) -> str:
        return str(self.left)


search(Countdown(5), 0)

# --------------------------------------------------------------------------- solving

open_game = doudizhu.Game.from_hands("33/4")
table = chupai.SolverTable(mb=np.int64(8))
found: doudizhu.Solution = chupai.solve(open_game, moves="all", nodes=1000, seconds=1.5, table=table, mode="payoff")
winner: bool | None = found.winner
line: npt.NDArray[np.int64] = found.line
values: npt.NDArray[np.int32] = found.values
value: int | None = chupai.solve(either, threads=2).value
best: npt.NDArray[np.int64] = chupai.solve(gongzhu.Game("scrofazero"), objective="paranoid", seat=1).best_moves

# --------------------------------------------------------------------------- arrays

batch = doudizhu.Batch(4, rules, seed=1)
index: npt.NDArray[np.int32] = ragged.segment_sample(np.zeros(len(batch.codes)), batch.offsets, seed=2)
batch.step(index)
batch.step_codes([doudizhu.Move(0)] * 4)
moves: Sequence[doudizhu.Move | int] = [0, doudizhu.Move("3")]
ids: npt.NDArray[np.int32] = doudizhu.ActionTable().ids(moves)
narrow: npt.NDArray[np.float32] = ragged.segment_softmax(np.zeros(3, np.float32), [0, 1, 3])
wide: npt.NDArray[np.float64] = ragged.segment_log_softmax([0.5, 1, 2], [0, 1, 3])
other: npt.NDArray[np.floating[Any]] = ragged.segment_softmax(np.zeros(3, np.float16), [0, 1, 3])
padded: npt.NDArray[np.int64] = ragged.to_padded(batch.codes, batch.offsets, fill=-1)
