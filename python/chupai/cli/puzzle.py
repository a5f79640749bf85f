"""`chupai puzzle`: open hands in which exactly one first move is right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import numpy as np

import chupai
from chupai.cli import puzzles
from chupai.cli.face import Face, R
from chupai.cli.position import Position
from chupai.cli.solver import solve
from chupai.cli.ticker import Ticker

_LEGAL = 3
"""Fewest legal first moves."""
_DEALS = 200_000
"""Deals without a puzzle after which there is probably none."""
_NODES = 10_000_000
"""Deals that take longer to solve are passed over."""


def run(face: Face[R, Any, Any], rules: R, *, cards: int, players: int | None, seed: int, count: int) -> None:
    """Print a line a puzzle as soon as it is found."""
    seats = face.solver().players(rules) if players is None else players
    for line in islice(find(face, rules, cards, seats, seed), count):
        print(line, flush=True)


def find(face: Face[R, Any, Any], rules: R, cards: int, players: int, seed: int) -> Iterator[str]:
    """Puzzles without end, as lines of a file."""
    solver = face.solver()
    goal = solver.goal(players)
    last = 0
    with Ticker() as ticker:
        for number, hands in enumerate(deal(solver.deck(rules), cards, players, seed), 1):
            ticker.show(f"{number:,} deals")
            position = Position(face, solver.open("/".join(hands), rules, {}))
            answer = _answer(position, goal)
            if answer is not None:
                last = number
                ticker.clear()
                yield puzzles.write(position, goal, [answer])
            elif number - last == _DEALS:
                raise chupai.ParseError(f"no puzzle in {_DEALS:,} deals of {players} hands of {cards}: try more cards")


def deal(deck: list[str], cards: int, players: int, seed: int) -> Iterator[list[str]]:
    """Hands without end: each deal draws a 64-bit number a card of the deck, from numpy's PCG64(seed), and the cards
    in the order of these numbers go to the first hand, then to the next.
    """
    if not 1 <= cards <= len(deck) // players:
        raise chupai.ParseError(f"cards = {cards} is out of range: allowed are 1..{len(deck) // players} a hand")
    stream = np.random.PCG64(seed)
    while True:
        order: list[int] = np.argsort(stream.random_raw(len(deck)), kind="stable").tolist()
        yield [" ".join(deck[card] for card in order[seat * cards :][:cards]) for seat in range(players)]


def _answer(position: Position, goal: Mapping[str, Any]) -> str | None:
    """The only right first move, if this is a puzzle."""
    solver = position.solver
    if len(position.game.legal) < _LEGAL or not solver.is_hard(position.game):
        return None
    limited: dict[str, Any] = {**goal, "nodes": _NODES}
    solution = solve(position.game, moves="all", **limited)
    answer = solver.answer(solution, goal).tolist()
    return str(solver.move(answer[0])) if solution.complete and len(answer) == 1 else None
