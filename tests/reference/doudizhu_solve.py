"""Open positions of Dou Dizhu played out by brute force: the oracle the engine's solver is tested against.

Both sides see all hands. Each takes the sum of what its seats gain and makes it as large as it can; who wins is a
question of its own, answered in the same walk. Nothing is cut off: every legal move of every position is tried.
"""

from __future__ import annotations

from typing import NamedTuple

import doudizhu as ddz
from doudizhu import Game, GameMove


class Outcome(NamedTuple):
    """For one side: does it win, and what do its seats gain together?"""

    wins: bool
    payoff: int


Outcomes = tuple[Outcome, Outcome]  # the landlord's side, the others
Memory = dict[object, Outcomes]  # of one deal: positions of one landlord, stake and rules


def solve(game: Game, memory: Memory | None = None) -> Outcome:
    """What best play of both sides leads to, for the side to move."""
    return outcomes(game, {} if memory is None else memory)[side(game, game.turn)]


def solve_moves(game: Game, memory: Memory | None = None) -> dict[GameMove, Outcome]:
    """The same after each legal move, still for the side that is to move now."""
    memory = {} if memory is None else memory
    mover = side(game, game.turn)
    return {move: outcomes(game.after(move), memory)[mover] for move in game.moves()}


def side(game: Game, seat: int) -> int:
    """0 for the landlord's side, 1 for the others."""
    assert game.landlord is not None
    return 0 if seat in ddz.landlord_side(game.rules, game.landlord) else 1


def outcomes(game: Game, memory: Memory) -> Outcomes:
    place = key(game)
    if place not in memory:
        memory[place] = _end(game) if game.over else _best(game, memory)
    return memory[place]


def key(game: Game) -> object:
    """All that the rest of the deal depends on: who played last follows from whose turn it is and the passes.

    Of the plays made: who has doubled, whether an opponent has played (spring), and whether the landlord has played
    not at all, once or more (reverse spring).
    """
    doublers = sorted(seat for seat, cards, combo in game.plays if doubles(game, cards, combo))
    players = [seat for seat, _, _ in game.plays]
    opponents_played = any(side(game, seat) == 1 for seat in players)
    led = min(2, players.count(game.landlord or 0))
    return game.hands, game.turn, game.to_beat, game.passes, game.winner, tuple(doublers), opponents_played, led


def doubles(game: Game, cards: str, combo: ddz.Combo) -> bool:
    return combo.kind == "rocket" or (combo.kind == "bomb" and len(cards) >= game.rules.doubling_bomb_min)


def _end(game: Game) -> Outcomes:
    assert game.winner is not None
    gains = game.payoffs()
    won = side(game, game.winner)
    ours, theirs = (sum(gain for seat, gain in enumerate(gains) if side(game, seat) == which) for which in (0, 1))
    return Outcome(won == 0, ours), Outcome(won == 1, theirs)


def _best(game: Game, memory: Memory) -> Outcomes:
    """Whoever moves wins if any move wins, and takes the most that any move gains; the other side is left the rest."""
    children = [outcomes(game.after(move), memory) for move in game.moves()]
    mover = side(game, game.turn)
    wins = any(child[mover].wins for child in children)
    most = max(child[mover].payoff for child in children)
    least = min(child[1 - mover].payoff for child in children)
    own, other = Outcome(wins, most), Outcome(not wins, least)
    return (own, other) if mover == 0 else (other, own)
