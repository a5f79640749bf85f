"""OpenSpiel's Hearts beside Gong Zhu: no public Gong Zhu engine is a library.

Hearts is the nearest game: four players, the same pack, 52 cards played in 13
tricks, the suit led followed. It differs in that C2 must lead, hearts must be
broken, the first trick takes no points, and in what cards cost. Its passing
phase is left out: with ``pass_cards=false`` the first chance node still offers
all four directions, so "No Pass" is chosen there.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from bench.peers import spiel
from bench.peers.base import COPIES, Call, Engine, reached

TRICK_CARDS = 52  # decisions of a deal
_LISTS = 4 * TRICK_CARDS
_NO_PASS = 0
_CHANCE_NODES = 53  # the direction, 52 cards
_GAME = "hearts(pass_cards=false)"
_ASKED = f'{_GAME}, "No Pass" chosen at its first chance node'


class Hearts(Engine):
    """From Python."""

    name = "open_spiel hearts"
    title = "OpenSpiel"
    how = "Hearts, from Python"
    package = "open_spiel"
    game = "gongzhu"
    preset = "standard exposing=false"
    included: Mapping[str, str] = {
        "games": f"{_ASKED}; from Python: chance_outcomes, legal_actions, apply_action; deal, play",
        "steps": "the same games: legal_actions, apply_action and the deal",
        "lists": "State.legal_actions, as often after each number of cards played",
        "copies": "State.clone",
    }

    def __init__(self) -> None:
        self._game = spiel.pyspiel().load_game(_GAME)

    def _new_state(self) -> Any:
        state = self._game.new_initial_state()
        state.apply_action(_NO_PASS)
        return state

    def _dealt(self, rng: random.Random) -> Any:
        return spiel.deal(self._new_state(), rng)

    def _reached(self, depths: list[int], seed: int) -> list[Any]:
        rng = random.Random(seed)
        return reached(lambda: self._dealt(rng), spiel.advancing(rng), depths)

    def random_games(self, n: int, seed: int = 0) -> tuple[float, int]:
        return spiel.games_from_python(self._new_state, n, seed)

    def lists(self, seed: int) -> list[Call]:
        return [state.legal_actions for state in self._reached([i % TRICK_CARDS for i in range(_LISTS)], seed)]

    def copies(self, seed: int) -> list[Call]:
        return [state.clone for state in self._reached([TRICK_CARDS // 2] * COPIES, seed)]


class HeartsCpp(Hearts):
    """Games played inside C++: one Python call a game."""

    name = "open_spiel hearts C++"
    how = "Hearts, games inside C++"
    decisions = "inside"
    included: Mapping[str, str] = {
        "games": f"{_ASKED}; evaluate_bots with C++ uniform random bots: deal, play; one call a game",
        "inside": "the same games",
    }

    def random_games(self, n: int, seed: int = 0) -> tuple[float, int]:
        return spiel.games_inside(self._new_state, 4, _CHANCE_NODES, n, seed)

    lists = copies = Engine.lists  # those of Hearts above


class HeartsRollouts(Hearts):
    """The fastest that the package goes: playouts of dealt positions."""

    name = "open_spiel hearts rollouts"
    how = "Hearts, rollouts inside C++, no deals"
    decisions = ""
    included: Mapping[str, str] = {
        "games": f"{_ASKED}; RandomRolloutEvaluator on dealt positions, {spiel.PER_DEAL} games a call; NO deal",
    }

    def random_games(self, n: int, seed: int = 0) -> tuple[float, int]:
        return spiel.rollouts(self._game, self._dealt, n, seed)

    lists = copies = Engine.lists  # those of Hearts above
