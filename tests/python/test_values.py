"""Values behave as values: moves as their codes, views that travel, rules named by their text, rows made apart."""

import copy
import pickle

import numpy as np
import pytest

from chupai import playout, random_games
from chupai.doudizhu import Game, Move, Rules, legal_codes
from presets import PRESETS
from support import untyped


def test_a_move_equals_hashes_and_sorts_as_its_code() -> None:
    moves = Game.from_hands(["33344456789TJQKA22BR", "4", "5"]).legal.moves()
    codes = [move.code for move in moves]
    assert moves == codes
    assert all(move in {code: None} for move, code in zip(moves, codes, strict=True))
    assert [move.code for move in sorted(moves)] == sorted(codes)
    assert (np.array(codes) == moves[3]).sum() == 1
    assert Move("34567") != "34567"
    assert Move("34567") != None  # noqa: E711


@pytest.mark.parametrize("text", ["pass", "bid1", "bid3", "3", "3334", "BR", "333444555666", "333444555666/2"])
def test_a_move_is_rebuilt_from_its_text(text: str) -> None:
    assert str(Move(text)) == text
    assert eval(repr(Move(text)), {"doudizhu": __import__("chupai").doudizhu}) == Move(text)
    assert f"{Move(text):>20}" == text.rjust(20)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_view_travels_and_tells_nothing_more(preset: str) -> None:
    game = Game(preset, seed=11)
    for _ in range(12):
        game.push(game.legal[len(game.legal) // 2])
    for seat in range(game.num_players):
        view = game.view(seat)
        again = pickle.loads(pickle.dumps(view))
        assert again == view == copy.deepcopy(view) == copy.copy(view)
        assert repr(again) == repr(view)
        other = view.sample(1, seed=5)[0].view(seat)
        assert pickle.dumps(other) == pickle.dumps(view)  # hidden cards elsewhere: the same bytes


def test_rules_may_be_named_by_their_text() -> None:
    hubei = Rules.preset("hubei").replace(spring=True)
    assert Game("hubei spring=true", seed=1) == Game(hubei, seed=1)
    assert legal_codes("334455", "", "app").tolist() == legal_codes("334455", "", Rules.preset("app")).tolist()
    payoffs, plies = random_games("hubei spring=true", 20, seed=3)
    assert (payoffs == random_games(hubei, 20, seed=3)[0]).all()
    assert plies.shape == (20,)


def test_rows_can_be_made_apart() -> None:
    whole, plies = random_games("standard", 50, seed=3)
    assert (random_games("standard", 20, seed=3, start=30)[0] == whole[30:]).all()
    assert (random_games("standard", 20, seed=3, start=30)[1] == plies[30:]).all()
    game = Game("rlcard", seed=4)
    assert (playout(game, 20, seed=3, start=30) == playout(game, 50, seed=3)[30:]).all()


def test_moves_compare_with_ints_and_leave_arrays_to_themselves() -> None:
    move = Move("3")
    assert move <= move
    assert move >= 1
    assert not move > 1
    assert move < 2
    assert move > 0
    assert sorted(untyped([Move("5"), 1, Move("4")])) == [1, Move("4"), Move("5")]
    assert (untyped(move) == np.array([1, 2])).tolist() == [True, False]
    assert (np.array([1, 2]) == move).tolist() == [True, False]
    with pytest.raises(TypeError):
        assert untyped(move) < "3"


def test_a_reading_needs_cards() -> None:
    with pytest.raises(ValueError, match="no cards"):
        Move("/1")
