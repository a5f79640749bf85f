"""What 100,000 random games come to: figures from theory where there is one, else those recorded from other games.

Tolerance: five standard deviations of the difference. By chance one comparison in two million goes beyond, and the
seeds are fixed: one that passes passes always. It is wide enough for any right generator, and a few parts in a
thousand of most figures.
"""

from __future__ import annotations

import json
from math import comb, sqrt

import numpy as np
import pytest

import doudizhu as oracle
import make_statistics
from chupai import random_games
from chupai.doudizhu import Game, Rules
from presets import PRESETS

GAMES = 100_000
SIGMAS = 5
RECORD = json.loads(make_statistics.FILE.read_text(encoding="utf-8"))


def test_random_games_come_to_what_is_recorded(preset: str) -> None:
    record = RECORD["presets"][preset]
    found = make_statistics.figures(preset, GAMES, seed=1)
    assert set(found) == set(record)
    for name, figure in found.items():
        allowed = SIGMAS * make_statistics.spread(figure, GAMES, record[name], RECORD["games"])
        assert abs(figure[0] - record[name][0]) <= allowed, (name, figure, record[name])


def test_every_preset_is_recorded() -> None:
    assert list(RECORD["presets"]) == list(PRESETS)


def test_the_presets_figures_hang_together() -> None:
    """What the rules say of them, whatever the games."""
    figures = RECORD["presets"]
    for name, figure in figures.items():
        rules = Rules.preset(name)
        mean = {key: value[0] for key, value in figure.items()}
        assert mean["rockets"] > 0
        assert mean["bombs"] > 0
        assert mean["springs"] <= mean["landlord_wins"]
        assert mean["reverse_springs"] <= 1 - mean["landlord_wins"]
        if rules.packs == 2:
            assert mean["bombs"] > mean["bombs_of_5"] > mean["bombs_of_6"] > 0
        if rules.landlord_selection == "given":
            assert mean["stake"] == 1
    four, pairs = figures["standard-four"], figures["hubei-pairs"]
    assert [four[key] for key in ("plies", "bombs", "stake")] == [pairs[key] for key in ("plies", "bombs", "stake")]
    assert pairs["landlord_side_wins"][0] > pairs["landlord_wins"][0] == four["landlord_side_wins"][0]


# --------------------------------------------------------------------------- theory


@pytest.mark.parametrize("name", [name for name in PRESETS if Rules.preset(name).landlord_selection == "auction"])
def test_the_share_of_deals_passed_out(name: str) -> None:
    """A random first call is one of four, so all of n players pass with a chance of 4 ** -n."""
    rules = Rules.preset(name).replace(all_pass="void")
    payoffs, plies = random_games(rules, GAMES, seed=2)
    void = ~payoffs.any(axis=1)
    chance = 4.0**-rules.players
    assert abs(void.mean() - chance) < SIGMAS * sqrt(chance * (1 - chance) / GAMES)
    assert (plies[void] == rules.players).all()
    assert (plies[~void] > rules.players).all()


def test_no_seat_is_better_than_another(preset: str) -> None:
    """Where chance decides who calls first, or is landlord, each seat gains nothing on the whole."""
    rules = Rules.preset(preset)
    payoffs, _ = random_games(rules, GAMES, seed=3)
    means, deviations = payoffs.mean(axis=0), payoffs.std(axis=0) / sqrt(GAMES)
    assert (payoffs.sum(axis=1) == 0).all()
    if rules.landlord_selection == "given":
        means, deviations = means[1] - means[2], np.hypot(deviations[1], deviations[2])  # the peasants alike
    assert (np.abs(means) < SIGMAS * deviations).all()


@pytest.mark.parametrize("name", ["standard", "standard-four"])
def test_bombs_and_rockets_dealt(name: str) -> None:
    """How many ranks are held four times or more, and how often one player holds all jokers: hypergeometric."""
    rules, deals = Rules.preset(name), 5_000
    cards, hand, held = 54 * rules.packs, 17 if rules.packs == 1 else 25, 4 * rules.packs
    ways = [comb(held, k) * comb(cards - held, hand - k) for k in range(held + 1)]
    bombs = rules.players * 13 * sum(ways[4:]) / sum(ways)
    jokers = 2 * rules.packs
    rockets = rules.players * comb(cards - jokers, hand - jokers) / comb(cards, hand)
    found_bombs: list[int] = []
    found_rockets: list[int] = []
    for i in range(deals):
        hands = Game(rules, seed=4, game=i).deal.hands
        found_bombs.append(sum(held_by.count(rank) >= 4 for held_by in hands for rank in oracle.RANKS))
        found_rockets.append(sum(oracle.holds(held_by, oracle.rocket(oracle.PRESETS[name])) for held_by in hands))
    for found, expected in ((found_bombs, bombs), (found_rockets, rockets)):
        assert abs(np.mean(found) - expected) < SIGMAS * max(float(np.std(found)), sqrt(expected)) / sqrt(deals)
