"""Random play of Gong Zhu: shapes, streams, and chances as they should be."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import partial
from math import sqrt
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt
import pytest

import gongzhu as oracle
from chupai import playout, random_games
from chupai.gongzhu import Game, Rules
from gongzhu_support import (
    HANDS,
    PRESETS,
    engine_rules,
    exposing,
    in_play,
    odd_rules,
    oracle_codes,
    play_all,
    random_open,
    random_play,
    state,
)
from support import IMPROBABLE, chi_square_p

INT32 = np.dtype(np.int32)

# --------------------------------------------------------------------------- shapes and streams


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("shown", [True, False])
def test_shapes_and_plies(players: int, shown: bool) -> None:
    rules = Rules(players=players, exposing=shown)
    payoffs, plies = random_games(rules, 100, seed=1)
    assert (payoffs.shape, payoffs.dtype, plies.shape, plies.dtype) == ((100, players), INT32, (100,), INT32)
    assert set(plies.tolist()) == {{3: 51, 4: 52, 5: 50}[players] + players * shown}
    rows = playout(Game(rules, seed=1), 10, seed=1)
    assert (rows.shape, rows.dtype) == ((10, players), INT32)
    assert random_games(rules, 0)[0].shape == playout(Game(rules, seed=1), 0).shape == (0, players)


@pytest.mark.parametrize("preset", PRESETS)
def test_row_i_depends_on_the_seed_and_i_only(preset: str) -> None:
    rules = Rules.preset(preset)
    payoffs, plies = random_games(rules, 300, seed=5)
    games = [Game(rules, seed=1), play_all(Game("plain", deal=HANDS), "SQ none DJ none S2 S3 S6")]
    rows = [playout(game, 300, seed=5) for game in games]
    for n, first in ((1, 0), (7, 0), (64, 3), (255, 45), (1, 299), (17, 100)):
        part = slice(first, first + n)
        some, some_plies = random_games(rules, n, seed=5, start=first)
        assert np.array_equal(some, payoffs[part])
        assert np.array_equal(some_plies, plies[part])
        for game, row in zip(games, rows, strict=True):
            assert np.array_equal(playout(game, n, seed=5, start=first), row[part])
    assert not np.array_equal(random_games(rules, 300, seed=6)[0], payoffs)
    assert not np.array_equal(playout(games[0], 300, seed=6), rows[0])
    assert np.array_equal(random_games(rules, 20)[0], random_games(rules, 20, seed=0)[0])


def test_a_long_run_begins_as_a_short_one() -> None:
    """Across the pieces in which long runs are made."""
    payoffs, _ = random_games(Rules(), 40_000, seed=2)
    assert np.array_equal(payoffs[:33_001], random_games(Rules(), 33_001, seed=2)[0])
    assert np.array_equal(payoffs[-777:], random_games(Rules(), 777, seed=2, start=39_223)[0])
    game = Game.from_hands(["S23 H4", "S45 H5", "S67 H6", "S89 H7"])
    assert np.array_equal(playout(game, 40_000, seed=2)[:20_000], playout(game, 20_000, seed=2))


def test_threads_do_not_disturb_each_other() -> None:

    def dealt(seed: int) -> npt.NDArray[np.int32]:
        return random_games(Rules(), 500, seed=seed)[0]

    def played(seed: int) -> npt.NDArray[np.int32]:
        return playout(Game(seed=seed), 500, seed=seed)

    jobs = [partial(make, seed) for make in (dealt, played) for seed in range(8)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda job: job(), jobs))
    for job, result in zip(jobs, found, strict=True):
        assert np.array_equal(job(), result)


def test_playouts_leave_the_game_alone() -> None:
    for game in (exposing(), in_play(), Game(seed=1), random_play(Game(seed=1), random.Random(1))):
        before = state(game)
        rows = playout(game, 100)
        assert state(game) == before
        if game.is_over:
            assert (rows == game.returns()).all()


def test_the_history_of_a_position_does_not_matter() -> None:
    one = play_all(Game.from_hands(["S2 H29", "S3 H3T", "S4 H4J", "S5 H5Q"]), "S2 S3 S4 S5")
    two = Game.from_hands(["H29", "H3T", "H4J", "H5Q"], ["", "", "", "S2345"], leader=3, suits_led="S")
    assert one.key == two.key
    assert np.array_equal(playout(one, 200, seed=3), playout(two, 200, seed=3))


def hashed(players: int, shown: bool) -> str:
    """A hash of many rows: of deals, and of playouts from the middle of tricks."""
    rules = Rules(players=players, exposing=shown, heart_lock=True)
    parts = [random_games(rules, 3_001, seed=4)[0]]
    for plies in (1, 2, 3, 9, 22, 37, 46):
        game = random_play(Game(rules, seed=plies), random.Random(plies), plies)
        parts.append(playout(game, 301, seed=plies))
    return hashlib.sha256(b"".join(part.astype("<i4").tobytes() for part in parts)).hexdigest()


def test_results_do_not_depend_on_the_processor() -> None:
    """The same rows from the baseline kernels, which run anywhere."""
    code = (
        "import test_gongzhu_random as t, chupai._core as c; print(c.level)\n"
        "for players in (3, 4, 5):\n"
        "    print(*(t.hashed(players, shown) for shown in (True, False)))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=os.path.dirname(__file__),
        env={**os.environ, "CHUPAI_LEVEL": "baseline", "PYTHONPATH": "../reference"},
        capture_output=True,
        text=True,
        check=True,
    )
    expected = [hashed(players, shown) for players in (3, 4, 5) for shown in (True, False)]
    assert run.stdout.split() == ["baseline", *expected]


# --------------------------------------------------------------------------- deals


def test_deals_are_of_the_pack_and_differ() -> None:
    for players in (3, 4, 5):
        rules = Rules(players=players)
        deals = [Game(rules, seed=9, game=i).deal for i in range(200)]
        assert len(set(deals)) == 200
        for deal in deals:
            cards = [card for hand in deal.hands for card in oracle.parse_cards(hand)]
            assert sorted(cards) == sorted(oracle.deck(oracle.Rules(players=players)))
            assert deal.leader is None
    assert Game(seed=9).deal == Game("plain", seed=9).deal


@pytest.mark.parametrize("players", [3, 4, 5])
def test_cards_are_dealt_evenly(players: int) -> None:
    """Each card to each seat alike, and pairs of cards together as seldom as they should be."""
    rules, size = Rules(players=players), 52 // players
    where: dict[str, Counter[int]] = {}
    together: Counter[bool] = Counter()
    n = 3_000
    for i in range(n):
        seats = {
            card: seat
            for seat, hand in enumerate(Game(rules, seed=3, game=i).hands)
            for card in oracle.parse_cards(hand)
        }
        for card, seat in seats.items():
            where.setdefault(card, Counter())[seat] += 1
        together.update(seats[a] == seats[b] for a, b in (("SQ", "DJ"), ("HA", "HK"), ("S2", "CT"), ("CA", "SA")))
    for counts in where.values():
        assert chi_square_p(counts, dict.fromkeys(range(players), 1)) > IMPROBABLE
    chance = (size - 1) / (size * players - 1)
    assert chi_square_p(together, {True: chance, False: 1 - chance}) > IMPROBABLE


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("shown", [True, False])
def test_rows_are_of_the_game_of_that_number(players: int, shown: bool) -> None:
    """Rows agree with playouts of the same deals, and not with those of other deals; `start` counts on."""
    rules, n, start = Rules(players=players, exposing=shown), 1_500, 40
    rows = random_games(rules, n, seed=9, start=start)[0][:, 0]
    means = np.array([playout(Game(rules, seed=9, game=start + i), 60, seed=1)[:, 0].mean() for i in range(n)])
    assert np.corrcoef(rows, means)[0, 1] > 5 / sqrt(n)
    for shift in (1, 2, 40):
        assert abs(np.corrcoef(rows[shift:], means[:-shift])[0, 1]) < 5 / sqrt(n - shift)


def test_the_leader_is_that_of_the_game_of_that_number() -> None:
    """The pig must be led: who holds it takes it, or a seat with a higher spade."""
    rules = Rules(
        exposing=False,
        first_lead_card="SQ",
        must_lead_it=True,
        heart_values=[0] * 13,
        pig_flip="never",
        ten_multiplier=1,
    )
    payoffs, _ = random_games(rules, 2_000, seed=5)
    agree = 0
    for i, row in enumerate(payoffs.tolist()):
        leader = Game(rules, seed=5, game=i).leader
        hands = [oracle.parse_cards(hand) for hand in Game(rules, seed=5, game=i).hands]
        higher = [seat for seat in range(4) if hands[seat] & {"SK", "SA"}]
        takers = [seat for seat in range(4) if row[seat] in (-100, 0)]
        assert any(seat in takers for seat in {leader, *higher})
        if row.count(-100) == 1:
            agree += 1
            assert row.index(-100) in {leader, *higher}
    assert agree > 1_000


# --------------------------------------------------------------------------- play


Chances: TypeAlias = dict[tuple[int, ...], Fraction]


def outcomes(slow: oracle.State, memory: dict[oracle.State, Chances]) -> Chances:
    """The exact chance of every payoff where each legal move is equally likely."""
    if slow.is_over():
        return {tuple(slow.payoffs()): Fraction(1)}
    if slow not in memory:
        total: Chances = defaultdict(Fraction)
        moves = slow.moves()
        for move in moves:
            for payoff, chance in outcomes(slow.after(move), memory).items():
                total[payoff] += chance / len(moves)
        memory[slow] = total
    return memory[slow]


# Values that tell which hearts a player took.
TELLING = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000, 999, 998)


@pytest.mark.parametrize("seed", range(40))
def test_random_play_is_uniform_over_legal_moves(seed: int) -> None:
    """The chances of all results of small positions, computed exactly by the oracle."""
    rng = random.Random(seed)
    rules = oracle.Rules(**{**vars(odd_rules(rng)), "heart_values": TELLING, "ten_multiplier": 3})
    given, slow = random_open(rng, rules, tricks=2 if rules.players > 3 else 3)
    weights = {payoff: float(chance) for payoff, chance in outcomes(slow, {}).items()}
    rows = playout(Game.from_hands(**given), 20_000, seed=17)
    assert chi_square_p((tuple(row) for row in rows.tolist()), weights) > IMPROBABLE


def test_the_first_cards_of_a_whole_deal() -> None:
    """From whole hands of one suit each: whoever has the spades takes all, and nothing else is chance but order."""
    hands = [f"{suit}AKQJT98765432" for suit in "SHDC"]
    rows = playout(Game("standard exposing=false", deal=hands), 500, seed=1)
    assert (rows == [800, 0, 0, 0]).all()
    # Led by hearts, by a given leader: he keeps the lead to the end as well.
    rows = playout(Game("standard exposing=false", deal=hands, leader=3), 500, seed=1)
    assert (rows == [0, 0, 0, 800]).all()


def test_a_lead_of_many_cards_is_uniform() -> None:
    """Seat 0 leads one of five cards; the others follow as they must. Each lead shows in the payoffs."""
    hands = ["S2 H2 DA CT S9", "S3 H3 DJ C2 C3", "SK H4 D3 CJ C5", "SQ H5 D4 C6 C7"]
    slow = oracle.position(oracle.Rules(heart_values=TELLING), [oracle.parse_cards(hand) for hand in hands])
    slow = slow.after("S2").after("S3").after("SK").after("SQ")
    weights = {payoff: float(chance) for payoff, chance in outcomes(slow, {}).items()}
    game = Game.from_hands(hands, rules=engine_rules(slow.rules))
    play_all(game, "S2 S3 SK SQ")
    assert game.legal.codes.tolist() == oracle_codes(slow)
    assert len(weights) > 20
    assert chi_square_p((tuple(row) for row in playout(game, 20_000, seed=3).tolist()), weights) > IMPROBABLE


# Rules under which a deal's payoffs tell what was exposed: the sum has a part for each of the four.
SHOWN: dict[str, Any] = {
    "exposed_first_round_ban": False,  # who takes an exposed card is chance as for any other
    "heart_values": [0] * 12 + [10],
    "pig_flip": "never",
    "ten_multiplier": 1,
    "ten_multiplier_exposed": 1,
    "ten_alone_exposed": 53,
}
HEART = {10: "one", 20: "two"}


def exposures(row: list[int]) -> tuple[int, str | None, str | None]:
    """The sheep's and the pig's part; HA exposed?; the ten, where alone, exposed? Others' hearts flip the sign."""
    total = sum(row)
    for ten, tens in ((None, 0), ("no", 50), ("yes", 53)):
        for heart in (-10, -20, 10, 20):
            if (total - tens - heart) % 100 == 0:
                return (total - tens - heart) // 100, HEART[abs(heart)], ten
    raise AssertionError(row)


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("order", ["simultaneous", "sequential"])
@pytest.mark.parametrize("whole", [True, False])
def test_random_choices_are_uniform(players: int, order: Literal["simultaneous", "sequential"], whole: bool) -> None:
    """Every subset of the cards a player may expose is as likely: each card a fair coin, whoever holds it."""
    rules = Rules(players=players, exposing_order=order, **SHOWN)
    n = 20_000
    rows = random_games(rules, n, seed=4)[0] if whole else playout(Game(rules, seed=11), n, seed=4)
    found = [exposures(row) for row in rows.tolist()]
    cells = Counter((both, heart) for both, heart, _ in found)
    weights = {(both, heart): chance for both, chance in ((-1, 1), (0, 2), (1, 1)) for heart in ("one", "two")}
    assert chi_square_p(cells, weights) > IMPROBABLE
    tens = Counter(ten for _, _, ten in found if ten)
    assert sum(tens.values()) > 100
    assert chi_square_p(tens, {"yes": 1, "no": 1}) > IMPROBABLE


def test_who_has_chosen_has_chosen() -> None:
    """Playouts from the middle of the exposing keep what was exposed and draw the rest."""
    rules = Rules(**SHOWN)
    game = play_all(Game(rules, deal=HANDS), "HA+SQ none")  # seat 2 has the sheep still to choose
    found = [exposures(row) for row in playout(game, 8_000, seed=4).tolist()]
    assert {heart for _, heart, _ in found} == {"two"}
    assert {ten for _, _, ten in found} <= {None, "no"}
    assert chi_square_p((both for both, _, _ in found), {-1: 1, 0: 1}) > IMPROBABLE


@pytest.mark.parametrize("preset", PRESETS)
def test_random_games_are_what_python_plays(preset: str) -> None:
    """Means and spread of payoffs against moves drawn in Python."""
    rules = Rules.preset(preset)
    games = [random_play(Game(rules, seed=1_000, game=i), random.Random(i)) for i in range(800)]
    mine, rows = np.array([game.returns() for game in games]), random_games(rules, 20_000, seed=5)[0]
    for ours, theirs in ((mine.mean(axis=1), rows.mean(axis=1)), (mine.max(axis=1), rows.max(axis=1))):
        spread = sqrt(ours.var() / len(ours) + theirs.var() / len(theirs))
        assert abs(ours.mean() - theirs.mean()) < 5 * spread


def test_payoffs_of_games_are_the_scores_of_their_rules() -> None:
    """The same deals and play, scored by other rules: relative payoffs and teams of the same scores."""
    plain = random_games(Rules(), 2_000, seed=3)[0]
    teams = random_games(Rules(teams="sum"), 2_000, seed=3)[0]
    relative = random_games(Rules(payoff="relative"), 2_000, seed=3)[0]
    assert np.array_equal(teams, np.tile(plain[:, :2] + plain[:, 2:], 2))
    for row, paid in zip(plain.tolist(), relative.tolist(), strict=True):
        assert paid == oracle.payoffs(oracle.Rules(payoff="relative"), row)
