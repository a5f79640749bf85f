"""Scores and payoffs of Gong Zhu are the oracle's."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gongzhu as oracle
from chupai.gongzhu import Game, Rules, score
from gongzhu_support import (
    ALL_HEARTS,
    PRESETS,
    engine_rules,
    odd_rules,
    random_piles,
    set_texts,
)

seeds = st.integers(0, 2**32)


def exposures(rng: random.Random) -> list[str]:
    return [card for card in oracle.EXPOSABLE if rng.random() < 0.5]


@settings(max_examples=2_000)
@given(seeds)
def test_random_piles(seed: int) -> None:
    rng = random.Random(seed)
    rules = odd_rules(rng)
    piles, exposed = random_piles(rng, rules), exposures(rng)
    expected = oracle.score(rules, piles, exposed)
    assert score(piles, exposed, engine_rules(rules)) == expected
    assert score("/".join(set_texts(piles)), " ".join(exposed), engine_rules(rules)) == expected


@settings(max_examples=300)
@given(seeds)
def test_the_last_trick(seed: int) -> None:
    """Piles but for one trick that is played: payoffs, relative ones and those of teams too."""
    rng = random.Random(seed)
    rules = odd_rules(rng)
    piles, exposed = random_piles(rng, rules), exposures(rng) if rules.exposing else []
    last = rng.sample(oracle.deck(rules), rules.players)
    piles = [pile - set(last) for pile in piles]
    slow = oracle.position(rules, [{card} for card in last], piles, (), rng.randrange(rules.players), exposed)
    game = Game.from_hands(
        [[card] for card in last], piles, leader=slow.leader, exposed=exposed, rules=engine_rules(rules)
    )
    while not game.is_over:
        assert game.scores().tolist() == slow.score()
        assert game.returns().tolist() == [0] * rules.players
        move = slow.moves()[0]
        game.play(move)
        slow = slow.after(move)
    assert game.scores().tolist() == slow.score()
    assert game.returns().tolist() == slow.payoffs()
    assert game.scores().dtype == game.returns().dtype == np.int32
    assert len(game.scores()) == (rules.players if rules.teams == "none" else 2)


@pytest.mark.slow
@settings(max_examples=50_000)
@given(seeds)
def test_many_random_piles(seed: int) -> None:
    rng = random.Random(seed)
    rules = odd_rules(rng)
    piles, exposed = random_piles(rng, rules), exposures(rng)
    assert score(piles, exposed, engine_rules(rules)) == oracle.score(rules, piles, exposed)


def test_random_piles_are_worth_trying() -> None:
    """All hearts, sweeps, all sixteen and the ten alone are common in the tests above."""
    found = dict.fromkeys(("hearts", "sweep", "all", "alone"), 0)
    for seed in range(500):
        rng = random.Random(seed)
        rules = odd_rules(rng)
        units = oracle.units(rules, random_piles(rng, rules))
        found["hearts"] += any(unit >= oracle.HEARTS for unit in units)
        found["sweep"] += any(unit >= oracle.SWEEP for unit in units)
        found["all"] += any(unit >= oracle.SCORING for unit in units)
        found["alone"] += any(unit & oracle.SCORING == {"CT"} for unit in units)
    assert min(found.values()) > 25, found


@pytest.mark.parametrize("preset", PRESETS)
def test_every_division_of_few_cards(preset: str) -> None:
    """All ways to give the pig, the sheep, the ten and the rest of the hearts to two, under all exposures."""
    rules = replace(oracle.PRESETS[preset], teams="none")
    parts = ["SQ", "DJ", "CT", "HA", "H2", "HKQJT9876543"]
    for ways in range(2 ** len(parts)):
        taken = [" ".join(part for i, part in enumerate(parts) if ways >> i & 1 == side) for side in (0, 1)]
        piles = [oracle.parse_cards(text) for text in (*taken, "", "")]
        for bits in range(16):
            exposed = [card for i, card in enumerate(oracle.EXPOSABLE) if bits >> i & 1]
            expected = oracle.score(rules, piles, exposed)
            assert score([*taken, "", ""], exposed, engine_rules(rules)) == expected, (taken, exposed)


def test_musts() -> None:
    """The numbers of the rule document."""
    plain, everything = Rules.preset("plain"), "HA SQ DJ CT"
    sixteen = f"{ALL_HEARTS} SQ DJ CT"
    assert score(["SQ HAK5 CT", "", "", ""], "CT")[0] == -800
    assert score([ALL_HEARTS, "", "", ""])[0] == 200
    assert score([ALL_HEARTS, "", "", ""], "HA")[0] == 400
    assert score([f"{ALL_HEARTS} SQ", "", "", ""])[0] == 300
    assert score([sixteen, "", "", ""])[0] == 800
    assert score([sixteen, "", "", ""], rules=plain)[0] == 400
    assert score([sixteen, "", "", ""], everything)[0] == 3200
    assert score([sixteen, "", "", ""], everything, plain)[0] == 3200
    assert score(["SQ DJ CT", "", "", ""])[0] == 0
    assert score(["CT", "", "", ""]) == [50, 0, 0, 0]
    assert score(["CT H2", "", "", ""]) == [0, 0, 0, 0]


def test_the_largest_scores_fit() -> None:
    """Sixteen times a sum of thousands, beside a partner's."""
    rules = Rules(heart_values=[1000] * 13, ten_multiplier_exposed=16, flip_for_all=True)
    assert score([f"{ALL_HEARTS} SQ CT", "DJ", "", ""], "HA SQ DJ CT", rules) == [16 * 26_200, -200, 0, 0]
    assert score([f"{ALL_HEARTS[:-1]} SQ CT", "H2 DJ", "", ""], "HA SQ CT DJ", rules)[0] == -16 * 24_200
    bonus = rules.replace(sweep_bonus=10_000, sweep_bonus_multiplied=True, teams="sum")
    assert score([f"{ALL_HEARTS} SQ CT DJ", "", "", ""], "CT", bonus) == [160_000, 0]


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([100, 0, 0, 0], [100, -33, -33, -33]),
        ([50, 0, 0, 0], [50, -17, -17, -17]),
        ([-50, 0, 0, 0], [-50, 17, 17, 17]),
        ([0, 0, 0, 0], [0, 0, 0, 0]),
        ([-150, 100, 50, -200], [-133, 200, 133, -200]),
    ],
)
def test_relative_payoffs(scores: list[int], expected: list[int]) -> None:
    """A score less the mean of the other three, to the nearest number."""
    rules = Rules(payoff="relative")
    piles = {100: "DJ", 50: "CT", -50: "HA", 0: "", -150: "SQ HA", -200: "HKQJT9876543 H2 SQ"}
    taken = [piles[number] for number in scores]
    if scores[-1] == -200:
        taken = ["SQ HA", "DJ", "CT", "HKQJT9876543"]
        scores, expected = [-150, 100, 50, -150], [-150, 183, 117, -150]
    game = Game.from_hands(["C2", "C3", "C4", "C5"], taken, rules=rules)
    for card in ("C2", "C3", "C4", "C5"):
        game.play(card)
    assert game.scores().tolist() == scores
    assert game.returns().tolist() == expected


def test_halves_are_rounded_away_from_zero() -> None:
    """Three players: half of 5 and of -5."""
    values = [5] + [0] * 12
    rules = Rules(payoff="relative", players=3, heart_values=values)
    game = Game.from_hands(["C3", "C4", "C5"], ["H2", "", ""], rules=rules)
    for card in ("C3", "C4", "C5"):
        game.play(card)
    assert game.returns().tolist() == [-5, 3, 3]
    assert game.scores().tolist() == [-5, 0, 0]
    plus = Game.from_hands(["C3", "C4", "C5"], [ALL_HEARTS, "", ""], rules=rules)
    for card in ("C3", "C4", "C5"):
        plus.play(card)
    assert plus.returns().tolist() == [5, -3, -3]


def test_teams_are_paid_alike() -> None:
    for teams in ("sum", "pooled"):
        for payoff in ("score", "relative"):
            rules = Rules(teams=teams, payoff=payoff)
            game = Game.from_hands(["C2", "C3", "C4", "C5"], ["SQ HA", "DJ", "", "CT"], rules=rules)
            for card in ("C2", "C3", "C4", "C5"):
                game.play(card)
            mine, theirs = game.scores().tolist()
            assert (mine, theirs) == (-150, 150 if teams == "sum" else 200)
            gain = (mine, theirs) if payoff == "score" else (mine - theirs, theirs - mine)
            assert game.returns().tolist() == [*gain, *gain]


def test_players_by_the_number_of_piles() -> None:
    """Three and five piles are scored without being told; teams need four."""
    assert score(["DJ", "SQ", ""]) == [100, -100, 0]
    assert score(["DJ", "SQ", "", "CT", ""]) == [100, -100, 0, 50, 0]
    for piles in (["DJ", "SQ"], [""] * 6, []):
        with pytest.raises(ValueError, match="players"):
            score(piles)
    with pytest.raises(ValueError, match="4"):
        score(["DJ", "SQ", ""], rules="scrofazero")


def test_a_score_is_the_same_in_any_form() -> None:
    expected = [-400, 40, -90, -50]
    hearts = [oracle.code("H" + rank) for rank in "23456789T"]
    last: list[str | Iterable[str | int]] = [{"CT", "SQ"}, ["DJ", *hearts], "HJ HQ HK", ["ha"]]
    forms: list[str | Iterable[str | Iterable[str | int]]] = [
        ["SQ CT", "DJ H23456789T", "HJQK", "HA"],
        "sq,ct/dj h2345678910/♥KQJ/HA",
        [["SQ", "CT"], ["DJ", *hearts], {"HJ", "HQ", "HK"}, (25,)],
        iter(last),
    ]
    for taken in forms:
        assert score(taken, exposed=["CT"]) == expected
