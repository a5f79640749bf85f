"""What the solver refuses, in words that help, and what it leaves as it was."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from functools import partial
from typing import Any, Literal, TypeAlias, TypeVar

import pytest

import gongzhu_support
import support
from chupai import ChupaiError, SolverTable, doudizhu, gongzhu, solve
from support import BAD, refusal, untyped

Solution: TypeAlias = doudizhu.Solution | gongzhu.Solution
GameT = TypeVar("GameT", doudizhu.Game, gongzhu.Game)


def ending(name: str) -> doudizhu.Game | gongzhu.Game:
    """A position of few cards, seat 0 to lead."""
    return doudizhu_ending() if name == "doudizhu" else gongzhu_ending()


def doudizhu_ending() -> doudizhu.Game:
    return doudizhu.Game.from_hands(["3455KK", "345522"])


def gongzhu_ending(players: int = 4) -> gongzhu.Game:
    cards = ["S2 H3", "S3 H4", "S4 H5", "S5 H6", "S6 H7"][:players]
    return gongzhu.Game.from_hands(cards, rules=gongzhu.Rules(players=players))


# --------------------------------------------------------------------------- arguments

# What is given, and what the message must show of it.
BAD_NUMBERS: dict[str, list[tuple[object, str]]] = {
    "nodes": [(0, "0"), (-1, "-1"), (1.5, ""), ("5", ""), (math.nan, ""), ([], "")],
    "seconds": [(0, "0"), (-1, "-1"), (-0.5, "-0.5"), (math.nan, "nan"), ("1", ""), ([], "")],
    "table_mb": [(0, "0"), (-1, "-1"), (1.5, ""), ("1", ""), (None, "")],
    "threads": [(0, "0"), (-1, "-1"), (65, "65"), (1.5, ""), ("2", ""), (None, "")],
    "moves": [("some", "some"), ("", ""), (None, ""), (1, "")],
    "table": [(256, ""), ("table", "")],
    "progress": [(5, ""), ("print", "")],
}
BAD_GOALS: dict[str, dict[str, list[tuple[object, str]]]] = {
    "doudizhu": {"mode": [("win", "win"), ("", ""), (None, ""), (1, "")]},
    "gongzhu": {
        "objective": [("teams", "teams"), ("", ""), (None, ""), (1, "")],
        "seat": [(-1, "-1"), (4, "4"), (1.5, ""), ("0", "")],
    },
}
BAD_ARGUMENTS = [
    pytest.param(name, argument, value, shown, id=f"{name} {argument}={value!r}")
    for name, goals in BAD_GOALS.items()
    for argument, values in {**BAD_NUMBERS, **goals}.items()
    for value, shown in values
]


@pytest.mark.parametrize(("name", "argument", "value", "shown"), BAD_ARGUMENTS)
def test_bad_arguments(name: str, argument: str, value: Any, shown: str) -> None:
    paranoid: dict[str, Any] = {"objective": "paranoid"} if argument == "seat" else {}
    with pytest.raises(BAD) as caught:
        untyped(solve)(ending(name), **{argument: value}, **paranoid)
    assert argument in str(caught.value)
    assert shown in str(caught.value)


@pytest.mark.parametrize("value", [2**64, 10**400, -(10**400)])
def test_enormous_numbers(value: int) -> None:
    """A limit beyond all is none, or is refused; never taken for another."""
    for argument in ("table_mb", "threads"):
        assert refusal(partial(untyped(solve), ending("doudizhu"), **{argument: value})) is not None
    found: list[Solution] = []
    said = refusal(lambda: found.append(solve(ending("doudizhu"), nodes=value)))
    assert said is not None or (value > 0 and found[0].complete)


def test_more_memory_than_there_is() -> None:
    with pytest.raises((*BAD, MemoryError)):
        solve(ending("doudizhu"), table_mb=10**9)
    with pytest.raises((*BAD, MemoryError)):
        SolverTable(10**9)


def test_the_most_that_is_allowed() -> None:
    most: list[dict[str, Any]] = [{"nodes": 2**62}, {"seconds": 1e9}, {"seconds": 10}, {"threads": 64, "table_mb": 1}]
    for options in most:
        found = solve(doudizhu_ending(), **options)
        assert (found.winner, found.complete) == (True, True)


@pytest.mark.parametrize("size", [0, -1, 1.5, "1", None, 10**400])
def test_bad_tables(size: Any) -> None:
    with pytest.raises(BAD):
        SolverTable(size)
    with pytest.raises(BAD):
        SolverTable(mb=size)


@pytest.mark.parametrize("game", [None, "3455KK/345522", 5, doudizhu, doudizhu.Rules(), gongzhu.Match()])
def test_what_is_no_game(game: Any) -> None:
    with pytest.raises(BAD):
        solve(game)


def test_only_the_game_goes_without_a_name() -> None:
    with pytest.raises(TypeError):
        untyped(solve)()
    with pytest.raises(TypeError):
        untyped(solve)(ending("doudizhu"), "all")
    with pytest.raises(TypeError):
        untyped(solve)(ending("doudizhu"), node=5)


@pytest.mark.parametrize("options", [{"objective": "team"}, {"objective": "paranoid"}, {"seat": 0}])
def test_dou_dizhu_has_no_objective(options: dict[str, Any]) -> None:
    with pytest.raises(BAD, match=next(iter(options))):
        untyped(solve)(ending("doudizhu"), **options)


def test_gong_zhu_has_no_mode() -> None:
    with pytest.raises(BAD, match="mode"):
        untyped(solve)(ending("gongzhu"), mode="winner")


@pytest.mark.parametrize("players", [3, 5])
def test_teams_are_four(players: int) -> None:
    with pytest.raises(ChupaiError, match=str(players)):
        solve(gongzhu_ending(players), objective="team")
    assert solve(gongzhu_ending(players), objective="paranoid").complete


# --------------------------------------------------------------------------- phases


def finished(game: GameT) -> GameT:
    rng = random.Random(1)
    while not game.is_over:
        game.push(rng.choice(game.legal.codes.tolist()))
    return game


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: doudizhu.Game(seed=1), "auction"),
        (lambda: doudizhu.Game("app", seed=1), "stake"),
        (lambda: gongzhu.Game(seed=1), "exposing"),
        (lambda: gongzhu.Game("standard exposing_order=sequential", seed=1), "exposing"),
        (lambda: finished(doudizhu.Game("douzero", seed=1)), "over"),
        (lambda: finished(doudizhu.Game.from_hands(["33", "4"])), "over"),
        (lambda: finished(gongzhu.Game("scrofazero", seed=1)), "over"),
        (lambda: finished(gongzhu.Game("standard", seed=1)), "over"),
    ],
)
@pytest.mark.parametrize("moves", ["all", "winner"])
def test_only_the_play_is_solved(
    make: Callable[[], doudizhu.Game | gongzhu.Game], words: str, moves: Literal["winner", "first", "all"]
) -> None:
    with pytest.raises(ChupaiError, match=words):
        solve(make(), moves=moves)


# --------------------------------------------------------------------------- what comes back


@pytest.mark.parametrize("name", ["doudizhu", "gongzhu"])
def test_a_result_is_frozen(name: str) -> None:
    found = solve(ending(name), moves="all")
    names = ["value", "moves", "values", "best_moves", "line", "nodes", "seconds", "table_mb", "complete"]
    names += ["winner", "winning_moves"] if name == "doudizhu" else []
    for attribute in names:
        before = repr(getattr(found, attribute))
        with pytest.raises(AttributeError):
            setattr(found, attribute, getattr(found, attribute))
        with pytest.raises(AttributeError):
            delattr(found, attribute)
        assert repr(getattr(found, attribute)) == before
    with pytest.raises(AttributeError):
        untyped(found).other = 1


@pytest.mark.parametrize("name", ["doudizhu", "gongzhu"])
def test_types_of_a_result(name: str) -> None:
    found = solve(ending(name), moves="all")
    assert (type(found.value), type(found.nodes), type(found.seconds)) == (int, int, float)
    assert (type(found.table_mb), type(found.complete)) == (float, bool)
    assert found.nodes >= 1
    assert found.seconds >= 0
    for array in (found.moves, found.values, found.best_moves, found.line):
        assert array.ndim == 1
    if name == "doudizhu":
        assert isinstance(found, doudizhu.Solution)
        assert found.winner is True


@pytest.mark.parametrize(
    ("game", "state"),
    [
        (ending("doudizhu"), support.state),
        (support.in_play(), support.state),
        (ending("gongzhu"), gongzhu_support.state),
        (gongzhu_support.in_play(), gongzhu_support.state),
    ],
    ids=["doudizhu", "doudizhu deal", "gongzhu", "gongzhu deal"],
)
def test_the_game_is_not_changed(game: doudizhu.Game | gongzhu.Game, state: Callable[[Any], object]) -> None:
    before = state(game)
    limits: list[dict[str, Any]] = [{"nodes": 1}, {"nodes": 2000}, {"nodes": 2000, "threads": 2}]
    for options in limits:
        solve(game, moves="all", table_mb=1, **options)
        assert state(game) == before


def test_words_are_taken_to_the_letter() -> None:
    for wrong in ("ALL", " all", "all ", "First"):
        with pytest.raises(BAD):
            untyped(solve)(ending("doudizhu"), moves=wrong)


@pytest.mark.parametrize("name", ["moves", "values", "best_moves", "winning_moves", "line"])
def test_arrays_stay_frozen(name: str) -> None:
    found = solve(doudizhu.Game.from_hands(["3455KK", "345522"]), moves="all")
    array = getattr(found, name)
    before = array.tolist()
    assert before
    with pytest.raises(ValueError, match="WRITEABLE"):
        array.flags.writeable = True
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 7
    assert getattr(found, name).tolist() == before


@pytest.mark.parametrize("value", [None, 5, b"all", []])
def test_words_are_text(value: Any) -> None:
    for name in ("moves", "mode"):
        with pytest.raises(TypeError, match=f"{name} must be a str, not"):
            solve(doudizhu.Game.from_hands(["3", "4"]), **{name: value})
    deal = gongzhu.Game("scrofazero", seed=1)
    with pytest.raises(TypeError, match="objective must be a str, not"):
        solve(deal, objective=value)


def test_arguments_of_the_other_game_are_refused_in_words() -> None:
    with pytest.raises(ChupaiError, match="objective and seat are for Gong Zhu"):
        untyped(solve)(doudizhu.Game.from_hands(["3", "4"]), objective="team")
    with pytest.raises(ChupaiError, match="mode is for Dou Dizhu"):
        untyped(solve)(gongzhu.Game("scrofazero", seed=1), mode="winner")


# 3,476 moves, each asked for several times with mode="payoff": a limit has to be heard all the same.
def test_a_limit_is_heard_among_thousands_of_moves() -> None:
    rules = doudizhu.Rules.preset("standard-four").replace(plane_kinds=("bare", "solo", "pair"))
    game = doudizhu.Game.from_hands(["333444555666777888999TTTJJQQKKAA2", "34"], 0, rules)
    assert len(game.legal) > 3000
    found = solve(game, mode="payoff", moves="all", nodes=100)
    assert found.nodes <= 100
    assert found.seconds < 5
