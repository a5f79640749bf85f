"""Texts, numbers and objects that nobody should give: refused by every function, without a trace."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest

from chupai import perft, playout, random_games
from chupai.doudizhu import Deal, Game, Move, Rules, View, beats, classify, hand_code, hand_text, legal_codes
from support import BAD, HANDS, TEXT_CALLS, in_play, refusal, state, untyped

WEIRD_TEXTS = [
    "\ud800",
    "3\ud8003",
    "\x00",
    "3\x003",
    "3" * 100_000,
    "☃",
    "３",
    "3,4",
    "0",
    "1",
    "王",
    "-3",
    "3.0",
    "½",
]
WEIRD_NUMBERS = [-1, -(2**63), 2**63, 2**64, 2**70, -(2**70), 1 << 62, (1 << 63) - 1, 7 << 60]
WEIRD_OBJECTS = [
    None,
    1.0,
    1.5,
    float("nan"),
    b"3",
    bytearray(b"3"),
    [],
    ["3"],
    {},
    object(),
    3j,
    np.float64(3),
    np.array([3, 4]),
]

CALLS = {("Game.play", "1"), ("Game.play", "0"), ("observation, history", "1"), ("observation, history", "0")}
PLAIN = {("Game.parse", "3"), ("Game.parse", "1"), ("Game.parse", "0")}
ODD = [(name, text) for name in TEXT_CALLS for text in WEIRD_TEXTS if (name, text) not in CALLS | PLAIN]


@pytest.mark.parametrize(("name", "text"), ODD, ids=lambda value: ascii(value)[1:12])
def test_odd_texts(name: str, text: str) -> None:
    with pytest.raises(BAD) as caught:
        TEXT_CALLS[name](text)
    assert len(str(caught.value)) < 2_000  # even where the text was long
    str(caught.value).encode()  # can be printed


@pytest.mark.parametrize("text", WEIRD_TEXTS, ids=lambda text: ascii(text)[:12])
def test_odd_texts_are_not_legal(text: str) -> None:
    game = in_play()
    assert text not in game.legal


@pytest.mark.parametrize("number", WEIRD_NUMBERS)
def test_odd_numbers(number: int) -> None:
    game = in_play()
    before = state(game)
    for call in (game.push, game.play, Move, hand_code, hand_text, classify, legal_codes, lambda n: beats(n, "3"),
                 lambda n: legal_codes("3", n), lambda n: Game.from_hands([n, "4"])):  # fmt: skip
        with pytest.raises(ValueError, match=r"\w"):
            call(number)
    assert number not in game.legal
    assert state(game) == before


OBJECT_CALLS: dict[str, Callable[[Any], object]] = {
    "push": lambda x: in_play().push(x),
    "play": lambda x: in_play().play(x),
    "parse": lambda x: in_play().parse(x),
    "view": lambda x: in_play().view(x),
    "Move": Move,
    "Move.parse": Move.parse,
    "hand_code": hand_code,
    "hand_text": hand_text,
    "classify": classify,
    "legal_codes": legal_codes,
    "legal_codes, to beat": lambda x: legal_codes("3", x),
    "beats": lambda x: beats(x, "3"),
    "Rules.preset": Rules.preset,
    "Rules.from_text": Rules.from_text,
    "replace, a word": lambda x: Rules().replace(readings=x),
    "replace, a bool": lambda x: Rules().replace(spring=x),
    "replace, a number": lambda x: Rules().replace(straight_min=x),
    "Game.from_text": Game.from_text,
    "Game, by position": lambda x: untyped(Game)(Rules(), x),
    "Game, game": lambda x: Game(seed=1, game=x),
    "Game, episode": lambda x: Game(seed=1, episode=x),
    "from_hands": lambda x: Game.from_hands([x, "4"]),
    "from_hands, to_move": lambda x: Game.from_hands(["3", "4"], to_move=x),
    "from_hands, stake": lambda x: Game.from_hands(["3", "4"], stake=x),
    "from_hands, landlord": lambda x: Game.from_hands(["3", "4"], landlord=x),
    "Deal": lambda x: Deal([x, "4", "5"], "6"),
    "Deal, bottom": lambda x: Deal(HANDS, x),
    "observation": lambda x: View.from_observation(x),
    "observation, seat": lambda x: View.from_observation(HANDS[0], seat=x),
    "observation, a move": lambda x: View.from_observation(HANDS[0], [x]),
    "sample": lambda x: Game(seed=1).view(0).sample(x),
    "sample, seed": lambda x: Game(seed=1).view(0).sample(1, seed=x),
    "perft": lambda x: perft(x, 1),
    "perft, depth": lambda x: perft(in_play(), x),
    "playout": lambda x: playout(x, 1),
    "playout, n": lambda x: playout(in_play(), x),
    "playout, seed": lambda x: playout(in_play(), 1, x),
    "random_games": lambda x: random_games(x, 1),
    "random_games, n": lambda x: random_games(Rules(), x),
}
OPTIONAL_CALLS: dict[str, Callable[[Any], object]] = {  # None stands for the default
    "Game, rules": lambda x: Game(x, seed=1),
    "Game, seed": lambda x: Game(seed=x),
    "Game, deal": lambda x: Game(deal=x),
    "Game, first": lambda x: Game(seed=1, first=x),
    "legal_codes, rules": lambda x: legal_codes("3", "", x),
    "observation, bottom": lambda x: View.from_observation(HANDS[0], bottom=x),
}


def accepted(call: Callable[[Any], object], things: Iterable[object]) -> list[str]:
    """The things that a call does not refuse."""
    return [repr(thing) for thing in things if refusal(call, thing) is None]


@pytest.mark.parametrize("name", OBJECT_CALLS)
def test_odd_objects(name: str) -> None:
    assert accepted(OBJECT_CALLS[name], WEIRD_OBJECTS) == []


@pytest.mark.parametrize("name", OPTIONAL_CALLS)
def test_odd_objects_where_none_is_the_default(name: str) -> None:
    assert accepted(OPTIONAL_CALLS[name], WEIRD_OBJECTS) == ["None"]


def test_odd_objects_are_not_legal() -> None:
    game = in_play()
    assert not any(thing in game.legal for thing in WEIRD_OBJECTS if not isinstance(thing, np.ndarray))
    with contextlib.suppress(TypeError):  # an array has an __index__ that may refuse
        assert np.array([3, 4]) not in game.legal


def test_arrays_of_wrong_shape_and_type() -> None:
    game = in_play()
    wrongs: list[Any] = [np.array(0.0), np.array([0]), np.array("3"), np.float32(0), np.datetime64("2020-01-01")]
    for wrong in wrongs:
        with pytest.raises(BAD):
            game.push(wrong)


def test_no_attribute_can_be_set() -> None:
    game = in_play()
    for thing, name in (
        (game, "player"),
        (game, "hands"),
        (game.view(0), "hand"),
        (Move(0), "code"),
        (game.deal, "first"),
    ):
        with pytest.raises(AttributeError):
            setattr(thing, name, 1)
