"""What 200,000 random games of Gong Zhu come to: the figures of the rules, and of a run of the slow oracle.

No exposing, S2's holder leads any card. The rules' figures are rounded, the oracle's have the standard errors beside
them, of 500,000 deals. Tolerance: four standard errors; the seeds are fixed, one that passes passes always.
"""

from __future__ import annotations

from functools import cache
from math import hypot, sqrt
from typing import Any

import numpy as np
import pytest

from chupai import random_games
from chupai.gongzhu import Rules

GAMES = 200_000
SIGMAS = 4
PLAYED: dict[str, Any] = {"exposing": False, "first_lead_card": "S2", "teams": "none"}

# Rules: the document's figure and half its last digit; the oracle's and its standard error.
MEANS = {
    "standard": (-60.3, 0.05, -60.234, 0.046),
    "plain": (-46.4, 0.05, -46.289, 0.025),
    "wikipedia": (-60.7, 0.05, -60.663, 0.043),
    "scrofazero": (-61.0, 0.05, -60.912, 0.040),
}
PERCENT = {
    "all hearts": (1.70, 0.005, 1.744, 0.019),
    "all sixteen": (0.24, 0.005, 0.248, 0.007),
    "ten alone": (12.2, 0.05, 12.22, 0.046),
}


@pytest.mark.parametrize("preset", MEANS)
def test_mean_scores(preset: str) -> None:
    """Of a player; the four of a deal are taken together, as they depend on each other."""
    rows = random_games(Rules.preset(preset).replace(**PLAYED), GAMES, seed=1)[0].mean(axis=1)
    error = rows.std() / sqrt(GAMES)
    text, half, slow, slow_error = MEANS[preset]
    assert abs(rows.mean() - text) < SIGMAS * error + half
    assert abs(rows.mean() - slow) < SIGMAS * hypot(error, slow_error)


@cache
def shares() -> dict[str, float]:
    """How often it happens, in per cent, from payoffs alone.

    H2 counts 1, other hearts nothing, the ten doubles: all hearts make it a plus, and a ten alone is the only 50.
    All hearts with pig and sheep are 10,000, and 20,000 with the ten.
    """
    rules = Rules(
        **PLAYED,
        heart_values=[1] + [0] * 12,
        pig_flip="never",
        ten_multiplier=2,
        sweep_bonus=10_000,
        sweep_bonus_multiplied=True,
    )
    rows = random_games(rules, GAMES, seed=2)[0]
    sixteen = (rows == 20_000).any(axis=1)
    sweep = (rows >= 10_000).any(axis=1)
    hearts = np.isin(rows % 100, (1, 2)).any(axis=1) | sweep
    alone = (rows == 50).any(axis=1)
    assert (hearts | np.isin(rows % 100, (98, 99)).any(axis=1)).all()
    return {name: 100 * found.mean() for name, found in zip(PERCENT, (hearts, sixteen, alone), strict=True)}


@pytest.mark.parametrize("name", PERCENT)
def test_frequencies(name: str) -> None:
    found = shares()[name]
    error = sqrt(found * (100 - found) / GAMES)
    text, half, slow, slow_error = PERCENT[name]
    assert abs(found - text) < SIGMAS * error + half
    assert abs(found - slow) < SIGMAS * hypot(error, slow_error)


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("preset", ["standard", "plain"])
def test_no_seat_is_better_than_another(preset: str, players: int) -> None:
    """S2 lies with each seat alike, so each has the same mean."""
    rows = random_games(Rules.preset(preset).replace(players=players), 50_000, seed=3)[0]
    differences = rows - np.roll(rows, 1, axis=1)
    errors = differences.std(axis=0) / sqrt(len(rows))
    assert (np.abs(differences.mean(axis=0)) < 5 * errors).all()
