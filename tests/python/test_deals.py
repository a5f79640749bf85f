"""Deals of chupai's own generator: streams that never meet, every card everywhere equally likely."""

from __future__ import annotations

import itertools
from math import comb

import pytest

from chupai.doudizhu import Game, Rules
from support import IMPROBABLE, chi_square_p, oracle, play_all

DEALS = 3_000


def test_streams_are_told_apart():
    """Seed, game and episode each change the deal, at both ends of their ranges."""
    ends = [
        (seed, game, episode)
        for seed in (0, 1, 2**64 - 1)
        for game in (0, 1, 2**64 - 1)
        for episode in (0, 1, 2**62 - 1)
    ]
    deals = {Game(seed=seed, game=game, episode=episode).deal for seed, game, episode in ends}
    assert len(deals) == len(ends)


def test_games_without_a_seed_differ():
    assert len({Game().deal for _ in range(5)}) == 5
    seed = Game().seed
    assert seed is not None
    assert Game(seed=seed).deal == Game(seed=seed).deal


@pytest.mark.parametrize("stream", ["game", "seed", "episode"])
def test_deals_are_uniform(stream):
    """How many cards of each rank come to each seat and the bottom, and where single cards lie together."""
    deals = [Game(Rules.preset("standard"), **{"seed": 77, stream: i}).deal for i in range(DEALS)]
    parts = [(*deal.hands, deal.bottom) for deal in deals]
    sizes = (17, 17, 17, 3)
    for part, size in enumerate(sizes):
        for rank in oracle.RANKS:
            marked = 4 if rank not in "BR" else 1
            weights = {k: comb(marked, k) * comb(54 - marked, size - k) for k in range(min(marked, size) + 1)}
            assert chi_square_p((deal[part].count(rank) for deal in parts), weights) > IMPROBABLE
    where = [tuple(next(i for i in range(4) if card in deal[i]) for card in "BR") for deal in parts]
    weights = {(a, b): sizes[a] * (sizes[b] - (a == b)) for a in range(4) for b in range(4)}
    assert chi_square_p(where, weights) > IMPROBABLE
    assert chi_square_p((deal.first for deal in deals), {0: 1, 1: 1, 2: 1}) > IMPROBABLE
    followed = list(itertools.pairwise(deals))
    pairs = {(a, b): 1 for a in range(3) for b in range(3)}
    assert chi_square_p(((one.first, two.first) for one, two in followed), pairs) > IMPROBABLE


def test_first_and_cards_are_independent():
    deals = [Game(seed=5, game=i).deal for i in range(DEALS)]
    weights = {(first, seat): 17 for first in range(3) for seat in range(3)} | {(first, 3): 3 for first in range(3)}
    found = [(deal.first, next((i for i in range(3) if "R" in deal.hands[i]), 3)) for deal in deals]
    assert chi_square_p(found, weights) > IMPROBABLE


def test_redealt_cards_are_uniform():
    found = []
    for i in range(DEALS):
        game = play_all(Game(seed=6, game=i), "pass pass pass")
        deal = game.deal
        found.append((deal.first, next((i for i in range(3) if "B" in deal.hands[i]), 3)))
    weights = {(first, seat): 17 for first in range(3) for seat in range(3)} | {(first, 3): 3 for first in range(3)}
    assert chi_square_p(found, weights) > IMPROBABLE
