"""Views made from what one sees at a table: those of the game, or an error that says what cannot be."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import doudizhu as oracle
from chupai import IllegalMoveError
from chupai.doudizhu import Game, Move, Rules, View
from support import engine_rules, middles, odd_payment, random_play, shown, untyped


def observed(game: Game, seat: int) -> dict[str, Any]:
    """What a player at that seat would type in."""
    view = game.view(seat)
    return {
        "hand": view.hand,
        "history": [str(move) for move in view.moves],
        "seat": seat,
        "rules": game.rules,
        "bottom": view.bottom,
        "first": game.deal.first,
    }


@pytest.mark.parametrize("public", [True, False])
def test_from_observation_is_the_games_view(rules: Rules, public: bool) -> None:
    for game in middles(rules.replace(bottom_public=public), range(40)):
        for seat in range(rules.players):
            view = View.from_observation(**observed(game, seat))
            assert view == game.view(seat)
            assert shown(view) == shown(game.view(seat))
            assert [g.text() for g in view.sample(2, seed=1)] == [g.text() for g in game.view(seat).sample(2, seed=1)]


def test_from_observation_under_odd_rules() -> None:
    for seed in range(60):
        rng = random.Random(seed)
        rules = engine_rules(odd_payment(rng, oracle.PRESETS["openspiel" if seed % 2 else "standard-four"]))
        game = random_play(Game(rules, seed=seed), rng, rng.randrange(40))
        for seat in range(rules.players):
            assert View.from_observation(**observed(game, seat)) == game.view(seat)


def test_from_observation_takes_any_spelling() -> None:
    plain = View.from_observation("3344556789TJQKA22", ["3"], seat=1, bottom="46R")
    assert View.from_observation("2 2 akqj10 9876554433", ["bid3"], seat=1, bottom="r64") == plain
    assert [str(game.moves[0]) for game in plain.sample(1)] == ["bid3"]


@pytest.mark.parametrize("three", [Move("3"), 1, np.int64(1)])
def test_a_code_of_cards_is_no_call(three: object) -> None:
    """As for Game.play: an int is a code, and a text is what one says."""
    hand, bottom = "3344556789TJQKA2B", "345"
    for history in ([three], ["pass", three]):
        with pytest.raises(IllegalMoveError, match="the auction is on"):
            untyped(View).from_observation(hand, history, seat=2, bottom=bottom)
    called = View.from_observation(hand, [Move("bid3")], seat=2, bottom=bottom)
    assert called == View.from_observation(hand, ["3"], seat=2, bottom=bottom)
    assert called == View.from_observation(hand, [3 << 60], seat=2, bottom=bottom)


HAND = "3344556789TJQKA22"


@pytest.mark.parametrize(
    ("changed", "what"),
    [
        ({"hand": HAND[:-1]}, "cards"),  # too few
        ({"hand": HAND + "K"}, "cards"),
        ({"hand": "3333345678TJQKA22"}, "3"),  # five of a rank
        ({"seat": 3}, "seat"),
        ({"seat": -1}, "seat"),
        ({"first": 3}, "first"),
        ({"history": ["1", "3", "3"]}, "18.*20"),  # his own bid of 3 ended it: he holds 20 cards
        ({"history": ["4"]}, "4"),
        ({"history": ["2", "1"]}, "1"),
        ({"history": ["3", "5", "K", "9"]}, "9"),  # does not beat
        ({"history": ["3", "pass"]}, "pass"),  # the leader may not pass
        ({"history": ["3", "BB"]}, "B"),
        ({"history": ["3", "BR", "pass", "pass", "R"]}, "R"),  # played twice
        ({"history": ["3", "2222"]}, "seat 1"),  # he holds two of them
        ({"history": ["3", "3344"]}, "3344"),
        ({"bottom": "46"}, "bottom"),  # too few
        ({"bottom": "4466"}, "bottom"),
        ({"bottom": "222"}, "seat 1"),  # five of a rank
        ({"bottom": None}, "bottom"),  # shown, but not told
        ({"bottom": "46R", "history": []}, "bottom"),  # told, but not yet shown
        ({"rules": Rules.preset("rlcard"), "first": 1, "history": []}, "first"),
    ],
)
def test_observations_that_contradict_themselves(changed: dict[str, Any], what: str) -> None:
    seen: dict[str, Any] = {"hand": HAND, "history": ["3"], "seat": 1, "bottom": "46R"}
    assert View.from_observation(**seen).player == 0
    with pytest.raises(ValueError, match=what):
        View.from_observation(**{**seen, **changed})


def test_the_viewers_own_plays_count() -> None:
    """At seat 1 with the landlord at 0: 17 dealt, one played, so sixteen are held."""
    seen: dict[str, Any] = {"history": ["3", "3", "9"], "seat": 1, "bottom": "46R"}
    view = View.from_observation(HAND.replace("9", ""), **seen)
    assert (view.counts, view.player) == ((19, 16, 17), 2)
    with pytest.raises(ValueError, match="17"):
        View.from_observation(HAND, **seen)


def test_a_landlords_cards_and_the_bottom() -> None:
    """The landlord holds the bottom cards; nobody else does."""
    hand = oracle.sort_cards(HAND + "46R")
    view = View.from_observation(hand, ["3"], seat=0, bottom="46R")
    assert (view.counts, view.unseen.count("R")) == ((20, 17, 17), 0)
    with pytest.raises(ValueError, match=r"\w"):
        View.from_observation(oracle.sort_cards(HAND + "46B"), ["3"], seat=0, bottom="46R")


def test_a_move_of_cards_the_mover_cannot_hold() -> None:
    """The R was at the bottom: the peasant has not got it."""
    with pytest.raises(ValueError, match=r"\w"):
        View.from_observation(HAND, ["3", "B", "pass", "R"], seat=1, bottom="46R")


def test_sampled_moves_are_those_of_the_view() -> None:
    view = View.from_observation(HAND, ["pass", "pass", "2", "pass", "pass"], seat=1, bottom="46R")
    for game in view.sample(20):
        assert (game.landlord, game.player, game.hands[1]) == (2, 2, HAND)
        assert oracle.holds(game.hands[2], "46R")
        assert [Move(code).bid for code in game.history] == [0, 0, 2, 0, 0]
