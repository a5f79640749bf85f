"""What no one should do must not crash: objects without __init__, games that move on meanwhile, endless input."""

from __future__ import annotations

import copy
import gc
import itertools
import pickle
import random
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest

from chupai import ChupaiError, doudizhu, gongzhu, perft, playout, random_games
from chupai.doudizhu import Deal, Game, Move, Rules, View
from support import untyped

LegalMoves = type(Game(seed=1).legal)


@pytest.mark.parametrize(
    "use",
    [
        lambda: repr(Rules.__new__(Rules)),
        lambda: random_games(Rules.__new__(Rules), 1),
        lambda: perft(Game.__new__(Game), 2),
        lambda: playout(Game.__new__(Game), 2),
        lambda: Game.__new__(Game).ply,
        lambda: Game.__new__(Game).copy(),
        lambda: repr(Move.__new__(Move)),
        lambda: Game(seed=1).push(Move.__new__(Move)),
        lambda: repr(Deal.__new__(Deal)),
        lambda: Game(deal=Deal.__new__(Deal)),
        lambda: View.__new__(View).sample(1),
        lambda: len(LegalMoves.__new__(LegalMoves)),
        lambda: repr(pickle.loads(b"\x80\x04\x8c\x0fchupai.doudizhu\x8c\x05Rules\x93)\x81.")),
    ],
)
def test_objects_made_without_init_are_refused(use: Callable[[], object]) -> None:
    with pytest.raises(TypeError, match=r"never initialised|incompatible"):
        use()


def test_legal_of_no_game() -> None:
    with pytest.raises((TypeError, RuntimeError)):
        len(untyped(Game.legal).fget(None))


def test_perft_while_the_game_moves_on() -> None:
    game = Game.from_hands(["34567789TTJQ", "34578TTJQKA", "345689JQKA2"])
    want = {perft(game, 4)}
    for code in game.legal:
        game.push(code)
        want.add(perft(game, 4))
        game.pop()
    done = threading.Event()

    def mover() -> None:
        dice = random.Random(1)
        while not done.is_set():
            if game.ply:
                game.pop()
            else:
                game.push(dice.choice(game.legal.codes.tolist()))

    thread = threading.Thread(target=mover)
    thread.start()
    counts = {perft(game, 4) for _ in range(300)}
    done.set()
    thread.join()
    assert counts <= want


def test_a_list_made_while_another_is_being_made() -> None:
    game, other = Game("rlcard", seed=7), Game("douzero", seed=3)

    class Dies:
        def __init__(self) -> None:
            self.me = self

        def __del__(self) -> None:
            assert len(other.legal.codes) > 0

    want = game.legal.codes.tolist()
    threshold = gc.get_threshold()
    try:
        for i in range(100):
            gc.disable()
            Dies()
            gc.set_threshold(1 + i % 8)
            gc.enable()
            assert list(game.legal) == want
            assert [move.code for move in game.legal.moves()] == want
    finally:
        gc.set_threshold(*threshold)
        gc.enable()


@pytest.mark.parametrize(
    "call",
    [
        lambda: Game.from_hands(itertools.repeat("3")),
        lambda: Game(deal=itertools.repeat("3")),
        lambda: Deal(itertools.repeat("3"), "3"),
        lambda: View.from_observation("3333", itertools.repeat("pass")),
        lambda: Rules().replace(trio_kinds=itertools.repeat("bare")),
        lambda: Game(seed=10**5000),
        lambda: Game(seed=1).push(10**5000),
    ],
)
def test_endless_and_enormous_input_is_refused(call: Callable[[], object]) -> None:
    with pytest.raises(ChupaiError) as caught:
        call()
    assert len(str(caught.value)) < 1000


def test_an_error_of_the_caller_comes_through() -> None:
    class Interrupts:
        def __index__(self) -> int:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Game(seed=Interrupts())


def test_keys_of_positions_that_differ_differ() -> None:
    def after(moves: str) -> Game:
        game = Game.from_hands(["8888999", "338Q"], to_beat="TT")
        for move in moves.split():
            game.play(move)
        return game

    one = after("pass 3 pass 3 pass 8 9 pass 8888 pass 9")
    other = after("pass 8 9 pass 8 pass 8 pass 8 pass 8 pass 9")
    assert one.hands != other.hands
    assert one.key != other.key


def run_alone(code: str) -> subprocess.CompletedProcess[str]:
    """A fresh interpreter, for what only happens at first use and for what used to end the process."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)


def test_the_first_arrays_of_many_threads() -> None:
    code = """
import threading
from chupai import doudizhu
barrier, game = threading.Barrier(8), doudizhu.Game(seed=1)
def work():
    barrier.wait()
    game.legal.codes
threads = [threading.Thread(target=work) for _ in range(8)]
[t.start() for t in threads], [t.join() for t in threads]
print("done")
"""
    assert run_alone(code).stdout == "done\n"


def test_a_finalizer_within_the_first_array() -> None:
    code = """
import gc
from chupai import doudizhu
legal = doudizhu.Game(seed=1).legal
class Dies:
    def __init__(self):
        self.me = self
    def __del__(self):
        legal.codes
gc.set_threshold(1)
Dies(), Dies()
legal.codes
print("done")
"""
    assert run_alone(code).stdout == "done\n"


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_every_pickle_protocol(protocol: int) -> None:
    game = Game(seed=1)
    for value in (game, game.rules, game.deal, game.view(0), Move("3")):
        assert pickle.loads(pickle.dumps(value, protocol)) == value
        assert pickle.loads(pickle.dumps(copy.deepcopy(value), protocol)) == value


def test_what_cannot_be_made_or_pickled_is_a_type_error() -> None:
    base = Move.__mro__[1]
    for call in (base, Move("3").__reduce__, lambda: pickle.dumps(Game(seed=1).legal, 0)):
        with pytest.raises(TypeError):
            call()


@pytest.mark.thread_unsafe(reason="measures how threads get their turns")
def test_sampling_lets_other_threads_run() -> None:
    """Within one call, however long the others of a busy machine keep this thread waiting: so longer ones, too."""
    view, ticks, done = Game(seed=1).view(0), [], threading.Event()

    def tick() -> None:
        while not done.is_set():
            ticks.append(1)
            done.wait(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    most = 0
    for n in (50_000, 500_000, 2_000_000):
        before = len(ticks)
        view.sample(n)
        most = max(most, len(ticks) - before)
        if most > 3:
            break
    done.set()
    thread.join()
    assert most > 3


def test_a_deal_from_a_damaged_pickle_is_refused() -> None:
    with pytest.raises(ChupaiError):
        untyped(Deal.__new__(Deal)).__setstate__((["3"] * 3, "4", -7))


LONG_CALLS = {
    "short calls": "[chupai.random_games(gongzhu.Rules(), 10) for _ in range(10**9)]",
    "random_games": "chupai.random_games(gongzhu.Rules(), 50_000_000)",
    "playout": "chupai.playout(doudizhu.Game(seed=1), 50_000_000)",
    "perft": "chupai.perft(doudizhu.Game(seed=1), 20)",
    "sample": "doudizhu.Game(seed=1).view(0).sample(50_000_000)",
    "batch": "gongzhu.Batch(100, threads=2).step_random(2**31)",
}


@pytest.mark.parametrize("name", LONG_CALLS)
def test_the_process_may_end_while_a_daemon_thread_is_busy(name: str) -> None:
    code = f"""
import threading, time, chupai
from chupai import doudizhu, gongzhu
threading.Thread(target=lambda: {LONG_CALLS[name]}, daemon=True).start()
time.sleep(0.3)
print("done")
"""
    ended = run_alone(code)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "done\n", "")


def test_damaged_states_are_wrong_types_or_values() -> None:
    damaged: list[tuple[Any, list[tuple[object, ...]]]] = [
        (gongzhu.Match, [("standard", 1, "a", ()), ("standard", 1, (0,) * 4, (1,))]),
        (doudizhu.ActionTable, [("a", "b"), (0, 5), (0, "nonsense")]),
    ]
    for kind, states in damaged:
        for state in states:
            with pytest.raises((ValueError, TypeError)):
                kind.__new__(kind).__setstate__(state)
