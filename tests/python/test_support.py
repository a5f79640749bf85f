"""The tools of the tests themselves: statistics, and the words of engine and oracle."""

from __future__ import annotations

import math
import random

import pytest

import doudizhu as oracle
from chupai.doudizhu import Rules
from support import (
    FIELDS,
    chi_square_p,
    code_of,
    dense_hand,
    engine_rules,
    hand_number,
    odd_payment,
    odd_rules,
    oracle_rules,
    upper_gamma,
)


@pytest.mark.parametrize("x", [1e-6, 0.1, 1.0, 1.5, 5.0, 40.0])
def test_upper_gamma(x: float) -> None:
    assert upper_gamma(0.5, x) == pytest.approx(math.erfc(math.sqrt(x)), rel=1e-9)
    assert upper_gamma(1, x) == pytest.approx(math.exp(-x), rel=1e-9)
    assert upper_gamma(3, x) == pytest.approx(math.exp(-x) * (1 + x + x * x / 2), rel=1e-9)


def test_chi_square_tells_fair_from_unfair() -> None:
    rng = random.Random(1)
    fair = {1: 1, 2: 1, 3: 2}
    drawn = rng.choices([1, 2, 3, 3], k=10_000)
    assert 0.001 < chi_square_p(drawn, fair) <= 1
    assert chi_square_p(drawn, {1: 1, 2: 1.3, 3: 2}) < 1e-6
    assert chi_square_p([*drawn, 4], fair) == 0
    assert chi_square_p([*drawn, 4], {**fair, 4: 0}) == 0


def test_the_engines_words() -> None:
    for seed in range(20):
        rng = random.Random(seed)
        rules = odd_payment(rng, odd_rules(rng))
        assert oracle_rules(engine_rules(rules)) == rules
    assert set(FIELDS) < set(Rules().asdict())
    assert hand_number("33R") == 2 | 1 << 56
    assert code_of(("333444555666", oracle.Combo("plane_solo", 3, 2, "666"))) >> 60 == 2


def test_dense_hands_are_of_the_pack() -> None:
    rules, rng = oracle.PRESETS["standard"], random.Random(1)
    for size in range(1, 21):
        for _ in range(50):
            hand = dense_hand(rng, rules, size)
            assert 0 < len(hand) <= size
            assert oracle.holds(oracle.deck(rules), hand)
            assert hand == oracle.sort_cards(hand)
