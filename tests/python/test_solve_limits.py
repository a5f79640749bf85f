"""The solver's limits, its progress and its table: what is told is true, however early the search ended."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from dataclasses import replace
from typing import Any, Literal

import pytest

import doudizhu as oracle
import doudizhu_solve_support as ddz
import gongzhu as gongzhu_oracle
import gongzhu_solve_support as gz
from chupai import SolverTable, doudizhu, solve
from chupai.doudizhu import Game as Doudizhu
from chupai.gongzhu import Game as Gongzhu
from gongzhu_support import arguments
from solve_support import Goal, codes_of, pairs, unique
from support import engine_rules, random_hand

# --------------------------------------------------------------------------- positions

HARD = """
from chupai import doudizhu, gongzhu, solve

def doudizhu_deal():
    return doudizhu.Game("douzero", seed=0)

def gongzhu_deal():
    return gongzhu.Game("scrofazero", seed=1)
"""
hard_positions: dict[str, Any] = {}
exec(HARD, hard_positions)

# Whole deals that no search is through with soon, and what is asked of them.
GAMES = ("doudizhu", "gongzhu")
GOALS: dict[str, Goal] = {"doudizhu": {"mode": "payoff"}, "gongzhu": {"objective": "team"}}


def hard(name: str) -> Doudizhu | Gongzhu:
    game: Doudizhu | Gongzhu = hard_positions[f"{name}_deal"]()
    return game


def small(seed: int) -> ddz.DoudizhuAnswers | gz.GongzhuAnswers:
    """A small position of either game, as the oracles can solve it."""
    rng = random.Random(seed)
    if seed % 3 == 0:
        return gz.GongzhuAnswers(*gz.open_endgame(rng, gz.any_rules(rng, rng.choice((3, 4, 5))), 3))
    seats = rng.choice((2, 3, 4))
    return ddz.DoudizhuAnswers(*ddz.random_open(rng, ddz.any_rules(rng, seats), seats, rng.random() < 0.5))


# --------------------------------------------------------------------------- limits


@pytest.mark.parametrize("block", range(4))
def test_what_a_limited_search_tells_is_true(block: int) -> None:
    ends = {"nothing": 0, "something": 0, "all": 0}
    for seed in range(block * 20, block * 20 + 20):
        answers = small(seed)
        for goal in answers.goals:
            for nodes in (1, 2, 3, 5, 10, 30, 100, 300):
                for moves in ("all", "first", "winner"):
                    found = solve(answers.game, nodes=nodes, moves=moves, table_mb=1, **goal)
                    answers.check_partial(found, goal, moves)
                    some = found.value is not None or len(found.moves)
                    ends["all" if found.complete else "something" if some else "nothing"] += 1
    assert min(ends.values()) > 0, ends


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("moves", ["winner", "first", "all"])
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("limit", [{"nodes": 1}, {"nodes": 1000}, {"seconds": 1e-9}, {"seconds": 0.05}], ids=str)
def test_a_search_that_ends_too_early_knows_nothing(
    name: str, limit: dict[str, Any], moves: Literal["winner", "first", "all"], threads: int
) -> None:
    game = hard(name)
    found = solve(game, moves=moves, threads=threads, table_mb=1, **limit, **GOALS[name])
    assert found.value is None
    assert found.complete is False
    assert codes_of(found.best_moves) == []
    assert set(codes_of(found.moves)) <= set(game.legal.codes.tolist())
    assert len(found.values) == len(found.moves)
    if name == "doudizhu":
        assert isinstance(found, doudizhu.Solution)
        assert found.winner is None
        assert codes_of(found.winning_moves) == []
    for code in codes_of(found.line):
        game.push(code)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("nodes", [1, 10, 1000, 100_000])
def test_nodes_are_counted(name: str, nodes: int) -> None:
    found = solve(hard(name), nodes=nodes, table_mb=8, **GOALS[name])
    assert 0 < found.nodes <= nodes
    assert found.nodes >= nodes // 2


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", GAMES)
def test_seconds_are_kept(name: str, threads: int) -> None:
    begun = time.perf_counter()
    found = solve(hard(name), seconds=0.2, threads=threads, **GOALS[name])
    passed = time.perf_counter() - begun
    assert 0.19 < found.seconds <= passed
    assert passed < 5
    assert not found.complete


def test_more_time_goes_on_where_a_table_ended() -> None:
    """What a search that was cut short left in its table is true too."""
    for seed in range(40):
        answers, table = small(seed), SolverTable(1)
        for goal in answers.goals:
            for nodes in (3, 10, 30, 100):
                answers.check_partial(solve(answers.game, nodes=nodes, moves="all", table=table, **goal), goal, "all")
            answers.check(goal, table=table)


def test_the_size_of_the_table_is_told() -> None:
    game = Doudizhu.from_hands(["3455KK", "345522"])
    for size in (1, 3, 16):
        assert 0 < solve(game, table_mb=size).table_mb <= size
        assert 0 < solve(game, table=SolverTable(size), table_mb=7).table_mb <= size


# --------------------------------------------------------------------------- tables and threads


@pytest.mark.parametrize(
    "options",
    [{"table_mb": 1}, {"table_mb": 256}, {"threads": 2, "table_mb": 1}, {"threads": 7, "table_mb": 2}],
    ids=str,
)
def test_options_change_no_answer(options: dict[str, Any]) -> None:
    for seed in range(100, 130):
        answers = small(seed)
        for goal in answers.goals:
            answers.check(goal, **options)


@pytest.mark.parametrize("threads", [1, 2])
def test_one_table_for_both_games(threads: int) -> None:
    table = SolverTable(mb=1)
    for seed in range(200, 260):
        answers = small(seed)
        for goal in answers.goals:
            answers.check(goal, table=table, threads=threads)


@pytest.mark.parametrize("seed", range(8))
def test_one_table_for_the_same_hands_under_other_rules(seed: int) -> None:
    """Only the rules, the landlord, the stake or the past differ: nothing of one may answer for another."""
    rng, table = random.Random(seed), SolverTable(1)
    seats = rng.choice((2, 3, 4))
    hands = ddz.small_hands(rng, oracle.PRESETS["standard" if seats < 4 else "standard-four"], seats)
    found = []
    for _ in range(30):
        rules = ddz.any_rules(rng, seats)
        place = rng.randrange(seats), rng.randrange(seats), rng.choice((1, 2, 3))
        found.append(ddz.DoudizhuAnswers(*ddz.open_position(rules, hands, *place)))
    for answers in [*found, *rng.sample(found, len(found))]:
        for goal in rng.sample(answers.goals, 2):
            answers.check(goal, table=table)


@pytest.mark.parametrize("seed", range(8))
def test_one_table_for_the_same_cards_under_other_rules(seed: int) -> None:
    """Gong Zhu: other rules, exposures, piles and leaders of the same cards in hand."""
    rng, table = random.Random(seed), SolverTable(1)
    _, slow = gz.open_endgame(rng, replace(gongzhu_oracle.PRESETS["standard"], players=4), 3)
    hands = slow.hands
    if slow.trick:
        hands = gongzhu_oracle._before_trick(slow).hands
    for _ in range(15):
        rules = gz.any_rules(rng, 4)
        piles = [set(pile) for pile in slow.taken]
        rng.shuffle(piles)
        exposed = [card for card in gongzhu_oracle.EXPOSABLE if rules.exposing and rng.random() < 0.5]
        led = [suit for suit in "SHDC" if rng.random() < 0.5]
        place = gongzhu_oracle.position(rules, hands, piles, (), rng.randrange(4), exposed, led)
        answers = gz.GongzhuAnswers(Gongzhu.from_hands(**arguments(place)), place)
        for goal in rng.sample(answers.goals, 3):
            answers.check(goal, table=table)


BIG_TABLE = 64


def big(name: str, seed: int) -> Doudizhu | Gongzhu:
    """Too many positions for the smallest table, and for the oracles."""
    rng = random.Random(seed)
    if name == "gongzhu":
        return gz.open_endgame(rng, gz.any_rules(rng, 4), 6)[0]
    cards = "".join(rng.sample(random_hand(rng, oracle.PRESETS["standard"], 24), 24))
    rules = engine_rules(replace(oracle.PRESETS["standard"], spring=rng.random() < 0.5))
    return Doudizhu.from_hands([cards[:8], cards[8:16], cards[16:]], 0, rules, to_move=rng.randrange(3))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", GAMES)
def test_a_table_that_overflows_changes_no_answer(name: str, seed: int) -> None:
    game = big(name, seed)
    table_options: list[dict[str, Any]] = [
        {"table_mb": 1},
        {"table_mb": 1, "threads": 2},
        {"table_mb": BIG_TABLE, "threads": 2},
    ]
    for goal in (ddz.WINNER, ddz.PAYOFF) if name == "doudizhu" else (gz.TEAM, gz.paranoid(1)):
        known = solve(game, moves="all", table_mb=BIG_TABLE, **goal)
        assert known.complete
        for options in table_options:
            found = solve(game, moves="all", **goal, **options)
            assert found.complete
            assert (found.value, pairs(found)) == (known.value, pairs(known))
            assert unique(found.best_moves) == unique(known.best_moves)


# --------------------------------------------------------------------------- progress


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", GAMES)
def test_progress_is_told(name: str, threads: int) -> None:
    told: list[tuple[int, float]] = []
    found = solve(
        hard(name),
        seconds=0.75,
        threads=threads,
        progress=lambda nodes, seconds: told.append((nodes, seconds)),
        **GOALS[name],
    )
    assert 2 <= len(told) <= 20
    assert told == sorted(told)
    assert all(type(nodes) is int and type(seconds) is float for nodes, seconds in told)
    assert 0.02 <= told[0][1] <= 2
    assert 0 < told[0][0] <= told[-1][0] <= found.nodes
    assert found.value is None


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("error", [ZeroDivisionError, KeyboardInterrupt, SystemExit])
def test_an_error_of_progress_ends_the_search(name: str, error: type[BaseException], threads: int) -> None:
    def progress(nodes: int, seconds: float) -> object:
        raise error("enough")

    table = SolverTable(1)
    with pytest.raises(error, match="enough"):
        solve(hard(name), progress=progress, threads=threads, table=table, **GOALS[name])
    answers = small(1)
    answers.check(answers.goals[0], table=table)  # the table is free again


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", GAMES)
def test_false_ends_the_search(name: str, threads: int) -> None:
    answers = iter([None, True, 0, "", False])
    found = solve(hard(name), progress=lambda *_: next(answers), threads=threads, moves="all", **GOALS[name])
    assert next(answers, "none left") == "none left"
    assert (found.value, found.complete) == (None, False)
    assert 0.2 < found.seconds < 20


def test_progress_may_solve_something_else() -> None:
    """Inside a search another one is another search; only the same table is in use."""
    inner = small(2)
    errors: list[str] = []

    def progress(nodes: int, seconds: float) -> bool:
        inner.check(inner.goals[0])
        try:
            inner.check(inner.goals[0], table=table)
        except (ValueError, RuntimeError) as error:
            errors.append(str(error))
        return False

    table = SolverTable(1)
    found = solve(hard("doudizhu"), progress=progress, table=table, **GOALS["doudizhu"])
    assert found.value is None
    assert len(errors) == 1
    assert "table" in errors[0]
    inner.check(inner.goals[0], table=table)


# --------------------------------------------------------------------------- other threads


def test_a_table_in_use_is_refused() -> None:
    table, going, enough = SolverTable(2), threading.Event(), threading.Event()

    def progress(nodes: int, seconds: float) -> object:
        going.set()
        return False if enough.is_set() else None

    thread = threading.Thread(target=lambda: solve(hard("gongzhu"), table=table, progress=progress))
    thread.start()
    try:
        assert going.wait(10)
        with pytest.raises((ValueError, RuntimeError), match="table"):
            solve(hard("doudizhu"), table=table, nodes=10)
        assert solve(Doudizhu.from_hands(["33", "4"]), table=SolverTable(1)).winner is True
    finally:
        enough.set()
        thread.join()
    assert solve(Doudizhu.from_hands(["33", "4"]), table=table).winner is True


def test_searches_side_by_side() -> None:
    """Each with its own table, many at a time."""
    wrong: list[tuple[int, BaseException]] = []

    def work(seeds: range) -> None:
        for seed in seeds:
            answers = small(seed)
            try:
                for goal in answers.goals:
                    answers.check(goal, table_mb=1)
            except BaseException as error:
                wrong.append((seed, error))

    threads = [threading.Thread(target=work, args=(range(first, first + 10),)) for first in (300, 310, 320)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def steps_beside_a_search(name: str, seconds: float) -> int:
    """How many moves of a game this thread makes while another one solves the like."""
    game, steps, done = hard(name), 0, threading.Event()
    begin = game.copy()

    def search() -> None:
        solve(begin, seconds=seconds, **GOALS[name])
        done.set()

    thread = threading.Thread(target=search)
    thread.start()
    rng = random.Random(1)
    while not done.is_set():
        if game.is_over or steps % 50 == 49:
            while game.ply:
                game.pop()
        game.push(rng.choice(game.legal.codes.tolist()))
        steps += 1
    thread.join()
    return steps


@pytest.mark.parametrize("name", GAMES)
def test_others_go_on_meanwhile(name: str) -> None:
    """Python is not held up. On a busy machine it takes a longer search to see it."""
    assert any(steps_beside_a_search(name, seconds) > 10 for seconds in (0.6, 5, 20))


@pytest.mark.parametrize("name", GAMES)
def test_the_game_may_be_played_on_meanwhile(name: str) -> None:
    """What is found is about the game as it was."""
    game = hard(name)
    begin, played = game.copy(), []

    def progress(nodes: int, seconds: float) -> bool:
        played.append(game.legal[0])
        game.push(played[-1])
        return len(played) < 3

    found = solve(game, progress=progress, **GOALS[name])
    assert codes_of(game.history) == codes_of(begin.history) + played
    assert len(played) == 3
    for code in codes_of(found.line):
        begin.push(code)


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("progress", ["None", "lambda nodes, seconds: None"])
@pytest.mark.parametrize("name", GAMES)
def test_an_interrupt_is_heard(name: str, progress: str, threads: int) -> None:
    code = f"""{HARD}
import os, signal, threading, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # it is ignored where tests run in the background
struck = []
def strike():
    struck.append(time.perf_counter())
    os.kill(os.getpid(), signal.SIGINT)
threading.Timer(0.4, strike).start()
try:
    solve({name}_deal(), seconds=20, threads={threads}, progress={progress}, **{GOALS[name]})
except KeyboardInterrupt:
    print(time.perf_counter() - struck[0])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == ""
    assert float(done.stdout) < 5
