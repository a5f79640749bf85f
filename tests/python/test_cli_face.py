"""A game that has only what the command line cannot do without."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import Any

import pytest

import chupai
from chupai import doudizhu

pytest.importorskip("typer")
pytest.importorskip("rich")

from rich.text import Text

from chupai.cli import games
from chupai.cli.face import Face
from chupai.cli.table import Event, Table
from cli_support import invoke, ok, rows

pytestmark = pytest.mark.thread_unsafe(reason="the command line writes to the standard streams of the process")

RULES = "rlcard"


class Plain(Face[doudizhu.Rules, doudizhu.Game, doudizhu.Move]):
    """Dou Dizhu, told as shortly as can be."""

    name = "plain"
    title = "Plain Game"
    rules_type = doudizhu.Rules
    game_type = doudizhu.Game
    help = "cards"

    def deal(self, rules: doudizhu.Rules, seed: int, number: int, before: doudizhu.Game | None = None) -> doudizhu.Game:
        return doudizhu.Game(rules, seed=seed, game=number)

    def group(self, move: doudizhu.Move) -> str:
        return str(move.kind)

    def show(self, move: doudizhu.Move) -> Text:
        return Text(str(move))

    def read(self, text: str, game: doudizhu.Game) -> doudizhu.Move:
        return game.parse(text)

    def could_be_move(self, digits: str, game: doudizhu.Game) -> bool:
        return True

    def news(
        self, table: Table[doudizhu.Game, doudizhu.Move], events: Sequence[Event[doudizhu.Move]]
    ) -> Iterator[Text]:
        return (Text(f"{table.name(event.seat)}: {event.move}") for event in events)

    def situation(self, table: Table[doudizhu.Game, doudizhu.Move]) -> list[str]:
        return [f"your hand {table.game.hands[table.seat]}"]

    def outcome(self, table: Table[doudizhu.Game, doudizhu.Move]) -> Text:
        return Text("it is over")


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game, where the command line looks for games."""
    module: Any = ModuleType("chupai.cli.games.plain")
    module.FACE = Plain()
    monkeypatch.setitem(sys.modules, "chupai.cli.games.plain", module)
    monkeypatch.setattr(games, "NAMES", (*games.NAMES, "plain"))


def test_it_can_be_played_to_the_end() -> None:
    """The first legal move, by number, ends every deal: each takes a card or more, or follows one that does."""
    text = ok("play", "--game", "plain", "--rules", RULES, "--seed", "1", said=["?", *(["#1"] * 60), "q"])
    assert "your hand" in text
    assert "it is over" in text
    assert "this game  in all" in text


def test_moves_of_a_group_can_be_listed() -> None:
    text = ok("play", "--game", "plain", "--rules", RULES, "--seed", "1", said=["l", "l solo", "l nothing", "q"])
    legal = doudizhu.Game(doudizhu.Rules.preset(RULES), seed=1).legal.moves()
    assert f"none of the {len(legal)} legal moves is of that sort" in text
    everything, solos = text.split("your move>")[1:3]
    assert "  solo " in everything
    assert "  pair " in everything
    assert "  solo " in solos
    assert "  pair " not in solos


def test_moves_are_counted_and_rules_shown() -> None:
    game = doudizhu.Game(seed=1)
    assert rows(ok("perft", "--game", "plain", "--seed", "1", "--depth", "2")) == [
        chupai.perft(game, depth) for depth in (1, 2)
    ]
    assert "spring" in ok("rules", "plain", "standard")


@pytest.mark.parametrize(
    ("args", "lacking"),
    [
        ("solve 3 4", "solver"),
        ("solve --game-text -", "solver"),
        ("analyse 3 4", "solver"),
        ("analyse --game-text -", "solver"),
        ("puzzle --cards 5", "solver"),
        ("puzzle --cards 5 --players 2", "solver"),
        ("bench", "measures"),
        ("bench --json", "measures"),
        ("legal 33", "moves of a bare hand"),
        ("perft --depth 1 --hands 3/4", "open hands"),
        ("play --match", "matches"),
    ],
)
def test_what_it_does_not_have_is_told(args: str, lacking: str) -> None:
    text = doudizhu.Game.from_hands("3/4").text().splitlines()
    result = invoke(*args.split(), "--game", "plain", said=text)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"chupai: Plain Game has no {lacking}\n"


def test_a_puzzle_of_it_is_named_by_its_line() -> None:
    result = invoke("solve", "--puzzles", "-", said=["3455KK 345522 | 4 5", "3 4 | game=plain"])
    assert result.exit_code == 2
    assert result.stderr == "chupai: line 2: Plain Game has no solver\n"


def test_it_has_no_options_of_its_own() -> None:
    result = invoke("legal", "33", "--game", "plain", "--beat", "4")
    assert result.stderr == "chupai: --beat is no option of Plain Game: it has none\n"
