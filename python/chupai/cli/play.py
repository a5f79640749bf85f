"""`chupai play`: a person against random players."""

from __future__ import annotations

import random
from typing import Any, Generic, Literal, TypeAlias

from rich.console import Console

import chupai
from chupai.cli import hints, screen, style
from chupai.cli import series as games_in_turn
from chupai.cli.face import Face, G, M, R
from chupai.cli.series import Series
from chupai.cli.table import Table

After: TypeAlias = Literal["quit", "new", "moved"]


def run(face: Face[R, Any, Any], rules: R, *, seed: int | None, seat: int, match: bool, hints: bool) -> None:
    """Play games until the person leaves or the input ends."""
    if seat >= rules.players:
        raise chupai.ParseError(f"seat = {seat} is out of range: allowed are 0..{rules.players - 1}")
    chosen = random.SystemRandom().randrange(1_000_000) if seed is None else seed
    Sitting(face, games_in_turn.start(face, rules, chosen, match=match), seat, hints).run()


class Sitting(Generic[G, M]):
    """Games one after the other."""

    def __init__(self, face: Face[Any, G, M], series: Series[G], seat: int, with_hints: bool) -> None:
        self.out: Console = style.console()
        self.face = face
        self.with_hints = with_hints
        self.seat = seat
        self._sit_down(series)

    def run(self) -> None:
        """Every game in turn."""
        self._show_title()
        self.out.print("[dim]  ? helps, q leaves[/]")
        try:
            while self._game() == "new":
                self._show_title()
        except EOFError:
            self.out.print()

    def _sit_down(self, series: Series[G]) -> None:
        """To the next game of that series."""
        self.series = series
        self.table: Table[G, M] = Table(series.game(), self.seat, series.seed)

    def _show_title(self) -> None:
        screen.show(self.out, screen.title(self.face, self.series, self.table.game.rules))

    def _game(self) -> After:
        while True:
            self.table.wait()
            over = self.table.game.is_over
            after = self._result() if over else self._turn()
            if after != "moved":
                return after

    def _result(self) -> After:
        """The end of a game: go on, take back, or leave. What it paid counts once it is left behind."""
        table, counted = self.table, self.series.after(self.table.game)
        verdict = counted.verdict(self.seat)
        screen.show(self.out, self._news(), screen.result(self.face, table, counted))
        if verdict is not None:
            screen.show(self.out, screen.verdict(verdict))
        coming = counted.unit if verdict is None else counted.whole
        while True:
            said = self._ask(f"enter next {coming}, u take back, q leave")
            if said in ("", "new", "n"):
                leaves = verdict is not None or (said == "new" and counted.whole != counted.unit)
                self._sit_down(counted.without() if leaves else counted)
                return "new"
            if said in ("q", "quit", "exit"):
                return "quit"
            if said != "u":
                self._complain(f"the {self.series.unit} is over")
            elif self._undo():
                return "moved"

    def _turn(self) -> After:
        legal = self.table.game.legal.moves()
        screen.show(self.out, self._news(), screen.situation(self.face, self.table), screen.moves(self.face, legal))
        if self.with_hints:
            self._hint()
        while True:
            said = self._ask("your move")
            if said == "new":
                self._sit_down(self.series.without())
                return "new"
            if said in ("q", "quit", "exit"):
                return "quit"
            if said == "u":
                if self._undo():
                    return "moved"
            elif not self._told(said, legal):
                move = self._move(said, legal)
                if move is not None:
                    self.table.play(move)
                    return "moved"

    def _news(self) -> Any:
        return screen.news(self.face, self.table, self.table.news)

    def _undo(self) -> bool:
        done = self.table.undo()
        self.out.print("\n  [dim]taken back[/]" if done else "  [yellow]there is nothing to take back[/]")
        return done

    def _told(self, said: str, legal: list[M]) -> bool:
        """Answer a question, if it was one."""
        if said in ("?", "help"):
            self.out.print(screen.help_text(self.face, self.series))
        elif said == "h":
            self._hint()
        elif said == "l" or said.startswith("l "):
            self._list(said[1:].strip(), legal)
        else:
            return False
        return True

    def _hint(self) -> None:
        self.out.print(screen.hints(self.face, hints.best(self.table.game)))

    def _list(self, wanted: str, legal: list[M]) -> None:
        try:
            wants = self.face.chooser(wanted)
        except chupai.ChupaiError as error:
            self._complain(str(error))
            return
        chosen = [i for i, move in enumerate(legal) if wants(move)]
        if chosen:
            self.out.print(screen.moves(self.face, legal, chosen))
        else:
            self._complain(f"none of the {len(legal)} legal moves is of that sort")

    def _move(self, said: str, legal: list[M]) -> M | None:
        """The move that was meant; None, and a word about it, where there is none."""
        game = self.table.game
        number = _number(said, self.face, game)
        if number is not None:
            if 1 <= number <= len(legal):
                return legal[number - 1]
            self._complain(f"moves are numbered #1 to #{len(legal)}")
            return None
        try:
            move = self.face.read(said, game)
            trial = game.copy()
            trial.push(move)
        except chupai.ChupaiError as error:
            self._complain(str(error))
            return None
        return move

    def _ask(self, what: str) -> str:
        said = self.out.input(f"\n[bold]{what}>[/] ").strip()
        return said if said in self.face.not_lowered else said.lower()

    def _complain(self, what: str) -> None:
        self.out.print(f"  {what}", style="yellow", markup=False)


def _number(said: str, face: Face[Any, G, Any], game: G) -> int | None:
    """The number of a move: '#12', or '12' where that could not be a move itself."""
    digits = said.removeprefix("#").strip()
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 9:
        return None
    return int(digits) if said.startswith("#") or not face.could_be_move(digits, game) else None
