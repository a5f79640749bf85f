"""Texts, numbers and objects that nobody should give to Gong Zhu, and fuzz of every parser."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import chupai
from chupai import perft, playout, random_games
from chupai.gongzhu import Deal, Game, Match, Move, Rules, legal_cards, may_expose, score, trick_winner
from gongzhu_support import HANDS, PRESETS, TEXT_CALLS, in_play, random_open, random_play, state
from gongzhu_support import odd_rules as odd
from support import BAD, refusal, untyped

WEIRD_TEXTS = ["\ud800", "S\ud8002", "\x00", "S2\x00", "S" * 100_000, "☃", "Ｓ２", "0", "王", "-3", "3.0", "½", "S22"]
WEIRD_OBJECTS = [
    None, 1.0, 1.5, float("nan"), b"S2", bytearray(b"S2"), [], {}, object(), 3j, np.float64(3), np.array([3, 4]),
]  # fmt: skip
OPEN = ["S2", "S3", "S4", "S5"]


@pytest.mark.parametrize("text", WEIRD_TEXTS, ids=lambda value: ascii(value)[1:12])
@pytest.mark.parametrize("name", TEXT_CALLS)
def test_odd_texts(name: str, text: str) -> None:
    with pytest.raises(BAD) as caught:
        TEXT_CALLS[name](text)
    assert len(str(caught.value)) < 2_000  # even where the text was long
    str(caught.value).encode()  # can be printed
    game = in_play()
    assert text not in game.legal


OBJECT_CALLS: dict[str, Callable[[Any], object]] = {
    "push": lambda x: in_play().push(x),
    "play": lambda x: in_play().play(x),
    "parse": lambda x: in_play().parse(x),
    "view": lambda x: in_play().view(x),
    "Move": Move,
    "Rules.preset": Rules.preset,
    "Rules.from_text": Rules.from_text,
    "replace, a word": lambda x: Rules().replace(teams=x),
    "replace, a bool": lambda x: Rules().replace(heart_lock=x),
    "replace, a number": lambda x: Rules().replace(players=x),
    "replace, hearts": lambda x: Rules().replace(heart_values=x),
    "Game.from_text": Game.from_text,
    "Game, by position": lambda x: untyped(Game)(Rules(), x),
    "Game, game": lambda x: Game(seed=1, game=x),
    "Game, episode": lambda x: Game(seed=1, episode=x),
    "Game, a hand": lambda x: Game(deal=[x, *HANDS[1:]]),
    "Deal": lambda x: Game(deal=Deal(x)),
    "from_hands": lambda x: Game.from_hands(x),
    "from_hands, a hand": lambda x: Game.from_hands([x, *OPEN[1:]]),
    "from_hands, leader": lambda x: Game.from_hands(OPEN, leader=x),
    "score": score,
    "legal_cards": legal_cards,
    "trick_winner": trick_winner,
    "sample": lambda x: Game(seed=1).view(0).sample(x),
    "sample, seed": lambda x: Game(seed=1).view(0).sample(1, seed=x),
    "perft": lambda x: perft(x, 1),
    "perft, depth": lambda x: perft(in_play(), x),
    "playout": lambda x: playout(x, 1),
    "playout, n": lambda x: playout(in_play(), x),
    "random_games": lambda x: random_games(x, 1),
    "random_games, n": lambda x: random_games(Rules(), x),
    "Match.add": lambda x: Match(seed=1).add(x),
    "Match.add_scores": lambda x: Match(seed=1).add_scores(x),
    "a score": lambda x: Match(seed=1).add_scores([x, 0, 0, 0]),
}
OPTIONAL_CALLS: dict[str, Callable[[Any], object]] = {  # None stands for the default
    "Game, rules": lambda x: Game(x, seed=1),
    "Game, seed": lambda x: Game(seed=x),
    "Game, deal": lambda x: Game(deal=x),
    "Game, leader": lambda x: Game(seed=1, leader=x),
    "Deal, leader": lambda x: Deal(HANDS, x),
    "from_hands, taken": lambda x: Game.from_hands(OPEN, x),
    "legal_cards, rules": lambda x: legal_cards("S2", rules=x),
    "Match, rules": lambda x: Match(x),
    "Match, totals": lambda x: Match(totals=x),
    "pig_taker": lambda x: Match(seed=1).add_scores([0, 0, 0, 0], pig_taker=x),
}
EMPTY_CALLS: dict[str, Callable[[Any], object]] = {  # an empty collection is no cards at all
    "from_hands, trick": lambda x: Game.from_hands(OPEN, trick=x),
    "from_hands, exposed": lambda x: Game.from_hands(OPEN, exposed=x),
    "from_hands, suits_led": lambda x: Game.from_hands(OPEN, suits_led=x),
    "score, exposed": lambda x: score(["", "", "", ""], x),
    "legal_cards, trick": lambda x: legal_cards("S2", x),
    "may_expose": may_expose,
}


def accepted(call: Callable[[Any], object], things: Iterable[object]) -> list[str]:
    """The things that a call does not refuse."""
    return [repr(thing) for thing in things if refusal(call, thing) is None]


@pytest.mark.parametrize("name", OBJECT_CALLS)
def test_odd_objects(name: str) -> None:
    cards = name in ("legal_cards", "trick_winner")  # there an array of ints is cards
    things = [thing for thing in WEIRD_OBJECTS if not (cards and isinstance(thing, np.ndarray))]
    assert accepted(OBJECT_CALLS[name], things) == []


@pytest.mark.parametrize("name", OPTIONAL_CALLS)
def test_odd_objects_where_none_is_the_default(name: str) -> None:
    assert accepted(OPTIONAL_CALLS[name], WEIRD_OBJECTS) == ["None"]


@pytest.mark.parametrize("name", EMPTY_CALLS)
def test_odd_objects_where_cards_may_be_none(name: str) -> None:
    """Numbers are cards there: an array of ints is a trick."""
    things = [thing for thing in WEIRD_OBJECTS if not isinstance(thing, (np.ndarray, bytes, bytearray))]
    assert accepted(EMPTY_CALLS[name], things) == ["[]", "{}"]


def test_odd_objects_are_not_legal() -> None:
    game = in_play()
    assert not any(thing in game.legal for thing in WEIRD_OBJECTS if not isinstance(thing, np.ndarray))
    with contextlib.suppress(TypeError):
        assert np.array([3, 4]) not in game.legal


def test_numbers_of_numpy_are_numbers() -> None:
    game = in_play()
    code = game.legal.codes[0]
    assert code in game.legal
    game.push(code)
    assert Game(seed=np.uint64(7), leader=np.int8(2)) == Game(seed=7, leader=2)
    assert Rules(players=np.int32(3)) == Rules(players=3)
    assert score([np.array([10]), "", "", ""]) == [-100, 0, 0, 0]


# --------------------------------------------------------------------------- fuzz

ALPHABET = "SHDCshdc23456789TJQKA10♠♥♦♣ /,+-noneleadr\n\t\x00.☃"
cards_text = st.text(alphabet="SHDC23456789TJQKA- ", max_size=24)
any_text = st.one_of(st.text(max_size=40), st.text(alphabet=ALPHABET, max_size=60), cards_text)
VALID = [
    random_play(Game(Rules.preset(name), seed=seed), random.Random(seed), plies).text()
    for seed, (name, plies) in enumerate((name, plies) for name in PRESETS for plies in (0, 3, 9, 99))
]
for _seed in range(6):
    _rng = random.Random(_seed)
    VALID.append(random_play(Game.from_hands(**random_open(_rng, odd(_rng))[0]), _rng, 2).text())


def mutated(rng: random.Random, text: str) -> str:
    """A valid text with a few words, lines or characters lost, doubled, or changed."""
    words = [
        "S2",
        "HA",
        "none",
        "HA+SQ",
        "-1",
        "9" * 30,
        "",
        "seed",
        "deal",
        "open",
        "leader",
        "-",
        "S-,H-,D-,C-",
        "\x00",
    ]
    for _ in range(rng.randint(1, 3)):
        split = rng.choice((list, str.splitlines, str.split))
        parts = split(text)
        if not parts:
            break
        at, change = rng.randrange(len(parts)), rng.randrange(5)
        if change == 0:
            del parts[at]
        elif change == 1:
            parts.insert(at, parts[at])
        elif change == 2:
            other = rng.randrange(len(parts))
            parts[at], parts[other] = parts[other], parts[at]
        elif change == 3:
            parts[at] = rng.choice(words)
        else:
            parts[at] = parts[at] + rng.choice(ALPHABET)
        text = {list: "", str.splitlines: "\n", str.split: " "}[split].join(parts)
    return text


def assert_refused_or_right(make: Callable[[], Game]) -> None:
    """A game is made that reads its own text, or none is."""
    if refusal(make) is None:
        game = make()
        assert Game.from_text(game.text()) == game


def fuzz_texts(text: str) -> None:
    for name, call in TEXT_CALLS.items():
        assert refusal(call, text) != "", name
    game = in_play()
    before = state(game)
    if refusal(game.play, text) is not None:
        assert text not in game.legal
        assert state(game) == before
    assert_refused_or_right(lambda: Game.from_text(text))


@given(any_text)
@example("")
def test_fuzz_every_parser(text: str) -> None:
    fuzz_texts(text)


@given(cards_text, cards_text)
def test_fuzz_legal_cards(hand: str, trick: str) -> None:
    message = refusal(legal_cards, hand, trick)
    assert message != ""
    if message is None:
        found = legal_cards(hand, trick)
        assert len(set(found)) == len(found) > 0
        assert Move(found[0]) < 52


@settings(max_examples=400)
@given(st.integers(0, 2**32), st.sampled_from(VALID))
def test_fuzz_texts_of_games(seed: int, text: str) -> None:
    text = mutated(random.Random(seed), text)
    assert_refused_or_right(lambda: Game.from_text(text))


@given(st.lists(cards_text, max_size=5), st.lists(cards_text, max_size=3), st.integers(-1, 4))
def test_fuzz_deals_and_positions(hands: list[str], trick: list[str], leader: int) -> None:
    assert_refused_or_right(lambda: Game(deal=hands, leader=leader))
    assert_refused_or_right(lambda: Game.from_hands(hands, trick=trick, leader=leader))


@pytest.mark.slow
@settings(max_examples=10_000, derandomize=False)
@given(any_text, st.integers(0, 2**32), st.sampled_from(VALID))
def test_fuzz_for_a_minute(text: str, seed: int, valid: str) -> None:
    fuzz_texts(text)
    other = mutated(random.Random(seed), valid)
    assert_refused_or_right(lambda: Game.from_text(other))


def test_the_module_still_stands() -> None:
    """After all that: a plain game."""
    assert random_play(Game(seed=1), random.Random(1)).is_over
    assert chupai.perft(Game(seed=1), 2) > 0
