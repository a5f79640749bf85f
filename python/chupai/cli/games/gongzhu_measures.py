"""What `chupai bench` measures of Gong Zhu."""

from __future__ import annotations

from chupai import gongzhu
from chupai.cli import measures
from chupai.cli.measures import GAMES, Measure

_MIDDLE = 22
"""Moves into the play for views: some seats have shown to be out of a suit by then."""


def all_measures(rules: gongzhu.Rules) -> list[Measure]:
    """Every measure, in the order of the table. Goals are those of the standard rules."""
    whole = {"games": 2.5e6, "ply": 7.0}
    calls = {"push_pop": 300.0, "copy": 250.0, "legal_codes": 500.0}
    leads = [_playing(rules, i) for i in range(GAMES)]
    bare = []
    if rules.exposing:
        bare = [measures.random_games(rules.replace(exposing=False), "bare_", "play without exposing", whole)]
    return [
        measures.random_games(rules, goals=whole),
        measures.deals(rules),
        *bare,
        measures.perft(leads[:1]),
        *measures.batches(gongzhu.Batch, rules, {"batch_step": 20e6, "batch_threads": 1.8}),
        *measures.search_calls(leads, f"lead of {len(leads[0].legal)}", calls),
        *measures.showing_calls([_later(game, i) for i, game in enumerate(leads)]),
    ]


def _playing(rules: gongzhu.Rules, number: int) -> gongzhu.Game:
    """A seeded game at the first lead, nothing exposed."""
    game = gongzhu.Game(rules, seed=2, game=number)
    while game.phase != gongzhu.Phase.PLAY:
        game.push(game.legal[0])
    return game


def _later(game: gongzhu.Game, number: int) -> gongzhu.Game:
    """The same in the middle of the deal."""
    game = game.copy()
    for _ in range(_MIDDLE):
        game.push(game.legal[number % len(game.legal)])
    return game
