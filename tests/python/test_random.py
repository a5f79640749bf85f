"""Random play: shapes, streams, and chances as they should be."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import sqrt
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt
import pytest

import doudizhu as oracle
from chupai import playout, random_games
from chupai.doudizhu import Game, Rules
from support import IMPROBABLE, chi_square_p, oracle_game, oracle_rules, play_all, random_play

INT32 = np.dtype(np.int32)

# --------------------------------------------------------------------------- shapes and streams


def test_shapes_and_dtypes(rules: Rules) -> None:
    payoffs, plies = random_games(rules, 10, seed=1)
    assert (payoffs.shape, payoffs.dtype) == ((10, rules.players), INT32)
    assert (plies.shape, plies.dtype) == ((10,), INT32)
    rows = playout(Game(rules, seed=1), 10, seed=1)
    assert (rows.shape, rows.dtype) == ((10, rules.players), INT32)
    two = playout(Game.from_hands(["3456", "5789"]), 7)
    assert (two.shape, two.dtype) == ((7, 2), INT32)


def test_none_at_all() -> None:
    payoffs, plies = random_games(Rules(), 0)
    assert (payoffs.shape, plies.shape) == ((0, 3), (0,))
    assert playout(Game(seed=1), 0).shape == (0, 3)


def test_row_i_depends_on_the_seed_and_i_only(rules: Rules) -> None:
    payoffs, plies = random_games(rules, 300, seed=5)
    game = Game(rules, seed=1)
    rows = playout(game, 300, seed=5)
    for n in (1, 7, 64, 255):
        some, some_plies = random_games(rules, n, seed=5)
        assert np.array_equal(some, payoffs[:n])
        assert np.array_equal(some_plies, plies[:n])
        assert np.array_equal(playout(game, n, seed=5), rows[:n])
    other, _ = random_games(rules, 300, seed=6)
    assert not np.array_equal(other, payoffs)
    assert not np.array_equal(playout(game, 300, seed=6), rows)


def test_a_long_run_begins_as_a_short_one() -> None:
    """Across the pieces in which long runs are made."""
    rules = Rules.preset("hubei")
    payoffs, plies = random_games(rules, 20_000, seed=2)
    some, some_plies = random_games(rules, 16_500, seed=2)
    assert np.array_equal(payoffs[:16_500], some)
    assert np.array_equal(plies[:16_500], some_plies)
    game = Game.from_hands(["334455", "667788", "99TTJJ"])
    assert np.array_equal(playout(game, 40_000, seed=2)[:20_000], playout(game, 20_000, seed=2))


def test_threads_do_not_disturb_each_other(rules: Rules) -> None:
    """The loops run without the interpreter's lock; results are those of one thread."""

    def dealt(seed: int) -> npt.NDArray[np.int32]:
        return random_games(rules, 300, seed=seed)[0]

    def played(seed: int) -> npt.NDArray[np.int32]:
        return playout(Game(rules, seed=seed), 300, seed=seed)

    def listed(seed: int) -> npt.NDArray[np.int64]:
        return play_all(Game(rules, seed=seed), "").legal.codes

    makers: list[Callable[[int], npt.NDArray[Any]]] = [dealt, played, listed]
    jobs = [partial(make, seed) for make in makers for seed in range(8)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda job: job(), jobs))
    for job, result in zip(jobs, found, strict=True):
        assert np.array_equal(job(), result)


def test_the_seed_is_zero_where_not_given(rules: Rules) -> None:
    assert np.array_equal(random_games(rules, 20)[0], random_games(rules, 20, seed=0)[0])
    assert np.array_equal(playout(Game(rules, seed=1), 20), playout(Game(rules, seed=1), 20, seed=0))


def test_playouts_leave_the_game_alone() -> None:
    game = random_play(Game(seed=1), random.Random(1), 12)
    before = game.text()
    playout(game, 100)
    assert game.text() == before


def test_the_history_of_a_position_does_not_matter() -> None:
    one = play_all(Game.from_hands(["33456", "789TT", "JJQKA"]), "4 7 J pass pass")
    two = Game.from_hands(["3356", "89TT", "JQKA"], to_move=2)
    assert (one.hands, one.player) == (two.hands, two.player)
    rules = Rules(spring=False, reverse_spring=False)
    one = play_all(Game.from_hands(["33456", "789TT", "JJQKA"], rules=rules), "4 7 J pass pass")
    two = Game.from_hands(["3356", "89TT", "JQKA"], rules=rules, to_move=2)
    assert np.array_equal(playout(one, 200, seed=3), playout(two, 200, seed=3))


def test_a_game_that_is_over_has_its_payoffs() -> None:
    game = random_play(Game(seed=1), random.Random(1))
    assert (playout(game, 5) == game.returns()).all()


# --------------------------------------------------------------------------- play


Chances: TypeAlias = dict[tuple[int, ...], Fraction]


def outcomes(game: oracle.Game) -> Chances:
    """The exact chance of every payoff where each legal move is equally likely."""
    if game.over:
        return {tuple(game.payoffs()): Fraction(1)}
    total: Chances = defaultdict(Fraction)
    moves = game.moves()
    for move in moves:
        for payoff, chance in outcomes(game.after(move)).items():
            total[payoff] += chance / len(moves)
    return total


@pytest.mark.parametrize(
    ("hands", "options", "to_beat"),
    [
        (["33", "4", "5"], {}, ""),
        (["334", "455", "56"], {}, ""),
        (["3335", "4446", "77"], {}, ""),
        (["344", "5555", "67"], {}, ""),
        (["34", "2B", "R5"], {"bomb_doubling": "bomber"}, ""),
        (["446", "3BR", "557"], {"multiplier_cap": 2}, ""),
        (["35", "46", "57"], {}, "3"),
        (["345", "446"], {}, ""),
        (["3334", "BR5", "44"], {"spring": False, "payoff": "stake"}, ""),
    ],
)
def test_random_play_is_uniform_over_legal_moves(hands: list[str], options: dict[str, Any], to_beat: str) -> None:
    """The chances of all results of small positions, computed exactly by the oracle.

    What lies on the table was played by the landlord, and counts for springs.
    """
    rules = Rules(**options)
    game = Game.from_hands(hands, 0, rules, to_move=1 if to_beat else 0, to_beat=to_beat, stake=1)
    table = (to_beat, oracle.classify(to_beat, oracle_rules(rules))[0]) if to_beat else None
    slow_rules = oracle_rules(rules)
    if len(hands) == 2:
        slow_rules = replace(slow_rules, players=2)
    slow = oracle.Game.position(slow_rules, hands, turn=1 if to_beat else 0, to_beat=table)
    if table:
        slow = replace(slow, plays=((0, *table),))
    weights = {payoff: float(chance) for payoff, chance in outcomes(slow).items()}
    rows = playout(game, 50_000, seed=17)
    assert chi_square_p((tuple(row) for row in rows.tolist()), weights) > IMPROBABLE


@pytest.mark.parametrize("preset", ["standard-four", "hubei-pairs"])
@pytest.mark.parametrize(
    ("hands", "to_beat"),
    [
        (["33", "4", "5", "6"], ""),
        (["3355", "44B", "5R", "6"], ""),
        (["33BB", "44", "RR", "55555"], ""),
        (["35", "46", "57", "67"], "3"),
        (["BR3", "BR", "4", "5"], ""),
    ],
)
def test_random_play_of_four_is_uniform_over_legal_moves(preset: str, hands: list[str], to_beat: str) -> None:
    slow_rules = oracle.PRESETS[preset]
    turn = 1 if to_beat else 0
    game = Game.from_hands(hands, 0, Rules.preset(preset), to_move=turn, to_beat=to_beat)
    table = (to_beat, oracle.classify(to_beat, slow_rules)[0]) if to_beat else None
    slow = oracle.Game.position(slow_rules, hands, turn=turn, to_beat=table)
    if table:
        slow = replace(slow, plays=((0, *table),))
    weights = {payoff: float(chance) for payoff, chance in outcomes(slow).items()}
    rows = playout(game, 50_000, seed=17)
    assert (rows.sum(axis=1) == 0).all()
    assert chi_square_p((tuple(row) for row in rows.tolist()), weights) > IMPROBABLE


PLAIN: dict[str, Any] = {"bomb_doubling": "none", "spring": False, "reverse_spring": False}


def landlord_and_stake(row: list[int]) -> tuple[int, int]:
    """Without doubling, the landlord gains or loses the stake with each opponent."""
    seat = max(range(len(row)), key=lambda at: abs(row[at]))
    return seat, abs(row[seat]) // (len(row) - 1)


def auction_chances(game: oracle.Game) -> dict[tuple[int, int], Fraction]:
    """The chance of each (landlord, stake) of random calls; (0, 0) where all pass."""
    if game.phase == "play":
        assert game.landlord is not None
        return {(game.landlord, game.stake): Fraction(1)}
    if game.over:
        return {(0, 0): Fraction(1)}
    total: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for bid in game.moves():
        for result, chance in auction_chances(game.after(bid)).items():
            total[result] += chance / len(game.moves())
    return total


@pytest.mark.parametrize("all_pass", ["void", "forced"])
@pytest.mark.parametrize("pass_is_final", [False, True])
@pytest.mark.parametrize("preset", ["standard", "standard-four"])
def test_random_calls_are_uniform(preset: str, all_pass: Literal["void", "forced"], pass_is_final: bool) -> None:
    game = Game(Rules.preset(preset).replace(all_pass=all_pass, pass_is_final=pass_is_final, **PLAIN), seed=1)
    weights = {result: float(chance) for result, chance in auction_chances(oracle_game(game)).items()}
    found = [landlord_and_stake(row) for row in playout(game, 20_000, seed=4).tolist()]
    assert chi_square_p(found, weights) > IMPROBABLE


@pytest.mark.parametrize("preset", ["standard", "standard-four"])
def test_random_calls_of_whole_games(preset: str) -> None:
    """First bidders are drawn evenly; a deal that all pass is dealt anew, or void."""
    for all_pass in ("void", "redeal"):
        rules = Rules.preset(preset).replace(all_pass=all_pass, **PLAIN)
        weights: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for first in range(rules.players):
            for result, chance in auction_chances(oracle_game(Game(rules, seed=1, first=first))).items():
                weights[result] += chance
        if all_pass == "redeal":
            del weights[(0, 0)]
        payoffs, _ = random_games(rules, 30_000, seed=4)
        found = [landlord_and_stake(row) for row in payoffs.tolist()]
        assert chi_square_p(found, {result: float(chance) for result, chance in weights.items()}) > IMPROBABLE


def test_the_landlord_drawn_is_that_of_the_game_of_that_number() -> None:
    """Game i of random_games is dealt as Game(rules, seed=seed, game=i)."""
    rules = Rules.preset("app").replace(**PLAIN)
    payoffs, _ = random_games(rules, 500, seed=9)
    for i, row in enumerate(payoffs.tolist()):
        assert landlord_and_stake(row)[0] == Game(rules, seed=9, game=i).landlord


def test_good_cards_win_in_the_game_of_that_number() -> None:
    """The cards too: rows agree with playouts of the same deals, and not with those of other deals."""
    rules = Rules.preset("rlcard")
    payoffs, _ = random_games(rules, 2_000, seed=9)
    strength = np.array([playout(Game(rules, seed=9, game=i), 50, seed=1)[:, 0].mean() for i in range(2_000)])
    rows = payoffs[:, 0]
    assert np.corrcoef(rows, strength)[0, 1] > 6 / sqrt(2_000)
    assert abs(np.corrcoef(rows[1:], strength[:-1])[0, 1]) < 5 / sqrt(2_000)


def test_random_games_are_zero_sum(rules: Rules) -> None:
    payoffs, plies = random_games(rules, 5_000, seed=3)
    assert (payoffs.sum(axis=1) == 0).all()
    assert (playout(Game(rules, seed=3), 1_000).sum(axis=1) == 0).all()
    assert plies.min() >= 1
    played = payoffs.any(axis=1)
    assert played.all() or rules.all_pass == "void"
    assert (plies[~played] == rules.players).all()


def test_random_games_are_what_python_plays(preset: str, rules: Rules) -> None:
    """Means of payoffs and plies, and the payoffs' distribution, against moves drawn in Python."""
    games = [random_play(Game(rules, seed=1_000, game=i), random.Random(i)) for i in range(1_500)]
    payoffs, plies = random_games(rules, 30_000, seed=5)
    mine = np.array([game.returns()[0] for game in games])
    lengths = np.array([game.ply for game in games])
    for ours, theirs in ((mine, payoffs[:, 0]), (lengths, plies)):
        spread = sqrt(ours.var() / len(ours) + theirs.var() / len(theirs))
        assert abs(ours.mean() - theirs.mean()) < 5 * spread
    sizes = Counter(int(min(abs(value), 24)) for value in payoffs[:, 0])
    common = {size: number for size, number in sizes.items() if number >= 200}
    assert (
        chi_square_p((value for value in (min(abs(int(v)), 24) for v in mine) if value in common), common) > IMPROBABLE
    )


def test_redealt_calls_count_as_plies() -> None:
    """With one call each and a random first call, a redeal is three plies: lengths reach beyond those of one deal."""
    rules = Rules(**PLAIN)
    redealt = [random_play(Game(rules, seed=3, game=i), random.Random(i)) for i in range(300)]
    assert any(game.history[:3].tolist() == [0, 0, 0] and game.ply > 6 for game in redealt)
