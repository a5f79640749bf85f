"""Writes the golden files of tests/data: what the generator of deals and random play gives.

    python tests/python/make_golden.py

Run it when the generator is meant to change, and only then: users rely on the same seed for ever.
"""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path
from typing import Any

from chupai import gongzhu, random_games
from chupai.doudizhu import Game, Rules
from presets import GONGZHU, PRESETS

DATA = Path(__file__).parents[1] / "data"
GAMES = DATA / "golden-games.txt"
GONGZHU_GAMES = DATA / "golden-gongzhu.txt"
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


def gongzhu_texts() -> list[str]:
    """A whole deal of Gong Zhu of each rules; every other one of a given leader."""
    found = []
    for seed, rules in enumerate(GONGZHU):
        game = gongzhu.Game(rules, seed=seed, game=seed, episode=seed, leader=(None, 2)[seed % 2])
        _play(game, random.Random(seed))
        found.append(game.text())
    return found


def _play(game: Game | gongzhu.Game, rng: random.Random) -> None:
    while not game.is_over:
        legal = game.legal
        game.push(legal[rng.randrange(len(legal))])


def signature(rules: Rules | gongzhu.Rules) -> str:
    """A hash of seeded random games: payoffs and plies, little-endian."""
    payoffs, plies = random_games(rules, SIGNED, seed=1)
    return hashlib.sha256(payoffs.astype("<i4").tobytes() + plies.astype("<i4").tobytes()).hexdigest()


def numbers() -> dict[str, Any]:
    deals = [Game(seed=seed).deal for seed in range(5)]
    gongzhu_deals = [gongzhu.Game(rules, seed=seed).deal for seed, rules in enumerate(GONGZHU)]
    return {
        "deals": ["/".join((*deal.hands, deal.bottom)) + f" first {deal.first}" for deal in deals],
        "signatures": {preset: signature(Rules.preset(preset)) for preset in PRESETS},
        "gongzhu deals": ["/".join(deal.hands) for deal in gongzhu_deals],
        "gongzhu signatures": {text: signature(gongzhu.Rules.from_text(text)) for text in GONGZHU},
    }


def main() -> None:
    GAMES.write_text("\n".join(texts()), encoding="utf-8")
    GONGZHU_GAMES.write_text("\n".join(gongzhu_texts()), encoding="utf-8")
    NUMBERS.write_text(json.dumps(numbers(), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
