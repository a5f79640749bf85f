"""Legal moves of a hand, to lead or to follow, are the oracle's: same codes, same order, no duplicates."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chupai.doudizhu import Move, Rules, legal_codes
from support import (
    LOOSEST,
    PASS,
    PRESETS,
    by_seed,
    code_of,
    decoded,
    dense_hand,
    engine_rules,
    odd_rules,
    oracle,
    oracle_codes,
    random_hand,
)

ENGINE = {oracle.PRESETS[name]: Rules.preset(name) for name in PRESETS}
DECK = oracle.deck(LOOSEST)
presets = st.sampled_from([oracle.PRESETS[name] for name in PRESETS])


def small_hands(largest: int) -> st.SearchStrategy[str]:
    """Hands that shrink: any cards of the pack, most often of few ranks."""
    windows = st.sampled_from([DECK, DECK[:12], DECK[8:28], DECK[36:], "33334444555666", "TTTJJJQQQKKK222BR"])
    hands = windows.flatmap(lambda cards: st.lists(st.sampled_from(range(len(cards))), unique=True, min_size=1).map(
        lambda indices: oracle.sort_cards("".join(cards[i] for i in indices[:largest]))
    ))  # fmt: skip
    return hands


def rivals(rng: random.Random, rules: oracle.Rules, number: int) -> list[oracle.Move]:
    """Moves to beat, each kind equally likely."""
    size = rng.choice((6, 10, 16))
    hand = dense_hand(rng, rules, size) if rng.random() < 0.6 else random_hand(rng, rules, 17)
    by_kind: dict[str, list[oracle.Move]] = {}
    for move in sorted(oracle.legal_fast(hand, None, rules)):
        by_kind.setdefault(move[1].kind, []).append(move)
    return [rng.choice(by_kind[rng.choice(sorted(by_kind))]) for _ in range(number)] if by_kind else []


def assert_legal(hand: str, rival: oracle.Move | None, rules: oracle.Rules, legal=oracle.legal_fast) -> None:
    engine = ENGINE.get(rules) or engine_rules(rules)
    to_beat = "" if rival is None else code_of(rival)
    found = legal_codes(hand, to_beat, engine)
    assert found.dtype == np.int64
    assert found.tolist() == oracle_codes(legal(hand, rival, rules), with_pass=rival is not None), (hand, rival)


@given(small_hands(10), presets)
def test_small_hands_by_definition(hand, rules):
    """Every subset of the hand, tried: the definition of a legal move."""
    assert_legal(hand, None, rules, oracle.legal)


@given(small_hands(8), small_hands(12), presets, st.data())
def test_small_hands_that_follow_by_definition(hand, other, rules, data):
    moves = sorted(oracle.legal_fast(other, None, rules))
    if moves:
        assert_legal(hand, data.draw(st.sampled_from(moves)), rules, oracle.legal)


@pytest.mark.parametrize("seed", range(6))
def test_dense_hands(preset, seed):
    rules, rng = oracle.PRESETS[preset], random.Random(seed)
    for _ in range(12):
        hand = dense_hand(rng, rules, rng.randint(6, 20))
        assert_legal(hand, None, rules)
        for rival in rivals(rng, rules, 3):
            assert_legal(hand, rival, rules)


@pytest.mark.parametrize("size", [17, 20])
def test_whole_hands(preset, size):
    rules, rng = oracle.PRESETS[preset], random.Random(size)
    for _ in range(30):
        hand = random_hand(rng, rules, size)
        assert_legal(hand, None, rules)
        for rival in rivals(rng, rules, 3):
            assert_legal(hand, rival, rules)


@pytest.mark.parametrize("block", range(16))
def test_odd_rules(block):
    """Rules that no preset has, all fields about combinations at random."""
    rng = random.Random(block)
    for _ in range(40):
        rules = odd_rules(rng)
        for size in (9, 13, 20):
            hand = dense_hand(rng, rules, size)
            assert_legal(hand, None, rules)
            for rival in rivals(rng, rules, 2):
                assert_legal(hand, rival, rules)


@pytest.mark.slow
@settings(max_examples=8_000)
@given(by_seed(lambda rng: (rng, odd_rules(rng))))
def test_many_odd_rules(drawn):
    rng, rules = drawn
    hand = dense_hand(rng, rules, rng.randint(4, 20))
    for rival in [None, *rivals(rng, rules, 2)]:
        assert_legal(hand, rival, rules)


def test_pass_comes_first_and_only_when_following():
    assert PASS not in legal_codes("3344BR").tolist()
    assert [str(Move(code)) for code in legal_codes("3344BR", "44")] == ["pass", "BR"]
    assert legal_codes("3", "BR").tolist() == [PASS]
    assert legal_codes("", "").tolist() == []
    assert legal_codes("", "3").tolist() == [PASS]


def test_kickers_are_ordered_by_their_highest_rank():
    moves = [str(Move(code)) for code in legal_codes("3334447899", "")]
    planes = [move for move in moves if move.startswith("333444") and len(move) == 8]
    assert planes == ["33344478", "33344479", "33344489"]


def test_each_reading_is_a_move_where_the_rules_say_so():
    cards = "333444555666"
    plane, high, low = (
        (cards, oracle.Combo("plane", 4, 3, "")),
        (cards, oracle.Combo("plane_solo", 3, 3, "333")),
        (cards, oracle.Combo("plane_solo", 3, 2, "666")),
    )
    whole = {
        name: [decoded(code) for code in legal_codes(cards, "", Rules.preset(name)) if Move(code).cards == cards]
        for name in PRESETS
    }
    assert whole["openspiel"] == [plane, low, high]
    assert all(whole[name] == [plane] for name in PRESETS if name != "openspiel")
    assert [Move(code_of(move)).reading for move in (plane, high, low)] == [0, 1, 2]


def test_a_reading_that_only_loose_rules_know_keeps_its_number():
    """The code of a move is the same under every rule set: 3334445556667779 as 5 planes less one."""
    cards = "3334445556667779"
    readings = oracle.readings(cards, LOOSEST)
    assert [combo.top for combo in readings] == [4, 3]
    codes = [code for code in legal_codes(cards, "", Rules.preset("openspiel")).tolist() if Move(code).cards == cards]
    assert [code >> 60 for code in codes] == [1, 0]  # by top: the lower plane first


def test_hands_may_be_given_in_any_form():
    expected = legal_codes("34567TBR", "").tolist()
    for hand in ("rb1076543", "3 4 5 6 7 10 小 大", "34567Txd", 0x110000010011111):
        assert legal_codes(hand).tolist() == expected
