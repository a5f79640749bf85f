"""Batches step like single games, whatever the threads, n and the way they are stepped."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import threading
from types import ModuleType
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pytest

import chupai
from chupai import doudizhu, gongzhu
from support import untyped

Batch: TypeAlias = doudizhu.Batch | gongzhu.Batch
State: TypeAlias = dict[str, npt.NDArray[Any]]

RULES = [(doudizhu, name) for name in doudizhu.Rules.presets()] + [(gongzhu, name) for name in gongzhu.Rules.presets()]
GAMES = [doudizhu, gongzhu]


def run_alone(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)


def name_of(value: ModuleType | str) -> str:
    return value if isinstance(value, str) else value.__name__.split(".")[-1]


def some_index(batch: Batch, rng: np.random.Generator) -> npt.NDArray[np.int32]:
    """A random position in each list; -1 where there is none."""
    counts = np.diff(batch.offsets)
    return np.where(counts == 0, -1, (rng.random(len(batch)) * counts).astype(np.int32)).astype(np.int32)


def lists_of(batch: Batch) -> list[list[int]]:
    return [part.tolist() for part in np.split(batch.codes, batch.offsets[1:-1])]


def state(batch: Batch) -> State:
    names = ("offsets", "codes", "player", "phase", "rewards", "terminated", "episode", "final_returns")
    return {name: getattr(batch, name).copy() for name in names}


def assert_same(one: State, other: State) -> None:
    for name, array in one.items():
        np.testing.assert_array_equal(array, other[name], err_msg=name)


@pytest.mark.thread_unsafe(reason="minutes where several threads do it at once")
@pytest.mark.parametrize(("module", "rules"), RULES, ids=name_of)
def test_ten_thousand_games_step_like_single_ones(module: ModuleType, rules: str) -> None:
    n, rng = (500 if "EXAMPLES" in os.environ else 10_000), np.random.default_rng(8)
    batch = module.Batch(n, rules, seed=11, threads=3)
    games = [module.Game(rules, seed=11, game=i) for i in range(n)]
    left = dict(enumerate(games))  # those whose first episode goes on
    while left:
        index = some_index(batch, rng)
        offsets, codes, player = batch.offsets.tolist(), batch.codes.tolist(), batch.player.tolist()
        for i, game in left.items():
            mine = codes[offsets[i] : offsets[i + 1]]
            assert game.legal.codes.tolist() == mine
            assert game.player == player[i]
            game.push(mine[index[i]])
        batch.step(index)
        terminated, rewards = batch.terminated.tolist(), batch.rewards.tolist()
        for i in list(left):
            game = left[i]
            assert game.is_over == terminated[i]
            assert game.returns().tolist() == rewards[i]
            if game.is_over:
                del left[i]


@pytest.mark.parametrize("module", GAMES, ids=name_of)
def test_results_depend_on_neither_threads_nor_n(module: ModuleType) -> None:
    one, many, few = (module.Batch(n, "standard", seed=3, threads=t) for n, t in ((60, 1), (60, 7), (20, 2)))
    rng = np.random.default_rng(1)
    for step in range(150):
        if step % 10 == 9:
            for batch in (one, many, few):
                batch.step_random(4)
        else:
            index = some_index(one, rng)
            one.step(index)
            many.step(index)
            few.step(index[:20])
        assert_same(state(one), state(many))
        assert lists_of(few) == lists_of(one)[:20]
        np.testing.assert_array_equal(few.rewards, one.rewards[:20])


@pytest.mark.parametrize("module", GAMES, ids=name_of)
def test_codes_step_as_indices_do(module: ModuleType) -> None:
    one, other = (module.Batch(40, "standard", seed=4) for _ in range(2))
    rng = np.random.default_rng(2)
    for _ in range(100):
        index = some_index(one, rng)
        other.step_codes(one.codes[one.offsets[:-1] + index])
        one.step(index)
        assert_same(state(one), state(other))


@pytest.mark.parametrize("module", GAMES, ids=name_of)
def test_games_are_what_the_rows_play(module: ModuleType) -> None:
    batch, rng = module.Batch(30, "standard", seed=5, threads=2), np.random.default_rng(3)
    for step in range(120):
        batch.step(some_index(batch, rng))
        if step % 7 == 0:
            batch.step_random(2)
        if step % 20 == 0:
            for i, game in enumerate(batch.games()):
                assert game.legal.codes.tolist() == lists_of(batch)[i]
                assert game == batch.game(i) == module.Game.from_text(game.text())
                assert game.text().splitlines()[2] == f"seed 5 {i} {batch.episode[i]}"


@pytest.mark.parametrize("module", GAMES, ids=name_of)
def test_games_can_be_set(module: ModuleType) -> None:
    games = [module.Game("standard", seed=9, game=i) for i in range(6)]
    rng = np.random.default_rng(4)
    for i, game in enumerate(games):
        for _ in range(3 * i):
            game.push(game.legal[int(rng.integers(len(game.legal)))])
    games = [game for game in games if not game.is_over]
    batch = module.Batch(len(games), "standard", seed=1)
    batch.set_games(games)
    for _ in range(150):
        assert batch.games()[-1].legal.codes.tolist() == lists_of(batch)[-1]
        index = some_index(batch, rng)
        for i, game in enumerate(games):
            if batch.episode[i] == 0 and not game.is_over:
                assert game.legal.codes.tolist() == lists_of(batch)[i]
                game.push(game.legal[int(index[i])])
        batch.step(index)
        for i, game in enumerate(games):
            if game.is_over and batch.terminated[i] and batch.episode[i] == 1:
                assert batch.rewards[i].tolist() == game.returns().tolist()
    assert batch.episode.min() > 0
    assert module.Game("standard", seed=1, game=0, episode=int(batch.episode[0])).deal == batch.game(0).deal


def test_open_positions_can_be_set() -> None:
    puzzle = doudizhu.Game.from_hands(["3344", "56BR", "77"])
    batch = doudizhu.Batch(2, "standard", autoreset="disabled")
    batch.set_games([puzzle, puzzle])
    assert lists_of(batch)[0] == puzzle.legal.codes.tolist()
    puzzle.play("33")
    batch.step_codes([int(doudizhu.Move("33")), int(doudizhu.Move("4"))])
    assert batch.game(0) == puzzle


@pytest.mark.parametrize("module", GAMES, ids=name_of)
def test_random_steps_are_those_of_random_games(module: ModuleType) -> None:
    rules = "rlcard" if module is doudizhu else "scrofazero"
    batch = module.Batch(200, rules, seed=6, autoreset="disabled")
    batch.step_random(10_000)
    assert (batch.player == -1).all()
    assert batch.terminated.all()
    if module is doudizhu:  # a word a ply in both
        payoffs, _ = chupai.random_games(module.Rules.preset(rules), 200, seed=6)
        np.testing.assert_array_equal(batch.final_returns, payoffs)
    assert batch.step_random(1) is None
    assert not batch.terminated.any()
    assert not batch.rewards.any()


@pytest.mark.parametrize("module", GAMES, ids=name_of)
def test_reset(module: ModuleType) -> None:
    batch, again = (module.Batch(10, "standard", seed=7) for _ in range(2))
    begun = state(batch)
    batch.step_random(500)
    batch.reset(7)
    assert_same(begun, state(batch))
    batch.reset()
    assert (batch.episode == 1).all()
    seeds = np.arange(10, dtype=np.uint64) + 2**63
    again.reset(seeds)
    assert again.game(3) == module.Game("standard", seed=2**63 + 3, game=3)


def test_arrays_are_stable_read_only_and_outlive_the_batch() -> None:
    batch = gongzhu.Batch(5, "plain", seed=1)
    player, codes = batch.player, batch.codes
    before = codes.copy()
    for name in ("offsets", "codes", "player", "phase", "rewards", "terminated", "episode", "final_returns"):
        assert not getattr(batch, name).flags.writeable
    batch.step_random(30)
    assert batch.player is player
    del batch
    assert player.shape == (5,)
    assert len(codes) == len(before)
    copying = gongzhu.Batch(5, "plain", seed=1, copy=True)
    first = copying.player
    copying.step_random(3)
    assert copying.player is not first
    assert first.flags.writeable


def test_phases_are_numbered_as_the_enum() -> None:
    batch = doudizhu.Batch(3, "standard")
    assert list(doudizhu.Phase)[batch.phase[0]] == "auction"
    assert list(gongzhu.Phase)[gongzhu.Batch(3, "scrofazero").phase[0]] == "play"


BAD_INDEX: dict[str, tuple[Any, str]] = {
    "float": (np.zeros(4), "float64"),
    "bool": (np.zeros(4, bool), "bool"),
    "short": (np.zeros(3, np.int32), "4 games"),
    "flat": (np.zeros((2, 2), np.int32), r"\(2, 2\)"),
    "beyond": (np.array([0, 0, 13, 99], np.int32), "game 2: index 13"),
    "negative": (np.array([0, -1, 0, 0], np.int32), "game 1: index -1"),
    "huge": (np.array([0, 2**40, 0, 0]), "game 1"),
    "unsigned": (np.array([2**64 - 1, 0, 0, 0], np.uint64), "game 0"),
    "text": ("0000", "4 games"),
    "none": (None, "4 games"),
}


@pytest.mark.parametrize("name", BAD_INDEX)
def test_a_wrong_index_is_refused_and_nothing_moves(name: str) -> None:
    index, message = BAD_INDEX[name]
    batch = gongzhu.Batch(4, "standard exposing=false", seed=1)
    before = state(batch)
    with pytest.raises((ValueError, TypeError), match=message):
        batch.step(index)
    assert_same(before, state(batch))


def test_any_integers_are_indices() -> None:
    for dtype in (np.int8, np.uint8, np.int64, np.uint64, ">i4"):
        batch = gongzhu.Batch(4, "standard exposing=false", seed=1)
        batch.step(np.full(4, 12, dtype))
        assert batch.game(0).ply == 1
    batch.step([0, 0, 0, 0])
    batch.step(np.zeros(8, np.int32)[::2])
    assert batch.game(3).ply == 3


def test_wrong_codes_are_refused_and_nothing_moves() -> None:
    batch = doudizhu.Batch(3, "rlcard", seed=1)
    before = state(batch)
    good = [part[0] for part in lists_of(batch)]
    for bad, message in ((0, "game 1.*leader may not pass"), (-1, "game 1.*no move's code"), (2**62, "game 1")):
        with pytest.raises(ValueError, match=message):
            batch.step_codes([good[0], bad, good[2]])
        assert_same(before, state(batch))


def test_games_that_are_over_take_minus_one_only() -> None:
    batch = gongzhu.Batch(2, "scrofazero", autoreset="disabled")
    batch.step_random(51)
    batch.step([0, 0])
    assert batch.offsets.tolist() == [0, 0, 0]
    with pytest.raises(ValueError, match="game 0: it is over"):
        batch.step([0, -1])
    batch.step([-1, -1])
    batch.step_codes([-1, -1])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": 0}, "n = 0"),
        ({"n": -1}, "n = -1"),
        ({"n": 2**40}, "1048576"),
        ({"threads": -1}, "threads"),
        ({"threads": 10**6}, "threads"),
        ({"autoreset": "never"}, "'same_step' or 'disabled'"),
        ({"seed": -1}, "seed"),
        ({"rules": "nonsense"}, "nonsense"),
    ],
)
def test_wrong_arguments(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        doudizhu.Batch(**{"n": 4, **arguments})


def test_wrong_games_and_seeds() -> None:
    batch = doudizhu.Batch(2, "standard")
    over = doudizhu.Game("rlcard", seed=1)
    while not over.is_over:
        over.push(over.legal[0])
    for games in ([doudizhu.Game()], [doudizhu.Game()] * 3, [doudizhu.Game("hubei")] * 2, [1, 2], 5):
        with pytest.raises((ValueError, TypeError)):
            untyped(batch).set_games(games)
    with pytest.raises(ValueError, match="over"):
        doudizhu.Batch(1, "rlcard").set_games([over])
    for seeds in ([1], [-1, 2], [0.5, 1], "ab"):
        with pytest.raises((ValueError, TypeError)):
            batch.reset(seeds)
    with pytest.raises(TypeError):
        doudizhu.Batch.__new__(doudizhu.Batch).step([0])
    with pytest.raises(IndexError):
        batch.game(2)
    assert batch.game(-1) == batch.game(1)


def test_more_threads_than_games() -> None:
    batch, alone = (gongzhu.Batch(2, "standard", threads=threads) for threads in (16, 1))
    for one in (batch, alone):
        one.step_random(200)
    assert (batch.threads, alone.threads) == (16, 1)
    assert batch.episode.min() > 0
    assert_same(state(batch), state(alone))


def test_two_threads_at_once_raise_rather_than_race() -> None:
    batch, errors, done = gongzhu.Batch(20_000, "standard", threads=1), [], threading.Event()

    def hammer() -> None:
        while not done.is_set():
            try:
                batch.step_random(3)
            except RuntimeError as error:
                errors.append(str(error))

    threads = [threading.Thread(target=hammer) for _ in range(3)]
    for thread in threads:
        thread.start()
    while not errors and any(thread.is_alive() for thread in threads):
        done.wait(0.01)
    done.set()
    for thread in threads:
        thread.join()
    assert "another thread" in errors[0]
    batch.step_random(1)
    assert batch.game(7).legal.codes.tolist() == lists_of(batch)[7]


def in_a_child(batch: Batch, expected: list[int], queue: multiprocessing.Queue[tuple[bool, bool]]) -> None:
    batch.step_random(10)
    queue.put((batch.codes.tolist() == expected, gongzhu.Batch(50, "plain", threads=2).episode.tolist() == [0] * 50))


@pytest.mark.skipif(sys.platform == "win32", reason="no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_child_goes_on_by_itself() -> None:
    batch, twin = (gongzhu.Batch(50, "plain", seed=2, threads=2) for _ in range(2))
    batch.step_random(5)
    twin.step_random(5)
    twin.step_random(10)
    fork = multiprocessing.get_context("fork")
    queue = fork.Queue()
    child = fork.Process(target=in_a_child, args=(batch, twin.codes.tolist(), queue))
    child.start()
    assert queue.get(timeout=60) == (True, True)
    child.join()
    assert child.exitcode == 0
    batch.step_random(10)
    assert batch.codes.tolist() == twin.codes.tolist()


def test_memory_is_told() -> None:
    batch = doudizhu.Batch(4096, "standard")
    batch.step_random(300)
    assert 500_000 < batch.nbytes < 8_000_000


@pytest.mark.parametrize("module", GAMES, ids=name_of)
def test_repr(module: ModuleType) -> None:
    assert repr(module.Batch(3, "standard players=4 packs=2" if module is doudizhu else "plain", threads=2)).startswith(
        "<Batch of 3 games ("
    )


def test_codes_may_be_moves() -> None:
    batch = gongzhu.Batch(3, "standard", seed=1)
    batch.step_codes([gongzhu.Move("none")] * 3)
    assert [game.history.tolist() for game in batch.games()] == [[52]] * 3
    with pytest.raises(ValueError, match="2 codes"):
        batch.step_codes([gongzhu.Move("none")] * 2)


def test_the_index_that_is_refused_is_the_one_that_was_given() -> None:
    with pytest.raises(ValueError, match=f"game 2: index {2**40}"):
        gongzhu.Batch(3, "standard").step(np.array([0, 0, 2**40]))
    ended = gongzhu.Batch(2, "scrofazero", autoreset="disabled")
    ended.step_random(52)
    with pytest.raises(ValueError, match="game 0: it is over"):
        ended.step([2**31 - 1, -1])


def test_arrays_need_not_be_aligned() -> None:
    raw = np.zeros(4 * 4 + 1, np.uint8)
    batch = gongzhu.Batch(4, "standard", seed=1)
    batch.step(raw[1:].view(np.int32))
    assert batch.game(0).ply == 1
    table = doudizhu.ActionTable()
    assert table.ids(np.zeros(17, np.uint8)[1:].view(np.int64)).tolist() == [0, 0]
    assert table.codes_of(np.zeros(17, np.uint8)[1:].view(np.int64)).tolist() == [0, 0]


@pytest.mark.skipif(sys.platform != "linux", reason="no limit, or no measure, of the address space")
@pytest.mark.skipif("asan" in os.environ.get("LD_PRELOAD", ""), reason="the sanitizer's own memory has no limit")
def test_a_batch_that_ran_out_of_memory_says_so() -> None:
    code = """
import resource, numpy as np
from chupai import doudizhu
b = doudizhu.Batch(2**17, seed=1, threads=1, autoreset="disabled")
b.step_random(56)
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (20 << 20), resource.RLIM_INFINITY))
try:
    b.step_random(40)
except MemoryError:
    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    try:
        b.codes
    except RuntimeError as error:
        print("half-way" in str(error))
    b.reset()
    print(b.game(5).legal.codes.tolist() == b.codes[b.offsets[5] : b.offsets[6]].tolist())
else:
    print("True", "True", sep="\\n")  # there was room enough
"""
    assert run_alone(code).stdout == "True\nTrue\n"
