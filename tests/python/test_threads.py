"""Objects that several threads use at once: every call is whole, and what they leave behind agrees.

The same tests run with and without a GIL; with one, threads change every few microseconds.
"""

from __future__ import annotations

import copy
import gc
import os
import pickle
import random
import subprocess
import sys
import sysconfig
import threading
import warnings
import weakref
from collections.abc import Callable, Iterator
from functools import partial
from types import ModuleType
from typing import Any, TypeAlias, TypeVar

import pytest

import chupai
from chupai import ChupaiError, IllegalMoveError, SolverTable, doudizhu, gongzhu, perft, playout, solve
from chupai.typing import Game

GAMES = [(doudizhu, "standard"), (doudizhu, "openspiel"), (gongzhu, "standard")]
SECONDS = 0.12

T = TypeVar("T")
Work: TypeAlias = Callable[[random.Random], object]

pytestmark = pytest.mark.thread_unsafe(reason="these tests start threads of their own and set how often they change")


@pytest.fixture(autouse=True)
def busy_threads() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(5e-6)
    yield
    sys.setswitchinterval(before)


def together(*works: Work, seconds: float = SECONDS) -> None:
    """Calls work(dice) again and again, each work in a thread of its own, until time is up."""
    calls = [0] * len(works)
    failures: list[BaseException] = []
    barrier = threading.Barrier(len(works))
    done = threading.Event()

    def run(i: int) -> None:
        dice = random.Random(i)
        barrier.wait()
        try:
            while calls[i] < 3 or not done.is_set():
                works[i](dice)
                calls[i] += 1
        except BaseException as error:
            failures.append(error)
            done.set()

    threads = [threading.Thread(target=run, args=(i,)) for i in range(len(works))]
    for thread in threads:
        thread.start()
    done.wait(seconds)
    done.set()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive(), "a deadlock"
    if failures:
        raise failures[0]


def tried(call: Callable[[], T], *errors: type[Exception]) -> T | None:
    """What call() returns, or None where it raises one of these."""
    try:
        return call()
    except errors:
        return None


class Moves:
    """Makes and takes back moves of a game, and counts what succeeded."""

    def __init__(self, game: Game, most: int = 40) -> None:
        self.game, self.most, self.lock, self.sum = game, most, threading.Lock(), 0

    def count(self, by: int) -> None:
        with self.lock:
            self.sum += by

    def __call__(self, dice: random.Random) -> None:
        if dice.random() < 0.5 and self.game.ply < self.most:
            codes = self.game.legal.codes.tolist()
            if codes:
                code = dice.choice(codes)
                push = dice.choice([self.game.push, self.game.play])
                try:
                    push(code)
                except IllegalMoveError:  # another thread moved
                    return
                self.count(1)
        else:
            try:
                code = self.game.pop()
            except IllegalMoveError:  # nothing to take back
                return
            assert code >= 0
            self.count(-1)


def cards_of(module: ModuleType, game: doudizhu.Game | gongzhu.Game) -> int:
    if module is doudizhu:
        return sum(map(len, game.hands))
    return sum(len(text.replace(" ", "").translate(dict.fromkeys(map(ord, "SHDC-")))) for text in game.hands)


@pytest.mark.parametrize(("module", "rules"), GAMES)
def test_one_game(module: ModuleType, rules: str) -> None:
    game = module.Game(rules, seed=5)
    moves = Moves(game)
    most = cards_of(module, game) + (3 if module is doudizhu else 0)

    def check_text(dice: random.Random) -> None:
        text = dice.choice([game.text, game.__str__, lambda: pickle.loads(pickle.dumps(game)).text()])()
        assert module.Game.from_text(text).text() == text

    def check_copy(dice: random.Random) -> None:
        one = dice.choice([game.copy, lambda: copy.copy(game), lambda: copy.deepcopy(game)])()
        assert one.ply == len(one.history) == len(one.moves) == len(one.movers)
        assert one == module.Game.from_text(one.text())
        for _ in range(one.ply):
            one.pop()
        assert one == module.Game(rules, seed=5)

    def check_numbers(dice: random.Random) -> None:
        assert 0 <= game.player < game.num_players
        assert 0 <= game.ply <= moves.most + 8
        assert len(game.returns()) == game.num_players
        assert len(game.movers) <= moves.most + 8
        assert all(code >= 0 for code in game.history.tolist())
        assert cards_of(module, game) <= most
        assert game.key >= 0
        assert game.rules == module.Rules.preset(rules)
        assert game.deal is not None
        assert repr(game)

    def check_view(dice: random.Random) -> None:
        view = game.view(dice.randrange(game.num_players))
        assert len(view.moves) == len(view.movers)
        assert view == pickle.loads(pickle.dumps(view))
        sample = view.sample(1, seed=dice.randrange(100))[0]
        assert sample.view(view.seat) == view

    together(moves, moves, moves, check_text, check_copy, check_numbers, check_view)
    assert game.ply == moves.sum
    assert game == module.Game.from_text(game.text())


@pytest.mark.parametrize(("module", "rules"), GAMES)
def test_legal_moves_of_a_game_that_moves_on(module: ModuleType, rules: str) -> None:
    game = module.Game(rules, seed=6)
    legal, moves = game.legal, Moves(game)
    known: set[int] = set()  # every code that any list had while one thread looked on

    def check_lists(dice: random.Random) -> None:
        ways: list[Callable[[], list[int]]] = [
            lambda: legal.codes.tolist(),
            lambda: list(legal),
            lambda: legal[:].tolist(),
        ]
        codes = dice.choice(ways)()
        assert len(set(codes)) == len(codes)
        assert all(str(module.Move(code)) for code in codes)
        assert all(int(move) >= 0 for move in legal.moves())
        known.update(codes[:3])

    def check_items(dice: random.Random) -> None:
        code = tried(lambda: legal[dice.randrange(-4, 4)], IndexError)
        assert code is None or str(module.Move(code))
        assert 0 <= len(legal) < 100_000
        assert (code in legal) in (True, False)
        assert repr(legal).startswith("<LegalMoves (")

    together(moves, moves, check_lists, check_items, check_items)
    assert known
    assert legal.codes.tolist() == list(module.Game.from_text(game.text()).legal)


@pytest.mark.parametrize(("module", "rules"), GAMES)
def test_games_are_compared_while_both_move(module: ModuleType, rules: str) -> None:
    one, other = module.Game(rules, seed=7), module.Game(rules, seed=7)
    moves = Moves(one, most=3), Moves(other, most=3)
    seen: set[bool] = set()

    def compare(dice: random.Random) -> None:
        seen.add(one == other)
        seen.add(other == one)
        assert one == one

    together(*moves, compare, compare, seconds=2 * SECONDS)
    assert seen
    assert (one == other) == (one.text() == other.text())


@pytest.mark.parametrize(("module", "rules"), GAMES)
def test_lists_of_moves_are_made_while_the_collector_runs(module: Any, rules: str) -> None:
    game = module.Game(rules, seed=7)
    together(*[lambda dice: game.legal] * 3, lambda dice: gc.collect(), seconds=5 * SECONDS)
    assert len(game.legal) == len(game.legal.codes)


def test_long_calls_take_the_game_as_it_was() -> None:
    game = doudizhu.Game.from_hands(["34567789TTJQ", "34578TTJQKA", "345689JQKA2"])
    want = {perft(game, 3)}
    for code in game.legal:
        game.push(code)
        want.add(perft(game, 3))
        game.pop()
    moves = Moves(game, most=1)

    def count(dice: random.Random) -> None:
        assert perft(game, 3) in want

    def play(dice: random.Random) -> None:
        payoffs = playout(game, 20, seed=dice.randrange(100))
        assert payoffs.shape == (20, 3)
        assert (payoffs.sum(axis=1) == 0).all()

    together(moves, count, play, play)


# --------------------------------------------------------------------------- matches


def test_one_match() -> None:
    match = gongzhu.Match("standard loss_limit=none", seed=1)
    deals = [(a, b, -a - b, 0) for a in range(-3, 4) for b in range(-3, 4)]
    added: list[tuple[int, ...]] = []
    lock = threading.Lock()

    def add(dice: random.Random) -> None:
        deal = dice.choice(deals)
        match.add_scores(deal)
        with lock:
            added.append(deal)

    finished = gongzhu.Game("standard loss_limit=none", seed=3)
    while not finished.is_over:
        finished.push(finished.legal[0])
    score = tuple(finished.returns().tolist())

    def add_game(dice: random.Random) -> None:
        match.add(finished)
        with lock:
            added.append(score)

    def check(dice: random.Random) -> None:
        ways: list[Callable[[], gongzhu.Match]] = [match.copy, lambda: pickle.loads(pickle.dumps(match))]
        one = dice.choice(ways)()
        assert one.deals == len(one.history)
        assert one.totals == tuple(map(sum, zip(*one.history, strict=True))) or not one.history
        assert set(match.history) <= {*deals, score}
        assert match.is_over is False
        assert match.losers == match.winners == ()
        assert match.game().num_players == 4
        assert repr(match).startswith("<Match")
        assert match == match

    together(add, add, add_game, check, check)
    assert match.deals == len(added)
    assert sorted(match.history) == sorted(added)
    assert match.totals == tuple(map(sum, zip(*added, strict=True)))


# --------------------------------------------------------------------------- batches

IN_USE = RuntimeError


@pytest.mark.parametrize("copies", [False, True])
@pytest.mark.parametrize("module", [doudizhu, gongzhu])
def test_one_batch(module: ModuleType, copies: bool) -> None:
    n = 30
    batch = module.Batch(n, "standard", seed=4, threads=2, copy=copies)
    steps: list[int] = []

    def step(dice: random.Random) -> None:
        try:
            batch.step_random(1)
        except IN_USE:
            return
        steps.append(1)

    def read(dice: random.Random) -> None:
        codes = tried(lambda: batch.codes, IN_USE)
        assert codes is None or len(codes) >= n
        game = tried(lambda: batch.game(dice.randrange(n)), IN_USE)
        assert game is None or module.Game.from_text(game.text()) == game
        games = tried(batch.games, IN_USE)
        assert games is None or len(games) == n
        assert tried(lambda: batch.nbytes, IN_USE) != 0
        assert len(batch) == n
        assert repr(batch).startswith("<Batch of 30")

    def read_arrays(dice: random.Random) -> None:
        offsets, player, episode = (
            tried(partial(getattr, batch, name), IN_USE) for name in ("offsets", "player", "episode")
        )
        if copies:
            assert offsets is None or (offsets[0] == 0 and (offsets[1:] > offsets[:-1]).all())
            assert player is None or set(player.tolist()) <= {0, 1, 2, 3}
            assert episode is None or (episode >= 0).all()
        else:
            assert offsets is not None
            assert player is not None
            assert episode is not None
            assert len(offsets) == n + 1
            assert len(player) == len(episode) == n

    together(step, step, read, read, read_arrays)
    twin = module.Batch(n, "standard", seed=4)
    for _ in steps:
        twin.step_random(1)
    assert steps
    assert batch.codes.tolist() == twin.codes.tolist()
    assert batch.games() == twin.games()


@pytest.mark.parametrize("copies", [False, True])
def test_a_batch_may_be_read_by_all(copies: bool) -> None:
    batch = gongzhu.Batch(40, "standard", seed=4, copy=copies)
    batch.step_random(9)
    want = batch.codes.tolist(), batch.player.tolist(), batch.games()

    def read(dice: random.Random) -> None:
        assert (batch.codes.tolist(), batch.player.tolist(), batch.games()) == want
        assert batch.game(3) == want[2][3]
        assert batch.nbytes > 0

    together(read, read, read, read)


def test_a_batch_takes_games_that_move_on() -> None:
    games = [doudizhu.Game("rlcard", seed=i) for i in range(3)]
    batch = doudizhu.Batch(3, "rlcard", autoreset="disabled")

    def take(dice: random.Random) -> None:
        batch.set_games(games)
        assert all(doudizhu.Game.from_text(game.text()) == game for game in batch.games())

    together(*map(Moves, games), take)


def changing(batch: gongzhu.Batch) -> threading.Thread:
    """A thread in the middle of a call of the batch that lasts for about a second."""
    thread = threading.Thread(target=batch.step_random, args=(60_000,))
    thread.start()
    while tried(lambda: batch.nbytes, IN_USE) is not None:
        assert thread.is_alive()
    return thread


def test_a_batch_in_use_says_so() -> None:
    batch = gongzhu.Batch(500, "plain", threads=1, copy=True)
    thread = changing(batch)
    for call in (
        lambda: batch.step_random(1),
        lambda: batch.step([0] * 500),
        lambda: batch.reset(),
        lambda: batch.games(),
        lambda: batch.game(0),
        lambda: batch.codes,
        lambda: batch.player,
    ):
        with pytest.raises(RuntimeError, match="in use by another thread"):
            call()
    thread.join()
    assert (batch.player >= 0).all()
    batch.step_random(1)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_batch_and_a_table_that_were_in_use_when_the_process_was_forked() -> None:
    batch, quiet, table = gongzhu.Batch(500, "plain", threads=1), gongzhu.Batch(5, "plain"), SolverTable(1)
    searching, forked = threading.Event(), threading.Event()

    def progress(nodes: int, seconds: float) -> bool:
        searching.set()
        return not forked.is_set()

    search = threading.Thread(
        target=lambda: solve(doudizhu.Game("douzero", seed=0), table=table, seconds=30, progress=progress)
    )
    search.start()
    assert searching.wait(30)
    thread = changing(batch)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        code = 1
        try:
            told = []
            for call in (lambda: batch.codes, lambda: batch.reset(), lambda: batch.games(), lambda: table.used_mb):
                try:
                    call()
                except (RuntimeError, ChupaiError) as error:
                    told.append("was in use by another thread when the process was forked" in str(error))
            quiet.step_random(3)
            gongzhu.Batch(5, "plain").step_random(3)
            del batch, table
            code = 0 if told == [True] * 4 else 2
        finally:
            os._exit(code)
    forked.set()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    thread.join()
    search.join()
    batch.step_random(1)
    assert table.used_mb >= 0


# --------------------------------------------------------------------------- solving


def test_one_solver_table() -> None:
    game = doudizhu.Game.from_hands(["3455KK", "345522"])
    table = SolverTable(4)
    solved: list[int] = []
    want = solve(game, moves="all")

    def search(dice: random.Random) -> None:
        found = tried(lambda: solve(game, moves="all", table=table), ChupaiError)
        if found is None:
            return
        assert (found.value, found.best_moves.tolist()) == (want.value, want.best_moves.tolist())
        solved.append(1)

    def look(dice: random.Random) -> None:
        used = tried(lambda: table.used_mb, ChupaiError)
        assert used is None or 0 <= used < 5
        if dice.random() < 0.2:
            tried(table.clear, ChupaiError)
        assert table.mb == 4

    together(search, search, search, look, look)
    assert solved


def test_solver_tables_are_looked_at_by_all() -> None:
    table = SolverTable(4)
    together(*[lambda dice: table.used_mb] * 4)


def test_progress_uses_the_game_that_others_use() -> None:
    game = doudizhu.Game("douzero", seed=0)
    moves = Moves(game, most=2)
    calls: list[int] = []

    def progress(nodes: int, seconds: float) -> None:
        calls.append(len(game.legal) + len(game.text()))

    def search(dice: random.Random) -> None:
        solve(game, seconds=0.25, progress=progress, table_mb=1)

    together(search, moves, lambda dice: game.text(), seconds=0.2)
    assert calls


# --------------------------------------------------------------------------- what never changes


def test_rules_are_read_by_all() -> None:
    fields: list[dict[str, Any]] = [{"spring": False}, {"multiplier_cap": 64}, {"trio_kinds": ("bare",)}, {}]
    want = [doudizhu.Rules().replace(**changed) for changed in fields]
    texts = [str(rules) for rules in want]

    def make(dice: random.Random) -> None:
        i = dice.randrange(len(fields))
        ways: list[Callable[..., doudizhu.Rules]] = [
            doudizhu.Rules,
            want[3].replace,
            lambda **_: doudizhu.Rules.from_text(texts[i]),
        ]
        made = dice.choice(ways)(**fields[i])
        assert made == want[i]
        assert (str(made), hash(made), made.asdict()) == (texts[i], hash(want[i]), want[i].asdict())
        name = dice.choice(gongzhu.Rules.presets())
        assert gongzhu.Game(name, seed=1).rules == gongzhu.Rules.preset(name)

    together(make, make, make, make)


def test_one_action_table_one_view_one_solution() -> None:
    table, view = doudizhu.ActionTable("standard"), doudizhu.Game(seed=1).view(0)
    codes, samples = table.codes.tolist(), view.sample(2)
    solution = solve(doudizhu.Game.from_hands(["3455KK", "345522"]), moves="all")
    want = (solution.moves.tolist(), solution.values.tolist())

    def use(dice: random.Random) -> None:
        i = dice.randrange(len(codes))
        assert table.code(i) == codes[i]
        assert table.id(codes[i]) == i
        assert table.ids(codes[i : i + 3]).tolist() == list(range(i, min(i + 3, len(codes))))
        assert view.sample(2) == samples
        assert (solution.moves.tolist(), solution.values.tolist()) == want
        assert len(solution.winning_moves) > 0

    together(use, use, use, use)


def run_alone(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)


def test_first_uses_of_everything_at_once() -> None:
    code = """
import threading, chupai
from chupai import doudizhu, gongzhu, ragged
works = [
    lambda: doudizhu.Game(seed=1).legal.codes.tolist(),
    lambda: gongzhu.Game(seed=1).legal.codes.tolist(),
    lambda: [str(move.kind) for move in doudizhu.classify("9993")],
    lambda: gongzhu.legal_cards("SQ83 H4 D9 CT", trick=["SK"], exposed=["SQ"]),
    lambda: gongzhu.score(["SQ CT", "DJ H23456789T", "HJQK", "HA"], exposed=["CT"]),
    lambda: gongzhu.trick_winner("SK S5"),
    lambda: len(doudizhu.ActionTable("standard")),
    lambda: chupai.random_games("hubei", 50)[0].tolist(),
    lambda: chupai.solve(doudizhu.Game.from_hands(["3455KK", "345522"])).value,
    lambda: doudizhu.Batch(5).codes.tolist(),
    lambda: ragged.segment_argmax([3, 7, 7, 5], [0, 3, 3, 4]).tolist(),
    lambda: str(gongzhu.Rules(heart_values="pip")),
]
barrier, found = threading.Barrier(2 * len(works)), [None] * (2 * len(works))
def run(i):
    barrier.wait()
    found[i] = works[i // 2]()
threads = [threading.Thread(target=run, args=(i,)) for i in range(len(found))]
[thread.start() for thread in threads], [thread.join() for thread in threads]
print(found[::2] == found[1::2] == [work() for work in works])
"""
    ended = run_alone(code)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "True\n", "")


@pytest.mark.skipif(not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="a Python with a GIL")
def test_the_module_leaves_the_gil_off() -> None:
    code = "import sys, chupai; print(sys._is_gil_enabled())"
    ended = run_alone(code)
    assert (ended.stdout, ended.stderr) == ("False\n", "")


# --------------------------------------------------------------------------- memory


@pytest.mark.parametrize("module", [doudizhu, gongzhu])
def test_a_game_that_holds_its_own_view_is_collected(module: ModuleType) -> None:
    Kept: Any = type("Kept", (module.Game,), {})  # noqa: N806
    game = Kept(seed=1)
    game.kept = game.legal
    gone = weakref.ref(game)
    assert gc.is_tracked(game.kept)
    del game
    gc.collect()
    assert gone() is None
    legal = Kept(seed=1).legal  # which holds the game
    gc.collect()
    assert len(legal) == len(module.Game(seed=1).legal)


def test_threads_make_and_drop_games() -> None:
    kept = [doudizhu.Game(seed=0)] * 8

    def work(dice: random.Random) -> None:
        at = dice.randrange(8)
        legal = kept[at].legal
        kept[dice.randrange(8)] = chupai.doudizhu.Game(seed=dice.randrange(5)).copy()
        assert len(legal) == len(legal.codes)

    together(work, work, work, work)
