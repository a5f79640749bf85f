"""game.legal: a lazy sequence of codes that follows its game."""

from __future__ import annotations

import random

import numpy as np
import pytest

from chupai.doudizhu import (
    Game,
    Move,
    Rules,
    classify,
)
from support import play_all, random_play, untyped


def games(rules: Rules) -> list[Game]:
    return [random_play(Game(rules, seed=seed), random.Random(seed), seed * 3) for seed in range(8)]


def test_legal_is_a_sequence(rules: Rules) -> None:
    for game in games(rules):
        legal = game.legal
        codes = legal.codes
        assert (codes.dtype, codes.shape) == (np.dtype(np.int64), (len(legal),))
        assert list(legal) == codes.tolist() == [move.code for move in legal.moves()]
        assert [legal[i] for i in range(len(legal))] == codes.tolist()
        assert [legal[i - len(legal)] for i in range(len(legal))] == codes.tolist()
        assert all(isinstance(code, int) for code in legal)
        assert all(isinstance(move, Move) for move in legal.moves())
        for index in (len(legal), -len(legal) - 1, 10**9):
            with pytest.raises(IndexError, match=str(index)):
                legal[index]
        for wrong in ("0", 1.0, None):
            with pytest.raises(TypeError):
                untyped(legal)[wrong]


def test_in_takes_codes_moves_texts_and_numpy_ints(rules: Rules) -> None:
    for game in games(rules):
        for move in game.legal.moves():
            text = str(move)
            turned = text[::-1] if move.cards == text else text
            for form in (move, move.code, text, text.lower(), turned, np.int64(move.code), np.uint64(move.code)):
                assert form in game.legal
        for other in (2**70, -1, None, 1.0, "nonsense"):
            assert other not in game.legal


def test_every_code_but_the_legal_ones_is_not_in() -> None:
    game = play_all(Game.from_hands(["3444567", "5BR", "66"]), "4")
    legal = set(game.legal)
    others = {move.code for cards in ("3", "44", "444", "5", "B", "R", "BR", "5B", "6") for move in classify(cards)}
    assert {code for code in others | {0, 1 << 60} if code in game.legal} == legal


def test_legal_follows_its_game() -> None:
    game = Game(seed=1)
    legal = game.legal
    assert [str(move) for move in legal.moves()] == ["pass", "bid1", "bid2", "bid3"]
    game.play("2")
    assert [str(move) for move in legal.moves()] == ["pass", "bid3"]
    game.pop()
    assert len(legal) == 4
    random_play(game, random.Random(1))
    assert len(legal) == 0
    assert list(legal) == legal.moves() == []
    assert legal.codes.shape == (0,)
    assert not legal


def test_iteration_sees_the_list_as_it_was() -> None:
    """A loop that pushes and pops meets every move."""
    game = play_all(Game(seed=1), "3")
    expected = game.legal.codes.tolist()
    seen = []
    for code in game.legal:
        game.push(code)
        seen.append(code)
        game.pop()
    assert seen == expected


def test_arrays_are_the_callers_own() -> None:
    game = play_all(Game(seed=1), "3")
    codes, history = game.legal.codes, game.history
    codes[:] = -1
    history[:] = -1
    assert game.legal.codes.min() >= 0
    assert game.history.tolist() == [3 << 60]


def test_legal_says_what_it_is() -> None:
    game = play_all(Game.from_hands(["34", "55"]), "3")
    assert "pass 5" in repr(game.legal)
    assert len(repr(Game(Rules.preset("douzero"), seed=1).legal)) < 300


def test_choosing_with_pythons_own_tools() -> None:
    game = Game(seed=3)
    rng = random.Random(0)
    while not game.is_over:
        game.push(rng.choice(game.legal))
    assert game.returns().any()
