"""chupai itself: Dou Dizhu and Gong Zhu, under one set of rules each."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from bench.peers import clock
from bench.peers.base import COPIES, Call, Clock, Engine, reached, require
from bench.peers.doudizhu import MIDDLE, Peer, canonical
from bench.peers.hearts import TRICK_CARDS

BATCH = 4096  # games stepped at once
_INSTALL = ". (in the project's root)"
_WARM = 256  # plies after which the games of a batch are at different places
_LISTS = 4 * TRICK_CARDS


class Ours(Engine):
    """What is the same for both games: whole games, copies, and games stepped one by one and many at once."""

    title = "chupai"
    package = "chupai"
    decisions = ""  # clocks of their own
    included: Mapping[str, str] = {
        "games": "one call for all games: deals, whatever comes before play, play, payoffs",
        "steps": "Game(seed), then random.choice(game.legal) and push(code) until it is over",
        "batched": f"Batch of {BATCH:,}, one thread: a random index of each list by numpy, step(index), which deals"
        " anew where a game ended and writes the codes of all legal moves",
        "inside": f"Batch of {BATCH:,}, one thread: step_random(), which does the same but draws the moves itself",
        "copies": "Game.copy",
    }

    def __init__(self, preset: str) -> None:
        self._chupai = require("chupai", _INSTALL)
        self._module = require(f"chupai.{self.game}", _INSTALL)
        self.preset = preset
        self.name = f"chupai {self.game} {preset}"
        self.rules = self._module.Rules.from_text(preset)

    def random_games(self, n: int, seed: int = 0) -> tuple[float, int]:
        start = time.process_time()
        _, plies = self._chupai.random_games(self.rules, n, seed=seed)
        return time.process_time() - start, int(plies.sum())

    def stepped_games(self, n: int, seed: int = 0) -> tuple[float, int]:
        """The same from Python, one game and one move at a time."""
        new_game, rules = self._module.Game, self.rules
        choice = random.Random(seed).choice
        plies = 0
        start = time.process_time()
        for i in range(n):
            game = new_game(rules, seed=seed, game=i)
            while not game.is_over:
                game.push(choice(game.legal))
                plies += 1
        return time.process_time() - start, plies

    def clocks(self, seed: int) -> dict[str, Clock]:
        return {
            **super().clocks(seed),
            "steps": self.time_steps,
            "batched": self.time_batched,
            "inside": self.time_inside,
        }

    def time_steps(self, seconds: float, seed: int) -> dict[str, float]:
        return {"steps": clock.game_rates(self.stepped_games, seconds, seed)[1]}

    def time_batched(self, seconds: float, seed: int) -> dict[str, float]:
        numpy = require("numpy", "numpy")
        batch, rng = self._batch(seed), numpy.random.default_rng(seed)

        def step() -> None:
            counts = numpy.diff(batch.offsets)
            batch.step((rng.random(BATCH) * counts).astype(numpy.int32))

        return {"batched": self._decision_rate(step, seconds)}

    def time_inside(self, seconds: float, seed: int) -> dict[str, float]:
        return {"inside": self._decision_rate(self._batch(seed).step_random, seconds)}

    def _batch(self, seed: int) -> Any:
        batch = self._module.Batch(BATCH, self.rules, seed=seed, threads=1)
        batch.step_random(_WARM)
        return batch

    def _decision_rate(self, step: Callable[[], Any], seconds: float) -> float:
        """Whole deals are timed: where all take as many plies, a batch ends and deals its games all at once."""
        plies = int(self._chupai.random_games(self.rules, 1)[1][0])
        return clock.call_rate([step] * plies, seconds, each=BATCH)

    def game_in_play(self, rng: random.Random) -> Any:
        """A deal whose auction or exposing, if any, random players have done."""
        game = self._module.Game(self.rules, seed=rng.getrandbits(31))
        while game.phase != "play":
            game.push(rng.choice(game.legal))
            if game.is_over:
                game = self._module.Game(self.rules, seed=rng.getrandbits(31))
        return game

    def games_after(self, depths: Iterable[int], seed: int) -> list[Any]:
        """Random games after so many decisions in play."""
        rng = random.Random(seed)

        def advance(game: Any) -> bool:
            game.push(rng.choice(game.legal))
            return not game.is_over

        return reached(lambda: self.game_in_play(rng), advance, depths)


class DouDizhu(Ours, Peer):
    """Positions are asked of a function, in card text."""

    game = "doudizhu"
    how = "Dou Dizhu"
    included: Mapping[str, str] = {
        **Ours.included,
        "lists": "legal_codes(hand, to_beat, rules), the hand as its code, to_beat a Move",
    }

    def __init__(self, preset: str = "standard") -> None:
        super().__init__(preset)

    def ask(self, hand: str, to_beat: str) -> Call:
        module, rules = self._module, self.rules
        legal_codes, cards = module.legal_codes, module.hand_code(hand)
        table = module.Move.parse(to_beat, rules) if to_beat else ""
        return lambda: legal_codes(cards, table, rules)

    def texts(self, answer: Any) -> Iterable[str]:
        move = self._module.Move
        return [canonical(move(int(code)).cards) if code else "" for code in answer]

    def copies(self, seed: int) -> list[Call]:
        return [game.copy for game in self.games_after([MIDDLE] * COPIES, seed)]


class GongZhu(Ours):
    """Positions are those of games, after every number of cards as often."""

    game = "gongzhu"
    how = "Gong Zhu"
    included: Mapping[str, str] = {
        **Ours.included,
        "lists": "game.legal.codes, as often after each number of cards played",
    }

    def __init__(self, preset: str = "standard exposing=false") -> None:
        super().__init__(preset)

    def lists(self, seed: int) -> list[Call]:
        games = self.games_after([i % TRICK_CARDS for i in range(_LISTS)], seed)
        return [lister(game) for game in games]

    def copies(self, seed: int) -> list[Call]:
        return [game.copy for game in self.games_after([TRICK_CARDS // 2] * COPIES, seed)]


def lister(game: Any) -> Call:
    return lambda: game.legal.codes
