"""Golden deals of Gong Zhu pin the generator, as those of Dou Dizhu do: one seed gives the same for ever."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import make_golden
from chupai.gongzhu import Game, Rules
from gongzhu_support import move_texts, oracle_start, set_texts
from presets import GONGZHU

HEAD = "chupai gongzhu "
TEXTS = [HEAD + part.strip() + "\n" for part in make_golden.GONGZHU_GAMES.read_text(encoding="utf-8").split(HEAD)[1:]]
NUMBERS = json.loads(make_golden.NUMBERS.read_text(encoding="utf-8"))


@pytest.mark.parametrize("text", TEXTS, ids=GONGZHU)
def test_golden_game_is_read_and_written(text: str) -> None:
    """A whole game as text: read, checked move by move, written the same; the end is the oracle's."""
    game = Game.from_text(text)
    assert game.text().split() == text.split()
    assert game.is_over
    end = oracle_start(game).play(*move_texts(game))
    assert end.payoffs() == game.returns().tolist()
    assert set_texts(end.taken) == game.taken


@pytest.mark.parametrize("text", TEXTS, ids=GONGZHU)
def test_golden_game_is_dealt_again(text: str) -> None:
    old = Game.from_text(text)
    words = text.splitlines()[2].split()
    assert words[0] == "seed"
    seed, number, episode = map(int, words[1:4])
    game = Game(old.rules, seed=seed, game=number, episode=episode, leader=old.deal.leader)
    for code in old.history.tolist():
        game.push(code)
    assert game == old
    assert game.deal == old.deal


def test_golden_texts_are_made_again() -> None:
    """The games' moves too: the order of legal moves has not changed."""
    assert [text.split() for text in make_golden.gongzhu_texts()] == [text.split() for text in TEXTS]


def test_golden_deals() -> None:
    assert make_golden.numbers()["gongzhu deals"] == NUMBERS["gongzhu deals"]


@pytest.mark.parametrize("text", GONGZHU)
def test_signature_of_random_games(text: str) -> None:
    """One number for the whole behaviour under these rules: deals, exposing, legal cards, play, score."""
    assert make_golden.signature(Rules.from_text(text)) == NUMBERS["gongzhu signatures"][text]


def test_signatures_do_not_depend_on_the_processor() -> None:
    code = (
        "import make_golden, chupai._core as c; print(c.level, *make_golden.numbers()['gongzhu signatures'].values())"
    )
    environment = {**os.environ, "CHUPAI_LEVEL": "baseline"}
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parent,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.split() == ["baseline", *NUMBERS["gongzhu signatures"].values()]


def test_every_preset_has_golden_games() -> None:
    assert list(NUMBERS["gongzhu signatures"]) == list(GONGZHU)
    assert set(Rules.presets()) <= set(GONGZHU)
    assert len(TEXTS) == len(GONGZHU)
