"""Dou Dizhu, solved at the command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from rich.text import Text

from chupai import doudizhu
from chupai.cli import style
from chupai.cli.solver import Solver

_OTHERS = "the others"
_SUITED = "3456789TJQKA2"
_COUNTS = 2**60 - 1
"""The part of a code that says how many cards of each rank."""


class DouDizhuSolver(Solver[doudizhu.Rules, doudizhu.Game, doudizhu.Move]):
    """Who wins, or what is paid; the landlord's side against the others."""

    positions: ClassVar[Mapping[str, str]] = {
        "landlord": "who is the landlord",
        "to_move": "whose turn it is",
        "to_beat": "what lies on the table",
        "passes": "how many have passed since",
        "stake": "what a loser pays",
    }
    goals: ClassVar[Mapping[str, str]] = {"mode": "what counts, winner or payoff"}
    numbers: ClassVar[frozenset[str]] = frozenset({"landlord", "to_move", "passes", "stake"})

    def open(self, hands: str, rules: doudizhu.Rules, options: Mapping[str, Any]) -> doudizhu.Game:
        """Where nothing is said, the first is the landlord and leads."""
        return doudizhu.Game.from_hands(hands, rules=rules, **options)

    def write_hands(self, game: doudizhu.Game) -> str:
        """Separated by blanks."""
        return " ".join(game.hands)

    def on_table(self, game: doudizhu.Game) -> str:
        """What is to be beaten."""
        return "" if game.to_beat is None else str(game.to_beat)

    def move(self, code: int) -> doudizhu.Move:
        """Cards or a pass."""
        return doudizhu.Move(code)

    def verdict(self, game: doudizhu.Game, value: int, goal: Mapping[str, Any]) -> Text:
        """The side that wins, or what the side to move is paid."""
        side = _is_landlords(game, game.player)
        if goal.get("mode") == "payoff":
            return Text.assemble(style.signed(value), f" for {_name(game, side)}")
        winner = _name(game, side == (value > 0))
        return Text(f"{winner} {'win' if winner == _OTHERS else 'wins'}", "bold green" if value > 0 else "bold red")

    def worth(self, value: int, goal: Mapping[str, Any]) -> Text:
        """For the player to move."""
        if goal.get("mode") == "payoff":
            return style.signed(value)
        return Text("wins", "green") if value > 0 else Text("loses", "red")

    def answer(self, solution: Any, goal: Mapping[str, Any]) -> npt.NDArray[np.int64]:
        """Moves that win; with payoffs, those that bring most."""
        found: doudizhu.Solution = solution
        return found.best_moves if goal.get("mode") == "payoff" else found.winning_moves

    def deck(self, rules: doudizhu.Rules) -> list[str]:
        """One pack or two, jokers last."""
        return [*(_SUITED * (4 * rules.packs)), *("BR" * rules.packs)]

    def players(self, rules: doudizhu.Rules) -> int:
        """The landlord and one opponent."""
        return 2

    def goal(self, players: int) -> Mapping[str, Any]:
        """To win."""
        return {}

    def is_hard(self, game: doudizhu.Game) -> bool:
        """Does it take three plays or more to get rid of the first hand, even if nobody ever beats one?"""
        hand, rules = doudizhu.hand_code(game.hands[game.player]), game.rules
        rests = (hand - (code & _COUNTS) for code in game.legal)
        return not any(rest == 0 or doudizhu.classify(doudizhu.hand_text(rest), rules) for rest in rests)


def _pairs(game: doudizhu.Game) -> bool:
    """Two hands are the landlord and one opponent, whatever the rules."""
    return game.rules.sides == "pairs" and game.num_players == 4


def _is_landlords(game: doudizhu.Game, seat: int) -> bool:
    """Is this seat of the landlord's side?"""
    away = seat - (game.landlord or 0)
    return away % 2 == 0 if _pairs(game) else away == 0


def _name(game: doudizhu.Game, landlords: bool) -> str:
    """A side, the landlord's or the other."""
    if _pairs(game):
        return "the landlord's pair" if landlords else "the other pair"
    return "the landlord" if landlords else _OTHERS if game.num_players > 2 else "the opponent"
