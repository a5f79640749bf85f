"""Endgames of Gong Zhu for the solver, and what the oracle says of them."""

from __future__ import annotations

import random
from dataclasses import replace

import gongzhu as oracle
from chupai.gongzhu import Game
from gongzhu_support import odd_rules, played, random_open
from solve_support import Answers, Goal

Position = tuple[Game, oracle.State]  # the same position, of the engine and of the oracle
TEAM: Goal = {"objective": "team"}


def paranoid(seat: int) -> Goal:
    return {"objective": "paranoid", "seat": seat}


def open_endgame(rng: random.Random, rules: oracle.Rules, tricks: int) -> Position:
    given, slow = random_open(rng, rules, tricks)
    return Game.from_hands(**given), slow


def played_endgame(rng: random.Random, rules: oracle.Rules, left: int) -> Position:
    """A whole deal, everything exposed, with the scoring cards held as long as can be."""
    game, begin, moves = played(rng, rules, left, "HA SQ DJ CT HK HQ HJ")
    return game, begin.play(*moves)


def any_rules(rng: random.Random, players: int) -> oracle.Rules:
    """A preset or any odd rules."""
    if rng.random() < 0.5:
        return odd_rules(rng, players)
    preset = oracle.PRESETS[rng.choice(sorted(oracle.PRESETS))]
    return replace(preset, players=players, teams=preset.teams if players == 4 else "none")


class GongzhuAnswers(Answers[oracle.State]):
    def __init__(self, game: Game, slow: oracle.State) -> None:
        super().__init__(game, slow)
        players = slow.rules.players
        self.goals = [paranoid(seat) for seat in range(players)] + [TEAM] * (players == 4)
        self.memory: dict[object, tuple[int, ...]] = {}

    def moves(self, place: oracle.State) -> dict[int, oracle.State]:
        return {place.move_code(move): place.after(move) for move in place.moves()}

    def worth(self, place: oracle.State, goal: Goal) -> int:
        *own, team = oracle._solve(place, self.memory)  # one memory for all the positions of a game
        return team if goal == TEAM else own[goal["seat"]]

    def is_over(self, place: oracle.State) -> bool:
        return place.is_over()

    def maximises(self, place: oracle.State, goal: Goal) -> bool:
        return place.player in ((0, 2) if goal == TEAM else (goal["seat"],))

    def key(self, place: oracle.State) -> object:
        return place.hands, place.trick, place.leader, place.taken, place.earlier_leads
