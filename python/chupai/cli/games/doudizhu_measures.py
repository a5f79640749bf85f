"""What `chupai bench` measures of Dou Dizhu."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from chupai import _core, doudizhu
from chupai.cli import measures
from chupai.cli.measures import GAMES, Figure, Measure

GIVEN_DEALS = (
    ("344445567799TKAA222R", "33566789TTJQQKKAB", "35678889TJJJQQKA2"),
    ("334566778999TJQQA2BR", "3445566788TTQKAA2", "345789TJJJQKKKA22"),
)
_QUESTIONS = 4096


def all_measures(rules: doudizhu.Rules) -> list[Measure]:
    """Every measure, in the order of the table. Goals are those of the standard rules."""
    leads = [_playing(rules, i) for i in range(GAMES)]
    opened = [_opened(game, i) for i, game in enumerate(leads)]
    cards = len(leads[0].hands[leads[0].player])
    goals = {"push_pop": 300.0, "copy": 250.0, "legal_codes": 500.0}
    steps = 12e6 if rules.packs == 1 else 6e6
    batch = {"batch_step": steps, "batch_random": 25e6, "batch_threads": 1.8}
    return [
        measures.random_games(rules, goals={"games": 1.2e6}),
        measures.deals(rules),
        *_moves(rules),
        measures.perft(_given(rules), 200e6),
        *measures.batches(doudizhu.Batch, rules, batch),
        *measures.search_calls(leads, f"lead of {cards}", goals),
        *measures.showing_calls(opened),
    ]


@dataclass(frozen=True)
class _Questions:
    rules: doudizhu.Rules
    hands: npt.NDArray[np.int64]
    to_beat: npt.NDArray[np.int64]

    def answer(self, write: bool, repeats: int) -> int:
        return _core._bench_moves(  # pyright: ignore[reportPrivateUsage]
            self.rules, self.hands, self.to_beat, write, repeats
        )

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
    hands: list[int] = []
    to_beat: list[int] = []
    for deal in _deals(rules, _QUESTIONS):
        hands.append(doudizhu.hand_code(deal.hands[0]))
        to_beat.append(drawn.choice(doudizhu.legal_codes(deal.hands[1], rules=rules).tolist()))
    return _Questions(rules, np.array(hands, np.int64), np.array(to_beat, np.int64))


def _given(rules: doudizhu.Rules) -> list[doudizhu.Game]:
    """Two given deals, or one of the rules' own where these have other players."""
    if rules.players == 3 and rules.packs == 1:
        return [doudizhu.Game.from_hands(hands, rules=rules) for hands in GIVEN_DEALS]
    deal = next(_deals(rules, 1))
    return [doudizhu.Game.from_hands([_landlord_hand(deal), *deal.hands[1:]], rules=rules)]


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
