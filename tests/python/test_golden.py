"""Golden games and numbers pin the generator: one seed gives the same deals and random play for ever.

Where one of these fails, either behaviour was broken or every user's seeds were; make_golden.py writes the
files anew when that is meant.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import make_golden
from chupai.doudizhu import Game, Rules
from presets import PRESETS
from support import oracle_game, play_oracle

HERE = Path(__file__).parent
HEAD = "chupai doudizhu "
TEXTS = [HEAD + part.strip() + "\n" for part in make_golden.GAMES.read_text(encoding="utf-8").split(HEAD)[1:]]
NUMBERS = json.loads(make_golden.NUMBERS.read_text(encoding="utf-8"))


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text.splitlines()[1])
def test_golden_game_is_read_and_written(text: str) -> None:
    """A whole game as text: read, checked move by move, written the same; the end is the oracle's."""
    game = Game.from_text(text)
    assert game.text().split() == text.split()
    assert game.is_over
    last_deal = [i for i, move in enumerate(game.moves) if move.kind == "bid"][:1] or [0]
    start = last_deal[0] - last_deal[0] % game.num_players
    first = oracle_game(game)
    assert play_oracle(first, game.moves[start:]).payoffs() == game.returns().tolist()


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text.splitlines()[1])
def test_golden_game_is_dealt_again(text: str) -> None:
    """The same seed deals the same cards, redeals included."""
    old = Game.from_text(text)
    words = text.splitlines()[2].split()
    assert words[0] == "seed"
    seed, number, episode = map(int, words[1:])
    game = Game(old.rules, seed=seed, game=number, episode=episode)
    for code in old.history.tolist():
        game.push(code)
    assert game == old
    assert game.deal == old.deal


def test_golden_texts_are_made_again() -> None:
    """The games' moves too: the order of legal moves has not changed."""
    assert [text.split() for text in make_golden.texts()] == [text.split() for text in TEXTS]


def test_golden_deals() -> None:
    assert make_golden.numbers()["deals"] == NUMBERS["deals"]


@pytest.mark.parametrize("name", PRESETS)
def test_signature_of_random_games(name: str) -> None:
    """One number for the whole behaviour of a preset: deals, legal moves and their order, play, payment."""
    assert make_golden.signature(Rules.preset(name)) == NUMBERS["signatures"][name]


def test_signatures_do_not_depend_on_the_processor() -> None:
    """The same numbers from the baseline kernels, which run anywhere."""
    code = "import make_golden, chupai._core as c; print(c.level, make_golden.numbers()['signatures']['botzone'])"
    environment = {**os.environ, "CHUPAI_LEVEL": "baseline"}
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=HERE, env=environment, capture_output=True, text=True, check=True
    )
    assert run.stdout.split() == ["baseline", NUMBERS["signatures"]["botzone"]]


def test_every_preset_has_golden_games() -> None:
    assert set(NUMBERS["signatures"]) == set(PRESETS)
    assert len(TEXTS) == len(PRESETS) + 1
