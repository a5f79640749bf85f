"""Small positions of Dou Dizhu for the solver, and what the oracle says of them.

`oracle` and `reference` are slow and in plain Python; they know nothing of the engine.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

import doudizhu as oracle
import doudizhu_solve as reference
from chupai.doudizhu import Game, Move
from presets import ONE_PACK, TWO_PACKS
from solve_support import Answers, Goal
from support import (
    code_of,
    dense_hand,
    engine_code,
    engine_rules,
    odd_payment,
    odd_rules,
    oracle_game,
    oracle_move,
)

Position = tuple[Game, oracle.Game]  # the same position, of the engine and of the oracle

# --------------------------------------------------------------------------- positions

# By the number of seats: how many cards in one hand, and the most in all.
SIZES = {2: (3, 9, 13), 3: (2, 7, 12), 4: (2, 5, 12)}


def any_rules(rng: random.Random, seats: int) -> oracle.Rules:
    """A preset, or any odd rules, for so many seats; two sit down to one pack or two."""
    packs = {2: rng.choice((1, 1, 2)), 3: 1, 4: 2}[seats]
    preset = oracle.PRESETS[rng.choice(ONE_PACK if packs == 1 else TWO_PACKS)]
    combinations = odd_rules(rng, packs) if rng.random() < 0.4 else preset
    return odd_payment(rng, combinations) if rng.random() < 0.6 else combinations


def seated(rules: oracle.Rules, seats: int) -> oracle.Rules:
    """The oracle's rules of an open position: two hands are the landlord and one opponent, whatever the rules."""
    return rules if seats == rules.players else replace(rules, players=seats, sides="solo")


def small_hands(rng: random.Random, rules: oracle.Rules, seats: int) -> list[str]:
    """Hands in which bombs, chains, kickers and jokers are frequent."""
    _, most, total = SIZES[seats]
    while True:
        hands = rng.choice((hands_of_few_ranks, hands_around_a_group))(rng, rules, seats)
        if all(hands) and max(map(len, hands)) <= most and sum(map(len, hands)) <= total:
            return hands


def hands_of_few_ranks(rng: random.Random, rules: oracle.Rules, seats: int) -> list[str]:
    """Now and then whole groups with one seat."""
    least, most, _ = SIZES[seats]
    sizes = [rng.randint(least, most) for _ in range(seats)]
    cards = list(dense_hand(rng, rules, sum(sizes)))
    if rng.random() < 0.7:
        rng.shuffle(cards)
    if len(cards) < sum(sizes):
        return hands_of_few_ranks(rng, rules, seats)
    return [oracle.sort_cards("".join(cards.pop() for _ in range(size))) for size in sizes]


def hands_around_a_group(rng: random.Random, rules: oracle.Rules, seats: int) -> list[str]:
    """One seat has a chain, a plane, a four with two or jokers, and all have cards of its ranks and the highest."""
    least, most, _ = SIZES[seats]
    low = rng.randrange(8)
    run = oracle.RANKS[low : low + 5]
    first, second, third = run[0], run[1], run[2]
    groups = (
        *(run, first * 2 + second * 2 + third * 2, first * 3 + second * 3, first * 3 + second * 3 + third + "K"),
        *(first * 4 + "KA", first * 3 + "K", first * 3 + "KK", first * 4, oracle.rocket(rules)),
    )
    group = rng.choice([group for group in groups if len(group) <= most])
    near = set(run + rng.choice(("A2BR", "KA", "2BR", "QK")))
    rest = [card for card in oracle.without(oracle.deck(rules), group) if card in near]
    rng.shuffle(rest)
    sizes = [rng.randint(least, most) for _ in range(seats)]
    hands = ["".join(rest[sum(sizes[:seat]) :][:size]) for seat, size in enumerate(sizes)]
    lucky = rng.randrange(seats)
    hands[lucky] = group + hands[lucky][: rng.randint(0, 2)]
    return [oracle.sort_cards(hand) for hand in hands]


def open_position(
    rules: oracle.Rules,
    hands: Sequence[str],
    landlord: int = 0,
    turn: int = 0,
    stake: int = 1,
    to_beat: oracle.Move | None = None,
    passes: int = 0,
) -> Position:
    """Both games' open position. What lies on the table was played: for springs it counts, its doubling is past."""
    seats = len(hands)
    on_table = "" if to_beat is None else Move(code_of(to_beat))
    game = Game.from_hands(hands, landlord, engine_rules(rules), turn, on_table, stake, passes=passes)
    slow = oracle.Game.position(seated(rules, seats), hands, landlord, turn, stake, "", to_beat, passes)
    if to_beat is not None:
        cards, combo = to_beat
        slow = replace(slow, plays=(((turn - 1 - passes) % seats, cards, combo._replace(kind="past")),))
    return game, slow


def random_open(rng: random.Random, rules: oracle.Rules, seats: int, mid_round: bool) -> Position:
    """An open position: someone leads, or is to beat what a seat played off its hand, after some passes or none."""
    hands = small_hands(rng, rules, seats)
    turn, passes, to_beat = rng.randrange(seats), 0, None
    if mid_round:
        passes = rng.randint(0, seats - 2)
        last = (turn - 1 - passes) % seats
        moves = [move for move in oracle.legal_fast(hands[last], None, rules) if move[0] != hands[last]]
        if not moves:
            return random_open(rng, rules, seats, mid_round)
        to_beat = min(rng.sample(sorted(moves), min(2, len(moves))), key=lambda move: move[1].top)
        hands[last] = oracle.without(hands[last], to_beat[0])
    return open_position(rules, hands, rng.randrange(seats), turn, rng.randint(1, 3), to_beat, passes)


def random_played(rng: random.Random, rules: oracle.Rules) -> Position:
    """A whole deal played at random, nobody going out, until few cards are left."""
    most = SIZES[rules.players][2] - 2
    while True:
        game = Game(engine_rules(rules), seed=rng.randrange(2**32))
        while sum(map(len, game.hands)) > most or game.phase != "play":
            codes = [code for code in game.legal.codes.tolist() if not _ends(game, code)]
            if game.phase != "play":
                codes = [code for code in codes if code] if len(game.movers) == 0 else codes
            elif rng.random() < 0.7:
                codes = [code for code in codes if code] or codes
            if not codes:
                break
            game.push(rng.choice(codes))
        else:
            return game, replayed(game)


def _ends(game: Game, code: int) -> bool:
    return game.phase == "play" and len(Move(code)) == len(game.hands[game.player])


def replayed(game: Game) -> oracle.Game:
    """The oracle's game of the same moves."""
    slow = oracle_game(game)
    for move in game.moves:
        slow = slow.after(oracle_move(move, slow.rules, slow.phase))
    assert slow.hands == game.hands
    return slow


# --------------------------------------------------------------------------- answers

WINNER: Goal = {"mode": "winner"}
PAYOFF: Goal = {"mode": "payoff"}


class DoudizhuAnswers(Answers[oracle.Game]):
    goals = (WINNER, PAYOFF)

    def __init__(self, game: Game, slow: oracle.Game) -> None:
        super().__init__(game, slow)
        self.memory: reference.Memory = {}
        self.side = reference.side(slow, slow.turn)

    def moves(self, place: oracle.Game) -> dict[int, oracle.Game]:
        return {engine_code(move, place.rules): place.after(move) for move in place.moves()}

    def worth(self, place: oracle.Game, goal: Goal) -> int:
        """To the side that is to move in the position asked about."""
        outcome = reference.outcomes(place, self.memory)[self.side]
        won = 1 if outcome.wins else -1
        return won if goal == WINNER else outcome.payoff

    def is_over(self, place: oracle.Game) -> bool:
        return place.over

    def maximises(self, place: oracle.Game, goal: Goal) -> bool:
        return reference.side(place, place.turn) == self.side

    def key(self, place: oracle.Game) -> object:
        return reference.key(place)

    def check_more(self, found: Any, goal: Goal) -> None:
        wins = self.worth(self.slow, WINNER) > 0
        assert found.winner is (None if found.value is None else wins)
        assert found.winning_moves.dtype == np.int64
        assert found.winning_moves.tolist() == (found.best_moves.tolist() if found.winner else [])
