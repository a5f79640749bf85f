"""A table to play at: the game as one person sees it, with random players in the other seats."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Generic

from chupai.cli.face import G, M


@dataclass(frozen=True)
class Event(Generic[M]):
    """A move and who made it; `deal` tells the deals of one game apart."""

    seat: int
    move: M
    deal: int


@dataclass
class Table(Generic[G, M]):
    """One game. The others answer a position always in the same way, so that taking back changes your move alone."""

    game: G
    seat: int
    seed: int
    events: list[Event[M]] = field(default_factory=list[Event[M]])
    seen: int = 0
    deals: int = 0

    @property
    def yours(self) -> bool:
        """Is it the person's turn?"""
        return not self.game.is_over and self.game.player == self.seat

    @property
    def news(self) -> list[Event[M]]:
        """What the others did since the person's last move, and that move."""
        return self.events[self.seen :]

    def play(self, move: M) -> None:
        """Make the person's move; what came before it is no news any more."""
        self._push(move)
        self.seen = len(self.events) - 1

    def wait(self) -> None:
        """Let the others move until it is the person's turn or the game is over."""
        while not self.game.is_over and not self.yours:
            chosen = random.Random(self.seed ^ self.game.key)
            self._push(self.game.legal.moves()[chosen.randrange(len(self.game.legal))])

    def undo(self) -> bool:
        """Back to the person's previous decision; False where there was none."""
        own = [i for i, event in enumerate(self.events) if event.seat == self.seat]
        if not own:
            return False
        self.deals = self.events[own[-1]].deal
        while len(self.events) > own[-1]:
            self.game.pop()
            self.events.pop()
        self.seen = own[-2] if len(own) > 1 else 0
        return True

    def name(self, seat: int) -> str:
        """You, or a seat's number."""
        return "you" if seat == self.seat else f"seat {seat}"

    def _push(self, move: M) -> None:
        before, seat = self.game.deal, self.game.player
        self.game.push(move)
        self.events.append(Event(seat, move, self.deals))
        if self.game.deal != before:
            self.deals += 1
