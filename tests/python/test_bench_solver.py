"""The solver's benchmark, on deals that take no time."""

from __future__ import annotations

import json
import math
import re
import sys
from dataclasses import replace
from typing import Any

import pytest

from chupai import gongzhu, solve
from support import ROOT

sys.path.insert(0, str(ROOT))

from bench import solver

TINY = replace(
    solver.QUICK,
    two=1,
    three=1,
    full=1,
    late=2,
    tricks=3,
    limit=0.02,
    pairs=1,
    tries=2,
    shortest=0.0,
    cards=(5,),
    pair_tricks=3,
)


def test_every_part_is_measured_and_printed() -> None:
    parts = [*solver.ALONE, *solver.TOGETHER]
    result = json.loads(json.dumps(solver.measure(TINY, parts)))
    assert len(result["alone"]) + len(result["together"]) == len(parts)
    assert [row["deals"] for row in result["alone"]] == [21, 1, 1, 1, 2]
    assert all(row["deals"] == 1 and row["ratio"] > 0 for row in result["together"])
    text = solver.text(result)
    for row in (*result["alone"], *result["together"]):
        assert row["what"] in text


def test_one_part_as_json(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "QUICK", TINY)
    solver.main(["--quick", "--json", "--only", "late"])
    result = json.loads(capsys.readouterr().out)
    (row,) = result["alone"]
    assert row["what"] == "Gong Zhu, last 3 tricks, team"
    assert row["solved"] == row["within_1s"] == 1
    assert result["together"] == []


def test_hands_are_the_same_everywhere() -> None:
    assert solver.random_hands(0, (3, 3)).hands == solver.random_hands(0, (3, 3)).hands
    assert [len(hand) for hand in solver.random_hands(1, (17, 17)).hands] == [17, 17]
    assert [len(hand) for hand in solver.full_deal(0).hands] == [20, 17, 17]
    game = solver.late_deal(3, 8)
    assert str(game.phase) == "play"
    assert isinstance(game, gongzhu.Game)
    assert not game.trick
    assert [len(re.findall("[2-9TJQKA]", hand)) for hand in game.hands] == [8] * 4


def test_percentiles_are_of_the_nearest_rank_and_unsolved_is_longest() -> None:
    row = solver.summary("x", [math.inf, *(i / 10 for i in range(19))], 2.0)
    assert (row["deals"], row["solved"], row["within_1s"]) == (20, 0.95, 0.55)
    assert (row["median"], row["p90"], row["p95"], row["max"]) == (0.9, 1.7, 1.8, None)


@pytest.mark.parametrize(
    ("value", "text"), [(None, "–"), (0.00042, "0.42 ms"), (0.9, "900 ms"), (14.2, "14.2 s"), (1234.5, "1234 s")]
)
def test_durations(value: float | None, text: str) -> None:
    assert solver.duration(value) == text


def test_search_that_a_limit_ends_takes_for_ever() -> None:
    assert solver.seconds(solver.full_deal(0), nodes=10) == math.inf
    assert 0 <= solver.seconds(solver.late_deal(0, 1)) < 1


def test_answers_of_one_and_two_threads_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "solve", lambda game, threads=1, **rest: Fake(solve(game, **rest), threads))
    with pytest.raises(AssertionError, match="with one thread"):
        solver.compared("x", [solver.late_deal(0, 2)], TINY)


class Fake:
    """A solution whose value depends on the threads."""

    def __init__(self, found: Any, threads: int) -> None:
        self.value, self.nodes, self.complete = found.value + threads, found.nodes, found.complete
