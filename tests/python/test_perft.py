"""Perft: the numbers of sequences of moves, from brute force and from the oracle."""

from __future__ import annotations

import json
from typing import Any

import pytest

import doudizhu as oracle
from chupai import perft
from chupai.doudizhu import Game, Rules, hand_code, hand_text, legal_codes
from presets import PRESETS, TWO_PACKS
from support import DATA, case_id

DEALS = json.loads((DATA / "doudizhu-perft.json").read_text(encoding="utf-8"))["deals"]
POSITIONS = json.loads((DATA / "doudizhu-perft-oracle.json").read_text(encoding="utf-8"))["positions"]


def playable(record: dict[str, Any]) -> bool:
    """The engine's deals are of whole packs; a few of the oracle's auctions are of a dozen cards."""
    whole = record["start"] == "play" or len("".join(record["hands"])) > 50
    return record["preset"] in PRESETS and whole


POSITIONS = [record for record in POSITIONS if playable(record)]


def game_of(record: dict[str, Any]) -> Game:
    rules = Rules.preset(record["preset"]).replace(**record["rules"])
    if record["start"] == "auction":
        return Game(rules, deal=[*record["hands"], record["bottom"]], first=record["first"])
    return Game.from_hands(record["hands"], record["landlord"], rules, to_move=record["landlord"])


@pytest.mark.parametrize("deal", DEALS, ids=case_id)
def test_brute_force_counts(deal: dict[str, Any]) -> None:
    """One of the deals has six fours: each hand is of a pack, all together are not."""
    game = Game.from_hands([deal["landlord"], deal["peasant1"], deal["peasant2"]])
    assert [perft(game, depth) for depth in range(1, len(deal["perft"]) + 1)] == deal["perft"]


@pytest.mark.parametrize("deal", DEALS, ids=case_id)
def test_brute_force_counts_of_nothing_but_hands(deal: dict[str, Any]) -> None:
    hands = (deal["landlord"], deal["peasant1"], deal["peasant2"])
    expected = [count for count in deal["perft"] if count < 25_000]
    assert [perft_of_hands(hands, depth) for depth in range(1, len(expected) + 1)] == expected


def perft_of_hands(hands: tuple[str, ...], depth: int, to_beat: int = 0, passes: int = 0) -> int:
    """Perft of three hands by nothing but legal_codes; hands[0] is to move."""
    codes = legal_codes(hands[0], to_beat)
    if depth == 1:
        return len(codes)
    total = 0
    for code in codes.tolist():
        left = hand_text(hand_code(hands[0]) - (code & (1 << 60) - 1))
        if left:
            table = code or (0 if passes == 1 else to_beat)
            rest = (*hands[1:], left)
            total += perft_of_hands(rest, depth - 1, table, 0 if code or passes else 1)
    return total


@pytest.mark.parametrize("record", POSITIONS, ids=case_id)
def test_oracle_counts(record: dict[str, Any]) -> None:
    game = game_of(record)
    depths = range(1, len(record["perft"]) + 1)
    assert [perft(game, depth) for depth in depths] == record["perft"]
    assert [perft(game, depth, bulk=False) for depth in depths] == record["perft"]


def test_there_are_positions_of_every_preset_and_start() -> None:
    assert {record["preset"] for record in POSITIONS} == set(PRESETS)
    for name in TWO_PACKS:
        depths = [len(record["perft"]) for record in POSITIONS if record["preset"] == name]
        assert len(depths) >= 5
        assert min(depths) >= 4
    assert {record["start"] for record in POSITIONS} == {"play", "auction"}
    assert len(POSITIONS) > 40


def test_depth_zero_and_the_end() -> None:
    game = Game.from_hands(["3", "4"])
    assert [perft(game, depth) for depth in range(4)] == [1, 1, 0, 0]
    game.play("3")
    assert game.is_over
    assert [perft(game, depth, bulk) for depth in range(3) for bulk in (True, False)] == [1, 1, 0, 0, 0, 0]


def test_perft_leaves_the_game_alone() -> None:
    game = Game(seed=2)
    before = game.text()
    perft(game, 4)
    assert game.text() == before


def test_perft_by_hand(rules: Rules) -> None:
    """The sum over the moves, made and taken back."""
    game = Game.from_hands(["33444555678BR", "6667778899TT", "JJJQQQKKKAA22", "AA2R"][: rules.players], rules=rules)

    def count(depth: int) -> int:
        if depth == 0 or game.is_over:
            return int(depth == 0)
        total = 0
        for code in game.legal:
            game.push(code)
            total += count(depth - 1)
            assert game.pop() == code
        return total

    assert [count(depth) for depth in range(4)] == [perft(game, depth) for depth in range(4)]


def test_perft_of_four_on_the_table() -> None:
    """To follow a pair of jokers, a bomb of five, and with all passes made but one."""
    slow_rules, rules = oracle.PRESETS["hubei-pairs"], Rules.preset("hubei-pairs")
    hands = ["34455667BB", "77888999TRR", "TJJQQKKKKK2", "444444AA2"]
    for rival, passes, turn in (("BB", 0, 1), ("55555", 1, 2), ("55555", 2, 3), ("4", 0, 1), ("RR", 2, 3)):
        table = rival, oracle.classify(rival, slow_rules)[0]
        slow = oracle.Game.position(slow_rules, hands, 0, turn, to_beat=table, passes=passes)
        game = Game.from_hands(hands, 0, rules, to_move=turn, to_beat=rival, passes=passes)
        assert [perft(game, depth) for depth in range(5)] == [oracle.perft(slow, depth) for depth in range(5)]


def test_perft_of_a_position_on_the_table() -> None:
    """To follow, with and without a pass made."""
    rules = oracle.PRESETS["standard"]
    hands = ["34455667", "7788899T", "TJJQQKKB"]
    for passes, turn in ((0, 1), (1, 2)):
        rival = "6", oracle.classify("6", rules)[0]
        slow = oracle.Game.position(rules, hands, 0, turn, to_beat=rival, passes=passes)
        game = Game.from_hands(hands, 0, to_move=turn, to_beat="6", passes=passes)
        assert [perft(game, depth) for depth in range(5)] == [oracle.perft(slow, depth) for depth in range(5)]
