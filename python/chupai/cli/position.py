"""A position to be solved: hands that the user named, or a game as text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from chupai.cli import games, solver
from chupai.cli.face import Face
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


def from_hands(face: Face[Any, Any, Any], hands: str, rules: str, said: Mapping[str, Any]) -> Position:
    """Open hands, joined by '/', and what else was said of the position."""
    options = face.solver()
    solver.check(face.title, said, options.positions)
    return Position(face, options.open(hands, face.rules_type.from_text(rules), said))


def from_text(text: str, otherwise: Face[Any, Any, Any]) -> Position:
    """A game as `Game.text()` writes it; the text names which game it is of."""
    named = text.split(maxsplit=2)[1:2]
    face = games.find(named[0]) if named and named[0] in games.NAMES else otherwise
    return Position(face, face.game_type.from_text(text))
