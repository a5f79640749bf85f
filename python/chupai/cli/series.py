"""Games one after the other: which comes next, and what each seat has so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, Self, TypeVar

from rich.text import Text

from chupai.cli.face import Face, G

G_inv = TypeVar("G_inv")


class Series(Protocol[G_inv]):
    """A value: counting a game gives another series, so that its last move can still be taken back."""

    @property
    def title(self) -> str:
        """Which game of the series is next."""
        ...

    @property
    def unit(self) -> str:
        """What it is a series of."""
        ...

    @property
    def whole(self) -> str:
        """What a person leaves who asks for a new one: a game, or the match it belongs to."""
        ...

    @property
    def seed(self) -> int:
        """Names the deals."""
        ...

    @property
    def totals(self) -> Sequence[int]:
        """What each seat has so far."""
        ...

    def game(self) -> G_inv:
        """The next game."""
        ...

    def after(self, game: G_inv) -> Self:
        """The series with that finished game counted."""
        ...

    def without(self) -> Self:
        """The series without the next game, or the next match of all."""
        ...

    def verdict(self, seat: int) -> Text | None:
        """How it ended for that seat; None while it goes on."""
        ...


@dataclass(frozen=True)
class Games(Generic[G]):
    """Games without an end; what they paid is added up."""

    face: Face[Any, G, Any]
    rules: Any
    seed: int
    totals: tuple[int, ...]
    number: int = 0
    before: G | None = None

    @property
    def title(self) -> str:
        """Counted from one."""
        return f"game {self.number + 1}"

    @property
    def unit(self) -> str:
        """A game."""
        return "game"

    @property
    def whole(self) -> str:
        """Each stands for itself."""
        return "game"

    def game(self) -> G:
        """Deal."""
        return self.face.deal(self.rules, self.seed, self.number, self.before)

    def after(self, game: G) -> Self:
        """Add what it paid."""
        paid = game.returns().tolist()
        totals = tuple(sum(pair) for pair in zip(self.totals, paid, strict=True))
        return replace(self, totals=totals, number=self.number + 1, before=game)

    def without(self) -> Self:
        """The next number."""
        return replace(self, number=self.number + 1, before=None)

    def verdict(self, seat: int) -> Text | None:
        """They never end."""
        return None


def start(face: Face[Any, G, Any], rules: Any, seed: int, *, match: bool) -> Series[G]:
    """A match, or games without an end."""
    return face.match(rules, seed) if match else Games(face, rules, seed, (0,) * rules.players)
