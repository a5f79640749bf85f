"""Perft of Gong Zhu: the numbers of sequences of moves that the oracle counted."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any, Literal

import pytest

import gongzhu as oracle
from chupai import perft
from chupai.gongzhu import Game, Rules
from gongzhu_support import odd_rules, random_deal, random_open, state
from support import DATA, case_id

POSITIONS = json.loads((DATA / "gongzhu-perft.json").read_text(encoding="utf-8"))["positions"]


def game_of(record: dict[str, Any]) -> Game:
    rules = Rules.preset(record["preset"]).replace(**record["rules"])
    if record["start"] == "deal":
        return Game(rules, deal=record["hands"], leader=record["leader"])
    return Game.from_hands(
        record["hands"], record["taken"], record["trick"], record["leader"], record["exposed"], record["led"], rules
    )


@pytest.mark.parametrize("record", POSITIONS, ids=case_id)
def test_oracle_counts(record: dict[str, Any]) -> None:
    game = game_of(record)
    before = state(game)
    depths = range(1, len(record["perft"]) + 1)
    assert [perft(game, depth) for depth in depths] == record["perft"]
    assert [perft(game, depth, bulk=False) for depth in depths] == record["perft"]
    assert state(game) == before


def test_there_are_positions_of_every_preset_and_start() -> None:
    assert {record["preset"] for record in POSITIONS} == set(oracle.PRESETS)
    assert {record["start"] for record in POSITIONS} == {"open", "deal"}
    assert {record["rules"].get("players", 4) for record in POSITIONS} == {3, 4, 5}
    assert len(POSITIONS) >= 35


@pytest.mark.parametrize("seed", range(30))
def test_odd_rules(seed: int) -> None:
    rng = random.Random(seed)
    given, slow = random_open(rng, odd_rules(rng), tricks=2)
    game = Game.from_hands(**given)
    for depth in range(9):
        expected = oracle.perft(slow, depth)
        assert perft(game, depth) == perft(game, depth, bulk=False) == expected


@pytest.mark.parametrize("order", ["simultaneous", "sequential"])
def test_exposing_and_the_first_cards(order: Literal["simultaneous", "sequential"]) -> None:
    """The choices of all, and the leads after each of them."""
    for seed in range(3):
        game, slow = random_deal(random.Random(seed), replace(oracle.Rules(), exposing_order=order, heart_lock=True))
        assert [perft(game, depth) for depth in range(6)] == [oracle.perft(slow, depth) for depth in range(6)]


def test_depth_zero_and_the_end() -> None:
    game = Game.from_hands(["S2", "S3", "S4", "S5"])
    assert [perft(game, depth) for depth in range(7)] == [1, 1, 1, 1, 1, 0, 0]
    for card in ("S2", "S3", "S4", "S5"):
        game.play(card)
    assert [perft(game, depth, bulk) for depth in range(3) for bulk in (True, False)] == [1, 1, 0, 0, 0, 0]
