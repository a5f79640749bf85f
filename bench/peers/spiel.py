"""Random games of any OpenSpiel game whose chance nodes, equally likely, all come first."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

from bench.peers.base import require

PER_DEAL = 50  # rollouts of one dealt position

NewState = Callable[[], Any]


def pyspiel() -> Any:
    return require("pyspiel", "open_spiel")


def deal(state: Any, rng: random.Random) -> Any:
    """The same state, past its chance nodes."""
    while state.is_chance_node():
        state.apply_action(rng.choice(state.chance_outcomes())[0])
    return state


def advancing(rng: random.Random) -> Callable[[Any], bool]:
    """One random decision in a state; does the game go on?"""

    def advance(state: Any) -> bool:
        state.apply_action(rng.choice(state.legal_actions()))
        return not state.is_terminal()

    return advance


def games_from_python(new_state: NewState, n: int, seed: int) -> tuple[float, int]:
    """Every chance node and every decision is a Python call."""
    rng = random.Random(seed)
    choice = rng.choice
    plies = 0
    start = time.process_time()
    for _ in range(n):
        state = deal(new_state(), rng)
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))
            plies += 1
    return time.process_time() - start, plies


def games_inside(new_state: NewState, players: int, chance_nodes: int, n: int, seed: int) -> tuple[float, int]:
    """C++ uniform random bots: one Python call a game."""
    library = pyspiel()
    play = library.evaluate_bots
    bots = [library.make_uniform_random_bot(player, seed + player) for player in range(players)]
    plies = 0
    start = time.process_time()
    for i in range(n):
        state = new_state()
        play(state, bots, seed + i)
        plies += state.move_number() - chance_nodes
    return time.process_time() - start, plies


def rollouts(game: Any, dealt: Callable[[random.Random], Any], n: int, seed: int) -> tuple[float, int]:
    """A search of one simulation evaluates its root by `PER_DEAL` rollouts in one call.

    Dealing is not in the time (a root may not be a chance node), and plies are
    not told: 0 is returned for them.
    """
    rng, seconds = random.Random(seed), 0.0
    for left in range(n, 0, -PER_DEAL):
        seconds += _playouts(game, dealt(rng), min(left, PER_DEAL), rng.getrandbits(31))
    return seconds, 0


def _playouts(game: Any, state: Any, count: int, seed: int) -> float:
    library = pyspiel()
    evaluator = library.RandomRolloutEvaluator(count, seed)
    bot = library.MCTSBot(game, evaluator, 1.4, 1, 64, False, 1, False)
    start = time.process_time()
    bot.mcts_search(state)
    return time.process_time() - start
