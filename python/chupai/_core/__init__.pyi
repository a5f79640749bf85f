from collections.abc import Callable, Sequence
from typing import Any, Final, Literal, SupportsIndex, TypeVar, overload

import numpy as np
import numpy.typing as npt

from chupai._core import doudizhu as doudizhu
from chupai._core import gongzhu as gongzhu

_Real = TypeVar("_Real", np.float32, np.float64)
_Scalar = TypeVar("_Scalar", bound=np.generic)

level: Final[str]

class ChupaiError(ValueError): ...
class RulesError(ChupaiError): ...
class ParseError(ChupaiError): ...
class IllegalMoveError(ChupaiError): ...

def perft(game: doudizhu.Game | gongzhu.Game, depth: SupportsIndex, bulk: bool = True) -> int: ...
def playout(
    game: doudizhu.Game | gongzhu.Game, n: SupportsIndex, seed: SupportsIndex = 0, *, start: SupportsIndex = 0
) -> npt.NDArray[np.int32]: ...
def random_games(
    rules: doudizhu.Rules | gongzhu.Rules | str, n: SupportsIndex, seed: SupportsIndex = 0, *, start: SupportsIndex = 0
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]: ...

class SolverTable:
    def __init__(self, mb: SupportsIndex = 256) -> None: ...
    @property
    def mb(self) -> int: ...
    @property
    def used_mb(self) -> float: ...
    def clear(self) -> None: ...

@overload
def solve(
    game: doudizhu.Game,
    *,
    moves: Literal["winner", "first", "all"] = "winner",
    nodes: SupportsIndex | None = None,
    seconds: float | None = None,
    table_mb: SupportsIndex = 256,
    threads: SupportsIndex = 1,
    table: SolverTable | None = None,
    progress: Callable[[int, float], object] | None = None,
    mode: Literal["winner", "payoff"] = "winner",
) -> doudizhu.Solution: ...
@overload
def solve(
    game: gongzhu.Game,
    *,
    moves: Literal["winner", "first", "all"] = "winner",
    nodes: SupportsIndex | None = None,
    seconds: float | None = None,
    table_mb: SupportsIndex = 256,
    threads: SupportsIndex = 1,
    table: SolverTable | None = None,
    progress: Callable[[int, float], object] | None = None,
    objective: Literal["team", "paranoid"] = "team",
    seat: SupportsIndex | None = None,
) -> gongzhu.Solution: ...
def segment_sample(logits: npt.ArrayLike, offsets: npt.ArrayLike, seed: SupportsIndex) -> npt.NDArray[np.int32]: ...
def segment_argmax(values: npt.ArrayLike, offsets: npt.ArrayLike) -> npt.NDArray[np.int32]: ...
@overload
def segment_softmax(logits: npt.NDArray[_Real], offsets: npt.ArrayLike) -> npt.NDArray[_Real]: ...
@overload
def segment_softmax(logits: Sequence[float], offsets: npt.ArrayLike) -> npt.NDArray[np.float64]: ...
@overload
def segment_softmax(logits: npt.ArrayLike, offsets: npt.ArrayLike) -> npt.NDArray[np.floating[Any]]: ...
@overload
def segment_log_softmax(logits: npt.NDArray[_Real], offsets: npt.ArrayLike) -> npt.NDArray[_Real]: ...
@overload
def segment_log_softmax(logits: Sequence[float], offsets: npt.ArrayLike) -> npt.NDArray[np.float64]: ...
@overload
def segment_log_softmax(logits: npt.ArrayLike, offsets: npt.ArrayLike) -> npt.NDArray[np.floating[Any]]: ...
@overload
def to_padded(
    values: npt.NDArray[_Scalar], offsets: npt.ArrayLike, fill: object = 0, length: SupportsIndex | None = None
) -> npt.NDArray[_Scalar]: ...
@overload
def to_padded(
    values: npt.ArrayLike, offsets: npt.ArrayLike, fill: object = 0, length: SupportsIndex | None = None
) -> npt.NDArray[Any]: ...
def to_mask(ids: npt.ArrayLike, offsets: npt.ArrayLike, size: SupportsIndex) -> npt.NDArray[np.bool_]: ...
def _bench_moves(
    rules: doudizhu.Rules, hands: npt.ArrayLike, to_beat: npt.ArrayLike, write: bool, repeats: SupportsIndex
) -> int: ...
def _bench_deals(rules: doudizhu.Rules | gongzhu.Rules, seed: SupportsIndex, n: SupportsIndex) -> int: ...
