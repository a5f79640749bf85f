"""Gong Zhu, solved: both objectives, every seat, the value of every card and the line, as brute force has them."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

import gongzhu as oracle
from chupai import SolverTable, solve
from chupai.gongzhu import Game, Move
from gongzhu_solve_support import TEAM, GongzhuAnswers, Position, any_rules, open_endgame, paranoid, played_endgame
from gongzhu_support import PRESETS, case_rules, with_players, worked_cases
from solve_support import Goal, pairs
from support import case_id

# One small table for all positions, whatever their rules: what is left in it must not matter.
TABLE = SolverTable(1)
pytestmark = pytest.mark.thread_unsafe(reason="the tests share a table, which is for one call at a time")


def check(position: Position) -> None:
    answers = GongzhuAnswers(*position)
    for goal in answers.goals:
        answers.check(goal, table=TABLE)


# --------------------------------------------------------------------------- random endgames

# By players and tricks left: blocks of endgames, and how many in each.
SIZES = {
    (3, 3): (3, 20),
    (3, 4): (3, 15),
    (3, 5): (3, 5),
    (4, 3): (6, 20),
    (4, 4): (6, 5),
    (5, 3): (4, 12),
    (5, 4): (3, 2),
}


@pytest.mark.parametrize(
    ("players", "tricks", "block"),
    [(*size, block) for size, (blocks, _) in SIZES.items() for block in range(blocks)],
)
def test_any_rules(players: int, tricks: int, block: int) -> None:
    number = SIZES[players, tricks][1]
    for seed in range(block * number, (block + 1) * number):
        rng = random.Random(seed)
        check(open_endgame(rng, any_rules(rng, players), tricks))


@pytest.mark.slow
@pytest.mark.parametrize("players", [4, 5])
@pytest.mark.parametrize("seed", range(12))
def test_five_tricks(players: int, seed: int) -> None:
    rng = random.Random(seed)
    check(open_endgame(rng, any_rules(rng, players), 5))


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", [3, 4, 5])
def test_presets(preset: str, players: int) -> None:
    rules = with_players(preset, players)
    rules = rules if players == 4 else replace(rules, teams="none")
    for seed in range(8):
        check(open_endgame(random.Random(seed), rules, 3))


OPTIONS = (
    {"teams": "sum"},
    {"teams": "pooled"},
    {"heart_lock": True},
    {"heart_values": "pip"},
    {"flip_for_all": True},
    {"zero_hearts_score": False},
    {"sweep_bonus": 1000},
    {"sweep_bonus": 1000, "sweep_bonus_multiplied": True},
    {"sweep_rotation": "deal"},
    {"sweep_rotation": "totals"},
    {"payoff": "relative"},
    {"exposed_first_round_ban": False},
)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_single_rules(options: dict[str, Any]) -> None:
    rules = replace(oracle.PRESETS["standard"], **options)
    for seed in range(10):
        check(open_endgame(random.Random(seed), rules, 3))


@pytest.mark.parametrize("preset", ["standard", "plain", "wikipedia", "scrofazero"])
@pytest.mark.parametrize("left", [9, 12, 14])
def test_whole_deals_played_to_their_end(preset: str, left: int) -> None:
    """With a history: exposures, suits led and cards taken are the deal's own."""
    for seed in range(6):
        check(played_endgame(random.Random(seed), oracle.PRESETS[preset], left))


@pytest.mark.parametrize("players", [3, 5])
def test_whole_deals_of_three_and_five(players: int) -> None:
    for seed in range(6):
        check(played_endgame(random.Random(seed), replace(oracle.PRESETS["standard"], players=players), 11))


def test_the_endgames_are_of_all_sorts() -> None:
    found = dict.fromkeys(("within a trick", "exposed", "choice", "matters", "teams"), 0)
    for seed in range(40):
        rng = random.Random(seed)
        answers = GongzhuAnswers(*open_endgame(rng, any_rules(rng, 4), 3))
        found["within a trick"] += bool(answers.slow.trick)
        found["exposed"] += bool(answers.slow.exposed)
        found["choice"] += len(answers.moves(answers.slow)) > 1
        found["matters"] += any(len(set(answers.values(goal).values())) > 1 for goal in answers.goals)
        found["teams"] += answers.slow.rules.teams != "none"
    assert min(found.values()) >= 8, found


# --------------------------------------------------------------------------- playing it out


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_cards_hold_against_every_defence(players: int) -> None:
    """Those who play for a value get at least that, and those against it; each card is asked for anew."""
    asked = 0
    for seed in range(100, 112):
        rng = random.Random(seed)
        answers = GongzhuAnswers(*open_endgame(rng, any_rules(rng, players), 3))
        for goal in answers.goals:
            asked += sum(answers.play_out(goal, high, table=TABLE) for high in (True, False))
    assert asked > 200


# --------------------------------------------------------------------------- known endgames


@pytest.mark.parametrize("case", worked_cases("endgame"), ids=case_id)
def test_known_endgames(case: dict[str, Any]) -> None:
    game = Game.from_hands(
        case["hands"], case["taken"], case["trick"], case["leader"], case["exposed"], case["suits_led_before"],
        case_rules(case),
    )  # fmt: skip
    for moves in ("all", "first", "winner"):
        assert solve(game, objective="team", moves=moves).value == case["team"]
        values = [solve(game, objective="paranoid", seat=seat, moves=moves).value for seat in range(4)]
        assert values == case["paranoid"]
    mine = solve(game, objective="paranoid")
    assert mine.value == case["paranoid"][game.player]


@pytest.mark.parametrize(
    ("goal", "given", "kept", "value"), [(TEAM, 100, 100, 100), (paranoid(3), 0, -100, 0), (paranoid(1), -100, 0, -100)]
)
def test_an_endgame_by_hand(goal: Goal, given: int, kept: int, value: int) -> None:
    """The last to a spade trick holds the pig and the ace: seat 3 gives the pig to SK, or is left with it."""
    game = Game.from_hands(["D2", "D3", "D4", "SQA"], trick=["S2", "SK", "S3"], leader=0, suits_led="SHDC")
    found = solve(game, moves="all", **goal)
    assert found.value == value
    assert {str(Move(code)): number for code, number in pairs(found).items()} == {"SQ": given, "SA": kept}
    assert len(found.line) == 5
