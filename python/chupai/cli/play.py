"""`chupai play`: a person against random players."""

from __future__ import annotations

import random
from typing import Literal, TypeAlias

from rich.console import Console

import chupai
from chupai import doudizhu
from chupai.cli import hints, screen, style
from chupai.cli.table import Table

_RANKS = frozenset("3456789TJQKA2BRXD")
After: TypeAlias = Literal["quit", "new", "moved"]


def run(rules: doudizhu.Rules, *, seed: int | None, seat: int, hints: bool) -> None:
    """Play games until the person leaves or the input ends."""
    if seat >= rules.players:
        raise chupai.ParseError(f"seat = {seat} is out of range: allowed are 0..{rules.players - 1}")
    chosen = random.SystemRandom().randrange(1_000_000) if seed is None else seed
    Sitting(rules, chosen, seat, hints).run()


class Sitting:
    """Games one after the other; what they paid is added up."""

    def __init__(self, rules: doudizhu.Rules, seed: int, seat: int, with_hints: bool) -> None:
        self.out: Console = style.console()
        self.with_hints = with_hints
        self.total = [0] * rules.players
        self.table = Table(rules, seed, 0, seat)

    def run(self) -> None:
        """Every game in turn."""
        screen.show(self.out, screen.title(self.table), "[dim]  ? helps, q leaves[/]")
        try:
            while self._game() == "new":
                self._deal_next()
        except EOFError:
            self.out.print()

    def _deal_next(self) -> None:
        old = self.table
        self.table = Table(old.rules, old.seed, old.number + 1, old.seat, self._first_bidder())
        screen.show(self.out, screen.title(self.table))

    def _first_bidder(self) -> int | None:
        rules, game = self.table.rules, self.table.game
        if rules.landlord_selection != "auction" or rules.first_bidder != "winner":
            return None
        return next((seat for seat, hand in enumerate(game.hands) if not hand), None)

    def _game(self) -> After:
        while True:
            self.table.wait()
            over = self.table.game.is_over
            after = self._result() if over else self._turn()
            if after != "moved":
                return after

    def _result(self) -> After:
        """The end of a game: go on, take back, or leave. What it paid counts once it is left behind."""
        table = self.table
        paid = table.game.returns().tolist()
        total = [sum(pair) for pair in zip(self.total, paid, strict=True)]
        screen.show(self.out, screen.news(table, table.news), screen.result(table, total))
        while True:
            said = self._ask("enter next game, u take back, q leave")
            if said in ("", "new", "n"):
                self.total = total
                return "new"
            if said in ("q", "quit", "exit"):
                return "quit"
            if said != "u":
                self._complain("the game is over")
            elif self._undo():
                return "moved"

    def _turn(self) -> After:
        table = self.table
        legal = table.game.legal.moves()
        screen.show(self.out, screen.news(table, table.news), screen.situation(table), screen.moves(legal))
        if self.with_hints:
            self._hint()
        while True:
            said = self._ask("your move")
            if said in ("q", "quit", "exit", "new"):
                return "new" if said == "new" else "quit"
            if said == "u":
                if self._undo():
                    return "moved"
            elif not self._told(said, legal):
                move = self._move(said, legal)
                if move is not None:
                    table.play(move)
                    return "moved"

    def _undo(self) -> bool:
        done = self.table.undo()
        self.out.print("\n  [dim]taken back[/]" if done else "  [yellow]there is nothing to take back[/]")
        return done

    def _told(self, said: str, legal: list[doudizhu.Move]) -> bool:
        """Answer a question, if it was one."""
        if said in ("?", "help"):
            self.out.print(screen.HELP)
        elif said == "h":
            self._hint()
        elif said == "l" or said.startswith("l "):
            self._list(said[1:].strip(), legal)
        else:
            return False
        return True

    def _hint(self) -> None:
        self.out.print(screen.hints(hints.best(self.table.game)))

    def _list(self, wanted: str, legal: list[doudizhu.Move]) -> None:
        kind = wanted.lower().replace(" ", "_")
        if kind in list(doudizhu.Kind):
            chosen = [i for i, move in enumerate(legal) if move.kind == kind]
        else:
            try:
                cards = doudizhu.hand_text(wanted)
            except chupai.ChupaiError as error:
                self._complain(f"no kind of move, and no cards: {error}")
                return
            chosen = [i for i, move in enumerate(legal) if _within(cards, move.cards)]
        if chosen:
            self.out.print(screen.moves(legal, chosen))
        else:
            self._complain(f"none of the {len(legal)} legal moves is of that sort")

    def _move(self, said: str, legal: list[doudizhu.Move]) -> doudizhu.Move | None:
        """The move that was meant; None, and a word about it, where there is none."""
        number = _number(said, self.table.game.phase != doudizhu.Phase.PLAY)
        if number is not None:
            if 1 <= number <= len(legal):
                return legal[number - 1]
            self._complain(f"moves are numbered #1 to #{len(legal)}")
            return None
        try:
            move = self.table.game.parse("pass" if said in ("", "p") else said)
            trial = self.table.game.copy()
            trial.push(move)
        except chupai.ChupaiError as error:
            self._complain(str(error))
            return None
        return move

    def _ask(self, what: str) -> str:
        # Q is the queen, q leaves; everything else is read in either case.
        said = self.out.input(f"\n[bold]{what}>[/] ").strip()
        return said if said == "Q" else said.lower()

    def _complain(self, what: str) -> None:
        self.out.print(f"  {what}", style="yellow", markup=False)


def _number(said: str, calling: bool) -> int | None:
    """The number of a move: '#12', or '12' where that cannot be cards and no bid is asked for."""
    digits = said.removeprefix("#").strip()
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 9:
        return None
    if said.startswith("#"):
        return int(digits)
    return None if calling or set(digits.replace("10", "T")) <= _RANKS else int(digits)


def _within(cards: str, others: str) -> bool:
    return all(cards.count(card) <= others.count(card) for card in set(cards))
