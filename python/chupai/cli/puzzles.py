"""Files of puzzles: a position and its answer a line, `3455KK 345522 | 4 5`; and whether the answers are right.

A line is hands, separated by blanks or by '/', and after a bar the moves that win (in Gong Zhu: that reach the value),
'-' or nothing where there is none. After more bars come fields like `rules=standard spring=false`, `to_move=1` or
`game=gongzhu`: the options of `chupai solve` without their dashes. What follows '#' is a comment. Without an answer a
line is solved and not judged.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from rich.text import Text

import chupai
from chupai.cli import games, search, style
from chupai.cli.face import Face
from chupai.cli.position import Position, from_hands
from chupai.cli.search import Result
from chupai.cli.solver import Solver

Verdict: TypeAlias = Literal["right", "wrong", "open", "solved"]

_STYLES: Mapping[Verdict, str] = {"right": "green", "wrong": "bold red", "open": "yellow", "solved": ""}
_BAD: tuple[Verdict, ...] = ("wrong", "open")


@dataclass(frozen=True)
class Puzzle:
    """A line of a file: where it is, what it asks, and the codes that it says are the answer."""

    number: int
    text: str
    position: Position
    goal: Mapping[str, Any]
    stated: frozenset[int] | None

    def judge(self, result: Result) -> Verdict:
        """Is the answer right? Open where the search was ended early."""
        if not result.solution.complete:
            return "open"
        if self.stated is None:
            return "solved"
        return "right" if self.stated == frozenset(_answer(result)) else "wrong"


def parse(text: str, face: Face[Any, Any, Any], rules: str) -> Iterator[Puzzle]:
    """The puzzles of a file; lines that do not say which game and rules are of those given."""
    for number, line in enumerate(text.splitlines(), 1):
        content = line.partition("#")[0].strip()
        if content:
            with _at(number):
                puzzle = _puzzle(number, content, face, rules)
            yield puzzle


@contextlib.contextmanager
def _at(number: int) -> Generator[None]:
    """Errors name the line."""
    try:
        yield
    except chupai.ChupaiError as error:
        raise type(error)(f"line {number}: {error}") from None


def _puzzle(number: int, line: str, face: Face[Any, Any, Any], rules: str) -> Puzzle:
    hands, *parts = (part.strip() for part in line.split("|"))
    answers = [part for part in parts if "=" not in part]
    if len(answers) > 1:
        raise chupai.ParseError(f"{len(answers)} answers: one, between bars, is allowed")
    fields = _fields(part for part in parts if "=" in part)
    face = games.find(fields.pop("game", face.name))
    rules = fields.pop("rules", rules)
    options, goal = _sorted(fields, face)
    if "/" not in hands:
        hands = "/".join(hands.split())
    start = from_hands(face, hands, face.rules_type.from_text(rules), options)
    stated = None
    if answers:
        moves = answers[0].split() if answers[0] != "-" else []
        stated = frozenset(int(start.game.parse(move)) for move in moves)
    return Puzzle(number, line, start, goal, stated)


def _fields(parts: Iterator[str]) -> dict[str, str]:
    fields: dict[str, str] = {}
    for part in parts:
        name, value = (side.strip() for side in part.split("=", 1))
        if name in fields:
            raise chupai.ParseError(f"{name!r} is given twice")
        fields[name] = value
    return fields


def _sorted(fields: Mapping[str, str], face: Face[Any, Any, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What describes the position, and what is asked of it."""
    solver: Solver[Any, Any, Any] = face.solver()
    known = [*solver.positions, *solver.goals]
    for name in fields:
        if name not in known:
            allowed = ", ".join(("game", "rules", *known))
            raise chupai.ParseError(f"there is no field {name!r}: the fields of {face.title} are {allowed}")
    values = {name: _number(name, value) if name in solver.numbers else value for name, value in fields.items()}
    options = {name: value for name, value in values.items() if name in solver.positions}
    return options, {name: value for name, value in values.items() if name in solver.goals}


def _number(name: str, value: str) -> int:
    try:
        return int(value)
    except ValueError:
        raise chupai.ParseError(f"{name} = {value!r} is no number") from None


def write(position: Position, goal: Mapping[str, Any], answer: list[str]) -> str:
    """The line of an open position in which nothing has happened yet."""
    face, rules = position.face, str(position.game.rules)
    fields = [f"game={face.name}"] if face.name != games.DEFAULT else []
    fields += [f"rules={rules}"] if rules != str(face.rules_type.from_text("standard")) else []
    fields += [f"{name}={value}" for name, value in goal.items()]
    return " | ".join((position.solver.write_hands(position.game), " ".join(answer) or "-", *fields))


# ---- the command ----


def run(puzzles: Iterator[Puzzle], goal: Mapping[str, Any], limits: Mapping[str, Any], *, as_json: bool) -> int:
    """Solve each, print a line each and a summary; 1 where an answer is wrong or could not be found."""
    out = style.console()
    listed = list(puzzles)
    if not listed:
        raise chupai.ParseError("there are no puzzles: a line each is a position, and after | the moves that win")
    judged: list[tuple[Puzzle, Result, Verdict]] = []
    for puzzle in listed:
        with _at(puzzle.number):
            result = search.run(puzzle.position, {**goal, **puzzle.goal}, limits, "all")
        judged.append((puzzle, result, puzzle.judge(result)))
        if not as_json:
            out.print(_line(*judged[-1]), soft_wrap=True)
        if result.interrupted:
            break
    if as_json:
        print(json.dumps({"puzzles": [_record(*entry) for entry in judged], **_counts(judged)}))
    else:
        out.print(_summary(judged, len(listed)), soft_wrap=True)
    if any(result.interrupted for _, result, _ in judged):
        return search.INTERRUPTED
    return 1 if any(verdict in _BAD for *_, verdict in judged) else 0


def _answer(result: Result) -> list[int]:
    codes: list[int] = result.position.solver.answer(result.solution, result.goal).tolist()
    return codes


def _texts(result: Result) -> list[str]:
    return [str(result.position.solver.move(code)) for code in _answer(result)]


def _line(puzzle: Puzzle, result: Result, verdict: Verdict) -> Text:
    line = Text.assemble((f"{puzzle.number:4}  ", "dim"), (f"{verdict:6}", _STYLES[verdict]), "  ", puzzle.text)
    if verdict in ("wrong", "solved"):
        line.append(f"  found: {' '.join(_texts(result)) or '-'}", _STYLES[verdict] or "green")
    return line.append(f"  ({search.effort(result.solution.nodes, result.solution.seconds)})", "dim")


def _record(puzzle: Puzzle, result: Result, verdict: Verdict) -> dict[str, Any]:
    solver = puzzle.position.solver
    stated = None if puzzle.stated is None else [str(solver.move(code)) for code in sorted(puzzle.stated)]
    return {"line": puzzle.number, "verdict": verdict, "stated": stated, "found": _texts(result)} | {
        "solution": search.record(result)
    }


def _counts(judged: list[tuple[Puzzle, Result, Verdict]]) -> dict[Verdict, int]:
    counts: dict[Verdict, int] = dict.fromkeys(_STYLES, 0)
    for *_, verdict in judged:
        counts[verdict] += 1
    return counts


def _summary(judged: list[tuple[Puzzle, Result, Verdict]], listed: int) -> Text:
    nodes = sum(result.solution.nodes for _, result, _ in judged)
    seconds = sum(result.solution.seconds for _, result, _ in judged)
    counts = ", ".join(f"{count} {verdict}" for verdict, count in _counts(judged).items() if count)
    reached = str(listed) if len(judged) == listed else f"{len(judged)} of {listed}"
    summary = Text(f"{reached} puzzle{'' if listed == 1 else 's'}: {counts or 'nothing to solve'}")
    return summary.append(f" ({search.effort(nodes, seconds)})", "dim")
