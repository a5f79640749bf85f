"""What code that works for any game may rely on: `Game`, `LegalMoves` and `View` as protocols, and the accepted inputs.

`chupai.doudizhu.Game` and `chupai.gongzhu.Game` satisfy `Game`. Write search against these types, and it needs no
change for the next game::

    from chupai.typing import Game

    def best_of(game: Game, seat: int, depth: int) -> int: ...

The protocols can be checked at run time: `isinstance(game, Game)` looks for the names, not for the types.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, Self, SupportsIndex, TypeAlias, runtime_checkable

import numpy as np
import numpy.typing as npt

__all__ = ["CardsLike", "CodeLike", "Game", "LegalMoves", "MoveLike", "View"]

CodeLike: TypeAlias = SupportsIndex
"""A move's number: an int, a numpy integer, or a `Move`, which stands for its code."""

CardsLike: TypeAlias = str | SupportsIndex
"""Cards: a text such as "334455", or an int of 4-bit counts, rank r at bits 4r."""

MoveLike: TypeAlias = str | SupportsIndex
"""A move: its text, a `Move`, or its code."""


@runtime_checkable
class LegalMoves(Protocol):
    """The legal moves of a game as it stands: lazy, in a fixed order, each once; none when the game is over."""

    @property
    def codes(self) -> npt.NDArray[np.int64]:
        """Codes of all legal moves: a new int64[n] array."""
        ...

    def __len__(self) -> int:
        """How many there are, counted without listing them."""
        ...

    def __contains__(self, move: object, /) -> bool:
        """Is this code, Move or text a legal move?"""
        ...

    def __getitem__(self, index: int, /) -> int:
        """The code of the index-th move; negative counts from the end. IndexError beyond either."""
        ...

    def __iter__(self) -> Iterator[int]:
        """The codes as they are now: moves made while iterating do not change what comes."""
        ...


@runtime_checkable
class View(Protocol):
    """What one seat knows of a game, and never more."""

    @property
    def seat(self) -> int:
        """Whose view it is."""
        ...

    @property
    def player(self) -> int:
        """The seat to move."""
        ...

    @property
    def num_players(self) -> int:
        """Seats."""
        ...

    @property
    def is_over(self) -> bool:
        """Is the game over?"""
        ...

    @property
    def history(self) -> npt.NDArray[np.int64]:
        """Codes of every move since the deal: int64[n]; -1 where this seat may not see it yet."""
        ...

    @property
    def legal_codes(self) -> npt.NDArray[np.int64]:
        """Codes of the seat's legal moves: int64[n], empty when it is not its turn."""
        ...

    def sample(self, n: SupportsIndex, *, seed: SupportsIndex = 0) -> Sequence[Game]:
        """Draw n games that this seat cannot tell from the real one, uniform over the deals it holds possible.

        The same seed draws the same games. ValueError where n or seed is out of range.
        """
        ...


@runtime_checkable
class Game(Protocol):
    """A game with its history: what search may rely on, whatever is played.

    Moves are codes, non-negative ints below 2**63. A call that fails raises a ValueError and leaves the game as it was.
    """

    @property
    def num_players(self) -> int:
        """Seats, numbered from 0."""
        ...

    @property
    def player(self) -> int:
        """The seat to move; means nothing when the game is over."""
        ...

    @property
    def is_over(self) -> bool:
        """Is the game over? Then nothing is legal and `returns` tells the payoffs."""
        ...

    @property
    def legal(self) -> LegalMoves:
        """The legal moves: a lazy view that follows the game."""
        ...

    @property
    def ply(self) -> int:
        """Moves made so far."""
        ...

    @property
    def history(self) -> npt.NDArray[np.int64]:
        """Codes of every move made: int64[ply]."""
        ...

    @property
    def key(self) -> int:
        """A 64-bit hash of the position, 0 <= key < 2**64: equal positions have equal keys."""
        ...

    def push(self, code: CodeLike) -> None:
        """Make a move by its code. IllegalMoveError, and nothing changed, where it is not legal."""
        ...

    def play(self, move: MoveLike) -> None:
        """Make a move given as text, Move or code. ValueError, and nothing changed, where it is not legal."""
        ...

    def pop(self) -> int:
        """Take the last move back and return its code. IllegalMoveError where there is none."""
        ...

    def copy(self) -> Self:
        """An independent copy, history included."""
        ...

    def returns(self) -> npt.NDArray[np.int32]:
        """Payoffs of all seats: int32[num_players]; zeros while the game goes on."""
        ...

    def view(self, seat: SupportsIndex) -> View:
        """What that seat knows. ValueError where there is no such seat."""
        ...

    def text(self) -> str:
        """The whole game as text, from which it can be rebuilt."""
        ...
