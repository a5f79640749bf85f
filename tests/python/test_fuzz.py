"""Fuzz of every parser: refused with a message, or read and written the same."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import chupai
from chupai.doudizhu import Game, Rules, legal_codes
from support import TEXT_CALLS, in_play, play_all, random_play, refusal, state

ALPHABET = "3456789TJQKA2BRtjqkabrxXdD10 /小大王pasbid\n\t\x00-=,.☃"
cards_text = st.text(alphabet="3456789TJQKA2BR", max_size=24)
any_text = st.one_of(st.text(max_size=40), st.text(alphabet=ALPHABET, max_size=60), cards_text)
VALID = [
    random_play(Game(rules, seed=seed), random.Random(seed), plies).text()
    for seed, (rules, plies) in enumerate(
        (Rules.preset(name), plies)
        for name in ("standard", "app", "openspiel", "standard-four", "hubei-pairs")
        for plies in (0, 9, 99)
    )
] + [
    Game.from_hands(["3455KK", "345522"], to_move=1, to_beat="3", stake=3).text(),
    play_all(Game(seed=3), "pass " * 7).text(),
]


def mutated(draw_from: random.Random, text: str) -> str:
    """A valid text with a few words, lines or characters lost, doubled, or changed."""
    for _ in range(draw_from.randint(1, 3)):
        split = draw_from.choice((list, str.splitlines, str.split))
        parts = split(text)
        if not parts:
            break
        at = draw_from.randrange(len(parts))
        change = draw_from.randrange(5)
        if change == 0:
            del parts[at]
        elif change == 1:
            parts.insert(at, parts[at])
        elif change == 2:
            other = draw_from.randrange(len(parts))
            parts[at], parts[other] = parts[other], parts[at]
        elif change == 3:
            parts[at] = draw_from.choice(
                ["3", "BR", "pass", "bid3", "-1", "9" * 30, "", "seed", "deal", "open", "first", "\x00"]
            )
        else:
            parts[at] = parts[at] + draw_from.choice(ALPHABET)
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
def test_fuzz_legal_codes(hand: str, to_beat: str) -> None:
    message = refusal(legal_codes, hand, to_beat)
    assert message != ""
    if message is None:
        codes = legal_codes(hand, to_beat)
        assert len(set(codes.tolist())) == len(codes)


@given(st.integers(0, 2**32), st.sampled_from(VALID))
def test_fuzz_texts_of_games(seed: int, text: str) -> None:
    text = mutated(random.Random(seed), text)
    assert_refused_or_right(lambda: Game.from_text(text))


@given(st.lists(cards_text, max_size=5), st.integers(-1, 4), st.integers(-1, 4))
def test_fuzz_deals_and_positions(hands: list[str], landlord: int, to_move: int) -> None:
    assert_refused_or_right(lambda: Game(deal=hands, first=landlord))
    assert_refused_or_right(lambda: Game.from_hands(hands, landlord, to_move=to_move))


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
