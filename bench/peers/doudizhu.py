"""What is asked of every Dou Dizhu engine: the legal moves of a hand against a table.

Cards are chupai's text: ranks ``3456789TJQKA2BR`` sorted low to high, one
character a card.
"""

from __future__ import annotations

import collections
import random
from collections.abc import Iterable, Iterator
from typing import Any

from bench.peers.base import Call, Engine

RANKS = "3456789TJQKA2BR"
PACK = "".join(r * 4 for r in RANKS[:13]) + "BR"
POSITIONS = 200  # whose legal moves are listed in turn
MIDDLE = 20  # decisions into a game, where its state is copied


class CannotAskError(ValueError):
    """The package has no way to express the position."""


def canonical(cards: Iterable[str]) -> str:
    """Card text sorted low to high."""
    return "".join(sorted(cards, key=RANKS.index))


def without(cards: str, taken: str) -> str:
    """`cards` less `taken`, sorted; every card of `taken` must be there."""
    left = collections.Counter(cards)
    left.subtract(taken)
    if min(left.values(), default=0) < 0:
        raise CannotAskError(f"{taken!r} is not contained in {cards!r}")
    return canonical(left.elements())


def positions(seed: int) -> Iterator[tuple[str, str]]:
    """Hands of 1 to 19 random cards, half to lead, half after a solo, a pair or a trio.

    Every engine can express these, and no engine had a say in drawing them.
    """
    rng = random.Random(seed)
    for i in range(POSITIONS):
        copies = rng.randint(1, 3)
        table = rng.choice(RANKS[:13]) * copies if i % 2 else ""
        rest = without(PACK, table)
        yield canonical(rng.sample(rest, rng.randint(1, 19))), table


class Peer(Engine):
    """An engine that lists the legal moves of any position it can express.

    `ask(hand, to_beat)` sets the position up and returns a call without
    arguments that does nothing but ask the package for its legal moves: what a
    clock may be held against. `legal(hand, to_beat)` is the same, translated.
    A position that a package cannot express raises `CannotAskError`.

    A ply is a decision of a player: a bid, a combination or a pass.
    """

    def ask(self, hand: str, to_beat: str) -> Call:
        raise NotImplementedError

    def texts(self, answer: Any) -> Iterable[str]:
        """Card texts of what a call made by `ask` returned; "" is pass."""
        raise NotImplementedError

    def legal(self, hand: str, to_beat: str = "") -> collections.Counter[str]:
        """How often each card text is listed; pass is left out."""
        listed = collections.Counter(self.texts(self.ask(canonical(hand), canonical(to_beat))()))
        del listed[""]
        return listed

    def lists(self, seed: int) -> list[Call]:
        return [self.ask(hand, to_beat) for hand, to_beat in positions(seed)]
