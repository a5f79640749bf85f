"""`chupai solve`, `analyse`, `puzzle`: answers as known puzzles and brute force have them, files, errors, Ctrl-C."""

from __future__ import annotations

import io
import json
import random
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import chupai
from chupai import doudizhu, gongzhu

pytest.importorskip("typer")
pytest.importorskip("rich")

from rich.console import Console

import doudizhu as oracle
import doudizhu_solve as reference
from chupai.cli import games, ticker
from cli_support import RUN, invoke, ok, outside
from doudizhu_solve_support import PAYOFF, WINNER, DoudizhuAnswers, open_position
from gongzhu_support import case_rules, worked_cases
from support import ROOT, case_id, json_lines

pytestmark = pytest.mark.thread_unsafe(reason="the command line writes to the standard streams of the process")

PUZZLES = json_lines("doudizhu-puzzles.jsonl")
ENDGAMES = worked_cases("endgame")
WHOLE_DEAL = ["34445677889TJQKKAA2R", "33455679TTJJQAA2B", "356678899TJQQKK22"]


def rules_of(puzzle: dict[str, Any]) -> str:
    off = {"no31": "solo", "no32": "pair"}
    kinds = [kind for kind in ("bare", "solo", "pair") if kind not in [off[name] for name in puzzle["rules_off"]]]
    return f"standard trio_kinds={'+'.join(kinds)} plane_kinds={'+'.join(kinds)}"


def line_of(puzzle: dict[str, Any], answer: list[str]) -> str:
    return f"{puzzle['first']} {puzzle['second']} | {' '.join(answer) or '-'} | rules={rules_of(puzzle)}"


def said(text: str, name: str) -> str:
    """The row of that name."""
    return next(line.removeprefix(name).strip() for line in text.splitlines() if line.startswith(f"{name} "))


def solved(*args: str) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(ok(*args, "--json"))
    return record


def sorted_cards(moves: list[str]) -> list[str]:
    return sorted(oracle.sort_cards(move) for move in moves)


# ---- solve: Dou Dizhu ----


def test_help() -> None:
    text = ok("--help")
    for command in ("solve", "analyse", "puzzle"):
        assert command in text
        assert "--help" in ok(command, "--help")


@pytest.mark.parametrize("puzzle", PUZZLES, ids=case_id)
def test_known_puzzles(puzzle: dict[str, Any]) -> None:
    question = (puzzle["first"], puzzle["second"], "--rules", rules_of(puzzle))
    wins = puzzle["winner"] == "first"
    everything = solved("solve", *question, "--moves", "all")
    assert everything["value"] == (1 if wins else -1)
    if wins:
        assert sorted_cards(everything["best_moves"]) == sorted_cards(puzzle["winning_first_moves"])
    text = ok("solve", *question)
    assert said(text, "result") == ("the landlord wins" if wins else "the opponent wins")
    if wins:
        assert said(text, "best") in sorted_cards(puzzle["winning_first_moves"])
    else:
        assert said(text, "best") == "every move loses"
    assert "best" not in ok("solve", *question, "--moves", "winner")


def test_a_position_within_a_round() -> None:
    """If seat 2 passes, seat 0 leads its last two cards."""
    hands, options = ("44", "77", "88"), ("--to-move", "2", "--to-beat", "33", "--passes", "1", "--landlord", "0")
    text = ok("solve", *hands, *options, "--moves", "all")
    assert said(text, "best") == "88"
    assert said(text, "result") == "the others win"
    assert "· seat 2 on 33" in text
    assert said(text, "line") == "seat 2  88"


def test_the_line_is_told_by_rounds() -> None:
    text = ok("solve", "3KK", "4A")
    rows = text[text.index("line") : text.index("search")].splitlines()
    assert [row.removeprefix("line").split() for row in rows] == [["seat", "0", "KK", "pass"], ["seat", "0", "3"]]


@pytest.mark.parametrize(
    ("hands", "options", "result"),
    [
        ("33 4 5", "", "the landlord wins"),
        ("33 4 5", "--mode payoff --stake 3", "+12 for the landlord"),
        ("3 44 5", "--to-move 1", "the others win"),
        ("3 4 5", "--to-move 1 --landlord 2 --mode payoff --rules 'standard spring=false'", "+2 for the others"),
        ("34 5 6 7", "--rules hubei-pairs --to-move 1", "the other pair wins"),
        ("34 5 6 7", "--rules hubei-pairs --to-move 2", "the landlord's pair wins"),
    ],
)
def test_who_wins_in_words(hands: str, options: str, result: str) -> None:
    """Of positions in which the player to move can go out at once; seat 0 has 33, with three seats."""
    assert said(ok("solve", *hands.split(), *shlex.split(options)), "result") == result


def test_a_game_as_text(tmp_path: Path) -> None:
    game = doudizhu.Game.from_hands(["3455KK", "345522"])
    game.play("4")
    file = tmp_path / "game.txt"
    file.write_text(game.text(), encoding="utf-8")
    from_file = solved("solve", "--game-text", str(file), "--moves", "all")
    from_input = json.loads(outside("solve", "-f", "-", "-m", "all", "--json", said=game.text()).stdout)
    for record in (from_file, from_input):
        assert record["hands"] == ["355KK", "345522"]
        assert (record["player"], record["value"]) == (1, -1)  # 4 is one of the two winning moves
        assert record["position"] == game.text()


def test_the_text_of_a_position_is_solved_alike() -> None:
    hands = ("3344", "77", "88", "--to-move", "2", "--to-beat", "33", "--passes", "1")
    record = solved("solve", *hands)
    again = json.loads(invoke("solve", "-f", "-", "--json", said=record["position"].splitlines()).stdout)
    for field in ("hands", "player", "position", "value", "best_moves", "line"):
        assert again[field] == record[field]


def test_limits_leave_it_open() -> None:
    text = ok("solve", *WHOLE_DEAL, "--nodes", "100")
    assert said(text, "result") == "not known"
    assert "a limit ended it" in text
    assert "best" not in text
    record = solved("analyse", *WHOLE_DEAL, "--seconds", "0.05", "--threads", "2", "--table-mb", "8")
    assert record["complete"] is False
    assert record["table_mb"] <= 8


# ---- solve: Gong Zhu ----


def endgame_args(case: dict[str, Any]) -> list[str]:
    hands = [" ".join(hand) for hand in case["hands"]]
    options = {
        "--taken": "/".join(" ".join(pile) for pile in case["taken"]),
        "--trick": " ".join(case["trick"]),
        "--exposed": " ".join(case["exposed"]),
        "--suits-led": "".join(case["suits_led_before"]),
        "--leader": str(case["leader"]),
        "--rules": str(case_rules(case)),
    }
    return ["--game", "gongzhu", *hands, *(part for option in options.items() for part in option)]


@pytest.mark.parametrize("case", ENDGAMES, ids=case_id)
def test_known_endgames(case: dict[str, Any]) -> None:
    args = endgame_args(case)
    assert solved("solve", *args)["value"] == case["team"]
    assert said(ok("analyse", *args), "result") == f"{case['team']:+d} for seats 0 and 2, less those of seats 1 and 3"
    for seat, value in enumerate(case["paranoid"]):
        one = ("--objective", "paranoid", "--seat", str(seat))
        assert said(ok("solve", *args, *one), "result") == f"{value:+d} for seat {seat}, all others against it"
        record = solved("analyse", *args, *one)
        assert record["value"] == value
        values = {move["text"]: move["value"] for move in record["moves"]}
        assert {text for text, worth in values.items() if worth == value} == set(record["best_moves"])


def test_cards_in_a_trick() -> None:
    """Seat 3 gives the pig to SK, or is left with it."""
    args = ("D2", "D3", "D4", "SQA", "-g", "gongzhu", "--trick", "S2 SK S3", "--leader", "0", "--suits-led", "SHDC")
    table = ok("analyse", *args, "--objective", "paranoid", "--seat", "3").splitlines()
    assert [line.split() for line in table[2:4]] == [["♠Q", "spades", "+0", "*"], ["♠A", "spades", "-100"]]
    assert table[6].split()[:3] == ["line", "seat", "3"]


# ---- analyse ----


def small(rng: random.Random) -> list[str]:
    deck = list(oracle.deck(oracle.PRESETS["standard"]))
    rng.shuffle(deck)
    return [oracle.sort_cards("".join(deck[seat * 4 :][:4])) for seat in range(3)]


@pytest.mark.parametrize("seed", range(8))
def test_analyse_as_brute_force(seed: int) -> None:
    rng = random.Random(seed)
    hands, landlord, turn = small(rng), rng.randrange(3), rng.randrange(3)
    answers = DoudizhuAnswers(*open_position(oracle.PRESETS["standard"], hands, landlord, turn))
    where = (*hands, "--landlord", str(landlord), "--to-move", str(turn))
    for goal in (WINNER, PAYOFF):
        record = solved("analyse", *where, "--mode", goal["mode"])
        assert {move["code"]: move["value"] for move in record["moves"]} == answers.values(goal)
        assert record["value"] == answers.value(goal)
        codes = {int(doudizhu.Move(text)) for text in record["best_moves"]}
        assert codes == answers.best_moves(goal)
    lines = ok("analyse", *where).splitlines()
    rows = [line.split() for line in lines[2 : lines.index("")]]
    shown = {row[0]: "wins" in row for row in rows}
    names = {str(doudizhu.Move(code)): value == 1 for code, value in answers.values(WINNER).items()}
    assert shown == names
    assert {row[0] for row in rows if row[-1] == "*"} == {name for name, wins in names.items() if wins}
    assert [shown[row[0]] for row in rows] == sorted(shown.values(), reverse=True)


# ---- puzzle files ----


def test_a_file_of_known_puzzles(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    lines = [line_of(puzzle, puzzle["winning_first_moves"]) for puzzle in PUZZLES]
    file.write_text("# known puzzles\n\n" + "\n".join(lines), encoding="utf-8")
    text = ok("solve", "--puzzles", str(file))
    assert f"{len(PUZZLES)} puzzles: {len(PUZZLES)} right" in text
    record = solved("solve", "--puzzles", str(file))
    assert record["right"] == len(PUZZLES)
    for entry, puzzle in zip(record["puzzles"], PUZZLES, strict=True):
        assert sorted_cards(entry["found"]) == sorted_cards(puzzle["winning_first_moves"])


@pytest.mark.parametrize(
    ("line", "verdict", "found"),
    [
        ("3455KK 345522 | 4 5", "right", ""),
        ("3455KK/345522 | 5 4  # as good", "right", ""),
        ("3455KK 345522 | 4", "wrong", "4 5"),
        ("3455KK 345522 | 3 4 5", "wrong", "4 5"),
        ("3455KK 345522 | -", "wrong", "4 5"),
        ("3455KK 345522 |", "wrong", "4 5"),
        ("45577TTKK2 8AA | -", "right", ""),
        ("45577TTKK2 8AA | 4", "wrong", "-"),
        ("45577TTKK2 8AA", "solved", "-"),
        ("3455KK 345522 | landlord=1", "solved", "4 5"),
        ("44 77 88 | 88 | to_move=2 | to_beat=33 | passes=1", "right", ""),
        ("D2/D3/D4/SQA | SQ | game=gongzhu | trick=S2 SK S3 | objective=paranoid | seat=3", "right", ""),
        ("D2 D3 D4 SQA | SA | game=gongzhu | trick=S2 SK S3 | objective=paranoid | seat=1", "wrong", "SQ"),
    ],
)
def test_answers_are_judged(line: str, verdict: str, found: str) -> None:
    """The answers are those of the known puzzles, and of hands that anybody can read."""
    result = invoke("solve", "--puzzles", "-", said=["# first", line])
    assert result.exit_code == (1 if verdict == "wrong" else 0), result.output
    first = result.stdout.splitlines()[0]
    assert first.split()[:2] == ["2", verdict]
    assert first.partition("found: ")[2].partition("  (")[0] == found
    assert f"1 puzzle: 1 {verdict}" in result.stdout


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n"])
def test_no_puzzles_are_not_all_right(text: str, tmp_path: Path) -> None:
    file = tmp_path / "puzzles"
    file.write_text(text, encoding="utf-8")
    for result in (invoke("solve", "--puzzles", str(file)), invoke("solve", "--puzzles", "-", said=text.splitlines())):
        assert result.exit_code == 2
        assert "there are no puzzles" in result.stderr


def test_standard_input_is_read_as_a_file_is(tmp_path: Path) -> None:
    """With a byte-order mark, with lines that end in two characters, and not with bytes that are no text."""
    text = "\ufeff" + doudizhu.Game.from_hands(["3455KK", "345522"]).text().replace("\n", "\r\n")
    file, bad = tmp_path / "game", tmp_path / "bad"
    file.write_bytes(text.encode())
    bad.write_bytes(b"\xff\xfe")
    command = [*RUN, "solve", "--json", "-f"]
    results = []
    for name, given in (("-", text.encode()), (str(file), b"")):
        done = subprocess.run([*command, name], input=given, capture_output=True, check=True, timeout=120)
        results.append(json.loads(done.stdout)["position"])
    assert results[0] == results[1]
    refused = subprocess.run([*command, "-"], input=bad.read_bytes(), capture_output=True, check=False, timeout=120)
    assert (refused.returncode, refused.stderr) == (2, b"chupai: cannot read -: no UTF-8 text\n")


def test_what_a_limit_leaves_open_is_not_right() -> None:
    line = f"{' '.join(WHOLE_DEAL)} | 3"
    result = invoke("solve", "--puzzles", "-", "--nodes", "10", said=[line])
    assert result.exit_code == 1
    assert "1 puzzle: 1 open" in result.stdout


# ---- making puzzles ----


def plays_needed(hand: str, rules: oracle.Rules) -> int:
    if not hand:
        return 0
    moves = [cards for cards, _ in oracle.legal_fast(hand, None, rules)]
    return 1 + min(plays_needed(oracle.without(hand, cards), rules) for cards in moves)


@pytest.mark.parametrize(
    ("cards", "players", "rules", "count"),
    [(5, 2, "standard", 8), (6, 2, "rlcard", 3), (4, 3, "standard", 3), (5, 2, "standard-four", 2)],
)
def test_made_puzzles_have_one_answer_by_brute_force(cards: int, players: int, rules: str, count: int) -> None:
    args = ("puzzle", "--cards", str(cards), "--players", str(players), "--rules", rules, "--count", str(count))
    lines = ok(*args, "--seed", "3").splitlines()
    assert len(set(lines)) == count
    for line in lines:
        hands, answer, *fields = (part.strip() for part in line.split("|"))
        assert fields == ([] if rules == "standard" else [f"rules={rules}"])
        held = hands.split()
        assert [len(hand) for hand in held] == [cards] * players
        _, slow = open_position(oracle.PRESETS[rules], held)
        outcomes = reference.solve_moves(slow)
        assert len(outcomes) >= 3
        winning = [move for move, outcome in outcomes.items() if outcome.wins]
        assert [move[0] for move in winning if isinstance(move, tuple)] == [answer]
        assert plays_needed(held[0], slow.rules) >= 3


def test_made_puzzles_depend_on_the_seed_alone() -> None:
    five = ok("puzzle", "--cards", "7", "--seed", "1", "--count", "5").splitlines()
    assert ok("puzzle", "--cards", "7", "--seed", "1", "--count", "2").splitlines() == five[:2]
    assert ok("puzzle", "--cards", "7", "--seed", "2").splitlines() != five[:1]


@pytest.mark.parametrize("options", ["--cards 8", "--cards 6 --players 3", "--cards 4 --game gongzhu"])
def test_made_puzzles_can_be_read(options: str) -> None:
    made = ok("puzzle", *options.split(), "--count", "3")
    assert "3 puzzles: 3 right" in ok("solve", "--puzzles", "-", said=made.splitlines())


@pytest.mark.parametrize("players", [3, 4])
def test_made_puzzles_of_gong_zhu_have_one_answer(players: int) -> None:
    rules = f"plain players={players}"
    made = ok("puzzle", "--cards", "3", "--game", "gongzhu", "--rules", rules, "--count", "4").splitlines()
    for line in made:
        hands, answer, *_ = (part.strip() for part in line.split("|"))
        game = gongzhu.Game.from_hands(hands, rules=rules)
        values = {code: gongzhu_value(after(game, code), players) for code in game.legal}
        best = max(values.values())
        assert [str(gongzhu.Move(code)) for code, value in values.items() if value == best] == [answer]


def after(game: gongzhu.Game, code: int) -> gongzhu.Game:
    later = game.copy()
    later.push(code)
    return later


def gongzhu_value(game: gongzhu.Game, players: int) -> int:
    """By trying every card: seats 0 and 2 against 1 and 3, or seat 0 against all."""
    if game.is_over:
        scores: list[int] = game.scores().tolist()
        return scores[0] + scores[2] - scores[1] - scores[3] if players == 4 else scores[0]
    values = [gongzhu_value(after(game, code), players) for code in game.legal]
    return max(values) if game.player in ((0, 2) if players == 4 else (0,)) else min(values)


# ---- what the user got wrong ----


@pytest.mark.parametrize(
    ("args", "word"),
    [
        ("solve", "give HANDS"),
        ("analyse", "give HANDS"),
        ("solve 3", "1 hands"),
        ("solve 3 4 5 6", "4 hands"),
        ("solve 3Z 4", "'Z' is no rank"),
        ("analyse 33333 4", "33333"),
        ("solve 3 4 --rules nope", "there is no preset 'nope'"),
        ("solve 3 4 --landlord 2", "landlord = 2"),
        ("solve 3 4 --to-move 2", "to_move = 2"),
        ("solve 3 4 --to-beat 35", "'35' is no combination"),
        ("solve 3 4 --to-beat 6 --passes 7", "passes = 7"),
        ("solve 3 4 --stake 0", "stake = 0"),
        ("solve 3 4 --moves best", "moves = 'best'"),
        ("solve 3 4 --mode money", "mode = 'money'"),
        ("solve 3 4 --seat 1", "--seat is no option of Dou Dizhu"),
        ("solve 3 4 --suits-led S", "--suits-led is no option of Dou Dizhu"),
        ("solve SQ SK S2 S3 -g gongzhu --to-beat 3", "--to-beat is no option of Gong Zhu"),
        ("solve SQ SK S2 S3 -g gongzhu --mode payoff", "--mode is no option of Gong Zhu"),
        ("solve SQ SK S2 S3 -g gongzhu --objective all", "objective = 'all'"),
        ("solve SQ SK S2 S3 -g gongzhu --objective paranoid --seat 4", "seat = 4"),
        ("solve SQ SK S2 SQ -g gongzhu", "SQ"),
        ("solve 3 4 --game chess", "there is no game 'chess'"),
        ("solve 3 4 --nodes 0", "nodes = 0"),
        ("solve 3 4 --seconds -1", "seconds = -1"),
        ("solve 3 4 --seconds nan", "seconds = nan"),
        ("solve 3 4 --table-mb 0", "table_mb = 0"),
        ("analyse 3 4 --threads 65", "threads = 65"),
        ("solve --game-text no-such-file", "cannot read no-such-file"),
        ("solve 3 4 --game-text x", "--game-text or HANDS"),
        ("solve --game-text x --rules standard", "--game-text or --rules"),
        ("solve --puzzles no-such-file", "cannot read no-such-file"),
        ("analyse --game-text x --rules nope", "--game-text or --rules"),
        ("solve --puzzles - --rules nope", "there is no preset 'nope'"),
        ("solve --puzzles - --game chess", "there is no game 'chess'"),
        ("solve 3 4 --puzzles x", "--puzzles or HANDS"),
        ("solve --puzzles x --to-move 1", "--puzzles or --to-move"),
        ("solve --puzzles x --game-text y", "--puzzles or --game-text"),
        ("solve --puzzles x --moves all", "--puzzles or --moves"),
        ("puzzle --cards 28", "cards = 28"),
        ("puzzle --cards 8 --players 4", "4 hands"),
        ("puzzle --cards 8 --rules nope", "there is no preset 'nope'"),
        ("puzzle --cards 8 --seed 1 --game gongzhu --players 3", "4 players"),
    ],
)
def test_what_the_user_got_wrong_is_one_line_and_exit_2(args: str, word: str) -> None:
    result = invoke(*args.split())
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("chupai: ")
    assert word in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("command", ["solve --game-text", "analyse --game-text", "solve --puzzles"])
@pytest.mark.parametrize("option", [option for name in games.NAMES for option in games.find(name).solver().positions])
def test_where_a_file_says_the_position_no_option_is_ignored(command: str, option: str) -> None:
    dashed = f"--{option.replace('_', '-')}"
    result = invoke(*command.split(), "no-such-file", dashed, "1")
    assert result.exit_code == 2
    assert result.stderr == f"chupai: give {command.split()[1]} or {dashed}, not both\n"


@pytest.mark.parametrize("command", ["solve", "analyse"])
@pytest.mark.parametrize(("name", "other"), [("doudizhu", "gongzhu"), ("gongzhu", "doudizhu")])
def test_no_option_of_another_game_is_ignored(command: str, name: str, other: str) -> None:
    hands = {"doudizhu": ("3", "4"), "gongzhu": ("S2", "S3", "S4", "S5")}[name]
    solver = games.find(other).solver()
    for option in (*solver.positions, *solver.goals):
        dashed = f"--{option.replace('_', '-')}"
        result = invoke(command, "--game", name, *hands, dashed, "1")
        assert result.exit_code == 2
        assert f"{dashed} is no option of {games.find(name).title}" in result.stderr


@pytest.mark.parametrize("command", [["solve"], ["analyse"], ["perft", "--depth", "1"]])
def test_the_text_of_another_game_is_refused(command: list[str]) -> None:
    """A game that is named is that of the text; where none is, the text names it."""
    text = gongzhu.Game.from_hands("S2/S3/S4/S5").text().splitlines()
    assert ok(*command, "-f", "-", "--game", "gongzhu", said=text).startswith("gongzhu standard · S2 ")
    assert ok(*command, "-f", "-", said=text).startswith("gongzhu standard · S2 ")
    result = invoke(*command, "-f", "-", "--game", "doudizhu", said=text)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "'chupai doudizhu 1', not 'chupai gongzhu 1'" in result.stderr


@pytest.mark.parametrize(
    ("args", "advice"),
    [
        ("solve 3 4", "; try a smaller --table-mb"),
        ("analyse 3 4 --table-mb 1", "; try a smaller --table-mb"),
        ("puzzle --cards 8", ""),
    ],
)
@pytest.mark.parametrize("error", [MemoryError(), MemoryError("std::bad_alloc")])
def test_where_memory_ends_one_line_tells_what_to_do(
    args: str, advice: str, error: MemoryError, monkeypatch: pytest.MonkeyPatch
) -> None:
    def greedy(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(chupai, "solve", greedy)
    result = invoke(*args.split())
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"chupai: not enough memory{advice}\n"


def test_what_can_be_no_puzzle_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chupai.cli.puzzle._DEALS", 200)
    result = invoke("puzzle", "--cards", "2")
    assert result.exit_code == 2
    assert result.stderr == "chupai: no puzzle in 200 deals of 2 hands of 2: try more cards\n"


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("3", "1 hands"),
        ("3 4Z", "'Z' is no rank"),
        ("3 4 | 35", "'35' is no combination"),
        ("3 4 | 3 | 4", "2 answers"),
        ("3 4 | 3 | colour=red", "there is no field 'colour'"),
        ("3 4 | 3 | to_move=one", "to_move = 'one' is no number"),
        ("3 4 | 3 | to_move=0 | to_move=1", "'to_move' is given twice"),
        ("3 4 | 3 | rules=nope", "there is no preset 'nope'"),
        ("3 4 | 3 | game=chess", "there is no game 'chess'"),
        ("3 4 | 3 | seat=1", "the fields of Dou Dizhu are"),
        ("3 4 | 3 | mode=money", "mode = 'money'"),
    ],
)
def test_a_line_that_is_no_puzzle_is_named(line: str, word: str) -> None:
    result = invoke("solve", "--puzzles", "-", said=["# nothing", "", line])
    assert result.exit_code == 2
    assert result.stderr.startswith("chupai: line 3: ")
    assert word in result.stderr
    assert result.stderr.count("\n") == 1


def test_finished_games_and_auctions_are_refused(tmp_path: Path) -> None:
    over = doudizhu.Game.from_hands(["3", "4"])
    over.play("3")
    for game in (over, doudizhu.Game(seed=1), gongzhu.Game(seed=1)):
        file = tmp_path / "game.txt"
        file.write_text(game.text(), encoding="utf-8")
        result = invoke("analyse", "--game-text", str(file))
        assert result.exit_code == 2
        assert result.stderr.count("\n") == 1
    file.write_bytes(b"\xff")
    assert "no UTF-8 text" in invoke("solve", "--game-text", str(file)).stderr


# ---- progress and Ctrl-C ----


def test_progress_is_shown_on_a_terminal_and_gone_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = io.StringIO()
    monkeypatch.setattr(ticker, "Console", lambda **_: Console(file=seen, force_terminal=True, no_color=True))
    assert "not known" in ok("solve", *WHOLE_DEAL, "--seconds", "0.5")
    assert len(re.findall(r"nodes", seen.getvalue())) >= 2
    assert seen.getvalue().endswith("\r\x1b[2K")


@pytest.mark.skipif(sys.platform == "win32", reason="signals are others there")
@pytest.mark.parametrize(
    ("command", "shown"), [(["analyse"], "interrupted"), (["solve"], "interrupted"), (["solve", "--json"], "false")]
)
def test_ctrl_c_tells_what_is_known_and_leaves_with_130(command: list[str], shown: str) -> None:
    code = (
        "import os, signal, sys, threading\n"
        "import chupai\n"
        "from chupai.cli import main\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "run = chupai.solve\n"
        "def solve(*args, **options):\n"
        "    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "    return run(*args, **options)\n"
        "chupai.solve = solve\n"
        "main()\n"
    )
    args = [sys.executable, "-c", code, *command, *WHOLE_DEAL, "--seconds", "30"]
    began = time.monotonic()
    done = subprocess.run(args, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 130
    assert shown in done.stdout
    assert done.stderr == ""
    assert time.monotonic() - began < 15


def test_a_second_ctrl_c_is_an_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    def struck(*_: object, **options: Any) -> None:
        signal.raise_signal(signal.SIGINT)
        assert options["progress"](1, 0.1) is False
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(chupai, "solve", struck)
    before = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        assert invoke("solve", "3", "4").exit_code == 130
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)


def test_ctrl_c_among_puzzles_ends_with_what_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    solve, asked = chupai.solve, []

    def struck(game: Any, **options: Any) -> Any:
        asked.append(game)
        if len(asked) == 2:
            signal.raise_signal(signal.SIGINT)
        return solve(game, **options)

    monkeypatch.setattr(chupai, "solve", struck)
    before = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        result = invoke("solve", "--puzzles", "-", said=["3455KK 345522 | 4 5"] * 3)
    finally:
        signal.signal(signal.SIGINT, before)
    assert result.exit_code == 130
    assert "2 of 3 puzzles: 2 right" in result.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="a pipe closed by its reader is another error there")
def test_making_puzzles_ends_with_its_reader() -> None:
    args = [*RUN, "puzzle", "--cards", "6", "--count", "1000000"]
    with subprocess.Popen(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert "|" in process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""


# ---- what the pages say ----


def documented() -> list[tuple[str, str]]:
    """The commands of the pages, and what is printed above best play, which may be another as good."""
    found = []
    for page in (ROOT / "README.md", ROOT / "docs" / "command-line.md"):
        for block in re.findall(r"^```console\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
            for part in block.split("$ chupai ")[1:]:
                command, _, shown = part.partition("\n")
                if command.split()[0] in ("legal", "solve", "analyse", "puzzle"):
                    found.append((command, shown))
    return found


def above_the_line(text: str) -> list[str]:
    rows = [re.sub(r"\([\d,]+ nodes?, [\d.]+ s\)", "(…)", row.rstrip()) for row in text.splitlines()]
    cut = next((i for i, row in enumerate(rows) if row.startswith("line ")), len(rows))
    return rows[:cut]


@pytest.mark.parametrize(("command", "shown"), documented(), ids=lambda text: text.split("\n")[0])
def test_documented_commands(command: str, shown: str) -> None:
    printed = ""
    for step in command.split("| chupai "):
        printed = ok(*shlex.split(step.removeprefix("chupai ")), said=printed.splitlines())
    assert above_the_line(printed) == above_the_line(shown)


def test_the_pages_have_every_command() -> None:
    assert {command.split()[0] for command, _ in documented()} == {"legal", "solve", "analyse", "puzzle"}
    assert all(games.find(name).solver().positions for name in games.NAMES)
    assert chupai.solve.__doc__
