"""The brute force of Dou Dizhu against positions worked out by hand, the known puzzles, and a walk without memory."""

from __future__ import annotations

import json
import random
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import doudizhu as ddz
from doudizhu import PRESETS, Game, Rules
from doudizhu_solve import Outcome, side, solve, solve_moves

DATA = Path(__file__).parent.parent / "data"
STANDARD = PRESETS["standard"]
TWO = replace(STANDARD, players=2)
PAIRS = PRESETS["hubei-pairs"]


def first_reading(cards: str, rules: Rules = STANDARD) -> ddz.Move:
    return cards, ddz.classify(cards, rules)[0]


def payoffs_of_moves(game: Game) -> dict[str, int]:
    return {name(move): outcome.payoff for move, outcome in solve_moves(game).items()}


def name(move: ddz.GameMove) -> str:
    return move[0] if isinstance(move, tuple) else str(move)


def test_the_landlord_goes_out_in_one() -> None:
    """33 at once is a spring; 3 first loses to the 4, and was the landlord's only play: reverse spring."""
    game = Game.position(STANDARD, ["33", "4", "5"], stake=3)
    assert payoffs_of_moves(game) == {"33": 12, "3": -12}
    assert solve(game) == Outcome(True, 12)


def test_a_peasant_lets_the_other_through() -> None:
    """Seat 1 holds the lead with 3, 8 against the landlord's 9, 9; seat 2 has the 4 left: 3 lets it out."""
    game = Game.position(STANDARD, ["99", "38", "4"], turn=1)
    assert payoffs_of_moves(game) == {"3": 2, "8": -2}
    assert solve(game) == Outcome(True, 2)


def test_a_bomb_doubles_if_it_is_played() -> None:
    """Nothing beats the 6, and seat 0 wins with every lead; those that leave 3333 whole win twice as much."""
    game = Game.position(replace(TWO, spring=False, reverse_spring=False), ["33336", "45"])
    assert payoffs_of_moves(game) == {"3": 1, "33": 1, "333": 1, "3336": 1, "3333": 2, "6": 2}
    capped = replace(game, rules=replace(game.rules, multiplier_cap=1))
    assert set(payoffs_of_moves(capped).values()) == {1}


def test_the_last_pass_gives_the_lead_back() -> None:
    """Seat 1 has passed on the landlord's Q. Let seat 2 pass too, and he leads his last pair: a spring."""
    game = Game.position(STANDARD, ["33", "4K", "5A"], turn=2, to_beat=first_reading("Q"), passes=1)
    assert payoffs_of_moves(game) == {"A": 2, "pass": -4}


def test_partners_of_the_pairs_win_together() -> None:
    """Seat 2 is the landlord's partner; seat 1 keeps both of them out, or is too weak for it."""
    game = Game.position(PAIRS, ["36", "57", "4", "88"], stake=2)
    assert payoffs_of_moves(game) == {"3": -4, "6": -4}
    game = Game.position(PAIRS, ["36", "33", "4", "33"], stake=2)
    assert payoffs_of_moves(game) == {"3": 4, "6": 4}


def test_win_loss_counts_each_seat_of_a_side() -> None:
    rules = replace(STANDARD, payoff="win_loss")
    assert solve(Game.position(rules, ["3", "44", "55"])) == Outcome(True, 1)
    assert solve(Game.position(rules, ["44", "3", "55"], turn=1)) == Outcome(True, 2)
    last = Game.position(rules, ["3", "46", "57"], turn=2, to_beat=first_reading("2"), passes=1)
    assert solve(last) == Outcome(False, -2)


# --------------------------------------------------------------------------- the known puzzles

PUZZLES = [json.loads(line) for line in (DATA / "doudizhu-puzzles.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize(
    "puzzle", [p for p in PUZZLES if len(p["first"] + p["second"]) <= 12], ids=lambda puzzle: puzzle["id"]
)
def test_puzzles(puzzle: dict[str, Any]) -> None:
    off = {"no31": "solo", "no32": "pair"}
    kinds = tuple(kind for kind in STANDARD.trio_kinds if kind not in [off[name] for name in puzzle["rules_off"]])
    game = Game.position(replace(TWO, trio_kinds=kinds, plane_kinds=kinds), [puzzle["first"], puzzle["second"]])
    winning = {name(move) for move, outcome in solve_moves(game).items() if outcome.wins}
    assert winning == {ddz.parse(move) for move in puzzle["winning_first_moves"]}
    assert solve(game).wins == (puzzle["winner"] == "first") == bool(winning)


# --------------------------------------------------------------------------- without memory


def plain(game: Game, which: int) -> tuple[bool, int]:
    """Minimax over the sums of one side's payoffs, and over its winning, nothing remembered."""
    if game.over:
        total = sum(gain for seat, gain in enumerate(game.payoffs()) if side(game, seat) == which)
        return total > 0, total
    choose = max if side(game, game.turn) == which else min
    children = [plain(game.after(move), which) for move in game.moves()]
    return choose(wins for wins, _ in children), choose(total for _, total in children)


def small(seed: int) -> Game:
    """Cards of few ranks, three seats or four, often within a round."""
    rng = random.Random(seed)
    rules = PRESETS[rng.choice(("standard", "hubei", "standard-four", "hubei-pairs"))]
    rules = replace(
        rules,
        bomb_doubling=rng.choice(("each", "once", "bomber", "none")),
        doubling_bomb_min=4,
        spring=rng.random() < 0.5,
        reverse_spring=rng.random() < 0.5,
        multiplier_cap=rng.choice((None, 3)),
        payoff=rng.choice(("stake", "stake", "win_loss")),
    )
    cards = list("333344445" if rng.random() < 0.5 else "34567QKBR")
    rng.shuffle(cards)
    hands = ["".join(cards[seat :: rules.players]) for seat in range(rules.players)]
    table, passes = rng.choice((None, "3", "4", "33")), rng.randint(0, rules.players - 2)
    to_beat = None if table is None else first_reading(table, rules)
    return Game.position(
        rules, hands, rng.randrange(rules.players), rng.randrange(rules.players), 2, "", to_beat, passes if table else 0
    )


@pytest.mark.parametrize("seed", range(40))
def test_memory_changes_nothing(seed: int) -> None:
    game = small(seed)
    which = side(game, game.turn)
    assert solve(game) == plain(game, which)
    assert {move: tuple(outcome) for move, outcome in solve_moves(game).items()} == {
        move: plain(game.after(move), which) for move in game.moves()
    }


@pytest.mark.parametrize("seed", range(40, 80))
def test_a_position_is_worth_its_best_move(seed: int) -> None:
    game = small(seed)
    after = solve_moves(game).values()
    assert solve(game) == (any(outcome.wins for outcome in after), max(outcome.payoff for outcome in after))
    assert all(outcome.wins == (outcome.payoff > 0) for outcome in after)
