"""Gong Zhu, solved at the command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from rich.text import Text

from chupai import gongzhu
from chupai._cards import split
from chupai.cli import style
from chupai.cli.solver import Solver


class GongZhuSolver(Solver[gongzhu.Rules, gongzhu.Game, gongzhu.Move]):
    """Points: of two sides, or of one seat against all."""

    positions: ClassVar[Mapping[str, str]] = {
        "trick": "what lies on the table",
        "leader": "who leads, or led, this trick",
        "taken": "what each has taken, joined by /",
        "exposed": "which cards were exposed",
        "suits_led": "what earlier tricks were of",
    }
    goals: ClassVar[Mapping[str, str]] = {
        "objective": "whose points count, team or paranoid",
        "seat": "whose they are, if paranoid",
    }
    numbers: ClassVar[frozenset[str]] = frozenset({"leader", "seat"})

    def open(self, hands: str, rules: gongzhu.Rules, options: Mapping[str, Any]) -> gongzhu.Game:
        """Where nothing is said, nothing is taken or exposed, and seat 0 is to lead."""
        return gongzhu.Game.from_hands(hands, rules=rules, **options)

    def write_hands(self, game: gongzhu.Game) -> str:
        """Joined by '/', without empty suits."""
        return "/".join(" ".join(suit for suit in hand.split() if not suit.endswith("-")) for hand in game.hands)

    def on_table(self, game: gongzhu.Game) -> str:
        """The cards of this trick."""
        return " ".join(game.trick)

    def move(self, code: int) -> gongzhu.Move:
        """A card."""
        return gongzhu.Move(code)

    def verdict(self, game: gongzhu.Game, value: int, goal: Mapping[str, Any]) -> Text:
        """Whose points these are."""
        if goal.get("objective") != "paranoid":
            return Text.assemble(style.signed(value), " for seats 0 and 2, less those of seats 1 and 3")
        return Text.assemble(style.signed(value), f" for seat {goal.get('seat', game.player)}, all others against it")

    def worth(self, value: int, goal: Mapping[str, Any]) -> Text:
        """Points."""
        return style.signed(value)

    def answer(self, solution: Any, goal: Mapping[str, Any]) -> npt.NDArray[np.int64]:
        """Cards that reach the value."""
        found: gongzhu.Solution = solution
        return found.best_moves

    def deck(self, rules: gongzhu.Rules) -> list[str]:
        """What any deal has: with three or five players some low cards are out."""
        cards = (card for hand in gongzhu.Game(rules, seed=0).hands for card in split(hand))
        return sorted(cards, key=gongzhu.Move)

    def players(self, rules: gongzhu.Rules) -> int:
        """All of them."""
        return rules.players

    def goal(self, players: int) -> Mapping[str, Any]:
        """Two sides where there are four, else the first seat's points."""
        return {} if players == 4 else {"objective": "paranoid"}

    def is_hard(self, game: gongzhu.Game) -> bool:
        """Always: where no card scores, every move is as good as another."""
        return True
