"""Deals of chupai's own generator: streams that never meet, every card everywhere equally likely."""

from __future__ import annotations

import itertools
from collections import Counter
from math import comb

import pytest

import doudizhu as oracle
from chupai.doudizhu import Game, Rules
from support import IMPROBABLE, chi_square_p, play_all, untyped

DEALS = 3_000


def test_streams_are_told_apart() -> None:
    """Seed, game and episode each change the deal, at both ends of their ranges."""
    ends = [
        (seed, game, episode)
        for seed in (0, 1, 2**64 - 1)
        for game in (0, 1, 2**64 - 1)
        for episode in (0, 1, 2**62 - 1)
    ]
    deals = {Game(seed=seed, game=game, episode=episode).deal for seed, game, episode in ends}
    assert len(deals) == len(ends)


def test_games_without_a_seed_differ() -> None:
    assert len({Game().deal for _ in range(5)}) == 5
    seed = Game().seed
    assert seed is not None
    assert Game(seed=seed).deal == Game(seed=seed).deal


@pytest.mark.parametrize("stream", ["game", "seed", "episode"])
@pytest.mark.parametrize("preset", ["standard", "standard-four"])
def test_deals_are_uniform(preset: str, stream: str) -> None:
    """How many cards of each rank come to each seat and the bottom, and where single cards lie together."""
    rules = Rules.preset(preset)
    deals = [Game(rules, **untyped({"seed": 77, stream: i})).deal for i in range(DEALS)]
    parts = [(*deal.hands, deal.bottom) for deal in deals]
    sizes = (17, 17, 17, 3) if rules.packs == 1 else (25, 25, 25, 25, 8)
    cards = 54 * rules.packs
    for part, size in enumerate(sizes):
        for rank in oracle.RANKS:
            marked = rules.packs * (4 if rank not in "BR" else 1)
            weights = {k: comb(marked, k) * comb(cards - marked, size - k) for k in range(min(marked, size) + 1)}
            assert chi_square_p((deal[part].count(rank) for deal in parts), weights) > IMPROBABLE
    where = [tuple(tuple(part.count(card) for part in deal) for card in "BR") for deal in parts]
    assert chi_square_p(where, places_of_jokers(sizes, rules.packs)) > IMPROBABLE
    seats = range(rules.players)
    assert chi_square_p((deal.first for deal in deals), dict.fromkeys(seats, 1)) > IMPROBABLE
    followed = list(itertools.pairwise(deals))
    pairs = {(a, b): 1 for a in seats for b in seats}
    assert chi_square_p(((one.first, two.first) for one, two in followed), pairs) > IMPROBABLE


def places_of_jokers(sizes: tuple[int, ...], packs: int) -> Counter[tuple[tuple[int, ...], ...]]:
    """How many jokers of each colour lie in each part, and in how many ways: every place is told apart."""
    weights: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for jokers in itertools.product(range(len(sizes)), repeat=2 * packs):
        ways = 1
        for i, part in enumerate(jokers):
            ways *= sizes[part] - jokers[:i].count(part)
        colours = jokers[:packs], jokers[packs:]
        weights[tuple(tuple(map(colour.count, range(len(sizes)))) for colour in colours)] += ways
    return weights


def test_deals_of_both_presets_of_four_are_the_same() -> None:
    """Rules about play and payment do not change a seed's cards."""
    for seed in range(5):
        assert Game(Rules.preset("standard-four"), seed=seed).deal == Game(Rules.preset("hubei-pairs"), seed=seed).deal


def test_first_and_cards_are_independent() -> None:
    deals = [Game(seed=5, game=i).deal for i in range(DEALS)]
    weights = {(first, seat): 17 for first in range(3) for seat in range(3)} | {(first, 3): 3 for first in range(3)}
    found = [(deal.first, next((i for i in range(3) if "R" in deal.hands[i]), 3)) for deal in deals]
    assert chi_square_p(found, weights) > IMPROBABLE


def test_redealt_cards_are_uniform() -> None:
    found = []
    for i in range(DEALS):
        game = play_all(Game(seed=6, game=i), "pass pass pass")
        deal = game.deal
        found.append((deal.first, next((i for i in range(3) if "B" in deal.hands[i]), 3)))
    weights = {(first, seat): 17 for first in range(3) for seat in range(3)} | {(first, 3): 3 for first in range(3)}
    assert chi_square_p(found, weights) > IMPROBABLE
