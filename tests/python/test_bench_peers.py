"""The comparison with other engines, as far as it needs none of them: clocks, ratios, table, chart."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from support import ROOT

sys.path.insert(0, str(ROOT))

from bench.peers import chart, clock, machine, measures, ours, report, rounds, run
from bench.peers.base import Engine, MissingPeerError, reached, require

MARKED = f"# A page\n\n{report.BEGIN}\n\nold\n\n{report.END}\n\nmore\n"


class Fake(Engine):
    """Games of ten plies that take a second each hundred."""

    title, how = "Fake", "from Python"

    def __init__(self, name: str, preset: str, decisions: str = "steps") -> None:
        self.name, self.preset, self.decisions = name, preset, decisions
        self.included = {"games": f"what {name} does"}

    @property
    def version(self) -> str:
        return "7"

    def random_games(self, n: int, seed: int = 0) -> tuple[float, int]:
        return n / 100, n * 10


@pytest.fixture
def result() -> dict[str, Any]:
    """Two rounds: ours under two rules, one peer that has the first of them."""
    mine = [Fake("chupai fast", "same"), Fake("chupai standard", "standard")]
    peer = Fake("slow", "same")
    rates = [
        {
            "chupai fast": {"games": 1000.0, "steps": 5.0, "batched": 1_234_567.0, "copies": 5.0},
            "chupai standard": {"games": 2000.0, "batched": 100.0},
            "slow": {"games": 10.0, "plies": 50.0, "steps": 50.0, "copies": 10.0},
        },
        {
            "chupai fast": {"games": 1000.0, "steps": 5.0, "batched": 1_234_567.0, "copies": 5.0},
            "chupai standard": {"games": 4000.0, "batched": 100.0},
            "slow": {"games": 20.0, "plies": 50.0, "steps": 50.0, "copies": 10.0},
        },
    ]
    made = rounds.result(rates, mine, [peer])
    made["machine"] = {"cpu": "A Processor", "cores": 1, "system": "None", "python": "3.99", "compiler": "CC 1"}
    made |= {"seconds": 2.0, "rounds": 2, "seed": 0, "load": [0.1, 0.2]}
    read: dict[str, Any] = json.loads(json.dumps(made))
    return read


# --------------------------------------------------------------------------- measuring


def test_game_rates_are_games_and_plies_by_the_time_reported() -> None:
    assert clock.game_rates(Fake("a", "").random_games, 1.0, 0) == pytest.approx((100, 1000))


def test_call_rate_counts_what_every_call_does() -> None:
    made = []
    rate = clock.call_rate([lambda: made.append(1)] * 3, 0.01, each=1000)
    assert rate > 1000
    assert len(made) % 3 == 0


@pytest.mark.parametrize("decisions", ["steps", "inside", ""])
def test_plies_of_games_are_decisions_as_the_engine_says(decisions: str) -> None:
    (rates,) = rounds.run([Fake("a", "", decisions)], 0.1, 1, 0)
    expected = {"games": 100, "plies": 1000} | ({decisions: 1000} if decisions else {})
    assert rates["a"] == pytest.approx(expected)


def test_engine_that_is_not_installed_has_no_version() -> None:
    engine = Engine()
    engine.package = "chupai-nothing-of-the-kind"
    assert engine.version == "unversioned"


def test_reached_drops_games_that_end_before() -> None:
    lengths = iter([1, 5, 3])

    def goes_on(state: list[int]) -> bool:
        state.append(0)
        return len(state) <= state[0]

    states = reached(lambda: [next(lengths)], goes_on, [2, 2])
    assert states == [[5, 0, 0], [3, 0, 0]]


def test_rounds_take_every_engine_and_ratios_are_taken_within_one(result: dict[str, Any]) -> None:
    engines = [Fake("a", ""), Fake("b", "")]
    assert [set(r) for r in rounds.run(engines, 0.01, 2, 0)] == [{"a", "b"}] * 2
    ratios = {(r["chupai"], r["peer"]): r for r in result["ratios"]}
    near = ratios["chupai fast", "slow"]
    assert near["nearest"]
    assert near["ratio"]["games"] == {"min": 50, "median": 75, "max": 100}
    assert near["ratio"]["batched"]["median"] == pytest.approx(1_234_567 / 50)  # against the peer's steps
    assert not ratios["chupai standard", "slow"]["nearest"]
    assert ratios["chupai standard", "slow"]["ratio"]["games"] == {"min": 200, "median": 200, "max": 200}


@pytest.mark.parametrize(("game", "preset"), [("doudizhu", "standard"), ("gongzhu", "standard exposing=false")])
def test_every_measure_of_chupai_is_taken(game: str, preset: str) -> None:
    (rates,) = rounds.run([rounds.OURS[game](preset)], 0.001, 1, 0)
    taken = rates[f"chupai {game} {preset}"]
    assert set(taken) == {measure.name for measure in measures.MEASURES}
    assert all(rate > 0 for rate in taken.values())


def test_positions_of_chupai_are_as_far_as_they_should_be() -> None:
    games = ours.GongZhu("standard").games_after([0, 51], seed=1)
    assert [game.ply - 4 for game in games] == [0, 51]
    assert all(len(call()) > 0 for call in ours.DouDizhu().lists(seed=1))


def test_whatever_is_compared_is_measured() -> None:
    presets = {(engine.game, engine.preset) for engine in rounds.ours(list(rounds.OURS), [])}
    assert ("gongzhu", "standard exposing=false") in presets
    names = {measure.name for measure in measures.MEASURES}
    assert {measure.theirs for measure in measures.MEASURES} <= names
    for kind in rounds.PEERS:
        assert set(kind.included) <= names
        assert kind.decisions in names | {""}


def test_missing_package_is_named_with_the_command() -> None:
    with pytest.raises(MissingPeerError, match="pip install nothing-of-the-kind"):
        require("chupai_nothing_of_the_kind", "nothing-of-the-kind")


def test_compiler_is_read_from_the_binary() -> None:
    assert machine.compiler(b"\0GCC: (Debian 12.2.0-14) 12.2.0\0") == "GCC 12.2"
    assert machine.compiler(b"x\0Debian clang version 18.1.8 (1)\0") == "clang 18.1"
    assert machine.compiler(b"") == "unknown compiler"
    assert {"cpu", "cores", "python", "compiler", "level"} <= set(machine.describe())


# --------------------------------------------------------------------------- reporting


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0, "0"), (0.5123, "0.512"), (9.999, "10.0"), (198.4, "198"), (6543.2, "6,540"), (1_241_499, "1,240,000")],
)
def test_rates_have_three_figures(value: float, shown: str) -> None:
    assert report.rounded(value) == shown


@pytest.mark.parametrize(
    ("ratio", "shown"), [(0.52, "0.5"), (1.84, "1.8"), (9.96, "10"), (49.7, "50"), (99.7, "100"), (3953, "3,950")]
)
def test_ratios_have_two_figures_or_three(ratio: float, shown: str) -> None:
    assert report.times(ratio) == shown


def test_table_has_a_row_for_each_peer_and_for_rules_without_one(result: dict[str, Any]) -> None:
    lines = report.table(result).splitlines()
    assert lines[2:] == [
        "| whole random games | Fake 7, from Python | 15.0 | 1,000 | 75 (50–100) |",
        "|  | none; Dou Dizhu, rules `standard` |  | 3,000 |  |",
        "| decisions from Python, one game at a time | Fake 7, from Python | 50.0 | 5.00 | 0.1 |",
        "| decisions from Python (chupai: many games at once) | Fake 7, from Python | 50.0 | 1,230,000 | 24,700 |",
        "|  | none; Dou Dizhu, rules `standard` |  | 100 |  |",
        "| copies of a game's state, from Python | Fake 7, from Python | 10.0 | 5.00 | 0.5 |",
    ]


def test_text_says_everything(result: dict[str, Any]) -> None:
    said = report.text(result)
    for part in ("A Processor, CC 1, Python 3.99", "load 0.1 before", "what slow does", "chupai standard : slow"):
        assert part in said


def test_only_what_is_between_the_markers_is_rewritten(result: dict[str, Any]) -> None:
    once = report.rewritten(MARKED, result, "docs/speed.svg")
    assert once.startswith(f"# A page\n\n{report.BEGIN}\n\n")
    assert once.endswith(f"\n\n{report.END}\n\nmore\n")
    assert "old" not in once
    assert "](docs/speed.svg)" in once
    assert "A Processor, CC 1, Python 3.99" in " ".join(once.split())
    assert report.rewritten(once, result, "docs/speed.svg") == once
    assert all(len(line) < 120 for line in once.splitlines() if not line.startswith("|"))


@pytest.mark.parametrize("page", ["", report.BEGIN, f"{report.END}\n{report.BEGIN}", MARKED + report.END])
def test_markers_out_of_order_are_refused(page: str, result: dict[str, Any]) -> None:
    with pytest.raises(report.MarkersError, match="speed table: begin"):
        report.rewritten(page, result)


def test_readme_has_the_markers() -> None:
    before, after = report.split((ROOT / "README.md").read_text(encoding="utf-8"))
    assert "\n## Speed\n" in before
    assert re.search(r"^## Install$", after, re.MULTILINE)


def test_figures_of_a_file_are_rendered_without_measuring(
    result: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, page = tmp_path / "speed.json", tmp_path / "page.md"
    source.write_text(json.dumps(result))
    page.write_text(MARKED)
    run.main(["--from", str(source), "--readme", str(page), "--json", str(tmp_path / "again.json")])
    assert "whole random games" in capsys.readouterr().out
    assert "| Fake 7, from Python | 15.0 |" in page.read_text()
    assert json.loads((tmp_path / "again.json").read_text()) == result


def test_what_cannot_be_written_is_said_before_measuring(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("no markers")
    with pytest.raises(SystemExit, match="speed table: begin"):
        run.main(["--readme", str(page)])


@pytest.mark.skipif(importlib.util.find_spec("matplotlib") is not None, reason="matplotlib is here")
def test_chart_without_matplotlib_says_what_to_install(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=re.escape("--group plot")):
        run.main(["--chart", str(tmp_path)])


def test_chart_is_small_and_the_same_every_time(result: dict[str, Any], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    drawn = chart.draw(result, tmp_path / "a")
    again = chart.draw(result, tmp_path / "b")
    assert drawn.read_bytes() == again.read_bytes()
    assert "Fake 7, from Python" in drawn.read_text(encoding="utf-8")
    assert 0 < drawn.stat().st_size < 60_000
    assert report.link(tmp_path / "page.md", drawn) == "a/speed.svg"
