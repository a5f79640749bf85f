"""Gong Zhu satisfies the protocols, and what is written for them plays it."""

from __future__ import annotations

import chupai
from chupai import gongzhu
from chupai.typing import Game, LegalMoves, View


def test_the_protocols_hold() -> None:
    for game in (gongzhu.Game(seed=1), gongzhu.Game.from_hands(["S2", "S3", "S4", "S5"])):
        assert isinstance(game, Game)
        assert isinstance(game.legal, LegalMoves)
        assert isinstance(game.view(0), View)
        assert isinstance(game.view(0).sample(1)[0], Game)
    for other in (gongzhu.Move(0), gongzhu.Rules(), gongzhu.Match(), gongzhu.Game(seed=1).deal):
        assert not isinstance(other, Game | View | LegalMoves)


def test_search_over_the_protocol_alone() -> None:
    def paths(game: Game, depth: int) -> int:
        if depth == 0:
            return 1
        total = 0
        for code in game.legal:
            game.push(code)
            total += paths(game, depth - 1)
            assert game.pop() == code
        return total

    game = gongzhu.Game(seed=3)
    before = game.key
    assert paths(game, 5) == chupai.perft(game, 5)
    assert game.key == before


def test_names_are_exported() -> None:
    assert set(gongzhu.__all__) <= set(dir(gongzhu))
    for name in gongzhu.__all__:
        assert getattr(gongzhu, name).__module__ in ("chupai.gongzhu", "chupai._core.gongzhu")
