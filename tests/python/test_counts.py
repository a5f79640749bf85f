"""How many combinations each preset has: the numbers of the rule document, found by asking the engine.

Every set of cards that any preset could allow is put to the engine, and the number of yeses must come out.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from math import comb

import pytest

import doudizhu as oracle
from chupai.doudizhu import Move, Rules, classify, legal_codes
from presets import ONE_PACK, TWO_PACKS
from support import code_of, decoded, engine_rules

REST = {
    "solo": 15, "pair": 13, "trio": 13, "bomb": 13, "rocket": 1, "straight": 36,
    "pair_straight": 52, "plane": 45, "trio_solo": 182, "trio_pair": 156,
}  # fmt: skip

WINGED = ("plane_solo", "plane_pair", "quad_solo", "quad_pair", "shuttle", "shuttle_solo", "shuttle_pair")

# Card sets, moves, then the kinds of WINGED: section 6 of the rule document.
COUNTS = {
    "rlcard": (27_471, 27_471, 21_822, 2_939, 1_326, 858, 0, 0, 0),
    "douzero": (29_984, 29_984, 24_322, 2_939, 1_339, 858, 0, 0, 0),
    "openspiel": (25_661, 26_053, 22_588, 2_939, 0, 0, 0, 0, 0),
    "standard": (12_654, 12_654, 7_161, 2_939, 1_170, 858, 0, 0, 0),
    "botzone": (34_323, 34_323, 8_044, 2_939, 1_183, 858, 38, 17_105, 3_630),
}


@pytest.fixture(params=ONE_PACK)
def preset(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@cache
def candidates() -> list[str]:
    """Card sets that some preset of one pack, or standard with two pairs of a rank as kickers, allows."""
    rules = [oracle.PRESETS[name] for name in ONE_PACK]
    rules.append(replace(oracle.PRESETS["standard"], pair_kicker_copies=2))
    return sorted({cards for each in rules for cards, _ in oracle.all_combinations(each)})


@cache
def engine_moves(rules: Rules) -> list[Move]:
    return [move for cards in candidates() for move in classify(cards, rules)]


@pytest.fixture
def moves(rules: Rules) -> list[Move]:
    return engine_moves(rules)


@pytest.mark.parametrize("preset", COUNTS)
def test_number_of_combinations(preset: str, moves: list[Move]) -> None:
    kinds = Counter(str(move.kind) for move in moves)
    found = (len({move.cards for move in moves}), len(moves), *(kinds[kind] for kind in WINGED))
    assert found == COUNTS[preset]
    assert {kind: kinds[kind] for kind in REST} == REST


def test_every_combination_is_the_oracles(moves: list[Move], slow_rules: oracle.Rules) -> None:
    assert {decoded(move) for move in moves} == oracle.all_combinations(slow_rules)


def test_every_code_decodes_to_its_combination(moves: list[Move]) -> None:
    """A code is a number that means the same under all rules, and no two moves share one."""
    for move in moves:
        assert move.code == code_of(decoded(move))
        again = Move(move.code)
        assert (again, decoded(again)) == (move, decoded(move))
    assert len({move.code for move in moves}) == len(moves)


def test_every_combination_can_be_led(rules: Rules) -> None:
    """The generator, given just these cards, finds what classify finds."""
    for cards in candidates()[::7]:
        codes = legal_codes(cards, "", rules)
        led = {code for code in codes.tolist() if Move(code).cards == cards}
        assert led == {move.code for move in classify(cards, rules)}, cards


def test_every_combination_follows_what_it_beats(moves: list[Move], rules: Rules) -> None:
    """The cheapest bomb aside, a move is found by the generator against the move one rank below."""
    lower: dict[tuple[str, int, int | None], Move] = {(move.kind, move.length, move.top): move for move in moves}
    for move in moves[::5]:
        assert move.top is not None
        rival = lower.get((move.kind, move.length, move.top - 1))
        if rival is not None:
            assert move.code in legal_codes(move.cards, rival, rules), (str(move), str(rival))


# --------------------------------------------------------------------------- two packs

# Chains of n lie in 12 ranks in 13 - n ways. A plane of n takes n of the 15 - n other ranks' pairs, not both jokers'.
PAIRS_OF_PLANES = {n: (13 - n) * (comb(15 - n, n) - comb(13 - n, n - 2)) for n in range(2, 7)}
COUNTS_OF_TWO = {
    "solo": 15,
    "pair": 15,
    "trio": 13,
    "trio_pair": 13 * 14,
    "straight": sum(13 - n for n in range(5, 13)),
    "pair_straight": sum(13 - n for n in range(3, 13)),
    "plane": sum(13 - n for n in range(2, 12)),
    "plane_pair": sum(PAIRS_OF_PLANES.values()),
    "bomb": 5 * 13,
    "rocket": 1,
}


@pytest.mark.parametrize("preset", TWO_PACKS)
def test_combinations_of_two_packs(preset: str) -> None:
    """Of at most 33 cards: a plane with pairs has at most six trios, a bare one eleven."""
    rules, slow = Rules.preset(preset), oracle.PRESETS[preset]
    expected = oracle.all_combinations(slow, most_cards=33)
    found = [move for cards in sorted({cards for cards, _ in expected}) for move in classify(cards, rules)]
    assert Counter(str(move.kind) for move in found) == COUNTS_OF_TWO
    assert {decoded(move) for move in found} == expected
    assert {move.code for move in found} == {code_of(move) for move in expected}
    assert [Move(move.code) for move in found] == found
    for move in found[::9]:
        assert move.code in legal_codes(move.cards, "", rules)


def test_readings_of_douzero() -> None:
    moves = engine_moves(Rules.preset("douzero").replace(readings="all"))
    assert len(moves) == 30_383
    assert sum(move.kind == "plane_solo" for move in moves) == 24_721


@pytest.mark.parametrize(("preset", "expected"), [("openspiel", 383), ("douzero", 390), ("standard", 0)])
def test_card_sets_with_several_readings(preset: str, expected: int) -> None:
    moves = engine_moves(Rules.preset(preset).replace(readings="all"))
    numbers = Counter(move.cards for move in moves)
    assert sum(number > 1 for number in numbers.values()) == expected


def test_shuttles_off_bare_and_winged() -> None:
    """Botzone's chains of fours: the bare ones only, or none."""
    for shuttle in ("off", "bare", "winged"):
        rules = replace(oracle.PRESETS["botzone"], space_shuttle=shuttle)
        moves = engine_moves(engine_rules(rules))
        assert {decoded(move) for move in moves} == oracle.all_combinations(rules)
        assert sum(move.kind == "shuttle" for move in moves) == (0 if shuttle == "off" else 38)
