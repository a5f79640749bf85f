"""A position to be solved: hands that the user named, or a game as text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from chupai.cli import games
from chupai.cli.face import Face, R
from chupai.cli.options import check
from chupai.cli.solver import Solver


@dataclass(frozen=True)
class Position:
    """A game and its face."""

    face: Face[Any, Any, Any]
    game: Any

    @property
    def solver(self) -> Solver[Any, Any, Any]:
        """How it is solved."""
        return self.face.solver()

    @property
    def label(self) -> str:
        """Rules, hands, and whose turn it is on what."""
        on_table = self.solver.on_table(self.game)
        turn = f"seat {self.game.player} {f'on {on_table}' if on_table else 'leads'}"
        return f"{games.label(self.face, self.game.rules)} · {' / '.join(self.game.hands)} · {turn}"


def from_hands(face: Face[R, Any, Any], hands: str, rules: R, options: Mapping[str, Any]) -> Position:
    """Open hands, joined by '/', and what else was said of the position."""
    solver = face.solver()
    check(face.title, options, solver.positions)
    return Position(face, solver.open(hands, rules, options))


def from_text(text: str, game: str | None = None) -> Position:
    """A game as `Game.text()` writes it: of the game that is named, or else of the one that the text names."""
    if game is None:
        game = next((word for word in text.split(maxsplit=2)[1:2] if word in games.NAMES), None)
    face = games.find(game)
    return Position(face, face.game_type.from_text(text))
