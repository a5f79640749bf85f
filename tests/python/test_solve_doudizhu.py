"""Dou Dizhu, solved: the winner, the payoff, the value of every move and the line, as brute force has them."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt
import pytest

import doudizhu as oracle
from chupai import SolverTable, solve
from chupai.doudizhu import Game, Move, Rules
from doudizhu_solve_support import (
    PAYOFF,
    WINNER,
    DoudizhuAnswers,
    Position,
    any_rules,
    random_open,
    random_played,
)
from presets import PRESETS
from solve_support import pairs
from support import case_id, engine_code, json_lines, play_all

# Mostly one small table for all positions, whatever their rules: what is left in it must not matter.
TABLE = SolverTable(1)
pytestmark = pytest.mark.thread_unsafe(reason="the tests share a table, which is for one call at a time")
BLOCK = 25


def check(answers: DoudizhuAnswers, seed: int) -> None:
    memory: dict[str, Any] = {"table": TABLE} if seed % 4 else {"table_mb": 1}
    for goal in answers.goals:
        answers.check(goal, **memory)


# --------------------------------------------------------------------------- random positions

KINDS: dict[str, Callable[[random.Random], Position]] = {
    "two, to lead": lambda rng: random_open(rng, any_rules(rng, 2), 2, mid_round=False),
    "two, within a round": lambda rng: random_open(rng, any_rules(rng, 2), 2, mid_round=True),
    "three, to lead": lambda rng: random_open(rng, any_rules(rng, 3), 3, mid_round=False),
    "three, within a round": lambda rng: random_open(rng, any_rules(rng, 3), 3, mid_round=True),
    "three, played": lambda rng: random_played(rng, any_rules(rng, 3)),
    "four, to lead": lambda rng: random_open(rng, any_rules(rng, 4), 4, mid_round=False),
    "four, within a round": lambda rng: random_open(rng, any_rules(rng, 4), 4, mid_round=True),
    "four, played": lambda rng: random_played(rng, any_rules(rng, 4)),
}


@pytest.mark.parametrize("block", range(6))
@pytest.mark.parametrize("kind", KINDS)
def test_any_rules(kind: str, block: int) -> None:
    for seed in range(block * BLOCK, (block + 1) * BLOCK):
        check(DoudizhuAnswers(*KINDS[kind](random.Random(seed))), seed)


@pytest.mark.parametrize("mid_round", [False, True], ids=["to lead", "within a round"])
@pytest.mark.parametrize("seats", [2, "all"])
@pytest.mark.parametrize("preset", PRESETS)
def test_presets(preset: str, seats: int | str, mid_round: bool) -> None:
    rules = oracle.PRESETS[preset]
    for seed in range(12):
        position = random_open(random.Random(seed), rules, rules.players if seats == "all" else 2, mid_round)
        check(DoudizhuAnswers(*position), seed)


OPTIONS = (
    {"bomb_doubling": "once"},
    {"bomb_doubling": "bomber"},
    {"bomb_doubling": "none"},
    {"doubling_bomb_min": 4},
    {"multiplier_cap": 3},
    {"multiplier_cap": 1},
    {"spring": False},
    {"reverse_spring": False},
    {"payoff": "win_loss"},
    {"trio_kinds": ("bare",), "plane_kinds": ("pair",)},
    {"quad_kinds": "both", "quad_kicker_copies": 2},
    {"kicker_both_jokers": True, "quad_kinds": "solos", "kicker_max_two": 0},
    {"straight_min": 2, "pair_straight_min": 2},
    {"space_shuttle": "winged"},
)


@pytest.mark.parametrize("base", ["standard", "standard-four", "hubei-pairs"])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_single_rules(options: dict[str, Any], base: str) -> None:
    """Hands in which fours and jokers are frequent; bombs of four double."""
    rules = replace(oracle.PRESETS[base], **{"doubling_bomb_min": 4, "spring": True, "reverse_spring": True, **options})
    for seed in range(8):
        check(DoudizhuAnswers(*random_open(random.Random(seed), rules, rules.players, mid_round=seed % 2 == 1)), seed)


@pytest.mark.parametrize("kind", KINDS)
def test_both_games_start_from_the_same_position(kind: str) -> None:
    """Whatever was played before the position: what may be played, and what it pays."""
    for seed in range(2 * BLOCK):
        rng = random.Random(seed)
        game, slow = KINDS[kind](rng)
        while not slow.over:
            moves = {engine_code(move, slow.rules): move for move in slow.moves()}
            assert set(game.legal.codes.tolist()) == set(moves)
            code = rng.choice(sorted(moves))
            game.push(code)
            slow = slow.after(moves[code])
        assert game.returns().tolist() == slow.payoffs()


def test_the_positions_are_of_all_sorts() -> None:
    """Of the random ones: who is to move, who wins, what the hands hold, and whether the payoff depends on more."""
    found = dict.fromkeys(("landlord", "peasant", "wins", "loses", "bomb", "rocket", "kickers", "chain", "beaten"), 0)
    payoffs: set[int] = set()
    for make in KINDS.values():
        for seed in range(BLOCK):
            game, slow = make(random.Random(seed))
            answers = DoudizhuAnswers(game, slow)
            combos = [combo for hand in slow.hands for _, combo in oracle.legal_fast(hand, None, slow.rules)]
            kinds = {combo.kind for combo in combos}
            found["landlord" if slow.turn == slow.landlord else "peasant"] += 1
            found["wins" if answers.value(WINNER) > 0 else "loses"] += 1
            found["beaten"] += slow.to_beat is not None
            found["bomb"] += "bomb" in kinds
            found["rocket"] += "rocket" in kinds
            found["kickers"] += any(combo.kickers for combo in combos)
            found["chain"] += any(combo.length > 1 for combo in combos)
            payoffs.update(abs(value) for value in answers.values(PAYOFF).values())
    assert min(found.values()) >= 20, found
    assert len(payoffs) > 10


# --------------------------------------------------------------------------- playing it out


@pytest.mark.parametrize("kind", KINDS)
def test_the_moves_hold_against_every_defence(kind: str) -> None:
    """Either side gets at least what was promised, whatever the others do; each move is asked for anew."""
    asked = 0
    for seed in range(1000, 1012):
        answers = DoudizhuAnswers(*KINDS[kind](random.Random(seed)))
        asked += answers.play_out(WINNER, answers.value(WINNER) > 0, table=TABLE)
        asked += sum(answers.play_out(PAYOFF, high, table=TABLE) for high in (True, False))
    assert asked > 100


# --------------------------------------------------------------------------- known puzzles

Form: TypeAlias = Literal["bare", "solo", "pair"]

PUZZLES = json_lines("doudizhu-puzzles.jsonl")


def puzzle_game(puzzle: dict[str, Any]) -> Game:
    off = {"no31": "solo", "no32": "pair"}
    all_kinds: list[Form] = ["bare", "solo", "pair"]
    kinds: list[Form] = [kind for kind in all_kinds if kind not in [off[name] for name in puzzle["rules_off"]]]
    rules = Rules.preset("standard").replace(trio_kinds=kinds, plane_kinds=kinds)
    return Game.from_hands([puzzle["first"], puzzle["second"]], 0, rules)


def cards_of(codes: npt.NDArray[np.int64]) -> set[str]:
    return {Move(code).cards for code in codes.tolist()}


@pytest.mark.parametrize("puzzle", PUZZLES, ids=case_id)
def test_puzzles(puzzle: dict[str, Any]) -> None:
    game = puzzle_game(puzzle)
    found = solve(game, moves="all")
    assert found.complete
    assert found.winner == (puzzle["winner"] == "first")
    expected = {oracle.parse(move) for move in puzzle["winning_first_moves"]}
    assert cards_of(found.winning_moves) == expected
    assert cards_of(found.moves[found.values == 1]) == expected
    assert sorted(found.moves.tolist()) == sorted(game.legal.codes.tolist())
    first = solve(game, moves="first")
    assert first.winner == found.winner
    assert cards_of(first.winning_moves) <= expected
    assert len(first.winning_moves) == found.winner
    for code in found.line.tolist():
        game.push(code)
    assert game.is_over
    assert (game.returns()[0] > 0) == found.winner


@pytest.mark.parametrize("puzzle", PUZZLES, ids=case_id)
def test_puzzles_for_the_most(puzzle: dict[str, Any]) -> None:
    """The side that wins gains, and the best moves for the most are among the winning ones."""
    found = solve(puzzle_game(puzzle), mode="payoff", moves="all")
    assert found.complete
    assert found.value is not None
    assert (found.value > 0) == found.winner == (puzzle["winner"] == "first")
    expected = {oracle.parse(move) for move in puzzle["winning_first_moves"]}
    assert cards_of(found.moves[found.values > 0]) == expected
    assert cards_of(found.winning_moves) <= expected


def test_a_puzzle_by_hand() -> None:
    """33 wins at once, 3 gives seats 1 and 2 their chance; the most is the spring's."""
    game = Game.from_hands(["33", "4", "5"], stake=3)
    found = solve(game, mode="payoff", moves="all")
    assert {Move(code).cards: value for code, value in pairs(found).items()} == {"33": 12, "3": -12}
    assert (found.value, found.winner) == (12, True)
    assert cards_of(found.best_moves) == {"33"}
    assert [Move(code).cards for code in found.line.tolist()] == ["33"]
    lost = solve(play_all(game, "3"), moves="all")
    assert (lost.value, lost.winner) == (1, True)  # for seat 1, which is to move now
    assert cards_of(lost.winning_moves) == {"4", ""}
