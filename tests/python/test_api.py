"""The shape of the Python API: names, numbers of numpy, enums, types."""

from __future__ import annotations

import enum
import random
from typing import Any

import numpy as np
import pytest

import chupai
from chupai import doudizhu, perft, playout, random_games
from chupai.doudizhu import (
    Deal,
    Game,
    Kind,
    Move,
    Phase,
    Rank,
    Rules,
    beats,
    classify,
    hand_code,
    hand_text,
    legal_codes,
)
from support import play_all, random_play, untyped

NAMES = ["ChupaiError", "IllegalMoveError", "ParseError", "RulesError", "doudizhu", "perft", "playout", "random_games"]
GAME_NAMES = ["Deal", "Game", "Kind", "LegalMoves", "Move", "Phase", "Rank", "Rules", "View", "beats", "classify",
              "hand_code", "hand_text", "legal_codes"]  # fmt: skip


def test_public_names() -> None:
    for module, names in ((chupai, NAMES), (doudizhu, GAME_NAMES)):
        assert set(names) <= set(module.__all__)
        assert all(hasattr(module, name) for name in module.__all__)
    assert isinstance(chupai.__version__, str)


@pytest.mark.parametrize("name", GAME_NAMES)
def test_public_objects_have_a_home_and_a_docstring(name: str) -> None:
    thing = getattr(doudizhu, name)
    assert thing.__doc__
    if isinstance(thing, type):
        assert thing.__module__ == "chupai.doudizhu"


# --------------------------------------------------------------------------- numbers of numpy


@pytest.mark.parametrize("dtype", [np.int8, np.int64, np.uint64, np.int32])
def test_numpy_ints_are_ints(dtype: type[np.integer[Any]]) -> None:
    one = dtype(1)
    assert Game(seed=one).text() == Game(seed=1).text()
    assert Game(seed=1, game=one, episode=one, first=one) == Game(seed=1, game=1, episode=1, first=1)
    game = play_all(Game(seed=one), "3")
    assert perft(game, one) == len(game.legal)
    assert playout(game, one, seed=one).shape == (1, 3)
    assert random_games(Rules(), one, seed=one)[0].shape == (1, 3)
    assert len(game.view(one).sample(one, seed=one)) == 1
    assert Rules(multiplier_cap=one).multiplier_cap == 1
    assert Move(one).cards == "3"
    assert hand_text(one) == "3"
    assert game.legal[dtype(0)] == game.legal[0]
    open_game = Game.from_hands(["34", "56"], one, to_move=one, stake=one)
    assert (open_game.player, open_game.landlord, open_game.stake) == (1, 1, 1)


def test_numpy_codes_are_codes() -> None:
    game = play_all(Game(seed=1), "3")
    for code in game.legal.codes:
        game.push(code)
        assert game.pop() == code
    code = game.legal.codes[-1]
    assert Move(code) == Move(int(code))
    assert beats(code, code) is False
    assert Move(np.uint64(0x11111)).kind == "straight"


def test_answers_are_plain_python() -> None:
    game = random_play(Game(seed=1), random.Random(1))
    for value in (game.player, game.stake, game.ply, game.key, game.num_players, game.landlord, game.pop(), game.seed):
        assert type(value) is int
    assert (game.returns().dtype, game.returns().shape) == (np.dtype(np.int32), (3,))
    assert (game.history.dtype, game.history.shape) == (np.dtype(np.int64), (game.ply,))
    assert type(game.is_over) is bool
    assert type(beats("4", "3")) is bool
    assert type(perft(game, 1)) is int


# --------------------------------------------------------------------------- games, moves, enums


def test_what_a_game_tells() -> None:
    game = Game(deal=["33445566778899TTJ", "33445566778899TTJ", "JJQQQQKKKKAAAA222", "2BR"])
    assert (game.player, game.phase, game.stake, game.landlord, game.ply) == (0, Phase.AUCTION, 0, None, 0)
    assert (game.to_beat, game.bottom, game.seed, game.num_players) == (None, "2BR", None, 3)
    assert game.deal == Deal(game.hands, "2BR")
    play_all(game, "3 33 pass JJ")
    assert (game.player, game.phase, game.stake, game.landlord, game.ply) == (0, "play", 3, 0, 4)
    assert (str(game.to_beat), game.bottom) == ("JJ", "2BR")
    assert [str(move) for move in game.moves] == ["bid3", "33", "pass", "JJ"]
    assert game.history.tolist() == [3 << 60, 0x2, 0, 2 << 32]
    assert [len(hand) for hand in game.hands] == [18, 17, 15]
    assert game.rules == Rules()
    assert str(game) == game.text()


def test_push_takes_codes_and_moves_and_play_texts_too() -> None:
    for form in ("44", "4 4", Move.parse("44"), 0x20, np.int64(0x20)):
        game = Game.from_hands(["3445", "67"])
        game.play(form)
        assert str(game.to_beat) == "44"
    for form in (Move.parse("44"), 0x20, np.int64(0x20)):
        game = Game.from_hands(["3445", "67"])
        game.push(form)
        assert str(game.to_beat) == "44"
    with pytest.raises(TypeError):
        untyped(game).push("67")


def test_kinds_are_strings_and_ranks_ints() -> None:
    assert issubclass(Kind, enum.StrEnum)
    assert issubclass(Phase, enum.StrEnum)
    assert issubclass(Rank, enum.IntEnum)
    assert [int(rank) for rank in Rank] == list(range(15))
    assert list(Phase) == ["auction", "stake", "play", "over"]
    assert list(Kind)[:4] == ["pass", "bid", "solo", "pair"]
    assert list(Kind)[-2:] == ["bomb", "rocket"]
    assert Move(0).kind is Kind.PASS
    assert Move.parse("3").top is Rank.THREE


def test_moves_are_numbers() -> None:
    move = Move.parse("3334")
    assert int(move) == move.code == 0x13
    assert [*range(20)][move] == 0x13  # __index__
    assert move == Move(0x13)
    assert {move: 1}[Move(0x13)] == 1
    assert move != Move.parse("3335")
    assert move != "3334"
    assert len(move) == 4
    assert (Move(0).length, Move(0).top, Move(0).cards, len(Move(0))) == (0, None, "", 0)
    assert (Move(2 << 60).bid, Move(2 << 60).kind, Move(2 << 60).reading) == (2, Kind.BID, 0)


def test_hands_as_numbers() -> None:
    assert hand_code("") == 0
    assert hand_code("3") == 1
    assert hand_code("R") == 1 << 56
    assert hand_code("33BR2") == 2 | 1 << 48 | 1 << 52 | 1 << 56
    assert hand_text(hand_code("RB2A3")) == "3A2BR"
    for text, plain in (("10", "T"), ("xd", "BR"), ("大小", "BR"), ("3 10 3", "33T"), ("akq", "QKA"), ("", "")):
        assert hand_text(text) == plain
    assert hand_text("3" * 8) == "3" * 8  # as many as two packs have


def test_standard_rules_where_none_are_given() -> None:
    assert Game(seed=1).rules == Rules.preset("standard")
    assert legal_codes("JJJJ77").tolist() == legal_codes("JJJJ77", "", Rules()).tolist()
    assert legal_codes("JJJJ77").tolist() == legal_codes("JJJJ77", rules=None).tolist()
    assert classify("JJJJ77") == []


def test_keywords() -> None:
    codes = legal_codes(hand="334455", to_beat="33", rules=Rules.preset("app"))
    assert [str(Move(code)) for code in codes] == ["pass", "44", "55"]
    game = Game.from_hands(hands=["34", "5", "6"], landlord=0, rules=Rules(), to_move=0, to_beat="", stake=2, passes=0)
    assert perft(game=game, depth=1, bulk=False) == 2
    assert playout(game=game, n=2, seed=1).shape == (2, 3)
    assert random_games(rules=Rules(), n=1, seed=2)[0].shape == (1, 3)
    assert beats(move="4", other="3", rules=Rules()) is True


def test_open_positions_of_few_cards() -> None:
    """A hand may be any size up to 20, and the table may hold what nobody here could play."""
    game = Game.from_hands(["3", "4" * 4, "5"], to_move=1, to_beat="3456789TJQKA")
    assert [str(move) for move in game.legal.moves()] == ["pass", "4444"]
