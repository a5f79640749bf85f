"""Writes golden-games.txt and golden.json of tests/data: what the generator of deals and random play gives.

    python tests/python/make_golden.py

Run it when the generator is meant to change, and only then: users rely on the same seed for ever.
"""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path
from typing import Any

from chupai import random_games
from chupai.doudizhu import Game, Rules
from presets import PRESETS

DATA = Path(__file__).parents[1] / "data"
GAMES = DATA / "golden-games.txt"
NUMBERS = DATA / "golden.json"
SIGNED = 2_000  # random games a preset


def texts() -> list[str]:
    """A whole game of each preset, and one redealt twice, as text; the moves are drawn by Python."""
    found = []
    for seed, preset in enumerate(PRESETS):
        rng = random.Random(seed)
        game = Game(Rules.preset(preset), seed=seed, game=seed, episode=seed)
        _play(game, rng)
        found.append(game.text())
    game = Game(seed=2**64 - 1)
    for _ in range(6):
        game.play("pass")
    _play(game, random.Random(99))
    return [*found, game.text()]


def _play(game: Game, rng: random.Random) -> None:
    while not game.is_over:
        legal = game.legal
        game.push(legal[rng.randrange(len(legal))])


def signature(preset: str) -> str:
    """A hash of seeded random games: payoffs and plies, little-endian."""
    payoffs, plies = random_games(Rules.preset(preset), SIGNED, seed=1)
    return hashlib.sha256(payoffs.astype("<i4").tobytes() + plies.astype("<i4").tobytes()).hexdigest()


def numbers() -> dict[str, Any]:
    deals = [Game(seed=seed).deal for seed in range(5)]
    return {
        "deals": ["/".join((*deal.hands, deal.bottom)) + f" first {deal.first}" for deal in deals],
        "signatures": {preset: signature(preset) for preset in PRESETS},
    }


def main() -> None:
    GAMES.write_text("\n".join(texts()), encoding="utf-8")
    NUMBERS.write_text(json.dumps(numbers(), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
