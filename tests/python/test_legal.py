"""Legal moves of a hand, to lead or to follow, are the oracle's: same codes, same order, no duplicates."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import doudizhu as oracle
from chupai.doudizhu import Move, Rules, classify, legal_codes
from presets import ONE_PACK, PRESETS, TWO_PACKS
from support import (
    LOOSEST,
    LOOSEST_ONE,
    PASS,
    by_seed,
    code_of,
    decoded,
    dense_hand,
    engine_rules,
    hand_sizes,
    odd_rules,
    oracle_codes,
    random_hand,
)

ENGINE = {oracle.PRESETS[name]: Rules.preset(name) for name in PRESETS}
DECK, BOTH = oracle.deck(LOOSEST_ONE), oracle.deck(LOOSEST)
WINDOWS = [DECK, DECK[:12], DECK[8:28], DECK[36:], "33334444555666", "TTTJJJQQQKKK222BR"]
WINDOWS_OF_TWO = [BOTH, BOTH[:24], BOTH[:8], BOTH[16:40], BOTH[88:], "3" * 8 + "4" * 6 + "BBRR", "333444555666BBRR22"]
presets = st.sampled_from([oracle.PRESETS[name] for name in ONE_PACK])
presets_of_two = st.sampled_from([oracle.PRESETS[name] for name in TWO_PACKS])


def small_hands(largest: int, windows: list[str] = WINDOWS) -> st.SearchStrategy[str]:
    """Hands that shrink: any cards of the pack, most often of few ranks."""

    def hands_of(cards: str) -> st.SearchStrategy[str]:
        places = st.lists(st.sampled_from(range(len(cards))), unique=True, min_size=1)
        return places.map(lambda indices: oracle.sort_cards("".join(cards[i] for i in indices[:largest])))

    return st.sampled_from(windows).flatmap(hands_of)


def rivals(rng: random.Random, rules: oracle.Rules, number: int) -> list[oracle.Move]:
    """Moves to beat, each kind equally likely."""
    size = rng.choice((6, 10, 16))
    hand = dense_hand(rng, rules, size) if rng.random() < 0.6 else random_hand(rng, rules, hand_sizes(rules)[0])
    by_kind: dict[str, list[oracle.Move]] = {}
    for move in sorted(oracle.legal_fast(hand, None, rules)):
        by_kind.setdefault(move[1].kind, []).append(move)
    return [rng.choice(by_kind[rng.choice(sorted(by_kind))]) for _ in range(number)] if by_kind else []


def assert_legal(
    hand: str,
    rival: oracle.Move | None,
    rules: oracle.Rules,
    legal: Callable[[str, oracle.Move | None, oracle.Rules], Iterable[oracle.Move]] = oracle.legal_fast,
) -> None:
    engine = ENGINE.get(rules) or engine_rules(rules)
    to_beat = "" if rival is None else code_of(rival)
    found = legal_codes(hand, to_beat, engine)
    assert found.dtype == np.int64
    assert len(set(found.tolist())) == len(found)
    assert found.tolist() == oracle_codes(legal(hand, rival, rules), with_pass=rival is not None), (hand, rival)


@given(small_hands(10), presets)
def test_small_hands_by_definition(hand: str, rules: oracle.Rules) -> None:
    """Every subset of the hand, tried: the definition of a legal move."""
    assert_legal(hand, None, rules, oracle.legal)


@given(small_hands(8), small_hands(12), presets, st.data())
def test_small_hands_that_follow_by_definition(hand: str, other: str, rules: oracle.Rules, data: st.DataObject) -> None:
    moves = sorted(oracle.legal_fast(other, None, rules))
    if moves:
        assert_legal(hand, data.draw(st.sampled_from(moves)), rules, oracle.legal)


@given(small_hands(12, WINDOWS_OF_TWO), presets_of_two)
def test_small_hands_of_two_packs_by_definition(hand: str, rules: oracle.Rules) -> None:
    """Bombs of four to eight, pairs of jokers, all four jokers."""
    assert_legal(hand, None, rules, oracle.legal)


@given(small_hands(12, WINDOWS_OF_TWO), small_hands(12, WINDOWS_OF_TWO), presets_of_two, st.data())
def test_small_hands_of_two_packs_that_follow_by_definition(
    hand: str, other: str, rules: oracle.Rules, data: st.DataObject
) -> None:
    moves = sorted(oracle.legal_fast(other, None, rules))
    assert_legal(hand, data.draw(st.sampled_from(moves)), rules, oracle.legal)


def test_what_follows_a_bomb_a_pair_of_jokers_and_the_rocket() -> None:
    rules = Rules.preset("standard-four")
    hand = "33333444445555556BBRR"
    for rival, expected in {
        "BB": "RR 3333 4444 5555 33333 44444 55555 555555 BBRR",
        "RR": "3333 4444 5555 33333 44444 55555 555555 BBRR",
        "4444": "5555 33333 44444 55555 555555 BBRR",
        "2222": "33333 44444 55555 555555 BBRR",
        "44444": "55555 555555 BBRR",
        "555555": "BBRR",
        "66666666": "BBRR",
        "BBRR": "",
        "22": "BB RR 3333 4444 5555 33333 44444 55555 555555 BBRR",
        "B": "R 3333 4444 5555 33333 44444 55555 555555 BBRR",
        "44433": "555" + " 555".join(["33", "44", "BB", "RR"]) + " 3333 4444 5555 33333 44444 55555 555555 BBRR",
    }.items():
        texts = [str(Move(code)) for code in legal_codes(hand, rival, rules)]
        expected_texts = [oracle.sort_cards(text) for text in expected.split()]
        assert texts == ["pass", *expected_texts], rival


@pytest.mark.parametrize("seed", range(6))
def test_dense_hands(preset: str, seed: int) -> None:
    rules, rng = oracle.PRESETS[preset], random.Random(seed)
    for _ in range(12):
        hand = dense_hand(rng, rules, rng.randint(6, hand_sizes(rules)[1]))
        assert_legal(hand, None, rules)
        for rival in rivals(rng, rules, 3):
            assert_legal(hand, rival, rules)


@pytest.mark.parametrize("who", [0, 1], ids=["player", "landlord"])
def test_whole_hands(preset: str, who: int) -> None:
    rules = oracle.PRESETS[preset]
    size = hand_sizes(rules)[who]
    rng = random.Random(size)
    for _ in range(30):
        hand = random_hand(rng, rules, size)
        assert_legal(hand, None, rules)
        for rival in rivals(rng, rules, 3):
            assert_legal(hand, rival, rules)


@pytest.mark.parametrize("block", range(16))
def test_odd_rules(block: int) -> None:
    """Rules that no preset has, all fields about combinations at random."""
    rng = random.Random(block)
    for _ in range(40):
        rules = odd_rules(rng)
        for size in (9, 13, 20):
            hand = dense_hand(rng, rules, size)
            assert_legal(hand, None, rules)
            for rival in rivals(rng, rules, 2):
                assert_legal(hand, rival, rules)


@pytest.mark.parametrize("block", range(8))
def test_odd_rules_of_two_packs(block: int) -> None:
    """Single kickers, many copies, fours and their chains with kickers, all readings; small hands, many bombs."""
    rng = random.Random(100 + block)
    for _ in range(25):
        rules = odd_rules(rng, packs=2)
        for size in (8, 12, 16):
            hand = dense_hand(rng, rules, size)
            assert_legal(hand, None, rules)
            for rival in rivals(rng, rules, 2):
                assert_legal(hand, rival, rules)


@pytest.mark.parametrize("hand", ["33334444555566", "3333333344446", "33344455566677BR", "333444555666BBRR"])
def test_loosest_rules_of_two_packs_by_definition(hand: str) -> None:
    for readings in ("one", "all"):
        assert_legal(hand, None, replace(LOOSEST, readings=readings), oracle.legal)


def test_eight_readings() -> None:
    """Six fours: a chain, four of them with eight kickers, or three with six pairs. A code can tell no more."""
    cards = "".join(rank * 4 for rank in "345678")
    rules = engine_rules(LOOSEST)
    codes = [code for code in legal_codes(cards, "", rules).tolist() if Move(code).cards == cards]
    expected = oracle.readings(cards, LOOSEST)
    assert sorted(code >> 60 for code in codes) == list(range(8))
    assert [decoded(code)[1] for code in sorted(codes)] == expected
    assert [str(move) for move in classify(cards, rules)] == [cards, *(f"{cards}/{i}" for i in range(1, 8))]


@pytest.mark.slow
@settings(max_examples=8_000)
@given(by_seed(lambda rng: (rng, odd_rules(rng, rng.choice((1, 1, 2))))))
def test_many_odd_rules(drawn: tuple[random.Random, oracle.Rules]) -> None:
    rng, rules = drawn
    hand = dense_hand(rng, rules, rng.randint(4, 20 if rules.packs == 1 else 14))
    for rival in [None, *rivals(rng, rules, 2)]:
        assert_legal(hand, rival, rules)


def test_pass_comes_first_and_only_when_following() -> None:
    assert PASS not in legal_codes("3344BR").tolist()
    assert [str(Move(code)) for code in legal_codes("3344BR", "44")] == ["pass", "BR"]
    assert legal_codes("3", "BR").tolist() == [PASS]
    assert legal_codes("", "").tolist() == []
    assert legal_codes("", "3").tolist() == [PASS]


def test_kickers_are_ordered_by_their_highest_rank() -> None:
    moves = [str(Move(code)) for code in legal_codes("3334447899", "")]
    planes = [move for move in moves if move.startswith("333444") and len(move) == 8]
    assert planes == ["33344478", "33344479", "33344489"]


def test_each_reading_is_a_move_where_the_rules_say_so() -> None:
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


def test_a_reading_that_only_loose_rules_know_keeps_its_number() -> None:
    """The code of a move is the same under every rule set: 3334445556667779 as 5 planes less one."""
    cards = "3334445556667779"
    readings = oracle.readings(cards, LOOSEST)
    assert [combo.top for combo in readings] == [4, 3]
    codes = [code for code in legal_codes(cards, "", Rules.preset("openspiel")).tolist() if Move(code).cards == cards]
    assert [code >> 60 for code in codes] == [1, 0]  # by top: the lower plane first


def test_hands_may_be_given_in_any_form() -> None:
    expected = legal_codes("34567TBR", "").tolist()
    for hand in ("rb1076543", "3 4 5 6 7 10 小 大", "34567Txd", 0x110000010011111):
        assert legal_codes(hand).tolist() == expected
