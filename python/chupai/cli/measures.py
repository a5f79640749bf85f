"""What `chupai bench` measures: each a piece of work that can be done any number of times, and what to read from it.

Nothing is subtracted: a Python call's figure includes the loop around it.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

import chupai
from chupai import _core, doudizhu

GIVEN_DEALS = (
    ("344445567799TKAA222R", "33566789TTJQQKKAB", "35678889TJJJQQKA2"),
    ("334566778999TJQQA2BR", "3445566788TTQKAA2", "345789TJJJQKKKA22"),
)
_QUESTIONS = 4096
_GAMES = 64
_DEPTH = 8
_PERFT_MOST = 5_000_000


@dataclass(frozen=True)
class Figure:
    """One row of the table. `goal` is met by more of a rate, by less of a cost."""

    name: str
    title: str
    unit: str
    goal: float | None = None

    @property
    def more_is_better(self) -> bool:
        """Rates should be high, costs low."""
        return self.unit.endswith("/s")

    def meets_goal(self, value: float) -> bool | None:
        """Is this value as good as the goal? None where there is no goal."""
        if self.goal is None:
            return None
        return value >= self.goal if self.more_is_better else value <= self.goal


@dataclass(frozen=True)
class Measure:
    """work(n) does something n times and returns a result; read(CPU seconds, n, result) gives a value a figure."""

    group: str
    figures: tuple[Figure, ...]
    work: Callable[[int], Any]
    read: Callable[[float, int, Any], tuple[float, ...]]


def all_measures(rules: doudizhu.Rules) -> list[Measure]:
    """Every measure, in the order of the table. Goals are those of the standard rules."""
    return [*_games(rules), *_moves(rules), _perft(rules), *_playing_calls(rules), *_showing_calls(rules)]


def _rate(seconds: float, n: int, _: Any) -> tuple[float, ...]:
    return (n / seconds,)


def _cost(seconds: float, n: int, _: Any) -> tuple[float, ...]:
    return (seconds / n * 1e9,)


def _games(rules: doudizhu.Rules) -> Iterator[Measure]:
    seeds = itertools.count()

    def play(n: int) -> int:
        return int(chupai.random_games(rules, n, next(seeds))[1].sum())

    def read(seconds: float, n: int, plies: int) -> tuple[float, ...]:
        return n / seconds, seconds / plies * 1e9, plies / n

    figures = (
        Figure("games", "whole random games", "games/s", 1.2e6),
        Figure("ply", "a ply of them", "ns"),
        Figure("plies", "plies a game", "plies"),
    )
    yield Measure("play", figures, play, read)
    deals = Figure("deals", "deals", "deals/s")
    yield Measure("play", (deals,), lambda n: _core._bench_deals(rules, next(seeds), n), _rate)


@dataclass(frozen=True)
class _Questions:
    rules: doudizhu.Rules
    hands: npt.NDArray[np.int64]
    to_beat: npt.NDArray[np.int64]

    def answer(self, write: bool, repeats: int) -> int:
        return _core._bench_moves(self.rules, self.hands, self.to_beat, write, repeats)

    def mean(self) -> float:
        return self.answer(False, 1) / len(self.hands)

    def measure(self, write: bool, figure: Figure) -> Measure:
        def read(seconds: float, n: int, _: int) -> tuple[float, ...]:
            return (seconds / (n * len(self.hands)) * 1e9,)

        return Measure("legal moves", (figure,), lambda n: self.answer(write, n), read)


def _moves(rules: doudizhu.Rules) -> Iterator[Measure]:
    lead, follow = _lead_questions(rules), _follow_questions(rules)
    cards = [_size(int(questions.hands[0])) for questions in (lead, follow)]
    led = f"lead of {cards[0]}, {lead.mean():.0f} moves"
    followed = f"follow of {cards[1]}, {follow.mean():.1f} moves"
    yield lead.measure(True, Figure("lead_list", f"{led}: list", "ns", 60.0))
    yield lead.measure(False, Figure("lead_count", f"{led}: count", "ns", 20.0))
    yield follow.measure(True, Figure("follow_list", f"{followed}: list", "ns", 15.0))
    yield follow.measure(False, Figure("follow_count", f"{followed}: count", "ns", 12.0))


def _size(hand: int) -> int:
    return len(doudizhu.hand_text(hand))


def _deals(rules: doudizhu.Rules, n: int) -> Iterator[doudizhu.Deal]:
    return (doudizhu.Game(rules, seed=1, game=i).deal for i in range(n))


def _landlord_hand(deal: doudizhu.Deal) -> int:
    return doudizhu.hand_code(deal.hands[0] + deal.bottom)


def _lead_questions(rules: doudizhu.Rules) -> _Questions:
    hands = np.array([_landlord_hand(deal) for deal in _deals(rules, _QUESTIONS)], np.int64)
    return _Questions(rules, hands, np.zeros(len(hands), np.int64))


def _follow_questions(rules: doudizhu.Rules) -> _Questions:
    """One hand of each deal, against a move drawn evenly from the leads of another."""
    drawn = random.Random(1)
    hands, to_beat = [], []
    for deal in _deals(rules, _QUESTIONS):
        hands.append(doudizhu.hand_code(deal.hands[0]))
        to_beat.append(drawn.choice(doudizhu.legal_codes(deal.hands[1], rules=rules).tolist()))
    return _Questions(rules, np.array(hands, np.int64), np.array(to_beat, np.int64))


def _perft(rules: doudizhu.Rules) -> Measure:
    """Two given deals, or one of the rules' own where these have other players; as deep as fits."""
    if rules.players == 3 and rules.packs == 1:
        games = [doudizhu.Game.from_hands(hands, rules=rules) for hands in GIVEN_DEALS]
    else:
        deal = next(_deals(rules, 1))
        games = [doudizhu.Game.from_hands([_landlord_hand(deal), *deal.hands[1:]], rules=rules)]
    depth = 1
    while depth < _DEPTH and chupai.perft(games[0], depth + 1) <= _PERFT_MOST:
        depth += 1
    leaves = sum(chupai.perft(game, depth) for game in games)

    def count(n: int) -> None:
        for _ in range(n):
            for game in games:
                chupai.perft(game, depth)

    def read(seconds: float, n: int, _: None) -> tuple[float, ...]:
        return (n * leaves / seconds,)

    return Measure("search", (Figure("perft", f"leaves of perft({depth}), bulk", "leaves/s", 200e6),), count, read)


def _call(name: str, title: str, loop: Callable[[], None], goal: float | None = None) -> Measure:
    """A Python call that `loop` makes once for each of the games."""

    def work(n: int) -> None:
        for _ in range(n):
            loop()

    def read(seconds: float, n: int, _: None) -> tuple[float, ...]:
        return (seconds / (n * _GAMES) * 1e9,)

    return Measure("Python calls", (Figure(name, title, "ns", goal),), work, read)


def _playing_calls(rules: doudizhu.Rules) -> Iterator[Measure]:
    """Calls of search, as the landlord is to lead."""
    games = [_playing(rules, i) for i in range(_GAMES)]
    codes = [game.legal[i % len(game.legal)] for i, game in enumerate(games)]
    moves = [(game, code, str(doudizhu.Move(code))) for game, code in zip(games, codes, strict=True)]

    def push_pop() -> None:
        for game, code, _ in moves:
            game.push(code)
            game.pop()

    def play_pop() -> None:
        for game, _, text in moves:
            game.play(text)
            game.pop()

    def copy() -> None:
        for game in games:
            game.copy()

    def legal_codes() -> None:
        for game in games:
            _ = game.legal.codes

    def legal_len() -> None:
        for game in games:
            len(game.legal)

    yield _call("push_pop", "push(code) and pop()", push_pop, 300.0)
    yield _call("play_pop", "play(text) and pop()", play_pop)
    yield _call("copy", "copy()", copy, 250.0)
    yield _call("legal_codes", f"legal.codes, lead of {_size_of(games[0])}", legal_codes, 500.0)
    yield _call("legal_len", "len(legal), the same", legal_len)


def _showing_calls(rules: doudizhu.Rules) -> Iterator[Measure]:
    """Views and texts, two moves later."""
    games = [_opened(_playing(rules, i), i) for i in range(_GAMES)]
    views = [game.view(game.player) for game in games]
    texts = [game.text() for game in games]

    def view() -> None:
        for game in games:
            game.view(0)

    def sample() -> None:
        for seen in views:
            seen.sample(1)

    def text() -> None:
        for game in games:
            game.text()

    def from_text() -> None:
        for written in texts:
            doudizhu.Game.from_text(written)

    yield _call("view", "view(seat)", view)
    yield _call("sample", "view.sample(1)", sample)
    yield _call("text", "text()", text)
    yield _call("from_text", "Game.from_text()", from_text)


def _size_of(game: doudizhu.Game) -> int:
    return len(game.hands[game.player])


def _playing(rules: doudizhu.Rules, number: int) -> doudizhu.Game:
    """A seeded game as the landlord is to lead: the first in turn called as high as he could."""
    game = doudizhu.Game(rules, seed=2, game=number)
    while game.phase != doudizhu.Phase.PLAY:
        game.push(game.legal[-1])
    return game


def _opened(game: doudizhu.Game, number: int) -> doudizhu.Game:
    """The same after two moves."""
    game = game.copy()
    for _ in range(2):
        game.push(game.legal[number % len(game.legal)])
    return game
