"""The command line with Gong Zhu, and what it shares with other games."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import chupai
from chupai import gongzhu

pytest.importorskip("typer")
pytest.importorskip("rich")

from rich.console import Console

from chupai.cli import games, hints, screen, series
from chupai.cli.rules import changes, meaning
from chupai.cli.table import Table
from cli_support import ok, outside, rows

pytestmark = pytest.mark.thread_unsafe(reason="the command line writes to the standard streams of the process")

GONGZHU = games.find("gongzhu")
RULES = [
    "standard",
    "plain",
    "wikipedia",
    "scrofazero",
    "standard players=3 payoff=relative",
    "standard players=5 exposing_order=sequential",
    "standard teams=pooled sweep_bonus=1000",
]


def table_of(rules: str, seed: int, seat: int = 0) -> Table[gongzhu.Game, gongzhu.Move]:
    table: Table[gongzhu.Game, gongzhu.Move] = Table(GONGZHU.deal(gongzhu.Rules.from_text(rules), seed, 0), seat, seed)
    table.wait()
    return table


def script(rules: str, seed: int, seat: int = 0) -> tuple[list[str], Table[gongzhu.Game, gongzhu.Move]]:
    """The lines of a whole deal in which the person plays the last legal move; the deal."""
    table = table_of(rules, seed, seat)
    said = []
    while not table.game.is_over:
        move = table.game.legal.moves()[-1]
        said.append(str(move))
        table.play(move)
        table.wait()
    return said, table


def play(*args: str, said: list[str]) -> str:
    return ok("play", "--game", "gongzhu", *args, said=said)


def on_screen(table: Table[gongzhu.Game, gongzhu.Move]) -> str:
    """What a person sees at this table."""
    out = Console(width=100, no_color=True)
    with out.capture() as seen:
        screen.show(out, screen.news(GONGZHU, table, table.news), screen.situation(GONGZHU, table))
    return seen.get()


# ---- every game ----


@pytest.mark.parametrize("name", games.NAMES)
def test_every_game_tells_all_of_its_rules(name: str) -> None:
    face = games.find(name)
    assert face.name == name
    rules = face.rules_type()
    meanings = [meaning(rules, field) for field in rules.asdict()]
    assert all(meanings)
    assert len(set(meanings)) == len(meanings)
    shown = " ".join(ok("rules", name, "standard").split())
    for field, said in zip(rules.asdict(), meanings, strict=True):
        assert re.search(rf"\b{field} \S+ {re.escape(said)}", shown), field


@pytest.mark.parametrize("name", games.NAMES)
def test_rules_by_game(name: str) -> None:
    face = games.find(name)
    presets = ok("rules", name)
    assert presets == ok("rules", "--game", name)
    for preset in face.rules_type.presets():
        assert preset in presets
        text = ok("rules", name, preset)
        assert text.count("(standard:") == len(changes(face, face.rules_type.preset(preset)))
        for field in face.rules_type().asdict():
            assert field in text


def test_dou_dizhu_is_the_default() -> None:
    assert ok("rules") == ok("rules", "doudizhu")
    assert ok("rules", "standard", "spring=false") == ok("rules", "doudizhu", "standard spring=false")
    assert ok("legal", "33344BR") == ok("legal", "33344BR", "--game", "doudizhu")


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (["rules", "--game", "chess"], "there is no game 'chess': the games are doudizhu, gongzhu"),
        (["rules", "gongzhu", "--game", "doudizhu"], "give --game or gongzhu, not both"),
        (["rules", "gongzhu", "nope"], "the presets are standard, plain"),
        (["rules", "gongzhu", "plain", "nope=1"], "there is no rule 'nope'"),
        (["legal", "SQ SQ", "--game", "gongzhu"], "SQ twice"),
        (["legal", "SQ", "--game", "gongzhu", "--beat", "3"], "--beat is no option of Gong Zhu"),
        (["legal", "33", "--trick", "S2"], "--trick is no option of Dou Dizhu"),
        (["legal", "33", "--exposed", "SQ"], "--exposed is no option of Dou Dizhu"),
        (["legal", "33", "--suits-led", "S"], "--suits-led is no option of Dou Dizhu"),
        (["legal", "SQ", "--game", "gongzhu", "--exposed", "S9"], "only HA, SQ, DJ and CT"),
        (["perft", "--game", "gongzhu", "--depth", "2", "--hands", "S2/S3/S4"], "4 players"),
        (["play", "--game", "gongzhu", "--seat", "4"], "allowed are 0..3"),
        (["play", "--game", "gongzhu", "--seed", "-1", "--match"], "seed"),
        (["play", "--match"], "Dou Dizhu has no matches"),
        (["play", "--game", "gongzhu", "--rules", "scrofazero", "--match"], "loss_limit"),
        (["bench", "--game", "gongzhu", "--rules", "hubei"], "no preset 'hubei'"),
    ],
)
def test_what_the_user_got_wrong_is_one_line_and_exit_2(args: list[str], word: str) -> None:
    done = outside(*args)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("chupai: ")
    assert word in done.stderr
    assert done.stderr.count("\n") == 1


# ---- legal, perft, bench ----


def test_legal_groups_by_suit() -> None:
    lines = ok("legal", "SQ2 HA D9", "--game", "gongzhu").splitlines()
    assert [line.split() for line in lines] == [
        ["suit", "moves"],
        ["spades", "2", "♠2", "♠Q"],
        ["hearts", "1", "♥A"],
        ["diamonds", "1", "♦9"],
        ["in", "all", "4"],
    ]


@pytest.mark.parametrize(("suits_led", "expected"), [("", ["S2"]), ("S", ["S2", "SQ"])])
def test_legal_json_has_every_card(suits_led: str, expected: list[str]) -> None:
    table = ["--trick", "S3 S4", "--exposed", "SQ", "--suits-led", suits_led]
    record = json.loads(ok("legal", "SQ2 HA", "--game", "gongzhu", *table, "--json"))
    assert [move["text"] for move in record["moves"]] == expected
    assert [move["code"] for move in record["moves"]] == [gongzhu.Move(card).code for card in expected]
    assert (record["trick"], record["exposed"], record["suits_led"]) == ("S3 S4", "SQ", suits_led)
    assert record["count"] == len(expected)


@pytest.mark.parametrize("rules", RULES)
def test_perft_of_a_deal(rules: str) -> None:
    game = gongzhu.Game(gongzhu.Rules.from_text(rules), seed=4)
    expected = [chupai.perft(game, depth) for depth in range(1, 6)]
    assert rows(ok("perft", "--game", "gongzhu", "--rules", rules, "--seed", "4", "--depth", "5")) == expected


def test_perft_by_branches_is_perft(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chupai.cli.perft._SLOW", -1.0)
    game = gongzhu.Game(seed=4)
    expected = [chupai.perft(game, depth) for depth in range(1, 9)]
    assert rows(ok("perft", "--game", "gongzhu", "--seed", "4", "--depth", "8")) == expected


def test_perft_from_hands_and_from_a_file_that_names_its_game(tmp_path: Path) -> None:
    hands = "S2 H3/S4 H5/S6 D3/C2 C3"
    game = gongzhu.Game.from_hands(hands)
    expected = [chupai.perft(game, depth) for depth in range(1, 5)]
    assert rows(ok("perft", "--game", "gongzhu", "--hands", hands, "--depth", "4")) == expected
    file = tmp_path / "game.txt"
    file.write_text(game.text(), encoding="utf-8")
    assert rows(ok("perft", "--game-text", str(file), "--depth", "4")) == expected


def test_bench_json() -> None:
    report = json.loads(ok("bench", "--game", "gongzhu", "--seconds", "0.002", "--rounds", "1", "--json"))
    assert (report["game"], report["rules"]) == ("gongzhu", "standard")
    figures = {row["name"]: row for row in report["rows"]}
    assert len(figures) == len(report["rows"])
    assert {"games", "bare_games", "ply", "deals", "perft", "push_pop", "legal_codes", "copy"} <= set(figures)
    assert figures["plies"]["median"] == 56
    assert figures["bare_plies"]["median"] == 52
    assert figures["games"]["goal"] == 2.5e6
    for row in report["rows"]:
        assert 0 < row["min"] <= row["median"] <= row["max"]


def test_bench_measures_random_games_once_where_nothing_is_exposed() -> None:
    names = [
        figure.name for measure in GONGZHU.measures(gongzhu.Rules.preset("scrofazero")) for figure in measure.figures
    ]
    assert "games" in names
    assert "bare_games" not in names


# ---- play ----


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seat", [0, 2])
def test_a_whole_deal_and_the_next(rules: str, seat: int) -> None:
    said, table = script(rules, 2, seat)
    text = play("--seed", "2", "--rules", rules, "--seat", str(seat), said=[*said, "", "q"])
    assert "the deal is over" in text
    assert "game 2" in text
    shown = text.split("this game")[1].splitlines()[1 : table.game.num_players + 1]
    paid = [int(line.replace("seat ", "seat").split()[1]) for line in shown]
    assert paid == table.game.returns().tolist()


def test_scores_are_shown_beside_other_payoffs() -> None:
    said, table = script("standard payoff=relative", 2)
    text = play("--seed", "2", "--rules", "standard payoff=relative", said=said)
    shown = text.split("this game")[1].splitlines()[1:5]
    assert [int(line.replace("seat ", "seat").split()[3]) for line in shown] == table.game.scores().tolist()


def test_the_own_hand_is_shown_by_suit() -> None:
    hand = gongzhu.Game(seed=7).hands[0]
    suits = [f"{symbol} {' '.join(cards[1:])}" for symbol, cards in zip("♠♥♦♣", hand.split(), strict=True)]
    assert "   ".join(suits) in play("--seed", "7", said=[])


@pytest.mark.parametrize("rules", RULES)
def test_the_screen_shows_what_the_seat_may_know_and_nothing_else(rules: str) -> None:
    """All deals that this seat cannot tell from the real one look the same."""
    table = table_of(rules, 5, seat=2)
    while not table.game.is_over:
        expected = on_screen(table)
        for other in table.game.view(2).sample(4, seed=1):
            events = [type(event)(event.seat, move, 0) for event, move in zip(table.events, other.moves, strict=True)]
            assert on_screen(Table(other, 2, 5, events, table.seen)) == expected
        table.play(table.game.legal.moves()[-1])
        table.wait()


def test_choices_are_told_when_all_have_chosen() -> None:
    table = table_of("standard", 5, seat=3)
    before = on_screen(table)
    assert "exposes" not in before
    assert "what do you expose?" in before
    table.play(table.game.legal.moves()[0])
    table.wait()
    assert len(re.findall(r"^  (you|seat \d) +exposes? ", on_screen(table), re.MULTILINE)) == 4


def test_choices_are_told_at_once_where_they_are_public() -> None:
    game = gongzhu.Game("standard exposing_order=sequential", seed=5)
    table = table_of("standard exposing_order=sequential", 5, seat=(game.player + 2) % 4)
    assert on_screen(table).count("exposes") == 2


def test_an_exposed_card_is_marked_wherever_it_lies() -> None:
    seed = next(seed for seed in range(50) if "SQ" in gongzhu.may_expose(gongzhu.Game(seed=seed).hands[0]))
    text = play("--seed", str(seed), said=["sq", *(["#1"] * 13)])
    assert "you     expose ♠Q" in text
    assert re.search(r"exposed    .*♠Q you", text)
    assert re.search(r"your hand  ♠ .*Q\*", text)
    assert re.search(r"(you|seat \d) +♠Q\*", text)
    assert re.search(r"takes? the trick  ♠Q\*", text)


def test_points_so_far_are_those_of_the_cards_taken() -> None:
    table = table_of("standard", 2)
    while not table.game.is_over:
        lines = [
            line.replace("seat ", "seat").split() for line in on_screen(table).split("points")[1].splitlines()[1:5]
        ]
        assert [int(line[2]) for line in lines] == table.game.scores().tolist()
        assert [int(line[1]) for line in lines] == list(table.game.view(0).counts)
        table.play(table.game.legal.moves()[0])
        table.wait()


@pytest.mark.parametrize("said", ["2", "#2", "{0}{1}", "{0} {1}", "♠{1}", "♠ {1}"])
def test_ways_to_name_a_card(said: str) -> None:
    rules = "standard exposing=false"
    game = gongzhu.Game(rules, seed=3)
    suit, rank = list(str(game.legal.moves()[1]).lower())
    assert suit == "s"
    text = play("--rules", rules, "--seed", "3", "--seat", str(game.player), said=[said.format(suit, rank), "q"])
    assert f"you     ♠{rank.upper()}" in text


@pytest.mark.parametrize("said", ["", "none", "#1"])
def test_ways_to_expose_nothing(said: str) -> None:
    assert "you     expose nothing" in play("--seed", "5", said=[said, "q"])


def test_enter_plays_the_only_card() -> None:
    seed = next(seed for seed in range(50) if on_second_turn(seed) == 1)
    text = play("--seed", str(seed), said=["none", "", "q"])
    assert text.count("your hand") == 3
    seed = next(seed for seed in range(50) if on_second_turn(seed) > 1)
    text = play("--seed", str(seed), said=["none", "", "q"])
    assert "play a card: ? helps" in text


def on_second_turn(seed: int) -> int:
    """Legal moves after exposing nothing."""
    table = table_of("standard", seed)
    table.play(gongzhu.Move("none"))
    table.wait()
    return len(table.game.legal)


@pytest.mark.parametrize("said", ["zz", "猪", "SQ", "HA SQ", "l x", "#0", "99", "99999999999", "[bold]", "\x00", "14"])
def test_wrong_input_asks_again(said: str) -> None:
    seed = next(
        seed for seed in range(50) if not {"SQ", "HA"} & set(gongzhu.may_expose(gongzhu.Game(seed=seed).hands[0]))
    )
    assert play("--seed", str(seed), said=["none", said, "q"]).count("your move>") == 3


def test_help_list_and_hint() -> None:
    text = play("--seed", "3", "--hints", said=["?", "none", "l", "l hearts", "l ♠", "l D", "h", "q"])
    assert "play this card" in text
    assert text.count("hint  ") >= 3


def test_hints_are_legal_moves_best_first() -> None:
    game = gongzhu.Game(seed=3)
    found = hints.best(game, 4)
    assert [hint.payoff for hint in found] == sorted((hint.payoff for hint in found), reverse=True)
    assert all(hint.move in game.legal for hint in found)


def test_hint_leaves_the_pig_to_others() -> None:
    game = gongzhu.Game.from_hands("SQ2/SK/H5/H6", trick="S9 S3 S4", leader=1)
    assert str(hints.best(game)[0].move) == "S2"


def test_undo_leads_to_the_previous_decision_and_the_same_answers() -> None:
    table, texts = table_of("standard", 2, seat=1), []
    while not table.game.is_over:
        texts.append(table.game.text())
        table.play(table.game.legal.moves()[-1])
        table.wait()
    last = table.game.text()
    for before in reversed(texts):
        assert table.undo()
        assert table.game.text() == before
    assert not table.undo()
    for _ in texts:
        table.play(table.game.legal.moves()[-1])
        table.wait()
    assert table.game.text() == last


def test_end_of_input_leaves_cleanly() -> None:
    done = outside("play", "--game", "gongzhu", "--seed", "1")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "\x1b[" not in done.stdout


# ---- matches ----


def finish(game: gongzhu.Game) -> gongzhu.Game:
    """Everybody plays the first legal move."""
    while not game.is_over:
        game.push(game.legal[0])
    return game


def test_a_match_is_the_engines() -> None:
    match, shown = gongzhu.Match(seed=3), series.start(GONGZHU, gongzhu.Rules(), 3, match=True)
    while not match.is_over:
        assert shown.verdict(0) is None
        assert shown.title == f"match 1, deal {match.deals + 1}"
        game = finish(shown.game())
        assert game == finish(match.game())
        match.add(game)
        shown = shown.after(game)
        assert tuple(shown.totals) == match.totals
    for seat in range(4):
        verdict = shown.verdict(seat)
        assert verdict is not None
        assert ("you lose" in verdict.plain) == (seat in match.losers)
        assert ("you win" in verdict.plain) == (seat in match.winners)


def test_a_team_has_one_total() -> None:
    shown = series.start(GONGZHU, gongzhu.Rules(teams="sum"), 3, match=True)
    totals = shown.after(finish(shown.game())).totals
    assert len(totals) == 4
    assert totals[:2] == totals[2:]


def test_taking_back_the_last_move_uncounts_the_deal() -> None:
    said, table = script("standard", 3)
    text = play("--seed", "3", "--match", said=[*said, "u", said[-1], "", "q"])
    ends = text.split("this deal")[1:]
    assert len(ends) == 2
    assert ends[0].splitlines()[1:5] == ends[1].splitlines()[1:5]
    own = ends[0].splitlines()[1].split()
    assert int(own[1]) == int(own[2]) == table.game.scores()[0]
    assert "match 1, deal 2" in text


def test_a_match_ends_and_another_begins() -> None:
    text = play("--seed", "3", "--match", "--rules", "standard loss_limit=-1", said=[*(["#1"] * 14), "", "q"])
    assert "the match is over" in text
    assert "enter next match" in text
    assert "match 2, deal 1 · gongzhu standard loss_limit=-1 · seed 4" in text


def test_new_leaves_the_match() -> None:
    text = play("--seed", "3", "--match", said=["new", *(["#1"] * 14), "new", "q"])
    assert "match 2, deal 1" in text
    assert "match 3, deal 1" in text
