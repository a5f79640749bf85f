"""Writes tests/data/statistics.json: what random games of each preset come to.

    python tests/python/make_statistics.py

A figure is a mean over games and the games' standard deviation. Bombs, rockets and springs are counted by their
doublings: the same games, which rules about payment do not change, are paid with and without them. Signatures
(golden.json) tell that anything changed; these figures tell whether a change of the generator, which is free to draw
other games, left their distribution alone.
"""

from __future__ import annotations

import json
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from chupai import random_games
from chupai.doudizhu import Rules
from presets import PRESETS

FILE = Path(__file__).parents[1] / "data" / "statistics.json"
GAMES = 500_000
SEED = 20_240_229

PLAIN: dict[str, Any] = {
    "payoff": "stake",
    "bomb_doubling": "none",
    "spring": False,
    "reverse_spring": False,
    "multiplier_cap": None,
}
NOTE = (
    "Made by tests/python/make_statistics.py from `games` random games a preset, those that all passed left out. "
    "Each figure: mean and standard deviation over games, of the preset's own payoff of the "
    "landlord, 1 where he wins, plies, the stake, bombs played of at least four, five and six cards, rockets, springs, "
    "reverse springs."
)


def figures(preset: str, games: int, seed: int) -> dict[str, tuple[float, float]]:
    """The mean and standard deviation of each figure over so many random games."""
    rules = Rules.preset(preset)

    def paid(**options: Any) -> npt.NDArray[np.int32]:
        fields: dict[str, Any] = {**PLAIN, "sides": "solo", **options}
        return random_games(rules.replace(**fields), games, seed=seed)[0]

    plain = paid()
    played = plain.any(axis=1)
    plain = plain[played]
    rows, landlord = np.arange(len(plain)), np.abs(plain).argmax(axis=1)
    stakes = np.abs(plain[rows, landlord]) // (rules.players - 1)

    def doublings(**options: Any) -> npt.NDArray[np.float64]:
        ratios: npt.NDArray[np.float64] = paid(**options)[played][rows, landlord] / plain[rows, landlord]
        return np.log2(ratios)

    def bombs(size: int) -> npt.NDArray[np.float64]:
        return doublings(bomb_doubling="each", doubling_bomb_min=size)

    payoffs, plies = random_games(rules, games, seed=seed)
    rockets = bombs(4 * rules.packs + 1)
    found: dict[str, npt.NDArray[Any]] = {
        "landlord_payoff": payoffs[played][rows, landlord],
        "landlord_wins": plain[rows, landlord] > 0,
        "plies": plies[played],
        "stake": stakes,
        "bombs": bombs(4) - rockets,
        "rockets": rockets,
        "springs": doublings(spring=True),
        "reverse_springs": doublings(reverse_spring=True),
    }
    if rules.packs == 2:
        found |= {f"bombs_of_{size}": bombs(size) - rockets for size in (5, 6)}
        partner = payoffs[played][rows, (landlord + 2) % 4]
        found["landlord_side_wins"] = (payoffs[played][rows, landlord] > 0) | (partner > 0) * (rules.sides == "pairs")
    return {name: (float(values.mean()), float(values.std())) for name, values in found.items()}


def spread(one: tuple[float, float], games: int, other: tuple[float, float], other_games: int) -> float:
    """The standard deviation of the difference of two means, by the larger deviation of the games."""
    return max(one[1], other[1]) * sqrt(1 / games + 1 / other_games)


def main() -> None:
    presets = {
        preset: {name: [round(value, 6) for value in figure] for name, figure in figures(preset, GAMES, SEED).items()}
        for preset in PRESETS
    }
    FILE.write_text(json.dumps({"note": NOTE, "games": GAMES, "presets": presets}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
