"""The protocols, and the stub of the compiled module."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import chupai
from chupai import doudizhu, gongzhu
from chupai.typing import Game, LegalMoves, View

# pybind11's own metaclass, and classes that Python code cannot make.
STUBTEST_ALLOWS = r"""
chupai\._core\.(doudizhu|gongzhu)\.(ActionTable|Batch|Deal|Game|LegalMoves|Match|Move|Rules|Solution|View)
chupai\._core\.SolverTable
chupai\._core\.(doudizhu|gongzhu)\.(LegalMoves|Solution|View)\.__init__
"""

TYPED = Path(__file__).with_name("typed_use.py").read_text(encoding="utf-8")

WRONG = [
    "doudizhu.Rules(sprung=True)",
    'doudizhu.Rules(sides="triples")',
    'doudizhu.Rules().replace(readings="two")',
    'doudizhu.Rules().replace(trio_kinds=("bare", "quad"))',
    "doudizhu.Game(7)",
    "doudizhu.Game(seed=1.5)",
    'doudizhu.Game(seed=1).push("33")',
    "doudizhu.Game(seed=1).player = 2",
    "hash(doudizhu.Game(seed=1).view())",
    "chupai.random_games(10)",
]


def test_a_game_satisfies_the_protocols() -> None:
    game = doudizhu.Game(seed=1)
    assert isinstance(game, Game)
    assert isinstance(game.legal, LegalMoves)
    assert isinstance(game.view(0), View)
    assert isinstance(game.view(0).sample(1)[0], Game)


@pytest.mark.parametrize("other", [3, "334455", [1, 2], {}, doudizhu.Move(0), doudizhu.Rules()])
def test_other_things_do_not(other: object) -> None:
    assert not isinstance(other, Game)
    assert not isinstance(other, View)
    assert not isinstance(other, LegalMoves)


def test_search_over_the_protocol_alone() -> None:
    def paths(game: Game, depth: int) -> int:
        if depth == 0:
            return 1
        total = 0
        for code in game.legal:
            game.push(code)
            total += paths(game, depth - 1)
            assert game.pop() == code
        return total

    game = doudizhu.Game.from_hands("33445/66778/99TTJ")
    before = game.key
    assert paths(game, 4) == chupai.perft(game, 4)
    assert game.key == before


def mypy(tmp_path: Path, source: str) -> subprocess.CompletedProcess[str]:
    file = tmp_path / "typed.py"
    file.write_text(source, encoding="utf-8")
    return run_mypy("mypy", "--strict", "--no-incremental", file.name, where=tmp_path)


def run_mypy(*args: str, where: Path) -> subprocess.CompletedProcess[str]:
    """Mypy as one who has installed chupai runs it, away from the source tree."""
    pytest.importorskip("mypy")
    package = str(Path(chupai.__file__).parents[1])
    env = dict(os.environ)
    if "site-packages" not in package:
        env["MYPYPATH"] = package
    return subprocess.run(
        [sys.executable, "-m", *args], cwd=where, env=env, capture_output=True, text=True, check=False
    )


def test_typed_use_is_clean(tmp_path: Path) -> None:
    done = mypy(tmp_path, TYPED)
    assert done.returncode == 0, done.stdout + done.stderr


def test_wrong_use_is_found(tmp_path: Path) -> None:
    head = "import chupai\nfrom chupai import doudizhu\n"
    done = mypy(tmp_path, head + "".join(f"{line}\n" for line in WRONG))
    lines = {int(line.split(":")[1]) for line in done.stdout.splitlines() if ": error:" in line}
    assert lines == {3 + i for i in range(len(WRONG))}, done.stdout


def test_the_stub_is_what_the_module_is(tmp_path: Path) -> None:
    allowed = tmp_path / "allowed"
    allowed.write_text(STUBTEST_ALLOWS, encoding="utf-8")
    done = run_mypy("mypy.stubtest", "chupai._core", "--allowlist", str(allowed), where=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("game", [doudizhu, gongzhu], ids=["doudizhu", "gongzhu"])
def test_the_stub_has_every_rule(game: ModuleType) -> None:
    name_of_game = game.__name__.split(".")[-1]
    stub = (Path(chupai.__file__).parent / "_core" / f"{name_of_game}.pyi").read_text(encoding="utf-8")
    stub = stub[stub.index("class _RulesFields") : stub.index("class Move:")]
    for name in game.Rules().asdict():
        assert stub.count(f"    {name}: ") == 1
        assert stub.count(f"    def {name}(self)") == 1
