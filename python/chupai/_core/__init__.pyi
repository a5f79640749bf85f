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
    """Memory for `solve`, kept between calls.

    What one call finds out about a deal makes the next ones on positions of that deal faster; values never depend on
    it. One call at a time may use it.
    """

    def __init__(self, mb: SupportsIndex = 256) -> None:
        """`mb` bounds its memory in MiB, 1..2**20; little of that is used until it is needed."""

    @property
    def mb(self) -> int:
        """The bound of its memory, in MiB."""

    @property
    def used_mb(self) -> float:
        """Memory in use, in MiB."""

    def clear(self) -> None:
        """Forget everything and give the memory back."""

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
) -> doudizhu.Solution:
    """Solve a game of Dou Dizhu exactly, all cards known: the landlord's side against all others as one team.

    mode: "winner" asks whether the side to move wins (value 1 or -1), "payoff" what `returns()` gives its seats
    together when both sides play for that.
    moves: "winner" finds the value alone, "first" also one best move, "all" the value of every legal move.
    nodes, seconds: limits of the search, above 0; what is not known then is None or left out.
    table_mb: bound of its memory in MiB. table: a `SolverTable`, used instead and kept between calls.
    threads: 1..64. progress: called with nodes and seconds about ten times a second; what it raises comes through, and
    False from it ends the search as a limit does.

    ValueError where the game is over or its play has not begun, or an argument is out of range.
    """

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
) -> gongzhu.Solution:
    """Solve a game of Gong Zhu exactly, all cards known.

    objective: "team" is the score of seats 0 and 2 less that of seats 1 and 3, which each side plays for (four
    players); "paranoid" the score of one `seat` (default: the one to move), which all others keep low.
    The other arguments and the errors are those of Dou Dizhu.
    """

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
