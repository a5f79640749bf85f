"""The command line: every command, its output for programs, its errors, and a person at the table."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

import chupai
from chupai import doudizhu

pytest.importorskip("typer")
pytest.importorskip("rich")

from rich.console import Console

from chupai.cli import hints, play
from chupai.cli.bench import Row, _table
from chupai.cli.games import NAMES, find
from chupai.cli.rules import changes
from chupai.cli.table import Table
from cli_support import RUN, invoke, ok, outside, rows

pytestmark = pytest.mark.thread_unsafe(reason="the command line writes to the standard streams of the process")

DOUDIZHU = find("doudizhu")


def table_of(rules: doudizhu.Rules, seed: int, seat: int = 0) -> Table[doudizhu.Game, doudizhu.Move]:
    return Table(DOUDIZHU.deal(rules, seed, 0), seat, seed)


# ---- the whole ----


def test_help_names_every_command() -> None:
    text = ok("--help")
    for command in ("bench", "legal", "perft", "play", "rules"):
        assert command in text


@pytest.mark.parametrize("command", ["bench", "legal", "perft", "play", "rules"])
def test_each_command_has_help(command: str) -> None:
    assert "--help" in ok(command, "--help")


def test_version() -> None:
    assert ok("--version").strip() == f"chupai {chupai.__version__}"


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (["legal", "33", "--rules", "nope"], "there is no preset 'nope'"),
        (["legal", "3Z"], "'Z' is no rank"),
        (["legal", "33333"], "3"),
        (["legal", "33", "--beat", "34"], "no combination"),
        (["rules", "standard spring=maybe"], "spring"),
        (["perft", "--depth", "2", "--hands", "33/44/33333"], "33333"),
        (["perft", "--depth", "2", "--rules", "standard-four", "--hands", "33333333/3/4/5"], "9 of rank 3"),
        (["perft", "--depth", "2", "--game-text", "no-such-file"], "no-such-file"),
        (["perft", "--depth", "2", "--seed", "1", "--hands", "3/4/5"], "give --hands or --seed, not both"),
        (["perft", "--depth", "2", "-f", "x", "--rules", "nope"], "give --game-text or --rules, not both"),
        (["perft", "--depth", "2", "-f", "x", "--seed", "0"], "give --game-text or --seed, not both"),
        (["perft", "--depth", "2", "-f", "x", "--hands", "3/4"], "give --game-text or --hands, not both"),
        (["perft", "--depth", "2", "--seed", "-1"], "seed"),
        (["play", "--seat", "3"], "seat"),
        (["bench", "--rules", "nope"], "nope"),
    ],
)
def test_what_the_user_got_wrong_is_one_line_and_exit_2(args: list[str], word: str) -> None:
    done = outside(*args)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("chupai: ")
    assert word in done.stderr
    assert done.stderr.count("\n") == 1


def test_help_imports_no_command() -> None:
    ended = "print('chupai.cli.bench' in sys.modules, file=sys.stderr)"
    code = f"import sys; from chupai.cli import main\ntry: main()\nfinally: {ended}"
    done = subprocess.run([sys.executable, "-c", code, "--help"], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert done.stderr.strip() == "False"


@pytest.mark.parametrize("missing", ["typer", "rich"])
def test_without_the_extra_one_line_names_it(missing: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; from chupai.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.splitlines() == [f'chupai: {missing} not installed; run: pip install "chupai[cli]"']


def test_ctrl_c_leaves_with_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(play.Sitting, "run", interrupted)
    result = invoke("play")
    assert result.exit_code == 130
    assert "Traceback" not in result.output


@pytest.mark.skipif(sys.platform == "win32", reason="a pipe closed by its reader is another error there")
def test_a_closed_pipe_is_quiet() -> None:
    with subprocess.Popen(
        [*RUN, "legal", "334455667788TJQKA2BR"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


# ---- legal ----


def test_legal_groups_by_kind() -> None:
    lines = ok("legal", "33344BR").splitlines()
    kinds = {line.split("  ")[0] for line in lines}
    assert {"solo", "pair", "trio", "trio solo", "trio pair", "rocket"} <= kinds
    assert any("33344" in line for line in lines)


def test_legal_count_is_a_number() -> None:
    assert int(ok("legal", "33344BR", "--count")) == len(doudizhu.legal_codes("33344BR"))


def test_legal_json_has_every_move() -> None:
    record = json.loads(ok("legal", "br5556", "--beat", "444", "--json"))
    assert record["hand"] == "5556BR"
    assert record["to_beat"] == "444"
    assert [move["text"] for move in record["moves"]] == ["pass", "555", "BR"]
    assert [move["code"] for move in record["moves"]] == doudizhu.legal_codes("5556BR", "444").tolist()
    assert record["count"] == 3


def test_legal_reads_rules_with_changes() -> None:
    assert "55566677" not in ok("legal", "55566677")
    changed = ok("legal", "333444", "--rules", "standard plane_kinds=solo+pair")
    assert "plane" not in changed


def test_legal_shows_readings() -> None:
    assert "333444555666/1" in ok("legal", "333444555666", "--rules", "openspiel")


# ---- rules ----


def test_rules_lists_presets_and_differences() -> None:
    text = ok("rules")
    for name in doudizhu.Rules.presets():
        assert name in text
    assert "kicker_max_two=1" in text


@pytest.mark.parametrize("name", doudizhu.Rules.presets())
def test_rules_shows_every_field(name: str) -> None:
    rules = doudizhu.Rules.preset(name)
    text = ok("rules", name)
    for field in rules.asdict():
        assert field in text
    assert text.count("(standard:") == len(changes(DOUDIZHU, rules))


# ---- perft ----


@pytest.mark.parametrize("bulk", ["--bulk", "--no-bulk"])
def test_perft_from_hands(bulk: str) -> None:
    hands = "3344456799TTTQKKAA22/56678889JJJQKKA2B/3345567789TJQQA2R"
    assert rows(ok("perft", "--hands", hands, "--depth", "5", bulk)) == [53, 494, 846, 4343, 37711]


def test_perft_from_a_file(tmp_path: Path) -> None:
    game = doudizhu.Game(seed=3)
    game.play("3")
    file = tmp_path / "game.txt"
    file.write_text(game.text(), encoding="utf-8")
    expected = [chupai.perft(game, d) for d in (1, 2, 3)]
    assert rows(ok("perft", "--game-text", str(file), "--depth", "3")) == expected
    assert rows(ok("perft", "-f", "-", "--depth", "3", said=game.text().splitlines())) == expected


@pytest.mark.parametrize("preset", ["standard", "openspiel", "rlcard", "standard-four"])
def test_perft_by_branches_is_perft(preset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chupai.cli.perft._SLOW", -1.0)
    game = doudizhu.Game(doudizhu.Rules.preset(preset), seed=4)
    expected = [chupai.perft(game, depth) for depth in range(1, 7)]
    assert rows(ok("perft", "--rules", preset, "--seed", "4", "--depth", "6")) == expected


# ---- bench ----


def test_bench_json() -> None:
    report = json.loads(ok("bench", "--seconds", "0.002", "--rounds", "2", "--json"))
    assert report["version"] == chupai.__version__
    assert report["rules"] == "standard"
    assert {"cpu", "python", "system"} <= set(report["machine"])
    names = [row["name"] for row in report["rows"]]
    assert len(names) == len(set(names))
    assert {"games", "deals", "lead_list", "follow_count", "perft", "push_pop", "from_text"} <= set(names)
    for row in report["rows"]:
        assert 0 < row["min"] <= row["median"] <= row["max"]


def test_bench_table_names_the_goal_for_the_standard_rules_only() -> None:
    quick = ("--seconds", "0.002", "--rounds", "1")
    assert "1.20 M" in ok("bench", *quick)
    assert "1.20 M" not in ok("bench", "--rules", "rlcard", *quick)


@pytest.mark.parametrize("name", NAMES)
def test_bench_table_fits_into_80_columns(name: str) -> None:
    """However many digits the figures have that they are shown with."""
    face = find(name)
    figures = [(measure.group, figure) for measure in face.measures(face.rules_type()) for figure in measure.figures]
    for value in (99_999.0, 999_000.0, 99.9e6):
        shown = io.StringIO()
        Console(width=80, file=shown).print(_table([Row(group, figure, (value, value)) for group, figure in figures]))
        text = shown.getvalue()
        assert all(figure.title in text for _, figure in figures)
        assert "…" not in text


def test_rates_and_costs_meet_goals_in_opposite_ways() -> None:
    figures = {figure.name: figure for measure in DOUDIZHU.measures(doudizhu.Rules()) for figure in measure.figures}
    assert figures["games"].meets_goal(2e6)
    assert not figures["games"].meets_goal(1e6)
    assert figures["push_pop"].meets_goal(200)
    assert not figures["push_pop"].meets_goal(400)
    assert figures["deals"].meets_goal(1) is None


# ---- play ----


def test_end_of_input_leaves_cleanly() -> None:
    assert "your hand" in ok("play", "--seed", "1")
    done = outside("play", "--seed", "1")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "\x1b[" not in done.stdout


def test_the_screen_shows_the_own_hand_and_nobody_elses() -> None:
    game = doudizhu.Game(seed=7)
    text = ok("play", "--seed", "7")
    assert " ".join(game.hands[0]) in text
    for other in game.hands[1:]:
        assert other not in text
        assert " ".join(other) not in text


def script(seed: int, rules: str = "standard") -> list[str]:
    """The lines of a whole game in which the person plays the last legal move, as text."""
    table = table_of(doudizhu.Rules.from_text(rules), seed)
    said = []
    table.wait()
    while not table.game.is_over:
        move = doudizhu.Move(table.game.legal[-1])
        said.append(str(move.bid) if move.bid else str(move))
        table.play(move)
        table.wait()
    return said


@pytest.mark.parametrize(
    "rules", ["standard", "app", "openspiel", "rlcard", "hubei payoff=win_loss", "standard-four", "hubei-pairs"]
)
def test_a_whole_game_and_the_next(rules: str) -> None:
    text = ok("play", "--seed", "2", "--rules", rules, said=[*script(2, rules), "", "q"])
    assert "out of cards" in text
    assert "this game" in text
    assert "game 2" in text


def test_payoffs_shown_are_those_of_the_game() -> None:
    said = script(2)
    table = table_of(doudizhu.Rules(), 2)
    table.wait()
    for line in said:
        table.play(table.game.parse(line))
        table.wait()
    shown = ok("play", "--seed", "2", said=[*said, "q"]).split("this game")[1].splitlines()[1:4]
    assert [int(line.replace("seat ", "seat").split()[1]) for line in shown] == (table.game.returns().tolist())


def test_moves_by_number() -> None:
    text = ok("play", "--rules", "rlcard", "--seed", "3", said=["#1", "#99999", "99999999999", "q"])
    first = str(doudizhu.Game(doudizhu.Rules.preset("rlcard"), seed=3).legal.moves()[0])
    assert f"you     {first}" in text
    assert "numbered" in text


@pytest.mark.parametrize(
    ("said", "calling", "number"),
    [
        ("#12", False, 12),
        ("#3", True, 3),
        ("12", False, 12),
        ("1", False, 1),
        ("1", True, None),
        ("3", False, None),
        ("10", False, None),
        ("345", False, None),
        ("101", False, 101),
        ("#", False, None),
        ("pass", False, None),
        ("#²", False, None),
    ],
)
def test_what_could_be_cards_is_no_number(said: str, calling: bool, number: int | None) -> None:
    game = doudizhu.Game(doudizhu.Rules.preset("standard" if calling else "rlcard"), seed=3)
    assert play._number(said, DOUDIZHU, game) == number


@pytest.mark.parametrize(
    "said", ["zz", "王", "3 3 3 3 3 3", "l xyz", "l quad_pair", "#0", "[bold]", "\x00", "33334444"]
)
def test_wrong_input_asks_again(said: str) -> None:
    text = ok("play", "--seed", "7", said=["0", said, "q"])
    assert text.count("your move>") == 3


def test_nothing_to_take_back_at_the_start() -> None:
    assert "nothing to take back" in ok("play", "--seed", "7", said=["u", "q"])


def test_undo_leads_to_the_previous_decision_and_the_same_answers() -> None:
    table = table_of(doudizhu.Rules(), 2)
    table.wait()
    texts = []
    for _ in range(6):
        texts.append(table.game.text())
        table.play(doudizhu.Move(table.game.legal[-1]))
        table.wait()
    last = table.game.text()
    for before in reversed(texts):
        assert table.undo()
        assert table.game.text() == before
    assert not table.undo()
    for _ in range(6):
        table.play(doudizhu.Move(table.game.legal[-1]))
        table.wait()
    assert table.game.text() == last


def test_undo_after_the_end() -> None:
    said = script(2)
    text = ok("play", "--seed", "2", said=[*said, "u", said[-1], "q"])
    assert text.count("out of cards") == 2
    assert "taken back" in text


def test_undo_across_a_redeal() -> None:
    rules = doudizhu.Rules()
    seed = next(seed for seed in range(200) if redealt(table_of(rules, seed)))
    table = table_of(rules, seed)
    table.wait()
    before = table.game.text()
    table.play(doudizhu.Move(0))
    table.wait()
    assert table.deals == 1
    assert "dealt again" in ok("play", "--seed", str(seed), said=["p", "q"])
    table.undo()
    assert table.deals == 0
    assert table.game.text() == before


def test_undo_of_the_first_call_after_a_redeal() -> None:
    """The redeal is still what the person was told last, and later moves are of the second deal."""
    rules = doudizhu.Rules()
    seed = next(seed for seed in range(200) if first_again(table_of(rules, seed)))
    table = table_of(rules, seed)
    table.play(doudizhu.Move(0))
    table.wait()
    shown, before = told(table), table.game.text()
    assert shown[-1] == "all passed: the cards are dealt again"
    for _ in range(2):
        table.play(doudizhu.Move(0))
        table.wait()
        assert [event.deal for event in table.events[:4]] == [0, 0, 0, 1]
        assert table.undo()
        assert (told(table), table.game.text(), table.deals) == (shown, before, 1)
    assert "dealt again" in ok("play", "--seed", str(seed), said=["p", "p", "u", "q"]).partition("taken back")[2]


def first_again(table: Table[doudizhu.Game, doudizhu.Move]) -> bool:
    """Does the person call first, and first again after all have passed?"""
    return redealt(table) and [event.seat for event in table.events] == [0, 1, 2]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_undo_leads_to_the_deal_of_every_decision(seat: int) -> None:
    """Whoever passes always sees redeals at every place of the turn; each deal has other cards."""
    for seed in range(20):
        table = table_of(doudizhu.Rules(), seed, seat)
        table.wait()
        decisions = []
        while not table.game.is_over and table.game.phase == doudizhu.Phase.AUCTION:
            decisions.append((table.game.deal, table.deals, told(table)))
            table.play(doudizhu.Move(0))
            table.wait()
        deals = [deal for deal, *_ in decisions]
        assert [number for _, number, _ in decisions] == [len(set(deals[: i + 1])) - 1 for i in range(len(deals))]
        for decision in reversed(decisions):
            assert table.undo()
            assert (table.game.deal, table.deals, told(table)) == decision


def told(table: Table[doudizhu.Game, doudizhu.Move]) -> list[str]:
    """The lines that tell what happened since the person's last move."""
    return [line.plain for line in DOUDIZHU.news(table, table.news)]


def redealt(table: Table[doudizhu.Game, doudizhu.Move]) -> bool:
    """Does everybody pass, if the person does?"""
    table.wait()
    if table.game.phase != doudizhu.Phase.AUCTION or table.game.stake:
        return False
    table.play(doudizhu.Move(0))
    table.wait()
    return table.deals == 1


def test_new_abandons_a_game() -> None:
    assert "game 2" in ok("play", "--seed", "7", said=["new", "q"])


def test_help_list_and_hint() -> None:
    text = ok("play", "--rules", "rlcard", "--seed", "3", "--hints", said=["?", "l", "l solo", "l 3", "h", "q"])
    assert "take back" in text
    assert text.count("hint  ") >= 2


def test_hints_are_legal_moves_best_first() -> None:
    game = doudizhu.Game(doudizhu.Rules.preset("rlcard"), seed=3)
    before = game.text()
    found = hints.best(game, 4)
    assert [hint.payoff for hint in found] == sorted((hint.payoff for hint in found), reverse=True)
    assert all(hint.move in game.legal for hint in found)
    assert game.text() == before


def test_hint_takes_the_winning_move() -> None:
    game = doudizhu.Game.from_hands("33/44/55")
    assert str(hints.best(game)[0].move) == "33"
